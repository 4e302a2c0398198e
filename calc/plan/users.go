package plan

import (
	"slices"

	"ddbplan/calc/simulate"
)

// usersOfSlot are the entries of the traffic that ask something of a slot.
func (c *compiled) usersOfSlot(slot int) []int {
	return c.users(func(t simulate.Touch) bool { return simulate.Slot(t.Resource, t.Direction) == slot })
}

// usersOfTable are the entries of the traffic that go to a table or its indexes.
func (c *compiled) usersOfTable(table string) []int {
	return c.users(func(t simulate.Touch) bool { return c.tables[t.Resource] == table })
}

// users are the entries of the traffic with a touch of which something is true, in
// the order in which they stand.
func (c *compiled) users(is func(simulate.Touch) bool) []int {
	var all []int
	for i := range c.system.Flows {
		if flow := &c.system.Flows[i]; slices.ContainsFunc(flow.Touches, is) {
			all = append(all, flow.Operation)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
