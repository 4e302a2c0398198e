// Package autoscale answers when provisioned capacity changes and to what: by
// target tracking on the consumption of one-minute periods, and by schedule. It
// is logic without a clock or random numbers of its own: the caller tells what
// each minute consumed, draws the delays, and applies the changes.
//
// # Target tracking
//
// With P units a second in force and a target in percent, the sum U of the units
// consumed in one minute raises one of two alarms (R7.11, R7.13):
//
//	AlarmHigh: U > P·60·target/100          in each of the last 2 minutes
//	AlarmLow:  U < P·60·(target − 20)/100   in each of the last 15 minutes
//
// At the end of each minute both are looked at, against the capacity then in
// force. After the alarm lag they are looked at again, with the minutes that
// have passed since. If the alarm still stands, the wanted capacity is (R7.14)
//
//	ceil(U / 60 / (target/100)), held within the bounds
//
// where U is the newest minute for a rise and the highest of the 15 for a
// decrease. U counts what was served, so a table that throttles is raised by no
// more than 1/target at a time, except by what burst capacity let through
// (R7.19). A minute without use counts as zero (R7.15). There is no cooldown
// (R7.16).
//
// # Schedule
//
// An [Action] sets bounds, which stay until the next one. Capacity outside the
// bounds is moved to the nearer one without an alarm lag (R7.21). Until it is,
// tracking rests. Capacity that is outside the bounds of its policy at the start
// is moved in the same way.
//
// # Updates
//
// A table and its global indexes form a [Family], in which one update runs at a
// time (R10.5). Changes wait in the order in which they asked, at the same
// second in the order of the dimensions. When its turn comes a change is computed
// again, and dropped if it is no longer needed. A dimension has one change
// waiting; a rise takes the place of a decrease that has not begun.
//
// Rises are free (R7.1). A decrease takes a token of its table or index, which
// has 4 at midnight UTC and gains one at each full hour, up to 4 (R7.4). Without
// a token tracking tries again with the next minute's alarm, a schedule at the
// next full hour.
//
// Times are whole seconds from the start: what ends within a second takes effect
// at the end of it. Comparisons allow for a relative error of 1e-9 in the sums.
//
// # What is left out
//
// Cooldowns that a user sets, several policies of one dimension, changes made by
// hand, indexes being built (R7.18), the table's quota, and lowering reads and
// writes in one call, which would take one token instead of two (R7.2).
package autoscale

// Policy is target tracking of one direction of a table or index (R7.10).
type Policy struct {
	Min, Max float64 // bounds of capacity, units a second
	Target   int     // percent
	ScaleIn  bool    // capacity is lowered too
}

// Action sets new bounds at a time, once or again and again (R7.21). A zero bound
// stays as it was, unless the other one passes it and takes it along.
type Action struct {
	At, Every float64 // seconds from the start; Every 0: once
	Min, Max  float64 // units a second
}

// Dimension is one direction, reads or writes, of a table or global index.
type Dimension struct {
	Resource int      // the table or index: its dimensions share its decreases
	Capacity float64  // in force at the start, units a second
	Policy   *Policy  // nil: no target tracking
	Schedule []Action // in any order
}

// Delays draws how long things take, in seconds. Each function is called once
// for each alarm or update, in an order that depends on nothing but the calls of
// the family. A negative delay counts as none.
type Delays struct {
	AlarmLag   func() float64 // from the end of the minute that raises the alarm to the action
	UpdateTime func() float64 // from the call of UpdateTable until the capacity is in force
}

// Change says that a dimension has another capacity from now on.
type Change struct {
	Dimension int     // its place in the family
	Capacity  float64 // units a second
}
