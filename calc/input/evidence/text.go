package evidence

import "ddbplan/calc/diagnose"

// linesApart is how many lines below a reason its ARN may stand, where an object
// is printed over several lines.
const linesApart = 2

// textRecord is a line whose reason may have its ARN on one of the next lines.
type textRecord struct {
	record
	wait int // lines that may still bring it
}

// readText reads one line that is no JSON.
func (r *reader) readText(line []byte) {
	text := string(line)
	var now record
	now.scan(text, r.unknown)
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
		r.text.resource = resourceIn(text)
		if r.text.wait == 0 || r.text.resource != (diagnose.Resource{}) {
			r.release()
		}
	}
}

// release counts the line that waited.
func (r *reader) release() {
	for _, e := range r.text.events() {
		r.Add(e)
	}
	r.text = textRecord{}
}
