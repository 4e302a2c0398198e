package items

import (
	"fmt"
	"strings"
	"testing"

	"ddbplan/calc/request"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

var orders = request.Schema{
	Key: request.Key{Partition: "pk", Sort: "sk"},
	Indexes: []request.Index{
		{Name: "all", Key: request.Key{Partition: "st"}, Projection: request.Projection{All: true}},
		{Name: "keys", Key: request.Key{Partition: "st", Sort: "at"}},
		{Name: "list", Local: true, Key: request.Key{Sort: "at"}, Projection: request.Projection{Attributes: []string{"to"}}},
		{Name: "none", Key: request.Key{Partition: "xx"}},
	},
}

func TestMeasure(t *testing.T) {
	// pk and sk take 6 B, st 3, at 4, to 4, the note 4 + 20.
	file := `{"pk":"a","sk":"b","st":"x","at":"12","to":"34","note":"12345678901234567890"}
{"pk":"a","sk":"c","st":"x","to":"34","note":"12345678901234567890"}
{"pk":"a","sk":"d","at":"12","note":"12345678901234567890"}
{"pk":"a","sk":"e","note":"12345678901234567890"}
`
	got, found := Measure(strings.NewReader(file), "f", orders)
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	sizes := func(sizes ...units.Bytes) stats.Sizes {
		counts := map[units.Bytes]int64{}
		for _, size := range sizes {
			counts[size]++
		}
		return stats.FromCounts(counts)
	}
	if want := sizes(41, 37, 34, 30); got.Count != 4 || !got.Sizes.Equal(want) {
		t.Errorf("%d items of %v, want 4 of %v", got.Count, got.Sizes.Points(), want.Points())
	}
	for i, want := range []Entries{
		{"all", sizes(41, 37), 0.5},
		{"keys", sizes(13), 0.25},    // both halves of the key: 6 + 3 + 4
		{"list", sizes(14, 10), 0.5}, // 6 + 4, and 4 where there is one
		{"none", stats.Sizes{}, 0},
	} {
		if e := got.Entries[i]; e.Index != want.Index || !e.Sizes.Equal(want.Sizes) || e.Present != want.Present {
			t.Errorf("%s: %v, present %v; want %s: %v, present %v", e.Index, e.Sizes.Points(), e.Present, want.Index, want.Sizes.Points(), want.Present)
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	table := request.Schema{Key: request.Key{Partition: "pk"}}
	item := func(size int) string {
		return fmt.Sprintf("{\"pk\":\"a\",\"d\":\"%s\"}\n", strings.Repeat("x", size-4))
	}
	for _, c := range []struct{ name, file, want string }{
		{"no items", "\n", "f: the file holds no items"},
		{"an empty array", "[]", "f: the file holds no items"},
		{"no key", item(9) + "{\"id\":\"a\"}\n", "f:2: the item lacks pk, an attribute of the table's key: every item has it"},
		{"an empty item", "{}\n", "f:1: an item without attributes"},
		{"one byte too much (R1.14)", item(9) + item(409601), "f:2: the item has 409601 B: an item may have up to 409600 (400KB)"},
		{"twice that, and a byte", item(9) + item(819201), "f:2: the item has 819201 B: an item may have up to 409600 (400KB)"},
		{"bad JSON", item(9) + "{\n" + item(9), "f:2:2: this is not JSON"},
	} {
		sample, found := Measure(strings.NewReader(c.file), "f", table)
		if err := found.Err(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v; want %q", c.name, sample, err, c.want)
		}
	}
	if sample, found := Measure(strings.NewReader(item(409600)), "f", table); found.Err() != nil || sample.Sizes.Max() != 409600 {
		t.Errorf("400 KB: %v, %v", sample.Sizes.Max(), found)
	}
}

func TestMeasureListsTwentyMistakes(t *testing.T) {
	for lines, want := range map[int]int{19: 19, 20: 20, 1000: 20} {
		_, found := Measure(strings.NewReader(strings.Repeat("{\"id\":1}\n", lines)), "f", orders)
		if len(found) != want || found[want-1].Pos.Line != want {
			t.Errorf("%d bad lines: %d mistakes, want %d", lines, len(found), want)
		}
	}
}
