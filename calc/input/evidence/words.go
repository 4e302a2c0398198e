package evidence

import (
	"regexp"
	"slices"
	"strings"

	"ddbplan/calc/diagnose"
	"ddbplan/calc/request"
)

// longestName bounds what may be a name; the longest reason has 40 characters.
const longestName = 80

// words calls a function with each word of a text that may be a name.
func words(text string, each func(word string, end int)) {
	start := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && isWord(text[i]) {
			if start < 0 {
				start = i
			}
			continue
		}
		if n := i - start; start >= 0 && n >= 4 && n <= longestName {
			each(text[start:i], i)
		}
		start = -1
	}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// looksLikeReason tells names that are built like a reason.
func looksLikeReason(word string) bool {
	lower := strings.ToLower(strings.ReplaceAll(word, "_", ""))
	rest, ok := strings.CutPrefix(lower, "table")
	if !ok {
		rest, ok = strings.CutPrefix(lower, "index")
	}
	return ok && (strings.HasPrefix(rest, "read") || strings.HasPrefix(rest, "write")) && strings.HasSuffix(rest, "exceeded")
}

// arns are the ARNs of tables and indexes.
var arns = regexp.MustCompile(`arn:aws[a-z-]*:dynamodb:[a-z0-9-]*:[0-9]*:table/[A-Za-z0-9_.-]+(?:/index/[A-Za-z0-9_.-]+)?`)

// resourceIn is the first table or index that a text names by its ARN.
func resourceIn(text string) diagnose.Resource {
	if !strings.Contains(text, "arn:aws") {
		return diagnose.Resource{}
	}
	resource, _ := diagnose.ParseARN(strings.TrimRight(arns.FindString(text), "."))
	return resource
}

// called are the ways in which SDKs say what was called: Python's, Go's, those of
// structured logs.
var called = regexp.MustCompile(`calling the (\w+) operation|DynamoDB: (\w+),|(?i:\boperation(?:_?name)?|\bevent_?name)["']?\s*[:=]\s*["']?(\w+)`)

// operationIn is the operation of the API that a text names, or "" if it names
// none or several.
func operationIn(text string) string {
	if m := called.FindStringSubmatch(text); m != nil {
		for _, name := range m[1:] {
			if isOperation(name) {
				return name
			}
		}
	}
	var only string
	for _, o := range slices.Concat(request.Operations, request.PartiQL) {
		if !hasWord(text, string(o)) {
			continue
		}
		if only != "" {
			return ""
		}
		only = string(o)
	}
	return only
}

// hasWord tells whether a text has a word by itself.
func hasWord(text, word string) bool {
	for rest := text; ; {
		i := strings.Index(rest, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || !isWord(rest[i-1])) && (end == len(rest) || !isWord(rest[end])) {
			return true
		}
		rest = rest[end:]
	}
}

// controlPlane are the calls of DynamoDB that touch no items.
var controlPlane = []string{
	"CreateTable", "UpdateTable", "DeleteTable", "DescribeTable", "ListTables", "DescribeLimits", "DescribeTimeToLive", "UpdateTimeToLive",
	"CreateGlobalTable", "UpdateGlobalTable", "DescribeGlobalTable", "UpdateContinuousBackups", "DescribeContinuousBackups", "CreateBackup", "DeleteBackup",
	"DescribeBackup", "ListBackups", "RestoreTableFromBackup", "RestoreTableToPointInTime", "ExportTableToPointInTime", "DescribeExport", "ImportTable",
	"DescribeImport", "TagResource", "UntagResource", "ListTagsOfResource", "UpdateContributorInsights", "DescribeContributorInsights",
}

func isOperation(name string) bool {
	return slices.Contains(request.Operations, request.Operation(name)) || slices.Contains(request.PartiQL, request.Operation(name)) || slices.Contains(controlPlane, name)
}

// remainder finds what a batch handed back: empty means that all was done.
var remainder = regexp.MustCompile(`\b[Uu]nprocessed_?(?:[Ii]tems|[Kk]eys)["']?\s*[:=]\s*["']?(\{\s*\}|map\[\]|\[\s*\]|null|None|nil|0\b)?`)

// handsBack tells whether a text shows an unprocessed part of a batch.
func handsBack(text string) bool {
	if !strings.Contains(text, "nprocessed") { // far cheaper than the search below
		return false
	}
	m := remainder.FindStringSubmatch(text)
	return m != nil && m[1] == ""
}
