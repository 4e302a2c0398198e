package sizing

import (
	"fmt"
	"math/bits"

	"ddbplan/calc/profile"
	"ddbplan/calc/words"
	"ddbplan/reports"
)

// perResource shows the items of a table, or the entries of an index.
func perResource(title, things string, d profile.Distribution, notes ...reports.Block) reports.Section {
	s := reports.Section{ID: "resource", Title: title, Blocks: notes}
	if d.Count == 0 {
		s.Blocks = append(s.Blocks, reports.Paragraph("There are no "+things+"."))
		return s
	}
	s.Blocks = append(s.Blocks, classes(things, d))
	if d.Keys != nil {
		s.Blocks = append(s.Blocks, reports.Paragraph(keys(things, *d.Keys)))
		if len(d.Keys.Heaviest) > 0 {
			s.Blocks = append(s.Blocks, heaviest(things, d.Keys.Heaviest))
			if d.Keys.Missing > 0 {
				s.Blocks = append(s.Blocks, reports.Note(fmt.Sprintf("Values with up to %s %s may be missing from this list.", whole(d.Keys.Missing), things)))
			}
		}
	}
	if len(d.Sizes) > 0 {
		s.Blocks = append(s.Blocks, perByte(things, d))
	}
	return s
}

// classes shows how many items cost how many units. From eight units on a row
// stands for a range that ends at a power of two; JSON has every class.
func classes(things string, d profile.Distribution) reports.Table {
	t := reports.Table{Columns: columns("Units", "Writes of "+things, "Share", "Strong reads", "Share")}
	writes, reads := ranges(d.WriteClasses), ranges(d.ReadClasses)
	for i := range max(len(writes), len(reads)) {
		w, r := at(writes, i), at(reads, i)
		if w+r == 0 {
			continue
		}
		t.Rows = append(t.Rows, []string{rangeWords(i), whole(w), share(w, d.Count), whole(r), share(r, d.Count)})
	}
	return t
}

// singles is how many classes have a row each.
const singles = 8

// ranges sums up classes by row: 1 to 8, then 9–16, 17–32 and so on.
func ranges(classes []profile.Class) []int64 {
	var out []int64
	for _, c := range classes {
		row := int(c.Units) - 1
		if c.Units > singles {
			row = singles + bits.Len64(uint64(c.Units-1)) - bits.Len(singles)
		}
		for len(out) <= row {
			out = append(out, 0)
		}
		out[row] += c.Items
	}
	return out
}

func rangeWords(row int) string {
	if row < singles {
		return whole(int64(row + 1))
	}
	from := int64(singles) << (row - singles)
	return whole(from+1) + "–" + whole(2*from)
}

func at(list []int64, i int) int64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

func share(n, of int64) string { return words.Share(float64(n) / float64(of)) }

func keys(things string, k profile.KeysSummary) string {
	if k.Exact {
		return fmt.Sprintf("%s has %s. The heaviest holds %s of the %s.",
			k.Attribute, count(k.Distinct, "value"), words.Share(k.MostShare), things)
	}
	return fmt.Sprintf("%s has about %s values, more than are counted one by one. %s of them, chosen by hash, are; "+
		"of others a sample of the %s shows the heavy ones. None of all values holds more than %s of the %s.",
		k.Attribute, words.Number(float64(k.Distinct)), whole(int64(k.Counted)), things, words.Share(k.MostShare), things)
}

func heaviest(things string, heavy []profile.HeavyKey) reports.Table {
	t := reports.Table{Columns: columns("Heaviest keys", "Number of "+things, "Share", "B")}
	for _, k := range heavy {
		row := []string{k.Key, whole(k.Items), words.Share(k.Share), whole(int64(k.Bytes))}
		if k.Bound {
			row[1], row[2], row[3] = "≤ "+row[1], "≤ "+row[2], absent
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func perByte(things string, d profile.Distribution) reports.Table {
	t := reports.Table{Columns: columns("B", "Number of "+things, "Share")}
	for _, s := range d.Sizes {
		t.Rows = append(t.Rows, []string{whole(int64(s.Bytes)), whole(s.Items), share(s.Items, d.Count)})
	}
	return t
}
