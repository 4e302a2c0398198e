// Package json writes a result in its fixed JSON form, for programs.
package json

import (
	"encoding/json"
	"fmt"
	"io"

	"ddbplan/calc/plan"
)

// Write writes the result indented by two spaces, with a newline at the end. A
// result holds no NaN and no infinity; one that did would be an error and
// nothing would be written.
func Write(w io.Writer, result *plan.Result) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	// Names are meant to be read as they were written; JSON is not HTML.
	out.SetEscapeHTML(false)
	if err := out.Encode(result); err != nil {
		return fmt.Errorf("the result cannot be written as JSON: %w", err)
	}
	return nil
}
