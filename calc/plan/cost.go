package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Cost is the bill of a month in which the simulated span comes again and again,
// and what other settings would come to.
type Cost struct {
	Currency     string        `json:"currency"`
	Month        Amount        `json:"month"`
	Span         Amount        `json:"span"`     // of the simulated span alone
	Partial      bool          `json:"partial"`  // some lines are not priced
	OneTime      []CostLine    `json:"one_time"` // charged once
	Lines        []CostLine    `json:"lines"`
	Resources    []CostOf      `json:"resources"`    // what the lines come to, by table and index
	With         []Change      `json:"with"`         // what the alternatives need besides capacity
	Alternatives []Alternative `json:"alternatives"` // empty where nothing but the bill was asked for
	BreakEven    []BreakEven   `json:"break_even"`
	Multiples    []Multiple    `json:"multiples"`
	Book         string        `json:"prices"` // the file; "embedded" of the program's own
}

// CostLine is one line of a bill.
type CostLine struct {
	Table      string  `json:"table"` // empty: of the account
	Index      *string `json:"index"`
	Region     string  `json:"region"`
	Class      string  `json:"class"`
	Kind       string  `json:"kind"`
	Quantity   Amount  `json:"quantity"`
	Unit       string  `json:"unit"`
	UnitPrice  *Amount `json:"unit_price"` // null: not known
	Amount     *Amount `json:"amount"`     // null: not priced
	AsOf       string  `json:"as_of"`
	Status     string  `json:"status"` // how the price is known
	Confidence string  `json:"confidence"`
	Note       string  `json:"note,omitempty"`
}

// CostOf is what a table or index comes to in a month.
type CostOf struct {
	Resource string `json:"resource"` // empty: what the account takes off
	Month    Amount `json:"month"`
}

// Amount is a decimal number, of money or of what is billed. It is a number in JSON,
// rounded there to as many places as price lists have.
type Amount struct{ decimal.Decimal }

const places = 10

// MarshalJSON writes a number, not a text as the decimal itself would.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.Round(places).String()), nil }

// used is what a trial consumes and provisions, and what is stored at its end.
type used struct {
	*compiled
	totals []simulate.ResourceTotal // by slot
	stored []float64                // by resource: bytes
	held   []float64                // by resource: items and entries
}

func (f *forecast) used() *used {
	return &used{f.compiled, f.shown.Resources, f.recorded.stored, f.recorded.held}
}

// bill is what a forecast comes to in a month.
func (f *forecast) bill(s *scenario.Scenario) price.Bill { return bill(s, f.used().uses(s)) }

// uses are what the tables and indexes use in a month.
func (u *used) uses(s *scenario.Scenario) []price.Use {
	var all []price.Use
	for r := range u.system.Resources {
		use := price.Use{Table: u.tables[r], Index: u.indexes[r], Class: classOf(u.classes[r])}
		for _, d := range []simulate.Direction{simulate.Write, simulate.Read} {
			use.Kind, use.Quantity = u.throughput(s, r, d)
			all = append(all, use)
		}
		use.Kind, use.Quantity = price.Storage, u.storedMonth(r, s)
		all = append(all, use)
		if use.Index == "" {
			all = append(all, kept(s, use)...)
		}
	}
	return all
}

// monthly is what the span comes to in the month of the bill.
func monthly(s *scenario.Scenario, ofSpan decimal.Decimal) decimal.Decimal {
	return ofSpan.Mul(seconds(s.Assume.BillingMonth)).Div(seconds(s.Duration))
}

func seconds(s units.Span) decimal.Decimal { return decimal.NewFromFloat(float64(s)) }

func classOf(c scenario.Class) price.Class {
	if c == scenario.InfrequentAccess {
		return price.InfrequentAccess
	}
	return price.Standard
}

// throughput is what is billed of a slot in a month: requests, or the capacity that
// is provisioned. Which value counts in an hour in which it changes AWS does not
// say; the highest makes the higher bill.
func (u *used) throughput(s *scenario.Scenario, r int, d simulate.Direction) (price.Kind, decimal.Decimal) {
	slot := simulate.Slot(r, d)
	if u.system.Resources[r].OnDemand {
		return requestOf(d), monthly(s, decimal.NewFromFloat(u.totals[slot].Accepted))
	}
	var sum decimal.Decimal
	for i, v := range u.totals[slot].Hours {
		sum = sum.Add(decimal.NewFromFloat(v).Mul(u.secondsOf(i)))
	}
	return hourOf(d), monthly(s, sum).Div(seconds(units.Hour))
}

func hourOf(d simulate.Direction) price.Kind {
	return [...]price.Kind{simulate.Read: price.ReadHour, simulate.Write: price.WriteHour}[d]
}

func requestOf(d simulate.Direction) price.Kind {
	return [...]price.Kind{simulate.Read: price.ReadRequest, simulate.Write: price.WriteRequest}[d]
}

// secondsOf is how long an hour of the span is: the last may be short.
func (u *used) secondsOf(hour int) decimal.Decimal {
	return decimal.NewFromInt(min(int64(units.Hour), int64(u.system.Seconds)-int64(hour)*int64(units.Hour)))
}

