package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"math"
	"strings"
	"testing"

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

func TestNotANumberIsAnError(t *testing.T) {
	r := sample.Clean()
	r.Verdict.Probability = math.NaN()
	var out bytes.Buffer
	if err := json.Write(&out, r); err == nil || out.Len() != 0 {
		t.Errorf("error %v after %d bytes", err, out.Len())
	}
}
