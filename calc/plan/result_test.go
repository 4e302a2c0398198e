package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
)

// surface is every key of a result's JSON form, as a path. Programs rely on
// these names.
const surface = `
assumptions[]
clients.amplification
clients.attempts
clients.failed
clients.waiting
cost.alternatives[].borrowed[]
cost.alternatives[].changes[].path
cost.alternatives[].changes[].value
cost.alternatives[].cheapest
cost.alternatives[].class
cost.alternatives[].cost_once
cost.alternatives[].headroom
cost.alternatives[].holds
cost.alternatives[].level
cost.alternatives[].month
cost.alternatives[].name
cost.alternatives[].partial
cost.alternatives[].parts.free_tier
cost.alternatives[].parts.reads
cost.alternatives[].parts.storage
cost.alternatives[].parts.writes
cost.alternatives[].reserved
cost.alternatives[].reserved.month
cost.alternatives[].reserved.read_units
cost.alternatives[].reserved.upfront
cost.alternatives[].reserved.write_units
cost.alternatives[].reserved.years
cost.alternatives[].savings_plan
cost.alternatives[].throttled_share
cost.break_even[].at
cost.break_even[].direction
cost.break_even[].resource
cost.break_even[].utilisation
cost.currency
cost.lines[].amount
cost.lines[].as_of
cost.lines[].class
cost.lines[].confidence
cost.lines[].index
cost.lines[].kind
cost.lines[].note
cost.lines[].quantity
cost.lines[].region
cost.lines[].status
cost.lines[].table
cost.lines[].unit
cost.lines[].unit_price
cost.month
cost.multiples[].class
cost.multiples[].load
cost.multiples[].month
cost.multiples[].name
cost.multiples[].partial
cost.multiples[].throttled_share
cost.partial
cost.prices
cost.resources[].month
cost.resources[].resource
cost.span
cost.with[].path
cost.with[].value
ddbplan
facts[]
growth[].partitions
growth[].read_limit
growth[].resource
growth[].t
growth[].write_limit
guaranteed.resources[] (as resources[])
guaranteed.verdict (as verdict)
hot_keys[].direction
hot_keys[].key
hot_keys[].limit
hot_keys[].peak_units
hot_keys[].resource
hot_keys[].share_of_demand
hot_keys[].t
model
no_help[].change.path
no_help[].change.value
no_help[].throttled_share_after
no_help[].why
notes.partition_fill
notes.recommended
notes.shards
notes.stored_bytes
operations[].added_wait_p99_s
operations[].attempts
operations[].blocked_by
operations[].calls
operations[].ends_s
operations[].failed_calls
operations[].finished_s
operations[].job_calls
operations[].name
operations[].onset_s
operations[].operation
operations[].peak_calls
operations[].refused_calls
operations[].table
operations[].units.indexes.NAME.read
operations[].units.indexes.NAME.write
operations[].units.table.read
operations[].units.table.write
operations[].waiting_calls
operations[].worst_minute_failed_share
outgrown[].direction
outgrown[].onset_s
outgrown[].ramp
outgrown[].resource
outgrown[].shortest_ramp_s
outgrown[].warm
recommended[].change.path
recommended[].change.value
recommended[].direction
recommended[].resource
recommended[].why
remedies[].also[].path
remedies[].also[].value
remedies[].cause
remedies[].change.path
remedies[].change.value
remedies[].commands[].for
remedies[].commands[].text
remedies[].cost_delta_month
remedies[].cost_once
remedies[].kind
remedies[].lead_time
remedies[].proved
remedies[].resource
remedies[].reversible
remedies[].safe_load_after
remedies[].side_effects[]
remedies[].throttled_share_after
require[].found
require[].holds
require[].name
require[].wanted
resources[].accepted_units
resources[].blocked_by
resources[].blocked_units
resources[].direction
resources[].headroom
resources[].hottest.limit
resources[].hottest.partition
resources[].hottest.peak_units
resources[].hottest.share_of_demand
resources[].index
resources[].item_collection
resources[].key_share_limit
resources[].lag_s
resources[].mode
resources[].offered_units
resources[].onset_s
resources[].partition_fill.end
resources[].partition_fill.start
resources[].partitions.end
resources[].partitions.start
resources[].peak_accepted
resources[].peak_offered
resources[].reasons.NAME
resources[].resource
resources[].stored_bytes.end
resources[].stored_bytes.start
resources[].table
resources[].throttled_share
resources[].throttled_units
scenario
schema
seed
shards[].confidence
shards[].direction
shards[].in_turn
shards[].key
shards[].minimum
shards[].partitions
shards[].partitions_needed
shards[].peak_units
shards[].per_shard
shards[].per_shard.read
shards[].per_shard.write
shards[].probability
shards[].read_fan_out
shards[].resource
shards[].shards
trials
verdict.borrowed[]
verdict.cause
verdict.depends_on[].assumption
verdict.depends_on[].flips_at
verdict.ends_s
verdict.exception
verdict.level
verdict.on_burst
verdict.onset_level_s
verdict.onset_p05_s
verdict.onset_p95_s
verdict.onset_s
verdict.probability
verdict.reason
verdict.resource
verdict.safe_load
verdict.safe_load_breaks
verdict.sentence
verdict.throttled_share
verdict.throttles
verdict.unlucky.throttled_share
verdict.unlucky.trial
warnings[]
`

