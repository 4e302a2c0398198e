package plan

// costs are by how much the month becomes dearer, and what is charged once. Of a
// scenario that lasts longer than the plan a month is another.
func (w *way) costs() (month, once *Amount) {
	before, after := w.origin.bill(w.start), w.forecast.bill(w.scenario)
	if w.start.Duration == w.scenario.Duration && before.Partial == after.Partial {
		month = &Amount{after.Total.Sub(before.Total)}
	}
	once = w.forecast.chargedOnce(w.scenario)
	if already := w.origin.chargedOnce(w.start); once != nil && already != nil {
		once.Decimal = once.Sub(already.Decimal)
	}
	return month, once
}

// dearer compares what two remedies cost a month; what is not known comes last.
func dearer(a, b *Amount) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return a.Cmp(b.Decimal)
}
