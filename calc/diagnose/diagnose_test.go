package diagnose

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/facts"
)

// only is the one finding of one event with signs of these names.
func only(t *testing.T, resource, operation string, names ...string) Finding {
	t.Helper()
	d := New("test", []Event{event(t, resource, operation, names...)})
	if len(d.Findings) != 1 {
		t.Fatalf("%v: %d findings", names, len(d.Findings))
	}
	return d.Findings[0]
}

// event has the signs of names, causes or messages.
func event(t *testing.T, resource, operation string, names ...string) Event {
	t.Helper()
	e := Event{Operation: operation}
	e.Resource, _ = ParseARN(resource)
	for _, name := range names {
		s, ok := Lookup(name)
		if !ok {
			s, ok = LookupCause(name)
		}
		if !ok {
			s, ok = InMessage(name)
		}
		if !ok {
			t.Fatalf("%q is no sign", name)
		}
		e.Signs = append(e.Signs, s)
	}
	return e
}

const (
	table = "arn:aws:dynamodb:eu-west-1:123456789012:table/carts"
	index = table + "/index/by-owner"

	tableText   = "The level of configured provisioned throughput for the table was exceeded."
	indexesText = "The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded."
	growthText  = "Throughput exceeds the current capacity of your table or index. If it goes on, check if you have a hot key."
)

func TestWhatItMeans(t *testing.T) {
	for _, c := range []struct {
		name                string
		resource, operation string
		signs               []string
		want                []string // reasons
		causes              []Cause
	}{
		{"a reason alone", "", "", []string{"TableWriteKeyRangeThroughputExceeded"}, []string{"TableWriteKeyRangeThroughputExceeded"}, []Cause{HotKey, Growth}},
		{"in an enum's casing", "", "", []string{"INDEX_READ_ACCOUNT_LIMIT_EXCEEDED"}, []string{"IndexReadAccountLimitExceeded"}, []Cause{Quota}},
		{"a reason outweighs its exception", "", "", []string{"ThrottlingException", "TableReadMaxOnDemandThroughputExceeded"}, []string{"TableReadMaxOnDemandThroughputExceeded"}, []Cause{Maximum}},
		{"and an operation that goes with no such reason", "", "GetItem", []string{"TableWriteAccountLimitExceeded"}, []string{"TableWriteAccountLimitExceeded"}, []Cause{Quota}},
		// A text that says provisioned, whatever the mode is believed to be, on a read.
		{"text of a table and a read", "", "Query", []string{"ProvisionedThroughputExceededException", tableText}, []string{"TableReadProvisionedThroughputExceeded"}, []Cause{Provisioned}},
		{"the same without the call", "", "", []string{tableText}, []string{"TableReadProvisionedThroughputExceeded", "TableWriteProvisionedThroughputExceeded"}, []Cause{Provisioned}},
		// The text of several indexes is that of a write to their table.
		{"text of indexes", "", "", []string{indexesText}, []string{"IndexWriteProvisionedThroughputExceeded"}, []Cause{Provisioned}},
		{"the hot-key text of on-demand", "", "PutItem", []string{"ThrottlingException", growthText},
			[]string{"TableWriteKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded"}, []Cause{HotKey, Growth}},
		{"with an ARN", index, "PutItem", []string{"ThrottlingException", growthText}, []string{"IndexWriteKeyRangeThroughputExceeded"}, []Cause{HotKey, Growth}},
		{"the ARN of the table", table, "PutItem", []string{growthText}, []string{"TableWriteKeyRangeThroughputExceeded"}, []Cause{HotKey, Growth}},
		{"the set maximum by its text", "", "Scan", []string{"Throughput exceeds the maximum OnDemandThroughput configured on table or index"},
			[]string{"TableReadMaxOnDemandThroughputExceeded", "IndexReadMaxOnDemandThroughputExceeded"}, []Cause{Maximum}},
		{"the quota by its exception", "", "DeleteItem", []string{"RequestLimitExceeded"},
			[]string{"TableWriteAccountLimitExceeded", "IndexWriteAccountLimitExceeded"}, []Cause{Quota}},
		{"a metric by reason", "", "", []string{"ReadProvisionedThroughputThrottleEvents"},
			[]string{"TableReadProvisionedThroughputExceeded", "IndexReadProvisionedThroughputExceeded"}, []Cause{Provisioned}},
		{"growth, as a plan says", table, "UpdateItem", []string{"growth"}, []string{"TableWriteKeyRangeThroughputExceeded"}, []Cause{Growth}},
		{"a hot key, as a plan says", table, "GetItem", []string{"hot-key"}, []string{"TableReadKeyRangeThroughputExceeded"}, []Cause{HotKey}},
		{"an index, as a plan says", "", "", []string{"index"}, []string{
			"IndexWriteKeyRangeThroughputExceeded", "IndexWriteProvisionedThroughputExceeded", "IndexWriteAccountLimitExceeded", "IndexWriteMaxOnDemandThroughputExceeded",
		}, []Cause{HotKey, Growth, Provisioned, Quota, Maximum}},
		{"a code of a transaction", "", "TransactWriteItems", []string{"ProvisionedThroughputExceeded", "TransactionCanceledException", indexesText},
			[]string{"IndexWriteProvisionedThroughputExceeded"}, []Cause{Provisioned}},
		{"a code that is no throttling", "", "TransactWriteItems", []string{"TransactionConflict", "TransactionCanceledException"}, []string{}, []Cause{}},
		{"the control plane", "", "UpdateTable", []string{"ThrottlingException", "Rate of requests exceeds the allowed throughput."}, []string{}, []Cause{}},
		{"too many decreases", "", "UpdateTable", []string{"Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day.", "LimitExceededException"}, []string{}, []Cause{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := only(t, c.resource, c.operation, c.signs...)
			if !slices.Equal(f.Reasons, c.want) || !slices.Equal(f.Causes, c.causes) {
				t.Errorf("it means %v for %v, want %v for %v", f.Reasons, f.Causes, c.want, c.causes)
			}
		})
	}
}

