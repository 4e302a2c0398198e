package sizing

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a profile.Summary or a profile.Tree, indented by two spaces.
func WriteJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false) // names are meant to be read as they were written
	return out.Encode(v)
}
