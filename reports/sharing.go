package reports

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// Sharing is what the picture says that other programs show beside a link to a page.
type Sharing struct {
	Society string
	Title   string // of the page; "": the society's name stands for it
	Line    string // what the page is
}

// Measures of the picture, in pixels, and of its type: a pixel is 0.25 mm, so that text is measured as in prints.
const (
	sharingWidth, sharingHeight = 1200, 630
	sharingText                 = 760.0 // width of the text
	sharingLeft                 = 84.0
	pixelsPerMM                 = 4.0
)

var (
	sharingPaper  = color.RGBA{0xf5, 0xf7, 0xf6, 0xff}
	sharingInk    = color.RGBA{0x1b, 0x20, 0x22, 0xff}
	sharingMuted  = color.RGBA{0x50, 0x5a, 0x5c, 0xff}
	sharingAccent = color.RGBA{0x0c, 0x62, 0x56, 0xff}
	sharingKaya   = color.RGBA{0xe6, 0xc1, 0x7c, 0xff}
	sharingLines  = color.RGBA{0x98, 0x7c, 0x49, 0xff}
	sharingWhite  = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// SharingPNG writes the picture: 1200 by 630 pixels. The same input gives the same picture.
func SharingPNG(w io.Writer, s Sharing) error {
	p := picture{image.NewRGBA(image.Rect(0, 0, sharingWidth, sharingHeight)), vector.NewRasterizer(0, 0)}
	p.box(0, 0, sharingWidth, sharingHeight, sharingPaper)
	p.box(0, 0, 24, sharingHeight, sharingAccent)
	p.board(930, 0)
	title := s.Title
	if title == "" {
		title = s.Society
	}
	st, lines := sharingTitle(title)
	y := 96.0
	for _, line := range lines {
		y += pixels(st) * 0.9
		p.text(sharingLeft, y, line, st, sharingInk)
		y += pixels(st) * 0.32
	}
	small := style{size: 24}
	for _, line := range wrap(unbroken(printable(s.Line)), small, sharingText/pixelsPerMM, 3) {
		y += pixels(small) * 1.35
		p.text(sharingLeft, y, line, small, sharingMuted)
	}
	const foot = 542
	p.mark(sharingLeft, foot-44, 64)
	name := style{size: 22, weight: bold}
	p.text(sharingLeft+84, foot, fit(printable(s.Society), name, (sharingText-84)/pixelsPerMM), name, sharingInk)
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, p.of)
}

// sharingTitle breaks a title into three lines at most, in smaller type where it is long.
func sharingTitle(title string) (style, []string) {
	st := style{size: 52, weight: bold}
	text := unbroken(printable(strings.TrimSpace(title)))
	for ; st.size > 36; st.size -= 4 {
		if lines := wrap(text, st, sharingText/pixelsPerMM, maxRunes); len(lines) <= 3 {
			return st, lines
		}
	}
	return st, wrap(text, st, sharingText/pixelsPerMM, 3)
}

// pixels is the height of a style's em.
func pixels(st style) float64 { return st.size * mmPerPoint * pixelsPerMM }

// picture is a picture of pixels that is drawn on.
type picture struct {
	of   *image.RGBA
	line *vector.Rasterizer
}

