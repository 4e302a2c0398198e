package plan

import (
	"fmt"
	"reflect"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// capacityChanges are the settings of tables and indexes in which a scenario
// differs from another, as a scenario writes them.
func capacityChanges(from, to *scenario.Scenario) []Change {
	all := []Change{}
	for i := range to.Tables {
		t := &to.Tables[i]
		if !reflect.DeepEqual(from.Tables[i].Capacity, t.Capacity) {
			all = append(all, Change{diag.Path("", "tables", t.Name, "capacity"), capacityText(&t.Capacity, true)})
		}
		for k := range t.Indexes {
			x := &t.Indexes[k]
			if !x.Local && !reflect.DeepEqual(from.Tables[i].Indexes[k].Capacity, x.Capacity) {
				all = append(all, Change{diag.Path("", "tables", t.Name, "indexes", x.Name, "capacity"), capacityText(&x.Capacity, false)})
			}
		}
	}
	return all
}

// capacityText is how a scenario writes what a table or index may serve. The mode is
// the table's.
func capacityText(c *scenario.Capacity, ofTable bool) string {
	var words []string
	if ofTable {
		words = append(words, "mode: "+string(c.Mode))
	}
	pair := func(name string, of func(*scenario.Limits) *units.Rate) {
		var each []string
		for _, d := range simulate.Directions {
			if v := of(limitsOf(c, d)); v != nil {
				each = append(each, fmt.Sprintf("%v: %v", d, *v))
			}
		}
		if each != nil {
			words = append(words, name+": {"+strings.Join(each, ", ")+"}")
		}
	}
	for _, d := range simulate.Directions {
		if v := limitsOf(c, d).Provisioned; v != nil {
			words = append(words, fmt.Sprintf("%v: %v", d, *v))
		}
	}
	pair("previous_peak", func(l *scenario.Limits) *units.Rate { return l.PreviousPeak })
	pair("previous_provisioned", func(l *scenario.Limits) *units.Rate { return l.PreviousProvisioned })
	pair("warm", func(l *scenario.Limits) *units.Rate { return l.Warm })
	pair("max", func(l *scenario.Limits) *units.Rate { return l.Maximum })
	var scaling []string
	for _, d := range simulate.Directions {
		if auto := limitsOf(c, d).AutoScaling; auto != nil {
			scaling = append(scaling, fmt.Sprintf("%v: %s", d, scalingText(*auto)))
		}
	}
	if scaling != nil {
		words = append(words, "auto_scaling: {"+strings.Join(scaling, ", ")+"}")
	}
	if c.BurstEmpty {
		words = append(words, "burst: empty")
	}
	if c.Schedule != nil {
		words = append(words, "schedule: "+scheduleText(c.Schedule))
	}
	return "{" + strings.Join(words, ", ") + "}"
}
