package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ddbplan/calc/diagnose"
)

const (
	table = "arn:aws:dynamodb:eu-west-1:123456789012:table/carts"
	index = table + "/index/by-owner"
)

// summary is what a text shows: "COUNT NAME RESOURCE OPERATIONS WITH", a line for
// each finding.
func summary(found *Found) []string {
	var lines []string
	for _, f := range found.Diagnosis("test").Findings {
		line := fmt.Sprintf("%d %s", f.Count, f.Name)
		for _, part := range []string{f.Resource.Name(), strings.Join(f.Operations, ","), strings.Join(f.With, ",")} {
			if part == "" {
				part = "-"
			}
			line += " | " + part
		}
		lines = append(lines, line)
	}
	return lines
}

func TestOneRecord(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a reason", "TableReadAccountLimitExceeded", []string{"1 TableReadAccountLimitExceeded | - | - | -"}},
		{"a list of reasons", "TableReadAccountLimitExceeded, IndexWriteKeyRangeThroughputExceeded", []string{
			"1 IndexWriteKeyRangeThroughputExceeded | - | - | -", "1 TableReadAccountLimitExceeded | - | - | -",
		}},
		{"JavaScript v3", `{"name":"ThrottlingException","$fault":"client","$metadata":{"httpStatusCode":400,"attempts":4},"throttlingReasons":[{"reason":"TableWriteMaxOnDemandThroughputExceeded","resource":"` + table + `"}]}`,
			[]string{"1 TableWriteMaxOnDemandThroughputExceeded | carts | - | ThrottlingException"}},
		{"the other class of it", `{"name":"ProvisionedThroughputExceededException","ThrottlingReasons":[{"reason":"TableReadProvisionedThroughputExceeded","resource":"` + table + `"}]}`,
			[]string{"1 TableReadProvisionedThroughputExceeded | carts | - | ProvisionedThroughputExceededException"}},
		{"Go", `{"err":{"OperationName":"PutItem","Err":{"Message":"m","ThrottlingReasons":[{"Reason":"IndexWriteKeyRangeThroughputExceeded","Resource":"` + index + `"}]}}}`,
			[]string{"1 IndexWriteKeyRangeThroughputExceeded | carts/index/by-owner | PutItem | -"}},
		{"Python", `{"Error":{"Message":"Throughput exceeds the current throughput limit for your account.","Code":"RequestLimitExceeded"},"ThrottlingReasons":[{"reason":"TableReadAccountLimitExceeded","resource":"` + table + `"}]}`,
			[]string{"1 TableReadAccountLimitExceeded | carts | - | RequestLimitExceeded,throughput limit of the account exceeded"}},
		{"the answer on the wire", `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"You exceeded your maximum allowed provisioned throughput for a table or for one or more global secondary indexes."}`,
			[]string{"1 maximum allowed provisioned throughput exceeded | - | - | ProvisionedThroughputExceededException"}},
		{"two reasons of one exception", `{"ThrottlingReasons":[{"reason":"TableWriteKeyRangeThroughputExceeded","resource":"` + table + `"},{"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"` + index + `"}]}`,
			[]string{"1 IndexWriteKeyRangeThroughputExceeded | carts/index/by-owner | - | -", "1 TableWriteKeyRangeThroughputExceeded | carts | - | -"}},
		{"Go's text", "operation error DynamoDB: UpdateItem, exceeded maximum number of attempts, 4, https response error StatusCode: 400, RequestID: X, ThrottlingException: Throughput exceeds the maximum OnDemandThroughput configured on table or index",
			[]string{"1 maximum OnDemandThroughput exceeded | - | UpdateItem | ThrottlingException"}},
		{"Python's text", "An error occurred (ProvisionedThroughputExceededException) when calling the Query operation (reached max retries: 9): The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.",
			[]string{"1 provisioned throughput of the table exceeded | - | Query | ProvisionedThroughputExceededException"}},
		{"Rust's text", `ThrottlingException { throttling_reasons: Some([ThrottlingReason { reason: Some("IndexReadKeyRangeThroughputExceeded"), resource: Some("` + index + `") }]) }`,
			[]string{"1 IndexReadKeyRangeThroughputExceeded | carts/index/by-owner | - | ThrottlingException"}},
		{"each reason has its own ARN", "reasons [IndexWriteKeyRangeThroughputExceeded " + index + "] [TableWriteKeyRangeThroughputExceeded " + table + "]",
			[]string{"1 IndexWriteKeyRangeThroughputExceeded | carts/index/by-owner | - | -", "1 TableWriteKeyRangeThroughputExceeded | carts | - | -"}},
		{"an ARN before its reason", table + " refused: TableReadKeyRangeThroughputExceeded.", []string{"1 TableReadKeyRangeThroughputExceeded | carts | - | -"}},
		{"a sentence ends after the ARN", "TableReadKeyRangeThroughputExceeded on " + table + ".", []string{"1 TableReadKeyRangeThroughputExceeded | carts | - | -"}},
		{"two operations tell nothing", "GetItem after PutItem: ThrottlingException", []string{"1 ThrottlingException | - | - | -"}},
		{"two exceptions are two requests", "ThrottlingException, then RequestLimitExceeded", []string{"1 RequestLimitExceeded | - | - | -", "1 ThrottlingException | - | - | -"}},

		{"a cancelled transaction", `{"name":"TransactionCanceledException","CancellationReasons":[{"Code":"None"},
			{"Code":"ThrottlingError","Message":"Throughput exceeds the current capacity of your table or index."},{"Code":"ConditionalCheckFailed","Item":{"note":{"S":"RequestLimitExceeded"}}}]}`,
			[]string{"1 current capacity of the table or index exceeded | - | - | ThrottlingError,TransactionCanceledException", "1 ConditionalCheckFailed | - | - | TransactionCanceledException"}},
		{"with reasons of its own", `{"cancellationReasons":[{"code":"ThrottlingError","throttlingReasons":[{"reason":"TableWriteAccountLimitExceeded","resource":"` + table + `"}]}]}`,
			[]string{"1 TableWriteAccountLimitExceeded | carts | - | ThrottlingError,TransactionCanceledException"}},
		{"told by its message", "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons [None, ThrottlingError, TransactionConflict]",
			[]string{"1 ThrottlingError | - | - | TransactionCanceledException", "1 TransactionConflict | - | - | TransactionCanceledException"}},
		{"a list outweighs the message", `{"message":"see specific reasons [ThrottlingError]","CancellationReasons":[{"Code":"ThrottlingError"}]}`,
			[]string{"1 ThrottlingError | - | - | TransactionCanceledException"}},
		{"such a word elsewhere is none", "ConditionalCheckFailed and TransactionConflict", nil},

		{"a batch not done in full", `{"UnprocessedItems":{"carts":[{"PutRequest":{"Item":{"s":{"S":"ThrottlingException"}}}}]}}`, []string{"1 unprocessed part of a batch | - | - | -"}},
		{"done in full", `{"Responses":{"carts":[]},"UnprocessedKeys":{}}`, nil},
		{"as text", "BatchGetItem: UnprocessedKeys: map[carts:{...}]", []string{"1 unprocessed part of a batch | - | BatchGetItem | -"}},
		{"as text, in full", "BatchWriteItem UnprocessedItems: map[] unprocessed_keys={ }", nil},

		{"metrics of CloudWatch", `{"Metrics":[{"Namespace":"AWS/DynamoDB","MetricName":"WriteKeyRangeThroughputThrottleEvents","Dimensions":[{"Name":"TableName","Value":"carts"},{"Name":"GlobalSecondaryIndexName","Value":"by-owner"}]},
			{"MetricName":"ThrottledRequests","Dimensions":[{"Name":"TableName","Value":"carts"},{"Name":"Operation","Value":"PutItem"}]}]}`,
			[]string{"1 ThrottledRequests | carts | PutItem | -", "1 WriteKeyRangeThroughputThrottleEvents | carts/index/by-owner | - | -"}},
		{"names of metrics", "ReadThrottleEvents UserErrors", []string{"1 ReadThrottleEvents | - | - | -", "1 UserErrors | - | - | -"}},
		{"a trail of calls", `{"Records":[{"eventName":"UpdateTable","errorCode":"ThrottlingException"},{"eventName":"DescribeTable","errorCode":"ThrottlingException"}]}`,
			[]string{"2 ThrottlingException of the control plane | - | DescribeTable,UpdateTable | ThrottlingException"}},
		{"lines in JSON in JSON", `{"events":[{"message":"{\"errorType\":\"ThrottlingException\",\"throttlingReasons\":[{\"reason\":\"TableReadKeyRangeThroughputExceeded\",\"resource\":\"` + table + `\"}]}"},{"message":"RequestLimitExceeded"}]}`,
			[]string{"1 RequestLimitExceeded | - | - | -", "1 TableReadKeyRangeThroughputExceeded | carts | - | ThrottlingException"}},
		{"nothing", "all is well", nil},
		{"nothing at all", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := summary(Text(c.text)); !slices.Equal(got, c.want) {
				t.Errorf("%s\nshows %q\nwant  %q", c.text, got, c.want)
			}
		})
	}
}

