package scenariofile

import (
	"path/filepath"
	"strings"
	"time"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// What a scenario means where it says nothing.
const (
	defaultTrials                 = 100
	defaultSeed                   = 1
	defaultConfidence units.Share = 0.95
	defaultRegion                 = "us-east-1"
	defaultItems                  = 1_000_000
	defaultItemSize               = units.KB
)

// scenario reads the whole file.
func (r *reader) scenario(n *node) *scenario.Scenario {
	s := &scenario.Scenario{
		Name: r.nameless(), Region: defaultRegion, Zone: time.UTC,
		Model: scenario.Observed, Trials: defaultTrials, Seed: defaultSeed, Assume: facts.DefaultAssumptions(),
		Require: scenario.Requirements{Confidence: defaultConfidence},
		Text:    r.text,
	}
	r.object(n,
		may("name", set(&s.Name, r.name)),
		may("region", set(&s.Region, r.name)),
		may("start", set(&s.Start, r.instant)),
		may("timezone", set(&s.Zone, r.zone)),
		need("duration", func(n *node) { set(&s.Duration, r.span)(n); r.duration = s.Duration }),
		may("load", r.load),
		may("model", set(&s.Model, choice(r, scenario.Observed, scenario.Documented, scenario.Both))),
		may("clients", r.clients),
		need("tables", func(n *node) { s.Tables = r.tables(n) }),
		need("traffic", func(n *node) { s.Traffic = r.traffic(n) }),
		r.later("failover", "Leave it out, and plan the Region that takes over with the traffic it would get."),
		may("require", func(n *node) { r.require(n, &s.Require) }),
		may("simulate", func(n *node) { r.simulate(n, s) }),
		r.later("prices", "Leave it out: costs are not computed yet."),
	)
	if n.get("timezone") == nil && !s.Start.IsZero() {
		s.Zone = s.Start.Location()
	}
	if n.get("region") == nil {
		r.warning(n, "Write region, as in region: eu-west-1.", "no region is given; %s is assumed", defaultRegion)
	}
	if clients := n.get("clients"); clients == nil || clients.kind == mapping && clients.get("retries") == nil {
		r.warning(n, "Write clients: {retries: none} to say so; retries are not forecast yet.",
			"it is not said how clients retry; they are taken not to")
	}
	return s
}

// nameless is the name of a scenario that has none: that of its file.
func (r *reader) nameless() string {
	base := filepath.Base(r.file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// instant reads a moment with its offset from UTC.
func (r *reader) instant(n *node) (time.Time, bool) {
	const help = "Write date, time and offset, like 2026-12-10T08:00:00Z or 2026-12-10T08:00:00+09:00."
	if !r.is(n, scalar, help) {
		return time.Time{}, false
	}
	// time.Parse would take on the zone of this machine where the offsets agree.
	t, err := time.ParseInLocation(time.RFC3339, n.text, time.UTC)
	if err != nil {
		r.mistake(n, help, "%s is not a moment", quote(n.text))
	}
	return t, err == nil
}

// zone reads the name of a time zone.
func (r *reader) zone(n *node) (*time.Location, bool) {
	const help = "Write a name of the IANA list, like Asia/Tokyo, Europe/Berlin or UTC."
	if !r.is(n, scalar, help) {
		return nil, false
	}
	// LoadLocation takes "" for UTC and Local for whatever this machine is in.
	zone, err := time.LoadLocation(n.text)
	if err != nil || n.text == "" || n.text == "Local" {
		r.mistake(n, help, "%s is not a known time zone", quote(n.text))
		return nil, false
	}
	return zone, true
}

// load accepts what changes nothing.
func (r *reader) load(n *node) {
	if load, ok := quantity(r, n, scaling); ok && load != 1 {
		r.notYet(n, "Leave it at 100%, and write the rates as they are to be.")
	}
}

// clients reads what callers do with refused calls, at the top or in an entry
// of the traffic.
func (r *reader) clients(n *node) {
	r.object(n,
		may("retries", func(n *node) {
			if n.kind != scalar || n.text != "none" {
				r.notYet(n, "Write retries: none; a plan then shows the first attempts alone.")
			}
		}),
		r.later("count", "Leave it out: the number of clients matters to retries alone."),
		may("unprocessed", func(n *node) {
			if what, ok := choice(r, "drop", "resend")(n); ok && what == "resend" {
				r.notYet(n, "Write unprocessed: drop; what a batch could not write is then counted as refused.")
			}
		}),
	)
}

// simulate reads how the forecast is to be run.
func (r *reader) simulate(n *node, s *scenario.Scenario) {
	r.object(n,
		may("trials", set(&s.Trials, r.whole(1, scenario.MaxTrials))),
		may("seed", set(&s.Seed, r.seed)),
		may("assume", func(n *node) {
			r.named(n, "assumptions", func(name string, v *node) {
				if !r.is(v, scalar, "Write one value.") || !r.goodName(v, name) || !r.goodName(v, v.text) {
					return
				}
				at := v.place()
				if _, known := s.Assume.Value(name); !known {
					at = *v.keyed
				}
				if err := s.Assume.Set(name, v.text); err != nil {
					r.note(diag.Error, at, v.path, "`ddbplan rules --assumptions` lists every assumption with its range.", err.Error())
				}
			})
		}),
	)
}

// require reads what `check` holds a plan against.
func (r *reader) require(n *node, q *scenario.Requirements) {
	r.object(n,
		may("level", point(&q.Level, choice(r, scenario.Clean, scenario.Blip, scenario.Degraded, scenario.Blocked))),
		may("throttled", point(&q.Throttled, r.share)),
		may("failed", point(&q.Failed, r.share)),
		may("headroom", point(&q.Headroom, r.share)),
		r.later("safe_load", "Leave it out; require headroom instead."),
		may("onset", point(&q.Onset, r.span)),
		may("item_size", point(&q.ItemSize, r.bytes)),
		may("partition_share", point(&q.PartitionShare, r.share)),
		may("confidence", set(&q.Confidence, r.share)),
		r.later("cost", "Leave it out: costs are not computed yet."),
	)
}
