package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"ddbplan/calc/units"
)

// LogNormal is the distribution whose logarithm is normal, given by its median
// and its 99th percentile: µ = ln p50, σ = (ln p99 − ln p50)/z with
// z = 2.326, the 99th percentile of the standard normal distribution.
//
// Nothing is larger than limit, which p99 may not exceed: the few items beyond
// have that size, so that both percentiles stay those that were asked for. The
// sizes between come in classes of 64 bytes below 4 KB, of 256 below 16 KB and
// of 1 KB above. A class stands for itself with its exact share and, to the
// byte, its mean; every whole KB parts two classes, so no rounding to units of
// 1 KB or 4 KB is off.
func LogNormal(p50, p99, limit units.Bytes) (Sizes, error) {
	switch {
	case p50 < 1:
		return Sizes{}, fmt.Errorf("a median size of %s is no size; write at least 1B", p50)
	case p99 < p50:
		return Sizes{}, fmt.Errorf("p99 (%s) is below p50 (%s); the 99th percentile is not below the median", p99, p50)
	case p99 > limit:
		return Sizes{}, fmt.Errorf("p99 (%s) is above %s, the largest an item can be", p99, limit)
	case p99 == p50:
		return Fixed(p50), nil
	}
	mu := math.Log(float64(p50))
	curve := logNormal{mu, (math.Log(float64(p99)) - mu) / distuv.UnitNormal.Quantile(0.99)}
	s := Sizes{words: fmt.Sprintf("p50: %s, p99: %s", p50, p99)}
	for from := units.Bytes(0); from < limit; {
		to := min(from+classWidth(from), limit)
		if share := curve.between(from, to, 0); share > 0 {
			s.points = append(s.points, Point{curve.mean(from, to, share), share})
		}
		from = to
	}
	if beyond := distuv.UnitNormal.CDF(-curve.score(limit, 0)); beyond > 0 {
		s.add(limit, beyond)
	}
	return s, nil
}

// add puts a share on a size that is not below any other.
func (s *Sizes) add(size units.Bytes, share float64) {
	if last := len(s.points) - 1; last >= 0 && s.points[last].Size == size {
		s.points[last].Share += share
		return
	}
	s.points = append(s.points, Point{size, share})
}

func classWidth(from units.Bytes) units.Bytes {
	switch {
	case from < 4*units.KB:
		return 64 * units.Byte
	case from < 16*units.KB:
		return 256 * units.Byte
	}
	return units.KB
}

type logNormal struct{ mu, sigma float64 }

// score is the standard normal variate at a size. For moment 1 it is that of
// the sizes weighed by themselves, whose logarithm is normal too, with the mean
// µ + σ².
func (l logNormal) score(size units.Bytes, moment float64) float64 {
	return (math.Log(float64(size))-l.mu)/l.sigma - moment*l.sigma
}

// between is the part of the moment in (from, to]. Above the median it
// subtracts the tails beyond, which are small where the distribution function
// is near 1 and has no digits left.
func (l logNormal) between(from, to units.Bytes, moment float64) float64 {
	a, b := l.score(from, moment), l.score(to, moment)
	if a > 0 {
		a, b = -b, -a
	}
	return distuv.UnitNormal.CDF(b) - distuv.UnitNormal.CDF(a)
}

// mean is the mean size in (from, to], to the byte.
func (l logNormal) mean(from, to units.Bytes, share float64) units.Bytes {
	all := math.Exp(l.mu + l.sigma*l.sigma/2)
	mean := math.Round(all * l.between(from, to, 1) / share)
	return units.Bytes(min(max(mean, float64(from+1)), float64(to)))
}
