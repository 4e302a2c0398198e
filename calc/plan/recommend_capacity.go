package plan

import (
	"context"
	"fmt"
	"math"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// enough is the part of what is needed that counts as all of it: two ways to one
// figure may differ in its last digits.
const enough = 1 - 1e-9

// capacity recommends what to provision. Where it is scaled, it only tells where that begins.
func (a *adviser) capacity(slot int) {
	on, need := a.on(slot), a.need(slot)
	limits := on.limits()
	if limits.Scaling != nil || len(limits.Schedule) > 0 || limits.Provisioned >= need*enough {
		return
	}
	value := a.atLeast(tidy(need), on.onDirection())
	set := on.setting(func(l *scenario.Limits, v units.Rate) { l.Provisioned = &v })
	a.add(slot, rate(on.onDirection())(value)[0], a.over(slot, value)+a.aboveQuota(slot, value), set(a.scenario, value))
}

// warm recommends warm throughput where the peak is more than is served from the
// start, in whole partitions and within the quota (R6.21). A peak that fits is
// enough if no headroom is required: what is set is charged, and stays.
func (a *adviser) warm(slot int) {
	on, need := a.on(slot), a.need(slot)
	limits, partition := on.limits(), partitionLimit(on.first.Direction)
	served := limits.Promised
	if !a.compiled.system.Documented {
		served = max(served, float64(on.resource().Partitions)*partition)
	}
	if a.asked[slot].peak*enough <= served && !(a.required && need*enough > served) {
		return
	}
	path := on.onDirection("warm")
	value := min(limits.Quota, a.atLeast(math.Ceil(need/partition*enough)*partition, path))
	if value <= served {
		return
	}
	a.compiled.rules.lean("R6.20", "R6.21", "R6.25")
	why := fmt.Sprintf("%s; it serves %s at the start and grows only after minutes. It is charged once, when it is set, and cannot be lowered again (R6.20, R6.25)", a.over(slot, value), words.Number(served))
	a.add(slot, rate(path)(value)[0], why, on.withWarm(a.scenario, value))
	a.warmed = append(a.warmed, warmed{slot, value})
}

// warmed is a slot and the warm throughput that is recommended for it.
type warmed struct {
	slot  int
	value float64
}

// raiseWarm raises warm throughput that does not keep the forecast from being
// throttled, where more does: keys may fall unevenly on partitions.
func (a *adviser) raiseWarm(ctx context.Context) error {
	for _, w := range a.warmed {
		on, partition := a.on(w.slot), partitionLimit(simulate.Direction(w.slot%2))
		s := search{doublings(w.value, on.limits().Quota), func(float64) float64 { return partition }}
		raised, found, err := s.smallest(func(v float64) (bool, error) {
			sim := simulate.New(compile(on.withWarm(a.scenario, v), a.compiled.system.Documented).system)
			refuses, err := sim.Refuses(ctx, a.representative.Trial, []int{w.slot}, []simulate.Limit{simulate.Partition, simulate.Growth})
			return !refuses, err
		})
		if err != nil {
			return err
		}
		if found {
			a.rows[w.slot][0].Change.Value, a.scenario = units.Rate(raised).String(), on.withWarm(a.scenario, raised)
		}
	}
	return nil
}

// guard is how many times the peak a set maximum lets through: room for a guess
// that is too low, and a bound on what a runaway caller spends. It is ours.
const guard = 2

// maximum recommends a set maximum as a guard against spending. Where the quota
// comes first, that is one already.
func (a *adviser) maximum(slot int) {
	on, peak, need := a.on(slot), a.asked[slot].peak, a.need(slot)
	limits, path := on.limits(), on.onDirection("max")
	if limits.Maximum >= need*enough {
		return
	}
	times := max(guard, 1/(1-a.headroom))
	value := a.atLeast(tidy(times*peak), path)
	if value >= limits.Quota {
		if limits.Maximum == 0 || limits.Maximum >= limits.Quota {
			return
		}
		value = limits.Quota // more cannot be set
	}
	a.compiled.rules.lean("R6.30")
	why := fmt.Sprintf("%s times its peak of %s, a guard against spending", words.Number(times), a.worded(slot, peak))
	switch {
	case value < need*enough:
		why = a.over(slot, value)
	case limits.Maximum > 0:
		why = fmt.Sprintf("what is set does not leave %s of headroom over its peak of %s", words.Share(a.headroom), a.worded(slot, peak))
	}
	why += "; what is beyond is refused (R6.30)"
	if on.index() != "" && on.first.Direction == simulate.Write {
		a.compiled.rules.lean("R8.43")
		why += ", and with it the writes of its table (R8.43)"
	}
	set := on.setting(func(l *scenario.Limits, v units.Rate) { l.Maximum = &v })
	a.add(slot, rate(path)(value)[0], why, set(a.scenario, value))
}
