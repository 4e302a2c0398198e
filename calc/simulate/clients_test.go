package simulate

import (
	"math"
	"testing"

	"ddbplan/calc/client"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
)

// atOnce tries again in the next second, so many times in all.
func atOnce(attempts int) client.Policy { return client.Policy{Attempts: attempts} }

// by makes clients of a policy call.
func by(p client.Policy, f Flow) Flow {
	f.Fleet = &Fleet{Policy: p, Processes: 1}
	return f
}

// halved serves half of 200 writes a second.
func halved(seconds int, f Flow) *System {
	return documented(newSystem(seconds, []Resource{provisioned(10, 100, 1)}, f))
}

func TestAttemptsOnTheWire(t *testing.T) {
	// RT-03: 6,000/s on 4,000/s, three attempts without delay. A = 6,000·(1 + p + p²) with p = 1 − 4,000/A: 13,045/s.
	s := newSystem(300, []Resource{onDemand()}, by(atOnce(3), flowOf(6000, put(manyKeys))))
	out := play(t, s, 0, nil)
	within(t, "attempts a second", out.Attempts/300, 12_400, 13_700)
	var last float64
	play(t, s, 0, func(second *Second) { last = second.Flows[Slot(0, Write)].Offered })
	within(t, "attempts in the last second", last, 13_044, 13_046)
}

func TestRefusedCallsComeAgain(t *testing.T) {
	// One second of 200 calls: 100 are served; of two attempts the second comes a second later, when 100 are asked and
	// 100 served.
	out := play(t, halved(5, during(by(atOnce(2), flowOf(200, put(manyKeys))), 0, 1)), 0, nil)
	op := &out.Operations[0]
	for what, pair := range map[string][2]float64{
		"calls": {op.Calls, 200}, "refused": {op.Refused, 100}, "failed": {op.Failed, 0}, "attempts": {op.Attempts, 300},
		"served at once": {op.Succeeded[0], 100}, "served the second time": {op.Succeeded[1], 100},
		"units offered": {out.Resources[Slot(0, Write)].Offered, 300}, "units of first attempts": {out.Resources[Slot(0, Write)].First.Offered, 200},
		"lost of these": {out.Resources[Slot(0, Write)].First.Lost, 100},
	} {
		equal(t, what, pair[0], pair[1])
	}
	if out.Level != Degraded {
		t.Errorf("level %v, want degraded: half of the calls are refused in a minute, and none fails", out.Level)
	}
}

func TestWhatIsRefusedTooOftenFails(t *testing.T) {
	// Three seconds of 200 calls, two attempts. Second 0: 200 asked, half served. Second 1: 200 and 100 again, a third
	// served: 66.7 retries fail, 133.3 come again. Second 2: 333.3 asked, 30 % served: 93.3 fail, 140 come again.
	// Second 3: 140 asked, 100/140 served: 40 fail.
	out := play(t, halved(10, during(by(atOnce(2), flowOf(200, put(manyKeys))), 0, 3)), 0, nil)
	equal(t, "failed", out.FailedCalls, 200.0/3+280.0/3+40)
	equal(t, "attempts", out.Attempts, 200+300+1000.0/3+140)
	if out.Level != Blocked {
		t.Errorf("level %v, want blocked", out.Level)
	}
}

func TestRetriesGoToTheKeyThatWasRefused(t *testing.T) {
	// A tenth of 20,000 calls a second go to one key. Its partition is asked for o ≥ 2,000/s and serves 1,000, however
	// often it is asked; with two attempts these are A = o·(1 + p) with p = 1 − 1,000/A, so A = o + √(o² − 1,000·o), and
	// o − 1,000 calls fail each second.
	table := onDemand()
	table.Partitions = 1000
	table.Limits[Write].Quota = 1e6
	s := frugal(newSystem(120, []Resource{table}, by(atOnce(2), flowOf(20_000, put(keyspace.Hot{Keys: 1, Part: 0.1, Rest: 10_000_000})))))
	var refused []float64
	out := play(t, s, 0, func(second *Second) { refused = append(refused, second.Flows[Slot(0, Write)].Throttled()) })
	asked := 1000 + refused[0]
	within(t, "asked of the key's partition", asked, 2000, 2060)
	equal(t, "refused in the end", refused[119], asked+math.Sqrt(asked*asked-1000*asked)-1000)
	within(t, "failed", out.FailedCalls, 119*(asked-1000)-1500, 119*(asked-1000)) // the first few seconds fail less
}

