package price_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// question is one that was asked in public, with the answers that are right.
type question struct {
	ID        string
	Input     input
	Expected  map[string]json.RawMessage
	Tolerance string // an amount, or a share with a percent sign
}

type input struct {
	Region        string
	RCU, WCU      int64
	RRU, WRU      float64
	Tables        []input
	TablesYear    int64   `json:"tables_after_year"`
	ReadsS        int64   `json:"reads_s"`
	WritesS       int64   `json:"writes_s"`
	ReadsDay      float64 `json:"reads_day"`
	WritesDay     float64 `json:"writes_day"`
	ItemBytes     int64   `json:"item_bytes"`
	MetaBytes     int64   `json:"meta_bytes"`
	ReadBytes     int64   `json:"read_bytes"`
	WriteBytes    int64   `json:"write_bytes"`
	StorageGB     int64   `json:"storage_gb"`
	Items         int64
	Days          int64
	MinCapacity   int64                         `json:"min_capacity"`
	OnDemandUSD   float64                       `json:"on_demand_usd"`
	ProvisionedHr float64                       `json:"provisioned_usd_h"`
	Use           struct{ Reads, Writes int64 } `json:"use_s"`
}

// before are prices before they were cut in November 2024.
var before = &price.Book{Prices: []price.Price{
	{Region: "us-east-1", Class: price.Standard, Kind: price.WriteRequest, Amount: num("0.00000125"), Currency: "USD"},
	{Region: "us-east-1", Class: price.Standard, Kind: price.ReadRequest, Amount: num("0.00000025"), Currency: "USD"},
	{Region: "eu-west-1", Class: price.Standard, Kind: price.WriteRequest, Amount: num("0.0000014135"), Currency: "USD"},
}}

const (
	month        = 730
	monthSeconds = month * 3600
)

// cost is what units or unit-hours come to, without the free tier.
func (in input) cost(t *testing.T, book *price.Book, uses ...price.Use) decimal.Decimal {
	t.Helper()
	bill := book.Bill(in.Region, uses, decimal.Zero)
	if bill.Partial {
		t.Fatalf("not all is priced: %+v", bill)
	}
	return bill.Total
}

func of(kind price.Kind, factors ...float64) price.Use {
	quantity := decimal.NewFromInt(1)
	for _, f := range factors {
		quantity = quantity.Mul(decimal.NewFromFloat(f))
	}
	return price.Use{Class: price.Standard, Kind: kind, Quantity: quantity}
}

// provisioned is what capacity costs for some hours.
func (in input) provisioned(t *testing.T, wcu, rcu int64, hours float64) decimal.Decimal {
	t.Helper()
	return in.cost(t, price.Embedded(), of(price.WriteHour, float64(wcu), hours), of(price.ReadHour, float64(rcu), hours))
}

func (in input) onDemand(t *testing.T, book *price.Book, wru, rru float64) decimal.Decimal {
	t.Helper()
	return in.cost(t, book, of(price.WriteRequest, wru), of(price.ReadRequest, rru))
}

// unit is what a unit costs.
func (in input) unit(t *testing.T, book *price.Book, kind price.Kind) decimal.Decimal {
	t.Helper()
	return in.cost(t, book, of(kind, 1))
}

func whole(n int64) decimal.Decimal { return decimal.NewFromInt(n) }

func amount(v float64) decimal.Decimal { return decimal.NewFromFloat(v) }

// answers are the figures of a question, by the names that it has for them.
type answers map[string]decimal.Decimal

