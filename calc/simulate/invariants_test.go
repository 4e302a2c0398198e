package simulate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// systems draws one of the random systems.
func systems() *rapid.Generator[*System] {
	return rapid.Custom(func(t *rapid.T) *System { return throw(rapid.Uint64().Draw(t, "seed")).system() })
}

func TestConservation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := systems().Draw(t, "system")
		observe(t, s, func(second *Second) {
			for i, f := range second.Flows {
				if sum := f.Accepted + f.Throttled() + f.Blocked; !near(f.Offered, sum) {
					t.Fatalf("second %d, slot %d: %v offered, but %v accepted, throttled and blocked", second.T, i, f.Offered, sum)
				}
				for _, units := range append(f.Refused[:], f.Accepted, f.Blocked) {
					if !(units >= -1e-9*f.Offered) {
						t.Fatalf("second %d, slot %d: negative units in %+v", second.T, i, f)
					}
				}
			}
		})
	})
}

// observe plays the first trial in a property.
func observe(t *rapid.T, s *System, each func(*Second)) {
	if _, err := New(s).Trial(context.Background(), 0, each); err != nil {
		t.Fatal(err)
	}
}

func TestBucketsStayWithinTheirDepth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := systems().Draw(t, "system")
		within := func(second *Second, what string, level, floor, depth float64) {
			if !(level >= floor && level <= depth) && !near(level, depth) {
				t.Fatalf("second %d: %s holds %v, not from %v to %v", second.T, what, level, floor, depth)
			}
		}
		observe(t, s, func(second *Second) {
			for r := range s.Resources {
				for _, d := range Directions {
					depth := 0.0
					if !s.Documented {
						depth = float64(facts.BurstSpan) * second.Limit(r, d)
					}
					if !s.Resources[r].OnDemand {
						within(second, s.Resources[r].Name, second.Burst(r, d), -room(s, r, d), depth)
					}
					var waiting float64
					for p := range second.trial.states[r].parts {
						level := second.trial.states[r].parts[p].level[d]
						waiting += max(0, -level)
						within(second, fmt.Sprintf("partition %d", p), level, math.Inf(-1), second.trial.allowance[d])
					}
					if most := room(s, r, d); waiting > most && !near(waiting, most) {
						t.Fatalf("second %d, %s: %v wait, there is room for %v", second.T, s.Resources[r].Name, waiting, most)
					}
				}
			}
		})
	})
}

// room is how much may wait for a resource.
func room(s *System, r int, d Direction) float64 {
	if s.Documented || d == Read || s.Resources[r].Table == r {
		return 0
	}
	return float64(s.Assume.IndexLagUnits)
}

func TestNothingPassesALimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := systems().Draw(t, "system")
		saved := make([]float64, 2*len(s.Resources)) // in each bucket, before the second
		for r := range s.Resources {
			for _, d := range Directions {
				if l := s.Resources[r].Limits[d]; !s.Documented && !l.BurstEmpty {
					saved[Slot(r, d)] = float64(facts.BurstSpan) * l.Provisioned
				}
			}
		}
		observe(t, s, func(second *Second) {
			for r := range s.Resources {
				for _, d := range Directions {
					i := Slot(r, d)
					most := ceiling(s, second, r, d, saved[i])
					if got := second.Flows[i].Accepted; got > most && !near(got, most) {
						t.Fatalf("second %d, %s %s: %v accepted, at most %v are possible", second.T, s.Resources[r].Name, d, got, most)
					}
					saved[i] = second.Burst(r, d)
				}
			}
		})
	})
}

// ceiling is what no second can pass, whatever falls where.
func ceiling(s *System, second *Second, r int, d Direction, saved float64) float64 {
	allowance, stretch := 0.0, 1.0
	if !s.Documented {
		allowance = float64(s.Assume.PartitionAllowance)
		if d == Read {
			stretch = s.Assume.EventualReadStretch
		}
	}
	waits := room(s, r, d)
	most := float64(second.Partitions(r))*partitionLimit[d]*(1+allowance)*stretch + waits
	l := s.Resources[r].Limits[d]
	if !s.Resources[r].OnDemand {
		return min(most, second.Limit(r, d)+saved+waits)
	}
	most = min(most, l.Quota+waits)
	if l.Maximum > 0 {
		most = min(most, l.Maximum+waits)
	}
	return most
}

