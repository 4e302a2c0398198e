package simulate

// Losses are amounts by the resource that refused them. A call touches a few
// resources only, so a list is found faster through than a table of all.
type Losses []Loss

// Loss is what one resource refused.
type Loss struct {
	Resource   int
	Amount     float64
	partitions float64 // of the amount: what partitions refused
}

// Of is what a resource refused.
func (l Losses) Of(resource int) float64 {
	for _, loss := range l {
		if loss.Resource == resource {
			return loss.Amount
		}
	}
	return 0
}

func (l *Losses) add(resource int, amount float64) {
	for i := range *l {
		if (*l)[i].Resource == resource {
			(*l)[i].Amount += amount
			return
		}
	}
	*l = append(*l, Loss{Resource: resource, Amount: amount})
}
