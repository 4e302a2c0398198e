// Package itemtest makes up items for benchmarks.
package itemtest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Shape is a kind of items.
type Shape struct {
	Name string
	item func(r *rand.Rand, out *bytes.Buffer)
}

// Shapes are items as tables hold them: orders with 8 attributes, some 460 bytes
// of JSON each; readings with 42 attributes; orders with 6 KB of base64 and 6 KB
// of text.
var Shapes = []Shape{{"460B", small}, {"42attributes", wide}, {"12KB", blob}}

// Items makes items of a shape in DynamoDB JSON, of at least so many bytes in all.
// They are the same every time.
func (s Shape) Items(bytesAtLeast int) (items [][]byte) {
	r := rand.New(rand.NewPCG(1, 2))
	for size := 0; size < bytesAtLeast; {
		var out bytes.Buffer
		out.WriteByte('{')
		s.item(r, &out)
		out.WriteByte('}')
		items = append(items, out.Bytes())
		size += out.Len()
	}
	return items
}

func small(r *rand.Rand, out *bytes.Buffer) {
	fmt.Fprintf(out, `"customer_id":{"S":"%08x-%04x-4%03x-%04x-%012x"},"order_id":{"S":"2026-11-%02dT%02d:%02d:%02dZ#%010x"},"status":{"S":"%s"},`,
		r.Uint32(), r.IntN(1<<16), r.IntN(1<<12), r.IntN(1<<16), r.Int64N(1<<48),
		r.IntN(30)+1, r.IntN(24), r.IntN(60), r.IntN(60), r.Int64N(1<<40), words(r, 1))
	fmt.Fprintf(out, `"total":{"N":"%d.%02d"},"created":{"N":"%d"},"gift":{"BOOL":%t},`,
		r.IntN(1000), r.IntN(100), 1760000000+r.IntN(1e7), r.IntN(2) == 0)
	fmt.Fprintf(out, `"address":{"M":{"street":{"S":"%s %d"},"city":{"S":"Zürich"},"zip":{"S":"%d"},"country":{"S":"CH"}}},"lines":{"L":[%s,%s]}`,
		words(r, 3), r.IntN(200), 8000+r.IntN(1000), line(r), line(r))
}

func line(r *rand.Rand) string {
	return fmt.Sprintf(`{"M":{"sku":{"S":"sku-%06d"},"qty":{"N":"%d"}}}`, r.IntN(1e5), r.IntN(20)+1)
}

func wide(r *rand.Rand, out *bytes.Buffer) {
	fmt.Fprintf(out, `"pk":{"S":"device#%06d"},"sk":{"S":"reading#%013d"}`, r.IntN(1e6), r.Int64N(1e13))
	for i := range 20 {
		fmt.Fprintf(out, `,"metric_%02d":{"N":"%d.%02d"},"status_of_%02d":{"S":"%s"}`, i, r.IntN(1000), r.IntN(100), i, words(r, 2))
	}
}

func blob(r *rand.Rand, out *bytes.Buffer) {
	raw := make([]byte, 4608)
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	small(r, out)
	fmt.Fprintf(out, `,"body":{"B":"%s"},"text":{"S":"%s"}`, base64.StdEncoding.EncodeToString(raw), words(r, 750))
}

var vocabulary = []string{"pending", "paid", "shipped", "in transit", "delivered", "returned", "on hold"}

func words(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.Join(out, " ")
}
