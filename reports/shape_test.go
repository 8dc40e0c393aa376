package reports

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// hardNames are invented people whose names are hard to set.
var hardNames = []string{
	"Bartholomew Featherstonehaugh-Cholmondeley-Marjoribanks of Upper Wōhingā", "Ngā Hau e Whā Tūī-Kōkako Te Aro",
	"Nguyễn Thị Ánh Tuyết", "محمد عبد الله الرشيد", "שלום בן־דוד", "ประยุทธ์ จันทร์เพ็ญ", "ก็เก๋ไก๋น้ำผึ้ง",
	"श्रीमती क्षितिज त्रिपाठी", "𠮷野家 太郎", "𡃁仔", "Prince", "𝓐𝓵𝓮𝔁 𝐒𝐦𝐢𝐭𝐡", "தமிழ்செல்வி", "રાજેશ",
	strings.TrimSpace(strings.Repeat("Van der Long ", 13)) + " Tail",
}

// Letters of a word of Arabic take the forms that join them; marks of Thai and Devanagari stand over their letters.
func TestScriptsAreShaped(t *testing.T) {
	for _, tt := range []struct {
		word     string
		clusters int
		check    func(c []cluster) bool
	}{
		{"محمد", 4, func(c []cluster) bool { // the two meems, first and in the middle, look different
			return c[0].glyphs[0].id != c[2].glyphs[0].id
		}},
		{"لا", 1, func(c []cluster) bool { return len(c[0].glyphs) == 1 }},     // one ligature
		{"น้ำ", 1, func(c []cluster) bool { return len(c[0].glyphs) >= 3 }},    // the mark over the ring
		{"क्षि", 1, func(c []cluster) bool { return len(c[0].glyphs) == 2 }},   // the vowel is written first
		{"ก็", 1, func(c []cluster) bool { return c[0].width < 0.8 }},          // the mark takes no room
		{"\u0e47", 1, func(c []cluster) bool { return c[0].text == "\u0e47" }}, // a mark alone
	} {
		got := shapeWord(tt.word, regular)
		if len(got) != tt.clusters || !tt.check(got) {
			t.Errorf("%s is set as %+v", tt.word, got)
		}
		var text strings.Builder
		for c := range eachCluster(tt.word, bold) {
			text.WriteString(c.text)
		}
		if text.String() != tt.word {
			t.Errorf("%q became %q", tt.word, text.String())
		}
	}
}

// What eachCluster gives is the text, whatever it is, and no part of it is lost where it is cut.
func FuzzClusters(f *testing.F) {
	for _, s := range hardNames {
		f.Add(s, 20.0)
	}
	f.Add("\u0e47\u0301ا\u200dل\u200c\u093f", 1.0)
	f.Add("\ua160\u0300", 9.0)
	f.Fuzz(func(t *testing.T, s string, width float64) {
		s = printable(s)
		var text strings.Builder
		for c := range eachCluster(s, regular) {
			text.WriteString(c.text)
		}
		if text.String() != s {
			t.Errorf("%q became %q", s, text.String())
		}
		if again := printable(s); again != s {
			t.Errorf("printed twice, %q becomes %q", s, again)
		}
		if width >= 0 && width < 1e6 {
			lines := wrap(s, style{size: 10}, width, maxRunes)
			got := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
			if want := strings.ReplaceAll(s, " ", ""); got != want {
				t.Errorf("%q wrapped is %q", want, got)
			}
		}
	})
}

// Every name of the list is read back by another program as it was written, or as printable says that it is printed.
func TestHardNamesAreReadBack(t *testing.T) {
	pdf := written(t, func(w io.Writer) error {
		d := press.newDocument("Names")
		d.addPage()
		y := 20.0
		for i, n := range hardNames {
			y = d.paragraph(margin, y, textWidth, 6, n, style{size: 12, weight: weight(i % 2)}) + 4
		}
		return d.writeTo(w)
	})
	if *keepDir != "" {
		if err := os.WriteFile(filepath.Join(*keepDir, "names.pdf"), pdf, 0o644); err != nil {
			t.Error(err)
		}
	}
	got := wordsOf(poppler(t, pdf, "pdftotext", "-raw", "FILE", "-"))
	for _, n := range hardNames {
		want := wordsOf(printable(n))
		if strings.IndexFunc(n, rightToLeft) >= 0 { // words come as they are seen, in a page that runs left to right
			slices.Reverse(want)
		}
		if !strings.Contains(strings.Join(got, " "), strings.Join(want, " ")) {
			t.Errorf("%q (%q) is not read back in %q", n, want, got)
		}
	}
}

// wordsOf are the words of a text without what says how they run.
func wordsOf(s string) []string {
	return strings.Fields(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s))
}

// Beside no letter does a sign come out as a box, in no weight: what the font of a word lacks is set in another.
func TestNoBoxInAnyFont(t *testing.T) {
	for _, w := range []weight{regular, bold} {
		for r := rune(1); r <= 0x2FFFF; r++ {
			beside := []string{""}
			if unicode.Is(unicode.M, r) || joiner(r) || shapedAs(r) >= 0 {
				beside = []string{"", "a", "ا", "ก", "क"}
			}
			for _, before := range beside {
				for _, set := range runs(printable(before+string(r)), w) {
					if boxed(set) {
						t.Fatalf("%U after %q in weight %d is a box", r, before, w)
					}
				}
			}
		}
	}
}

func boxed(r run) bool {
	if r.glyphs != nil {
		return slices.ContainsFunc(r.glyphs, func(g placedGlyph) bool { return g.id == 0 })
	}
	return strings.ContainsFunc(r.text, func(c rune) bool { return embedded[r.font]().glyph(c) == 0 })
}