func (p picture) box(x0, y0, x1, y1 int, c color.RGBA) {
	draw.Draw(p.of, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
}

// fill draws what path goes round that begins at x and y, as far as it is in the box and on the picture. path is told
// where it begins in what is drawn.
func (p picture) fill(at image.Rectangle, x, y float64, c color.RGBA, path func(z *vector.Rasterizer, x, y float32)) {
	at = at.Intersect(p.of.Bounds())
	if at.Empty() {
		return
	}
	p.line.Reset(at.Dx(), at.Dy())
	path(p.line, float32(x)-float32(at.Min.X), float32(y)-float32(at.Min.Y))
	p.line.Draw(p.of, at, image.NewUniform(c), image.Point{})
}

func (p picture) circle(x, y, r float64, c color.RGBA) {
	at := image.Rect(int(x-r)-1, int(y-r)-1, int(x+r)+2, int(y+r)+2)
	const k = 0.5523 // a quarter of a circle as a curve
	a, b := float32(r), float32(r*k)
	p.fill(at, x, y, c, func(z *vector.Rasterizer, dx, dy float32) {
		z.MoveTo(dx+a, dy)
		z.CubeTo(dx+a, dy+b, dx+b, dy+a, dx, dy+a)
		z.CubeTo(dx-b, dy+a, dx-a, dy+b, dx-a, dy)
		z.CubeTo(dx-a, dy-b, dx-b, dy-a, dx, dy-a)
		z.CubeTo(dx+b, dy-a, dx+a, dy-b, dx+a, dy)
		z.ClosePath()
	})
}

// stone is a stone; a white one has an edge.
func (p picture) stone(x, y, r float64, c color.RGBA) {
	p.circle(x, y, r, sharingInk)
	if c == sharingWhite {
		p.circle(x, y, r*0.93, sharingWhite)
	}
}

// board is the edge of a board with a few stones, down the right side.
func (p picture) board(left, top int) {
	const step = 72
	p.box(left, top, sharingWidth, sharingHeight, sharingKaya)
	for x := left + step/2; x < sharingWidth; x += step {
		p.box(x, top+step/2, x+2, sharingHeight, sharingLines)
	}
	for y := top + step/2; y < sharingHeight; y += step {
		p.box(left+step/2, y, sharingWidth, y+2, sharingLines)
	}
	for _, s := range []struct {
		x, y int
		c    color.RGBA
	}{{2, 2, sharingInk}, {2, 4, sharingWhite}, {3, 5, sharingInk}, {1, 6, sharingWhite}, {2, 6, sharingInk}, {3, 3, sharingWhite}} {
		p.stone(float64(left+step/2+s.x*step)+1, float64(top+step/2+s.y*step)+1, step*0.47, s.c)
	}
}

// mark is the society's mark: stones in the shape of the Southern Cross.
func (p picture) mark(x, y, side float64) {
	at := func(v float64) float64 { return v * side / 32 }
	p.box(int(x), int(y), int(x+side), int(y+side), sharingKaya)
	for v := 5.0; v < 28; v += 5.5 {
		p.box(int(x+at(v)), int(y+at(5)), int(x+at(v))+1, int(y+at(27)), sharingLines)
		p.box(int(x+at(5)), int(y+at(v)), int(x+at(27)), int(y+at(v))+1, sharingLines)
	}
	p.stone(x+at(16), y+at(5), at(3.3), sharingInk)
	p.stone(x+at(16), y+at(27), at(3.3), sharingInk)
	p.stone(x+at(10.5), y+at(16), at(3.2), sharingWhite)
	p.stone(x+at(21.5), y+at(10.5), at(3.2), sharingWhite)
}

// text sets printable text, its base line at y.
func (p picture) text(x, y float64, s string, st style, c color.RGBA) {
	by := shapers.Get().(*shaper)
	defer shapers.Put(by)
	em := pixels(st)
	for _, r := range runs(s, st.weight) {
		face := by.face(r.font)
		if r.glyphs != nil {
			for _, g := range r.glyphs {
				p.glyph(face, g.id, x+g.x*em, y-g.y*em, em, c)
			}
			x += r.width * em
			continue
		}
		f := embedded[r.font]()
		for _, letter := range r.text {
			g := f.glyph(letter)
			p.glyph(face, g, x, y, em, c)
			x += float64(f.advance(g)) / 1000 * em
		}
	}
}

// glyph draws a glyph of a font, whose base line begins at x and y.
func (p picture) glyph(face *font.Face, id int, x, y, em float64, c color.RGBA) {
	outline, ok := face.GlyphDataOutline(font.GID(id))
	if !ok || len(outline.Segments) == 0 {
		return
	}
	box, _ := face.GlyphExtents(font.GID(id))
	scale := float32(em) / float32(face.Upem())
	left, top := int(x)+int(box.XBearing*scale)-2, int(y)-int(box.YBearing*scale)-2
	at := image.Rect(left, top, left+int(box.Width*scale)+6, top+int(-box.Height*scale)+6)
	p.fill(at, x, y, c, func(z *vector.Rasterizer, dx, dy float32) {
		on := func(a opentype.SegmentPoint) (float32, float32) { return dx + a.X*scale, dy - a.Y*scale }
		for _, s := range outline.Segments {
			x1, y1 := on(s.Args[0])
			x2, y2 := on(s.Args[1])
			x3, y3 := on(s.Args[2])
			switch s.Op {
			case opentype.SegmentOpMoveTo:
				z.ClosePath()
				z.MoveTo(x1, y1)
			case opentype.SegmentOpLineTo:
				z.LineTo(x1, y1)
			case opentype.SegmentOpQuadTo:
				z.QuadTo(x1, y1, x2, y2)
			case opentype.SegmentOpCubeTo:
				z.CubeTo(x1, y1, x2, y2, x3, y3)
			}
		}
		z.ClosePath()
	})
}
