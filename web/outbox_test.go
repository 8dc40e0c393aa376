package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// queue puts letters into the outbox.
func (s *site) queue(letters ...mail.Letter) {
	s.t.Helper()
	s.must(s.db.InTx(s.t.Context(), func(tx *store.Tx) error {
		_, err := s.mail.Queue(s.t.Context(), tx, letters...)
		return err
	}))
}

// badPost takes no letter, for the reason it is.
type badPost struct{ reason error }

func (p badPost) Send(context.Context, mail.Recipient, string, string, []mail.Attachment) error {
	return p.reason
}

func TestTheOutbox(t *testing.T) {
	s, b := secretarySite(t)
	b.get("/outbox").wants(t, http.StatusOK, "No letters here", "No mail server is set")
	b.get("/duties").wants(t, http.StatusOK, `href="/outbox"`)
	letter := func(n int) mail.Letter {
		return mail.Letter{Key: fmt.Sprint("notice:", n), Purpose: "Notice of the AGM", To: mail.Recipient{Name: "Rangi <Testcase>", Address: "rangi@example.nz"}, Subject: fmt.Sprint("AGM ", n), Body: "Kia ora,\n<come>."}
	}
	s.queue(letter(1), letter(2))
	b.get("/outbox").wants(t, http.StatusOK, "2 letters", "Rangi &lt;Testcase&gt;", "rangi@example.nz", "AGM 1", "AGM 2", "Waiting")
	b.get("/outbox/1").wants(t, http.StatusOK, "Kia ora,\n&lt;come&gt;.", "Notice of the AGM", "No mail server is set")
	if strings.Contains(b.get("/outbox/1").body, "Send again") {
		t.Error("a letter that waits can be sent again")
	}

	clock := func() civil.Instant { return s.now }
	if _, err := mail.New(s.db, clock, badPost{fmt.Errorf("no such person: %w", mail.ErrRefused)}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/outbox?state=failed").wants(t, http.StatusOK, "2 letters", "no such person", "Failed")
	b.get("/outbox?state=waiting").wants(t, http.StatusOK, "0 letters", "No letters here")
	b.get("/outbox?state=%3Cb%3E&page=-1").wants(t, http.StatusOK, "2 letters")
	b.get("/outbox/1").wants(t, http.StatusOK, "Send again", "What the mail server said")
	b.post("/outbox/1/send", "key", "send-1").leadsTo(t, "/outbox/1")
	b.get("/outbox/1").wants(t, http.StatusOK, "The letter waits: no mail server is set", "Waiting")
	b.post("/outbox/1/send", "key", "send-1").leadsTo(t, "/outbox/1")

	if _, err := mail.New(s.db, clock, badPost{nil}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/outbox?state=sent").wants(t, http.StatusOK, "1 letter", "AGM 1")
	b.post("/outbox/1/send").leadsTo(t, "/outbox/1")
	b.get("/outbox/1").wants(t, http.StatusOK, "It was not sent again")
	for _, id := range []string{"99", "0", "x"} {
		b.get("/outbox/"+id).wants(t, http.StatusNotFound)
		b.post("/outbox/"+id+"/send").wants(t, http.StatusNotFound)
	}

	member, _ := s.account("Rangi", "Testcase")
	m := s.browser(s.session(member))
	m.get("/outbox/1").wants(t, http.StatusForbidden)
	m.post("/outbox/2/send").wants(t, http.StatusForbidden)
	treasurer, _ := s.account("Hemi", "Testcase", auth.Office{Role: auth.Treasurer})
	s.browser(s.session(treasurer)).get("/outbox/1").wants(t, http.StatusOK, "AGM 1")
}

func TestALetterOfWhichNothingIsKnown(t *testing.T) {
	s, b := secretarySite(t)
	s.queue(mail.Letter{Key: "a", Purpose: "Notice", To: mail.Recipient{Name: "Rangi", Address: "rangi@example.nz"}, Subject: "AGM", Body: "Come."})
	if _, err := mail.New(s.db, func() civil.Instant { return s.now }, badPost{mail.ErrUnknown}).Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/outbox?state=sending").wants(t, http.StatusOK, "Outcome not known", "1 letter")
	b.get("/outbox/1").wants(t, http.StatusOK, "may bring it twice", "Send again")
}
