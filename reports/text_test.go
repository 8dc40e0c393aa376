package reports

import (
	"crypto/sha256"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestMixedScriptsAreSetSideBySide(t *testing.T) {
	d := press.newDocument("")
	d.addPage()
	const name = "Aroha 王小明 (김민준) Tūī"
	width := d.text(20, 50, name, style{size: 12, weight: bold})
	x, text := 20.0, ""
	for _, m := range d.pages[0] {
		if diff := m.x - x; diff > 1e-9 || diff < -1e-9 {
			t.Errorf("%q begins at %.3f, want %.3f", m.text, m.x, x)
		}
		for _, r := range m.text {
			x += float64(embedded[m.font]().advance(embedded[m.font]().glyph(r))) / 1000 * 12 * mmPerPoint
		}
		text += m.text
	}
	if text != name || len(d.pages[0]) < 4 {
		t.Errorf("set %q in %d pieces", text, len(d.pages[0]))
	}
	if got := widthOf(name, style{size: 12, weight: bold}); got-width > 0.5 || width-got > 0.5 {
		t.Errorf("measured %.2f, set %.2f", got, width)
	}
}

func TestFitAndWrap(t *testing.T) {
	st := style{size: 10}
	for _, s := range []string{
		"Ōriwa Pīwakawaka-Kererū of the Long Name", "王小明王小明王小明王小明", "\u0301\u0301", "", strings.Repeat("x", 500),
	} {
		for _, width := range []float64{0, 1, 5, 20, 60} {
			s := printable(s)
			if cut := fit(s, st, width); cut != "" && widthOf(cut, st) > width+1e-9 {
				t.Errorf("fit(%q, %v) = %q is too wide", s, width, cut)
			}
			lines := wrap(s, st, width, 3)
			if len(lines) == 0 || len(lines) > 3 {
				t.Errorf("wrap(%q, %v) = %q", s, width, lines)
			}
		}
	}
	if got := strings.Join(
		wrap("12 Kōwhai Terrace, Riccarton, Ōtautahi 8011", st, 32, 5), "|",
	); got != "12 Kōwhai Terrace,|Riccarton, Ōtautahi|8011" {
		t.Errorf("wrapped %q", got)
	}
	if got := fit("Ōriwa Pīwakawaka-Kererū", st, 25); got != "Ōriwa Pīwaka…" {
		t.Errorf("fitted %q", got)
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"Aroha Tūī":                 "Aroha Tūī",
		"Tu\u0304i\u0304":           "Tūī",
		"a\x00\x07b\x7fc":           "abc",
		"a\tb\nc\r\nd":              "a b c  d",
		"\xff\xfeA":                 "\uFFFDA",
		"😀 🫠":                       "😀 [U+1FAE0]",
		"𠮷野家":                       "𠮷野家",
		"𝐀𝓫":                        "Ab",
		"\u202eA\u200d\ufe0f\u200b": "A",
		"\uE000\uF6C5\uFFFF":        "[U+E000][U+F6C5][U+FFFF]", // a font has the second
		"กขค":                       "กขค",
		"தமிழ்":                     "Tamiḻ",
		"می\u200cخواهم":             "می\u200cخواهم",
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestVisualOrder(t *testing.T) {
	for in, want := range map[string]string{
		"Aroha":           "Aroha",
		"שלום":            "םולש",
		"Dan שלום עולם B": "Dan םלוע םולש B",
		"שלום 123 עולם":   "םלוע 123 םולש",
		"שלום (א) x":      "(א) םולש x",
		"א\u05b8ב x":      "בא\u05b8 x",
	} {
		text := slices.Collect(eachCluster(in, regular))
		visualOrder(text)
		got := ""
		for _, c := range text {
			got += c.text
		}
		if got != want {
			t.Errorf("visualOrder(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSubsetKeepsGlyphs(t *testing.T) {
	for id, text := range map[fontID]string{
		latin: "Āā Éé ½ Я ﬁ", latinBold: "Ōtautahi", han: "王小明 さくら 々", hangul: "김민준 한글",
	} {
		whole := embedded[id]()
		small, err := parseTTF(string(whole.subset(glyphsOf(whole, text))))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range text {
			if whole.glyph(r) == 0 {
				continue
			}
			g := small.glyph(r)
			if g == 0 || small.advance(g) != whole.advance(whole.glyph(r)) ||
				small.sideBearing(g) != whole.sideBearing(whole.glyph(r)) {
				t.Errorf(
					"%s: %c has glyph %d, width %d, want width %d", families[id], r, g, small.advance(g),
					whole.advance(whole.glyph(r)),
				)
			}
			if got, want := small.outline(g), whole.outline(whole.glyph(r)); len(got) < len(want) {
				t.Errorf("%s: outline of %c has %d bytes, want %d", families[id], r, len(got), len(want))
			}
		}
	}
}

func glyphsOf(f *ttf, text string) map[rune]int {
	out := map[rune]int{}
	for _, r := range text {
		out[r] = f.glyph(r)
	}
	return out
}

func TestFontsStayAsTheyAre(t *testing.T) {
	sum := func() (s [fontCount][32]byte) {
		for i := range s {
			s[i] = sha256.Sum256([]byte(embedded[i]().data))
		}
		return s
	}
	before := sum()
	done := make(chan error)
	for range 4 {
		go func() { done <- press.PairingsByTable(io.Discard, samplePairings(20)) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if sum() != before {
		t.Error("a font was changed")
	}
}
