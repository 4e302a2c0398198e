package diag

import (
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
