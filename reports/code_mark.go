package reports

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/jung-kurt/gofpdf"
)

// codeSign stands before a code in what the library holds of a page. No text has it: U+FFFF is no character.
var codeSign = []byte("\xFF\xFF\xFF\xFF")

// drawCode leaves in a page where a code stands and what its modules are: drawn for all pages at once, the codes of
// thousands of cards would be most of what is held. [codes.writeTo] draws it when its page is packed.
func (m mark) drawCode(pdf *gofpdf.Fpdf) {
	size := int(math.Round(m.width / m.line))
	_, height := pdf.GetPageSize()
	pdf.SetFillColor(0, 0, 0)
	module, left, top := m.line/mmPerPoint, m.x/mmPerPoint, (height-m.y)/mmPerPoint
	pdf.RawWriteStr(fmt.Sprintf("%s%d %.5f 0 0 -%.5f %.3f %.3f\n%s", codeSign, size, module, module, left, top, m.text))
}

// codes draws the codes of pages, with room to work in that it keeps.
type codes struct {
	content     []byte
	of          []byte      // the place and the modules that content draws: both sides of a table card have the same
	above, runs []moduleRun // by the column in which they begin
}

// moduleRun is dark modules beside each other, from a row on.
type moduleRun struct{ from, wide int }

// writeTo writes the content of a page with its codes drawn.
func (c *codes) writeTo(w io.Writer, page []byte) error {
	for {
		before, code, found := bytes.Cut(page, codeSign)
		if _, err := w.Write(before); err != nil || !found {
			return err
		}
		head, rest, _ := bytes.Cut(code, []byte("\n"))
		digits, place, _ := bytes.Cut(head, []byte(" "))
		size, err := strconv.Atoi(string(digits))
		bits := (size*size + 7) / 8
		if err != nil || bits > len(rest) {
			return fmt.Errorf("a page with a code of %q modules", digits)
		}
		if of := code[:len(head)+1+bits]; !bytes.Equal(of, c.of) {
			c.draw(place, size, rest[:bits])
			c.of = append(c.of[:0], of...)
		}
		if _, err := w.Write(c.content); err != nil {
			return err
		}
		page = rest[bits:]
	}
}

// draw sets c.content to the dark modules of a code as one shape of rectangles, runs together with the same run in the rows below, at a
// place that a PDF's "cm" takes. They are counted in modules, so that a code takes few bytes.
func (c *codes) draw(place []byte, size int, bits []byte) {
	dark := func(column, row int) bool {
		at := row*size + column
		return column < size && row < size && bits[at/8]>>(at%8)&1 == 1
	}
	c.content = append(append(append(c.content[:0], "q "...), place...), " cm\n"...)
	c.above, c.runs = append(c.above[:0], make([]moduleRun, size)...), append(c.runs[:0], make([]moduleRun, size)...)
	for row := range size + 1 {
		clear(c.runs)
		for column := 0; column < size; column++ {
			if begins := column; dark(column, row) {
				for dark(column, row) {
					column++
				}
				c.runs[begins] = moduleRun{row, column - begins}
			}
		}
		for column, r := range c.above {
			switch {
			case r.wide == 0:
			case c.runs[column].wide == r.wide:
				c.runs[column] = r
			default:
				for _, n := range [...]int{column, r.from, r.wide, row - r.from} {
					c.content = append(strconv.AppendInt(c.content, int64(n), 10), ' ')
				}
				c.content = append(c.content, "re\n"...)
			}
		}
		c.above, c.runs = c.runs, c.above
	}
	c.content = append(c.content, "f Q"...)
}
