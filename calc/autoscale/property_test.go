package autoscale

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// world is a family with all that reaches it from outside.
type world struct {
	dims     []Dimension
	midnight int
	delays   []int       // of alarms and updates alike, in the order they are drawn
	use      [][]float64 // of each minute and dimension, over its capacity
}

func worlds(t *rapid.T) world {
	capacity := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(1, 1000).Draw(t, "units")) })
	bound := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 1000).Draw(t, "bound")) })
	action := rapid.Custom(func(t *rapid.T) Action {
		return Action{
			At:    float64(rapid.IntRange(0, 7200).Draw(t, "at")),
			Every: float64(rapid.SampledFrom([]int{0, 0, 600, 1800}).Draw(t, "every")),
			Min:   bound.Draw(t, "min"),
			Max:   bound.Draw(t, "max"),
		}
	})
	dimension := rapid.Custom(func(t *rapid.T) Dimension {
		d := Dimension{
			Resource: rapid.IntRange(0, 2).Draw(t, "resource"),
			Capacity: capacity.Draw(t, "capacity"),
			Schedule: rapid.SliceOfN(action, 0, 3).Draw(t, "schedule"),
		}
		if rapid.Bool().Draw(t, "tracked") {
			d.Policy = &Policy{
				Min:     bound.Draw(t, "least"),
				Max:     bound.Draw(t, "most"),
				Target:  rapid.IntRange(20, 90).Draw(t, "target"),
				ScaleIn: rapid.Bool().Draw(t, "scale in"),
			}
		}
		return d
	})
	w := world{
		dims:     rapid.SliceOfN(dimension, 1, 4).Draw(t, "dimensions"),
		midnight: rapid.IntRange(0, 86_400).Draw(t, "midnight"),
		delays:   rapid.SliceOfN(rapid.IntRange(0, 300), 1, 20).Draw(t, "delays"),
	}
	// Calm and busy stretches: minutes drawn one by one hardly ever agree for 15.
	level := rapid.SampledFrom([]float64{0, 0.1, 0.4, 0.8, 1, 2})
	for range w.dims {
		var use []float64
		for len(use) < 180 {
			use = append(use, slices.Repeat([]float64{level.Draw(t, "use")}, rapid.IntRange(1, 40).Draw(t, "minutes"))...)
		}
		w.use = append(w.use, use)
	}
	return w
}

// run is what a family did in three hours.
type run struct {
	events []event
	begun  []int // when each update began
}

// run drives the family of a world, at every second or only when it is due.
func (w world) run(t *rapid.T, everySecond bool) run {
	var r run
	now, drawn := 0, 0
	draw := func() float64 {
		drawn++
		return float64(w.delays[drawn%len(w.delays)])
	}
	f := NewFamily(w.dims, float64(w.midnight), Delays{
		AlarmLag:   draw,
		UpdateTime: func() float64 { r.begun = append(r.begun, now); return draw() },
	})
	capacity := make([]float64, len(w.dims))
	for i, d := range w.dims {
		capacity[i] = d.Capacity
	}
	for ; now <= 3*3600; now++ {
		if now > 0 && now%60 == 0 {
			consumed := make([]float64, len(w.dims))
			for i := range consumed {
				consumed[i] = w.use[i][now/60-1] * capacity[i] * 60
			}
			f.Minute(now, consumed)
		}
		if !everySecond && f.Due() > now {
			continue
		}
		for _, c := range f.Advance(now) {
			if c.Capacity == capacity[c.Dimension] {
				t.Fatalf("at %d dimension %d changes from %v to %[3]v", now, c.Dimension, c.Capacity)
			}
			capacity[c.Dimension] = c.Capacity
			r.events = append(r.events, event{now, c})
		}
		if f.Due() <= now {
			t.Fatalf("after second %d the next one due is %d", now, f.Due())
		}
	}
	return r
}

// boundsAt goes through the schedule second by second.
func (d Dimension) boundsAt(now int) bounds {
	b := anyCapacity()
	if d.Policy != nil {
		b.set(d.Policy.Min, d.Policy.Max)
	}
	for s := 0; s <= now; s++ {
		for _, a := range d.Schedule {
			since, every := s-int(a.At), int(a.Every)
			if since == 0 || since > 0 && every > 0 && since%every == 0 {
				b.set(a.Min, a.Max)
			}
		}
	}
	return b
}

func TestFamilyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(t)
		r := w.run(t, false)

		if all := w.run(t, true); !slices.Equal(all.events, r.events) || !slices.Equal(all.begun, r.begun) {
			t.Fatalf("only when due: %+v; at every second: %+v", r, all)
		}
		if n := len(r.begun) - len(r.events); n < 0 || n > 1 {
			t.Fatalf("%d updates began, %d ended", len(r.begun), len(r.events))
		}
		capacity := make([]float64, len(w.dims))
		for i, d := range w.dims {
			capacity[i] = d.Capacity
		}
		decreases := map[int]int{}
		for i, e := range r.events {
			d := w.dims[e.Dimension]
			if i > 0 && r.begun[i] < r.events[i-1].at {
				t.Fatalf("an update began at %d, the one before ended at %d", r.begun[i], r.events[i-1].at)
			}
			if b := d.boundsAt(r.begun[i]); b.clamp(e.Capacity) != e.Capacity {
				t.Fatalf("%+v began at %d, outside %v", e, r.begun[i], b)
			}
			if e.Capacity < capacity[e.Dimension] {
				decreases[d.Resource]++
			}
			capacity[e.Dimension] = e.Capacity
		}
		for resource, n := range decreases { // three hours, and perhaps a midnight that gives four anew
			if n > 4+3+4 {
				t.Fatalf("resource %d was lowered %d times", resource, n)
			}
		}
	})
}

// Without a schedule the bounds never move, so capacity stays within them from
// the first change on.
func TestTrackingStaysWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := worlds(t)
		for i := range w.dims {
			least := rapid.IntRange(1, 500).Draw(t, "least")
			most := rapid.IntRange(least, 1000).Draw(t, "most")
			w.dims[i].Schedule = nil
			w.dims[i].Policy = &Policy{Min: float64(least), Max: float64(most), Target: 70, ScaleIn: true}
		}
		for _, e := range w.run(t, false).events {
			if p := w.dims[e.Dimension].Policy; e.Capacity < p.Min || e.Capacity > p.Max {
				t.Fatalf("%+v is outside %v to %v", e, p.Min, p.Max)
			}
		}
	})
}
