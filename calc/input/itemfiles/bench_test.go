package itemfiles

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/gzip"

	"ddbplan/calc/request"
)

// export makes one file of an S3 export: about 450 B of JSON an item.
func export(items int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	for range items {
		fmt.Fprintf(z, `{"Item":{"pk":{"S":"customer-%07d"},"sk":{"S":"order#%09d"},"status":{"S":"open"},"total":{"N":"%d.%02d"},`+
			`"created":{"S":"2026-12-%02dT10:00:00Z"},"address":{"M":{"city":{"S":"Zürich"},"street":{"S":"Bahnhofstrasse %d"},"zip":{"S":"8001"}}},`+
			`"lines":{"L":[{"M":{"sku":{"S":"sku-%06d"},"qty":{"N":"%d"}}},{"M":{"sku":{"S":"sku-%06d"},"qty":{"N":"%d"}}}]},"paid":{"BOOL":true}}}`+"\n",
			random.IntN(2_000_000), random.IntN(1e9), random.IntN(500), random.IntN(100), random.IntN(28)+1, random.IntN(200),
			random.IntN(1e6), random.IntN(9), random.IntN(1e6), random.IntN(9))
	}
	z.Close()
	return out.Bytes()
}

// BenchmarkRead is the whole way from compressed files to counts, beside
// decompression alone. Bytes are those of the JSON.
func BenchmarkRead(b *testing.B) {
	file := export(50_000)
	plain, err := unzip(file)
	if err != nil {
		b.Fatal(err)
	}
	var files []File
	for range 4 {
		files = append(files, File{"f", func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }})
	}
	schema := &request.Schema{
		Key:     request.Key{Partition: "pk", Sort: "sk"},
		Indexes: []request.Index{{Name: "by-status", Key: request.Key{Partition: "status", Sort: "created"}, Projection: request.Projection{Attributes: []string{"total"}}}},
	}
	b.Run("gunzip", func(b *testing.B) {
		b.SetBytes(int64(len(files)) * plain)
		for b.Loop() {
			for range files {
				if _, err := unzip(file); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	for _, c := range []struct {
		name string
		Options
	}{
		{"sizes/1", Options{Workers: 1}},
		{"sizes/2", Options{Workers: 2}},
		{"keys/1", Options{Workers: 1, Schema: schema}},
		{"keys/2", Options{Workers: 2, Schema: schema}},
		{"each/2", Options{Workers: 2, Each: func(dst []byte, i Item) []byte { return append(dst, "item\n"...) }}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(files)) * plain)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(b.Context(), files, c.Options, func(Event) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func unzip(file []byte) (int64, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, z)
}
