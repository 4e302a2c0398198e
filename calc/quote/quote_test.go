package quote

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// put is a PutItem of so much, with an entry of 200 B in a global index.
func put(size units.Bytes) request.Footprint {
	return request.Footprint{Operation: request.PutItem, Writes: []request.ItemWrite{{
		Operation: request.PutItem, After: size, N: 1, Entries: []request.EntryWrite{{Index: "g", After: 200}},
	}}}
}

func get(size units.Bytes) request.Footprint {
	return request.Footprint{Operation: request.GetItem, Found: []request.Group{{Size: size, N: 1}}}
}

// query reads so much in all from a table or, by name, an index.
func query(size units.Bytes, index string, local bool) request.Footprint {
	return request.Footprint{Operation: request.Query, Index: index, Local: local, Found: []request.Group{{Size: size, N: 1}}}
}

func quoted(t *testing.T, f request.Footprint, o Options) *Quote {
	t.Helper()
	q, err := New(f, o)
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	return q
}

// transact makes a call one of a transaction, through DAX.
func transact(f request.Footprint) request.Footprint {
	f.Transact, f.DAX = true, true
	return f
}

func local(f request.Footprint) request.Footprint {
	f.Writes[0].Entries[0].Local = true
	return f
}

// A partition takes 3,000 read and 1,000 write units a second (R4.1, R4.2).
func TestSustained(t *testing.T) {
	for _, c := range []struct {
		name string
		f    request.Footprint
		want units.Rate
	}{
		{"1 KB written", put(1024), 1000},
		{"1 B more", put(1025), 500},
		{"1 KB written with an entry of a local index", local(put(1024)), 500}, // 1 + 1 on one partition (R3.21)
		{"4 KB read", get(4096), 6000},                                         // 3,000 / 0.5
		{"1 B more", get(4097), 3000},
		{"written and read back by DAX", transact(put(1024)), 500},          // min(1,000 / 2, 3,000 / 2)
		{"4 KB written and read back by DAX", transact(put(4096)), 125},     // min(1,000 / 8, 3,000 / 2)
		{"a page", query(units.MB, "", false), 3000. / 128},                 // 256 blocks × 0.5
		{"more than a page", query(units.MB+1, "", false), 0},               // two calls
		{"nothing of the table", query(4096, "g", false), 0},                // all is of the index
		{"the table's part of a local index", query(4096, "l", true), 6000}, // it draws on the table
	} {
		if got := quoted(t, c.f, Options{}).Sustained(); got != c.want {
			t.Errorf("%s: %v a second, want %v", c.name, float64(got), float64(c.want))
		}
	}
}

func TestRows(t *testing.T) {
	var lines []string
	for _, r := range quoted(t, put(1536), Options{Replicas: 2}).Rows() {
		lines = append(lines, fmt.Sprintf("%d %s %g %g %g", r.Place, r.Name, r.Read, r.Write, float64(r.Sustained)))
	}
	want := `0 table 0 2 500
0 g 0 1 1000
0 total 0 3 0
1 table 0 2 0
1 g 0 1 0
1 total 0 3 0
2 table 0 6 0
2 g 0 3 0
2 total 0 9 0` // 2 × 3 Regions and 1 × 3
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
	if rows := quoted(t, get(1), Options{}).Rows(); len(rows) != 1 || rows[0].Name != "table" {
		t.Errorf("a table alone has rows %v", rows)
	}
}

