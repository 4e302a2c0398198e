package itemsize

// skipBase64 passes over the characters of standard base64, padding apart.
func skipBase64(b []byte, i int) int {
	for i+32 <= len(b) {
		p := b[i : i+32 : i+32]
		if foreign(word(p, 0))|foreign(word(p, 8))|foreign(word(p, 16))|foreign(word(p, 24)) != 0 {
			break
		}
		i += 32
	}
	for i+8 <= len(b) {
		if hits := foreign(word(b, i)); hits != 0 {
			return i + first(hits)
		}
		i += 8
	}
	for i < len(b) && foreign(uint64(b[i]))&0x80 == 0 {
		i++
	}
	return i
}

// foreign tells the bytes of a word that are no characters of base64. It looks at
// each byte without its high bit, so that no sum runs over into the next one: a
// byte c + 0x80-low has its high bit if c is low or more, c + 0x7f-high if it is
// more than high; that it has just one of the two says that c lies between.
func foreign(w uint64) uint64 {
	c := w &^ highs
	lower := c | 0x20*ones
	letters := (lower + (0x80-'a')*ones) ^ (lower + (0x7f-'z')*ones)
	digits := (c + (0x80-'/')*ones) ^ (c + (0x7f-'9')*ones) // the slash comes before the 0
	plus := (c + (0x80-'+')*ones) ^ (c + (0x7f-'+')*ones)
	return (^(letters | digits | plus) | w) & highs
}

// value64 is the six bits that a character of base64 stands for.
func value64(c byte) byte {
	switch {
	case c == '/':
		return 63
	case c == '+':
		return 62
	case c <= '9':
		return c - '0' + 52
	case c <= 'Z':
		return c - 'A'
	}
	return c - 'a' + 26
}

// bitsLeft tells whether the last character before the padding stands for more
// bits than the bytes take.
func bitsLeft(last byte, padding int) bool { return value64(last)&(1<<(2*padding)-1) != 0 }

// base64Length is how many bytes a text in base64 stands for. Bits that padding
// leaves over must be zero: the service refuses other ones.
func base64Length(text []byte) (length int, ok bool) {
	padding := 0
	for padding < 2 && padding < len(text) && text[len(text)-1-padding] == '=' {
		padding++
	}
	if len(text)%4 != 0 || skipBase64(text, 0) != len(text)-padding {
		return 0, false
	}
	if padding > 0 && bitsLeft(text[len(text)-1-padding], padding) {
		return 0, false
	}
	return len(text)/4*3 - padding, true
}
