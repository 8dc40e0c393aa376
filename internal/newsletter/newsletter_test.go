package newsletter_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/news"
	"nzgs/internal/newsletter"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

// post keeps what was sent.
type post struct{ sent *[]mail.Message }

func (p post) Send(_ context.Context, m mail.Message) error {
	*p.sent = append(*p.sent, m)
	return nil
}

type society struct {
	*testing.T
	db        *store.DB
	s         *newsletter.Service
	news      *news.Service
	outbox    *mail.Service
	now       civil.Instant
	sent      []mail.Message
	secretary auth.Actor
}

func each(t *testing.T, test func(s *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := &society{T: t, db: db, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
		clock := func() civil.Instant { return s.now }
		s.outbox = mail.New(db, clock, post{&s.sent})
		s.s = newsletter.New(db, clock, "The Society", "http://go.example.nz", auth.New(db, clock, auth.Settings{}), s.outbox)
		s.news = news.New(db, clock)
		s.secretary = auth.System("test")
		test(s)
	})
}

func (s *society) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *society) refused(err error, kind apperr.Kind, says string) {
	s.Helper()
	if text := fmt.Sprint(err); apperr.KindOf(err) != kind || !strings.Contains(text, says) {
		s.Errorf("got %q, want %s with %q", text, kind, says)
	}
}

// delivered sends what waits, and gives it.
func (s *society) delivered() []mail.Message {
	s.Helper()
	s.sent = nil
	for range 3 {
		_, err := s.outbox.Deliver(ctx)
		s.must(err)
		s.now = s.now.Add(2 * time.Minute)
	}
	return s.sent
}

var link = regexp.MustCompile(`/newsletter/(confirm|leave)/([A-Z0-9]+)`)

func (s *society) token(m mail.Message) string {
	s.Helper()
	found := link.FindStringSubmatch(m.Body)
	if found == nil {
		s.Fatalf("no link in %q", m.Body)
	}
	return found[2]
}

// reader subscribes and confirms.
func (s *society) reader(address string) {
	s.Helper()
	s.must(s.s.Subscribe(ctx, address, "network "+address))
	s.must(s.s.Confirm(ctx, s.token(s.delivered()[0])))
}

func (s *society) draft(title string, of ...news.ID) (newsletter.ID, newsletter.Issue) {
	s.Helper()
	id, err := s.s.Write(ctx, s.secretary, newsletter.Input{Title: title, Intro: "Kia *ora*.", News: of})
	s.must(err)
	i, err := s.s.Draft(ctx, s.secretary, id)
	s.must(err)
	return id, i
}

// Nobody is written to who has not confirmed, a link works once, and the form tells nobody who reads.
func TestOnlyWhoConfirmedIsWrittenTo(t *testing.T) {
	each(t, func(s *society) {
		s.refused(s.s.Subscribe(ctx, "nobody", "n"), apperr.Invalid, "email: ")
		s.must(s.s.Subscribe(ctx, "a@example.nz", "n"))
		got := s.delivered()
		if len(got) != 1 || !strings.Contains(got[0].Body, "press the button") || got[0].Leave != "" {
			s.Fatalf("the question is %+v", got)
		}
		token := s.token(got[0])
		id, i := s.draft("November")
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		if got := s.delivered(); len(got) != 0 {
			s.Errorf("who has not confirmed is written to: %+v", got)
		}
		s.must(s.s.Confirm(ctx, token))
		s.refused(s.s.Confirm(ctx, token), apperr.NotFound, "not valid")
		_, err := s.s.Confirmable(ctx, token)
		s.refused(err, apperr.NotFound, "not valid")
		s.refused(s.s.Confirm(ctx, ""), apperr.NotFound, "not valid")
		s.must(s.s.Subscribe(ctx, "A@example.nz", "n")) // known: the same answer, and a letter to the address alone
		if got := s.delivered(); len(got) != 1 || !strings.Contains(got[0].Body, "goes there already") {
			s.Errorf("who reads already is told %+v", got)
		}
	})
}