func TestFormula(t *testing.T) {
	for _, c := range []struct {
		charge request.Charge
		want   string
	}{
		{request.Charge{Size: 1639, Factor: 1, Times: 1}, "⌈1639/1024⌉ = 2"},
		{request.Charge{Size: 1639, Factor: 2, Times: 1}, "⌈1639/1024⌉ × 2 = 2 × 2 = 4"},
		{request.Charge{Size: 1639, Factor: 2, Times: 3}, "⌈1639/1024⌉ × 2 × 3 = 2 × 2 × 3 = 12"},
		{request.Charge{Size: 4097, Read: true, Factor: 0.5, Times: 1}, "⌈4097/4096⌉ × 0.5 = 2 × 0.5 = 1"},
		{request.Charge{Factor: 1, Times: 1}, "at least 1"},
		{request.Charge{Read: true, Factor: 0.5, Times: 4}, "at least 1 × 0.5 × 4 = 2"},
		{request.Charge{Size: 9, Times: 1}, "0"}, // free
	} {
		if got := (Step{Charge: c.charge}).Formula(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.charge, got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	bare := transact(put(9))
	bare.Writes[0].Entries = nil
	free := request.Footprint{Operation: request.DeleteItem, Expires: true, Writes: []request.ItemWrite{{Operation: request.DeleteItem, Before: 9, N: 1}}}
	for _, c := range []struct {
		name string
		f    request.Footprint
		o    Options
		want []string
	}{
		{"one direction", put(1536), Options{}, []string{`{"operation":"PutItem","total":3,"table":{"write":2},"indexes":{"g":{"write":1}}}`}},
		{"nothing", free, Options{}, []string{`{"operation":"DeleteItem","total":0,"table":{},"indexes":{},`}},
		// Prepared and committed, 2 × 2 and an entry; read back, 2 × 1 block.
		{"both directions", transact(put(1536)), Options{Rate: 10}, []string{
			`{"operation":"PutItem","totals":{"read":2,"write":5},"table":{"read":2,"write":4},`,
			`"per_second":{"calls":10,"totals":{"read":20,"write":50},"table":{"read":20,"write":40},`,
			`"partition_sustains":{"table":250,"indexes":{"g":1000}}`,
		}},
		// DAX reads here alone, so that another Region has one direction.
		{"other Regions", transact(put(1536)), Options{Replicas: 2}, []string{
			`"each_other_region":{"regions":2,"total":5,"table":{"write":4},`,
			`"all_regions":{"regions":3,"totals":{"read":2,"write":15},"table":{"read":2,"write":12},"indexes":{"g":{"write":3}}`,
		}},
		{"steps of other Regions", bare, Options{Replicas: 1, Explain: true}, []string{
			`{"what":"put of a new item","bytes":9,"block_bytes":1024,"blocks":1,"factor":2,"times":1,"write":2,"formula":"⌈9/1024⌉ × 2 = 1 × 2 = 2","rules":["R3.1","R3.9"]}`,
			`{"place":"each_other_region","what":"put of a new item","bytes":9,"block_bytes":1024,"blocks":1,"factor":2,"times":1,"write":2,"formula":"⌈9/1024⌉ × 2 = 1 × 2 = 2","rules":["R3.1","R3.9","R3.40"],"inferred":true}`,
		}},
	} {
		out, err := json.Marshal(quoted(t, c.f, c.o))
		for _, want := range c.want {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s: %s, %v; want %s", c.name, out, err, want)
			}
		}
	}
}

func TestWarnings(t *testing.T) {
	over := put(1024)
	over.Operation, over.Statement, over.Writes[0].Before = request.ExecuteStatement, request.Insert, 3072
	cancelled := over
	cancelled.Operation = request.ExecuteTransaction
	unknown := put(1024)
	unknown.Operation, unknown.Statement, unknown.ConditionFails = request.ExecuteStatement, request.Insert, true
	failed, inTransaction, failedInTransaction := put(1024), put(1024), put(1024)
	failed.ConditionFails, inTransaction.Transact = true, true
	failedInTransaction.Transact, failedInTransaction.ConditionFails, failedInTransaction.Writes[0].Before = true, true, 9
	for _, c := range []struct {
		name string
		f    request.Footprint
		o    Options
		want []string // beginnings, in order
	}{
		{"a put", put(1024), Options{Replicas: 2}, nil},
		{"an INSERT over a stored item", over, Options{Replicas: 2}, []string{"an INSERT of an item that is stored fails and changes nothing (R3.13); it is planned at the larger"}},
		{"the same in a transaction", cancelled, Options{Replicas: 2}, []string{"an INSERT of an item that is stored fails and changes nothing (R3.13); it cancels the whole transaction"}},
		{"an INSERT that fails, over an item of unknown size", unknown, Options{}, []string{"an INSERT fails only where an item is stored"}},
		{"a put that fails on nothing", failed, Options{}, []string{"where no item is stored"}},
		{"a transaction in one Region", inTransaction, Options{}, nil},
		{"a transaction that is replicated", inTransaction, Options{Replicas: 1}, []string{"that a transaction costs twice its units in every other Region as well is inferred"}},
		{"a cancelled one is not", failedInTransaction, Options{Replicas: 1}, nil},
		{"a page", query(units.MB, "", false), Options{}, nil},
		{"two pages", query(units.MB+1, "", false), Options{}, []string{"a page ends at 1MB, so this is 2 calls"}},
		{"a read through DAX", request.Footprint{Operation: request.GetItem, DAX: true, Missing: 1}, Options{}, []string{"this is the price of a miss"}},
	} {
		got := quoted(t, c.f, c.o).Warnings
		fits := len(got) == len(c.want)
		for i := 0; fits && i < len(got); i++ {
			fits = strings.HasPrefix(got[i], c.want[i])
		}
		if !fits {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNewRefusesWhatDoesNotFit(t *testing.T) {
	f := put(1024)
	f.Replay = true
	if q, err := New(f, Options{}); q != nil || err == nil || !strings.Contains(err.Error(), "only a write transaction can be replayed") {
		t.Errorf("%v, %v", q, err)
	}
}
