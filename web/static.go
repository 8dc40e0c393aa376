package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/web/clubs"
	"nzgs/web/events"
	"nzgs/web/kit"
	"nzgs/web/meetings"
	"nzgs/web/postal"
	"nzgs/web/records"
	"nzgs/web/site"
)

// staticParts are the styles and scripts of the kit and of the desks; no two
// have a file of the same name.
var staticParts = []fs.FS{kit.Static, events.Static, records.Static, meetings.Static, postal.Static, clubs.Static, site.Static}

// staticVersion changes whenever a static file does; it stands in their URLs,
// so that browsers may keep them for a year.
var staticVersion = sync.OnceValue(func() string {
	h := sha256.New()
	for _, part := range staticParts {
		err := fs.WalkDir(part, "static", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := fs.ReadFile(part, path)
			h.Write([]byte(path))
			h.Write(b)
			return err
		})
		if err != nil {
			panic(err) // the files are in the binary
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// staticFiles is all static files as one folder.
type staticFiles struct{}

// Open finds the file in whichever part has it.
func (staticFiles) Open(name string) (fs.File, error) {
	for _, part := range staticParts {
		if f, err := part.Open("static/" + name); err == nil {
			return f, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// staticFile is a file as it goes out: compressed once, where that makes it smaller.
type staticFile struct {
	kind, tag    string
	whole, small []byte // small is nil where the whole is no bigger
}

// staticList makes each file ready when it is asked for first.
type staticList struct {
	mu    sync.Mutex
	files map[string]*staticFile
}

func (l *staticList) file(name string) (*staticFile, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.files[name]; f != nil {
		return f, nil
	}
	whole, err := fs.ReadFile(staticFiles{}, name)
	if err != nil {
		return nil, err
	}
	f := &staticFile{kind: kindOfFile(name), whole: whole}
	sum := sha256.Sum256(whole)
	f.tag = `W/"` + hex.EncodeToString(sum[:8]) + `"`
	if small, ok := squeezed(whole); ok && isSqueezable(f.kind) {
		f.small = small
	}
	l.files[name] = f
	return f, nil
}

// kindOfFile is a file's media type. That of scripts and styles is not left to what the machine has been told.
func kindOfFile(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".txt":
		return "text/plain; charset=utf-8"
	default:
		return mime.TypeByExtension(ext)
	}
}

// static serves the embedded files under /static/.
func static() echo.HandlerFunc {
	list := &staticList{files: map[string]*staticFile{}}
	return func(c echo.Context) error {
		name := strings.TrimPrefix(c.Request().URL.Path, "/static/")
		f, err := list.file(name)
		if err != nil {
			return kit.ErrNoSuchPage
		}
		h := c.Response().Header()
		// The names of vendored files carry their version already.
		if strings.HasPrefix(name, "vendor/") || c.QueryParam("v") == staticVersion() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			h.Set("Cache-Control", "public, max-age=300")
		}
		h.Set("ETag", f.tag)
		h.Set("Vary", "Accept-Encoding")
		if hasTag(c.Request().Header.Get("If-None-Match"), f.tag) {
			return c.NoContent(http.StatusNotModified)
		}
		body := f.whole
		if f.small != nil && takesGzip(c.Request().Header) {
			body = f.small
			h.Set("Content-Encoding", "gzip")
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		return c.Stream(http.StatusOK, f.kind, bytes.NewReader(body))
	}
}
