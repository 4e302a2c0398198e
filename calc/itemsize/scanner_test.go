package itemsize

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// itemOf draws an item with values of every kind.
func itemOf(t *rapid.T, depth int) Item {
	names := rapid.SliceOfNDistinct(rapid.String(), 0, 6, rapid.ID).Draw(t, "names")
	item := Item{}
	for _, name := range names {
		item = append(item, Attribute{name, valueOf(t, depth)})
	}
	return item
}

func valueOf(t *rapid.T, depth int) Value {
	kinds := []Kind{S, N, B, BOOL, NULL, SS, NS, BS}
	if depth > 0 {
		kinds = append(kinds, M, L)
	}
	v := Value{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	switch v.Kind {
	case M:
		v.Map = itemOf(t, depth-1)
	case L:
		for range rapid.IntRange(0, 4).Draw(t, "elements") {
			v.Elements = append(v.Elements, valueOf(t, depth-1))
		}
	case SS, NS, BS:
		for range rapid.IntRange(1, 5).Draw(t, "members") {
			member := scalarOf(t, v.Kind.member())
			if !slices.ContainsFunc(v.Elements, member.Equal) {
				v.Elements = append(v.Elements, member)
			}
		}
	case BOOL:
		v.Bool = rapid.Bool().Draw(t, "bool")
	default:
		v = scalarOf(t, v.Kind)
	}
	return v
}

func scalarOf(t *rapid.T, kind Kind) Value {
	switch kind {
	case S:
		return Value{Kind: S, Text: rapid.String().Draw(t, "text")}
	case B:
		return Value{Kind: B, Text: string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))}
	case N:
		digits := rapid.StringMatching(`-?[0-9]{1,38}`).Draw(t, "digits")
		exponent := rapid.IntRange(-92, 87).Draw(t, "exponent") // 38 digits and it stay in range
		n, err := ParseNumber(fmt.Sprintf("%sE%d", digits, exponent))
		if err != nil {
			t.Fatal(err)
		}
		return Value{Kind: N, Number: n}
	}
	return Value{Kind: kind}
}

// writer writes an item in one of the many ways in which JSON can write it:
// members in any order, any white space, any escapes, numbers in any form.
type writer struct {
	*rand.Rand
	strings.Builder
}

func (w *writer) space() {
	for w.IntN(4) == 0 {
		w.WriteByte(" \t\r\n"[w.IntN(4)])
	}
}

func (w *writer) mark(c byte) {
	w.space()
	w.WriteByte(c)
	w.space()
}

// list writes what stands between two brackets, in the given order.
func (w *writer) list(open, end byte, order []int, element func(i int)) {
	w.mark(open)
	for n, i := range order {
		if n > 0 {
			w.mark(',')
		}
		element(i)
	}
	w.mark(end)
}

func (w *writer) item(item Item) {
	w.list('{', '}', w.Perm(len(item)), func(i int) {
		w.text(item[i].Name)
		w.mark(':')
		w.value(item[i].Value)
	})
}

func (w *writer) value(v Value) {
	w.mark('{')
	w.text(v.Kind.String())
	w.mark(':')
	switch v.Kind {
	case M:
		w.item(v.Map)
	case L:
		order := make([]int, len(v.Elements))
		for i := range order {
			order[i] = i
		}
		w.list('[', ']', order, func(i int) { w.value(v.Elements[i]) })
	case SS, NS, BS:
		w.list('[', ']', w.Perm(len(v.Elements)), func(i int) { w.scalar(v.Elements[i]) })
	case BOOL:
		fmt.Fprint(w, v.Bool)
	case NULL:
		w.WriteString("true")
	default:
		w.scalar(v)
	}
	w.mark('}')
}

func (w *writer) scalar(v Value) {
	switch v.Kind {
	case N:
		w.text(w.number(v.Number))
	case B:
		w.text(base64.StdEncoding.EncodeToString([]byte(v.Text)))
	default:
		w.text(v.Text)
	}
}

