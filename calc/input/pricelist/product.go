package pricelist

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ddbplan/calc/price"
)

// product is what a list prices.
type product struct {
	sku, service, region, location, locationType, usageType, operation string
}

// named is a product in words, so that it can be found.
func (p *product) named() string {
	return fmt.Sprintf("%s of %s", cmp.Or(p.usageType, "no usage type"), cmp.Or(p.region, p.location, "no Region"))
}

// place is where a price stands in a book.
type place struct {
	region string
	class  price.Class
	kind   price.Kind
}

// Operations of products. The same group of products may have both.
const (
	payPerRequest = "PayPerRequestThroughput"
	committed     = "CommittedThroughput"
)

// usage is what a usage type stands for, without the prefix of the Region and the
// IA- of the class. Where the product has an operation, it must be this one.
type usage struct {
	kind      price.Kind
	operation string
}

var usages = map[string]usage{
	"WriteRequestUnits":               {price.WriteRequest, payPerRequest},
	"ReadRequestUnits":                {price.ReadRequest, payPerRequest},
	"ReplWriteRequestUnits":           {price.ReplicatedRequest, payPerRequest},
	"WriteCapacityUnit-Hrs":           {price.WriteHour, committed},
	"ReadCapacityUnit-Hrs":            {price.ReadHour, committed},
	"ReplWriteCapacityUnit-Hrs":       {price.ReplicatedHour, committed},
	"TimedStorage-ByteHrs":            {price.Storage, ""},
	"VectorWriteRequest":              {price.VectorWrite, ""},
	"VectorSearch":                    {price.VectorSearch, ""},
	"TimedPITRStorage-ByteHrs":        {price.PointInTimeRecovery, ""},
	"TimedBackupStorage-ByteHrs":      {price.Backup, ""},
	"RestoreDataSize-Bytes":           {price.Restore, ""},
	"ExportDataSize-Bytes":            {price.FullExport, ""},
	"IncrementalExportDataSize-Bytes": {price.IncrementalExport, ""},
	"ImportDataSize-Bytes":            {price.Import, ""},
	"Streams-Requests":                {price.StreamRead, ""},
	"Streams-RequestsCount":           {price.StreamRead, ""},
	"ChangeDataCaptureUnits-Kinesis":  {price.ChangeCapture, ""},
}

// prefix of a Region on a usage type. IA- is that of a table class.
var prefix = regexp.MustCompile(`^(EU|[A-Z]{2,3}[0-9])-`)

var regionCode = regexp.MustCompile(`^[a-z]{2,8}(-[a-z]{1,16}){1,3}-[0-9]{1,2}$`)

// place is where the price of a product belongs; not ok where it is none that is
// priced here. The region is empty where it cannot be told.
func (p *product) place() (place, bool) {
	if p.service != "" && p.service != service || p.locationType != "" && p.locationType != "AWS Region" {
		return place{}, false
	}
	name := p.usageType[len(prefix.FindString(p.usageType)):]
	class := price.Standard
	if rest, infrequent := strings.CutPrefix(name, "IA-"); infrequent {
		name, class = rest, price.InfrequentAccess
	}
	u, known := usages[name]
	switch {
	case !known, u.operation != "" && p.operation != "" && p.operation != u.operation:
		return place{}, false
	case !u.kind.ByClass() && class == price.InfrequentAccess:
		return place{}, false
	case !u.kind.ByClass():
		class = price.Any
	}
	return place{p.regionOf(), class, u.kind}, true
}

// locations tell Regions apart where a list does not say their codes.
var locations = price.Locations()

// regionOf is the code of the Region. Lists of some years do not say it: then its
// location tells, or where that is none that is known, the prefix.
func (p *product) regionOf() string {
	if regionCode.MatchString(p.region) {
		return p.region
	}
	if p.region != "" {
		return ""
	}
	byPrefix := ""
	for region, known := range locations {
		switch {
		case p.location != "" && p.location == known.Location:
			return region
		case p.prefix() != "" && p.prefix() == known.Prefix:
			byPrefix = region
		}
	}
	return byPrefix
}

func (p *product) prefix() string {
	return strings.TrimSuffix(prefix.FindString(p.usageType), "-")
}

// whereabouts are what a product says of its Region.
func (p *product) whereabouts() string {
	return cmp.Or(p.region, p.location, p.prefix(), p.usageType)
}

// leases are the terms of reserved capacity.
var leases = map[string]int{"1yr": 1, "3yr": 3}

// years are those of a term of reserved capacity, if it is one that is known:
// a part paid at once, and the rest by the hour.
func (t term) years() (int, bool) {
	years, known := leases[strings.ReplaceAll(t.lease, " ", "")]
	return years, known && slices.Contains([]string{"", "Heavy Utilization", "Partial Upfront"}, t.option)
}
