package reports

import (
	"fmt"
	"math"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// picture is the one figure that tells the story: what was asked, what was
// served and what could be served, around the moment that decides.
func (r report) picture() Section {
	s := Section{ID: "picture", Title: "The moment that decides"}
	switch {
	case r.Series.Onset != nil:
		s.Blocks = append(s.Blocks, r.onsetFigure(*r.Series.Onset, r.begins(r.Series.Onset.Series), r.typically("")))
	case r.Unlucky != nil && r.Unlucky.Onset != nil:
		s.Blocks = append(s.Blocks, r.onsetFigure(*r.Unlucky.Onset, onset(r.Unlucky.Onset.Series.Bins), fmt.Sprintf(" in trial %d, the unlucky one", r.Unlucky.Trial)))
	default:
		if busiest := r.busiest(); busiest != nil {
			s.Blocks = append(s.Blocks, r.calmFigure(*busiest))
		}
	}
	return s
}

func (r report) onsetFigure(w plan.Window, begins float64, where string) Figure {
	bins := w.Series.Bins
	worst := hardest(bins)
	name, what := brief(w.Series.Resource), calls(w.Series.Direction)
	sentence := fmt.Sprintf("%s refuses %s from %s%s. Worst at %s: %s %s units a second asked, %s served, %s refused.",
		name, what, r.clock.Short(begins), where, r.clock.Short(worst.T),
		words.Number(worst.Offered), w.Series.Direction, words.Number(worst.Accepted), words.Number(refused(worst)))
	if v := r.Verdict.Onset; v != nil && r.clock.Short(*v) != r.clock.Short(begins) {
		sentence += fmt.Sprintf(" The verdict's %s is the median of all trials that throttle; this one begins at another time.", r.clock.Short(*v))
	}
	chart := load(w.Series)
	chart.Marks = []Mark{{begins, r.clock.Short(begins) + "  " + brief(w.Series.Resource) + " refuses first"}}
	if from, to, ok := r.onsetBand(r.Verdict); ok && to > chart.Times[0] && from < chart.Times[len(chart.Times)-1] {
		chart.Bands = []Band{{max(from, chart.Times[0]), min(to, chart.Times[len(chart.Times)-1]), "begins here in 90% of the trials that throttle"}}
		sentence += fmt.Sprintf(" In 90%% of the trials that throttle it begins between %s and %s.", r.clock.Short(from), r.clock.Short(to))
	}
	if len(r.Remedies) > 0 && r.Remedies[0].After != nil {
		chart.Lines = append(chart.Lines, mended(r.Remedies[0].After.Series.Bins))
		sentence += " Dashed is what would be served with the first of the changes that help."
	}
	return Figure{
		ID:       "onset",
		Title:    fmt.Sprintf("%s of %s: asked, served and refused", title(what), name),
		Sentence: sentence,
		Lead:     true,
		Chart:    chart,
		Table:    r.loadTable(bins),
	}
}

// mended is what would be served with a remedy, in the bins of the chart.
func mended(bins []plan.Bin) Line {
	return Line{"served with change 1", Mended, values(bins, func(b plan.Bin) *float64 { return new(b.Accepted) })}
}

// onsetBand is between which moments throttling begins in most trials; ok where
// they can be told apart.
func (r report) onsetBand(v plan.Verdict) (from, to float64, ok bool) {
	early, late := v.OnsetP05, v.OnsetP95
	if early == nil || late == nil || r.clock.Short(*early) == r.clock.Short(*late) {
		return 0, 0, false
	}
	return *early, *late, true
}

// begins is the exact onset of a resource in the typical trial; its bins know it
// only to their width.
func (r report) begins(s plan.ResourceSeries) float64 {
	for _, c := range r.Resources {
		if c.Resource == s.Resource && c.Direction == s.Direction && c.Onset != nil {
			return *c.Onset
		}
	}
	return onset(s.Bins)
}

// onset is the start of the first bin with a refusal.
func onset(bins []plan.Bin) float64 {
	for _, b := range bins {
		if refused(b) > 0 {
			return b.T
		}
	}
	return 0
}

// busiest is the series of the resource with the least headroom.
func (r report) busiest() *plan.ResourceSeries {
	tightest := r.tightest()
	if tightest == nil {
		return nil
	}
	for i, s := range r.Series.Whole {
		if s.Resource == tightest.Resource && s.Direction == tightest.Direction && len(s.Bins) > 0 {
			return &r.Series.Whole[i]
		}
	}
	return nil
}

func (r report) calmFigure(s plan.ResourceSeries) Figure {
	tightest := *r.tightest()
	left := words.Share(*tightest.Headroom) + " left"
	says := " and " + words.Share(*tightest.Headroom) + " of headroom."
	if overdrawn(tightest) {
		more := words.Share(-*tightest.Headroom)
		left = more + " more than is certain"
		says = ", " + more + " more than " + r.allowed(tightest) + "."
	}
	peak := hardest(s.Bins)
	chart := load(s)
	chart.Marks = []Mark{{peak.T, r.clock.Short(peak.T) + "  tightest moment, " + left}}
	return Figure{
		ID:    "onset",
		Title: fmt.Sprintf("%s of %s, the tightest resource", title(calls(s.Direction)), brief(s.Resource)),
		Sentence: fmt.Sprintf("Nothing is refused. The tightest moment is at %s with up to %s %s units a second asked%s",
			r.clock.Short(peak.T), words.Number(peak.OfferedMax), s.Direction, says),
		Lead:  true,
		Chart: chart,
		Table: r.loadTable(s.Bins),
	}
}

// overTime has a chart of the whole span for every resource and direction.
func (r report) overTime() Section {
	s := Section{ID: "over-time", Title: "The whole span"}
	if len(r.Series.Whole) == 0 {
		return s
	}
	text := "Every table and index over the simulated time; all charts zoom together. Lines are means over short intervals, the faint line is the highest second in them."
	if r.Unlucky != nil {
		text += fmt.Sprintf(" The typical trial refuses nothing; where trial %d, the unlucky one, does, it follows with a chart of its own.", r.Unlucky.Trial)
	}
	s.Blocks = append(s.Blocks, Paragraph(text))
	for i, series := range r.Series.Whole {
		s.Blocks = append(s.Blocks, r.wholeFigure(series, r.begins(series), fmt.Sprintf("whole-%d", i+1), ""))
	}
	if r.Unlucky != nil {
		for i, series := range r.Unlucky.Whole {
			if worst := hardest(series.Bins); refused(worst) > 0 {
				s.Blocks = append(s.Blocks, r.wholeFigure(series, onset(series.Bins), fmt.Sprintf("unlucky-%d", i+1), fmt.Sprintf(", unlucky trial %d", r.Unlucky.Trial)))
			}
		}
	}
	if left := len(s.Blocks) - 1 - maxFigures; left > 0 {
		s.Blocks = append(s.Blocks[:1+maxFigures], Paragraph(fmt.Sprintf("%s more are not drawn; the CSV (--format csv) holds all of them.", plural(left, "chart"))))
	}
	return s
}

// maxFigures bounds the charts of one kind, so that a scenario with thousands
// of tables still gives a page that opens.
const maxFigures = 40

func (r report) wholeFigure(s plan.ResourceSeries, begins float64, id, suffix string) Figure {
	return Figure{
		ID:       id,
		Title:    title(calls(s.Direction)) + " of " + brief(s.Resource) + suffix,
		Sentence: r.wholeSentence(s, begins),
		Chart:    linked(load(s)),
		Table:    r.loadTable(s.Bins),
	}
}

func (r report) wholeSentence(s plan.ResourceSeries, begins float64) string {
	peak, lost := plan.Bin{}, 0.0
	for _, b := range s.Bins {
		if b.OfferedMax > peak.OfferedMax {
			peak = b
		}
		lost += refused(b) * b.Width
	}
	sentence := fmt.Sprintf("Up to %s %s units a second are asked, at %s.", words.Number(peak.OfferedMax), s.Direction, r.clock.Short(peak.T))
	if lost < leastUnits {
		return sentence + " Nothing is refused."
	}
	return sentence + fmt.Sprintf(" In all %s units are refused, the first at %s.", words.Number(lost), r.clock.Short(begins))
}

func linked(l Lines) Lines {
	l.Linked = true
	return l
}

// load draws what was asked, served and refused, and what could be served.
func load(s plan.ResourceSeries) Lines {
	lines := []Line{{"served", Served, values(s.Bins, func(b plan.Bin) *float64 { return new(b.Accepted) })}}
	if refused(hardest(s.Bins)) > 0 {
		lines = append(lines, Line{"refused", Refused, values(s.Bins, func(b plan.Bin) *float64 { return new(refused(b)) })})
	}
	lines = append(lines, Line{"asked", Asked, values(s.Bins, func(b plan.Bin) *float64 { return new(b.Offered) })})
	if bursty(s.Bins) {
		lines = append(lines, Line{"asked, highest second", Peak, values(s.Bins, func(b plan.Bin) *float64 { return new(b.OfferedMax) })})
	}
	top := 0.0
	if limit := highestLimit(s.Bins); limit != nil {
		name := "could be served with even keys"
		if isProvisioned(s.Bins) {
			name = "provisioned" // which burst may exceed
		}
		if peak := peakOffered(s.Bins); peak > 0 && *limit > 3*peak {
			// A limit far above would press what matters flat on the floor.
			top = roundUp(1.5 * peak)
			name += " (above)"
		}
		lines = append(lines, Line{name, Limit, values(s.Bins, func(b plan.Bin) *float64 { return b.Limit })})
	}
	return Lines{Unit: s.Direction + " units a second", Times: times(s.Bins), Lines: lines, Top: top}
}

// bursty tells whether bins hold seconds that stand out from their means, which
// a line of means would hide.
func bursty(bins []plan.Bin) bool {
	var apart float64
	for _, b := range bins {
		apart = max(apart, b.OfferedMax-b.Offered)
	}
	return apart > peakOffered(bins)/20
}

// highestLimit is the highest limit of any bin, nil where nothing limits the whole.
func highestLimit(bins []plan.Bin) *float64 {
	var found *float64
	for _, b := range bins {
		if b.Limit != nil && (found == nil || *b.Limit > *found) {
			found = b.Limit
		}
	}
	return found
}

func peakOffered(bins []plan.Bin) float64 {
	var peak float64
	for _, b := range bins {
		peak = max(peak, b.OfferedMax)
	}
	return peak
}

// roundUp is the next half of a power of ten, a round end for an axis: 15,000
// for 13,275.
func roundUp(v float64) float64 {
	half := math.Pow(10, math.Floor(math.Log10(v))) / 2
	return math.Ceil(v/half) * half
}

// isProvisioned tells bins of provisioned capacity: on demand there is no burst.
func isProvisioned(bins []plan.Bin) bool { return len(bins) > 0 && bins[0].Burst != nil }

func (r report) loadTable(bins []plan.Bin) Table {
	limit := "Could be served"
	if isProvisioned(bins) {
		limit = "Provisioned"
	}
	t := Table{Columns: []Column{
		{"From", true}, {"Asked", true}, {"Highest second", true}, {"Served", true}, {"Refused", true},
		{limit, true}, {"Partitions", true}, {"Hottest, of its limit", true},
	}}
	for _, b := range merge(bins, tableRows) {
		t.Rows = append(t.Rows, []string{
			r.clock.Short(b.T), words.Number(b.Offered), words.Number(b.OfferedMax), words.Number(b.Accepted), words.Number(refused(b)),
			orDash(b.Limit, words.Capacity), words.Count(b.Partitions), words.Share(b.Hottest),
		})
	}
	return dense(t)
}

// title puts a capital on a word of ours.
func title(word string) string { return string(word[0]-'a'+'A') + word[1:] }
