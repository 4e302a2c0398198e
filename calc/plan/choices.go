package plan

import (
	"context"
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// provider makes scenarios with other capacity for the same load.
type provider struct {
	*forecast
	scenario *scenario.Scenario
	asked    []asked
	hourly   []hourly // by slot
}

// choice is an alternative that is looked for: a scenario for so many times the peak
// of each slot, of which more provides more.
type choice struct {
	name   string
	values search
	set    func(factors) *scenario.Scenario
}

// factors are how much of the peak is provided for, by slot.
type factors []float64

// even is the same factor for all.
func (p *provider) even(v float64) factors {
	all := make(factors, len(p.asked))
	for slot := range all {
		all[slot] = v
	}
	return all
}

// hourly is the most that is asked for in each hour, and in the quarter of an hour
// after it: what is scheduled for an hour is in force before it begins.
type hourly []float64

// lead is how long before an hour its capacity is there: an update may take minutes.
const lead = 15 * units.Minute

func (h *hourly) add(second int, demand float64) {
	for _, at := range []int{second / int(units.Hour), (second - int(lead)) / int(units.Hour)} {
		if at < 0 {
			continue
		}
		for at >= len(*h) {
			*h = append(*h, 0)
		}
		(*h)[at] = max((*h)[at], demand)
	}
}

// provide begins with what the typical trial of a scenario asks for, retries left out.
func (f *forecast) provide(ctx context.Context, s *scenario.Scenario) (*provider, error) {
	p := &provider{forecast: f, scenario: s, asked: make([]asked, len(f.compiled.busy)), hourly: make([]hourly, len(f.compiled.busy))}
	err := simulate.New(f.compiled.system).Asked(ctx, f.representative.Trial, func(second int, units []float64) {
		for slot := range p.asked {
			p.asked[slot].add(units[slot])
			p.hourly[slot].add(second, units[slot])
		}
	})
	return p, err
}

// choices are the ways to provide capacity, the simplest first.
func (p *provider) choices(ctx context.Context) ([]choice, error) {
	scaled, target, err := p.cheapestTarget(ctx)
	all := []choice{p.onDemand(), p.preWarmed(), p.provisioned(), scaled}
	if p.scenario.Duration >= 2*units.Hour {
		all = append(all, p.scheduled(target))
	}
	return all, err
}

// cheapestTarget is auto scaling with the target that makes it cheapest, as far as
// a sample of the trials tells.
func (p *provider) cheapestTarget(ctx context.Context) (best choice, target int, err error) {
	best, target = p.scaled(facts.TargetDefault), facts.TargetDefault
	lowest := decimal.Zero
	for _, t := range targets {
		c := p.scaled(t)
		v, found, err := c.values.smallest(func(v float64) (bool, error) { return p.promises(ctx, c.set(p.even(v)), sampleOf(p.scenario)/5) })
		if err != nil {
			return best, target, err
		}
		if !found {
			continue
		}
		with := c.set(p.even(v))
		used, _, err := p.play(ctx, with, 1)
		if err != nil {
			return best, target, err
		}
		if month := bill(with, planned(with).all(price.Standard).of(used.uses(with))).Total; lowest.IsZero() || month.LessThan(lowest) {
			c.values = c.values.above(v)
			best, target, lowest = c, t, month
		}
	}
	return best, target, nil
}

// targets are the utilisations that auto scaling is tried with, between the least
// and the most that AWS takes (R7.10).
var targets = []int{50, facts.TargetDefault, facts.TargetMax}

// upwards are factors of which each is so much more than the last.
func upwards(from, to, more, step float64) search {
	var grid []float64
	for v := from; v < to; v *= more {
		grid = append(grid, math.Round(v/step)*step)
	}
	return search{append(slices.Compact(grid), to), func(float64) float64 { return step }}
}

func (p *provider) onDemand() choice {
	return choice{"on-demand", once, func(factors) *scenario.Scenario { return p.everywhere(p.request) }}
}

// request is the setting on-demand of a table or index. What it was provisioned
// with it serves at once (R6.7).
func (p *provider) request(_ int, c *scenario.Capacity) {
	before := *c
	*c = scenario.Capacity{Mode: scenario.OnDemand}
	for _, d := range simulate.Directions {
		was, is := limitsOf(&before, d), limitsOf(c, d)
		if before.Mode == scenario.OnDemand {
			is.PreviousPeak, is.PreviousProvisioned = was.PreviousPeak, was.PreviousProvisioned
		} else {
			is.PreviousProvisioned = was.Provisioned
		}
	}
}

// preWarmed is on-demand with warm throughput for the peak.
func (p *provider) preWarmed() choice {
	return choice{"on-demand, pre-warmed", upwards(1, 4, 1.5, 0.05), func(v factors) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			p.request(r, c)
			for _, d := range simulate.Directions {
				partition := partitionLimit(d)
				warm := units.Rate(min(p.quota(d), math.Ceil(v[simulate.Slot(r, d)]*p.peak(r, d)/partition*enough)*partition))
				if warm > instant(c, d) {
					limitsOf(c, d).Warm = &warm
				}
			}
		})
	}}
}

