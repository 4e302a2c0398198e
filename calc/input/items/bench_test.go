package items

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"ddbplan/calc/itemsize/itemtest"
	"ddbplan/calc/units"
)

// BenchmarkExport sizes the items of an export's gzip file. x-gunzip is how many
// times as long it takes as decompressing the file alone, with the same library
// and in the same run.
func BenchmarkExport(b *testing.B) {
	for _, shape := range itemtest.Shapes {
		b.Run(shape.Name, func(b *testing.B) {
			file, size, count := export(b, shape)
			var reading, decompressing time.Duration
			for b.Loop() {
				start := time.Now()
				if n, total := sum(b, file); n != count || total == 0 {
					b.Fatalf("%d items of %d B, want %d items", n, total, count)
				}
				reading += time.Since(start)

				start = time.Now()
				gunzip(b, file)
				decompressing += time.Since(start)
			}
			b.ReportMetric(float64(size)*float64(b.N)/reading.Seconds()/1e6, "MB/s")
			b.ReportMetric(reading.Seconds()/decompressing.Seconds(), "x-gunzip")
			b.ReportMetric(testing.AllocsPerRun(1, func() { sum(b, file) })/float64(count), "allocs/item")
		})
	}
}

// export writes a file with a line for each item, compressed.
func export(b *testing.B, shape itemtest.Shape) (file string, size, count int) {
	out, err := os.Create(filepath.Join(b.TempDir(), "export.json.gz"))
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	z := gzip.NewWriter(out)
	for _, item := range shape.Items(8 << 20) {
		for _, part := range [][]byte{[]byte(`{"Item":`), item, []byte("}\n")} {
			n, err := z.Write(part)
			if err != nil {
				b.Fatal(err)
			}
			size += n
		}
		count++
	}
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Name(), size, count
}

func sum(b *testing.B, file string) (count int, total units.Bytes) {
	in, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	for item, err := range Scan(in, file) {
		if err != nil {
			b.Fatal(err)
		}
		count++
		total += item.Size
	}
	return count, total
}

func gunzip(b *testing.B, file string) {
	in, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err == nil {
		_, err = io.Copy(io.Discard, z)
	}
	if err != nil {
		b.Fatal(err)
	}
}
