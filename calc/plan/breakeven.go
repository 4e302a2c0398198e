package plan

import (
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

// breakEven is where each slot that is asked for anything lies.
func (f *forecast) breakEven(s *scenario.Scenario) []BreakEven {
	all := []BreakEven{}
	book := s.Book()
	for slot, busy := range f.compiled.busy {
		total := &f.shown.Resources[slot]
		if !busy || total.First.Offered == 0 {
			continue
		}
		hour, request := price.ReadHour, price.ReadRequest
		if simulate.Direction(slot%2) == simulate.Write {
			hour, request = price.WriteHour, price.WriteRequest
		}
		class := classOf(f.compiled.classes[slot/2])
		byHour, ok := book.Price(s.Region, class, hour)
		byRequest, also := book.Price(s.Region, class, request)
		if !ok || !also {
			continue
		}
		name, direction := f.compiled.slotName(slot)
		mean := total.First.Offered / float64(f.compiled.system.Seconds)
		at := price.BreakEven(byHour.Amount, byRequest.Amount)
		all = append(all, BreakEven{name, direction, rounded(at), min(1, mean/total.PeakOffered)})
	}
	return all
}

// rounded is a decimal as a figure.
func rounded(d decimal.Decimal) float64 {
	v, _ := d.Round(places).Float64()
	return v
}
