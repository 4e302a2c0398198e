package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/itemfiles"
	"ddbplan/calc/input/profilefile"
	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/reports"
	"ddbplan/reports/markdown"
	"ddbplan/reports/sizing"
	"ddbplan/reports/text"
)

type sizeCommand struct {
	console
	output output
	color  choice
	schema schemaFlags

	each, where, perByte, skipBad, merge, emit bool
	save, keysFile                             string
	top                                        int

	stdin  io.Reader
	format string
}

func newSize(c console) *cobra.Command {
	s := sizeCommand{
		console: c,
		color:   choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"},
	}
	cmd := &cobra.Command{
		Use:   "size [FILE...]",
		Short: "Tell how large items are and what they cost",
		Long: `size reads items and tells how many bytes DynamoDB counts for them and how many
units they cost. Files, or standard input (-), hold DynamoDB JSON or plain JSON:
one item a line, an array, the output of get-item, query or scan, or an S3 export;
plain, gzip or zstd. One item alone is shown attribute by attribute.

With the keys of the table, by --table or --key, index entries are sized as well,
and the partition keys that hold the most are named. Up to 131,072 distinct keys,
shared by the table and its global indexes, are counted one by one; beyond, their
number is an estimate, and bounds are told for the heaviest.

An item that cannot be read is named, the rest is sized, and the exit status is 2.
--skip-bad passes over items, not over files that cannot be read to their end.
--save and --merge let many machines count a part each.`,
		Example: `  ddbplan size items.jsonl
  ddbplan size --each --format json items.jsonl.gz
  ddbplan size --table scenario.yaml --name orders export/*.json.gz
  ddbplan size --key pk,sk --index by-status=status,created:total+currency items.jsonl
  ddbplan size --save part1.json export/part1-*.gz
  ddbplan size --merge part1.json part2.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd, args) },
	}
	s.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"csv", []string{".csv"}},
		format{"yaml", []string{".yaml", ".yml"}},
	)
	flags := cmd.Flags()
	flags.BoolVar(&s.each, "each", false, "print a line for every item (text, json, csv)")
	flags.BoolVar(&s.where, "where", false, "with --each, tell file and line in json as well")
	flags.BoolVar(&s.perByte, "bytes", false, "list every size that occurs")
	flags.BoolVar(&s.skipBad, "skip-bad", false, "warn of items that cannot be read, and exit with 0")
	flags.StringVar(&s.save, "save", "", "write the counts to a `FILE` that can be merged")
	flags.BoolVar(&s.merge, "merge", false, "the files hold saved counts: add them up")
	flags.IntVar(&s.top, "top", 10, "how many of the heaviest keys to show")
	flags.StringVar(&s.keysFile, "keys-file", "", "write every partition key and its number of items to a `FILE`")
	flags.BoolVar(&s.emit, "emit-scenario", false, "write the table and its keys as a part of a scenario (yaml)")
	s.schema.register(cmd)
	s.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
	return cmd
}

func (s *sizeCommand) run(cmd *cobra.Command, args []string) error {
	s.stdin = cmd.InOrStdin()
	if len(args) == 0 && !s.merge {
		if isTerminal(s.stdin) {
			return &usageError{cmd, errors.New("size needs files, or items on standard input")}
		}
		args = []string{stdinPath}
	}
	for _, check := range []func() error{
		func() error { return s.check(args) },
		func() error { return s.checkIdle(cmd) },
		func() error { return s.checkOverwrites(args) },
	} {
		if err := check(); err != nil {
			return &usageError{cmd, err}
		}
	}
	schema, err := s.schema.read(cmd)
	if err != nil {
		return s.schema.explain(cmd, err)
	}
	// Files are tried before anything is read, the result last of all.
	s.warn(repeated(args)...)
	ctx, unreadable, lost := cmd.Context(), int64(0), int64(0)
	err = s.output.write(ctx, s.stdout, func(result io.Writer) error {
		return optionalFile(ctx, s.save, func(counts io.Writer) error {
			return optionalFile(ctx, s.keysFile, func(keys io.Writer) error {
				sum, err := s.sum(ctx, args, schema, result)
				if err != nil {
					return err
				}
				unreadable, lost = sum.Profile.Unreadable(), sum.Profile.Lost()
				return s.write(sum, result, counts, keys, args)
			})
		})
	})
	switch {
	case err != nil:
		return err
	case lost > 0 && s.skipBad:
		return fmt.Errorf("files that could not be read to their end, which --skip-bad does not pass over: %d", lost)
	case unreadable > 0 && !s.skipBad:
		return fmt.Errorf("items or files that could not be read, and are in no figure: %d", unreadable)
	}
	return nil
}

// check tells which flags do not go together, and decides on the format.
func (s *sizeCommand) check(args []string) error {
	name, err := s.output.name()
	if err != nil {
		return err
	}
	if s.emit && s.output.format.value == "" && name == s.output.formats[0].name {
		name = "yaml"
	}
	s.format = name
	stdins := 0
	for _, input := range slices.Concat(args, []string{s.schema.table}) {
		if input == stdinPath {
			stdins++
		}
	}
	switch {
	case s.emit != (name == "yaml"):
		return errors.New("yaml and --emit-scenario go together")
	case s.each && (s.merge || s.perByte || s.emit):
		return errors.New("--each prints items; it does not go with --merge, --bytes or --emit-scenario")
	case s.each && name == "markdown":
		return errors.New("--each is for text, json and csv")
	case s.where && !s.each:
		return errors.New("--where tells where the items of --each stand; say --each as well")
	case s.emit && s.perByte:
		return errors.New("--bytes lists sizes; it does not go with --emit-scenario")
	case slices.Contains(args, ""):
		return errors.New("one of the files has no name")
	case s.merge && s.schema.given():
		return errors.New("--merge takes the keys of the table from the counts; leave --table, --key and indexes out")
	case s.merge && len(args) == 0:
		return errors.New("--merge needs files of counts, as --save writes them")
	case (s.emit || s.keysFile != "") && !s.merge && !s.schema.given():
		return errors.New("partition keys are not known without the table's: say --table SCENARIO or --key PARTITION,SORT")
	case s.top < 0:
		return fmt.Errorf("--top %d: the number of keys is 0 or more", s.top)
	case stdins > 1:
		return errors.New("standard input (-) can be read once only")
	}
	return nil
}

// sum reads the files, and prints items as they come where that is asked for.
func (s *sizeCommand) sum(ctx context.Context, args []string, schema *request.Schema, result io.Writer) (itemfiles.Sum, error) {
	if s.merge {
		merged, err := s.mergeFiles(ctx, args)
		return itemfiles.Sum{Profile: merged}, err
	}
	files, size := s.files(args)
	done := new(atomic.Int64)
	status := s.showProgress(done, size)
	defer status.stop()
	sum, err := itemfiles.Read(ctx, files, itemfiles.Options{
		Schema:  schema,
		Each:    s.lines(result),
		Workers: runtime.GOMAXPROCS(0),
		Done:    done,
	}, func(e itemfiles.Event) error {
		for _, d := range e.Found {
			s.tell(status, d)
		}
		_, err := result.Write(e.Text)
		return err
	})
	if err != nil {
		return itemfiles.Sum{}, err
	}
	if err := sum.Profile.Conflict(); err != nil {
		return itemfiles.Sum{}, fmt.Errorf("the files do not hold items of one table: %w", err)
	}
	return sum, nil
}

// showProgress shows how many bytes are done, unless items are printed on the
// same terminal.
func (s *sizeCommand) showProgress(done *atomic.Int64, total int64) *progress {
	line := func() string { return bytesRead(done, total) }
	if _, onScreen := s.screen(); s.each && onScreen && s.output.isStdout() {
		return &progress{w: s.stderr, line: line}
	}
	return s.progress(line)
}

// tell prints a mistake or a warning.
func (s *sizeCommand) tell(status *progress, d diag.Diagnostic) {
	if d.Severity == diag.Error && !s.skipBad {
		status.println(d.Error())
		return
	}
	status.println("warning: " + d.Error())
}

// lines is what makes the line of an item; nil where none is asked for.
func (s *sizeCommand) lines(result io.Writer) func([]byte, itemfiles.Item) []byte {
	if !s.each {
		return nil
	}
	write := sizing.Line.AppendText
	switch s.format {
	case "json":
		write = sizing.Line.AppendJSON
		if s.where {
			write = sizing.Line.AppendPlacedJSON
		}
	case "csv":
		write = sizing.Line.AppendCSV
		io.WriteString(result, sizing.LineHeader) // into a buffer, which keeps its error
	}
	return func(dst []byte, i itemfiles.Item) []byte {
		if s.format == "text" {
			i.File = diag.Printable(i.File)
		}
		return write(sizing.Line(i), dst)
	}
}

// mergeFiles adds saved counts up.
func (s *sizeCommand) mergeFiles(ctx context.Context, args []string) (*profile.Profile, error) {
	var merged *profile.Profile
	files, _ := s.files(args)
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := readCounts(file)
		if err != nil {
			return nil, err
		}
		if merged == nil {
			merged = p
			continue
		}
		if err := merged.Merge(p); err != nil {
			return nil, fmt.Errorf("%s cannot be added to %s: %w", file.Name, args[0], err)
		}
	}
	return merged, nil
}

func readCounts(file itemfiles.File) (*profile.Profile, error) {
	in, err := file.Open()
	if err != nil {
		return nil, cannotRead(file.Name, err)
	}
	defer in.Close()
	return profilefile.Read(in, file.Name)
}

// write writes what has been counted: the counts and the keys into files, if
// there are any, and the result.
func (s *sizeCommand) write(sum itemfiles.Sum, result, counts, keys io.Writer, args []string) error {
	p := sum.Profile
	if counts != nil {
		if err := profilefile.Write(counts, p); err != nil {
			return err
		}
	}
	switch {
	case p.Items().Count() == 0 && counts != nil:
		s.warn("there are no items; the counts say so")
		return nil
	case p.Items().Count() == 0:
		return errors.New("there are no items to size")
	case p.Keys() == nil && (s.emit || keys != nil):
		return errors.New("the counts hold no keys: they were made without --table or --key")
	}
	if keys != nil {
		if err := s.writeKeys(keys, p); err != nil {
			return err
		}
	}
	switch {
	case s.each:
		return nil // printed already
	case s.emit:
		return s.fragment(p, args).Write(result)
	case sum.Only != nil && !s.perByte:
		return s.writeTree(result, profile.NewTree(sum.Only, p))
	}
	return s.writeSummary(result, p.Summary(profile.Detail{Sizes: s.perByte, Keys: s.top}))
}

func (s *sizeCommand) writeKeys(w io.Writer, p *profile.Profile) error {
	if k := p.Keys(); !k.IsExact() {
		return fmt.Errorf("--keys-file: there are about %d keys, too many to be counted one by one; leave it out", k.Distinct())
	}
	return sizing.WriteKeys(w, p.Keys())
}

func (s *sizeCommand) writeTree(w io.Writer, t profile.Tree) error {
	switch s.format {
	case "json":
		return sizing.WriteJSON(w, t)
	case "csv":
		return sizing.WriteTreeCSV(w, t)
	}
	return s.writeDocument(w, sizing.TreeDocument(t))
}

func (s *sizeCommand) writeSummary(w io.Writer, summary profile.Summary) error {
	switch s.format {
	case "json":
		return sizing.WriteJSON(w, summary)
	case "csv":
		return sizing.WriteCSV(w, summary)
	}
	return s.writeDocument(w, sizing.Document(summary))
}

func (s *sizeCommand) writeDocument(w io.Writer, d reports.Document) error {
	if s.format == "markdown" {
		return markdown.Write(w, d)
	}
	color, width := s.look(s.color.value, s.output.isStdout())
	return text.Write(w, d, text.Options{Color: color, Width: width})
}
