package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

// drawn is a picture with its top left corner black.
func drawn(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.White)
			if x < w/2 && y < h/2 {
				img.Set(x, y, color.Black)
			}
		}
	}
	return img
}

func asPNG(t testing.TB, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, drawn(w, h)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asJPEG is a JPEG picture with Exif data: how the camera was held, and where.
func asJPEG(t testing.TB, w, h, held int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawn(w, h), nil); err != nil {
		t.Fatal(err)
	}
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00")
	tiff = append(tiff, byte(held), 0, 0, 0, 0, 0, 0)
	part := append([]byte("Exif\x00\x00"), append(tiff, "GPS -41.28, 174.77 of a home"...)...)
	head := append([]byte{0xFF, 0xD8, 0xFF, 0xE1}, binary.BigEndian.AppendUint16(nil, uint16(len(part)+2))...)
	return append(append(head, part...), b.Bytes()[2:]...)
}

func TestAPictureIsWrittenAnew(t *testing.T) {
	for name, tt := range map[string]struct {
		in            []byte
		kind          string
		width, height int
	}{
		"PNG":                      {asPNG(t, 40, 20), "image/png", 40, 20},
		"JPEG":                     {asJPEG(t, 40, 20, 1), "image/jpeg", 40, 20},
		"larger than is kept":      {asPNG(t, 3200, 1000), "image/png", 1600, 500},
		"a phone held upright":     {asJPEG(t, 40, 20, 6), "image/jpeg", 20, 40},
		"thin as a line":           {asPNG(t, 19_000, 1), "image/png", 1600, 1},
		"something behind its end": {append(asPNG(t, 40, 20), "<script>alert(1)</script>GPS"...), "image/png", 40, 20},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Clean(tt.in)
			if err != nil || p.MediaType != tt.kind || p.Width != tt.width || p.Height != tt.height {
				t.Fatalf("%s, %d × %d, %v", p.MediaType, p.Width, p.Height, err)
			}
			if bytes.Contains(p.Content, []byte("GPS")) || bytes.Contains(p.Content, []byte("Exif")) {
				t.Error("what the camera wrote is kept")
			}
		})
	}
}

// However the camera was held, the dark corner is where it was seen.
func TestAPictureIsTurned(t *testing.T) {
	for held, corner := range map[int][2]int{1: {0, 0}, 2: {1, 0}, 3: {1, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 1}, 8: {0, 1}, 9: {0, 0}} {
		p, err := Clean(asJPEG(t, 64, 32, held))
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(p.Content))
		if err != nil {
			t.Fatal(err)
		}
		x, y := p.Width/4+corner[0]*p.Width/2, p.Height/4+corner[1]*p.Height/2
		if r, _, _, _ := img.At(x, y).RGBA(); r > 0x4000 {
			t.Errorf("held %d: the corner %v is light", held, corner)
		}
	}
}

// bomb is a PNG file of a few bytes that says it has very many dots.
func bomb(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	head := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)...)
	head = append(head, 8, 6, 0, 0, 0)
	b = append(binary.BigEndian.AppendUint32(b, 13), head...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(head))
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		in   []byte
		kind apperr.Kind
		says string
	}{
		"SVG with a script":  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), apperr.Invalid, "no JPEG or PNG"},
		"HTML":               {[]byte("<html><script>"), apperr.Invalid, "no JPEG or PNG"},
		"GIF":                {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), apperr.Invalid, "no JPEG or PNG"},
		"nothing":            {nil, apperr.Invalid, "no JPEG or PNG"},
		"50 MB":              {make([]byte, 50<<20), apperr.TooLarge, "larger than 10 MB"},
		"many dots":          {bomb(19_999, 19_999), apperr.Invalid, "19999 × 19999 dots"},
		"more than a number": {bomb(2_000_000_000, 2_000_000_000), apperr.Invalid, "."},
		"half of one":        {asPNG(t, 400, 400)[:120], apperr.Invalid, "."},
	} {
		_, err := Clean(tt.in)
		if apperr.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file of few bytes can have a picture gone over thousands of times: it is refused before that. A film behind it is none of it.
func TestAPictureOfVeryManySteps(t *testing.T) {
	good := asJPEG(t, 40, 20, 1)
	steps := bytes.Repeat([]byte{0xFF, 0xDA, 0, 2}, 5_000)
	_, err := Clean(append(append([]byte{}, good[:len(good)-2]...), steps...))
	if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "5001 steps") {
		t.Errorf("it is %v", err)
	}
	if _, err := Clean(append(append([]byte{}, good...), steps...)); err != nil {
		t.Errorf("a film behind it: %v", err)
	}
}

func FuzzClean(f *testing.F) {
	f.Add(asPNG(f, 4, 4))
	f.Add(asJPEG(f, 8, 8, 6))
	f.Add(bomb(4, 4))
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<16 {
			return
		}
		p, err := Clean(in)
		if err != nil {
			if apperr.KindOf(err) == "" {
				t.Errorf("refused with %v", err)
			}
			return
		}
		if p.Width > side || p.Height > side || len(p.Content) == 0 {
			t.Errorf("kept with %d × %d dots", p.Width, p.Height)
		}
	})
}
