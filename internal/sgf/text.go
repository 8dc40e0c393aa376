package sgf

// lines says what a line end in a text becomes.
type lines byte

const (
	manyLines lines = '\n'
	oneLine   lines = ' '
)

// text reads a raw value as FF[4]'s Text or SimpleText: a backslash makes the
// next character plain, and before a line end it makes the line end vanish; a
// line end (LF, CR, CR LF, LF CR) becomes a newline or a space; any other
// white space becomes a space.
func text(raw []byte, end lines) string {
	if isPlain(raw) {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		escaped := c == '\\'
		if escaped {
			if i++; i == len(raw) {
				break
			}
			c = raw[i]
		}
		switch c {
		case '\n', '\r':
			if i+1 < len(raw) && c+raw[i+1] == '\n'+'\r' {
				i++
			}
			if !escaped {
				out = append(out, byte(end))
			}
		case '\t', '\v', '\f':
			out = append(out, ' ')
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// isPlain says that a raw value is its own text.
func isPlain(raw []byte) bool {
	for _, c := range raw {
		if c == '\\' || c >= '\t' && c <= '\r' {
			return false
		}
	}
	return true
}

// compose splits a raw value at its first colon that is not escaped.
func compose(raw []byte) (first, second []byte, ok bool) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, nil, false
}

// trim takes the white space off both ends of a raw value.
func trim(raw []byte) []byte {
	for len(raw) > 0 && class[raw[0]] == blank {
		raw = raw[1:]
	}
	for len(raw) > 0 && class[raw[len(raw)-1]] == blank {
		raw = raw[:len(raw)-1]
	}
	return raw
}
