package reports

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"strconv"
)

// deflated packs the pages of a PDF as the library would, which takes a new compressor of more than a megabyte for each
// page: five thousand letters took gigabytes.
func deflated(pdf []byte) ([]byte, error) {
	starts, table, err := objectsOf(pdf)
	if err != nil {
		return nil, err
	}
	var out, packed bytes.Buffer
	out.Grow(len(pdf) / 2)
	by, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		return nil, err
	}
	inOrder := slices.Clone(starts)
	slices.Sort(inOrder)
	moved := make(map[int]int, len(starts))
	out.Write(pdf[:inOrder[0]])
	var drawn codes
	page := false // whether the object before is a page, whose content follows it
	for i, start := range inOrder {
		end := table
		if i+1 < len(inOrder) {
			end = inOrder[i+1]
		}
		moved[start] = out.Len()
		object := pdf[start:end]
		head, content, found := bytes.Cut(object, []byte("\nstream\n"))
		if !page || !found {
			out.Write(object)
		} else {
			packed.Reset()
			by.Reset(&packed)
			length := bytes.LastIndex(content, []byte("\nendstream\n"))
			if err := drawn.writeTo(by, content[:length]); err != nil {
				return nil, err
			}
			if err := by.Close(); err != nil {
				return nil, err
			}
			name, _, _ := bytes.Cut(head, []byte("\n"))
			fmt.Fprintf(&out, "%s\n<</Filter /FlateDecode /Length %d>>\nstream\n", name, packed.Len())
			out.Write(packed.Bytes())
			out.Write(content[length:])
		}
		page = bytes.Contains(head[:min(len(head), 40)], []byte("<</Type /Page\n"))
	}
	return withTable(&out, pdf[table:], starts, moved), nil
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

// withTable writes the table of objects with the places to which they moved, and what follows it.
func withTable(out *bytes.Buffer, rest []byte, starts []int, moved map[int]int) []byte {
	table := out.Len()
	const line = len("0000000000 00000 n \n")
	head := bytes.Index(rest, []byte(" f \n")) + len(" f \n")
	out.Write(rest[:head])
	for _, start := range starts {
		fmt.Fprintf(out, "%010d 00000 n \n", moved[start])
	}
	trailer := rest[head+len(starts)*line:]
	trailer = trailer[:bytes.LastIndex(trailer, []byte("startxref\n"))]
	out.Write(trailer)
	fmt.Fprintf(out, "startxref\n%d\n%%%%EOF\n", table)
	return out.Bytes()
}
