package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

//go:embed static
var staticFiles embed.FS

// staticVersion changes whenever a static file does; it stands in their URLs,
// so that browsers may keep them for a year.
var staticVersion = sync.OnceValue(func() string {
	h := sha256.New()
	err := fs.WalkDir(staticFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := staticFiles.ReadFile(path)
		h.Write([]byte(path))
		h.Write(b)
		return err
	})
	if err != nil {
		panic(err) // the files are in the binary
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// static serves the embedded files under /static/.
func static() echo.HandlerFunc {
	root, err := fs.Sub(staticFiles, "static")
	if err != nil {
		panic(err) // the folder is in the binary
	}
	files := http.StripPrefix("/static/", http.FileServerFS(root))
	return func(c echo.Context) error {
		name := strings.TrimPrefix(c.Request().URL.Path, "/static/")
		if info, err := fs.Stat(root, name); err != nil || info.IsDir() {
			return errNoSuchPage
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