// Each exception stands for what some page of AWS lets it carry (R8.4).
func TestExceptions(t *testing.T) {
	for name, want := range map[string]int{
		"ProvisionedThroughputExceededException": 8,  // provisioned and partition, four each
		"ThrottlingException":                    12, // partition, maximum and, by one page, quota
		"RequestLimitExceeded":                   4,  // quota
		"TransactionCanceledException":           16,
	} {
		if f := only(t, "", "", name); len(f.Reasons) != want {
			t.Errorf("%s may be %v, want %d reasons", name, f.Reasons, want)
		}
	}
	f := only(t, index, "", "IndexWriteKeyRangeThroughputExceeded")
	want := []Carrier{
		{"partition", "provisioned", []string{"ProvisionedThroughputExceededException", "ThrottlingException"}, []string{"R8.3", "R8.4"}},
		{"partition", "on-demand", []string{"ThrottlingException"}, []string{"R8.3", "R8.4"}},
	}
	if len(f.Exceptions) != 2 || !slices.Equal(f.Exceptions[0].Names, want[0].Names) || !slices.Equal(f.Exceptions[1].Names, want[1].Names) ||
		f.Exceptions[0].Mode != "provisioned" || f.Exceptions[1].Mode != "on-demand" {
		t.Errorf("the exceptions are %+v, want %+v", f.Exceptions, want)
	}
	// A text that only a table on demand gives has no exception of the other mode.
	if f := only(t, table, "PutItem", growthText); len(f.Exceptions) != 1 || f.Exceptions[0].Mode != "on-demand" {
		t.Errorf("the exceptions of the on-demand text are %+v", f.Exceptions)
	}
}

// All 16 and growth have something that helps, something that does not, a trap, a
// metric and a mode, each with rules that exist.
func TestEveryReasonIsAnswered(t *testing.T) {
	names := []string{string(Growth)}
	for _, r := range facts.Refusals() {
		names = append(names, r.Reason())
	}
	for _, name := range names {
		f := only(t, "", "", name)
		for what, list := range map[string][]Advice{"helps": f.Helps, "does not help": f.Useless, "trap": f.Traps, "retries": f.Retries} {
			if len(list) == 0 {
				t.Errorf("%s: there is nothing for %q", name, what)
			}
			for _, a := range list {
				if a.Text == "" || len(a.Rules) == 0 {
					t.Errorf("%s, %s: %+v has no text or no rule", name, what, a)
				}
			}
		}
		if len(f.Metrics) < 2 || f.Insights == nil || len(f.Exceptions) == 0 || !*f.Retried {
			t.Errorf("%s: metrics %v, insights %v, exceptions %v, retried %t", name, f.Metrics, f.Insights, f.Exceptions, *f.Retried)
		}
	}
}

