package scenariofile

import (
	"strings"
	"testing"
)

func TestMistakesOfParts(t *testing.T) {
	// parts makes the workload one of several parts; the first stands in line 13.
	parts := func(operation, list string) edit {
		return edit{"table: t\n    operation: PutItem", "operation: " + operation + "\n    parts: [" + list + "]"}
	}
	transact := func(list string) edit { return parts("TransactWriteItems", list) }
	sorted := edit{"{partition: pk}", "{partition: pk, sort: sk}"}
	expectFaults(t, []fault{
		{"puts and a check", []edit{transact("{table: t, put: 1KB}, {table: t, check: 2KB}")}, nil},
		{"none", []edit{transact("")}, []string{
			"13:5: parts is empty",
		}},
		{"no list", []edit{{"table: t\n    operation: PutItem", "operation: TransactWriteItems\n    parts: all"}}, []string{
			"13:12: parts: a single value stands where a list should",
		}},
		{"no mapping", []edit{transact("put, {table: t, put: 1KB}")}, []string{
			"13:13: parts: a single value stands where a mapping should",
		}},
		{"nothing to do", []edit{transact("{table: t}")}, []string{
			"13:13: parts has none of put, update, delete, check",
		}},
		{"two things to do", []edit{transact("{table: t, put: 1KB, check: 1KB}")}, []string{
			"13:13: parts: put and check stand side by side",
		}},
		{"a misspelt thing to do", []edit{transact("{table: t, upadte: 1KB}")}, []string{
			`13:24: unknown key "upadte"; did you mean "update"?`,
		}},
		{"no table", []edit{transact("{put: 1KB}")}, []string{
			"13:13: parts: table is missing",
		}},
		{"a table that is not there", []edit{transact("{table: t, put: 1KB}, {table: u, put: 1KB}")}, []string{
			`13:43: table: unknown table "u"`,
		}},
		{"the largest item", []edit{transact("{table: t, put: 400KB}")}, nil},
		{"an item too large", []edit{transact("{table: t, put: 401KB}")}, []string{
			`13:29: put: "401KB" is out of range`,
		}},
		{"a bare size", []edit{transact("{table: t, delete: 5}")}, []string{
			`13:32: delete: "5" has no unit`,
		}},
		{"of a PutItem", []edit{work("operation: PutItem\n    parts: [{table: t, put: 1KB}]")}, []string{
			"14:5: parts does not go with PutItem",
		}},
		{"of a TransactGetItems", []edit{parts("TransactGetItems", "{table: t, put: 1KB}")}, []string{
			"13:5: parts does not go with TransactGetItems",
		}},
		{"of a batch", []edit{parts("BatchWriteItem", "{table: t, put: 1KB}, {table: t, delete: 1KB}")}, nil},
		{"that no batch has", []edit{parts("BatchWriteItem", "{table: t, update: 1KB}, {table: t, check: 1KB}")}, []string{
			"13:32: update does not go with BatchWriteItem",
			"13:56: check does not go with BatchWriteItem",
		}},
		{"as many as a batch may have", []edit{parts("BatchWriteItem", many(25, "{table: t, put: %dB}"))}, nil},
		{"more than a batch may have", []edit{parts("BatchWriteItem", many(26, "{table: t, put: %dB}"))}, []string{
			"13:5: parts: 26 are too many",
		}},
		{"as many as a transaction may have", []edit{transact(many(100, "{table: t, check: %dB}"))}, nil},
		{"more than a transaction may have", []edit{transact(many(101, "{table: t, check: %dB}"))}, []string{
			"13:5: parts: 101 are too many",
		}},
		// 4 MB are 4,194,304 bytes: ten items of 400 KB are 4,096,000, and 98,304 are 96 KB.
		{"as large as a transaction may be", []edit{transact(strings.Repeat("{table: t, put: 400KB}, ", 10) + "{table: t, check: 96KB}")}, nil},
		{"larger than a transaction may be", []edit{transact(strings.Repeat("{table: t, put: 400KB}, ", 10) + "{table: t, check: 98305B}")}, []string{
			"13:5: parts: their 11 items are 4194305B, too much for one call",
		}},
		{"what they say for themselves", []edit{index(""), work("operation: TransactWriteItems\n    parts: [{table: t, put: 1KB, index_keys: {x: single}}]\n    items: 2\n    item: 1KB\n    touches: [x]\n    keys: uniform\n    index_keys: {x: single}")}, []string{
			"13:12: table stands beside parts",
			"16:12: items stands beside parts",
			"17:11: item stands beside parts",
			"18:5: touches stands beside parts",
			"19:11: keys stands beside parts",
			"20:5: index_keys stands beside parts",
		}},
		{"what a transaction has not", []edit{transact("{table: t, put: 1KB}]\n    replaces: 5%\n    changes: [a]\n    segments: [1")}, []string{
			"14:15: replaces does not go with TransactWriteItems",
			"15:5: changes does not go with TransactWriteItems",
			"16:5: segments: a list stands where a single value should",
		}},
		{"what a check has not", []edit{index(""), transact("{table: t, check: 1KB, touches: [x], changes: [a], index_keys: {x: single}, keys: single}")}, []string{
			"14:36: touches does not go with ConditionCheck",
			"14:50: changes does not go with ConditionCheck",
			"14:64: index_keys does not go with ConditionCheck",
		}},
		{"changes of a put", []edit{transact("{table: t, put: 1KB, changes: [a]}")}, []string{
			"13:34: changes does not go with PutItem",
		}},
		{"changes of the key", []edit{transact("{table: t, update: 1KB, changes: [pk]}")}, []string{
			`13:37: pk: it belongs to the key of table "t"`,
		}},
		{"an index that is not there", []edit{index(""), transact("{table: t, put: 1KB, touches: [y], index_keys: {y: single}}")}, []string{
			`14:34: y: unknown index "y"`,
			`14:64: y: unknown index "y"`,
		}},
		{"a move that is none", []edit{index(""), transact("{table: t, update: 1KB, changes: [b], index_keys: {x: {from: single, to: uniform}}}")}, []string{
			"14:64: x: from and to tell of a move, but no key attribute of the index changes",
		}},
		{"a move beside changes that are none", []edit{index(""), transact("{table: t, update: 1KB, changes: b, index_keys: {x: {from: single, to: uniform}}}")}, []string{
			"14:46: changes: a single value stands where a list should",
		}},
		{"no such keys", []edit{transact("{table: t, put: 1KB, keys: {zipf: {exponent: 1}}}")}, []string{
			"13:41: zipf: count is missing",
		}},
		{"keys that the table must tell", []edit{sorted, transact("{table: t, put: 1KB, keys: single}, {table: t, check: 1KB}")}, []string{
			`8:5: keys is missing, and "w" spreads over the table's keys`,
		}},
		{"keys of their own", []edit{sorted, transact("{table: t, put: 1KB, keys: single}, {table: t, check: 1KB, keys: single}")}, nil},
		{"keys that could not be read", []edit{sorted, transact("{table: t, put: 1KB, keys: sinlge}")}, []string{
			`13:40: keys: unknown value "sinlge"; did you mean "single"?`,
		}},
		{"an entry of the larger item of a part", []edit{table("indexes: {x: {key: {partition: a}, projection: [b], entry: 1025B}}"), transact("{table: t, put: 1025B, index_keys: {x: single}}")}, nil},
		{"no operation", []edit{{"table: t\n    operation: PutItem", "parts: [{table: u, put: 1KB}]"}}, []string{
			"11:5: operation is missing",
		}},
	})
}
