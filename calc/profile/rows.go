package profile

import "slices"

// rowCount and rowWidth are the dimensions of rows. Of N items, a counter has
// N/4,096 that do not belong to the key it is asked for; the best of four rows
// is off by more than twice that for one key in hundreds.
const (
	rowCount = 4
	rowWidth = 1 << 12
)

// rows is a count-min sketch (Cormode and Muthukrishnan, 2005): every key adds to
// one counter a row, chosen by its hash. It is linear, so sketches add up.
type rows [rowCount][rowWidth]int64

func (r *rows) add(hash uint64, n int64) {
	for i := range r {
		r[i][column(i, hash)] += n
	}
}

// column is the counter of a key in a row. Rows must not agree on which keys
// share a counter.
func column(row int, hash uint64) uint64 {
	const step = 0x9e3779b97f4a7c15 // far from every multiple of a power of two
	return mix(hash+uint64(row+1)*step) % rowWidth
}

func (r *rows) merge(other *rows) {
	for i := range r {
		for j, n := range other[i] {
			r[i][j] += n
		}
	}
}

// bound is on what one key has added: no counter of it can have less.
func (r *rows) bound(hash uint64) int64 {
	least := r[0][column(0, hash)]
	for i := range r {
		least = min(least, r[i][column(i, hash)])
	}
	return least
}

// highest is the largest counter of all rows.
func (r *rows) highest() int64 {
	most := r[0][0]
	for i := range r {
		most = max(most, slices.Max(r[i][:]))
	}
	return most
}

// largest is a bound on what any key has added: it cannot exceed the largest
// counter of any row.
func (r *rows) largest() int64 {
	var least int64
	for i := range r {
		var most int64
		for _, n := range r[i] {
			most = max(most, n)
		}
		if i == 0 || most < least {
			least = most
		}
	}
	return least
}