// Every advice is for a cause that its refusals can have, or nobody would see it.
func TestNoAdviceIsUnseen(t *testing.T) {
	for name, list := range map[string][]entry{"helps": helps, "useless": useless, "traps": traps} {
		for _, e := range list {
			if !slices.ContainsFunc(facts.Refusals(), e.fits) {
				t.Errorf("%s: %q is for no refusal", name, e.Text)
			}
			if n := len(e.Text); n > 230 {
				t.Errorf("%s: %q has %d bytes, more than a cell shows", name, e.Text, n)
			}
		}
	}
}

func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		name   string
		list   func(Finding) []Advice
		part   string
		rule   string
		absent bool
	}{
		{"TableReadKeyRangeThroughputExceeded", helped, "read units a second over 3,000", "R4.18", false},
		{"TableWriteKeyRangeThroughputExceeded", helped, "write units a second over 1,000", "R4.18", false},
		{"TableWriteKeyRangeThroughputExceeded", helped, "cache", "", true},
		{"TableReadKeyRangeThroughputExceeded", unhelped, "More provisioned capacity, or on-demand", "R4.1", false},
		{"IndexWriteKeyRangeThroughputExceeded", helped, "suffix on the index key", "R8.45", false},
		{"IndexReadKeyRangeThroughputExceeded", helped, "suffix on the index key", "", true},
		{"growth", helped, "warm throughput", "R6.20", false},
		{"growth", helped, "Spread it over", "", true},
		{"growth", unhelped, "A set maximum", "R6.31", false},
		{"growth", trapped, "speaks of a hot key", "R8.7", false},
		{"IndexWriteProvisionedThroughputExceeded", helped, "capacity of the index", "R3.21", false},
		{"IndexWriteProvisionedThroughputExceeded", unhelped, "More capacity for the table", "R8.43", false},
		{"IndexWriteProvisionedThroughputExceeded", trapped, "The call that failed is a write to the table", "R8.43", false},
		{"IndexReadProvisionedThroughputExceeded", trapped, "The call that failed is a write to the table", "", true},
		{"TableReadProvisionedThroughputExceeded", trapped, "BillingMode", "R8.3", false},
		{"TableReadProvisionedThroughputExceeded", unhelped, "spike that is over within minutes", "R7.11", false},
		{"TableWriteProvisionedThroughputExceeded", trapped, "five quiet minutes", "R5.1", false},
		{"TableReadAccountLimitExceeded", helped, "L-CF0CBE56", "R6.40", false},
		{"TableWriteAccountLimitExceeded", helped, "L-AB614373", "R6.43", false},
		{"TableReadMaxOnDemandThroughputExceeded", helped, "MaxReadRequestUnits", "R6.30", false},
		{"IndexWriteMaxOnDemandThroughputExceeded", unhelped, "Warm throughput", "R6.23", false},
		{"TableWriteMaxOnDemandThroughputExceeded", trapped, "all other traffic", "R6.30", false},
	} {
		i := slices.IndexFunc(c.list(only(t, "", "", c.name)), func(a Advice) bool {
			return strings.Contains(a.Text, c.part) && (c.rule == "" || slices.Contains(a.Rules, c.rule))
		})
		if (i < 0) != c.absent {
			t.Errorf("%s: %q by %s: found %t, want %t", c.name, c.part, c.rule, i >= 0, !c.absent)
		}
	}
}

func helped(f Finding) []Advice   { return f.Helps }
func unhelped(f Finding) []Advice { return f.Useless }
func trapped(f Finding) []Advice  { return f.Traps }

func TestRetries(t *testing.T) {
	for _, c := range []struct {
		signs   []string
		retried bool
		part    string
	}{
		// 1 s doubled twice, after the first of 4 attempts (R9.2).
		{[]string{"TableWriteProvisionedThroughputExceeded"}, true, "4 attempts, after waits of up to 1s, 2s and 4s"},
		{[]string{"ThrottlingError", "TransactionCanceledException"}, false, "a cancelled transaction is not tried again"},
		{[]string{UnprocessedName}, false, "the call succeeded"},
	} {
		f := only(t, "", "", c.signs...)
		if *f.Retried != c.retried || !strings.Contains(f.Retries[0].Text, c.part) {
			t.Errorf("%v: retried %t, %q", c.signs, *f.Retried, f.Retries[0].Text)
		}
	}
	if d := New("x", []Event{event(t, "", "", "TransactionConflict")}); d.Findings[0].Retried != nil || len(d.Findings[0].Retries)+len(d.Traps) > 0 {
		t.Errorf("what is no throttling has retries or traps: %+v", d)
	}
}