func TestRetriesOfAnIndexGoToItsKey(t *testing.T) {
	// The same on an index, while the keys of the table are even: it is the index's key that is asked for again.
	table, index := onDemand(), asIndex(onDemand(), "t/index/g")
	table.Partitions, index.Partitions = 100, 4
	flow := by(atOnce(2), flowOf(2500, put(manyKeys), entry(1, weights(t, 1500, 500, 500))))
	s := prompt(frugal(newSystem(120, []Resource{table, index}, flow)))
	s.Seed = 3 // the keys lie apart
	var last Flows
	out := play(t, s, 0, func(second *Second) { last = second.Flows[Slot(1, Write)] })
	equal(t, "refused in the end", last.Throttled(), 1500+math.Sqrt(1500*1500-1000*1500)-1000)
	within(t, "failed", out.FailedCalls, 119*500-1500, 119*500)
}

func TestBlip(t *testing.T) {
	// 50,000 calls in a minute of which 40 are refused once: 0.08 %, and none fails.
	flow := by(atOnce(4), Flow{Calls: traffic.Points{{T: 0, Value: 50_000.0 / 60}, {T: 30, Value: 50_000.0 / 60}, {T: 30, Value: 1040}, {T: 31, Value: 1040}, {T: 31, Value: 50_000.0 / 60}}, PerCall: 1, Touches: []Touch{put(manyKeys)}})
	for _, c := range []struct {
		capacity float64
		level    Level
	}{{1000, Blip}, {1040, Clean}, {980, Degraded}} { // 60 of 50,207 are 0.12 %
		s := documented(newSystem(60, []Resource{provisioned(10, c.capacity, 2)}, flow))
		if out := play(t, s, 0, nil); out.Level != c.level {
			t.Errorf("with %v units/s the level is %v, want %v", c.capacity, out.Level, c.level)
		}
	}
}

func TestQuotaOfRetries(t *testing.T) {
	// One process has 500 tokens, and a retry costs 5. 1,000 of 1,100 calls of one second are refused; the 100 that
	// are served bring 100 tokens in: 600 tokens pay for 120 retries, of which 100 are served.
	policy := client.Policy{Attempts: 2, Quota: client.Quota{Tokens: 500, Retry: 5, Gain: 1}}
	out := play(t, halved(5, during(by(policy, flowOf(1100, put(manyKeys))), 0, 1)), 0, nil)
	equal(t, "attempts", out.Attempts, 1100+120)
	equal(t, "failed", out.FailedCalls, 880+20)
}

func TestFleetsAreShared(t *testing.T) {
	// The same tokens, wanted by two flows of 550 calls: each gets half of the retries.
	fleet := &Fleet{Policy: client.Policy{Attempts: 2, Quota: client.Quota{Tokens: 500, Retry: 5, Gain: 1}}, Processes: 1}
	one, two := during(flowOf(550, put(manyKeys)), 0, 1), during(flowOf(550, put(manyKeys)), 0, 1)
	one.Fleet, two.Fleet, two.Operation = fleet, fleet, 1
	s := halved(5, one)
	s.Flows, s.Operations = append(s.Flows, two), []string{"one", "two"}
	for _, op := range play(t, s, 0, nil).Operations {
		equal(t, "attempts", op.Attempts, 550+60)
	}
}

