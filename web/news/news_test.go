package news_test

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

func officer(s *kittest.Site, name string, role auth.Role) *kittest.Browser {
	account, _ := s.Account(name, "Lin", auth.Office{Role: role})
	return s.Browser(s.Session(account))
}

// reads checks that the page has what it wants, and lacks what stands behind "not:".
func reads(t *testing.T, a kittest.Answer, status int, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if not, found := strings.CutPrefix(text, "not:"); found {
			if strings.Contains(a.Body, not) {
				t.Errorf("the page has %q", not)
			}
			continue
		}
		a.Wants(t, status, text)
	}
}

const hostile = "Kia ora **koutou**\n\n<script>alert(1)</script>\n\n[press](javascript:alert(1)) ![x](https://evil.example/x.png)"

// What is written is seen before it is published, comes on its day, is corrected with its day, and is withdrawn with a reason.
func TestNewsFromDraftToWithdrawal(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Mei", "Lin", auth.Office{Role: auth.Secretary})
	mei, anyone := s.Browser(s.Session(account)), s.Browser("")
	anyone.Get("/news").Wants(t, http.StatusOK, "There is no news yet.")
	reads(t, mei.Get("/"), http.StatusOK, `href="/news/desk">News desk`) // in the menu of who writes it
	reads(t, anyone.Get("/"), http.StatusOK, "not:News desk")
	mei.Post("/news/desk/new", "title", "", "body", "").Wants(t, http.StatusUnprocessableEntity, "Give it a title", "Write the text.")
	mei.Post("/news/desk/new", "title", "New rules", "body", hostile).LeadsTo(t, "/news/desk/1")
	reads(t, mei.Get("/news/desk/1"), http.StatusOK, "<strong>koutou</strong>", "&lt;script&gt;alert(1)&lt;/script&gt;", "not:<script>alert", "not:javascript:", "not:evil.example")
	anyone.Get("/news/1").Wants(t, http.StatusNotFound)
	publish := func(pairs ...string) kittest.Answer {
		shown := kittest.VersionOn(t, mei.Get("/news/desk/1/publish"))
		return mei.Post("/news/desk/1/publish", append(pairs, "version", shown)...)
	}
	publish("on", "soon").Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.")
	publish("on", s.Now.Date().AddDays(2).String()).LeadsTo(t, "/news/desk/1")
	reads(t, anyone.Get("/news"), http.StatusOK, "not:New rules")
	s.Now = s.Now.Add(48 * time.Hour)
	mei = s.Browser(s.Session(account)) // the session has ended meanwhile
	anyone.Get("/news").Wants(t, http.StatusOK, "New rules", `href="/news/1-new-rules"`)
	reads(t, anyone.Get("/"), http.StatusOK, "All news", `href="/news/1-new-rules"`)
	anyone.Get("/news/1-other").LeadsTo(t, "/news/1-new-rules")
	reads(t, anyone.Get("/news/1-new-rules"), http.StatusOK, "<strong>koutou</strong>", "not:<script>alert", "not:evil.example")
	shown := kittest.VersionOn(t, mei.Get("/news/desk/1/edit"))
	mei.Post("/news/desk/1/edit", "version", shown, "title", "Old rules", "body", "Now *right*.").LeadsTo(t, "/news/desk/1")
	mei.Post("/news/desk/1/edit", "version", shown, "title", "x", "body", "y").Wants(t, http.StatusConflict, "Your changes were not saved")
	anyone.Get("/news/1-new-rules").Wants(t, http.StatusOK, "koutou")
	publish("reason", "It was the other way round.").LeadsTo(t, "/news/desk/1")
	reads(t, anyone.Get("/news/1-old-rules"), http.StatusOK, "<em>right</em>", "Corrected on", "It was the other way round.", "not:koutou")
	mei.Get("/news/desk/1").Wants(t, http.StatusOK, "What was published", "koutou")
	shown = kittest.VersionOn(t, mei.Get("/news/desk/1/withdraw"))
	mei.Post("/news/desk/1/withdraw", "version", shown, "reason", "It was a joke.").LeadsTo(t, "/news/desk/1")
	reads(t, anyone.Get("/news/1-old-rules"), http.StatusGone, "This was withdrawn on", "It was a joke.", "not:right")
	reads(t, anyone.Get("/news"), http.StatusOK, "not:Old rules")
}

