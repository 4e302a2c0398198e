package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Of a key that is spread over too few, the whole is to be spread: two values of
// 1,200 units each are 2,400. Two of 1,000 each are not too few.
func TestShardsOfAKeyThatIsSpread(t *testing.T) {
	for rate, want := range map[string]string{"3000/s": "[key 1 of state 2400 3]", "2500/s": "[]"} {
		text := fmt.Sprintf(tickets, "- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 20]}}, rate: "+rate+"}")
		got := []string{}
		for _, k := range answer(t, strings.Replace(text, "{partition: state}", "{partition: state, shards: 2}", 1)).Shards {
			got = append(got, fmt.Sprintf("%s %.6g %d", k.Key, k.PeakUnits, *k.Minimum))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("at %s: %v, want %s", rate, got, want)
		}
	}
}

func TestShards(t *testing.T) {
	for _, c := range []struct {
		name, partitions, traffic string
		want                      []string
	}{
		// 1,000 units are what a partition serves; 1,001 need two shards by arithmetic. Of
		// 1,180 on four partitions five do: four of 236 fit on one, and five meet in 4/4⁵ of the cases.
		{"as much as a partition serves", "4", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [50, 50]}}, rate: 2000/s}`, nil},
		{"more", "4", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 20]}}, rate: 1475/s}`,
			[]string{"t/index/g write key 1 of state 1180: 2, 5 on 4 99.61%, 0 + 236 each"}},
		// 1,180 on twelve partitions: three shards of 393, two of which fit, meet in 12/12³.
		{"more partitions", "12", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 20]}}, rate: 1475/s}`,
			[]string{"t/index/g write key 1 of state 1180: 2, 3 on 12 99.31%, 0 + 393.3 each"}},
		// Two are over; the hotter first. 2,600 on two partitions never fit: 1,300 on each. Of 1,100
		// seven of 137.5 fit on one, and eight meet in 2/2⁸.
		{"no number", "2", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [2, 11, 26]}}, rate: 3900/s}`,
			[]string{"t/index/g write key 3 of state 2600: 3, none on 2, 3 needed", "t/index/g write key 2 of state 1100: 2, 8 on 2 99.22%, 0 + 137.5 each"}},
		// Strong reads of 1 KB are a unit each. The writes alone would fit; both make one row. Of 1,180
		// reads two fit on one of the twelve partitions, and three meet in 12/12³.
		{"reads and writes of one key", "4", `
- {name: put, table: t, operation: PutItem, touches: [], keys: single, rate: 500/s}
- {name: get, table: t, operation: GetItem, consistency: strong, keys: single, rate: 3540/s}`,
			[]string{"t read key 1 of id 3540: 2, 3 on 12 99.31%, 1180 + 166.7 each"}},
		// 6,002 eventually consistent reads are 3,001 units, more than is promised.
		{"eventually consistent reads", "4", `
- {name: get, table: t, operation: GetItem, keys: single, rate: 6002/s}`,
			[]string{"t read key 1 of id 3001: 2, "}},
		{"and just as many as are", "4", `
- {name: get, table: t, operation: GetItem, keys: single, rate: 6000/s}`, nil},
		// In order: 20 s each of the five.
		{"in order", "4", `
- {name: load, table: t, operation: PutItem, touches: [], keys: {ordered: 5}, rate: {step: {from: 900/s, to: 1100/s, at: 50s}}}`,
			[]string{"in turn: t write key 3 of id 1100: 2, "}},
	} {
		text := fmt.Sprintf(tickets, strings.TrimSpace(c.traffic))
		text = strings.NewReplacer("g: {key", "g: {partitions: "+c.partitions+", key", ", capacity: {warm: {write: 12000/s}}}", "}").Replace(text)
		r := answer(t, text)
		var got []string
		for _, k := range r.Shards {
			line := fmt.Sprintf("%s %s %s %.6g: %d, ", k.Resource, k.Direction, k.Key, k.PeakUnits, *k.Minimum)
			if k.InTurn {
				line = "in turn: " + line
			}
			if k.Shards == nil {
				line += fmt.Sprintf("none on %d, %d needed", k.Partitions, *k.PartitionsNeeded)
			} else {
				line += fmt.Sprintf("%d on %d %.2f%%, %.4g + %.4g each", *k.Shards, k.Partitions, 100**k.Probability, k.PerShard.Read, k.PerShard.Write)
			}
			got = append(got, line)
		}
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
