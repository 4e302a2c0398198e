package scenariofile

import (
	"fmt"
	"strings"
	"testing"
)

// fault is a change of lines of base, and everything that is then found, with
// line and column.
type fault struct {
	name  string
	edits []edit
	want  []string
}

type edit struct{ old, new string }

func capacity(text string) edit {
	return edit{"capacity: {mode: on-demand}", "capacity: {" + text + "}"}
}

func table(text string) edit {
	return edit{"capacity: {mode: on-demand}", "capacity: {mode: on-demand}\n    " + text}
}

func index(text string) edit {
	return table("indexes: {x: {key: {partition: a}, projection: all" + text + "}}")
}

func work(text string) edit { return edit{"operation: PutItem", text} }
func rate(text string) edit { return edit{"rate: 10/s", "rate: " + text} }
func top(text string) edit  { return edit{"duration: 60s", "duration: 60s\n" + text} }

func expectFaults(t *testing.T, faults []fault) {
	t.Helper()
	for _, f := range faults {
		text := base
		for _, e := range f.edits {
			if !strings.Contains(text, e.old) {
				t.Fatalf("%s: there is no %q", f.name, e.old)
			}
			text = strings.Replace(text, e.old, e.new, 1)
		}
		s, found := Parse("s.yaml", []byte(text), "data")
		t.Run(f.name, func(t *testing.T) {
			expect(t, found, f.want...)
			if (s == nil) != (found.Err() != nil) {
				t.Errorf("scenario %v with mistakes %v", s, found.Err())
			}
		})
	}
}

func TestMistakesInShards(t *testing.T) {
	local := func(text string) edit {
		return table("indexes: {x: {type: local, key: {sort: a" + text + "}, projection: all}}")
	}
	expectFaults(t, []fault{
		{"no shard", []edit{{"key: {partition: pk}", "key: {partition: pk, shards: 0}"}}, []string{`7:34: shards: "0" is out of range`}},
		{"a local index", []edit{{"key: {partition: pk}", "key: {partition: pk, sort: s}"}, edit{"count: 10M", "count: 10M, keys: 5"}, local(", shards: 2")}, []string{`10:55: shards: the partition key is the table's`}},
	})
}

