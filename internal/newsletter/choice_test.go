package newsletter_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/newsletter"
	"nzgs/internal/store"
)

// member registers someone, with an account where the address is not "".
func (s *society) member(name, email, postal string) auth.Actor {
	s.Helper()
	clock := func() civil.Instant { return s.now }
	ids, err := members.New(s.db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: name, GivenNames: "Aroha", Email: email, Address: postal},
	})
	s.must(err)
	actor := auth.Actor{Person: ids[0], Name: name}
	if email != "" {
		actor.Account, err = auth.New(s.db, clock, auth.Settings{}).AddAccount(ctx, auth.System("test"), ids[0], email)
		s.must(err)
	}
	return actor
}

func (s *society) exec(sql string, args ...any) {
	s.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}))
}

// sends writes a newsletter and sends it, and says to whom it went.
func (s *society) sends(title string) string {
	s.Helper()
	id, err := s.s.Write(ctx, s.secretary, newsletter.Input{Title: title, Intro: "Kia ora"})
	s.must(err)
	s.must(s.s.Send(ctx, s.secretary, id, 1))
	var to []string
	for _, m := range s.delivered() {
		if m.Subject == title {
			to = append(to, m.To.Address)
		}
	}
	return strings.Join(to, " ")
}

func (s *society) way(of auth.Actor) newsletter.Way {
	s.Helper()
	c, err := s.s.OwnChoice(ctx, of)
	s.must(err)
	return c.Way
}

// subscribed subscribes an address by the form, as if its link had been opened.
func (s *society) subscribed(email string) {
	s.Helper()
	s.exec(`INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, confirmed_at) VALUES ($1, $2, $3, $4, $4)`,
		email, members.EmailKey(email), "leave-"+email, s.now)
}

// byMail has a member choose the newsletter by mail, and open the link of the letter that asks for it.
func (s *society) byMail(m auth.Actor) {
	s.Helper()
	s.must(s.s.Choose(ctx, m, newsletter.ByMail))
	if c, err := s.s.OwnChoice(ctx, m); err != nil || !c.Asked || c.Way == newsletter.ByMail {
		s.Fatalf("before the link is opened: %+v, %v", c, err)
	}
	got := s.delivered()
	if len(got) != 1 || !strings.Contains(got[0].Body, "Open this page") {
		s.Fatalf("the question is %+v", got)
	}
	s.must(s.s.Confirm(ctx, s.token(got[0])))
	if c, err := s.s.OwnChoice(ctx, m); err != nil || c.Asked || c.Way != newsletter.ByMail {
		s.Fatalf("after the link is opened: %+v, %v", c, err)
	}
}

func (s *society) leaveToken(of string) string {
	s.Helper()
	token, err := store.One(ctx, s.db, store.Value[string], `SELECT leave_token FROM newsletter_reader WHERE `+of)
	s.must(err)
	return token
}

// No member gets what they did not choose; one letter goes to an address; stopping it ends the choice as well.
func TestMembersChooseTheNewsletter(t *testing.T) {
	each(t, func(s *society) {
		tui, other := s.member("Tūī", "Aroha@example.nz", "1 Road\nŌtaki"), s.member("Peters", "james@example.nz", "")
		if got := s.sends("One"); got != "" || s.way(tui) != newsletter.Not {
			t.Errorf("without having asked: %q", got)
		}
		s.refused(s.s.Choose(ctx, auth.Actor{}, newsletter.ByMail), apperr.SignIn, "Sign in")
		s.refused(s.s.Choose(ctx, tui, "fax"), apperr.Invalid, "Choose whether")
		s.refused(s.s.Choose(ctx, other, newsletter.OnPaper), apperr.Conflict, "no postal address")
		s.byMail(tui)
		s.must(s.s.Choose(ctx, tui, newsletter.ByMail))
		if got := s.sends("Two"); got != "Aroha@example.nz" || s.way(tui) != newsletter.ByMail {
			t.Errorf("after choosing: %q", got)
		}
		s.subscribed("aroha@example.nz") // while the choice stands, as the form of old did
		if got := s.sends("Three"); got != "Aroha@example.nz" {
			t.Errorf("twice: %q", got)
		}
		if _, _, n, err := s.s.Drafts(ctx, s.secretary, 1, 1); n != 1 || err != nil {
			t.Errorf("%d readers, %v", n, err)
		}
		s.exec(`UPDATE account SET email = 'new@example.nz', email_key = 'new@example.nz' WHERE person_id = $1`, tui.Person)
		s.exec(`DELETE FROM newsletter_reader WHERE person_id IS NULL`)
		if got := s.sends("Four"); got != "new@example.nz" {
			t.Errorf("after another address of the account: %q", got)
		}
		s.must(s.s.Choose(ctx, tui, newsletter.OnPaper))
		if got := s.sends("Five"); got != "" || s.way(tui) != newsletter.OnPaper {
			t.Errorf("on paper: %q", got)
		}
		s.must(s.s.Choose(ctx, tui, newsletter.Not))
		s.subscribed("new@example.nz") // by the form alone
		if s.way(tui) != newsletter.ByMail {
			t.Error("what was asked for by the form is not shown")
		}
		s.must(s.s.Choose(ctx, tui, newsletter.Not))
		if got := s.sends("Six"); got != "" {
			t.Errorf("after choosing not: %q", got)
		}
		s.must(s.s.Choose(ctx, tui, newsletter.ByMail))
		s.exec(`UPDATE account SET disabled = TRUE WHERE person_id = $1`, tui.Person)
		if got := s.sends("Seven"); got != "" {
			t.Errorf("to a closed account: %q", got)
		}
	})
}

