package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/requestfile"
	"ddbplan/calc/quote"
	"ddbplan/calc/request"
	"ddbplan/reports"
	"ddbplan/reports/csv"
	"ddbplan/reports/text"
)

type unitsCommand struct {
	console
	output  output
	call    callFlags
	request string
	rate    callRate
	options quote.Options
}

func newUnits(c console) *cobra.Command {
	u := unitsCommand{console: c, call: newCallFlags()}
	cmd := &cobra.Command{
		Use:   "units [OPERATION]",
		Short: "Tell what one call costs on the table and on every index",
		Long: `units meters one call: how many read or write units it costs, on the table and
on each index, and how many such calls a second one partition sustains. --rate
adds the units a second, --replicas the other Regions of a global table,
--explain the derivation with its rules.

Either name an operation and say how large the items are:

  GetItem, BatchGetItem, Query, Scan, TransactGetItems (reads)
  PutItem, UpdateItem, DeleteItem, BatchWriteItem, TransactWriteItems,
  ConditionCheck (writes)
  ExecuteStatement, BatchExecuteStatement, ExecuteTransaction with --statement

or give real items and the table's schema in a file, and what the call does to
each index follows from them:

  table:
    key: {partition: pk, sort: sk}
    indexes:
      by-status: {key: {partition: status}, projection: [total]}
      by-date: {type: local, key: {sort: created}, projection: keys}
  operation: UpdateItem
  before: {pk: {S: a}, sk: {S: b}, status: {S: open}}   # the stored item
  after: {pk: {S: a}, sk: {S: b}, status: {S: done}}    # none after a delete

The file may also hold transact, condition_fails and replay (true or false),
consistency, index and fetch for reads, statement for PartiQL; items, a list, for
what a read finds or a batch puts; and actions, each with an operation (or
statement), before and after, for batches and transactions that do several things.
Items are in DynamoDB JSON or plain. "-" is standard input.

An index entry is written NAME=[EFFECT:]SIZE. The effect is put, delete, rewrite
(in place) or move (the key of the entry changes); left out, it is the usual one
of the operation. A rewrite or move may change the size: NAME=move:3KB:1KB.
NAME ends at the first "=" and may hold ":", "," and "+"; a name with "=" in it is
for the file of --request, where it can be put in quotes.

JSON has a total of the units of one direction. A call that has both, such as a
write transaction through DAX, has totals with read and write instead.`,
		Example: `  ddbplan units PutItem --item 1.6KB --rate 100/s
  ddbplan units Query --item 4.08KB --items 10 --consistency eventual
  ddbplan units UpdateItem --item 1.6KB --entry by-status=move:300B --explain
  ddbplan units BatchGetItem --item 1.5KB --item 6.5KB --missing=2
  ddbplan units Query --local-index by-date --item 200B --items 4 --fetch 300B
  ddbplan units TransactWriteItems --item 500B --items 3 --dax
  ddbplan units PutItem --item 1KB --entry by-status=200B --replicas 2
  ddbplan units DeleteItem --item 500B --ttl --replicas 2 --rate 1M/day
  ddbplan units ExecuteStatement --statement SELECT --item 3KB --items 4
  ddbplan units --request request.yaml --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &usageError{cmd, fmt.Errorf("units meters one call, not %q as well", args[1])}
			}
			return nil
		},
		ValidArgsFunction: completeOperation,
		RunE:              func(cmd *cobra.Command, args []string) error { return u.run(cmd, args) },
	}
	u.call.register(cmd)
	cmd.Flags().StringVar(&u.request, "request", "", "the `FILE` with the call and its items; - is standard input")
	cmd.Flags().Var(&u.rate, "rate", "how often the call is made, like 100/s")
	cmd.Flags().IntVar(&u.options.Replicas, "replicas", 0, "writes: `N` other Regions of a global table hold a replica")
	cmd.Flags().BoolVar(&u.options.Explain, "explain", false, "show how each figure comes about")
	u.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"json", []string{".json"}},
		format{"csv", []string{".csv"}},
	)
	return cmd
}

// completeOperation lets shells complete the name of an operation.
func completeOperation(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		for _, o := range slices.Concat(request.Operations, request.PartiQL) {
			names = append(names, string(o))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// run meters the call and writes what it costs as the flags say.
func (u *unitsCommand) run(cmd *cobra.Command, args []string) error {
	name, err := u.output.name()
	if err != nil {
		return &usageError{cmd, err}
	}
	u.options.Rate = u.rate.rate
	footprint, err := u.footprint(cmd, args)
	if err != nil {
		return err
	}
	if err := u.checkOptions(footprint); err != nil {
		return &usageError{cmd, err}
	}
	q, err := quote.New(footprint, u.options)
	if err != nil {
		return &usageError{cmd, err}
	}
	u.warn(q.Warnings...)
	return u.output.write(cmd.Context(), u.stdout, func(w io.Writer) error { return u.writeQuote(w, name, q) })
}

// footprint is the call, from a file or from the flags.
func (u *unitsCommand) footprint(cmd *cobra.Command, args []string) (request.Footprint, error) {
	switch {
	case !cmd.Flags().Changed("request") && len(args) == 0:
		return request.Footprint{}, &usageError{cmd, errors.New("units needs an operation, like PutItem, or --request with a file")}
	case !cmd.Flags().Changed("request"):
		f, err := u.call.footprint(cmd.Flags(), request.Operation(args[0]))
		if err != nil {
			err = &usageError{cmd, err}
		}
		return f, err
	case len(args) > 0:
		return request.Footprint{}, &usageError{cmd, fmt.Errorf("the file of --request names the operation: leave %s out", args[0])}
	}
	if flag := u.call.described(cmd.Flags()); flag != "" {
		return request.Footprint{}, &usageError{cmd, fmt.Errorf("the file of --request describes the call: leave --%s out", flag)}
	}
	file, found, err := readRequest(cmd.Context(), cmd.InOrStdin(), u.request)
	if err != nil {
		return request.Footprint{}, err
	}
	u.warnOf(found)
	f, err := file.Request.Footprint(file.Schema)
	f.DAX, f.Expires = u.call.dax, u.call.ttl
	return f, err
}

// checkOptions refuses what goes with no read.
func (u *unitsCommand) checkOptions(f request.Footprint) error {
	switch {
	case u.options.Replicas < 0 || u.options.Replicas > maxReplicas:
		return fmt.Errorf("--replicas %d: a global table has 0 to %d other Regions", u.options.Replicas, maxReplicas)
	case u.options.Replicas > 0 && len(f.Writes) == 0:
		return fmt.Errorf("--replicas is for writes: %s reads, and a read costs nothing in another Region", f.Operation)
	}
	return nil
}

// maxReplicas is far above the number of Regions that there are.
const maxReplicas = 100

// readRequest reads a request, with what is worth a warning, or returns all the
// mistakes in it. It does not wait for a pipe that nobody writes to once the user
// has interrupted it.
func readRequest(ctx context.Context, stdin io.Reader, path string) (*requestfile.File, diag.List, error) {
	var file *requestfile.File
	var found diag.List
	done := make(chan struct{})
	go func() {
		defer close(done)
		if path == "-" {
			file, found = requestfile.ReadFrom(stdin, "standard input")
		} else {
			file, found = requestfile.Read(path)
		}
	}()
	select {
	case <-done:
		return file, found.Warnings(), found.Err()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (u *unitsCommand) writeQuote(w io.Writer, name string, q *quote.Quote) error {
	switch name {
	case "json":
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(q)
	case "csv":
		return csv.WriteQuote(w, q)
	}
	_, width := u.look("never", u.output.isStdout())
	return text.WriteBlocks(w, reports.Quote(q), text.Options{Width: width})
}
