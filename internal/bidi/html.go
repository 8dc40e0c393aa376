package bidi

import "bytes"

// HTML is a page, or a part of one, with every run of its texts that goes from right to left isolated: between tags by
// an element, in titles, choices and drawings, where none may stand, by signs. What is in an element that isolates
// or has a direction of its own is left alone, as are attributes, fields, scripts and styles. Without such a run the
// page itself is returned. It takes time and memory in proportion to the page, whatever that holds.
func HTML(page []byte) []byte {
	if !May(page) {
		return page
	}
	w := walker{out: make([]byte, 0, len(page)+len(page)/16)}
	for rest := page; len(rest) > 0; {
		at := bytes.IndexByte(rest, '<')
		if at < 0 {
			w.text(rest)
			break
		}
		w.text(rest[:at])
		rest = rest[at:]
		n := tagLength(rest)
		w.tag(rest[:n])
		rest = rest[n:]
	}
	return w.out
}

// walker goes through a page from tag to tag.
type walker struct {
	out []byte
	// left is the element whose texts are left alone, with how many of its name are open within it.
	left  string
	depth int
	// plain is the element in which no other may stand: title, option, svg.
	plain string
}

// text appends what stands between two tags.
func (w *walker) text(text []byte) {
	switch {
	case len(text) == 0:
	case w.left != "":
		w.out = append(w.out, text...)
	case w.plain != "":
		w.out = appendText(w.out, text, openPlain, shutPlain)
	default:
		w.out = appendText(w.out, text, open, shut)
	}
}

// tag appends a tag and takes note of what begins or ends with it.
func (w *walker) tag(tag []byte) {
	w.out = append(w.out, tag...)
	name, closes := tagName(tag)
	switch {
	case name == "":
	case w.left != "":
		if name == w.left && closes {
			w.depth--
		} else if name == w.left && !isEmpty(name, tag) {
			w.depth++
		}
		if w.depth == 0 {
			w.left = ""
		}
	case closes:
		if name == w.plain {
			w.plain = ""
		} else if name == "foreignobject" {
			w.plain = "svg" // which it stands in
		}
	case isEmpty(name, tag):
	case name == "script" || name == "style" || name == "textarea" || name == "bdi" || name == "bdo",
		name != "html" && hasAttribute(tag, "dir"),
		name == "option" && !hasAttribute(tag, "value"): // its text is what would be sent
		w.left, w.depth = name, 1
	case name == "foreignobject":
		w.plain = ""
	case w.plain == "" && (name == "title" || name == "option" || name == "svg"):
		w.plain = name
	}
}

// tagLength is how long the tag is that a text begins with: to the ">" that stands in no value.
func tagLength(text []byte) int {
	if bytes.HasPrefix(text, []byte("<!--")) {
		if end := bytes.Index(text, []byte("-->")); end >= 0 {
			return end + len("-->")
		}
		return len(text)
	}
	var quote byte
	for i, b := range text {
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '>':
			return i + 1
		}
	}
	return len(text)
}

// tagName is the name of a tag in small letters, and whether it ends an element. Comments and the like have none.
func tagName(tag []byte) (name string, closes bool) {
	tag = tag[1:]
	if len(tag) > 0 && tag[0] == '/' {
		tag, closes = tag[1:], true
	}
	end := bytes.IndexAny(tag, " \t\r\n/>")
	if end < 0 {
		end = len(tag)
	}
	if end == 0 || tag[0] == '!' {
		return "", closes
	}
	return string(bytes.ToLower(tag[:end])), closes
}

// isEmpty says whether an element has no end of its own.
func isEmpty(name string, tag []byte) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return bytes.HasSuffix(tag, []byte("/>"))
}

// hasAttribute says whether a tag has an attribute of a name, outside the values of others.
func hasAttribute(tag []byte, name string) bool {
	var quote byte
	for i, b := range tag {
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == ' ' || b == '\n' || b == '\t':
			if rest := tag[i+1:]; len(rest) > len(name) && bytes.EqualFold(rest[:len(name)], []byte(name)) {
				switch rest[len(name)] {
				case '=', ' ', '>', '\n', '\t', '/':
					return true
				}
			}
		}
	}
	return false
}