var questions = map[string]func(t *testing.T, in input) answers{
	"C003": func(t *testing.T, in input) answers {
		return answers{"usd_hour": in.provisioned(t, in.WCU, in.RCU, 1), "usd_day": in.provisioned(t, in.WCU, in.RCU, 24), "usd_month_730h": in.provisioned(t, in.WCU, in.RCU, month)}
	},
	"C004": func(t *testing.T, in input) answers {
		table := in.provisioned(t, in.WCU, in.RCU, month)
		return answers{"usd_month_per_table": table, "usd_month_52_tables": table.Mul(whole(in.TablesYear))}
	},
	"C006": func(t *testing.T, in input) answers { // a lookup is half a unit
		a := answers{}
		for name, book := range map[string]*price.Book{"2023": before, "now": price.Embedded()} {
			a["lookups_per_usd_"+name] = whole(2).Div(in.unit(t, book, price.ReadRequest))
			a["writes_for_0_18_"+name] = num("0.18").Div(in.unit(t, book, price.WriteRequest))
		}
		return a
	},
	"C009": func(t *testing.T, in input) answers {
		return answers{"cny_month_730h": in.provisioned(t, in.WCU, in.RCU, month), "wcu_part": in.provisioned(t, in.WCU, 0, month), "rcu_part": in.provisioned(t, 0, in.RCU, month)}
	},
	"C010": func(t *testing.T, in input) answers {
		rcu := in.ReadsS * int64(request.Read(request.Strong, units.Bytes(in.ItemBytes)))
		wcu := in.WritesS * int64(request.Write(units.Bytes(in.ItemBytes)))
		return answers{"rcu": whole(rcu), "wcu": whole(wcu), "usd_720h": in.provisioned(t, wcu, rcu, 720), "usd_730h": in.provisioned(t, wcu, rcu, 730), "usd_744h": in.provisioned(t, wcu, rcu, 744)}
	},
	"C014": func(t *testing.T, in input) answers {
		wru, rru := 3600*float64(in.WritesS), 3600*float64(in.ReadsS)
		return answers{"on_demand_hour_old": in.onDemand(t, before, wru, rru), "on_demand_hour_now": in.onDemand(t, price.Embedded(), wru, rru), "provisioned_hour": in.provisioned(t, in.WritesS, in.ReadsS, 1)}
	},
	"C018": func(t *testing.T, in input) answers {
		a := answers{}
		for name, kind := range map[string]price.Kind{"rcu": price.ReadHour, "wcu": price.WriteHour} {
			used := of(kind, float64(in.MinCapacity), float64(in.Days), 24)
			a[name] = in.cost(t, price.Embedded(), used)
			used.Class = price.InfrequentAccess
			a["ia_"+name] = in.cost(t, price.Embedded(), used)
		}
		return a
	},
	"C021": func(t *testing.T, in input) answers {
		wru := amount(in.OnDemandUSD).Div(in.unit(t, before, price.WriteRequest))
		return answers{
			"wru_about_millions": wru.Div(whole(1_000_000)), "avg_writes_s": wru.Div(whole(3600)),
			"wcu_for_2_50_h":    amount(in.ProvisionedHr).Div(in.unit(t, price.Embedded(), price.WriteHour)),
			"now_on_demand_usd": in.cost(t, price.Embedded(), price.Use{Class: price.Standard, Kind: price.WriteRequest, Quantity: wru}),
		}
	},
	"C029": func(t *testing.T, in input) answers {
		onDemand, provisioned := in.onDemand(t, price.Embedded(), 30*in.WritesDay, 0), in.provisioned(t, 12, 0, month)
		return answers{"on_demand_usd": onDemand, "provisioned_12_wcu": provisioned, "ratio": onDemand.Div(provisioned)}
	},
	"C031": func(t *testing.T, in input) answers {
		rcu := int64(float64(in.ReadsS) * float64(request.Read(request.Eventual, units.Bytes(in.ReadBytes))))
		wcu := in.WritesS * int64(request.Write(units.Bytes(in.WriteBytes)))
		wru, rru := float64(wcu*monthSeconds), float64(rcu*monthSeconds)
		return answers{"rcu": whole(rcu), "wcu": whole(wcu), "provisioned_usd": in.provisioned(t, wcu, rcu, month), "on_demand_usd_now": in.onDemand(t, price.Embedded(), wru, rru), "on_demand_usd_old": in.onDemand(t, before, wru, rru)}
	},
	"C032": func(t *testing.T, in input) answers {
		days := month / 24.0
		return answers{
			"provisioned_usd": in.provisioned(t, in.WCU, in.RCU, month), "on_demand_usd_now": in.onDemand(t, price.Embedded(), days*in.WritesDay, days*in.ReadsDay),
			"on_demand_usd_old": in.onDemand(t, before, days*in.WritesDay, days*in.ReadsDay),
			"utilisation_pct":   amount(in.WritesDay).Div(whole(in.WCU * 864)),
		}
	},
	"C034": func(t *testing.T, in input) answers {
		uses := []price.Use{of(price.WriteRequest, in.WRU), of(price.ReadRequest, in.RRU), of(price.Storage, float64(in.StorageGB))}
		return answers{"without_free": in.cost(t, price.Embedded(), uses...), "with_25_gb_free": price.Embedded().Bill(in.Region, uses, whole(1)).Total}
	},
	"C035": func(t *testing.T, in input) answers {
		return answers{"provisioned_usd": in.provisioned(t, in.WCU, in.RCU, month), "on_demand_usd_now": in.onDemand(t, price.Embedded(), float64(in.Use.Writes*monthSeconds), float64(in.Use.Reads*monthSeconds))}
	},
	"C042": func(t *testing.T, in input) answers { // a query rounds the sum of its items
		in.Region = "us-east-1"
		read := func(size int64) decimal.Decimal {
			return amount(float64(request.Read(request.Eventual, units.Bytes(in.Items*size))))
		}
		stored := of(price.Storage, 7)
		return answers{"before_eventual": read(in.ItemBytes), "after_eventual": read(in.MetaBytes),
			"storage_factor_three_all_gsis": in.cost(t, price.Embedded(), stored, stored, stored, stored).Div(in.cost(t, price.Embedded(), stored))}
	},
}