// outcome plays the first trial in a property.
func outcome(t *rapid.T, s *System) *Outcome {
	out, err := New(s).Trial(context.Background(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRetriesArePaidFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		policy := throw(rapid.Uint64().Draw(t, "policy")).policy()
		processes := rapid.Float64Range(1, 50).Draw(t, "processes")
		s.Flows[0].Fleet = &Fleet{Policy: policy, Processes: processes}
		quota := policy.Quota
		if quota.Retry == 0 {
			return // nothing to pay
		}
		// One unit a call: units are attempts. Tokens that a second brings in pay for retries of later ones.
		tokens := quota.Tokens * processes
		observe(t, s, func(second *Second) {
			attempts := second.Flows[Slot(0, Write)]
			first := s.Flows[0].Calls.Integral(float64(second.T), float64(second.T+1))
			again := attempts.Offered - first
			tokens -= again * quota.Retry
			if tokens < 0 && !near(tokens, 0) {
				t.Fatalf("second %d: %v retries, for which %v tokens are missing", second.T, again, -tokens)
			}
			refused := second.trial.refused
			tokens += first * (1 - refused(0)) * quota.Gain
			if policy.Retries() > 0 {
				tokens += again * (1 - refused(1)) * quota.Retry
			}
		})
	})
}

func TestRetriesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		policy := throw(rapid.Uint64().Draw(t, "policy")).policy()
		s.Flows[0].Fleet, s.Flows[0].Resend = &Fleet{Policy: policy, Processes: 1}, rapid.Bool().Draw(t, "resend")
		op := outcome(t, s).Operations[0]
		if most := op.Calls * float64(1+policy.Retries()); op.Attempts > most && !near(op.Attempts, most) {
			t.Fatalf("%v attempts of %v calls, with %d retries each at most", op.Attempts, op.Calls, policy.Retries())
		}
	})
}

func TestNoCallIsLostFromSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := systems().Draw(t, "system")
		for i, op := range outcome(t, s).Operations {
			if done := sum(op.Succeeded) + op.Failed; done > op.Calls && !near(done, op.Calls) {
				t.Fatalf("%s: %v calls, but %v succeeded and %v failed", s.Operations[i], op.Calls, op.Succeeded, op.Failed)
			}
		}
		settle(s)
		for i, op := range outcome(t, s).Operations {
			if hasJob(s, i) && math.IsNaN(op.Finished) {
				continue // some calls are waiting still
			}
			if done := sum(op.Succeeded) + op.Failed; !near(done, op.Calls) {
				t.Fatalf("%s: %v calls, but %v succeeded and %v failed", s.Operations[i], op.Calls, op.Succeeded, op.Failed)
			}
		}
	})
}

// settle adds so many seconds without new calls that all retries have come back.
func settle(s *System) {
	end, longest := s.Seconds, 0
	for i := range s.Flows {
		f := &s.Flows[i]
		if f.Job != nil {
			continue
		}
		f.Calls = traffic.Window{Shape: f.Calls, To: units.Span(end)}
		if f.Fleet == nil {
			continue
		}
		var waits int
		for retry := range f.Fleet.Policy.Retries() {
			waits += len(f.Fleet.Policy.Wave(retry))
		}
		longest = max(longest, waits)
	}
	s.Seconds += longest
}

func hasJob(s *System, operation int) bool {
	return slices.ContainsFunc(s.Flows, func(f Flow) bool { return f.Operation == operation && f.Job != nil })
}

func sum(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum
}

func TestJobsDoWhatTheyAreGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		job := &Job{
			Calls:  rapid.Float64Range(1, 100_000).Draw(t, "calls"),
			AtMost: rapid.Float64Range(1, 6000).Draw(t, "at most"),
			Start:  rapid.IntRange(0, s.Seconds).Draw(t, "start"),
		}
		s.Flows[0].Calls, s.Flows[0].Job = traffic.Constant(1), job
		var done float64
		observe(t, s, func(second *Second) {
			f := second.Flows[Slot(0, Write)]
			most := min(job.AtMost, job.Calls-done)
			if second.T < job.Start {
				most = 0
			}
			if !near(f.Offered, most) {
				t.Fatalf("second %d: %v calls, want %v", second.T, f.Offered, most)
			}
			done += f.Accepted
		})
		op := outcome(t, s).Operations[0]
		if finished := near(done, job.Calls); finished == math.IsNaN(op.Finished) {
			t.Fatalf("%v of %v calls are done, and the job is finished at %v", done, job.Calls, op.Finished)
		}
		if least := float64(job.Start) + job.Calls/job.AtMost; op.Finished < least && !near(op.Finished, least) {
			t.Fatalf("the job is finished at %v, before %v", op.Finished, least)
		}
	})
}

