package reports_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/request"
	"ddbplan/calc/sharding"
	"ddbplan/calc/units"
	"ddbplan/reports"
	"ddbplan/reports/html"
	"ddbplan/reports/markdown"
)

// sharded answers a question about 5,000 writes of 1 KB, changed.
func sharded(t *testing.T, changes ...func(*sharding.Question)) *sharding.Answer {
	t.Helper()
	q := sharding.Question{Write: 5000, Item: units.KB, Confidence: sharding.DefaultConfidence}
	for _, change := range changes {
		change(&q)
	}
	a, err := sharding.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func placedOn(partitions int, confidence units.Share) func(*sharding.Question) {
	return func(q *sharding.Question) { q.Partitions, q.Confidence = partitions, confidence }
}

func TestSentenceOnShards(t *testing.T) {
	for _, c := range []struct {
		a           *sharding.Answer
		level, want string
	}{
		{sharded(t, func(q *sharding.Question) { q.Write = 999 }), "clean",
			"The key needs no shards: 999 write units a second are not more than one partition serves."},
		// 2 of 8 meet with 1/8, 4 of 8 all with 1/512.
		{sharded(t, func(q *sharding.Question) { q.Write = 1001 }), "clean",
			"Spread the key over 4 shards. By arithmetic 2 would do for its 1,001 write units a second; but they are placed at random on 8 partitions, and with a probability of 12.5% too many would meet on one. With 4 that is 0.195%."},
		// 6,720/32,768
		{sharded(t, placedOn(8, 0.2)), "clean",
			"Spread the key over 5 shards, the least that its 5,000 write units a second need. Placed at random on 8 partitions, they overload none of them with a probability of 20.5%."},
		{sharded(t, placedOn(4, 0.99)), "blocked",
			"No number of shards does on 4 partitions: spread evenly, each would be asked for 1,250 write units a second, more than it serves. It takes at least 6 of them."},
		{sharded(t, placedOn(5, 0.99)), "blocked",
			"No number of shards does on 5 partitions: spread evenly, each would be asked for 1,000 write units a second, which leaves too little room for chance. It takes at least 6 of them."},
		{sharded(t, func(q *sharding.Question) { q.Write = 1_000_000 }), "clean",
			"By arithmetic 1,000 would do for its 1,000,000 write units a second; but they are placed at random on 4,000 partitions, and with a probability of >99.9% too many would meet on one."},
	} {
		d := reports.Shards(c.a)
		if !strings.Contains(d.Sentence, c.want) || d.Level != c.level {
			t.Errorf("%s: %q, want %q", d.Level, d.Sentence, c.want)
		}
	}
}

func TestVerdictOnShards(t *testing.T) {
	got := factsOf(t, reports.Shards(sharded(t, placedOn(8, 0.2), func(q *sharding.Question) { q.Read = 1000 })), "verdict")
	for name, want := range map[string]string{
		"Shards":        "5; suffixes 1 to 5",
		"Partitions":    "8; as given",
		"Probability":   "20.5%; that no partition is asked for more than it serves, wherever the hash puts the shards: R4.10",
		"On each shard": "100 read units and 1,000 write units/s; a partition serves 1 such shard together",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	none := factsOf(t, reports.Shards(sharded(t, placedOn(4, 0.99))), "verdict")
	if none["Shards"] != "none does; with the confidence that is asked for" || none["Partitions needed"] != "6; for any number of shards to do" {
		t.Errorf("%v", none)
	}
}

func TestReadingShardsBack(t *testing.T) {
	read := func(rate units.Rate) func(*sharding.Question) {
		return func(q *sharding.Question) { q.Read = rate }
	}
	for _, c := range []struct {
		name string
		a    *sharding.Answer
		rows string // without the words
		want string
	}{
		{"writes alone", sharded(t, placedOn(8, 0.2)), "[5 1] [5 5]", "5 queries in place of one, each of at least 0.5 read units: 2.5 read units even if there is nothing, and at most 4 calls and 2 read units more"},
		{"with reads", sharded(t, placedOn(8, 0.2), read(1000)), "[5 1 0.5 500] [5 5 2.5 2,500]", "also within a BatchGetItem of up to 100 keys (R2.4, R2.5). With a random suffix these reads take 5 shards, which hold with a probability of 20.5%."},
		{"too many of them", sharded(t, read(1000)), "[35 1 0.5 500] [– – – –]", "With a random suffix no number of shards does for these reads on 20 partitions; it takes 21."},
		{"far too many", sharded(t, read(6001)), "[35 1 0.5 3,000.5] [– – – –]", "with a random suffix these reads cannot be had."},
		{"of an index", sharded(t, placedOn(8, 0.2), read(1000), func(q *sharding.Question) { q.Index = true }), "[5 1 0.5 500] [5 5 2.5 2,500]", "as the smallest item (R2.2). With a random"},
	} {
		t.Run(c.name, func(t *testing.T) {
			blocks := section(t, reports.Shards(c.a), "reading").Blocks
			var rows []string
			for _, row := range blocks[0].(reports.Table).Rows {
				rows = append(rows, fmt.Sprint(row[2:]))
			}
			if got := strings.Join(rows, " "); got != c.rows {
				t.Errorf("%s, want %s", got, c.rows)
			}
			if text := fmt.Sprint(blocks[1:]); !strings.Contains(text, c.want) {
				t.Errorf("%q is not in %q", c.want, text)
			}
		})
	}
	if has(reports.Shards(sharded(t, func(q *sharding.Question) { q.Write = 1000 })), "reading") {
		t.Error("one shard is read back")
	}
}

// Every document on shards has the shape that renderers count on, and lists all
// the rules that it cites.
func TestShardsDocument(t *testing.T) {
	cited := regexp.MustCompile(`\bR\d+\.\d+\b`)
	for name, a := range map[string]*sharding.Answer{
		"table": sharded(t), "one": sharded(t, func(q *sharding.Question) { q.Write = 1 }),
		"reads": sharded(t, func(q *sharding.Question) { q.Read = 1000 }),
		"index": sharded(t, func(q *sharding.Question) { q.Index, q.Read = true, 1000 }),
		"alone": sharded(t, func(q *sharding.Question) { q.Write, q.Read, q.Consistency = 0, 9000, request.Strong }),
		"none":  sharded(t, placedOn(3, 0.99)), "quota": sharded(t, func(q *sharding.Question) { q.Write = 50_000 }),
	} {
		d := reports.Shards(a)
		for _, s := range d.Sections {
			for _, b := range s.Blocks {
				switch b := b.(type) {
				case reports.Table:
					square(t, name+"/"+s.ID, b)
				case reports.Figure:
					square(t, name+"/"+b.ID, b.Table)
					drawable(t, name+"/"+b.ID, b)
				}
			}
			if s.ID == "facts" {
				continue // cites the rules by themselves
			}
			for _, id := range cited.FindAllString(fmt.Sprint(s.Blocks), -1) {
				if !slices.Contains(a.Facts, id) {
					t.Errorf("%s: section %s cites %s, which is not among the facts", name, s.ID, id)
				}
			}
		}
		var page, ticket bytes.Buffer
		if err := html.Write(&page, d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := markdown.Write(&ticket, d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(page.String(), `<section id="limits"`) || !strings.Contains(ticket.String(), "\n## What shards do not fix\n") {
			t.Errorf("%s: what shards do not fix is not told", name)
		}
	}
}
