package plan

import (
	"context"

	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// BreakEven tells from which utilisation on provisioned capacity is cheaper than
// on-demand, and what the utilisation of the load is.
type BreakEven struct {
	Resource  string `json:"resource"`
	Direction string `json:"direction"`
	// At is the utilisation from which on provisioned is cheaper: about 29%.
	At float64 `json:"at"`
	// Utilisation is what would be used of a capacity that is always at the peak.
	Utilisation float64 `json:"utilisation"`
}

// breakEven is where each slot that is asked for anything lies, retries left out: with
// enough capacity there are none.
func (f *forecast) breakEven(ctx context.Context, s *scenario.Scenario) ([]BreakEven, error) {
	all := []BreakEven{}
	book := s.Book()
	asked, err := f.asked(ctx)
	for slot := range asked {
		d := simulate.Direction(slot % 2)
		if asked[slot].total == 0 {
			continue
		}
		class := classOf(f.compiled.classes[slot/2])
		byHour, ok := book.Price(s.Region, class, hourOf(d))
		byRequest, also := book.Price(s.Region, class, requestOf(d))
		if !ok || !also {
			continue
		}
		name, direction := f.compiled.slotName(slot)
		mean := asked[slot].total / float64(f.compiled.system.Seconds)
		at := price.BreakEven(byHour.Amount, byRequest.Amount)
		all = append(all, BreakEven{name, direction, rounded(at), min(1, mean/asked[slot].peak)})
	}
	return all, err
}

// rounded is a decimal as a figure.
func rounded(d decimal.Decimal) float64 {
	v, _ := d.Round(places).Float64()
	return v
}
