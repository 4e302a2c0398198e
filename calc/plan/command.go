package plan

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/words"
)

// Command is a change as a tool is told of it.
type Command struct {
	For  string `json:"for"` // aws, cloudformation or terraform
	Text string `json:"text"`
}

// api are the names that AWS has for the two directions.
var api = [...]struct{ name, terraform string }{simulate.Read: {"Read", "read"}, simulate.Write: {"Write", "write"}}

const updateTable = "aws dynamodb update-table --table-name "

// three words a change of the table or index for each tool. The CLI's option is
// JSON; for an index it stands within an update of that index.
func (a *aim) three(option, property, fields, terraform string) []Command {
	cli := fmt.Sprintf(updateTable+"%s --%s %s", words.Shell(a.table()), option, words.Shell("{"+fields+"}"))
	where := "Resources.<the table>.Properties." + property
	block := "aws_dynamodb_table"
	if index := a.index(); index != "" {
		update := fmt.Sprintf(`[{"Update":{"IndexName":%s,"%s":{%s}}}]`, strconv.Quote(index), property, fields)
		cli = fmt.Sprintf(updateTable+"%s --global-secondary-index-updates %s", words.Shell(a.table()), words.Shell(update))
		where = fmt.Sprintf("Resources.<the table>.Properties.GlobalSecondaryIndexes[IndexName=%s].%s", index, property)
		block = fmt.Sprintf("aws_dynamodb_table, global_secondary_index %s", strconv.Quote(index))
	}
	return []Command{{"aws", cli}, {"cloudformation", where + ": {" + fields + "}"}, {"terraform", block + ": " + terraform}}
}

func (a *aim) warmCommands(v float64) []Command {
	n := api[a.first.Direction]
	return a.three("warm-throughput", "WarmThroughput",
		fmt.Sprintf(`"%sUnitsPerSecond":%d`, n.name, int(v)),
		fmt.Sprintf("warm_throughput { %s_units_per_second = %d }", n.terraform, int(v)))
}

func (a *aim) maximumCommands(v float64) []Command {
	n := api[a.first.Direction]
	return a.three("on-demand-throughput", "OnDemandThroughput",
		fmt.Sprintf(`"Max%sRequestUnits":%d`, n.name, int(v)),
		fmt.Sprintf("on_demand_throughput { max_%s_request_units = %d }", n.terraform, int(v)))
}

// capacityCommands name both directions, as the API wants it.
func (a *aim) capacityCommands(v float64) []Command {
	both := [2]float64{}
	for _, d := range simulate.Directions {
		both[d] = a.resource().Limits[d].Provisioned
	}
	both[a.first.Direction] = v
	return a.three("provisioned-throughput", "ProvisionedThroughput",
		fmt.Sprintf(`"ReadCapacityUnits":%d,"WriteCapacityUnits":%d`, int(both[simulate.Read]), int(both[simulate.Write])),
		fmt.Sprintf("%s_capacity = %d", api[a.first.Direction].terraform, int(v)))
}

// quotaCodes are the names that Service Quotas has for those of a table.
var quotaCodes = [...]string{simulate.Read: facts.TableReadQuotaCode, simulate.Write: facts.TableWriteQuotaCode}

func (a *aim) quotaCommands(v float64) []Command {
	code := quotaCodes[a.first.Direction]
	return []Command{
		{"aws", fmt.Sprintf("aws service-quotas request-service-quota-increase --service-code dynamodb --quota-code %s --desired-value %d --region %s", code, int(v), words.Shell(a.scenario.Region))},
		{"terraform", fmt.Sprintf(`aws_servicequotas_service_quota: service_code = "dynamodb", quota_code = "%s", value = %d`, code, int(v))},
	}
}

// scalable are the names of what Application Auto Scaling scales.
func (a *aim) scalable() (id, dimension string) {
	id, of := "table/"+a.table(), "table"
	if a.index() != "" {
		id, of = id+"/index/"+a.index(), "index"
	}
	return id, fmt.Sprintf("dynamodb:%s:%sCapacityUnits", of, api[a.first.Direction].name)
}

// scalableTarget names it to the CLI.
func (a *aim) scalableTarget() string {
	id, dimension := a.scalable()
	return fmt.Sprintf("--service-namespace dynamodb --resource-id %s --scalable-dimension %s", words.Shell(id), dimension)
}

// boundsCommands set the bounds of what is scaled, which belong to Application
// Auto Scaling and not to the table.
func (a *aim) boundsCommands(s scenario.AutoScaling) []Command {
	id, dimension := a.scalable()
	low, high := int(s.Min), int(s.Max)
	return []Command{
		{"aws", fmt.Sprintf("aws application-autoscaling register-scalable-target %s --min-capacity %d --max-capacity %d", a.scalableTarget(), low, high)},
		{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalableTarget: {ServiceNamespace: dynamodb, ResourceId: %s, ScalableDimension: %s, MinCapacity: %d, MaxCapacity: %d}", strconv.Quote(id), strconv.Quote(dimension), low, high)},
		{"terraform", fmt.Sprintf(`aws_appautoscaling_target: service_namespace = "dynamodb", resource_id = %s, scalable_dimension = %s, min_capacity = %d, max_capacity = %d`, strconv.Quote(id), strconv.Quote(dimension), low, high)},
	}
}

// scalingCommands add the policy to the bounds, where there is none yet.
func (a *aim) scalingCommands(s scenario.AutoScaling) []Command {
	n := api[a.first.Direction].name
	metric := fmt.Sprintf("DynamoDB%sCapacityUtilization", n)
	policy := fmt.Sprintf(`{"TargetValue":%d,"PredefinedMetricSpecification":{"PredefinedMetricType":"%s"}}`, s.Target, metric)
	return append(a.boundsCommands(s),
		Command{"aws", fmt.Sprintf("aws application-autoscaling put-scaling-policy %s --policy-name %s-target --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration %s", a.scalableTarget(), strings.ToLower(n), words.Shell(policy))},
		Command{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalingPolicy: {PolicyType: TargetTrackingScaling, TargetTrackingScalingPolicyConfiguration: {TargetValue: %d, PredefinedMetricSpecification: {PredefinedMetricType: %s}}}", s.Target, metric)},
		Command{"terraform", fmt.Sprintf(`aws_appautoscaling_policy: policy_type = "TargetTrackingScaling", target_tracking_scaling_policy_configuration { target_value = %d, predefined_metric_specification { predefined_metric_type = "%s" } }`, s.Target, metric)},
	)
}

// awaited puts a wait between two updates of one table: while one goes on, AWS
// refuses another (R10.5).
func awaited(commands []Command) []Command {
	all, updated := []Command{}, map[string]bool{}
	for _, c := range commands {
		if table, ok := strings.CutPrefix(c.Text, updateTable); ok {
			table, _, _ = strings.Cut(table, " --")
			if updated[table] {
				all = append(all, Command{c.For, "aws dynamodb wait table-exists --table-name " + table})
			}
			updated[table] = true
		}
		all = append(all, c)
	}
	return all
}
