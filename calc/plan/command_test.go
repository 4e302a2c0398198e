package plan

import (
	"slices"
	"strings"
	"testing"
)

// Each setting of AWS can be told to three tools, or to those that know it.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name, text string
		remedy     int
		want       []string
	}{
		{
			"warm throughput", of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, rate: 8000/s", "model: documented", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --warm-throughput '{"WriteUnitsPerSecond":8000}'`,
				`cloudformation: Resources.<the table>.Properties.WarmThroughput: {"WriteUnitsPerSecond":8000}`,
				`terraform: aws_dynamodb_table: warm_throughput { write_units_per_second = 8000 }`,
			},
		},
		{
			"capacity of an index, both directions",
			of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {it's: {key: {partition: a}, projection: all, capacity: {read: 3/s, write: 1/s}}}", "operation: PutItem, index_keys: {it's: uniform}, rate: 50/s", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --global-secondary-index-updates '[{"Update":{"IndexName":"it'\''s","ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":12}}}]'`,
				`cloudformation: Resources.<the table>.Properties.GlobalSecondaryIndexes[IndexName=it's].ProvisionedThroughput: {"ReadCapacityUnits":3,"WriteCapacityUnits":12}`,
				`terraform: aws_dynamodb_table, global_secondary_index "it's": write_capacity = 12`,
			},
		},
		{
			"a maximum of reads", of("1m", even+", capacity: {mode: on-demand, max: {read: 500/s}}", "operation: GetItem, consistency: strong, rate: 900/s", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --on-demand-throughput '{"MaxReadRequestUnits":900}'`,
				`cloudformation: Resources.<the table>.Properties.OnDemandThroughput: {"MaxReadRequestUnits":900}`,
				`terraform: aws_dynamodb_table: on_demand_throughput { max_read_request_units = 900 }`,
			},
		},
		{
			"a quota", of("1m", even+", capacity: {mode: on-demand}, partitions: 80", "operation: PutItem, rate: 45k/s", "simulate: {trials: 1}"), 0,
			[]string{
				"aws: aws service-quotas request-service-quota-increase --service-code dynamodb --quota-code L-AB614373 --desired-value 45000 --region us-east-1",
				`terraform: aws_servicequotas_service_quota: service_code = "dynamodb", quota_code = "L-AB614373", value = 45000`,
			},
		},
		{
			"a schedule",
			of("1h", even+", capacity: {mode: provisioned, read: 10/s, write: 100/s}", "operation: PutItem, rate: {points: [[0s, 50/s], [30m, 50/s], [30m, 500/s], [45m, 500/s], [45m, 50/s]]}",
				"start: 2026-12-10T08:00:00Z", "simulate: {trials: 1, assume: {update_time_min: 1m, update_time_max: 1m}}"), 1,
			[]string{
				"aws: aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/t --scalable-dimension dynamodb:table:WriteCapacityUnits --min-capacity 100 --max-capacity 500",
				"aws: aws application-autoscaling put-scheduled-action --service-namespace dynamodb --resource-id table/t --scalable-dimension dynamodb:table:WriteCapacityUnits --scheduled-action-name rush-1 --schedule 'at(2026-12-10T08:29:00)' --scalable-target-action MinCapacity=500",
				"aws: aws application-autoscaling put-scheduled-action --service-namespace dynamodb --resource-id table/t --scalable-dimension dynamodb:table:WriteCapacityUnits --scheduled-action-name rush-2 --schedule 'at(2026-12-10T08:45:00)' --scalable-target-action MinCapacity=100,MaxCapacity=100",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := advised(t, c.text)
			var got []string
			for _, command := range r.Remedies[c.remedy].Commands {
				got = append(got, command.For+": "+command.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("commands\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A second update of a table has to wait for the first.
func TestUpdatesWaitForOneAnother(t *testing.T) {
	r := advised(t, of("1m", even+", capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 8000/s", "model: documented", "simulate: {trials: 1}"))
	var got []string
	for _, c := range r.Remedies[0].Commands {
		if c.For == "aws" {
			got = append(got, strings.Fields(c.Text)[2])
		}
	}
	if want := []string{"update-table", "wait", "update-table"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
