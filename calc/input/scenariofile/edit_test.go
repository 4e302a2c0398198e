package scenariofile

import (
	"strings"
	"testing"
)

// A value is changed or added, and not a byte besides.
func TestEdit(t *testing.T) {
	for _, c := range []struct {
		name, before, path, value, after string
	}{
		{"a value in braces", "a: {b: 1/s, c: 2/s} # why\n", "a.b", "18000/s", "a: {b: 18000/s, c: 2/s} # why\n"},
		{"a value on a line", "a:\n  b: 1/s   # why\n  c: 2\n", "a.b", "12", "a:\n  b: 12   # why\n  c: 2\n"},
		{"values in quotes", "a: 'it''s # no comment' # why\nb: \"a \\\" # b\" # why\n", "a", "x", "a: x # why\nb: \"a \\\" # b\" # why\n"},
		{"double quotes", "b: \"a \\\" # b\" # why\n", "b", "[1, 2]", "b: [1, 2] # why\n"},
		{"a value of several lines", "a: one\n  two\n  three # why\nb: 1\n", "a", "x", "a: x # why\nb: 1\n"},
		{"the same value", "a: {b:   1}\n", "a", "{b: 1}", "a: {b:   1}\n"},
		{"a value that JSON would write", `a: {"b":1,"c":2}` + "\n", "a.b", "3/s", `a: {"b":3/s,"c":2}` + "\n"},

		{"added to braces", "a: {b: 1}\n", "a.c", "2", "a: {b: 1, c: 2}\n"},
		{"added to braces with air", "a: { b: 1 } # why\n", "a.c", "2", "a: { b: 1, c: 2 } # why\n"},
		{"added to nothing", "a: {}\n", "a.c", "2", "a: {c: 2}\n"},
		{"added with its parents", "a: {b: 1}\n", "a.c.d.e", "2", "a: {b: 1, c: {d: {e: 2}}}\n"},
		{"added to braces of several lines", "a: {\n  b: 1, # one\n  c: [1,\n    2] # two\n} # why\n", "a.d", "3", "a: {\n  b: 1, # one\n  c: [1,\n    2], # two\n  d: 3\n} # why\n"},
		{"added behind a comma", "a: {\n  b: 1, # one\n}\n", "a.d", "3", "a: {\n  b: 1, # one\n  d: 3\n}\n"},
		{"added where lines are filled", "a: {b: 1,\n  c: 2, d: 3}\n", "a.e", "4", "a: {b: 1,\n  c: 2, d: 3, e: 4}\n"},

		{"added to a block", "a:\n  b: 1\nz: 0\n", "a.c", "2", "a:\n  b: 1\n  c: 2\nz: 0\n"},
		{"added behind a block in a block", "a:\n  b:\n    c: |\n      text # text\n      more\n\nz: 0\n", "a.d", "2", "a:\n  b:\n    c: |\n      text # text\n      more\n  d: 2\n\nz: 0\n"},
		{"added behind what belongs to it", "a:\n  b: 1 # one\n         # and only\n  # c: 2\n# of z\nz: 0\n", "a.c.d", "2", "a:\n  b: 1 # one\n         # and only\n  # c: 2\n  c: {d: 2}\n# of z\nz: 0\n"},
		{"added before a blank line", "a:\n  b: 1\n\n  # of z\nz: 0\n", "a.c", "2", "a:\n  b: 1\n  c: 2\n\n  # of z\nz: 0\n"},
		{"added at the end", "---\na: 1\n# the end\n", "b.c", "{d: 2}", "---\na: 1\n# the end\nb: {c: {d: 2}}\n"},
		{"added before the end", "a: 1\n...\n", "b", "2", "a: 1\nb: 2\n...\n"},
		{"added without a line end", "a:\n  b: 1", "a.c", "2", "a:\n  b: 1\n  c: 2"},
		{"added to an element of a list", "a:\n- - b: 1\n  - c: 2\n", "a.0.0.d", "3", "a:\n- - b: 1\n    d: 3\n  - c: 2\n"},
		{"line ends of Windows", "a:\r\n  b: 1 # é\r\nz: 0\r\n", "a.c", "2", "a:\r\n  b: 1 # é\r\n  c: 2\r\nz: 0\r\n"},
		{"lines that end in odd ways", "a:\u2028  b: 1\u0085z: 0\r", "a.c", "2", "a:\u2028  b: 1\u0085  c: 2\u0085z: 0\r"},

		{"a block becomes a list in brackets", "a:\n  b: # why\n    - c: 1\n      d: 2\n    - e\n  # of z\n  z: 0\n", "a.b", "[{c: 3}]", "a:\n  b: [{c: 3}] # why\n  # of z\n  z: 0\n"},
		{"a block under a comment", "b:\n# why\n- c\n- d # d\n", "b", "x", "b: x\n# why\n # d\n"},
		{"a block at the end", "a:\n  b:\n    c: 1\n    d: 2", "a.b", "{c: 3}", "a:\n  b: {c: 3}"},
		{"a block becomes one value", "a:\n- b\n- c\n", "a", "x", "a: x\n"},
		{"an element", "a:\n- b: 1\n  c: 2\n- d\n", "a.0", "x", "a:\n- x\n- d\n"},
		{"a block that gets more", "a:\n  min: 1/s # least\n  max: 2/s\n", "a", "{max: 3/s, target: 70%, min: 1/s}", "a:\n  min: 1/s # least\n  max: 3/s\n  target: 70%\n"},
		{"braces that get more", "a: {\n  min: 1/s, # least\n  of: {max: 2/s} # most\n}\n", "a", "{min: 2/s, of: {max: 3/s, at: 1h}, x: 1, y: 2}", "a: {\n  min: 2/s, # least\n  of: {max: 3/s, at: 1h}, # most\n  x: 1,\n  y: 2\n}\n"},
		{"blocks within each other that get more", "a:\n  b:\n    c: 1\n", "a", "{b: {c: 1, d: 2}, e: 3}", "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\n"},
		{"a block whose last value changes", "a:\n  b:\n  - 1\n", "a", "{b: [2], e: 3}", "a:\n  b: [2]\n  e: 3\n"},

		{"a name with a dot", "tables: {\"my.table\": {a: 1}}\n", `tables."my.table".a`, "2", "tables: {\"my.table\": {a: 2}}\n"},
		{"a workload", "traffic:\n- name: place order\n  rate: {ramp: {over: 1h}}\n- name: bulk\n  table: t\n", "traffic.place order.rate.ramp.over", "2h", "traffic:\n- name: place order\n  rate: {ramp: {over: 2h}}\n- name: bulk\n  table: t\n"},
		{"a workload by what it does", "traffic:\n- {operation: Query, table: t, rate: 1/s}\n- {operation: Query, table: t, rate: 1/s}\n", "traffic.Query t 2.keys", "uniform", "traffic:\n- {operation: Query, table: t, rate: 1/s}\n- {operation: Query, table: t, rate: 1/s, keys: uniform}\n"},
		{"names that YAML would misread", "traffic: [{name: w}]\n", `traffic.w.index_keys."a \"b\": c".null`, "1", "traffic: [{name: w, index_keys: {\"a \\\"b\\\": c\": {\"null\": 1}}}]\n"},
		{"characters of several bytes", "töne: {日本: 1, 語: 'é', 😀: [ß, x]} # ü\n", "töne.語", "2", "töne: {日本: 1, 語: 2, 😀: [ß, x]} # ü\n"},
		{"a mark of the byte order", "\ufeffa: 1\nb: {c: 1}\n", "b.c", "2", "\ufeffa: 1\nb: {c: 2}\n"},

		{"JSON", `{"a": {"b": "1/s"}, "traffic": [{"name": "w\"1"}]}`, `traffic."w\"1".keys`, "{hot: {keys: 1, share: 40%}}", `{"a": {"b": "1/s"}, "traffic": [{"name": "w\"1", "keys": {"hot": {"keys": 1, "share": "40%"}}}]}`},
		{"JSON of several lines", "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}\n", "a.c.d", "[true, x, 'true', 0x1F, 1.50]", "{\n  \"a\": {\n    \"b\": [\n      1\n    ],\n    \"c\": {\"d\": [true, \"x\", \"true\", \"0x1F\", 1.50]}\n  }\n}\n"},
		{"JSON of Windows", "\r\n{\r\n\t\"a\": 1\r\n}\r\n", "b", "2", "\r\n{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n"},
		{"escapes in JSON", `{"\ud83d\ude00": "\u2028", "é": 1}`, "😀", "\"x\"", `{"\ud83d\ude00": "x", "é": 1}`},
		{"a key with a question mark", "? a\n: - b\n", "a", "3", "? a\n: 3\n"},
	} {
		after, err := Edit("s.yaml", c.before, []Change{{c.path, c.value}})
		if err != nil || after != c.after {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, after, c.after)
		}
	}
}

