package diag

import "strings"

// Nearest returns the name closest to the given one by edit distance, or "" if
// none is close enough to be a likely misspelling.
func Nearest(name string, names []string) string {
	best, bestDistance := "", max(2, len([]rune(name))/3)+1
	for _, candidate := range names {
		if d := distance([]rune(strings.ToLower(name)), []rune(strings.ToLower(candidate))); d < bestDistance {
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
