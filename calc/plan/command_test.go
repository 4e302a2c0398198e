package plan

import (
	"slices"
	"strings"
	"testing"
)

// What Application Auto Scaling has for the writes of the table, and of its index.
const (
	writes   = "--service-namespace dynamodb --resource-id table/t --scalable-dimension dynamodb:table:WriteCapacityUnits"
	ofIndex  = "--service-namespace dynamodb --resource-id table/t/index/by-a --scalable-dimension dynamodb:index:WriteCapacityUnits"
	ofWrites = `service_namespace = "dynamodb", resource_id = "table/t", scalable_dimension = "dynamodb:table:WriteCapacityUnits"`
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
				`aws: aws dynamodb update-table --table-name t --warm-throughput '{"WriteUnitsPerSecond":8000}' --region us-east-1`,
				`cloudformation: Resources.<the table>.Properties.WarmThroughput: {"WriteUnitsPerSecond":8000}`,
				`terraform: aws_dynamodb_table: warm_throughput { write_units_per_second = 8000 }`,
			},
		},
		{
			"capacity of an index, both directions",
			of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {by-a: {key: {partition: a}, projection: all, capacity: {read: 3/s, write: 1/s}}}", "operation: PutItem, index_keys: {by-a: uniform}, rate: 50/s", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --global-secondary-index-updates '[{"Update":{"IndexName":"by-a","ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":12}}}]' --region us-east-1`,
				`cloudformation: Resources.<the table>.Properties.GlobalSecondaryIndexes[IndexName=by-a].ProvisionedThroughput: {"ReadCapacityUnits":3,"WriteCapacityUnits":12}`,
				`terraform: aws_dynamodb_table, global_secondary_index "by-a": read_capacity = 3, write_capacity = 12`,
			},
		},
		{
			"a maximum of reads", of("1m", even+", capacity: {mode: on-demand, max: {read: 500/s}}", "operation: GetItem, consistency: strong, rate: 900/s", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --on-demand-throughput '{"MaxReadRequestUnits":900}' --region us-east-1`,
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
				"aws: aws application-autoscaling register-scalable-target " + writes + " --min-capacity 100 --max-capacity 500 --region us-east-1",
				`cloudformation: AWS::ApplicationAutoScaling::ScalableTarget: {ServiceNamespace: dynamodb, ResourceId: "table/t", ScalableDimension: "dynamodb:table:WriteCapacityUnits", MinCapacity: 100, MaxCapacity: 500, ScheduledActions: [{ScheduledActionName: rush-1, Schedule: "at(2026-12-10T08:29:00)", ScalableTargetAction: {MinCapacity: 500}}, {ScheduledActionName: rush-2, Schedule: "at(2026-12-10T08:45:00)", ScalableTargetAction: {MinCapacity: 100, MaxCapacity: 100}}]}`,
				"terraform: aws_appautoscaling_target: " + ofWrites + ", min_capacity = 100, max_capacity = 500",
				"aws: aws application-autoscaling put-scheduled-action " + writes + " --scheduled-action-name rush-1 --schedule 'at(2026-12-10T08:29:00)' --scalable-target-action MinCapacity=500 --region us-east-1",
				`terraform: aws_appautoscaling_scheduled_action: name = "rush-1", ` + ofWrites + `, schedule = "at(2026-12-10T08:29:00)", scalable_target_action { min_capacity = 500 }`,
				"aws: aws application-autoscaling put-scheduled-action " + writes + " --scheduled-action-name rush-2 --schedule 'at(2026-12-10T08:45:00)' --scalable-target-action MinCapacity=100,MaxCapacity=100 --region us-east-1",
				`terraform: aws_appautoscaling_scheduled_action: name = "rush-2", ` + ofWrites + `, schedule = "at(2026-12-10T08:45:00)", scalable_target_action { min_capacity = 100, max_capacity = 100 }`,
			},
		},
		{
			// From 70 / 0.7 = 100 to 280 / 0.7 = 400.
			"auto scaling of an index",
			of("10h", even+", capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {by-a: {key: {partition: a}, projection: all, capacity: {read: 3/s, write: 100/s}}}",
				"operation: PutItem, index_keys: {by-a: uniform}, rate: {ramp: {from: 70/s, to: 280/s, start: 1h, over: 8h}}", "simulate: {trials: 1}"), 2,
			[]string{
				"aws: aws application-autoscaling register-scalable-target " + ofIndex + " --min-capacity 100 --max-capacity 400 --region us-east-1",
				`cloudformation: AWS::ApplicationAutoScaling::ScalableTarget: {ServiceNamespace: dynamodb, ResourceId: "table/t/index/by-a", ScalableDimension: "dynamodb:index:WriteCapacityUnits", MinCapacity: 100, MaxCapacity: 400}`,
				`terraform: aws_appautoscaling_target: service_namespace = "dynamodb", resource_id = "table/t/index/by-a", scalable_dimension = "dynamodb:index:WriteCapacityUnits", min_capacity = 100, max_capacity = 400`,
				"aws: aws application-autoscaling put-scaling-policy " + ofIndex + ` --policy-name write-target --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration '{"TargetValue":70,"PredefinedMetricSpecification":{"PredefinedMetricType":"DynamoDBWriteCapacityUtilization"}}' --region us-east-1`,
				`cloudformation: AWS::ApplicationAutoScaling::ScalingPolicy: {PolicyName: write-target, ServiceNamespace: dynamodb, ResourceId: "table/t/index/by-a", ScalableDimension: "dynamodb:index:WriteCapacityUnits", PolicyType: TargetTrackingScaling, TargetTrackingScalingPolicyConfiguration: {TargetValue: 70, PredefinedMetricSpecification: {PredefinedMetricType: DynamoDBWriteCapacityUtilization}}}`,
				`terraform: aws_appautoscaling_policy: name = "write-target", policy_type = "TargetTrackingScaling", service_namespace = "dynamodb", resource_id = "table/t/index/by-a", scalable_dimension = "dynamodb:index:WriteCapacityUnits", target_tracking_scaling_policy_configuration { target_value = 70, predefined_metric_specification { predefined_metric_type = "DynamoDBWriteCapacityUtilization" } }`,
			},
		},
		{
			// Both actions are below the 800/s that are asked for; that of reads stays as it is.
			"a higher schedule",
			of("20m", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 1000/s, schedule: [{at: 5m, write: {min: 300/s, max: 300/s}}, {at: 6m, every: 1d, write: {min: 200/s}}, {at: 7m, read: {min: 20/s}}]}",
				"operation: PutItem, rate: 800/s", "model: documented", "simulate: {trials: 1}"), 0,
			[]string{
				"aws: aws application-autoscaling put-scheduled-action " + writes + " --scheduled-action-name '<the action at 5m>' --scalable-target-action MinCapacity=800,MaxCapacity=800 --region us-east-1",
				"cloudformation: Resources.<the scalable target>.Properties.ScheduledActions[ScheduledActionName=<the action at 5m>].ScalableTargetAction: {MinCapacity: 800, MaxCapacity: 800}",
				`terraform: aws_appautoscaling_scheduled_action "<the action at 5m>": scalable_target_action { min_capacity = 800, max_capacity = 800 }`,
				"aws: aws application-autoscaling put-scheduled-action " + writes + " --scheduled-action-name '<the action at 6m>' --scalable-target-action MinCapacity=800 --region us-east-1",
				"cloudformation: Resources.<the scalable target>.Properties.ScheduledActions[ScheduledActionName=<the action at 6m>].ScalableTargetAction: {MinCapacity: 800}",
				`terraform: aws_appautoscaling_scheduled_action "<the action at 6m>": scalable_target_action { min_capacity = 800 }`,
			},
		},
		{
			// 800 is above the most that tracking may set.
			"a higher schedule of what tracking moves",
			of("20m", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 1000/s, auto_scaling: {write: {min: 100/s, max: 700/s, target: 70%, scale_in: false}}, schedule: [{at: 0s, write: {min: 300/s}}]}",
				"operation: PutItem, rate: 800/s", "model: documented", "simulate: {trials: 1, assume: {update_time_min: 1m, update_time_max: 1m}}"), 0,
			[]string{
				"aws: aws application-autoscaling register-scalable-target " + writes + " --min-capacity 100 --max-capacity 800 --region us-east-1",
				`cloudformation: AWS::ApplicationAutoScaling::ScalableTarget: {ServiceNamespace: dynamodb, ResourceId: "table/t", ScalableDimension: "dynamodb:table:WriteCapacityUnits", MinCapacity: 100, MaxCapacity: 800}`,
				"terraform: aws_appautoscaling_target: " + ofWrites + ", min_capacity = 100, max_capacity = 800",
				"aws: aws application-autoscaling put-scheduled-action " + writes + " --scheduled-action-name '<the action at 0s>' --scalable-target-action MinCapacity=800 --region us-east-1",
				"cloudformation: Resources.<the scalable target>.Properties.ScheduledActions[ScheduledActionName=<the action at 0s>].ScalableTargetAction: {MinCapacity: 800}",
				`terraform: aws_appautoscaling_scheduled_action "<the action at 0s>": scalable_target_action { min_capacity = 800 }`,
			},
		},
		{
			"warm throughput of both directions",
			of("1m", even+", capacity: {mode: on-demand, warm: {read: 20k/s}}", "operation: PutItem, rate: 8000/s", "model: documented", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --warm-throughput '{"WriteUnitsPerSecond":8000}' --region us-east-1`,
				`cloudformation: Resources.<the table>.Properties.WarmThroughput: {"ReadUnitsPerSecond":20000,"WriteUnitsPerSecond":8000}`,
				"terraform: aws_dynamodb_table: warm_throughput { read_units_per_second = 20000, write_units_per_second = 8000 }",
			},
		},
		{
			"maxima of both directions of an index",
			// 1,800 reads of one item a second, half a unit each.
			of("1m", even+", capacity: {mode: on-demand}, indexes: {by-a: {key: {partition: a}, projection: all, capacity: {max: {read: 500/s, write: 700/s}}}}",
				"operation: Query, items: 1, index: by-a, item: 4KB, consistency: eventual, keys: {uniform: 1M}, rate: 1800/s", "simulate: {trials: 1}"), 0,
			[]string{
				`aws: aws dynamodb update-table --table-name t --global-secondary-index-updates '[{"Update":{"IndexName":"by-a","OnDemandThroughput":{"MaxReadRequestUnits":900}}}]' --region us-east-1`,
				`cloudformation: Resources.<the table>.Properties.GlobalSecondaryIndexes[IndexName=by-a].OnDemandThroughput: {"MaxReadRequestUnits":900,"MaxWriteRequestUnits":700}`,
				`terraform: aws_dynamodb_table, global_secondary_index "by-a": on_demand_throughput { max_read_request_units = 900, max_write_request_units = 700 }`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := advised(t, c.text)
			expectCommands(t, r.Remedies[c.remedy], c.want)
		})
	}
}

