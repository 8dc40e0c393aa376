// Package qr makes the QR codes of prints, pages and terminals.
package qr

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"

	"rsc.io/qr/coding"
)

// Code is a QR code without its quiet zone.
type Code struct {
	Size int   // modules on a side
	rows []row // from the top
}

// QuietModules is the width of the quiet zone around a code in modules, as the standard asks (ISO/IEC 18004, 6.3.8).
const QuietModules = 4

// Dark says whether the module in a column and a row, both from 0 at the top left, is dark.
func (c Code) Dark(x, y int) bool { return c.rows[y].at(x) }

// Bits are the modules row by row, each row from a byte of its own: the bit of a dark one is set, the first the lowest.
func (c Code) Bits() []byte {
	wide := (c.Size + 7) / 8
	out := make([]byte, 0, c.Size*wide)
	for _, r := range c.rows {
		for i := range wide {
			out = append(out, r.eight(i))
		}
	}
	return out
}

// level is how much of a code may be lost: a seventh.
const level = coding.M

// Encode makes the code of a text, in the mask by which readers are least misled (ISO/IEC 18004, 7.8): for the same text
// always the same. It fails for a text of more than 2,331 bytes.
func Encode(text string) (Code, error) {
	plan, first, err := encode(text)
	if err != nil {
		return Code{}, err
	}
	best, least := 0, math.MaxInt
	masked := Code{first.Size, make([]row, first.Size)}
	for mask, change := range plan.masks {
		first.change(change, masked)
		if p := masked.penalty(least); p < least {
			best, least = mask, p
		}
	}
	return first.changed(plan.masks[best]), nil
}

// encode is the code of a text in the first mask, and its plan.
func encode(text string) (*plan, Code, error) {
	var data coding.Encoding = coding.String(strings.ToValidUTF8(text, "\uFFFD"))
	if short := coding.Alpha(text); short.Check() == nil { // capitals and figures, as on voting papers: a smaller code
		data = short
	}
	version := coding.Version(coding.MinVersion)
	for version < coding.MaxVersion && data.Bits(version) > version.DataBytes(level)*8 {
		version++
	}
	p, err := planOf(version)
	if err != nil {
		return nil, Code{}, fmt.Errorf("plan a QR code of version %d: %w", version, err)
	}
	drawn, err := p.first.Encode(data)
	if err != nil {
		return nil, Code{}, fmt.Errorf("make a QR code: %w", err)
	}
	return p, codeOf(drawn), nil
}

// plan is where the bits of a version's codes stand, and what its masks change.
type plan struct {
	first *coding.Plan // in the first mask
	masks [8][]row     // the modules that differ between the first mask and each
}

// plans are those of the versions that were used.
var plans sync.Map

// planOf is the plan of a version. The library draws in a mask that it is given; a mask changes the same modules of
// every text.
func planOf(version coding.Version) (*plan, error) {
	if known, found := plans.Load(version); found {
		return known.(*plan), nil
	}
	made := &plan{}
	var first Code
	for mask := range made.masks {
		p, err := coding.NewPlan(version, level, coding.Mask(mask))
		if err != nil {
			return nil, err
		}
		drawn, err := p.Encode(coding.String(""))
		if err != nil {
			return nil, err
		}
		code := codeOf(drawn)
		if mask == 0 {
			made.first, first = p, code
		}
		made.masks[mask] = code.changed(first.rows).rows
	}
	plans.Store(version, made)
	return made, nil
}

func codeOf(drawn *coding.Code) Code {
	c := Code{drawn.Size, make([]row, drawn.Size)}
	for y := range c.rows {
		line := drawn.Bitmap[y*drawn.Stride:][:(drawn.Size+7)/8]
		for i, b := range line {
			c.rows[y].put(i, bits.Reverse8(b))
		}
	}
	return c
}

// changed is the code with other modules where a bit is set.
func (c Code) changed(by []row) Code {
	out := Code{c.Size, make([]row, c.Size)}
	c.change(by, out)
	return out
}

// change puts into another code of this size what [Code.changed] is.
func (c Code) change(by []row, out Code) {
	for y := range out.rows {
		out.rows[y] = c.rows[y].xor(by[y])
	}
}
