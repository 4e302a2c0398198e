package scenariofile

import (
	"math"

	"ddbplan/calc/input/form"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// maxExponent bounds Zipf's law; measured popularity lies near 1.
const maxExponent = 100

// keysOf makes a reader of how the calls of a workload fall on keys. Keys in
// order need its rate, to know when it is at work.
func (r *reader) keysOf(w *scenario.Workload) func(*form.Node) (scenario.Keys, bool) {
	return func(n *form.Node) (scenario.Keys, bool) {
		if n.Kind == form.Scalar {
			word, ok := form.Choice(r.Reader, "uniform", "single")(n)
			if word == "single" {
				return scenario.Keys{Keys: keyspace.Single{}}, ok
			}
			return scenario.Keys{Even: true}, ok
		}
		var k scenario.Keys
		r.OneOf(n, []form.Entry{form.May("of", form.Set(&k.Of, r.Name))},
			form.May("uniform", form.Set(&k.Keys, r.uniform)),
			form.May("zipf", form.Set(&k.Keys, r.zipf)),
			form.May("hot", form.Set(&k.Keys, r.hot)),
			form.May("weights", form.Set(&k.Keys, r.weights)),
			form.May("ordered", form.Set(&k.Keys, r.orderedBy(w))),
			form.May("file", form.Set(&k.Keys, r.keyFile)),
		)
		return k, k.Keys != nil
	}
}

func (r *reader) uniform(n *form.Node) (keyspace.Keys, bool) {
	count, ok := r.count(n)
	return keyspace.Uniform{N: int64(count)}, ok
}

func (r *reader) zipf(n *form.Node) (keyspace.Keys, bool) {
	var exponent float64
	var count units.Count
	r.Object(n,
		form.Need("exponent", form.Set(&exponent, r.number(0, maxExponent))),
		form.Need("count", form.Set(&count, r.count)),
	)
	if count == 0 {
		return nil, false
	}
	return keyspace.NewZipf(exponent, int64(count)), true
}

func (r *reader) hot(n *form.Node) (keyspace.Keys, bool) {
	var keys, rest units.Count
	var share units.Share
	r.Object(n,
		form.Need("keys", form.Set(&keys, r.count)),
		form.Need("share", form.Set(&share, r.share)),
		form.Need("rest", form.Set(&rest, r.count)),
	)
	if keys == 0 || rest == 0 {
		return nil, false
	}
	return keyspace.Hot{Keys: int64(keys), Part: share, Rest: int64(rest)}, true
}

func (r *reader) weights(n *form.Node) (keyspace.Keys, bool) {
	if !r.Is(n, form.List, "Write how often each value occurs, in any measure, like [70, 20, 10].") {
		return nil, false
	}
	weights := make([]float64, len(n.Items))
	for i := range n.Items {
		weight, ok := r.number(0, float64(counts.high))(n.Element(i))
		if !ok {
			return nil, false
		}
		weights[i] = weight
	}
	k, err := keyspace.NewWeights(weights)
	if err != nil {
		r.Mistake(n, "Write how often each value occurs, in any measure, like [70, 20, 10].", "%v", err)
		return nil, false
	}
	return k, true
}

// orderedBy reads keys that come one after the other while a workload calls: a
// number of them, or how long each lasts.
func (r *reader) orderedBy(w *scenario.Workload) func(*form.Node) (keyspace.Keys, bool) {
	return func(n *form.Node) (keyspace.Keys, bool) {
		var k keyspace.Ordered
		k.From, k.To = r.active(w)
		if n.Kind == form.Mapping {
			r.Object(n, form.Need("each", form.Set(&k.Each, r.between(units.Second, spans.high))))
		} else if count, ok := r.count(n); ok {
			k.N = int64(count)
		}
		if k.N == 0 && k.Each == 0 {
			return nil, false
		}
		return k, true
	}
}

// active is when a workload makes calls, in whole seconds; all the time where it
// never does. When a job is done is not known before.
func (r *reader) active(w *scenario.Workload) (from, to units.Span) {
	end := int(min(max(r.duration, 0), scenario.MaxDuration))
	if w.Job != nil {
		return units.Span(math.Floor(float64(min(w.Job.Start, units.Span(end))))), units.Span(end)
	}
	first, last := end, 0
	hour := make([]float64, int(units.Hour))
	for start := 0; w.Rate != nil && start < end; start += len(hour) {
		calls := hour[:min(len(hour), end-start)]
		traffic.Seconds(w.Rate, calls, start)
		for i, n := range calls {
			if n > 0 {
				first, last = min(first, start+i), start+i+1
			}
		}
	}
	if last == 0 {
		return 0, units.Span(end)
	}
	return units.Span(first), units.Span(last)
}

// indexKeysOf makes a reader of how the writes of a workload fall on the key
// values of indexes.
func (r *reader) indexKeysOf(w *scenario.Workload) func(*form.Node) ([]scenario.IndexKeys, bool) {
	return func(n *form.Node) ([]scenario.IndexKeys, bool) {
		all := []scenario.IndexKeys{}
		r.Named(n, "indexes", func(name string, v *form.Node) {
			all = append(all, r.indexKeys(name, v, w))
		})
		return all, len(all) > 0
	}
}

func (r *reader) indexKeys(index string, n *form.Node, w *scenario.Workload) scenario.IndexKeys {
	k := scenario.IndexKeys{Index: index}
	if n.Get("from") == nil && n.Get("to") == nil {
		form.Set(&k.To, r.keysOf(w))(n)
		return k
	}
	r.Object(n,
		form.Need("from", form.Point(&k.From, r.keysOf(w))),
		form.Need("to", form.Set(&k.To, r.keysOf(w))),
	)
	return k
}
