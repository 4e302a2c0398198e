package scenariofile

import "testing"

func TestMistakesOfClients(t *testing.T) {
	clients := func(text string) edit { return edit{"{retries: none}", "{" + text + "}"} }
	own := func(text string) edit { return work("operation: BatchWriteItem\n    items: 5\n    " + text) }
	expectFaults(t, []fault{
		{"none", []edit{{"clients: {retries: none}\n", ""}}, nil},
		{"nothing said of them", []edit{clients("")}, nil},
		{"everything said of them", []edit{clients("retries: legacy-java, count: 200, unprocessed: drop")}, nil},
		{"a list", []edit{clients("retries: [none]")}, []string{
			"4:11: retries: a list stands where a single value should",
		}},
		{"no such policy", []edit{clients("retries: sdk-2025")}, []string{
			`4:20: retries: unknown value "sdk-2025"; did you mean "sdk-2026"?`,
		}},
		{"no such key", []edit{clients("retires: none")}, []string{
			`4:11: unknown key "retires"; did you mean "retries"?`,
		}},
		{"a number of them", []edit{clients("count: 1G")}, nil},
		{"too many", []edit{clients("count: 1000000001")}, []string{
			`4:18: count: "1000000001" is out of range`,
		}},
		{"too few", []edit{clients("count: 0")}, []string{
			`4:18: count: "0" is out of range`,
		}},
		{"no such handling", []edit{clients("unprocessed: resent")}, []string{
			`4:24: unprocessed: unknown value "resent"; did you mean "resend"?`,
		}},
		{"one attempt that never waits", []edit{clients("retries: {attempts: 1, base: 0s, cap: 0s}")}, nil},
		{"the most of all", []edit{clients("retries: {attempts: 100, base: 5m, cap: 5m}")}, nil},
		{"beyond it", []edit{clients("retries: {attempts: 101, base: 1s, cap: 301s}")}, []string{
			`4:31: attempts: "101" is out of range`,
			`4:51: cap: "301s" is out of range`,
		}},
		{"no attempt", []edit{clients("retries: {attempts: 0, base: 1s, cap: 2s}")}, []string{
			`4:31: attempts: "0" is out of range`,
		}},
		{"a base above the cap", []edit{clients("retries: {attempts: 4, base: 20.1s, cap: 20s}")}, []string{
			"4:11: retries: base (20.1s) is above cap (20s), which bounds every wait; lower the first or raise the second",
		}},
		{"a base without a unit", []edit{clients("retries: {attempts: 4, base: 20, cap: 1s}")}, []string{
			`4:40: base: "20" has no unit`,
		}},
		{"attempts alone", []edit{clients("retries: {attempts: 4}")}, []string{
			"4:11: retries: base is missing",
			"4:11: retries: cap is missing",
		}},
		{"of a workload", []edit{own("clients: {retries: sdk-2027, unprocessed: dorp}")}, []string{
			`15:24: retries: unknown value "sdk-2027"; did you mean "sdk-2026"?`,
			`15:47: unprocessed: unknown value "dorp"; did you mean "drop"?`,
		}},
		{"of a workload, key by key", []edit{own("retries: stnadard\n    count: 0\n    unprocessed: drop")}, []string{
			`15:14: retries: unknown value "stnadard"; did you mean "standard"?`,
			`16:12: count: "0" is out of range`,
		}},
		{"of a workload, in both ways", []edit{own("clients: {retries: none}\n    count: 5")}, nil},
		{"of a workload, twice", []edit{own("clients: {retries: none}\n    retries: standard")}, []string{
			"16:14: retries stands in clients as well",
		}},
		{"what only batches leave", []edit{work("operation: PutItem\n    clients: {unprocessed: drop}")}, []string{
			`warning: 14:28: traffic "w": unprocessed changes nothing, because PutItem is no batch`,
		}},
		{"what only batches leave, by itself", []edit{work("operation: TransactWriteItems\n    items: 2\n    unprocessed: resend")}, []string{
			`warning: 15:18: traffic "w": unprocessed changes nothing, because TransactWriteItems is no batch`,
		}},
		{"what a batch that is read leaves", []edit{work("operation: BatchGetItem\n    items: 2\n    unprocessed: drop")}, nil},
	})
}
