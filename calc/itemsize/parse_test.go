package itemsize

import (
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	deep := func(levels int) string { // maps below the item
		return `{"a":` + strings.Repeat(`{"M":{"a":`, levels) + `{"S":"x"}` + strings.Repeat(`}}`, levels) + `}`
	}
	deepList := func(levels int) string {
		return `{"a":` + strings.Repeat(`{"L":[`, levels) + `{"S":"x"}` + strings.Repeat(`]}`, levels) + `}`
	}
	for _, c := range []struct{ item, want string }{
		{``, "found nothing"},
		{`[]`, "an object was expected here, found an array"},
		{`{"a":"x"}`, "attribute a: an object was expected here, found a string"},
		{`{"a":{}}`, "attribute a: an object without a type"},
		{`{"a":{"X":"x"}}`, `attribute a: "X" is not a type`},
		{`{"a":{"S":"x","N":"1"}}`, "attribute a: two types, S and N"},
		{`{"a":{"S":5}}`, "attribute a: a string was expected here, found a number"},
		{`{"a":{"N":5}}`, "attribute a: a string was expected here, found a number"},
		{`{"a":{"N":"five"}}`, `attribute a: "five" is not a number`},
		{`{"a":{"B":"=="}}`, "attribute a: \"==\" is not base64"},
		{`{"a":{"BOOL":"true"}}`, "attribute a: true or false was expected here, found a string"},
		{`{"a":{"NULL":false}}`, "attribute a: true was expected here, found false"},
		{`{"a":{"L":{}}}`, "attribute a: an array was expected here, found an object"},
		{`{"a":{"M":[]}}`, "attribute a: an object was expected here, found an array"},
		{`{"a":{"M":{"b":{"L":[{"S":"x"},{"N":"y"}]}}}}`, `attribute a.b[1]: "y" is not a number`},
		{`{"a b":{"N":"y"}}`, `attribute "a b": "y" is not a number`},
		{`{"a":{"SS":["x",5]}}`, "attribute a[1]: a string was expected here"},
		{`{"a":{"SS":[]}}`, "attribute a: an empty set"},
		{`{"a":{"SS":["x","y","x"]}}`, `attribute a: the set holds "x" twice`},
		{`{"a":{"NS":["1.0","1"]}}`, "attribute a: the set holds 1 twice"},
		{`{"a":{"BS":["AQ==","AQ=="]}}`, "attribute a: the set holds the bytes 01 twice"},
		{`{"a":{"S":"x"},"a":{"S":"y"}}`, "duplicate"},
		{`{"a":{"S":"\ud800"}}`, "surrogate"},
		{`{"a":{"S":"x"}`, "unexpected EOF"},
		{`{"a":{"S":"x"}} {}`, "there is more after the item"},
		{`{"` + strings.Repeat("n", 65537) + `":{"S":""}}`, "a name may have up to 64KB"},
		{deep(32), "at most 32 levels"},
		{deepList(32), "at most 32 levels"},
	} {
		item, err := ParseDynamoDB([]byte(c.item))
		if err == nil {
			err = item.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: got %v, want %q", c.item, err, c.want)
		}
	}
	// The other side of the edges (R1.17).
	for _, item := range []string{deep(31), deepList(31), `{"` + strings.Repeat("n", 65536) + `":{"S":""}}`} {
		mustParse(t, item)
	}
}

func TestParsePlain(t *testing.T) {
	item, err := ParsePlain([]byte(`{"s":"x","n":-0.5,"t":true,"f":false,"z":null,"l":[[]],"m":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, a := range item {
		kinds = append(kinds, a.Name+" "+a.Value.Kind.String())
	}
	if got := strings.Join(kinds, ", "); got != "s S, n N, t BOOL, f BOOL, z NULL, l L, m M" {
		t.Error(got)
	}
	for _, c := range []struct{ item, want string }{
		{`5`, "an object was expected here, found a number"},
		{`{"a":{"b":[1,1e126]}}`, "attribute a.b[1]: \"1e126\" is out of range"},
		{`{"a":[`, "unexpected EOF"},
		{`{"a":nul}`, "invalid"},
	} {
		if _, err := ParsePlain([]byte(c.item)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.item, err, c.want)
		}
	}
}

func TestIsDynamoDB(t *testing.T) {
	for item, want := range map[string]bool{
		`{"a":{"S":"x"},"b":{"N":"1"}}`: true,
		`{"a":{"S":5}}`:                 true, // it looks like it: the parser then says what is wrong
		`{}`:                            false,
		`{"a":"x"}`:                     false,
		`{"a":{"S":"x"},"b":1}`:         false,
		`{"a":{"S":"x","N":"1"}}`:       false,
		`{"a":{}}`:                      false,
		`{"a":{"s":"x"}}`:               false,
		`[]`:                            false,
		`{"a":{"S":"x"}`:                false,
	} {
		if got := IsDynamoDB([]byte(item)); got != want {
			t.Errorf("%s: %v, want %v", item, got, want)
		}
	}
}

// Whatever is read as an item has a size that its text bounds: names and strings
// are shorter than their JSON, and no number, flag or container needs more bytes
// than 22 for each character that writes it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":{"S":"x"}}`, `{"a":{"M":{"b":{"L":[{"NS":["1","2"]}]}}}}`, `{"a":{"B":"AQ=="}}`,
		`{"a":[1,null,{"b":"c"}]}`, `{"a":{"NULL":true}}`, `{`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, parse := range []func([]byte) (Item, error){ParseDynamoDB, ParsePlain} {
			item, err := parse(text)
			if err != nil {
				continue
			}
			if size := int64(item.Size()); size < 0 || size > 22*int64(len(text)) {
				t.Errorf("%q has %d B", text, size)
			}
			if !item.Equal(item) {
				t.Errorf("%q does not equal itself", text)
			}
		}
	})
}
