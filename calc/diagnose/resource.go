package diagnose

import "strings"

// Resource is the table or index that refused. What is not known is empty.
type Resource struct {
	ARN     string `json:"arn,omitempty"`
	Region  string `json:"region,omitempty"`
	Account string `json:"account,omitempty"`
	Table   string `json:"table,omitempty"`
	Index   string `json:"index,omitempty"`
}

// ParseARN takes the ARN of a table or of an index apart (R8.2):
//
//	arn:aws:dynamodb:REGION:ACCOUNT:table/T
//	arn:aws:dynamodb:REGION:ACCOUNT:table/T/index/I
func ParseARN(arn string) (Resource, bool) {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) != 6 || parts[0] != "arn" || !strings.HasPrefix(parts[1], "aws") || parts[2] != "dynamodb" {
		return Resource{}, false
	}
	r := Resource{ARN: arn, Region: parts[3], Account: parts[4]}
	path := strings.Split(parts[5], "/")
	switch {
	case path[0] != "table" || len(path) < 2 || path[1] == "":
		return Resource{}, false
	case len(path) == 4 && path[2] == "index" && path[3] != "":
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
