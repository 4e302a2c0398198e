package diagnose

import (
	"regexp"
	"strings"
)

// Resource is the table or index that refused. What is not known is empty.
type Resource struct {
	ARN     string `json:"arn,omitempty"`
	Region  string `json:"region,omitempty"`
	Account string `json:"account,omitempty"`
	Table   string `json:"table,omitempty"`
	Index   string `json:"index,omitempty"`
}

// IsName tells whether AWS takes a text for the name of a table or an index. What
// a log calls a name may be anything, and goes on into reports.
func IsName(text string) bool { return names.MatchString(text) }

var names = regexp.MustCompile(`^[a-zA-Z0-9_.-]{3,255}$`)

// places are the partition, the region and the account of an ARN; those of a
// local DynamoDB are not AWS's.
var places = regexp.MustCompile(`^arn:aws[a-z-]{0,20}:dynamodb:[a-z0-9-]{0,32}:[0-9]{0,12}:`)

// ParseARN takes the ARN of a table or of an index apart (R8.2):
//
//	arn:aws:dynamodb:REGION:ACCOUNT:table/T
//	arn:aws:dynamodb:REGION:ACCOUNT:table/T/index/I
func ParseARN(arn string) (Resource, bool) {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) != 6 || !places.MatchString(arn) {
		return Resource{}, false
	}
	r := Resource{ARN: arn, Region: parts[3], Account: parts[4]}
	path := strings.Split(parts[5], "/")
	switch {
	case path[0] != "table" || len(path) < 2 || !IsName(path[1]):
		return Resource{}, false
	case len(path) == 4 && path[2] == "index" && IsName(path[3]):
		r.Index = path[3]
	case len(path) != 2:
		return Resource{}, false
	}
	r.Table = path[1]
	return r, true
}

// Name is the resource as plans write it: TABLE or TABLE/index/INDEX; "" where it
// is not known.
func (r Resource) Name() string {
	if r.Index != "" {
		return r.Table + "/index/" + r.Index
	}
	return r.Table
}
