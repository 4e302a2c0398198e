package scenario

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ddbplan/calc/client"
	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/stats"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// sound is a scenario that nothing is wrong with; cases spoil a part of it.
func sound() *Scenario {
	five := units.Rate(5)
	capacity := Capacity{Mode: Provisioned, Read: Limits{Provisioned: &five}, Write: Limits{Provisioned: &five}}
	return &Scenario{
		Name: "sound", Region: "us-east-1", Zone: time.UTC, Duration: units.Hour, Load: 1, Model: Observed, Trials: 10,
		Assume: facts.DefaultAssumptions(),
		Tables: []Table{{
			Name: "my.table", Key: Key{Partition: "pk", Sort: "sk"}, Items: Items{Count: 100, Keys: 10, Size: stats.Fixed(units.KB)},
			Capacity: capacity,
			Indexes: []Index{
				{Name: "global", Key: Key{Partition: "a"}, Present: 1, Capacity: capacity},
				{Name: "local", Local: true, Key: Key{Partition: "pk", Sort: "b"}, Present: 1},
			},
		}},
		Traffic: []Workload{{Name: "put", Table: "my.table", Operation: request.PutItem, Rate: traffic.Constant(1)}},
	}
}

// parts is a transaction of several.
func parts(all ...Part) Workload {
	return Workload{Name: "put", Operation: request.TransactWriteItems, Rate: traffic.Constant(1), Parts: all}
}

