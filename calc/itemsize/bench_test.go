package itemsize

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize/itemtest"
	"ddbplan/calc/units"
)

// BenchmarkScanner sizes the same items with the scanner, with encoding/json into
// a map, and with the tokenizer of jsontext, in turn. x-json and x-jsontext are
// how many times as fast the scanner is: medians, as other programs may take the
// core away.
func BenchmarkScanner(b *testing.B) {
	for _, shape := range itemtest.Shapes {
		b.Run(shape.Name, func(b *testing.B) {
			items := shape.Items(1 << 20)
			var s Scanner
			var tokens tokenizer
			sizers := []func([]byte) units.Bytes{
				func(item []byte) units.Bytes { got, _ := s.Scan(item); return got.Size },
				mapSize,
				tokens.size,
			}
			var speeds, overMap, overTokens []float64
			for b.Loop() {
				var spent [3]float64
				var totals [3]units.Bytes
				for i, size := range sizers {
					start := time.Now()
					for _, item := range items {
						totals[i] += size(item)
					}
					spent[i] = time.Since(start).Seconds()
				}
				if totals[0] == 0 || totals[0] != totals[1] || totals[0] != totals[2] {
					b.Fatalf("sizes differ: %d", totals)
				}
				speeds = append(speeds, 1/spent[0])
				overMap = append(overMap, spent[1]/spent[0])
				overTokens = append(overTokens, spent[2]/spent[0])
			}
			b.ReportMetric(median(speeds)*float64(len(bytes.Join(items, nil)))/1e6, "MB/s")
			b.ReportMetric(median(overMap), "x-json")
			b.ReportMetric(median(overTokens), "x-jsontext")
			b.ReportMetric(testing.AllocsPerRun(1, func() {
				for _, item := range items {
					s.Scan(item)
				}
			}), "allocs")
		})
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// mapSize is what most programs do.
func mapSize(item []byte) units.Bytes {
	var attributes map[string]map[string]any
	if err := json.Unmarshal(item, &attributes); err != nil {
		return 0
	}
	var size units.Bytes
	for name, v := range attributes {
		size += units.Bytes(len(name)) + mapValueSize(v)
	}
	return size
}

func mapValueSize(v map[string]any) (size units.Bytes) {
	for kind, content := range v {
		switch content := content.(type) {
		case string:
			return textSize(kind, []byte(content))
		case bool:
			return facts.FlagSize
		case map[string]any:
			size = facts.ContainerOverhead
			for name, v := range content {
				size += facts.ElementOverhead + units.Bytes(len(name)) + mapValueSize(v.(map[string]any))
			}
		case []any:
			size = facts.ContainerOverhead
			for _, v := range content {
				size += facts.ElementOverhead + mapValueSize(v.(map[string]any))
			}
		}
	}
	return size
}

func textSize(kind string, text []byte) units.Bytes {
	switch kind {
	case "N":
		d, _ := scanDecimal(text)
		return d.size()
	case "B":
		length, _ := base64Length(text)
		return units.Bytes(length)
	}
	return units.Bytes(len(text))
}

// tokenizer sizes items with the tokens of jsontext, allocating nothing.
type tokenizer struct {
	dec jsontext.Decoder
	in  bytes.Buffer
}

func (t *tokenizer) size(item []byte) units.Bytes {
	t.in = *bytes.NewBuffer(item) // the decoder reads a buffer in place
	t.dec.Reset(&t.in)
	return t.members(0)
}

func (t *tokenizer) members(each units.Bytes) (size units.Bytes) {
	t.dec.ReadToken()
	for t.dec.PeekKind() == jsontext.KindString {
		name, _ := t.dec.ReadValue()
		size += each + units.Bytes(len(name)-2) + t.value()
	}
	t.dec.ReadToken()
	return size
}

func (t *tokenizer) value() (size units.Bytes) {
	t.dec.ReadToken()
	key, _ := t.dec.ReadValue()
	kind, _ := ParseKind(string(key[1 : len(key)-1]))
	switch kind {
	case S, N, B:
		text, _ := t.dec.ReadValue()
		size = textSize(kind.String(), text[1:len(text)-1])
	case M:
		size = facts.ContainerOverhead + t.members(facts.ElementOverhead)
	case L:
		size = facts.ContainerOverhead
		t.dec.ReadToken()
		for t.dec.PeekKind() == jsontext.KindBeginObject {
			size += facts.ElementOverhead + t.value()
		}
		t.dec.ReadToken()
	default:
		size = facts.FlagSize
		t.dec.SkipValue()
	}
	t.dec.ReadToken()
	return size
}

// nestedOrder has 166 B.
const nestedOrder = `{"customer_id":{"S":"c#4711"},"order_id":{"S":"2026-11-24#0001"},"status":{"S":"open"},"total":{"N":"129.90"},` +
	`"lines":{"L":[{"M":{"sku":{"S":"A-100"},"qty":{"N":"2"}}},{"M":{"sku":{"S":"B-20"},"qty":{"N":"1"}}}]},` +
	`"ship_to":{"M":{"city":{"S":"Zürich"},"zip":{"S":"8001"}}},"tags":{"SS":["gift","vip"]},"gift_wrap":{"BOOL":true},"note":{"S":"ring 2x"}}`

// BenchmarkItemSize sizes an item that has been read already.
func BenchmarkItemSize(b *testing.B) {
	item, err := ParseDynamoDB([]byte(nestedOrder))
	if err != nil {
		b.Fatal(err)
	}
	if size := item.Size(); size != 166 {
		b.Fatalf("%d B, want 166", size)
	}
	b.ReportAllocs()
	for b.Loop() {
		item.Size()
	}
}
