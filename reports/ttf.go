package reports

import (
	"encoding/binary"
	"fmt"
	"sort"
)

// ttf is a TrueType font read where it lies: nothing of it is copied or
// unpacked until a subset is cut. It is safe for concurrent use.
type ttf struct {
	data      string
	tables    map[string]string
	unitsPer  int // font units per em
	metrics   int // glyphs with a width of their own
	glyphs    int
	longLoca  bool
	cmap      string // the Unicode (BMP) subtable, format 4
	segments  int
	groups    string // runs of runes and their glyphs, twelve bytes each, of a subtable of format 12
	descender int
	ascender  int
}

// parseTTF reads the directory of a font. The fonts are part of the program,
// so an error is a mistake in the build.
func parseTTF(data string) (*ttf, error) {
	f := &ttf{data: data, tables: map[string]string{}}
	if len(data) < 12 || (data[:4] != "\x00\x01\x00\x00" && data[:4] != "true") {
		return nil, fmt.Errorf("not a TrueType font")
	}
	for i := range u16(data, 4) {
		record := data[12+16*i:]
		offset, length := u32(record, 8), u32(record, 12)
		if offset+length > len(data) {
			return nil, fmt.Errorf("table %q is outside the font", record[:4])
		}
		f.tables[record[:4]] = data[offset : offset+length]
	}
	for _, name := range []string{"head", "hhea", "maxp", "hmtx", "loca", "glyf", "cmap", "OS/2", "post"} {
		if f.tables[name] == "" {
			return nil, fmt.Errorf("no table %q", name)
		}
	}
	f.unitsPer = u16(f.tables["head"], 18)
	f.longLoca = u16(f.tables["head"], 50) == 1
	f.metrics = u16(f.tables["hhea"], 34)
	f.ascender = i16(f.tables["hhea"], 4)
	f.descender = i16(f.tables["hhea"], 6)
	f.glyphs = u16(f.tables["maxp"], 4)
	return f, f.findCmap()
}

func (f *ttf) findCmap() error {
	cmap := f.tables["cmap"]
	for i := range u16(cmap, 2) {
		record := cmap[4+8*i:]
		platform, encoding := u16(record, 0), u16(record, 2)
		sub := cmap[u32(record, 4):]
		switch format := u16(sub, 0); {
		case format == 4 && (platform == 0 || platform == 3 && encoding == 1):
			f.cmap = sub
			f.segments = u16(sub, 6) / 2
		case format == 12:
			f.groups = sub[16 : 16+12*u32(sub, 12)]
		}
	}
	if f.segments == 0 && f.groups == "" {
		return fmt.Errorf("no Unicode character map")
	}
	return nil
}

// glyph is the number of the rune's glyph; 0 if the font has none.
func (f *ttf) glyph(r rune) int {
	if r < 0 {
		return 0
	}
	if r > 0xFFFF {
		return f.glyphBeyond(int(r))
	}
	c := int(r)
	low, high := 0, f.segments
	for low < high {
		middle := (low + high) / 2
		if u16(f.cmap, 14+2*middle) < c {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == f.segments {
		return 0
	}
	starts := 16 + 2*f.segments
	start := u16(f.cmap, starts+2*low)
	if c < start {
		return 0
	}
	delta := u16(f.cmap, starts+2*f.segments+2*low)
	rangeAt := starts + 4*f.segments + 2*low
	offset := u16(f.cmap, rangeAt)
	if offset == 0 {
		return (c + delta) & 0xFFFF
	}
	at := rangeAt + offset + 2*(c-start)
	if at+2 > len(f.cmap) {
		return 0
	}
	if g := u16(f.cmap, at); g != 0 {
		return (g + delta) & 0xFFFF
	}
	return 0
}

// glyphBeyond is the glyph of a rune beyond U+FFFF.
func (f *ttf) glyphBeyond(c int) int {
	n := len(f.groups) / 12
	at := sort.Search(n, func(i int) bool { return u32(f.groups, 12*i+4) >= c })
	if at == n || u32(f.groups, 12*at) > c {
		return 0
	}
	return u32(f.groups, 12*at+8) + c - u32(f.groups, 12*at)
}

// advance is the glyph's width in thousandths of the font size, rounded as PDF
// widths are.
func (f *ttf) advance(glyph int) int {
	units := u16(f.tables["hmtx"], 4*min(glyph, f.metrics-1))
	return (units*1000 + f.unitsPer/2) / f.unitsPer
}

// sideBearing is the glyph's left side bearing in font units.
func (f *ttf) sideBearing(glyph int) int {
	hmtx := f.tables["hmtx"]
	if glyph < f.metrics {
		return u16(hmtx, 4*glyph+2)
	}
	return u16(hmtx, 4*f.metrics+2*(glyph-f.metrics))
}

// outline is the glyph's drawing; empty for a blank.
func (f *ttf) outline(glyph int) string {
	loca, glyf := f.tables["loca"], f.tables["glyf"]
	if f.longLoca {
		return glyf[u32(loca, 4*glyph):u32(loca, 4*glyph+4)]
	}
	return glyf[2*u16(loca, 2*glyph) : 2*u16(loca, 2*glyph+2)]
}

func u16(s string, i int) int { return int(s[i])<<8 | int(s[i+1]) }
func i16(s string, i int) int { return int(int16(u16(s, i))) }
func u32(s string, i int) int { return u16(s, i)<<16 | u16(s, i+2) }

func put16(b []byte, v int) []byte { return binary.BigEndian.AppendUint16(b, uint16(v)) }
func put32(b []byte, v int) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }
