package plan

import "math"

// binner sums up seconds in bins of whole seconds.
type binner struct {
	slot, from, to, width int
	bins                  []Bin
	limit                 float64 // sum in the last bin
	n                     int     // seconds in the last bin
}

func newBinner(from, to, bins int) binner {
	return binner{from: from, to: to, width: max(1, (to-from+bins-1)/bins)}
}

func (b *binner) add(v view) {
	if v.t < b.from || v.t >= b.to {
		return
	}
	if (v.t-b.from)%b.width == 0 {
		b.finish()
		b.bins = append(b.bins, Bin{T: float64(v.t), OfferedMin: math.Inf(1), AcceptedMin: math.Inf(1), Reasons: map[string]float64{}})
	}
	bin := &b.bins[len(b.bins)-1]
	b.n++
	bin.Offered += v.flows.Offered
	bin.OfferedMin, bin.OfferedMax = min(bin.OfferedMin, v.flows.Offered), max(bin.OfferedMax, v.flows.Offered)
	bin.Accepted += v.flows.Accepted
	bin.AcceptedMin, bin.AcceptedMax = min(bin.AcceptedMin, v.flows.Accepted), max(bin.AcceptedMax, v.flows.Accepted)
	bin.Blocked += v.flows.Blocked
	for limit, units := range v.flows.Refused {
		if units > 0 {
			bin.Throttled += units
			bin.Reasons[v.reasons[limit]] += units
		}
	}
	b.limit += v.limit
	if v.burst != nil {
		if bin.Burst == nil {
			bin.Burst = v.burst
		}
		*bin.Burst = min(*bin.Burst, *v.burst)
	}
	bin.Partitions = v.count
	bin.Hottest = max(bin.Hottest, v.hottest.Share)
}

// finish turns the sums of the last bin into means.
func (b *binner) finish() {
	if b.n == 0 {
		return
	}
	bin := &b.bins[len(b.bins)-1]
	n := float64(b.n)
	bin.Width = n
	for _, sum := range []*float64{&bin.Offered, &bin.Accepted, &bin.Throttled, &bin.Blocked} {
		*sum /= n
	}
	limit := b.limit / n
	bin.Limit = &limit
	b.n, b.limit = 0, 0
}

func (b *binner) close() []Bin {
	b.finish()
	return b.bins
}
