package itemsize

import (
	"strings"
	"testing"
)

const (
	typesHelp  = `: a value is an object with one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, like {"S": "text"}`
	numberHelp = ` is not a number: write digits, with a sign, a point or an exponent if needed, like -12.5 or 1E9`
	base64Help = ` is not base64: a binary value is written in standard base64 with padding`
	bitsHelp   = ` is not base64: its last character stands for more bits than the last byte has left`
	emptyHelp  = `: an empty set: a set has at least one member; leave the attribute out instead`
	twiceHelp  = ` twice: members of a set differ from each other`
	deepHelp   = `: nested too deep: an item has at most 32 levels, itself included`
)

// Both readers refuse an item with the same words.
func TestItemsThatAreRefused(t *testing.T) {
	nines := strings.Repeat("9", 39)
	var s Scanner
	for _, c := range []struct{ item, want string }{
		{``, `an object was expected here, found nothing`},
		{`[]`, `an object was expected here, found an array`},
		{`5`, `an object was expected here, found a number`},
		{`{"a":"x"}`, `attribute a: an object was expected here, found a string`},
		{`{"a":{}}`, `attribute a: an object without a type` + typesHelp},
		{`{"a":{"X":"x"}}`, `attribute a: "X" is not a type` + typesHelp},
		{`{"a":{"s":"x"}}`, `attribute a: "s" is not a type` + typesHelp},
		{`{"a":{"S":"x","N":"1"}}`, `attribute a: two types, S and N: a value has exactly one`},
		{`{"a":{"S":"x","S":"y"}}`, `the name "S" stands twice in an object (byte 15)`},
		{`{"a":{"S":5}}`, `attribute a: a string was expected here, found a number`},
		{`{"a":{"S":null}}`, `attribute a: a string was expected here, found null`},
		{`{"a":{"N":5}}`, `attribute a: a string was expected here, found a number`},
		{`{"a":{"N":"five"}}`, `attribute a: "five"` + numberHelp},
		{`{"a":{"N":" 1"}}`, `attribute a: " 1"` + numberHelp},
		{`{"a":{"N":"1E126"}}`, `attribute a: "1E126" is out of range: numbers lie within ±1E-130 and ±9.99…E+125`},
		{`{"a":{"N":"1E-131"}}`, `attribute a: "1E-131" is out of range: numbers lie within ±1E-130 and ±9.99…E+125`},
		{`{"a":{"N":"` + nines + `"}}`, `attribute a: "` + nines + `" has 39 significant digits: a number may have up to 38`},
		{`{"a":{"B":"=="}}`, `attribute a: "=="` + base64Help},
		{`{"a":{"B":"AQI"}}`, `attribute a: "AQI"` + base64Help},
		{`{"a":{"B":"AQ-_"}}`, `attribute a: "AQ-_"` + base64Help},
		{`{"a":{"B":"AQI=\n"}}`, `attribute a: "AQI=\n"` + base64Help},
		{`{"a":{"BOOL":"true"}}`, `attribute a: true or false was expected here, found a string`},
		{`{"a":{"NULL":false}}`, `attribute a: true was expected here, found false: null is written {"NULL": true}`},
		{`{"a":{"L":{}}}`, `attribute a: an array was expected here, found an object`},
		{`{"a":{"M":[]}}`, `attribute a: an object was expected here, found an array`},
		{`{"a":{"M":{"b":{"L":[{"S":"x"},{"N":"y"}]}}}}`, `attribute a.b[1]: "y"` + numberHelp},
		{`{"a b":{"N":"y"}}`, `attribute "a b": "y"` + numberHelp},
		{`{"a":{"SS":["x",5]}}`, `attribute a[1]: a string was expected here, found a number`},
		{`{"a":{"SS":[]}}`, `attribute a` + emptyHelp},
		{`{"a":{"M":{"b":{"NS":[]}}}}`, `attribute a.b` + emptyHelp},
		{`{"a":{"SS":["x","y","x"]}}`, `attribute a: the set holds "x"` + twiceHelp},
		{`{"a":{"NS":["1.0","2","1"]}}`, `attribute a: the set holds 1` + twiceHelp},
		{`{"a":{"BS":["AQ==","AQ=="]}}`, `attribute a: the set holds the bytes 01` + twiceHelp},
		{`{"a":{"S":"x"},"a":{"S":"y"}}`, `the name "a" stands twice in an object (byte 16)`},
		{`{"a":{"M":{"b":{"S":"x"},"\u0062":{"S":"y"}}}}`, `the name "b" stands twice in an object (byte 26)`},
		{`{"a":{"S":"\ud800"}}`, `half a surrogate pair stands for no character: the other half must follow or precede it (byte 12)`},
		{`{"a":{"B":"YR=="}}`, `attribute a: "YR=="` + bitsHelp},
		{`{"a":{"BS":["YWJ="]}}`, `attribute a[0]: "YWJ="` + bitsHelp},
		{`{"a":{"N":"0E99999999999999999999"}}`, `attribute a: "0E99999999999999999999" is out of range: no number has such an exponent`},
		{`{"a":{"N":"-0.0e-99999999999999999999"}}`, `attribute a: "-0.0e-99999999999999999999" is out of range: no number has such an exponent`},
		{`{"":{"S":"x"}}`, `an attribute without a name: a name has at least one character`},
		{"{\"a\":{\"S\":\"\xff\"}}", `this is not JSON: invalid UTF-8 (byte 12)`},
		{"{\"a\":{\"S\":\"\n\"}}", `this is not JSON: invalid character '\n' in string (expecting non-control character) (byte 12)`},
		{`{"a":{"S":"\x"}}`, "this is not JSON: invalid escape sequence `\\x` in string (byte 12)"},
		{`{"a":{"S":"x"}`, `this is not JSON: it ends too early (byte 15)`},
		{`{"a":{"S":"x"},}`, `this is not JSON: invalid character ',' at start of value (byte 15)`},
		{`{"a":{"S":"x"}},`, `this is not JSON: invalid character ',' at start of value (byte 16)`},
		{`{"a":{"S":"x"}} {}`, `there is more after the item`},
		{`{"` + strings.Repeat("n", 65537) + `":{"S":""}}`, `attribute name "` + strings.Repeat("n", 60) + `…" has 65537B: a name may have up to 64KB`},
		{maps(32), `attribute ` + strings.Repeat("a.", 31) + `a` + deepHelp},
		{lists(32), `attribute a` + strings.Repeat("[0]", 31) + deepHelp},
	} {
		agree(t, &s, false, []byte(c.item))
		if _, err := s.Scan([]byte(c.item)); err == nil || err.Error() != c.want {
			t.Errorf("%.60s: %v\nwant %s", c.item, err, c.want)
		}
	}
	// The other side of the edges (R1.13, R1.17).
	for _, item := range []string{
		maps(31), lists(31), `{"` + strings.Repeat("n", 65536) + `":{"S":""}}`,
		`{"a":{"N":"` + nines[1:] + `"}}`, `{"a":{"N":"9E125"}}`, `{"a":{"N":"1E-130"}}`,
	} {
		if !agree(t, &s, false, []byte(item)) {
			t.Errorf("%.60s is refused", item)
		}
	}
}

// maps is an item with so many maps in each other.
func maps(levels int) string {
	return `{"a":` + strings.Repeat(`{"M":{"a":`, levels) + `{"S":"x"}` + strings.Repeat(`}}`, levels) + `}`
}

func lists(levels int) string {
	return `{"a":` + strings.Repeat(`{"L":[`, levels) + `{"S":"x"}` + strings.Repeat(`]}`, levels) + `}`
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
		{`{"a":[`, "it ends too early"},
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
