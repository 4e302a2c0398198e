package keyspace

import (
	"fmt"

	"ddbplan/calc/units"
)

// Hot is a few hot values, ranks 0 … Keys−1, which carry the part Part of the
// calls together and alike; the other Rest values share what is left.
type Hot struct {
	Keys int64       // at least 1
	Part units.Share // of all calls, 0 to 1; everything if Rest is 0
	Rest int64
}

func (h Hot) hotShare() float64 {
	if h.Rest == 0 {
		return 1 / float64(h.Keys)
	}
	return float64(h.Part) / float64(h.Keys)
}

func (h Hot) restShare() float64 {
	if h.Rest == 0 {
		return 0
	}
	return (1 - float64(h.Part)) / float64(h.Rest)
}

// Count is Keys + Rest.
func (h Hot) Count() int64 { return h.Keys + h.Rest }

// Share is Part/Keys for a hot rank, (1 − Part)/Rest for another.
func (h Hot) Share(rank int64) float64 {
	switch {
	case rank < 0 || rank >= h.Count():
		return 0
	case rank < h.Keys:
		return h.hotShare()
	}
	return h.restShare()
}

// Above returns the hot ranks, the others, both or none: the few may turn out
// colder than the rest.
func (h Hot) Above(share float64) []int64 {
	from, to := h.Keys, h.Keys
	if h.hotShare() > share {
		from = 0
	}
	if h.restShare() > share {
		to = h.Count()
	}
	return ranks(from, to)
}

// SumSquares is Part²/Keys + (1 − Part)²/Rest.
func (h Hot) SumSquares() float64 {
	hot, rest := h.hotShare(), h.restShare()
	return float64(h.Keys)*hot*hot + float64(h.Rest)*rest*rest
}

func (h Hot) String() string {
	return fmt.Sprintf("hot: {keys: %s, share: %s, rest: %s}", units.Count(h.Keys), h.Part, units.Count(h.Rest))
}

func (h Hot) check() error {
	switch {
	case h.Keys < 1:
		return fmt.Errorf("there are %d hot keys; write at least 1", h.Keys)
	case h.Rest < 0:
		return fmt.Errorf("the rest cannot be %d keys", h.Rest)
	case !(h.Part >= 0 && h.Part <= 1):
		return fmt.Errorf("hot keys cannot carry %s of the calls; write 0%% to 100%%", h.Part)
	case h.Rest == 0 && h.Part < 1:
		return fmt.Errorf("hot keys carry only %s of the calls and rest is no keys; give rest a number of keys", h.Part)
	}
	return nil
}
