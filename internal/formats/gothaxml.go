package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// What no tournament file comes near: how deep elements nest, how many attributes one has, and how long anything between
// two tags, or one tag, is.
const (
	maxDepth      = 12
	maxAttributes = 100
	maxToken      = 64 << 10
)

var errLongToken = errors.New("the token is too long")

// rationed gives out bytes up to a ration, which is renewed for each token, because the decoder holds a token whole.
type rationed struct {
	data   []byte
	ration int
}

func (r *rationed) ReadByte() (byte, error) {
	var one [1]byte
	_, err := r.Read(one[:])
	return one[0], err
}

func (r *rationed) Read(p []byte) (int, error) {
	switch {
	case len(r.data) == 0:
		return 0, io.EOF
	case r.ration <= 0:
		return 0, errLongToken
	}
	n := copy(p[:min(len(p), r.ration)], r.data)
	r.data, r.ration = r.data[n:], r.ration-n
	return n, nil
}

// element is an XML element with its attributes and where it begins.
type element struct {
	*Problems
	name  string
	line  int
	attrs []xml.Attr
	read  map[string]bool // attributes asked for
}

func (e *element) wrong(format string, args ...any) {
	e.Problems.line(e.line, "<"+e.name+">", format, args...)
}

func (e *element) value(name string) (string, bool) {
	e.read[name] = true
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// text gives an attribute, tidied; empty when it is not there.
func (e *element) text(name string) string {
	v, _ := e.value(name)
	s, reason := tidy(v, maxText)
	if reason != "" {
		e.wrong("%s %s", name, reason)
	}
	return s
}

// whole gives a whole number, or the fallback when the attribute is not there or blank.
func (e *element) whole(name string, fallback, low, high int) int {
	v, ok := e.value(name)
	v = strings.TrimSpace(v)
	if !ok || v == "" {
		return fallback
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		e.wrong("%s is %q; it must be a whole number from %d to %d", name, shorten(v), low, high)
		return fallback
	}
	return n
}

// truth gives true or false.
func (e *element) truth(name string) bool {
	v, _ := e.value(name)
	return strings.EqualFold(strings.TrimSpace(v), "true")
}

// known marks attributes that may be there and are not kept.
func (e *element) known(names ...string) {
	for _, n := range names {
		e.read[n] = true
	}
}

// xmlWalk goes through an XML text element by element. It resolves no entities but XML's own five.
type xmlWalk struct {
	*Problems
	path    []string // of the elements that are open
	unknown []string // attributes and elements no one asked for
}

// walk reads the text. Handlers get each element with its path from the root: "Tournament/Players/Player". They report
// whether they know it; what is inside one that is not known is not looked at.
func (w *xmlWalk) walk(data []byte, known func(path string, e *element) bool) {
	in := &rationed{data: bytes.TrimPrefix(data, []byte(byteOrderMark))}
	d := xml.NewDecoder(in)
	d.CharsetReader = charsetReader
	roots, skipping := 0, 0
	for !w.enough {
		line, _ := d.InputPos()
		in.ration = maxToken
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			w.end(line, roots)
			return
		case errors.Is(err, errLongToken):
			w.line(line, "", "a single tag, text or comment is longer than %d kB", maxToken>>10)
			return
		case err != nil:
			w.syntax(err)
			return
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.ContainsAny(t, "[") {
				w.line(line, "", "declarations inside the document type are not allowed; take them out")
				return
			}
		case xml.StartElement:
			if len(w.path) == 0 {
				roots++
			}
			w.path = append(w.path, t.Name.Local)
			if len(w.path) > maxDepth || roots > 1 {
				w.line(
					line, "<"+t.Name.Local+">", "this is not a tournament file: its elements are nested too deep, or it has two roots",
				)
				return
			}
			if skipping > 0 {
				continue
			}
			if !w.start(line, t, known) {
				skipping = len(w.path)
			}
		case xml.EndElement:
			if len(w.path) == 0 || w.path[len(w.path)-1] != t.Name.Local {
				w.line(line, "</"+t.Name.Local+">", "closes an element that is not open")
				return
			}
			if skipping == len(w.path) {
				skipping = 0
			}
			w.path = w.path[:len(w.path)-1]
		}
	}
}

func (w *xmlWalk) start(line int, t xml.StartElement, known func(path string, e *element) bool) bool {
	if len(t.Attr) > maxAttributes {
		w.line(line, "<"+t.Name.Local+">", "has more than %d attributes", maxAttributes)
		w.enough = true
		return false
	}
	path := strings.Join(w.path, "/")
	e := &element{Problems: w.Problems, name: t.Name.Local, line: line, attrs: t.Attr, read: map[string]bool{}}
	if !known(path, e) {
		w.strange("<" + t.Name.Local + ">")
		return false
	}
	for i, a := range t.Attr {
		if !e.read[a.Name.Local] && a.Name.Space == "" && a.Name.Local != "xmlns" {
			w.strange(t.Name.Local + "/" + a.Name.Local)
		}
		if slices.ContainsFunc(t.Attr[:i], func(b xml.Attr) bool { return b.Name == a.Name }) {
			e.wrong("%s is given twice", shorten(a.Name.Local))
		}
	}
	return true
}

// strange remembers, once, what is not known.
func (w *xmlWalk) strange(what string) {
	if len(w.unknown) < 100 && !slices.Contains(w.unknown, shorten(what)) {
		w.unknown = append(w.unknown, shorten(what))
	}
}

// end reports what is missing at the end of the text.
func (w *xmlWalk) end(line, roots int) {
	switch {
	case len(w.path) > 0:
		w.line(line, "<"+w.path[len(w.path)-1]+">", "is not closed; the file is incomplete")
	case roots == 0:
		w.at("", "the file is empty")
	}
}

func (w *xmlWalk) syntax(err error) {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		w.line(syntax.Line, "", "this is not XML: %s", syntax.Msg)
		return
	}
	w.at("", "this is not XML: %s", err)
}

// charsetReader reads the encodings that tournament files come in.
func charsetReader(name string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return in, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	case "iso-8859-15":
		return latin9.NewDecoder().Reader(in), nil
	}
	return nil, fmt.Errorf("the encoding %q is not known; save the file in UTF-8", shorten(name))
}
