package itemsize

import "testing"

func TestIsMeantAsDynamoDB(t *testing.T) {
	for item, want := range map[string]bool{
		`{"a":{"S":"x"},"b":{"N":"1"}}`:             true,
		`{"a":{"S":"x"},"b":{"Q":"1"}}`:             true, // half, and all are objects
		`{"a":{"S":"x"},"b":{"Q":"1"},"c":{}}`:      false,
		`{"a":{"S":"x"},"b":"1"}`:                   false,
		`{"a":{"S":"x"},"b":{"N":"1"},"c":"1"}`:     true,
		`{"a":{"S":"x","N":"1"}}`:                   true,
		`{"id":"a","sizes":{"S":1,"M":2,"L":3}}`:    false,
		`{"sizes":{"S":1,"M":2,"L":3}}`:             false,
		`{"a":{"BOOL":"true"},"b":{"NULL":false}}`:  false,
		`{"a":{"BOOL":false},"b":{"NULL":true}}`:    true,
		`{"a":{"M":{}},"b":{"L":[]},"c":{"SS":[]}}`: true,
		`{"a":{}}`:        false,
		`{}`:              false,
		`[]`:              false,
		`{"a":{"S":"x"}`:  false,
		`{"a":{"S":"x"},`: false,
	} {
		if got := IsMeantAsDynamoDB([]byte(item)); got != want {
			t.Errorf("%s: %t, want %t", item, got, want)
		}
	}
}

// Asked of an item that was scanned as plain JSON, it is the same question as
// IsDynamoDB answers.
func TestLooksTyped(t *testing.T) {
	var s Scanner
	for item, want := range map[string]bool{
		`{"a":{"S":"x"}}`:                 true,
		`{"a": { "S" : 5 },"b":{"L":[]}}`: true,
		`{"a":{"S":"x"},"b":{"Q":"1"}}`:   false,
		`{"a":{"S":"x"},"b":"y"}`:         false,
		`{"a":{"S":"x","N":"1"}}`:         false,
		`{"a":{}}`:                        false,
		`{}`:                              false,
	} {
		scanned, err := s.ScanPlain([]byte(item))
		if err != nil {
			t.Fatal(err)
		}
		if got := scanned.LooksTyped(); got != want || got != IsDynamoDB([]byte(item)) {
			t.Errorf("%s: %t, want %t", item, got, want)
		}
	}
}