// Somebody else's address is asked a few times a day, and a network may ask a few.
func TestAFloodIsHeld(t *testing.T) {
	each(t, func(s *society) {
		for range 9 {
			s.must(s.s.Subscribe(ctx, "victim@example.nz", "n"))
		}
		if got := s.delivered(); len(got) != 3 {
			s.Errorf("%d letters went to one address", len(got))
		}
		var err error
		for n := range 20 {
			if err = s.s.Subscribe(ctx, fmt.Sprintf("a%d@example.nz", n), "n"); err != nil {
				break
			}
		}
		s.refused(err, apperr.TooMany, "Your network")
		s.now = s.now.Add(49 * time.Hour)
		n, err := s.s.Forget(ctx)
		s.must(err)
		if again, err := s.s.Forget(ctx); n == 0 || again != 0 || err != nil {
			s.Errorf("%d and %d are forgotten, %v", n, again, err)
		}
	})
}

// It stops by one press, also what waits in the outbox; pressed again it says that the link is not known.
func TestStopping(t *testing.T) {
	each(t, func(s *society) {
		s.reader("a@example.nz")
		s.reader("b@example.nz")
		id, i := s.draft("November")
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		got := s.delivered()
		if len(got) != 2 || !strings.HasPrefix(got[0].Leave, "http://go.example.nz/newsletter/leave/") || !strings.Contains(got[0].Body, "Kia ora.") {
			s.Fatalf("the letters are %+v", got)
		}
		if strings.Contains(got[0].Body, "b@example.nz") || got[0].Leave == got[1].Leave {
			s.Error("a letter names another reader")
		}
		token := s.token(got[0])
		id, i = s.draft("December")
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		s.must(s.s.Leave(ctx, token))                                                // while its letter waits
		s.refused(s.s.Leave(ctx, token), apperr.NotFound, "This link is not known.") // nothing of the address is left
		_, err := s.s.Leaving(ctx, token)
		s.refused(err, apperr.NotFound, "stop it by the link in the newest letter")
		if got := s.delivered(); len(got) != 1 || got[0].To.Address != "b@example.nz" {
			s.Errorf("who stopped is written to: %+v", got)
		}
	})
}

// A newsletter is sent once, whoever presses at once, and stays as it was sent.
func TestSentOnce(t *testing.T) {
	each(t, func(s *society) {
		for n := range 3 {
			s.reader(fmt.Sprintf("a%d@example.nz", n))
		}
		id, i := s.draft("November")
		var all sync.WaitGroup
		var sent [4]error
		for n := range sent {
			all.Add(1)
			go func() { // raced by TestSentOnce
				defer all.Done()
				sent[n] = s.s.Send(ctx, s.secretary, id, i.Version)
			}()
		}
		all.Wait()
		went := 0
		for _, err := range sent {
			if err == nil {
				went++
			} else {
				s.refused(err, apperr.Conflict, "was sent on")
			}
		}
		if got := s.delivered(); went != 1 || len(got) != 3 {
			s.Errorf("%d sent it, %d letters", went, len(got))
		}
		s.refused(s.s.Change(ctx, s.secretary, id, i.Version, newsletter.Input{Title: "x", Intro: "y"}), apperr.Conflict, "stays as it is")
		s.refused(s.s.Discard(ctx, s.secretary, id, i.Version), apperr.Conflict, "stays as it is")
	})
}

// A program that was killed when a newsletter was sent, and its letters waited, sends each of them once when it starts again.
func TestALetterLeavesOnceWhenTheProgramIsKilled(t *testing.T) {
	each(t, func(s *society) {
		for n := range 3 {
			s.reader(fmt.Sprintf("a%d@example.nz", n))
		}
		id, i := s.draft("November")
		killed, kill := context.WithCancel(ctx)
		kill()
		if err := s.s.Send(killed, s.secretary, id, i.Version); err == nil {
			s.Fatal("it was sent by a program that was killed")
		}
		if again, err := s.s.Draft(ctx, s.secretary, id); err != nil || !again.Sent.IsZero() || len(s.delivered()) != 0 {
			s.Errorf("half of it is written: %+v, %v", again, err)
		}
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		clock := func() civil.Instant { return s.now }
		s.outbox = mail.New(s.db, clock, post{&s.sent}) // nothing but the database is left
		s.s = newsletter.New(s.db, clock, "The Society", "http://go.example.nz", auth.New(s.db, clock, auth.Settings{}), s.outbox)
		s.refused(s.s.Send(ctx, s.secretary, id, i.Version), apperr.Conflict, "was not sent again")
		to := map[string]int{}
		for _, m := range append(s.delivered(), s.delivered()...) {
			to[m.To.Address]++
		}
		if len(to) != 3 || to["a0@example.nz"] != 1 || to["a1@example.nz"] != 1 || to["a2@example.nz"] != 1 {
			s.Errorf("letters went to %v", to)
		}
	})
}

