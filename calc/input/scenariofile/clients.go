package scenariofile

import (
	"strings"

	"ddbplan/calc/client"
	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// usualRetries is the policy of clients that say nothing of theirs.
const usualRetries = "sdk-2026"

// usualClients are those of a scenario that says nothing of them: they use an
// SDK of today, and send again what a batch left.
func usualClients() scenario.Clients {
	policy, _ := client.Named(usualRetries)
	return scenario.Clients{Retries: policy, Resend: true}
}

// clients reads who calls, and what becomes of refused calls.
func (r *reader) clients(n *form.Node, c *scenario.Clients) {
	r.Object(n, r.handling(c)...)
}

// handling lists what a scenario may say of clients.
func (r *reader) handling(c *scenario.Clients) []form.Entry {
	const resend, drop = "resend", "drop"
	return []form.Entry{
		form.May("retries", form.Set(&c.Retries, r.retries)),
		form.May("count", form.Set(&c.Count, r.whole(1, scenario.MaxProcesses))),
		form.May("unprocessed", func(n *form.Node) {
			if what, ok := form.Choice(r.Reader, resend, drop)(n); ok {
				c.Resend = what == resend
			}
		}),
	}
}

// retries reads a policy by name, or one of the user's own.
func (r *reader) retries(n *form.Node) (client.Policy, bool) {
	if n.Kind != form.Mapping {
		names := append(client.Names(), "{attempts, base, cap}")
		if !r.Is(n, form.Scalar, "Allowed: "+strings.Join(names, ", ")+".") {
			return client.Policy{}, false
		}
		policy, known := client.Named(n.Text)
		if !known {
			r.Unknown(n.Place(), n.Path, n.Title(": ")+"unknown value", n.Text, names)
		}
		return policy, known
	}
	var attempts *int
	var base, longest *units.Span
	r.Object(n,
		form.Need("attempts", form.Point(&attempts, r.whole(1, scenario.MaxAttempts))),
		form.Need("base", form.Point(&base, r.between(0, scenario.MaxWait))),
		form.Need("cap", form.Point(&longest, r.between(0, scenario.MaxWait))),
	)
	if attempts == nil || base == nil || longest == nil {
		return client.Policy{}, false
	}
	p := client.Policy{Attempts: *attempts, Base: float64(*base), Cap: float64(*longest), Jitter: true}
	if err := scenario.CheckRetries(p); err != nil {
		r.Mistake(n, "", "%v", err)
		return p, false
	}
	return p, true
}

// ownClients reads those of one workload: under clients, or key by key beside
// its other keys. What they leave unsaid is as in the whole scenario.
func (r *reader) ownClients(w *scenario.Workload, usual scenario.Clients) []form.Entry {
	own := usual
	said := map[string]form.Spot{}
	tell := func(e form.Entry) form.Entry {
		return form.May(e.Key, func(n *form.Node) {
			if first, again := said[e.Key]; again {
				r.Refuse(n, form.FirstAt(first), "stands in clients as well")
				return
			}
			said[e.Key], w.Clients = n.Place(), &own
			e.Read(n)
		})
	}
	var entries []form.Entry
	for _, e := range r.handling(&own) {
		entries = append(entries, tell(e))
	}
	return append([]form.Entry{form.May("clients", func(n *form.Node) { r.Object(n, entries...) })}, entries...)
}

// noBatch warns of what only batches leave.
func (r *reader) noBatch(n *form.Node, w *scenario.Workload) {
	said := n.Get("unprocessed")
	if clients := n.Get("clients"); said == nil && clients != nil {
		said = clients.Get("unprocessed")
	}
	if said == nil || r.Refused(said.Path) || w.Operation == "" || w.Operation == request.BatchGetItem || w.Operation == request.BatchWriteItem {
		return
	}
	r.Note(diag.Warning, said.Place(), said.Path, "Leave it out.", r.subject+": unprocessed changes nothing, because "+string(w.Operation)+" is no batch")
}
