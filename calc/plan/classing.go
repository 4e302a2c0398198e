package plan

import (
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/diag"
	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
)

// classing is the class of each table, by its name. It changes what is paid, not
// what is served.
type classing map[string]price.Class

// planned is the class that each table has.
func planned(s *scenario.Scenario) classing {
	c := classing{}
	for i := range s.Tables {
		c[s.Tables[i].Name] = classOf(s.Tables[i].Class)
	}
	return c
}

// all puts each table into the same class.
func (c classing) all(class price.Class) classing {
	same := classing{}
	for table := range c {
		same[table] = class
	}
	return same
}

// of are the uses of tables in these classes.
func (c classing) of(uses []price.Use) []price.Use {
	out := slices.Clone(uses)
	for i := range out {
		out[i].Class = c[out[i].Table]
	}
	return out
}

// name is the class of all tables, or "mixed".
func (c classing) name() string {
	all := slices.Compact(slices.Sorted(maps.Values(c)))
	if len(all) > 1 {
		return "mixed"
	}
	return string(all[0])
}

// changes are the classes that are others than a scenario has.
func (c classing) changes(s *scenario.Scenario) []Change {
	all := []Change{}
	for i := range s.Tables {
		if t := &s.Tables[i]; c[t.Name] != classOf(t.Class) {
			all = append(all, Change{diag.Path("", "tables", t.Name, "class"), string(c[t.Name])})
		}
	}
	return all
}

// classings are the ways to put tables into classes: all into the one, all into the
// other, and each into that in which it is cheaper, where these differ.
func classings(s *scenario.Scenario, uses []price.Use) []classing {
	standard, infrequent := planned(s).all(price.Standard), planned(s).all(price.InfrequentAccess)
	cheapest := maps.Clone(standard)
	least := bill(s, cheapest.of(uses))
	for i := range s.Tables {
		other := maps.Clone(cheapest)
		other[s.Tables[i].Name] = price.InfrequentAccess
		if b := bill(s, other.of(uses)); !b.Partial && b.Total.LessThan(least.Total) {
			cheapest, least = other, b
		}
	}
	all := []classing{standard, infrequent}
	if cheapest.name() == "mixed" {
		all = append(all, cheapest)
	}
	return all
}

// bill prices uses as the scenario says.
func bill(s *scenario.Scenario, uses []price.Use) price.Bill {
	return s.Book().Bill(s.Region, uses, decimal.NewFromFloat(float64(s.Assume.FreeTier)))
}
