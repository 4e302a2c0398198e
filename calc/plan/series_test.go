package plan

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/simulate"
)

// seconds feeds a binner with what happens in each second from 0 on.
func fed(b binner, offered, accepted []float64) []Bin {
	reasons := reasonsOf(false, simulate.Write)
	for t := range offered {
		flows := simulate.Flows{Offered: offered[t], Accepted: accepted[t]}
		flows.Refused[simulate.Partition] = offered[t] - accepted[t]
		b.add(view{t: t, flows: &flows, limit: float64(1000 + t), count: t + 1, hottest: simulate.Hottest{Share: float64(t)}, reasons: &reasons})
	}
	return b.close()
}

// Five seconds in bins of two: the last is shorter.
func TestBins(t *testing.T) {
	got := fed(newBinner(0, 5, 3), []float64{10, 30, 50, 40, 7}, []float64{10, 20, 50, 10, 7})
	limits := []float64{1000.5, 1002.5, 1004}
	const reason = "TableWriteKeyRangeThroughputExceeded"
	want := []Bin{
		{T: 0, Width: 2, Offered: 20, OfferedMin: 10, OfferedMax: 30, Accepted: 15, AcceptedMin: 10, AcceptedMax: 20, Throttled: 5, Reasons: map[string]float64{reason: 10}, Partitions: 2, Hottest: 1},
		{T: 2, Width: 2, Offered: 45, OfferedMin: 40, OfferedMax: 50, Accepted: 30, AcceptedMin: 10, AcceptedMax: 50, Throttled: 15, Reasons: map[string]float64{reason: 30}, Partitions: 4, Hottest: 3},
		{T: 4, Width: 1, Offered: 7, OfferedMin: 7, OfferedMax: 7, Accepted: 7, AcceptedMin: 7, AcceptedMax: 7, Partitions: 5, Hottest: 4},
	}
	if len(got) != len(want) {
		t.Fatalf("%d bins, want %d", len(got), len(want))
	}
	for i, b := range got {
		w := want[i]
		if b.T != w.T || b.Width != w.Width || b.Offered != w.Offered || b.OfferedMin != w.OfferedMin || b.OfferedMax != w.OfferedMax ||
			b.Accepted != w.Accepted || b.AcceptedMin != w.AcceptedMin || b.AcceptedMax != w.AcceptedMax || b.Throttled != w.Throttled ||
			b.Blocked != 0 || b.Reasons[reason] != w.Reasons[reason] || b.Partitions != w.Partitions || b.Hottest != w.Hottest || b.Burst != nil {
			t.Errorf("bin %d: %+v, want %+v", i, b, w)
		}
		if b.Limit == nil || *b.Limit != limits[i] {
			t.Errorf("bin %d: limit %v, want %v", i, b.Limit, limits[i])
		}
	}
}

// A window leaves out what lies outside it.
func TestBinsOfAWindow(t *testing.T) {
	got := fed(newBinner(2, 4, 600), []float64{1, 2, 3, 4, 5}, []float64{1, 2, 3, 4, 5})
	if len(got) != 2 || got[0].T != 2 || got[0].Offered != 3 || got[1].T != 3 || got[1].Offered != 4 {
		t.Errorf("%+v", got)
	}
}

func TestBinsKeepWhatIsInThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offered := rapid.SliceOfN(rapid.Float64Range(0, 1e5), 1, 300).Draw(t, "offered")
		accepted := make([]float64, len(offered))
		for i := range accepted {
			accepted[i] = offered[i] * rapid.Float64Range(0, 1).Draw(t, "share")
		}
		most := rapid.IntRange(1, 50).Draw(t, "bins")
		bins := fed(newBinner(0, len(offered), most), offered, accepted)
		if len(bins) > most {
			t.Fatalf("%d bins, want %d at most", len(bins), most)
		}
		end := 0
		for _, b := range bins {
			if b.T != float64(end) {
				t.Fatalf("a bin begins at %v, want %d", b.T, end)
			}
			from := end
			end += int(b.Width)
			in, out := offered[from:end], accepted[from:end]
			if b.OfferedMin != slices.Min(in) || b.OfferedMax != slices.Max(in) || b.AcceptedMin != slices.Min(out) || b.AcceptedMax != slices.Max(out) {
				t.Fatalf("extremes of %+v", b)
			}
			if !near(b.Offered, b.Accepted+b.Throttled) || !near(b.Offered*b.Width, sumOf(in)) {
				t.Fatalf("means of %+v", b)
			}
		}
		if end != len(offered) {
			t.Fatalf("bins end at %d, want %d", end, len(offered))
		}
	})
}

