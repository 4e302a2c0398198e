package plan

import (
	"cmp"
	"slices"

	"ddbplan/calc/simulate"
)

// heatMap keeps the highest demand on each partition in each column of time.
type heatMap struct {
	width int // seconds in a column
	rows  []HeatRow
	rowOf []int // by partition, counted from 1; 0: no row
	count int   // of partitions
}

func newHeatMap(seconds int) heatMap {
	return heatMap{width: columnWidth(seconds)}
}

// columnWidth is how many seconds a column of time has.
func columnWidth(seconds int) int { return (seconds + heatColumns - 1) / heatColumns }

// heatTracked bounds the partitions that a heat map follows. Of a table with
// more it follows those that may come near their limit.
const heatTracked = 256

func (h *heatMap) add(s *simulate.Second, res int, d simulate.Direction) {
	column := s.T / h.width
	h.count = s.Partitions(res)
	for len(h.rowOf) < h.count {
		h.rowOf = append(h.rowOf, 0)
	}
	if h.count <= heatTracked {
		for p := range h.count {
			h.put(column, p, s.Heat(res, d, p))
		}
		return
	}
	for _, p := range s.Notable(res, d) {
		h.put(column, p, s.Heat(res, d, p))
	}
}

func (h *heatMap) put(column, p int, heat float64) {
	if h.rowOf[p] == 0 {
		if len(h.rows) == heatTracked {
			return
		}
		h.rows = append(h.rows, HeatRow{Partition: p})
		h.rowOf[p] = len(h.rows)
	}
	row := &h.rows[h.rowOf[p]-1]
	for len(row.Shares) <= column {
		row.Shares = append(row.Shares, 0)
	}
	row.Shares[column] = max(row.Shares[column], heat)
}

// close returns the hottest rows, all of one length.
func (h *heatMap) close(resource, direction string) Heat {
	out := Heat{Resource: resource, Direction: direction, Width: float64(h.width), Rows: h.rows}
	columns := 0
	for _, row := range out.Rows {
		columns = max(columns, len(row.Shares))
	}
	for i := range out.Rows {
		for len(out.Rows[i].Shares) < columns {
			out.Rows[i].Shares = append(out.Rows[i].Shares, 0)
		}
	}
	for i := range columns {
		out.Times = append(out.Times, float64(i*h.width))
	}
	slices.SortStableFunc(out.Rows, func(a, b HeatRow) int { return cmp.Compare(slices.Max(b.Shares), slices.Max(a.Shares)) })
	out.Rows = out.Rows[:min(len(out.Rows), heatRows)]
	out.LeftOut = h.count - len(out.Rows)
	return out
}
