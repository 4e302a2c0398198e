package plan

import (
	"strings"
	"testing"

	"ddbplan/calc/simulate"
)

func TestSpanOfAScenario(t *testing.T) {
	for _, c := range []struct {
		head  string
		dated bool
		clock string
	}{
		{"", false, "1m after the start"},
		{"start: 2026-12-10T08:00:00Z\n", true, "08:01:00 (1m after the start)"},
		{"start: 2026-12-10T08:00:00-05:00\n", true, "08:01:00 (1m after the start)"}, // as it was written
		{"start: 2026-12-10T08:00:00Z\ntimezone: Asia/Tokyo\n", true, "17:01:00 (1m after the start)"},
	} {
		span := spanOf(question(t, puts("1/s", c.head+"duration: 1h")))
		if span.Dated != c.dated || span.Seconds != 3600 || span.Clock().Moment(60) != c.clock {
			t.Errorf("%q: %+v, %s", c.head, span, span.Clock().Moment(60))
		}
	}
}

// Each sentence says where, when, why and how much.
func TestSentence(t *testing.T) {
	for _, c := range []struct{ name, table, call, want string }{
		{"calm", "capacity: {mode: on-demand}", "operation: PutItem, rate: 100/s",
			"Nothing is throttled: every table and index serves all that is asked of it."},
		{"partition", "capacity: {mode: on-demand}", "operation: PutItem, rate: 8000/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): it has not grown to the demand yet, and each of its partitions serves at most 1,000 write units a second. 50% of all calls are refused."},
		{"partition, provisioned", "partitions: 1, capacity: {mode: provisioned, read: 10/s, write: 5000/s}", "operation: PutItem, rate: 2000/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): the demand on a partition exceeds the 1,000 write units a second of one partition. 50% of all calls are refused."},
		{"growth", "partitions: 8, capacity: {mode: on-demand}", "operation: PutItem, rate: 5000/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): the demand rises faster than an on-demand table is promised to grow. 20% of all calls are refused."},
		{"hot key", "capacity: {mode: on-demand}", "operation: GetItem, consistency: strong, keys: single, rate: {step: {from: 0/s, to: 12000/s, at: 30s}}",
			"DynamoDB would begin to throttle t at 08:00:30 (30s after the start): one key value carries more than the 3,000 read units a second of one partition. 75% of all calls are refused."},
		{"provisioned", "capacity: {mode: provisioned, read: 10/s, write: 30/s}", "operation: PutItem, rate: 40/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): its 30 write units a second are used up. 25% of all calls are refused."},
		{"maximum", "capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 1000/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): the demand exceeds the maximum of 500 write units a second that is set on it. 50% of all calls are refused."},
		{"quota", "capacity: {mode: on-demand, warm: {read: 60000/s}}", "operation: GetItem, consistency: strong, rate: 50000/s",
			"DynamoDB would begin to throttle t at 08:00:00 (0s after the start): the demand exceeds the account's quota of 40,000 read units a second for one table. 20% of all calls are refused."},
	} {
		got := answer(t, `
start: 2026-12-10T08:00:00Z
duration: 1m
model: documented
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, `+c.table+`}}
traffic: [{name: call, table: t, `+c.call+`}]
simulate: {trials: 1}
`).Verdict.Sentence
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestSentenceOfAStarvedIndex(t *testing.T) {
	got := answer(t, `
duration: 5m
tables:
  t:
    key: {partition: id}
    items: {count: 10M, size: 1KB}
    capacity: {mode: provisioned, read: 10/s, write: 1000/s}
    indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {read: 1/s, write: 2/s}}}
traffic: [{name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: 900/s}]
simulate: {trials: 1}
`).Verdict.Sentence
	for _, want := range []string{"begin to throttle t/index/g at ", "its 2 write units a second", "writes to its table are refused for it"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

func TestSentencesOfTrialsThatDiffer(t *testing.T) {
	degraded := trial(simulate.Degraded, 0.2, 90)
	for _, c := range []struct {
		name      string
		summaries []simulate.Summary
		want      string
	}{
		{"all", trials(2, degraded, degraded), "throttle t at 1m30s after the start: it has not grown to the demand yet, and each of its partitions serves at most 1,000 write units a second. 20% of all calls are refused."},
		{"some", trials(4, degraded), "20% of all calls are refused, in 25% of the trials."},
		{"hardly any", trials(200, degraded), "No throttling is to be expected: it occurs in only 0.5% of the trials."},
	} {
		if got := judged(t, c.summaries).verdict(Span{}).Sentence; !strings.HasSuffix(got, c.want) {
			t.Errorf("%s:\n%s\nwant at its end\n%s", c.name, got, c.want)
		}
	}
}

func TestSentenceOfBurst(t *testing.T) {
	got := answer(t, `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 30/s}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 40/s}]
`).Verdict.Sentence
	if want := "Nothing is throttled, but only thanks to what AWS does not promise: unused capacity saved for bursts."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
