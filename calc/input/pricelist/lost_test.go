package pricelist_test

import (
	"strings"
	"testing"

	"ddbplan/calc/input/pricelist"
)

// What is priced here, but of a Region that cannot be told, is named, and what
// would tell it. The locations of China are not known.
func TestRegionsThatCannotBeTold(t *testing.T) {
	yuan := `"a": {"pricePerUnit": {"CNY": "0.0000058"}}`
	good := product("ReadRequestUnits", `"regionCode": "us-east-1"`, "")
	for _, c := range []struct{ usage, attributes, named string }{
		{"CNN1-WriteRequestUnits", `"location": "China (Beijing)"`, "China (Beijing)"},
		{"CNW1-WriteRequestUnits", `"servicecode": "AmazonDynamoDB"`, "CNW1"},
		{"WriteRequestUnits", `"location": "The Moon"`, "The Moon"},
		{"WriteRequestUnits", `"servicecode": "AmazonDynamoDB"`, "WriteRequestUnits"},
		{"EU-WriteRequestUnits", `"regionCode": "Ireland"`, "Ireland"},
	} {
		lost := product(c.usage, c.attributes, yuan)
		told := "left out, as their Region is not known by this name: 1 product, such as " + c.named + "; regionCode would tell it, by a code like eu-west-1"
		book, found := parse(t, lost, good)
		if book == nil || listed(book) != "us-east-1 standard rru 0.5\n" || !strings.Contains(found, told) {
			t.Errorf("%s %s: %v, %s", c.usage, c.attributes, book, found)
		}
		book, found = parse(t, lost)
		if book != nil || !strings.Contains(found, "there is no price of DynamoDB in this list; "+told) || !strings.Contains(found, "Each product needs the code of its Region: the attribute regionCode") {
			t.Errorf("%s %s alone: %v, %s", c.usage, c.attributes, book, found)
		}
	}
	book, found := parse(t, product("CNN1-WriteRequestUnits", `"regionCode": "cn-north-1", "location": "China (Beijing)"`, yuan), good)
	if book == nil || listed(book) != "cn-north-1 standard wru 0.0000058\nus-east-1 standard rru 0.5\n" || found != "" {
		t.Errorf("with regionCode: %v, %s", book, found)
	}
}

