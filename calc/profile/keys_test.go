package profile

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func keyed(bound int, counts map[string]int64) *Keys {
	k := newKeys(bound)
	for name, n := range counts {
		k.count(hashKey('S', []byte(name)), []byte(name), n, 0)
	}
	return k
}

func TestExactKeys(t *testing.T) {
	k := keyed(3, map[string]int64{"a": 5, "b": 9, "c": 5})
	if !k.IsExact() || k.Distinct() != 3 || k.MostItems() != 9 {
		t.Errorf("exact %t, %d distinct, most %d; want 3 keys, of which b has 9", k.IsExact(), k.Distinct(), k.MostItems())
	}
	var order []string
	for _, c := range k.Ranked() {
		order = append(order, c.Name)
	}
	if got := strings.Join(order, ""); got != "bac" {
		t.Errorf("ranked %s, want bac: ties by name", got)
	}
	if k = keyed(3, map[string]int64{"a": 1, "b": 1, "c": 1, "d": 1}); k.IsExact() {
		t.Error("four keys are not exact with a bound of three")
	}
}

// Beyond the bound. 20,000 keys and a bound of 1,000 leave 625 or so on level 5:
// a standard error of 4 %.
func TestSketch(t *testing.T) {
	k := newKeys(1000)
	var items int64
	for i := range 20_000 {
		n := int64(1)
		if i == 77 {
			n = 5000
		}
		name := fmt.Sprintf("customer-%d", i)
		k.count(hashKey('S', []byte(name)), []byte(name), n, 10)
		items += n
	}
	if k.IsExact() || k.Kept() > 1000 || k.Kept() <= 400 {
		t.Errorf("exact %t, %d kept", k.IsExact(), k.Kept())
	}
	if off := math.Abs(float64(k.Distinct())/20_000 - 1); off > 4*0.04 {
		t.Errorf("%d distinct keys: four standard errors are 16 %%, this is off by %.0f %%", k.Distinct(), 100*off)
	}
	// No less than what the heaviest has; more only by those that share its
	// counter in every row, 20,000/4,096 or so.
	if most := k.MostItems(); most < 5000 || most > 5000+50 {
		t.Errorf("no key is said to have more than %d items; the heaviest has 5,000", most)
	}
	for _, c := range k.Ranked() {
		if want := int64(1); c.Items != want && c.Name != "customer-77" || c.Bytes != 10 {
			t.Fatalf("%s has %d items and %d B, counted exactly it has one of 10 B", c.Name, c.Items, c.Bytes)
		}
	}
}

func TestLongNamesAreCutButUnique(t *testing.T) {
	long := strings.Repeat("é", 40) // 80 B; the cut at byte 45 would part one
	one, two := appendName(nil, []byte(long+"1"), 1), appendName(nil, []byte(long+"2"), 2)
	if want := strings.Repeat("é", 22) + "…0000000000000001"; string(one) != want {
		t.Errorf("got %s, want %s", one, want)
	}
	if string(one) == string(two) {
		t.Error("two keys have one name")
	}
	whole := strings.Repeat("x", nameLimit)
	if got := appendName(nil, []byte(whole), 1); string(got) != whole {
		t.Errorf("a name of %d B is cut to %s", nameLimit, got)
	}
}

// The kind is part of a key: the number 1 is not the string "1".
func TestHashTellsKinds(t *testing.T) {
	if hashKey('S', []byte("1")) == hashKey('N', []byte("1")) {
		t.Error("a number and a string have one hash")
	}
}

// The level is the smallest that keeps the bound, however keys came.
func TestLevelIsMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hashes := rapid.SliceOfNDistinct(rapid.Uint64(), 1, 60, rapid.ID).Draw(t, "hashes")
		bound := rapid.IntRange(1, 20).Draw(t, "bound")
		k := newKeys(bound)
		for _, h := range hashes {
			k.count(h, nil, 1, 1)
		}
		on := func(level int) (n int) {
			for _, h := range hashes {
				if h>>(64-level) == 0 {
					n++
				}
			}
			return n
		}
		if k.Kept() != on(k.level) || k.Kept() > bound && k.level < maxLevel || k.level > 0 && on(k.level-1) <= bound {
			t.Fatalf("level %d keeps %d of %d; the level below has %d, the bound is %d", k.level, k.Kept(), on(k.level), on(k.level-1), bound)
		}
	})
}