// It has the news that the public reads, and nothing of drafts or what was withdrawn.
func TestWhatIsInIt(t *testing.T) {
	each(t, func(s *society) {
		write := func(title string) news.ID {
			id, err := s.news.Write(ctx, s.secretary, news.Input{Text: news.Text{Title: title, Body: "About [it](/events)."}})
			s.must(err)
			return id
		}
		shown, secret := write("# Shown *"), write("Secret")
		s.must(s.news.Publish(ctx, s.secretary, shown, 1, civil.Date{}, ""))
		_, err := s.s.Write(ctx, s.secretary, newsletter.Input{Title: "x", News: []news.ID{secret}})
		s.refused(err, apperr.NotFound, "")
		_, err = s.s.Write(ctx, s.secretary, newsletter.Input{})
		s.refused(err, apperr.Invalid, "title: ")
		s.reader("a@example.nz")
		id, i := s.draft("November", shown)
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		got := s.delivered()
		if len(got) != 1 || !strings.Contains(got[0].Body, "# SHOWN *\n\nAbout it (http://go.example.nz/events).") {
			s.Errorf("it says %+v", got)
		}
		public, err := s.s.Sent(ctx, id)
		s.must(err)
		if list, n, err := s.s.Archive(ctx, 9, 10); err != nil || n != 1 || list[0].Body != public.Body || public.Readers != 1 {
			s.Errorf("the archive has %+v, %v", list, err)
		}
		draft, _ := s.draft("December")
		_, err = s.s.Sent(ctx, draft)
		s.refused(err, apperr.NotFound, "")
	})
}

// Each piece is read by itself: where the links of one lead, and what it leaves open, is nothing to the next.
func TestPiecesAreReadByThemselves(t *testing.T) {
	each(t, func(s *society) {
		public := func(title, body string) news.ID {
			id, err := s.news.Write(ctx, s.secretary, news.Input{Text: news.Text{Title: title, Body: body}})
			s.must(err)
			s.must(s.news.Publish(ctx, s.secretary, id, 1, civil.Date{}, ""))
			return id
		}
		first := public("A &lt; B", "# Who\n\nSee [it][1].\n\n[1]: /first\n\n```\nopen \x1d\x1e")
		second := public("Second", "See [it][1].\n\n[1]: /second")
		id, i := s.draft("November", first, second)
		s.reader("a@example.nz")
		s.must(s.s.Send(ctx, s.secretary, id, i.Version))
		got := s.delivered()
		want := "Kia ora.\n\nA &LT; B\n\nWHO\n\nSee it (http://go.example.nz/first).\n\n    open\n\nSECOND\n\nSee it (http://go.example.nz/second)."
		if len(got) != 1 || !strings.Contains(got[0].Body, want) {
			s.Errorf("it says %+v", got)
		}
		public2, err := s.s.Sent(ctx, id)
		s.must(err)
		if text := public2.Text(); len(text) != 7 || text[1].Level != 2 || text[2].Level != 3 {
			s.Errorf("the page has %+v", text)
		}
		before, err := s.news.Item(ctx, s.secretary, first)
		s.must(err)
		s.must(s.news.Withdraw(ctx, s.secretary, first, before.Version, "It was not so."))
		public2, err = s.s.Sent(ctx, id)
		s.must(err)
		if text := public2.Text().Letter(""); strings.Contains(text, "WHO") || strings.Contains(text, "A &LT; B") ||
			!strings.Contains(text, "This was withdrawn. Its page says why.\n\nSECOND") {
			s.Errorf("what was withdrawn is public: %s", text)
		}
	})
}