func TestWhatConfirms(t *testing.T) {
	for _, c := range []struct {
		reason, metric, dimensions, mode string
	}{
		{"TableReadKeyRangeThroughputExceeded", "ReadKeyRangeThroughputThrottleEvents", "TableName", throttledKeys},
		{"IndexReadProvisionedThroughputExceeded", "ReadProvisionedThroughputThrottleEvents", "TableName GlobalSecondaryIndexName", throttledKeys},
		{"TableWriteMaxOnDemandThroughputExceeded", "WriteMaxOnDemandThroughputThrottleEvents", "TableName", throttledKeys},
		// Writes that an index refuses are not among the throttled keys (R8.28).
		{"IndexWriteKeyRangeThroughputExceeded", "WriteKeyRangeThroughputThrottleEvents", "TableName GlobalSecondaryIndexName", accessedKeys},
		// Listed for tables only (R8.22).
		{"IndexWriteAccountLimitExceeded", "WriteAccountLimitThrottleEvents", "TableName", accessedKeys},
		{"IndexReadAccountLimitExceeded", "ReadAccountLimitThrottleEvents", "TableName GlobalSecondaryIndexName", throttledKeys},
	} {
		f := only(t, "", "", c.reason)
		m := f.Metrics[0]
		if m.Name != c.metric || strings.Join(m.Dimensions, " ") != c.dimensions || f.Insights.Mode != c.mode {
			t.Errorf("%s is confirmed by %s of %v and %q", c.reason, m.Name, m.Dimensions, f.Insights.Mode)
		}
	}
}

func TestParseARN(t *testing.T) {
	longest := table + "/index/" + strings.Repeat("i", 255)
	for arn, want := range map[string]Resource{
		table: {ARN: table, Region: "eu-west-1", Account: "123456789012", Table: "carts"},
		index: {ARN: index, Region: "eu-west-1", Account: "123456789012", Table: "carts", Index: "by-owner"},
		"arn:aws-cn:dynamodb:cn-north-1:1:table/t.1": {ARN: "arn:aws-cn:dynamodb:cn-north-1:1:table/t.1", Region: "cn-north-1", Account: "1", Table: "t.1"},
		longest: {ARN: longest, Region: "eu-west-1", Account: "123456789012", Table: "carts", Index: strings.Repeat("i", 255)},
		"arn:aws:dynamodb:ddblocal:000000000000:table/a_b": {ARN: "arn:aws:dynamodb:ddblocal:000000000000:table/a_b", Region: "ddblocal", Account: "000000000000", Table: "a_b"},
	} {
		if got, ok := ParseARN(arn); !ok || got != want {
			t.Errorf("%s is %+v, want %+v", arn, got, want)
		}
	}
	for _, bad := range []string{
		"", "carts", "arn:aws:dynamodb:eu-west-1:1", "arn:aws:s3:::bucket", "arn:aws:dynamodb:r:1:table/", "arn:aws:dynamodb:r:1:table", "arn:aws:dynamodb:r:1:backup/t",
		table + "/stream/2026", table + "/index", table + "/index/", table + "/index/abc/def", "urn" + table[3:],
		longest + "i", "arn:aws:dynamodb:r:1:table/ab", table + "/index/ab", table + "`", table + "\n", table + " b", table + "\x1b[31m", table + "é",
		"arn:aws:dynamodb:r:1234567890123:table/carts", "arn:aws:dynamodb:r:x:table/carts", "arn:aws:dynamodb:R`:1:table/carts", "arn:awsX:dynamodb:r:1:table/carts",
	} {
		if got, ok := ParseARN(bad); ok {
			t.Errorf("%q is taken for %+v", bad, got)
		}
	}
	if name := (Resource{Table: "carts", Index: "by-owner"}).Name(); name != "carts/index/by-owner" {
		t.Errorf("the index is called %s", name)
	}
}

