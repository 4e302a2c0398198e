package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// rampFlags are the flags of growth that ask the question.
type rampFlags struct {
	from, to           rate
	over, hold         span
	item               size
	previousPeak, warm rate
	operation          choice
	consistency        choice
	keys               population
	model              choice
	trials             int
	seed               uint64
	assume             []string
}

// evenKeys is how many keys a ramp falls on unless more is known: so many that no
// partition gets noticeably more than its part.
const evenKeys = 1_000_000_000

func newRampFlags() rampFlags {
	r := rampFlags{
		operation:   choice{value: string(request.PutItem), kind: "OPERATION"},
		consistency: choice{kind: "WORD", allowed: []string{string(request.Eventual), string(request.Strong)}},
		model:       choice{value: string(scenario.Observed), kind: "MODEL", allowed: []string{string(scenario.Observed), string(scenario.Documented), string(scenario.Both)}},
		keys:        evenKeys,
	}
	for _, o := range plan.RampOperations {
		r.operation.allowed = append(r.operation.allowed, string(o))
	}
	return r
}

func (r *rampFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&r.from, "from", "calls at the start, like 500/s; none if left out")
	flags.Var(&r.to, "to", "calls at the end, like 40k/s")
	flags.Var(&r.over, "over", "how long the load rises, like 60m; 0s is a jump")
	flags.Var(&r.hold, "hold", "how long the end rate is held after that; 30m after a jump if left out, else 0s")
	flags.Var(&r.item, "item", "the size of an item")
	flags.Var(&r.previousPeak, "previous-peak", "units a second that the table served before; a new table if left out")
	flags.Var(&r.warm, "warm", "the table's warm throughput in units a second")
	r.operation.register(cmd, "operation", "what one call does")
	r.consistency.register(cmd, "consistency", "of a read; eventual if left out")
	flags.Var(&r.keys, "keys", "how many partition-key values there are")
	r.model.register(cmd, "model", "what has been measured, what AWS promises, or both side by side")
	flags.IntVar(&r.trials, "trials", scenario.DefaultTrials, "how many times keys are placed at random, `N`")
	flags.Uint64Var(&r.seed, "seed", scenario.DefaultSeed, "`N` from which all that is random follows")
	flags.StringArrayVar(&r.assume, "assume", nil, "`NAME=VALUE` of what AWS does not publish; \"ddbplan rules --assumptions\" lists the names; repeat it for more")
	// The only error is a flag that does not exist or has a completion already.
	_ = cmd.RegisterFlagCompletionFunc("assume", completeAssumption)
}

// completeAssumption lets shells complete the name of an assumption.
func completeAssumption(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, a := range facts.AssumptionList() {
		names = append(names, a.Name+"=")
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// question is what the flags ask.
func (r *rampFlags) question(flags *pflag.FlagSet) (plan.RampQuestion, error) {
	q := plan.RampQuestion{
		Operation: request.Operation(r.operation.value), Consistency: request.Consistency(r.consistency.value),
		Item: r.item.Bytes, From: r.from.Rate, To: r.to.Rate, Over: r.over.Span, Hold: r.hold.Span,
		Keys: units.Count(r.keys), Model: scenario.Model(r.model.value), Trials: r.trials, Seed: r.seed,
		Assume: facts.DefaultAssumptions(),
	}
	if q.Over == 0 && !r.hold.given {
		q.Hold = plan.RampHold
	}
	for _, a := range r.assume {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return q, fmt.Errorf("--assume %q: write NAME=VALUE, like split_heat=60%%", a)
		}
		if err := q.Assume.Set(name, value); err != nil {
			return q, fmt.Errorf("--assume %w", err)
		}
	}
	if r.previousPeak.given {
		q.PreviousPeak = &r.previousPeak.Rate
	}
	if r.warm.given {
		q.Warm = &r.warm.Rate
	}
	for _, check := range []func(plan.RampQuestion) error{r.checkGiven, checkRates, checkSpans, checkCall, checkWarm, checkTrials} {
		if err := check(q); err != nil {
			return q, err
		}
	}
	return q, nil
}

// checkGiven names the flags without which there is no question.
func (r *rampFlags) checkGiven(plan.RampQuestion) error {
	for _, f := range []struct {
		given bool
		text  string
	}{
		{r.to.given, "--to, the calls at the end, like --to 40k/s"},
		{r.over.given, "--over, how long the load rises, like --over 60m"},
		{r.item.given, "--item, the size of an item, like --item 1KB"},
	} {
		if !f.given {
			return errors.New("growth needs " + f.text)
		}
	}
	return nil
}

func checkRates(q plan.RampQuestion) error {
	if q.To <= q.From {
		return fmt.Errorf("--to %v is not above --from %v: growth is about a load that rises; a scenario takes any shape", q.To, q.From)
	}
	return nil
}

func checkSpans(q plan.RampQuestion) error {
	switch whole := q.Over + q.Hold; {
	case whole < scenario.MinDuration:
		return errors.New("--over 0s and --hold 0s: nothing is left to forecast; hold the end rate for a while, like --hold 30m")
	case whole > scenario.MaxDuration:
		return fmt.Errorf("--over %v and --hold %v: a forecast spans at most %v", q.Over, q.Hold, scenario.MaxDuration)
	}
	return nil
}

func checkCall(q plan.RampQuestion) error {
	switch {
	case q.Item < 1 || q.Item > facts.ItemLimit:
		return fmt.Errorf("--item %v: an item has 1B to %v (R1.14)", q.Item, facts.ItemLimit)
	case q.Consistency != "" && !slices.Contains([]request.Operation{request.GetItem, request.Query}, q.Operation):
		return fmt.Errorf("--consistency does not go with %s; it is for %s, %s", q.Operation, request.GetItem, request.Query)
	}
	return nil
}

func checkWarm(q plan.RampQuestion) error {
	least := facts.WarmWriteMinimum
	if q.Operation.IsRead() {
		least = facts.WarmReadMinimum
	}
	if q.Warm != nil && *q.Warm < least {
		return fmt.Errorf("--warm %v: on demand it is %v or more (R6.22), which every new table has: leave it out", *q.Warm, least)
	}
	return nil
}

func checkTrials(q plan.RampQuestion) error {
	if q.Trials < 1 || q.Trials > scenario.MaxTrials {
		return fmt.Errorf("--trials %d: give 1 to %d", q.Trials, scenario.MaxTrials)
	}
	if err := q.Assume.Check(); err != nil {
		return fmt.Errorf("--assume: %w", err)
	}
	return nil
}
