package reports

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// cloudWatch tells what a dashboard would show of the resource that refuses
// first, or comes nearest to it, and of its table: a minute hides seconds, and a
// table's metrics leave its global indexes out (R8.21, R8.23).
func (r report) cloudWatch() Section {
	s := Section{ID: "cloudwatch", Title: "What CloudWatch would show"}
	focus := r.focus()
	if focus == nil || len(r.CloudWatch) == 0 {
		return s
	}
	d := dashboard{r, *focus, facts.Direction(focus.Direction)}
	s.Blocks = append(s.Blocks,
		Paragraph("To be laid beside the real graphs afterwards; every attempt counts, retries too. CloudWatch adds its metrics up minute by minute, those of a table without its global indexes, which have metrics of their own."),
		d.consumedFigure())
	if f, ok := d.refusalsFigure(); ok {
		s.Blocks = append(s.Blocks, f)
	}
	for _, text := range []string{d.flattened(), d.elsewhere(), d.named(), d.batched()} {
		if text != "" {
			s.Blocks = append(s.Blocks, Paragraph(text))
		}
	}
	s.Blocks = append(s.Blocks, d.sums()...)
	s.Blocks = append(s.Blocks, Paragraph("Alarms that tell in time, each over periods of one minute:"), d.alarms())
	return s
}

// focus is the resource that refuses first in the typical trial, or else the one
// with the least headroom.
func (r report) focus() *plan.Resource {
	if r.Series.Onset == nil {
		return r.tightest()
	}
	for i, c := range r.Resources {
		if first := r.Series.Onset.Series; c.Resource == first.Resource && c.Direction == first.Direction {
			return &r.Resources[i]
		}
	}
	return r.tightest()
}

// dashboard is what CloudWatch would show of one resource and its table.
type dashboard struct {
	report
	focus     plan.Resource
	direction facts.Direction
}

const secondsPerMinute = 60

// throttledRequests is the metric of calls of which anything was refused (R8.20).
const throttledRequests = "ThrottledRequests"

// dimensions word where a metric is found.
func dimensions(c plan.Resource) string {
	if c.Index == nil {
		return "table " + brief(c.Table)
	}
	return "table " + brief(c.Table) + ", index " + brief(*c.Index)
}

// find is a metric of a resource; without sums where nothing of it happened.
func (d dashboard) find(resource, name string) plan.Metric {
	for _, m := range d.CloudWatch {
		if m.Resource == resource && m.Name == name {
			return m
		}
	}
	return plan.Metric{Resource: resource, Name: name}
}

func (d dashboard) consumed() plan.Metric {
	return d.find(d.focus.Resource, facts.ConsumedMetric(d.direction))
}

func (d dashboard) events(resource string) plan.Metric {
	return d.find(resource, facts.EventsMetric(d.direction))
}

// requests are the throttled requests of the table, by operation.
func (d dashboard) requests() []plan.Metric {
	var out []plan.Metric
	for _, m := range d.CloudWatch {
		if m.Resource == d.focus.Table && m.Name == throttledRequests {
			out = append(out, m)
		}
	}
	return out
}

// highest is the minute with the highest sum.
func highest(m plan.Metric) plan.MinuteSum {
	var top plan.MinuteSum
	for _, s := range m.Sums {
		if s.Sum > top.Sum {
			top = s
		}
	}
	return top
}

func sum(m plan.Metric) float64 {
	var all float64
	for _, s := range m.Sums {
		all += s.Sum
	}
	return all
}

func (d dashboard) moment(minute int) string {
	return d.clock.Short(float64(minute * secondsPerMinute))
}

// flattened says what a mean of a minute hides.
func (d dashboard) flattened() string {
	top := highest(d.consumed())
	mean := top.Sum / secondsPerMinute
	if mean == 0 {
		return ""
	}
	text := fmt.Sprintf("The highest minute of %s begins at %s: %s units, divided by 60 that is %s a second.",
		facts.ConsumedMetric(d.direction), d.moment(top.Minute), words.Number(top.Sum), words.Number(mean))
	if d.focus.PeakAccepted > 1.05*mean {
		text += fmt.Sprintf(" The highest second serves %s, which no metric shows: a minute hides what happens within it.", words.Number(d.focus.PeakAccepted))
	}
	if asked := d.focus.PeakOffered; asked > 1.05*d.focus.PeakAccepted {
		text += fmt.Sprintf(" Up to %s a second are asked for, which does not show either: what is refused is not consumed.", words.Number(asked))
	}
	return text
}

// elsewhere says what the metrics of a table hide of its indexes.
func (d dashboard) elsewhere() string {
	if d.focus.Index == nil || sum(d.events(d.focus.Resource)) < least {
		return ""
	}
	name, table, index := facts.EventsMetric(d.direction), brief(d.focus.Table), brief(*d.focus.Index)
	own := sum(d.events(d.focus.Table))
	text := fmt.Sprintf("A dashboard of the table alone does not show where it fails. %s of %s stays at 0, because events count where the refusal comes from: watch %s of index %s as well.", name, table, name, index)
	if own >= least {
		text = fmt.Sprintf("A dashboard of the table alone shows a part of it: %s of %s counts %s events, that of index %s %s more.", name, table, words.Number(own), index, words.Number(sum(d.events(d.focus.Resource))))
	}
	if d.direction == facts.Write {
		if m := d.mostRequests(); sum(m) >= least {
			text += fmt.Sprintf(" ThrottledRequests of the table does rise, for %s to %s a minute: the calls that fail are writes to the table.", m.Operation, words.Number(highest(m).Sum))
		}
	}
	return text
}

