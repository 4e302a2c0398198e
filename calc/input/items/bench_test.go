package items

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"ddbplan/calc/itemsize/itemtest"
	"ddbplan/calc/units"
)

// BenchmarkExport sizes the items of an export's gzip file. x-gunzip is how many
// times as long it takes as decompressing the file alone, with the same library
// and in the same run: the median, as other programs may take the core away. With
// -cpu 1 nothing is read ahead.
func BenchmarkExport(b *testing.B) {
	for _, shape := range itemtest.Shapes {
		b.Run(shape.Name, func(b *testing.B) {
			file, size, count := export(b, shape)
			var speeds, ratios []float64
			for b.Loop() {
				start := time.Now()
				if n, total := sum(b, file); n != count || total == 0 {
					b.Fatalf("%d items of %d B, want %d items", n, total, count)
				}
				reading := time.Since(start)
				gunzip(b, file)
				decompressing := time.Since(start) - reading
				speeds = append(speeds, float64(size)/1e6/reading.Seconds())
				ratios = append(ratios, reading.Seconds()/decompressing.Seconds())
			}
			b.ReportMetric(median(speeds), "MB/s")
			b.ReportMetric(median(ratios), "x-gunzip")
			b.ReportMetric(testing.AllocsPerRun(1, func() { sum(b, file) })/float64(count), "allocs/item")
		})
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
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
