package reports

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"os"
)

func init() {
	prints["newsletter"] = func(w io.Writer) error { return press.NewsletterPDF(w, sampleNewsletter()) }
	prints["newsletter-copies"] = func(w io.Writer) error {
		return press.NewsletterCopiesPDF(w, NewsletterCopies{sampleNewsletter(), sampleAddressees(3)})
	}
	emptyPrints["newsletter"] = func(w io.Writer) error {
		return press.NewsletterPDF(w, Newsletter{Title: "November", Day: "1 June 2026"})
	}
	emptyPrints["newsletter-copies"] = func(w io.Writer) error {
		return press.NewsletterCopiesPDF(w, NewsletterCopies{Newsletter: Newsletter{Title: "November", Day: "1 June 2026"}})
	}
}

// stripes is a picture of that size; one with a hole is kept as PNG.
func stripes(width, height int, hole bool) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, color.NRGBA{R: uint8(x), G: uint8(y / 8 * 32), B: 90, A: 255})
		}
	}
	var b bytes.Buffer
	if hole {
		for y := range height / 2 {
			img.SetNRGBA(width/2, y, color.NRGBA{})
		}
		_ = png.Encode(&b, img)
	} else {
		_ = jpeg.Encode(&b, img, nil)
	}
	return b.Bytes()
}

func sampleNewsletter() Newsletter {
	words := func(kind TextBlockKind, s string) TextBlock {
		return TextBlock{Kind: kind, Spans: []TextSpan{{Text: s}}}
	}
	item := words(TextItem, "Bring a board")
	item.Marker = "•"
	first := words(TextParagraph, "Tēnā koutou")
	first.Tight = true
	return Newsletter{Title: "Kōanga: the newsletter of spring", Day: "1 November 2026", Parts: []NewsletterPart{
		{Text: []TextBlock{first, words(TextParagraph, "A line below the first."), words(TextQuote, "Play away from thickness."), item, item}},
		{
			Title: "Congress in Ōtautahi", Text: []TextBlock{{Kind: TextParagraph, Spans: []TextSpan{
				{Text: "Won by "}, {Text: "王小明", Bold: true}, {Text: ", before محمد Ali and สมชาย (https://go.example.org.nz/events/congress-2026)"},
			}}},
			Photos: []Photo{{"The hall", stripes(800, 600, false)}, {"The cup", stripes(800, 300, true)}, {"Again", stripes(800, 400, false)}},
		},
		{Title: "Clubs", Text: []TextBlock{{Kind: TextTable, Rows: [][][]TextSpan{
			{{{Text: "Club"}}, {{Text: "Evening"}}}, {{{Text: "Ōtepoti"}}, {{Text: "Monday"}}},
		}}}, Note: "More pictures: https://go.example.org.nz/news/2"},
	}}
}

// A newsletter has its words and its pictures, and each copy its own address, which no other has.
func TestNewsletterOnPaper(t *testing.T) {
	n := sampleNewsletter()
	n.Draft = true
	pdf := written(t, func(w io.Writer) error { return press.NewsletterPDF(w, n) })
	text := allText(textsOf(t, pdf))
	for _, want := range []string{"Kōanga", "Draft: this newsletter has not been sent", "Congress in Ōtautahi", "王小明", "Ōtepoti", "The cup", "Page 1 of"} {
		if !strings.Contains(text, want) {
			t.Errorf("not on paper: %q\n%s", want, text)
		}
	}
	if got := bytes.Count(pdf, []byte("/Subtype /Image")); got != 3 {
		t.Errorf("%d pictures, want 3", got)
	}
	n.Draft = false
	to := sampleAddressees(2)
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.NewsletterCopiesPDF(w, NewsletterCopies{n, to}) }))
	if len(pages)%2 != 0 {
		t.Fatalf("%d pages for two", len(pages))
	}
	half := len(pages) / 2
	one, two := allText(pages[:half]), allText(pages[half:])
	if !strings.Contains(one, to[0].Name) || strings.Contains(one, to[1].Name) || !strings.Contains(two, to[1].Name) || strings.Contains(two, to[0].Name) {
		t.Error("a copy has another’s address")
	}
	if !strings.Contains(two, "The hall") {
		t.Error("the second copy is not whole")
	}
}

// The same pictures give the same bytes: the library orders those of a width by chance. Other programs find each of them.
func TestPicturesAreTheSameEachTime(t *testing.T) {
	print := func() []byte {
		return written(t, func(w io.Writer) error { return press.NewsletterPDF(w, sampleNewsletter()) })
	}
	first := print()
	for range 8 {
		if !bytes.Equal(first, print()) {
			t.Fatal("made again, it differs")
		}
	}
	program, err := exec.LookPath("pdfimages")
	if err != nil {
		t.Skip("pdfimages is not installed")
	}
	at := filepath.Join(t.TempDir(), "newsletter.pdf")
	if err := os.WriteFile(at, first, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "-list", at).CombinedOutput()
	if err != nil || strings.Count(string(out), "image") < 3 {
		t.Errorf("%v\n%s", err, out)
	}
}

// A picture that cannot be read makes no print without it.
func TestADamagedPictureIsSaid(t *testing.T) {
	err := press.NewsletterPDF(io.Discard, Newsletter{Parts: []NewsletterPart{{Photos: []Photo{{"x", []byte("no picture")}}}}})
	if err == nil {
		t.Error("printed")
	}
}