func (d dashboard) mostRequests() plan.Metric {
	var most plan.Metric
	for _, m := range d.requests() {
		if sum(m) > sum(most) {
			most = m
		}
	}
	return most
}

// named says which metrics tell the reason, and what none tells.
func (d dashboard) named() string {
	var found []plan.Metric
	for _, limit := range []facts.Limit{facts.KeyRangeLimit, facts.ProvisionedLimit, facts.AccountLimit, facts.MaximumLimit} {
		if m := d.find(d.focus.Resource, facts.ReasonMetric(d.direction, limit)); sum(m) >= least {
			found = append(found, m)
		}
	}
	if found == nil {
		return ""
	}
	slices.SortStableFunc(found, func(a, b plan.Metric) int { return cmp.Compare(sum(b), sum(a)) })
	text := fmt.Sprintf("The reason is named by %s, which counts %s events", found[0].Name, words.Number(sum(found[0])))
	for _, m := range found[1:] {
		text += fmt.Sprintf(", beside %s with %s", m.Name, words.Number(sum(m)))
	}
	text += "."
	if found[0].Name == facts.ReasonMetric(d.direction, facts.KeyRangeLimit) {
		text += " No metric shows a single partition, so what the whole consumes may look comfortable. CloudWatch Contributor Insights lists the keys that are used and throttled most."
	}
	return text
}

// batched says how batches are counted.
func (d dashboard) batched() string {
	for _, o := range d.Operations {
		if isBatch(o.Operation) && o.RefusedCalls > 0 && o.Table == d.focus.Table {
			return fmt.Sprintf("ThrottledRequests counts a %s only if nothing of it was done; one that hands back a part as unprocessed shows in %s alone, item by item.", o.Operation, facts.EventsMetric(d.direction))
		}
	}
	return ""
}

// sums tables the metrics of the resource and its table.
func (d dashboard) sums() []Block {
	var metrics []plan.Metric
	for _, m := range d.CloudWatch {
		if m.Resource == d.focus.Resource || m.Resource == d.focus.Table {
			metrics = append(metrics, m)
		}
	}
	metrics, left := most(metrics, mostRows, func(a, b plan.Metric) int { return cmp.Compare(sum(b), sum(a)) })
	t := Table{Columns: []Column{{"Metric", false}, {"Of", false}, {"Operation", false}, {"Whole span", true}, {"Highest minute", true}, {"At", true}}}
	add := func(m plan.Metric) {
		operation, at := absent, absent
		if m.Operation != "" {
			operation = m.Operation
		}
		top := highest(m)
		if top.Sum > 0 {
			at = d.moment(top.Minute)
		}
		t.Rows = append(t.Rows, []string{m.Name, m.Resource, operation, words.Number(sum(m)), words.Number(top.Sum), at})
	}
	if d.focus.Index != nil && sum(d.events(d.focus.Table)) < least && sum(d.events(d.focus.Resource)) >= least {
		add(d.events(d.focus.Table)) // that it stays at zero is the point
	}
	for _, m := range metrics {
		add(m)
	}
	return append([]Block{dense(t)}, leftOut(left, "more metric", "those with the highest sums")...)
}

// nearCapacity is the share of what is provisioned at which an alarm should
// speak: before anything is refused, and above what auto scaling aims at.
const nearCapacity = 0.9

// alarms tables what to watch.
func (d dashboard) alarms() Table {
	t := Table{Columns: []Column{{"Metric", false}, {"Of", false}, {"When the sum is", false}, {"What it tells", false}}}
	events := facts.EventsMetric(d.direction)
	if d.focus.Mode == "provisioned" {
		before := "before anything is refused"
		if d.saves(d.focus.Resource, float64(d.Span.Seconds)) {
			before += ", while burst still helps"
		}
		t.Rows = append(t.Rows, []string{
			facts.ConsumedMetric(d.direction), dimensions(d.focus),
			fmt.Sprintf("above %s of what is provisioned, times 60", words.Share(nearCapacity)),
			before + "; what is provisioned is itself published every five minutes",
		})
	}
	t.Rows = append(t.Rows, []string{events, dimensions(d.focus), "above 0", "the first refusal"})
	if d.focus.Index != nil {
		t.Rows = append(t.Rows, []string{events, "table " + brief(d.focus.Table), "above 0", "refusals by the table itself; it says nothing of indexes"})
	}
	t.Rows = append(t.Rows, []string{throttledRequests, "table " + brief(d.focus.Table) + ", each operation", "above 0 in 3 of 5 minutes", "callers are refused, whatever refuses them; clients may still get through by trying again"})
	return t
}
