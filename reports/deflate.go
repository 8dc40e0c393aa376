package reports

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// pageSign and a page's number stand in the place of its content in what the library holds and writes.
var pageSign = []byte("packed page ")

// pagePacker packs pages as the library would, which takes a new compressor of more than a megabyte for each, and holds
// the content of all of them, and all of them again as it writes: five thousand letters took gigabytes.
type pagePacker struct {
	pages  [][]byte
	packed bytes.Buffer
	by     *zlib.Writer
	drawn  codes
}

func newPagePacker() (*pagePacker, error) {
	p := &pagePacker{}
	var err error
	p.by, err = zlib.NewWriterLevel(&p.packed, zlib.BestSpeed)
	return p, err
}

// pack keeps a page's content. What it gives stands in its place until [pagePacker.writeTo].
func (p *pagePacker) pack(content []byte) (string, error) {
	p.packed.Reset()
	p.by.Reset(&p.packed)
	if err := p.drawn.writeTo(p.by, content); err != nil {
		return "", err
	}
	if err := p.by.Close(); err != nil {
		return "", err
	}
	p.pages = append(p.pages, bytes.Clone(p.packed.Bytes()))
	return fmt.Sprintf("%s%d\n", pageSign, len(p.pages)-1), nil
}

// counting counts the bytes that are written.
type counting struct {
	to      io.Writer
	written int
}

func (c *counting) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.written += n
	return n, err
}

// inEnglish is what a PDF's catalog says beside what the library writes there: in what language it is, and that windows
// show its title (PDF 1.7, 14.9.2 and 12.2).
const (
	catalog   = "/Type /Catalog"
	inEnglish = "\n/Lang (en-NZ)\n/ViewerPreferences <</DisplayDocTitle true>>"
)

// writeTo writes a PDF that the library wrote, with the packed contents of its pages in their places.
func (p *pagePacker) writeTo(w io.Writer, pdf []byte) error {
	starts, table, err := objectsOf(pdf)
	if err != nil {
		return err
	}
	out := &counting{to: bufio.NewWriterSize(w, 1<<16)}
	inOrder := slices.Clone(starts)
	slices.Sort(inOrder)
	moved := make(map[int]int, len(starts))
	if _, err := out.Write(pdf[:inOrder[0]]); err != nil {
		return err
	}
	page := false // whether the object before is a page, whose content follows it
	for i, start := range inOrder {
		end := table
		if i+1 < len(inOrder) {
			end = inOrder[i+1]
		}
		moved[start] = out.written
		object := pdf[start:end]
		if err := p.writeObject(out, object, page); err != nil {
			return err
		}
		page = bytes.Contains(object[:min(len(object), 40)], []byte("<</Type /Page\n"))
	}
	if err := writeTable(out, pdf[table:], starts, moved); err != nil {
		return err
	}
	return out.to.(*bufio.Writer).Flush()
}

// writeObject writes an object; content says whether it is that of a page.
func (p *pagePacker) writeObject(out io.Writer, object []byte, content bool) error {
	if _, rest, found := bytes.Cut(object, pageSign); content && found {
		digits, _, _ := bytes.Cut(rest, []byte("\n"))
		number, err := strconv.Atoi(string(digits))
		if err != nil || number >= len(p.pages) {
			return fmt.Errorf("a page whose content has the number %q", digits)
		}
		name, _, _ := bytes.Cut(object, []byte("\n"))
		packed := p.pages[number]
		_, err = fmt.Fprintf(out, "%s\n<</Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream\nendobj\n", name, len(packed), packed)
		return err
	}
	if at := bytes.Index(object[:min(len(object), 60)], []byte(catalog)); at >= 0 {
		_, err := fmt.Fprintf(out, "%s%s%s", object[:at+len(catalog)], inEnglish, object[at+len(catalog):])
		return err
	}
	_, err := out.Write(object)
	return err
}

const tableHead = "xref\n0 "

// objectsOf finds where the objects of a PDF begin that the library wrote, by their numbers from 1, and its table.
func objectsOf(pdf []byte) (starts []int, table int, err error) {
	if table = bytes.LastIndex(pdf, []byte("\n"+tableHead)) + 1; table == 0 {
		return nil, 0, fmt.Errorf("a PDF without a table of objects")
	}
	lines := bytes.SplitAfter(pdf[table:], []byte("\n"))
	for _, line := range lines[3:] {
		if len(line) != len("0000000000 00000 n \n") {
			break
		}
		at, err := strconv.Atoi(string(line[:10]))
		if err != nil || at >= table {
			return nil, 0, fmt.Errorf("a PDF whose table says %q", line)
		}
		starts = append(starts, at)
	}
	if len(starts) == 0 {
		return nil, 0, fmt.Errorf("a PDF without objects")
	}
	return starts, table, nil
}

// writeTable writes the table of objects with the places to which they moved, and what follows it.
func writeTable(out *counting, rest []byte, starts []int, moved map[int]int) error {
	table := out.written
	const line = len("0000000000 00000 n \n")
	head := bytes.Index(rest, []byte(" f \n")) + len(" f \n")
	lines := slices.Clone(rest[:head])
	for _, start := range starts {
		lines = fmt.Appendf(lines, "%010d 00000 n \n", moved[start])
	}
	trailer := rest[head+len(starts)*line:]
	lines = append(lines, trailer[:bytes.LastIndex(trailer, []byte("startxref\n"))]...)
	_, err := out.Write(fmt.Appendf(lines, "startxref\n%d\n%%%%EOF\n", table))
	return err
}
