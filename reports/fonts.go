package reports

import (
	_ "embed"
	"sync"
)

// The fonts, as they come in Debian's fonts-dejavu-extra, fonts-droid-fallback, fonts-nanum and fonts-noto-core, and a
// part of fonts-hanazono that fonts/han_supplement.py cuts; licences in fonts/ and THIRD_PARTY.md. As strings they stay
// in the binary's read-only pages and cost memory only where they are read.
var (
	//go:embed fonts/DejaVuSansCondensed.ttf
	dejaVuRegular string
	//go:embed fonts/DejaVuSansCondensed-Bold.ttf
	dejaVuBold string
	//go:embed fonts/DroidSansFallbackFull.ttf
	droidFallback string
	//go:embed fonts/NanumGothic.ttf
	nanumGothic string
	//go:embed fonts/HanSupplement.ttf
	hanSupplement string
	//go:embed fonts/NotoSansThai-Regular.ttf
	notoThai string
	//go:embed fonts/NotoSansDevanagari-Regular.ttf
	notoDevanagari string
)

// fontID is one of the embedded fonts.
type fontID uint8

const (
	latin fontID = iota
	latinBold
	han     // Chinese and Japanese
	hangul  // Korean
	rareHan // Chinese and Japanese beyond U+FFFF
	thai
	devanagari
	fontCount
)

// families are the names the fonts go by inside a PDF.
var families = [fontCount]string{"sans", "sansbold", "han", "hangul", "rarehan", "thai", "devanagari"}

var embedded = [fontCount]func() *ttf{
	latin:      lazyFont(&dejaVuRegular),
	latinBold:  lazyFont(&dejaVuBold),
	han:        lazyFont(&droidFallback),
	hangul:     lazyFont(&nanumGothic),
	rareHan:    lazyFont(&hanSupplement),
	thai:       lazyFont(&notoThai),
	devanagari: lazyFont(&notoDevanagari),
}

func lazyFont(data *string) func() *ttf {
	return sync.OnceValue(func() *ttf {
		f, err := parseTTF(*data)
		if err != nil {
			panic("reports: embedded font: " + err.Error()) // a broken build, found by any test
		}
		return f
	})
}

// fallbacks are where a rune is looked for that DejaVu Sans Condensed does not have.
var fallbacks = []fontID{han, hangul, rareHan, thai, devanagari}

// fontFor picks the font of a rune: DejaVu Sans Condensed in the weight asked for, then the fallbacks. False if none
// has it.
func fontFor(r rune, w weight) (fontID, bool) {
	first := latin
	if w == bold {
		first = latinBold
	}
	if embedded[first]().glyph(r) != 0 {
		return first, true
	}
	for _, id := range fallbacks {
		if embedded[id]().glyph(r) != 0 {
			return id, true
		}
	}
	if embedded[latin]().glyph(r) != 0 { // a sign that is not there in bold
		return latin, true
	}
	return first, false
}
