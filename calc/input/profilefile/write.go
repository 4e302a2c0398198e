package profilefile

import (
	"bufio"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"ddbplan/calc/profile"
)

// Write writes the counts of a profile.
func Write(w io.Writer, p *profile.Profile) error {
	record := p.Record()
	out := writer{Writer: bufio.NewWriter(w)}
	out.printf("{\n\"ddbplan_sizes\": %d,\n\"schema\": ", Version)
	out.value(fromSchema(record.Schema))
	out.printf(",\n\"unreadable\": %d,\n\"lost\": %d,\n\"over_limit\": %d,\n\"types\": ", record.Unreadable, record.Lost, record.OverLimit)
	out.value(record.Types)
	out.printf(",\n\"resources\": [\n")
	for i, r := range record.Resources {
		out.resource(r)
		out.comma(i, len(record.Resources))
	}
	out.printf("]\n}\n")
	if out.err != nil {
		return out.err
	}
	return out.Flush()
}

// writer keeps the first mistake; those of writing are kept by the buffer.
type writer struct {
	*bufio.Writer
	err error
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *writer) value(v any) {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil && w.err == nil {
		w.err = err
	}
	w.Write(text)
}

// comma ends the line of the i-th of n elements.
func (w *writer) comma(i, n int) {
	if i < n-1 {
		w.WriteByte(',')
	}
	w.WriteByte('\n')
}

func (w *writer) resource(r profile.ResourceRecord) {
	w.printf("{\"sizes\": [\n")
	for i, s := range r.Sizes {
		w.printf("[%d,%d]", s.Bytes, s.Items)
		w.comma(i, len(r.Sizes))
	}
	w.printf("]")
	if r.Keys != nil {
		w.keys(r.Keys)
	}
	w.printf("}")
}

func (w *writer) keys(k *profile.KeysRecord) {
	w.printf(",\n\"keys\": {\"level\": %d, \"kept\": [\n", k.Level)
	for i, c := range k.Kept {
		w.value(kept{c.Name, hash(c.Hash), c.Items, int64(c.Bytes)})
		w.comma(i, len(k.Kept))
	}
	w.printf("], \"rows\": [")
	for i, row := range k.Rows {
		w.printf("\n")
		w.value(row)
		if i < len(k.Rows)-1 {
			w.printf(",")
		}
	}
	w.printf("], \"sample_level\": %d, \"sample\": [\n", k.SampleLevel)
	for i, s := range k.Sample {
		w.value(sampled{hash(s.Item), s.Name, hash(s.Hash)})
		w.comma(i, len(k.Sample))
	}
	w.printf("]}")
}
