package plan

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/words"
)

// mixWarnings tell of new on-demand tables and indexes whose reads and writes
// each stay below what a new one serves but do not do so together. AWS has
// described the two figures both as holding at once and as ends of a line; only
// the second is safe to promise (R6.2).
func (f *forecast) mixWarnings() []string {
	var out []string
	for r := range f.compiled.system.Resources {
		if f.compiled.modes[r] != scenario.OnDemand || !f.compiled.fresh[r] {
			continue
		}
		read, write := f.shown.Resources[2*r].PeakOffered, f.shown.Resources[2*r+1].PeakOffered
		used := read/float64(facts.NewTableRead) + write/float64(facts.NewTableWrite)
		if used > 1 && read <= float64(facts.NewTableRead) && write <= float64(facts.NewTableWrite) {
			f.compiled.rules.lean("R6.2")
			out = append(out, fmt.Sprintf("%s is new: its peaks of %s read and %s write units/s are each within what a new table serves, but not if AWS counts both against one limit (R6.2); warm throughput removes the doubt",
				f.compiled.system.Resources[r].Name, words.Number(read), words.Number(write)))
		}
	}
	return out
}
