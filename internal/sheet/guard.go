package sheet

import "io"

// tokenGuard passes XML through and refuses it when a single token (a tag, the
// text between two tags, a comment, a CDATA section) is longer than maxToken,
// or when there is a DOCTYPE, which has no place in a workbook and may hold any
// number of tags of its own. XML decoders collect a token whole before they
// hand it over, so this is what keeps a hostile part from filling the memory.
type tokenGuard struct {
	r      io.Reader
	length int    // of the token under way
	recent uint64 // the last eight bytes
	inside stretch
}

// stretch is a kind of token; all but the first may contain "<".
type stretch int

const (
	tagOrText stretch = iota
	comment
	cdata
	instruction
)

// The marks as the last bytes seen.
const (
	commentOpen      = '<'<<24 | '!'<<16 | '-'<<8 | '-'
	commentClose     = '-'<<16 | '-'<<8 | '>'
	cdataOpen        = '!'<<56 | '['<<48 | 'C'<<40 | 'D'<<32 | 'A'<<24 | 'T'<<16 | 'A'<<8 | '['
	cdataClose       = ']'<<16 | ']'<<8 | '>'
	instructionClose = '?'<<8 | '>'
)

func (g *tokenGuard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	length, recent, inside := g.length, g.recent, g.inside
	for _, b := range p[:n] {
		length++
		recent = recent<<8 | uint64(b)
		switch {
		case b == '<' && inside == tagOrText:
			length = 1
		case b == '>' && inside != tagOrText && closes(inside, recent):
			inside, length = tagOrText, 0
		case length <= 9 && inside == tagOrText:
			var ok bool
			if inside, ok = opens(length, recent); !ok {
				return 0, errDamaged
			}
		}
		if length > maxToken {
			return 0, errDamaged
		}
	}
	g.length, g.recent, g.inside = length, recent, inside
	return n, err
}

// opens says which kind the first bytes of a token open; ok is false for a
// DOCTYPE and its like.
func opens(length int, recent uint64) (s stretch, ok bool) {
	switch {
	case length == 2 && recent&0xFFFF == '<'<<8|'?':
		return instruction, true
	case length == 3 && recent>>8&0xFFFF == '<'<<8|'!':
		b := recent & 0xFF
		return tagOrText, b == '-' || b == '['
	case length == 4 && recent&0xFFFFFFFF == commentOpen:
		return comment, true
	case length == 9 && recent == cdataOpen:
		return cdata, true
	}
	return tagOrText, true
}

func closes(s stretch, recent uint64) bool {
	switch s {
	case comment:
		return recent&0xFFFFFF == commentClose
	case cdata:
		return recent&0xFFFFFF == cdataClose
	default:
		return recent&0xFFFF == instructionClose
	}
}
