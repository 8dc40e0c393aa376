package reports

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

type weight int

const (
	regular weight = iota
	bold
)

// style is how a piece of text looks.
type style struct {
	size   float64 // points
	weight weight
	grey   int // 0 black … 255 white
}

// run is a piece of text in one font.
type run struct {
	font  fontID
	text  string
	width float64 // in ems
}

// maxRunes bounds what is laid out of one string; no field of a print is
// longer, and a page could not show it.
const maxRunes = 2000

// printable makes any string safe to lay out: valid, composed, without control
// and formatting characters, every rune one that an embedded font has.
func printable(s string) string {
	if plainASCII(s) && len(s) <= maxRunes {
		return s
	}
	if len(s) > maxRunes*utf8.UTFMax {
		s = s[:maxRunes*utf8.UTFMax]
	}
	var b strings.Builder
	count := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD")) {
		r, keep := printableRune(r)
		if !keep {
			continue
		}
		b.WriteRune(r)
		if count++; count == maxRunes {
			break
		}
	}
	return b.String()
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func printableRune(r rune) (rune, bool) {
	switch {
	case r == '\n' || r == '\t' || r == '\r' || r == '\v' || r == '\f' || r == '\u2028' || r == '\u2029':
		return ' ', true
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Variation_Selector):
		return 0, false
	case unicode.Is(unicode.Zs, r) && r != '\u00a0' && r != '\u3000':
		return ' ', true
	}
	if _, ok := fontFor(r, regular); !ok {
		return missing, true
	}
	return r, true
}

// runs splits printable text by font, in the order it is seen.
func runs(s string, w weight) []run {
	var out []run
	for _, r := range visualOrder(s) {
		id, _ := fontFor(r, w)
		if n := len(out); n > 0 && staysWith(out[n-1].font, id, r) {
			id = out[n-1].font
		}
		em := float64(embedded[id]().advance(embedded[id]().glyph(r))) / 1000
		if n := len(out); n > 0 && out[n-1].font == id {
			out[n-1].text += string(r)
			out[n-1].width += em
			continue
		}
		out = append(out, run{font: id, text: string(r), width: em})
	}
	return out
}

// staysWith keeps marks and spaces in the font of what stands before them.
func staysWith(before, own fontID, r rune) bool {
	return before != own && (r == ' ' || unicode.Is(unicode.Mn, r)) && embedded[before]().glyph(r) != 0
}

// widthOf is the width of printable text in millimetres.
func widthOf(s string, st style) float64 {
	ems := 0.0
	for _, r := range s {
		id, _ := fontFor(r, st.weight)
		ems += float64(embedded[id]().advance(embedded[id]().glyph(r))) / 1000
	}
	return ems * st.size * mmPerPoint
}

const mmPerPoint = 25.4 / 72

// fit shortens printable text to the width, marking the cut by an ellipsis.
func fit(s string, st style, width float64) string {
	if widthOf(s, st) <= width {
		return s
	}
	left := width - widthOf("…", st)
	end := 0
	for i, r := range s {
		left -= widthOf(string(r), st)
		if left < 0 {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	if end == 0 && widthOf("…", st) > width {
		return ""
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// wrap breaks printable text into at most maxLines lines of the width: at
// spaces, between Chinese and Japanese characters, and inside a word only if it
// is wider than a line. What is left over is cut by an ellipsis.
func wrap(s string, st style, width float64, maxLines int) []string {
	var lines []string
	rest := strings.TrimSpace(s)
	for rest != "" {
		if len(lines) == maxLines-1 {
			return append(lines, fit(rest, st, width))
		}
		cut := lineEnd(rest, st, width)
		lines = append(lines, strings.TrimRight(rest[:cut], " "))
		rest = strings.TrimLeft(rest[cut:], " ")
	}
	if len(lines) == 0 {
		return []string{""}
	}
	return lines
}

// lineEnd is how many bytes of s go on a line; at least one rune.
func lineEnd(s string, st style, width float64) int {
	used, breakAt := 0.0, 0
	var previous rune
	for i, r := range s {
		if i > 0 && (r == ' ' || previous == ' ' || previous == '-' || breaksFreely(previous) && breaksFreely(r)) {
			breakAt = i
		}
		used += widthOf(string(r), st)
		if used > width && i > 0 {
			if r == ' ' {
				return i
			}
			if breakAt > 0 {
				return breakAt
			}
			return i
		}
		previous = r
	}
	return len(s)
}

func breaksFreely(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
