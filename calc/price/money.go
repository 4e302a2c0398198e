package price

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/words"
)

// Money is an amount of a currency.
type Money struct {
	decimal.Decimal
	Currency string
}

// String writes an amount to the cent, as a scenario does.
func (m Money) String() string { return words.Money(m.StringFixed(2)) + " " + m.Currency }

// A comma parts thousands, and nothing else.
var aMonth = regexp.MustCompile(`^((?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?) ?(USD|CNY) ?/ ?month$`)

// ParseMonthly reads an amount a month, like 5000 USD/month.
func ParseMonthly(text string) (Money, bool) {
	parts := aMonth.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return Money{}, false
	}
	amount, err := decimal.NewFromString(strings.ReplaceAll(parts[1], ",", ""))
	return Money{amount, parts[2]}, err == nil
}
