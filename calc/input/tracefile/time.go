package tracefile

import (
	"strings"
	"time"

	"ddbplan/calc/input/rows"
)

const (
	spaced = "2006-01-02 15:04:05"
	bare   = "2006-01-02T15:04:05"
)

// latest is the end of year 9999. Larger numbers are milliseconds, most likely.
var latest = float64(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).Unix())

// parseTime returns a time in seconds since 1970.
func parseTime(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if seconds, ok := rows.Number(text); ok {
		return seconds, seconds < latest
	}
	for _, layout := range []string{spaced, time.RFC3339, bare} {
		if t, err := time.Parse(layout, text); err == nil {
			return float64(t.Unix()) + float64(t.Nanosecond())/1e9, true
		}
	}
	return 0, false
}

// timeText writes seconds since 1970 for a message.
func timeText(seconds float64) string {
	return time.Unix(int64(seconds), 0).UTC().Format(time.RFC3339)
}
