package plan

import (
	"context"
	"math"
)

// mostRounds bounds how often all trials are played again farther out. Where
// growth or scaling make trials turn to and fro there might be no end.
const mostRounds = 4

// confirmed finds the value with which the verdict of all trials turns, from
// where one trial turned. Playing all of them for every value would take too
// long, so from where they all have been played only those go on that decide:
// what held there is taken to hold with less harm.
func (t *turning) confirmed(ctx context.Context, likely turn) (sure turn, found bool, err error) {
	at := confirming{t, likely.guess, likely.search(t.keeps, math.Inf(1))}
	value := likely.value
	if at.values.grid[0] < 0 {
		value = -value
	}
	over, err := at.over(ctx, value, upTo(t.count), !t.keeps)
	if err != nil {
		return turn{}, false, err
	}
	if t.turned(over) {
		value, err = at.nearer(ctx, value)
		return at.turn(value), err == nil, err
	}
	for range mostRounds {
		if value, found, err = at.farther(ctx, value, over); err != nil || !found {
			return turn{}, false, err
		}
		if over, err = at.over(ctx, value, upTo(t.count), !t.keeps); err != nil {
			return turn{}, false, err
		}
		if t.turned(over) {
			return at.turn(value), true, nil
		}
	}
	return turn{}, false, nil
}

// turned tells whether the trials that break make the verdict another.
func (t *turning) turned(over []int) bool { return (len(over) > t.tolerated()) == t.keeps }

// confirming is the search of all trials for where one guess turns the verdict.
type confirming struct {
	*turning
	guess  guess
	values search
}

// over are the trials that break with a value: all of them, or no more than it
// takes to tell that they are too many.
func (c *confirming) over(ctx context.Context, value float64, trials []int, all bool) ([]int, error) {
	most := c.tolerated()
	if all {
		most = len(trials)
	}
	return c.throttling(ctx, c.guess.at(value), trials, most)
}

// decisive are the trials that have to be searched, from those that break with a value.
func (c *confirming) decisive(over []int) []int {
	if len(over) > c.tolerated() {
		return over
	}
	return upTo(c.count)
}

// nearer is the first value with which the verdict turns, from one with which it
// does: it strides back until the verdict is what it is now, and halves the gap.
func (c *confirming) nearer(ctx context.Context, value float64) (float64, error) {
	trials, all := upTo(c.count), c.keeps
	for stride := 1.0; ; stride *= 2 {
		before := c.before(value, stride)
		if before <= c.values.grid[0] {
			return c.values.narrow(c.values.grid[0], value, c.turns(ctx, trials))
		}
		over, err := c.over(ctx, before, trials, all)
		if err != nil {
			return 0, err
		}
		if !c.turned(over) {
			return c.values.narrow(before, value, c.turns(ctx, trials))
		}
		if all {
			trials, all = c.decisive(over), false
		}
		value = before
	}
}

// farther is the next value with which the verdict turns, from one with which
// too many or too few trials break.
func (c *confirming) farther(ctx context.Context, value float64, over []int) (float64, bool, error) {
	return c.values.above(value).smallest(c.turns(ctx, c.decisive(over)))
}

func (c *confirming) turns(ctx context.Context, trials []int) func(float64) (bool, error) {
	return func(value float64) (bool, error) {
		over, err := c.over(ctx, value, trials, false)
		return c.turned(over), err
	}
}

// before is a value some steps nearer to what the guess is now.
func (c *confirming) before(value, steps float64) float64 {
	step := c.values.step(value)
	return math.Round(value/step-steps) * step
}

// turn is what is found: the value, and the last before it.
func (c *confirming) turn(value float64) turn {
	before := max(c.before(value, 1), c.values.grid[0])
	return turn{c.guess, math.Abs(value), math.Abs(before)}
}