// everything has whatever a result can tell of: reads and writes, an index that
// refuses, growth, both models, requirements.
const everything = `
name: Everything
start: 2026-12-10T08:00:00Z
duration: 12m
model: both
tables:
  t:
    key: {partition: id}
    items: {count: 10M, size: 1KB}
    capacity: {mode: on-demand}
    indexes: {g: {key: {partition: a}, projection: keys}}
traffic:
  - {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [70, 20, 10]}}, rate: 6000/s}
  - {name: get, table: t, operation: GetItem, rate: 100/s}
  - {name: find, table: t, operation: Query, index: g, items: 3, keys: {weights: [70, 20, 10]}, rate: 100/s}
require: {level: clean, headroom: 10%}
simulate: {trials: 5}
`

// onGuesses has a verdict that hangs on guesses.
const onGuesses = newTableHead + putHead + "3000/s}]\nduration: 1m\nsimulate: {trials: 2}\n"

func TestSurface(t *testing.T) {
	found := map[string]bool{}
	for _, text := range []string{everything, onGuesses} {
		var decoded map[string]any
		if err := json.Unmarshal(marshal(t, advised(t, text)), &decoded); err != nil {
			t.Fatal(err)
		}
		walk(decoded, "", found)
	}
	// What the other model answers has the keys of the first.
	for path := range found {
		for from, to := range map[string]string{"guaranteed.resources[].": "resources[].", "guaranteed.verdict.": "verdict."} {
			if rest, ok := strings.CutPrefix(path, from); ok {
				delete(found, path)
				found[strings.TrimSuffix(from, ".")+" (as "+strings.TrimSuffix(to, ".")+")"] = true
				if !found[to+rest] {
					t.Errorf("%s has no counterpart", path)
				}
			}
		}
	}
	got := strings.Join(slices.Sorted(maps.Keys(found)), "\n")
	if want := strings.TrimSpace(surface); got != want {
		t.Errorf("keys\n%s\nwant\n%s", got, want)
	}
}

// walk collects the paths of all values that are not objects or lists; names
// that the scenario or AWS chose count as NAME.
func walk(v any, path string, found map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if strings.HasSuffix(path, ".reasons") || strings.HasSuffix(path, ".indexes") {
				key = "NAME"
			}
			walk(value, strings.TrimPrefix(path+"."+key, "."), found)
		}
	case []any:
		for _, value := range v {
			walk(value, path+"[]", found)
		}
	default:
		found[path] = true
	}
}

