// Package picture makes pictures that people send fit for pages: decoded within bounds, turned as the camera was held, scaled
// and written anew, so that nothing but the picture itself is kept: no place, no camera, no script.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"sync"

	"golang.org/x/image/draw"

	"nzgs/internal/apperr"
)

// Picture is one as it is kept.
type Picture struct {
	MediaType     string // "image/jpeg" or "image/png"
	Width, Height int
	Content       []byte
}

const (
	// MaxBytes is how large a file may be that is read.
	MaxBytes = 10 << 20
	// maxDots is how many dots a picture may have when it is unpacked: up to eight bytes of each are in memory.
	maxDots = 24_000_000
	maxSide = 20_000
	// maxScans is how often a JPEG picture may go over its dots: few bytes make one go over all of them again.
	maxScans = 100
	// side is the longest side as it is kept.
	side   = 1600
	maxPNG = 400_000 // bytes; a larger one is kept as JPEG
)

// one has pictures unpacked one after the other: of several at once the memory would be taken several times.
var one sync.Mutex

// Clean reads a JPEG or PNG picture and writes it anew. What is none is refused with a sentence.
func Clean(content []byte) (Picture, error) {
	if len(content) > MaxBytes {
		return Picture{}, apperr.New(apperr.TooLarge, "This picture is larger than 10 MB. Make it smaller and choose it again.")
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || format != "jpeg" && format != "png" {
		return Picture{}, apperr.New(apperr.Invalid, "This is no JPEG or PNG picture. Save it as JPEG and choose it again.")
	}
	if head.Width < 1 || head.Height < 1 || head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxDots {
		return Picture{}, apperr.New(apperr.Invalid,
			"This picture has %d × %d dots, more than can be read here. Make it smaller and choose it again.", head.Width, head.Height)
	}
	if n := scans(content); format == "jpeg" && n > maxScans {
		return Picture{}, apperr.New(apperr.Invalid,
			"This picture is drawn in %d steps, more than can be read here. Save it again as JPEG and choose it again.", n)
	}
	one.Lock()
	defer one.Unlock()
	img, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return Picture{}, apperr.New(apperr.Invalid, "This picture is damaged and cannot be read. Choose another file.")
	}
	img = scaled(img)
	if format == "jpeg" {
		img = turned(img, orientation(content))
	}
	out := Picture{Width: img.Bounds().Dx(), Height: img.Bounds().Dy()}
	if format == "png" {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			return Picture{}, err
		}
		if out.MediaType, out.Content = "image/png", b.Bytes(); len(out.Content) <= maxPNG {
			return out, nil
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, onWhite(img), &jpeg.Options{Quality: 82}); err != nil {
		return Picture{}, err
	}
	out.MediaType, out.Content = "image/jpeg", b.Bytes()
	return out, nil
}

// scaled is the picture with no side longer than it may be.
func scaled(img image.Image) image.Image {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if long := max(w, h); long > side {
		w, h = max(1, w*side/long), max(1, h*side/long)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.ApproxBiLinear.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

func onWhite(img image.Image) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}

// turned is the picture as it was seen, given how the camera was held (Exif 2.3, 4.6.4: Orientation).
func turned(img image.Image, held int) image.Image {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	across := map[int]func(x, y int) (int, int){
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return h - 1 - y, x },
		7: func(x, y int) (int, int) { return h - 1 - y, w - 1 - x },
		8: func(x, y int) (int, int) { return y, w - 1 - x },
	}
	to := across[held]
	if to == nil {
		return img
	}
	bounds := image.Rect(0, 0, w, h)
	if held >= 5 {
		bounds = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(bounds)
	for y := range h {
		for x := range w {
			tx, ty := to(x, y)
			out.Set(tx, ty, img.At(x, y))
		}
	}
	return out
}