func TestTrialsDoNotDependOnTheCores(t *testing.T) {
	trials := func(s *System) string {
		summaries, err := New(s).Trials(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", summaries)
	}
	for seed := range uint64(30) {
		s := throw(seed).system()
		many := trials(s)
		if again := trials(s); again != many {
			t.Errorf("system %d: played twice:\n%s\n%s", seed, many, again)
		}
		before := runtime.GOMAXPROCS(1)
		one := trials(s)
		runtime.GOMAXPROCS(before)
		if one != many {
			t.Errorf("system %d: on one core:\n%s\non all:\n%s", seed, one, many)
		}
	}
}

func TestTrialIsWhatTrialsSummarise(t *testing.T) {
	s := newSystem(900, []Resource{onDemand()}, flowOf(3600, put(keyspace.NewZipf(0.9, 100_000)))) // placement decides
	s.Trials = 4
	summaries, err := New(s).Trials(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var refused []float64
	for trial := range s.Trials {
		out := play(t, s, trial, nil)
		if fmt.Sprint(out.Summary) != fmt.Sprint(summaries[trial]) {
			t.Errorf("trial %d: %+v, among all %+v", trial, out.Summary, summaries[trial])
		}
		refused = append(refused, out.Refused)
	}
	slices.Sort(refused)
	if distinct := len(slices.Compact(slices.Clone(refused))); distinct < s.Trials {
		t.Errorf("two of the trials refuse the same: %v", refused)
	}
}

func TestTrialsStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(newSystem(60, []Resource{onDemand()}, flowOf(1, put(manyKeys)))).Trials(ctx); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// oneFlow is a provisioned table under writes whose rate and keys vary.
func oneFlow(t *rapid.T) *System {
	d := throw(rapid.Uint64().Draw(t, "seed"))
	table := provisioned(10, rapid.Float64Range(1, 3000).Draw(t, "capacity"), rapid.IntRange(1, 6).Draw(t, "partitions"))
	table.Limits[Write].BurstEmpty = rapid.Bool().Draw(t, "empty")
	flow := flowOf(0, Touch{Direction: Write, Units: 1, Often: 1, Keys: 1, Load: Load{Population: "pk", Keys: d.keys(120)}})
	flow.Calls = d.shape(120, rapid.Float64Range(1, 6000).Draw(t, "rate"))
	s := newSystem(120, []Resource{table}, flow)
	s.Assume.FirstSplitAfter = 30
	return s
}

// acceptedUnits is what the first resource accepts of writes in the first trial.
func acceptedUnits(t *rapid.T, s *System) float64 {
	return outcome(t, s).Resources[Slot(0, Write)].Accepted
}

func TestMoreCapacityNeverHurts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		before := acceptedUnits(t, s)
		s.Resources[0].Limits[Write].Provisioned *= rapid.Float64Range(1, 3).Draw(t, "factor")
		if after := acceptedUnits(t, s); after < before && !near(after, before) {
			t.Fatalf("%v accepted with more capacity, %v before", after, before)
		}
	})
}

func TestMoreKeysNeverHurtOneKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		s.Flows[0].Touches[0].Load.Keys = keyspace.Single{}
		before := acceptedUnits(t, s)
		s.Flows[0].Touches[0].Load.Keys = keyspace.Uniform{N: rapid.Int64Range(2, 5000).Draw(t, "keys")}
		if after := acceptedUnits(t, s); after < before && !near(after, before) {
			t.Fatalf("%v accepted on many keys, %v on one", after, before)
		}
	})
}

func TestFewerLargerCallsAreTheSameLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := oneFlow(t)
		before := acceptedUnits(t, s)
		factor := rapid.Float64Range(1, 50).Draw(t, "factor")
		s.Flows[0].Touches[0].Units *= factor
		s.Flows[0].Calls = traffic.Scaled{Shape: s.Flows[0].Calls, Factor: 1 / factor}
		if after := acceptedUnits(t, s); !near(after, before) {
			t.Fatalf("%v accepted of larger calls, %v before", after, before)
		}
	})
}