// A log with lines of all sorts, some of which belong together.
func TestLog(t *testing.T) {
	log := strings.Join([]string{
		"\ufeff2026-11-28T09:00:00Z INFO cart service is up",
		"[2026-11-28] WARN {cart} slow",
		"[2026-11-28 09:00:03] ERROR {cart: 17,",
		"ThrottlingException: Rate of requests exceeds the allowed throughput.",
		"  throttlingReasons: [",
		"    {",
		"      reason: 'IndexWriteKeyRangeThroughputExceeded',",
		"      resource: '" + index + "'",
		"    }",
		"  ]",
		"}",
		`{"level":"error","operation":"PutItem","error":{"name":"ThrottlingException","throttlingReasons":[{"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"` + index + `"}]}}`,
		"{",
		`  "Code": "RequestLimitExceeded",`,
		`  "note": "a brace } and a quote \" in a text"`,
		"}",
		"TableWriteKeyRangeThroughputExceeded",
		"one line that says nothing",
		"two of them",
		"  resource: " + table + " is too far away",
		"TableReadKeyRangeThrouhgputExceeded",
		"{ not: 'closed', TableReadAccountLimitExceeded",
	}, "\r\n")
	found := Text(log)
	want := []string{
		"2 IndexWriteKeyRangeThroughputExceeded | carts/index/by-owner | PutItem | ThrottlingException",
		"1 TableReadAccountLimitExceeded | - | - | -",
		"1 TableWriteKeyRangeThroughputExceeded | - | - | -",
		"1 RequestLimitExceeded | - | - | -",
		"1 rate of requests exceeds the allowed throughput | - | - | ThrottlingException",
	}
	if got := summary(found); !slices.Equal(got, want) {
		t.Errorf("it shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if found.Lines != 22 {
		t.Errorf("it has %d lines", found.Lines)
	}
	unknown := []Unknown{{"TableReadKeyRangeThrouhgputExceeded", "TableReadKeyRangeThroughputExceeded", 1}}
	if !slices.Equal(found.Unknown, unknown) {
		t.Errorf("unknown are %v, want %v", found.Unknown, unknown)
	}
	const warning = "TableReadKeyRangeThrouhgputExceeded looks like a reason but is none; it is there once; the nearest is TableReadKeyRangeThroughputExceeded"
	if got := found.Warnings(); len(got) != 1 || got[0] != warning {
		t.Errorf("the warnings are %q", got)
	}
}

// What AWS does not take for a name is not told as one.
func TestNamesThatAreNone(t *testing.T) {
	const metric = "1 ReadThrottleEvents | - | - | -"
	dimensions := func(table, index string) string {
		return `{"MetricName":"ReadThrottleEvents","Dimensions":[{"Name":"TableName","Value":"` + table + `"},{"Name":"GlobalSecondaryIndexName","Value":"` + index + `"}]}`
	}
	for text, want := range map[string]string{
		dimensions("carts", "by-owner"):                                      "1 ReadThrottleEvents | carts/index/by-owner | - | -",
		dimensions("carts", "by`owner"):                                      metric,
		dimensions("", "by-owner"):                                           metric,
		dimensions("ca", "by-owner"):                                         metric,
		dimensions(`c\u001b[31marts`, "by-owner"):                            metric,
		dimensions(strings.Repeat("c", 256), "by-owner"):                     metric,
		`{"name":"ThrottlingException","TableName":"c.1"}`:                   "1 ThrottlingException | c.1 | - | -",
		`{"name":"ThrottlingException","TableName":"c\n#"}`:                  "1 ThrottlingException | - | - | -",
		`{"name":"ThrottlingException","table_name":"` + index + `"}`:        "1 ThrottlingException | carts/index/by-owner | - | -",
		"ThrottlingException arn:aws:dynamodb:eu-west-1:1:table/c " + table:  "1 ThrottlingException | carts | - | -",
		"ThrottlingException " + table + "-" + strings.Repeat("c", 250):      "1 ThrottlingException | - | - | -",
		"ThrottlingException arn:aws:dynamodb:eu-west-1:1:table/\x1b[0m ```": "1 ThrottlingException | - | - | -",
	} {
		if got := summary(Text(text)); len(got) != 1 || got[0] != want {
			t.Errorf("%s shows %q, want %q", text, got, want)
		}
	}
}

// Colours and escapes run into the words beside them.
func TestWordsOfQuotedAndColouredText(t *testing.T) {
	want := []string{"1 RequestLimitExceeded | - | PutItem | -"}
	for _, text := range []string{
		"\x1b[31mRequestLimitExceeded\x1b[0m \x1b[1;38:5:1mPutItem\x1b[0m",
		`log "\u001b[31mRequestLimitExceeded\u001B[0m" \x1b[1mPutItem \033[0m`,
		`log \\u001b[31mRequestLimitExceeded\\u001b[0m \e[1mPutItem`,
		`{"m":"{\"e\":\"\\u001b[31mRequestLimitExceeded\\u001b[39m PutItem\"}"}`,
		"\x1b[1;39m{\x1b[34m\"e\"\x1b[0m: \x1b[32m\"RequestLimitExceeded\"\x1b[0m, \"operation\": \x1b[32m\"PutItem\"\x1b[0m}",
		`trace: boto\nRequestLimitExceeded: when\tPutItem\r\n`,
		`\u003cRequestLimitExceeded\u003e \x27PutItem\x27`,
	} {
		if got := summary(Text(text)); !slices.Equal(got, want) {
			t.Errorf("%q shows %q, want %q", text, got, want)
		}
	}
	// These are letters of a name.
	for _, text := range []string{"nRequestLimitExceeded", `\qRequestLimitExceeded`, `\u00RequestLimitExceeded`, "31mRequestLimitExceeded"} {
		if got := summary(Text(text)); len(got) != 0 {
			t.Errorf("%q shows %q", text, got)
		}
	}
}

// JSON that is cut, that follows other JSON or that stands after a bracket of other
// things is JSON all the same: of two reasons with one ARN, each has its own.
func TestJSONAmongOthers(t *testing.T) {
	one := `{"operation":"PutItem","ThrottlingReasons":[{"Resource":"` + table + `","Reason":"TableWriteAccountLimitExceeded"},{"Resource":"` + index + `","Reason":"IndexWriteAccountLimitExceeded"}]}`
	for _, c := range []struct {
		name, text string
		count      int
	}{
		{"one", one, 1},
		{"after each other", one + one + one, 3},
		{"with blanks", one + " \t" + one + "\r\n", 2},
		{"of a list", "  " + one + ",\n" + one + ",\r\n", 2},
		{"after an open bracket", "[2026 ERROR {cart: 17,\n" + one + "\n" + one + "\n", 2},
		{"quoted", `{"log":` + fmt.Sprintf("%q", one+one) + `}`, 1}, // one message is one record
		{"a list that is too long to be held", "[\n" + one + ",\n" + strings.Repeat(`{"a":1},`+"\n", maxBlock/8) + "{\n\"m\":" + one + "\n},\n" + one + "\n]\n", 3},
	} {
		want := []string{
			fmt.Sprintf("%d IndexWriteAccountLimitExceeded | carts/index/by-owner | PutItem | -", c.count),
			fmt.Sprintf("%d TableWriteAccountLimitExceeded | carts | PutItem | -", c.count),
		}
		if got := summary(Text(c.text)); !slices.Equal(got, want) {
			t.Errorf("%s: it shows %q, want %q", c.name, got, want)
		}
	}
}

// Keys that differ in their casing alone are read in one order.
func TestKeysInTwoCasings(t *testing.T) {
	want := []string{"1 RequestLimitExceeded | - | PutItem | -"}
	for range 50 {
		if got := summary(Text(`{"operation":"PutItem","Operation":"GetItem","error":"RequestLimitExceeded"}`)); !slices.Equal(got, want) {
			t.Fatalf("it shows %q, want %q", got, want)
		}
	}
}

func TestReadStops(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Read(t.Context(), io.MultiReader(strings.NewReader("RequestLimitExceeded\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("the error of the reader became %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, strings.NewReader("RequestLimitExceeded\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done gives %v", err)
	}
}

// What is no text is refused: read as one, it would show no throttling.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]error{
		"\x1f\x8b\x08\x00":   errCompressed,
		"\x28\xb5\x2f\xfd.":  errCompressed,
		"BZh91":              errCompressed,
		"\x1f\x9d\x90\x61":   errCompressed, // compress
		"\x04\x22\x4d\x18d":  errCompressed, // lz4
		"\xff\xfeT\x00a\x00": errNoText,
		"a log in Latin-1: \xe4 ThrottlingException": nil,
		"BZ": nil,
		"":   nil,
	} {
		if _, err := Read(t.Context(), strings.NewReader(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{
		"TabelWriteKeyRangeThroughputExceeded": "TableWriteKeyRangeThroughputExceeded",
		"ThrottlingExeption":                   "ThrottlingException",
		"grwth":                                "growth",
		"nothing like it":                      "",
	} {
		if got := Nearest(name); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}

// Reading never fails, whatever the text, and how it comes in makes no difference.
// What it finds are reasons that there are and ARNs of tables and indexes.
func FuzzRead(f *testing.F) {
	f.Add(`{"ThrottlingReasons":[{"Reason":"TableReadAccountLimitExceeded","Resource":"` + index + `"}]}`)
	f.Add("specific reasons [None, ThrottlingError]\n{\n\"UnprocessedKeys\": {\"a\": 1}\n}")
	f.Add("[[[{\"a\":\"{\\\"reason\\\":\\\"x\\\"}\"}")
	f.Add("calling the PutItem operation: ThrottlingException " + table)
	f.Fuzz(func(t *testing.T, text string) {
		whole := Text(text)
		bytewise, err := Read(t.Context(), iotest.OneByteReader(strings.NewReader(text)))
		if errors.Is(err, errCompressed) || errors.Is(err, errNoText) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := summary(bytewise), summary(whole); !slices.Equal(got, want) {
			t.Errorf("byte by byte it is %q, as a whole %q", got, want)
		}
		if line, _, _ := strings.Cut(text, "\n"); len(line) < 256 {
			inPieces(t, line)
		}
		for _, finding := range whole.Diagnosis("x").Findings {
			if arn := finding.Resource.ARN; arn != "" {
				if r, ok := diagnose.ParseARN(arn); !ok || r != finding.Resource {
					t.Errorf("%q is taken for %+v", arn, finding.Resource)
				}
			}
			for _, reason := range finding.Reasons {
				if _, ok := diagnose.Lookup(reason); !ok {
					t.Errorf("%q is no reason", reason)
				}
			}
		}
	})
}
