package plan

import (
	"context"
	"slices"
	"strings"

	"ddbplan/calc/diag"
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

// The names of alternatives that are more than the choice of a mode.
const (
	asPlanned        = "as planned" // what the scenario says
	remedied         = "with the first remedy"
	atPeak           = "provisioned at peak"
	autoScaling      = "auto scaling"
	scheduledScaling = "scheduled scaling"
	eachItsOwn       = "each table its own way"
)

// compare adds to a bill what the load costs in other ways, and what each way costs
// at other loads. What no capacity mends is mended first, as the first remedy does.
func (f *forecast) compare(ctx context.Context, s *scenario.Scenario, remedies []Remedy, c *Cost) error {
	if !slices.Contains(s.Book().Regions(), s.Region) {
		return nil // there is nothing to compare
	}
	all := []Alternative{f.priced(s, s, asPlanned, planned(s))}
	base, of := s, f
	if len(remedies) > 0 && remedies[0].Proved {
		with := remedies[0].scenario
		after, err := predict(ctx, with, f.compiled.system.Documented)
		if err != nil {
			return err
		}
		all = append(all, after.priced(s, with, remedied, planned(with)))
		if besides := besidesCapacity(s, remedies[0].Changes()); len(besides) > 0 {
			base, of, c.With = with, after, besides
		}
	}
	p, err := of.provide(ctx, base)
	if err != nil {
		return err
	}
	others, err := p.others(ctx, s)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(append(all, others...), c.unchanged)
	c.Alternatives = bestOfEach(all)
	nameCheapest(c.Alternatives)
	c.Multiples, err = atMultiples(ctx, c.Alternatives)
	return err
}

// others are the ways that are looked for, in either class.
func (p *provider) others(ctx context.Context, origin *scenario.Scenario) ([]Alternative, error) {
	choices, err := p.choices(ctx)
	if err != nil {
		return nil, err
	}
	var all []Alternative
	for _, choice := range choices {
		with, after, err := p.settle(ctx, choice)
		if err != nil {
			return nil, err
		}
		all = append(all, after.inClasses(origin, with, named(choice.name, with))...)
	}
	own := p.eachItsOwn(all)
	if own == nil {
		return all, nil
	}
	after, err := predict(ctx, own, p.compiled.system.Documented)
	if err != nil || !after.keeps(own) {
		return all, err
	}
	return append(all, after.inClasses(origin, own, eachItsOwn)...), nil
}

// named is what a way is that a choice settled on: scaling that has nowhere to go is
// none, and a schedule without an action neither.
func named(name string, s *scenario.Scenario) string {
	if name == scheduledScaling && !slices.ContainsFunc(s.Tables, scheduledTable) {
		name = autoScaling
	}
	if name == autoScaling && !slices.ContainsFunc(s.Tables, scaledTable) {
		name = atPeak
	}
	return name
}

func scheduledTable(t scenario.Table) bool {
	return anyCapacity(&t, func(c *scenario.Capacity) bool { return len(c.Schedule) > 0 })
}

func scaledTable(t scenario.Table) bool {
	return anyCapacity(&t, func(c *scenario.Capacity) bool { return c.Read.AutoScaling != nil || c.Write.AutoScaling != nil })
}

// anyCapacity tells whether something is true of the capacity of a table or of one of
// its indexes.
func anyCapacity(t *scenario.Table, is func(*scenario.Capacity) bool) bool {
	return is(&t.Capacity) || slices.ContainsFunc(t.Indexes, func(x scenario.Index) bool { return is(&x.Capacity) })
}

// unchanged tells whether a way is what the plan has already.
func (c *Cost) unchanged(a Alternative) bool {
	return a.Name != asPlanned && len(a.Changes) == 0 && len(c.With) == 0
}

// besidesCapacity are the changes that are none of capacity settings.
func besidesCapacity(s *scenario.Scenario, changes []Change) []Change {
	var settings []string
	for i := range s.Tables {
		t := &s.Tables[i]
		settings = append(settings, diag.Path("", "tables", t.Name, "capacity"))
		for k := range t.Indexes {
			settings = append(settings, diag.Path("", "tables", t.Name, "indexes", t.Indexes[k].Name, "capacity"))
		}
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool {
		return slices.ContainsFunc(settings, func(path string) bool { return c.Path == path || strings.HasPrefix(c.Path, path+".") })
	})
}

// inClasses are a forecast with what it costs, in the classes that tables may be in.
func (f *forecast) inClasses(origin, s *scenario.Scenario, name string) []Alternative {
	var all []Alternative
	for _, classes := range classings(s, f.used().uses(s)) {
		all = append(all, f.priced(origin, s, name, classes))
	}
	return all
}

func (f *forecast) priced(origin, s *scenario.Scenario, name string, classes classing) Alternative {
	a := Alternative{
		Name: name, scenario: s, classes: classes, forecast: f, Class: classes.name(), Changes: append(capacityChanges(origin, s), classes.changes(origin)...),
		Holds: f.keeps(s), Level: levelNames[f.level], ThrottledShare: f.representative.ThrottledShare(), CostOnce: f.chargedOnce(s), Borrowed: borrowed(f.representative.Borrowed),
	}
	if slots := f.tightest(); len(slots) > 0 {
		a.Headroom = known(f.recorded.peaks[slots[0]].headroom)
	}
	b := bill(s, classes.of(f.used().uses(s)))
	a.Month, a.Partial, a.Parts = Amount{b.Total}, b.Partial, partsOf(b)
	a.Reserved, a.SavingsPlan = f.reserved(s, classes, b), underSavingsPlan(b)
	return a
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
	switch {
	case a.Holds != b.Holds:
		return a.Holds
	case a.Partial != b.Partial:
		return !a.Partial
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
