package scenariofile

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"
)

// Whatever a scenario looks like, an edit changes the value at its path, keeps
// every other value and every comment, and takes nothing away where it only adds.
func TestEditChangesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SampledFrom([]func(*rapid.T) string{yamlPage, jsonPage}).Draw(t, "syntax")(t)
		path, isThere := somePath(t, load(t, before), nil)
		value := rapid.SampledFrom([]string{"18000/s", "12", "'a # b'", "{min: 500/s, max: 4000/s, target: 70%}", "[{at: 50m, write: {min: 9000/s}}]", "{é: [1, {}]}"}).Draw(t, "value")
		after, err := Edit("s.yaml", before, []Change{{strings.Join(path, "."), value}})
		if err != nil {
			if strings.Contains(err.Error(), "comments within") && isThere {
				return
			}
			t.Fatalf("%v in\n%s", err, before)
		}
		want := set(load(t, before), path, load(t, "["+value+"]").([]any)[0])
		if got := load(t, after); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s in\n%s\nbecomes\n%s\nwhich says %v, want %v", path, value, before, after, got, want)
		}
		if comment := regexp.MustCompile(`#[0-9]+`); !slices.Equal(comment.FindAllString(before, -1), comment.FindAllString(after, -1)) {
			t.Errorf("%s: %s in\n%s\ntakes comments away:\n%s", path, value, before, after)
		}
		if !isThere && !isWithin(before, after) {
			t.Errorf("%s: %s in\n%s\ntakes something away:\n%s", path, value, before, after)
		}
	})
}

// load reads a text as form does, for which the last line is always a whole one.
func load(t *rapid.T, text string) (all any) {
	if err := yaml.Load([]byte(text+"\n"), &all); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return all
}

// somePath draws the path of a value that is there, or one that ends in new keys.
func somePath(t *rapid.T, at any, path []string) (_ []string, isThere bool) {
	var names []string
	switch v := at.(type) {
	case map[string]any:
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		if len(path) != 1 || path[0] != "tables" {
			names = append(names, "new")
		}
	case []any:
		for i, element := range v {
			names = append(names, nameOf(element, fmt.Sprint(i)))
		}
	}
	if len(path) > 0 && (len(names) == 0 || rapid.IntRange(0, 3).Draw(t, "stop") == 0) {
		return path, true
	}
	name := rapid.SampledFrom(names).Draw(t, "name")
	path = append(path, name)
	if name == "new" {
		return append(path, []string{"deep", "er"}[:rapid.IntRange(0, 2).Draw(t, "parents")]...), false
	}
	return somePath(t, get(at, name), path)
}

// nameOf is the name of a workload, or else the number of an element.
func nameOf(element any, number string) string {
	if w, ok := element.(map[string]any); ok && w["name"] != nil {
		return w["name"].(string)
	}
	return number
}

func get(at any, name string) any {
	if m, ok := at.(map[string]any); ok {
		return m[name]
	}
	for i, element := range at.([]any) {
		if nameOf(element, fmt.Sprint(i)) == name {
			return element
		}
	}
	return nil
}

func set(at any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if l, ok := at.([]any); ok {
		for i, element := range l {
			if nameOf(element, fmt.Sprint(i)) == path[0] {
				l[i] = set(element, path[1:], value)
			}
		}
		return l
	}
	m, ok := at.(map[string]any)
	if !ok {
		m = map[string]any{}
	}
	m[path[0]] = set(m[path[0]], path[1:], value)
	return m
}

// isWithin tells whether a text comes from another by leaving characters out.
func isWithin(short, long string) bool {
	for _, c := range long {
		if short != "" && strings.HasPrefix(short, string(c)) {
			short = short[len(string(c)):]
		}
	}
	return short == ""
}

// FuzzEdit makes any change of any text: it is an error, or the text of a file
// that can be read as before.
func FuzzEdit(f *testing.F) {
	for _, seed := range []string{base, baseJSON, everything, string(Starter()), "a: {b}", "a: [b: c]", "? a\n: b", "a: |+\n\n", "a:\n\tb: 1", "a: >2\n  b\n \n...\n", "{\"a\":\r[\u2028]}"} {
		f.Add(seed, "tables.t.capacity.warm.write", "18000/s")
		f.Add(seed, "traffic.w.keys", "{a: [b, 'c']}")
		f.Add(seed, "a", `"b"`)
	}
	f.Fuzz(func(t *testing.T, text, path, value string) {
		after, err := Edit("s.yaml", text, []Change{{path, value}})
		if err != nil {
			return
		}
		if again, err := Edit("s.yaml", after, []Change{{path, value}}); err != nil || again != after {
			t.Errorf("%q, changed to %q, becomes %q when changed again: %v", text, after, again, err)
		}
	})
}
