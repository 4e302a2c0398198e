package plan

import (
	"context"
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
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

func (f *forecast) provide(ctx context.Context, s *scenario.Scenario) (*provider, error) {
	p := &provider{forecast: f, scenario: s, asked: make([]asked, len(f.compiled.busy)), hourly: make([]hourly, len(f.compiled.busy))}
	for slot := range p.asked {
		p.asked[slot].quietest = math.Inf(1)
	}
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
		v, found, err := c.values.smallest(func(v float64) (bool, error) { return p.promises(ctx, c.set(v)) })
		if err != nil {
			return best, target, err
		}
		if !found {
			continue
		}
		with := c.set(v)
		used, _, err := p.play(ctx, with, 1)
		if err != nil {
			return best, target, err
		}
		if month := bill(with, used.uses(with)).Total; lowest.IsZero() || month.LessThan(lowest) {
			c.values = c.values.above(v)
			best, target, lowest = c, t, month
		}
	}
	return best, target, nil
}

// targets are the utilisations that auto scaling is tried with, between the least
// and the most that AWS takes (R7.10).
var targets = []int{50, facts.TargetDefault, facts.TargetMax}

// factors are how much of the peak is provided for, each so much more than the last.
func factors(from, to, more, step float64) search {
	var grid []float64
	for v := from; v < to; v *= more {
		grid = append(grid, math.Round(v/step)*step)
	}
	return search{append(slices.Compact(grid), to), func(float64) float64 { return step }}
}

func (p *provider) onDemand() choice {
	return choice{"on-demand", false, once, func(float64) *scenario.Scenario { return p.everywhere(p.request) }}
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
	return choice{"on-demand, pre-warmed", false, factors(1, 4, 1.5, 0.05), func(v float64) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			p.request(r, c)
			for _, d := range simulate.Directions {
				partition := partitionLimit(d)
				warm := units.Rate(min(p.quota(d), math.Ceil(v*p.peak(r, d)/partition*enough)*partition))
				if warm > instant(c, d) {
					limitsOf(c, d).Warm = &warm
				}
			}
		})
	}}
}

// provisioned is the peak all the time.
func (p *provider) provisioned() choice {
	return choice{atPeak, false, factors(1, 3, 1.1, 0.01), func(v float64) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			p.fixed(r, c, func(d simulate.Direction) float64 { return v * p.peak(r, d) })
		})
	}}
}

// fixed provisions so much of each direction.
func (p *provider) fixed(_ int, c *scenario.Capacity, of func(simulate.Direction) float64) {
	*c = scenario.Capacity{Mode: scenario.Provisioned, BurstEmpty: c.BurstEmpty}
	for _, d := range simulate.Directions {
		limitsOf(c, d).Provisioned = new(p.whole(d, of(d)))
	}
}

// whole is a capacity that can be set.
func (p *provider) whole(d simulate.Direction, v float64) units.Rate {
	return max(facts.LeastRate, units.Rate(min(p.quota(d), math.Ceil(v*enough))))
}

// scaled is auto scaling from a part of the peak on.
func (p *provider) scaled(target int) choice {
	return choice{"auto scaling", true, factors(0.1, 2, 1.5, 0.01), func(v float64) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			p.fixed(r, c, func(d simulate.Direction) float64 { return v * p.peak(r, d) })
			p.track(r, c, target, v, [...]float64{simulate.Read: p.peak(r, simulate.Read), simulate.Write: p.peak(r, simulate.Write)})
		})
	}}
}

// track adds auto scaling, to what the peak needs or to so many times the peak, where
// that is ever more than the least.
func (p *provider) track(r int, c *scenario.Capacity, target int, v float64, least [2]float64) {
	for _, d := range simulate.Directions {
		l := limitsOf(c, d)
		if most := p.whole(d, p.peak(r, d)*max(v, 100/float64(target))); most > p.whole(d, v*least[d]) {
			l.AutoScaling = &scenario.AutoScaling{Min: *l.Provisioned, Max: most, Target: target, ScaleIn: true}
		}
	}
}

// followsUse tells whether the capacity of anything does.
func followsUse(s *scenario.Scenario) bool {
	follows := func(c *scenario.Capacity) bool { return c.Read.AutoScaling != nil || c.Write.AutoScaling != nil }
	return slices.ContainsFunc(s.Tables, func(t scenario.Table) bool {
		return follows(&t.Capacity) || slices.ContainsFunc(t.Indexes, func(x scenario.Index) bool { return follows(&x.Capacity) })
	})
}

// scheduled is auto scaling with a least capacity for each hour: of a forecast of
// several days for each hour of the day.
func (p *provider) scheduled(target int) choice {
	return choice{"scheduled scaling", true, factors(0.4, 2, 1.5, 0.05), func(v float64) *scenario.Scenario {
		return p.everywhere(func(r int, c *scenario.Capacity) {
			hours := p.hoursOf(r)
			p.fixed(r, c, func(d simulate.Direction) float64 { return v * hours[0][d] })
			p.track(r, c, target, v, quietest(hours))
			p.schedule(c, hours, v)
		})
	}}
}

// schedule sets for each hour the least that scaling may go down to, where it is
// another than in the hour before. The first comes again if the day does.
func (p *provider) schedule(c *scenario.Capacity, hours [][2]float64, v float64) {
	again := units.Span(0)
	if p.scenario.Duration > units.Day {
		again = units.Day
		hours = append(hours, hours[0])
	}
	for i := 1; i < len(hours); i++ {
		action := scenario.Scheduled{At: units.Span(i) * units.Hour, Every: again}
		for _, d := range simulate.Directions {
			least := p.whole(d, v*hours[i][d])
			if limitsOf(c, d).AutoScaling != nil && least != p.whole(d, v*hours[i-1][d]) {
				boundsOf(&action, d).Min = &least
			}
		}
		if action.Read.Min != nil || action.Write.Min != nil {
			c.Schedule = append(c.Schedule, action)
		}
	}
}

// hoursOf is the most that is asked of a resource in each hour, of several days in
// each hour of the day.
func (p *provider) hoursOf(r int) [][2]float64 {
	hours := min(int(units.Day/units.Hour), int(math.Ceil(float64(p.scenario.Duration/units.Hour))))
	all := make([][2]float64, hours)
	for _, d := range simulate.Directions {
		for i, v := range p.hourly[simulate.Slot(r, d)] {
			if i < hours || p.scenario.Duration > units.Day {
				all[i%hours][d] = max(all[i%hours][d], v)
			}
		}
	}
	return all
}

// quietest is the least of all hours.
func quietest(hours [][2]float64) [2]float64 {
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
