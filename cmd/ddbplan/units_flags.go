package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ddbplan/calc/facts"
	"ddbplan/calc/request"
)

// callFlags are the flags of units that describe a call.
type callFlags struct {
	items       sizes
	count       amount
	total       size
	before      size
	fetch       size
	missing     amount
	consistency choice
	statement   choice

	index, localIndex                  string
	entries                            []entryFlag
	transact, failed, replay, ttl, dax bool
}

func newCallFlags() callFlags {
	c := callFlags{
		consistency: choice{kind: "WORD", allowed: []string{string(request.Eventual), string(request.Strong), string(request.Transactional)}},
		statement:   choice{kind: "KIND"},
	}
	for _, s := range request.Statements {
		c.statement.allowed = append(c.statement.allowed, string(s))
	}
	return c
}

func (c *callFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&c.items, "item", "the size of an item, after a write, or of the entry that is read from an index; repeat it for different sizes")
	flags.Var(&c.count, "items", "so many of that size in one call")
	flags.Var(&c.total, "total", "Query, Scan: the size of all that is read, in place of --item")
	flags.Var(&c.missing, "missing", "so many items that do not exist: keys that are not found, what an update creates")
	flags.Lookup("missing").NoOptDefVal = "1"
	flags.Var(&c.before, "before", "PutItem, UpdateItem: the stored item; left out, a put is of a new item and an update keeps the size")
	c.consistency.register(cmd, "consistency", "of a read; eventual if left out")
	flags.StringVar(&c.index, "index", "", "Query, Scan: read from this global index; `NAME` is for the answer only")
	flags.StringVar(&c.localIndex, "local-index", "", "Query, Scan: read from this local index, `NAME`")
	flags.Var(&c.fetch, "fetch", "with --local-index: the whole item behind each entry, fetched for what the index does not hold")
	flags.Var(&entryList{&c.entries, false}, "entry", "writes: what happens to the entry in a global index; repeat it for more")
	flags.Var(&entryList{&c.entries, true}, "local-entry", "the same for a local index, which draws on the table")
	c.statement.register(cmd, "statement", "what a PartiQL operation carries out")
	flags.BoolVar(&c.transact, "transact", false, "the call is an action of a transaction")
	flags.BoolVar(&c.failed, "failed-condition", false, "writes: the condition does not hold")
	flags.BoolVar(&c.replay, "replay", false, "a write transaction is sent again with its token")
	flags.BoolVar(&c.ttl, "ttl", false, "DeleteItem: the item expires")
	flags.BoolVar(&c.dax, "dax", false, "the call goes through a DAX cluster")
}

// Operations that flags go with.
var (
	keyed  = []request.Operation{request.GetItem, request.BatchGetItem, request.TransactGetItems}
	paged  = []request.Operation{request.Query, request.Scan}
	single = []request.Operation{request.PutItem, request.UpdateItem, request.DeleteItem}
	multi  = []request.Operation{request.BatchWriteItem, request.TransactWriteItems, request.BatchExecuteStatement}
	checks = []request.Operation{request.ConditionCheck}
)

// goesWith lists the operations that a flag describes. Flags that are not here
// go with all; whether they go with each other is for the metering to tell.
var goesWith = []struct {
	flag       string
	operations []request.Operation
}{
	{"items", slices.Concat(keyed[1:], paged, multi)},
	{"total", paged},
	{"missing", slices.Concat(keyed, paged, []request.Operation{request.UpdateItem, request.DeleteItem, request.BatchExecuteStatement, request.TransactWriteItems}, checks)},
	{"before", slices.Concat(single[:2], multi)},
	{"consistency", slices.Concat(keyed[:2], paged)},
	{"index", paged},
	{"local-index", paged},
	{"fetch", paged},
	{"entry", slices.Concat(single, multi)},
	{"local-entry", slices.Concat(single, multi)},
	{"transact", slices.Concat(keyed[:1], single, checks)},
	{"failed-condition", slices.Concat(single, multi[1:], checks)},
	{"replay", slices.Concat(single, multi[1:2], checks)},
	{"ttl", []request.Operation{request.DeleteItem}},
}

// described is a flag that describes the call, if one was given, apart from
// those that say how it reaches the table.
func (c *callFlags) described(flags *pflag.FlagSet) string {
	for _, name := range []string{"item", "items", "total", "missing", "before", "consistency", "index", "local-index", "fetch",
		"entry", "local-entry", "statement", "transact", "failed-condition", "replay"} {
		if flags.Changed(name) {
			return name
		}
	}
	return ""
}

// footprint is the call that the flags describe.
func (c *callFlags) footprint(flags *pflag.FlagSet, o request.Operation) (request.Footprint, error) {
	f := request.Footprint{
		Operation: o, Statement: request.Statement(c.statement.value), Transact: c.transact,
		Consistency: request.Consistency(c.consistency.value), DAX: c.dax,
		ConditionFails: c.failed, Replay: c.replay, Expires: c.ttl,
	}
	metered, err := o.Resolve(f.Statement)
	if err != nil {
		return f, err
	}
	if !slices.Contains(slices.Concat(keyed, paged, single, multi, checks), metered) {
		return f, request.UnknownOperation(o)
	}
	for _, g := range goesWith {
		if flags.Changed(g.flag) && !slices.Contains(g.operations, metered) {
			return f, fmt.Errorf("--%s does not go with %s; it is for %s", g.flag, o, operationNames(g.operations))
		}
	}
	groups, err := c.groups(o, metered)
	if err != nil {
		return f, err
	}
	if metered.IsRead() {
		return f, c.read(&f, groups)
	}
	return f, c.write(&f, metered, groups)
}

