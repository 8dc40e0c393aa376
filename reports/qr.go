package reports

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// QRImage is a text as a QR code with its quiet zone, a PNG of a few hundred pixels.
func QRImage(text string) ([]byte, error) {
	code, err := encodeQR(text)
	if err != nil {
		return nil, err
	}
	const module = 5 // pixels
	modules := code.Bounds().Dx()
	side := (modules + 2*quietModules) * module
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		for x := range side {
			column, row := x/module-quietModules, y/module-quietModules
			if column >= 0 && row >= 0 && column < modules && row < modules && dark(code, column, row) {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("make the picture of a code: %w", err)
	}
	return out.Bytes(), nil
}
