package facts

import "slices"

// Standing tells how a rule is known. The zero value is invalid.
type Standing int

const (
	Documented Standing = iota + 1 // AWS says so
	Measured                       // seen on the live service by somebody outside AWS
	Inferred                       // concluded from both; a model, not a statement about the service
)

func (s Standing) String() string {
	switch s {
	case Documented:
		return "documented"
	case Measured:
		return "measured"
	case Inferred:
		return "inferred"
	}
	return "unknown"
}

// Rule is one rule of how DynamoDB meters, limits and throttles, or of how this
// program models it where nothing is published.
type Rule struct {
	ID        string // such as R4.1: the topic, then the number within it
	Statement string
	Source    string
	Standing  Standing
}

// Rules returns all rules in numeric order.
func Rules() []Rule { return slices.Clone(rules) }

// Lookup returns the rule of an identifier.
func Lookup(id string) (Rule, bool) {
	for _, r := range rules {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

// rules joins the topics, in the order of their numbers.
var rules = slices.Concat(
	unitRules,
	sizeRules,
	readRules,
	writeRules,
	partitionRules,
	burstRules,
	onDemandRules,
	provisionedRules,
	throttlingRules,
	clientRules,
	serviceRules,
)
