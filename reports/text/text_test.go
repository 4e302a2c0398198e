package text_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ddbplan/reports"
	"ddbplan/reports/internal/golden"
	"ddbplan/reports/internal/sample"
	"ddbplan/reports/text"
)

func write(t testing.TB, d reports.Document, o text.Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := text.Write(&out, d, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	golden.Check(t, "throttled.txt", []byte(write(t, reports.New(sample.Throttled()), text.Options{})))
	golden.Check(t, "clean.txt", []byte(write(t, reports.New(sample.Clean()), text.Options{Width: 80})))
	golden.Check(t, "adverse.txt", []byte(write(t, reports.New(sample.Adverse()), text.Options{})))
}

func TestColor(t *testing.T) {
	d := reports.New(sample.Throttled())
	plain, painted := write(t, d, text.Options{}), write(t, d, text.Options{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("codes without colour")
	}
	if !strings.Contains(painted, "\x1b[1m\x1b[31mWrites to orders") {
		t.Error("a degraded verdict is not bold and red")
	}
	stripped := painted
	for _, code := range []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m"} {
		stripped = strings.ReplaceAll(stripped, code, "")
	}
	if stripped != plain {
		t.Error("colour changes the text")
	}
}

// No line of a report with ordinary names is wider than the screen.
func TestWidth(t *testing.T) {
	for _, width := range []int{100, 120, 160} {
		for line := range strings.SplitSeq(write(t, reports.New(sample.Throttled()), text.Options{Width: width}), "\n") {
			if got := utf8.RuneCountInString(line); got > width {
				t.Errorf("%d columns on a screen of %d: %q", got, width, line)
			}
		}
	}
}

// Reasons and metrics are looked up letter by letter: no screen breaks them.
func TestIdentifiersAreNotBroken(t *testing.T) {
	const longest = "WriteMaxOnDemandThroughputThrottleEvents"
	name := strings.Repeat("orders-", 6) // of several parts: may be broken
	table := reports.Table{Columns: []reports.Column{{Title: "Of"}, {Title: "Reason"}, {Title: "What it means"}}, Rows: [][]string{
		{name, longest, "a sentence that is wrapped because it is rather long for a column of a narrow screen"},
		{"stock", "IndexWriteKeyRangeThroughputExceeded", "the same"},
	}}
	for _, width := range []int{40, 80, 120} {
		var out bytes.Buffer
		if err := text.WriteBlocks(&out, []reports.Block{table}, text.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{longest, "IndexWriteKeyRangeThroughputExceeded"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%d columns break %s:\n%s", width, want, out.String())
			}
		}
		if whole := strings.Contains(out.String(), name); whole != (width == 120) {
			t.Errorf("%d columns: the name is whole: %t\n%s", width, whole, out.String())
		}
	}
}

// Paths and sentences are of use only whole: they are wrapped, and cut only where
// a name would fill the screen.
func TestCellsAreWrappedNotCut(t *testing.T) {
	const path = "tables.orders.indexes.by-warehouse-and-day-of-the-week.capacity.auto_scaling.write" // 82 characters
	sentence := strings.TrimSpace(strings.Repeat("enough with the longest alarm lags that are assumed ", 10))
	for _, width := range []int{60, 120} {
		var first, second string
		for i, line := range blockLines(t, width, reports.Table{Columns: []reports.Column{{Title: "Set"}, {Title: "Why"}}, Rows: [][]string{{path, sentence}}}) {
			if got := utf8.RuneCountInString(line); got > width {
				t.Errorf("%d columns on a screen of %d: %q", got, width, line)
			}
			if i < 2 {
				continue // the heading and its rule
			}
			at := strings.LastIndex(line, "  ") // between the columns
			first += strings.TrimSpace(line[:at])
			second += " " + line[at+2:]
		}
		if first != path || second[1:] != sentence {
			t.Errorf("%d columns: %q and %q", width, first, second)
		}
	}
}

func TestLongWordsAreBounded(t *testing.T) {
	whole := strings.Repeat("x", 300)
	cut := strings.Repeat("x", 199) + "…" + strings.Repeat("x", 100)
	for _, c := range []struct{ word, want string }{{whole, whole}, {whole + "x", cut}} {
		for _, b := range []reports.Block{
			reports.Paragraph(c.word), reports.Facts{{Value: c.word}}, reports.Table{Columns: []reports.Column{{Title: "–"}}, Rows: [][]string{{c.word}}},
		} {
			got := strings.Trim(strings.Join(strings.Fields(strings.Join(blockLines(t, 100, b), "")), ""), "–─")
			if got != c.want {
				t.Errorf("%T: %d characters become %q", b, len(c.word), got)
			}
		}
	}
}

func blockLines(t *testing.T, width int, b reports.Block) []string {
	t.Helper()
	var out bytes.Buffer
	if err := text.WriteBlocks(&out, []reports.Block{b}, text.Options{Width: width}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// A name cannot steer the terminal, whatever it holds.
func TestNamesCannotSteerTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		d := reports.Document{Title: name, About: []string{name}, Sentence: name, Sections: []reports.Section{{Title: name, Blocks: []reports.Block{
			reports.Paragraph(name), reports.Note(name), reports.Facts{{Name: name, Value: name, Remark: name}},
			reports.Table{Columns: []reports.Column{{Title: name}}, Rows: [][]string{{name}}},
			reports.Figure{Title: name, Sentence: name},
		}}, {Title: name, Appendix: true}}}
		var out bytes.Buffer
		if err := text.Write(&out, d, text.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Fatalf("%q lets %q through", name, r)
			}
		}
	})
}
