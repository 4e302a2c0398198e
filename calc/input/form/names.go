package form

import "unicode/utf8"

// longestName bounds the names of tables, indexes, attributes and workloads,
// in characters. It is the longest that AWS takes for a table; which characters
// it takes is left open, so that working titles may be used.
const longestName = 255

// Name reads a name of the user's own.
func (r *Reader) Name(n *Node) (string, bool) {
	return n.Text, r.Is(n, Scalar, "Write a name.") && r.GoodName(n, n.Text)
}

// GoodName tells whether a name at a node is one, and reports if not.
func (r *Reader) GoodName(n *Node, name string) bool {
	switch length := utf8.RuneCountInString(name); {
	case length == 0:
		r.Mistake(n, "Write a name.", "a name is empty")
	case length > longestName:
		r.Mistake(n, "Write a shorter name.", "a name has %d characters; at most %d are allowed", length, longestName)
	default:
		return true
	}
	return false
}

// Names reads a list of names, which may be empty.
func (r *Reader) Names(n *Node, what string) ([]string, bool) {
	if !r.Is(n, List, "Write "+what+".") {
		return nil, false
	}
	names := []string{}
	for i := range n.Items {
		if name, ok := r.Name(n.Element(i)); ok {
			names = append(names, name)
		}
	}
	return names, true
}
