package plan

import (
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// levels in rising order of harm.
var levels = []string{string(scenario.Clean), string(scenario.Blip), string(scenario.Degraded), string(scenario.Blocked)}

// require holds the answer against what the scenario requires. Of the trials,
// the asked confidence must meet a requirement on throttling.
func require(s *scenario.Scenario, r *Result, f *forecast) []Required {
	var out []Required
	add := func(name, wanted, found string, holds bool) { out = append(out, Required{name, wanted, found, holds}) }
	q := &s.Require
	if q.Level != nil {
		level := f.confident(q.Confidence, func(i int) float64 { return float64(slices.Index(levels, levelNames[f.summaries[i].Level])) })
		add("level", "at most "+string(*q.Level), levels[int(level)], int(level) <= slices.Index(levels, string(*q.Level)))
	}
	if q.Throttled != nil {
		share := f.confident(q.Confidence, func(i int) float64 { return f.summaries[i].ThrottledShare() })
		add("throttled", "at most "+q.Throttled.String()+" of calls", words.Share(share)+f.how(share, q.Confidence), share <= float64(*q.Throttled))
	}
	if q.Failed != nil {
		share := f.confident(q.Confidence, func(i int) float64 { return f.summaries[i].FailedShare() })
		add("failed", "at most "+q.Failed.String()+" of calls", words.Share(share)+f.how(share, q.Confidence), share <= float64(*q.Failed))
	}
	if q.SafeLoad != nil && r.Verdict.SafeLoad != nil {
		found := words.Exact(*r.Verdict.SafeLoad) + " times the load"
		if breaks := r.Verdict.SafeLoadBreaks; breaks != nil {
			found += ", beyond which " + *breaks + " breaks"
		}
		add("safe_load", "at least "+words.Exact(*q.SafeLoad)+" times the load", found, *r.Verdict.SafeLoad >= *q.SafeLoad)
	}
	if q.Onset != nil {
		onset := -f.confident(q.Confidence, func(i int) float64 { return -onsetOrNever(f.summaries[i].Onset) })
		found := "never"
		if !math.IsInf(onset, 0) {
			found = units.Span(math.Floor(onset)).String()
		}
		add("onset", "not before "+q.Onset.String(), found, onset >= float64(*q.Onset))
	}
	if q.Headroom != nil {
		lowest, at := math.Inf(1), ""
		for _, res := range r.Resources {
			if res.Headroom != nil && *res.Headroom < lowest {
				lowest, at = *res.Headroom, res.Resource+" "+res.Direction
			}
		}
		if at != "" {
			add("headroom", "at least "+q.Headroom.String(), fmt.Sprintf("%s on %s", words.Share(lowest), at), lowest >= float64(*q.Headroom)-negligible)
		}
	}
	if q.ItemSize != nil {
		largest, at := largestItem(s)
		add("item_size", "at most "+q.ItemSize.String(), fmt.Sprintf("%s in %s", largest, at), largest <= *q.ItemSize)
	}
	if q.Cost != nil {
		found, holds := words.Money(r.Cost.Month.StringFixed(2))+" "+r.Cost.Currency, r.Cost.Month.LessThanOrEqual(q.Cost.Decimal)
		wanted := q.Cost.String()
		if !holds && r.Cost.Month.StringFixed(2) == q.Cost.StringFixed(2) { // more digits tell them apart
			found, wanted = r.Cost.Month.Round(places).String()+" "+r.Cost.Currency, q.Cost.Decimal.String()+" "+q.Cost.Currency
		}
		if r.Cost.Partial {
			found, holds = "more than "+found+", for not all is priced", false
		}
		add("cost", "at most "+wanted+" a month", found, holds)
	}
	if q.PartitionShare != nil {
		share, at := 0.0, "no resource"
		for _, res := range r.Resources {
			if res.Hottest != nil && res.Hottest.ShareOfDemand > share {
				share, at = res.Hottest.ShareOfDemand, res.Resource+" "+res.Direction
			}
		}
		add("partition_share", "at most "+q.PartitionShare.String(), fmt.Sprintf("%s on %s", words.Share(share), at), share <= float64(*q.PartitionShare))
	}
	return out
}

// how says of which trials a figure is, where they may differ.
func (f *forecast) how(share float64, confidence units.Share) string {
	if len(f.summaries) == 1 || share == 0 {
		return ""
	}
	return fmt.Sprintf(", which %s of the trials do not exceed", confidence)
}

// confident is the value that the asked share of the trials does not exceed.
func (f *forecast) confident(confidence units.Share, value func(i int) float64) float64 {
	values := make([]float64, len(f.summaries))
	for i := range values {
		values[i] = value(i)
	}
	slices.Sort(values)
	return values[rank(len(values), float64(confidence))]
}

func onsetOrNever(onset float64) float64 {
	if math.IsNaN(onset) {
		return math.Inf(1)
	}
	return onset
}

func largestItem(s *scenario.Scenario) (size units.Bytes, at string) {
	for i := range s.Tables {
		if m := s.Tables[i].Items.Size.Max(); m > size {
			size, at = m, s.Tables[i].Name
		}
	}
	for i := range s.Traffic {
		if m := s.Traffic[i].Item.Max(); m > size {
			size, at = m, s.Traffic[i].Name
		}
	}
	return size, at
}
