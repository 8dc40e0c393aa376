package reports

import (
	_ "embed"
	"sync"
)

// The fonts, as they come in Debian's fonts-dejavu-extra, fonts-droid-fallback
// and fonts-nanum; licences in fonts/ and THIRD_PARTY.md. As strings they stay
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
)

// fontID is one of the embedded fonts.
type fontID int

const (
	latin fontID = iota
	latinBold
	han    // Chinese and Japanese
	hangul // Korean
	fontCount
)

// families are the names the fonts go by inside a PDF.
var families = [fontCount]string{"sans", "sansbold", "han", "hangul"}

var embedded = [fontCount]func() *ttf{
	latin:     lazyFont(&dejaVuRegular),
	latinBold: lazyFont(&dejaVuBold),
	han:       lazyFont(&droidFallback),
	hangul:    lazyFont(&nanumGothic),
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

// missing stands for a rune that no font has.
const missing = '□'

// fontFor picks the font of a rune: DejaVu Sans Condensed in the weight asked
// for, then Droid Sans Fallback, then NanumGothic.
func fontFor(r rune, w weight) (fontID, bool) {
	first := latin
	if w == bold {
		first = latinBold
	}
	for _, id := range []fontID{first, han, hangul} {
		if embedded[id]().glyph(r) != 0 {
			return id, true
		}
	}
	return first, false
}
