package reports

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/request"
	"ddbplan/calc/sharding"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// Shards makes the document of how many shards a key needs. The answer is not
// changed.
func Shards(a *sharding.Answer) Document {
	s := shards{report{Result: &plan.Result{Warnings: a.Warnings, Facts: a.Facts}}, a}
	d := Document{
		Title:    "Shards of a hot key",
		Sentence: s.sentence(),
		Level:    s.level(),
		About:    []string{"ddbplan " + plan.Version, s.asked(), words.Share(a.Confidence) + " confidence"},
	}
	for _, section := range []Section{
		s.verdict(),
		s.counts(),
		s.choices(),
		s.reading(),
		s.unfixed(),
		s.warnings(),
		s.facts(),
	} {
		if len(section.Blocks) > 0 {
			d.Sections = append(d.Sections, section)
		}
	}
	return d
}

// shards builds the sections of one answer.
type shards struct {
	report
	answer *sharding.Answer
}

func (s shards) level() string {
	if s.answer.Shards == nil {
		return "blocked"
	}
	return "clean"
}

// asked tells the load of the key.
func (s shards) asked() string {
	d := s.answer.Demand
	thing := "items"
	if d.Index {
		thing = "entries"
	}
	var text string
	if d.Write.Calls > 0 {
		text = units.Rate(d.Write.Calls).String() + " writes"
	}
	if d.Read.Calls > 0 {
		if text != "" {
			text += " and "
		}
		text += fmt.Sprintf("%v %s reads", units.Rate(d.Read.Calls), s.consistency())
	}
	return fmt.Sprintf("%s of %s of %v", text, thing, units.Bytes(d.Item))
}

func (s shards) consistency() request.Consistency {
	if c := s.answer.Question.Consistency; c != "" {
		return c
	}
	return request.Eventual
}

func (s shards) demand() string {
	return unitsOf(s.answer.Demand.Read.Units, s.answer.Demand.Write.Units) + " a second"
}

func (s shards) sentence() string {
	a := s.answer
	switch {
	case a.Shards == nil:
		return fmt.Sprintf("No number of shards does on %s: %s", plural(a.Partitions, "partition"), s.obstacle())
	case *a.Shards == 1:
		return fmt.Sprintf("The key needs no shards: %s are not more than one partition serves.", s.demand())
	case *a.Shards == a.Minimum:
		return fmt.Sprintf("Spread the key over %s, the least that its %s need. Placed at random on %s, they overload none of them with a probability of %s.",
			plural(*a.Shards, "shard"), s.demand(), plural(a.Partitions, "partition"), words.Share(*a.Probability))
	}
	return fmt.Sprintf("Spread the key over %s. By arithmetic %s would do for its %s; but they are placed at random on %s, and with a probability of %s too many would meet on one. With %s that is %s.",
		plural(*a.Shards, "shard"), words.Count(a.Minimum), s.demand(), plural(a.Partitions, "partition"), crowding(*a.ByMinimum), words.Count(*a.Shards), crowding(*a.Probability))
}

// crowding words the probability that is left for too many shards to meet. It is
// never the whole, however small the rest.
func crowding(holds float64) string {
	if holds == 0 {
		return ">99.9%"
	}
	return words.Share(1 - holds)
}

// obstacle tells why no number of shards does, and what would.
func (s shards) obstacle() string {
	a := s.answer
	way := "No number of partitions that is tried does either."
	if a.PartitionsNeeded != nil {
		way = fmt.Sprintf("It takes at least %s of them.", words.Count(*a.PartitionsNeeded))
	}
	room := "which leaves too little room for chance"
	if a.Partitions < a.Minimum {
		room = "more than it serves"
	}
	mean := unitsOf(a.Demand.Read.Units/float64(a.Partitions), a.Demand.Write.Units/float64(a.Partitions))
	return fmt.Sprintf("spread evenly, each would be asked for %s a second, %s. %s", mean, room, way)
}

func (s shards) verdict() Section {
	a := s.answer
	remark := "as given"
	if a.Assumed {
		remark = fmt.Sprintf("assumed: %d times the minimum; AWS does not tell how many there are", sharding.AssumedFactor)
	}
	if a.Assumed && !a.Demand.Index {
		remark += ", but the open shards of its stream do: R4.20"
	}
	glance := Facts{
		{"Shards", orDash(a.Shards, words.Count), ""},
		{"Minimum", words.Count(a.Minimum), fmt.Sprintf("the units over what a partition serves, %s written and %s read a second, rounded up: R4.1, R4.18",
			words.Number(float64(facts.PartitionWrite)), words.Number(float64(facts.PartitionRead)))},
		{"Partitions", words.Count(a.Partitions), remark},
	}
	if a.Shards == nil {
		glance[0].Value, glance[0].Remark = "none does", "with the confidence that is asked for"
		return Section{ID: "verdict", Title: "Verdict", Blocks: []Block{append(glance, Fact{"Partitions needed", orDash(a.PartitionsNeeded, words.Count), "for any number of shards to do"})}}
	}
	together := fmt.Sprintf("a partition serves %s together", plural(*a.Together, "such shard"))
	glance[0].Remark = "suffixes 1 to " + words.Count(*a.Shards)
	if *a.Shards == 1 {
		glance[0].Remark, together = "the key as it is", ""
	}
	glance = append(glance,
		Fact{"Probability", words.Share(*a.Probability), "that no partition is asked for more than it serves, wherever the hash puts the shards: R4.10"},
		Fact{"On each shard", unitsOf(a.PerShard.Read, a.PerShard.Write) + "/s", together},
	)
	return Section{ID: "verdict", Title: "Verdict", Blocks: []Block{glance}}
}

