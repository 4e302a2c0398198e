package scenariofile

import (
	"strings"
	"testing"
)

const baseJSON = `{
 "name": "base", "region": "us-east-1", "duration": "60s", "clients": {"retries": "none"},
 "tables": {"t": {"key": {"partition": "pk"}, "items": {"count": 1000, "size": "1KB"}, "capacity": {"mode": "on-demand"}}},
 "traffic": [{"name": "w", "table": "t", "operation": "PutItem", "rate": "10/s"}]
}
`

func TestJSON(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"as it is", "", "", nil},
		{"a byte order mark and blanks before it", "{\n \"name\"", "\ufeff \r\n\t{\n \"name\"", nil},
		{"characters that take several bytes", `"w", "table": "t"`, `"wörk→", "table": "u"`, []string{
			`4:41: table: unknown table "u"`,
		}},
		// The column counts the characters of the file: the escapes are twelve.
		{"a surrogate pair", `"w", "table": "t"`, `"\ud83d\ude00", "table": "u"`, []string{
			`4:48: table: unknown table "u"`,
		}},
		{"half a surrogate pair", `"w"`, `"\ud83d"`, []string{
			`4:24: invalid surrogate pair "\\ud83d\", \"ta" in string`,
		}},
		{"keys twice", `"name": "w"`, `"name": "w", "name": "v", "name": "u"`, []string{
			`4:28: "name" is here twice`,
			`4:41: "name" is here twice`,
		}},
		{"null", `"10/s"`, `null`, []string{`4:66: rate has no value`}},
		{"true where a size should be", `"1KB"`, `true`, []string{`3:80: size: "true" is not a size`}},
		{"more after it", "}]\n}\n", "}]\n}\n\n {}", []string{`7:2: something follows the end of the scenario`}},
		{"cut short", "}]\n}\n", "}]", []string{`4:82: unexpected EOF`}},
		{"a comma too many", `"10/s"}`, `"10/s",}`, []string{`4:80: invalid character ',' at start of value`}},
		{"a bare word", `"10/s"`, `fast`, []string{`4:76: invalid character 's' in literal false (expecting 'l')`}},
		{"a number for a key", `"rate"`, `5`, []string{`4:66: object member name must be a string`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(baseJSON, c.old) {
				t.Fatalf("there is no %s", c.old)
			}
			s, found := Parse("s.json", []byte(strings.Replace(baseJSON, c.old, c.new, 1)), ".")
			expect(t, found, c.want...)
			if (s == nil) != (c.want != nil) {
				t.Errorf("scenario: %v", s)
			}
		})
	}
}

// Depth counts the braces around a value.
func TestDepth(t *testing.T) {
	nested := func(levels int) string {
		return `{"x":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}"
	}
	_, found := Parse("s.json", []byte(nested(format.MaxDepth-1)), ".")
	if text := found.Error(); strings.Contains(text, "deeply") {
		t.Errorf("%d levels are refused: %s", format.MaxDepth, text)
	}
	_, found = Parse("s.json", []byte(nested(format.MaxDepth)), ".")
	expect(t, found, "1:69: lists and mappings are nested too deeply")
}
