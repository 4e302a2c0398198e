package plan

import (
	"context"
	"slices"
	"strings"

	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
)

// Alternative is another way to provide capacity for the same load: its settings are
// the smallest of its kind with which a forecast of all trials keeps what the
// scenario requires, where there are any.
type Alternative struct {
	Name           string    `json:"name"`
	Class          string    `json:"class"` // of all tables, or "mixed"
	Changes        []Change  `json:"changes"`
	Holds          bool      `json:"holds"` // its own forecast keeps what is required
	Level          string    `json:"level"`
	ThrottledShare float64   `json:"throttled_share"`
	Headroom       *float64  `json:"headroom"` // the least of all resources
	Month          Amount    `json:"month"`    // at list prices
	Partial        bool      `json:"partial"`
	Parts          Parts     `json:"parts"`
	Reserved       *Reserved `json:"reserved"`     // null where it does not pay, or is not sold
	SavingsPlan    *Amount   `json:"savings_plan"` // the month under a Database Savings Plan, which is derived; null where not known
	CostOnce       *Amount   `json:"cost_once"`    // charged on top; null: a charge that is not priced
	Borrowed       []string  `json:"borrowed"`     // by what more is served than AWS promises, as in the verdict
	Cheapest       bool      `json:"cheapest"`     // at list prices, of those that hold

	scenario *scenario.Scenario
	classes  classing
	forecast *forecast
}

// Parts are what a month consists of.
type Parts struct {
	Writes  Amount `json:"writes"`
	Reads   Amount `json:"reads"`
	Storage Amount `json:"storage"`
	Free    Amount `json:"free_tier"` // below zero
}

// choice is an alternative that is looked for: a scenario for each value of one
// number, of which a larger one provides more.
type choice struct {
	name   string
	scales bool // by itself: where it settles on what scales nothing it is provisioned at the peak
	values search
	set    func(float64) *scenario.Scenario
}

const (
	asPlanned = "as planned" // what the scenario says
	atPeak    = "provisioned at peak"
)

// compare adds to a bill what the load costs in other ways, and what each way costs
// at other loads. What no capacity mends is mended first, as the first remedy does.
func (f *forecast) compare(ctx context.Context, s *scenario.Scenario, remedies []Remedy, c *Cost) error {
	all := f.priced(s, s, asPlanned)
	base := s
	if len(remedies) > 0 && remedies[0].Proved && remedies[0].Kind != string(kindSetting) {
		base, c.With = remedies[0].scenario, besidesCapacity(remedies[0].Changes())
	}
	p, err := f.provide(ctx, base)
	if err != nil {
		return err
	}
	choices, err := p.choices(ctx)
	if err != nil {
		return err
	}
	for _, choice := range choices {
		with, after, err := f.settle(ctx, choice)
		if err != nil {
			return err
		}
		name := choice.name
		if choice.scales && !followsUse(with) {
			name = atPeak
		}
		all = append(all, after.priced(s, with, name)...)
	}
	c.Alternatives = bestOfEach(slices.DeleteFunc(all, c.unchanged))
	nameCheapest(c.Alternatives)
	c.Multiples, err = atMultiples(ctx, c.Alternatives)
	return err
}

// unchanged tells whether a way is what the plan has already.
func (c *Cost) unchanged(a Alternative) bool {
	return a.Name != asPlanned && len(a.Changes) == 0 && len(c.With) == 0
}

// besidesCapacity are the changes that are none of capacity settings.
func besidesCapacity(changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return strings.Contains(c.Path, ".capacity") })
}

// priced is a forecast with what it costs, in the classes that tables may be in. The
// plan stays in those that it has.
func (f *forecast) priced(origin, s *scenario.Scenario, name string) []Alternative {
	uses := f.used().uses(s)
	all := []classing{planned(s)}
	if name != asPlanned {
		all = classings(s, uses)
	}
	out := make([]Alternative, len(all))
	for i, classes := range all {
		a := Alternative{
			Name: name, scenario: s, classes: classes, forecast: f, Class: classes.name(), Changes: append(capacityChanges(origin, s), classes.changes(origin)...),
			Holds: f.keeps(s), Level: levelNames[f.level], ThrottledShare: f.representative.ThrottledShare(), CostOnce: f.chargedOnce(s), Borrowed: borrowed(f.representative.Borrowed),
		}
		if slots := f.tightest(); len(slots) > 0 {
			a.Headroom = known(f.recorded.peaks[slots[0]].headroom)
		}
		b := bill(s, classes.of(uses))
		a.Month, a.Partial, a.Parts = Amount{b.Total}, b.Partial, partsOf(b)
		a.Reserved, a.SavingsPlan = f.reserved(s, classes, b), underSavingsPlan(b)
		out[i] = a
	}
	return out
}

func partsOf(bill price.Bill) Parts {
	var p Parts
	for i := range bill.Lines {
		l := &bill.Lines[i]
		if l.Amount == nil {
			continue
		}
		part := &p.Storage
		switch {
		case l.Table == "":
			part = &p.Free
		case l.Kind == price.WriteRequest || l.Kind == price.WriteHour:
			part = &p.Writes
		case l.Kind == price.ReadRequest || l.Kind == price.ReadHour:
			part = &p.Reads
		}
		part.Decimal = part.Add(*l.Amount)
	}
	return p
}

// bestOfEach keeps of each name and class the one that holds, and of those the
// cheapest, and none twice.
func bestOfEach(all []Alternative) []Alternative {
	var out []Alternative
	for _, a := range all {
		i := slices.IndexFunc(out, func(b Alternative) bool {
			return b.Class == a.Class && (b.Name == a.Name || b.Name != asPlanned && slices.Equal(b.Changes, a.Changes))
		})
		switch {
		case i < 0:
			out = append(out, a)
		case out[i].Name == a.Name && better(&a, &out[i]):
			out[i] = a
		}
	}
	return out
}

func better(a, b *Alternative) bool {
	if a.Holds != b.Holds {
		return a.Holds
	}
	return a.Month.LessThan(b.Month.Decimal)
}

// nameCheapest marks the cheapest that holds. One of which not all is priced cannot be it.
func nameCheapest(all []Alternative) {
	best := -1
	for i, a := range all {
		if a.Holds && !a.Partial && (best < 0 || a.Month.LessThan(all[best].Month.Decimal)) {
			best = i
		}
	}
	if best >= 0 {
		all[best].Cheapest = true
	}
}
