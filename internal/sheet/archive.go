package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
)

// Limits on a workbook's insides. What a list needs is a small fraction.
const (
	maxUnpackedBytes = 50 << 20 // all parts together, declared and true
	maxInMemoryXML   = 1 << 20  // larger parts wait in a temporary file
	maxParts         = 2000
	maxSmallPart     = 2 << 20 // workbook, styles, relationships
	maxSmallElements = 40_000  // in each of those
	maxStringsBytes  = 5 << 20 // shared strings
	maxStrings       = 60_000
	maxDepth         = 64
	maxToken         = 128 << 10 // one tag, text, comment or CDATA section
)

var (
	errTooBig = whole(
		"The file unpacks to more than %d MB. Copy only the list into a new spreadsheet and upload that.",
		maxUnpackedBytes>>20,
	)
	errDamaged = whole(
		"The file is damaged or is not a spreadsheet. Open it in a spreadsheet program and save it again as XLSX.",
	)
	errOrnate = whole(
		"The workbook holds far more styles or text than a list needs. Copy only the list into a new spreadsheet and " +
			"upload that.",
	)
)

// archive is the zip file of a workbook, its parts by lower-case path.
type archive struct {
	parts    map[string]*zip.File
	unpacked int64 // true bytes read so far, over all parts
}

// openArchive checks the directory of the zip file: number of parts, names
// that occur twice, sizes as declared.
func openArchive(data []byte) (*archive, error) {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errDamaged
	}
	if len(zr.File) > maxParts {
		return nil, errOrnate
	}
	a := &archive{parts: make(map[string]*zip.File, len(zr.File))}
	var declared uint64
	for _, f := range zr.File {
		if f.UncompressedSize64 > maxUnpackedBytes {
			return nil, errTooBig
		}
		if declared += f.UncompressedSize64; declared > maxUnpackedBytes {
			return nil, errTooBig
		}
		name := partName(f.Name)
		if _, twice := a.parts[name]; twice {
			return nil, errDamaged
		}
		a.parts[name] = f
	}
	return a, a.refuseOtherKinds()
}

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// refuseOtherKinds names the zip files that are not XLSX workbooks.
func (a *archive) refuseOtherKinds() error {
	kinds := []struct{ part, problem string }{
		{"xl/workbook.bin", "The file is a binary Excel workbook (.xlsb). " + saveAs},
		{"word/document.xml", "The file is a text document, not a spreadsheet. " + saveAs},
		{"ppt/presentation.xml", "The file is a presentation, not a spreadsheet. " + saveAs},
		{"index/document.iwa", "The file is a Numbers document. Export it as XLSX or CSV and upload that."},
		{"index.zip", "The file is a Numbers document. Export it as XLSX or CSV and upload that."},
	}
	for _, k := range kinds {
		if a.parts[k.part] != nil {
			return whole("%s", k.problem)
		}
	}
	if a.parts["mimetype"] != nil && a.parts["content.xml"] != nil {
		return whole("The file is an OpenDocument spreadsheet (.ods) or text. %s", saveAs)
	}
	if a.parts["[content_types].xml"] == nil {
		return whole("The file is a zip archive, not a spreadsheet. Unpack it and upload the spreadsheet inside.")
	}
	return nil
}

// scan streams a part through visit, token by token, and measures its true
// size. It stops with an error at the first thing over a limit.
func (a *archive) scan(part string, limit partLimit, visit func(xml.Token) error) error {
	f := a.parts[part]
	if f == nil {
		return errDamaged
	}
	rc, err := f.Open()
	if err != nil {
		return errDamaged
	}
	defer rc.Close()
	counted := &countedReader{r: rc, total: &a.unpacked, left: limit.bytes, over: limit.over}
	d := xml.NewDecoder(&tokenGuard{r: counted})
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errDamaged }
	if err := scanTokens(d, limit, visit); err != nil {
		return reason(err)
	}
	// What stands behind the last element counts as well, and reading to the
	// end lets the zip reader compare size and checksum.
	if _, err := io.Copy(io.Discard, counted); err != nil {
		return reason(err)
	}
	return nil
}

// partLimit is what one part may be.
type partLimit struct {
	bytes    int64
	elements int
	over     error // what to say when it is more
}

var (
	smallPart   = partLimit{bytes: maxSmallPart, elements: maxSmallElements, over: errOrnate}
	stringsPart = partLimit{bytes: maxStringsBytes, elements: 6 * maxStrings, over: errOrnate}
	sheetPart   = partLimit{bytes: maxUnpackedBytes, elements: 1 << 62, over: errTooBig}
)

func scanTokens(d *xml.Decoder, limit partLimit, visit func(xml.Token) error) error {
	depth, elements := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if depth != 0 || elements == 0 {
				return errDamaged
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			if elements++; elements > limit.elements {
				return limit.over
			}
			if depth > maxDepth || len(t.Attr) > maxDepth {
				return errDamaged
			}
		case xml.EndElement:
			if depth--; depth < 0 {
				return errDamaged
			}
		}
		if err := visit(token); err != nil {
			return err
		}
	}
}

// reason keeps an *Error and takes everything else for damage: it came from
// the zip reader or the XML decoder.
func reason(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return errDamaged
}

// countedReader stops at the limit of a part and of the whole workbook.
type countedReader struct {
	r     io.Reader
	total *int64
	left  int64
	over  error
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.left -= int64(n)
	*c.total += int64(n)
	if c.left < 0 {
		return 0, c.over
	}
	if *c.total > maxUnpackedBytes {
		return 0, errTooBig
	}
	return n, err
}

// slim writes a workbook that holds only the given parts, still compressed as
// they were: pictures, other sheets and macros never reach the library. A part
// with a name beside it is written under that name.
func (a *archive) slim(parts []slimPart) ([]byte, error) {
	var out bytes.Buffer
	zw := zip.NewWriter(&out)
	for _, p := range parts {
		f := a.parts[p.part]
		if f == nil {
			continue
		}
		header := f.FileHeader
		header.Extra = nil
		header.Name = p.name
		if header.Name == "" {
			header.Name = strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		}
		w, err := zw.CreateRaw(&header)
		if err != nil {
			return nil, errDamaged
		}
		r, err := f.OpenRaw()
		if err != nil {
			return nil, errDamaged
		}
		if _, err := io.Copy(w, r); err != nil {
			return nil, errDamaged
		}
	}
	if err := zw.Close(); err != nil {
		return nil, errDamaged
	}
	return out.Bytes(), nil
}

type slimPart struct{ part, name string }

// relation is one line of a .rels file: what kind of part, and where.
type relation struct{ kind, part string }

// relations reads the .rels file of a part by id.
func (a *archive) relations(source string) (map[string]relation, error) {
	relations := map[string]relation{}
	err := a.scan(relsPart(source), smallPart, func(token xml.Token) error {
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "Relationship" || attr(start, "TargetMode") == "External" {
			return nil
		}
		target := attr(start, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(source), target)
		}
		relations[attr(start, "Id")] = relation{kind: path.Base(attr(start, "Type")), part: partName(target)}
		return nil
	})
	return relations, err
}

// relsPart is where the relationships of a part stand; "" is the whole file.
func relsPart(source string) string {
	if source == "" {
		return "_rels/.rels"
	}
	return path.Join(path.Dir(source), "_rels", path.Base(source)+".rels")
}

// attr is the value of the attribute with that local name, as the library
// reads it too: the last one, should it occur twice.
func attr(e xml.StartElement, local string) string {
	value := ""
	for _, a := range e.Attr {
		if a.Name.Local == local {
			value = a.Value
		}
	}
	return value
}
