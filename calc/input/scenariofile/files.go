package scenariofile

import (
	"errors"
	"os"
	"path/filepath"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/input/items"
	"ddbplan/calc/input/keyfile"
	"ddbplan/calc/input/pricelist"
	"ddbplan/calc/input/tracefile"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// open opens a file that the scenario names, relative to the scenario. The name
// is the one for messages.
func (r *reader) open(n *form.Node) (file *os.File, name string, ok bool) {
	text, ok := r.Name(n)
	if !ok {
		return nil, "", false
	}
	name = text
	if !filepath.IsAbs(text) {
		name = filepath.Join(r.dir, text)
		r.files = append(r.files, text)
	}
	file, err := openRegular(name)
	if err != nil {
		r.Mistake(n, "A file is relative to the folder of the scenario.", "%s cannot be read: %s", form.Quote(name), form.Cause(err))
		return nil, "", false
	}
	return file, name, true
}

// openRegular opens a file that has an end. It looks before it opens, because
// opening a pipe waits for somebody to write to it.
func openRegular(name string) (*os.File, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	return os.Open(name)
}

// priceList reads the user's own prices.
func (r *reader) priceList(n *form.Node) (*price.Book, bool) {
	file, name, ok := r.open(n)
	if !ok {
		return nil, false
	}
	file.Close()
	book, found := pricelist.Read(name)
	r.Include(n, n.Name, found)
	return book, book != nil
}

// keyFile reads how often each key of a file was hit.
func (r *reader) keyFile(n *form.Node) (keyspace.Keys, bool) {
	file, name, ok := r.open(n)
	if !ok {
		return nil, false
	}
	defer file.Close()
	keys, err := keyfile.Read(file, name)
	var found diag.List
	switch {
	case errors.As(err, &found):
		r.Include(n, r.subject, found)
	case err != nil:
		r.Mistake(n, "", "%v", err)
	}
	return keys, err == nil
}

// trace reads recorded traffic.
func (r *reader) trace(n *form.Node) (traffic.Shape, bool) {
	var source *form.Node
	var counts string
	var o tracefile.Options
	r.Object(n,
		form.Need("file", func(n *form.Node) { source = n }),
		form.Need("time", form.Set(&o.Time, r.Name)),
		form.Need("value", form.Set(&o.Value, r.Name)),
		form.May("counts", form.Set(&counts, form.Choice(r.Reader, "calls", "units"))),
		form.May("per", form.Set(&o.Per, r.between(units.Second, spans.high))),
		form.May("scale", form.Set(&o.Scale, r.number(0, maxFactor))),
		form.May("peak", form.Set(&o.Burst, r.number(1, maxFactor))),
	)
	if counts == "" && n.Get("counts") == nil {
		r.warn(n, "Write counts: calls, or counts: units for consumed capacity as CloudWatch records it.",
			"what its trace counts is not said; calls are assumed")
	}
	if source == nil || o.Time == "" || o.Value == "" {
		return nil, false
	}
	o.InUnits = counts == "units"
	file, name, ok := r.open(source)
	if !ok {
		return nil, false
	}
	defer file.Close()
	trace, found := tracefile.Read(file, name, o)
	r.Include(source, r.subject, found)
	if found.Err() != nil {
		return nil, false
	}
	switch length := trace.Duration(); {
	case r.duration == 0: // not known, which is a mistake of its own
	case length > r.duration:
		r.warn(n, "Write a longer duration to see all of it.", "the recorded %v are cut to the %v of the scenario", length, r.duration)
	case length < r.duration:
		r.warn(n, "Write a shorter duration, or record for longer.", "the recording ends after %v, and the rate is zero from then on", length)
	}
	return trace, true
}

// sample measures the items of a file: how large they are and, where the
// scenario does not say, what they put into the indexes of their table.
func (r *reader) sample(n *form.Node, t *scenario.Table, indexes *form.Node) {
	file, name, ok := r.open(n)
	if !ok {
		return
	}
	defer file.Close()
	sample, found := items.Measure(file, name, t.Schema())
	r.Include(n, r.subject, found)
	if found.Err() != nil {
		return
	}
	t.Items.Size = sample.Sizes
	for i, entries := range sample.Entries {
		x := &t.Indexes[i]
		if x.Entry.IsZero() {
			x.Entry = entries.Sizes
		}
		if indexes.Get(x.Name).Get("present") == nil {
			x.Present = entries.Present
			if entries.Present == 0 {
				r.warn(n, "Write present for it, or sample items that have its key attributes.", "none of the sampled items is in index %s, so it counts as empty", x.Name)
			}
		}
	}
}
