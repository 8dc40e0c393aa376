package reports

import (
	"slices"
	"strings"
	"unicode"
)

// visualOrder turns the runs of Hebrew and Arabic round, so that a name in these scripts reads as written when it is set
// from left to right. It is the part of the Unicode bidirectional algorithm that a name or a place needs: the line runs
// left to right; numbers inside a right-to-left run keep their order; blanks and punctuation between two such runs
// belong to them.
func visualOrder(text []cluster) {
	for i := 0; i < len(text); {
		if !rightToLeft(text[i].rune()) {
			i++
			continue
		}
		end := i + 1
		for j := i; j < len(text) && !leftToRight(text[j].rune()); j++ {
			if rightToLeft(text[j].rune()) || unicode.Is(unicode.Mn, text[j].rune()) {
				end = j + 1
			}
		}
		for end < len(text) && closes(text[i:end], text[end].rune()) {
			end++
		}
		turn(text[i:end])
		i = end
	}
}

func turn(text []cluster) {
	slices.Reverse(text)
	for i, c := range text {
		if m, ok := mirrored[c.rune()]; ok {
			text[i] = single(m, c.weight)
		}
	}
	for i := 0; i < len(text); {
		end := i + inOrder(text[i:])
		slices.Reverse(text[i:end])
		i = end
	}
}

// inOrder is how many of the first clusters, now turned round, keep their order anyway: a number, or marks and the
// letter they belong to.
func inOrder(text []cluster) int {
	n := 0
	for n < len(text) && unicode.IsDigit(text[n].rune()) {
		n++
	}
	if n > 0 {
		return n
	}
	for n < len(text)-1 && unicode.Is(unicode.Mn, text[n].rune()) {
		n++
	}
	return n + 1
}

// closes reports whether r is the closing half of a bracket opened in text.
func closes(text []cluster, r rune) bool {
	if !strings.ContainsRune(")]}»", r) {
		return false
	}
	open := 0
	for _, t := range text {
		switch t.rune() {
		case mirrored[r]:
			open++
		case r:
			open--
		}
	}
	return open > 0
}

var mirrored = map[rune]rune{
	'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«',
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic) && unicode.IsLetter(r)
}

func leftToRight(r rune) bool { return unicode.IsLetter(r) && !rightToLeft(r) }
