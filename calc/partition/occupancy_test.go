package partition

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// counted is the probability by trying every way in which balls can fall.
func (o occupancy) counted() float64 {
	fits := 0
	filled := make([]int, o.bins)
	var throw func(balls int)
	throw = func(balls int) {
		if balls == 0 {
			fits++
			return
		}
		for b := range filled {
			if filled[b] < o.most {
				filled[b]++
				throw(balls - 1)
				filled[b]--
			}
		}
	}
	throw(o.balls)
	return float64(fits) / math.Pow(float64(o.bins), float64(o.balls))
}

func TestOccupancyByEnumeration(t *testing.T) {
	for balls := 1; balls <= 7; balls++ {
		for bins := 1; bins <= 6; bins++ {
			for most := 0; most <= balls+1; most++ {
				o := occupancy{balls, bins, most}
				if got, want := o.probability(), o.counted(); math.Abs(got-want) > 1e-12 {
					t.Errorf("%+v: %v, want %v", o, got, want)
				}
			}
		}
	}
}

func TestOccupancy(t *testing.T) {
	for _, c := range []struct {
		o    occupancy
		want float64
	}{
		{occupancy{2, 8, 1}, 7. / 8},                    // the second misses the first
		{occupancy{3, 8, 2}, 1 - 1./64},                 // not all three in one: 8/8³
		{occupancy{4, 8, 3}, 1 - 1./512},                // 8/8⁴
		{occupancy{23, 365, 1}, 1 - 0.5072972343239854}, // no two birthdays alike
		{occupancy{5, 5, 1}, 120. / 3125},               // 5!/5⁵
		{occupancy{5, 4, 1}, 0},                         // more balls than bins
		{occupancy{3, 4, 3}, 1},
		{occupancy{100_000, 1, 100_000}, 1},
		{occupancy{2, 100_000, 1}, 1 - 1e-5},
	} {
		if got := c.o.probability(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
}

// Where each has a bin to itself the probability is a product: ball i misses i bins.
func TestOccupancyOfMany(t *testing.T) {
	for _, c := range []struct{ balls, bins int }{{100, 10_000}, {300, 100_000}, {1000, 1_000_000}} {
		want := 1.0
		for i := range c.balls {
			want *= 1 - float64(i)/float64(c.bins)
		}
		if got := (occupancy{c.balls, c.bins, 1}).probability(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d in %d: %v, want %v", c.balls, c.bins, got, want)
		}
	}
}

// The quick answer is that of the exact probability.
func TestReaches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := occupancy{balls: rapid.IntRange(1, 300).Draw(t, "balls"), bins: rapid.IntRange(1, 100).Draw(t, "bins")}
		o.most = rapid.IntRange(0, 2+3*o.balls/o.bins+5).Draw(t, "most")
		p := o.probability()
		asked := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(p-0.01, p+0.01)).Draw(t, "asked")
		if math.Abs(asked-p) < 2e-9 {
			return
		}
		if got := o.reaches(asked); got != (p >= asked) {
			t.Fatalf("%+v has the probability %v and reaches %v: %t", o, p, asked, got)
		}
	})
}

// Balls more never help, bins more never hurt, nor does room for more.
func TestOccupancyIsOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := occupancy{rapid.IntRange(1, 400).Draw(t, "balls"), rapid.IntRange(1, 150).Draw(t, "bins"), rapid.IntRange(0, 30).Draw(t, "most")}
		p := o.probability()
		for name, worse := range map[string]bool{
			"a ball more":       occupancy{o.balls + 1, o.bins, o.most}.probability() > p+1e-9,
			"a bin more":        occupancy{o.balls, o.bins + 1, o.most}.probability() < p-1e-9,
			"a place more each": occupancy{o.balls, o.bins, o.most + 1}.probability() < p-1e-9,
		} {
			if worse {
				t.Fatalf("%+v: %s turns it the wrong way", o, name)
			}
		}
	})
}
