package diagnose

import (
	"slices"
	"strings"

	"ddbplan/calc/facts"
)

// Kind is what sort of trace a sign is.
type Kind string

const (
	Reason    Kind = "reason"
	Exception Kind = "exception"
	Message   Kind = "message"
	Code      Kind = "cancellation code" // why an action of a transaction failed
	Metric    Kind = "metric"
	Remainder Kind = "batch remainder" // what a batch handed back
	CauseName Kind = "cause"           // as plans call it
)

// Cause is why a limit is met, in the words of a plan.
type Cause string

const (
	HotKey      Cause = "hot-key" // or keys in order: one partition is asked for more than it serves
	Growth      Cause = "growth"  // an on-demand table has not grown to the demand yet
	Provisioned Cause = "provisioned"
	Quota       Cause = "quota"
	Maximum     Cause = "maximum"
)

// causes are why a limit may be met.
func causes(l facts.Limit) []Cause {
	switch l {
	case facts.ProvisionedLimit:
		return []Cause{Provisioned}
	case facts.AccountLimit:
		return []Cause{Quota}
	case facts.MaximumLimit:
		return []Cause{Maximum}
	}
	return []Cause{HotKey, Growth}
}

// Sign is one thing that can be seen, and what it can stand for.
type Sign struct {
	Kind Kind
	Name string
	// Refusals that it may stand for, in the order of facts.Refusals. There are
	// none where it is no throttling of reads and writes.
	Refusals []facts.Refusal
	// Cause is the only one of the limit's causes that is meant; empty: any.
	Cause Cause
	// OnDemand: only a table that is on demand shows it.
	OnDemand bool
	// Meaning says what no refusal can; empty for most.
	Meaning Advice
}

// Lookup returns the sign of a name: a reason, an exception, a cancellation code
// or a metric, in whatever case and with or without underscores.
func Lookup(name string) (Sign, bool) {
	s, ok := byName[normal(name)]
	return s, ok
}

// LookupCause returns the sign of a cause, as plans name it: hot-key, growth,
// provisioned, quota, maximum or index.
func LookupCause(name string) (Sign, bool) {
	for _, s := range causeSigns {
		if strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	return Sign{}, false
}

// InMessage returns the sign of the text of a message, which may stand in a
// longer one.
func InMessage(text string) (Sign, bool) {
	text = strings.ToLower(text)
	for _, m := range messages {
		if strings.Contains(text, m.part) {
			m.Kind = Message
			return m.Sign, true
		}
	}
	return Sign{}, false
}

// Names lists what Lookup and LookupCause know, reasons first.
func Names() []string {
	names := make([]string, 0, len(signs)+len(causeSigns))
	for _, s := range slices.Concat(signs, causeSigns) {
		names = append(names, s.Name)
	}
	return names
}

func normal(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

var byName = func() map[string]Sign {
	m := map[string]Sign{}
	for _, s := range signs {
		m[normal(s.Name)] = s
	}
	return m
}()

// which keeps the refusals that fulfil a condition.
func which(keep func(facts.Refusal) bool) []facts.Refusal {
	return slices.DeleteFunc(facts.Refusals(), func(r facts.Refusal) bool { return !keep(r) })
}

// carriedBy are the refusals that an exception may carry, by any page of AWS (R8.4).
func carriedBy(exception string) []facts.Refusal {
	return which(func(r facts.Refusal) bool {
		for _, onDemand := range []bool{false, true} {
			if r.Limit.InMode(onDemand) && (facts.Exception(r.Limit, onDemand) == exception || r.OtherException(onDemand) == exception) {
				return true
			}
		}
		return false
	})
}

func limited(limits ...facts.Limit) []facts.Refusal {
	return which(func(r facts.Refusal) bool { return slices.Contains(limits, r.Limit) })
}

func toward(d facts.Direction) []facts.Refusal {
	return which(func(r facts.Refusal) bool { return r.Direction == d })
}

// common are the refusals of both lists.
func common(a, b []facts.Refusal) []facts.Refusal {
	return slices.DeleteFunc(slices.Clone(a), func(r facts.Refusal) bool { return !slices.Contains(b, r) })
}
