package clubs_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// lastLetter is the text of the letter that was written last.
func lastLetter(t *testing.T, s *kittest.Site) string {
	t.Helper()
	body, err := store.One(t.Context(), s.DB, store.Value[string], `SELECT to_address || ' ' || body FROM mail_letter ORDER BY id DESC LIMIT 1`)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// A newcomer picks an evening and confirms the address; the club sees it, answers, and says whether it meets.
func TestComingAlong(t *testing.T) {
	s, post := kittest.MailingSite(t)
	id := found(t, s, clubs.ClubInput{Name: "Harbour Go Club", City: "Napier", Email: "harbour@example.nz"})
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.ClubSecretary, Club: id})
	host, anyone, at := s.Browser(s.Session(account)), s.Browser(""), kit.ClubURL(id)
	weekday := s.Now.Add(72 * time.Hour).Date()
	host.Post(at+"/evenings/new", "weekday", "9", "from", "late", "until", "21:30").Wants(t, http.StatusUnprocessableEntity,
		"Choose the day of the week", "Enter a time like 7:00 pm", "21:30")
	host.Post(at+"/evenings/new", "weekday", kit.IDText(int64(weekday.Weekday())), "from", "19:00", "until", "21:30", "venue", "The library").
		LeadsTo(t, at+"/visits")
	anyone.Get(at).Wants(t, http.StatusOK, weekday.Long()+", 7:00 pm to 9:30 pm", "The library", "Not confirmed", "Come along", "Write to the club")
	anyone.Get("/clubs").Wants(t, http.StatusOK, "Next: ", "(not confirmed)")

	when := "1 " + weekday.String()
	anyone.Get(at+"/visit?when="+strings.ReplaceAll(when, " ", "+")).Wants(t, http.StatusOK, `<option value="`+when+`" selected>`)
	anyone.Post(at+"/visit", "when", when, "name", "", "email", "mere", "note", "Kia ora").Wants(t, http.StatusUnprocessableEntity,
		"Enter your name", "Enter your e-mail address", "Kia ora")
	anyone.Post(at+"/visit", "when", when, "name", "Robot", "email", "r@example.nz", "website", "x").LeadsTo(t, at)
	anyone.Post(at+"/visit", "when", when, "name", "Mere Kōwhai", "email", "mere@example.nz", "note", "<b>Hello</b>").LeadsTo(t, at)
	if a := host.Get(at + "/visits"); strings.Contains(a.Body, "Mere") {
		t.Error("the club sees who has not confirmed")
	}
	inLetter := regexp.MustCompile(`/visits/[A-Z2-7]{26}`)
	if l := lastLetter(t, s); inLetter.MatchString(l) {
		t.Errorf("officers who read the outbox find the link: %s", l)
	}
	come := post.Come()
	link := inLetter.FindString(come[len(come)-1].Body)
	anyone.Get(link).Wants(t, http.StatusOK, "The club does not know yet", "I come along", "Mere Kōwhai", "&lt;b&gt;Hello")
	anyone.Post(link+"/confirm").LeadsTo(t, link)
	anyone.Get(link).Wants(t, http.StatusOK, "The club knows that you come", "I cannot come", "No more letters")
	host.Get(at+"/visits").Wants(t, http.StatusOK, "Mere Kōwhai", "1 newcomer coming", "&lt;b&gt;Hello")
	page := host.Get(at + "/visits/1")
	page.Wants(t, http.StatusOK, "mere@example.nz")
	host.Post(at+"/visits/1", "version", kittest.VersionOn(t, page), "answer", "").Wants(t, http.StatusUnprocessableEntity, "Write what the visitor should know")
	host.Post(at+"/visits/1", "version", kittest.VersionOn(t, page), "answer", "See you").LeadsTo(t, at+"/visits")
	host.Post(at+"/evenings/say", "when", when, "word", "meets").LeadsTo(t, at+"/visits")
	anyone.Get(at).Wants(t, http.StatusOK, "Confirmed")
	host.Post(at+"/evenings/say", "when", when, "word", "none").LeadsTo(t, at+"/visits")
	if l := lastLetter(t, s); !strings.HasPrefix(l, "mere@example.nz ") || !strings.Contains(l, "does not meet") {
		t.Errorf("the last letter is %s", l)
	}
	anyone.Get(link).Wants(t, http.StatusOK, "The club does not meet on this evening")
	anyone.Get("/visits/"+strings.Repeat("A", 26)).Wants(t, http.StatusNotFound)
	other := found(t, s, clubs.ClubInput{Name: "Capital Go Club"})
	host.Get(kit.ClubURL(other)+"/visits/1").Wants(t, http.StatusNotFound)
	host.Get(kit.ClubURL(other)+"/visits").Wants(t, http.StatusForbidden)
	host.Post(at+"/evenings/end", "evening", "1").LeadsTo(t, at+"/visits")
}

// A message goes to the club, whose address no page shows.
func TestWritingToAClub(t *testing.T) {
	s, _ := kittest.MailingSite(t)
	id := found(t, s, clubs.ClubInput{Name: "Harbour Go Club", Email: "harbour@example.nz"})
	silent := found(t, s, clubs.ClubInput{Name: "Silent Go Club"})
	b, at := s.Browser(""), kit.ClubURL(id)+"/write"
	b.Get(at).Wants(t, http.StatusOK, "Message")
	b.Post(at, "name", "Mere", "email", "mere@example.nz", "message", "").Wants(t, http.StatusUnprocessableEntity, "Write your message", "mere@example.nz")
	b.Post(at, "name", "Mere", "email", "mere@example.nz", "message", "Is there parking?").LeadsTo(t, kit.ClubURL(id))
	if l := lastLetter(t, s); !strings.HasPrefix(l, "harbour@example.nz ") || !strings.Contains(l, "Is there parking?") {
		t.Errorf("the letter is %s", l)
	}
	for _, path := range []string{kit.ClubURL(id), at, "/clubs"} {
		if strings.Contains(b.Get(path).Body, "harbour@") {
			t.Errorf("%s shows the address", path)
		}
	}
	b.Get(kit.ClubURL(silent)+"/write").Wants(t, http.StatusOK, "No letter reaches this club")
	if a := b.Get(kit.ClubURL(silent)); strings.Contains(a.Body, "Write to the club") {
		t.Error("a club that no letter reaches is written to")
	}
}

// Officers see how many came along, by club and month.
func TestFiguresOfNewcomers(t *testing.T) {
	s := kittest.EmptySite(t)
	found(t, s, clubs.ClubInput{Name: "Harbour Go Club"})
	account, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.President})
	s.Browser(s.Session(account)).Get("/clubs").Wants(t, http.StatusOK, `href="/clubs/visitors"`)
	s.Browser(s.Session(account)).Get("/clubs/visitors").Wants(t, http.StatusOK, "Newcomers in a month", "0 newcomers in twelve months", "Harbour Go Club")
	member, _ := s.Account("Ana", "Rata")
	s.Browser(s.Session(member)).Get("/clubs/visitors").Wants(t, http.StatusForbidden)
}
