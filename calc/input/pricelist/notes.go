package pricelist

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diag"
)

// examples count what a message names a few of.
type examples struct {
	count int
	shown []string
}

func (e *examples) add(name string) {
	e.count++
	if len(e.shown) < 3 && name != "" && !slices.Contains(e.shown, clip(name)) {
		e.shown = append(e.shown, clip(name))
	}
}

// of words how many things there are, and names some.
func (e examples) of(thing string) string {
	text := counted(e.count, thing)
	if e.shown != nil {
		text += ", such as " + diag.Printable(strings.Join(e.shown, ", "))
	}
	return text
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// noRegion tells how the Region of a product would be known.
const noRegion = "Each product needs the code of its Region: the attribute regionCode, or in CSV the column Region Code."

// notes tell what of the lists is not in the book, and why. Nothing is left out in
// silence.
func (b *builder) notes() []string {
	var all []string
	note := func(e examples, about, thing, then string) {
		if e.count > 0 {
			all = append(all, about+e.of(thing)+then)
		}
	}
	if n := len(b.twice); n > 0 {
		all = append(all, diag.Printable(fmt.Sprintf("given twice, and not alike: %s, first %s; the higher is taken", counted(n, "price"), b.twice[0])))
	}
	note(b.nowhere, "left out, as their Region is not known by this name: ", "product", "; regionCode would tell it, by a code like eu-west-1")
	note(b.ignored, "passed over, as nothing that is priced here: ", "product", "")
	note(b.unpriced, "without a price in the list: ", "product", "")
	note(b.orphans, "passed over, as their products are not in the list: ", "term", "")
	note(b.otherTerms, "passed over, as other terms than those on demand and reserved for one or three years: ", "term", "")
	return all
}
