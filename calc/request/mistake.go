package request

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/diag"
)

// Mistake tells what does not fit together in a request, and in which part of
// it, by the names that a request file has for them.
type Mistake struct {
	Path string // such as after, items.3 or table.indexes.by-status
	Text string
}

func (m *Mistake) Error() string {
	if strings.HasPrefix(m.Path, "table.") {
		return m.Text // which names the part itself
	}
	return m.Path + ": " + m.Text
}

func mistakeIn(path, format string, args ...any) error {
	return &Mistake{path, fmt.Sprintf(format, args...)}
}

func itemPath(i int) string { return diag.Path("items", strconv.Itoa(i)) }

func actionPath(i int, part string) string { return diag.Path("actions", strconv.Itoa(i), part) }
