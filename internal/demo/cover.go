package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
)

// The colours of the pictures.
var (
	greenstone = color.RGBA{0x2f, 0x5d, 0x50, 0xff}
	slate      = color.RGBA{0x3a, 0x45, 0x52, 0xff}
	sand       = color.RGBA{0xc9, 0xa8, 0x6a, 0xff}
	kauri      = color.RGBA{0x8a, 0x5a, 0x34, 0xff}
	board      = color.RGBA{0xe3, 0xbf, 0x7d, 0xff}
	line       = color.RGBA{0x5d, 0x45, 0x22, 0xff}
	black      = color.RGBA{0x1b, 0x1d, 0x20, 0xff}
	white      = color.RGBA{0xf6, 0xf4, 0xee, 0xff}
)

// cover is the picture of an article: a board on paper of a colour. Its stones are written row by row, x black and o white.
type cover struct {
	paper  color.RGBA
	size   int
	stones string
}

// says is the picture in words.
func (c cover) says() string {
	if c.stones == "" {
		return fmt.Sprintf("An empty board of %d by %d lines", c.size, c.size)
	}
	return fmt.Sprintf("A board of %d by %d lines with stones on it", c.size, c.size)
}

// draw gives the picture as a PNG file, 480 dots wide and 360 high.
func (c cover) draw() ([]byte, error) {
	const width, height, margin = 480, 360, 34
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(c.paper), image.Point{}, draw.Src)
	side := height - 2*margin
	left := (width - side) / 2
	fill := func(r image.Rectangle, in color.RGBA) {
		draw.Draw(img, r, image.NewUniform(in), image.Point{}, draw.Src)
	}
	fill(image.Rect(left, margin, left+side, margin+side), board)
	step := float64(side) / float64(c.size+1)
	at := func(n int) int { return int(math.Round(step * float64(n+1))) }
	for n := range c.size {
		fill(image.Rect(left+at(n), margin+at(0), left+at(n)+1, margin+at(c.size-1)+1), line)
		fill(image.Rect(left+at(0), margin+at(n), left+at(c.size-1)+1, margin+at(n)+1), line)
	}
	for i, s := range c.stones {
		in := white
		switch s {
		case 'x':
			in = black
		case '.':
			continue
		}
		disc(img, float64(left+at(i%c.size))+.5, float64(margin+at(i/c.size))+.5, step*.48, in)
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

// disc paints a stone with a smooth edge.
func disc(img *image.RGBA, x, y, radius float64, in color.RGBA) {
	for py := int(y - radius - 1); py <= int(y+radius+1); py++ {
		for px := int(x - radius - 1); px <= int(x+radius+1); px++ {
			part := min(1, max(0, radius+.5-math.Hypot(float64(px)+.5-x, float64(py)+.5-y)))
			was := img.RGBAAt(px, py)
			mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
			img.SetRGBA(px, py, color.RGBA{mix(was.R, in.R), mix(was.G, in.G), mix(was.B, in.B), 0xff})
		}
	}
}
