package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// onlyLinks is a paragraph that has nothing but links, with what stands between two of them.
var onlyLinks = regexp.MustCompile(`<p(?: class="([^"]*)")?>(?:<a [^>]*>[^<{]*</a>[ ·,]*)+</p>`)

// saysMore are paragraphs of links that say something also to whoever reads them on paper.
var saysMore = []string{"The prizes are announced"}

// What only leads to another page is not printed: on paper “All news” leads nowhere.
func TestLinksThatOnlyLeadOnAreNotPrinted(t *testing.T) {
	files, err := filepath.Glob("*/templates/*.html")
	for _, deeper := range []string{"*/templates/*/*.html", "*/templates/*/*/*.html"} {
		more, problem := filepath.Glob(deeper)
		if problem != nil {
			t.Fatal(problem)
		}
		files = append(files, more...)
	}
	if err != nil || len(files) < 200 {
		t.Fatalf("%d templates, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
	found:
		for _, m := range onlyLinks.FindAllSubmatch(text, -1) {
			for _, may := range saysMore {
				if strings.Contains(string(m[0]), may) {
					continue found
				}
			}
			if !strings.Contains(string(m[1]), "no-print") {
				t.Errorf("%s prints a way to another page: %s", file, m[0])
			}
		}
	}
}

// Each of these pages leaves what can only be pressed out of print, and says on paper at which address it stands.
func TestPagesOnPaperHaveNoDeadWords(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	for path, dead := range map[string]string{
		"/news": "Have the newsletter sent to you", "/about": "More about the society", "/contact": "Who they are",
		"/rules-of-play": "Have a record", "/rules/board": "New to the game?", "/rules/first-steps": "Now play:",
	} {
		body := b.Get(path).Body
		at := strings.Index(body, dead)
		if at < 0 {
			t.Errorf("%s does not say %q", path, dead)
			continue
		}
		if before := body[max(0, at-120):at]; !strings.Contains(before, "no-print") {
			t.Errorf("%s prints %q: %s", path, dead, before)
		}
		if !strings.Contains(body, `<p class="print-only print-address">http`) || !strings.Contains(body, path+"</p>") {
			t.Errorf("%s does not say on paper where it stands", path)
		}
	}
	css, err := os.ReadFile("kit/static/print.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{".no-print,\nh2:has(+ .no-print:last-child) { display: none !important; }", ".print-only { display: block; }", ".flash:not(.kind-warning, .kind-error)"} {
		if !strings.Contains(string(css), rule) {
			t.Errorf("print.css lacks %q", rule)
		}
	}
}
