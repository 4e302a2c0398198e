package timetest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// change is a step from one level of a column to the next.
type change struct{ second, size, level float64 }

// changesOf finds the steps by more than a jump. What holds in seconds 2 to 6
// after one is the new level, since another may follow soon; a step that the
// last seconds cut off does not count.
func changesOf(values []float64, from int, jump float64) []change {
	const settling, settled = 2, 6
	var found []change
	level := values[0]
	for i := 1; i+settled <= len(values); i++ {
		if math.Abs(values[i]-level) <= jump+slack*math.Abs(level) {
			continue
		}
		now := total(values[i+settling:i+settled]) / (settled - settling)
		found = append(found, change{float64(from + i), now - level, now})
		level = now
		i += settled - 1
	}
	return found
}

// ofChanges are the figures that may be asked of changes. None of those that need
// a change is a number where there is none.
var ofChanges = map[string]func([]change) any{
	"count":       func(c []change) any { return float64(len(c)) },
	"rises":       func(c []change) any { return float64(len(only(c, rising))) },
	"falls":       func(c []change) any { return float64(len(only(c, falling))) },
	"first_s":     func(c []change) any { return firstOf(c, func(c change) float64 { return c.second }) },
	"first_level": func(c []change) any { return firstOf(c, func(c change) float64 { return c.level }) },
	"first_fall_s": func(c []change) any {
		return firstOf(only(c, falling), func(c change) float64 { return c.second })
	},
	"smallest": func(c []change) any { return firstOf(slices.SortedFunc(slices.Values(c), bySize), sizeOf) },
	"largest": func(c []change) any {
		sorted := slices.SortedFunc(slices.Values(c), bySize)
		slices.Reverse(sorted)
		return firstOf(sorted, sizeOf)
	},
}

func parseChanges(over, which string) (reduction, error) {
	jump, err := number(over)
	if err != nil {
		return nil, err
	}
	of, ok := ofChanges[which]
	if !ok {
		return nil, fmt.Errorf("%q is no figure of changes; there are %s", which, strings.Join(slices.Sorted(maps.Keys(ofChanges)), ", "))
	}
	return func(values []float64, from int) (any, error) { return of(changesOf(values, from, jump)), nil }, nil
}

func rising(c change) bool  { return c.size > 0 }
func falling(c change) bool { return c.size < 0 }

func sizeOf(c change) float64 { return c.size }

func bySize(a, b change) int { return cmp.Compare(a.size, b.size) }

func only(changes []change, keep func(change) bool) []change {
	return slices.DeleteFunc(slices.Clone(changes), func(c change) bool { return !keep(c) })
}

// firstOf is nil where there is no first.
func firstOf(changes []change, read func(change) float64) any {
	if len(changes) == 0 {
		return nil
	}
	return read(changes[0])
}
