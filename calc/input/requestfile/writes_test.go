package requestfile

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ddbplan/calc/request"
)

// TestWrites meters the requests of testdata/units/writes.txt, whose head tells
// how it is written.
func TestWrites(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/units/writes.txt")
	if err != nil {
		t.Fatal(err)
	}
	table, n := "", 0
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.HasPrefix(line, "table: "):
			table = line
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			t.Fatalf("line %d has %d cells", i+1, len(cells))
		}
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		n++
		t.Run(fmt.Sprintf("line %d %s", i+1, cells[0]), func(t *testing.T) {
			text := table + "\n" + operation(cells[1]) + image("before", cells[2]) + image("after", cells[3])
			if got := meter(t, text); got != cells[4] {
				t.Errorf("%s, want %s; the request is\n%.600s", got, cells[4], text)
			}
		})
	}
	if n < 60 {
		t.Errorf("only %d requests were found", n)
	}
}

// operation writes an operation with its words.
func operation(cell string) string {
	words := strings.Fields(cell)
	out := "operation: " + words[0] + "\n"
	for _, word := range words[1:] {
		out += map[string]string{"tx": "transact", "replay": "replay"}[word] + ": true\n"
	}
	return out
}

// image writes an item in DynamoDB JSON.
func image(key, cell string) string {
	if cell == "-" {
		return ""
	}
	out := key + `: {pk: {S: a}, sk: {S: b}`
	for _, a := range strings.Fields(strings.TrimPrefix(cell, ".")) {
		name, value, _ := strings.Cut(a, "=")
		var n int
		var letter rune
		switch {
		case strings.HasPrefix(value, "{"):
			out += fmt.Sprintf(", %s: {SS: [%s]}", name, strings.Trim(value, "{}"))
			continue
		case strings.Contains(value, "*"):
			fmt.Sscanf(value, "%c*%d", &letter, &n)
			value = strings.Repeat(string(letter), n)
		}
		out += fmt.Sprintf(", %s: {S: %q}", name, value)
	}
	return out + "}\n"
}

// meter shows what the request of a text costs.
func meter(t *testing.T, text string) string {
	t.Helper()
	file, found := Parse("r.yaml", []byte(text))
	if len(found) > 0 {
		t.Fatal(found)
	}
	cost, err := request.Meter(file.Schema, file.Request)
	if err != nil {
		t.Fatal(err)
	}
	parts := words("table ", cost.Table)
	if cost.Table.Write == 0 {
		parts = words("", cost.Table)
	}
	for _, x := range cost.Indexes {
		parts = append(parts, words(x.Index+" ", x.Units)...)
	}
	return strings.Join(parts, ", ")
}

func words(name string, u request.Units) (parts []string) {
	if u.Write != 0 {
		parts = append(parts, fmt.Sprintf("%s%g", name, float64(u.Write)))
	}
	if u.Read != 0 {
		parts = append(parts, fmt.Sprintf("%sread %g", name, float64(u.Read)))
	}
	return parts
}