// storedMonth is what a resource stores in the mean of the span, with what is
// billed on top of each item and entry (R1.19), in GB.
func (u *used) storedMonth(r int, s *scenario.Scenario) decimal.Decimal {
	bytes := (u.compiled.stored[r] + u.stored[r]) / 2
	items := (u.compiled.held[r] + u.held[r]) / 2
	return decimal.NewFromFloat(bytes + items*float64(facts.StorageOverhead)).Div(decimal.NewFromFloat(s.Assume.BilledGB))
}

// cost is the bill as the result has it.
func (f *forecast) cost(ctx context.Context, s *scenario.Scenario) (Cost, error) {
	bill := f.bill(s)
	utilised, err := f.breakEven(ctx, s)
	c := Cost{
		Currency: bill.Currency, Month: Amount{bill.Total}, Partial: bill.Partial, Book: "embedded",
		Lines: costLines(bill.Lines, s.Region), OneTime: costLines(f.once(s), s.Region), Resources: byResource(bill.Lines),
		BreakEven: utilised, With: []Change{}, Alternatives: []Alternative{}, Multiples: []Multiple{},
	}
	c.Span = Amount{bill.Total.Mul(seconds(s.Duration)).Div(seconds(s.Assume.BillingMonth))}
	if name := s.Book().Name; name != "" {
		c.Book = name
	}
	f.compiled.rules.lean("R1.19", "R6.44", "R11.3")
	if slices.ContainsFunc(s.Tables, keeps) {
		f.compiled.rules.lean("R6.46")
	}
	f.compiled.rules.assume("billing_month", "billed_gb", "free_tier")
	return c, err
}

func costLines(lines []price.Line, region string) []CostLine {
	all := make([]CostLine, len(lines))
	for i := range lines {
		l := &lines[i]
		c := CostLine{Table: l.Table, Region: region, Class: string(l.Class), Kind: string(l.Kind), Quantity: Amount{l.Quantity}, Unit: l.Kind.Unit(), Note: l.Note}
		if l.Index != "" {
			c.Index = &l.Index
		}
		if l.Amount != nil {
			c.UnitPrice, c.Amount = &Amount{l.Unit}, &Amount{*l.Amount}
		}
		if p := l.Price; p != nil {
			c.AsOf, c.Status, c.Confidence = p.AsOf, p.Status, p.Confidence
		}
		all[i] = c
	}
	return all
}

// byResource sums up the lines of each table and index, in their order.
func byResource(lines []price.Line) []CostOf {
	var all []CostOf
	for i := range lines {
		l := &lines[i]
		name := l.Table
		if l.Index != "" {
			name += "/index/" + l.Index
		}
		if len(all) == 0 || all[len(all)-1].Resource != name {
			all = append(all, CostOf{Resource: name})
		}
		if l.Amount != nil {
			sum := &all[len(all)-1].Month
			sum.Decimal = sum.Add(*l.Amount)
		}
	}
	return all
}

// once are the charges for raising warm throughput: for each unit a second above
// what is there without it (R6.25).
func (f *forecast) once(s *scenario.Scenario) []price.Line {
	var all []price.Line
	for r := range f.compiled.system.Resources {
		t, _ := s.Table(f.compiled.tables[r])
		capacity := &t.Capacity
		if x, ok := t.Index(f.compiled.indexes[r]); ok {
			capacity = &x.Capacity
		}
		for _, d := range []simulate.Direction{simulate.Write, simulate.Read} {
			without := *capacity
			warm := or(limitsOf(capacity, d).Warm, 0)
			limitsOf(&without, d).Warm = nil
			if more := warm - instant(&without, d); more > 0 {
				all = append(all, warmLine(s, f.compiled.tables[r], f.compiled.indexes[r], d, more))
			}
		}
	}
	return all
}

// chargedOnce is what these come to; nil where they are not priced.
func (f *forecast) chargedOnce(s *scenario.Scenario) *Amount {
	sum := &Amount{}
	for _, l := range f.once(s) {
		if l.Amount == nil {
			return nil
		}
		sum.Decimal = sum.Add(*l.Amount)
	}
	return sum
}

func warmLine(s *scenario.Scenario, table, index string, d simulate.Direction, more units.Rate) price.Line {
	kind, each := price.WarmWrite, s.Assume.WarmWritePrice
	if d == simulate.Read {
		kind, each = price.WarmRead, s.Assume.WarmReadPrice
	}
	line := price.Line{Use: price.Use{Table: table, Index: index, Class: price.Any, Kind: kind, Quantity: decimal.NewFromFloat(float64(more))}}
	if each == 0 {
		line.Note = fmt.Sprintf("AWS publishes no price; say what it is as simulate.assume.warm_%v_price", d)
		return line
	}
	line.Unit = decimal.NewFromFloat(each)
	amount := line.Quantity.Mul(line.Unit)
	line.Amount, line.Note = &amount, "the price is the scenario's"
	return line
}
