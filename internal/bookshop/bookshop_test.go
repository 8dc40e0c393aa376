package bookshop_test

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
	"nzgs/internal/bookshop"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

var ctx = context.Background()

// post takes every letter.
type post struct{ taken []mail.Message }

func (p *post) Send(_ context.Context, m mail.Message) error {
	p.taken = append(p.taken, m)
	return nil
}

type society struct {
	*testing.T
	db                                      *store.DB
	s                                       *bookshop.Service
	outbox                                  *mail.Service
	clubs                                   *clubs.Service
	books                                   *treasury.Service
	post                                    post
	now                                     civil.Instant
	treasurer, secretary, president, member auth.Actor
}

func each(t *testing.T, test func(s *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { run(t, db, test) })
}

func run(t *testing.T, db *store.DB, test func(s *society)) {
	t.Helper()
	s := &society{T: t, db: db, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
	clock := func() civil.Instant { return s.now }
	offices := auth.New(db, clock, auth.Settings{})
	s.outbox, s.clubs = mail.New(db, clock, &s.post), clubs.New(db, clock, offices)
	s.books = treasury.New(db, clock)
	s.s = bookshop.New(db, clock, "Go Society", "http://go.example.nz", offices, s.outbox)
	s.treasurer, s.secretary = s.actor("Aroha", auth.Treasurer), s.actor("Mei", auth.Secretary)
	s.president, s.member = s.actor("Rangi", auth.President), s.actor("Tama")
	test(s)
	if _, err := audit.Verify(ctx, db); err != nil {
		t.Errorf("the log: %v", err)
	}
}

func (s *society) actor(name string, roles ...auth.Role) (a auth.Actor) {
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
		id, err := members.InsertPerson(ctx, tx, s.now, members.PersonInput{GivenNames: name, FamilyName: "Lin", Email: strings.ToLower(name) + "@example.nz"})
		a = auth.Actor{Person: id, Name: name + " Lin"}
		return err
	}))
	for _, role := range roles {
		a.Offices = append(a.Offices, auth.Office{Role: role, From: civil.MustParseDate("2020-01-01")})
	}
	return a
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

func book(title string) bookshop.ArticleInput {
	return bookshop.ArticleInput{Title: title, Body: "How to *begin*.", Price: 3000, MemberPrice: 2500, Grams: 400, Shown: true}
}

// added adds an article of which some are there.
func (s *society) added(in bookshop.ArticleInput, stock int) bookshop.ArticleID {
	s.Helper()
	id, err := s.s.Add(ctx, s.treasurer, in)
	s.must(err)
	if stock > 0 {
		s.must(s.s.ChangeStock(ctx, s.treasurer, id, bookshop.StockInput{Why: bookshop.Bought, Number: stock}))
	}
	return id
}

func (s *society) article(id bookshop.ArticleID) bookshop.Article {
	s.Helper()
	a, err := s.s.Article(ctx, s.secretary, id)
	s.must(err)
	return a
}

func TestWhatAnArticleMayBe(t *testing.T) {
	each(t, func(s *society) {
		for says, change := range map[string]func(*bookshop.ArticleInput){
			"title: Give it a title":            func(in *bookshop.ArticleInput) { in.Title = " \n " },
			"title: Give it a title of":         func(in *bookshop.ArticleInput) { in.Title = strings.Repeat("ā", 121) },
			"price: Enter dollars":              func(in *bookshop.ArticleInput) { in.Price, in.MemberPrice = 0, 0 },
			"price: It costs at most $10,000":   func(in *bookshop.ArticleInput) { in.Price = 1_000_001 },
			"member_price: A member pays":       func(in *bookshop.ArticleInput) { in.MemberPrice = 3001 },
			"member_price: Enter dollars":       func(in *bookshop.ArticleInput) { in.MemberPrice = -1 },
			"grams: Enter the weight of one":    func(in *bookshop.ArticleInput) { in.Grams = 0 },
			"grams: Enter the weight of one, p": func(in *bookshop.ArticleInput) { in.Grams = 1_000_000_000 },
		} {
			in := book("Go")
			change(&in)
			_, err := s.s.Add(ctx, s.treasurer, in)
			s.refused(err, apperr.Invalid, says)
		}
		_, err := s.s.Add(ctx, s.treasurer, bookshop.ArticleInput{})
		for _, field := range []string{"title: ", "body: ", "price: ", "grams: "} { // all at once
			s.refused(err, apperr.Invalid, field)
		}
		in := book("  Go   for  all ")
		in.MemberPrice = 0
		if a := s.article(s.added(in, 0)); a.Title != "Go for all" || a.MemberPrice != 3000 || a.Stock != 0 {
			s.Errorf("kept as %+v", a)
		}
	})
}

