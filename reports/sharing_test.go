package reports

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func sharingPicture(t testing.TB, s Sharing) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := SharingPNG(&b, s); err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("NZGS_PICTURES"); folder != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-")
		if err := os.WriteFile(folder+"/"+name+".png", b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() > 150_000 {
		t.Errorf("%d bytes", b.Len())
	}
	p, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if p.Bounds() != image.Rect(0, 0, 1200, 630) {
		t.Errorf("%v", p.Bounds())
	}
	return p
}

// inkIn counts the dark pixels of a part of the picture.
func inkIn(p image.Image, at image.Rectangle) (n int) {
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if r, _, _, _ := p.At(x, y).RGBA(); r < 0x6000 {
				n++
			}
		}
	}
	return n
}

// TestSharingPictures: names of any script are drawn, and no text reaches the board at the right or leaves the sheet.
func TestSharingPictures(t *testing.T) {
	society := "New Zealand Go Society"
	empty := inkIn(sharingPicture(t, Sharing{Society: society, Title: "."}), image.Rect(60, 60, 900, 460))
	for name, s := range map[string]Sharing{
		"home":    {Society: society, Line: "Go in Aotearoa New Zealand: tournaments, clubs, ratings and how to begin."},
		"event":   {Society: society, Title: "Te Whanganui-a-Tara Open 2027", Line: "30 January – 1 February 2027 · Wellington"},
		"chinese": {Society: society, Title: "王小明 對 이창호", Line: "囲碁 · 圍棋 · 바둑"},
		"arabic":  {Society: society, Title: "بطولة الجو 2027 और हिन्दी", Line: "ไทย และ हिन्दी"},
		"long":    {Society: strings.Repeat("Society of many words ", 9), Title: strings.Repeat("Congress ", 40), Line: strings.Repeat("long ", 90)},
		"unbroken": {
			Society: strings.Repeat("S", 200), Title: strings.Repeat("W", 300), Line: strings.Repeat("M", 400),
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := sharingPicture(t, s)
			if got := inkIn(p, image.Rect(60, 60, 900, 460)); got < empty+500 {
				t.Errorf("%d dark pixels of text", got)
			}
			if got := inkIn(p, image.Rect(880, 40, 928, 630)); got != 0 {
				t.Errorf("%d dark pixels between the text and the board", got)
			}
			if got, of := inkIn(p, image.Rect(0, 0, 60, 630)), 24*630; got != of { // the bar, and no stone from the other side
				t.Errorf("%d dark pixels at the left, want %d", got, of)
			}
			if got := inkIn(p, image.Rect(60, 475, 900, 494)); got != 0 {
				t.Errorf("%d dark pixels between the text and the foot", got)
			}
		})
	}
}

// TestSharingPicturesOfAnyText: whatever is typed gives the same picture twice.
func TestSharingPicturesOfAnyText(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Sharing{rapid.StringN(0, 60, 300).Draw(r, "society"), rapid.String().Draw(r, "title"), rapid.String().Draw(r, "line")}
		var first, second bytes.Buffer
		if err := SharingPNG(&first, s); err != nil {
			r.Fatal(err)
		}
		if err := SharingPNG(&second, s); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			r.Fatalf("another picture: %v", err)
		}
	})
}

func BenchmarkSharing(b *testing.B) {
	for b.Loop() {
		_ = SharingPNG(&bytes.Buffer{}, Sharing{"New Zealand Go Society", "Wellington Open 2027", "30–31 January 2027 · Wellington"})
	}
}
