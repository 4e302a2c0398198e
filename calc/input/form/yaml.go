package form

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// maxPieces bounds the commas and opening brackets of a YAML text. The parser
// looks ahead to the end of an inline list or mapping, because it may turn out
// to be a key, and takes about a kilobyte for each of its pieces.
const maxPieces = 150_000

// yamlBreaks are the characters that end a line for YAML.
var yamlBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// parseYAML turns a YAML document into nodes. Aliases are refused where they
// stand and never followed, so nothing is expanded.
func (r *Reader) parseYAML(data []byte) *Node {
	if !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data[:len(data):len(data)], '\n') // the parser counts on it
	}
	r.lines = strings.Split(yamlBreaks.Replace(string(data)), "\n")
	if at := tooMany(data); at >= 0 {
		r.MistakeAt(spotAt(data, at), "the lists in the file are too long", "Write the "+r.format.Noun+" as JSON; or "+r.format.Large)
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthFunc(r.shallow))))
	if err != nil {
		r.unreadable(Spot{}, err.Error())
		return nil
	}
	var document yaml.Node
	switch err := loader.Load(&document); {
	case errors.Is(err, io.EOF) || err == nil && len(document.Content) == 0:
		r.unreadable(Spot{}, "the file holds no "+r.format.Noun)
		return nil
	case err != nil:
		r.badYAML(err)
		return nil
	}
	var second yaml.Node
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		r.MistakeAt(Spot{second.Line, second.Column}, "the file holds more than one YAML document",
			"A "+r.format.Noun+" is one document: remove everything from the second --- on.")
	}
	return r.fromYAML(document.Content[0])
}

// tooMany is the offset of the first piece beyond maxPieces, -1 if there is none.
func tooMany(text []byte) int {
	pieces := 0
	for i, c := range text {
		if c == ',' || c == '[' || c == '{' {
			if pieces++; pieces > maxPieces {
				return i
			}
		}
	}
	return -1
}

// shallow bounds flow and block nesting, each by itself.
func (r *Reader) shallow(depth int, _ *yaml.DepthContext) error {
	if depth > r.format.MaxDepth {
		return errDeep
	}
	return nil
}

// badYAML reports where the YAML parser gave up, in place of its own wording.
func (r *Reader) badYAML(err error) {
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	if errors.As(err, &many) && len(many.Errors) > 0 {
		one = many.Errors[0]
	} else if !errors.As(err, &one) {
		r.unreadable(Spot{}, err.Error())
		return
	}
	at := one.Mark
	if at.Line == 0 {
		at = one.ContextMark
	}
	if one.Message == errDeep.Error() {
		r.tooDeep(Spot{at.Line, at.Column})
		return
	}
	r.unreadable(Spot{at.Line, at.Column}, one.Message)
}

// fromYAML copies a YAML node, refusing what a form must not hold.
func (r *Reader) fromYAML(y *yaml.Node) *Node {
	n := &Node{Spot: Spot{y.Line, y.Column}}
	switch {
	case y.Kind == yaml.AliasNode:
		r.MistakeAt(n.Spot, "*"+y.Value+" is an alias", "A "+r.format.Noun+" has no anchors and aliases: write the value out where it is needed.")
		return n
	case y.Anchor != "":
		r.MistakeAt(n.Spot, "&"+y.Anchor+" is an anchor", "A "+r.format.Noun+" has no anchors and aliases: write the value out where it is needed.")
	case y.Style&yaml.TaggedStyle != 0:
		r.MistakeAt(n.Spot, y.Tag+" is a tag", "A "+r.format.Noun+" has no tags: write the value alone.")
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n.Kind, n.Text = Scalar, y.Value
		switch y.Tag {
		case "!!null":
			n.Kind = Null
		case "!!int", "!!float":
			n.Literal = Number
		case "!!bool":
			n.Literal = Bool
		}
	case yaml.SequenceNode:
		n.Kind = List
		for _, item := range y.Content {
			n.Items = append(n.Items, r.fromYAML(item))
		}
	case yaml.MappingNode:
		n.Kind = Mapping
		for i := 0; i+1 < len(y.Content); i += 2 {
			if key, value := y.Content[i], r.fromYAML(y.Content[i+1]); r.goodKey(key) {
				n.Fields = append(n.Fields, Field{key.Value, Spot{key.Line, key.Column}, value})
			}
		}
		r.refuseDuplicates(n)
	}
	return n
}

// goodKey refuses the keys that only YAML has.
func (r *Reader) goodKey(key *yaml.Node) bool {
	at := Spot{key.Line, key.Column}
	switch {
	case key.Tag == "!!merge":
		r.MistakeAt(at, "<< is a merge key", "A "+r.format.Noun+" has no merge keys: write the values out where they are needed.")
	case key.Kind == yaml.AliasNode || key.Anchor != "" || key.Style&yaml.TaggedStyle != 0:
		r.MistakeAt(at, "a key with an anchor, an alias or a tag", "Write the name alone.")
	case key.Kind != yaml.ScalarNode:
		r.MistakeAt(at, "a list or mapping stands where a key should", "A key is a name.")
	case key.Tag == "!!null" && !(r.format.NullKeys && key.Value != ""):
		r.MistakeAt(at, "the key is empty or null", `Write a name before the colon; one that is called null goes in quotes: "null".`)
	default:
		return true
	}
	return false
}
