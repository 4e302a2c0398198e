package csv

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"ddbplan/calc/plan"
)

var cloudWatchHeader = []string{"time", "minute", "resource", "operation", "metric", "sum"}

// WriteCloudWatch writes the metrics that CloudWatch would hold, a row for each
// minute and metric, to be laid beside the real ones. The time of day, in UTC as
// CloudWatch has it, is empty where the scenario has no date; an operation is
// named where the metric is told by operation.
func WriteCloudWatch(w io.Writer, span plan.Span, metrics plan.CloudWatch) error {
	out := csv.NewWriter(w)
	if err := out.Write(cloudWatchHeader); err != nil {
		return err
	}
	record := make([]string, len(cloudWatchHeader))
	for d := range metrics.All() {
		record = append(record[:0], timeOf(span, d.Minute), strconv.Itoa(d.Minute), d.Resource, d.Operation, d.Metric, number(d.Sum))
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// timeOf is when a minute begins.
func timeOf(span plan.Span, minute int) string {
	if !span.Dated {
		return ""
	}
	return span.Start.UTC().Add(time.Duration(minute) * time.Minute).Format(time.RFC3339)
}
