package evidence

import (
	"regexp"
	"slices"
	"strings"

	"ddbplan/calc/diagnose"
	"ddbplan/calc/facts"
)

// record is what belongs together.
type record struct {
	reasons   []reason
	seen      map[reasonKey]bool // of the reasons
	signs     []diagnose.Sign    // others, each once
	codes     []code             // from a list of them
	told      []code             // from a message, which says less
	listed    bool               // there was such a message
	resource  diagnose.Resource
	operation string
}

// reason is one entry of the reasons of an exception.
type reason struct {
	sign     diagnose.Sign
	resource diagnose.Resource
}

// reasonKey is what tells reasons apart.
type reasonKey struct {
	reason   string
	resource diagnose.Resource
}

// code is why one action of a transaction failed.
type code struct {
	signs    []diagnose.Sign
	resource diagnose.Resource
}

// add notes a sign once.
func (c *record) add(s diagnose.Sign) {
	if !slices.ContainsFunc(c.signs, func(have diagnose.Sign) bool { return have.Name == s.Name }) {
		c.signs = append(c.signs, s)
	}
}

// addReason notes a reason once for each resource. So many different ones that a
// tally would not keep them apart are not kept here.
func (c *record) addReason(r reason) {
	if len(c.reasons) > diagnose.MaxResources {
		r.resource = diagnose.Resource{}
	}
	key := reasonKey{r.sign.Name, r.resource}
	if c.seen[key] {
		return
	}
	if c.seen == nil {
		c.seen = map[reasonKey]bool{}
	}
	c.seen[key] = true
	c.reasons = append(c.reasons, r)
}

// scan notes what a text says, and calls unknown with what looks like a reason.
func (c *record) scan(p piece, unknown func(string)) {
	c.names(p, unknown)
	if c.says() {
		if c.operation == "" {
			c.operation = operationIn(p.text)
		}
		if c.resource == (diagnose.Resource{}) {
			c.resource = resourceIn(p.text)
		}
	}
}

// names notes the signs that a piece has.
func (c *record) names(p piece, unknown func(string)) {
	if m, ok := diagnose.InMessage(p.text); ok {
		c.add(m)
	}
	for at, word := range words(p.text) {
		if !p.owns(at) {
			continue
		}
		s, ok := diagnose.Lookup(word)
		switch {
		case ok && s.Kind == diagnose.Reason:
			// Its ARN, if any, comes before the next reason.
			c.addReason(reason{s, resourceIn(untilReason(p.text[at+len(word):]))})
		case ok && s.Kind == diagnose.Code && (c.listed || len(s.Refusals) == 0):
			// In the list already, or a name of other things too outside of one.
		case ok:
			c.add(s)
		case looksLikeReason(word):
			unknown(word)
		}
	}
	if p.handsBack() {
		c.add(remainderSign)
	}
	c.cancelled(p.text)
}

var remainderSign, _ = diagnose.Lookup(diagnose.UnprocessedName)

// untilReason cuts a text before the next reason in it.
func untilReason(text string) string {
	for at, word := range words(text) {
		if s, ok := diagnose.Lookup(word); ok && s.Kind == diagnose.Reason {
			return text[:at]
		}
	}
	return text
}

// cancellation is how messages list the codes of a cancelled transaction.
var cancellation = regexp.MustCompile(`specific reasons:?\s*\[([\w\s,]*)\]`)

// cancelled notes the codes that a message lists. They stand in place of what was
// read of them as words.
func (c *record) cancelled(text string) {
	if c.listed || !strings.Contains(text, "specific reasons") { // far cheaper than the search below
		return
	}
	m := cancellation.FindStringSubmatch(text)
	if m == nil {
		return
	}
	c.listed = true
	c.add(transactionSign)
	for name := range strings.SplitSeq(m[1], ",") {
		if s, ok := codeOf(strings.TrimSpace(name)); ok {
			c.told = append(c.told, code{signs: []diagnose.Sign{s}})
		}
	}
	c.signs = slices.DeleteFunc(c.signs, func(s diagnose.Sign) bool { return s.Kind == diagnose.Code })
}

var transactionSign, _ = diagnose.Lookup(facts.TransactionException)

// codeOf is the sign of a cancellation code; None is no failure.
func codeOf(name string) (diagnose.Sign, bool) {
	s, ok := diagnose.Lookup(name)
	return s, ok && (s.Kind == diagnose.Code || len(s.Refusals) > 0)
}

// says tells whether there is anything in the record.
func (c *record) says() bool { return len(c.reasons)+len(c.signs)+len(c.codes) > 0 }

// events are the refused requests of the record, or the refused parts of one.
func (c *record) events() []diagnose.Event {
	var events []diagnose.Event
	event := func(signs []diagnose.Sign, resource diagnose.Resource) {
		events = append(events, diagnose.Event{Signs: signs, Resource: resource, Operation: c.operation})
	}
	rest := c.signs
	for _, r := range c.reasons {
		if r.resource == (diagnose.Resource{}) && len(c.reasons) == 1 {
			r.resource = c.resource
		}
		event(slices.Concat([]diagnose.Sign{r.sign}, rest), r.resource)
	}
	codes := c.codes
	if len(codes) == 0 {
		codes = c.told
	}
	for _, k := range codes {
		event(slices.Concat(k.signs, rest), k.resource)
	}
	if len(c.reasons)+len(codes) > 0 {
		return events
	}
	var together []diagnose.Sign
	for _, s := range rest {
		if s.Kind == diagnose.Metric || !agree(together, s) {
			event([]diagnose.Sign{s}, c.resource)
			continue
		}
		together = append(together, s)
	}
	if len(together) > 0 {
		event(together, c.resource)
	}
	return events
}

// agree tells whether a sign can be of the same request as others: two exceptions
// are two requests, except that a transaction has one for the whole and another
// for its part.
func agree(others []diagnose.Sign, s diagnose.Sign) bool {
	return !slices.ContainsFunc(others, func(o diagnose.Sign) bool {
		return o.Kind == diagnose.Exception && s.Kind == diagnose.Exception && o.Name != facts.TransactionException && s.Name != facts.TransactionException
	})
}
