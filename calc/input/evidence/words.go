package evidence

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"ddbplan/calc/diagnose"
	"ddbplan/calc/request"
)

// longestName bounds what may be a name; the longest reason has 40 characters.
const longestName = 80

// words are the words of a text that may be names, with the places where they begin.
func words(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := -1
		for i := 0; i <= len(text); i++ {
			if i < len(text) && isWord(text[i]) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 {
				at := start + escaped(text, start)
				if n := i - at; n >= 4 && n <= longestName && !yield(at, text[at:i]) {
					return
				}
			}
			start = -1
		}
	}
}

// escape is what follows a backslash where a text was quoted.
var escape = regexp.MustCompile(`^(?:[nrt]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})`)

// escaped is how many letters of a word belong to an escape before it.
func escaped(text string, start int) int {
	if start == 0 || text[start-1] != '\\' {
		return 0
	}
	return len(escape.FindString(text[start:]))
}

// colors are the codes that colour a terminal, as bytes or quoted.
var colors = regexp.MustCompile(`(?:\x1b|\\+(?:u001[bB]|x1[bB]|033|e))\[[0-9;:?]*[A-Za-z]`)

// blank overwrites colours, whose letters would run into the words beside them.
func blank(text []byte) {
	if !bytes.Contains(text, []byte("\x1b[")) && !bytes.Contains(text, []byte("b[")) && !bytes.Contains(text, []byte("B[")) &&
		!bytes.Contains(text, []byte("33[")) && !bytes.Contains(text, []byte(`\e[`)) { // far cheaper than the search below
		return
	}
	for _, at := range colors.FindAllIndex(text, -1) {
		for i := at[0]; i < at[1]; i++ {
			text[i] = ' '
		}
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
	_, resource := arnIn(text)
	return resource
}

// arnIn is also the place where the ARN begins, -1 if there is none.
func arnIn(text string) (int, diagnose.Resource) {
	if !strings.Contains(text, "arn:aws") { // far cheaper than the search below
		return -1, diagnose.Resource{}
	}
	for from := 0; ; {
		at := arns.FindStringIndex(text[from:])
		if at == nil {
			return -1, diagnose.Resource{}
		}
		if resource, ok := diagnose.ParseARN(strings.TrimRight(text[from+at[0]:from+at[1]], ".")); ok {
			return from + at[0], resource
		}
		from += at[1]
	}
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
	for _, word := range words(text) {
		switch {
		case !touchesItems(word) || word == only:
		case only != "":
			return ""
		default:
			only = word
		}
	}
	return only
}

// controlPlane are the calls of DynamoDB that touch no items.
var controlPlane = []string{
	"CreateTable", "UpdateTable", "DeleteTable", "DescribeTable", "ListTables", "DescribeLimits", "DescribeTimeToLive", "UpdateTimeToLive",
	"CreateGlobalTable", "UpdateGlobalTable", "DescribeGlobalTable", "UpdateContinuousBackups", "DescribeContinuousBackups", "CreateBackup", "DeleteBackup",
	"DescribeBackup", "ListBackups", "RestoreTableFromBackup", "RestoreTableToPointInTime", "ExportTableToPointInTime", "DescribeExport", "ImportTable",
	"DescribeImport", "TagResource", "UntagResource", "ListTagsOfResource", "UpdateContributorInsights", "DescribeContributorInsights",
}

func isOperation(name string) bool {
	return touchesItems(name) || slices.Contains(controlPlane, name)
}

func touchesItems(name string) bool {
	return slices.Contains(request.Operations, request.Operation(name)) || slices.Contains(request.PartiQL, request.Operation(name))
}

// remainder finds what a batch handed back: empty means that all was done.
var remainder = regexp.MustCompile(`(?:\b|\\[nrt])[Uu]nprocessed_?(?:[Ii]tems|[Kk]eys)["']?\s*[:=]\s*["']?(\{\s*\}|map\[\]|\[\s*\]|null|None|nil|0\b)?`)

// handsBack tells whether a piece shows an unprocessed part of a batch.
func (p piece) handsBack() bool {
	if !strings.Contains(p.text, "nprocessed") { // far cheaper than the search below
		return false
	}
	return slices.ContainsFunc(remainder.FindAllStringSubmatchIndex(p.text, -1), func(at []int) bool { return p.owns(at[0]) && at[2] < 0 })
}
