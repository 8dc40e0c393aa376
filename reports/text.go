package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
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
	grey   uint8 // 0 black … 255 white
}

// maxRunes is of how many lines a text is at most that is not cut, and of how many runes a paragraph that is laid out at
// once.
const maxRunes = 2000

// longestText bounds, in bytes, what is laid out of one string; what is longer ends with a sign of that.
const (
	longestText = 200_000
	shortened   = " […]"
)

// printable makes any string safe to lay out: valid, composed, without control and formatting characters, every rune
// one that an embedded font has; what none has is written in Latin letters, or by its number.
func printable(s string) string {
	if len(s) > longestText {
		end := longestText
		for end > longestText-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + shortened
	}
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	joins := false
	begins := true // a word
	for _, r := range inLatin(norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD"))) {
		if joiner(r) && joins {
			b.WriteRune(r)
		}
		text := printableRune(r)
		if begins && (unicode.Is(unicode.Lo, r) || unicode.IsUpper(r)) && text != string(r) { // written in letters that have capitals
			if upper := capital(text); strings.IndexFunc(upper, hasNoGlyph) < 0 {
				text = upper
			}
		}
		for _, r := range text {
			b.WriteRune(r)
			joins = shapedAs(r) >= 0
		}
		if text != "" {
			begins = !unicode.IsLetter(r) && !unicode.IsMark(r)
		}
	}
	return norm.NFC.String(b.String()) // letters that others are written in, with the marks after them
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// printableRune is how a rune is printed; "" for one that has no look of its own.
func printableRune(r rune) string {
	switch {
	case r == '\n' || r == '\t' || r == '\r' || r == '\v' || r == '\f' || r == '\u2028' || r == '\u2029':
		return " "
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Variation_Selector):
		return ""
	case unicode.Is(unicode.Zs, r) && r != '\u00a0' && r != '\u3000':
		return " "
	case unicode.Is(unicode.Co, r): // the fonts' own, and ours inside a PDF
		return unprintable(r)
	}
	if _, ok := fontFor(r, regular); ok {
		return string(r)
	}
	for _, other := range []string{
		norm.NFKC.String(string(r)), string(unicode.ToLower(r)), unidecode.Unidecode(string(r)),
	} {
		if strings.TrimSpace(other) != "" && strings.IndexFunc(other, hasNoGlyph) < 0 {
			return other
		}
	}
	if unicode.Is(unicode.M, r) { // of a letter that is written in others
		return ""
	}
	return unprintable(r)
}

func hasNoGlyph(r rune) bool {
	_, ok := fontFor(r, regular)
	return !ok
}

// unprintable names a rune that cannot be shown by its number.
func unprintable(r rune) string { return fmt.Sprintf("[%U]", r) }

// run is a piece of text in one font, as it is set from left to right.
type run struct {
	font  fontID
	text  string
	width float64 // in ems
	// How it is drawn where that is not the font's own glyph of each rune, and nothing else stands in the run.
	glyphs []placedGlyph
}

// runs splits printable text by font, in the order it is seen.
func runs(s string, w weight) []run {
	if r, ok := commonRun(s, w); ok {
		return []run{r}
	}
	text := slices.Collect(eachCluster(s, w))
	visualOrder(text)
	var out []run
	for _, c := range text {
		n := len(out)
		if c.glyphs != nil {
			out = append(out, run{font: c.font, text: c.text, width: c.width, glyphs: c.glyphs})
			continue
		}
		beside := n > 0 && out[n-1].glyphs == nil
		if beside && staysWith(out[n-1].font, c.font, c.rune()) {
			f := embedded[out[n-1].font]()
			c.font, c.width = out[n-1].font, float64(f.advance(f.glyph(c.rune())))/1000
		}
		if beside && out[n-1].font == c.font {
			out[n-1].text += c.text
			out[n-1].width += c.width
			continue
		}
		out = append(out, run{font: c.font, text: c.text, width: c.width})
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
	for c := range eachCluster(s, st.weight) {
		ems += c.width
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
	for c := range eachCluster(s, st.weight) {
		left -= c.width * st.size * mmPerPoint
		if left < 0 {
			break
		}
		end += len(c.text)
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

// wrapTail breaks "text · tail" into at most so many lines. Where that is not room enough, the text is shortened in its
// middle, so that its beginning and its end stay, and the tail.
func wrapTail(text, tail string, st style, width float64, maxLines int) []string {
	text, tail = printable(text), unbroken(printable(tail))
	lines := wrap(joined(" · ", text, tail), st, width, maxRunes)
	if len(lines) <= maxLines {
		return lines
	}
	var clusters []string
	for c := range eachCluster(text, st.weight) {
		clusters = append(clusters, c.text)
	}
	// As many as fit: one less always takes less room.
	kept := sort.Search(len(clusters), func(n int) bool {
		return len(wrap(joined(" · ", withoutMiddle(clusters, n+1), tail), st, width, maxRunes)) > maxLines
	})
	return wrap(joined(" · ", withoutMiddle(clusters, kept), tail), st, width, max(maxLines, 1))
}

// withoutMiddle is the beginning and the end of a text, so many clusters of it.
func withoutMiddle(clusters []string, kept int) string {
	if kept >= len(clusters) {
		return strings.Join(clusters, "")
	}
	end := kept / 3
	return strings.TrimRight(strings.Join(clusters[:kept-end], ""), " ") + "…" +
		strings.TrimLeft(strings.Join(clusters[len(clusters)-end:], ""), " ")
}

// lineEnd is how many bytes of s go on a line; at least one cluster. A word that is wider than a line, such as an address,
// ends after a sign within it.
func lineEnd(s string, st style, width float64) int {
	used, breakAt, inWord, i := 0.0, 0, 0, 0
	var previous rune
	for c := range eachCluster(s, st.weight) {
		r := c.rune()
		if i > 0 && (r == ' ' || previous == ' ' || previous == '-' || breaksFreely(previous) && breaksFreely(r)) {
			breakAt = i
		}
		if strings.ContainsRune("@./_]", previous) {
			inWord = i
		}
		used += c.width * st.size * mmPerPoint
		if used > width && i > 0 {
			if r == ' ' {
				return i
			}
			return cmp.Or(breakAt, inWord, i)
		}
		previous = r
		i += len(c.text)
	}
	return len(s)
}

// noBreak is a space at which no line ends.
const noBreak = "\u00a0"

// aDate is a day as it is written: "20 February 2026".
var aDate = regexp.MustCompile(`\b(\d{1,2}) (\p{L}+) (\d{4})\b`)

// aTime is a time of the day as it is written: "9:30 am".
var aTime = regexp.MustCompile(`\b(\d{1,2}:\d\d) ([ap]m)\b`)

// unbroken is a text whose dates and times stay on one line.
func unbroken(s string) string {
	return aTime.ReplaceAllString(aDate.ReplaceAllString(s, "$1"+noBreak+"$2"+noBreak+"$3"), "$1"+noBreak+"$2")
}

func breaksFreely(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
