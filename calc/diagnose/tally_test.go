package diagnose

import (
	"fmt"
	"slices"
	"testing"
)

// reasonsOf tallies a reason of tables: t-00001 as often as the first count says, and
// so on.
func reasonsOf(name string, counts ...int) *Tally {
	var tally Tally
	reason, _ := Lookup(name)
	for i, n := range counts {
		for range n {
			tally.Add(Event{Signs: []Sign{reason}, Resource: Resource{Table: fmt.Sprintf("t-%05d", i+1)}})
		}
	}
	return &tally
}

// However many tables a log names, what is kept of them is bounded, and nothing
// is lost.
func TestManyTables(t *testing.T) {
	tally := reasonsOf("TableReadKeyRangeThroughputExceeded", slices.Repeat([]int{1}, 3*MaxResources)...)
	if n := tally.Len(); n != MaxResources+1 {
		t.Errorf("there are %d findings", n)
	}
	d := tally.Diagnosis("log")
	if f := d.Findings[0]; f.Count != 2*MaxResources || f.Resource != (Resource{}) {
		t.Errorf("the first is of %q, %d times", f.Resource.Name(), f.Count)
	}
	const warning = "there are more than 10,000 different findings; those of further tables and indexes are counted together"
	if len(d.Warnings) != 1 || d.Warnings[0] != warning {
		t.Errorf("the warnings are %q", d.Warnings)
	}
	// One of no table and nine of tables are told; the rest are further ones.
	if len(d.Findings) != maxAlike || len(d.Others) != 1 || len(d.Others[0].Seen) != MaxResources-9 || d.Others[0].Count != MaxResources-9 {
		t.Errorf("%d findings, others: %d", len(d.Findings), len(d.Others))
	}
}

// Of findings that differ in the table alone, those that were seen most often are
// told, and of these that have equal counts, the first by name.
func TestAlike(t *testing.T) {
	const name = "TableReadKeyRangeThroughputExceeded"
	tally := reasonsOf(name, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
	if d := reasonsOf(name, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2).Diagnosis("x"); len(d.Findings) != 10 || len(d.Others) != 0 || d.Others == nil {
		t.Errorf("of ten tables %d are told, others: %v", len(d.Findings), d.Others)
	}
	other, _ := Lookup("TableWriteKeyRangeThroughputExceeded")
	metric, _ := Lookup("ReadThrottleEvents")
	tally.Add(Event{Signs: []Sign{other}, Resource: Resource{Table: "t-00001"}})
	tally.Add(Event{Signs: []Sign{metric}})
	for range 2 {
		d := tally.Diagnosis("x") // telling it changes nothing
		if len(d.Findings) != 12 || d.Findings[0].Resource.Table != "t-00002" || d.Findings[9].Resource.Table != "t-00011" || d.Findings[10].Name != other.Name {
			t.Errorf("%d findings, of %s to %s, then %s", len(d.Findings), d.Findings[0].Resource.Table, d.Findings[9].Resource.Table, d.Findings[10].Name)
		}
		if f := d.Findings[11]; f.Name != metric.Name || !slices.Equal(f.ToldBy, []string{name}) || len(f.Limits) != 4 {
			t.Errorf("the last is %s, told by %v, of %d limits", f.Name, f.ToldBy, len(f.Limits))
		}
		if len(d.Others) != 1 || d.Others[0].Name != name || d.Others[0].Count != 1 || !slices.Equal(d.Others[0].Seen, []Place{{Resource{Table: "t-00001"}, 1}}) {
			t.Errorf("others: %+v", d.Others)
		}
	}
	// The eleventh by name, where counts are equal.
	if d := reasonsOf(name, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2).Diagnosis("x"); d.Others[0].Seen[0].Resource.Table != "t-00011" || d.Others[0].Count != 4 {
		t.Errorf("others: %+v", d.Others)
	}
}
