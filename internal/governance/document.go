package governance

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
)

// Document is a file that an officer adds and members read: a paper of a meeting, or
// what goes out with voting papers. It is kept as it is, and given out as a file.
type Document struct {
	Name      string // file name
	MediaType string // one of those of mediaTypes
	Size      int
	Content   []byte // only of one that is read by itself
}

// mediaTypes are the kinds of document that are taken, by the end of their names.
var mediaTypes = map[string]string{
	".pdf": "application/pdf", ".txt": "text/plain", ".md": "text/markdown", ".png": "image/png", ".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
}

// DocumentEndings are the ends of the names of documents that are taken, as a form
// asks a browser for them.
const DocumentEndings = ".pdf,.txt,.md,.png,.jpg,.jpeg"

// MediaTypeOf is the kind of a file by the end of its name; "" of one that is not taken.
func MediaTypeOf(name string) string { return mediaTypes[strings.ToLower(path.Ext(name))] }

// Bounds of documents.
const (
	MaxDocument  = 5 << 20 // bytes
	MaxDocuments = 10      // of one vote, meeting or request
	maxFileName  = 120     // characters
)

// FileName is the name of a file without folders and stray spaces.
func FileName(name string) string {
	return strings.Join(strings.Fields(path.Base(strings.ReplaceAll(name, `\`, "/"))), " ")
}

// Check says what keeps a document from being taken beside so many others: field
// document.
func (d Document) Check(others int) apperr.Fields {
	var f apperr.Fields
	add := func(format string, args ...any) { f.Add("document", format, args...) }
	switch {
	case others >= MaxDocuments:
		add("There are %d documents already. Take one off first.", MaxDocuments)
	case len(d.Content) == 0 || d.Name == "." || d.Name == "/" || d.Name == "":
		add("Choose a file that is not empty.")
	case len(d.Content) > MaxDocument:
		add("The file is larger than %d MB.", MaxDocument>>20)
	case d.MediaType == "" || !taken(d.MediaType):
		add("Choose a PDF, a text or a picture (PNG, JPEG).")
	case !d.isOfItsKind():
		add("This file is not what its name says. Save it again as a PDF, a text or a picture (PNG, JPEG).")
	case utf8.RuneCountInString(d.Name) > maxFileName:
		add("Shorten the name of the file to %d characters.", maxFileName)
	case !utf8.ValidString(d.Name) || strings.ContainsFunc(d.Name, unicode.IsControl):
		add("The name of the file has characters that cannot be shown. Give it another name.")
	}
	return f
}

func taken(mediaType string) bool {
	for _, one := range mediaTypes {
		if one == mediaType {
			return true
		}
	}
	return false
}

// beginnings are how files of a kind begin. Before that of a PDF other bytes may stand.
var beginnings = map[string]string{
	"application/pdf": "%PDF", "image/png": "\x89PNG\r\n\x1a\n", "image/jpeg": "\xff\xd8\xff",
}

// isOfItsKind reports whether the content begins as its kind does; a text has no NUL.
func (d Document) isOfItsKind() bool {
	begins := []byte(beginnings[d.MediaType])
	switch d.MediaType {
	case "application/pdf":
		return bytes.Contains(d.Content[:min(len(d.Content), 1024)], begins)
	case "text/plain", "text/markdown":
		return bytes.IndexByte(d.Content, 0) < 0
	}
	return bytes.HasPrefix(d.Content, begins)
}