// Bug: the news of a draft did not stand with their parts once one was withdrawn: the print named another one's page.
func TestTheNewsOfADraftAreThoseInIt(t *testing.T) {
	each(t, func(s *society) {
		var ids []news.ID
		for _, title := range []string{"First", "Second"} {
			id, err := s.news.Write(ctx, s.secretary, news.Input{Text: news.Text{Title: title, Body: "It was."}})
			s.must(err)
			s.must(s.news.Publish(ctx, s.secretary, id, 1, civil.Date{}, ""))
			ids = append(ids, id)
		}
		id, _ := s.draft("November", ids...)
		before, err := s.news.Item(ctx, s.secretary, ids[0])
		s.must(err)
		s.must(s.news.Withdraw(ctx, s.secretary, ids[0], before.Version, "It was not so."))
		i, err := s.s.Draft(ctx, s.secretary, id)
		s.must(err)
		if parts := i.Parts(); len(parts) != 2 || parts[1].Title != "Second" || len(i.News) != 1 || i.News[0] != ids[1] {
			s.Errorf("%d parts, of %v", len(parts), i.News)
		}
	})
}

// A draft whose news grew or were withdrawn can still be opened, and mended.
func TestNewsOfADraftChange(t *testing.T) {
	each(t, func(s *society) {
		in := news.Input{Text: news.Text{Title: "Long", Body: "Short."}}
		piece, err := s.news.Write(ctx, s.secretary, in)
		s.must(err)
		s.must(s.news.Publish(ctx, s.secretary, piece, 1, civil.Date{}, ""))
		id, err := s.s.Write(ctx, s.secretary, newsletter.Input{Title: "November", News: []news.ID{piece}, Intro: strings.Repeat("a ", 5_000)})
		s.must(err)
		version := func() int64 {
			s.Helper()
			i, err := s.news.Item(ctx, s.secretary, piece)
			s.must(err)
			return i.Version
		}
		in.Body = strings.Repeat("word ", 7_900)
		s.must(s.news.Change(ctx, s.secretary, piece, version(), in))
		s.must(s.news.Publish(ctx, s.secretary, piece, version(), civil.Date{}, "All of it."))
		i, err := s.s.Draft(ctx, s.secretary, id)
		s.must(err)
		if i.Problem == "" {
			s.Error("the draft says nothing of it")
		}
		s.refused(s.s.Send(ctx, s.secretary, id, i.Version), apperr.Invalid, "too long for a letter")
		s.must(s.s.Change(ctx, s.secretary, id, i.Version, newsletter.Input{Title: "November", News: []news.ID{piece}}))
		s.must(s.news.Withdraw(ctx, s.secretary, piece, version(), "It was not so."))
		i, err = s.s.Draft(ctx, s.secretary, id)
		s.must(err)
		s.refused(s.s.Send(ctx, s.secretary, id, i.Version), apperr.Invalid, "Write the text.")
	})
}

func TestWhoSendsIt(t *testing.T) {
	each(t, func(s *society) {
		treasurer := auth.Actor{Person: 1, Offices: []auth.Office{{Role: auth.Treasurer, From: civil.MustParseDate("2020-01-01")}}}
		for name, do := range map[string]func(a auth.Actor) error{
			"write":   func(a auth.Actor) error { _, err := s.s.Write(ctx, a, newsletter.Input{}); return err },
			"change":  func(a auth.Actor) error { return s.s.Change(ctx, a, 1, 1, newsletter.Input{}) },
			"send":    func(a auth.Actor) error { return s.s.Send(ctx, a, 1, 1) },
			"discard": func(a auth.Actor) error { return s.s.Discard(ctx, a, 1, 1) },
			"read":    func(a auth.Actor) error { _, err := s.s.Draft(ctx, a, 1); return err },
			"list":    func(a auth.Actor) error { _, _, _, err := s.s.Drafts(ctx, a, 1, 1); return err },
		} {
			if kind := apperr.KindOf(do(auth.Actor{})); kind != apperr.SignIn {
				s.Errorf("%s without signing in: %s", name, kind)
			}
			if kind := apperr.KindOf(do(treasurer)); kind != apperr.Forbidden {
				s.Errorf("%s as the treasurer: %s", name, kind)
			}
		}
	})
}
