package web

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/web/events"
	"nzgs/web/kit"
	"nzgs/web/meetings"
	"nzgs/web/postal"
	"nzgs/web/records"
)

// staticParts are the styles and scripts of the kit and of the desks; no two
// have a file of the same name.
var staticParts = []fs.FS{kit.Static, events.Static, records.Static, meetings.Static, postal.Static}

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

// static serves the embedded files under /static/.
func static() echo.HandlerFunc {
	root := staticFiles{}
	files := http.StripPrefix("/static/", http.FileServerFS(root))
	return func(c echo.Context) error {
		name := strings.TrimPrefix(c.Request().URL.Path, "/static/")
		if info, err := fs.Stat(root, name); err != nil || info.IsDir() {
			return kit.ErrNoSuchPage
		}
		h := c.Response().Header()
		// The names of vendored files carry their version already.
		vendored := strings.HasPrefix(c.Request().URL.Path, "/static/vendor/")
		if vendored || c.QueryParam("v") == staticVersion() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			h.Set("Cache-Control", "public, max-age=300")
		}
		files.ServeHTTP(c.Response(), c.Request())
		return nil
	}
}
