package reports

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/bits"
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
	above, runs []moduleRun // from the left
}

// moduleRun is dark modules beside each other, from a row on.
type moduleRun struct{ column, wide, from int }

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
		length := size * ((size + 7) / 8)
		if err != nil || length > len(rest) {
			return fmt.Errorf("a page with a code of %q modules", digits)
		}
		if of := code[:len(head)+1+length]; !bytes.Equal(of, c.of) {
			c.draw(place, size, rest[:length])
			c.of = append(c.of[:0], of...)
		}
		if _, err := w.Write(c.content); err != nil {
			return err
		}
		page = rest[length:]
	}
}

// draw sets c.content to the dark modules of a code as one shape of rectangles, runs together with the same run in the
// rows below, at a place that a PDF's "cm" takes. They are counted in modules, so that a code takes few bytes.
func (c *codes) draw(place []byte, size int, modules []byte) {
	c.content = append(append(append(c.content[:0], "q "...), place...), " cm\n"...)
	c.above = c.above[:0]
	wide := (size + 7) / 8
	for row := range size + 1 {
		var line []byte // below the last there is none
		if row < size {
			line = modules[row*wide:][:wide]
		}
		c.runs = runsOfModules(c.runs[:0], line, row)
		below := c.runs
		for _, r := range c.above {
			for len(below) > 0 && below[0].column < r.column {
				below = below[1:]
			}
			if len(below) > 0 && below[0].column == r.column && below[0].wide == r.wide {
				below[0].from = r.from
				continue
			}
			for _, n := range [...]int{r.column, r.from, r.wide, row - r.from} {
				c.content = append(strconv.AppendInt(c.content, int64(n), 10), ' ')
			}
			c.content = append(c.content, "re\n"...)
		}
		c.above, c.runs = c.runs, c.above
	}
	c.content = append(c.content, "f Q"...)
}

// runsOfModules appends the runs of a row, of which each byte is eight modules, the first the lowest bit.
func runsOfModules(to []moduleRun, line []byte, row int) []moduleRun {
	began := -1
	for i, eight := range line {
		for column := 0; column < 8; {
			left := eight >> column
			if began < 0 {
				column += bits.TrailingZeros8(left)
				if column < 8 {
					began = 8*i + column
				}
				continue
			}
			column += bits.TrailingZeros8(^left)
			if column < 8 {
				to, began = append(to, moduleRun{began, 8*i + column - began, row}), -1
			}
		}
	}
	if began >= 0 { // the last byte is dark to its end
		to = append(to, moduleRun{began, 8*len(line) - began, row})
	}
	return to
}
