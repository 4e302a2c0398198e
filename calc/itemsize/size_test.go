package itemsize

import (
	"strings"
	"testing"

	"ddbplan/calc/units"
)

func mustParse(t *testing.T, text string) Item {
	t.Helper()
	item, err := ParseDynamoDB([]byte(text))
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	if err := item.Validate(); err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return item
}

func TestItemSize(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, item string
		want       units.Bytes
	}{
		{"the guide's example (R1.1)", `{"shirt-color":{"S":"R"},"shirt-size":{"S":"M"}}`, 23}, // 11+1 + 10+1
		{"nothing", `{}`, 0},
		{"empty string (R1.3)", `{"s":{"S":""}}`, 1},
		{"UTF-8, not characters (R1.3)", `{"s":{"S":"Zürich"}}`, 8},       // 1 + 7
		{"one emoji is four bytes", `{"s":{"S":"😀"}}`, 5},                 // 1 + 4
		{"an escaped emoji is the same", `{"s":{"S":"\ud83d\ude00"}}`, 5}, // 1 + 4
		{"escapes count what they stand for", `{"s":{"S":"\"\\\n"}}`, 4},  // 1 + 3
		{"a name in UTF-8 (R1.2)", `{"naïve":{"S":"v"}}`, 7},              // 6 + 1
		{"binary counts raw bytes (R1.4)", `{"b":{"B":"AQI="}}`, 3},       // 1 + 2
		{"empty binary", `{"b":{"B":""}}`, 1},
		{"flags (R1.5)", `{"t":{"BOOL":true},"f":{"BOOL":false},"n":{"NULL":true}}`, 6},                                        // 3 × (1 + 1)
		{"empty list (R1.11)", `{"l":{"L":[]}}`, 4},                                                                            // 1 + 3
		{"empty map (R1.11)", `{"m":{"M":{}}}`, 4},                                                                             // 1 + 3
		{"map (R1.11)", `{"m":{"M":{"a":{"S":"xy"},"b":{"N":"12"}}}}`, 12},                                                     // 1 + 3 + (1+1+2) + (1+1+2)
		{"list", `{"l":{"L":[{"S":"aa"},{"BOOL":true}]}}`, 9},                                                                  // 1 + 3 + (1+2) + (1+1)
		{"at every depth", `{"l":{"L":[{"L":[{"L":[{"S":"x"}]}]}]}}`, 14},                                                      // 1 + 3+1 + 3+1 + 3+1 + 1
		{"string set, no overhead (R1.12)", `{"s":{"SS":["pizza","burger"]}}`, 12},                                             // 1 + 5 + 6
		{"number set", `{"s":{"NS":["-1","2.5","120"]}}`, 10},                                                                  // 1 + 3 + 3 + 3
		{"binary set", `{"s":{"BS":["AQI=","Ag==","AQ=="]}}`, 5},                                                               // 1 + 2 + 1 + 1
		{"500 short list elements", `{"pk":{"S":"k"},"l":{"L":[` + strings.Repeat(`{"S":"aa"},`, 499) + `{"S":"aa"}]}}`, 1507}, // 3 + 1 + 3 + 500 × (1+2)
		{"400 KB to the byte", `{"p":{"S":"k"},"d":{"S":"` + x(409597) + `"}}`, 409600},                                        // 2 + 1 + 409,597
	} {
		if got := mustParse(t, c.item).Size(); got != c.want {
			t.Errorf("%s: %d B, want %d", c.name, got, c.want)
		}
	}
}

// The size of an item does not depend on how it was written down.
func TestPlainJSONHasTheSameSize(t *testing.T) {
	typed := `{"id":{"S":"a"},"n":{"N":"12.50"},"ok":{"BOOL":true},"no":{"NULL":true},"m":{"M":{"k":{"L":[{"N":"1"},{"S":"é"}]}}}}`
	plain := `{"ok":true, "id":"a", "n":12.5, "no":null, "m":{"k":[1e0,"\u00e9"]}}`
	item, err := ParsePlain([]byte(plain))
	if err != nil {
		t.Fatal(err)
	}
	// id 2+1, n 1+3, ok 2+1, no 2+1, m 1 + 3+1 + k 1 + (3 + 1+2 + 1+2)
	const want = 3 + 4 + 3 + 3 + 1 + 4 + 1 + 9
	if other := mustParse(t, typed); item.Size() != want || !item.Equal(other) || other.Size() != want {
		t.Errorf("plain %d B, DynamoDB JSON %d B, equal %v; want %d B both", item.Size(), other.Size(), item.Equal(other), want)
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"order of attributes", `{"a":{"S":"x"},"b":{"S":"y"}}`, `{"b":{"S":"y"},"a":{"S":"x"}}`, true},
		{"order in a set (R3.22)", `{"s":{"SS":["a","b"]}}`, `{"s":{"SS":["b","a"]}}`, true},
		{"order in a number set", `{"s":{"NS":["1","-1","10"]}}`, `{"s":{"NS":["10.0","-1","1"]}}`, true},
		{"order in a list", `{"l":{"L":[{"S":"a"},{"S":"b"}]}}`, `{"l":{"L":[{"S":"b"},{"S":"a"}]}}`, false},
		{"the same number", `{"n":{"N":"1.50"}}`, `{"n":{"N":"15E-1"}}`, true},
		{"another number", `{"n":{"N":"15"}}`, `{"n":{"N":"150"}}`, false},
		{"another sign", `{"n":{"N":"1"}}`, `{"n":{"N":"-1"}}`, false},
		{"another type", `{"n":{"N":"1"}}`, `{"n":{"S":"1"}}`, false},
		{"a string and its bytes", `{"n":{"S":"abc"}}`, `{"n":{"B":"YWJj"}}`, false},
		{"true and false", `{"f":{"BOOL":true}}`, `{"f":{"BOOL":false}}`, false},
		{"nested", `{"m":{"M":{"a":{"N":"1"},"b":{"N":"2"}}}}`, `{"m":{"M":{"b":{"N":"2"},"a":{"N":"1"}}}}`, true},
		{"an attribute more", `{"a":{"S":"x"}}`, `{"a":{"S":"x"},"b":{"S":"y"}}`, false},
		{"another name", `{"a":{"S":"x"}}`, `{"b":{"S":"x"}}`, false},
		{"another set member", `{"s":{"SS":["a","b"]}}`, `{"s":{"SS":["a","c"]}}`, false},
	} {
		a, b := mustParse(t, c.a), mustParse(t, c.b)
		if a.Equal(b) != c.want || b.Equal(a) != c.want {
			t.Errorf("%s: equal is %v, want %v", c.name, a.Equal(b), c.want)
		}
	}
}
