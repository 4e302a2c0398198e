package reports

import (
	"math"

	"ddbplan/calc/plan"
)

// tableRows is how many rows the table of a figure has at most: enough to
// follow the curve, few enough to be read out.
const tableRows = 24

// merge sums up neighbouring bins until at most n are left. Rates become means
// over time; extremes stay extremes.
func merge(bins []plan.Bin, n int) []plan.Bin {
	if len(bins) <= n {
		return bins
	}
	merged := make([]plan.Bin, 0, n)
	for i := range n {
		merged = append(merged, join(bins[i*len(bins)/n:(i+1)*len(bins)/n]))
	}
	return merged
}

func join(bins []plan.Bin) plan.Bin {
	last := bins[len(bins)-1]
	sum := plan.Bin{
		T: bins[0].T, Width: last.T + last.Width - bins[0].T,
		OfferedMin: math.Inf(1), AcceptedMin: math.Inf(1),
		Reasons:    map[string]float64{},
		Partitions: last.Partitions,
	}
	for _, b := range bins {
		weight := b.Width / sum.Width
		sum.Offered += b.Offered * weight
		sum.Accepted += b.Accepted * weight
		sum.Throttled += b.Throttled * weight
		sum.Blocked += b.Blocked * weight
		sum.OfferedMin, sum.OfferedMax = min(sum.OfferedMin, b.OfferedMin), max(sum.OfferedMax, b.OfferedMax)
		sum.AcceptedMin, sum.AcceptedMax = min(sum.AcceptedMin, b.AcceptedMin), max(sum.AcceptedMax, b.AcceptedMax)
		sum.Limit, sum.Burst = lower(sum.Limit, b.Limit), lower(sum.Burst, b.Burst)
		sum.Hottest = max(sum.Hottest, b.Hottest)
		for reason, units := range b.Reasons {
			sum.Reasons[reason] += units
		}
	}
	return sum
}

// lower is the smaller of two values of which either may be absent.
func lower(a, b *float64) *float64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// refused is what a bin lost, a second. What the arithmetic of asked less served
// leaves behind its last digit is not a refusal.
func refused(b plan.Bin) float64 {
	if lost := b.Throttled + b.Blocked; lost > 1e-9*b.Offered {
		return lost
	}
	return 0
}

// times lists the starts of bins and the end of the last.
func times(bins []plan.Bin) []float64 {
	if len(bins) == 0 {
		return nil
	}
	out := make([]float64, 0, len(bins)+1)
	for _, b := range bins {
		out = append(out, b.T)
	}
	last := bins[len(bins)-1]
	return append(out, last.T+last.Width)
}

// values takes one value of each bin, and the last once more for the end of the span.
func values(bins []plan.Bin, of func(plan.Bin) *float64) []*float64 {
	out := make([]*float64, 0, len(bins)+1)
	for _, b := range bins {
		out = append(out, of(b))
	}
	if len(out) > 0 {
		out = append(out, out[len(out)-1])
	}
	return out
}

// hardest is the bin in which most was refused, or, where nothing was, the one
// nearest to a limit.
func hardest(bins []plan.Bin) plan.Bin {
	var found plan.Bin
	for _, b := range bins {
		if refused(b) > refused(found) || refused(found) == 0 && refused(b) == 0 && strain(b) > strain(found) {
			found = b
		}
	}
	return found
}

// strain is how near a bin comes to a limit, 1 for at the limit.
func strain(b plan.Bin) float64 {
	if b.Limit == nil || *b.Limit <= 0 {
		return b.Hottest
	}
	return max(b.Hottest, b.OfferedMax / *b.Limit)
}
