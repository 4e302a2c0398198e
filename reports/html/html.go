// Package html writes a report as one page that opens from disk.
//
// The page asks for nothing: styles, charts and the chart engine are in it. It
// is safe with hostile names. Words and tables go through html/template, chart
// options lie as JSON in elements that browsers do not run, and a content
// security policy allows the two scripts of this package by their hashes and
// nothing else.
//
// The chart engine, ECharts, comes from npm and is not kept in the repository:
// go generate builds it (which needs Node). A program built without it writes
// the same page with tables in place of charts, and says so.
package html

//go:generate npm --prefix echarts ci --ignore-scripts --no-audit --no-fund
//go:generate npm --prefix echarts run --silent build

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"unicode/utf8"

	"ddbplan/reports"
)

//go:embed all:echarts/dist
var dist embed.FS

//go:embed page.html style.css report.js
var page embed.FS

// Write writes the page. It makes the whole of it before it writes, so that an
// error leaves nothing behind.
func Write(w io.Writer, d reports.Document) error {
	engine, err := dist.ReadFile("echarts/dist/echarts.js")
	if err != nil {
		engine = nil // not generated: the page says so
	}
	return write(w, d, string(engine))
}

func write(w io.Writer, d reports.Document, engine string) error {
	v, err := newView(d)
	if err != nil {
		return err
	}
	script := text("report.js")
	v.Style = template.CSS(text("style.css"))
	v.Policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'none'"
	if v.Drawn = engine != ""; v.Drawn {
		// Both are ours: a fixed file and the build of a locked package.
		v.Engine, v.Script = template.JS(engine), template.JS(script)
		v.Policy = strings.Replace(v.Policy, "script-src 'none'", "script-src "+hash(engine)+" "+hash(script), 1)
	}
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "page.html", v); err != nil {
		return err
	}
	_, err = out.WriteTo(w)
	return err
}

// hash is how a content security policy names an inline script.
func hash(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func text(name string) string {
	content, err := page.ReadFile(name)
	if err != nil {
		panic(err) // embedded: the program would not have compiled
	}
	return string(content)
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"clip":  clip,
	"full":  full,
	"prose": prose,
	"whole": whole,
	"short": isShort,
	"wide":  func(s string) bool { return utf8.RuneCountInString(s) > narrowFact },
}).ParseFS(page, "page.html"))