func marshal(t reporter, r *Result) []byte {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A list without anything in it is written as one.
func TestEmptyListsAreLists(t *testing.T) {
	text := marshal(t, advised(t, `
duration: 1s
model: documented
tables: {t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 10/s}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
simulate: {trials: 1}
`))
	for _, key := range []string{"growth", "hot_keys", "shards", "warnings", "no_help", "remedies", "depends_on"} {
		if !bytes.Contains(text, []byte(`"`+key+`":[]`)) {
			t.Errorf("%s is not an empty list", key)
		}
	}
	for _, key := range []string{"guaranteed", "require"} { // not asked for
		if bytes.Contains(text, []byte(`"`+key+`"`)) {
			t.Errorf("%s is there", key)
		}
	}
}

// What is not there is null, so that 0 means 0.
func TestAbsentIsNotZero(t *testing.T) {
	r := answer(t, `
duration: 10s
tables: {t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 0/s}]
simulate: {trials: 1}
`)
	idle := r.part(t, "t", "write")
	if idle.Headroom != nil || idle.KeyShareLimit != nil || idle.Hottest != nil || idle.Onset != nil || idle.BlockedBy != nil || idle.Index != nil {
		t.Errorf("of an idle table it is said: %+v", idle)
	}
	if o := r.Operations[0]; o.Onset != nil || o.Ends != nil || o.BlockedBy != nil || o.Finished != nil || o.Calls != 0 {
		t.Errorf("of an idle operation it is said: %+v", o)
	}
	if len(r.Resources) != 1 { // no reads, so nothing about reads
		t.Errorf("resources %+v", r.Resources)
	}
}

// Neither a result nor its series hold NaN or infinities, however little or
// much is asked.
func TestEveryNumberIsFinite(t *testing.T) {
	const indexed = `
tables:
  t:
    key: {partition: id}
    items: {count: 10M, size: 1KB}
    capacity: {mode: provisioned, read: 1/s, write: 1/s}
    indexes: {g: {key: {partition: a}, projection: keys, entry: 100B, present: 0%, capacity: {read: 1/s, write: 1/s}}}
traffic:
  - {name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: `
	for _, text := range []string{
		puts("0/s", "duration: 10s"),
		puts("1/day", "duration: 10s"),
		puts("1000000/s", "duration: 10s\nmodel: both"),
		puts("8000/s, condition_fails: 100%", "duration: 10s"),
		puts("{points: [[0s, 0/s], [5s, 0/s], [5s, 9000/s], [6s, 9000/s], [6s, 0/s]]}", "duration: 10s\nmodel: both"),
		indexed + "0/s}\nduration: 5s\n",
		indexed + "1000/s}\nduration: 5s\nmodel: both\n",
		everything,
	} {
		r := answer(t, text)
		if path := notFinite(reflect.ValueOf(r), "result"); path != "" {
			t.Errorf("%s is not finite in the answer to%s", path, text)
		}
		marshal(t, r)
	}
}

// Whatever the scenario, its answer adds up.
func TestAnyAnswerAddsUp(t *testing.T) {
	tables := rapid.SampledFrom([]string{
		"capacity: {mode: on-demand}", "capacity: {mode: on-demand, max: {write: 700/s}}", "partitions: 3, capacity: {mode: on-demand}",
		"capacity: {mode: provisioned, read: 50/s, write: 80/s}", "capacity: {mode: provisioned, read: 3000/s, write: 2000/s, burst: empty}",
	})
	calls := rapid.SampledFrom([]string{
		"PutItem", "PutItem, condition_fails: 30%", "PutItem, replaces: 50%", "BatchWriteItem, items: 7", "TransactWriteItems, items: 3", "UpdateItem, changes: [a]",
		"GetItem", "BatchGetItem, items: 9", "TransactGetItems, items: 2", "Query, items: 3000", "Query, items: 2, index: local", "Scan, segments: 3",
	})
	keys := rapid.SampledFrom([]string{"", ", keys: single", ", keys: {uniform: 30}", ", keys: {zipf: {exponent: 1.1, count: 10k}}", ", keys: {ordered: 20}"})
	models := rapid.SampledFrom([]string{"observed", "documented"})
	rapid.Check(t, func(t *rapid.T) {
		text := "duration: 40s\nmodel: " + models.Draw(t, "model") + "\nsimulate: {trials: 3}\n" +
			"tables: {t: {key: {partition: id, sort: at}, items: {count: 1M, keys: 1M, size: 1.4KB}, " + tables.Draw(t, "table") +
			", indexes: {local: {type: local, key: {sort: a}, projection: keys, entry: 100B}}}}\ntraffic:\n"
		for i := range rapid.IntRange(1, 3).Draw(t, "workloads") {
			call, key := calls.Draw(t, "call"), keys.Draw(t, "keys")
			if strings.HasPrefix(call, "Scan") {
				key = ""
			}
			rate := rapid.IntRange(0, 9000).Draw(t, "rate")
			text += fmt.Sprintf("- {name: w%d, table: t, operation: %s%s, rate: {step: {from: %d/s, to: %d/s, at: 20s}}}\n", i, call, key, rate/3, rate)
		}
		r, err := Forecast(context.Background(), question(t, text), nil) // the searches have tests of their own
		if err != nil {
			t.Fatal(err)
		}
		if path := notFinite(reflect.ValueOf(r), "result"); path != "" {
			t.Fatalf("%s is not finite", path)
		}
		for _, part := range r.Resources {
			var reasons float64
			for _, units := range part.Reasons {
				reasons += units
			}
			switch {
			case !near(part.Offered, part.Accepted+part.Throttled+part.Blocked), !near(part.Throttled, reasons):
				t.Fatalf("%+v does not add up", part)
			case part.ThrottledShare < 0 || part.ThrottledShare > 1 || part.Accepted < 0 || part.Throttled < 0 || part.Blocked < 0:
				t.Fatalf("%+v is out of range", part)
			case (part.Throttled+part.Blocked >= 1+1e-6) != (part.Onset != nil) && !near(part.Throttled+part.Blocked, 1):
				t.Fatalf("onset of %+v", part)
			}
		}
		var refused, calls float64
		for _, o := range r.Operations {
			refused, calls = refused+o.RefusedCalls, calls+o.Calls
		}
		if calls > 0 && !near(r.Verdict.ThrottledShare, refused/calls) || !near(r.Clients.Attempts, calls) || !near(r.Clients.Failed, refused) {
			t.Fatalf("%v of %v calls refused: %+v, %+v", refused, calls, r.Verdict, r.Clients)
		}
	})
}

// notFinite finds a number that is NaN or infinite, "" if there is none.
func notFinite(v reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return notFinite(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if bad := notFinite(v.Field(i), path+"."+v.Type().Field(i).Name); bad != "" {
				return bad
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if bad := notFinite(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); bad != "" {
				return bad
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if bad := notFinite(v.MapIndex(key), path+"."+key.String()); bad != "" {
				return bad
			}
		}
	case reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return path
		}
	}
	return ""
}

// The same scenario and seed give the same answer, byte by byte, on any number
// of cores; another seed gives another.
func TestSameAnswer(t *testing.T) {
	const skewed = "8000/s, keys: {zipf: {exponent: 0.99, count: 1M}}"
	ask := func(seed string) []byte {
		return marshal(t, answer(t, puts(skewed, "duration: 15m\nsimulate: {trials: 11, seed: "+seed+"}")))
	}
	first := ask("1")
	if again := ask("1"); !bytes.Equal(first, again) {
		t.Errorf("another answer the second time:\n%s\n%s", first, again)
	}
	cores := runtime.GOMAXPROCS(1)
	alone := ask("1")
	runtime.GOMAXPROCS(cores + 3)
	many := ask("1")
	runtime.GOMAXPROCS(cores)
	if !bytes.Equal(first, alone) || !bytes.Equal(first, many) {
		t.Errorf("another answer on 1 or %d cores", cores+3)
	}
	if bytes.Equal(first, ask("2")) {
		t.Error("the seed makes no difference")
	}
}

func TestHead(t *testing.T) {
	r := answer(t, everything)
	if r.Version != Version || r.Schema != 1 || r.Scenario != "Everything" || r.Model != "both" || r.Seed != 1 || r.Trials != 5 {
		t.Errorf("%s, schema %d, %q, model %s, seed %d, %d trials", r.Version, r.Schema, r.Scenario, r.Model, r.Seed, r.Trials)
	}
	// The SHA-256 of "a scenario" begins so.
	if got := hash("a scenario"); got != "c6f49a4e673a" || len(r.Source.Hash) != 12 {
		t.Errorf("hash %s; of the scenario %q", got, r.Source.Hash)
	}
	if !strings.Contains(r.Source.Text, "name: Everything") {
		t.Errorf("the source is %q", r.Source.Text)
	}
}

// By the model of both, the top level is what was measured, and what is
// promised stands beside it.
func TestBothModels(t *testing.T) {
	const burst = `
duration: 20m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 100/s}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 150/s}]
simulate: {trials: 3}
`
	r := advised(t, burst+"model: both\n")
	if onset := r.Verdict.Onset; onset == nil || !near(*onset, 600+1./50) { // 30,000/50, and the first unit
		t.Errorf("observed: onset %v", onset)
	}
	if r.Guaranteed == nil {
		t.Fatal("nothing is guaranteed")
	}
	if onset := r.Guaranteed.Verdict.Onset; onset == nil || !near(*onset, 1./50) {
		t.Errorf("documented: onset %v", onset)
	}
	if got := r.Guaranteed.Resources[0].Throttled; !near(got, 50*1200) {
		t.Errorf("documented: %v units throttled, want 60,000", got)
	}
	if one := advised(t, burst+"model: documented\n"); one.Guaranteed != nil || !reflect.DeepEqual(one.Verdict, r.Guaranteed.Verdict) {
		t.Errorf("documented alone: %+v, in both: %+v", one.Verdict, r.Guaranteed.Verdict)
	}
	if one := advised(t, burst); one.Guaranteed != nil || !reflect.DeepEqual(one.Verdict, r.Verdict) {
		t.Errorf("observed alone: %+v, in both: %+v", one.Verdict, r.Verdict)
	}
}

// Facts and assumptions are those of what the scenario has, once each and in
// the order of their lists.
func TestWhatTheAnswerLeansOn(t *testing.T) {
	r := answer(t, everything)
	for _, rule := range []string{"R0.1", "R2.1", "R2.6", "R3.1", "R4.1", "R4.2", "R4.15", "R6.1", "R6.3", "R8.1", "R8.43"} {
		if !slices.Contains(r.Facts, rule) {
			t.Errorf("%s is missing in %v", rule, r.Facts)
		}
	}
	if len(slices.Compact(slices.Clone(r.Facts))) != len(r.Facts) {
		t.Errorf("facts twice: %v", r.Facts)
	}
	want := []string{"first_split_after", "later_split_min", "later_split_max", "split_heat", "partition_allowance", "eventual_read_stretch", "table_read_quota", "table_write_quota"}
	for _, name := range want {
		if !slices.Contains(r.Assumptions, name) {
			t.Errorf("%s is missing in %v", name, r.Assumptions)
		}
	}
	if i := slices.Index(r.Facts, "R4.1"); i > slices.Index(r.Facts, "R6.1") || i < slices.Index(r.Facts, "R0.1") {
		t.Errorf("facts out of order: %v", r.Facts)
	}
	for _, rule := range []string{"R2.7", "R3.9", "R5.1"} { // no scan, no transaction, nothing provisioned
		if slices.Contains(r.Facts, rule) {
			t.Errorf("%s does not matter", rule)
		}
	}
}

func TestWarnings(t *testing.T) {
	s := question(t, `
duration: 1s
tables:
  t:
    key: {partition: id}
    items: {count: 1M, size: 1KB}
    capacity: {mode: on-demand}
    indexes: {g: {key: {partition: a}, projection: [b]}}
traffic:
  - {name: put, table: t, operation: PutItem, rate: 1/s}
  - {name: change, table: t, operation: UpdateItem, rate: 1/s}
`)
	r, err := Forecast(context.Background(), s, diag.List{
		{Severity: diag.Warning, Summary: "the trace is cut short", Help: "Give a longer duration."},
		{Severity: diag.Error, Summary: "not a warning"},
		{Severity: diag.Warning, Summary: "no help here"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"the trace is cut short. Give a longer duration.",
		"no help here",
		"the entry size of index g of table t is a guess from its projection: give entry, or a sample of items",
		`traffic "put" does not say how its writes fall on the key values of index g of table t: they are taken to be even`,
		`traffic "change" does not say which attributes it changes: one that no key and no list names is assumed, so indexes that project all attributes are written and others are not`,
	}
	if !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings\n%s\nwant\n%s", strings.Join(r.Warnings, "\n"), strings.Join(want, "\n"))
	}
}

// On a new table reads and writes may count against one limit: 6,000 of 12,000
// and 2,000 of 4,000 fill it (R6.2).
func TestWarningOfReadsAndWritesTogether(t *testing.T) {
	for _, c := range []struct {
		name, capacity string
		read, write    string
		want           bool
	}{
		{"both halves", "{mode: on-demand}", "6000/s", "2000/s", false},
		{"a little more", "{mode: on-demand}", "6060/s", "2000/s", true},
		{"reads alone are too many", "{mode: on-demand}", "12060/s", "2000/s", false},
		{"writes alone are too many", "{mode: on-demand}", "6000/s", "4010/s", false},
		{"not new", "{mode: on-demand, previous_peak: {write: 100/s}}", "6060/s", "2000/s", false},
		{"provisioned", "{mode: provisioned, read: 12000/s, write: 4000/s}", "6060/s", "2000/s", false},
	} {
		r := answer(t, `
duration: 2s
tables: {t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: `+c.capacity+`}}
traffic:
  - {name: get, table: t, operation: GetItem, consistency: strong, rate: `+c.read+`}
  - {name: put, table: t, operation: PutItem, rate: `+c.write+`}
simulate: {trials: 1}
`)
		warned := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, "R6.2") })
		if warned != c.want || len(r.Warnings) > 1 {
			t.Errorf("%s: warnings %q, want one: %t", c.name, r.Warnings, c.want)
		}
	}
}

func TestRunStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, model := range []scenario.Model{scenario.Observed, scenario.Both} {
		s := question(t, puts("1/s", "duration: 1h"))
		s.Model = model
		if r, err := Forecast(ctx, s, nil); !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("%s: answer %v, error %v", model, r, err)
		}
	}
}
