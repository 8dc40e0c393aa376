package sgf

import "bytes"

// repairHalves repairs texts that were cut to a number of bytes in the middle of
// a character, as some programs cut names: the bracket that closes the value
// would be taken for the character's second half, and the next property for a
// part of the name. It answers with data itself if there is nothing to repair,
// and with the offset of the first place repaired, or -1.
//
// A character of a first half and "]" is believed to be cut when a property or
// node follows; if the two make a common character, right after it.
func repairHalves(data []byte, c charset) (repaired []byte, at int) {
	at = -1
	switch c.name {
	case charGB18030.name, charBig5.name, charSJIS.name, charEUCKR.name:
	default:
		return data, at
	}
	for i := 0; i+1 < len(data); {
		b := data[i]
		switch {
		case b < 0x81 || c.kind == japaneseScript && b >= 0xa0 && b < 0xe0:
			i++
		case data[i+1] != ']' || !newProperty(data[i+2:]) || isBlank(data[i+2]) && isCommonPair(data[i:i+2], c):
			i += 2
		default:
			if at < 0 {
				at = i
				data = bytes.Clone(data)
			}
			data[i] = '?'
			i += 2
		}
	}
	return data, at
}

// newProperty says that a text begins, after blanks, with a property, or with a
// node that does.
func newProperty(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), 16)], " \t\r\n")
	if len(text) > 0 && text[0] == ';' {
		text = bytes.TrimLeft(text[1:], " \t\r\n")
	}
	n := 0
	for n < len(text) && n < 3 && text[n] >= 'A' && text[n] <= 'Z' {
		n++
	}
	return n > 0 && n < 3 && n < len(text) && text[n] == '['
}

func isBlank(c byte) bool { return class[c] == blank }

// isCommonPair says that two bytes are one of the commonest characters.
func isCommonPair(pair []byte, c charset) bool {
	r := []rune(string(transformed(c, pair, nil)))
	return len(r) == 1 && common()[c.kind].has(r[0])
}
