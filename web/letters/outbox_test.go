package letters_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/web/kit/kittest"
)

// badPost takes no letter, for the reason it is.
type badPost struct{ reason error }

func (p badPost) Send(context.Context, mail.Message) error {
	return p.reason
}

func TestTheOutbox(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	b.Get("/outbox").Wants(t, http.StatusOK, "No letters here", "No mail server is set")
	b.Get("/duties").Wants(t, http.StatusOK, `href="/outbox"`)
	letter := func(n int) mail.Letter {
		return mail.Letter{
			Key: fmt.Sprint("notice:", n), Purpose: "Notice of the AGM",
			To: mail.Recipient{Name: "Rangi <Testcase>", Address: "rangi@example.nz"}, Subject: fmt.Sprint("AGM ", n),
			Body: "Kia ora,\n<come>.",
		}
	}
	s.Queue(letter(1), letter(2))
	b.Get("/outbox").Wants(t, http.StatusOK, "2 letters", "Notice of the AGM", "2 waiting", `href="/outbox?batch=Notice`)
	b.Get("/outbox?batch=Notice+of+the+AGM").Wants(
		t, http.StatusOK, "2 letters", "Rangi &lt;Testcase&gt;", "rangi@example.nz", "AGM 1", "AGM 2", "Waiting",
	)
	b.Get("/outbox?batch=Notice+of+the+AGM").Wants(t, http.StatusOK, `/outbox.csv?batch=Notice`, `/outbox.xlsx?batch=Notice`)
	b.Get("/outbox.csv").Wants(t, http.StatusOK, "Rangi <Testcase>,rangi@example.nz,AGM 1,Notice of the AGM,Waiting", "AGM 2")
	if file := b.Get("/outbox.csv?state=sent"); strings.Contains(file.Body, "AGM 1") {
		t.Error("the file has what the page does not show")
	}
	if file := b.Get("/outbox.xlsx"); file.Status != http.StatusOK || !strings.HasPrefix(file.Body, "PK") {
		t.Errorf("as a workbook: %d", file.Status)
	}
	b.Get("/outbox?batch=Another").Wants(t, http.StatusOK, "0 letters", "No letters here")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "Kia ora,\n&lt;come&gt;.", "Notice of the AGM", "No mail server is set")
	if strings.Contains(b.Get("/outbox/1").Body, "Send again") {
		t.Error("a letter that waits can be sent again")
	}

	clock := func() civil.Instant { return s.Now }
	if _, err := mail.New(s.DB, clock, badPost{
		fmt.Errorf("no such person: %w", mail.ErrRefused),
	}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/outbox?state=failed").Wants(t, http.StatusOK, "2 letters", "no such person", "Failed")
	b.Get("/outbox?state=waiting").Wants(t, http.StatusOK, "0 letters", "No letters here")
	b.Get("/outbox?state=%3Cb%3E&page=-1").Wants(t, http.StatusOK, "2 letters")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "Send again", "What the mail server said")
	b.Post("/outbox/1/send", "key", "send-1").LeadsTo(t, "/outbox/1")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "The letter is waiting: no mail server is set up", "Waiting")
	b.Post("/outbox/1/send", "key", "send-1").LeadsTo(t, "/outbox/1")

	if _, err := mail.New(s.DB, clock, badPost{nil}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/outbox?state=sent").Wants(t, http.StatusOK, "1 letter", "AGM 1")
	b.Post("/outbox/1/send").LeadsTo(t, "/outbox/1")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "It was not sent again")
	for _, id := range []string{"99", "0", "x"} {
		b.Get("/outbox/"+id).Wants(t, http.StatusNotFound)
		b.Post("/outbox/"+id+"/send").Wants(t, http.StatusNotFound)
	}

	member, _ := s.Account("Rangi", "Testcase")
	m := s.Browser(s.Session(member))
	m.Get("/outbox/1").Wants(t, http.StatusForbidden)
	m.Post("/outbox/2/send").Wants(t, http.StatusForbidden)
	treasurer, _ := s.Account("Hemi", "Testcase", auth.Office{Role: auth.Treasurer})
	s.Browser(s.Session(treasurer)).Get("/outbox/1").Wants(t, http.StatusOK, "AGM 1")
}

// Bug: a letter whose reader had left its kind stood as failed, and could be sent again.
func TestALetterThatItsReaderLeft(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	s.Queue(mail.Letter{
		Key: "a", Purpose: "News", To: mail.Recipient{Name: "Rangi", Address: "rangi@example.nz"}, Subject: "News",
		Body: "Come. " + mail.LeaveHere, Topic: "news",
	})
	post := mail.New(s.DB, func() civil.Instant { return s.Now }, badPost{nil})
	post.LeaveBy(func(context.Context, int64, string) (string, error) { return "", mail.ErrLeft })
	if _, err := post.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/outbox").Wants(t, http.StatusOK, "1 not wanted")
	b.Get("/outbox?state=left").Wants(t, http.StatusOK, "1 letter", "Not wanted")
	page := b.Get("/outbox/1")
	page.Wants(t, http.StatusOK, "Rangi had chosen to get no letters of this kind.")
	if strings.Contains(page.Body, "Send again") {
		t.Error("it can be sent again")
	}
	b.Post("/outbox/1/send").LeadsTo(t, "/outbox/1")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "wants no letters of this kind")
}

