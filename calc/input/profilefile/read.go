package profilefile

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/diag"
	"ddbplan/calc/profile"
	"ddbplan/calc/units"
)

// sizeLimit is more than a table with twenty global indexes can need, in which
// every size and as many keys as are counted occur.
const sizeLimit = 256 * units.MB

// Read reads counts; name is the one for messages. Every error is a diag.List.
func Read(in io.Reader, name string) (*profile.Profile, error) { return read(in, name, sizeLimit) }

func read(in io.Reader, name string, limit units.Bytes) (*profile.Profile, error) {
	source := &lines{in: in, limit: limit}
	var f file
	err := json.UnmarshalRead(source, &f, json.RejectUnknownMembers(true))
	switch {
	case f.Version != 0 && f.Version != Version: // whatever else another version holds
		return nil, fail(diag.Pos{File: name}, fmt.Sprintf("the counts are written in version %d of the format; this program reads version %d", f.Version, Version),
			"Count again with this version, or merge with the one that counted.")
	case err != nil:
		return nil, source.explain(err, name)
	case f.Version == 0:
		return nil, foreign(diag.Pos{File: name}, "it does not say ddbplan_sizes")
	}
	p, err := profile.FromRecord(f.record())
	if err != nil {
		return nil, fail(diag.Pos{File: name}, "the counts contradict themselves: "+err.Error(), "The file has been changed, or was not written whole: count again.")
	}
	return p, nil
}

func fail(at diag.Pos, summary, help string) error {
	return diag.List{{Severity: diag.Error, Pos: at, Summary: summary, Help: help}}
}

// foreign tells that a file is something else.
func foreign(at diag.Pos, why string) error {
	summary := "this is no file of counts"
	if why != "" {
		summary += ": " + why
	}
	return fail(at, summary, "Counts are written by `ddbplan size --save FILE`.")
}

// lines hands on a file and remembers where its lines end.
type lines struct {
	in     io.Reader
	limit  units.Bytes
	offset int64
	ends   []int64
	err    error // of reading, other than the end
}

func (l *lines) Read(p []byte) (int, error) {
	if l.offset > int64(l.limit) {
		l.err = fmt.Errorf("it is larger than %v", l.limit)
		return 0, l.err
	}
	n, err := l.in.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.ends = append(l.ends, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	if err != io.EOF {
		l.err = err
	}
	return n, err
}

// explain words why a file cannot be read.
func (l *lines) explain(err error, name string) error {
	var syntax *jsontext.SyntacticError
	var content *json.SemanticError
	at := diag.Pos{File: name}
	switch {
	case l.err != nil:
		return fail(at, "the counts cannot be read: "+l.err.Error(), "")
	case l.offset == 0:
		return foreign(at, "it is empty")
	case errors.As(err, &syntax):
		at = l.at(syntax.ByteOffset, name)
		if errors.Is(syntax.Err, io.ErrUnexpectedEOF) {
			return fail(at, "the file ends too early", "It was not written whole: count again.")
		}
		return foreign(at, syntax.Err.Error())
	case errors.As(err, &content):
		return foreign(l.at(content.ByteOffset, name), expected(content))
	}
	return foreign(at, err.Error())
}

// expected says where in the structure something else was found, and what.
func expected(e *json.SemanticError) string {
	where := string(e.JSONPointer)
	if where == "" {
		where = "at the top"
	}
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", where, e.Err)
	}
	return fmt.Sprintf("%s: something else than %s was expected", where, e.JSONKind)
}

// at is the place of a byte; columns are not counted, lines are short.
func (l *lines) at(offset int64, name string) diag.Pos {
	line, _ := slices.BinarySearch(l.ends, offset)
	return diag.Pos{File: name, Line: line + 1}
}