func TestTheFeed(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	var feed struct {
		Updated string `xml:"updated"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	read := func() {
		t.Helper()
		s.Must(xml.Unmarshal([]byte(s.Browser("").Get("/news.atom").Body), &feed))
	}
	if read(); len(feed.Entries) != 0 {
		t.Errorf("an empty feed is %+v", feed)
	}
	mei.Post("/news/desk/new", "title", "A & B <c>", "body", "See [it](/events). "+hostile)
	mei.Post("/news/desk/1/publish", "version", kittest.VersionOn(t, mei.Get("/news/desk/1/publish")), "on", s.Now.Date().String())
	read()
	if len(feed.Entries) != 1 || feed.Entries[0].Title != "A & B <c>" || !strings.Contains(feed.Entries[0].Content, "See it (http") ||
		!strings.HasSuffix(feed.Entries[0].ID, "/news/1") {
		t.Errorf("the feed is %+v", feed)
	}
}

// Pictures are taken within bounds, and each is said in words.
func TestPicturesOfNews(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	mei.Post("/news/desk/new", "title", "Congress", "body", "Soon.").LeadsTo(t, "/news/desk/1")
	add := func(content string, pairs ...string) kittest.Answer {
		shown := kittest.VersionOn(t, mei.Get("/news/desk/1/picture"))
		return mei.Upload("/news/desk/1/picture", "p.png", content, append(pairs, "version", shown)...)
	}
	var b bytes.Buffer
	s.Must(png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 30, 20))))
	add(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`).
		Wants(t, http.StatusUnprocessableEntity, "This is no JPEG or PNG picture", "Say in at most 300 letters what the picture shows")
	add(strings.Repeat("x", 50<<20), "says", "Much").Wants(t, http.StatusRequestEntityTooLarge, "The limit is 12 MB. Nothing was changed.")
	add(b.String(), "says", "A “board” <b>").LeadsTo(t, "/news/desk/1")
	mei.Get("/news/desk/1").Wants(t, http.StatusOK, `src="/news/pictures/1"`, `alt="A “board” &lt;b&gt;"`, `width="30"`)
	s.Browser("").Get("/news/pictures/1").Wants(t, http.StatusNotFound)
	mei.Post("/news/desk/1/publish", "version", kittest.VersionOn(t, mei.Get("/news/desk/1/publish")), "on", s.Now.Date().String())
	if got := s.Browser("").Get("/news/pictures/1"); got.Status != http.StatusOK || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture is %d %v", got.Status, got.Header)
	}
	mei.Post("/news/desk/1/pictures/1/remove", "version", kittest.VersionOn(t, mei.Get("/news/desk/1/edit"))).LeadsTo(t, "/news/desk/1")
	reads(t, mei.Get("/news/desk/1"), http.StatusOK, "not:/news/pictures/1")
}

func TestAnotherOfficerApproves(t *testing.T) {
	s := kittest.EmptySite(t)
	mei, aroha := officer(s, "Mei", auth.Secretary), officer(s, "Aroha", auth.Treasurer)
	mei.Post("/news/desk/new", "title", "Fees", "body", "They rise.", "two_eyes", "on").LeadsTo(t, "/news/desk/1")
	reads(t, mei.Get("/news/desk/1"), http.StatusOK, "Another officer", "not:>Publish<", "not:>Approve<")
	mei.Get("/news/desk").Wants(t, http.StatusOK, "Another officer approves it")
	reads(t, aroha.Get("/news/desk/1"), http.StatusOK, ">Approve<", "not:Change the text")
	aroha.Get("/news/desk/1/edit").Wants(t, http.StatusForbidden)
	aroha.Post("/news/desk/1/approve", "version", "1").LeadsTo(t, "/news/desk/1")
	mei.Get("/news/desk/1").Wants(t, http.StatusOK, "By Aroha Lin", ">Publish<")
}
