package scenariofile

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
func (r *reader) parseYAML(data []byte) *node {
	if !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data[:len(data):len(data)], '\n') // the parser counts on it
	}
	r.lines = strings.Split(yamlBreaks.Replace(string(data)), "\n")
	pieces := 0
	for _, sign := range []string{",", "[", "{"} {
		pieces += bytes.Count(data, []byte(sign))
	}
	if pieces > maxPieces {
		r.mistakeAt(spot{}, "the lists in the file are too long", "Move long series to files of their own (trace, or file of keys), or write the scenario as JSON.")
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthFunc(shallow))))
	if err != nil {
		r.unreadable(spot{}, err.Error())
		return nil
	}
	var document yaml.Node
	switch err := loader.Load(&document); {
	case errors.Is(err, io.EOF) || err == nil && len(document.Content) == 0:
		r.unreadable(spot{}, "the file holds no scenario")
		return nil
	case err != nil:
		r.badYAML(err)
		return nil
	}
	var second yaml.Node
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		r.mistakeAt(spot{second.Line, second.Column}, "the file holds more than one YAML document",
			"A scenario is one document: remove everything from the second --- on.")
	}
	return r.fromYAML(document.Content[0])
}

// shallow bounds flow and block nesting, each by itself.
func shallow(depth int, _ *yaml.DepthContext) error {
	if depth > maxDepth {
		return errDeep
	}
	return nil
}

// badYAML reports where the YAML parser gave up, in place of its own wording.
func (r *reader) badYAML(err error) {
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	if errors.As(err, &many) && len(many.Errors) > 0 {
		one = many.Errors[0]
	} else if !errors.As(err, &one) {
		r.unreadable(spot{}, err.Error())
		return
	}
	at := one.Mark
	if at.Line == 0 {
		at = one.ContextMark
	}
	if one.Message == errDeep.Error() {
		r.tooDeep(spot{at.Line, at.Column})
		return
	}
	r.unreadable(spot{at.Line, at.Column}, one.Message)
}

// fromYAML copies a YAML node, refusing what a scenario must not hold.
func (r *reader) fromYAML(y *yaml.Node) *node {
	n := &node{spot: spot{y.Line, y.Column}}
	switch {
	case y.Kind == yaml.AliasNode:
		r.mistakeAt(n.spot, "*"+y.Value+" is an alias", "A scenario has no anchors and aliases: write the value out where it is needed.")
		return n
	case y.Anchor != "":
		r.mistakeAt(n.spot, "&"+y.Anchor+" is an anchor", "A scenario has no anchors and aliases: write the value out where it is needed.")
	case y.Style&yaml.TaggedStyle != 0:
		r.mistakeAt(n.spot, y.Tag+" is a tag", "A scenario has no tags: write the value alone.")
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n.kind, n.text = scalar, y.Value
		if y.Tag == "!!null" {
			n.kind = null
		}
	case yaml.SequenceNode:
		n.kind = list
		for _, item := range y.Content {
			n.items = append(n.items, r.fromYAML(item))
		}
	case yaml.MappingNode:
		n.kind = mapping
		for i := 0; i+1 < len(y.Content); i += 2 {
			if key, value := y.Content[i], r.fromYAML(y.Content[i+1]); r.goodKey(key) {
				n.fields = append(n.fields, field{key.Value, spot{key.Line, key.Column}, value})
			}
		}
		r.refuseDuplicates(n)
	}
	return n
}

// goodKey refuses the keys that only YAML has.
func (r *reader) goodKey(key *yaml.Node) bool {
	at := spot{key.Line, key.Column}
	switch {
	case key.Tag == "!!merge":
		r.mistakeAt(at, "<< is a merge key", "A scenario has no merge keys: write the values out where they are needed.")
	case key.Kind == yaml.AliasNode || key.Anchor != "" || key.Style&yaml.TaggedStyle != 0:
		r.mistakeAt(at, "a key with an anchor, an alias or a tag", "Write the name alone.")
	case key.Kind != yaml.ScalarNode:
		r.mistakeAt(at, "a list or mapping stands where a key should", "A key is a name.")
	case key.Tag == "!!null":
		r.mistakeAt(at, "the key is empty or null", `Write a name before the colon; a table that is called null goes in quotes: "null".`)
	default:
		return true
	}
	return false
}
