package plan

import (
	"fmt"
	"strconv"

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

// scalableTarget names it to the CLI, scalableProperties to CloudFormation,
// scalableArguments to Terraform.
func (a *aim) scalableTarget() string {
	id, dimension := a.scalable()
	return fmt.Sprintf("--service-namespace dynamodb --resource-id %s --scalable-dimension %s", words.Shell(id), dimension)
}

func (a *aim) scalableProperties() string {
	id, dimension := a.scalable()
	return fmt.Sprintf("ServiceNamespace: dynamodb, ResourceId: %s, ScalableDimension: %s", strconv.Quote(id), strconv.Quote(dimension))
}

func (a *aim) scalableArguments() string {
	id, dimension := a.scalable()
	return fmt.Sprintf(`service_namespace = "dynamodb", resource_id = %s, scalable_dimension = %s`, strconv.Quote(id), strconv.Quote(dimension))
}

// targetCommands register what is scaled, with its bounds, which belong to
// Application Auto Scaling and not to the table. More is what else CloudFormation
// says of it.
func (a *aim) targetCommands(least, most units.Rate, more string) []Command {
	low, high := int(least), int(most)
	return []Command{
		{"aws", fmt.Sprintf("aws application-autoscaling register-scalable-target %s --min-capacity %d --max-capacity %d", a.scalableTarget(), low, high)},
		{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalableTarget: {%s, MinCapacity: %d, MaxCapacity: %d%s}", a.scalableProperties(), low, high, more)},
		{"terraform", fmt.Sprintf("aws_appautoscaling_target: %s, min_capacity = %d, max_capacity = %d", a.scalableArguments(), low, high)},
	}
}

// boundsCommands set the bounds of auto scaling.
func (a *aim) boundsCommands(_, after *scenario.Scenario) []Command {
	auto := limitsOf(a.capacityOf(after), a.first.Direction).AutoScaling
	return a.targetCommands(auto.Min, auto.Max, "")
}

// scalingCommands add the policy to the bounds, where there is none yet. Every
// tool is told its name and what it scales: a policy without them is refused.
func (a *aim) scalingCommands(before, after *scenario.Scenario) []Command {
	target := limitsOf(a.capacityOf(after), a.first.Direction).AutoScaling.Target
	name := api[a.first.Direction].terraform + "-target"
	metric := fmt.Sprintf("DynamoDB%sCapacityUtilization", api[a.first.Direction].name)
	policy := fmt.Sprintf(`{"TargetValue":%d,"PredefinedMetricSpecification":{"PredefinedMetricType":"%s"}}`, target, metric)
	return append(a.boundsCommands(before, after),
		Command{"aws", fmt.Sprintf("aws application-autoscaling put-scaling-policy %s --policy-name %s --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration %s", a.scalableTarget(), name, words.Shell(policy))},
		Command{"cloudformation", fmt.Sprintf("AWS::ApplicationAutoScaling::ScalingPolicy: {PolicyName: %s, %s, PolicyType: TargetTrackingScaling, TargetTrackingScalingPolicyConfiguration: {TargetValue: %d, PredefinedMetricSpecification: {PredefinedMetricType: %s}}}", name, a.scalableProperties(), target, metric)},
		Command{"terraform", fmt.Sprintf(`aws_appautoscaling_policy: name = %q, policy_type = "TargetTrackingScaling", %s, target_tracking_scaling_policy_configuration { target_value = %d, predefined_metric_specification { predefined_metric_type = "%s" } }`, name, a.scalableArguments(), target, metric)},
	)
}
