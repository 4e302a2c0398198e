package itemsize

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ddbplan/calc/units"
)

// sizedItem is a row of testdata/sizes.jsonl: an item whose size others have
// found. A long string stands there as {"of": "x", "times": 99, "then": "y"}.
type sizedItem struct {
	Name  string
	Bytes units.Bytes
	Item  json.RawMessage
	By    string // who found the size
	But   string // what others make of it, wrongly
}

// Sizes that were measured on the service, that its guide gives, or that public
// sizers agree on. Those sizers differ where numbers straddle a pair of digits
// (R1.8), of which the larger size counts (R1.9), and where text is not ASCII.
func TestSizesThatOthersFound(t *testing.T) {
	file, err := os.Open("testdata/sizes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var s Scanner
	rows := 0
	for lines := bufio.NewScanner(file); lines.Scan(); rows++ {
		var row sizedItem
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("row %d: %v", rows+1, err)
		}
		text := expand(string(row.Item))
		agree(t, &s, false, []byte(text))
		if got, err := s.Scan([]byte(text)); err != nil || got.Size != row.Bytes {
			t.Errorf("%s: %d B (%v), want %d as by %s", row.Name, got.Size, err, row.Bytes, row.By)
		}
	}
	if rows != 142 {
		t.Errorf("%d rows, want 142", rows)
	}
}

var compact = regexp.MustCompile(`\{"of":"(.*?)","times":(\d+)(?:,"then":"(.*?)")?\}`)

// expand writes out the long strings of a row.
func expand(item string) string {
	return compact.ReplaceAllStringFunc(item, func(text string) string {
		part := compact.FindStringSubmatch(text)
		times, _ := strconv.Atoi(part[2])
		return `"` + strings.Repeat(part[1], times) + part[3] + `"`
	})
}

// The service took a set of 20,479 numbers of 38 digits, so that each counts 20 B:
// with 21 they would be over 400 KB (R1.10, R1.14).
func TestLargestNumberSet(t *testing.T) {
	numbers := make([]string, 20479)
	for i := range numbers {
		numbers[i] = fmt.Sprintf(`"1234567890123456789012345678901%07d"`, 10*i+1)
	}
	item := `{"pk":{"S":"k"},"nums":{"NS":[` + strings.Join(numbers, ", ") + `]}}`
	var s Scanner
	agree(t, &s, false, []byte(item))
	if got, err := s.Scan([]byte(item)); err != nil || got.Size != 409587 { // 2+1 + 4 + 20,479 × 20
		t.Errorf("%d B (%v), want 409587", got.Size, err)
	}
}
