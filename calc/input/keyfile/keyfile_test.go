package keyfile

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"ddbplan/calc/diag"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, in string
		labels   []string
		shares   []float64
	}{
		// 30 + 10 + 60 = 100
		{"header", "key,count\na,30\nb,10\nc,60\n", []string{"a", "b", "c"}, []float64{.3, .1, .6}},
		{"no header", "a,1\nb,3\n", []string{"a", "b"}, []float64{.25, .75}},
		{"quoted name", "\"Smith, \"\"J\"\"\",1\nb,1\n", []string{`Smith, "J"`, "b"}, []float64{.5, .5}},
		{"spaces around counts, exponents", "a, 1e2\nb,3E2 \n", []string{"a", "b"}, []float64{.25, .75}},
		{"a key never hit", "a,0\nb,5\n", []string{"a", "b"}, []float64{0, 1}},
		{"a key that looks like a header below", "a,1\nkey,1\n", []string{"a", "key"}, []float64{.5, .5}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(test.in), "keys.csv")
			if err != nil {
				t.Fatal(err)
			}
			if got.Count() != int64(len(test.labels)) {
				t.Fatalf("%d keys, want %d", got.Count(), len(test.labels))
			}
			for rank, label := range test.labels {
				if got.Label(int64(rank)) != label || math.Abs(got.Share(int64(rank))-test.shares[rank]) > 1e-15 {
					t.Errorf("rank %d is %q with %v, want %q with %v", rank,
						got.Label(int64(rank)), got.Share(int64(rank)), label, test.shares[rank])
				}
			}
			if got.String() != "file: keys.csv" {
				t.Errorf("it calls itself %q", got)
			}
		})
	}
}

func TestReadMistakes(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "keys.csv: the file holds no keys"},
		{"header alone", "key,count\n", "keys.csv: the file holds no keys"},
		{"negative", "a,1\nb,-5\n", "keys.csv:2:3: \"-5\" is not a count\n    b,-5\n      ^"},
		{"no number", "a,1\nb,x\n", `keys.csv:2:3: "x" is not a count`},
		{"NaN is no header", "a,NaN\nb,1\n", `keys.csv:1:3: "NaN" is not a count`},
		{"a mistyped count is no header", "a,92o00\nb,1\n", `keys.csv:1:3: "92o00" is not a count`},
		{"twice", "a,1\nb,2\na,3\n", `keys.csv:3:1: "a" stands in line 1 already`},
		{"empty key", "a,1\n,2\n", "keys.csv:2:1: the key is empty"},
		{"one field", "a,1\nb\n", "keys.csv:2:1: fields in this line: 1, not 2"},
		{"bare comma", "a,1\nx,y,2\n", "keys.csv:2:1: fields in this line: 3, not 2"},
		{"no load at all", "a,0\nb,0\n", "keys.csv: no weight is above zero"},
		{"no CSV", "a,1\nb\"b,2\n", "keys.csv:2:2: this row is no CSV"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.in), "keys.csv")
			var list diag.List
			if !errors.As(err, &list) || len(list) != 1 || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s…", err, test.want)
			}
		})
	}
}

// Both sides of each bound.
func TestBounds(t *testing.T) {
	many := func(n int) string {
		var in strings.Builder
		for i := range n {
			fmt.Fprintf(&in, "%d,1\n", i)
		}
		return in.String()
	}
	long := func(n int) string { // 2,048 bytes each: 64 MB are 32,768 keys
		var in strings.Builder
		for i := range n {
			fmt.Fprintf(&in, "%02048d,1\n", i)
		}
		return in.String()
	}
	for _, test := range []struct{ name, in, want string }{
		{"most keys", many(1_000_000), ""},
		{"a key more", many(1_000_001), "k:1000001:1: this is one key more than the 1000000 that are read"},
		{"the longest key", long(1), ""},
		{"a byte more", "x" + long(1), "k:1:1: the key has 2049 bytes"},
		{"most bytes", long(32_768), ""},
		{"and the key after a byte more", "x,1\n" + long(32_769), "k:32770:1: the keys above have more than 64MB, the most that is read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.in), "k")
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want+"\n")) {
				t.Errorf("got %.200v, want %s", err, test.want)
			}
		})
	}
}

func TestReadMistakesTogether(t *testing.T) {
	_, err := Read(strings.NewReader("a,x1\nb,-1\nc\nd,4\n"), "k")
	var list diag.List
	// x1 begins with a letter and is taken for the name of a column.
	if !errors.As(err, &list) || len(list) != 2 || list[0].Pos.Line != 2 || list[1].Pos.Line != 3 {
		t.Errorf("got %v, want mistakes in lines 2 and 3", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"key,count\na,1\n", "\"a\nb\",2\n", "a,1e308\nb,1e308\n", "\uFEFFa,0\n", "a\"b,1\n\n,,\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		keys, err := Read(strings.NewReader(in), "f")
		if err != nil {
			if err.Error() == "" {
				t.Error("a mistake without words")
			}
			return
		}
		var sum float64
		for rank := range keys.Count() {
			if keys.Label(rank) == "" {
				t.Errorf("rank %d has no name", rank)
			}
			sum += keys.Share(rank)
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("shares add up to %v", sum)
		}
	})
}
