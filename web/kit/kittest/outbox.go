package kittest

import (
	"context"
	"regexp"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Queue puts letters into the outbox.
func (s *Site) Queue(letters ...mail.Letter) {
	s.T.Helper()
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		_, err := s.Mail.Queue(s.T.Context(), tx, letters...)
		return err
	}))
}

// Taken is a letter as it reached the mail server.
type Taken struct{ To, Subject, Body string }

// Link is the path of the one-time link in the letter, or "".
func (l Taken) Link() string {
	if m := linkInLetter.FindStringSubmatch(l.Body); m != nil {
		return m[1]
	}
	return ""
}

var linkInLetter = regexp.MustCompile(`(?m)^http://go\.example\.nz(/link/[\w-]{43})$`)

// Letters is a mail server that takes every letter.
type Letters struct {
	site  *Site
	taken []Taken
}

// Send implements mail.Post.
func (p *Letters) Send(_ context.Context, m mail.Message) error {
	p.taken = append(p.taken, Taken{m.To.Address, m.Subject, m.Body})
	return nil
}

// Come is what has come since the last look, after the program has written and
// sent what it had to.
func (p *Letters) Come() []Taken {
	p.site.T.Helper()
	p.site.Must(p.site.Auth.AnswerResets(p.site.T.Context()))
	_, err := p.site.Inviting.Step(p.site.T.Context(), 0)
	p.site.Must(err)
	_, err = p.site.Mail.Deliver(p.site.T.Context())
	p.site.Must(err)
	come := p.taken
	p.taken = nil
	return come
}

// MailingSite is an EmptySite with a mail server.
func MailingSite(t testing.TB) (*Site, *Letters) {
	p := &Letters{}
	p.site = newSite(t, storetest.SQLite(t), p, civil.Date{}, testAddress)
	return p.site, p
}