// Changes build on one another.
func TestEditMakesAllChanges(t *testing.T) {
	const before = "tables:\n  t:\n    capacity: {mode: provisioned}\n"
	const after = "tables:\n  t:\n    capacity: {mode: provisioned, auto_scaling: {write: {min: 2/s, max: 5/s}}}\n    key: {shards: 3}\n"
	got, err := Edit("s.yaml", before, []Change{
		{"tables.t.capacity.auto_scaling.write.min", "1/s"},
		{"tables.t.capacity.auto_scaling.write", "{min: 2/s, max: 5/s}"},
		{"tables.t.key.shards", "3"},
	})
	if err != nil || got != after {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestEditRefuses(t *testing.T) {
	const text = "tables:\n  orders: {key: {partition: a}, indexes: {by-a: {}}}\ntraffic: [{name: w, rate: 1/s}]\nlist: [1, 2]\n"
	for _, c := range []struct{ name, text, path, value, want string }{
		{"a table that is not there", text, "tables.ordres.key.sort", "x", `s.yaml: tables.ordres.key.sort cannot be set to x: there is no table "ordres"; did you mean "orders"? Allowed: orders.`},
		{"an index that is not there", text, "tables.orders.indexes.b.key.sort", "x", `there is no index "b". Allowed: by-a`},
		{"an index where there is none", "tables: {t: {}}\n", "tables.t.indexes.b.key", "x", `there is no index "b"`},
		{"a workload that is not there", text, "traffic.v.rate", "x", `there is no workload "v"`},
		{"a workload where there is none", "tables: {}\n", "traffic.v.rate", "x", `there is no workload "v"`},
		{"an element that is not there", text, "list.2", "x", `there is no element "2". Allowed: 0, 1`},
		{"something within a value", text, "traffic.w.rate.ramp", "x", "traffic.w.rate is a single value, which has no ramp"},
		{"no path", text, "tables..key", "x", `"tables..key" is no path`},
		{"an empty path", text, "", "x", `"" is no path`},
		{"half a quote", text, `tables."a`, "x", "is no path"},
		{"no value", text, "list", "", `"" is no value of one line`},
		{"null", text, "list", "~", `"~" is no value of one line`},
		{"two values", text, "list", "1, 2", `"1, 2" is no value of one line`},
		{"a comment in a value", text, "list", "1 # one", "is no value of one line"},
		{"more than a value", text, "list", "1] #", "is no value of one line"},
		{"a value of two lines", text, "list", "a\n b", "is no value of one line"},
		{"a mapping without braces", text, "list", "a: b", "is no value of one line"},
		{"an open bracket", text, "list", "[1", "is no value of one line"},
		{"an alias", text, "list", "*a", "is no value of one line"},
		{"comments that would be lost", "a:\n  - 1 # one\n  - 2\n", "a", "[3]", "there are comments within the value there"},
		{"a comment in braces that would be lost", "a: {b: 1, # one\n c: 2}\n", "a", "{b: 3}", "there are comments within the value there"},
		{"a comment on a text that would be lost", "a: | # one\n  2\n", "a", "3", "there are comments within the value there"},
		{"an odd layout", "? a\n:\n  - b\n", "a", "3", "make the change by hand"},
		{"a pair in a list", "a: [b: 1]\n", "a.0.c", "3", "make the change by hand"},
		{"a key without a value", "a: {b}\n", "a.b", "3", "make the change by hand"},
		{"a scenario with a mistake", "a: &x 1\n", "a", "3", "s.yaml:1:4: &x is an anchor"},
	} {
		_, err := Edit("s.yaml", c.text, []Change{{c.path, c.value}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A # that is text, is no comment.
func TestEditTellsCommentsFromText(t *testing.T) {
	const before = "a:\n  - 'x # y'\n  - x#y\n  - {\"#\": 1}\n  - |\n    # text\nb: 1\n"
	after, err := Edit("s.yaml", before, []Change{{"a", "3"}})
	if want := "a: 3\nb: 1\n"; err != nil || after != want {
		t.Errorf("%v: %q, want %q", err, after, want)
	}
}
