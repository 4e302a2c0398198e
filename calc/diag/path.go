package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Path joins names to the path of a field, such as tables.orders.capacity. An
// empty name adds nothing; one that holds a dot or a quote is quoted:
// tables."my.table".capacity. The first name may be a path already.
func Path(base string, names ...string) string {
	var out strings.Builder
	out.WriteString(base)
	for _, name := range names {
		if out.Len() > 0 {
			out.WriteByte('.')
		}
		if name == "" || strings.ContainsAny(name, `."`) {
			name = strconv.Quote(name)
		}
		out.WriteString(name)
	}
	return out.String()
}

// Names takes a path apart into the names that Path has joined.
func Names(path string) ([]string, error) {
	var names []string
	for rest := "." + path; rest != ""; {
		after, dotted := strings.CutPrefix(rest, ".")
		name, more, err := firstName(after)
		if err != nil || !dotted {
			return nil, fmt.Errorf(`%q is no path like tables.orders.capacity or tables."my.table".capacity`, path)
		}
		names, rest = append(names, name), more
	}
	return names, nil
}

// firstName is the name that a path begins with, and what follows it.
func firstName(path string) (name, rest string, err error) {
	if strings.HasPrefix(path, `"`) {
		quoted, err := strconv.QuotedPrefix(path)
		if err != nil {
			return "", "", err
		}
		name, err = strconv.Unquote(quoted)
		return name, path[len(quoted):], err
	}
	end := strings.IndexByte(path, '.')
	if end < 0 {
		end = len(path)
	}
	if name = path[:end]; name == "" || strings.Contains(name, `"`) {
		return "", "", strconv.ErrSyntax
	}
	return name, path[end:], nil
}
