package sizing

import (
	"encoding/json"
	"io"
	"strings"
)

// WriteJSON writes a profile.Summary or a profile.Tree, indented by two spaces.
func WriteJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false) // names are meant to be read as they were written
	return out.Encode(v)
}

// quoted is a string of JSON.
func quoted(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // a string always encodes
	return strings.TrimSuffix(out.String(), "\n")
}