func TestMistakes(t *testing.T) {
	expectFaults(t, []fault{
		{"unknown key", []edit{top("regoin: x")}, []string{
			`4:1: unknown key "regoin"; did you mean "region"?`,
		}},
		{"unknown key without a near one", []edit{top("wibble: x")}, []string{
			`4:1: unknown key "wibble"`,
		}},
		{"a key twice", []edit{top("duration: 50s\nregion: eu-west-1")}, []string{
			`4:1: "duration" is here twice`,
			`5:1: "region" is here twice`,
		}},
		{"an empty value", []edit{top("load:")}, []string{
			"4:1: load has no value",
		}},
		{"a null in its place", []edit{rate("~")}, []string{
			"14:5: rate has no value",
		}},
		{"null keys", []edit{top("~: 1\nnull: 2\n? []\n: 3")}, []string{
			"4:1: the key is empty or null",
			"5:1: the key is empty or null",
			"6:3: a list or mapping stands where a key should",
		}},
		{"anchors, aliases, merge keys, tags", []edit{top("name2: &a x\nname3: *a\n<<: {x: 1}"), rate("!!str 10/s")}, []string{
			`4:1: unknown key "name2"; did you mean "name"?`,
			"4:8: &a is an anchor",
			`5:1: unknown key "name3"; did you mean "name"?`,
			"5:8: *a is an alias",
			"6:1: << is a merge key",
			"17:11: !!str is a tag",
		}},
		{"keys with an anchor or a tag", []edit{top("&a x: 1\n!!str y: 2")}, []string{
			"4:1: a key with an anchor, an alias or a tag",
			"5:1: a key with an anchor, an alias or a tag",
		}},
		{"names with control characters", []edit{top(`"x\e[2J\u202e": 1`), table(`indexes: {"\r\e[2J": {}}`)}, []string{
			`4:1: unknown key "x\x1b[2J\u202e"`,
			"11:15: ..[2J: key is missing",
			"11:15: ..[2J: projection is missing",
		}},
		{"two documents", []edit{rate("10/s\n---\nname: second")}, []string{
			"15:1: the file holds more than one YAML document",
		}},
		{"not YAML", []edit{rate("[10/s")}, []string{
			"15:1: did not find expected ',' or ']'",
		}},
		{"a tab", []edit{top("\tmodel: both")}, []string{
			"4:1: found a tab character that violates indentation",
		}},
		{"a list for a mapping", []edit{table("indexes: [x]")}, []string{
			"10:5: indexes: a list stands where a mapping should",
		}},
		{"a mapping for a value", []edit{top("load: {x: 1}")}, []string{
			"4:1: load: a mapping stands where a single value should",
		}},
		{"a value for a list", []edit{edit{base[strings.Index(base, "traffic:"):], "traffic: all\n"}}, []string{
			"10:10: traffic: a single value stands where a list should",
		}},
		{"no tables, no traffic", []edit{edit{base[strings.Index(base, "tables:"):], "tables: {}\ntraffic: []\n"}}, []string{
			"5:1: tables is empty",
			"6:1: traffic is empty",
		}},
		{"nothing needed is there", []edit{edit{base, "name: x\n"}}, []string{
			"1:1: duration is missing",
			"1:1: tables is missing",
			"1:1: traffic is missing",
			"warning: 1:1: no Region is given; us-east-1 is assumed",
		}},
		{"a list at the top", []edit{edit{base, "- a\n- b\n"}}, []string{
			"1:1: a list stands where a mapping should",
		}},
		{"a word at the top", []edit{edit{base, "scenario\n"}}, []string{
			"1:1: a single value stands where a mapping should",
		}},
		{"an empty name", []edit{edit{"name: base", "name: \"\""}}, []string{
			"1:7: name: the title is empty",
		}},
		{"an unknown Region", []edit{edit{"us-east-1", "us-esat-1"}}, []string{
			`warning: 2:9: region: unknown Region "us-esat-1"; did you mean "us-east-1"?`,
		}},
		{"start", []edit{top("start: 2026-12-10 08:00")}, []string{
			`4:8: start: "2026-12-10 08:00" is not a moment`,
		}},
		{"time zones", []edit{top("timezone: Asia/Tokio")}, []string{
			`4:11: timezone: "Asia/Tokio" is not a known time zone`,
		}},
		{"the machine's zone", []edit{top("timezone: Local")}, []string{
			`4:11: timezone: "Local" is not a known time zone`,
		}},
		{"ten years", []edit{edit{"60s", "3650d"}}, []string{
			"3:11: duration: 3650d is out of range",
		}},
		{"longer than ten years", []edit{edit{"60s", "4000d"}}, []string{
			`3:11: duration: "4000d" is out of range`,
		}},
		{"a day too long", []edit{edit{"60s", "92d1s"}}, []string{
			"3:11: duration: 92d1s is out of range",
		}},
		{"no time", []edit{edit{"60s", "0s"}}, []string{
			"3:11: duration: 0s is out of range",
		}},
		{"half a second", []edit{edit{"60s", "1.5s"}}, []string{
			"3:11: duration: 1.5s is not a whole number of seconds",
		}},
		{"a bare number of seconds", []edit{edit{"60s", "60"}}, []string{
			`3:11: duration: "60" has no unit`,
		}},
		{"model", []edit{top("model: observd")}, []string{
			`4:8: model: unknown value "observd"; did you mean "observed"?`,
		}},
		{"the least load", []edit{top("load: 0.001%")}, nil},
		{"the largest load", []edit{top("load: 100000000%")}, nil},
		{"no load", []edit{top("load: 0%")}, []string{
			"4:7: load: at 0% nothing is left to plan",
		}},
		{"a load beyond reason", []edit{top("load: 100000001%")}, []string{
			`4:7: load: "100000001%" is out of range`,
		}},
		{"a bare load", []edit{top("load: 1.5")}, []string{
			`4:7: load: "1.5" has no unit`,
		}},
		{"failover, prices", []edit{top("failover: [{at: 2h, from: a, to: b}]\nprices: offer.json")}, []string{
			"4:1: failover is not forecast yet",
			`5:9: prices: "data/offer.json" cannot be read: no such file or directory`,
		}},
		{"no confidence", []edit{top("require: {confidence: 0%}")}, []string{
			"4:23: confidence: anything holds with a confidence of 0%",
		}},
		{"full confidence", []edit{top("require: {confidence: 100%}")}, nil},
		{"no such confidence", []edit{top("require: {confidence: 101%}")}, []string{
			`4:23: confidence: "101%" is out of range`,
		}},
		{"the longest title", []edit{{"name: base", "name: " + strings.Repeat("ä", 100_000)}}, nil},
		{"a title too long", []edit{{"name: base", "name: " + strings.Repeat("ä", 100_001)}}, []string{
			"1:7: name: the title has 100001 characters; at most 100000 are allowed",
		}},
		{"trials, seed, assumptions", []edit{top("simulate: {trials: 10001, seed: -1, assume: {first_splt_after: 8m, split_heat: 8m, table_read_quota: 50k/s}}")}, []string{
			`4:20: trials: "10001" is out of range`,
			`4:33: seed: "-1" is not a seed`,
			`4:46: "first_splt_after" is not an assumption; did you mean first_split_after?`,
			`4:80: split_heat: "8m" is not a share: write a percentage, like 70% or 0.5%`,
		}},
		{"assumptions that do not fit together", []edit{top("simulate: {assume: {later_split_min: 40m, later_split_max: 10m}}")}, []string{
			"4:12: assume: later_split_min (40m) is above later_split_max (10m): the two are the ends of one range; raise the second or lower the first",
		}},
		{"the lag of indexes", []edit{top("simulate: {assume: {index_lag_units: 0}}")}, nil},
		{"no such lag", []edit{top("simulate: {assume: {index_lag_units: 1000000001}}")}, []string{
			"4:38: index_lag_units: 1000000001 is out of range: it must be 0 to 1G (default 19.6k)",
		}},
		{"require", []edit{top("require: {level: blib, throttled: 5, failed: 101%, headroom: -1%, safe_load: 101, onset: 4, item_size: 500KB, cost: 5000}")}, []string{
			`4:18: level: unknown value "blib"; did you mean "blip"?`,
			`4:35: throttled: "5" has no unit`,
			`4:46: failed: "101%" is out of range`,
			`4:62: headroom: "-1%" is negative`,
			`4:78: safe_load: "101" is not such a number`,
			`4:90: onset: "4" has no unit`,
			`4:104: item_size: "500KB" is out of range`,
			`4:117: cost: "5000" is no amount a month`,
		}},
		{"a cost in the other currency", []edit{top("require: {cost: 5000 CNY/month}")}, []string{
			"4:17: cost: us-east-1 has its prices in USD, not in CNY",
		}},
		{"a cost", []edit{top("require: {cost: 5000.50 USD/month}")}, nil},
		{"no partition key", []edit{edit{"{partition: pk}", "{sort: sk}"}}, []string{
			"7:5: key: partition is missing",
			`8:5: keys is missing, and "w" spreads over the table's keys`,
		}},
		{"partition key twice", []edit{edit{"{partition: pk}", "{partition: pk, sort: pk}"}, edit{"10M", "10M, keys: 1k"}}, []string{
			`7:32: sort: "pk" is the partition key already`,
		}},
		{"order without a sort key", []edit{edit{"{partition: pk}", "{partition: pk, order: rising}"}}, []string{
			"7:33: order: the key has no sort key to be rising",
		}},
		{"order", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk, order: rsing}"}, edit{"10M", "10M, keys: 1k"}}, []string{
			`7:43: order: unknown value "rsing"; did you mean "rising"?`,
		}},
		{"what counts in the bill or changes nothing in it", []edit{table("class: infrequent-access\n    ttl: 30d\n    streams: true")}, []string{
			"warning: 11:10: table t: ttl changes nothing in the answer: items that expire are deleted free of charge (R3.14), and what is stored is what items says, with what the traffic adds",
			"warning: 12:14: table t: the stream itself costs nothing, but reading it does (R2.22): how often it is read a scenario does not say, so that it is not on the bill",
		}},
		{"recovery and backups", []edit{table("point_in_time_recovery: yes\n    backups: 120")}, []string{
			`10:29: point_in_time_recovery: unknown value "yes"`,
			`11:14: backups: "120" has no unit`,
		}},
		{"backups of nothing, and of too much", []edit{table("backups: 0B"), edit{"tables:\n", "tables:\n  u: {key: {partition: pk}, items: {count: 1, size: 1KB}, backups: 8193TB, capacity: {mode: on-demand}}\n"}}, []string{
			"6:68: backups: \"8193TB\" is not a size",
			`11:14: backups: "0B" is out of range`,
		}},
		{"the most of backups", []edit{table("point_in_time_recovery: false\n    backups: 8192TB")}, nil},
		{"no stream", []edit{table("streams: false")}, nil},
		{"class, ttl, streams", []edit{table("class: standrad\n    ttl: 30\n    streams: yes")}, []string{
			`10:12: class: unknown value "standrad"; did you mean "standard"?`,
			`11:10: ttl: "30" has no unit`,
			`12:14: streams: unknown value "yes"`,
		}},
		{"replicas", []edit{table("replicas: {eu-west-1: {read: {min: 500/s}}}")}, []string{
			"10:5: replicas is not forecast yet",
		}},
		{"partitions", []edit{table("partitions: 0")}, []string{
			`10:17: partitions: "0" is out of range`,
		}},
		{"no items", []edit{edit{"    items: {count: 10M, size: 1KB}\n", ""}}, []string{
			"warning: 6:3: table t: how many items it has is not said; 1M are assumed",
			"warning: 6:3: table t: how large its items are is not said; 1KB is assumed",
		}},
		{"items without anything", []edit{edit{"{count: 10M, size: 1KB}", "{}"}}, []string{
			"warning: 8:5: table t: how many items it has is not said; 1M are assumed",
			"warning: 8:5: table t: how large its items are is not said; 1KB is assumed",
		}},
		{"counts and sizes", []edit{edit{"{count: 10M, size: 1KB}", "{count: 1.5, keys: many, size: 500KB}"}}, []string{
			`8:20: count: "1.5" is not a count`,
			`8:31: keys: "many" is not a count`,
			`8:43: size: "500KB" is out of range`,
		}},
		{"a count beyond reason", []edit{edit{"10M", "9000000G"}}, []string{
			`8:20: count: "9000000G" is not a count`,
		}},
		{"a bare size", []edit{edit{"1KB", "1024"}}, []string{
			`8:31: size: "1024" has no unit`,
		}},
		{"percentiles", []edit{edit{"1KB", "{p50: 2KB, p99: 1KB}"}}, []string{
			"8:25: size: p99 (1KB) is below p50 (2KB); the 99th percentile is not below the median",
		}},
		{"half a distribution", []edit{edit{"1KB", "{p50: 2KB, p95: 1KB}"}}, []string{
			"8:25: size: p99 is missing",
			`8:42: unknown key "p95"; did you mean "p99"?`,
		}},
		{"a misspelt sample", []edit{{"1KB", "{sampel: i.jsonl}"}}, []string{
			"8:25: size: p50 is missing",
			"8:25: size: p99 is missing",
			`8:32: unknown key "sampel"; did you mean "sample"?`,
		}},
		{"a sample beside percentiles", []edit{{"1KB", "{sample: i.jsonl, p50: 1KB}"}}, []string{
			`8:40: sample: "data/i.jsonl" cannot be read: no such file or directory`,
			`8:49: unknown key "p50"`,
		}},
		{"more keys than items", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}, edit{"10M", "10M, keys: 20M"}}, []string{
			"8:31: keys: 20M are more than the 10M items",
		}},
		{"keys of a table without a sort key", []edit{edit{"10M", "10M, keys: 2M"}}, []string{
			"warning: 8:31: table t: without a sort key each key has one item, so 10M items have as many keys; the 2M that are written are used",
		}},
		{"keys needed", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}}, []string{
			`8:5: keys is missing, and "w" spreads over the table's keys`,
		}},
		{"keys not needed", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}, rate("10/s\n    keys: single")}, nil},
		{"no sample", []edit{edit{"1KB", "{sample: nowhere.jsonl}"}}, []string{
			`8:40: sample: "data/nowhere.jsonl" cannot be read: no such file or directory`,
		}},
		{"no mode", []edit{capacity("warm: {write: 5k/s}")}, []string{
			"9:5: capacity: mode is missing",
		}},
		{"a misspelt mode", []edit{capacity("mode: ondemand, warm: {write: 1/s}")}, []string{
			`9:22: mode: unknown value "ondemand"; did you mean "on-demand"?`,
		}},
		{"provisioned in on-demand mode", []edit{capacity("mode: on-demand, read: 5/s, write: 5/s, burst: full")}, []string{
			"9:39: read: on-demand capacity is not set",
			"9:51: write: on-demand capacity is not set",
			"9:63: burst: on-demand capacity has no burst",
		}},
		{"provisioned without capacity", []edit{capacity("mode: provisioned, read: 5/s")}, []string{
			"9:5: write is missing",
		}},
		{"on-demand settings in provisioned mode", []edit{capacity("mode: provisioned, read: 5/s, write: 5/s, previous_peak: {read: 1/s}, max: {write: 9/s}, previous_provisioned: {write: 4/s}")}, []string{
			"9:80: read: previous_peak belongs to on-demand mode",
			"9:99: write: max belongs to on-demand mode",
			"9:135: write: previous_provisioned belongs to on-demand mode",
		}},
		{"below the least", []edit{capacity("mode: provisioned, read: 0.5/s, write: 0/s")}, []string{
			"9:41: read: 0.5/s is too low",
			"9:55: write: 0/s is too low",
		}},
		{"warm below the least, on-demand", []edit{capacity("mode: on-demand, warm: {read: 11999/s, write: 3999/s}")}, []string{
			"9:46: read: 11999/s is below 12k/s",
			"9:62: write: 3999/s is below 4k/s",
		}},
		{"warm at the least, on-demand", []edit{capacity("mode: on-demand, warm: {read: 12000/s, write: 4000/s}")}, nil},
		{"warm below the provisioned", []edit{capacity("mode: provisioned, read: 5/s, write: 50/s, warm: {read: 4/s, write: 50/s}")}, []string{
			"9:72: read: 4/s is below the provisioned 5/s",
		}},
		{"maximum above the quota", []edit{capacity("mode: on-demand, max: {write: 40001/s, read: 0/s}")}, []string{
			"9:46: write: 40001/s is above the quota of 40k/s",
			"9:61: read: 0/s is too low",
		}},
		{"maximum at the quota", []edit{capacity("mode: on-demand, max: {write: 40000/s}")}, nil},
		{"capacity above the quota", []edit{capacity("mode: provisioned, read: 40001/s, write: 40000/s, warm: {write: 50000/s}")}, []string{
			"warning: 9:41: table t: read throughput of 40001/s is above the table's quota of 40k/s",
			"warning: 9:80: table t: write throughput of 50k/s is above the table's quota of 40k/s",
		}},
		{"capacity within a raised quota", []edit{capacity("mode: provisioned, read: 50k/s, write: 5/s"), top("simulate: {assume: {table_read_quota: 50k/s}}")}, nil},
		{"an empty peak", []edit{capacity("mode: on-demand, previous_peak: {}")}, []string{
			"9:33: previous_peak is empty",
		}},
		{"a rate beyond reason", []edit{capacity("mode: on-demand, previous_peak: {write: 2G/s}")}, []string{
			`9:56: write: "2G/s" is out of range`,
		}},
		{"type, projection", []edit{table("indexes: {x: {type: globl, key: {partition: a}, projection: sum}}")}, []string{
			`10:25: type: unknown value "globl"; did you mean "global"?`,
			`10:65: projection: unknown value "sum"`,
		}},
		{"no key, no projection", []edit{table("indexes: {x: {}}")}, []string{
			"10:15: x: key is missing",
			"10:15: x: projection is missing",
		}},
		{"an entry beside projection all", []edit{index(", entry: 300B")}, []string{
			"10:64: entry: the size of entries is known already",
		}},
		{"present", []edit{index(", present: 110%")}, []string{
			`10:66: present: "110%" is out of range`,
		}},
		{"an index of a provisioned table", []edit{capacity("mode: provisioned, read: 5/s, write: 5/s}\n    indexes: {x: {key: {partition: a}, projection: keys}, y: {key: {partition: b}, projection: keys, capacity: {read: 5/s}}")}, []string{
			"10:15: read is missing",
			"10:15: write is missing",
			"10:102: write is missing",
		}},
		{"previous_provisioned of an index", []edit{index(", capacity: {previous_provisioned: {write: 5/s}}")}, []string{
			`10:68: unknown key "previous_provisioned"`,
		}},
		{"the mode of an index", []edit{index(", capacity: {mode: provisioned}")}, []string{
			"10:74: mode: the table is on-demand",
		}},
		{"a local index", []edit{table("indexes: {x: {type: local, key: {partition: a, sort: b}, projection: all, capacity: {warm: {read: 12k/s}}, partitions: 4}}")}, []string{
			"10:25: type: a local index needs a table with a sort key",
			`10:49: partition: "a" is not "pk"`,
			"10:79: capacity: a local index has none of its own",
			"10:124: partitions: a local index has none of its own",
		}},
		{"a local index without a sort key", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}, edit{"10M", "10M, keys: 1k"}, table("indexes: {x: {type: local, key: {}, projection: all}}")}, []string{
			"10:32: sort is missing",
		}},
		{"too many local indexes", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}, edit{"10M", "10M, keys: 1k"}, table("indexes: {" + many(6, "x%d: {type: local, key: {sort: a}, projection: keys}") + "}")}, []string{
			"10:5: indexes: 6 local indexes are too many",
		}},
		{"too many global indexes", []edit{table("indexes: {" + many(21, "x%d: {key: {partition: a}, projection: keys}") + "}")}, []string{
			"10:5: indexes: 21 global indexes are too many",
		}},
		{"too many projected attributes", []edit{table("indexes: {x: {key: {partition: a}, projection: [" + many(101, "a%d") + "]}}")}, []string{
			"10:5: indexes: 101 projected attributes are too many",
		}},
		{"a misspelt operation", []edit{work("operation: PutItm")}, []string{
			`13:16: operation: unknown value "PutItm"; did you mean "PutItem"?`,
		}},
		{"a table that is not there", []edit{edit{"table: t", "table: u"}}, []string{
			`12:12: table: unknown table "u"`,
		}},
		{"a misspelt table", []edit{edit{"  t:", "  orders:"}, edit{"table: t", "table: ordres"}}, []string{
			`12:12: table: unknown table "ordres"; did you mean "orders"?`,
		}},
		{"two workloads of one name", []edit{rate("10/s\n  - {name: w, table: t, operation: GetItem, rate: 1/s}")}, []string{
			`15:12: name: "w" is another workload already`,
		}},
		{"regions", []edit{work("operation: PutItem\n    regions: {}")}, []string{
			"14:5: regions is not forecast yet",
		}},
		{"items of a Query", []edit{work("operation: Query")}, []string{
			"11:5: items is missing, and a Query has any number of them",
		}},
		{"items of a batch", []edit{work("operation: BatchWriteItem\n    items: 26")}, []string{
			"14:12: items: 26 are too many",
		}},
		{"items of a BatchGetItem", []edit{work("operation: BatchGetItem\n    items: 101")}, []string{
			"14:12: items: 101 are too many",
		}},
		{"items of a transaction", []edit{work("operation: TransactWriteItems\n    items: 101")}, []string{
			"14:12: items: 101 are too many",
		}},
		{"no items of a transaction", []edit{work("operation: TransactGetItems\n    items: 0")}, []string{
			`14:12: items: "0" is out of range`,
		}},
		{"items of one item", []edit{work("operation: PutItem\n    items: 2")}, []string{
			"14:12: items: a PutItem is about one item",
		}},
		{"a Scan", []edit{work("operation: Scan\n    items: 5\n    item: 5KB\n    keys: single\n    segments: 0")}, []string{
			"14:12: items: a Scan is not counted in items",
			`warning: 15:11: traffic "w": item changes nothing, because a page of a Scan has 1MB whatever the size of items`,
			"16:11: keys does not go with Scan",
			`17:15: segments: "0" is out of range`,
		}},
		{"segments", []edit{work("operation: PutItem\n    segments: 4")}, []string{
			"14:15: segments does not go with PutItem",
		}},
		{"an index of a GetItem", []edit{index(""), work("operation: GetItem\n    index: x")}, []string{
			"15:12: index does not go with GetItem",
		}},
		{"an index that is not there", []edit{index(""), work("operation: Query\n    index: y\n    items: 1")}, []string{
			`15:12: index: unknown index "y"`,
		}},
		{"no index at all", []edit{work("operation: Query\n    index: y\n    items: 1")}, []string{
			`14:12: index: unknown index "y"`,
		}},
		{"a strong read of a global index", []edit{index(""), work("operation: Query\n    index: x\n    items: 1\n    consistency: strong\n    keys: uniform")}, []string{
			`17:18: consistency: a read from the global index "x" is eventual, never strong`,
		}},
		{"a read of an index without keys", []edit{index(""), work("operation: Query\n    index: x\n    items: 1")}, []string{
			`warning: 12:5: traffic "w": how its calls fall on the key values of index x is not said; they are assumed to fall evenly`,
		}},
		{"consistency of a write", []edit{work("operation: PutItem\n    consistency: eventual")}, []string{
			"14:18: consistency does not go with PutItem",
		}},
		{"consistency of a transaction", []edit{work("operation: TransactGetItems\n    items: 2\n    consistency: strong")}, []string{
			"15:18: consistency does not go with TransactGetItems, which reads its items as one",
		}},
		{"transactional is not to be chosen", []edit{work("operation: GetItem\n    consistency: transactional")}, []string{
			`14:18: consistency: unknown value "transactional"`,
		}},
		{"what only writes have", []edit{work("operation: GetItem\n    touches: []\n    replaces: 5%\n    changes: [a]\n    condition_fails: 5%\n    index_keys: {x: single}")}, []string{
			"14:5: touches does not go with GetItem",
			"15:15: replaces does not go with GetItem",
			"16:5: changes does not go with GetItem",
			"17:22: condition_fails does not go with GetItem",
			"18:5: index_keys does not go with GetItem",
			`18:21: x: unknown index "x"`,
		}},
		{"what a batch has not", []edit{work("operation: BatchWriteItem\n    items: 5\n    condition_fails: 5%\n    replaces: 5%")}, []string{
			"15:22: condition_fails does not go with BatchWriteItem",
			"16:15: replaces does not go with BatchWriteItem",
		}},
		{"changes of a new item", []edit{work("operation: PutItem\n    changes: [a]")}, []string{
			"14:5: changes does not go with PutItem",
		}},
		{"changes of nothing", []edit{work("operation: UpdateItem\n    changes: []")}, []string{
			"14:5: changes is empty",
		}},
		{"changes of the key", []edit{work("operation: UpdateItem\n    changes: [pk]")}, []string{
			`14:5: pk: it belongs to the key of table "t"`,
		}},
		{"touches", []edit{index(""), work("operation: DeleteItem\n    touches: [y, x, x]")}, []string{
			`15:5: y: unknown index "y"`,
			"15:5: x is here twice",
		}},
		{"touches with sizes", []edit{index(", present: 5%"), work("operation: DeleteItem\n    touches: {x: 5KB, y: 5}")}, []string{
			"15:18: x: the size of its entries is known already",
			`15:26: y: "5" has no unit`,
		}},
		{"condition_fails", []edit{work("operation: PutItem\n    condition_fails: {points: [[0s, 5], [1s, 101%]]}")}, []string{
			`14:37: points: "5" has no unit`,
			`14:46: points: "101%" is out of range`,
		}},
		{"keys of an index that is not there", []edit{index(""), work("operation: PutItem\n    index_keys: {y: single}")}, []string{
			`15:21: y: unknown index "y"`,
		}},
		{"keys of a local index", []edit{edit{"{partition: pk}", "{partition: pk, sort: sk}"}, edit{"10M", "10M, keys: 1k"}, table("indexes: {x: {type: local, key: {sort: a}, projection: all}}"), work("operation: PutItem\n    index_keys: {x: single}")}, []string{
			"15:21: x: a local index has its table's keys",
		}},
		{"keys of an index that is not touched", []edit{index(""), work("operation: PutItem\n    touches: []\n    index_keys: {x: single}")}, []string{
			"16:21: x: touches says that the items are not in this index",
		}},
		{"a move that is none", []edit{index(""), work("operation: UpdateItem\n    changes: [b]\n    index_keys: {x: {from: single, to: uniform}}")}, []string{
			"16:18: x: from and to tell of a move, but no key attribute of the index changes",
		}},
		{"half a move", []edit{index(""), work("operation: UpdateItem\n    changes: [a]\n    index_keys: {x: {from: single}}")}, []string{
			"16:18: x: to is missing",
		}},
		{"no such keys", []edit{rate("10/s\n    keys: unifrom")}, []string{
			`15:11: keys: unknown value "unifrom"; did you mean "uniform"?`,
		}},
		{"names that AWS would refuse", []edit{table("indexes: {\"i`j\": {key: {partition: a}, projection: all}, \"i\\n'\": {key: {partition: a}, projection: all}}"), {"traffic:", "  my table:\n    key: {partition: pk}\n    items: {count: 1, size: 1KB}\n    capacity: {mode: on-demand}\ntraffic:"}}, []string{
			"10:15: i`j: \"`\" cannot be in a name",
			`10:62: i.': "\n" cannot be in a name`,
			`11:3: my table: " " cannot be in a name`,
		}},
		{"a local index that sorts by the partition key", []edit{{"{partition: pk}", "{partition: pk, sort: sk}"}, {"10M", "10M, keys: 1k"}, table("indexes: {x: {type: local, key: {sort: pk}, projection: all}}")}, []string{
			`10:44: sort: "pk" is the partition key already`,
		}},
		{"a projection of nothing", []edit{table("indexes: {x: {key: {partition: a}, projection: []}}")}, []string{
			"10:40: projection is empty",
		}},
		{"a projected attribute twice", []edit{table("indexes: {x: {key: {partition: a}, projection: [b, c, b, b]}}")}, []string{
			"10:40: b is here twice",
		}},
		{"a change twice", []edit{work("operation: UpdateItem\n    changes: [b, c, b]")}, []string{
			"14:5: b is here twice",
		}},
		{"an entry as large as the item", []edit{table("indexes: {x: {key: {partition: a}, projection: [b], entry: 1KB}}")}, nil},
		{"an entry larger than the item", []edit{table("indexes: {x: {key: {partition: a}, projection: [b], entry: 1025B}}")}, []string{
			"warning: 10:64: index x of table t: entries of 1025B are larger than the largest item, of 1KB",
		}},
		{"an entry of a larger item of the traffic", []edit{table("indexes: {x: {key: {partition: a}, projection: [b], entry: 1025B}}"), work("operation: DeleteItem\n    item: 1025B")}, nil},
		// 4 MB are 4,194,304 bytes: 100 items of 41,943 are 4,194,300, and of 41,944 are 4,194,400.
		{"the largest transaction", []edit{work("operation: TransactGetItems\n    items: 100\n    item: 41943B")}, nil},
		{"a transaction too large", []edit{work("operation: TransactWriteItems\n    items: 100\n    item: 41944B")}, []string{
			"14:12: items: 100 items of 41944B are 4194400B, too much for one call",
		}},
		{"a transaction of the table's items, too large", []edit{{"size: 1KB", "size: 100KB"}, work("operation: TransactGetItems\n    items: 41")}, []string{
			"14:12: items: 41 items of 100KB are 4100KB, too much for one call",
		}},
		// 16 MB are 16,777,216 bytes: 41 items of 400 KB are 16,793,600.
		{"a batch that is read, too large", []edit{work("operation: BatchGetItem\n    items: 41\n    item: 400KB")}, []string{
			"14:12: items: 41 items of 400KB are 16400KB, too much for one call",
		}},
		{"a batch that is read, as large as may be", []edit{work("operation: BatchGetItem\n    items: 40\n    item: 400KB")}, nil},
		{"the largest batch that is written", []edit{work("operation: BatchWriteItem\n    items: 25\n    item: 400KB")}, nil},
		// What follows from a field that could not be read is not reported.
		{"keys beside a count that is none", []edit{{"{partition: pk}", "{partition: pk, sort: sk}"}, {"count: 10M", "count: \"-1\", keys: 100"}}, []string{
			`8:20: count: "-1" is negative`,
		}},
		{"keys beside a sort key that is none", []edit{{"{partition: pk}", "{partition: pk, sort: [x]}"}, {"10M", "10M, keys: 1k"}}, []string{
			"7:26: sort: a list stands where a single value should",
		}},
		{"an index of indexes that are none", []edit{table("indexes: [x]"), work("operation: Query\n    items: 1\n    index: x")}, []string{
			"10:5: indexes: a list stands where a mapping should",
		}},
		{"an index beside one that is none", []edit{table("indexes: {x: {key: {partition: a}, projection: al}}"), work("operation: Query\n    items: 1\n    index: y")}, []string{
			`10:52: projection: unknown value "al"; did you mean "all"?`,
			`16:12: index: unknown index "y"`,
		}},
		{"an index of no known type", []edit{{"{partition: pk}", "{partition: pk, sort: sk}"}, {"10M", "10M, keys: 1k"}, table("indexes: {x: {type: lcal, key: {sort: a}, projection: all}}")}, []string{
			`10:25: type: unknown value "lcal"; did you mean "local"?`,
		}},
		{"a table whose name is none", []edit{{"  t:", "  " + strings.Repeat("t", 256) + ":"}, {"table: t", "table: " + strings.Repeat("t", 256)}}, []string{
			"6:3: " + strings.Repeat("t", 60) + "…: a name has 256 characters; at most 255 are allowed",
			"12:12: table: a name has 256 characters; at most 255 are allowed",
		}},
		{"keys over a table that are none", []edit{{"{partition: pk}", "{partition: pk, sort: sk}"}, rate("10/s\n    keys: unifrom")}, []string{
			`15:11: keys: unknown value "unifrom"; did you mean "uniform"?`,
		}},
		{"changes beside replaces that are none", []edit{work("operation: PutItem\n    replaces: 5\n    changes: [a]")}, []string{
			`14:15: replaces: "5" has no unit`,
		}},
		{"a spike whose rise is none", []edit{rate("{spike: {base: 1/s, peak: 2/s, at: 1s, rise: 5}}")}, []string{
			`14:56: rise: "5" has no unit`,
		}},
		// The scenario ends after 60 s; what starts then is never reached.
		{"a step at the last second", []edit{rate("{step: {from: 1/s, to: 2/s, at: 59s}}")}, nil},
		{"a step at the end", []edit{rate("{step: {from: 1/s, to: 2/s, at: 60s}}")}, []string{
			`warning: 14:12: traffic "w": the step at 1m is never reached, because the scenario ends after 1m`,
		}},
		{"a ramp after the end", []edit{rate("{ramp: {from: 1/s, to: 2/s, start: 2m, over: 1m}}")}, []string{
			`warning: 14:12: traffic "w": the ramp at 2m is never reached, because the scenario ends after 1m`,
		}},
		{"a ramp that goes on beyond the end", []edit{rate("{ramp: {from: 1/s, to: 2/s, start: 30s, over: 1m}}")}, nil},
		{"a spike after the end", []edit{rate("{sum: [1/s, {spike: {base: 1/s, peak: 2/s, at: 2m, hold: 1s}}]}")}, []string{
			`warning: 14:24: traffic "w": the spike at 2m is never reached, because the scenario ends after 1m`,
		}},
		{"a way to a point beyond the end", []edit{rate("{points: [[0s, 1/s], [2m, 2/s]]}")}, nil},
		{"points after the end", []edit{rate("{points: [[0s, 1/s], [1m, 2/s], [2m, 3/s], [3m, 4/s]]}")}, []string{
			`warning: 14:12: traffic "w": the point at 2m is never reached, because the scenario ends after 1m`,
		}},
		{"a step after the end of what repeats", []edit{rate("{every: 10s, of: {step: {from: 1/s, to: 2/s, at: 10s}}}")}, []string{
			`warning: 14:29: traffic "w": the step at 10s is never reached, because it starts anew every 10s`,
		}},
		{"a step after the end beside what repeats", []edit{rate("{sum: [{every: 10s, of: 1/s}, {step: {from: 1/s, to: 2/s, at: 10s}}]}")}, nil},
		{"no such distribution", []edit{rate("10/s\n    keys: {zipff: {}}")}, []string{
			`15:12: unknown key "zipff"; did you mean "zipf"?`,
		}},
		{"two distributions", []edit{rate("10/s\n    keys: {uniform: 5, weights: [1]}")}, []string{
			"15:5: keys: uniform and weights stand side by side",
		}},
		{"no distribution", []edit{rate("10/s\n    keys: {of: users}")}, []string{
			"15:5: keys has none of uniform, zipf, hot, weights, ordered, file",
		}},
		{"zipf", []edit{rate("10/s\n    keys: {zipf: {exponent: -1}}")}, []string{
			"15:12: zipf: count is missing",
			`15:29: exponent: "-1" is not such a number`,
		}},
		{"hot", []edit{rate("10/s\n    keys: {hot: {keys: 0, share: 40, rest: 1M}}")}, []string{
			`15:24: keys: "0" is out of range`,
			`15:34: share: "40" has no unit`,
		}},
		{"weights", []edit{rate("10/s\n    keys: {weights: [5, -5]}")}, []string{
			`15:25: weights: "-5" is not such a number`,
		}},
		{"no weights", []edit{rate("10/s\n    keys: {weights: []}")}, []string{
			"15:12: weights: no weight is above zero; at least one key must be hit",
		}},
		{"weights of zero", []edit{rate("10/s\n    keys: {weights: [0, 0]}")}, []string{
			"15:12: weights: no weight is above zero; at least one key must be hit",
		}},
		{"ordered", []edit{rate("10/s\n    keys: {ordered: {each: 0.5s}}")}, []string{
			`15:28: each: "0.5s" is out of range`,
		}},
		{"a file of keys that is not there", []edit{rate("10/s\n    keys: {file: nowhere.csv}")}, []string{
			`15:18: file: "data/nowhere.csv" cannot be read: no such file or directory`,
		}},
		{"no rate", []edit{rate("many")}, []string{
			`14:11: rate: "many" is not a rate`,
		}},
		{"a negative rate", []edit{rate("-5/s")}, []string{
			`14:11: rate: "-5/s" is negative`,
		}},
		{"a negative bare rate", []edit{rate("-5")}, []string{
			`14:11: rate: "-5" is negative`,
		}},
		{"a bare rate", []edit{rate("5")}, []string{
			`14:11: rate: "5" has no unit`,
		}},
		{"calls beyond reason", []edit{rate("2000000000/s")}, []string{
			`14:11: rate: "2000000000/s" is out of range`,
		}},
		{"no shape", []edit{rate("{}")}, []string{
			"14:5: rate has none of points, ramp, step, spike, daily, every, trace, sum, job",
		}},
		{"no such shape", []edit{rate("{rmap: {}}")}, []string{
			`14:12: unknown key "rmap"; did you mean "ramp"?`,
		}},
		{"two shapes", []edit{rate("{step: {from: 1/s, to: 2/s, at: 1s}, points: [[0s, 1/s]]}")}, []string{
			"14:5: rate: points and step stand side by side",
		}},
		{"a ramp", []edit{rate("{ramp: {from: 1, too: 2/s}}")}, []string{
			"14:12: ramp: to is missing",
			"14:12: ramp: over is missing",
			`14:25: from: "1" has no unit`,
			`14:28: unknown key "too"; did you mean "to"?`,
		}},
		{"a step", []edit{rate("{step: {from: 1/s, to: 2/s, at: 1}}")}, []string{
			`14:43: at: "1" has no unit`,
		}},
		{"a spike", []edit{rate("{spike: {base: 1/s, peak: 2/s, at: 1s}}")}, []string{
			"14:12: spike takes no time at all",
		}},
		{"daily", []edit{rate("{daily: {low: 5/s, high: 2/s, peak: 20h}}")}, []string{
			"14:5: rate: low (5/s) is above high (2/s); exchange them",
		}},
		{"every", []edit{rate("{every: 0.5s, of: 5/s}")}, []string{
			`14:19: every: "0.5s" is out of range`,
		}},
		{"every without of", []edit{rate("{every: 10m}")}, []string{
			`14:5: rate: every needs "of" beside it`,
		}},
		{"of without every", []edit{rate("{points: [[0s, 1/s]], of: 5/s}")}, []string{
			"14:37: of stands beside points",
		}},
		{"no points", []edit{rate("{points: []}")}, []string{
			"14:12: points is empty",
		}},
		{"points", []edit{rate("{points: [[0s], 5, [5s, 1/s], [1s, 1/s], [5s, 2/s], [5s, 3/s], [7s, x]]}")}, []string{
			"14:21: points: a list of 1 is not a time and a value",
			"14:27: points: a single value stands where a list should",
			"14:42: points: 1s comes after 5s",
			"14:64: points: a third point at 5s",
			`14:79: points: "x" is not a rate`,
		}},
		{"a sum", []edit{rate("{sum: [1/s, x, {step: {}}]}")}, []string{
			`14:23: sum: "x" is not a rate`,
			"14:27: step: from is missing",
			"14:27: step: to is missing",
			"14:27: step: at is missing",
		}},
		{"an empty sum", []edit{rate("{sum: []}")}, []string{
			"14:12: sum is empty",
		}},
		{"a trace that is not there", []edit{rate("{trace: {file: nowhere.csv, time: t, value: v, counts: calls}}")}, []string{
			`14:26: file: "data/nowhere.csv" cannot be read: no such file or directory`,
		}},
		{"a trace", []edit{rate("{trace: {time: t, value: v, counts: cals, per: 0s, scale: -1, peak: 0.5}}")}, []string{
			"14:12: trace: file is missing",
			`14:47: counts: unknown value "cals"; did you mean "calls"?`,
			`14:58: per: "0s" is out of range`,
			`14:69: scale: "-1" is not such a number`,
			`14:79: peak: "0.5" is not such a number`,
		}},
	})
}

// many repeats a text with the numbers from 1 to n, as a list.
func many(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i+1)
	}
	return strings.Join(parts, ", ")
}
