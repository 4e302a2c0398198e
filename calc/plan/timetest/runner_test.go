package timetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A table with 10 write units and nothing saved up refuses 15 of 25 writes/s, from
// 1/15 s on.
const head = `given
  region: us-east-1
  clients: {retries: none}
test sample
  duration: 2m
  tables:
    t:
      key: {partition: id}
      items: {count: 1k, size: 1KB}
      capacity: {mode: provisioned, read: 1/s, write: 10/s, burst: empty}
  traffic:
    - {name: put, table: t, operation: PutItem, rate: 25/s}
`

// Each line is true of the sample, and not with the other bounds.
var samples = []struct{ figure, right, wrong string }{
	{"verdict throttles", "true", "false"},
	{"verdict onset_s", "0.06..0.07", "0.07..0.08"},
	{"verdict onset_s", "..0.07", "..0.06"},
	{"verdict onset_s", "0.06..", "0.07.."},
	{"verdict onset_s", "0..1s", "none"},
	{"verdict reason", "TableWriteProvisionedThroughputExceeded", "TableWriteKeyRangeThroughputExceeded"},
	{"verdict reason", "TableWriteProvisionedThroughputExceeded", "none"},
	{"verdict reason", "TableWriteProvisionedThroughputExceeded", "1"},
	{"verdict throttled_share", "60%", "61%"},
	{"resource t write accepted_units", "1200", "1201"},
	{"resource t write accepted_units", "1.2k", "1200.1.."},
	{"resource t write blocked_by", "none", "t"},
	{"resource t write reasons.TableWriteProvisionedThroughputExceeded", "1800", "0"},
	{"resource t write reasons.TableWriteKeyRangeThroughputExceeded", "0", "1"},
	{"resource t write partitions.start", "1", "2"},
	{"operation put calls", "3000", "2999"},
	{"clients attempts", "3000", "none"},
	{"cloudwatch t WriteThrottleEvents", "1800", "0"},
	{"mean accepted t write 0s..2m", "10/s", "9"},
	{"mean limit t write 1m..2m", "10", "9"},
	{"sum throttled t write 0s..10s", "150", "10"},
	{"highest offered t write 0s..2m 1m", "25", "26"},
	{"lowest accepted t write 0s..2m 1s", "10", "0"},
	{"changes accepted t write 0s..2m 0 count", "0", "1"},
	{"changes accepted t write 0s..2m 0 first_s", "none", "0"},
}

func TestRightExpectationsHoldAndWrongOnesDoNot(t *testing.T) {
	r := playSample(t)
	for _, s := range samples {
		for _, c := range []struct {
			want  string
			holds bool
		}{{s.right, true}, {s.wrong, false}} {
			text := s.figure + " " + c.want
			families, found := parse("sample.test", head+"expect\n  "+text+" # why\n")
			if len(found) > 0 {
				t.Errorf("%s: %v", text, found)
				continue
			}
			err := families[0].cases[0].expect[0].check(r)
			if holds := err == nil; holds != c.holds {
				t.Errorf("%s: %v, want it to hold: %t", text, err, c.holds)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "sample.test:14: "+s.figure+" is ") {
				t.Errorf("the error does not say where and what: %v", err)
			}
		}
	}
}

