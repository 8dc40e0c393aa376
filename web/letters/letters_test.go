package letters_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

var seenOn = regexp.MustCompile(`name="seen" value="([0-9a-f]+)"`)

// seen is what the page says it showed.
func seen(t *testing.T, page kittest.Answer) string {
	t.Helper()
	m := seenOn.FindStringSubmatch(page.Body)
	if m == nil {
		t.Fatalf("no list of people:\n%s", page.Body)
	}
	return m[1]
}

// mailing is a site with a secretary and three members whose terms end soon.
func mailing(t *testing.T) (*kittest.Site, *kittest.Letters, *kittest.Browser) {
	s, post := kittest.MailingSite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	last := s.Now.Date()
	for i, name := range []string{"Mere", "Wiremu", "Pat"} {
		email := strings.ToLower(name) + "@example.nz"
		if name == "Pat" {
			email = ""
		}
		var id members.PersonID
		s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) (err error) {
			id, err = members.InsertPerson(t.Context(), tx, s.Now, members.PersonInput{
				FamilyName: fmt.Sprintf("Test<b>%d", i), GivenNames: name, Email: email, Address: "1 Street\nTown 1234",
			})
			if err != nil {
				return err
			}
			year := last.Year()
			if last.Month() < 7 {
				year--
			}
			_, err = tx.Exec(t.Context(), `
				INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, $2, $3, $4, 'renewal', '{}', $5)`, id, year, fmt.Sprintf("%d-07-01", year),
				fmt.Sprintf("%d-06-30", year+1), s.Now)
			return err
		}))
	}
	return s, post, s.Browser(s.Session(account))
}

func TestAReminderIsSeenBeforeItGoes(t *testing.T) {
	s, post, b := mailing(t)
	b.Get("/letters").Wants(t, http.StatusOK, "Subscription runs out soon", "The house’s text", "Only when you send them")
	page := b.Get("/letters/renew_soon")
	page.Wants(
		t, http.StatusOK, "2 letters", "1 letter", "Mere Test&lt;b&gt;0", "no e-mail address", "As Mere Test", "Kia ora Mere",
		"Send to everyone who is not left out",
	)
	key := regexp.MustCompile(`name="out" value="([^"]+)"`).FindAllStringSubmatch(page.Body, -1)
	b.Post("/letters/renew_soon", "seen", "0123", "do", "send").Wants(
		t, http.StatusConflict, "Nothing was sent", "Mere Test",
	)
	b.Post("/letters/renew_soon", "seen", seen(t, page), "do", "keep", "out", key[1][1]).LeadsTo(t, "/letters/renew_soon")
	b.Post("/letters/renew_soon", "seen", seen(t, page), "do", "send").Wants(t, http.StatusConflict, "has changed since")
	page = b.Get("/letters/renew_soon")
	page.Wants(t, http.StatusOK, "Saved who is left out", "1 person", " checked")
	b.Post("/letters/renew_soon", "seen", seen(t, page), "do", "send", "out", key[1][1]).LeadsTo(t, "/letters/mailings/1")
	b.Get("/letters/mailings/1").Wants(
		t, http.StatusOK, "1 letter is in the outbox, 1 letter is to be printed.", "letters.pdf", "labels.pdf",
		"What became of each letter",
	)
	come := post.Come()
	if len(come) != 1 || come[0].To != "mere@example.nz" || !strings.Contains(come[0].Body, "/letter-choices/") {
		t.Fatalf("%+v", come)
	}
	b.Get("/outbox?batch=mailing%3A1").Wants(t, http.StatusOK, "mere@example.nz", "Sent")
	for _, file := range []string{"letters.pdf", "labels.pdf"} {
		if got := b.Get("/letters/mailings/1/" + file); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
			t.Errorf("%s: %d", file, got.Status)
		}
	}
	if got := b.Get("/letters/labels/test.pdf"); !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("test print: %d", got.Status)
	}

	// The reader stops reminders by one press of the mail program, then chooses on the page.
	link := regexp.MustCompile(`http\S+(/letter-choices/\S+)`).FindStringSubmatch(come[0].Body)[1]
	reader := s.Browser("")
	reader.Get(link).Wants(t, http.StatusOK, "Reminders to renew", "What you always get", "rules 4 and 5")
	reader.Post(link, "List-Unsubscribe", "One-Click").Wants(t, http.StatusOK, "These letters are stopped.")
	if n := strings.Count(reader.Get(link).Body, " checked"); n != 4 {
		t.Errorf("%d topics are wanted", n)
	}
	path, _, _ := strings.Cut(link, "?")
	reader.Post(path).LeadsTo(t, path) // an empty one, as of a mail scanner
	if n := strings.Count(reader.Get(path).Body, " checked"); n != 4 {
		t.Errorf("%d topics are wanted after an empty form", n)
	}
	reader.Post(path, "want", "reminders", "want", "news", "save", "1").LeadsTo(t, path)
	if n := strings.Count(reader.Get(path).Body, " checked"); n != 2 {
		t.Errorf("%d topics are wanted", n)
	}
	reader.Get("/letter-choices/AAAA").Wants(t, http.StatusNotFound)
}

