package words

import "testing"

func TestShell(t *testing.T) {
	for word, want := range map[string]string{
		"orders-2_a.b": "orders-2_a.b", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$(rm)": "'$(rm)'", "ü": "'ü'",
	} {
		if got := Shell(word); got != want {
			t.Errorf("%q becomes %s, want %s", word, got, want)
		}
	}
}
