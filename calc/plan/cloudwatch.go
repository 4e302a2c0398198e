package plan

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/simulate"
)

// CloudWatch is what CloudWatch would show of the representative trial: the
// metrics of every minute, those of a table without those of its indexes (R8.21, R8.23).
type CloudWatch []Metric

// Metric is one metric over time. Minutes in which nothing happened have no sum;
// only consumption is published all the time.
type Metric struct {
	Resource  string
	Operation string // ThrottledRequests are told by API operation; empty for others
	Name      string
	Sums      []MinuteSum
}

// MinuteSum is the Sum statistic of one minute, counted from the start.
type MinuteSum struct {
	Minute int
	Sum    float64
}

// Datum is a sum with what it is of.
type Datum struct {
	Resource, Operation, Metric string
	MinuteSum
}

// All goes through all sums, metric by metric.
func (c CloudWatch) All() iter.Seq[Datum] {
	return func(yield func(Datum) bool) {
		for _, m := range c {
			for _, s := range m.Sums {
				if !yield(Datum{m.Resource, m.Operation, m.Name, s}) {
					return
				}
			}
		}
	}
}

// Metrics that CloudWatch publishes every minute (R8.24), beside those of consumption and throttling.
const (
	throttledRequests = "ThrottledRequests"
	failedConditions  = "ConditionalCheckFailedRequests"
)

const secondsPerMinute = 60

// watch adds up the metrics of a trial. It knows where each stands, since there
// are millions of seconds.
type watch struct {
	compiled *compiled
	metrics  CloudWatch
	consumed []int                      // by slot
	events   []int                      // by slot
	reasons  [][simulate.LimitCount]int // by slot
	requests []requestMetrics           // by operation
}

// requestMetrics are the metrics of a workload, one for each table that its calls name.
type requestMetrics struct{ throttled, failed []int }

func newWatch(c *compiled) *watch {
	slots := len(c.busy)
	w := &watch{compiled: c, consumed: make([]int, slots), events: make([]int, slots), reasons: make([][simulate.LimitCount]int, slots)}
	for slot := range slots {
		name, word := c.slotName(slot)
		direction := facts.Direction(word)
		w.consumed[slot] = w.metric(name, "", facts.ConsumedMetric(direction))
		w.events[slot] = w.metric(name, "", facts.EventsMetric(direction))
		for limit, kind := range kinds {
			w.reasons[slot][limit] = w.metric(name, "", facts.ReasonMetric(direction, kind))
		}
	}
	for _, o := range c.operations {
		var r requestMetrics
		for table := range strings.SplitSeq(o.Table, ", ") {
			r.throttled = append(r.throttled, w.metric(table, o.Operation, throttledRequests))
			r.failed = append(r.failed, w.metric(table, "", failedConditions))
		}
		w.requests = append(w.requests, r)
	}
	return w
}

// metric is where a metric stands.
func (w *watch) metric(resource, operation, name string) int {
	i := slices.IndexFunc(w.metrics, func(m Metric) bool {
		return m.Resource == resource && m.Operation == operation && m.Name == name
	})
	if i < 0 {
		i = len(w.metrics)
		w.metrics = append(w.metrics, Metric{Resource: resource, Operation: operation, Name: name})
	}
	return i
}

func (w *watch) see(s *simulate.Second) {
	minute := s.T / secondsPerMinute
	for slot, busy := range w.compiled.busy {
		if !busy {
			continue
		}
		r, d := slot/2, simulate.Direction(slot%2)
		w.metrics[w.consumed[slot]].add(minute, s.Consumed(r, d))
		if !s.Refusing() {
			continue
		}
		for limit, refused := range s.Throttles(r, d) {
			if refused > 0 {
				w.metrics[w.events[slot]].add(minute, refused)
				w.metrics[w.reasons[slot][limit]].add(minute, refused)
			}
		}
	}
	for i, metrics := range w.requests {
		w.count(metrics.failed, minute, s.FailedConditions(i))
		if s.Refusing() {
			w.count(metrics.throttled, minute, s.ThrottledRequests(i))
		}
	}
}

func (w *watch) count(metrics []int, minute int, amount float64) {
	if amount == 0 {
		return
	}
	for _, i := range metrics {
		w.metrics[i].add(minute, amount)
	}
}

func (m *Metric) add(minute int, amount float64) {
	if n := len(m.Sums); n == 0 || m.Sums[n-1].Minute != minute {
		m.Sums = append(m.Sums, MinuteSum{Minute: minute})
	}
	m.Sums[len(m.Sums)-1].Sum += amount
}

// close returns the metrics that have sums, each resource's by name.
func (w *watch) close() CloudWatch {
	order := map[string]int{}
	for r := range w.compiled.system.Resources {
		order[w.compiled.system.Resources[r].Name] = r
	}
	shown := slices.DeleteFunc(w.metrics, func(m Metric) bool { return len(m.Sums) == 0 })
	slices.SortFunc(shown, func(a, b Metric) int {
		return cmp.Or(order[a.Resource]-order[b.Resource], strings.Compare(a.Name, b.Name), strings.Compare(a.Operation, b.Operation))
	})
	return shown
}
