package plan

import (
	"cmp"
	"math"
	"slices"

	"ddbplan/calc/simulate"
	"ddbplan/calc/stats"
)

// levelShare is the share of the trials that must reach a level for the
// verdict to have it.
const levelShare = 0.05

// unluckyShare is the percentile of the throttled share that is shown as the
// unlucky trial.
const unluckyShare = 0.95

// judge finds the verdict's level, the representative trial, whose throttled
// share is the median, and the unlucky one.
func (f *forecast) judge() {
	byShare := slices.Clone(f.summaries) // by trial, so that ties go to the lower number
	slices.SortStableFunc(byShare, func(a, b simulate.Summary) int {
		return cmp.Compare(a.ThrottledShare(), b.ThrottledShare())
	})
	f.representative = byShare[lowestEqual(byShare, rank(len(byShare), 0.5))]
	f.unlucky = byShare[lowestEqual(byShare, rank(len(byShare), unluckyShare))]
	for level := simulate.Blocked; level > simulate.Clean; level-- {
		if f.reached(level) >= levelShare {
			f.level = level
			return
		}
	}
}

// rank is the place of a percentile by nearest rank.
func rank(n int, share float64) int { return max(0, int(math.Ceil(share*float64(n)-1e-9))-1) }

// lowestEqual is the first trial with the same share as the i-th.
func lowestEqual(sorted []simulate.Summary, i int) int {
	for i > 0 && sorted[i-1].ThrottledShare() == sorted[i].ThrottledShare() {
		i--
	}
	return i
}

// reached is the share of the trials that reach a level.
func (f *forecast) reached(level simulate.Level) float64 {
	n := 0
	for i := range f.summaries {
		if f.summaries[i].Level >= level {
			n++
		}
	}
	return float64(n) / float64(len(f.summaries))
}

// onsets are the moments at which the trials that throttle begin to, in order.
func (f *forecast) onsets() []float64 {
	var onsets []float64
	for i := range f.summaries {
		if f.summaries[i].Level > simulate.Clean {
			onsets = append(onsets, f.summaries[i].Onset)
		}
	}
	slices.Sort(onsets)
	return onsets
}

// witness is the trial that tells reason and resource: the representative one,
// or the unlucky one where that is clean. Where exactly one trial in twenty
// throttles both are clean, and it is that one. A clean verdict has none.
func (f *forecast) witness() *simulate.Summary {
	return f.beyond(simulate.Clean)
}

// beyond is the trial that stands for those that are worse than a level, if the
// verdict is.
func (f *forecast) beyond(level simulate.Level) *simulate.Summary {
	if f.level <= level {
		return nil
	}
	for _, s := range []*simulate.Summary{&f.representative, &f.unlucky} {
		if s.Level > level {
			return s
		}
	}
	i := slices.IndexFunc(f.summaries, func(s simulate.Summary) bool { return s.Level > level })
	return &f.summaries[i]
}

var levelNames = [...]string{simulate.Clean: "clean", simulate.Blip: "blip", simulate.Degraded: "degraded", simulate.Blocked: "blocked"}

func (f *forecast) verdict(span Span) Verdict {
	v := Verdict{
		Throttles:      f.level != simulate.Clean,
		Level:          levelNames[f.level],
		Probability:    f.reached(simulate.Blip),
		ThrottledShare: f.representative.ThrottledShare(),
		Unlucky:        Unlucky{f.unlucky.Trial, f.unlucky.ThrottledShare()},
	}
	v.Borrowed = borrowed(f.representative.Borrowed)
	v.OnBurst = !v.Throttles && len(v.Borrowed) > 0
	if onsets := f.onsets(); len(onsets) > 0 {
		median, early, late := stats.Nearest(onsets, 0.5), stats.Nearest(onsets, 0.05), stats.Nearest(onsets, 0.95)
		v.Onset, v.OnsetP05, v.OnsetP95 = &median, &early, &late
	}
	if w := f.witness(); w != nil {
		v.OnsetLevel, v.Ends = known(w.OnsetLevel), known(w.Ends)
		slot := simulate.Slot(w.First.Resource, w.First.Direction)
		resource, _ := f.compiled.slotName(slot)
		reason, cause := f.compiled.reasons[slot][w.First.Limit], f.cause(w.First)
		exception := f.exception(w.First)
		v.Resource, v.Reason, v.Cause = &resource, &reason, &cause
		if exception != "" {
			v.Exception = &exception
		}
	}
	v.Sentence = f.sentence(&v, span)
	return v
}

// loans are what AWS does not promise, in the words of the result.
var loans = []struct {
	loan         simulate.Loans
	name, worded string
}{
	{simulate.LoanBurst, "burst", "unused capacity saved for bursts"},
	{simulate.LoanLag, "lag", "writes that wait for an index"},
	{simulate.LoanAllowance, "allowance", "what partitions save from second to second"},
	{simulate.LoanStretch, "stretch", "eventually consistent reads beyond a partition's limit"},
}

func borrowed(b simulate.Loans) []string {
	names := []string{}
	for _, l := range loans {
		if b&l.loan != 0 {
			names = append(names, l.name)
		}
	}
	return names
}

// Causes, by what a remedy has to do.
const (
	causeHotKey      = "hot-key"
	causeGrowth      = "growth"
	causeProvisioned = "provisioned"
	causeQuota       = "quota"
	causeMaximum     = "maximum"
	causeIndex       = "index"
)

func (f *forecast) cause(first simulate.First) string {
	switch first.Limit {
	case simulate.Partition:
		if first.HotKey {
			return causeHotKey
		}
		return causeGrowth
	case simulate.Growth:
		return causeGrowth
	case simulate.Quota:
		return causeQuota
	case simulate.Maximum:
		return causeMaximum
	}
	if first.Direction == simulate.Write && f.compiled.indexes[first.Resource] != "" {
		return causeIndex
	}
	return causeProvisioned
}
