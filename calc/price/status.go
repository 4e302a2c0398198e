package price

// Status is how a price is known.
type Status struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Prices  int    `json:"prices"` // that have it
}

const (
	given   = "list"
	quoted  = "quoted"
	unknown = "unknown" // of a kind without a price
)

// statuses are all of them, from what is known best on.
var statuses = []Status{
	{Name: given, Meaning: "of the price list that is given"},
	{Name: quoted, Meaning: "seen for DynamoDB in this Region"},
	{Name: "derived_rule", Meaning: "follows from a rule of AWS: a replicated unit costs what a plain one does"},
	{Name: "derived_same", Meaning: "of a Region or a kind that has the same prices wherever both were seen"},
	{Name: "sibling_service", Meaning: "of Amazon Keyspaces, which has the same units and nearly always the same prices"},
	{Name: "derived_ratio", Meaning: "an estimate, in proportion to another price of the Region; give a price list where it matters"},
	{Name: unknown, Meaning: "no price is known: not priced, and a bill that needs it is partial"},
}
