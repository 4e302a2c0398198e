package autoscale

import (
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

const minute = float64(units.Minute / units.Second)

// slack is the relative error that sums of many parts may have.
const slack = 1e-9

// High is the sum of units in one minute above which a minute asks for more than
// the capacity, in units a second, with a target in percent (R7.13).
func High(capacity float64, target int) float64 {
	return minuteSum(capacity, target)
}

// Low is the sum of units in one minute below which a minute would do with less
// (R7.13). With a target of 20 percent there is none: Low is 0.
func Low(capacity float64, target int) float64 {
	return minuteSum(capacity, target-facts.ScaleInGap)
}

// minuteSum multiplies before it divides: 12·60·(70 − 20)/100 is 360 exactly,
// while 12·60·(0.7 − 0.2) is not.
func minuteSum(capacity float64, percent int) float64 {
	return capacity * minute * float64(percent) / 100
}

// sized is the capacity with which the sum of one minute would be at the target,
// or just below it (R7.14).
func sized(sum float64, target int) float64 {
	exact := sum * 100 / (minute * float64(target))
	if whole := math.Round(exact); math.Abs(exact-whole) <= slack*whole {
		return whole
	}
	return math.Ceil(exact)
}

func above(sum, threshold float64) bool { return sum > threshold*(1+slack) }
func below(sum, threshold float64) bool { return sum < threshold*(1-slack) }

// history holds the sums of the last minutes, the newest first.
type history struct {
	sums  [facts.ScaleInMinutes]float64
	known int
}

func (h *history) add(sum float64) {
	copy(h.sums[1:], h.sums[:])
	h.sums[0] = sum
	h.known = min(h.known+1, len(h.sums))
}

// last returns the sums of the last n minutes, or none if there have not been
// so many.
func (h *history) last(n int) []float64 {
	if h.known < n {
		return nil
	}
	return h.sums[:n]
}
