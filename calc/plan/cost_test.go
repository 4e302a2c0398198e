package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"ddbplan/calc/scenario"
)

// stored are 10 million items of 900 bytes, 1,000 with what is billed on top: 10 GB.
const stored = "key: {partition: id}, partitions: 4, items: {count: 10M, size: 900B}"

// lines are those of a bill, as TABLE/INDEX KIND QUANTITY AMOUNT.
func lines(c *Cost) string {
	var all []string
	for _, l := range c.Lines {
		name := l.Table
		if l.Index != nil {
			name += "/" + *l.Index
		}
		amount := "not priced"
		if l.Amount != nil {
			amount = l.Amount.StringFixed(4)
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", name, l.Kind, l.Quantity.String(), amount)))
	}
	return strings.Join(all, "\n")
}

// Bills of a month of 730 hours in us-east-1, worked out by hand.
func TestBills(t *testing.T) {
	for _, c := range []struct{ what, text, lines, month string }{
		{
			// 10/s for 2,628,000 s; $0.625 a million.
			"writes on demand",
			of("1h", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 10/s", "simulate: {trials: 1}"),
			"t wru 26280000 16.4250\nt storage_gb_month 10 2.5000\nstorage_gb_month -10 -2.5000", "16.4250",
		},
		{
			// Half a unit each; nothing is free of what is asked on demand.
			"reads on demand, without the free tier",
			of("1h", stored+", capacity: {mode: on-demand}", "operation: GetItem, consistency: eventual, rate: 10/s", "simulate: {trials: 1, assume: {free_tier: 0%}}"),
			"t rru 13140000 1.6425\nt storage_gb_month 10 2.5000", "4.1425",
		},
		{
			// 40 · 730 · 0.00065 and 30 · 730 · 0.00013, of which 18,600 unit-hours each are free.
			"provisioned",
			of("1h", stored+", capacity: {mode: provisioned, read: 30/s, write: 40/s}", "operation: UpdateItem, touches: [], rate: 10/s", "simulate: {trials: 1}"),
			"t wcu_hour 29200 18.9800\nt rcu_hour 21900 2.8470\nt storage_gb_month 10 2.5000\nwcu_hour -18600 -12.0900\nrcu_hour -18600 -2.4180\nstorage_gb_month -10 -2.5000", "7.3190",
		},
		{
			// In the second hour it is 80/s, in the half hour after it 60/s: (40 + 80 + 60/2) / 2.5 h. An hour has its highest.
			"a schedule",
			of("2h30m", stored+", capacity: {mode: provisioned, read: 1/s, write: 40/s, schedule: [{at: 70m, write: {min: 80/s}}, {at: 110m, write: {min: 60/s, max: 60/s}}]}", "operation: UpdateItem, touches: [], rate: 10/s",
				"simulate: {trials: 1, assume: {free_tier: 0%, update_time_min: 1m, update_time_max: 1m}}"),
			"t wcu_hour 43800 28.4700\nt rcu_hour 730 0.0949\nt storage_gb_month 10 2.5000", "31.0649",
		},
		{
			// An index has its own lines: entries of 100 bytes and 100 more. The class counts for both, and knows no free tier.
			"an index, of infrequent access",
			of("1h", stored+", class: infrequent-access, capacity: {mode: on-demand}, indexes: {g: {key: {partition: a}, projection: keys, entry: 100B}}", "operation: PutItem, replaces: 100%, index_keys: {g: uniform}, rate: 10/s", "simulate: {trials: 1}"),
			"t wru 26280000 20.4984\nt storage_gb_month 10 1.0000\nt/g storage_gb_month 2 0.2000", "21.6984",
		},
		{
			// A month has 744 h, and a GB 2^30 bytes.
			"other conventions",
			of("1h", strings.Replace(stored, "10M", "1073741824", 1)+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 1/s", "simulate: {trials: 1, assume: {billing_month: 744h, billed_gb: 1073741824, free_tier: 0%}}"),
			"t wru 2678400 1.6740\nt storage_gb_month 1000 250.0000", "251.6740",
		},
		{
			"a Region without prices of a class",
			"region: ap-southeast-7\n" + of("1h", stored+", class: infrequent-access, capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 1/s", "simulate: {trials: 1}"),
			"t wru 2628000 not priced\nt storage_gb_month 10 not priced", "0.0000",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			text := c.text
			s := question(t, strings.TrimPrefix(text, "region: ap-southeast-7\n"))
			if strings.HasPrefix(text, "region: ap-southeast-7") {
				s.Region = "ap-southeast-7"
			}
			r, err := Check(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := lines(&r.Cost); got != c.lines {
				t.Errorf("lines\n%s\nwant\n%s", got, c.lines)
			}
			if got := r.Cost.Month.StringFixed(4); got != c.month {
				t.Errorf("a month of %s, want %s", got, c.month)
			}
			if partial := strings.Contains(c.lines, "not priced"); r.Cost.Partial != partial {
				t.Errorf("partial: %t", r.Cost.Partial)
			}
		})
	}
}

// Warm throughput is charged once, for what is above that which is there anyway:
// 4,000 write units of a new table. Its price is not public.
func TestWarmThroughputIsChargedOnce(t *testing.T) {
	text := of("1m", stored+", capacity: {mode: on-demand, warm: {write: 6k/s, read: 12k/s}}", "operation: UpdateItem, rate: 1/s", "simulate: {trials: 1, assume: {warm_write_price: 0.5}}")
	once := answered(t, Check, text).Cost.OneTime
	if len(once) != 1 || once[0].Kind != "warm_write_unit" || once[0].Quantity.String() != "2000" || once[0].Amount == nil || once[0].Amount.String() != "1000" {
		t.Errorf("%+v", once)
	}
	once = answered(t, Check, strings.Replace(text, ", assume: {warm_write_price: 0.5}", "", 1)).Cost.OneTime
	if len(once) != 1 || once[0].Amount != nil || !strings.Contains(once[0].Note, "warm_write_price") {
		t.Errorf("without a price: %+v", once)
	}
}

// Lines sum up to the total and to what resources come to; more traffic is never
// cheaper on demand, and an index never lowers a bill.
func TestBillsAddUp(t *testing.T) {
	month := func(t *rapid.T, text string) decimal.Decimal {
		c := answered(t, Check, text).Cost
		var ofLines, ofResources decimal.Decimal
		for _, l := range c.Lines {
			ofLines = ofLines.Add(l.Amount.Decimal)
		}
		for _, r := range c.Resources {
			ofResources = ofResources.Add(r.Month.Decimal)
		}
		if !ofLines.Equal(c.Month.Decimal) || !ofResources.Equal(c.Month.Decimal) {
			t.Fatalf("lines %v, resources %v, month %v", ofLines, ofResources, c.Month)
		}
		return c.Month.Decimal
	}
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.IntRange(1, 100_000_000).Draw(t, "items")
		size := rapid.IntRange(1, 5000).Draw(t, "size")
		rate := rapid.IntRange(1, 3000).Draw(t, "rate")
		more := rapid.IntRange(rate, 3500).Draw(t, "more")
		class := rapid.SampledFrom([]string{"standard", "infrequent-access"}).Draw(t, "class")
		with := func(rate int, indexes string) string {
			return of("10s", fmt.Sprintf("key: {partition: id}, class: %s, items: {count: %d, size: %dB}, capacity: {mode: on-demand}, indexes: {%s}", class, items, size, indexes),
				fmt.Sprintf("operation: PutItem, item: 1KB, rate: %d/s", rate), "simulate: {trials: 1}")
		}
		less := month(t, with(rate, ""))
		if dearer := month(t, with(more, "")); dearer.LessThan(less) {
			t.Fatalf("%d/s cost %v, %d/s %v", rate, less, more, dearer)
		}
		if indexed := month(t, with(rate, "g: {key: {partition: a}, projection: keys, entry: 100B}")); indexed.LessThan(less) {
			t.Fatalf("with an index %v, without %v", indexed, less)
		}
	})
}

func TestCostIsRequired(t *testing.T) {
	text := of("1h", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 10/s", "simulate: {trials: 1}")
	for amount, holds := range map[string]bool{"16.43": true, "16.42": false} { // 16.425
		r := answered(t, Check, text+"require: {cost: "+amount+" USD/month}\n")
		if len(r.Require) != 1 || r.Require[0].Name != "cost" || r.Require[0].Holds != holds {
			t.Errorf("%s: %+v", amount, r.Require)
		}
	}
	// To the cent both would be 18.07.
	near := answered(t, Check, strings.Replace(text, "rate: 10/s", "rate: 11/s", 1)+"require: {cost: 18.0673 USD/month}\n").Require[0]
	if near.Holds || near.Found != "18.0675 USD" || near.Wanted != "at most 18.0673 USD a month" {
		t.Errorf("%+v", near)
	}
	s := question(t, text+"require: {cost: 1000 USD/month}\n")
	s.Region, s.Tables[0].Class = "ap-southeast-7", scenario.InfrequentAccess
	r, err := Check(t.Context(), s, nil)
	if err != nil || r.Require[0].Holds {
		t.Errorf("of what is not priced: %+v, %v", r.Require, err)
	}
}

// A remedy tells by how much the month becomes dearer, and what is charged once.
func TestRemediesArePriced(t *testing.T) {
	amounts := func(r *Remedy) string {
		word := func(a *Amount) string {
			if a == nil {
				return "not known"
			}
			return a.StringFixed(4)
		}
		return word(r.CostDeltaMonth) + ", " + word(r.CostOnce)
	}
	for _, c := range []struct{ what, text, want string }{
		{
			"50 write units for 730 hours",
			of("10m", stored+", capacity: {mode: provisioned, read: 10/s, write: 100/s, burst: empty}", "operation: UpdateItem, touches: [], rate: 150/s", "model: documented", "simulate: {trials: 1}"),
			"23.7250, 0.0000",
		},
		{
			// What was refused before is served, and billed: 2,000/s of 6,000/s, at $0.625 a million, for 2,628,000 s.
			"warm throughput",
			of("1m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 6000/s", "model: documented", "simulate: {trials: 1}"),
			"3285.0000, not known",
		},
		{
			"warm throughput with a price",
			of("1m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 6000/s", "model: documented", "simulate: {trials: 1, assume: {warm_write_price: 0.01}}"),
			"3285.0000, 20.0000",
		},
		{
			"a longer ramp, of which a month is another",
			of("10m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: {ramp: {from: 1000/s, to: 8000/s, over: 5m}}", "model: documented", "simulate: {trials: 1}"),
			"ramp: not known, 0.0000",
		},
	} {
		all := advised(t, c.text).Remedies
		got := amounts(&all[0])
		if strings.HasPrefix(c.want, "ramp") {
			got = "ramp: " + amounts(&all[len(all)-1])
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