func TestFiguresThatAreNotThere(t *testing.T) {
	r := playSample(t)
	for _, c := range []struct{ text, want string }{
		{"verdict onset 1", `there is no "onset"; is onset_s meant?`},
		{"verdict wind 1", `there is no "wind"; there are borrowed, cause, depends_on, ends_s,`},
		{"verdict level.deep 1", "there is no deep in blocked"},
		{"resource u write offered_units 0", "it is not among the 1 resources of the result"},
		{"resource t read offered_units 0", "it is not among the 1 resources"},
		{"resource t write reasons.Weather 0", `"Weather" is no reason`},
		{"operation get calls 0", "it is not among the 1 operations"},
		{"guaranteed verdict throttles true", `there is no "guaranteed"`},
		{"cloudwatch t Throttles 0", "no such metric; there are t ConsumedWriteCapacityUnits, "},
		{"mean accepted u write 0s..1s 0", "u write has no traffic"},
		{"mean accepted t write 0s..3m 10", "the scenario ends after 120 s"},
		{"highest accepted t write 0s..10s 4s 10", "10 s do not consist of pieces of 4s"},
		{"resource t write partitions 1", "is map[end:1 start:1], want 1"},
	} {
		families, found := parse("sample.test", head+"expect\n  "+c.text+"\n")
		if len(found) > 0 {
			t.Errorf("%s: %v", c.text, found)
			continue
		}
		if err := families[0].cases[0].expect[0].check(r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestMistakesInFiles(t *testing.T) {
	const verdict = "expect\n  verdict throttles true\n"
	for _, c := range []struct{ text, want string }{
		{"", "f.test: the file holds no test"},
		{"given\n  region: x\n", "f.test: the file holds no test"},
		{head, `f.test:4: "sample" expects nothing`},
		{head + "expect\n", `f.test:4: "sample" expects nothing`},
		{head + "expect\n  # nothing\n", `f.test:4: "sample" expects nothing`},
		{"expect\n  verdict throttles true\n" + head + verdict, "f.test:1: expect has nothing to follow"},
		{"  region: x\n" + head + verdict, `f.test:1: "region: x" belongs to nothing`},
		{head + verdict + "expected\n", `f.test:15: "expected" is not understood`},
		{head + verdict + "expect nothing\n", `f.test:15: "expect nothing" is not understood`},
		{head + verdict + "test\n", "f.test:15: test has no name"},
		{head + verdict + "test sample\n" + verdict, `f.test:15: "sample" is the name of the case in line 4 already`},
		{head + verdict + "but other\n" + verdict, `f.test:15: "other" is the same as the test before`},
		{head + verdict + "but other\n  25/s\n" + verdict, `f.test:16: "25/s" changes nothing`},
		{head + verdict + "but other\n  30/s -> 40/s\n" + verdict, `f.test:16: "30/s" stands 0 times in the scenario`},
		{head + verdict + "but other\n  1 -> 2\n" + verdict, `f.test:16: "1" stands 5 times in the scenario`},
		{head + verdict + "but other\n  25/s -> 5/s\n", `f.test:15: "other" expects nothing`},
		{head + verdict + "across\n  falling verdict onset_s\n", "f.test:4: across has one scenario to compare"},
		{head + verdict + "across\n  lower verdict onset_s\n", `f.test:16: "lower" compares nothing`},
		{head + verdict + "across\n  alike verdict onset_s\n", `f.test:16: "verdict" is not like 12.5`},
		{head + "expect\n  verdict onset_s 3..2\n", `f.test:14: "3..2" holds nothing`},
		{head + "expect\n  verdict onset_s ..\n", `f.test:14: ".." leaves everything open`},
		{head + "expect\n  verdict onset_s 3x\n", `f.test:14: "3x" is no number, range or word`},
		{head + "expect\n  verdict onset_s NaN..3\n", `f.test:14: "NaN..3" is no number, range or word`},
		{head + "expect\n  verdict 3\n", "f.test:14: a figure of verdict is written verdict FIELD"},
		{head + "expect\n  3\n", "f.test:14: no figure is named"},
		{head + "expect\n  weather 3\n", `f.test:14: "weather" is no figure`},
		{head + "expect\n  cloudwatch WriteThrottleEvents 3\n", "f.test:14: a metric is written cloudwatch NAME METRIC"},
		{head + "expect\n  guaranteed mean 3\n", "f.test:14: guaranteed is followed by verdict or resource"},
		{head + "expect\n  resource t update offered_units 3\n", `f.test:14: "update" is neither read nor write`},
		{head + "expect\n  mean refused t write 0s..1s 3\n", `f.test:14: "refused" is no column`},
		{head + "expect\n  mean accepted t update 0s..1s 3\n", `f.test:14: "update" is neither read nor write`},
		{head + "expect\n  mean accepted t write 3\n", "f.test:14: mean is written mean COLUMN NAME read|write FROM..TO"},
		{head + "expect\n  mean accepted t write 9..10 3\n", `f.test:14: "9..10" is no span of time`},
		{head + "expect\n  mean accepted t write 1s..0s 3\n", `f.test:14: "1s..0s" does not go from one whole second to a later one`},
		{head + "expect\n  mean accepted t write 0s..0.5s 3\n", `f.test:14: "0s..0.5s" does not go`},
		{head + "expect\n  lowest accepted t write 0s..1s 0.5s 3\n", `f.test:14: "0.5s" is no length of whole seconds`},
		{head + "expect\n  changes accepted t write 0s..1m 0 last_s 3\n", `f.test:14: "last_s" is no figure of changes`},
		{head + "expect\n  changes accepted t write 0s..1m much count 3\n", `f.test:14: "much" is not like 12.5`},
	} {
		if _, found := parse("f.test", c.text); !strings.Contains(found.Error(), c.want) {
			t.Errorf("%q\nfinds %q, want %q", c.text, found.Error(), c.want)
		}
	}
}

func TestAllMistakesOfAFileAreReported(t *testing.T) {
	_, found := parse("f.test", head+"expect\n  weather 3\n  verdict onset_s 3x\n")
	if len(found) != 3 { // and nothing is expected
		t.Errorf("found %v", found)
	}
}

// A mistake in a scenario is reported where it stands among the tests, and a
// warning is one too: nothing may be unclear.
func TestMistakesInScenarios(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"rate: 25/s", "rate: 25", "f.test:12:55: rate: "},
		{"  region: us-east-1\n", "", "f.test:2:3: no Region is given"},
	} {
		families, found := parse("f.test", strings.Replace(head, c.from, c.to, 1)+"expect\n  verdict throttles true\n")
		if len(found) > 0 {
			t.Fatal(found)
		}
		if _, err := families[0].cases[0].play(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestButsAndComparisons(t *testing.T) {
	const text = head + `expect
  verdict throttles true
but less
  rate: 25/s -> rate: 20/s # so it stands in the file
expect
  resource t write peak_offered 20
but still less
  rate: 25/s -> rate: 5/s
  burst: empty -> burst: full
expect
  verdict throttles false
across
  falling resource t write peak_offered
  rising resource t write peak_offered
  alike 100% resource t write peak_offered
  alike 79% resource t write peak_offered
  falling resource t write onset_s
`
	families, found := parse("f.test", text)
	if len(found) > 0 {
		t.Fatal(found)
	}
	f := families[0]
	var runs []*run
	for _, c := range f.cases {
		r, err := c.play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.expect {
			if err := e.check(r); err != nil {
				t.Error(err)
			}
		}
		runs = append(runs, r)
	}
	for i, want := range []string{"", "rising resource t write peak_offered does not hold of [25 20]", "", "does not hold of [25 20 5]", "does not hold of [0.06"} {
		err := f.across[i].check(runs)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", f.across[i].text, err, want)
		}
	}
	if err := f.across[4].check(runs[2:]); err == nil || !strings.Contains(err.Error(), "none is not a number") {
		t.Errorf("an onset that is none was compared: %v", err)
	}
}

// A level is what settles after a jump, and a jump by exactly the figure is none.
func TestChangesAreFound(t *testing.T) {
	values := make([]float64, 60)
	for i := range values {
		switch {
		case i < 20:
			values[i] = 10
		case i < 40:
			values[i] = 30
		default:
			values[i] = 25
		}
	}
	values[20] = 50 // an overshoot, which is not the level
	for _, c := range []struct {
		jump  float64
		which string
		want  any
	}{
		{0, "count", 2.0}, {0, "rises", 1.0}, {0, "falls", 1.0},
		{0, "first_s", 120.0}, {0, "first_level", 30.0}, {0, "first_fall_s", 140.0},
		{0, "smallest", -5.0}, {0, "largest", 20.0},
		{4.9, "count", 2.0}, {5, "count", 1.0}, {5, "first_fall_s", nil},
		{40, "count", 0.0}, {40, "first_s", nil},
	} {
		if got := ofChanges[c.which](changesOf(values, 100, c.jump)); got != c.want {
			t.Errorf("%s over %v is %v, want %v", c.which, c.jump, got, c.want)
		}
	}
}

func TestMissingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.test")
	if _, found := load(path); found.Err() == nil || !strings.Contains(found.Error(), path) {
		t.Errorf("found %v", found)
	}
	if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, found := load(path); !strings.Contains(found.Error(), path+`:4: "sample" expects nothing`) {
		t.Errorf("found %v", found)
	}
}

func playSample(t *testing.T) *run {
	t.Helper()
	families, _ := parse("sample.test", head)
	r, err := families[0].cases[0].play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if rows := r.rows[series{"t", "write"}]; len(rows) != 120 {
		t.Fatalf("%d rows, want one a second", len(rows))
	}
	return r
}
