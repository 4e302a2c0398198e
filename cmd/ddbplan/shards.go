package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ddbplan/calc/diag"
	"ddbplan/calc/partition"
	"ddbplan/calc/request"
	"ddbplan/calc/sharding"
	"ddbplan/calc/units"
	"ddbplan/reports"
	"ddbplan/reports/html"
	"ddbplan/reports/json"
	"ddbplan/reports/markdown"
	"ddbplan/reports/text"
)

type shardsCommand struct {
	console
	output      output
	write, read callRate
	item        size
	consistency choice
	index       bool
	partitions  partitionCount
	confidence  share
	color       choice
}

func newShards(c console) *cobra.Command {
	s := shardsCommand{
		console:     c,
		consistency: choice{kind: "WORD", allowed: []string{string(request.Eventual), string(request.Strong)}},
		confidence:  share(sharding.DefaultConfidence),
		color:       choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"},
	}
	cmd := &cobra.Command{
		Use:   "shards [--write RATE] [--read RATE] --item SIZE",
		Short: "Tell over how many shards a hot key must be spread",
		Long: `shards tells how many suffixes a hot partition key needs: the minimum by
arithmetic, and the smallest number with which no partition is asked for more
than it serves, with the asked confidence, though a hash puts the shards on
partitions at random and some of them meet. It also tells what reading back
costs, and what shards do not fix.

--write and --read are calls a second on the key, each of one item. Reads are
taken to know their shard; beside it stands what they cost if they do not.

How many partitions there are decides. Left out, it is 4 times the minimum. A
new on-demand table has 4, one that has served much has more; the open shards of
a table's stream are as many.

The default of --confidence, 99%, is higher than that of a plan, because how a
key is spread is part of the data and is not changed again easily.`,
		Example: `  ddbplan shards --write 5k/s --item 1.2KB
  ddbplan shards --write 5k/s --read 20k/s --item 1.2KB --partitions 32
  ddbplan shards --read 9k/s --item 6KB --consistency strong --confidence 99.9%
  ddbplan shards --write 3k/s --item 200B --index
  ddbplan shards --write 5k/s --item 1.2KB -o shards.html`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.register(cmd)
	return cmd
}

func (s *shardsCommand) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&s.write, "write", "writes on the key, like 5k/s")
	flags.Var(&s.read, "read", "reads on the key, like 20k/s")
	flags.Var(&s.item, "item", "the size of an item, or with --index of an entry")
	s.consistency.register(cmd, "consistency", "of reads; eventual if left out")
	flags.BoolVar(&s.index, "index", false, "the key is that of a global index")
	flags.Var(&s.partitions, "partitions", "how many partitions the table or index has; 4 times the minimum if left out")
	flags.Var(&s.confidence, "confidence", "the probability that no partition is asked for too much")
	s.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"html", []string{".html"}},
	)
	s.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
}

// run answers the question and writes the answer as the flags say.
func (s *shardsCommand) run(cmd *cobra.Command) error {
	name, err := s.output.name()
	if err != nil {
		return &usageError{cmd, err}
	}
	if err := s.check(); err != nil {
		return &usageError{cmd, err}
	}
	answer, err := sharding.New(s.question())
	if err != nil {
		return &usageError{cmd, err}
	}
	document := reports.Shards(answer)
	err = s.output.write(cmd.Context(), s.stdout, func(w io.Writer) error { return s.writeReport(w, name, answer, document) })
	if err == nil && !s.output.isStdout() {
		fmt.Fprintf(s.stderr, "%s: %s\n", diag.Printable(s.output.path), document.Sentence)
	}
	return err
}

// check names the flags without which there is no question, and those that do not
// go together.
func (s *shardsCommand) check() error {
	switch {
	case s.write.rate == 0 && s.read.rate == 0:
		return errors.New("shards needs --write or --read, the calls on the key, like --write 5k/s")
	case !s.item.given:
		return errors.New("shards needs --item, the size of an item, like --item 1.2KB")
	case s.consistency.value != "" && s.read.rate == 0:
		return errors.New("--consistency is of reads: give --read as well, or leave it out")
	}
	return nil
}

func (s *shardsCommand) question() sharding.Question {
	return sharding.Question{
		Write: s.write.rate, Read: s.read.rate, Item: s.item.Bytes,
		Consistency: request.Consistency(s.consistency.value), Index: s.index,
		Partitions: int(s.partitions), Confidence: units.Share(s.confidence),
	}
}

func (s *shardsCommand) writeReport(w io.Writer, name string, answer *sharding.Answer, document reports.Document) error {
	switch name {
	case "json":
		s.warn(answer.Warnings...)
		return json.Write(w, answer)
	case "markdown":
		return markdown.Write(w, document)
	case "html":
		return html.Write(w, document)
	}
	color, width := s.look(s.color.value, s.output.isStdout())
	return text.Write(w, document, text.Options{Color: color, Width: width})
}

// share is a flag that takes a percentage.
type share units.Share

var _ pflag.Value = (*share)(nil)

func (s *share) Type() string   { return "SHARE" }
func (s *share) String() string { return units.Share(*s).String() }

func (s *share) Set(text string) error {
	v, err := units.ParseShare(text)
	if err != nil {
		return err
	}
	*s = share(v)
	return nil
}

// partitionCount is a flag that takes a number of partitions, at least one; 0 is
// none given.
type partitionCount int

var _ pflag.Value = (*partitionCount)(nil)

func (p *partitionCount) Type() string { return "N" }

func (p *partitionCount) String() string {
	if *p == 0 {
		return ""
	}
	return units.Count(*p).String()
}

func (p *partitionCount) Set(text string) error {
	v, err := units.ParseCount(text)
	if err != nil {
		return err
	}
	if v < 1 || v > partition.MaxPartitions {
		return fmt.Errorf("%q is not 1 to %v", text, units.Count(partition.MaxPartitions))
	}
	*p = partitionCount(v)
	return nil
}
