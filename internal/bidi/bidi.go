// Package bidi keeps words that run from right to left to themselves: a Hebrew or Arabic name beside a grade or a
// score would otherwise turn the figures around it, “3–1” to “1–3”.
package bidi

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// What isolates a run: elements in HTML, in plain text the signs of Unicode's Bidirectional Algorithm (UAX #9).
const (
	open, shut           = "<bdi>", "</bdi>"
	openPlain, shutPlain = "\u2068", "\u2069"
)

// May says whether a text may hold letters that run from right to left, or signs that turn what follows them. It reads
// bytes only, and may say yes of other rare letters.
func May(text []byte) bool {
	for i, b := range text {
		if b < 0xd6 {
			continue
		}
		switch {
		case b <= 0xdf: // U+0580 to U+07FF
			return true
		case b > 0xe2 && b < 0xef:
			continue
		case i+1 >= len(text):
			return false
		}
		next := text[i+1]
		switch b {
		case 0xe0: // U+0800 to U+08FF
			if next < 0xa4 {
				return true
			}
		case 0xe2: // U+200E to U+2069: marks, embeddings and isolates
			if i+2 < len(text) && (next == 0x80 && (text[i+2] == 0x8e || text[i+2] == 0x8f || text[i+2] >= 0xaa) ||
				next == 0x81 && text[i+2] >= 0xa6) {
				return true
			}
		case 0xef: // U+FB00 to U+FEFF
			if next >= 0xac && next <= 0xbb {
				return true
			}
		case 0xf0: // U+10000 to U+1FFFF
			if next >= 0x90 && next <= 0x9e {
				return true
			}
		}
	}
	return false
}

// strength is what a letter does to the direction of a line.
type strength int

const (
	neutral strength = iota
	toLeft           // begins a run or goes on with it
	toRight          // ends it
	within           // joins two words of a run and does not begin or end one
	after            // belongs to the run before it: marks upon letters, digits of Arabic
)

func of(r rune) strength {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.LRE, bidi.RLE, bidi.LRO, bidi.RLO, bidi.PDF, bidi.LRI, bidi.RLI, bidi.FSI, bidi.PDI:
		return toLeft
	case bidi.L:
		if r == '\u200e' {
			return toLeft // a mark, which belongs to the name it stands in
		}
		return toRight
	case bidi.NSM, bidi.AN, bidi.BN:
		return after
	}
	switch r {
	case ' ', '\u00a0', '-', '.', '\'', '"', '’', '‘', '“', '”':
		return within
	}
	return neutral
}

// runs calls found for each run of a text: words that run from right to left with the spaces, hyphens, stops and
// quotation marks between them. Commas, brackets, dashes and digits part runs, so that each part stands where the line
// has it. An entity of HTML counts as the sign that it stands for.
func runs(text []byte, found func(from, to int)) {
	from, to := -1, -1
	finish := func() {
		if from >= 0 {
			found(from, to)
		}
		from = -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == '&' {
			r, size = entity(text[i:])
		}
		switch of(r) {
		case toLeft:
			if from < 0 {
				from = i
			}
			to = i + size
		case after:
			if from >= 0 && to == i {
				to = i + size
			}
		case within:
		default:
			finish()
		}
		i += size
	}
	finish()
}

// entities are those that html/template writes in a text, and the space that mail sets lines in by.
var entities = []struct {
	name string
	sign rune
}{{"&#39;", '\''}, {"&#34;", '"'}, {"&amp;", '&'}, {"&#43;", '+'}, {"&nbsp;", ' '}}

// entity reads the entity that a text begins with, and how long it is.
func entity(text []byte) (rune, int) {
	for _, e := range entities {
		if bytes.HasPrefix(text, []byte(e.name)) {
			return e.sign, len(e.name)
		}
	}
	return '&', 1
}

// appendText appends a text with its runs isolated by the signs given.
func appendText(out, text []byte, open, shut string) []byte {
	end := 0
	runs(text, func(from, to int) {
		out = append(append(append(append(out, text[end:from]...), open...), text[from:to]...), shut...)
		end = to
	})
	return append(out, text[end:]...)
}

// Inline is HTML of a paragraph with the runs between its tags isolated, where most of its letters run from left to
// right. One that is written in Hebrew or Arabic as a whole stays as it is.
func Inline(html string) string {
	if !May([]byte(html)) {
		return html
	}
	left, right := 0, 0
	for text := html; text != ""; {
		between, rest, _ := strings.Cut(text, "<")
		for _, r := range between {
			switch of(r) {
			case toLeft:
				left++
			case toRight:
				right++
			}
		}
		_, text, _ = strings.Cut(rest, ">")
	}
	if left >= right {
		return html
	}
	return string(HTML([]byte(html)))
}

// Plain is a text isolated by signs of Unicode, where it may run from right to left: for places in which no element may stand.
func Plain(text string) string {
	if !May([]byte(text)) {
		return text
	}
	return openPlain + Bare(text) + shutPlain
}

// Bare is a text without the signs of Plain.
func Bare(text string) string { return strings.NewReplacer(openPlain, "", shutPlain, "").Replace(text) }
