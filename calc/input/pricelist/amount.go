package pricelist

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Bounds of a price. AWS writes ten decimals; beyond these it is none.
const (
	mostDecimals = 20
	mostDigits   = 12 // before the point
	longestPrice = 40 // characters
)

// currencyOf is the currency in which a Region is paid for.
func currencyOf(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return "CNY"
	}
	return "USD"
}

// amount is the price of a dimension, which is never negative.
func (f *file) amount(region string, d dimension) (decimal.Decimal, bool) {
	currency := currencyOf(region)
	if len(d.price) == 0 {
		f.fail(d.at, fmt.Sprintf("a price in %s has no amount of a currency", region), "Each has a currency and an amount, like USD and 0.0000006250.")
		return decimal.Zero, false
	}
	text, ok := d.price[currency]
	if !ok {
		f.fail(d.at, fmt.Sprintf("a price in %s is in %s, not in %s", region, clip(strings.Join(slices.Sorted(maps.Keys(d.price)), ", ")), currency),
			"Prices are in USD, those of the China Regions in CNY; nothing is converted.")
		return decimal.Zero, false
	}
	v, ok := parse(text)
	switch {
	case text == "":
		f.fail(d.at, fmt.Sprintf("a price in %s has no amount", region), "A price is a decimal number, like 0.0000006250.")
	case !ok:
		f.fail(d.at, fmt.Sprintf("%q is no price", clip(text)), "A price is a decimal number, like 0.0000006250.")
	case v.IsNegative():
		f.fail(d.at, fmt.Sprintf("the price %s is negative", text), "Prices are above 0.")
	}
	return v, ok && !v.IsNegative()
}

// parse refuses numbers that are too long to be calculated with.
func parse(text string) (decimal.Decimal, bool) {
	if len(text) > longestPrice {
		return decimal.Zero, false
	}
	v, err := decimal.NewFromString(text)
	exponent := int(v.Exponent())
	return v, err == nil && exponent >= -mostDecimals && v.NumDigits()+exponent <= mostDigits
}
