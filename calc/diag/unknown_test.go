package diag

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestUnknown(t *testing.T) {
	many := make([]string, 25)
	for i := range many {
		many[i] = fmt.Sprintf("n%02d", i+1)
	}
	for _, c := range []struct {
		name          string
		known         []string
		summary, help string
	}{
		{"ordres", []string{"stock", "orders"}, `unknown table "ordres"; did you mean "orders"?`, "Allowed: stock, orders."},
		{"x", nil, `unknown table "x"`, ""},
		{"zzzzzz", many, `unknown table "zzzzzz"`, "Allowed: " + strings.Join(many[:20], ", ") + " and 5 more."},
		{strings.Repeat("y", 61), nil, `unknown table "` + strings.Repeat("y", 60) + `…"`, ""},
	} {
		if summary, help := Unknown("unknown table", c.name, c.known); summary != c.summary || help != c.help {
			t.Errorf("%q of %v: %q, %q", c.name, c.known, summary, help)
		}
	}
}

func TestPath(t *testing.T) {
	for _, c := range []struct {
		base  string
		names []string
		want  string
	}{
		{"", []string{"tables", "orders", "capacity"}, "tables.orders.capacity"},
		{"", []string{"tables", "my.table", "", `say "hi"`}, `tables."my.table".""."say \"hi\""`},
		{"tables", []string{"my.table", "capacity"}, `tables."my.table".capacity`},
		{"", []string{"traffic", "place order", "rate"}, "traffic.place order.rate"},
		{"traffic", []string{`say "hi"`}, `traffic."say \"hi\""`},
		{"tables", []string{""}, `tables.""`},
		{"tables", nil, "tables"},
	} {
		if got := Path(c.base, c.names...); got != c.want {
			t.Errorf("%q and %q: %s, want %s", c.base, c.names, got, c.want)
		}
		if c.base != "" {
			continue
		}
		if names, err := Names(c.want); err != nil || !slices.Equal(names, c.names) {
			t.Errorf("%s: %q, %v, want %q", c.want, names, err, c.names)
		}
	}
}

func TestNamesOfNoPath(t *testing.T) {
	for _, path := range []string{"", ".", "a.", ".a", "a..b", `"a`, `"a"b`, `a"b`, `a."b`, `"\q"`} {
		if names, err := Names(path); err == nil {
			t.Errorf("%q: %q", path, names)
		}
	}
	if names, err := Names("`a`.`b"); err != nil || !slices.Equal(names, []string{"`a`", "`b"}) { // Go quotes with them, paths do not
		t.Errorf("%q, %v", names, err)
	}
}
