package simulate

import "slices"

// Second is what an observer sees of one second.
type Second struct {
	T     int
	Flows []Flows // by Slot
	trial *trial
}

func newSecond(t *trial) *Second { return &Second{trial: t} }

func (s *Second) take() {
	s.T, s.Flows = s.trial.now, s.trial.tally.now
}

// FirstAttempts are the admissions of a flow that are asked for, for the first time.
func (s *Second) FirstAttempts(flow int) float64 { return s.trial.asked[flow] }

// Limit is what a resource could serve in this second with even keys and no burst.
func (s *Second) Limit(resource int, d Direction) float64 { return s.trial.even(resource, d) }

// Burst is the unused capacity that a provisioned resource has saved up at the end of the second.
func (s *Second) Burst(resource int, d Direction) float64 {
	return max(0, s.trial.states[resource].bucket[d])
}

// Lag is by how many seconds an index is behind its table.
func (s *Second) Lag(resource int) float64 { return s.trial.states[resource].lag }

// Consumed are the units that a resource is charged with.
func (s *Second) Consumed(resource int, d Direction) float64 {
	var sum float64
	for i := range s.trial.touches(resource, d) {
		sum += s.trial.used(resource, d, i)
	}
	return sum
}

// Refusing tells whether anything is refused.
func (s *Second) Refusing() bool { return s.trial.tally.refusing }

// Throttles are the refusals of a resource, each item of a batch for itself.
func (s *Second) Throttles(resource int, d Direction) [LimitCount]float64 {
	return s.trial.tally.throttles[slot(resource, d)]
}

// ThrottledRequests are the calls of an operation on the wire that were
// throttled, of a batch only those of which nothing was done (R8.20).
func (s *Second) ThrottledRequests(operation int) float64 {
	t := s.trial
	var sum float64
	counted := [2]bool{} // batches of first attempts, and of retries
	for f := range t.sim.flows {
		flow := &t.sim.flows[f]
		if flow.Operation != operation || t.asked[f] == 0 {
			continue
		}
		if flow.PerCall == 1 {
			sum += t.refused(f) * t.asked[f]
			continue
		}
		class := 0
		if flow.of >= 0 {
			class = 1
		}
		if !counted[class] {
			counted[class] = true
			calls, undone := t.batches(f)
			sum += calls * undone
		}
	}
	return sum
}

// FailedConditions are the calls of an operation that were served and whose condition failed.
func (s *Second) FailedConditions(operation int) float64 {
	t := s.trial
	var sum float64
	for f := range t.sim.flows {
		if flow := &t.sim.flows[f]; flow.Operation == operation && flow.Fails {
			sum += t.live[f] / flow.PerCall
		}
	}
	return sum
}

// Partitions is the number of partitions of a resource.
func (s *Second) Partitions(resource int) int { return s.trial.states[resource].layout.Len() }

// Hottest is the partition that is nearest to its limit.
type Hottest struct {
	Partition int
	Share     float64 // of the limit that the demand takes
	Units     float64 // a second that are asked of it
}

// Hottest returns the partition that is nearest to its limit. Where a key's
// reads and writes share a limit, that counts too.
func (s *Second) Hottest(resource int, d Direction) Hottest {
	state := &s.trial.states[resource]
	h := Hottest{state.hottest[d].partition, state.hottest[d].demand / partitionLimit[d], 0}
	if most := state.pairMost; most.used > h.Share {
		h.Partition, h.Share = most.partition, most.used
	}
	h.Units = weighed(state.layout, h.Partition, state.units[d])
	for _, m := range state.moved {
		if m.partition == h.Partition {
			h.Units += m.part * state.movedUnits[d][m.load]
		}
	}
	return h
}

// Heat is the demand on a partition as a share of its limit.
func (s *Second) Heat(resource int, d Direction, p int) float64 {
	state := &s.trial.states[resource]
	demand := weighed(state.layout, p, state.demand[d])
	if part := &state.parts[p]; part.seen == s.T+1 {
		demand += part.moved[d] + part.again[d]
	}
	return demand / partitionLimit[d]
}

// Notable returns the partitions of a resource that may come near their limit,
// or that are the hottest.
func (s *Second) Notable(resource int, d Direction) []int {
	state := &s.trial.states[resource]
	return slices.Concat(state.likely, state.front[d])
}
