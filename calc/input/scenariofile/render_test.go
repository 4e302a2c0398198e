package scenariofile

import (
	"strings"
	"testing"
)

// A message shows the place, what is wrong, the line and what to do.
func TestWholeMessages(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"a misspelt key", "duration: 60s", "duration: 60s\nregoin: x", `s.yaml:4:1: unknown key "regoin"; did you mean "region"?
    regoin: x
    ^
  Allowed: name, region, start, timezone, duration, load, model, clients, tables, traffic, failover, require, simulate, prices.`},
		{"a bare rate, in a file of Windows", "rate: 10/s\n", "rate: 5\r\n", `s.yaml:14:11: rate: "5" has no unit
        rate: 5
              ^
  Is it 5/s? Write a number and /s, /m, /h or /day, like 4k/s, 300/m or 2M/day.`},
		{"something for later", "duration: 60s", "duration: 60s\nfailover: x", `s.yaml:4:11: failover is not forecast yet
    failover: x
              ^
  Leave it out, and plan the Region that takes over with the traffic it would get.`},
		{"a load of nothing", "duration: 60s", "duration: 60s\nload: 0%", `s.yaml:4:7: load: at 0% nothing is left to plan
    load: 0%
          ^
  Write more than 0%; at 100% the rates are as they are written.`},
		{"a name that is markup", "table: t", "table: </script><b>", `s.yaml:12:12: table: unknown table "</script><b>"
        table: </script><b>
               ^
  Allowed: t.`},
		{"a table that cannot be", "  t:\n", "  日本語: {key: {partition: pk}, items: {count: 1, size: 1KB}, capacity: {mode: on-demand}}\n  t:\n", `s.yaml:6:3: 日本語: "日" cannot be in a name
      日本語: {key: {partition: pk}, items: {count: 1, size: 1KB}, capacity: {mode: on-demand}}
      ^
  Names of tables and indexes have letters from a to z and A to Z, digits, _, - and . in them, as in AWS.`},
		{"a name with control characters", "table: t", `table: "a\e[31mb\nc"`, `s.yaml:12:12: table: unknown table "a\x1b[31mb\nc"
        table: "a\e[31mb\nc"
               ^
  Allowed: t.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, found := Parse("s.yaml", []byte(strings.Replace(base, c.old, c.new, 1)), ".")
			if text := found.Error(); text != c.want {
				t.Errorf("found\n%s\n\nwant\n%s", text, c.want)
			}
		})
	}
}

// Names that the report must show unharmed are taken as they are, but for those of
// tables, which AWS would not take.
func TestHostileNamesAreTaken(t *testing.T) {
	for _, name := range []string{`</script><script>alert(1)</script>`, `__f__x`, `a|b`, `日本語`, strings.Repeat("n", 255)} {
		s, found := Parse("s.yaml", []byte(strings.Replace(base, "name: w", `name: "`+name+`"`, 1)), ".")
		expect(t, found)
		if s == nil || s.Traffic[0].Name != name {
			t.Errorf("%q became %+v", name, s)
		}
	}
}

func TestDefaults(t *testing.T) {
	s, found := Parse("folder/spring.launch.yaml", []byte(strings.NewReplacer("name: base\n", "").Replace(base)), ".")
	expect(t, found)
	switch {
	case s.Name != "spring.launch", s.Model != "observed", s.Trials != 100, s.Seed != 1, s.Require.Confidence != 0.95, s.Load != 1, s.Zone.String() != "UTC", !s.Start.IsZero():
		t.Errorf("defaults of the scenario: %+v", s)
	case s.Tables[0].Items.Keys != 10_000_000, s.Tables[0].Class != "standard", s.Tables[0].Capacity.BurstEmpty:
		t.Errorf("defaults of a table: %+v", s.Tables[0])
	case s.Traffic[0].Consistency != "", s.Traffic[0].Segments != 0, s.Traffic[0].Touches != nil, s.Traffic[0].Keys.Keys != nil:
		t.Errorf("defaults of a write: %+v", s.Traffic[0])
	}
	// Without a time zone, times are shown with the offset of the start.
	s, _ = Parse("s.yaml", []byte("start: 2026-12-10T08:00:00+09:00\n"+base), ".")
	if text := s.Start.In(s.Zone).Format("15:04 -07:00"); text != "08:00 +09:00" {
		t.Errorf("the start is shown as %s", text)
	}
}

// What makes a file too large is said, and where to put it.
func TestTooLargeIsNotASyntaxMistake(t *testing.T) {
	_, found := Parse("s.yaml", []byte(strings.Repeat("#", int(MaxSize)+1)), ".")
	const want = "s.yaml: the file is larger than 1MB\n" +
		"  Is it the right file? A scenario is written by hand; keep long lists of keys and rates in files, as keys: {file: …} and rate: {trace: …}."
	if text := found.Error(); text != want {
		t.Errorf("found\n%s\n\nwant\n%s", text, want)
	}
}

// Several tables or workloads may lack the same; the warnings tell which.
func TestWarningsTellWhoseTheyAre(t *testing.T) {
	second := "  - {name: v, table: t, operation: Query, items: 1, index: x, rate: {step: {from: 1/s, to: 2/s, at: 2m}}}\n"
	text := strings.NewReplacer(
		"    items: {count: 10M, size: 1KB}\n", "    indexes: {x: {key: {partition: a}, projection: all}}\n",
		"traffic:\n", "  u: {key: {partition: pk}, items: {count: 5}, capacity: {mode: on-demand}}\ntraffic:\n",
	).Replace(base) + second
	_, found := Parse("s.yaml", []byte(text), ".")
	expect(t, found,
		"warning: 6:3: table t: how many items it has is not said; 1M are assumed",
		"warning: 6:3: table t: how large its items are is not said; 1KB is assumed",
		"warning: 10:29: table u: how large its items are is not said; 1KB is assumed",
		`warning: 16:5: traffic "v": how its calls fall on the key values of index x is not said; they are assumed to fall evenly`,
		`warning: 16:70: traffic "v": the step at 2m is never reached, because the scenario ends after 1m`,
	)
}
