package itemsize

import (
	"bytes"
	"errors"
	"testing"

	"ddbplan/calc/units"
)

// agree holds a scan against the tree walker: both accept a text with the same
// sizes, kinds and names, or both refuse it with the same words.
func agree(t interface{ Fatalf(string, ...any) }, s *Scanner, plain bool, text []byte) (accepted bool) {
	scan, parse := s.Scan, ParseDynamoDB
	if plain {
		scan, parse = s.ScanPlain, ParsePlain
	}
	got, err := scan(text)
	item, wantErr := parse(text)
	if wantErr == nil {
		wantErr = item.Validate()
	}
	switch {
	case (err == nil) != (wantErr == nil), err != nil && err.Error() != wantErr.Error():
		t.Fatalf("%q: scanner says %v, tree walker %v", text, err, wantErr)
	case err != nil:
		if !isMistake(err) {
			t.Fatalf("%q: %v is of type %T", text, err, err)
		}
		return false
	}
	if want := item.Size(); got.Size != want || len(got.Attributes) != len(item) {
		t.Fatalf("%q: scanner finds %d B in %d attributes, tree walker %d in %d", text, got.Size, len(got.Attributes), want, len(item))
	}
	for i, a := range got.Attributes {
		if want := item[i]; string(a.Name) != want.Name || a.Kind != want.Value.Kind || a.Size != want.Size() {
			t.Fatalf("%q: attribute %d is %q %s of %d B, want %q %s of %d", text, i, a.Name, a.Kind, a.Size, want.Name, want.Value.Kind, want.Size())
		}
		if !bytes.Contains(text, a.Value) {
			t.Fatalf("%q: %q is no part of it", text, a.Value)
		}
		checkKeyOf(t, a, item[i].Value)
	}
	return true
}

func isMistake(err error) bool {
	var content *Error
	var syntax *SyntaxError
	return errors.As(err, &content) || errors.As(err, &syntax)
}

func checkKeyOf(t interface{ Fatalf(string, ...any) }, a ScannedAttribute, v Value) {
	key, err := a.AppendKey([]byte("prefix:"))
	var want string
	switch v.Kind {
	case S, B:
		want = v.Text
	case N:
		want = v.Number.String()
	default:
		if err == nil {
			t.Fatalf("%s of kind %s became a key", a.Name, a.Kind)
		}
		return
	}
	if err != nil || string(key) != "prefix:"+want || v.Kind != N && units.Bytes(len(want)) != a.ValueSize() {
		t.Fatalf("the key of %s is %q (%v) of %d B, want %q", a.Value, key, err, a.ValueSize(), want)
	}
}

func FuzzScanner(f *testing.F) {
	for _, seed := range []string{
		`{"pk":{"S":"a"},"n":{"N":"-12.50e3"},"b":{"B":"AQI="},"t":{"BOOL":true},"z":{"NULL":true}}`,
		`{"m":{"M":{"a":{"L":[{"N":"1"},{"S":"\u00e9\ud83d\ude00"}]}}},"ss":{"SS":["x","y"]},"ns":{"NS":["1","1.5"]},"bs":{"BS":["AQ==","Ag=="]}}`,
		" {\t\"a\" : { \"S\" : \"\\n\" } ,\r\n \"\\u0061b\" : {\"\\u004e\":\"\\u0031\"} } ",
		`{"ns":{"NS":["1","1.0"]}}`, `{"a":{"S":"x"},"\u0061":{"S":"y"}}`, `{"a":{"B":"AQ\/+"}}`, `{"a":{"S":"\ud800"}}`,
		"{\"a\":{\"S\":\"\xff\"}}", `{"a":{"N":"1E999999999999999999999"}}`, `{"a":{"N":"0.00000000000000000000000000000001"}}`,
		`{"a":[1,-0.5e-3,null,true,{"b":"c"}]}`, `{"a":01}`, `{"a":.5}`, `{}`, `{"a":{"S":"x"}`, `{"a":{"S":"x"}}}`,
		`{"a":{"N":"123456789012345"},"b":{"N":"1234567890123456"},"c":{"N":"00000.00"},"d":{"N":"1234.567"}}`,
	} {
		f.Add([]byte(seed))
	}
	var s Scanner // one for all texts: nothing of a text may be left in it
	f.Fuzz(func(t *testing.T, text []byte) {
		agree(t, &s, false, text)
		agree(t, &s, true, text)
	})
}
