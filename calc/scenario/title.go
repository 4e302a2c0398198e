package scenario

import "fmt"

// TableTitle names a table in a message that may be about any part of a scenario.
func TableTitle(table string) string { return "table " + table }

// IndexTitle names an index.
func IndexTitle(table, index string) string { return "index " + index + " of table " + table }

// WorkloadTitle names an entry of the traffic. Such names are phrases.
func WorkloadTitle(name string) string { return fmt.Sprintf("traffic %q", name) }
