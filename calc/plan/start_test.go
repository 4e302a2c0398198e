package plan

import (
	"context"
	"strings"
	"testing"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

func perSecond(v units.Rate) *units.Rate { return &v }

func TestStart(t *testing.T) {
	const gb = units.GB
	onDemand := func(read, write scenario.Limits) scenario.Capacity {
		return scenario.Capacity{Mode: scenario.OnDemand, Read: read, Write: write}
	}
	provisioned := func(read, write scenario.Limits) scenario.Capacity {
		return scenario.Capacity{Mode: scenario.Provisioned, Read: read, Write: write}
	}
	type limits = scenario.Limits
	for _, c := range []struct {
		name        string
		capacity    scenario.Capacity
		said        int
		stored      units.Bytes
		read, write units.Rate
		partitions  int
	}{
		{"new", onDemand(limits{}, limits{}), 0, 0, 12000, 4000, 4}, // R6.1; 4,000/1,000 and 12,000/3,000
		{"warm for writes", onDemand(limits{}, limits{Warm: perSecond(18000)}), 0, 0, 12000, 18000, 18},
		{"warm for reads", onDemand(limits{Warm: perSecond(40000)}, limits{}), 0, 0, 40000, 4000, 14}, // 13.3
		{"peak below half of a new table", onDemand(limits{}, limits{PreviousPeak: perSecond(2000)}), 0, 0, 12000, 4000, 4},
		{"peak above it", onDemand(limits{}, limits{PreviousPeak: perSecond(2001)}), 0, 0, 12000, 4002, 5}, // x 2, R6.3
		{"peak of reads", onDemand(limits{PreviousPeak: perSecond(6001)}, limits{}), 0, 0, 12002, 4000, 5},
		{"provisioned before", onDemand(limits{}, limits{PreviousProvisioned: perSecond(8000)}), 0, 0, 12000, 8000, 8}, // not x 2, R6.7
		{"provisioned little before", onDemand(limits{}, limits{PreviousProvisioned: perSecond(100)}), 0, 0, 12000, 4000, 4},
		{"the most of three", onDemand(limits{}, limits{Warm: perSecond(5000), PreviousPeak: perSecond(3500), PreviousProvisioned: perSecond(6000)}), 0, 0, 12000, 7000, 7},
		{"a maximum takes nothing away", onDemand(limits{}, limits{Maximum: perSecond(500)}), 0, 0, 12000, 4000, 4},

		{"provisioned, one partition", provisioned(limits{Provisioned: perSecond(3000)}, limits{Provisioned: perSecond(1000)}), 0, 0, 3000, 1000, 1},
		{"provisioned, writes above it", provisioned(limits{Provisioned: perSecond(10)}, limits{Provisioned: perSecond(1001)}), 0, 0, 10, 1001, 2},
		{"provisioned, reads above it", provisioned(limits{Provisioned: perSecond(3001)}, limits{Provisioned: perSecond(10)}), 0, 0, 3001, 10, 2},
		{"provisioned and warm", provisioned(limits{Provisioned: perSecond(10)}, limits{Provisioned: perSecond(10), Warm: perSecond(5000)}), 0, 0, 10, 5000, 5},

		{"10 GB stored", provisioned(limits{Provisioned: perSecond(1)}, limits{Provisioned: perSecond(1)}), 0, 10 * gb, 1, 1, 1},
		{"more than 10 GB stored", provisioned(limits{Provisioned: perSecond(1)}, limits{Provisioned: perSecond(1)}), 0, 11 * gb, 1, 1, 2},
		{"100 GB in a new table", onDemand(limits{}, limits{}), 0, 100 * gb, 12000, 4000, 10},
		{"known", onDemand(limits{}, limits{PreviousPeak: perSecond(9000)}), 2, 100 * gb, 12000, 18000, 2},
		{"known, and warm for more", onDemand(limits{}, limits{Warm: perSecond(18000)}), 2, 100 * gb, 12000, 18000, 18}, // R6.20
		{"known to be more than it is warm for", onDemand(limits{}, limits{Warm: perSecond(18000)}), 30, 100 * gb, 12000, 18000, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := instant(&c.capacity, simulate.Read); got != c.read {
				t.Errorf("serves %v reads at once, want %v", got, c.read)
			}
			if got := instant(&c.capacity, simulate.Write); got != c.write {
				t.Errorf("serves %v writes at once, want %v", got, c.write)
			}
			if got := partitionsAtStart(c.said, &c.capacity, c.stored); got != c.partitions {
				t.Errorf("%d partitions, want %d", got, c.partitions)
			}
		})
	}
}

func TestPartitionsOfStoredBytes(t *testing.T) {
	r := answer(t, `
duration: 1s
tables:
  t:
    key: {partition: id}
    items: {count: 50M, size: 1.4KB} # 50M x 1,434 B = 66.8 GB
    capacity: {mode: provisioned, read: 5/s, write: 5/s}
    indexes:
      half: {key: {partition: a}, projection: keys, entry: 1KB, present: 50%, capacity: {read: 5/s, write: 5/s}} # 25M x 1 KB = 23.8 GB
      known: {key: {partition: b}, projection: keys, entry: 1KB, partitions: 8, capacity: {read: 5/s, write: 5/s}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
`)
	for name, want := range map[string]int{"t": 7, "t/index/half": 3, "t/index/known": 8} {
		if got := r.part(t, name, "write").Partitions; got.Start != want || got.End != want {
			t.Errorf("%s: partitions %+v, want %d throughout", name, got, want)
		}
	}
}

// An index has partitions and figures of its own; only a previous peak of its
// table says something about it.
func TestIndexFiguresFollowFromItsTable(t *testing.T) {
	for _, c := range []struct {
		name, table, index string
		partitions         int
		warning            string
	}{
		{"nothing known", "", "", 4, ""},
		// Items are 2 units, entries 1: 6,000 x 1/2 = 3,000, and twice that at once.
		{"a peak", ", previous_peak: {write: 6000/s}", "", 6, "index g of table t gives no previous peak of its own: 3,000 write units/s follow from its table's peak of 6k/s"},
		{"a peak, half of the items in it", ", previous_peak: {write: 6000/s}", ", present: 50%", 4, "1,500 write units/s follow"},
		{"a peak of reads", ", previous_peak: {read: 9000/s}", "", 4, ""},
		{"a warm table", ", warm: {write: 9000/s}", "", 4, ""}, // warms no index (R6.11)
		{"once provisioned", ", previous_provisioned: {write: 9000/s}", "", 4, ""},
		{"a peak of its own", ", previous_peak: {write: 6000/s}", ", capacity: {previous_peak: {write: 2500/s}}", 5, ""},
		{"warm itself", ", previous_peak: {write: 6000/s}", ", capacity: {warm: {write: 5000/s}}", 5, ""},
		{"known partitions", ", previous_peak: {write: 6000/s}", ", partitions: 3", 3, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := question(t, `
duration: 1s
tables:
  t:
    key: {partition: id}
    items: {count: 1M, size: 1.4KB}
    capacity: {mode: on-demand`+c.table+`}
    indexes: {g: {key: {partition: a}, projection: keys, entry: 200B`+c.index+`}}
traffic: [{name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: 1/s}]
`)
			r, err := Forecast(context.Background(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.part(t, "t/index/g", "write").Partitions.Start; got != c.partitions {
				t.Errorf("%d partitions, want %d", got, c.partitions)
			}
			all := strings.Join(r.Warnings, "\n")
			if c.warning == "" && all != "" || !strings.Contains(all, c.warning) {
				t.Errorf("warnings %q, want %q", all, c.warning)
			}
		})
	}
}
