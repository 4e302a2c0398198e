package pricelist_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/pricelist"
)

func TestMistakes(t *testing.T) {
	band := func(price string) string {
		return "[\n" + product("WriteRequestUnits", "", `"a": {"endRange": "Inf", "pricePerUnit": `+price+`}`) + "]"
	}
	reserved := func(dimensions string) string {
		return strings.Replace(band(`{"USD": "1"}`), `"terms": {`, `"terms": {"Reserved": {"r": {"termAttributes": {"LeaseContractLength": "1yr"}, "priceDimensions": {`+dimensions+`}}}, `, 1)
	}
	const header = "SKU,TermType,PricePerUnit,Currency,usageType,Region Code\n"
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", "f: the file is empty"},
		{"blanks", "\ufeff \n", "f: the file is empty"},
		{"broken", "[\n{\"product\": }]", "f:2: this is no JSON: "},
		{"cut", "[\n{\"product\":\n", "f:3: the file ends too early"},
		{"another service", "{\n\"offerCode\": \"AmazonEC2\", \"products\": {}}", `f:2: this is the price list of "AmazonEC2"`},
		{"another service in a page", `{"PriceList": ["{\"serviceCode\": \"AmazonRDS\", \"product\": {}}"]}`, `f:1: this is the price list of "AmazonRDS"`},
		{"another service in CSV", "\"FormatVersion\",\"v1.0\"\n\"OfferCode\",\"AmazonEC2\"\n" + header, `f:2: this is the price list of "AmazonEC2"`},
		{"products of another service", "[" + product("X", `"servicecode": "AmazonEC2"`, "") + "]", `f: this is the price list of "AmazonEC2"`},
		{"an empty page", `{"FormatVersion": "aws_v1", "PriceList": []}`, "f: there is no price of DynamoDB in this list\n"},
		{"nothing known", "[" + product("X", "", "") + "," + product("Y", "", "") + "]", "f: there is no price of DynamoDB in this list; passed over, as nothing that is priced here: 2 products, such as X, Y"},
		{"savings plans", `{"products": [], "terms": {"savingsPlan": []}}`, "f: this is a price list of savings plans"},
		{"savings plans in CSV", "SKU,RateCode,DiscountedRate\n", "f: this is a price list of savings plans"},
		{"an index", `{"regions": {"us-east-1": {"regionCode": "us-east-1", "currentVersionUrl": "/offers"}}}`, "f:1: this is an index, which only names price lists"},
		{"the map of the web page", `{"manifest": {}, "regions": {"EU (Ireland)": {}}}`, "f:1: this is no price list"},
		{"an exception", "\n{\"message\": \"AccessDenied\"}", "f:2: this is no price list"},
		{"a number", "[7]", "f:1: this is no price list"},
		{"a string that is no product", `{"PriceList": ["x"]}`, "f:1: this string is no product in JSON"},
		{"a product that is none", `{"PriceList": [{"product": {"attributes": []}}]}`, "f:1: this is no product"},
		{"text", "Price,0.5\n", "f: this is neither JSON nor the CSV of a price list"},
		{"a header that is cut", "\nSKU,TermType\n", "f:2: the header has no column PricePerUnit"},
		{"UTF-16", "\xff\xfe{\x00", "f:1: the file is not text in UTF-8 but in UTF-16"},
		{"negative", band(`{"USD": "-0.1"}`), "f:3: the price -0.1 is negative"},
		{"negative in a string", "{\"PriceList\": [\n" + strconv.Quote(product("WriteRequestUnits", "", `"a": {"pricePerUnit": {"USD": "-0.1"}}`)) + "\n\n\n]}", "f:2: the price -0.1 is negative"},
		{"negative in CSV", header + "a,OnDemand,-1,USD,WriteRequestUnits,eu-west-1\n", "f:2: the price -1 is negative"},
		{"zero", band(`{"USD": "0.0000000000"}`), "f:3: the price of product WriteRequestUnits in eu-west-1 is 0"},
		{"zero in CSV", header + "a,OnDemand,0,USD,WriteRequestUnits,eu-west-1\n", "f:2: the price of product a in eu-west-1 is 0"},
		{"no number", band(`{"USD": "much"}`), `f:3: "much" is no price`},
		{"too large", band(`{"USD": "1e12"}`), `f:3: "1e12" is no price`},
		{"far too large", band(`{"USD": "1e2000000000"}`), `"1e2000000000" is no price`},
		{"far too small", band(`{"USD": "1e-21"}`), `"1e-21" is no price`},
		{"no end", strings.Replace(band(`{"USD": "1"}`), "Inf", "25", 1), "f:3: this price has no band without an end"},
		{"another currency", band(`{"EUR": "1", "GBP": "1"}`), "f:3: a price in eu-west-1 is in EUR, GBP, not in USD"},
		{"yuan outside of China", band(`{"CNY": "1"}`), "f:3: a price in eu-west-1 is in CNY, not in USD"},
		{"dollars in China", strings.Replace(band(`{"USD": "1"}`), "eu-west-1", "cn-north-1", 1), "f:3: a price in cn-north-1 is in USD, not in CNY"},
		{"no currency", band(`{}`), "f:3: a price in eu-west-1 has no amount of a currency"},
		{"reserved by the hour alone", strings.ReplaceAll(reserved(`"a": {"unit": "WriteCapacityUnit-Hrs", "pricePerUnit": {"USD": "1"}}`), "WriteRequestUnits", "WriteCapacityUnit-Hrs"), "f:3: reserved capacity for 1yr in eu-west-1 lacks"},
	} {
		t.Run(c.name, func(t *testing.T) {
			book, found := pricelist.Parse("f", []byte(c.in))
			if book != nil || !strings.Contains(found.Error()+"\n", c.want) {
				t.Errorf("got %v\n%v\nwant %s", book, found, c.want)
			}
		})
	}
}