// number writes a number with its point anywhere and zeros around it.
func (w *writer) number(n Number) string {
	if w.IntN(2) == 0 {
		return n.String()
	}
	digits := strings.Repeat("0", w.IntN(3)) + n.digits + strings.Repeat("0", w.IntN(3))
	if digits == "" {
		digits = "0"
	}
	point := w.IntN(len(digits) + 1)
	sign := "+"
	if n.negative {
		sign = "-"
	}
	trailing := len(digits) - len(strings.TrimRight(digits, "0"))
	if n.digits == "" {
		trailing = 0
	}
	exponent := n.exponent - trailing + len(digits) - point
	return fmt.Sprintf("%s%s.%s%c%+04d", sign, digits[:point], digits[point:], "eE"[w.IntN(2)], exponent)
}

// text writes a string of JSON, parts of it in escapes.
func (w *writer) text(text string) {
	escapes := w.IntN(3) == 0
	w.WriteByte('"')
	for _, r := range text {
		short := strings.IndexRune("\"\\/\b\f\n\r\t", r)
		switch must := r < ' ' || r == '"' || r == '\\'; {
		case !must && !(escapes && w.IntN(4) == 0):
			w.WriteRune(r)
		case short >= 0 && w.IntN(2) == 0:
			w.WriteString([]string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`}[short])
		case r > 0xffff:
			fmt.Fprintf(w, `\u%04x\u%04X`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(w, `\u%04x`, r)
		}
	}
	w.WriteByte('"')
}

// However an item is written, the scanner finds what the tree walker finds, and
// the size of the item that was meant.
func TestScannerAgreesWithTreeWalker(t *testing.T) {
	var s Scanner
	rapid.Check(t, func(t *rapid.T) {
		item := itemOf(t, 3)
		w := writer{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		w.item(item)
		text := []byte(w.String())
		_, nameless := item.Get("")
		switch {
		case agree(t, &s, false, text) == nameless:
			t.Fatalf("%s is accepted: %t", text, nameless)
		case nameless:
			return
		}
		if got, _ := s.Scan(text); got.Size != item.Size() {
			t.Fatalf("%s: %d B, want %d", text, got.Size, item.Size())
		}
		if back, _ := ParseDynamoDB(text); !back.Equal(item) {
			t.Fatalf("%s is read as another item than it was written from", text)
		}
	})
}

// A few bytes are changed in an item: whether that makes it a bad one or another
// one, both readers say the same.
func TestScannerAgreesOnDamage(t *testing.T) {
	const marks = "{}[]:,\"\\0-.eEuntSNBML=/\x00\xff "
	var s Scanner
	rapid.Check(t, func(t *rapid.T) {
		w := writer{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		w.item(itemOf(t, 2))
		text := []byte(w.String())
		for range w.IntN(3) + 1 {
			i := w.IntN(len(text))
			switch c := marks[w.IntN(len(marks))]; w.IntN(3) {
			case 0:
				text[i] = c
			case 1:
				text = slices.Insert(text, i, c)
			default:
				text = slices.Delete(text, i, min(i+1+w.IntN(3), len(text)))
			}
			if len(text) == 0 {
				break
			}
		}
		agree(t, &s, false, text)
		agree(t, &s, true, text)
	})
}

func TestScannerReadsPlainJSON(t *testing.T) {
	var s Scanner
	for _, c := range []struct {
		text string
		size int64 // 0 for text that is refused
	}{
		{`{"s":"x"}`, 2},
		{`{"n":-0.5e1}`, 4}, // 1 + 3
		{`{"n":1E-130,"f":false,"t":true,"z":null}`, 9},      // 1+2 and 3 × (1 + 1)
		{`{"l":[[],{},"é",[1,2]],"m":{"a":{"b":null}}}`, 37}, // 1 + 3 + 1+3 + 1+3 + 1+2 + 1+9, and 1 + 3 + 1+1 + 3 + 1+1+1
		{` { "a" : 10 , "b" : [ 1 , 2 ] } `, 13},             // 1+2, 1 + 3 + 3 + 3
		{`{"n":01}`, 0}, {`{"n":1.}`, 0}, {`{"n":.5}`, 0}, {`{"n":+1}`, 0}, {`{"n":1e}`, 0}, {`{"n":-}`, 0}, {`{"n":1.e5}`, 0}, {`{"n":0x1}`, 0},
		{`{"n":1e126}`, 0}, {`{"n":1234567890123456789012345678901234567890}`, 0},
		{`{"n":nul}`, 0}, {`{"n":truefalse}`, 0}, {`{"n":}`, 0}, {`{"n":1 2}`, 0}, {`{"n"}`, 0}, {`{"a":1,}`, 0}, {`[1]`, 0}, {``, 0},
		{`{"a":1,"\u0061":2}`, 0}, {`{"l":[1,]}`, 0}, {`{"a":"\udc00"}`, 0},
	} {
		accepted := agree(t, &s, true, []byte(c.text))
		if got, _ := s.ScanPlain([]byte(c.text)); accepted != (c.size > 0) || int64(got.Size) != c.size {
			t.Errorf("%s: %d B, accepted: %t; want %d B", c.text, got.Size, accepted, c.size)
		}
	}
}

// Names and members are told apart in any number, and only within the object or
// set that holds them.
func TestScannerFindsRepetitions(t *testing.T) {
	var s Scanner
	for _, n := range []int{2, 64, 65, 5000} {
		names, numbers := make([]string, n), make([]string, n)
		for i := range n {
			names[i] = fmt.Sprintf(`"attribute_%d_of_many":{"M":{"a":{"S":""},"attribute_1_of_many":{"SS":["a"]}}}`, i)
			numbers[i] = fmt.Sprintf(`"%d.50"`, i)
		}
		for _, c := range []struct {
			text string
			want bool
		}{
			{"{" + strings.Join(names, ",") + "}", true},
			{"{" + strings.Join(names, ",") + `,"attribute\u005f0_of_many":{"S":""}}`, false},
			{`{"a":{"NS":[` + strings.Join(numbers, ",") + `]},"b":{"NS":[` + strings.Join(numbers, ",") + `]}}`, true},
			{`{"a":{"NS":[` + strings.Join(numbers, ",") + `,"5e-1"]}}`, false},
		} {
			if got := agree(t, &s, false, []byte(c.text)); got != c.want {
				t.Errorf("%d: %.60s… accepted: %t, want %t", n, c.text, got, c.want)
			}
		}
	}
}

// Strings and base64 are looked at in steps of several bytes: every position of
// what ends a step shows whether one looks too far or not far enough.
func TestScannerAtEveryOffset(t *testing.T) {
	var s Scanner
	for n := range 140 {
		run, base := strings.Repeat("x", n), strings.Repeat("QUFB", n/2)
		for _, c := range []struct {
			text string
			want bool
		}{
			{`{"s":{"S":"` + run + `"}}`, true},
			{`{"s":{"S":"` + run + `\n` + run + `é"}}`, true},
			{`{"s":{"S":"` + run + `é` + run + `"}}`, true},
			{`{"s":{"S":"` + run + "\n" + run + `"}}`, false},
			{`{"s":{"S":"` + run + "\x80" + run + `"}}`, false},
			{`{"s":{"S":"` + run + "\xc3\"}}", false},
			{`{"s":{"S":"` + run + `\` + run + `"}}`, false},
			{`{"s":{"S":"` + run, false},
			{`{"b":{"B":"` + base + `"}}`, true},
			{`{"b":{"B":"` + base + `QQ=="}}`, true},
			{`{"b":{"B":"` + base + `QUE="}}`, true},
			{`{"b":{"B":"` + base + `+\/+/"}}`, true},
			{`{"b":{"B":"` + base + `QQ="}}`, false},
			{`{"b":{"B":"` + base + `QQ"}}`, false},
			{`{"b":{"B":"` + base + `QQ===="}}`, false},
			{`{"b":{"B":"` + base + `QQ==` + base + `QUFB"}}`, false},
			{`{"b":{"B":"` + base + `Q-QQ"}}`, false},
			{`{"b":{"B":"` + base + `QQ\n=="}}`, false},
			{`{"b":{"B":"` + base + "\xc3\xa9QQ\"}}", false},
			{`{"b":{"B":"` + base, false},
		} {
			if got := agree(t, &s, false, []byte(c.text)); got != c.want {
				t.Errorf("%d: %s accepted: %t, want %t", n, c.text, got, c.want)
			}
		}
	}
}

// No byte but those of the alphabet passes as base64, and none of it is refused.
func TestScannerKnowsBase64(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for c := range 256 {
		for i := range 8 {
			text := []byte("QUFBQUFB")
			text[i] = byte(c)
			_, ok := base64Length(text)
			if want := strings.IndexByte(alphabet, byte(c)) >= 0; ok != want {
				t.Errorf("%q accepted: %t, want %t", text, ok, want)
			}
		}
	}
}

// Every short number: its digits, point and zeros anywhere.
func TestScannerReadsShortNumbers(t *testing.T) {
	var s Scanner
	var write func(text string, left int)
	write = func(text string, left int) {
		agree(t, &s, false, []byte(`{"n":{"N":"`+text+`"},"and":{"S":"some more"}}`))
		if left > 0 {
			for _, c := range "0079.-e" {
				write(text+string(c), left-1)
			}
		}
	}
	write("", 5)
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`-?[0-9]{0,17}(\.[0-9]{0,9})?(0{0,5})`).Draw(t, "number")
		agree(t, &s, false, []byte(`{"n":{"N":"`+number+`"},"and":{"S":"some more"}}`))
		agree(t, &s, true, []byte(`{"n":`+number+`}`))
	})
}

