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

// Limit is what a resource could serve in this second with even keys and no burst.
func (s *Second) Limit(resource int, d Direction) float64 { return s.trial.even(resource, d) }

// Burst is the level of a provisioned resource's bucket at the end of the second.
func (s *Second) Burst(resource int, d Direction) float64 { return s.trial.states[resource].bucket[d] }

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
		demand += part.moved[d]
	}
	return demand / partitionLimit[d]
}

// Notable returns the partitions of a resource that may come near their limit,
// or that are the hottest.
func (s *Second) Notable(resource int, d Direction) []int {
	state := &s.trial.states[resource]
	return slices.Concat(state.likely, state.front[d])
}
