package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// bridged tells what lasted until the capacity that was asked for came, of the
// resources that matter most.
func (r report) bridged(steps []plan.Step) string {
	var gaps []gap
	for _, c := range r.Resources {
		if slices.ContainsFunc(steps, func(g plan.Step) bool { return g.Resource == c.Resource && g.T > 0 }) {
			gaps = append(gaps, r.gap(c))
		}
	}
	gaps, left := most(gaps, mostNamed, func(a, b gap) int { return cmp.Compare(a.rank, b.rank) })
	var parts []string
	for _, g := range gaps {
		parts = append(parts, g.text)
	}
	if left > 0 {
		parts = append(parts, fmt.Sprintf("%s more fared no worse.", words.Count(left)))
	}
	return strings.Join(parts, " ")
}

// gap tells of the time in which more was asked of a resource than provisioned.
type gap struct {
	rank gapRank
	text string
}

type gapRank int

// How a gap ended, the worst first.
const (
	gapRefused gapRank = iota
	gapBridged
	noGap
)

func (r report) gap(c plan.Resource) gap {
	what := title(calls(c.Direction)) + " of " + brief(c.Resource)
	bins := r.binsOf(c)
	if c.Throttled >= 1 && c.Onset != nil {
		vain := ""
		if fullest(until(bins, *c.Onset)) != nil {
			vain = ", and burst did not bridge the gap"
		}
		return gap{gapRefused, fmt.Sprintf("%s: capacity came too late or was too little%s; refused from %s, %s units in all.",
			what, vain, r.clock.Short(*c.Onset), words.Number(c.Throttled))}
	}
	if with := r.bridge(c, bins); with != "" {
		return gap{gapBridged, what + ": more was asked than provisioned for a while, and " + with + " AWS does not promise it."}
	}
	return gap{noGap, what + ": there was always enough."}
}

// bridge tells what served the demand beyond what was provisioned, "" where there
// was none: saved-up burst, or the room that an index has for lagging.
func (r report) bridge(c plan.Resource, bins []plan.Bin) string {
	over := beyond(bins)
	if len(over) == 0 {
		return ""
	}
	low := lowest(over)
	full := fullest(until(bins, low.T)) // later it may hold more, with more capacity
	switch {
	case c.Lag != nil && (low.Burst == nil || *low.Burst == 0):
		with := "the index lagged behind its table by up to " + words.Span(*c.Lag) + ", which bridged the gap."
		if full != nil {
			with = "when saved-up burst was used up, " + with
		}
		return with
	case full == nil:
		return ""
	case *low.Burst < *full:
		return fmt.Sprintf("saved-up burst bridged the gap; it was lowest at %s with %s units left of %s.", r.clock.Short(low.T), words.Capacity(*low.Burst), words.Capacity(*full))
	}
	return fmt.Sprintf("saved-up burst bridged the gap; it was lowest at %s with %s units left.", r.clock.Short(low.T), words.Capacity(*low.Burst))
}

// binsOf are the bins of a resource over the whole span.
func (r report) binsOf(c plan.Resource) []plan.Bin {
	for _, s := range r.Series.Whole {
		if s.Resource == c.Resource && s.Direction == c.Direction {
			return s.Bins
		}
	}
	return nil
}

// until are the bins that begin up to a moment.
func until(bins []plan.Bin, t float64) []plan.Bin {
	for i, b := range bins {
		if b.T > t {
			return bins[:i]
		}
	}
	return bins
}

// beyond are the bins in a second of which more is asked than provisioned. A bin
// knows the mean of its limit alone; where capacity is taken back within it, the
// bin before tells what there was until then.
func beyond(bins []plan.Bin) []plan.Bin {
	var found []plan.Bin
	for i, b := range bins {
		if b.Limit == nil {
			continue
		}
		limit := *b.Limit
		if i > 0 && bins[i-1].Limit != nil {
			limit = max(limit, *bins[i-1].Limit)
		}
		if b.OfferedMax > limit {
			found = append(found, b)
		}
	}
	return found
}
