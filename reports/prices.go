package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// prices says whose prices they are, of when, and how far they can be trusted.
func (r report) prices() string {
	c := r.Cost
	text := "Prices are list prices of " + c.Lines[0].Region
	if c.Book == "embedded" {
		text += " as this program knows them, put together from public quotations"
	} else {
		text += " from " + brief(c.Book)
	}
	var dates []string
	var estimates, doubtful, priced int
	for _, l := range c.Lines {
		if l.Status == "" {
			continue
		}
		priced++
		if l.AsOf != "" {
			dates = append(dates, l.AsOf)
		}
		if origins[l.Status].estimate {
			estimates++
		}
		if l.Confidence == "low" {
			doubtful++
		}
	}
	if priced == 0 {
		return "None of the prices of " + c.Lines[0].Region + " that are needed here is known; see ddbplan prices."
	}
	text += dated(dates, priced) + "."
	if estimates == 0 {
		text += " None of those used here is an estimate."
	} else {
		text += fmt.Sprintf(" Estimates, marked as such: %s of %s.", words.Count(estimates), words.Count(priced))
	}
	if doubtful > 0 {
		text += fmt.Sprintf(" Of low confidence: %s.", words.Count(doubtful))
	}
	return text
}

// dated words of when prices are. Dates are written so that they sort.
func dated(dates []string, of int) string {
	if len(dates) == 0 {
		return ", without a date"
	}
	first, last := slices.Min(dates), slices.Max(dates)
	text := ", as of " + first
	if first != last {
		text = ", as of dates between " + first + " and " + last
	}
	if len(dates) < of {
		text += ", some without a date"
	}
	return text
}

// origin is how a price is known.
type origin struct {
	words    string
	estimate bool // it is not one of this service in this Region
}

var origins = map[string]origin{
	"quoted":          {"quoted", false},
	"list":            {"listed", false},
	"derived_rule":    {"by a rule of AWS", false},
	"derived_same":    {"estimate: of a Region with the same prices", true},
	"sibling_service": {"estimate: of Amazon Keyspaces", true},
	"derived_ratio":   {"estimate: scaled from another Region", true},
}

// known words how the price of a line is known, and what else is to be known of it.
func known(l plan.CostLine) string {
	var parts []string
	if l.Status != "" {
		parts = append(parts, cmp.Or(origins[l.Status].words, l.Status))
	}
	if l.AsOf != "" {
		parts = append(parts, l.AsOf)
	}
	if l.Confidence != "" && l.Confidence != "high" {
		parts = append(parts, l.Confidence+" confidence")
	}
	text := strings.Join(parts, ", ")
	if text != "" && l.Note != "" {
		text += "; "
	}
	return cmp.Or(text+l.Note, absent)
}
