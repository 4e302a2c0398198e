package diag

import "testing"

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"orders, ä, 日本":   "orders, ä, 日本",
		"a\x1b[2Jb\r\nc":  "a.[2Jb..c",
		"x\u202ey\u009bz": "x.y.z",
		"":                "",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q prints as %q, want %q", text, got, want)
		}
	}
}

func TestBadByte(t *testing.T) {
	for text, want := range map[string]int{
		"":              -1,
		"é€😀\ufffd\n":   -1, // the character for bad ones is a good one itself
		"caf\xe9\n":     3,
		"a\x00":         1,
		"é\xff":         2,
		"ab\xe2\x82":    2, // the euro sign without its third byte
		"\xed\xa0\x80x": 0, // half a surrogate pair
	} {
		if got := BadByte(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestNotUTF8(t *testing.T) {
	for begin, want := range map[string]string{
		"\xff\xfea\x00": "the file is not text in UTF-8 but in UTF-16",
		"\xfe\xff\x00a": "the file is not text in UTF-8 but in UTF-16",
		"caf\xe9":       "the file is not text in UTF-8: here stands the byte 0xE9",
	} {
		if got, _ := NotUTF8(begin, begin[max(0, BadByte(begin))]); got != want {
			t.Errorf("%q: %s, want %s", begin, got, want)
		}
	}
}