// counts tables what other numbers of shards do.
func (s shards) counts() Section {
	a := s.answer
	if len(a.Counts) == 0 {
		return Section{}
	}
	chart := Bars{Unit: "probability that no partition is asked for too much, in percent", Parts: []Part{{Name: "holds"}}}
	t := Table{Columns: []Column{{"Shards", true}, {"A partition serves", true}, {"Holds with", true}}}
	for _, c := range a.Counts {
		t.Rows = append(t.Rows, []string{words.Count(c.Shards), words.Count(c.Together), words.Share(c.Probability)})
		chart.Names = append(chart.Names, plural(c.Shards, "shard"))
		chart.Parts[0].Values = append(chart.Parts[0].Values, 100*c.Probability)
	}
	first, last := a.Counts[0], a.Counts[len(a.Counts)-1]
	return Section{ID: "counts", Title: "More or fewer shards", Blocks: []Block{
		Paragraph(fmt.Sprintf("On %s. A shard more does not always help: as long as a partition serves the same number of them together, it only makes it likelier that too many meet.", plural(a.Partitions, "partition"))),
		t,
		Figure{
			ID: "counts-chart", Title: "Probability by the number of shards",
			Sentence: fmt.Sprintf("With %s none of the partitions is overloaded with a probability of %s, with %s of %s.", plural(first.Shards, "shard"), words.Share(first.Probability), words.Count(last.Shards), words.Share(last.Probability)),
			Chart:    chart, Table: t,
		},
	}}
}

// choices tables how many shards other numbers of partitions take.
func (s shards) choices() Section {
	t := Table{Columns: []Column{{"Partitions", true}, {"Shards", true}, {"Holds with", true}}}
	for _, c := range s.answer.Choices {
		t.Rows = append(t.Rows, []string{words.Count(c.Partitions), orDash(c.Shards, words.Count), orDash(c.Probability, words.Share)})
	}
	if len(t.Rows) == 0 {
		return Section{}
	}
	return Section{ID: "partitions", Title: "More or fewer partitions", Blocks: []Block{
		Paragraph("The more partitions there are, the fewer shards meet on one. A dash: no number of shards does."), t,
	}}
}

// reading compares the suffixes and prices what reads the whole key.
func (s shards) reading() Section {
	a := s.answer
	if a.Shards == nil || *a.Shards == 1 {
		return Section{}
	}
	blocks := []Block{s.suffixes()}
	if r := a.RandomSuffix; r != nil {
		blocks = append(blocks, Paragraph(s.randomly(*r)))
	}
	return Section{ID: "reading", Title: "Reading back", Blocks: append(blocks, Paragraph(readingBack("the key", *a.ReadBack)))}
}

// suffixes tables what a reader must do to find an item.
func (s shards) suffixes() Table {
	a := s.answer
	t := Table{Columns: []Column{{"Suffix", false}, {"How", false}, {"Shards", true}, {"Calls to read one item", true}, {"Units to read one item", true}, {"Read units/s", true}}}
	one := []string{"calculated", "from what readers know and what differs from item to item, as the hash of an order's number; not a date", words.Count(*a.Shards), "1", absent, absent}
	other := []string{"random", "drawn for each write: nothing to know, but to find an item is to ask them all", words.Count(*a.Shards), words.Count(*a.Shards), absent, absent}
	if r := a.RandomSuffix; r != nil {
		one[4], one[5] = words.Exact(a.Demand.Read.PerCall), words.Exact(a.Demand.Read.Units)
		other[2], other[3] = orDash(r.Shards, words.Count), orDash(r.CallsPerRead, words.Count)
		other[4], other[5] = orDash(r.UnitsPerRead, words.Exact), orDash(r.Units, words.Exact)
	}
	t.Rows = [][]string{one, other}
	return dense(t)
}

// randomly tells how the reads go with a random suffix.
func (s shards) randomly(r sharding.Random) string {
	ask := "Asking a shard in vain costs as much as the smallest item (R2.2)"
	if !s.answer.Demand.Index {
		ask += fmt.Sprintf(", also within a BatchGetItem of up to %d keys (R2.4, R2.5)", facts.BatchGetLimit)
	}
	switch {
	case r.Minimum == nil:
		return ask + ". Every read on every shard is more than a partition serves, however many shards there are: with a random suffix these reads cannot be had."
	case r.Shards == nil && r.PartitionsNeeded == nil:
		return ask + ". With a random suffix no number of shards does for these reads, and no number of partitions that is tried."
	case r.Shards == nil:
		return fmt.Sprintf("%s. With a random suffix no number of shards does for these reads on %s; it takes %s.", ask, plural(s.answer.Partitions, "partition"), words.Count(*r.PartitionsNeeded))
	}
	return fmt.Sprintf("%s. With a random suffix these reads take %s, which hold with a probability of %s.", ask, plural(*r.Shards, "shard"), words.Share(*r.Probability))
}

// unfixed tells what shards do not mend.
func (s shards) unfixed() Section {
	index := s.answer.Demand.Index
	return Section{ID: "limits", Title: "What shards do not fix", Blocks: []Block{unfixed(!index, index)}}
}
