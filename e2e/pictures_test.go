package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// pictureNumber puts the pictures of a journey in order.
var pictureNumber atomic.Int64

// look is a way to look at a page.
type look struct {
	name   string
	screen screen
	scheme string
}

// looks are the ways a page is looked at: on its own screen and the other. Those
// of a screen follow each other, because it takes long to lay a page out anew.
var looks = []look{
	{"phone-dark", phone, "dark"},
	{"phone-light", phone, "light"},
	{"desktop-light", desktop, "light"},
	{"desktop-dark", desktop, "dark"},
}

// photograph saves the page in every look where NZGS_PICTURES says; without
// it, nothing.
func (w *window) photograph(note string) {
	dir := os.Getenv("NZGS_PICTURES")
	if dir == "" || w.hurried {
		return
	}
	name := fmt.Sprintf("%03d-%s", pictureNumber.Add(1), slug(w.address()))
	if note != "" {
		name += "-" + note
	}
	folder := filepath.Join(dir, strings.ReplaceAll(w.t.Name(), "/", "-"))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		w.t.Error(err)
		return
	}
	for _, l := range looks {
		if w.screen.mobile && !l.screen.mobile {
			continue // what is opened on a phone stays there
		}
		var png []byte
		err := w.try(l.screen.emulate(), scheme(l.scheme), chromedp.FullScreenshot(&png, 100))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+"-"+l.name+".png"), png, 0o600)
		}
		if err != nil {
			w.t.Logf("no picture of %s: %v", name, err)
		}
	}
	if err := w.try(w.screen.emulate(), scheme("light")); err != nil {
		w.t.Log(err)
	}
}

// scheme is the reader's setting for light or dark. Nothing moves: a picture
// taken, or a contrast measured, half way from one to the other is of neither.
func scheme(name string) chromedp.Action {
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	})
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slug(address string) string {
	s := strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(address), "-"), "-")
	if s == "" {
		return "front-page"
	}
	return s[:min(len(s), 60)]
}
