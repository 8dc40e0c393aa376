package news

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"nzgs/reports"
)

// Bug: the bound of a print counted the bytes of pictures as they are kept: small PNG files of many dots made it 14 MB, in 13 seconds.
func TestAPrintHoldsSoManyPictures(t *testing.T) {
	im := image.NewPaletted(image.Rect(0, 0, 1600, 1600), color.Palette{color.White, color.Black})
	for y := range 1600 {
		for x := range 1600 {
			if (x/8)%5 == 0 || (y/8)%7 == 0 {
				im.SetColorIndex(x, y, 1)
			}
		}
	}
	var small, photo bytes.Buffer
	if err := png.Encode(&small, im); err != nil {
		t.Fatal(err)
	}
	noise, n := image.NewGray(image.Rect(0, 0, 1600, 1200)), uint32(1)
	for i := range noise.Pix {
		n = n*1664525 + 1013904223
		noise.Pix[i] = uint8(n >> 24)
	}
	if err := jpeg.Encode(&photo, noise, &jpeg.Options{Quality: 80}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		content []byte
		most    int
	}{
		{"a PNG of many dots", small.Bytes(), mostDots / (1600 * 1600)},
		{"a photograph", photo.Bytes(), mostBytes / photo.Len()},
	} {
		var held taken
		fit, size, last := 0, 0, true
		for range 30 * 6 {
			out, fits, err := held.take(reports.Photo{Content: c.content})
			if err != nil {
				t.Fatal(err)
			}
			if fits && !last {
				t.Errorf("%s: one fits after one that does not", c.name)
			}
			if last = fits; fits {
				fit, size = fit+1, size+len(out.Content)
			}
		}
		if fit != c.most || size > mostBytes {
			t.Errorf("%s of %d bytes: %d fit, of %d bytes; want %d", c.name, len(c.content), fit, size, c.most)
		}
	}
	var none taken
	if _, fits, err := none.take(reports.Photo{Content: []byte("no picture")}); fits || err == nil {
		t.Errorf("what is no picture: %v, %v", fits, err)
	}
}
