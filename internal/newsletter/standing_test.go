package newsletter_test

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/newsletter"
)

// Bug: an officer put on paper who had chosen that it does not come. Whom an officer took off paper may be put there again.
func TestWhoChoseThatItDoesNotComeKeepsThat(t *testing.T) {
	each(t, func(s *society) {
		for i, choose := range []func(email string){
			func(string) {},
			func(email string) { s.subscribed(email) },
		} {
			email := fmt.Sprintf("a%d@example.nz", i)
			m := s.member("Tūī", email, "1 Road\nŌtaki")
			choose(email)
			s.must(s.s.Choose(ctx, m, newsletter.Not))
			s.refused(s.s.PutOnPaper(ctx, s.secretary, m.Person), apperr.Conflict, "chose that the newsletter does not come")
			s.must(s.s.TakeOffPaper(ctx, s.secretary, m.Person))
			s.refused(s.s.PutOnPaper(ctx, s.secretary, m.Person), apperr.Conflict, "chose that the newsletter does not come")
		}
		stopped := s.member("Ngata", "n@example.nz", "2 Road")
		s.byMail(stopped)
		s.must(s.s.Leave(ctx, s.leaveToken("way = 'mail'")))
		s.refused(s.s.PutOnPaper(ctx, s.secretary, stopped.Person), apperr.Conflict, "chose that the newsletter does not come")
		again := s.member("Peters", "p@example.nz", "3 Road")
		s.must(s.s.PutOnPaper(ctx, s.secretary, again.Person))
		s.must(s.s.TakeOffPaper(ctx, s.secretary, again.Person))
		s.must(s.s.PutOnPaper(ctx, s.secretary, again.Person))
		s.must(s.s.Choose(ctx, again, newsletter.Not))
		s.refused(s.s.PutOnPaper(ctx, s.secretary, again.Person), apperr.Conflict, "chose that")
	})
}

// Bug: a subscription by the form did not become the member's choice, and stayed with the old address.
func TestASubscriptionBecomesTheChoice(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "1 Road")
		s.subscribed("a@example.nz")
		_, waits := s.draft("Waits")
		s.must(s.s.Send(ctx, s.secretary, waits.ID, waits.Version))
		s.must(s.s.Choose(ctx, m, newsletter.ByMail)) // the form's link was opened: nothing is asked
		if got := s.delivered(); len(got) != 1 || got[0].To.Address != "a@example.nz" || got[0].Subject != "Waits" {
			t.Errorf("what waited for the subscription: %+v", got)
		}
		s.exec(`UPDATE account SET email = 'new@example.nz', email_key = 'new@example.nz' WHERE person_id = $1`, m.Person)
		if got := s.sends("One"); got != "new@example.nz" || s.way(m) != newsletter.ByMail {
			t.Errorf("goes to %q; the page says %q", got, s.way(m))
		}
		s.must(s.s.Choose(ctx, m, newsletter.Not))
		if got := s.sends("Two"); got != "" {
			t.Errorf("after choosing not it goes to %q", got)
		}
		if reads, err := s.s.Leaving(ctx, "leave-a@example.nz"); reads || err != nil {
			t.Errorf("the link of the subscription: %v, %v", reads, err)
		}
	})
}

// Bug: another choice gave the member another link, so that the one in earlier letters stopped nothing and said that it had.
func TestTheLinkOfEarlierLettersStops(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "1 Road")
		s.byMail(m)
		token := s.leaveToken("TRUE")
		_ = s.sends("One") // has that link
		for _, way := range []newsletter.Way{newsletter.OnPaper, newsletter.ByMail, newsletter.Not, newsletter.ByMail} {
			s.must(s.s.Choose(ctx, m, way))
			if reads, err := s.s.Leaving(ctx, token); reads != (way == newsletter.ByMail) || err != nil {
				t.Errorf("%q: the link reads %v, %v", way, reads, err)
			}
		}
		if got := s.sends("Two"); got != "a@example.nz" {
			t.Errorf("letter Two goes to %q", got)
		}
		s.must(s.s.Leave(ctx, token))
		if got := s.sends("Three"); got != "" || s.way(m) != newsletter.Not {
			t.Errorf("pressed stop in letter One, and letter Three goes to %q", got)
		}
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		s.must(s.s.Leave(ctx, token)) // of a letter by mail, which is not the paper
		if s.way(m) != newsletter.OnPaper {
			t.Errorf("the link of a letter ended the paper: %q", s.way(m))
		}
		for _, bad := range []string{"", "X", strings.Repeat("A", 26), "leave-a@example.nz"} {
			_, err := s.s.Leaving(ctx, bad)
			s.refused(err, apperr.NotFound, "not known")
			s.refused(s.s.Leave(ctx, bad), apperr.NotFound, "not known")
		}
	})
}