// provisioned is the peak all the time.
func (p *provider) provisioned() choice {
	return choice{atPeak, upwards(1, 3, 1.1, 0.01), func(v factors) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			fixed(c, func(d simulate.Direction) units.Rate { return p.part(r, d, v) })
		})
	}}
}

// fixed provisions so much of each direction. The span of a bill comes again and
// again, so that nothing is there yet of what was saved up for bursts.
func fixed(c *scenario.Capacity, of func(simulate.Direction) units.Rate) {
	*c = scenario.Capacity{Mode: scenario.Provisioned, BurstEmpty: true}
	for _, d := range simulate.Directions {
		limitsOf(c, d).Provisioned = new(of(d))
	}
}

// part is so much of the peak as the factor of the slot says.
func (p *provider) part(r int, d simulate.Direction, v factors) units.Rate {
	return p.whole(d, v[simulate.Slot(r, d)]*p.peak(r, d))
}

// whole is a capacity that can be set.
func (p *provider) whole(d simulate.Direction, v float64) units.Rate {
	return max(facts.LeastRate, units.Rate(min(p.quota(d), math.Ceil(v*enough))))
}

// scaled is auto scaling from a part of the peak on.
func (p *provider) scaled(target int) choice {
	return choice{autoScaling, upwards(0.1, 2, 1.5, 0.01), func(v factors) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			least := func(d simulate.Direction) units.Rate { return p.part(r, d, v) }
			fixed(c, least)
			p.track(r, c, target, v, least)
		})
	}}
}

// track adds auto scaling, to what the peak needs or to so many times the peak, where
// that is ever more than the least.
func (p *provider) track(r int, c *scenario.Capacity, target int, v factors, least func(simulate.Direction) units.Rate) {
	for _, d := range simulate.Directions {
		l := limitsOf(c, d)
		if most := p.whole(d, p.peak(r, d)*max(v[simulate.Slot(r, d)], 100/float64(target))); most > least(d) {
			l.AutoScaling = &scenario.AutoScaling{Min: *l.Provisioned, Max: most, Target: target, ScaleIn: true}
		}
	}
}

// scheduled is auto scaling with a least capacity for each hour: of a forecast of a
// day or more for each hour of the day.
func (p *provider) scheduled(target int) choice {
	return choice{scheduledScaling, upwards(0.4, 2, 1.5, 0.05), func(v factors) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			hours := p.hoursOf(r, v)
			fixed(c, func(d simulate.Direction) units.Rate { return hours[0][d] })
			p.track(r, c, target, v, func(d simulate.Direction) units.Rate { return quietest(hours)[d] })
			p.schedule(c, hours)
		})
	}}
}

// schedule sets for each hour the least that scaling may go down to, where it is
// another than in the hour before. Of a day the first comes again.
func (p *provider) schedule(c *scenario.Capacity, hours [][2]units.Rate) {
	again, first := units.Span(0), 1
	if p.scenario.Duration >= units.Day {
		again, first = units.Day, 0
	}
	for i := first; i < len(hours); i++ {
		before := hours[(i+len(hours)-1)%len(hours)]
		action := scenario.Scheduled{At: units.Span(i) * units.Hour, Every: again}
		for _, d := range simulate.Directions {
			if limitsOf(c, d).AutoScaling != nil && hours[i][d] != before[d] {
				boundsOf(&action, d).Min = &hours[i][d]
			}
		}
		if action.Read.Min != nil || action.Write.Min != nil {
			c.Schedule = append(c.Schedule, action)
		}
	}
}

// hoursOf is so much of the most that is asked of a resource in each hour, of a day or
// more in each hour of the day.
func (p *provider) hoursOf(r int, v factors) [][2]units.Rate {
	count := min(int(units.Day/units.Hour), int(math.Ceil(float64(p.scenario.Duration/units.Hour))))
	all := make([][2]units.Rate, count)
	for _, d := range simulate.Directions {
		most := make([]float64, count)
		for i, asked := range p.hourly[simulate.Slot(r, d)] {
			most[i%count] = max(most[i%count], asked)
		}
		for i := range all {
			all[i][d] = p.whole(d, v[simulate.Slot(r, d)]*most[i])
		}
	}
	return all
}

// quietest is the least of all hours.
func quietest(hours [][2]units.Rate) [2]units.Rate {
	least := hours[0]
	for _, h := range hours {
		for d := range least {
			least[d] = min(least[d], h[d])
		}
	}
	return least
}

func (p *provider) peak(r int, d simulate.Direction) float64 {
	return p.asked[simulate.Slot(r, d)].peak
}

func (p *provider) quota(d simulate.Direction) float64 {
	return float64(quotaOf(p.scenario, d))
}

// everywhere changes the capacity of all tables and global indexes.
func (p *provider) everywhere(change func(r int, c *scenario.Capacity)) *scenario.Scenario {
	s := p.scenario
	for r := range p.compiled.system.Resources {
		s = withCapacity(s, p.compiled.tables[r], p.compiled.indexes[r], func(c *scenario.Capacity) { change(r, c) })
	}
	return s
}
