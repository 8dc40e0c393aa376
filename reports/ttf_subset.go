package reports

import (
	"encoding/binary"
	"maps"
	"slices"
)

// subset cuts a font that holds only the glyphs given, each by the rune up to U+FFFF that a PDF names it by. gofpdf is
// handed such subsets only: parsing a whole CJK font would cost it tens of megabytes for each document, and it writes
// into the bytes it is given.
func (f *ttf) subset(glyphs map[rune]int) []byte {
	order, number := f.closure(glyphs)

	var loca, glyf, hmtx []byte
	for _, glyph := range order {
		loca = put32(loca, len(glyf))
		glyf = append(glyf, renumber([]byte(f.outline(glyph)), number)...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		hmtx = put16(hmtx, u16(f.tables["hmtx"], 4*min(glyph, f.metrics-1)))
		hmtx = put16(hmtx, f.sideBearing(glyph))
	}
	loca = put32(loca, len(glyf))

	head := []byte(f.tables["head"])
	binary.BigEndian.PutUint16(head[50:], 1) // long offsets in loca
	hhea := []byte(f.tables["hhea"])
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(order)))
	maxp := []byte(f.tables["maxp"])
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(order)))
	post := append([]byte("\x00\x03\x00\x00"), f.tables["post"][4:32]...)

	return assemble(map[string][]byte{
		"head": head, "hhea": hhea, "maxp": maxp, "post": post,
		"hmtx": hmtx, "loca": loca, "glyf": glyf,
		"cmap": subsetCmap(glyphs, number),
		"name": {0, 0, 0, 0, 0, 6}, // no names: the fonts' own are reserved by their licences
		"OS/2": []byte(f.tables["OS/2"]),
		"cvt ": []byte(f.tables["cvt "]),
		"fpgm": []byte(f.tables["fpgm"]),
		"prep": []byte(f.tables["prep"]),
	})
}

// closure lists the glyphs needed, those inside composite glyphs included, in
// the order of the font, and gives each its new number.
func (f *ttf) closure(glyphs map[rune]int) (order []int, number map[int]int) {
	number = map[int]int{0: 0}
	todo := []int{0}
	todo = slices.AppendSeq(todo, maps.Values(glyphs))
	for len(todo) > 0 {
		glyph := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, seen := number[glyph]; seen && glyph != 0 {
			continue
		}
		number[glyph] = 0
		eachComponent([]byte(f.outline(glyph)), func(id []byte) {
			if part := int(binary.BigEndian.Uint16(id)); part != glyph {
				todo = append(todo, part)
			}
		})
	}
	order = slices.Sorted(maps.Keys(number))
	for i, glyph := range order {
		number[glyph] = i
	}
	return order, number
}

// renumber puts the new numbers into a composite glyph.
func renumber(outline []byte, number map[int]int) []byte {
	eachComponent(outline, func(id []byte) {
		binary.BigEndian.PutUint16(id, uint16(number[int(binary.BigEndian.Uint16(id))]))
	})
	return outline
}

// eachComponent visits the glyph numbers inside a composite glyph (TrueType
// reference, 'glyf': flags, glyph number, arguments, scale).
func eachComponent(outline []byte, visit func(id []byte)) {
	const (
		wordArguments = 1 << 0
		oneScale      = 1 << 3
		more          = 1 << 5
		twoScales     = 1 << 6
		matrix        = 1 << 7
	)
	if len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return
	}
	for at, flags := 10, uint16(more); flags&more != 0; {
		flags = binary.BigEndian.Uint16(outline[at:])
		visit(outline[at+2 : at+4])
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&matrix != 0:
			at += 8
		}
	}
}

// subsetCmap maps the runes to their new glyphs, one segment for each rune.
func subsetCmap(glyphs map[rune]int, number map[int]int) []byte {
	sorted := slices.Sorted(maps.Keys(glyphs))
	n := len(sorted) + 1
	search, selector := 2, 0
	for ; search*2 <= n*2; search *= 2 {
		selector++
	}
	var ends, starts, deltas, offsets []byte
	for _, r := range sorted {
		ends = put16(ends, int(r))
		starts = put16(starts, int(r))
		deltas = put16(deltas, number[glyphs[r]]-int(r))
		offsets = put16(offsets, 0)
	}
	ends, starts = put16(ends, 0xFFFF), put16(starts, 0xFFFF)
	deltas, offsets = put16(deltas, 1), put16(offsets, 0)

	b := []byte{0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12} // one table: Windows, Unicode BMP
	for _, v := range []int{4, 16 + 8*n, 0, 2 * n, search, selector, 2*n - search} {
		b = put16(b, v)
	}
	b = append(b, ends...)
	b = put16(b, 0)
	return slices.Concat(b, starts, deltas, offsets)
}

// assemble writes the tables that are not empty as a font.
func assemble(tables map[string][]byte) []byte {
	maps.DeleteFunc(tables, func(_ string, data []byte) bool { return len(data) == 0 })
	names := slices.Sorted(maps.Keys(tables))
	search, selector := 16, 0
	for ; search*2 <= len(names)*16; search *= 2 {
		selector++
	}
	font := []byte("\x00\x01\x00\x00")
	for _, v := range []int{len(names), search, selector, len(names)*16 - search} {
		font = put16(font, v)
	}
	offset := 12 + 16*len(names)
	for _, name := range names {
		data := tables[name]
		font = append(font, name...)
		font = put32(font, checksum(data))
		font = put32(font, offset)
		font = put32(font, len(data))
		offset += (len(data) + 3) &^ 3
	}
	for _, name := range names {
		font = append(font, tables[name]...)
		for len(font)%4 != 0 {
			font = append(font, 0)
		}
	}
	return font
}

func checksum(data []byte) int {
	var sum uint32
	for i, b := range data {
		sum += uint32(b) << (24 - 8*(i%4))
	}
	return int(sum)
}
