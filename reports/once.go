package reports

import (
	"slices"

	"ddbplan/calc/plan"
)

// sayPrice tells how a charge gets a price that AWS does not publish.
const sayPrice = "What is charged once is not priced where it says so: AWS publishes no price of warm throughput. Say what one unit a second costs, as warm_write_price and warm_read_price under simulate.assume."

// onTop words what is charged once besides a month.
func (r report) onTop(once *plan.Amount) string {
	switch {
	case once == nil:
		return ", and a charge once that is not priced: say warm_write_price or warm_read_price under simulate.assume"
	case once.Round(cents).IsPositive():
		return ", and " + r.money(*once) + " once"
	}
	return ""
}

// sumOnce is what is charged once, all together; nil where not all of it is priced.
func sumOnce(lines []plan.CostLine) *plan.Amount {
	sum := &plan.Amount{}
	for _, l := range lines {
		if l.Amount == nil {
			return nil
		}
		sum.Decimal = sum.Add(l.Amount.Decimal)
	}
	return sum
}

// unpricedOnce tells of remedies whose charge is not priced.
func (r report) unpricedOnce() []Block {
	if slices.ContainsFunc(r.Remedies, func(m plan.Remedy) bool { return m.CostOnce == nil }) {
		return []Block{Paragraph(sayPrice)}
	}
	return nil
}
