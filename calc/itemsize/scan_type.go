package itemsize

// typeAfterName reads the colon after a name and what tells the type of a value.
func (s *Scanner) typeAfterName(b []byte, i int) (kind Kind, next int) {
	if i+8 <= len(b) && !s.plain {
		const pattern = ':' | '{'<<8 | '"'<<16 | '"'<<32 | ':'<<40 // :{"S": without the S
		const letter = 0xff << 24
		if w := word(b, i); w&(1<<48-1)&^letter == pattern {
			return letterKinds[byte(w>>24)], skipSpace(b, i+6)
		}
	}
	if i = skipSpace(b, i); at(b, i) != ':' {
		return 0, bad
	}
	return s.typeOf(b, skipSpace(b, i+1))
}

// typeOf reads what tells the type of a value: in DynamoDB JSON a brace, a key
// and a colon, in plain JSON nothing but the next character, which is the value's
// own.
func (s *Scanner) typeOf(b []byte, i int) (kind Kind, next int) {
	if s.plain {
		return plainKind(at(b, i)), i
	}
	if kind, next = shortTypeKey(b, i); kind == 0 {
		if kind, next = s.typeKey(b, i); kind == 0 {
			return 0, bad
		}
	}
	return kind, skipSpace(b, next)
}

// typeKey reads the beginning of a value in DynamoDB JSON, with any white space.
func (s *Scanner) typeKey(b []byte, i int) (kind Kind, next int) {
	if at(b, i) != '{' {
		return 0, bad
	}
	if i = skipSpace(b, i+1); at(b, i) != '"' {
		return 0, bad
	}
	key, i := s.stringText(b, i)
	if i == bad {
		return 0, bad
	}
	kind, _ = ParseKind(string(key))
	if i = skipSpace(b, i); at(b, i) != ':' {
		return 0, bad
	}
	return kind, i + 1
}

// afterContent passes over the brace that closes a value of DynamoDB JSON, and
// white space. Without a brace it goes to the end, where no more can follow.
func (s *Scanner) afterContent(b []byte, i int) (next int) {
	if s.plain {
		return skipSpace(b, i)
	}
	if i+1 < len(b) && b[i] == '}' && b[i+1] > ' ' {
		return i + 1
	}
	if i = skipSpace(b, i); at(b, i) != '}' {
		return len(b)
	}
	return skipSpace(b, i+1)
}

// shortTypeKey recognises the beginning of a value in DynamoDB JSON as most are
// written: without white space, of a type whose key is one letter or a word.
func shortTypeKey(b []byte, i int) (kind Kind, next int) {
	if i+8 > len(b) {
		return 0, bad
	}
	const pattern = '{' | '"'<<8 | '"'<<24 | ':'<<32 // {"S": without the S
	const letter = 0xff << 16
	w := word(b, i)
	if w&(1<<40-1)&^letter == pattern {
		return letterKinds[byte(w>>16)], i + 5
	}
	switch string(b[i : i+8]) {
	case `{"BOOL":`:
		return BOOL, i + 8
	case `{"NULL":`:
		return NULL, i + 8
	}
	return 0, bad
}

var letterKinds = [256]Kind{'S': S, 'N': N, 'B': B, 'M': M, 'L': L}

// plainKind is the type of a value of plain JSON by its first character.
func plainKind(c byte) Kind {
	switch c {
	case '"':
		return S
	case '{':
		return M
	case '[':
		return L
	case 't', 'f':
		return BOOL
	case 'n':
		return NULL
	}
	return N
}
