package scenariofile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/stats"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// everything says everything that a scenario may say and a plan answers.
const everything = `name: Everything
region: eu-west-1
start: 2026-12-10T08:00:00+09:00
timezone: Asia/Tokyo
duration: 2h
load: 150%
model: documented
clients: {retries: {attempts: 4, base: 1s, cap: 20s}, count: 200, unprocessed: drop}
tables:
  orders:
    key: {partition: customer_id, sort: order_id, order: random}
    class: infrequent-access
    items: {count: 50M, keys: 2M, size: {p50: 1KB, p99: 20KB}}
    ttl: 30d
    streams: true
    point_in_time_recovery: true
    backups: 1.5TB
    partitions: 8
    capacity:
      mode: on-demand
      previous_peak: {read: 900/s, write: 600/s}
      warm: {read: 12000/s, write: 4000/s}
      max: {write: 20000/s}
      previous_provisioned: {write: 30000/s}
    indexes:
      by-status:
        type: global
        key: {partition: status, sort: created_at, order: rising}
        projection: [total, currency]
        entry: 300B
        present: 70%
        partitions: 6
        capacity: {previous_peak: {write: 500/s}, warm: {write: 5k/s}, max: {read: 100/s}}
      by-total:
        type: local
        key: {sort: total}
        projection: all
      by-day:
        key: {partition: day}
        projection: keys
        entry: {p50: 100B, p99: 200B}
  "my.table":
    key: {partition: id}
    items: {count: 1000, size: {sample: items.jsonl}}
    capacity:
      mode: provisioned
      read: 3000/s
      write: 60k/m
      warm: {read: 4000/s}
      burst: empty
      auto_scaling: {read: {min: 100/s, max: 4000/s, target: 57%, scale_in: false}, write: {min: 1k/s, max: 1k/s}}
      schedule: [{at: 1h, every: 30m, write: {min: 900/s}}, {at: 90m, read: {min: 1/s, max: 9k/s}, write: {max: 3k/s}}]
    indexes:
      by-a: {key: {partition: a}, projection: keys, capacity: {read: 5/s, write: 1k/s, burst: empty, auto_scaling: {read: {min: 1/s, max: 9/s}}}}
      by-b: {key: {partition: b}, projection: keys, entry: 77B, present: 10%, capacity: {mode: provisioned, read: 5/s, write: 1/s, schedule: [{at: 0s, read: {max: 7/s}}]}}
traffic:
  - name: place order
    table: orders
    operation: PutItem
    item: 1.4KB
    touches: {by-status: 5.2KB}
    replaces: 25%
    changes: [status]
    condition_fails: {points: [[0s, 0%], [62m, 95%]]}
    keys: {zipf: {exponent: 0.99, count: 2M}, of: users}
    index_keys: {by-status: {from: {weights: [100, 0, 0]}, to: {weights: [0, 100, 0], of: states}}}
    arrivals: poisson
    clients: {retries: none}
    rate: {ramp: {from: 200/s, to: 9000/s, start: 1h, over: 10m}}
  - table: orders
    operation: UpdateItem
    changes: [day, note]
    condition_fails: 10%
    touches: [by-day]
    arrivals: even
    retries: legacy-python
    count: 3
    index_keys: {by-day: uniform}
    keys: {hot: {keys: 1, share: 40%, rest: 1M}}
    rate: {step: {from: 1/s, to: 2/s, at: 30m}}
  - table: orders
    operation: Query
    index: by-status
    items: 25
    keys: uniform
    rate: {spike: {base: 1/s, peak: 5/s, at: 10m, rise: 1m, hold: 2m, fall: 3m}}
  - table: orders
    operation: Query
    index: by-total
    consistency: strong
    items: 1k
    keys: single
    rate: {daily: {low: 1/s, high: 3/s, peak: 20h}}
  - table: orders
    operation: Scan
    segments: 4
    rate: {every: 10m, of: {points: [[0s, 0/s], [5m, 3/s], [5m, 1/s]]}}
  - table: orders
    operation: BatchWriteItem
    items: 25
    touches: []
    unprocessed: resend
    keys: {ordered: 200}
    rate: {points: [[10m, 0/s], [20m, 6/s], [30m, 0/s]]}
  - table: my.table
    operation: GetItem
    consistency: eventual
    keys: {ordered: {each: 1h}}
    rate: {sum: [5/s, 60/m]}
  - table: my.table
    operation: TransactGetItems
    items: 2
    keys: {file: keys.csv}
    rate: {trace: {file: trace.csv, time: at, value: n, counts: units, per: 1h, scale: 3, peak: 2.5}}
  - table: my.table
    operation: DeleteItem
    keys: {uniform: 200}
    index_keys: {by-a: {weights: [3, 1]}, by-b: single}
    rate: 1/s
  - operation: TransactWriteItems
    condition_fails: 5%
    parts:
      - {table: orders, put: 1.1KB, touches: [by-status], index_keys: {by-status: single}, keys: {ordered: 10}}
      - {table: my.table, update: {p50: 900B, p99: 2KB}, changes: [b], index_keys: {by-b: {from: single, to: uniform}}}
      - {table: orders, delete: 5B, touches: []}
      - {table: my.table, check: 2KB, keys: single}
    rate: {job: {calls: 300k, at_most: 500/s, start: 30m}}
  - operation: BatchWriteItem
    parts: [{table: orders, put: 1KB, touches: []}]
    rate: 1/s
  - table: my.table
    index: by-b
    operation: Scan
    rate: {job: {at_most: 5/s}}
require: {level: blip, throttled: 1%, failed: 0%, headroom: 20%, onset: 4h, item_size: 100KB, partition_share: 50%, confidence: 99%}
simulate: {trials: 31, seed: 18446744073709551615, assume: {first_split_after: 10m, table_write_quota: 60k/s, index_lag_units: 0, alarm_lag_max: 4m}}
`