// An officer sees why letters wait and until when.
func TestWhyLettersWait(t *testing.T) {
	s, _, b := mailing(t)
	b.Post(
		"/outbox/pace", "version", kittest.VersionOn(t, b.Get("/outbox/pace")), "per_minute", "2", "quiet_from", "0", "quiet_until", "0",
	).LeadsTo(t, "/outbox")
	for n := range 5 {
		s.Queue(mail.Letter{
			Key: fmt.Sprint(n), Purpose: "Notice", To: mail.Recipient{Name: "Rangi", Address: "rangi@example.nz"},
			Subject: "AGM", Body: "Come.",
		})
	}
	b.Get("/outbox").Wants(t, http.StatusOK, "At most 2 letters leave a minute: 5 letters wait")
}

func TestALetterOfWhichNothingIsKnown(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	s.Queue(mail.Letter{
		Key: "a", Purpose: "Notice", To: mail.Recipient{Name: "Rangi", Address: "rangi@example.nz"}, Subject: "AGM",
		Body: "Come.",
	})
	if _, err := mail.New(
		s.DB, func() civil.Instant { return s.Now }, badPost{mail.ErrUnknown},
	).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/outbox?state=sending").Wants(t, http.StatusOK, "Outcome not known", "1 letter")
	b.Get("/outbox/1").Wants(t, http.StatusOK, "it may arrive twice", "Send again")
}

// An address that came back is asked about, until someone says that it works.
func TestAddressesThatCameBack(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	who := s.Register("Rangi", "Testcase")
	s.Queue(mail.Letter{
		Key: "a", Purpose: "Notice", To: mail.Recipient{Person: int64(who), Name: "Rangi <b>", Address: "rangi@example.nz"},
		Subject: "AGM", Body: "Come.",
	})
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "No address came back")
	if _, err := mail.New(s.DB, func() civil.Instant { return s.Now }, badPost{
		fmt.Errorf("550 gone: %w", mail.ErrNoAddress),
	}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/outbox").Wants(t, http.StatusOK, "1 address came back", "1 failed")
	b.Get("/outbox/bounces").Wants(
		t, http.StatusOK, "rangi@example.nz", "Rangi &lt;b&gt;: change the address", fmt.Sprint("/members/", who, "/edit"),
		"550 gone",
	)
	member, _ := s.Account("Hemi", "Testcase")
	m := s.Browser(s.Session(member))
	m.Get("/outbox/bounces").Wants(t, http.StatusForbidden)
	m.Post("/outbox/bounces/1/again").Wants(t, http.StatusForbidden)
	m.Post("/outbox/bounces/1/settle").Wants(t, http.StatusForbidden)
	m.Post("/outbox/bounces/new", "address", "rangi@example.nz").Wants(t, http.StatusForbidden)
	m.Post("/outbox/pace", "per_minute", "1").Wants(t, http.StatusForbidden)
	b.Post("/outbox/bounces/1/settle").LeadsTo(t, "/outbox/bounces")
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "Letters go to this address again", "No address came back")
	b.Post("/outbox/bounces/new", "address", "x").Wants(t, http.StatusUnprocessableEntity, "name@host", `value="x"`)
	b.Post("/outbox/bounces/new", "address", "rangi@example.nz").LeadsTo(t, "/outbox/bounces")
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "Noted: rangi@example.nz.", "Noted by")
}

// The letter that came back goes to the corrected address, once.
func TestSendingALetterToTheCorrectedAddress(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	who := s.Register("Rangi", "Testcase")
	s.Queue(mail.Letter{
		Key: "a", Purpose: "Notice", To: mail.Recipient{Person: int64(who), Name: "Rangi", Address: "rangi@example.nz"},
		Subject: "AGM", Body: "Come.",
	})
	if _, err := mail.New(s.DB, func() civil.Instant { return s.Now }, badPost{
		fmt.Errorf("550 gone: %w", mail.ErrNoAddress),
	}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.Get("/outbox/bounces").Body, "Send again to") {
		t.Error("it is offered to send it where it came back from")
	}
	edit := fmt.Sprint("/members/", who, "/edit")
	b.Post(edit, "version", kittest.VersionOn(t, b.Get(edit)), "family_name", "Testcase", "given_names", "Rangi", "order", "given_first",
		"email", "rangi@new.example.nz", "public_as", "name").LeadsTo(t, fmt.Sprint("/members/", who))
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "Send again to rangi@new.example.nz")
	b.Post("/outbox/bounces/1/again").LeadsTo(t, "/outbox/bounces")
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "The letter waits in the outbox for the corrected address.", "No address came back")
	b.Get("/outbox/2").Wants(t, http.StatusOK, "rangi@new.example.nz", "AGM")
	b.Post("/outbox/bounces/1/again").LeadsTo(t, "/outbox/bounces")
	b.Get("/outbox/bounces").Wants(t, http.StatusOK, "Someone has looked at this address already.")
}

func TestWhenLettersLeave(t *testing.T) {
	_, b := kittest.SecretarySite(t)
	shown := kittest.VersionOn(t, b.Get("/outbox/pace"))
	b.Get("/outbox/pace").Wants(t, http.StatusOK, `value="100"`, "9:00 pm", "12:00 am")
	b.Post("/outbox/pace", "version", shown, "per_minute", "0", "quiet_from", "25", "quiet_until", "8").Wants(
		t, http.StatusUnprocessableEntity, "from 1 to 1,000", "Choose an hour",
	)
	b.Post("/outbox/pace", "version", shown, "per_minute", "20", "quiet_from", "20", "quiet_until", "9").LeadsTo(
		t, "/outbox",
	)
	b.Post("/outbox/pace", "version", shown, "per_minute", "30", "quiet_from", "20", "quiet_until", "9").Wants(
		t, http.StatusConflict, "Your changes were not saved",
	)
}
