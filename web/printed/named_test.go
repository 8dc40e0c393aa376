package printed_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/demo"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// others are the names of the society that the program was made for: of another one, nothing carries them.
var others = []string{"New Zealand Go Society", "NZGS"}

// A program that is set up for another society names that one alone, on every print and sheet, within their properties, in
// calendars, on pages and in letters.
func TestEveryPrintNamesTheSocietyOfTheSettings(t *testing.T) {
	s := settle(t, demo.Small())
	named := 0
	for _, m := range s.print() {
		text := string(m.content)
		switch m.ending() {
		case "pdf":
			text = string(s.run("pdftotext", "-raw", s.save(m), "-")) + string(s.run("pdfinfo", s.save(m)))
		case "xlsx":
			text = s.parts(m)
		}
		text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "\r\n ", "")
		s.namesNoOther(m.address, text)
		switch m.ending() {
		case "pdf", "xlsx": // the author of each file, whatever stands in it
			if !strings.Contains(text, kittest.TestSociety) {
				s.Errorf("%s does not name the society", m.address)
			}
			named++
		case "ics":
			for _, line := range []string{"PRODID:-//" + kittest.TestSociety + "//nzgs//EN", "ORGANIZER;CN="} {
				if !strings.Contains(text, line) {
					s.Errorf("%s lacks %q", m.address, line)
				}
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d prints were read", named)
	}
	for _, r := range s.Routes() {
		if r.Method != http.MethodGet || strings.Contains(r.Path, ":") || strings.Contains(r.Path, "*") || r.Ungated {
			continue
		}
		for _, as := range []string{"", "secretary", "treasurer"} {
			if a := s.browser(as).Get(r.Path); a.Status == http.StatusOK && strings.HasPrefix(a.Header.Get("Content-Type"), "text/") {
				s.namesNoOther(r.Path, a.Body)
			}
		}
	}
	letters, err := store.All(t.Context(), s.DB, store.Value[string], `SELECT subject || ' ' || body || ' ' || purpose FROM mail_letter`)
	s.Must(err)
	for _, l := range letters {
		s.namesNoOther("a letter", l)
	}
	if len(letters) < 10 {
		t.Errorf("only %d letters were read", len(letters))
	}
}

// namesNoOther finds the names of another society. What quotes its rules names them as they are.
func (s *society) namesNoOther(where, text string) {
	s.Helper()
	if strings.HasPrefix(where, "/rules") || strings.HasPrefix(where, "/constitution") {
		return
	}
	for _, name := range others {
		if i := strings.Index(text, name); i >= 0 {
			s.Errorf("%s names another society: …%s…", where, text[max(0, i-80):min(len(text), i+80)])
		}
	}
}

// parts are the texts of a workbook, its properties among them.
func (s *society) parts(m made) string {
	s.Helper()
	z, err := zip.NewReader(bytes.NewReader(m.content), int64(len(m.content)))
	s.Must(err)
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		s.Must(err)
		_, err = io.Copy(&all, r)
		s.Must(err)
	}
	return all.String()
}
