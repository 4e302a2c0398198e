package diag

import "strings"

// Nearest returns the name closest to the given one by edit distance, or "" if
// none is close enough to be a likely misspelling: up to two edits, or one in
// three characters of a long name, and never more than half of a short one. Of
// equally close names it is the first.
func Nearest(name string, names []string) string {
	wrong := []rune(strings.ToLower(name))
	best, bestDistance := "", min(max(2, len(wrong)/3), len(wrong)/2)+1
	for _, candidate := range names {
		right := []rune(strings.ToLower(candidate))
		// The difference in length is a lower bound that spares comparing a
		// long text with every name.
		if len(wrong)-len(right) >= bestDistance || len(right)-len(wrong) >= bestDistance {
			continue
		}
		if d := distance(wrong, right); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// distance is the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours cost one each.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(rows[i][j+1]+1, rows[i+1][j]+1, rows[i][j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(a)][len(b)]
}