func TestWhoKeepsTheBookshop(t *testing.T) {
	each(t, func(s *society) {
		id := s.added(book("Go"), 3)
		for name, do := range map[string]func(a auth.Actor) error{
			"add":     func(a auth.Actor) error { _, err := s.s.Add(ctx, a, book("x")); return err },
			"change":  func(a auth.Actor) error { return s.s.Change(ctx, a, id, 1, book("x")) },
			"stock":   func(a auth.Actor) error { return s.s.ChangeStock(ctx, a, id, bookshop.StockInput{}) },
			"history": func(a auth.Actor) error { _, _, err := s.s.Stock(ctx, a, id, 1, 10); return err },
			"picture": func(a auth.Actor) error { return s.s.SetPicture(ctx, a, id, 1, nil, "x") },
			"remove":  func(a auth.Actor) error { return s.s.RemovePicture(ctx, a, id, 1) },
			"read":    func(a auth.Actor) error { _, err := s.s.Article(ctx, a, id); return err },
			"list":    func(a auth.Actor) error { _, err := s.s.Articles(ctx, a); return err },
			"postage": func(a auth.Actor) error { return s.s.SetPostage(ctx, a, bookshop.Table{}.Version(), nil) },
		} {
			for _, a := range []auth.Actor{s.president, s.member} {
				if kind := apperr.KindOf(do(a)); kind != apperr.Forbidden {
					s.Errorf("%s as %s: %s", name, a.Name, kind)
				}
			}
			if kind := apperr.KindOf(do(auth.Actor{})); kind != apperr.SignIn {
				s.Errorf("%s without signing in: %s", name, kind)
			}
		}
		s.refused(s.s.Change(ctx, s.secretary, id, 7, book("x")), apperr.Conflict, "Someone else changed this article first")
		s.must(s.s.Change(ctx, s.secretary, id, s.article(id).Version, book("Go again")))
	})
}

func TestWhatIsNotShownIsNotPublic(t *testing.T) {
	each(t, func(s *society) {
		in := book("Go")
		in.Shown = false
		id := s.added(in, 1)
		all, err := s.s.Shown(ctx)
		s.must(err)
		_, at := s.s.ShownArticle(ctx, id)
		if s.refused(at, apperr.NotFound, "does not sell this"); len(all) != 0 {
			s.Errorf("the public sees %+v", all)
		}
		var dots bytes.Buffer
		s.must(png.Encode(&dots, image.NewRGBA(image.Rect(0, 0, 3, 2))))
		version := func() int64 { return s.article(id).Version }
		s.refused(s.s.SetPicture(ctx, s.secretary, id, version(), []byte("<svg><script/></svg>"), ""), apperr.Invalid, "file: This is no JPEG")
		s.refused(s.s.SetPicture(ctx, s.secretary, id, version(), dots.Bytes(), " "), apperr.Invalid, "says: Say in at most")
		s.must(s.s.SetPicture(ctx, s.secretary, id, version(), dots.Bytes(), "The  cover"))
		p := s.article(id).Picture
		if p.Says != "The cover" || p.Width != 3 {
			s.Errorf("kept as %+v", p)
		}
		seen := func(a auth.Actor) error { _, _, err := s.s.PictureFile(ctx, a, p.ID); return err }
		s.refused(seen(s.member), apperr.NotFound, "")
		s.must(seen(s.treasurer))
		s.must(s.s.Change(ctx, s.secretary, id, version(), book("Go")))
		s.must(seen(auth.Actor{}))
		s.must(s.s.RemovePicture(ctx, s.secretary, id, version()))
		s.refused(seen(s.treasurer), apperr.NotFound, "")
	})
}

