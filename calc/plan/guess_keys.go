package plan

import (
	"math"
	"slices"
	"strconv"

	"ddbplan/calc/diag"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/words"
)

// evenShares are what the most popular of keys that are taken to be even is
// tried to carry. Nobody has counted them, so a factor says nothing.
var evenShares = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}

// keyPlace is where a scenario says how calls fall on the keys of a resource.
type keyPlace struct {
	workload, part int    // part −1: the workload itself
	index          string // of index_keys; empty: keys
}

// keyGuesses is for each workload that falls on a slot how popular its most
// popular key is there.
func (f *forecast) keyGuesses(s *scenario.Scenario, slot int) []guess {
	var all []guess
	for _, i := range f.compiled.usersOfSlot(slot) {
		w := &s.Traffic[i]
		if w.Operation == request.Scan { // a scan goes through all
			continue
		}
		if len(w.Parts) == 0 {
			all = append(all, f.keyGuess(s, slot, w, keyPlace{workload: i, part: -1})...)
		}
		for k := range w.Parts {
			if p := &w.Parts[k]; p.Table == f.compiled.tables[slot/2] {
				all = append(all, f.keyGuess(s, slot, p.Alone(w.Name), keyPlace{workload: i, part: k})...)
			}
		}
	}
	return all
}

func (f *forecast) keyGuess(s *scenario.Scenario, slot int, w *scenario.Workload, at keyPlace) []guess {
	t, _ := s.Table(w.Table)
	keys, even := w.Keys, tableKeys(t)
	if x, ok := t.Index(f.compiled.indexes[slot/2]); ok {
		even = indexKeys(t, x)
		if !w.Operation.IsRead() {
			at.index = x.Name
			keys = indexKeysOf(w, x.Name)
		}
	}
	popular, said := popularity(keys, even)
	if popular == nil {
		return nil
	}
	g := guess{
		path: at.path(w.Name), name: "top share", said: said,
		now: keyspace.Top(popular), harmful: true, factors: outward, step: shareStep,
		with: func(share float64) *scenario.Scenario { return at.with(s, keyspace.WithTop(popular, share)) },
		text: words.Share,
	}
	g.least, g.most = keyspace.TopRange(popular)
	switch p := popular.(type) {
	case keyspace.Uniform:
		g.factors = nil
		for _, share := range evenShares {
			g.factors = append(g.factors, share/g.now)
		}
	case keyspace.Zipf:
		g.text = func(share float64) string {
			exponent := keyspace.WithTop(p, share).(keyspace.Zipf).Exponent()
			return words.Share(share) + " (exponent " + words.Number(exponent) + ")"
		}
	}
	return []guess{g}
}

// shareStep is how exact a share is found: to one part in a hundred.
func shareStep(share float64) float64 {
	return math.Pow(10, math.Floor(math.Log10(share))) / 100
}

func indexKeysOf(w *scenario.Workload, index string) scenario.Keys {
	for _, k := range w.IndexKeys {
		if k.Index == index {
			return k.To
		}
	}
	return scenario.Keys{}
}

// popularity is the distribution that is varied, and what it is in words; nil for
// keys in order, each of which carries everything in its time. A single key may
// be one of all there are.
func popularity(keys scenario.Keys, even keyspace.Keys) (popular keyspace.Popularity, said string) {
	if keys.Keys == nil {
		said = "taken to be even"
		if keys.Even {
			said = "even"
		}
		return even.(keyspace.Popularity), said
	}
	popular, ok := keys.Keys.(keyspace.Popularity)
	if !ok {
		return nil, ""
	}
	if popular.Count() == 1 {
		popular = keyspace.Hot{Keys: 1, Part: 1, Rest: even.Count() - 1}
	}
	return popular, words.Share(keyspace.Top(popular))
}

func (k keyPlace) path(workload string) string {
	names := []string{"traffic", workload}
	if k.part >= 0 {
		names = append(names, "parts", strconv.Itoa(k.part))
	}
	if k.index == "" {
		return diag.Path("", append(names, "keys")...)
	}
	return diag.Path("", append(names, "index_keys", k.index)...)
}

// with is a scenario with other keys in the place.
func (k keyPlace) with(s *scenario.Scenario, keys keyspace.Keys) *scenario.Scenario {
	changed := *s
	changed.Traffic = slices.Clone(changed.Traffic)
	w := &changed.Traffic[k.workload]
	own, ofIndexes := &w.Keys, &w.IndexKeys
	if k.part >= 0 {
		w.Parts = slices.Clone(w.Parts)
		own, ofIndexes = &w.Parts[k.part].Keys, &w.Parts[k.part].IndexKeys
	}
	if k.index == "" {
		own.Keys = keys
		return &changed
	}
	*ofIndexes = slices.Clone(*ofIndexes)
	i := slices.IndexFunc(*ofIndexes, func(x scenario.IndexKeys) bool { return x.Index == k.index })
	if i < 0 {
		i = len(*ofIndexes)
		*ofIndexes = append(*ofIndexes, scenario.IndexKeys{Index: k.index})
	}
	(*ofIndexes)[i].To.Keys = keys
	return &changed
}