func everythingRead(t *testing.T) *scenario.Scenario {
	rate := func(r units.Rate) *units.Rate { return &r }
	share := func(s units.Share) *units.Share { return &s }
	level, onset, size := scenario.Blip, 4*units.Hour, 100*units.KB
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	logNormal := func(p50, p99 units.Bytes) stats.Sizes {
		s, err := stats.LogNormal(p50, p99, facts.ItemLimit)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	weights := func(w ...float64) keyspace.Keys {
		k, err := keyspace.NewWeights(w)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	fileKeys, err := keyspace.NewFileKeys(filepath.Join("data", "keys.csv"), []string{"k1", "k2"}, []float64{30, 10})
	if err != nil {
		t.Fatal(err)
	}
	assume := facts.DefaultAssumptions()
	assume.FirstSplitAfter, assume.TableWriteQuota = 10*units.Minute, 60_000
	assume.IndexLagUnits, assume.AlarmLagMax = 0, 4*units.Minute
	none, _ := client.Named("none")
	python, _ := client.Named("legacy-python")
	own := client.Policy{Attempts: 4, Base: 1, Cap: 20, Jitter: true}
	return &scenario.Scenario{
		Name: "Everything", Region: "eu-west-1", Start: time.Date(2026, 12, 9, 23, 0, 0, 0, time.UTC), Zone: tokyo,
		Duration: 7200, Load: 1.5, Model: scenario.Documented, Clients: scenario.Clients{Retries: own, Count: 200}, Trials: 31, Seed: 1<<64 - 1, Assume: assume,
		Files: []string{"items.jsonl", "trace.csv", "keys.csv"},
		Require: scenario.Requirements{
			Level: &level, Throttled: share(0.01), Failed: share(0), Headroom: share(0.2), Onset: &onset,
			ItemSize: &size, PartitionShare: share(0.5), Confidence: 0.99,
		},
		Tables: []scenario.Table{{
			Name: "orders", Key: scenario.Key{Partition: "customer_id", Sort: "order_id"}, Class: scenario.InfrequentAccess,
			Items: scenario.Items{Count: 50_000_000, Keys: 2_000_000, Size: logNormal(1024, 20*1024)},
			TTL:   30 * units.Day, Streams: true, Recovery: true, Backups: 1536 * units.GB, Partitions: 8,
			Capacity: scenario.Capacity{
				Mode:  scenario.OnDemand,
				Read:  scenario.Limits{PreviousPeak: rate(900), Warm: rate(12000)},
				Write: scenario.Limits{PreviousPeak: rate(600), Warm: rate(4000), Maximum: rate(20000), PreviousProvisioned: rate(30000)},
			},
			Indexes: []scenario.Index{{
				Name: "by-status", Key: scenario.Key{Partition: "status", Sort: "created_at", Rising: true},
				Projection: request.Projection{Attributes: []string{"total", "currency"}},
				Entry:      stats.Fixed(300), Present: 0.7, Partitions: 6,
				Capacity: scenario.Capacity{
					Mode:  scenario.OnDemand,
					Read:  scenario.Limits{Maximum: rate(100)},
					Write: scenario.Limits{PreviousPeak: rate(500), Warm: rate(5000)},
				},
			}, {
				Name: "by-total", Local: true, Key: scenario.Key{Partition: "customer_id", Sort: "total", Rising: true},
				Projection: request.Projection{All: true}, Present: 1, Capacity: scenario.Capacity{Mode: scenario.OnDemand},
			}, {
				Name: "by-day", Key: scenario.Key{Partition: "day"}, Entry: logNormal(100, 200), Present: 1,
				Capacity: scenario.Capacity{Mode: scenario.OnDemand},
			}},
		}, {
			Name: "my.table", Key: scenario.Key{Partition: "id"}, Class: scenario.Standard,
			// {"id":"1","a":"x"} has 2+1+1+1 = 5 bytes, {"id":"2"} has 3.
			Items: scenario.Items{Count: 1000, Keys: 1000, Size: stats.FromCounts(map[units.Bytes]int64{5: 1, 3: 3})},
			Capacity: scenario.Capacity{
				Mode: scenario.Provisioned, BurstEmpty: true,
				Read:  scenario.Limits{Provisioned: rate(3000), Warm: rate(4000), AutoScaling: &scenario.AutoScaling{Min: 100, Max: 4000, Target: 57}},
				Write: scenario.Limits{Provisioned: rate(1000), AutoScaling: &scenario.AutoScaling{Min: 1000, Max: 1000, Target: 70, ScaleIn: true}},
				Schedule: []scenario.Scheduled{
					{At: 3600, Every: 1800, Write: scenario.Bounds{Min: rate(900)}},
					{At: 5400, Read: scenario.Bounds{Min: rate(1), Max: rate(9000)}, Write: scenario.Bounds{Max: rate(3000)}},
				},
			},
			Indexes: []scenario.Index{{
				// One item of four is in it, with both its attributes.
				Name: "by-a", Key: scenario.Key{Partition: "a"}, Entry: stats.Fixed(5), Present: 0.25,
				Capacity: scenario.Capacity{
					Mode: scenario.Provisioned, BurstEmpty: true,
					Read:  scenario.Limits{Provisioned: rate(5), AutoScaling: &scenario.AutoScaling{Min: 1, Max: 9, Target: 70, ScaleIn: true}},
					Write: scenario.Limits{Provisioned: rate(1000)},
				},
			}, {
				Name: "by-b", Key: scenario.Key{Partition: "b"}, Entry: stats.Fixed(77), Present: 0.1,
				Capacity: scenario.Capacity{
					Mode: scenario.Provisioned,
					Read: scenario.Limits{Provisioned: rate(5)}, Write: scenario.Limits{Provisioned: rate(1)},
					Schedule: []scenario.Scheduled{{Read: scenario.Bounds{Max: rate(7)}}},
				},
			}},
		}},
		Traffic: []scenario.Workload{{
			Name: "place order", Table: "orders", Operation: request.PutItem, Item: stats.Fixed(1434),
			// 5.2KB = 5324.8 bytes, rounded up.
			Touches:  []scenario.Touch{{Index: "by-status", Entry: stats.Fixed(5325)}},
			Replaces: 0.25, Changes: []string{"status"}, ConditionFails: traffic.Fraction{{T: 0, Value: 0}, {T: 3720, Value: 0.95}},
			Keys:      scenario.Keys{Of: "users", Keys: keyspace.NewZipf(0.99, 2_000_000)},
			IndexKeys: []scenario.IndexKeys{{Index: "by-status", From: &scenario.Keys{Keys: weights(100, 0, 0)}, To: scenario.Keys{Of: "states", Keys: weights(0, 100, 0)}}},
			Poisson:   true, Clients: &scenario.Clients{Retries: none, Count: 200},
			Rate: traffic.Ramp{From: 200, To: 9000, Start: 3600, Over: 600},
		}, {
			Name: "UpdateItem orders", Table: "orders", Operation: request.UpdateItem,
			Touches: []scenario.Touch{{Index: "by-day"}}, Changes: []string{"day", "note"}, ConditionFails: traffic.Fraction{{T: 0, Value: 0.1}},
			Keys:      scenario.Keys{Keys: keyspace.Hot{Keys: 1, Part: 0.4, Rest: 1_000_000}},
			IndexKeys: []scenario.IndexKeys{{Index: "by-day", To: scenario.Keys{Even: true}}},
			Clients:   &scenario.Clients{Retries: python, Count: 3},
			Rate:      traffic.Step{From: 1, To: 2, Start: 1800},
		}, {
			Name: "Query orders", Table: "orders", Index: "by-status", Operation: request.Query, Items: 25, Consistency: request.Eventual,
			Keys: scenario.Keys{Even: true},
			Rate: traffic.Spike{Base: 1, Top: 5, Start: 600, Rise: 60, Hold: 120, Fall: 180},
		}, {
			Name: "Query orders 2", Table: "orders", Index: "by-total", Operation: request.Query, Items: 1000, Consistency: request.Strong,
			Keys: scenario.Keys{Keys: keyspace.Single{}},
			Rate: traffic.Daily{Low: 1, High: 3, HighAt: 72000},
		}, {
			Name: "Scan orders", Table: "orders", Operation: request.Scan, Segments: 4, Consistency: request.Eventual,
			Rate: traffic.Every{Period: 600, Of: traffic.Points{{T: 0, Value: 0}, {T: 300, Value: 3}, {T: 300, Value: 1}}},
		}, {
			Name: "BatchWriteItem orders", Table: "orders", Operation: request.BatchWriteItem, Items: 25, Touches: []scenario.Touch{},
			// The rate leaves zero in the second from 600 on, and is back in that up to 1800.
			Keys:    scenario.Keys{Keys: keyspace.Ordered{N: 200, From: 600, To: 1800}},
			Clients: &scenario.Clients{Retries: own, Count: 200, Resend: true},
			Rate:    traffic.Points{{T: 600, Value: 0}, {T: 1200, Value: 6}, {T: 1800, Value: 0}},
		}, {
			Name: "GetItem my.table", Table: "my.table", Operation: request.GetItem, Consistency: request.Eventual,
			Keys: scenario.Keys{Keys: keyspace.Ordered{Each: 3600, From: 0, To: 7200}},
			Rate: traffic.Sum{traffic.Constant(5), traffic.Constant(1)},
		}, {
			Name: "TransactGetItems my.table", Table: "my.table", Operation: request.TransactGetItems, Items: 2, Consistency: request.Transactional,
			Keys: scenario.Keys{Keys: fileKeys},
			Rate: traffic.Trace{Values: []float64{3600, 7200}, Per: 3600, Scale: 3, Burst: 2.5, InUnits: true},
		}, {
			Name: "DeleteItem my.table", Table: "my.table", Operation: request.DeleteItem,
			Keys: scenario.Keys{Keys: keyspace.Uniform{N: 200}},
			IndexKeys: []scenario.IndexKeys{
				{Index: "by-a", To: scenario.Keys{Keys: weights(3, 1)}},
				{Index: "by-b", To: scenario.Keys{Keys: keyspace.Single{}}},
			},
			Rate: traffic.Constant(1),
		}, {
			Name: "TransactWriteItems", Operation: request.TransactWriteItems, ConditionFails: traffic.Fraction{{T: 0, Value: 0.05}},
			Job: &scenario.Job{Calls: 300_000, AtMost: 500, Start: 1800},
			Parts: []scenario.Part{{
				Table: "orders", Operation: request.PutItem, Item: stats.Fixed(1127), // 1.1KB = 1126.4 bytes, rounded up
				Touches: []scenario.Touch{{Index: "by-status"}},
				// From the start of the job to the end of the scenario.
				Keys:      scenario.Keys{Keys: keyspace.Ordered{N: 10, From: 1800, To: 7200}},
				IndexKeys: []scenario.IndexKeys{{Index: "by-status", To: scenario.Keys{Keys: keyspace.Single{}}}},
			}, {
				Table: "my.table", Operation: request.UpdateItem, Item: logNormal(900, 2048), Changes: []string{"b"},
				IndexKeys: []scenario.IndexKeys{{Index: "by-b", From: &scenario.Keys{Keys: keyspace.Single{}}, To: scenario.Keys{Even: true}}},
			}, {
				Table: "orders", Operation: request.DeleteItem, Item: stats.Fixed(5), Touches: []scenario.Touch{},
			}, {
				Table: "my.table", Operation: request.ConditionCheck, Item: stats.Fixed(2048), Keys: scenario.Keys{Keys: keyspace.Single{}},
			}},
		}, {
			Name: "BatchWriteItem", Operation: request.BatchWriteItem, Rate: traffic.Constant(1),
			Parts: []scenario.Part{{Table: "orders", Operation: request.PutItem, Item: stats.Fixed(1024), Touches: []scenario.Touch{}}},
		}, {
			Name: "Scan my.table", Table: "my.table", Index: "by-b", Operation: request.Scan, Segments: 1, Consistency: request.Eventual,
			Job: &scenario.Job{AtMost: 5},
		}},
	}
}

// inFolder makes a folder with the files that everything names, and goes there.
func inFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("data", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"items.jsonl": `{"id":"1","a":"x"}` + "\n" + strings.Repeat(`{"id":"2"}`+"\n", 3),
		"keys.csv":    "k1,30\nk2,10\n",
		"trace.csv":   "at,n\n2026-12-10 08:00:00,3600\n2026-12-10 09:00:00,7200\n",
	} {
		if err := os.WriteFile(filepath.Join("data", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

var exact = cmp.Options{
	cmp.Exporter(func(reflect.Type) bool { return true }),
	cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }),
}

func TestEverythingIsRead(t *testing.T) {
	inFolder(t)
	s, found := Parse("s.yaml", []byte(everything), "data")
	expect(t, found,
		"warning: 14:10: table orders: ttl changes nothing in the answer: items that expire are deleted free of charge (R3.14), and what is stored is what items says, with what the traffic adds",
		"warning: 15:14: table orders: the stream itself costs nothing, but reading it does (R2.22): how often it is read a scenario does not say, so that it is not on the bill",
		`warning: 67:15: traffic "place order": arrivals changes nothing, because the documented model takes them to be even`,
	)
	want := everythingRead(t)
	want.Text = everything
	if diff := cmp.Diff(want, s, exact); diff != "" {
		t.Errorf("read otherwise (-want +have):\n%s", diff)
	}
}

// The same scenario in JSON is the same scenario.
func TestJSONIsReadAlike(t *testing.T) {
	inFolder(t)
	var document any
	if err := yaml.Unmarshal([]byte(everything), &document); err != nil {
		t.Fatal(err)
	}
	converted, err := json.MarshalIndent(document, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, found := Parse("s.json", converted, "data")
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	want := everythingRead(t)
	want.Text = string(converted)
	// Go writes the keys of a JSON object in order of the alphabet.
	want.Tables[0], want.Tables[1] = want.Tables[1], want.Tables[0]
	indexes := want.Tables[1].Indexes
	indexes[0], indexes[1], indexes[2] = indexes[2], indexes[0], indexes[1]
	if diff := cmp.Diff(want, fromJSON, exact); diff != "" {
		t.Errorf("read otherwise (-want +have):\n%s", diff)
	}
}
