package plan

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// scalable are the names of what Application Auto Scaling scales.
func (a *aim) scalable() (id, dimension string) {
	id, of := "table/"+a.table(), "table"
	if a.index() != "" {
		id, of = id+"/index/"+a.index(), "index"
	}
	return id, fmt.Sprintf("dynamodb:%s:%sCapacityUnits", of, api[a.first.Direction].name)
}

// scalableTarget names it to the CLI, scalableArguments to Terraform.
func (a *aim) scalableTarget() string {
	id, dimension := a.scalable()
	return fmt.Sprintf("--service-namespace dynamodb --resource-id %s --scalable-dimension %s", words.Shell(id), dimension)
}

func (a *aim) scalableArguments() string {
	id, dimension := a.scalable()
	return fmt.Sprintf(`service_namespace = "dynamodb", resource_id = %s, scalable_dimension = %s`, strconv.Quote(id), strconv.Quote(dimension))
}

// targetCommands register what is scaled, with its bounds, which belong to
// Application Auto Scaling and not to the table. More is what else CloudFormation
// says of it.
func (a *aim) targetCommands(least, most units.Rate, more string) []Command {
	id, dimension := a.scalable()
	low, high := int(least), int(most)
	return []Command{
		{"aws", fmt.Sprintf("aws application-autoscaling register-scalable-target %s --min-capacity %d --max-capacity %d", a.scalableTarget(), low, high)},
		{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalableTarget: {ServiceNamespace: dynamodb, ResourceId: %s, ScalableDimension: %s, MinCapacity: %d, MaxCapacity: %d%s}", strconv.Quote(id), strconv.Quote(dimension), low, high, more)},
		{"terraform", fmt.Sprintf("aws_appautoscaling_target: %s, min_capacity = %d, max_capacity = %d", a.scalableArguments(), low, high)},
	}
}

// boundsCommands set the bounds of auto scaling.
func (a *aim) boundsCommands(_, after *scenario.Scenario) []Command {
	auto := limitsOf(a.capacityOf(after), a.first.Direction).AutoScaling
	return a.targetCommands(auto.Min, auto.Max, "")
}

// scalingCommands add the policy to the bounds, where there is none yet.
func (a *aim) scalingCommands(before, after *scenario.Scenario) []Command {
	target := limitsOf(a.capacityOf(after), a.first.Direction).AutoScaling.Target
	n := api[a.first.Direction].name
	metric := fmt.Sprintf("DynamoDB%sCapacityUtilization", n)
	policy := fmt.Sprintf(`{"TargetValue":%d,"PredefinedMetricSpecification":{"PredefinedMetricType":"%s"}}`, target, metric)
	return append(a.boundsCommands(before, after),
		Command{"aws", fmt.Sprintf("aws application-autoscaling put-scaling-policy %s --policy-name %s-target --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration %s", a.scalableTarget(), strings.ToLower(n), words.Shell(policy))},
		Command{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalingPolicy: {PolicyType: TargetTrackingScaling, TargetTrackingScalingPolicyConfiguration: {TargetValue: %d, PredefinedMetricSpecification: {PredefinedMetricType: %s}}}", target, metric)},
		Command{"terraform", fmt.Sprintf(`aws_appautoscaling_policy: policy_type = "TargetTrackingScaling", target_tracking_scaling_policy_configuration { target_value = %d, predefined_metric_specification { predefined_metric_type = "%s" } }`, target, metric)},
	)
}
