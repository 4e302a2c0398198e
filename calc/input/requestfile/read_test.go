package requestfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ddbplan/calc/request"
)

const captured = `table: {key: {partition: pk, sort: sk}, indexes: {g: {key: {partition: gsiPk}, projection: [proj]}, l: {type: local, key: {sort: lsiSk}, projection: all}}}
`

// Calls that do several things at once; the figures are those of live DynamoDB,
// August 2026 (github.com/nubo-db/dynoxide), unless something else is said.
func TestSeveralActions(t *testing.T) {
	item := func(sk string, more string) string { return "{pk: {S: a}, sk: {S: " + sk + "}" + more + "}" }
	const both, gsi = ", gsiPk: {S: x}, lsiSk: {S: y}", ", gsiPk: {S: x}"
	large := ", fill: {S: " + strings.Repeat("f", 9200) + "}"
	medium := ", fill: {S: " + strings.Repeat("f", 3000) + "}"
	for _, c := range []struct{ name, text, want string }{
		{"two puts in a transaction", `operation: TransactWriteItems
items: [` + item("b", both) + ", " + item("c", both) + "]", "table 4, g 2, l 2"},
		{"three puts in a batch, two in one index and one in the other", `operation: BatchWriteItem
items: [` + item("b", both) + ", " + item("c", gsi) + ", " + item("d", "") + "]", "table 3, g 2, l 1"},
		{"delete of 9 KB and a small put", `operation: TransactWriteItems
actions:
  - {operation: DeleteItem, before: ` + item("b", large) + `}
  - {operation: PutItem, after: ` + item("c", "") + "}", "table 20"}, // 2×9 + 2×1
		{"its replay", `operation: TransactWriteItems
replay: true
actions:
  - {operation: DeleteItem, before: ` + item("b", large) + `}
  - {operation: PutItem, after: ` + item("c", "") + "}", "read 8"}, // 2×3 + 2×1
		{"a check beside a put", `operation: TransactWriteItems
actions:
  - {operation: ConditionCheck, before: ` + item("b", medium) + `}
  - {operation: PutItem, after: ` + item("c", both) + "}", "table 8, g 1, l 1"}, // 2×3 + 2×1
		// The page on transact-write-items of the AWS CLI has 10; see R3.26.
		{"local key moves, and a delete", `operation: TransactWriteItems
actions:
  - {operation: UpdateItem, before: ` + item("b", ", lsiSk: {S: y}") + `, after: ` + item("b", ", lsiSk: {S: z}") + `}
  - {operation: DeleteItem, before: ` + item("c", ", lsiSk: {S: y}") + "}", "table 4, l 3"},
		{"a cancelled transaction is planned in full", `operation: TransactWriteItems
condition_fails: true
actions:
  - {operation: DeleteItem, before: ` + item("b", large) + `}
  - {operation: PutItem, after: ` + item("c", both) + "}", "table 20"},
		{"a batch that deletes and replaces", `operation: BatchWriteItem
actions:
  - {operation: DeleteItem, before: ` + item("b", medium+gsi) + `}
  - {operation: PutItem, before: ` + item("c", medium) + `, after: ` + item("c", "") + "}", "table 6, g 1"},
		// The answer counts the failed statement in its total, and in no arm.
		{"of two statements one fails", `operation: BatchExecuteStatement
actions:
  - {statement: INSERT, before: ` + item("b", gsi) + `, after: ` + item("b", gsi) + `, condition_fails: true}
  - {statement: INSERT, after: ` + item("c", gsi) + "}", "table 2, g 1"},
		{"of four statements three fail, one over 3 KB", `operation: BatchExecuteStatement
actions:
  - {statement: INSERT, before: ` + item("b", "") + `, after: ` + item("b", "") + `, condition_fails: true}
  - {statement: INSERT, before: ` + item("c", "") + `, after: ` + item("c", "") + `, condition_fails: true}
  - {statement: INSERT, before: ` + item("d", ", x: {S: "+strings.Repeat("x", 2900)+"}") + `, after: ` + item("d", "") + `, condition_fails: true}
  - {statement: INSERT, after: ` + item("e", gsi) + "}", "table 6, g 1"}, // 1 + 1 + 3 + 1
		{"statements in a transaction", `operation: ExecuteTransaction
actions:
  - {statement: INSERT, after: ` + item("b", both) + `}
  - {statement: EXISTS, before: ` + item("c", medium) + "}", "table 8, g 1, l 1"},
		// A stored item is enough to tell that an INSERT fails.
		{"an INSERT over a stored item", "operation: ExecuteStatement\nstatement: INSERT\nbefore: " + item("b", medium+gsi) + "\nafter: " + item("b", gsi), "table 3"},
		{"one of two statements, by its stored item", `operation: BatchExecuteStatement
actions:
  - {statement: INSERT, before: ` + item("b", medium) + `, after: ` + item("b", gsi) + `}
  - {statement: INSERT, after: ` + item("c", gsi) + "}", "table 4, g 1"}, // 3 + 1
		{"an INSERT over a stored item cancels a transaction", `operation: ExecuteTransaction
actions:
  - {statement: INSERT, before: ` + item("b", medium) + `, after: ` + item("b", gsi) + `}
  - {statement: INSERT, after: ` + item("c", gsi) + "}", "table 8"}, // 2×3 + 2×1
		{"one statement", "operation: ExecuteStatement\nstatement: DELETE\nbefore: " + item("b", both), "table 1, g 1, l 1"},
		{"one statement that updates nothing", "operation: ExecuteStatement\nstatement: UPDATE\ncondition_fails: true", "table 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := meter(t, captured+c.text+"\n"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestReads(t *testing.T) {
	row := func(fill string) string { return "{pk: {S: a}, sk: {S: b}, lsiSk: {S: y}, fill: {S: " + fill + "}}" }
	large := row(strings.Repeat("f", 9200))
	keys := strings.Replace(captured, "projection: all", "projection: keys", 1)
	for _, c := range []struct{ name, text, want string }{
		{"get", "operation: GetItem\nconsistency: strong\nbefore: " + large, "read 3"},
		{"get by its list", "operation: GetItem\nitems: [" + large + "]", "read 1.5"},
		{"get of nothing", "operation: GetItem\nitems: [{}]", "read 0.5"},
		{"get in a transaction", "operation: GetItem\ntransact: true\nbefore: " + large, "read 6"},
		{"batch with missing keys", "operation: BatchGetItem\nitems: [" + large + ", {}, null]", "read 2.5"}, // 1.5 + 2 × 0.5
		{"query", "operation: Query\nitems: [" + large + ", " + row("f") + "]", "read 1.5"},                  // 9,241 B
		{"scan, strong", "operation: Scan\nconsistency: strong\nitems: [" + large + ", " + large + "]", "read 5"},
		{"query of an index", "operation: Query\nindex: l\nitems: [" + large + "]", "l read 0.5"},
		{"with fetch", "operation: Query\nindex: l\nfetch: true\nitems: [" + large + ", " + large + ", " + large + "]", "read 4.5, l read 0.5"},
		{"by PartiQL", "operation: ExecuteStatement\nstatement: SELECT\nindex: l\nconsistency: strong\nitems: [" + large + "]", "l read 1"},
		{"by PartiQL in a transaction", "operation: ExecuteTransaction\nstatement: SELECT\nitems: [" + row("f") + "]", "read 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := meter(t, keys+c.text+"\n"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// The same item in each way of writing it.
func TestWaysToWriteAnItem(t *testing.T) {
	const table = `table: {key: {partition: pk}}
operation: PutItem
`
	// pk 2+3, n 1+2, s 1+2, t 1+1, f 1+1, z 1+1, m 1+3+1+(1+2), l 1+3+2+(2+1),
	// empty 5+0: 39 B.
	const want = 39
	for name, text := range map[string]string{
		"typed YAML": table + `after: {pk: {S: abc}, n: {N: 12}, s: {S: "12"}, t: {BOOL: true}, f: {BOOL: false}, z: {NULL: true}, m: {M: {a: {S: xy}}}, l: {L: [{N: 7}, {BOOL: true}]}, empty: {S: ""}}`,
		"plain YAML": table + `after: {pk: abc, n: 12, s: "12", t: true, f: false, z: null, m: {a: xy}, l: [7, true], empty: ""}`,
		"typed JSON": `{"table": {"key": {"partition": "pk"}}, "operation": "PutItem", "after": {"pk": {"S": "abc"}, "n": {"N": "12"}, "s": {"S": "12"}, "t": {"BOOL": true}, "f": {"BOOL": false}, "z": {"NULL": true}, "m": {"M": {"a": {"S": "xy"}}}, "l": {"L": [{"N": "7"}, {"BOOL": true}]}, "empty": {"S": ""}}}`,
		"plain JSON": `{"table": {"key": {"partition": "pk"}}, "operation": "PutItem", "after": {"pk": "abc", "n": 12, "s": "12", "t": true, "f": false, "z": null, "m": {"a": "xy"}, "l": [7, true], "empty": ""}}`,
	} {
		file, found := Parse("r", []byte(text))
		if len(found) > 0 {
			t.Errorf("%s: %v", name, found)
			continue
		}
		if got := file.Request.After.Size(); got != want {
			t.Errorf("%s: %d B, want %d", name, got, want)
		}
	}
	// A map that looks like a typed value is a map in a plain item, and sets
	// and binaries exist in typed ones alone.
	for text, want := range map[string]int{
		"after: {pk: abc, m: {S: xy}}":                                   5 + 1 + 3 + 1 + 1 + 2,
		"after: {pk: {S: abc}, m: {S: xy}}":                              5 + 1 + 2,
		"after: {pk: {B: AAEC}, b: {BS: [AAE=, AA==]}, n: {NS: [1, 2]}}": 5 + 1 + 3 + 1 + 4,
	} {
		file, found := Parse("r", []byte(table+text))
		if len(found) > 0 || int(file.Request.After.Size()) != want {
			t.Errorf("%s: %v, %v, want %d B", text, file, found, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	const head = "table: {key: {partition: pk}}\n"
	for _, c := range []struct{ name, text, want string }{
		{"no table", "operation: PutItem\nafter: {pk: a}\n", "r.yaml:1:1: table is missing"},
		{"no operation", head + "after: {pk: a}\n", "r.yaml:1:1: operation is missing"},
		{"misspelt operation", head + "operation: PutItm\nafter: {pk: a}\n", `r.yaml:2:12: operation: unknown value "PutItm"; did you mean "PutItem"?`},
		{"misspelt key", head + "operation: PutItem\naftr: {pk: a}\n", `r.yaml:3:1: unknown key "aftr"; did you mean "after"?`},
		{"no image", head + "operation: PutItem\n", "r.yaml:2:12: PutItem needs the image after"},
		{"an item without its key", head + "operation: PutItem\nafter: {q: a}\n", "r.yaml:3:1: after: lacks pk"},
		{"the second of a list", head + "operation: BatchWriteItem\nitems:\n  - {pk: a}\n  - {q: a}\n", "r.yaml:5:5: items.1: lacks pk"},
		{"an image of an action", head + "operation: TransactWriteItems\nactions:\n  - {operation: PutItem, after: {pk: a}}\n  - {operation: PutItem, after: {pk: {S: \"\"}}}\n",
			"r.yaml:5:26: actions.1.after: has pk, an attribute of the table's key, empty"},
		{"two keys", head + "operation: UpdateItem\nbefore: {pk: a}\nafter: {pk: b}\n", "r.yaml:4:1: after: before and after have different keys"},
		{"an unknown index", head + "operation: Query\nindex: x\nitems: [{pk: a}]\n", `r.yaml:3:8: index: the table has no index "x"`},
		{"a local index without a sort key", "table:\n  key: {partition: pk}\n  indexes:\n    l: {type: local, key: {sort: s}, projection: all}\noperation: PutItem\nafter: {pk: a}\n",
			"r.yaml:4:5: index l is local, but the table has no sort key"},
		{"a type that does not exist", head + "operation: PutItem\nafter: {pk: {S: a}, x: {X: b}}\n", "r.yaml:3:21: x has no type, or not exactly one"},
		{"two types", head + "operation: PutItem\nafter: {pk: {S: a}, x: {S: b, N: 1}}\n", "r.yaml:3:21: x has no type"},
		{"a plain value in a typed item", head + "operation: PutItem\nafter: {pk: {S: a}, x: b}\n", "r.yaml:3:24: x: a single value stands where a mapping should"},
		{"no number", head + "operation: PutItem\nafter: {pk: {S: a}, x: {N: 1e999}}\n", "r.yaml:3:28: N: "},
		{"no base64", head + "operation: PutItem\nafter: {pk: {S: a}, x: {B: a}}\n", `r.yaml:3:28: B: "a" is not base64`},
		{"null as a false value", head + "operation: PutItem\nafter: {pk: {S: a}, x: {NULL: false}}\n", `r.yaml:3:31: NULL: unknown value "false"`},
		{"a number that is nothing", head + "operation: PutItem\nafter: {pk: {S: a}, x: {N: }}\n", "r.yaml:3:25: N: no value stands where a single value should"},
		{"an empty set", head + "operation: PutItem\nafter: {pk: {S: a}, x: {SS: []}}\n", "r.yaml:3:1: after: attribute x: an empty set"},
		{"an attribute twice", head + "operation: PutItem\nafter: {pk: a, x: b, x: c}\n", `r.yaml:3:22: "x" is here twice`},
		{"an item that is a list", head + "operation: PutItem\nafter: [a]\n", "r.yaml:3:1: after: a list stands where a mapping should"},
		{"an action of both kinds", head + "operation: TransactWriteItems\nactions: [{operation: PutItem, statement: INSERT, after: {pk: a}}]\n", "operation and statement stand side by side"},
		{"an operation for PartiQL", head + "operation: ExecuteTransaction\nactions: [{operation: PutItem, after: {pk: a}}]\n", "r.yaml:3:23: operation does not go with ExecuteTransaction"},
		{"a statement for none", head + "operation: TransactWriteItems\nactions: [{statement: INSERT, after: {pk: a}}]\n", "r.yaml:3:23: statement does not go with TransactWriteItems"},
		{"an update in a batch", head + "operation: BatchWriteItem\nactions: [{operation: UpdateItem, after: {pk: a}}]\n", "r.yaml:3:23: actions.0.operation: BatchWriteItem takes puts and deletes"},
		{"a failure within a transaction", head + "operation: TransactWriteItems\nactions: [{operation: PutItem, after: {pk: a}, condition_fails: true}]\n", "a transaction fails as a whole"},
		{"replay outside a transaction", head + "operation: PutItem\nreplay: true\nafter: {pk: a}\n", "r.yaml:2:12: only a write transaction can be replayed"},
		{"an item twice in a batch", head + "operation: BatchGetItem\nitems:\n  - {pk: a}\n  - {pk: b}\n  - {pk: {S: a}}\n", "r.yaml:6:5: items.2: the same item as items.0"},
		{"an item twice in a transaction", head + "operation: TransactWriteItems\nactions:\n  - {operation: PutItem, after: {pk: a}}\n  - {operation: ConditionCheck, before: {pk: a}}\n", "r.yaml:5:5: actions.1: the same item as actions.0"},
		{"actions of a put", head + "operation: PutItem\nactions: [{operation: PutItem, after: {pk: a}}]\n", "PutItem takes no actions"},
		{"more after it", `{"table": {"key": {"partition": "pk"}}, "operation": "PutItem", "after": {"pk": "a"}} x`, "r.yaml:1:87: something follows the end of the request"},
		{"nothing", "", "r.yaml: the file is empty"},
		{"no mapping", "- a\n", "r.yaml:1:1: a list stands where a mapping should"},
		{"an anchor", head + "operation: PutItem\nafter: &a {pk: a}\n", "r.yaml:3:8: &a is an anchor"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, found := Parse("r.yaml", []byte(c.text))
			if file != nil || found.Err() == nil || !strings.Contains(found.Err().Error(), c.want) {
				t.Errorf("%v, %v; want %q", file, found, c.want)
			}
		})
	}
}

func TestProjectionLeftOut(t *testing.T) {
	file, found := Parse("r.yaml", []byte(`table: {key: {partition: pk}, indexes: {g: {key: {partition: q}}}}
operation: PutItem
after: {pk: a, q: b, fill: ccc}
`))
	if len(found) != 1 || found.Err() != nil || !strings.Contains(found.Error(), "r.yaml:1:41: g: the request does not say which attributes index g projects; all of them are assumed") {
		t.Fatalf("found %v", found)
	}
	if x := file.Schema.Indexes[0]; !x.Projection.All {
		t.Errorf("the index is %+v", x)
	}
}

// Limits of the files themselves.
func TestSizes(t *testing.T) {
	request := func(n int) string {
		return `{"table": {"key": {"partition": "pk"}}, "operation": "PutItem", "after": {"pk": "a", "x": "` + strings.Repeat("x", n) + `"}}`
	}
	if _, found := Parse("r.json", []byte(request(409_000))); len(found) > 0 {
		t.Errorf("an item of 409,004 B: %v", found)
	}
	if _, found := Parse("r.json", []byte(request(409_600))); found.Err() == nil || !strings.Contains(found.Error(), "after: has 409604 B") { // pk 3, x 1
		t.Errorf("an item that is too large: %.300v", found)
	}
	if _, found := Parse("r.json", []byte(request(17<<20))); found.Err() == nil || !strings.Contains(found.Error(), "larger than 16MB") {
		t.Errorf("a file that is too large: %.300v", found)
	}
	if _, found := Parse("r.yaml", []byte("after: "+strings.Repeat("x", 5<<20))); found.Err() == nil || !strings.Contains(found.Error(), "larger than 4MB, the most for YAML; JSON may have 16MB") {
		t.Errorf("a YAML file that is too large: %.300v", found)
	}
	// 31 maps in the item are its 32 levels; one more is too deep.
	nested := func(levels int) string {
		return `{"table": {"key": {"partition": "pk"}}, "operation": "PutItem", "after": {"pk": {"S": "a"}, "x": ` +
			strings.Repeat(`{"M": {"m": `, levels) + `{"S": "y"}` + strings.Repeat("}}", levels) + "}}"
	}
	if _, found := Parse("r.json", []byte(nested(31))); len(found) > 0 {
		t.Errorf("31 maps: %v", found)
	}
	if _, found := Parse("r.json", []byte(nested(32))); found.Err() == nil || !strings.Contains(found.Error(), "nested too deep") {
		t.Errorf("32 maps: %v", found)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.yaml")
	text := captured + "operation: PutItem\nafter: {pk: a, sk: b, gsiPk: x}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, found := Read(path)
	if len(found) > 0 || file.Request.Operation != request.PutItem || len(file.Schema.Indexes) != 2 {
		t.Errorf("%+v, %v", file, found)
	}
	again, found := ReadFrom(strings.NewReader(text), "standard input")
	if len(found) > 0 || !again.Request.After.Equal(file.Request.After) {
		t.Errorf("%+v, %v", again, found)
	}
	for path, want := range map[string]string{
		path + ".none":     "the request cannot be read: no such file",
		filepath.Dir(path): "the request cannot be read: it is a directory",
	} {
		if file, found := Read(path); file != nil || found.Err() == nil || !strings.Contains(found.Error(), want) {
			t.Errorf("%v, %v; want %q", file, found, want)
		}
	}
}

// FuzzParse feeds any text: it is a request that can be metered, or a list of
// mistakes.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		captured + "operation: PutItem\nafter: {pk: a, sk: b}\n",
		captured + "operation: Query\nindex: l\nfetch: true\nitems: [{pk: {S: a}, sk: {S: b}, lsiSk: {B: AA==}}]\n",
		captured + "operation: ExecuteTransaction\nactions: [{statement: EXISTS, before: {pk: a, sk: 1}}]\n",
		`{"table": {"key": {"partition": "p"}}, "operation": "GetItem", "items": [{}]}`,
		"table: {key: {}}\noperation: x", "{", "? []\n: 1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, found := Parse("r", []byte(text))
		if (file == nil) != (found.Err() != nil) {
			t.Fatalf("request %v with %v", file, found)
		}
		if file == nil {
			return
		}
		if _, err := request.Meter(file.Schema, file.Request); err != nil {
			t.Errorf("what is read cannot be metered: %v", err)
		}
	})
}
