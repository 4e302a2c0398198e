package main

import (
	"fmt"
	"io"

	"ddbplan/calc/diag"
)

// console is what the commands know of the process around them.
type console struct {
	stdout io.Writer // the result, nothing else
	stderr io.Writer // mistakes and warnings
	getenv func(string) string
	screen func() (columns int, ok bool) // of stdout; not ok: it is no terminal
}

// warn prints warnings, a line each, for those who do not see them in the result.
func (c console) warn(warnings ...string) {
	for _, w := range warnings {
		fmt.Fprintln(c.stderr, "warning:", diag.Printable(w))
	}
}

// warnOf prints the warnings of a file with their places.
func (c console) warnOf(found diag.List) {
	for _, d := range found.Warnings() {
		fmt.Fprintln(c.stderr, "warning:", d.Error())
	}
}

// look tells whether text is coloured, and how wide it may be; width 0 leaves
// that to the report. Only a terminal tells its width and is coloured unasked.
func (c console) look(color string, toStdout bool) (colored bool, width int) {
	columns, isTerminal := c.screen()
	if !isTerminal || !toStdout {
		return color == "always", 0
	}
	auto := c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
	return color == "always" || color == "auto" && auto, columns
}
