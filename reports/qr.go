package reports

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"nzgs/internal/qr"
)

// QRImage is a text as a QR code with its quiet zone, a PNG of a few hundred pixels.
func QRImage(text string) ([]byte, error) {
	code, err := encodeQR(text)
	if err != nil {
		return nil, err
	}
	const module = 5 // pixels
	modules := code.Size
	side := (modules + 2*qr.QuietModules) * module
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		for x := range side {
			column, row := x/module-qr.QuietModules, y/module-qr.QuietModules
			if column >= 0 && row >= 0 && column < modules && row < modules && code.Dark(column, row) {
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

// QRTerminal is the code of a text for a terminal: two modules above each other in each place, light ones drawn, so
// that phones read it where letters are light on dark.
func QRTerminal(text string) (string, error) {
	code, err := encodeQR(text)
	if err != nil {
		return "", err
	}
	n := code.Size
	light := func(x, y int) bool {
		x, y = x-qr.QuietModules, y-qr.QuietModules
		if x < 0 || y < 0 || x >= n || y >= n {
			return y < n+qr.QuietModules
		}
		return !code.Dark(x, y)
	}
	var b strings.Builder
	for y := 0; y < n+2*qr.QuietModules; y += 2 {
		for x := range n + 2*qr.QuietModules {
			switch upper, lower := light(x, y), light(x, y+1); {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