func TestBatches(t *testing.T) {
	// Two items a call, 200 items in one second, half of them refused. A quarter of the calls get nothing done and are
	// retried by the SDK: 50 items. The other 50 refused items are dropped, or sent again.
	for _, c := range []struct {
		resend           bool
		attempts, failed float64 // calls of two items
	}{{false, 100 + 25, 25}, {true, 100 + 50, 0}} {
		flow := during(by(atOnce(2), flowOf(200, put(manyKeys))), 0, 1)
		flow.PerCall, flow.Resend = 2, c.resend
		s := halved(5, flow)
		out := play(t, s, 0, func(second *Second) {
			if second.T == 0 {
				equal(t, "throttled requests", second.ThrottledRequests(0), 25)
				equal(t, "throttle events", second.Throttles(0, Write)[Provisioned], 100)
			}
		})
		equal(t, "attempts", out.Attempts, c.attempts)
		equal(t, "failed", out.FailedCalls, c.failed)
	}
}

func TestCancelledTransactionsAreNotRetried(t *testing.T) {
	flow := by(atOnce(4), flowOf(200, put(manyKeys)))
	flow.Transact = true
	out := play(t, halved(5, flow), 0, nil)
	equal(t, "attempts", out.Attempts, 1000)
	equal(t, "failed", out.FailedCalls, out.RefusedCalls)
}

func TestTransactionOverTables(t *testing.T) {
	// 100 transactions/s write to a table of 80/s with an index of 40/s, and to one of 50/s. Each table admits its part
	// of all 100, and consumes it, though only 80 % of half of them pass both: 40, as many as the index takes.
	other := empty(provisioned(10, 50, 1))
	other.Name, other.Table = "u", 2
	flow := flowOf(100, put(manyKeys), entry(2, manyKeys), entry(1, manyKeys))
	flow.Transact = true
	s := documented(newSystem(10, []Resource{provisioned(10, 80, 1), asIndex(provisioned(10, 40, 1), "t/index/g"), other}, flow))
	out := play(t, s, 0, func(second *Second) {
		equal(t, "consumed on the second table", second.Consumed(2, Write), 50)
	})
	for r, want := range []struct{ offered, throttled, blocked float64 }{{1000, 200, 400}, {400, 0, 0}, {1000, 400, 200}} {
		got := &out.Resources[Slot(r, Write)]
		equal(t, "offered", got.Offered, want.offered)
		equal(t, "throttled", got.Throttled(), want.throttled)
		equal(t, "blocked", got.Blocked, want.blocked)
		equal(t, "accepted", got.Accepted, 400)
	}
}

func TestJob(t *testing.T) {
	// 1,000 calls at 200/s from second 3 on against 100/s: what is refused stays to be done, so it takes 10 s.
	flow := flowOf(1, put(manyKeys))
	flow.Job = &Job{Calls: 1000, AtMost: 200, Start: 3}
	out := play(t, halved(30, flow), 0, nil)
	op := &out.Operations[0]
	equal(t, "finished", op.Finished, 13)
	equal(t, "calls", op.Calls, 1000)
	equal(t, "served", op.Succeeded[0], 1000)
	equal(t, "failed", op.Failed, 0)
	equal(t, "peak", op.PeakCalls, 200)
	equal(t, "accepted", out.Resources[Slot(0, Write)].Accepted, 1000)
	flow.Job = &Job{Calls: 10_000, AtMost: 200}
	if out := play(t, halved(30, flow), 0, nil); !math.IsNaN(out.Operations[0].Finished) {
		t.Errorf("finished at %v, want never", out.Operations[0].Finished)
	}
}

func TestPoissonArrivals(t *testing.T) {
	flow := flowOf(100, put(manyKeys))
	flow.Poisson = true
	series := flowsOf(t, newSystem(10_000, []Resource{onDemand()}, flow), 0, 0, Write)
	var sum, squares float64
	for _, f := range series {
		if f.Offered != math.Trunc(f.Offered) {
			t.Fatalf("%v calls in a second", f.Offered)
		}
		sum += f.Offered
		squares += f.Offered * f.Offered
	}
	mean := sum / 10_000
	within(t, "mean", mean, 99.5, 100.5)                              // 5 standard errors of 0.1
	within(t, "variance", squares/10_000-mean*mean, 100-7.1, 100+7.1) // 5 standard errors of 100·√(2/10,000)
	for _, f := range flowsOf(t, documented(newSystem(10, []Resource{onDemand()}, flow)), 0, 0, Write) {
		equal(t, "documented", f.Offered, 100)
	}
}
