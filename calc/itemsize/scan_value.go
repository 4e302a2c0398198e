package itemsize

import (
	"bytes"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// content reads a value after its type.
func (s *Scanner) content(b []byte, i, level int, kind Kind) (size units.Bytes, next int) {
	switch kind {
	case S:
		if at(b, i) != '"' {
			return 0, bad
		}
		length, next := scanString(b, i+1)
		return units.Bytes(length), next
	case N:
		if s.plain {
			return plainNumber(b, i)
		}
		return s.number(b, i)
	case M:
		return s.mapContent(b, i, level+1)
	case L:
		return s.list(b, i, level+1)
	case BOOL, NULL:
		return s.flag(b, i, kind)
	case B:
		return s.binary(b, i)
	case SS, NS, BS:
		return s.set(b, i, kind.member())
	}
	return 0, bad
}

// flag reads true or false, or what stands for null.
func (s *Scanner) flag(b []byte, i int, kind Kind) (size units.Bytes, next int) {
	text := b[i:min(i+5, len(b))]
	switch {
	case kind == NULL && s.plain && bytes.HasPrefix(text, []byte("null")),
		(kind == BOOL || !s.plain) && bytes.HasPrefix(text, []byte("true")):
		return facts.FlagSize, i + 4
	case kind == BOOL && bytes.HasPrefix(text, []byte("false")):
		return facts.FlagSize, i + 5
	}
	return 0, bad
}

// mapContent reads a map that is on a level.
func (s *Scanner) mapContent(b []byte, i, level int) (size units.Bytes, next int) {
	if level > facts.NestingLimit || at(b, i) != '{' {
		return 0, bad
	}
	count, size, next := s.members(b, i+1, level)
	return facts.ContainerOverhead + size + units.Bytes(count)*facts.ElementOverhead, next
}

// list reads a list that is on a level.
func (s *Scanner) list(b []byte, i, level int) (size units.Bytes, next int) {
	if level > facts.NestingLimit || at(b, i) != '[' {
		return 0, bad
	}
	size = facts.ContainerOverhead
	if i = skipSpace(b, i+1); at(b, i) == ']' {
		return size, i + 1
	}
	for {
		kind, start := s.typeOf(b, i)
		element, end := s.content(b, start, level, kind)
		if end == bad {
			return 0, bad
		}
		size += element + facts.ElementOverhead
		switch i = s.afterContent(b, end); at(b, i) {
		case ',':
			i = skipSpace(b, i+1)
		case ']':
			return size, i + 1
		default:
			return 0, bad
		}
	}
}

// set reads a set, whose members are strings of JSON.
func (s *Scanner) set(b []byte, i int, kind Kind) (size units.Bytes, next int) {
	if at(b, i) != '[' {
		return 0, bad
	}
	members := s.unique.open()
	for i = skipSpace(b, i+1); ; {
		member, end := s.content(b, i, 0, kind)
		if end == bad || s.repeats(members, kind, span{i, end}, int(member)) {
			return 0, bad
		}
		size += member
		switch i = skipSpace(b, end); at(b, i) {
		case ',':
			i = skipSpace(b, i+1)
		case ']':
			return size, i + 1
		default:
			return 0, bad
		}
	}
}

// number reads a number of DynamoDB JSON, which is a string.
func (s *Scanner) number(b []byte, i int) (size units.Bytes, next int) {
	if at(b, i) != '"' {
		return 0, bad
	}
	if size, next = scanShortNumber(b, i+1); next != bad {
		return size, next
	}
	text, next := s.stringText(b, i)
	if next == bad {
		return 0, bad
	}
	d, ok := scanDecimal(text)
	if !ok {
		return 0, bad
	}
	return d.size(), next
}

// binary reads a binary value of DynamoDB JSON.
func (s *Scanner) binary(b []byte, i int) (size units.Bytes, next int) {
	if at(b, i) != '"' {
		return 0, bad
	}
	end := skipBase64(b, i+1)
	if at(b, end) == '=' {
		end++
	}
	if at(b, end) == '=' {
		end++
	}
	text, next := b[i+1:min(end, len(b))], end+1
	if at(b, end) != '"' {
		if text, next = s.stringText(b, i); next == bad { // it may hold escapes, most likely \/
			return 0, bad
		}
	}
	length, ok := base64Length(text)
	if !ok {
		return 0, bad
	}
	return units.Bytes(length), next
}

// stringText reads a string of JSON and returns it without escapes.
func (s *Scanner) stringText(b []byte, i int) (text []byte, next int) {
	length, next := scanString(b, i+1)
	if next == bad {
		return nil, bad
	}
	if inner := b[i+1 : next-1]; len(inner) == length {
		return inner, next
	}
	s.scratch = appendUnquoted(s.scratch[:0], b[i:next])
	return s.scratch, next
}
