package facts

import "strings"

// Where rules come from. Pages of AWS were read as copies of 2026; a source
// outside AWS names its date and Region where they are known.
const (
	conformance = "conformance tests run against live AWS, mostly eu-west-2, 2026 (github.com/paritysuite/dynamodb-conformance)"
	captures    = "captured capacity answers of live AWS, eu-west-2, August 2026 (github.com/nubo-db/dynoxide)"
	overload    = "overload runs on a fresh table, us-east-1, 2026-08-27 (dynotable.com)"
	base100     = "packing used by two public calculators (github.com/zaccharles/dynamodb-calculator, github.com/architect/dynalite)"
	emulator    = "emulator once compared with live AWS (github.com/architect/dynalite)"
	costSkill   = "AWS's own cost calculator (github.com/aws/agent-toolkit-for-aws)"
	oldGuide    = "AWS DynamoDB Developer Guide of early 2018 (github.com/awsdocs/amazon-dynamodb-developer-guide)"
	atc22       = "Elhemali et al., Amazon DynamoDB, USENIX ATC 2022 (usenix.org/conference/atc22/presentation/elhemali)"
	scalingBlog = "AWS Database Blog, Scaling DynamoDB, parts 2 and 3, 2023"
	spikyPost   = "AWS re:Post knowledge center, dynamodb-spiky-workloads-short-intervals"
	alternator  = "tests run against live AWS, 2026 (github.com/scylladb/scylladb, test/alternator)"
	goSDK       = "source of aws-sdk-go-v2 v1.48.0 and service/dynamodb v1.74.0"
	javaSDK     = "source of aws-sdk-java-v2, LegacyRetryStrategy and DynamoDbRetryPolicy"
	botocore    = "source of botocore"
	retryGuide  = "https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html"
	retryNews   = "AWS Developer Tools Blog, updated retry behavior, May and November 2026"
	retryIssues = "AWS's announcements of updated retries, 2026 (github.com/aws/aws-sdk-go-v2/issues/3416, aws-sdk-js-v3/issues/8037, aws-sdk-java-v2/issues/6987, aws-sdk-net/issues/4411, aws-sdk-cpp/issues/3832)"
	tuningBlog  = "AWS Database Blog, Amazon DynamoDB auto scaling: performance and cost optimization at any scale, 2022"
	alarms      = "alarms captured from live accounts, 2018 to 2023 (github.com/aws-solutions/instance-scheduler-on-aws, issue 13; github.com/overmindtech/aws-source)"
	byStream    = "tools that count partitions by shards (github.com/doitintl/dynamodb-lens, github.com/sjfaz/cdk-ddb-partitions)"
	ourModel    = "model of this program"
)

// scalingGuide is where the pages of the Application Auto Scaling guide are.
const scalingGuide = "https://docs.aws.amazon.com/autoscaling/application/userguide/"

// guide cites pages of the AWS DynamoDB Developer Guide.
func guide(pages ...string) string {
	return pageList("https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/", pages)
}

// api cites pages of the AWS DynamoDB API Reference.
func api(pages ...string) string {
	return pageList("https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_", pages)
}

func pageList(prefix string, pages []string) string {
	urls := make([]string, len(pages))
	for i, page := range pages {
		urls[i] = prefix + page + ".html"
	}
	return strings.Join(urls, ", ")
}

// from joins several sources.
func from(sources ...string) string { return strings.Join(sources, "; ") }