func sumOf(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// In every bin all that is offered is accepted, throttled or blocked; together
// the bins are what the result sums up.
func TestSeriesConserve(t *testing.T) {
	r := answer(t, everything)
	if len(r.Series.Whole) != len(r.Resources) || len(r.Series.Heat) != len(r.Resources) {
		t.Fatalf("%d series and %d heat maps of %d resources", len(r.Series.Whole), len(r.Series.Heat), len(r.Resources))
	}
	for i, s := range r.Series.Whole {
		part := &r.Resources[i]
		if s.Resource != part.Resource || s.Direction != part.Direction {
			t.Fatalf("series %d is of %s %s", i, s.Resource, s.Direction)
		}
		var sum rowTotal
		var peak float64
		reasons := map[string]float64{}
		for _, b := range s.Bins {
			if !near(b.Offered, b.Accepted+b.Throttled+b.Blocked) {
				t.Errorf("%s at %v: %+v", s.Resource, b.T, b)
			}
			if b.OfferedMin > b.Offered*(1+1e-9) || b.OfferedMax < b.Offered*(1-1e-9) || b.AcceptedMin > b.Accepted*(1+1e-9) || b.AcceptedMax < b.Accepted*(1-1e-9) {
				t.Errorf("%s at %v: a mean outside its extremes: %+v", s.Resource, b.T, b)
			}
			var refused float64
			for reason, units := range b.Reasons {
				refused += units
				reasons[reason] += units
			}
			if !near(refused, b.Throttled*b.Width) {
				t.Errorf("%s at %v: %v units by reason, %v throttled", s.Resource, b.T, refused, b.Throttled*b.Width)
			}
			sum.offered += b.Offered * b.Width
			sum.accepted += b.Accepted * b.Width
			sum.throttled += b.Throttled * b.Width
			sum.blocked += b.Blocked * b.Width
			peak = max(peak, b.OfferedMax)
		}
		if !near(sum.offered, part.Offered) || !near(sum.accepted, part.Accepted) || !near(sum.throttled, part.Throttled) || !near(sum.blocked, part.Blocked) || peak != part.PeakOffered {
			t.Errorf("%s %s: bins have %+v with a peak of %v, the result %+v", s.Resource, s.Direction, sum, peak, part)
		}
		for reason, units := range part.Reasons {
			if !near(reasons[reason], units) {
				t.Errorf("%s %s: %v units for %s in bins, %v in the result", s.Resource, s.Direction, reasons[reason], reason, units)
			}
		}
	}
}

// However long the span, its bins are 720 at most, and a spike of one second in
// it shows.
func TestLongSpanKeepsAShortSpike(t *testing.T) {
	r := answer(t, puts("{spike: {base: 100/s, peak: 3000/s, at: 25h, rise: 1s, hold: 1s, fall: 1s}}", "duration: 2d\nsimulate: {trials: 1}"))
	bins := r.Series.Whole[0].Bins
	if len(bins) != 720 || bins[0].Width != 240 { // 172,800 s/720
		t.Fatalf("%d bins, the first of %v s", len(bins), bins[0].Width)
	}
	spike := bins[25*3600/240]
	if spike.OfferedMax != 3000 || spike.OfferedMin != 100 || spike.Offered > 150 {
		t.Errorf("the bin of the spike is %+v", spike)
	}
}

// The window around the first refusal is that of the resource that refuses
// first, ten minutes before it until a minute after the last.
func TestWindowAroundTheOnset(t *testing.T) {
	for _, c := range []struct {
		name     string
		rate     string
		from, to float64
	}{
		{"in the middle", "{points: [[0s, 100/s], [30m, 100/s], [30m, 6000/s], [32m, 6000/s], [32m, 100/s]]}", 1800 - 600, 1920 + 60},
		{"soon", "{points: [[0s, 100/s], [5m, 100/s], [5m, 6000/s], [7m, 6000/s], [7m, 100/s]]}", 0, 420 + 60},
		{"to the end", "{step: {from: 100/s, to: 6000/s, at: 59m}}", 3540 - 600, 3600},
	} {
		r := answer(t, puts(c.rate, "duration: 1h\nmodel: documented\nsimulate: {trials: 1}"))
		w := r.Series.Onset
		if w == nil {
			t.Fatalf("%s: no window", c.name)
		}
		if w.From != c.from || w.To != c.to || w.Series.Resource != "t" || w.Series.Direction != "write" {
			t.Errorf("%s: %v to %v of %s %s, want %v to %v of t write", c.name, w.From, w.To, w.Series.Resource, w.Series.Direction, c.from, c.to)
		}
		bins := w.Series.Bins
		last := bins[len(bins)-1]
		if len(bins) > 600 || bins[0].T != c.from || last.T+last.Width != c.to {
			t.Errorf("%s: %d bins from %v to %v", c.name, len(bins), bins[0].T, last.T+last.Width)
		}
	}
	if r := answer(t, puts("100/s", "duration: 1h")); r.Series.Onset != nil {
		t.Errorf("a window although nothing is refused: %+v", r.Series.Onset)
	}
}

// The hottest partitions come first, 40 of them; the others are counted.
func TestHeat(t *testing.T) {
	for _, c := range []struct {
		name                  string
		partitions            string
		rows, leftOut, column int
	}{
		{"few", "4", 4, 0, 2},
		{"forty", "40", 40, 0, 2},
		{"sixty", "60", 40, 20, 2},
		{"more than are followed", "300", 40, 260, 2},
	} {
		r := answer(t, `
duration: 6m
tables: {t: {key: {partition: id}, partitions: `+c.partitions+`, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, keys: {zipf: {exponent: 0.9, count: 10k}}, rate: {step: {from: 1000/s, to: 3000/s, at: 3m}}}]
simulate: {trials: 1}
`)
		h := r.Series.Heat[0]
		if h.Resource != "t" || h.Direction != "write" || h.Width != float64(c.column) {
			t.Errorf("%s: %s %s in columns of %v s", c.name, h.Resource, h.Direction, h.Width)
		}
		if c.rows < len(h.Rows) || c.name != "more than are followed" && len(h.Rows) != c.rows {
			t.Errorf("%s: %d rows, want %d", c.name, len(h.Rows), c.rows)
		}
		if end := r.part(t, "t", "write").Partitions.End; len(h.Rows)+h.LeftOut != end {
			t.Errorf("%s: %d rows and %d left out of %d partitions", c.name, len(h.Rows), h.LeftOut, end)
		}
		hotter := slices.Max(h.Rows[0].Shares)
		if hottest := r.part(t, "t", "write").Hottest; h.Rows[0].Partition != hottest.Partition || !near(hotter, hottest.PeakUnits/hottest.Limit) {
			t.Errorf("%s: the first row is %v of partition %d, the hottest is %+v", c.name, hotter, h.Rows[0].Partition, hottest)
		}
		for _, row := range h.Rows {
			if len(row.Shares) != len(h.Times) || len(h.Times) != 180 {
				t.Fatalf("%s: %d shares and %d times, want 180", c.name, len(row.Shares), len(h.Times))
			}
			if top := slices.Max(row.Shares); top > hotter {
				t.Errorf("%s: partition %d with %v comes after %v", c.name, row.Partition, top, hotter)
			} else {
				hotter = top
			}
		}
		if h.Times[0] != 0 || h.Times[179] != 358 {
			t.Errorf("%s: times from %v to %v", c.name, h.Times[0], h.Times[179])
		}
	}
}

// A partition that a split makes is cold before.
func TestHeatOfASplit(t *testing.T) {
	r := answer(t, puts("6000/s", "duration: 10m\nsimulate: {trials: 1}"))
	h := r.Series.Heat[0]
	if len(h.Rows) != 5 || h.LeftOut != 0 {
		t.Fatalf("%d rows, %d left out; want 5 and none", len(h.Rows), h.LeftOut)
	}
	i := slices.IndexFunc(h.Rows, func(row HeatRow) bool { return row.Partition == 4 })
	born := slices.IndexFunc(h.Rows[i].Shares, func(share float64) bool { return share > 0 })
	if at := h.Times[born]; at < 480-h.Width || at > 480+h.Width {
		t.Errorf("partition 4 is warm from %v s on, want 480", at)
	}
	if share := h.Rows[i].Shares[born+1]; share < 0.74 || share > 0.76 { // half of 6,000/4
		t.Errorf("partition 4 has %v of its limit, want 0.75", share)
	}
}

// Every growth is a step with its time: the first split comes after 8 minutes.
func TestGrowth(t *testing.T) {
	r := answer(t, puts("6000/s", "duration: 10m\nsimulate: {trials: 1}"))
	if len(r.Growth) != 2 {
		t.Fatalf("%d steps: %+v", len(r.Growth), r.Growth)
	}
	for i, want := range []struct {
		t           float64
		partitions  int
		read, write float64
	}{{0, 4, 12000, 4000}, {480, 5, 15000, 5000}} {
		got := r.Growth[i]
		if got.Resource != "t" || got.T != want.t || got.Partitions != want.partitions || *got.ReadLimit != want.read || *got.WriteLimit != want.write {
			t.Errorf("step %d: %+v, read %v, write %v; want %+v", i, got, *got.ReadLimit, *got.WriteLimit, want)
		}
	}
}

// By what AWS documents, the ceiling doubles 30 minutes after a peak.
func TestDocumentedGrowthInSteps(t *testing.T) {
	r := answer(t, puts("9000/s", "duration: 65m\nmodel: documented\nsimulate: {trials: 1}"))
	var writes []float64
	for _, s := range r.Growth {
		writes = append(writes, *s.WriteLimit)
	}
	if !slices.EqualFunc(writes, []float64{4000, 8000, 16000}, near) {
		t.Errorf("write limits %v, want 4,000, then twice the 4,000 served, then twice the 8,000", writes)
	}
}
