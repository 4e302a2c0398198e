package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"ddbplan/calc/plan"
	"ddbplan/reports/internal/sample"
	"ddbplan/reports/json"
)

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := json.Write(&out, sample.Adverse()); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, "{\n  \"ddbplan\": \"0.1.0\",\n  \"schema\": 1,\n") || !strings.HasSuffix(text, "}\n") {
		t.Errorf("starts %q, ends %q", text[:40], text[len(text)-5:])
	}
	var back struct {
		Scenario string
		Verdict  struct {
			Onset *float64 `json:"onset_s"`
		}
	}
	if err := stdjson.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if back.Scenario != sample.Hostile[0] || *back.Verdict.Onset != 3824.75 {
		t.Errorf("read back %q and %v", back.Scenario, *back.Verdict.Onset)
	}
}

// The metrics come last, one object for each minute in which something happened.
func TestCloudWatchIsAFlatList(t *testing.T) {
	r := sample.Clean()
	r.CloudWatch = plan.CloudWatch{
		{Resource: "orders", Name: "ConsumedWriteCapacityUnits", Sums: []plan.MinuteSum{{Minute: 0, Sum: 12000}, {Minute: 2, Sum: 0.5}}},
		{Resource: "orders", Operation: "PutItem", Name: "ThrottledRequests", Sums: []plan.MinuteSum{{Minute: 2, Sum: 3}}},
	}
	var out bytes.Buffer
	if err := json.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	const want = `,
  "cloudwatch": [
    {
      "minute": 0,
      "resource": "orders",
      "metric": "ConsumedWriteCapacityUnits",
      "sum": 12000
    },
    {
      "minute": 2,
      "resource": "orders",
      "metric": "ConsumedWriteCapacityUnits",
      "sum": 0.5
    },
    {
      "minute": 2,
      "resource": "orders",
      "operation": "PutItem",
      "metric": "ThrottledRequests",
      "sum": 3
    }
  ]
}
`
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("ends %q", out.String()[out.Len()-len(want):])
	}
}

// All but the metrics is what encoding/json would write, which programs have
// come to read.
func TestBytesAreThoseOfEncodingJSON(t *testing.T) {
	odd := &plan.Result{Scenario: "\u2028\x7f\x01<>&\b", Verdict: plan.Verdict{Probability: 1e-9, ThrottledShare: 1e21}}
	for _, r := range []*plan.Result{sample.Adverse(), sample.Clean(), {}, odd} {
		var want, got bytes.Buffer
		encoder := stdjson.NewEncoder(&want)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(r); err != nil {
			t.Fatal(err)
		}
		if err := json.Write(&got, r); err != nil {
			t.Fatal(err)
		}
		if open := bytes.TrimSuffix(want.Bytes(), []byte("\n}\n")); !bytes.HasPrefix(got.Bytes(), open) {
			t.Errorf("got  %s\nwant %s", got.Bytes(), open)
		}
	}
}

func TestErrorsOfTheFileReachTheCaller(t *testing.T) {
	r := sample.Clean()
	r.CloudWatch = plan.CloudWatch{{Resource: "orders", Name: "m", Sums: make([]plan.MinuteSum, 1e5)}}
	if err := json.Write(full{}, r); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("no space left")

func TestNotANumberIsAnError(t *testing.T) {
	r := sample.Clean()
	r.Verdict.Probability = math.NaN()
	var out bytes.Buffer
	if err := json.Write(&out, r); err == nil || out.Len() != 0 {
		t.Errorf("error %v after %d bytes", err, out.Len())
	}
}