// An exception without a reason is what the reasons beside it say, where it can
// be; a reason of a limit that it does not carry says nothing of it.
func TestFindingsTellEachOther(t *testing.T) {
	d := New("log", []Event{
		event(t, "", "", "ThrottlingException"),
		event(t, "", "", "ThrottlingException"),
		event(t, "", "", "RequestLimitExceeded"),
		event(t, table, "PutItem", "TableWriteKeyRangeThroughputExceeded", "ThrottlingException"),
		event(t, table, "UpdateItem", "TableWriteKeyRangeThroughputExceeded"),
		event(t, index, "", "IndexWriteProvisionedThroughputExceeded"),
		event(t, "", "", "TransactionConflict"),
	})
	var got []string
	for _, f := range d.Findings {
		got = append(got, f.Name+"×"+string(rune('0'+f.Count))+" "+strings.Join(f.ToldBy, "+"))
	}
	want := []string{
		"TableWriteKeyRangeThroughputExceeded×2 ",
		"IndexWriteProvisionedThroughputExceeded×1 ",
		"RequestLimitExceeded×1 ", // four reasons, none of which is told
		"ThrottlingException×2 RequestLimitExceeded+TableWriteKeyRangeThroughputExceeded",
		"TransactionConflict×1 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the findings are %q, want %q", got, want)
	}
	first := d.Findings[0]
	if !slices.Equal(first.Operations, []string{"PutItem", "UpdateItem"}) || !slices.Equal(first.With, []string{"ThrottlingException"}) {
		t.Errorf("it was seen of %v with %v", first.Operations, first.With)
	}
	if f := d.Findings[3]; len(f.Helps) > 0 || f.Retried != nil {
		t.Errorf("what others tell has advice of its own: %+v", f)
	}
}

// The order of a log does not change what it means, only counts do.
func TestOrderDoesNotMatter(t *testing.T) {
	names := Names()
	rapid.Check(t, func(rt *rapid.T) {
		drawn := rapid.SliceOfN(rapid.SampledFrom(names), 1, 8).Draw(rt, "names")
		var events []Event
		for _, name := range drawn {
			events = append(events, event(t, rapid.SampledFrom([]string{"", table, index}).Draw(rt, "resource"), "", name))
		}
		forward := New("x", events)
		slices.Reverse(events)
		backward := New("x", events)
		if len(forward.Findings) != len(backward.Findings) {
			rt.Fatalf("%d findings, and %d in the other order", len(forward.Findings), len(backward.Findings))
		}
		total := 0
		for i, f := range forward.Findings {
			b := backward.Findings[i]
			if f.Name != b.Name || f.Count != b.Count || f.Resource != b.Resource || !slices.Equal(f.Reasons, b.Reasons) || !slices.Equal(f.ToldBy, b.ToldBy) {
				rt.Fatalf("finding %d is %+v, and %+v in the other order", i, f, b)
			}
			total += f.Count
		}
		if total != len(drawn) {
			rt.Fatalf("%d events are counted as %d", len(drawn), total)
		}
	})
}

// The throttle events of a table leave out its indexes (R8.21), its throttled
// requests do not (R8.20).
func TestMetricsOfATable(t *testing.T) {
	for name, want := range map[string][]string{
		"WriteThrottleEvents": {"TableWriteKeyRangeThroughputExceeded", "TableWriteProvisionedThroughputExceeded", "TableWriteAccountLimitExceeded", "TableWriteMaxOnDemandThroughputExceeded"},
		"ThrottledRequests": {
			"TableWriteKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded", "TableWriteProvisionedThroughputExceeded", "IndexWriteProvisionedThroughputExceeded",
			"TableWriteAccountLimitExceeded", "IndexWriteAccountLimitExceeded", "TableWriteMaxOnDemandThroughputExceeded", "IndexWriteMaxOnDemandThroughputExceeded",
		},
	} {
		sign, _ := Lookup(name)
		d := New("x", []Event{{Signs: []Sign{sign}, Resource: Resource{Table: "carts"}, Operation: "PutItem"}})
		if got := d.Findings[0].Reasons; !slices.Equal(got, want) {
			t.Errorf("%s of a table may be %v, want %v", name, got, want)
		}
	}
}

// Every rule that a text cites is one that its list of rules has: texts name
// rules nowhere else.
func TestTextsCiteNoRules(t *testing.T) {
	cites := regexp.MustCompile(`\bR\d+\.\d+`)
	d := New("x", []Event{event(t, "", "", "TransactionCanceledException"), event(t, "", "", "LimitExceededException")})
	for _, f := range d.Findings {
		for _, a := range slices.Concat(f.Notes, f.Helps, f.Useless, f.Traps, f.Retries) {
			if cites.MatchString(a.Text) || cites.MatchString(a.When) {
				t.Errorf("%q cites a rule in its text", a.Text)
			}
		}
	}
	for _, id := range []string{"R8.4", "R8.42", "R7.2", "R9.6", "R6.40", "R8.28"} {
		if !slices.Contains(d.Facts, id) {
			t.Errorf("the facts lack %s: %v", id, d.Facts)
		}
	}
}