func TestValidate(t *testing.T) {
	rate := func(r units.Rate) *units.Rate { return &r }
	for _, c := range []struct {
		name  string
		spoil func(*Scenario)
		want  []string // path: summary
	}{
		{"nothing", func(s *Scenario) {}, nil},
		{"a second short of a second", func(s *Scenario) { s.Duration = 0 }, []string{"duration: duration: 0s is out of range"}},
		{"one second", func(s *Scenario) { s.Duration = 1 }, nil},
		{"92 days", func(s *Scenario) { s.Duration = 92 * 86400 }, nil},
		{"a second more", func(s *Scenario) { s.Duration = 92*86400 + 1 }, []string{"duration: duration: 92d1s is out of range"}},
		{"no trial", func(s *Scenario) { s.Trials = 0 }, []string{"simulate.trials: trials: 0 is out of range"}},
		{"most trials", func(s *Scenario) { s.Trials = 10_000 }, nil},
		{"too many trials", func(s *Scenario) { s.Trials = 10_001 }, []string{"simulate.trials: trials: 10001 is out of range"}},
		{"no load", func(s *Scenario) { s.Load = 0 }, []string{"load: load: 0% is out of range"}},
		{"hardly any load", func(s *Scenario) { s.Load = 1e-9 }, nil},
		{"the largest load", func(s *Scenario) { s.Load = 1e6 }, nil},
		{"a load beyond it", func(s *Scenario) { s.Load = 1.5e6 }, []string{"load: load: 150000000% is out of range"}},
		{"a load that is no number", func(s *Scenario) { s.Load = math.NaN() }, []string{"load: load: NaN% is out of range"}},
		{"clients beyond number", func(s *Scenario) { s.Clients.Count = 1e9 + 1 }, []string{
			"clients: clients: there cannot be 1000000001 of them; write 1 to 1G",
		}},
		{"as many clients as can be", func(s *Scenario) { s.Clients.Count = 1e9 }, nil},
		{"retries without end", func(s *Scenario) {
			s.Traffic[0].Clients = &Clients{Retries: client.Policy{Attempts: 101}}
		}, []string{"traffic.put.clients: clients: 101 attempts are out of range; write 1 to 100, the first included"}},
		{"as many retries as can be", func(s *Scenario) {
			s.Traffic[0].Clients = &Clients{Retries: client.Policy{Attempts: 100, Base: 300, Cap: 300}}
		}, nil},
		{"a wait too long", func(s *Scenario) { s.Clients.Retries = client.Policy{Attempts: 2, Cap: 301} }, []string{
			"clients: clients: a cap of 5m1s is too long; write at most 5m",
		}},
		{"a wait that is none", func(s *Scenario) { s.Clients.Retries = client.Policy{Attempts: 2, Base: math.NaN(), Cap: 1} }, []string{
			"clients: clients: waits of NaN s and 1 s cannot be; a wait has a length",
		}},
		{"a base above the cap", func(s *Scenario) { s.Clients.Retries = client.Policy{Attempts: 2, Base: 2, Cap: 1} }, []string{
			"clients: clients: base (2s) is above cap (1s), which bounds every wait; lower the first or raise the second",
		}},
		{"every policy by name", func(s *Scenario) {
			for _, name := range client.Names() {
				w := s.Traffic[0]
				w.Name = name
				policy, _ := client.Named(name)
				w.Clients = &Clients{Retries: policy}
				s.Traffic = append(s.Traffic, w)
			}
		}, nil},
		{"no model", func(s *Scenario) { s.Model = "" }, []string{`model: model: unknown value ""`}},
		{"no tables", func(s *Scenario) { s.Tables = nil }, []string{"tables: tables is empty"}},
		{"two tables of one name", func(s *Scenario) { s.Tables = append(s.Tables, s.Tables[0]) }, []string{
			`tables."my.table": my.table: there is another table of this name`,
		}},
		{"names of all that they may have in them", func(s *Scenario) {
			s.Tables[0].Indexes[0].Name = "azAZ09_-."
		}, nil},
		{"an index of another name", func(s *Scenario) { s.Tables[0].Indexes[0].Name = "it's" }, []string{
			`tables."my.table".indexes.it's: it's: "'" cannot be in a name`,
		}},
		{"two indexes of one name", func(s *Scenario) {
			s.Tables[0].Indexes = append(s.Tables[0].Indexes, s.Tables[0].Indexes[0])
		}, []string{`tables."my.table".indexes.global: global: there is another index of this name`}},
		{"two workloads of one name", func(s *Scenario) { s.Traffic = append(s.Traffic, s.Traffic[0]) }, []string{
			`traffic.put.name: name: another workload is called "put"`,
		}},
		{"no mode", func(s *Scenario) { s.Tables[0].Capacity.Mode = "" }, []string{
			`tables."my.table".capacity.mode: mode: unknown value ""`,
		}},
		{"an index without capacity", func(s *Scenario) { s.Tables[0].Indexes[0].Capacity = Capacity{} }, []string{
			`tables."my.table".indexes.global.capacity.read: read is missing`,
			`tables."my.table".indexes.global.capacity.write: write is missing`,
		}},
		{"burst of on-demand capacity", func(s *Scenario) {
			s.Tables[0].Capacity = Capacity{Mode: OnDemand, BurstEmpty: true}
			s.Tables[0].Indexes = nil
		}, []string{`tables."my.table".capacity.burst: burst: on-demand capacity has no burst`}},
		{"the largest item", func(s *Scenario) { s.Tables[0].Items.Size = stats.Fixed(409_600) }, nil},
		{"an item too large", func(s *Scenario) { s.Traffic[0].Item = stats.Fixed(409_601) }, []string{
			"traffic.put.item: item: 409601B is too large",
		}},
		{"an entry too large", func(s *Scenario) { s.Tables[0].Indexes[0].Entry = stats.Fixed(409_601) }, []string{
			`tables."my.table".indexes.global.entry: entry: 409601B is too large`,
		}},
		{"no rate", func(s *Scenario) { s.Traffic[0].Rate = nil }, []string{"traffic.put.rate: rate: there is no rate"}},
		{"a job", func(s *Scenario) { s.Traffic[0].Rate, s.Traffic[0].Job = nil, &Job{Calls: 1, AtMost: 1} }, nil},
		{"a job beside a rate", func(s *Scenario) { s.Traffic[0].Job = &Job{Calls: 1, AtMost: 1} }, []string{
			"traffic.put.rate.job: job stands beside another rate",
		}},
		{"a job of nothing", func(s *Scenario) { s.Traffic[0].Rate, s.Traffic[0].Job = nil, &Job{Calls: -1, Start: -1} }, []string{
			"traffic.put.rate.job.calls: calls: -1 is out of range",
			"traffic.put.rate.job.at_most: at_most: a job is never done at 0/s",
			"traffic.put.rate.job.start: start: -1 s is no time",
		}},
		{"a part that does nothing", func(s *Scenario) { s.Traffic[0] = parts(Part{Table: "my.table"}) }, []string{
			`traffic.put.parts.0: parts: "" is nothing that a part can do`,
		}},
		{"a part of the table's items", func(s *Scenario) {
			s.Tables[0].Items.Size = stats.Fixed(400 * units.KB)
			s.Traffic[0] = parts(slices.Repeat([]Part{{Table: "my.table", Operation: request.PutItem}}, 10)...)
		}, nil},
		// 11 items of 400 KB are 4,400 KB, and 4 MB are 4,096.
		{"a part too many of the table's items", func(s *Scenario) {
			s.Tables[0].Items.Size = stats.Fixed(400 * units.KB)
			s.Traffic[0] = parts(slices.Repeat([]Part{{Table: "my.table", Operation: request.PutItem}}, 11)...)
		}, []string{"traffic.put.parts: parts: their 11 items are 4400KB, too much for one call"}},
		{"parts too large and without tables", func(s *Scenario) {
			s.Traffic[0] = parts(Part{Operation: request.PutItem, Item: stats.Fixed(409_601)})
		}, []string{
			"traffic.put.parts.0.put: put: 409601B is too large",
			`traffic.put.parts.0.table: table: unknown table ""`,
		}},
		{"no parts", func(s *Scenario) { s.Traffic[0] = parts(); s.Traffic[0].Parts = []Part{} }, []string{
			"traffic.put.parts: parts is empty",
		}},
		{"auto scaling that is not said", func(s *Scenario) { s.Tables[0].Capacity.Read.AutoScaling = &AutoScaling{} }, []string{
			`tables."my.table".capacity.auto_scaling.read.min: min: 0/s is too low`,
			`tables."my.table".capacity.auto_scaling.read.max: max: 0/s is too low`,
			`tables."my.table".capacity.auto_scaling.read.target: target: 0% is out of range`,
			`warning: tables."my.table".capacity.auto_scaling.read: table my.table: read capacity of 5/s lies outside the 0/s to 0/s of auto scaling, so AWS would set it to 0/s`,
		}},
		{"a schedule that is not said", func(s *Scenario) {
			s.Tables[0].Indexes[0].Capacity.Schedule = []Scheduled{{At: -1, Every: 59}}
		}, []string{
			`tables."my.table".indexes.global.capacity.schedule.0.at: at: -1 s is no time`,
			`tables."my.table".indexes.global.capacity.schedule.0.every: every: 59s is too often`,
			`tables."my.table".indexes.global.capacity.schedule.0: schedule: an action changes nothing`,
		}},
		{"a schedule of nothing", func(s *Scenario) { s.Tables[0].Capacity.Schedule = []Scheduled{} }, []string{
			`tables."my.table".capacity.schedule: schedule is empty`,
		}},
		{"keys that are none", func(s *Scenario) { s.Traffic[0].Keys.Keys = keyspace.Uniform{} }, []string{
			"traffic.put.keys: keys: load cannot fall on 0 keys; write at least 1",
		}},
		{"index keys that are none", func(s *Scenario) {
			s.Traffic[0].IndexKeys = []IndexKeys{{Index: "global", To: Keys{Keys: keyspace.Uniform{}}}}
		}, []string{"traffic.put.index_keys.global: global: load cannot fall on 0 keys; write at least 1"}},
		{"an index of index keys twice", func(s *Scenario) {
			s.Traffic[0].IndexKeys = []IndexKeys{{Index: "global"}, {Index: "global"}}
		}, []string{"traffic.put.index_keys.global: global is here twice"}},
		{"a strong read of a local index", func(s *Scenario) {
			s.Traffic[0] = Workload{Name: "read", Table: "my.table", Index: "local", Operation: request.Query, Items: 1, Consistency: request.Strong, Rate: traffic.Constant(1)}
		}, nil},
		{"warm values of the provisioned table", func(s *Scenario) {
			s.Tables[0].Capacity.Read.Warm, s.Tables[0].Capacity.Write.Warm = rate(5), rate(4)
		}, []string{`tables."my.table".capacity.warm.write: write: 4/s is below the provisioned 5/s`}},
		{"as many partitions as a forecast takes on", func(s *Scenario) {
			s.Tables[0].Capacity.Read.Warm = rate(100e6)
			s.Assume.TableReadQuota = 100e6
		}, nil},
		{"more than that", func(s *Scenario) {
			s.Tables[0].Capacity.Read.Warm = rate(100e6 + 1)
			s.Assume.TableReadQuota = 200e6
		}, []string{`tables."my.table".capacity.warm.read: read: 100000001/s is out of range`}},
		{"a fraction of a unit", func(s *Scenario) { s.Tables[0].Capacity.Read.Warm = rate(5.5) }, []string{
			`tables."my.table".capacity.warm.read: read: AWS has no fractions of a unit, as in 5.5/s`,
		}},
		{"items for more partitions than a forecast takes on", func(s *Scenario) { s.Tables[0].Items.Count, s.Tables[0].Items.Keys = 4e12, 4e12 }, []string{
			`tables."my.table".items.count: count: 4000G items of this size are too much`,
		}},
		{"no fit among assumptions", func(s *Scenario) { s.Assume.LaterSplitMin = s.Assume.LaterSplitMax + 1 }, []string{
			"simulate.assume: assume: later_split_min (40m1s) is above later_split_max (40m): the two are the ends of one range; raise the second or lower the first",
		}},
		{"an unknown Region is a warning", func(s *Scenario) { s.Region = "mars-north-1" }, []string{
			`warning: region: region: unknown Region "mars-north-1"; did you mean "cn-north-1"?`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sound()
			c.spoil(s)
			var got []string
			for _, d := range Validate(s) {
				text := d.Path + ": " + d.Summary
				if d.Severity == diag.Warning {
					text = "warning: " + text
				}
				got = append(got, text)
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// Every operation goes through with what it needs, and with nothing else.
func TestItemsOfOperations(t *testing.T) {
	limits := map[request.Operation]struct{ least, most int }{
		request.Query:              {1, 1_000_000},
		request.BatchGetItem:       {1, 100},
		request.BatchWriteItem:     {1, 25},
		request.TransactGetItems:   {1, 100},
		request.TransactWriteItems: {1, 100},
	}
	for _, op := range request.Operations {
		limit := limits[op] // 0 to 0: about one item, or pages
		for items, good := range map[int]bool{
			limit.least: true, limit.most: true, limit.least - 1: limit.least == 0, limit.most + 1: op == request.Query,
		} {
			s := sound()
			s.Traffic[0] = Workload{Name: "w", Table: "my.table", Operation: op, Items: max(0, items), Rate: traffic.Constant(1)}
			if err := Validate(s).Err(); (err == nil) != good {
				t.Errorf("%s of %d items: %v", op, items, err)
			}
		}
	}
}

func TestFind(t *testing.T) {
	s := sound()
	table, ok := s.Table("my.table")
	if !ok || table != &s.Tables[0] {
		t.Errorf("table %v", table)
	}
	if index, ok := table.Index("local"); !ok || index != &table.Indexes[1] {
		t.Errorf("index %v", index)
	}
	if _, ok := s.Table("local"); ok {
		t.Error("an index is a table")
	}
	if _, ok := table.Index("my.table"); ok {
		t.Error("a table is an index")
	}
	for _, c := range []struct {
		touches []Touch
		want    bool
	}{{nil, true}, {[]Touch{}, false}, {[]Touch{{Index: "local"}}, false}, {[]Touch{{Index: "global"}}, true}} {
		if w := (Workload{Touches: c.touches}); w.Holds("global") != c.want {
			t.Errorf("touches %v: %v", c.touches, !c.want)
		}
	}
	if err := table.Schema().Check(); err != nil || len(table.Schema().Indexes) != 2 {
		t.Errorf("schema %+v: %v", table.Schema(), err)
	}
}

// A part says the same of its table as a workload with the operation by itself.
func TestPartsAreCheckedAsWorkloadsAre(t *testing.T) {
	for _, verb := range Verbs {
		for name, spoil := range map[string]func(*Workload){
			"nothing":       func(*Workload) {},
			"a table":       func(w *Workload) { w.Table = "other" },
			"keys":          func(w *Workload) { w.Keys.Keys = keyspace.Uniform{} },
			"touches":       func(w *Workload) { w.Touches = []Touch{{Index: "x"}} },
			"changes":       func(w *Workload) { w.Changes = []string{"pk"} },
			"index keys":    func(w *Workload) { w.IndexKeys = []IndexKeys{{Index: "local"}} },
			"a lack of any": func(w *Workload) { w.Touches = []Touch{} },
		} {
			w := Workload{Name: "put", Table: "my.table", Operation: verb.Operation, Rate: traffic.Constant(1)}
			spoil(&w)
			alone, whole := sound(), sound()
			alone.Traffic[0] = w
			whole.Traffic[0] = parts(Part{
				Table: w.Table, Operation: w.Operation, Touches: w.Touches, Changes: w.Changes, Keys: w.Keys, IndexKeys: w.IndexKeys,
			})
			want, got := Validate(alone), Validate(whole)
			for i := range want {
				want[i].Path = strings.Replace(want[i].Path, "traffic.put.", "traffic.put.parts.0.", 1)
			}
			if !slices.Equal(want, got) {
				t.Errorf("%s with %s: found %v, want %v", verb.Name, name, got, want)
			}
		}
	}
}

// What follows from a field that a reader could not read is left out; what rests
// on others is not.
func TestValidateReadPassesOverWhatFollows(t *testing.T) {
	for _, c := range []struct {
		name    string
		spoil   func(*Scenario)
		spoiled string
		want    string // without it
	}{
		{"a count", func(s *Scenario) { s.Tables[0].Items.Count = 0 }, `tables."my.table".items.count`, "keys: 10 are more than the 0 items"},
		{"a table", func(s *Scenario) { s.Traffic[0].Table = "other" }, "tables.other", `table: unknown table "other"`},
		{"an index", func(s *Scenario) { s.Traffic[0].Touches = []Touch{{Index: "x"}} }, `tables."my.table".indexes.x`, `x: unknown index "x"`},
		{"a sort key", func(s *Scenario) { s.Tables[0].Key.Sort, s.Tables[0].Items.Keys = "", 100 }, `tables."my.table".key.sort`, "type: a local index needs a table with a sort key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sound()
			c.spoil(s)
			if got := Validate(s); len(got) != 1 || got[0].Summary != c.want {
				t.Errorf("found %v, want %s", got, c.want)
			}
			if got := ValidateRead(s, func(path string) bool { return path == c.spoiled }); len(got) > 0 {
				t.Errorf("found %v in spite of %s", got, c.spoiled)
			}
		})
	}
}