func TestStockAndWhy(t *testing.T) {
	each(t, func(s *society) {
		id := s.added(book("Go"), 3)
		change := func(why bookshop.Why, n, seen int) error {
			return s.s.ChangeStock(ctx, s.secretary, id, bookshop.StockInput{Why: why, Number: n, Seen: seen, Note: " a  note "})
		}
		for _, n := range []int{0, -1, 1_000_000_000} {
			s.refused(change(bookshop.Bought, n, 3), apperr.Invalid, "number: Enter a whole number from 1 to 100000.")
		}
		s.refused(change(bookshop.Bought, 100_000, 3), apperr.Invalid, "number: At most 100000")
		s.refused(change(bookshop.Damaged, 4, 3), apperr.Invalid, "number: Only 3 are there.")
		s.refused(change(bookshop.Ordered, 1, 3), apperr.Invalid, "why: Choose why.")
		s.refused(change(bookshop.Counted, 2, 5), apperr.Conflict, "There were 5 when you opened this page, and by the records there are 3 now")
		s.must(change(bookshop.Damaged, 1, 3))
		s.must(change(bookshop.Counted, 0, 2))
		list, n, err := s.s.Stock(ctx, s.treasurer, id, 1, 10)
		s.must(err)
		if n != 3 || list[0].Change != -2 || list[0].Stock != 0 || list[1].Why != bookshop.Damaged || list[2].By != "Aroha Lin" ||
			list[0].Note != "a note" || s.article(id).Stock != 0 {
			s.Errorf("the history is %+v", list)
		}
	})
}

func TestPostageByTable(t *testing.T) {
	table := bookshop.Table{{"New Zealand", 2000, 1200}, {"New Zealand", 500, 700}, {"Australia", 1000, 2500}, {"Collected", 9000, 0}}
	for _, tt := range []struct {
		place string
		grams int
		price string
		found bool
	}{
		{"New Zealand", 1, "$7.00", true}, {"New Zealand", 500, "$7.00", true}, {"New Zealand", 501, "$12.00", true},
		{"New Zealand", 2001, "$0.00", false}, {"Australia", 1000, "$25.00", true}, {"Collected", 5000, "$0.00", true}, {"Mars", 1, "$0.00", false},
	} {
		if r, found := table.For(tt.place, tt.grams); found != tt.found || r.Price.String() != tt.price {
			t.Errorf("%d g to %s: %s, %t", tt.grams, tt.place, r.Price, found)
		}
	}
	for grams, want := range map[int]string{1: "1 g", 999: "999 g", 1000: "1 kg", 1250: "1.25 kg", 20_005: "20.005 kg"} {
		if got := bookshop.Weight(grams); got != want {
			t.Errorf("%d: %s", grams, got)
		}
	}
	each(t, func(s *society) {
		empty := bookshop.Table{}.Version()
		bad := bookshop.Table{{"", 0, -1}, {"Here", 100, 100}, {"Here", 100, 200}}
		for _, field := range []string{"place_1: ", "grams_1: ", "price_1: ", "grams_3: This place has a row"} {
			s.refused(s.s.SetPostage(ctx, s.treasurer, empty, bad), apperr.Invalid, field)
		}
		s.must(s.s.SetPostage(ctx, s.treasurer, empty, table))
		s.refused(s.s.SetPostage(ctx, s.secretary, empty, nil), apperr.Conflict, "Someone else changed the table of postage first")
		kept, err := s.s.Postage(ctx)
		s.must(err)
		if len(kept) != 4 || kept[0].MostGrams != 500 || strings.Join(kept.Places(), ", ") != "New Zealand, Australia, Collected" {
			s.Errorf("kept as %+v", kept)
		}
		s.must(s.s.SetPostage(ctx, s.secretary, kept.Version(), nil))
	})
}