func TestPublicQuestions(t *testing.T) {
	asked := readLines[question](t, "cost.jsonl")
	if len(asked) != 15 {
		t.Errorf("%d questions, want 15", len(asked))
	}
	for _, q := range asked {
		t.Run(q.ID, func(t *testing.T) {
			if q.ID == "C008" {
				q.capacities(t)
				return
			}
			given := questions[q.ID](t, q.Input)
			for name, raw := range q.Expected {
				got, ok := given[name]
				if !ok {
					t.Errorf("%s is not answered", name)
					continue
				}
				q.holds(t, name, got, string(raw))
			}
		})
	}
}

// capacities are fixed ones of several tables, each rounded to cents.
func (q question) capacities(t *testing.T) {
	var want [][2]json.RawMessage
	if err := json.Unmarshal(q.Expected["usd"], &want); err != nil || len(want) != len(q.Input.Tables) {
		t.Fatalf("%d tables, %d answers: %v", len(q.Input.Tables), len(want), err)
	}
	for i, table := range q.Input.Tables {
		table.Region = q.Input.Region
		q.holds(t, "writes", table.provisioned(t, table.WCU, 0, month), string(want[i][0]))
		q.holds(t, "reads", table.provisioned(t, 0, table.RCU, month), string(want[i][1]))
	}
	west := input{Region: "us-west-1"}
	q.holds(t, "replicated writes", west.cost(t, price.Embedded(), of(price.ReplicatedHour, 20, month)), string(q.Expected["rwcu_us_west_1_20"]))
}

func (q question) holds(t *testing.T, name string, got decimal.Decimal, want string) {
	t.Helper()
	right := num(want)
	room, relative := strings.CutSuffix(q.Tolerance, "%")
	tolerance := num(room)
	if relative {
		tolerance = right.Mul(tolerance).Div(whole(100))
	}
	if got.Sub(right).Abs().GreaterThan(tolerance) {
		t.Errorf("%s is %s, want %s ± %s", name, got, want, q.Tolerance)
	}
}
