package scenariofile

import (
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// What a scenario means where it says nothing.
const (
	defaultConfidence units.Share = 0.95
	defaultRegion                 = "us-east-1"
	defaultItems                  = 1_000_000
	defaultItemSize               = units.KB
)

// scenario reads the whole file.
func (r *reader) scenario(n *form.Node) *scenario.Scenario {
	s := &scenario.Scenario{
		Name: r.nameless(), Region: defaultRegion, Zone: time.UTC,
		Load: 1, Model: scenario.Observed, Clients: usualClients(), Trials: scenario.DefaultTrials, Seed: scenario.DefaultSeed, Assume: facts.DefaultAssumptions(),
		Require: scenario.Requirements{Confidence: defaultConfidence},
		Text:    r.Mark + r.Text,
	}
	r.Object(n,
		form.May("name", form.Set(&s.Name, r.title)),
		form.May("region", form.Set(&s.Region, r.Name)),
		form.May("start", form.Set(&s.Start, r.instant)),
		form.May("timezone", form.Set(&s.Zone, r.zone)),
		form.Need("duration", func(n *form.Node) {
			form.Set(&s.Duration, r.span)(n)
			r.duration, r.end = s.Duration, s.Duration
		}),
		form.May("load", func(n *form.Node) { r.load(n, &s.Load) }),
		form.May("model", form.Set(&s.Model, form.Choice(r.Reader, scenario.Observed, scenario.Documented, scenario.Both))),
		form.May("clients", func(n *form.Node) { r.clients(n, &s.Clients) }),
		form.Need("tables", func(n *form.Node) { s.Tables = r.tables(n) }),
		form.Need("traffic", func(n *form.Node) { s.Traffic = r.traffic(n, s.Clients) }),
		r.later("failover", "Leave it out, and plan the Region that takes over with the traffic it would get."),
		form.May("require", func(n *form.Node) { r.require(n, &s.Require) }),
		form.May("simulate", func(n *form.Node) { r.simulate(n, s) }),
		form.May("prices", form.Set(&s.Prices, r.priceList)),
	)
	if n.Get("timezone") == nil && !s.Start.IsZero() {
		s.Zone = s.Start.Location()
	}
	if n.Get("region") == nil {
		r.Warning(n, "Write region, as in region: eu-west-1.", "no Region is given; %s is assumed", defaultRegion)
	}
	return s
}

// longestTitle bounds the name of a scenario, in characters. It is shown and
// refers to nothing, so it may be a sentence.
const longestTitle = 100_000

// title reads the name of a scenario.
func (r *reader) title(n *form.Node) (string, bool) {
	const help = "Write a title."
	if !r.Is(n, form.Scalar, help) {
		return "", false
	}
	switch length := utf8.RuneCountInString(n.Text); {
	case length == 0:
		r.Mistake(n, help, "the title is empty")
	case length > longestTitle:
		r.Mistake(n, help, "the title has %d characters; at most %d are allowed", length, longestTitle)
	default:
		return n.Text, true
	}
	return "", false
}

// nameless is the name of a scenario that has none: that of its file.
func (r *reader) nameless() string {
	base := filepath.Base(r.File)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// instant reads a moment with its offset from UTC.
func (r *reader) instant(n *form.Node) (time.Time, bool) {
	const help = "Write date, time and offset, like 2026-12-10T08:00:00Z or 2026-12-10T08:00:00+09:00."
	if !r.Is(n, form.Scalar, help) {
		return time.Time{}, false
	}
	// time.Parse would take on the zone of this machine where the offsets agree.
	t, err := time.ParseInLocation(time.RFC3339, n.Text, time.UTC)
	if err != nil {
		r.Mistake(n, help, "%s is not a moment", form.Quote(n.Text))
	}
	return t, err == nil
}

// zone reads the name of a time zone.
func (r *reader) zone(n *form.Node) (*time.Location, bool) {
	const help = "Write a name of the IANA list, like Asia/Tokyo, Europe/Berlin or UTC."
	if !r.Is(n, form.Scalar, help) {
		return nil, false
	}
	// LoadLocation takes "" for UTC and Local for whatever this machine is in.
	zone, err := time.LoadLocation(n.Text)
	if err != nil || n.Text == "" || n.Text == "Local" {
		r.Mistake(n, help, "%s is not a known time zone", form.Quote(n.Text))
		return nil, false
	}
	return zone, true
}

// load reads a factor on every rate.
func (r *reader) load(n *form.Node, to *float64) {
	load, ok := quantity(r, n, scaling)
	switch {
	case ok && load == 0:
		r.Mistake(n, "Write more than 0%; at 100% the rates are as they are written.", "at %v nothing is left to plan", load)
	case ok:
		*to = float64(load)
	}
}

// simulate reads how the forecast is to be run.
func (r *reader) simulate(n *form.Node, s *scenario.Scenario) {
	r.Object(n,
		form.May("trials", form.Set(&s.Trials, r.whole(1, scenario.MaxTrials))),
		form.May("seed", form.Set(&s.Seed, r.seed)),
		form.May("assume", func(n *form.Node) {
			r.Named(n, "assumptions", func(name string, v *form.Node) {
				if !r.Is(v, form.Scalar, "Write one value.") || !r.GoodName(v, name) || !r.GoodName(v, v.Text) {
					return
				}
				at := v.Place()
				if _, known := s.Assume.Value(name); !known {
					at = *v.Keyed
				}
				if err := s.Assume.Set(name, v.Text); err != nil {
					r.Note(diag.Error, at, v.Path, "`ddbplan rules --assumptions` lists every assumption with its range.", err.Error())
				}
			})
		}),
	)
}

// require reads what `check` holds a plan against.
func (r *reader) require(n *form.Node, q *scenario.Requirements) {
	r.Object(n,
		form.May("level", form.Point(&q.Level, form.Choice(r.Reader, scenario.Clean, scenario.Blip, scenario.Degraded, scenario.Blocked))),
		form.May("throttled", form.Point(&q.Throttled, r.share)),
		form.May("failed", form.Point(&q.Failed, r.share)),
		form.May("headroom", form.Point(&q.Headroom, r.share)),
		form.May("safe_load", form.Point(&q.SafeLoad, r.number(0.01, scenario.MostLoad))),
		form.May("onset", form.Point(&q.Onset, r.span)),
		form.May("item_size", form.Point(&q.ItemSize, r.bytes)),
		form.May("partition_share", form.Point(&q.PartitionShare, r.share)),
		form.May("confidence", func(n *form.Node) {
			form.Set(&q.Confidence, r.share)(n)
			if q.Confidence == 0 {
				r.Mistake(n, "Write more than 0%, up to 100%.", "anything holds with a confidence of 0%%")
			}
		}),
		form.May("cost", form.Point(&q.Cost, r.monthly)),
	)
}

// later is a key of the format that is not forecast yet.
func (r *reader) later(key, instead string) form.Entry {
	return form.May(key, func(n *form.Node) { r.Refuse(n, instead, "is not forecast yet") })
}