func TestScannedAttributes(t *testing.T) {
	var s Scanner
	text := `{"n\u0061me":{"M":{"a":{"S":"b"}}}, "k": {"N" : "1.50e1"},"s":{"SS": ["x"]},"ü":{"S":"\u00fc"}}`
	item, err := s.Scan([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range item.Attributes {
		got = append(got, fmt.Sprintf("%s %s %d %d %s", a.Name, a.Kind, a.Size, a.ValueSize(), a.Value))
	}
	want := []string{
		`name M 10 6 {"a":{"S":"b"}}`, // 4 + 3 + 1+1+1
		`k N 3 2 "1.50e1"`,            // 1 + 2
		`s SS 2 1 ["x"]`,
		`ü S 4 2 "\u00fc"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if a, ok := item.Get("k"); !ok || string(a.Name) != "k" {
		t.Errorf("k: %+v, %t", a, ok)
	}
	if a, ok := item.Get("n"); ok {
		t.Errorf("n: %+v", a)
	}
}

func TestAppendKey(t *testing.T) {
	var s Scanner
	for _, c := range []struct{ value, want string }{
		{`{"S":"a\"\u00e9"}`, `a"é`},
		{`{"N":"15e-1"}`, "1.5"},
		{`{"N":"-0.0"}`, "0"},
		{`{"N":"-120.0"}`, "-120"},
		{`{"N":"\u0031e3"}`, "1000"},
		{`{"N":"0.00012"}`, "0.00012"},
		{`{"N":"1e-5"}`, "0.00001"},
		{`{"B":"AQID"}`, "\x01\x02\x03"},
		{`{"B":"+\/+/"}`, "\xfb\xff\xbf"},
		{`{"BOOL":true}`, "pk has type BOOL: keys are S, N or B"},
		{`{"SS":["a"]}`, "pk has type SS: keys are S, N or B"},
	} {
		item, err := s.Scan([]byte(`{"pk":` + c.value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		key, err := item.Attributes[0].AppendKey(nil)
		if got := string(key); got != c.want && fmt.Sprint(err) != c.want {
			t.Errorf("%s: %q (%v), want %q", c.value, got, err, c.want)
		}
	}
}

func TestScanningAllocatesNothing(t *testing.T) {
	var s Scanner
	for _, text := range []string{
		`{"pk":{"S":"a"},"sk":{"N":"1786461547123"},"price":{"N":"-12.50"},"n":{"N":"1e5"},"t":{"BOOL":true},"z":{"NULL":true},"b":{"B":"AQI="}}`,
		`{"m":{"M":{"a":{"L":[{"S":"x"},{"M":{}}]}}},"ss":{"SS":["x","y"]},"ns":{"NS":["1","2.5"]},"bs":{"BS":["AQ==","Ag=="]}}`,
		` { "n\u00e4me" : { "S" : "\ud83d\ude00" } , "Zürich" : {"N":"\u0031"} } `,
		`{"a":{"S":"` + strings.Repeat("long ", 1000) + `"}}`,
	} {
		if n := testing.AllocsPerRun(100, func() {
			if _, err := s.Scan([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}); n > 1 { // the text itself
			t.Errorf("%.60s…: %v allocations", text, n-1)
		}
	}
}
