package news_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/news"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

// society has a secretary, a president, a treasurer and a member, and a clock that a test moves.
type society struct {
	*testing.T
	s                                       *news.Service
	now                                     civil.Instant
	secretary, president, treasurer, member auth.Actor
}

func each(t *testing.T, test func(s *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := &society{T: t, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
		s.s = news.New(db, func() civil.Instant { return s.now })
		actor := func(name string, roles ...auth.Role) (a auth.Actor) {
			s.must(db.InTx(ctx, func(tx *store.Tx) error {
				id, err := members.InsertPerson(ctx, tx, s.now, members.PersonInput{GivenNames: name, FamilyName: "Lin"})
				a = auth.Actor{Person: id, Name: name + " Lin"}
				return err
			}))
			for _, role := range roles {
				a.Offices = append(a.Offices, auth.Office{Role: role, From: civil.MustParseDate("2020-01-01")})
			}
			return a
		}
		s.secretary, s.president = actor("Mei", auth.Secretary), actor("Rangi", auth.President)
		s.treasurer, s.member = actor("Aroha", auth.Treasurer), actor("Tama")
		test(s)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the log: %v", err)
		}
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
	text := fmt.Sprint(err)
	if apperr.KindOf(err) != kind || !strings.Contains(text, says) {
		s.Errorf("got %q, want %s with %q", text, kind, says)
	}
}

func (s *society) item(id news.ID) news.Item {
	s.Helper()
	i, err := s.s.Item(ctx, s.secretary, id)
	s.must(err)
	return i
}

func (s *society) written(title string) news.ID {
	s.Helper()
	id, err := s.s.Write(ctx, s.secretary, draft(title))
	s.must(err)
	return id
}

func (s *society) publish(id news.ID, on, reason string) error {
	day := civil.Date{}
	if on != "" {
		day = civil.MustParseDate(on)
	}
	return s.s.Publish(ctx, s.secretary, id, s.item(id).Version, day, reason)
}

// reads is what the public reads: titles, the newest first.
func (s *society) reads() string {
	s.Helper()
	list, n, err := s.s.Newest(ctx, 1, 10)
	s.must(err)
	titles := []string{}
	for _, p := range list {
		titles = append(titles, p.Title)
	}
	if n != len(list) {
		s.Errorf("%d of %d", len(list), n)
	}
	if last, _, err := s.s.Newest(ctx, 9, 10); err != nil || len(last) != n { // pagers stand at the last page then
		s.Errorf("behind the last page: %d of %d, %v", len(last), n, err)
	}
	return strings.Join(titles, ", ")
}

func draft(title string) news.Input {
	return news.Input{Text: news.Text{Title: title, Body: "It *happened*."}}
}

func TestADayToComeComesByItself(t *testing.T) {
	each(t, func(s *society) {
		first, second := s.written("First"), s.written("Second")
		_, err := s.s.Piece(ctx, first)
		s.refused(err, apperr.NotFound, "no news here")
		s.must(s.publish(first, "", ""))
		s.refused(s.publish(second, "2026-11-20", ""), apperr.Invalid, "on: Choose today")
		s.refused(s.publish(second, "2036-11-20", ""), apperr.Invalid, "on: Choose today")
		s.must(s.publish(second, "2026-11-24", ""))
		if got := s.reads(); got != "First" || s.item(second).State != news.Coming {
			s.Errorf("the public reads %s", got)
		}
		_, err = s.s.Piece(ctx, second)
		s.refused(err, apperr.NotFound, "no news here")
		s.now = civil.MustParseInstant("2026-11-23T11:30:00.000Z") // half past midnight in Auckland
		if got := s.reads(); got != "Second, First" {
			s.Errorf("on the day the public reads %s", got)
		}
		p, err := s.s.Piece(ctx, second)
		s.must(err)
		if p.Slug() != "second" || p.Body != "It *happened*." || len(p.Corrections) != 0 {
			s.Errorf("it reads %+v", p)
		}
	})
}

func TestACorrectionKeepsTheWordingBefore(t *testing.T) {
	each(t, func(s *society) {
		id := s.written("Mai Lin wins")
		s.must(s.publish(id, "", ""))
		s.refused(s.publish(id, "", "Again"), apperr.Conflict, "reads this already")
		s.must(s.s.Change(ctx, s.secretary, id, s.item(id).Version, draft("Mei Lin wins")))
		if got := s.reads(); got != "Mai Lin wins" {
			s.Errorf("the draft is public: %s", got)
		}
		s.refused(s.publish(id, "", " "), apperr.Invalid, "reason: Say in a sentence what was corrected")
		s.must(s.publish(id, "2027-01-01", "The name was misspelt."))
		p, err := s.s.Piece(ctx, id)
		s.must(err)
		if p.Title != "Mei Lin wins" || len(p.Corrections) != 1 || p.On.String() != "2026-11-21" || strings.Contains(fmt.Sprint(p), "Mai") {
			s.Errorf("the public reads %+v", p)
		}
		all, err := s.s.Wordings(ctx, s.treasurer, id)
		s.must(err)
		if len(all) != 2 || all[1].Title != "Mai Lin wins" || all[1].By != "Mei Lin" {
			s.Errorf("the wordings are %+v", all)
		}
		s.refused(s.s.Discard(ctx, s.secretary, id, s.item(id).Version), apperr.Conflict, "is kept")
	})
}

func TestWhatIsWithdrawnSaysSo(t *testing.T) {
	each(t, func(s *society) {
		id := s.written("Wrong")
		s.refused(s.s.Withdraw(ctx, s.secretary, id, s.item(id).Version, "x"), apperr.Conflict, "nothing to withdraw")
		s.must(s.publish(id, "", ""))
		s.refused(s.s.Withdraw(ctx, s.secretary, id, s.item(id).Version, ""), apperr.Invalid, "reason: ")
		s.must(s.s.Withdraw(ctx, s.secretary, id, s.item(id).Version, "It was not so."))
		p, err := s.s.Piece(ctx, id)
		s.must(err)
		if s.reads() != "" || p.Title != "" || p.Body != "" || p.Reason != "It was not so." || p.At.IsZero() {
			s.Errorf("the public reads %s, %+v", s.reads(), p)
		}
		s.refused(s.publish(id, "", "x"), apperr.Conflict, "Write a new one")
	})
}

// Nothing of an item that wants two is published by one, whichever way.
func TestTwoEyes(t *testing.T) {
	each(t, func(s *society) {
		in := draft("Fees")
		in.TwoEyes = true
		id, err := s.s.Write(ctx, s.secretary, in)
		s.must(err)
		s.refused(s.publish(id, "", ""), apperr.Conflict, "Another officer approves")
		s.refused(s.s.Approve(ctx, s.secretary, id, s.item(id).Version), apperr.Conflict, "Another officer approves it")
		s.refused(s.s.Approve(ctx, s.member, id, s.item(id).Version), apperr.Forbidden, "")
		s.must(s.s.Approve(ctx, s.treasurer, id, s.item(id).Version))
		old := s.item(id).Version
		in.Body = "Other words."
		s.must(s.s.Change(ctx, s.secretary, id, old, in))
		s.refused(s.publish(id, "", ""), apperr.Conflict, "Another officer approves")
		s.refused(s.s.Approve(ctx, s.president, id, old), apperr.Conflict, "Someone else changed this news first")
		s.must(s.s.Approve(ctx, s.president, id, s.item(id).Version))
		s.must(s.s.AddPicture(ctx, s.secretary, id, s.item(id).Version, dots(t), "A board"))
		s.refused(s.publish(id, "", ""), apperr.Conflict, "Another officer approves")
		s.must(s.s.Approve(ctx, s.president, id, s.item(id).Version))
		s.must(s.publish(id, "2026-12-01", ""))
		s.must(s.s.Recall(ctx, s.secretary, id, s.item(id).Version))
		s.must(s.publish(id, "", "")) // it is the draft that was approved
		if s.reads() != "Fees" {
			s.Error("it is not public")
		}
		s.refused(s.s.Change(ctx, s.secretary, id, s.item(id).Version, draft("Fees fall")), apperr.Invalid, "two_eyes: ")
		s.must(s.s.Change(ctx, s.secretary, id, s.item(id).Version, in2("Fees rise")))
		s.refused(s.publish(id, "", "They rise."), apperr.Conflict, "Another officer approves")
	})
}

func in2(title string) news.Input {
	in := draft(title)
	in.TwoEyes = true
	return in
}

func dots(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A picture is shown with the wording that has it, and to no one else than officers before.
func TestPictures(t *testing.T) {
	each(t, func(s *society) {
		id := s.written("Congress")
		version := func() int64 { return s.item(id).Version }
		s.refused(s.s.AddPicture(ctx, s.secretary, id, version(), []byte("<svg><script/></svg>"), ""), apperr.Invalid, "file: This is no JPEG")
		s.refused(s.s.AddPicture(ctx, s.secretary, id, version(), dots(t), " "), apperr.Invalid, "says: Say in at most")
		s.refused(s.s.AddPicture(ctx, s.treasurer, id, version(), dots(t), "x"), apperr.Forbidden, "")
		s.must(s.s.AddPicture(ctx, s.secretary, id, version(), dots(t), "A  board"))
		p := s.item(id).Pictures[0]
		if p.Says != "A board" || p.Width != 3 {
			s.Errorf("kept as %+v", p)
		}
		seen := func(actor auth.Actor) error { _, _, err := s.s.PictureFile(ctx, actor, p.ID); return err }
		s.refused(seen(auth.Actor{}), apperr.NotFound, "")
		s.refused(seen(s.member), apperr.NotFound, "")
		s.must(seen(s.treasurer))
		s.must(s.publish(id, "", ""))
		s.must(seen(auth.Actor{}))
		s.must(s.s.RemovePicture(ctx, s.secretary, id, version(), p.ID))
		s.must(seen(auth.Actor{})) // the draft has it no more, what is public has it
		s.refused(s.s.RemovePicture(ctx, s.secretary, id, version(), p.ID), apperr.NotFound, "not in the draft")
		s.must(s.publish(id, "", "The picture was another’s."))
		s.refused(seen(auth.Actor{}), apperr.NotFound, "not shown any more")
		s.must(seen(s.treasurer)) // the wording before is kept with it
		s.must(s.s.AddPicture(ctx, s.secretary, id, version(), dots(t), "Someone who does not want it"))
		p = s.item(id).Pictures[0]
		s.must(s.s.RemovePicture(ctx, s.secretary, id, version(), p.ID))
		s.refused(seen(s.treasurer), apperr.NotFound, "does not exist") // it was never published
		for range 12 {
			s.must(s.s.AddPicture(ctx, s.secretary, id, version(), dots(t), "x"))
		}
		s.refused(s.s.AddPicture(ctx, s.secretary, id, version(), dots(t), "x"), apperr.Conflict, "may have no more")
	})
}

func TestWhoKeepsTheNews(t *testing.T) {
	each(t, func(s *society) {
		id := s.written("Mine")
		for name, do := range map[string]func(actor auth.Actor) error{
			"write":    func(a auth.Actor) error { _, err := s.s.Write(ctx, a, draft("x")); return err },
			"change":   func(a auth.Actor) error { return s.s.Change(ctx, a, id, 1, draft("x")) },
			"publish":  func(a auth.Actor) error { return s.s.Publish(ctx, a, id, 1, civil.Date{}, "") },
			"recall":   func(a auth.Actor) error { return s.s.Recall(ctx, a, id, 1) },
			"withdraw": func(a auth.Actor) error { return s.s.Withdraw(ctx, a, id, 1, "x") },
			"discard":  func(a auth.Actor) error { return s.s.Discard(ctx, a, id, 1) },
			"picture":  func(a auth.Actor) error { return s.s.AddPicture(ctx, a, id, 1, nil, "x") },
			"take out": func(a auth.Actor) error { return s.s.RemovePicture(ctx, a, id, 1, 1) },
			"read":     func(a auth.Actor) error { _, err := s.s.Item(ctx, a, id); return err },
			"wordings": func(a auth.Actor) error { _, err := s.s.Wordings(ctx, a, id); return err },
			"list":     func(a auth.Actor) error { _, _, err := s.s.Items(ctx, a, 1, 10); return err },
			"approve":  func(a auth.Actor) error { return s.s.Approve(ctx, a, id, 1) },
		} {
			if kind := apperr.KindOf(do(auth.Actor{})); kind != apperr.SignIn {
				s.Errorf("%s without signing in: %s", name, kind)
			}
			if kind := apperr.KindOf(do(s.member)); kind != apperr.Forbidden {
				s.Errorf("%s as a member: %s", name, kind)
			}
		}
		s.refused(s.s.Change(ctx, s.treasurer, id, 1, draft("x")), apperr.Forbidden, "")
		s.refused(s.s.Change(ctx, s.secretary, id, 7, draft("x")), apperr.Conflict, "Someone else changed this news first")
		s.refused(s.s.Change(ctx, s.secretary, id, 1, news.Input{}), apperr.Invalid, "title: ")
		s.must(s.s.Discard(ctx, s.secretary, id, 1))
		_, err := s.s.Item(ctx, s.secretary, id)
		s.refused(err, apperr.NotFound, "")
	})
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"New rules, in Tāmaki!": "new-rules-in-tamaki", "囲碁": "", " – A – ": "a", strings.Repeat("ab ", 60): strings.Repeat("ab-", 19) + "ab",
	} {
		if got := news.Slug(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
