package plan

import "ddbplan/calc/simulate"

// HotKey is a key value that is asked for more than a tenth of what one partition
// serves, in the second in which it is asked for most. What first attempts ask
// counts, whether it is refused or not.
type HotKey struct {
	Resource      string  `json:"resource"`
	Direction     string  `json:"direction"`
	Key           string  `json:"key"`
	ShareOfDemand float64 `json:"share_of_demand"`
	PeakUnits     float64 `json:"peak_units"`
	Limit         float64 `json:"limit"` // of one partition; more than is promised where it stretches
	T             float64 `json:"t"`
}

// hottestKeys is how many keys of one direction of a resource are told.
const hottestKeys = 5

// hotKeys are the hottest keys of the representative trial.
func (f *forecast) hotKeys() []HotKey {
	out := []HotKey{}
	for slot := range f.compiled.busy {
		name, direction := f.compiled.slotName(slot)
		for _, key := range f.recorded.hottestKeys(slot) {
			peak := &key.peaks[slot%2]
			out = append(out, HotKey{
				Resource: name, Direction: direction, Key: f.recorded.keyName(slot/2, key, peak.rank),
				ShareOfDemand: peak.share, PeakUnits: peak.units, Limit: peak.limit, T: float64(peak.second),
			})
		}
	}
	return out
}

func (r *recorder) hottestKeys(slot int) []*followedKey {
	all := r.keys[slot/2].hottest(simulate.Direction(slot % 2))
	return all[:min(len(all), hottestKeys)]
}

func (r *recorder) keyName(resource int, key *followedKey, rank int64) string {
	return r.compiled.keyName(resource, &r.keys[resource].populations[key.population], rank)
}

// keyHeat is what is asked of the hottest keys over time.
func (r *recorder) keyHeat(slot int) KeyHeat {
	k := r.keys[slot/2]
	out := KeyHeat{Width: float64(k.width)}
	out.Resource, out.Direction = r.compiled.slotName(slot)
	for t := 0; t < r.compiled.system.Seconds; t += k.width {
		out.Times = append(out.Times, float64(t))
	}
	for _, key := range r.hottestKeys(slot) {
		row := KeyRow{Shares: make([]float64, len(out.Times))}
		copy(row.Shares, key.columns[slot%2])
		row.Key = r.keyName(slot/2, key, key.peaks[slot%2].rank)
		if key.rolling {
			row.Key = "each in turn of " + r.compiled.populationName(slot/2, &k.populations[key.population])
		}
		out.Keys = append(out.Keys, row)
	}
	return out
}
