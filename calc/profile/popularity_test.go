package profile

import (
	"fmt"
	"testing"

	"ddbplan/calc/keyspace"
)

func TestPopularity(t *testing.T) {
	many := newKeys(100)
	for i := range 50 {
		n := int64(1)
		if i == 0 {
			n = 51 // of 100 items
		}
		many.count(mix(uint64(i)), nil, n, 0)
	}
	for _, c := range []struct {
		keys *Keys
		want string
	}{
		{keyed(9, map[string]int64{"a": 7}), "single"},
		{keyed(9, map[string]int64{"a": 7, "b": 7, "c": 7}), "uniform: 3"},
		{keyed(9, map[string]int64{"a": 1, "b": 9}), "weights: [9, 1]"},
		// With s = 1.701 the first of 50 has 1/Σ j^−s = 0.5099 …; 1.702 is the first
		// thousandth at which it has 0.51.
		{many, "zipf: {exponent: 1.702, count: 50}"},
	} {
		if got := fmt.Sprint(c.keys.Popularity()); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := newKeys(9).Popularity(); got != nil {
		t.Errorf("no keys are popular, got %v", got)
	}
	if got := many.Popularity().(keyspace.Zipf); got.Share(0) < 0.51 || keyspace.NewZipf(got.Exponent()-0.001, 50).Share(0) >= 0.51 {
		t.Errorf("the first key has %v, and would with a thousandth less", got.Share(0))
	}
}
