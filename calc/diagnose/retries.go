package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// retries tells whether SDKs try the refused request again by themselves.
func (f *Finding) retries() (retried bool, told []Advice) {
	seen := append([]string{f.Name}, f.With...)
	switch {
	case slices.Contains(seen, UnprocessedName):
		return false, []Advice{{Text: "No: the call succeeded. The caller sends the unprocessed part again, with growing pauses; Java's Enhanced Client and boto3's batch_writer do that, plain clients do not.", Rules: []string{"R8.40", "R9.13"}}}
	case slices.Contains(seen, facts.TransactionException) || f.Kind == Code:
		return false, []Advice{{Text: "No: a cancelled transaction is not tried again. The caller does, with the same client token, and with growing pauses.", Rules: []string{"R8.42", "R9.6", "R9.13"}}}
	}
	return true, []Advice{
		{Text: fmt.Sprintf("Yes: SDKs of late 2026 make %d attempts, after waits of up to %s, as long as the retry quota of the client lasts.", facts.Attempts2026, waits()), Rules: []string{"R9.2", "R9.3", "R9.6"}},
		{Text: fmt.Sprintf("Older ones make from %d to %d attempts, some more; Java and Kotlin still keep theirs.", facts.AttemptsStandard, facts.AttemptsLegacyPython), Rules: []string{"R9.1", "R9.10", "R9.12"}},
		{When: "it is in a transaction", Text: "No: one throttled action cancels the whole, and that is not tried again.", Rules: []string{"R8.42"}},
		{When: "it is a part of a batch", Text: "No: what was not done is handed back, and is the caller's to send again.", Rules: []string{"R8.40"}},
	}
}

// waits lists the longest waits between the attempts.
func waits() string {
	var list []string
	wait := units.Span(facts.ThrottledBase2026)
	for range facts.Attempts2026 - 1 {
		list = append(list, min(wait, facts.RetryCap).String())
		wait *= 2
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}
