package web_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit/kittest"
)

// /mi/… is a page in te reo Māori, by its address alone: marked, as a draft in both languages, with the same page in English
// one link away; links and forms stay in it as far as there are words.
func TestAPageInTeReoByItsAddress(t *testing.T) {
	s := kittest.EmptySite(t)
	if _, err := s.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: "Ōtautahi Go", City: "Christchurch"}); err != nil {
		t.Fatal(err)
	}
	b := s.Browser("")
	home := b.Get("/mi/")
	home.Wants(
		t, http.StatusOK, `<html lang="mi">`, `<body lang="en-NZ"`, `lang="mi">Ngā karapu</a>`, "Kāore anō kia", "This translation is a draft",
		`<h1 lang="mi" id="intro-title">Go i Aotearoa</h1>`, `href="/mi/clubs"`, `action="/mi/search"`, `href="/join"`,
		`<a hreflang="en-NZ" lang="en-NZ" href="/">English</a>`, `rel="canonical" href="`+s.BaseURL+`/mi/"`,
		`rel="alternate" hreflang="mi" href="`+s.BaseURL+`/mi/"`, `rel="alternate" hreflang="en-NZ" href="`+s.BaseURL+`/"`,
		`href="/sign-in?next=%2fmi%2f"`,
	)
	english := b.Get("/")
	english.Wants(t, http.StatusOK, `<html lang="en-NZ">`, `<a hreflang="mi" lang="mi" href="/mi/">Te reo Māori</a>`, `href="/clubs"`, "Go in New Zealand")
	for _, not := range []string{"Kāore anō kia", `href="/mi/clubs"`, `<body lang`} {
		if strings.Contains(english.Body, not) {
			t.Errorf("the English page has %s", not)
		}
	}
	if again := b.Get("/mi/"); again.Body != home.Body {
		t.Error("the kept page is another's")
	}
	if again := b.Get("/"); again.Body != english.Body {
		t.Error("the kept page is another's")
	}
	b.Get("/mi").Wants(t, http.StatusOK, `<html lang="mi">`, `rel="canonical" href="`+s.BaseURL+`/mi/"`)
	b.Get("/mi/clubs?q=Ōtautahi").Wants(t, http.StatusOK, `<title lang="mi">Ngā karapu –`, `<h1 lang="mi">Ngā karapu</h1>`, `action="/mi/clubs"`)
	b.Get("/mi/clubs/1").Wants(t, http.StatusOK, `<html lang="mi">`, `lang="mi">Ngā karapu</a>`)
	b.Get("/mi/clubs/999").Wants(t, http.StatusNotFound)
	b.Get("/sitemap.xml").Wants(t, http.StatusOK, "<loc>"+s.BaseURL+`/mi/</loc><xhtml:link rel="alternate" hreflang="en-NZ" href="`+s.BaseURL+`/"/>`, "/mi/clubs</loc>")
}

// What is no page with words of its own is not found, and leads nowhere else.
func TestAddressesThatOnlyLookLikeALanguage(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	for _, path := range []string{
		"/mi/join", "/mi/sign-in", "/mi/me", "/mi/mi/", "/mi/mi/clubs", "/de/", "/de/clubs", "/en/", "/MI/clubs", "/mi//", "/mi//evil.nz", "/mi///evil.nz/x",
		"/mi/../clubs", "/mi/./clubs", "/mi/%2e%2e/clubs", "/mi/%2Fevil.nz", "/mi%2Fclubs", "/mi/clubs/", "/mi/static/app.css", "/mi/events.csv",
		"/mi/events.json", "/mi/sitemap.xml", "/mi/healthz", "/mi/https://evil.nz", `/mi/\evil.nz`, "/mi/clubs/new", "/mi/clubs/1/edit",
	} {
		a := b.Get(path)
		if a.Status != http.StatusNotFound || a.Location != "" {
			t.Errorf("%s: %d, leads to %q", path, a.Status, a.Location)
		}
	}
	if a := b.Post("/mi/clubs", "q", "x"); a.Status != http.StatusNotFound && a.Status != http.StatusMethodNotAllowed {
		t.Errorf("a form where there is none: %d", a.Status)
	}
}

// A form in te reo Māori is sent in it, comes back in it, and leads on in it.
func TestAFormStaysInItsLanguage(t *testing.T) {
	s, _ := kittest.MailingSite(t)
	s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	b := s.Browser("")
	page := b.Get("/mi/contact")
	page.Wants(t, http.StatusOK, `action="/mi/contact"`, `<h1 lang="mi">Whakapā mai</h1>`)
	b.Post("/mi/contact", "to", "secretary", "name", "Vis Itor").Wants(t, http.StatusUnprocessableEntity, `<html lang="mi">`, "Vis Itor")
	b.Post("/mi/contact", "website", "spam").LeadsTo(t, "/mi/contact/sent")
	b.Post("/contact", "website", "spam").LeadsTo(t, "/contact/sent")
}
