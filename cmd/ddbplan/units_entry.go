package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"ddbplan/calc/diag"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// What a write may do to the entry of an index.
const (
	effectPut     = "put"
	effectDelete  = "delete"
	effectRewrite = "rewrite"
	effectMove    = "move"
)

var effects = []string{effectPut, effectDelete, effectRewrite, effectMove}

// entryFlag is an entry of an index as a flag describes it.
type entryFlag struct {
	text          string // as it was written
	index         string
	local         bool
	effect        string      // empty: the usual one
	before, after units.Bytes // of the entry; the same unless two are given
	two           bool
}

// entryList is a flag that takes an entry each time: NAME=[EFFECT:]SIZE[:SIZE].
type entryList struct {
	all   *[]entryFlag
	local bool
}

var _ pflag.Value = (*entryList)(nil)

func (l *entryList) Type() string   { return "NAME=[EFFECT:]SIZE" }
func (l *entryList) String() string { return "" }

func (l *entryList) Set(text string) error {
	e := entryFlag{text: text, local: l.local}
	name, rest, found := strings.Cut(text, "=")
	if e.index = name; !found || name == "" {
		return fmt.Errorf("%q is no entry: write NAME=SIZE or NAME=EFFECT:SIZE, like by-status=300B or by-status=move:300B", text)
	}
	parts := strings.Split(rest, ":")
	if !strings.ContainsAny(parts[0][:min(1, len(parts[0]))], "0123456789.") {
		if e.effect, parts = parts[0], parts[1:]; !slices.Contains(effects, e.effect) {
			return unknownEffect(e.effect)
		}
	}
	if len(parts) < 1 || len(parts) > 2 {
		return fmt.Errorf("%q has %d sizes: write one, or two as in NAME=move:3KB:1KB for before and after", text, len(parts))
	}
	for i, part := range parts {
		size, err := units.ParseBytes(part)
		if err != nil {
			return err
		}
		if size == 0 {
			return fmt.Errorf("%q: an entry has at least its key, so it is never empty", text)
		}
		if e.after = size; i == 0 {
			e.before = size
		}
	}
	e.two = len(parts) == 2
	*l.all = append(*l.all, e)
	return nil
}

func unknownEffect(word string) error {
	near := ""
	if name := diag.Nearest(word, effects); name != "" {
		near = fmt.Sprintf("; did you mean %s?", name)
	}
	return fmt.Errorf("%q is none of %s%s", word, strings.Join(effects, ", "), near)
}

// write is what a write of an item does to the entry.
func (e entryFlag) write(w request.ItemWrite) (request.EntryWrite, error) {
	stored, remains := w.Before > 0, w.After > 0
	effect := e.effect
	if effect == "" {
		effect = usualEffect(stored, remains)
	}
	out := request.EntryWrite{Index: e.index, Local: e.local, Before: e.before, After: e.after, Moved: effect == effectMove}
	switch {
	case effect == effectPut && !remains:
		return out, e.fault("no item is left whose entry could be put")
	case effect == effectDelete && !stored:
		return out, e.fault("no item is stored whose entry could be deleted; --before is the stored item")
	case (effect == effectRewrite || effect == effectMove) && !(stored && remains):
		return out, e.fault("an entry can be rewritten or moved only if the item is there before and after; --before is the stored item")
	case e.two && (effect == effectPut || effect == effectDelete):
		return out, e.fault("a put or delete of an entry has one size")
	}
	switch effect {
	case effectPut:
		out.Before = 0
	case effectDelete:
		out.After = 0
	}
	if out.Before > w.Before || out.After > w.After {
		return out, e.fault("an entry holds a part of its item, and cannot be larger (R3.30)")
	}
	return out, nil
}

func usualEffect(stored, remains bool) string {
	switch {
	case !stored:
		return effectPut
	case !remains:
		return effectDelete
	}
	return effectRewrite
}

func (e entryFlag) fault(what string) error { return fmt.Errorf("entry %s: %s", e.text, what) }