// Pressed once, the link of a letter ends what brings the newsletter to the address, whichever of the two it is of; what waits does not go.
func TestStoppingEndsTheChoice(t *testing.T) {
	each(t, func(s *society) {
		for _, byForm := range []bool{false, true} {
			email := map[bool]string{true: "a@example.nz", false: "b@example.nz"}[byForm]
			m := s.member("Tūī", email, "")
			s.byMail(m)
			s.subscribed(email)
			token := s.leaveToken(map[bool]string{true: "person_id IS NULL", false: "person_id IS NOT NULL"}[byForm])
			id, err := s.s.Write(ctx, s.secretary, newsletter.Input{Title: "Waits", Intro: "Kia ora"})
			s.must(err)
			s.must(s.s.Send(ctx, s.secretary, id, 1))
			s.must(s.s.Leave(ctx, token))
			if err := s.s.Leave(ctx, token); byForm {
				s.refused(err, apperr.NotFound, "not known")
			} else {
				s.must(err)
			}
			if got := s.delivered(); len(got) != 0 || s.way(m) != newsletter.Not {
				t.Errorf("by form %v: %d letters, %q", byForm, len(got), s.way(m))
			}
		}
	})
}

// Who asks by the form for the address of a member who chose it is told that it goes there.
func TestTheFormKnowsWhatMembersChose(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "")
		s.byMail(m)
		s.must(s.s.Subscribe(ctx, "A@example.nz", "net"))
		if got := s.delivered(); len(got) != 1 || !strings.Contains(got[0].Body, "It goes there already") {
			t.Errorf("%+v", got)
		}
	})
}

// Officers put on paper who has no account; no one else does, and not against what a member chose.
func TestTheNewsletterOnPaperIsAskedFor(t *testing.T) {
	each(t, func(s *society) {
		paper, mail := s.member("Tūī", "", "1 Road\nŌtaki"), s.member("Peters", "james@example.nz", "2 Road")
		nowhere, dead := s.member("Ngata", "", ""), s.member("Rāwiri", "", "3 Road")
		s.byMail(mail)
		s.refused(s.s.PutOnPaper(ctx, mail, paper.Person), apperr.Forbidden, "")
		s.refused(s.s.PutOnPaper(ctx, auth.Actor{}, paper.Person), apperr.SignIn, "")
		s.refused(s.s.TakeOffPaper(ctx, mail, paper.Person), apperr.Forbidden, "")
		s.refused(s.s.PutOnPaper(ctx, s.secretary, mail.Person), apperr.Conflict, "by e-mail")
		s.refused(s.s.PutOnPaper(ctx, s.secretary, nowhere.Person), apperr.Conflict, "no postal address")
		s.refused(s.s.PutOnPaper(ctx, s.secretary, 999), apperr.NotFound, "member number")
		s.must(s.s.PutOnPaper(ctx, s.secretary, paper.Person))
		s.must(s.s.PutOnPaper(ctx, s.secretary, paper.Person))
		s.must(s.s.PutOnPaper(ctx, s.secretary, dead.Person))
		s.exec(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by) VALUES ($1, 'died', '2026-11-01', 'Her son wrote', $2, 'x')`, dead.Person, s.now)
		list, err := s.s.PaperReaders(ctx, s.secretary)
		if err != nil || len(list) != 1 || list[0].Address != "1 Road\nŌtaki" || !strings.Contains(list[0].Name, "Tūī") {
			t.Errorf("%+v, %v", list, err)
		}
		_, err = s.s.PaperReaders(ctx, mail)
		s.refused(err, apperr.Forbidden, "")
		s.must(s.s.TakeOffPaper(ctx, s.secretary, mail.Person)) // who gets it by mail keeps it
		s.must(s.s.TakeOffPaper(ctx, s.secretary, paper.Person))
		if list, err := s.s.PaperReaders(ctx, s.secretary); err != nil || len(list) != 0 || s.way(mail) != newsletter.ByMail {
			t.Errorf("%+v, %v, %q", list, err, s.way(mail))
		}
	})
}