// Bug: a letter that waited when its reader chose paper, and mail again, never left.
func TestALetterThatWaitsOutlastsAnotherChoice(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "1 Road")
		s.byMail(m)
		_, i := s.draft("Waits")
		s.must(s.s.Send(ctx, s.secretary, i.ID, i.Version))
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		s.must(s.s.Choose(ctx, m, newsletter.ByMail))
		if got := s.delivered(); len(got) != 1 || got[0].Subject != "Waits" {
			t.Errorf("%+v", got)
		}
	})
}

// Bug: who had it on paper and asked by the form, for the address of the account, got both.
func TestItComesInOneWay(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "1 Road")
		paper := func() int {
			list, err := s.s.PaperReaders(ctx, s.secretary)
			s.must(err)
			return len(list)
		}
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		s.reader("A@example.nz")
		if got := s.sends("One"); got != "a@example.nz" || paper() != 0 || s.way(m) != newsletter.ByMail {
			t.Errorf("by the form: to %q, %d on paper; the page says %q", got, paper(), s.way(m))
		}
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		s.subscribed("a@example.nz") // the account has an address by now that was subscribed before
		if got := s.sends("Two"); got != "a@example.nz" || paper() != 0 || s.way(m) != newsletter.ByMail {
			t.Errorf("beside it: to %q, %d on paper; the page says %q", got, paper(), s.way(m))
		}
		s.refused(s.s.PutOnPaper(ctx, s.secretary, m.Person), apperr.Conflict, "by e-mail")
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		if got := s.sends("Three"); got != "" || paper() != 1 || s.way(m) != newsletter.OnPaper {
			t.Errorf("chosen again: to %q, %d on paper; the page says %q", got, paper(), s.way(m))
		}
	})
}

// Bug: an officer could put on paper someone who had died.
func TestWhoDiedIsNotPutOnPaper(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "a@example.nz", "1 Road")
		s.exec(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by) VALUES ($1, 'died', '2026-11-01', 'Her son wrote', $2, 'x')`, m.Person, s.now)
		s.refused(s.s.PutOnPaper(ctx, s.secretary, m.Person), apperr.Conflict, "has died")
		s.reader("a@example.nz") // who reads her mail asks for it
		if got := s.sends("One"); got != "a@example.nz" {
			t.Errorf("who confirmed the address gets %q", got)
		}
	})
}

// Bug: the address that an officer typed for an invitation was mailed, though whoever reads it had never asked or confirmed.
func TestAnAddressThatAnOfficerTypedIsAskedFirst(t *testing.T) {
	each(t, func(s *society) {
		m := s.member("Tūī", "typed@example.nz", "1 Road")
		s.must(s.s.Choose(ctx, m, newsletter.OnPaper))
		s.must(s.s.Choose(ctx, m, newsletter.ByMail))
		question := s.delivered()
		if got := s.sends("One"); got != "" || s.way(m) != newsletter.OnPaper || len(question) != 1 {
			t.Errorf("before the link is opened it goes to %q, %q; %d letters ask", got, s.way(m), len(question))
		}
		for range 2 {
			s.must(s.s.Choose(ctx, m, newsletter.ByMail))
		}
		s.refused(s.s.Choose(ctx, m, newsletter.ByMail), apperr.Conflict, "today")
		if got := s.delivered(); len(got) != 2 {
			t.Errorf("%d more letters ask", len(got))
		} else {
			question = got
		}
		s.must(s.s.Confirm(ctx, s.token(question[1])))
		if got := s.sends("Two"); got != "typed@example.nz" || s.way(m) != newsletter.ByMail {
			t.Errorf("once it is opened it goes to %q, %q", got, s.way(m))
		}
		s.must(s.s.Choose(ctx, m, newsletter.Not))
		s.must(s.s.Choose(ctx, m, newsletter.ByMail)) // the same address: not asked again
		if got := s.sends("Three"); got != "typed@example.nz" {
			t.Errorf("again to %q", got)
		}
		changed := s.member("Ngata", "other@example.nz", "2 Road")
		s.must(s.s.Choose(ctx, changed, newsletter.ByMail))
		late := s.token(s.delivered()[0])
		s.must(s.s.Choose(ctx, changed, newsletter.Not)) // the mind is changed before
		s.refused(s.s.Confirm(ctx, late), apperr.NotFound, "not valid")
		if s.way(changed) != newsletter.Not {
			t.Errorf("%q", s.way(changed))
		}
	})
}
