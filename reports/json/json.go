// Package json writes a result in its fixed JSON form, for programs.
package json

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/plan"
	"ddbplan/calc/sharding"
)

// document is a result with the part that is too long to be held as JSON: a
// quarter of a year has a hundred thousand minutes, each with many metrics.
type document struct {
	*plan.Result
	CloudWatch plan.CloudWatch `json:"cloudwatch"`
}

// datum is one metric in one minute.
type datum struct {
	Minute    int     `json:"minute"`
	Resource  string  `json:"resource"`
	Operation string  `json:"operation,omitempty"` // ThrottledRequests are told by it
	Metric    string  `json:"metric"`
	Sum       float64 `json:"sum"`
}

var options = json.JoinOptions(
	jsontext.WithIndent("  "),
	json.Deterministic(true), // keys of maps in order
	json.FormatNilSliceAsNull(true),
	json.FormatNilMapAsNull(true),
	jsontext.EscapeForJS(true),      // U+2028 and U+2029 end lines in some readers
	jsontext.AllowInvalidUTF8(true), // replaced, as in every other format
	json.WithMarshalers(json.MarshalToFunc(writeCloudWatch)),
)

// Write writes an answer indented by two spaces, with a newline at the end. A
// result holds no NaN and no infinity; one that did would be an error and
// nothing would be written.
func Write[T plan.Result | plan.RampAnswer | sharding.Answer](w io.Writer, answer *T) error {
	// What goes out as it is made cannot be taken back, so what
	// may be refused, all but the long part, is tried first.
	if err := json.MarshalWrite(io.Discard, answer, options); err != nil {
		return fmt.Errorf("the result cannot be written as JSON: %w", err)
	}
	var whole any = answer
	if result, ok := whole.(*plan.Result); ok {
		whole = document{result, result.CloudWatch}
	}
	if err := json.MarshalWrite(w, whole, options); err != nil {
		if cause := errors.Unwrap(err); cause != nil { // of the writer, which has its own words
			return cause
		}
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// writeCloudWatch writes the metrics as one flat list, datum by datum.
func writeCloudWatch(out *jsontext.Encoder, metrics plan.CloudWatch) error {
	if err := out.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for d := range metrics.All() {
		if err := json.MarshalEncode(out, datum{d.Minute, d.Resource, d.Operation, d.Metric, d.Sum}); err != nil {
			return err
		}
	}
	return out.WriteToken(jsontext.EndArray)
}
