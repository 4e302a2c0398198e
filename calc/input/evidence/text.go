package evidence

import (
	"slices"

	"ddbplan/calc/diagnose"
)

// linesApart is how many lines below a reason its ARN may stand, where an object
// is printed over several lines.
const linesApart = 2

// textRecord is a line whose reason may have its ARN on one of the next lines.
type textRecord struct {
	record
	wait int // lines that may still bring it
}

// readText reads one line that is no JSON.
func (r *reader) readText(line string) {
	var now record
	now.scan(whole(line), r.unknown)
	switch {
	case now.says():
		r.release()
		r.text = textRecord{record: now}
		if len(now.reasons) == 1 && now.reasons[0].resource == (diagnose.Resource{}) && now.resource == (diagnose.Resource{}) {
			r.text.wait = linesApart
			return
		}
		r.release()
	case r.text.wait > 0:
		r.text.wait--
		r.text.resource = resourceIn(line)
		if r.text.wait == 0 || r.text.resource != (diagnose.Resource{}) {
			r.release()
		}
	}
}

// release counts the line that waited.
func (r *reader) release() {
	r.count(&r.text.record)
	r.text = textRecord{}
}

// longRecord is a line of which not all is held at a time. It is one record, as
// any line, whose calls are those of all its pieces.
type longRecord struct {
	record
	calls []string
}

// readPiece reads a part of a long line.
func (r *reader) readPiece(p piece) {
	if p.starts {
		r.flush()
		r.release()
		r.long = longRecord{}
	}
	r.long.read(p, r.unknown)
	if !p.ends {
		return
	}
	if r.long.says() {
		if r.Long == 0 {
			r.LongAt = r.Lines
		}
		r.Long++
	}
	if len(r.long.calls) == 1 {
		r.long.operation = r.long.calls[0]
	}
	r.count(&r.long.record)
	r.long = longRecord{}
}

func (c *longRecord) read(p piece, unknown func(string)) {
	c.names(p, unknown)
	for at, word := range words(p.text) {
		if p.owns(at) && touchesItems(word) && !slices.Contains(c.calls, word) {
			c.calls = append(c.calls, word)
		}
	}
	if c.resource != (diagnose.Resource{}) {
		return
	}
	if at, resource := arnIn(p.text[p.from:]); p.owns(p.from + at) {
		c.resource = resource
	}
}

// count counts what a record says.
func (r *reader) count(c *record) {
	for _, e := range c.events() {
		r.Add(e)
	}
}