// groups are the items of the call by their sizes.
func (c *callFlags) groups(o, metered request.Operation) ([]request.Group, error) {
	if c.total.given {
		if len(c.items) > 0 || c.count > 0 {
			return nil, errors.New("--total is the size of all items together: leave --item and --items out")
		}
		return []request.Group{{Size: c.total.Bytes, N: 1}}, nil
	}
	for _, size := range c.items {
		if size > facts.ItemLimit || size < 1 {
			return nil, fmt.Errorf("--item %v: an item has 1B to %v (R1.14)", size, facts.ItemLimit)
		}
	}
	switch {
	case c.count > 0 && len(c.items) != 1:
		return nil, errors.New("--items counts items of one size: give --item once, or once for each")
	case len(c.items) == 0 && !c.findsNothing(metered):
		return nil, fmt.Errorf("%s needs --item, the size of an item, like --item 1.6KB", o)
	}
	groups := make([]request.Group, len(c.items))
	for i, size := range c.items {
		groups[i] = request.Group{Size: size, N: 1}
		if c.count > 0 {
			groups[i].N = int(c.count)
		}
	}
	return groups, nil
}

// findsNothing tells whether the call goes without any item.
func (c *callFlags) findsNothing(o request.Operation) bool {
	updates := o == request.UpdateItem || c.statement.value == string(request.Update)
	inserts := c.statement.value == string(request.Insert)
	return c.missing > 0 && !inserts && (!updates || c.failed)
}

// read fills in what a read finds.
func (c *callFlags) read(f *request.Footprint, groups []request.Group) error {
	switch {
	case c.index != "" && c.localIndex != "":
		return errors.New("--index and --local-index: a call reads from one")
	case c.fetch.given && c.localIndex == "":
		return errors.New("--fetch is for --local-index: a global index cannot fetch from its table (R2.15)")
	case c.fetch.given && c.total.given:
		return errors.New("--fetch rounds item by item: give --item and --items, not --total")
	case c.fetch.given && (c.fetch.Bytes < 1 || c.fetch.Bytes > facts.ItemLimit):
		return fmt.Errorf("--fetch %v: an item has 1B to %v (R1.14)", c.fetch.Bytes, facts.ItemLimit)
	case c.missing > 0 && (len(groups) > 0) && !slices.Contains(keyed, f.Operation) && f.Statement == "":
		return fmt.Errorf("--missing is for a %s that finds nothing: leave the items out", f.Operation)
	}
	f.Index, f.Local, f.Fetch = c.index+c.localIndex, c.localIndex != "", c.fetch.given
	f.Missing = int(c.missing)
	for _, g := range groups {
		if f.Fetch && g.Size > c.fetch.Bytes {
			return fmt.Errorf("--fetch %v: an item cannot be smaller than its entry of %v", c.fetch.Bytes, g.Size)
		}
		g.Item = c.fetch.Bytes
		f.Found = append(f.Found, g)
	}
	return nil
}

// write fills in what a write does.
func (c *callFlags) write(f *request.Footprint, metered request.Operation, groups []request.Group) error {
	action := metered
	switch {
	case f.Statement != "":
		action = f.Statement.Action()
	case slices.Contains(multi, metered):
		action = request.PutItem
	}
	if err := c.checkStored(action, groups); err != nil {
		return err
	}
	if len(groups) == 0 {
		groups = []request.Group{{N: int(c.missing)}}
	}
	for _, g := range groups {
		w := request.ItemWrite{Operation: action, N: g.N, Before: c.before.Bytes, After: g.Size}
		switch {
		case action == request.DeleteItem || action == request.ConditionCheck:
			w.Before, w.After = g.Size, 0
		case action == request.UpdateItem && !c.before.given && c.missing == 0:
			w.Before = g.Size
		}
		for _, e := range c.entries {
			entry, err := e.write(w)
			if err != nil {
				return err
			}
			w.Entries = append(w.Entries, entry)
		}
		f.Writes = append(f.Writes, w)
	}
	return c.checkEntries()
}

// checkStored checks what is said of the items that are stored.
func (c *callFlags) checkStored(action request.Operation, groups []request.Group) error {
	switch {
	case c.before.given && (c.before.Bytes < 1 || c.before.Bytes > facts.ItemLimit):
		return fmt.Errorf("--before %v: an item has 1B to %v (R1.14)", c.before.Bytes, facts.ItemLimit)
	case c.missing == 0:
		return nil
	case c.before.given:
		return errors.New("--before and --missing: an item is stored or it is not")
	case action == request.PutItem:
		return errors.New("--missing: a put without --before is of a new item already")
	case len(groups) > 0 && action != request.UpdateItem:
		return errors.New("--missing: an item that is not there has no size; leave --item out")
	case len(groups) > 0 && c.missing > 1:
		return errors.New("--missing: say how many items the call creates with --items")
	}
	return nil
}

// checkEntries refuses an index that is named twice, and too many local ones.
func (c *callFlags) checkEntries() error {
	locals := 0
	for i, e := range c.entries {
		if slices.ContainsFunc(c.entries[:i], func(other entryFlag) bool { return other.index == e.index }) {
			return fmt.Errorf("index %s is named twice: an item has one entry in an index", e.index)
		}
		if e.local {
			locals++
		}
	}
	if locals > facts.LocalIndexLimit {
		return fmt.Errorf("%d local indexes: a table has at most %d (R3.29)", locals, facts.LocalIndexLimit)
	}
	return nil
}

func operationNames(operations []request.Operation) string {
	words := make([]string, len(operations))
	for i, o := range operations {
		words[i] = string(o)
	}
	return strings.Join(words, ", ")
}
