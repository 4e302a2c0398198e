package profile

import (
	"iter"
	"maps"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Sizes counts items, or index entries, by their size. The zero value is empty.
type Sizes struct {
	count  int64
	total  int64
	pages  []*page               // by whole KB; nil where nothing has such a size
	beyond map[units.Bytes]int64 // over the limit of an item, which is rare
}

// page counts the sizes of one KB.
type page [units.KB]int64

func (s *Sizes) add(size units.Bytes, n int64) {
	s.count += n
	s.total += int64(size) * n
	if size > facts.ItemLimit {
		if s.beyond == nil {
			s.beyond = map[units.Bytes]int64{}
		}
		s.beyond[size] += n
		return
	}
	k := int(size / units.KB)
	for len(s.pages) <= k {
		s.pages = append(s.pages, nil)
	}
	if s.pages[k] == nil {
		s.pages[k] = new(page)
	}
	s.pages[k][size%units.KB] += n
}

func (s *Sizes) merge(other *Sizes) {
	for size, n := range other.All() {
		s.add(size, n)
	}
}

// All yields the sizes that occur, from the smallest, with the number of items.
func (s *Sizes) All() iter.Seq2[units.Bytes, int64] {
	return func(yield func(units.Bytes, int64) bool) {
		for k, p := range s.pages {
			if p == nil {
				continue
			}
			for i, n := range p {
				if n > 0 && !yield(units.Bytes(k)*units.KB+units.Bytes(i), n) {
					return
				}
			}
		}
		for _, size := range slices.Sorted(maps.Keys(s.beyond)) {
			if !yield(size, s.beyond[size]) {
				return
			}
		}
	}
}

// Count is the number of items.
func (s *Sizes) Count() int64 { return s.count }

// Total is the sum of all sizes.
func (s *Sizes) Total() units.Bytes { return units.Bytes(s.total) }

// Min is the smallest size, 0 without items.
func (s *Sizes) Min() units.Bytes {
	for size := range s.All() {
		return size
	}
	return 0
}

// Max is the largest size, 0 without items.
func (s *Sizes) Max() units.Bytes { return s.Percentile(100) }

// Percentile is the smallest size that at least p percent of the items, p being
// 1 to 100, do not exceed (nearest rank), 0 without items.
func (s *Sizes) Percentile(p int64) units.Bytes {
	// ⌈count·p/100⌉, in two parts because the product may overflow.
	rank := s.count/100*p + (s.count%100*p+99)/100
	for size, n := range s.All() {
		if rank -= n; rank <= 0 {
			return size
		}
	}
	return 0
}

// Mean is the mean size in bytes, 0 without items. Units are not rounded from it.
func (s *Sizes) Mean() float64 { return s.over(float64(s.total)) }

// over divides a sum by the number of items.
func (s *Sizes) over(sum float64) float64 {
	if s.count == 0 {
		return 0
	}
	return sum / float64(s.count)
}

// Class is the items that cost the same number of units.
type Class struct {
	Units int64 `json:"units"`
	Items int64 `json:"items"`
}

// WriteClasses counts items by the write units of one write (R3.1).
func (s *Sizes) WriteClasses() []Class {
	return s.classes(func(size units.Bytes) int64 { return int64(request.Write(size)) })
}

// ReadClasses counts items by the read units of one strongly consistent read
// (R2.1).
func (s *Sizes) ReadClasses() []Class {
	return s.classes(func(size units.Bytes) int64 { return int64(request.Read(request.Strong, size)) })
}

func (s *Sizes) classes(of func(units.Bytes) int64) []Class {
	classes := []Class{}
	for size, n := range s.All() {
		u := of(size)
		if last := len(classes) - 1; last >= 0 && classes[last].Units == u {
			classes[last].Items += n
			continue
		}
		classes = append(classes, Class{u, n})
	}
	return classes
}

// mean is the mean of units that are whole for every item, so that their sum is.
func (s *Sizes) mean(classes []Class) float64 {
	var sum int64
	for _, c := range classes {
		sum += c.Units * c.Items
	}
	return s.over(float64(sum))
}

// overLimit counts the items that DynamoDB would refuse for their size (R1.14).
func (s *Sizes) overLimit() (n int64) {
	for _, m := range s.beyond {
		n += m
	}
	return n
}

// MeanWrite is the mean of the write units of one write, each size rounded by
// itself.
func (s *Sizes) MeanWrite() float64 { return s.mean(s.WriteClasses()) }