func TestTheTextOfALetter(t *testing.T) {
	_, _, b := mailing(t)
	at := "/letters/fee_due/text"
	shown := kittest.VersionOn(t, b.Get(at))
	b.Get(at).Wants(t, http.StatusOK, "{reference}", "Reference: {reference}")
	b.Post(at, "version", shown, "subject", "{iban}", "body", "Pay {amount} <now>").Wants(
		t, http.StatusUnprocessableEntity, "There is no field {iban} here", "This letter must say {reference}",
		"Pay {amount} &lt;now&gt;",
	)
	b.Post(at, "version", shown, "subject", "Pay", "body", "Pay {amount} with {reference}").LeadsTo(t, "/letters")
	b.Get("/letters").Wants(t, http.StatusOK, "Your own text")
	b.Post(at, "version", shown, "subject", "Pay now", "body", "Pay {amount} with {reference}").Wants(
		t, http.StatusConflict, "Your changes were not saved",
	)
	b.Post("/letters/fee_due/reset", "version", kittest.VersionOn(t, b.Get(at))).LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "The house’s text is used again", "is still to pay")
	b.Get("/letters/nothing").Wants(t, http.StatusNotFound)
	b.Get("/letters/nothing/text").Wants(t, http.StatusNotFound)
}

func TestWhenLettersGoByThemselves(t *testing.T) {
	_, _, b := mailing(t)
	at := "/letters/renew_soon/schedule"
	shown := kittest.VersionOn(t, b.Get(at))
	b.Post(at, "version", shown, "active", "on", "days", "many").Wants(t, http.StatusUnprocessableEntity, "days")
	b.Post(at, "version", shown, "active", "on", "days", "20").LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "10 June", "Hold them", "Skip this year")
	year := regexp.MustCompile(`name="year" value="(\d+)"`).FindStringSubmatch(b.Get(at).Body)[1]
	b.Post("/letters/renew_soon/decide", "to", "held", "year", year).LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "These letters are held", "Let them go")
	b.Get("/letters").Wants(t, http.StatusOK, "By themselves, on 10 June", "Held")
	b.Get("/letters/welcome/schedule").Wants(t, http.StatusOK, "as it happens")
}

// Bug: the page of letters ended with the twenty newest mailings, and did not say so.
func TestMailingsArePaged(t *testing.T) {
	_, _, b := mailing(t)
	for n := range 21 {
		b.Post("/letters/mailings/new?q=Mere", "subject", fmt.Sprintf("News %d", n+1), "body", "Kia ora.")
	}
	b.Get("/letters").Wants(t, http.StatusOK, "News 21", `href="/letters?page=2"`)
	b.Get("/letters?page=2").Wants(t, http.StatusOK, `/letters/mailings/1"`)
}

// Whoever looks at a list of the register writes to the people on it; a club's secretary to the own club alone.
func TestWriteToThesePeople(t *testing.T) {
	s, post, b := mailing(t)
	b.Get("/members?q=Mere").Wants(t, http.StatusOK, `href="/letters/mailings/new?q=Mere"`)
	at := "/letters/mailings/new?q=Mere"
	b.Get(at).Wants(t, http.StatusOK, "Write to people of the register", "{given_name}")
	b.Post(at, "subject", "", "body", "Kia ora {nobody}").Wants(
		t, http.StatusUnprocessableEntity, "Enter a subject", "There is no field {nobody}",
	)
	b.Post(at, "subject", "News", "body", "Kia ora {given_name}, come.").LeadsTo(t, "/letters/mailings/1")
	page := b.Get("/letters/mailings/1")
	page.Wants(t, http.StatusOK, "Nothing is sent yet", "Kia ora Mere, come.", "mere@example.nz")
	changed := kittest.VersionOn(t, b.Get("/letters/mailings/1/edit"))
	b.Post("/letters/mailings/1/edit", "version", changed, "subject", "News!", "body", "Hi").LeadsTo(
		t, "/letters/mailings/1",
	)
	b.Post("/letters/mailings/1", "seen", seen(t, page)).Wants(t, http.StatusConflict, "Nothing was sent")
	b.Post("/letters/mailings/1", "seen", seen(t, b.Get("/letters/mailings/1"))).LeadsTo(t, "/letters/mailings/1")
	b.Get("/letters/mailings/1").Wants(t, http.StatusOK, "News!", "Written by")
	if come := post.Come(); len(come) != 1 || come[0].To != "mere@example.nz" {
		t.Errorf("%+v", come)
	}

	small := s.FillSmall()
	secretary, _ := s.Account("Rangi", "Testcase", auth.Office{Role: auth.ClubSecretary, Club: small.Halves[0].Club})
	own := s.Browser(s.Session(secretary))
	own.Get(fmt.Sprintf("/letters/mailings/new?of_club=%d", small.Halves[0].Club)).Wants(
		t, http.StatusOK, "members of the club",
	)
	for _, path := range []string{
		fmt.Sprintf("/letters/mailings/new?of_club=%d", small.Halves[1].Club), "/letters/mailings/new", "/letters/mailings/1",
		"/letters", "/letters/renew_soon",
	} {
		own.Get(path).Wants(t, http.StatusForbidden)
	}
	own.Post("/letters/mailings/1", "seen", "x").Wants(t, http.StatusForbidden)
	own.Get("/letter-choices").Wants(t, http.StatusOK, "Which letters do you want?")
	own.Post("/letter-choices", "want", "news").LeadsTo(t, "/letter-choices")
}
