package profile

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Summary is what a profile tells, in the form that programs read.
type Summary struct {
	Distribution
	OverLimit  int64   `json:"over_limit"`
	Unreadable int64   `json:"unreadable"`
	Indexes    []Index `json:"indexes,omitempty"`
}

// Distribution tells how large the items of a table, or the entries of an index,
// are. Sizes are in bytes and null where there is nothing.
type Distribution struct {
	Count        int64        `json:"count"`
	Bytes        Bytes        `json:"bytes"`
	MeanUnits    Units        `json:"mean_units"` // the mean of rounded units
	WriteClasses []Class      `json:"write_classes"`
	ReadClasses  []Class      `json:"read_classes"`
	Sizes        []SizeCount  `json:"sizes,omitempty"`
	Keys         *KeysSummary `json:"keys,omitempty"`
}

// Bytes sums up sizes.
type Bytes struct {
	Total units.Bytes  `json:"total"`
	Min   *units.Bytes `json:"min"`
	P50   *units.Bytes `json:"p50"`
	P90   *units.Bytes `json:"p90"`
	P99   *units.Bytes `json:"p99"`
	Max   *units.Bytes `json:"max"`
	Mean  *float64     `json:"mean"`
}

// Units are what one write and one read cost.
type Units struct {
	Write float64   `json:"write_units"`
	Read  ReadUnits `json:"read_units"`
}

// ReadUnits are the read units of one read by consistency (R2.1, R2.16).
type ReadUnits struct {
	Eventual      float64 `json:"eventual"`
	Strong        float64 `json:"strong"`
	Transactional float64 `json:"transactional"`
}

// SizeCount is how many items have one size.
type SizeCount struct {
	Bytes units.Bytes `json:"bytes"`
	Items int64       `json:"items"`
}

// Index is an index with what the items put into it.
type Index struct {
	Name    string  `json:"index"`
	Type    string  `json:"type"`
	Present float64 `json:"present"` // share of the items that have an entry
	Distribution
}

// KeysSummary tells how items are spread over the values of a partition key.
type KeysSummary struct {
	Attribute string     `json:"attribute"`
	Exact     bool       `json:"exact"` // all keys are counted; else distinct is an estimate
	Distinct  int64      `json:"distinct"`
	Counted   int        `json:"counted"`
	MostItems int64      `json:"most_items"` // what no key exceeds; exact, if Exact
	MostShare float64    `json:"most_share"` // the same as a share of the items
	Heaviest  []HeavyKey `json:"heaviest"`
	Missing   int64      `json:"missing_up_to,omitempty"` // heaviest may lack keys with up to so many items; absent, if Exact
}

// HeavyKey is one partition-key value.
type HeavyKey struct {
	Key   string      `json:"key"`
	Items int64       `json:"items"`
	Share float64     `json:"share"`
	Bytes units.Bytes `json:"bytes"`
	Bound bool        `json:"bound,omitempty"` // no more than so many items; bytes are not known
}

// Detail says how much a summary lists.
type Detail struct {
	Sizes bool // every size that occurs
	Keys  int  // how many of the heaviest keys
}

// Summary sums the profile up.
func (p *Profile) Summary(d Detail) Summary {
	s := Summary{OverLimit: p.overLimit, Unreadable: p.unreadable}
	if p.schema == nil {
		s.Distribution = p.resources[0].summary(d, "")
		return s
	}
	s.Distribution = p.resources[0].summary(d, p.schema.Key.Partition)
	for i, x := range p.schema.Indexes {
		kind := "global"
		if x.Local {
			kind = "local"
		}
		s.Indexes = append(s.Indexes, Index{
			Name:         x.Name,
			Type:         kind,
			Present:      float64(p.Present(i)),
			Distribution: p.resources[i+1].summary(d, x.Key.Partition),
		})
	}
	return s
}

func (r *resource) summary(d Detail, key string) Distribution {
	s := &r.sizes
	out := Distribution{
		Count:        s.count,
		Bytes:        s.summary(),
		WriteClasses: s.WriteClasses(),
		ReadClasses:  s.ReadClasses(),
		Keys:         r.keySummary(d.Keys, key),
	}
	out.MeanUnits = Units{s.mean(out.WriteClasses), readUnits(s.mean(out.ReadClasses))}
	if d.Sizes {
		out.Sizes = s.list()
	}
	return out
}

func (s *Sizes) summary() Bytes {
	out := Bytes{Total: s.Total()}
	if s.count == 0 {
		return out
	}
	mean := s.Mean()
	out.Min, out.Max, out.Mean = new(s.Min()), new(s.Max()), &mean
	out.P50, out.P90, out.P99 = new(s.Percentile(50)), new(s.Percentile(90)), new(s.Percentile(99))
	return out
}

func (s *Sizes) list() []SizeCount {
	list := []SizeCount{}
	for size, n := range s.All() {
		list = append(list, SizeCount{size, n})
	}
	return list
}

// readUnits are those of a read that covers so many blocks.
func readUnits(blocks float64) ReadUnits {
	return ReadUnits{blocks * facts.EventualFactor, blocks * facts.StrongFactor, blocks * facts.TransactReadFactor}
}

// UnitsOf is what one write and one read of an item of a size cost.
func UnitsOf(size units.Bytes) Units {
	return Units{float64(request.Write(size)), readUnits(float64(request.Read(request.Strong, size)))}
}

func (r *resource) keySummary(top int, attribute string) *KeysSummary {
	k := r.keys
	if k == nil {
		return nil
	}
	out := &KeysSummary{
		Attribute: attribute,
		Exact:     k.IsExact(),
		Distinct:  k.Distinct(),
		Counted:   k.Kept(),
		MostItems: k.MostItems(),
		MostShare: r.sizes.over(float64(k.MostItems())),
		Heaviest:  []HeavyKey{},
		Missing:   k.Unnamed(),
	}
	for _, c := range k.Heaviest(top) {
		out.Heaviest = append(out.Heaviest, HeavyKey{c.Name, c.Items, r.sizes.over(float64(c.Items)), c.Bytes, c.Bound})
	}
	return out
}
