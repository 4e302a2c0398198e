package form

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"ddbplan/calc/diag"
	"ddbplan/calc/units"
)

// Format is what a kind of file allows, and how messages speak of it.
type Format struct {
	Noun    string // such as scenario, with the article a
	Example string // how to come by a sound one, in a sentence
	Large   string // where to put what makes one large, as the end of a sentence

	// Sizes are checked before parsing, which takes many times the memory of
	// the text, and far more for YAML than for JSON.
	MaxYAML, MaxJSON units.Bytes
	MaxDepth         int // of lists and mappings within each other

	NullKeys bool // null and NULL, where YAML has them as keys, are names
}

// Load reads a file, but no more of it than shows that it is too large. A
// mistake names what of it cannot be read.
func Load(path string, f Format) ([]byte, diag.List) {
	file, err := os.Open(path)
	if err != nil {
		return nil, f.unread(path, err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, f.unread(path, err)
	} else if info.IsDir() {
		return nil, f.unread(path, errors.New("it is a directory"))
	}
	return f.LoadFrom(file, path)
}

// LoadFrom reads what is open already, as Load does.
func (f Format) LoadFrom(in io.Reader, name string) ([]byte, diag.List) {
	data, err := io.ReadAll(io.LimitReader(in, int64(max(f.MaxYAML, f.MaxJSON))+1))
	if err != nil {
		return nil, f.unread(name, err)
	}
	return data, nil
}

func (f Format) unread(name string, err error) diag.List {
	return diag.List{{Severity: diag.Error, Pos: diag.Pos{File: name}, Summary: "the " + f.Noun + " cannot be read: " + Cause(err)}}
}

// Cause is what went wrong with a file, without its name.
func Cause(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// Parse takes the text of a file apart. The name stands in messages. The node is
// nil if the text is none of the two syntaxes; why, the reader then tells.
func Parse(name string, data []byte, f Format) (*Reader, *Node) {
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	r := &Reader{File: name, Mark: string(data[:len(data)-len(text)]), format: f, places: map[string]Spot{}, refused: map[string]bool{}}
	return r, r.nodes(text)
}

// blanks may stand before the beginning of either syntax.
const blanks = " \t\r\n"

// IsJSON tells the syntax of a text without a byte order mark: JSON if it begins
// with a brace, else YAML.
func IsJSON(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, blanks), []byte("{"))
}

// nodes takes a text apart, or reports why it cannot be.
func (r *Reader) nodes(text []byte) *Node {
	isJSON := IsJSON(text)
	limit := r.format.MaxYAML
	if isJSON {
		limit = r.format.MaxJSON
	}
	bad := diag.BadByte(string(text))
	switch {
	case len(text) > int(limit):
		r.tooLarge(limit)
	case len(bytes.TrimLeft(text, blanks)) == 0:
		r.unreadable(Spot{}, "the file is empty")
	case bad >= 0:
		summary, help := diag.NotUTF8(string(text[:min(2, len(text))]), text[bad])
		r.MistakeAt(spotAt(text, bad), summary, help)
	case isJSON:
		r.Text = string(text)
		return r.parseJSON(text)
	default:
		r.Text = string(text)
		return r.parseYAML(text)
	}
	return nil
}

func (r *Reader) tooLarge(limit units.Bytes) {
	summary := fmt.Sprintf("the file is larger than %v", limit)
	if limit < r.format.MaxJSON {
		summary += ", the most for YAML; JSON may have " + r.format.MaxJSON.String()
	}
	r.MistakeAt(Spot{}, summary, "Is it the right file? A "+r.format.Noun+" is written by hand; "+r.format.Large)
}

// spotAt is the place of an offset in a text.
func spotAt(text []byte, offset int) Spot {
	before := text[:offset]
	begin := bytes.LastIndexByte(before, '\n') + 1
	return Spot{bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[begin:]) + 1}
}
