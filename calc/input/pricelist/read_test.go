package pricelist_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/input/pricelist"
	"ddbplan/calc/price"
)

const samples = "../../../testdata/prices/"

// sampled is what the samples hold, in the order of a book. The incremental export
// of eu-west-1 differs from the full one, lest they be taken for each other.
const sampled = `eu-west-1 standard wru 0.000000705
eu-west-1 standard rru 0.0000001415
eu-west-1 standard rwru 0.000000705
eu-west-1 standard wcu_hour 0.000735
eu-west-1 standard rcu_hour 0.000147
eu-west-1 standard rwcu_hour 0.000735
eu-west-1 standard storage_gb_month 0.283
eu-west-1 infrequent-access wru 0.000000885
eu-west-1 infrequent-access wcu_hour 0.000919
eu-west-1 infrequent-access storage_gb_month 0.1132
eu-west-1 any pitr_gb_month 0.22
eu-west-1 any backup_gb_month 0.11
eu-west-1 any export_full_gb 0.1132
eu-west-1 any export_incremental_gb 0.114
eu-west-1 any streams_rru 0.0000002264
eu-west-1 any cdc_kinesis_unit 0.0000001132
us-east-1 standard wru 0.000000625
us-east-1 standard storage_gb_month 0.25
us-east-1 standard vector_write_gb 0.52
us-east-1 infrequent-access vector_search_gb 0.0025
us-east-1 any pitr_gb_month 0.2
eu-west-1 reserved 1 rcu_hour 0.339 and 0.000029
eu-west-1 reserved 1 wcu_hour 1.695 and 0.000145
eu-west-1 reserved 3 wcu_hour 2.034 and 0.000092
`

func listed(b *price.Book) string {
	var out strings.Builder
	for _, p := range b.Prices {
		fmt.Fprintln(&out, p.Region, p.Class, p.Kind, p.Amount)
	}
	for _, r := range b.Reserved {
		fmt.Fprintln(&out, r.Region, "reserved", r.Years, r.Kind, r.Upfront, "and", r.Hourly)
	}
	return out.String()
}