// All mistakes are told, up to 20.
func TestManyMistakes(t *testing.T) {
	bad := product("WriteRequestUnits", "", `"a": {"pricePerUnit": {"USD": "-1"}}`)
	for _, c := range []struct {
		products, told int
		more           bool
	}{{2, 2, false}, {20, 20, false}, {21, 20, true}, {500, 20, true}} {
		_, found := parse(t, slices.Repeat([]string{bad}, c.products)...)
		if told := strings.Count(found, "negative"); told != c.told || strings.Contains(found, "these are the first 20 mistakes") != c.more {
			t.Errorf("%d products: %d mistakes told\n%s", c.products, told, found)
		}
	}
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	blanks := make([]byte, 1<<20)
	for i := range blanks {
		blanks[i] = ' '
	}
	for range int(pricelist.MaxSize)/len(blanks) + 1 {
		z.Write(blanks)
	}
	z.Close()
	for name, data := range map[string][]byte{"bomb.json.gz": bomb.Bytes(), "cut.json.gz": bomb.Bytes()[:100], "no.gz": []byte("\x1f\x8bx"), "bad.gz": []byte("\x1f\x8b is no gzip at all")} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"":             "the price list cannot be read: it is a directory",
		"none.json":    "the price list cannot be read: no such file or directory",
		"bomb.json.gz": "the price list cannot be read: it is larger than 64MB",
		"cut.json.gz":  "the price list cannot be read: what is compressed ends too early, or is damaged",
		"no.gz":        "the price list cannot be read: what is compressed ends too early, or is damaged",
		"bad.gz":       "the price list cannot be read: it begins as gzip does, but is none",
	} {
		path := filepath.Join(folder, name)
		book, found := pricelist.Read(samples+"offer.json", path)
		if book != nil || !strings.Contains(found.Error(), path+": "+want) {
			t.Errorf("%s: %v", name, found)
		}
	}
	if _, found := pricelist.Read(os.DevNull); !strings.Contains(found.Error(), "not a regular file") {
		t.Errorf("a device: %v", found)
	}
}

// FuzzParse feeds any text: it is a book of sound prices, or a list of mistakes
// with places in the file.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"offer.json", "offer.csv", "pages.json"} {
		data, err := os.ReadFile(samples + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, seed := range []string{product("WriteRequestUnits", "", ""), "[[", "{}", "SKU,TermType,PricePerUnit,Currency,usageType\n", `{"PriceList":["{}"]}`, `{"products":{"a":1},"terms":{"OnDemand":{"a":{"b":{"priceDimensions":{"c":[]}}}}}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		book, found := pricelist.Parse("p", []byte(text))
		if (book == nil) != (found.Err() != nil) {
			t.Fatalf("book %v with %v", book, found)
		}
		for _, d := range found {
			if d.Severity == diag.Invalid || d.Summary == "" || d.Pos.File == "" || d.Pos.Line < 0 || d.Pos.Line > strings.Count(text, "\n")+2 {
				t.Errorf("a message without a place: %+v", d)
			}
		}
		if book == nil {
			return
		}
		if len(book.Prices)+len(book.Reserved) == 0 {
			t.Error("an empty book")
		}
		for _, p := range book.Prices {
			if !p.Amount.IsPositive() || !p.Kind.Known() || p.Region == "" || len(p.Amount.String()) > 64 {
				t.Errorf("%+v", p)
			}
		}
		for _, r := range book.Reserved {
			if !r.Effective().IsPositive() || r.Years != 1 && r.Years != 3 {
				t.Errorf("%+v", r)
			}
		}
	})
}
