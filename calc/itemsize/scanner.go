package itemsize

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Scanner sizes items straight from their JSON, without building them: it is
// what reads an export at the speed of the disk. It accepts exactly what
// ParseDynamoDB or ParsePlain accept together with Validate, and finds the same
// sizes. As there, text is UTF-8 also where it is escaped, so that half a
// surrogate pair is refused.
//
// The zero value is ready. A scanner keeps its buffers from item to item, so
// that scanning allocates nothing; it serves one goroutine at a time.
type Scanner struct {
	plain      bool
	text       []byte // the item
	attributes []ScannedAttribute
	unescaped  []byte // the names that the text holds with escapes
	scratch    []byte // a value without escapes, while it is looked at
	second     []byte // another one that it is compared with
	unique     unique
}

// Scan reads an item in DynamoDB JSON, without any wrapper. An error is an *Error
// or a *SyntaxError.
func (s *Scanner) Scan(item []byte) (Scanned, error) {
	s.plain = false
	return s.scan(item, ParseDynamoDB)
}

// ScanPlain reads an item in plain JSON, with the types of ParsePlain.
func (s *Scanner) ScanPlain(item []byte) (Scanned, error) {
	s.plain = true
	return s.scan(item, ParsePlain)
}

func (s *Scanner) scan(item []byte, parse func([]byte) (Item, error)) (Scanned, error) {
	s.reset()
	s.text = item
	i := skipSpace(item, 0)
	if at(item, i) != '{' {
		return Scanned{}, explain(item, parse)
	}
	_, size, i := s.members(item, i+1, 1)
	if i == bad || skipSpace(item, i) != len(item) {
		return Scanned{}, explain(item, parse)
	}
	return Scanned{Size: size, Attributes: s.attributes}, nil
}

// reset makes the scanner ready for an item. It lets go of what none but a very
// large one has needed.
func (s *Scanner) reset() {
	const kept = 1 << 12 // attributes
	if cap(s.attributes) > kept {
		s.attributes = nil
	}
	s.attributes, s.unescaped = s.attributes[:0], s.unescaped[:0]
	s.unique.reset()
}

// bad stands for the place after what is not valid. The scanner finds out no
// more than that an item is bad: what is wrong with it is worded in one place,
// by the parser.
const bad = -1

// explain tells what is wrong with an item that the scanner has refused.
func explain(item []byte, parse func([]byte) (Item, error)) error {
	parsed, err := parse(item)
	if err == nil {
		err = parsed.Validate()
	}
	if err == nil {
		err = mistake("this is not a valid item")
	}
	return err
}

// span is where something stands in the text.
type span struct{ from, to int }

// The methods below read b from i on and return the place after what they are
// named for, or bad. What is usual is asked first: no white space.

// members reads the attributes of an item or map that is on a level, from after
// its brace. The size is that of their names and values.
func (s *Scanner) members(b []byte, i, level int) (count int, size units.Bytes, next int) {
	if i = skipSpace(b, i); at(b, i) == '}' {
		return 0, 0, i + 1
	}
	names := s.unique.open()
	for {
		if at(b, i) != '"' {
			return 0, 0, bad
		}
		length, after := scanString(b, i+1)
		name := span{i, after}
		if after == bad || length > int(facts.AttributeNameLimit) || length == 0 && level == 1 || s.repeats(names, S, name, length) {
			return 0, 0, bad
		}
		kind, start := s.typeAfterName(b, after)
		valueSize, end := s.content(b, start, level, kind)
		if end == bad {
			return 0, 0, bad
		}
		valueSize += units.Bytes(length)
		if level == 1 {
			// Filled in place: built first and then copied, it costs a tenth of all time.
			s.attributes = append(s.attributes, ScannedAttribute{})
			a := &s.attributes[len(s.attributes)-1]
			a.Name, a.Kind, a.Size, a.Value = s.unescape(name, length), kind, valueSize, b[start:end]
		}
		size += valueSize
		count++
		switch i = s.afterContent(b, end); at(b, i) {
		case ',':
			i = skipSpace(b, i+1)
		case '}':
			return count, size, i + 1
		default:
			return 0, 0, bad
		}
	}
}

// unescape returns a name as it is stored; length tells how long it is then.
func (s *Scanner) unescape(name span, length int) []byte {
	inner := s.text[name.from+1 : name.to-1]
	if len(inner) == length {
		return inner
	}
	start := len(s.unescaped)
	s.unescaped = appendUnquoted(s.unescaped, s.text[name.from:name.to])
	return s.unescaped[start:]
}
