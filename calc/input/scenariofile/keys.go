package scenariofile

import (
	"ddbplan/calc/keyspace"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// maxExponent bounds Zipf's law; measured popularity lies near 1.
const maxExponent = 100

// keysOver makes a reader of how the calls of a workload fall on keys. Keys in
// order need its rate, to know when it is at work.
func (r *reader) keysOver(rate *traffic.Shape) func(*node) (scenario.Keys, bool) {
	return func(n *node) (scenario.Keys, bool) {
		if n.kind == scalar {
			word, ok := choice(r, "uniform", "single")(n)
			if word == "single" {
				return scenario.Keys{Keys: keyspace.Single{}}, ok
			}
			return scenario.Keys{Even: true}, ok
		}
		var k scenario.Keys
		r.oneOf(n, []entry{may("of", set(&k.Of, r.name))},
			may("uniform", set(&k.Keys, r.uniform)),
			may("zipf", set(&k.Keys, r.zipf)),
			may("hot", set(&k.Keys, r.hot)),
			may("weights", set(&k.Keys, r.weights)),
			may("ordered", func(n *node) { set(&k.Keys, r.orderedOver(*rate))(n) }),
			may("file", set(&k.Keys, r.keyFile)),
		)
		return k, k.Keys != nil
	}
}

func (r *reader) uniform(n *node) (keyspace.Keys, bool) {
	count, ok := r.count(n)
	return keyspace.Uniform{N: int64(count)}, ok
}

func (r *reader) zipf(n *node) (keyspace.Keys, bool) {
	var exponent float64
	var count units.Count
	r.object(n,
		need("exponent", set(&exponent, r.number(0, maxExponent))),
		need("count", set(&count, r.count)),
	)
	if count == 0 {
		return nil, false
	}
	return keyspace.NewZipf(exponent, int64(count)), true
}

func (r *reader) hot(n *node) (keyspace.Keys, bool) {
	var keys, rest units.Count
	var share units.Share
	r.object(n,
		need("keys", set(&keys, r.count)),
		need("share", set(&share, r.share)),
		need("rest", set(&rest, r.count)),
	)
	if keys == 0 || rest == 0 {
		return nil, false
	}
	return keyspace.Hot{Keys: int64(keys), Part: share, Rest: int64(rest)}, true
}

func (r *reader) weights(n *node) (keyspace.Keys, bool) {
	if !r.is(n, list, "Write how often each value occurs, in any measure, like [70, 20, 10].") {
		return nil, false
	}
	weights := make([]float64, len(n.items))
	for i := range n.items {
		weight, ok := r.number(0, float64(counts.high))(n.element(i))
		if !ok {
			return nil, false
		}
		weights[i] = weight
	}
	k, err := keyspace.NewWeights(weights)
	if err != nil {
		r.mistake(n, "Write how often each value occurs, in any measure, like [70, 20, 10].", "%v", err)
		return nil, false
	}
	return k, true
}

// orderedOver reads keys that come one after the other while a rate is above
// zero: a number of them, or how long each lasts.
func (r *reader) orderedOver(rate traffic.Shape) func(*node) (keyspace.Keys, bool) {
	return func(n *node) (keyspace.Keys, bool) {
		var k keyspace.Ordered
		k.From, k.To = r.active(rate)
		if n.kind == mapping {
			r.object(n, need("each", set(&k.Each, r.between(units.Second, spans.high))))
		} else if count, ok := r.count(n); ok {
			k.N = int64(count)
		}
		if k.N == 0 && k.Each == 0 {
			return nil, false
		}
		return k, true
	}
}

// active is when a rate makes calls, in whole seconds; all the time where it
// never does.
func (r *reader) active(rate traffic.Shape) (from, to units.Span) {
	end := int(min(max(r.duration, 0), scenario.MaxDuration))
	first, last := end, 0
	hour := make([]float64, int(units.Hour))
	for start := 0; rate != nil && start < end; start += len(hour) {
		calls := hour[:min(len(hour), end-start)]
		traffic.Seconds(rate, calls, start)
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

// indexKeysOver makes a reader of how the writes of a workload fall on the key
// values of indexes.
func (r *reader) indexKeysOver(rate *traffic.Shape) func(*node) ([]scenario.IndexKeys, bool) {
	return func(n *node) ([]scenario.IndexKeys, bool) {
		all := []scenario.IndexKeys{}
		r.named(n, "indexes", func(name string, v *node) {
			all = append(all, r.indexKeys(name, v, rate))
		})
		return all, len(all) > 0
	}
}

func (r *reader) indexKeys(index string, n *node, rate *traffic.Shape) scenario.IndexKeys {
	k := scenario.IndexKeys{Index: index}
	if n.get("from") == nil && n.get("to") == nil {
		set(&k.To, r.keysOver(rate))(n)
		return k
	}
	r.object(n,
		need("from", point(&k.From, r.keysOver(rate))),
		need("to", set(&k.To, r.keysOver(rate))),
	)
	return k
}
