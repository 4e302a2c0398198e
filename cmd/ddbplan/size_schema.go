package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
)

// schemaFlags say to which table items belong: one of a scenario, or one that is
// described by flags.
type schemaFlags struct {
	table, name, key string
	global, local    []string
}

func (f *schemaFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.table, "table", "", "the items belong to a table of this `SCENARIO`")
	flags.StringVar(&f.name, "name", "", "which `TABLE` of the scenario, where it has several")
	flags.StringVar(&f.key, "key", "", "the table's key: `PARTITION[,SORT]`")
	flags.StringArrayVar(&f.global, "index", nil, "a global index: `NAME=PARTITION[,SORT][:PROJECTION]`; the projection is all, keys, or attributes like total+currency (default all)")
	flags.StringArrayVar(&f.local, "local-index", nil, "a local index: `NAME=SORT[:PROJECTION]`")
}

func (f *schemaFlags) given() bool {
	return f.table != "" || f.key != "" || len(f.global)+len(f.local) > 0
}

// errFlags marks mistakes on the command line, as opposed to those in a scenario.
type errFlags struct{ error }

// explain points to the help of the command where flags are to blame.
func (f *schemaFlags) explain(cmd *cobra.Command, err error) error {
	if flags, ok := errors.AsType[errFlags](err); ok {
		return &usageError{cmd, flags.error}
	}
	return err
}

// read makes the schema; nil where no flag tells one.
func (f *schemaFlags) read(cmd *cobra.Command) (*request.Schema, error) {
	switch {
	case f.table != "" && (f.key != "" || len(f.global)+len(f.local) > 0):
		return nil, errFlags{errors.New("--table has keys and indexes already; leave --key, --index and --local-index out")}
	case f.table != "":
		return f.fromScenario(cmd)
	case f.key == "" && f.given():
		return nil, errFlags{errors.New("an index needs the table's key as well: say --key PARTITION,SORT")}
	case f.key == "":
		return nil, nil
	}
	schema, err := f.fromFlags()
	if err == nil {
		err = schema.Check()
	}
	if err != nil {
		return nil, errFlags{err}
	}
	return schema, nil
}

func (f *schemaFlags) fromScenario(cmd *cobra.Command) (*request.Schema, error) {
	question, _, err := scenarioArgument(cmd, f.table, &priceLists{})
	if err != nil {
		return nil, err
	}
	table, err := f.choose(question)
	if err != nil {
		return nil, errFlags{err}
	}
	f.name = table.Name
	schema := table.Schema()
	return &schema, nil
}

func (f *schemaFlags) choose(question *scenario.Scenario) (*scenario.Table, error) {
	var names []string
	for _, t := range question.Tables {
		names = append(names, t.Name)
	}
	switch table, ok := question.Table(f.name); {
	case ok:
		return table, nil
	case f.name == "" && len(names) == 1:
		return &question.Tables[0], nil
	case f.name == "":
		return nil, fmt.Errorf("%s has several tables: say which with --name: %s", f.table, strings.Join(names, ", "))
	}
	near := ""
	if name := diag.Nearest(f.name, names); name != "" {
		near = fmt.Sprintf("; did you mean %s?", name)
	}
	return nil, fmt.Errorf("%s has no table %q, but %s%s", f.table, f.name, strings.Join(names, ", "), near)
}

// tableName is what a scenario may call the table.
func (f *schemaFlags) tableName() string {
	if f.name == "" {
		return "my-table"
	}
	return f.name
}

func (f *schemaFlags) fromFlags() (*request.Schema, error) {
	key, err := parseKey("--key "+f.key, f.key)
	if err != nil {
		return nil, err
	}
	schema := &request.Schema{Key: key}
	for _, text := range f.global {
		x, rest, err := parseIndex("--index "+text, text)
		if err != nil {
			return nil, err
		}
		if x.Key, err = parseKey("--index "+text, rest); err != nil {
			return nil, err
		}
		schema.Indexes = append(schema.Indexes, x)
	}
	for _, text := range f.local {
		x, sort, err := parseIndex("--local-index "+text, text)
		if err != nil {
			return nil, err
		}
		if strings.Contains(sort, ",") {
			return nil, fmt.Errorf("--local-index %s: write the sort key alone, like by-date=created; the partition key is the table's", text)
		}
		x.Local, x.Key.Sort = true, sort
		schema.Indexes = append(schema.Indexes, x)
	}
	return schema, nil
}

// parseKey reads PARTITION[,SORT].
func parseKey(flag, text string) (request.Key, error) {
	names := strings.Split(text, ",")
	if len(names) > 2 || names[0] == "" || names[len(names)-1] == "" {
		return request.Key{}, fmt.Errorf("%s: a key is a partition key and, after a comma, a sort key, like pk,sk", flag)
	}
	if len(names) == 1 {
		return request.Key{Partition: names[0]}, nil
	}
	return request.Key{Partition: names[0], Sort: names[1]}, nil
}

// parseIndex reads NAME=KEY[:PROJECTION].
func parseIndex(flag, text string) (x request.Index, key string, err error) {
	name, rest, found := strings.Cut(text, "=")
	if !found || name == "" || rest == "" {
		return x, "", fmt.Errorf("%s: write the name, =, and the key, like by-status=status,created:total+currency", flag)
	}
	x.Name = name
	key, projection, found := strings.Cut(rest, ":")
	switch {
	case !found || projection == "all":
		x.Projection.All = true
	case projection == "keys":
	case projection == "":
		return x, "", fmt.Errorf("%s: after the colon stands all, keys, or attributes like total+currency", flag)
	default:
		x.Projection.Attributes = strings.Split(projection, "+")
	}
	return x, key, nil
}
