package reports

import (
	"fmt"
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// minuteColumns is how finely metrics are drawn; a longer span takes longer
// periods, as a dashboard does.
const minuteColumns = 720

// periods are stretches of whole minutes that cover the span.
type periods struct{ minutes, count int }

func (r report) periods(most int) periods {
	minutes := (r.Span.Seconds + secondsPerMinute - 1) / secondsPerMinute
	each := (minutes + most - 1) / most
	return periods{each, (minutes + each - 1) / each}
}

// name words the length of a period.
func (p periods) name() string {
	if p.minutes == 1 {
		return "minute"
	}
	return fmt.Sprintf("period of %d minutes", p.minutes)
}

// start is when a period begins, in seconds.
func (p periods) start(i int) float64 { return float64(i * p.minutes * secondsPerMinute) }

// times are the starts of the periods and the end of the last.
func (p periods) times(end float64) []float64 {
	var out []float64
	for i := range p.count {
		out = append(out, p.start(i))
	}
	return append(out, end)
}

// total adds up a metric over each period.
func (p periods) total(m plan.Metric) []float64 {
	out := make([]float64, p.count)
	for _, s := range m.Sums {
		out[s.Minute/p.minutes] += s.Sum
	}
	return out
}

// highest is the highest second served of each period.
func (p periods) highest(bins []plan.Bin) []float64 {
	out := make([]float64, p.count)
	length := p.start(1)
	for _, b := range bins {
		// A bin may reach into a period; its highest second may be in either.
		for i := int(b.T / length); i < p.count && p.start(i) < b.T+b.Width; i++ {
			out[i] = max(out[i], b.AcceptedMax)
		}
	}
	return out
}

// steps turns values of periods into a line, with the last value standing at the
// end of the span.
func steps(values []float64, scale float64) []*float64 {
	out := make([]*float64, 0, len(values)+1)
	for _, v := range values {
		out = append(out, new(v*scale))
	}
	return append(out, out[len(out)-1])
}

// consumedFigure draws what is consumed as a dashboard does, and what it hides.
func (d dashboard) consumedFigure() Figure {
	p := d.periods(minuteColumns)
	mean := Line{"mean of each " + p.name(), Served, steps(p.total(d.consumed()), 1/p.start(1))}
	chart := Lines{Unit: d.focus.Direction + " units a second", Times: p.times(float64(d.Span.Seconds)), Lines: []Line{mean}, Linked: true}
	if s := d.whole(); s != nil {
		chart.Lines = append(chart.Lines, Line{"served in its highest second", Peak, steps(p.highest(s.Bins), 1)})
	}
	top := highest(d.consumed())
	return Figure{
		ID:       "cloudwatch-consumed",
		Title:    facts.ConsumedMetric(d.direction) + " of " + brief(d.focus.Resource),
		Sentence: fmt.Sprintf("Sums divided by their seconds. The highest minute begins at %s with %s units, %s a second.", d.moment(top.Minute), words.Number(top.Sum), words.Number(top.Sum/secondsPerMinute)),
		Chart:    chart,
		Table:    d.consumedTable(),
	}
}

// whole is the series of the resource over the whole span.
func (d dashboard) whole() *plan.ResourceSeries {
	for i, s := range d.Series.Whole {
		if s.Resource == d.focus.Resource && s.Direction == d.focus.Direction {
			return &d.Series.Whole[i]
		}
	}
	return nil
}

func (d dashboard) consumedTable() Table {
	t := Table{Columns: []Column{{"From", true}, {"Sum", true}, {"A second", true}, {"Highest second", true}}}
	p := d.periods(tableRows)
	sums := p.total(d.consumed())
	var seconds []float64
	if s := d.whole(); s != nil {
		seconds = p.highest(s.Bins)
	}
	for i, v := range sums {
		peak := absent
		if seconds != nil {
			peak = words.Number(seconds[i])
		}
		t.Rows = append(t.Rows, []string{d.clock.Short(p.start(i)), words.Number(v), words.Number(v / p.start(1)), peak})
	}
	return dense(t)
}

// refusalsFigure draws the metrics that count refusals; ok where there is any.
func (d dashboard) refusalsFigure() (f Figure, ok bool) {
	metrics := []plan.Metric{d.events(d.focus.Resource)}
	names := []string{facts.EventsMetric(d.direction) + " of " + d.focus.Resource}
	if d.focus.Index != nil {
		metrics = append(metrics, d.events(d.focus.Table))
		names = append(names, facts.EventsMetric(d.direction)+" of "+d.focus.Table)
	}
	for _, m := range d.requests() {
		metrics, names = append(metrics, m), append(names, throttledRequests+" of "+m.Resource+", "+m.Operation)
	}
	if sum(metrics[0]) < least {
		return Figure{}, false
	}
	p, rows := d.periods(minuteColumns), d.periods(tableRows)
	chart := Lines{Unit: "a minute", Times: p.times(float64(d.Span.Seconds)), Linked: true}
	t := Table{Columns: []Column{{"From", true}}}
	for i := range rows.count {
		t.Rows = append(t.Rows, []string{d.clock.Short(rows.start(i))})
	}
	for k, m := range metrics[:min(len(metrics), maxGrowing)] {
		role := Plain
		if k == 0 {
			role = Refused // an area: others may run along its top
		}
		chart.Lines = append(chart.Lines, Line{names[k], role, steps(p.total(m), 1/float64(p.minutes))})
		t.Columns = append(t.Columns, Column{names[k], true})
		for i, v := range rows.total(m) {
			t.Rows[i] = append(t.Rows[i], words.Number(math.Round(v)))
		}
	}
	first, top := metrics[0].Sums[0], highest(metrics[0])
	sentence := fmt.Sprintf("%s begins in the minute of %s and is highest", brief(names[0]), d.moment(first.Minute))
	if top.Minute == first.Minute {
		sentence += " in it"
	} else {
		sentence += " in that of " + d.moment(top.Minute)
	}
	return Figure{
		ID:       "cloudwatch-refusals",
		Title:    "Throttle events and throttled requests",
		Sentence: fmt.Sprintf("%s, with %s.", sentence, words.Number(top.Sum)),
		Chart:    chart,
		Table:    t,
	}, true
}
