package reports

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// pdfText is a piece of text in a PDF, where it stands (in points from the
// bottom left) and its font and size.
type pdfText struct {
	x, y float64
	font string
	size float64
	text string
}

var (
	streamPattern = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	fontPattern   = regexp.MustCompile(`BT /(\S+) ([\d.]+) Tf ET`)
	textPattern   = regexp.MustCompile(`(?s)BT ([\d.-]+) ([\d.-]+) Td \((.*?[^\\])\) Tj ET`)
)

// pageStreams are the drawing instructions of each page.
func pageStreams(t testing.TB, pdf []byte) []string {
	t.Helper()
	var pages []string
	blocks := blocksOf(pdf)
	for _, m := range streamPattern.FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // not compressed: the character map
		}
		data, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		data = showBlocks(data, blocks)
		if bytes.Contains(data, []byte(" Tj ET")) {
			pages = append(pages, string(data))
		}
	}
	return pages
}

var blockPattern = regexp.MustCompile(`/TPL([0-9a-f]{40}) Do Q`)

// blocksOf are the instructions of the forms of a PDF, by the name that the library gives them: their hash.
func blocksOf(pdf []byte) map[string][]byte {
	out := map[string][]byte{}
	for _, m := range streamPattern.FindAllSubmatch(pdf, -1) {
		out[fmt.Sprintf("%x", sha1.Sum(m[1]))] = m[1]
	}
	return out
}

// showBlocks is a page with the instructions of the blocks that it shows in their places.
func showBlocks(page []byte, blocks map[string][]byte) []byte {
	return blockPattern.ReplaceAllFunc(page, func(show []byte) []byte {
		return blocks[string(blockPattern.FindSubmatch(show)[1])]
	})
}

// textsOf reads the pieces of text of each page.
func textsOf(t testing.TB, pdf []byte) [][]pdfText {
	t.Helper()
	var out [][]pdfText
	for _, stream := range pageStreams(t, pdf) {
		var page []pdfText
		var font string
		var size float64
		for stream != "" {
			f, m := fontPattern.FindStringSubmatchIndex(stream), textPattern.FindStringSubmatchIndex(stream)
			if m == nil {
				break
			}
			if f != nil && f[0] < m[0] {
				font, size = stream[f[2]:f[3]], parseFloat(t, stream[f[4]:f[5]])
				stream = stream[f[1]:]
				continue
			}
			page = append(page, pdfText{
				x: parseFloat(t, stream[m[2]:m[3]]), y: parseFloat(t, stream[m[4]:m[5]]), font: font, size: size,
				text: decodePDFString(t, stream[m[6]:m[7]]),
			})
			stream = stream[m[1]:]
		}
		out = append(out, page)
	}
	return out
}

func parseFloat(t testing.TB, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// decodePDFString undoes the escapes of a PDF string holding UTF-16.
func decodePDFString(t testing.TB, s string) string {
	t.Helper()
	var raw []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			raw = append(raw, s[i])
			continue
		}
		i++
		if s[i] == 'r' {
			raw = append(raw, '\r')
		} else {
			raw = append(raw, s[i])
		}
	}
	if len(raw)%2 != 0 {
		t.Fatalf("odd string %q", s)
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}

// linesOf joins the pieces of each line of a page as they are read.
func linesOf(page []pdfText) []string {
	var lines []string
	last := -1.0
	for _, p := range page {
		if p.y == last {
			lines[len(lines)-1] += "|" + p.text
			continue
		}
		lines = append(lines, p.text)
		last = p.y
	}
	return lines
}

func allText(pages [][]pdfText) string {
	var b strings.Builder
	for _, page := range pages {
		fmt.Fprintln(&b, strings.Join(linesOf(page), "\n"))
	}
	return b.String()
}