// The same list in all its forms makes the same book.
func TestForms(t *testing.T) {
	offer, err := os.ReadFile(samples + "offer.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(offer)
	z.Close()
	marked := append([]byte("\ufeff"), offer...)
	for _, paths := range [][]string{
		{samples + "offer.json"},
		{samples + "offer.csv"},
		{samples + "pages.json"},
		{write("offer.json.gz", packed.Bytes())},
		{write("marked.json", marked)},
		{samples + "pages.json", samples + "offer.csv"}, // twice the same
	} {
		book, found := pricelist.Read(paths...)
		if found.Err() != nil {
			t.Errorf("%v: %v", paths, found)
			continue
		}
		if diff := cmp.Diff(sampled, listed(book)); diff != "" {
			t.Errorf("%v: %s", paths, diff)
		}
		if book.Name != strings.Join(paths, ", ") || len(book.Sources) != len(paths) || book.Sources[0].Date != "2026-09-11" {
			t.Errorf("%v: %q, %+v", paths, book.Name, book.Sources)
		}
		if p := book.Prices[0]; p.Status != "list" || p.Confidence != "high" || p.AsOf != "2026-09-11" || p.Currency != "USD" || p.Sources[0] != "L1" {
			t.Errorf("%v: %+v", paths, p)
		}
		passed := fmt.Sprintf("priced here: %d products, such as EU-ElasticViewUnits, EU-DataTransfer-Out-Bytes", 2*len(paths))
		if w := found.Warnings(); !strings.Contains(w.Error(), passed) {
			t.Errorf("%v: warnings %v", paths, w)
		}
	}
}

// product is an entry of a PriceList, with what a case has in place of the usual.
func product(usage, attributes, bands string) string {
	if bands == "" {
		bands = `"a": {"endRange": "Inf", "pricePerUnit": {"USD": "0.5"}}`
	}
	if attributes == "" {
		attributes = `"regionCode": "eu-west-1"`
	}
	return fmt.Sprintf(`{"product": {"sku": %[1]q, "attributes": {"usagetype": %[1]q, %[2]s}},
"terms": {"OnDemand": {"t": {"sku": %[1]q, "effectiveDate": "2026-09-01T00:00:00Z", "priceDimensions": {%[3]s}}}}}`, usage, attributes, bands)
}

func parse(t *testing.T, products ...string) (*price.Book, string) {
	t.Helper()
	book, found := pricelist.Parse("p.json", []byte("["+strings.Join(products, ",\n")+"]"))
	return book, found.Error()
}

func TestProducts(t *testing.T) {
	for _, c := range []struct{ usage, attributes, want string }{
		{"EU-WriteRequestUnits", "", "eu-west-1 standard wru 0.5\n"},
		{"WriteRequestUnits", "", "eu-west-1 standard wru 0.5\n"},
		{"APN1-IA-ReadCapacityUnit-Hrs", `"regionCode": "ap-northeast-1"`, "ap-northeast-1 infrequent-access rcu_hour 0.5\n"},
		{"UGW1-ReplWriteCapacityUnit-Hrs", `"regionCode": "us-gov-west-1"`, "us-gov-west-1 standard rwcu_hour 0.5\n"},
		{"EU-IA-ReplWriteRequestUnits", "", "eu-west-1 infrequent-access rwru 0.5\n"},
		{"EU-RestoreDataSize-Bytes", "", "eu-west-1 any restore_gb 0.5\n"},
		{"EU-ImportDataSize-Bytes", "", "eu-west-1 any import_gb 0.5\n"},
		{"EU-Streams-RequestsCount", "", "eu-west-1 any streams_rru 0.5\n"},
		// without the code of the Region: its location, else the prefix
		{"EU-WriteRequestUnits", `"location": "EU (Ireland)"`, "eu-west-1 standard wru 0.5\n"},
		{"WriteRequestUnits", `"location": "South America (Sao Paulo)"`, "sa-east-1 standard wru 0.5\n"},
		{"EU-WriteRequestUnits", `"location": "Europe (Ireland)"`, "eu-west-1 standard wru 0.5\n"}, // a new name for it
		{"EU-WriteRequestUnits", `"location": "South America (Sao Paulo)"`, "sa-east-1 standard wru 0.5\n"},
		{"APS3-WriteRequestUnits", `"servicecode": "AmazonDynamoDB"`, "ap-south-1 standard wru 0.5\n"},
		// a new Region
		{"MXC1-WriteRequestUnits", `"regionCode": "mx-central-1"`, "mx-central-1 standard wru 0.5\n"},
		// the operation must not contradict
		{"EU-WriteRequestUnits", `"regionCode": "eu-west-1", "operation": "PayPerRequestThroughput"`, "eu-west-1 standard wru 0.5\n"},
		{"EU-WriteRequestUnits", `"regionCode": "eu-west-1", "operation": "CommittedThroughput"`, ""},
		// none that is priced here
		{"EU-XWriteRequestUnits", "", ""},
		{"EU-WriteRequestUnitsX", "", ""},
		{"EUX-WriteRequestUnits", "", ""},
		{"EU-IA-RestoreDataSize-Bytes", "", ""},
		{"IA-EU-WriteRequestUnits", "", ""},
		{"EU-WriteRequestUnits", `"regionCode": "eu-west-1", "locationType": "AWS Outposts"`, ""},
	} {
		// the other product keeps the list from being empty
		book, found := parse(t, product(c.usage, c.attributes, ""), product("ReadRequestUnits", `"regionCode": "us-east-1"`, ""))
		if book == nil {
			t.Errorf("%s %s: %s", c.usage, c.attributes, found)
			continue
		}
		got := strings.Replace(listed(book), "us-east-1 standard rru 0.5\n", "", 1)
		if got != c.want || strings.Contains(found, "priced here: 1 product, such as "+c.usage) == (c.want != "") {
			t.Errorf("%s %s: %q, want %q; %s", c.usage, c.attributes, got, c.want, found)
		}
	}
}

func TestBands(t *testing.T) {
	for _, c := range []struct{ name, bands, want string }{
		{"free at first", `"a": {"endRange": "25", "pricePerUnit": {"USD": "0"}}, "b": {"endRange": "Inf", "pricePerUnit": {"USD": "0.2"}}`, "0.2"},
		{"in another order", `"b": {"endRange": "Inf", "pricePerUnit": {"USD": "0.2"}}, "a": {"endRange": "25", "pricePerUnit": {"USD": "0"}}`, "0.2"},
		{"the guide's names", `"a": {"endingRange": "25", "pricePerUnit": {"USD": "0.1"}}, "b": {"endingRange": "Inf", "pricePerUnit": {"USD": "0.2"}}`, "0.2"},
		{"no ranges", `"a": {"pricePerUnit": {"USD": "0.2"}}`, "0.2"},
		{"numbers", `"a": {"endRange": 25, "pricePerUnit": {"USD": 0}}, "b": {"endRange": "Inf", "pricePerUnit": {"USD": 6.25e-7}}`, "0.000000625"},
		{"two currencies", `"a": {"pricePerUnit": {"CNY": "1.4", "USD": "0.2"}}`, "0.2"},
	} {
		book, found := parse(t, product("WriteRequestUnits", "", c.bands))
		if book == nil || listed(book) != "eu-west-1 standard wru "+c.want+"\n" {
			t.Errorf("%s: %v, %s", c.name, book, found)
		}
	}
}

// China has a list of its own, in yuan.
func TestYuan(t *testing.T) {
	book, found := parse(t, product("CNN1-WriteRequestUnits", `"regionCode": "cn-north-1"`, `"a": {"pricePerUnit": {"CNY": "0.0000058"}}`), product("WriteRequestUnits", "", ""))
	if book == nil || book.Currency("cn-north-1") != "CNY" || book.Currency("eu-west-1") != "USD" {
		t.Errorf("%+v, %s", book, found)
	}
}

// Of two prices the later holds, and of one day the higher.
func TestTwoPrices(t *testing.T) {
	bands := func(amount string) string { return `"a": {"pricePerUnit": {"USD": "` + amount + `"}}` }
	later := func(p string) string { return strings.Replace(p, "2026-09-01", "2026-10-01", 1) }
	one := func(usage, amount string) string { return product(usage, `"regionCode": "us-east-1"`, bands(amount)) }
	for _, c := range []struct {
		name          string
		first, second string
		want          string
		warned        bool
	}{
		{"equal", one("TimedStorage-ByteHrs", "0.25"), one("USE1-TimedStorage-ByteHrs", "0.250"), "0.25", false},
		{"later", one("TimedStorage-ByteHrs", "0.25"), later(one("USE1-TimedStorage-ByteHrs", "0.2")), "0.2", false},
		{"later first", later(one("TimedStorage-ByteHrs", "0.2")), one("USE1-TimedStorage-ByteHrs", "0.25"), "0.2", false},
		{"higher", one("TimedStorage-ByteHrs", "0.25"), one("USE1-TimedStorage-ByteHrs", "0.3"), "0.3", true},
		{"higher first", one("TimedStorage-ByteHrs", "0.3"), one("USE1-TimedStorage-ByteHrs", "0.25"), "0.3", true},
	} {
		book, found := parse(t, c.first, c.second)
		if book == nil || listed(book) != "us-east-1 standard storage_gb_month "+c.want+"\n" || strings.Contains(found, "given twice") != c.warned {
			t.Errorf("%s: %v, %s", c.name, book, found)
		}
	}
}

// A product that is listed without a price has none, and the reader is told.
func TestNoTerms(t *testing.T) {
	book, found := parse(t, product("WriteRequestUnits", "", ""), `{"product": {"sku": "x", "attributes": {"usagetype": "ReadRequestUnits", "regionCode": "eu-west-1"}}, "terms": {}}`)
	if book == nil || listed(book) != "eu-west-1 standard wru 0.5\n" || !strings.Contains(found, "without a price in the list: 1 product, such as ReadRequestUnits") {
		t.Errorf("%v, %s", book, found)
	}
}
