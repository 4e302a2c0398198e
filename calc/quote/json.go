package quote

import (
	"encoding/json"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// arm is what a call needs of a table or an index, in JSON.
type arm struct {
	Read  float64 `json:"read,omitempty"`
	Write float64 `json:"write,omitempty"`
}

// prices are the arms of a call. An index that is not touched is absent; there
// is no order to keep, and encoding/json sorts the names.
//
// A call that has units of one direction has their total as one number. Where
// both occur there is no such number: total is absent and totals has each.
type prices struct {
	Total   *float64       `json:"total,omitempty"`
	Totals  *arm           `json:"totals,omitempty"`
	Table   arm            `json:"table"`
	Indexes map[string]arm `json:"indexes"`
}

func pricesOf(c request.Cost, times float64) prices {
	p := prices{Table: armOf(c.Table, times), Indexes: map[string]arm{}}
	if both := armOf(c.Total(), times); both.Read != 0 && both.Write != 0 {
		p.Totals = &both
	} else {
		total := max(both.Read, both.Write)
		p.Total = &total
	}
	for _, x := range c.Indexes {
		p.Indexes[x.Index] = armOf(x.Units, times)
	}
	return p
}

func armOf(u request.Units, times float64) arm {
	u = u.Times(times)
	return arm{float64(u.Read), float64(u.Write)}
}

// perSecond is what calls at a rate need.
type perSecond struct {
	Calls float64 `json:"calls"`
	prices
}

func atRate(c request.Cost, rate units.Rate) *perSecond {
	if rate == 0 {
		return nil
	}
	return &perSecond{float64(rate), pricesOf(c, float64(rate))}
}

// limits is how many calls a second one partition takes.
type limits struct {
	Table   float64            `json:"table,omitempty"`
	Indexes map[string]float64 `json:"indexes"`
}

func (q *Quote) limits() *limits {
	if q.Rate == 0 || q.Cost.Pages > 1 {
		return nil
	}
	l := limits{Table: float64(q.Sustained()), Indexes: map[string]float64{}}
	for _, x := range q.Cost.Indexes {
		if !x.Local {
			l.Indexes[x.Index] = float64(sustained(x.Units))
		}
	}
	return &l
}

// region is what a call costs in some Regions.
type region struct {
	Regions int `json:"regions"`
	prices
	PerSecond *perSecond `json:"per_second,omitempty"`
}

// step is one charge.
type step struct {
	Place   string   `json:"place,omitempty"` // absent: where the call is made
	Index   string   `json:"index,omitempty"` // absent: the table
	What    string   `json:"what"`
	Bytes   int64    `json:"bytes"`
	Block   int64    `json:"block_bytes"`
	Blocks  int64    `json:"blocks"`
	Factor  float64  `json:"factor"`
	Times   int      `json:"times"`
	Read    float64  `json:"read,omitempty"`
	Write   float64  `json:"write,omitempty"`
	Formula string   `json:"formula"`
	Rules   []string `json:"rules"`
	// Inferred: the rules were not stated of such a charge.
	Inferred bool `json:"inferred,omitempty"`
}

func stepOf(s Step) step {
	u := s.Units()
	out := step{
		Index: s.Index, What: s.What, Bytes: int64(s.Size), Block: int64(s.Block()), Blocks: s.Blocks(), Factor: s.Factor,
		Times: s.Times, Read: float64(u.Read), Write: float64(u.Write), Formula: s.Formula(), Rules: s.Rules, Inferred: s.Inferred,
	}
	if s.Place == Elsewhere {
		out.Place = "each_other_region"
	}
	return out
}

// MarshalJSON writes the fixed form. What was not asked for is absent.
func (q *Quote) MarshalJSON() ([]byte, error) {
	out := struct {
		Operation request.Operation `json:"operation"`
		Statement request.Statement `json:"statement,omitempty"`
		prices
		Pages      int        `json:"pages,omitempty"`
		PerSecond  *perSecond `json:"per_second,omitempty"`
		Sustained  *limits    `json:"partition_sustains,omitempty"` // calls a second
		Each       *region    `json:"each_other_region,omitempty"`
		Everywhere *region    `json:"all_regions,omitempty"`
		Steps      []step     `json:"explanation,omitempty"`
		Warnings   []string   `json:"warnings,omitempty"`
	}{
		Operation: q.Operation, Statement: q.Statement, prices: pricesOf(q.Cost, 1),
		PerSecond: atRate(q.Cost, q.Rate), Sustained: q.limits(), Warnings: q.Warnings,
	}
	if q.Cost.Pages > 1 {
		out.Pages = q.Cost.Pages
	}
	if q.Replicas > 0 {
		all := q.everywhere()
		out.Each = &region{q.Replicas, pricesOf(q.Replica, 1), atRate(q.Replica, q.Rate)}
		out.Everywhere = &region{q.Regions(), pricesOf(all, 1), atRate(all, q.Rate)}
	}
	if q.Explain {
		for _, s := range q.Steps() {
			out.Steps = append(out.Steps, stepOf(s))
		}
	}
	return json.Marshal(out)
}
