package plan

import (
	"math"
	"slices"

	"ddbplan/calc/simulate"
)

const (
	wholeBins   = 720 // of the whole span
	onsetBins   = 600 // of the window around the onset
	heatColumns = 180
	heatRows    = 40

	secondsBeforeOnset = 600
	secondsAfterEnd    = 60
)

// recorder watches a trial and keeps what a report shows of it. What it keeps
// does not grow with the length of the trial.
type recorder struct {
	compiled    *compiled
	whole       []binner // by slot; nothing where there is no traffic
	onset       *binner
	heat        []heatMap
	keys        []*keyFollower // by resource
	stored      []float64      // by resource: bytes so far
	held        []float64      // by resource: items or entries so far
	collections []*itemCollection
	peaks       []peak // by slot
	steps       []Step
	levels      []level // by resource
	watch       *watch
}

// peak is how near a slot came to its limits.
type peak struct {
	headroom     float64 // least of any second, of the resource or of its hottest partition
	hottest      Hottest
	hottestShare float64
}

func newRecorder(c *compiled, s *simulate.Summary) *recorder {
	slots := 2 * len(c.system.Resources)
	r := &recorder{compiled: c, whole: make([]binner, slots), heat: make([]heatMap, slots), peaks: make([]peak, slots), levels: make([]level, len(c.system.Resources)), watch: newWatch(c)}
	for i := range slots {
		r.whole[i] = newBinner(0, c.system.Seconds, wholeBins)
		r.heat[i] = newHeatMap(c.system.Seconds)
		r.peaks[i].headroom = math.Inf(1)
	}
	r.stored, r.held, r.collections = slices.Clone(c.stored), slices.Clone(c.held), newCollections(c)
	for res := range c.system.Resources {
		r.keys = append(r.keys, newKeyFollower(c, res))
	}
	if !math.IsNaN(s.Onset) {
		from := max(0, int(s.Onset)-secondsBeforeOnset)
		to := min(c.system.Seconds, int(s.Ends)+secondsAfterEnd)
		onset := newBinner(from, to, onsetBins)
		onset.slot = simulate.Slot(s.First.Resource, s.First.Direction)
		r.onset = &onset
	}
	return r
}

func (r *recorder) see(s *simulate.Second) {
	r.watch.see(s)
	r.store(s)
	for res := range r.compiled.system.Resources {
		r.step(s, res)
		r.keys[res].see(s)
		for _, d := range simulate.Directions {
			slot := simulate.Slot(res, d)
			if !r.compiled.busy[slot] {
				continue
			}
			view := r.compiled.view(s, res, d)
			r.whole[slot].add(view)
			if r.onset != nil && r.onset.slot == slot {
				r.onset.add(view)
			}
			r.heat[slot].add(s, res, d)
			r.peaks[slot].add(view)
		}
	}
}

// view is one second of one slot.
type view struct {
	t       int
	flows   *simulate.Flows
	limit   float64
	burst   *float64
	count   int
	hottest simulate.Hottest
	reasons *[simulate.LimitCount]string
}

func (c *compiled) view(s *simulate.Second, res int, d simulate.Direction) view {
	v := view{t: s.T, flows: &s.Flows[simulate.Slot(res, d)], limit: s.Limit(res, d), count: s.Partitions(res), reasons: &c.reasons[simulate.Slot(res, d)]}
	v.hottest = s.Hottest(res, d)
	if !c.system.Resources[res].OnDemand {
		level := s.Burst(res, d)
		v.burst = &level
	}
	return v
}

func (p *peak) add(v view) {
	p.headroom = min(p.headroom, 1-v.flows.Offered/v.limit, 1-v.hottest.Share)
	if v.hottest.Share > p.hottestShare && v.hottest.Units > 0 {
		p.hottestShare = v.hottest.Share
		p.hottest = Hottest{
			Partition:     v.hottest.Partition,
			ShareOfDemand: min(1, v.hottest.Units/v.flows.Offered),
			PeakUnits:     v.hottest.Units,
			Limit:         v.hottest.Units / v.hottest.Share,
		}
	}
}

// notableStep is how much higher a ceiling must be to count as a step: a
// documented ceiling may creep up every second.
const notableStep = 1.05

// level is what an on-demand resource has grown to.
type level struct {
	partitions  int
	read, write float64
}

// step notes when a resource has come to serve more, or its capacity is another.
func (r *recorder) step(s *simulate.Second, res int) {
	resource := &r.compiled.system.Resources[res]
	if !resource.OnDemand && !scales(resource) {
		return
	}
	now := level{s.Partitions(res), s.Limit(res, simulate.Read), s.Limit(res, simulate.Write)}
	last := &r.levels[res]
	grown := now.partitions > last.partitions || now.read > last.read*notableStep || now.write > last.write*notableStep
	if grown || !resource.OnDemand && now != *last {
		r.steps = append(r.steps, Step{Resource: resource.Name, T: float64(s.T), Partitions: now.partitions, ReadLimit: &now.read, WriteLimit: &now.write})
		*last = now
	}
}

// scales tells whether the capacity of a resource changes.
func scales(r *simulate.Resource) bool {
	for _, l := range r.Limits {
		if l.Scaling != nil || len(l.Schedule) > 0 {
			return true
		}
	}
	return false
}

// series is what was recorded, in the form of the result.
func (r *recorder) series(trial int) Series {
	s := Series{Trial: trial}
	for slot := range r.whole {
		if !r.compiled.busy[slot] {
			continue
		}
		name, direction := r.compiled.slotName(slot)
		s.Whole = append(s.Whole, ResourceSeries{name, direction, r.whole[slot].close()})
		s.Heat = append(s.Heat, r.heat[slot].close(name, direction))
		if keys := r.keyHeat(slot); len(keys.Keys) > 0 {
			s.Keys = append(s.Keys, keys)
		}
	}
	if r.onset != nil {
		name, direction := r.compiled.slotName(r.onset.slot)
		s.Onset = &Window{float64(r.onset.from), float64(r.onset.to), ResourceSeries{name, direction, r.onset.close()}}
	}
	return s
}