func expectCommands(t *testing.T, m Remedy, want []string) {
	t.Helper()
	var got []string
	for _, c := range m.Commands {
		got = append(got, c.For+": "+c.Text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("commands\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Of two changes of one block each says what there is after both, so that it does
// not matter which is applied last.
func TestBlocksOfSeveralStepsAgree(t *testing.T) {
	r := advised(t, "duration: 1m\ntables: {t: {"+even+", capacity: {mode: on-demand, max: {read: 300/s, write: 500/s}}}}\n"+
		"traffic: [{name: put, table: t, operation: PutItem, rate: 900/s}, {name: get, table: t, operation: GetItem, consistency: strong, rate: 400/s}]\nsimulate: {trials: 1}\n")
	expectCommands(t, r.Remedies[0], []string{
		`aws: aws dynamodb update-table --table-name t --on-demand-throughput '{"MaxWriteRequestUnits":900}' --region us-east-1`,
		`cloudformation: Resources.<the table>.Properties.OnDemandThroughput: {"MaxReadRequestUnits":400,"MaxWriteRequestUnits":900}`,
		"terraform: aws_dynamodb_table: on_demand_throughput { max_read_request_units = 400, max_write_request_units = 900 }",
		"aws: aws dynamodb wait table-exists --table-name t --region us-east-1",
		`aws: aws dynamodb update-table --table-name t --on-demand-throughput '{"MaxReadRequestUnits":400}' --region us-east-1`,
	})
}

// A command goes to the Region of the scenario, whatever the shell has set.
func TestCommandsNameTheRegion(t *testing.T) {
	s := question(t, of("1m", even+", capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 8000/s", "model: documented", "simulate: {trials: 1}"))
	s.Region = "it's far"
	r, err := Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, c := range r.Remedies[0].Commands {
		if strings.HasSuffix(c.Text, ` --region 'it'\''s far'`) != (c.For == "aws") {
			t.Errorf("%s: %s", c.For, c.Text)
		}
		if c.For == "aws" {
			told++
		}
	}
	if told != 3 { // an update, a wait and another update
		t.Errorf("%d commands for the CLI", told)
	}
}

// Without a date nobody knows when an action comes; it is said what to write.
func TestScheduleWithoutADate(t *testing.T) {
	for _, c := range []struct {
		start, want string
		told        bool
	}{
		{"", "'at(<start + 29m>)'", true},
		{"start: 2026-12-10T23:50:00+01:00", "'at(2026-12-10T23:19:00)'", false},
	} {
		r := advised(t, of("1h", even+", capacity: {mode: provisioned, read: 10/s, write: 100/s}", "operation: PutItem, rate: {points: [[0s, 50/s], [30m, 50/s], [30m, 500/s], [45m, 500/s], [45m, 50/s]]}",
			c.start, "simulate: {trials: 1, assume: {update_time_min: 1m, update_time_max: 1m}}"))
		m := r.Remedies[1]
		const effect = "the scenario has no start: in its commands write for <start + 29m> and the like that moment in UTC, as in 2026-12-10T08:30:00"
		if got := slices.Contains(m.SideEffects, effect); got != c.told {
			t.Errorf("%q: effects %q", c.start, m.SideEffects)
		}
		if !strings.Contains(m.Commands[3].Text, c.want) {
			t.Errorf("%q: %s, want %s in it", c.start, m.Commands[3].Text, c.want)
		}
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