// What of a list is not in the book is said.
func TestNothingIsLostInSilence(t *testing.T) {
	term := func(sku string) string {
		return `{"sku": "` + sku + `", "priceDimensions": {"a": {"pricePerUnit": {"USD": "0.5"}}}}`
	}
	const hours = `{"sku": "h", "attributes": {"usagetype": "WriteCapacityUnit-Hrs", "regionCode": "eu-west-1"}}`
	offer := func(onDemand, more string) string {
		return `{"products": {"h": ` + hours + `}, "terms": {"OnDemand": {"h": {"t": ` + term("h") + `}` + onDemand + `}` + more + `}}`
	}
	reserved := func(lease, option string) string {
		return `, "Reserved": {"h": {"r": {"sku": "h", "termAttributes": {"LeaseContractLength": "` + lease + `", "PurchaseOption": "` + option + `"},
"priceDimensions": {"a": {"unit": "Quantity", "pricePerUnit": {"USD": "1"}}, "b": {"unit": "Hrs", "pricePerUnit": {"USD": "1"}}}}}}`
	}
	const header = "SKU,TermType,PricePerUnit,Currency,usageType,Region Code\nh,OnDemand,0.5,USD,WriteCapacityUnit-Hrs,eu-west-1\n"
	const others = "passed over, as other terms than those on demand and reserved for one or three years: "
	for _, c := range []struct{ name, in, told string }{
		{"nothing", offer("", ""), ""},
		{"reserved for a year", offer("", reserved("1yr", "Heavy Utilization")), ""},
		{"terms of no product", offer(`, "x": {"t": `+term("x")+`}, "y": {"t": `+term("y")+`}`, ""), "passed over, as their products are not in the list: 2 terms, such as x, y"},
		{"another sort of terms", offer("", `, "Spot": {"h": {"t": `+term("h")+`}}`), others + "1 term, such as Spot"},
		{"another lease", offer("", reserved("5yr", "Heavy Utilization")), others + "1 term, such as 5yr Heavy Utilization"},
		{"another way to pay", offer("", reserved("1yr", "No Upfront")), others + "1 term, such as 1yr No Upfront"},
		{"another sort of terms in CSV", header + "h,Spot,0.1,USD,WriteCapacityUnit-Hrs,eu-west-1\n", others + "1 term, such as Spot"},
	} {
		book, found := pricelist.Parse("f", []byte(c.in))
		if book == nil || !strings.HasPrefix(listed(book), "eu-west-1 standard wcu_hour 0.5\n") {
			t.Errorf("%s: %v, %v", c.name, book, found)
			continue
		}
		got := found.Error()
		if want := "f: " + c.told; c.told == "" && got != "" || c.told != "" && got != want {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// What says two things of one is a mistake: one of them would be lost.
func TestTwoThingsForOne(t *testing.T) {
	const header = "SKU,TermType,PricePerUnit,Currency,usageType,Region Code\n"
	page := func(products string) string { return "[\n" + products + "\n]" }
	one, other := product("WriteRequestUnits", "", ""), product("WriteRequestUnits", `"regionCode": "us-east-1"`, "")
	reserved := func(dimensions string) string {
		text := strings.Replace(one, `"terms": {`, `"terms": {"Reserved": {"r": {"termAttributes": {"LeaseContractLength": "3yr"}, "priceDimensions": {`+dimensions+`}}}, `, 1)
		return page(strings.ReplaceAll(text, "WriteRequestUnits", "WriteCapacityUnit-Hrs"))
	}
	for _, c := range []struct{ name, in, want string }{
		{"two products of an SKU", page(one + ",\n" + other), "f:4: two products have the SKU WriteRequestUnits: WriteRequestUnits of eu-west-1, and WriteRequestUnits of us-east-1"},
		{"two products of an SKU in CSV", header + "a,OnDemand,1,USD,WriteRequestUnits,eu-west-1\na,OnDemand,1,USD,ReadRequestUnits,eu-west-1\n", "f:3: two products have the SKU a: WriteRequestUnits of eu-west-1, and ReadRequestUnits of eu-west-1"},
		{"no SKU", page(strings.ReplaceAll(one, `"sku": "WriteRequestUnits"`, `"sku": ""`)), "f:2: this product has no SKU: WriteRequestUnits of eu-west-1"},
		{"no SKU in CSV", header + "a,OnDemand,1,USD,WriteRequestUnits,eu-west-1\n,OnDemand,1,USD,ReadRequestUnits,eu-west-1\n", "f:3: this product has no SKU: ReadRequestUnits of eu-west-1"},
		{"two amounts", page(product("WriteRequestUnits", "", `"a": {"pricePerUnit": {"USD": "1", "USD": "2"}}`)), `f:3: the name "USD" stands twice in an object`},
		{"two parts", `{"products": {}, "terms": {}, ` + "\n" + `"products": {}}`, `f:2: the name "products" stands twice in an object`},
		{"two amounts in a string", `{"PriceList": ["{\"product\": {}, \"product\": {}}"]}`, "f:1: this string is no product in JSON"},
		{"two bands without an end", page(product("WriteRequestUnits", "", `"a": {"endRange": "Inf", "pricePerUnit": {"USD": "1"}}, "b": {"pricePerUnit": {"USD": "2"}}`)), "f:3: product WriteRequestUnits in eu-west-1 has two prices without an end: 1 and 2"},
		{"two upfront", reserved(`"a": {"unit": "Quantity", "pricePerUnit": {"USD": "1"}}, "b": {"unit": "Quantity", "pricePerUnit": {"USD": "2"}}`), "f:3: reserved capacity for 3yr in eu-west-1 has two prices for the same: 1 and 2"},
		{"a column twice", "SKU,TermType,PricePerUnit,Currency,usageType,Price Per Unit\n", `f:1: the header has the column "Price Per Unit" twice`},
		{"a row that is cut", header + "a,OnDemand,1,USD,WriteRequestUnits,eu-west-1\nb,OnDemand,1\n", "f:3: this row has 3 fields, and the header 6"},
		{"a comma too much", header + "a,OnDemand,0,0000007,USD,WriteRequestUnits,eu-west-1\n", "f:2: this row has 7 fields, and the header 6"},
		{"products in a list", `{"products": [{"sku": "a"}], "terms": {}}`, "f:1: this is no price list"},
		{"no currency in CSV", header + "a,OnDemand,1,,WriteRequestUnits,eu-west-1\n", "f:2: a price in eu-west-1 has no amount of a currency"},
		{"no amount", page(product("WriteRequestUnits", "", `"a": {"pricePerUnit": {"USD": null}}`)), "f:3: a price in eu-west-1 has no amount\n"},
		{"an amount without a currency", page(product("WriteRequestUnits", "", `"a": {"pricePerUnit": "0.5"}`)), "f:3: a price in eu-west-1 has no amount of a currency"},
		{"no terms at all", `{"products": {"a": {"sku": "a", "attributes": {"usagetype": "WriteRequestUnits", "regionCode": "eu-west-1"}}}, "terms": "x"}`, "f: there is no price of DynamoDB in this list; without a price in the list: 1 product, such as WriteRequestUnits"},
	} {
		book, found := pricelist.Parse("f", []byte(c.in))
		if book != nil || !strings.Contains(found.Error()+"\n", c.want) {
			t.Errorf("%s: got %v\n%v\nwant %s", c.name, book, found, c.want)
		}
	}
	if book, found := pricelist.Parse("f", []byte(page(one+","+one))); book == nil || found != nil {
		t.Errorf("the same product twice: %v, %v", book, found)
	}
}

// Of two terms of reserved capacity of one day the dearer holds.
func TestTwoReservations(t *testing.T) {
	term := func(name, date, upfront string) string {
		return `"` + name + `": {"effectiveDate": "` + date + `", "termAttributes": {"LeaseContractLength": "1yr"},
"priceDimensions": {"a": {"unit": "Quantity", "pricePerUnit": {"USD": "` + upfront + `"}}, "b": {"unit": "Hrs", "pricePerUnit": {"USD": "0.25"}}}}`
	}
	for _, c := range []struct {
		name, terms, upfront string
		warned               bool
	}{
		{"equal", term("r", "2026-09", "8760") + "," + term("s", "2026-09", "8760"), "8760", false},
		{"dearer", term("r", "2026-09", "8760") + "," + term("s", "2026-09", "17520"), "17520", true},
		{"dearer first", term("r", "2026-09", "17520") + "," + term("s", "2026-09", "8760"), "17520", true},
		{"later", term("r", "2026-09", "17520") + "," + term("s", "2026-10", "8760"), "8760", false},
		{"later first", term("r", "2026-10", "8760") + "," + term("s", "2026-09", "17520"), "8760", false},
	} {
		book, found := parse(t, `{"product": {"sku": "h", "attributes": {"usagetype": "WriteCapacityUnit-Hrs", "regionCode": "eu-west-1"}}, "terms": {"Reserved": {`+c.terms+`}}}`)
		if book == nil || listed(book) != "eu-west-1 reserved 1 wcu_hour "+c.upfront+" and 0.25\n" {
			t.Errorf("%s: %v, %s", c.name, book, found)
		}
		if told := strings.Contains(found, "given twice, and not alike: 1 price, first wcu_hour reserved for 1yr in eu-west-1 at "); told != c.warned {
			t.Errorf("%s: %s", c.name, found)
		}
	}
}
