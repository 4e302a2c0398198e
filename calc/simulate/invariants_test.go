package simulate

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
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
		within := func(second *Second, what string, level, depth float64) {
			if !(level >= 0 && level <= depth) {
				t.Fatalf("second %d: %s holds %v, its depth is %v", second.T, what, level, depth)
			}
		}
		observe(t, s, func(second *Second) {
			for r := range s.Resources {
				for _, d := range Directions {
					depth := 0.0
					if !s.Documented {
						depth = float64(facts.BurstSpan) * s.Resources[r].Limits[d].Provisioned
					}
					within(second, s.Resources[r].Name, second.Burst(r, d), depth)
					for p := range second.trial.states[r].parts {
						within(second, fmt.Sprintf("partition %d", p), second.trial.states[r].parts[p].level[d], second.trial.allowance[d])
					}
				}
			}
		})
	})
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
	most := float64(second.Partitions(r)) * partitionLimit[d] * (1 + allowance) * stretch
	l := s.Resources[r].Limits[d]
	if !s.Resources[r].OnDemand {
		return min(most, l.Provisioned+saved)
	}
	most = min(most, l.Quota)
	if l.Maximum > 0 {
		most = min(most, l.Maximum)
	}
	return most
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
	out, err := New(s).Trial(context.Background(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.Resources[Slot(0, Write)].Accepted
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
