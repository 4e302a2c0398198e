package plan

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// Command is a change as a tool is told of it.
type Command struct {
	For  string `json:"for"` // aws, cloudformation or terraform
	Text string `json:"text"`
}

// commands are those that make of a scenario what it is after a change. Of what
// later changes set anew they tell the last.
type commands func(before, after *scenario.Scenario) []Command

// api are the names that AWS has for the two directions.
var api = [...]struct{ name, terraform string }{simulate.Read: {"Read", "read"}, simulate.Write: {"Write", "write"}}

const updateTable = "aws dynamodb update-table --table-name "

// three words a change of the table or index for each tool. The CLI's option is
// JSON, of what is changed alone; for an index it stands within an update of that
// index. What the other tools are told replaces the whole.
func (a *aim) three(option, property, changed, whole, terraform string) []Command {
	cli := fmt.Sprintf(updateTable+"%s --%s %s", words.Shell(a.table()), option, words.Shell("{"+changed+"}"))
	where := "Resources.<the table>.Properties." + property
	block := "aws_dynamodb_table"
	if index := a.index(); index != "" {
		update := fmt.Sprintf(`[{"Update":{"IndexName":%s,"%s":{%s}}}]`, strconv.Quote(index), property, changed)
		cli = fmt.Sprintf(updateTable+"%s --global-secondary-index-updates %s", words.Shell(a.table()), words.Shell(update))
		where = fmt.Sprintf("Resources.<the table>.Properties.GlobalSecondaryIndexes[IndexName=%s].%s", index, property)
		block = fmt.Sprintf("aws_dynamodb_table, global_secondary_index %s", strconv.Quote(index))
	}
	return []Command{{"aws", cli}, {"cloudformation", where + ": {" + whole + "}"}, {"terraform", block + ": " + terraform}}
}

// throughput is a setting that either direction may have or not, with the names
// that the tools have for it.
type throughput struct {
	option, property, field string // of the API; %s is the direction
	block, argument         string // of Terraform
	of                      func(*scenario.Limits) *units.Rate
}

var (
	warmThroughput = throughput{"warm-throughput", "WarmThroughput", "%sUnitsPerSecond", "warm_throughput", "%s_units_per_second",
		func(l *scenario.Limits) *units.Rate { return l.Warm }}
	maximumThroughput = throughput{"on-demand-throughput", "OnDemandThroughput", "Max%sRequestUnits", "on_demand_throughput", "max_%s_request_units",
		func(l *scenario.Limits) *units.Rate { return l.Maximum }}
)

// throughputCommands change a direction. What the other has is named where it
// would be gone otherwise.
func (a *aim) throughputCommands(t throughput) commands {
	return func(_, after *scenario.Scenario) []Command {
		var changed string
		var fields, arguments []string
		for _, d := range simulate.Directions {
			v := t.of(limitsOf(a.capacityOf(after), d))
			if v == nil {
				continue
			}
			field := fmt.Sprintf(`"`+t.field+`":%d`, api[d].name, int(*v))
			fields = append(fields, field)
			arguments = append(arguments, fmt.Sprintf(t.argument+" = %d", api[d].terraform, int(*v)))
			if d == a.first.Direction {
				changed = field
			}
		}
		return a.three(t.option, t.property, changed, strings.Join(fields, ","), t.block+" { "+strings.Join(arguments, ", ")+" }")
	}
}

// capacityCommands name both directions, as the API wants it.
func (a *aim) capacityCommands(_, after *scenario.Scenario) []Command {
	c := a.capacityOf(after)
	read, write := int(*c.Read.Provisioned), int(*c.Write.Provisioned)
	both := fmt.Sprintf(`"ReadCapacityUnits":%d,"WriteCapacityUnits":%d`, read, write)
	return a.three("provisioned-throughput", "ProvisionedThroughput", both, both,
		fmt.Sprintf("read_capacity = %d, write_capacity = %d", read, write))
}

// quotaCodes are the names that Service Quotas has for those of a table.
var quotaCodes = [...]string{simulate.Read: facts.TableReadQuotaCode, simulate.Write: facts.TableWriteQuotaCode}

func (a *aim) quotaCommands(_, after *scenario.Scenario) []Command {
	code, quota := quotaCodes[a.first.Direction], after.Assume.TableReadQuota
	if a.first.Direction == simulate.Write {
		quota = after.Assume.TableWriteQuota
	}
	return []Command{
		{"aws", fmt.Sprintf("aws service-quotas request-service-quota-increase --service-code dynamodb --quota-code %s --desired-value %d", code, int(quota))},
		{"terraform", fmt.Sprintf(`aws_servicequotas_service_quota: service_code = "dynamodb", quota_code = "%s", value = %d`, code, int(quota))},
	}
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

// inRegion tells the CLI where the table is.
func inRegion(commands []Command, region string) []Command {
	for i, c := range commands {
		if c.For == "aws" {
			commands[i].Text = c.Text + " --region " + words.Shell(region)
		}
	}
	return commands
}
