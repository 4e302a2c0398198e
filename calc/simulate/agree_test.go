package simulate

import (
	"context"
	"math"
	"testing"
)

// FuzzOracle holds the simulation to the oracle on random systems, second by
// second. Without -fuzz it plays the same few hundred systems each time.
func FuzzOracle(f *testing.F) {
	for seed := range uint64(400) {
		f.Add(seed)
	}
	for _, seed := range []uint64{923, 1090} { // found by fuzzing
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, throw(seed).system(), 0) })
}

// compare plays a trial both ways and fails at the first second that differs.
func compare(t *testing.T, s *System, trial int) {
	t.Helper()
	o := newOracle(s, trial)
	out, err := New(s).Trial(context.Background(), trial, func(second *Second) {
		if !t.Failed() {
			compareSecond(t, s, second, o.second())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !t.Failed() {
		compareTotals(t, s, out, o)
	}
}

func compareSecond(t *testing.T, s *System, got *Second, want *oracleSecond) {
	t.Helper()
	for r := range s.Resources {
		if got.Partitions(r) != want.partitions[r] {
			t.Errorf("second %d, %s: %d partitions, want %d", got.T, s.Resources[r].Name, got.Partitions(r), want.partitions[r])
		}
		comparison{t, "second", got.T, s.Resources[r].Name}.equal("lag", got.Lag(r), want.lag[r])
		for _, d := range Directions {
			i := Slot(r, d)
			c := comparison{t, "second", got.T, s.Resources[r].Name + " " + d.String()}
			c.flows(&got.Flows[i], &want.flows[i])
			c.equal("limit", got.Limit(r, d), want.limit[i])
			if !s.Resources[r].OnDemand {
				c.equal("burst", got.Burst(r, d), want.burst[i])
			}
			c.equal("hottest", got.trial.states[r].hottest[d].demand/partitionLimit[d], want.hottest[i])
		}
	}
}

func compareTotals(t *testing.T, s *System, got *Outcome, o *oracle) {
	t.Helper()
	for r := range s.Resources {
		for _, d := range Directions {
			c := comparison{t, "trial", got.Trial, s.Resources[r].Name + " " + d.String()}
			have, want := &got.Resources[Slot(r, d)], &o.totals[Slot(r, d)]
			c.flows(&have.Flows, &want.Flows)
			c.equal("first attempts offered", have.First.Offered, want.First.Offered)
			c.equal("first attempts lost", have.First.Lost, want.First.Lost)
			c.equal("peak offered", have.PeakOffered, want.PeakOffered)
			c.equal("peak accepted", have.PeakAccepted, want.PeakAccepted)
			c.equal("peak lag", have.PeakLag, want.PeakLag)
			c.equal("onset", have.Onset, want.Onset)
			for b := range s.Resources {
				c.equal("blocked by "+s.Resources[b].Name, have.BlockedBy.Of(b), want.BlockedBy.Of(b))
			}
		}
	}
	for i, name := range s.Operations {
		compareOperation(comparison{t, "trial", got.Trial, name}, s, &got.Operations[i], o.ops[i])
	}
	compareSummary(t, &got.Summary, &o.summary)
}

func compareOperation(c comparison, s *System, got *OperationTotal, want *oracleOperation) {
	c.Helper()
	c.equal("calls", got.Calls, want.Calls)
	c.equal("refused calls", got.Refused, want.Refused)
	c.equal("failed calls", got.Failed, want.Failed)
	c.equal("attempts", got.Attempts, want.Attempts)
	c.equal("peak calls", got.PeakCalls, want.PeakCalls)
	c.equal("worst minute", got.WorstMinute, want.WorstMinute)
	c.equal("end", got.Ends, want.Ends)
	c.equal("finished", got.Finished, want.Finished)
	if !(got.Onset >= want.onset[0] && got.Onset <= want.onset[1]) && !(math.IsNaN(got.Onset) && math.IsNaN(want.onset[0])) {
		c.Errorf("%s: onset is %v, want it within %v", c.where, got.Onset, want.onset)
	}
	for i := range max(len(got.Succeeded), len(want.Succeeded)) {
		c.equal("succeeded after retries", after(got.Succeeded, i), after(want.Succeeded, i))
	}
	for b := range s.Resources {
		c.equal("refused by "+s.Resources[b].Name, got.RefusedBy.Of(b), want.RefusedBy.Of(b))
	}
}

// after is how many calls succeeded after so many retries; nobody need make so many.
func after(succeeded []float64, retries int) float64 {
	if retries < len(succeeded) {
		return succeeded[retries]
	}
	return 0
}

func compareSummary(t *testing.T, got, want *Summary) {
	t.Helper()
	c := comparison{t, "trial", got.Trial, "summary"}
	c.equal("onset", got.Onset, want.Onset)
	c.equal("onset of the level", got.OnsetLevel, want.OnsetLevel)
	c.equal("end", got.Ends, want.Ends)
	c.equal("refused", got.Refused, want.Refused)
	c.equal("calls", got.Calls, want.Calls)
	c.equal("refused calls", got.RefusedCalls, want.RefusedCalls)
	c.equal("failed calls", got.FailedCalls, want.FailedCalls)
	c.equal("attempts", got.Attempts, want.Attempts)
	if got.Level != want.Level {
		t.Errorf("level %d, want %d", got.Level, want.Level)
	}
	first := got.First
	first.HotKey, first.Paired = false, false // not the oracle's business
	if first != want.First {
		t.Errorf("first refused is %+v, want %+v", first, want.First)
	}
	if want.Refused == 0 && (got.Borrowed != 0) != (want.Borrowed != 0) {
		t.Errorf("borrowed %b, want %b", got.Borrowed, want.Borrowed)
	}
}

// comparison says where two numbers should be equal.
type comparison struct {
	*testing.T
	span   string
	number int
	where  string
}

func (c comparison) flows(got, want *Flows) {
	c.Helper()
	c.equal("offered", got.Offered, want.Offered)
	c.equal("accepted", got.Accepted, want.Accepted)
	c.equal("blocked", got.Blocked, want.Blocked)
	for limit := range LimitCount {
		c.equal(limitNames[limit], got.Refused[limit], want.Refused[limit])
	}
}

var limitNames = [LimitCount]string{"refused by partitions", "refused by provisioned capacity", "refused by quota", "refused by maximum", "refused by growth"}

// equal forgives what near does, and the units that a bucket may hold and still
// count as empty: slack times the depth of the deepest allowance.
func (c comparison) equal(what string, got, want float64) {
	c.Helper()
	if !near(got, want) && !(math.Abs(got-want) <= 2e-5) {
		c.Errorf("%s %d, %s: %s %v, want %v", c.span, c.number, c.where, what, got, want)
	}
}

// near forgives 1e-9 of the value, and next to nothing where that is next to nothing.
func near(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return math.Abs(a-b) <= 1e-6+1e-9*math.Max(math.Abs(a), math.Abs(b))
}
