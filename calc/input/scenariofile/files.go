package scenariofile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/items"
	"ddbplan/calc/input/keyfile"
	"ddbplan/calc/input/tracefile"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// open opens a file that the scenario names, relative to the scenario. The name
// is the one for messages.
func (r *reader) open(n *node) (file *os.File, name string, ok bool) {
	text, ok := r.name(n)
	if !ok {
		return nil, "", false
	}
	name = text
	if !filepath.IsAbs(text) {
		name = filepath.Join(r.dir, text)
	}
	file, err := os.Open(name)
	if err == nil {
		var info fs.FileInfo
		if info, err = file.Stat(); err == nil && info.IsDir() {
			err = errors.New("it is a directory")
		}
		if err != nil {
			file.Close()
		}
	}
	if err != nil {
		r.mistake(n, "A file is relative to the folder of the scenario.", "%s cannot be read: %s", quote(name), cause(err))
		return nil, "", false
	}
	return file, name, true
}

// cause is what went wrong with a file, without its name.
func cause(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// include adds what was found in a file that the scenario names, after what was
// found in the scenario itself.
func (r *reader) include(n *node, found diag.List) {
	r.included = append(r.included, found...)
	if found.Err() != nil {
		r.refused[n.path] = true
	}
}

// keyFile reads how often each key of a file was hit.
func (r *reader) keyFile(n *node) (keyspace.Keys, bool) {
	file, name, ok := r.open(n)
	if !ok {
		return nil, false
	}
	defer file.Close()
	keys, err := keyfile.Read(file, name)
	var found diag.List
	switch {
	case errors.As(err, &found):
		r.include(n, found)
	case err != nil:
		r.mistake(n, "", "%v", err)
	}
	return keys, err == nil
}

// trace reads recorded traffic.
func (r *reader) trace(n *node) (traffic.Shape, bool) {
	var source *node
	var counts string
	var o tracefile.Options
	r.object(n,
		need("file", func(n *node) { source = n }),
		need("time", set(&o.Time, r.name)),
		need("value", set(&o.Value, r.name)),
		may("counts", set(&counts, choice(r, "calls", "units"))),
		may("per", set(&o.Per, r.between(units.Second, spans.high))),
		may("scale", set(&o.Scale, r.number(0, maxFactor))),
		may("peak", set(&o.Burst, r.number(1, maxFactor))),
	)
	if counts == "" && n.get("counts") == nil {
		r.warning(n, "Write counts: calls, or counts: units for consumed capacity as CloudWatch records it.",
			"it is not said what is counted; it is taken to be calls")
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
	r.include(n, found)
	if found.Err() != nil {
		return nil, false
	}
	switch length := trace.Duration(); {
	case r.duration == 0: // not known, which is a mistake of its own
	case length > r.duration:
		r.warning(n, "Write a longer duration to see all of it.", "the recorded %v are cut to the %v of the scenario", length, r.duration)
	case length < r.duration:
		r.warning(n, "Write a shorter duration, or record for longer.", "the recording ends after %v, and the rate is zero from then on", length)
	}
	return trace, true
}

// sample measures the items of a file: how large they are and, where the
// scenario does not say, what they put into the indexes of their table.
func (r *reader) sample(n *node, t *scenario.Table, indexes *node) {
	file, name, ok := r.open(n)
	if !ok {
		return
	}
	defer file.Close()
	sample, found := items.Measure(file, name, t.Schema())
	r.include(n, found)
	if found.Err() != nil {
		return
	}
	t.Items.Size = sample.Sizes
	for i, entries := range sample.Entries {
		x := &t.Indexes[i]
		if x.Entry.IsZero() {
			x.Entry = entries.Sizes
		}
		if indexes.get(x.Name).get("present") == nil {
			x.Present = entries.Present
			if entries.Present == 0 {
				r.warning(n, "Write present for it, or sample items that have its key attributes.", "none of the items is in index %q, so it counts as empty", x.Name)
			}
		}
	}
}
