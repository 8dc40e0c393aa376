package reports

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// cluster is the least that is set, measured and cut as one: a letter, or letters and marks that are drawn together.
type cluster struct {
	text   string // in the order it is written
	weight weight
	font   fontID
	width  float64 // in ems
	// How it is drawn where its letters are not simply the font's own glyphs side by side.
	glyphs []placedGlyph
}

// rune is the first rune of it.
func (c cluster) rune() rune {
	r, _ := utf8.DecodeRuneInString(c.text)
	return r
}

// placedGlyph is a glyph of a font and where it stands, in ems from where its cluster begins.
type placedGlyph struct {
	id   int
	x, y float64
}

// eachCluster goes over printable text in the order it is written.
func eachCluster(s string, w weight) iter.Seq[cluster] {
	return func(yield func(cluster) bool) {
		common := commonClusters[w]()
		for s != "" {
			if r, size := utf8.DecodeRuneInString(s); r < commonRunes {
				if !yield(common[r]) {
					return
				}
				s = s[size:]
				continue
			}
			word := shapedWord(s, w)
			if word == "" {
				r, size := utf8.DecodeRuneInString(s)
				if !yield(single(r, w)) {
					return
				}
				s = s[size:]
				continue
			}
			for _, c := range shapeWord(word, w) {
				if !yield(c) {
					return
				}
			}
			s = s[len(word):]
		}
	}
}

// commonRunes are the runes of Latin letters, those with macrons among them: all that most prints have. How each is set is
// worked out once.
const commonRunes = 0x180

var commonClusters = [2]func() *[commonRunes]cluster{
	regular: sync.OnceValue(func() *[commonRunes]cluster { return commonOf(regular) }),
	bold:    sync.OnceValue(func() *[commonRunes]cluster { return commonOf(bold) }),
}

func commonOf(w weight) *[commonRunes]cluster {
	var all [commonRunes]cluster
	for r := range all {
		all[r] = single(rune(r), w)
	}
	return &all
}

// commonRun is a text of common runes that are all in one font; false if it is another.
func commonRun(s string, w weight) (out run, ok bool) {
	common := commonClusters[w]()
	for i, r := range s {
		if r >= commonRunes || i > 0 && common[r].font != out.font {
			return out, false
		}
		out.font = common[r].font
		out.width += common[r].width
	}
	out.text = s
	return out, s != ""
}

// single is a rune that is drawn as the font has it.
func single(r rune, w weight) cluster {
	id, _ := fontFor(r, w)
	f := embedded[id]()
	g := f.glyph(r)
	c := cluster{text: string(r), weight: w, font: id, width: float64(f.advance(g)) / 1000}
	if r > 0xFFFF { // gofpdf sets no such rune
		c.glyphs = []placedGlyph{{id: g}}
	}
	return c
}

type shapedScript struct {
	letters   *unicode.RangeTable
	script    language.Script
	direction di.Direction
}

// shaped are the scripts whose letters change with those beside them, and that a font is here for.
var shaped = []shapedScript{
	{unicode.Arabic, language.Arabic, di.DirectionRTL},
	{unicode.Thai, language.Thai, di.DirectionLTR},
	{unicode.Devanagari, language.Devanagari, di.DirectionLTR},
}

// joiner reports whether a rune without a drawing says how letters of the shaped scripts are joined.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// shapedAs is the index in shaped of a letter's script, -1 if it is drawn as it is.
func shapedAs(r rune) int {
	if r < 0x0600 || r > 0xFFFF || !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) {
		return -1
	}
	return slices.IndexFunc(shaped, func(s shapedScript) bool { return unicode.Is(s.letters, r) })
}

// longestWord is how many runes are shaped at once: a word that no language has is set in parts, so that the time to
// wrap it does not grow with the square of its length.
const longestWord = 64

// shapedWord is what s begins with of one of the shaped scripts, with its joiners and the marks that its font has.
func shapedWord(s string, w weight) string {
	first, _ := utf8.DecodeRuneInString(s)
	script := shapedAs(first)
	if script < 0 {
		return ""
	}
	id, _ := fontFor(first, w)
	count := 0
	for i, r := range s {
		belongs := shapedAs(r) == script || unicode.Is(unicode.Mn, r)
		if !joiner(r) && (!belongs || embedded[id]().glyph(r) == 0) || count == longestWord {
			return s[:i]
		}
		count++
	}
	return s
}

// shaper has the faces of the fonts; one goroutine uses it at a time.
type shaper struct {
	of    shaping.HarfbuzzShaper
	faces [fontCount]*font.Face
}

var shapers = sync.Pool{New: func() any { return new(shaper) }}

func (s *shaper) face(id fontID) *font.Face {
	if s.faces[id] == nil {
		face, err := font.ParseTTF(strings.NewReader(embedded[id]().data))
		if err != nil {
			panic("reports: embedded font: " + err.Error()) // a broken build, found by any test
		}
		s.faces[id] = face
	}
	return s.faces[id]
}

// shapeWord sets a word as its script is written (OpenType, by HarfBuzz's rules), its clusters in the order of writing.
func shapeWord(word string, w weight) []cluster {
	text := []rune(word)
	as := shaped[shapedAs(text[0])]
	id, _ := fontFor(text[0], w)
	by := shapers.Get().(*shaper)
	defer shapers.Put(by)
	const em = 1000 // units of the figures that come back
	out := by.of.Shape(shaping.Input{
		Text: text, RunEnd: len(text), Direction: as.direction, Face: by.face(id), Size: fixed.I(em), Script: as.script,
	})
	var all []cluster
	for i := 0; i < len(out.Glyphs); {
		first := out.Glyphs[i]
		c := cluster{text: string(text[first.TextIndex() : first.TextIndex()+first.RunesCount()]), weight: w, font: id}
		for ; i < len(out.Glyphs) && out.Glyphs[i].TextIndex() == first.TextIndex(); i++ {
			g := out.Glyphs[i]
			c.glyphs = append(c.glyphs, placedGlyph{
				id: int(g.GlyphID), x: c.width + ems(g.XOffset, em), y: ems(g.YOffset, em),
			})
			c.width += ems(g.Advance, em)
		}
		all = append(all, c)
	}
	if as.direction == di.DirectionRTL { // they come as they are seen
		slices.Reverse(all)
	}
	return all
}

func ems(v fixed.Int26_6, em float64) float64 { return float64(v) / 64 / em }
