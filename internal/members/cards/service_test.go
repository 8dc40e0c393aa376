package cards_test

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/internal/members/kinds"
	"nzgs/internal/members/leaving"
	"nzgs/internal/members/merging"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func clock() civil.Instant { return civil.MustParseInstant("2026-09-01T00:00:00.000Z") }

func day(s string) civil.Date { return civil.MustParseDate(s) }

// world is a secretary (0), members of two clubs (1 and 2, 3), one who joined alone (4) and one who lapsed (5).
type world struct {
	t         *testing.T
	db        *store.DB
	s         *cards.Service
	ids       []members.PersonID
	clubs     []members.ClubID
	secretary auth.Actor
	until     civil.Date
}

func each(t *testing.T, test func(w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, s: cards.New(db, clock), until: day("2027-06-30")}
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha"},
			{FamilyName: "Rātā", GivenNames: "Hana"}, {FamilyName: "Ash", GivenNames: "Zoe"},
			{FamilyName: "Huia", GivenNames: "Kahu", Alias: "kererū", PublicAs: members.ByAlias},
			{FamilyName: "Peters", GivenNames: "James"},
		})
		w.must(err)
		w.ids = ids
		w.secretary = w.actor(0, auth.Office{Role: auth.Secretary})
		for _, name := range []string{"Wellington", "Ōtautahi"} {
			id, err := clubs.New(db, clock, nil).Found(ctx, auth.System("test"), clubs.ClubInput{Name: name})
			w.must(err)
			w.clubs = append(w.clubs, id)
		}
		term := func(i int, club members.ClubID, from, to string) members.Term {
			return members.Term{
				Person: ids[i], Club: club, Year: constitution.Shipped().YearOf(day(from)), From: day(from), To: day(to),
				Kind: members.KindRenewal, RecordedAt: clock(), Trace: constitution.Trace{Rule: "2.2"},
			}
		}
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			return members.InsertTerms(ctx, tx, []members.Term{
				term(1, w.clubs[0], "2026-07-01", "2027-06-30"), term(2, w.clubs[1], "2026-07-01", "2027-06-30"),
				term(3, w.clubs[1], "2026-07-01", "2027-06-30"), term(4, 0, "2026-07-01", "2027-06-30"),
				term(5, w.clubs[0], "2025-07-01", "2026-06-30"),
			})
		}))
		test(w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) actor(i int, offices ...auth.Office) auth.Actor {
	for k := range offices {
		offices[k].Person, offices[k].From = w.ids[i], day("2020-01-01")
	}
	return auth.Actor{Account: auth.AccountID(i + 1), Person: w.ids[i], Name: "Actor", Offices: offices}
}

// code is the code of someone's card, made where there is none.
func (w *world) code(i int) string {
	w.t.Helper()
	w.must(w.s.Make(ctx, w.actor(i), w.ids[i]))
	c, err := w.s.Of(ctx, w.actor(i), w.ids[i])
	w.must(err)
	if len(c.Code) != 26 {
		w.t.Fatalf("the code is %q", c.Code)
	}
	return c.Code
}

func (w *world) says(code string, want cards.Verdict) {
	w.t.Helper()
	got, err := w.s.Verify(ctx, code)
	w.must(err)
	if got != want {
		w.t.Errorf("the card says %+v, want %+v", got, want)
	}
}

func (w *world) refuses(err error, kind apperr.Kind) {
	w.t.Helper()
	if apperr.KindOf(err) != kind {
		w.t.Errorf("it says %v, want %s", err, kind)
	}
}

func TestACardSaysWhatIsSoToday(t *testing.T) {
	each(t, func(w *world) {
		code := w.code(1)
		w.says(code, cards.Verdict{Good: true, Name: "Aroha Tūī", Until: w.until})
		if again := w.code(1); again != code {
			t.Errorf("printed again, the card has another code")
		}
		w.says(w.code(4), cards.Verdict{Good: true, Name: "kererū", Until: w.until})
		for _, none := range []string{"", "x", strings.ToLower(code), code + "A", code[:25], strings.Repeat("A", 26), "' OR 1=1 --"} {
			if _, err := w.s.Verify(ctx, none); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%q: %v", none, err)
			}
		}
		w.refuses(w.s.Make(ctx, w.actor(5), w.ids[5]), apperr.Invalid)
		w.refuses(w.s.Replace(ctx, w.actor(5), w.ids[5]), apperr.Invalid)

		// A junior is not named whole, until they choose it.
		w.must(kinds.New(w.db, clock).Set(ctx, w.secretary, kinds.Input{
			Person: w.ids[1], Kind: kinds.Junior, From: 2026, Reason: "Born in 2012.",
		}))
		w.says(code, cards.Verdict{Good: true, Name: "Aroha T.", Until: w.until})
		w.must(w.s.Choose(ctx, w.actor(1), w.ids[1], 0, cards.Full))
		w.says(code, cards.Verdict{Good: true, Name: "Aroha Tūī", Until: w.until})
		w.refuses(w.s.Choose(ctx, w.actor(1), w.ids[1], 0, cards.Short), apperr.Conflict)
		w.refuses(w.s.Choose(ctx, w.actor(1), w.ids[1], 1, "all"), apperr.Invalid)
		w.must(w.s.Choose(ctx, w.secretary, w.ids[1], 1, cards.Short))
		w.says(code, cards.Verdict{Good: true, Name: "Aroha T.", Until: w.until})
	})
}

func TestALostCardIsNoLongerGood(t *testing.T) {
	each(t, func(w *world) {
		lost := w.code(1)
		w.must(w.s.Replace(ctx, w.actor(1), w.ids[1]))
		w.says(lost, cards.Verdict{})
		now := w.code(1)
		if now == lost {
			t.Fatal("the new card has the old code")
		}
		w.says(now, cards.Verdict{Good: true, Name: "Aroha Tūī", Until: w.until})
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM membership_card WHERE code = $1`, lost); err != nil || n != 0 {
			t.Errorf("the code of the lost card is kept in %d rows, %v", n, err)
		}
	})
}

// Whoever resigned, died or whose term was reversed has no good card, and gets it back when that is undone.
func TestACardFollowsTheMembership(t *testing.T) {
	each(t, func(w *world) {
		code, good := w.code(1), cards.Verdict{Good: true, Name: "Aroha Tūī", Until: w.until}
		offices := auth.New(w.db, clock, auth.Settings{})
		l := leaving.New(w.db, clock, mail.New(w.db, clock, nil), offices, committee.New(w.db, clock, offices, governance.New(w.db, clock)))
		for _, kind := range []leaving.Kind{leaving.Died, leaving.Resigned} {
			f, err := members.FileOf(ctx, w.db, w.ids[1], clock().Date())
			w.must(err)
			w.must(l.Record(ctx, w.secretary, leaving.Input{
				Person: w.ids[1], Version: f.Person.Version, Kind: kind, Day: day("2026-08-20"), Reason: "A letter.",
			}))
			w.says(code, cards.Verdict{})
			w.refuses(w.s.Make(ctx, w.secretary, w.ids[1]), apperr.Invalid)
			all, err := l.Of(ctx, w.secretary, w.ids[1])
			w.must(err)
			_, err = l.Undo(ctx, w.secretary, all[0].ID, "The letter was of another.")
			w.must(err)
			w.says(code, good)
		}
		f, err := members.FileOf(ctx, w.db, w.ids[1], clock().Date())
		w.must(err)
		term := members.InForce(f.Terms)[0]
		treasurer := w.actor(0, auth.Office{Role: auth.Treasurer})
		w.must(members.New(w.db, clock).CorrectTerm(ctx, treasurer, members.CorrectInput{Term: term.ID, Reason: "The payment bounced."}))
		w.says(code, cards.Verdict{})
	})
}

// The card of a record that was merged is one of the record that was kept, and of its own again when that is undone.
func TestACardOfAMergedRecord(t *testing.T) {
	each(t, func(w *world) {
		old, kept := w.code(5-2), w.code(1)
		m := merging.New(w.db, clock, ratings.New(w.db, clock))
		version := func(i int) int64 {
			n, err := store.One(ctx, w.db, store.Value[int64], `SELECT version FROM person WHERE id = $1`, w.ids[i])
			w.must(err)
			return n
		}
		id, err := m.Merge(ctx, w.secretary, merging.Input{
			Kept: w.ids[1], Gone: w.ids[3], KeptVersion: version(1), GoneVersion: version(3), SignsIn: w.ids[1], Reason: "She told me.",
		})
		w.must(err)
		good := cards.Verdict{Good: true, Name: "Aroha Tūī", Until: w.until}
		w.says(old, good)
		w.says(kept, good)
		if _, err := w.s.Of(ctx, w.secretary, w.ids[3]); err == nil {
			t.Error("the merged number has a card of its own")
		}
		_, err = m.Undo(ctx, w.secretary, id, "They are two.")
		w.must(err)
		w.says(old, cards.Verdict{Good: true, Name: "Zoe Ash", Until: w.until})
		w.says(kept, good)
	})
}

func TestWhoMayPrintWhichCard(t *testing.T) {
	each(t, func(w *world) {
		own, other := w.actor(1), w.actor(2)
		club := w.actor(2, auth.Office{Role: auth.ClubSecretary, Club: w.clubs[0]})
		far := w.actor(3, auth.Office{Role: auth.ClubSecretary, Club: w.clubs[1]})
		president := w.actor(0, auth.Office{Role: auth.President})
		director := w.actor(4, auth.Office{Role: auth.Director})
		for name, tt := range map[string]struct {
			a         auth.Actor
			one       apperr.Kind // the card of 1
			ofClub    apperr.Kind // those of that club
			all       apperr.Kind
			mayChoose apperr.Kind
		}{
			"oneself":          {own, "", apperr.Forbidden, apperr.Forbidden, ""},
			"another member":   {other, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
			"the secretary":    {w.secretary, "", "", "", ""},
			"the president":    {president, "", "", "", apperr.Forbidden},
			"the club's":       {club, "", "", apperr.Forbidden, apperr.Forbidden},
			"another club's":   {far, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
			"a director":       {director, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
			"not signed in":    {auth.Actor{}, apperr.SignIn, apperr.SignIn, apperr.SignIn, apperr.SignIn},
			"officer, expired": {w.expired(), apperr.Forbidden, apperr.Forbidden, apperr.Forbidden, apperr.Forbidden},
		} {
			wants := func(what string, err error, want apperr.Kind) {
				t.Helper()
				if apperr.KindOf(err) != want {
					t.Errorf("%s, %s: %v, want %q", name, what, err, want)
				}
			}
			_, one := w.s.Of(ctx, tt.a, w.ids[1])
			_, _, ofClub := w.s.Club(ctx, tt.a, w.clubs[0])
			_, all := w.s.All(ctx, tt.a)
			wants("reads one", one, tt.one)
			wants("makes one", w.s.Make(ctx, tt.a, w.ids[1]), tt.one)
			wants("replaces one", w.s.Replace(ctx, tt.a, w.ids[1]), tt.one)
			wants("reads a club's", ofClub, tt.ofClub)
			wants("makes a club's", w.s.MakeClub(ctx, tt.a, w.clubs[0]), tt.ofClub)
			wants("reads all", all, tt.all)
			wants("makes all", w.s.MakeAll(ctx, tt.a), tt.all)
			c, err := w.s.Of(ctx, w.secretary, w.ids[1])
			w.must(err)
			wants("chooses", w.s.Choose(ctx, tt.a, w.ids[1], c.Version, cards.Public), tt.mayChoose)
		}
	})
}

// Of someone who has died there is no card among those of a list, whatever terms are recorded since.
func TestNoListPrintsTheCardOfWhoDied(t *testing.T) {
	each(t, func(w *world) {
		offices := auth.New(w.db, clock, auth.Settings{})
		l := leaving.New(w.db, clock, mail.New(w.db, clock, nil), offices, committee.New(w.db, clock, offices, governance.New(w.db, clock)))
		f, err := members.FileOf(ctx, w.db, w.ids[3], clock().Date())
		w.must(err)
		w.must(l.Record(ctx, w.secretary, leaving.Input{
			Person: w.ids[3], Version: f.Person.Version, Kind: leaving.Died, Day: clock().Date(), Reason: "A letter.",
		}))
		w.must(w.s.MakeClub(ctx, w.secretary, w.clubs[1]))
		w.must(w.s.MakeAll(ctx, w.secretary))
		_, ofClub, err := w.s.Club(ctx, w.secretary, w.clubs[1])
		w.must(err)
		all, err := w.s.All(ctx, w.secretary)
		if n, failed := w.s.CountAll(ctx, w.secretary); failed != nil || n != len(all) {
			t.Errorf("%d cards are counted, of %d: %v", n, len(all), failed)
		}
		w.must(err)
		if len(ofClub) != 1 || len(all) != 3 {
			t.Errorf("%d cards of the club, want 1; %d of all, want 3", len(ofClub), len(all))
		}
		for _, c := range append(ofClub, all...) {
			if c.Person.ID == w.ids[3] || c.Code == "" {
				t.Errorf("the card of %s, code %q", c.Person.Name, c.Code)
			}
		}
	})
}

func (w *world) expired() auth.Actor {
	a := w.actor(4, auth.Office{Role: auth.Secretary})
	a.Offices[0].Until = day("2026-08-31")
	return a
}

func TestCardsOfAList(t *testing.T) {
	each(t, func(w *world) {
		before := w.code(2)
		w.must(w.s.MakeClub(ctx, w.secretary, w.clubs[1]))
		w.must(w.s.MakeClub(ctx, w.secretary, w.clubs[1]))
		name, list, err := w.s.Club(ctx, w.secretary, w.clubs[1])
		w.must(err)
		if name != "Ōtautahi" || len(list) != 2 || list[0].Name() != "Zoe Ash" || list[1].Code != before || list[0].Code == "" || list[0].Clubs[0] != "Ōtautahi" {
			t.Errorf("the cards of the club: %+v", list)
		}
		w.must(w.s.MakeAll(ctx, w.secretary))
		all, err := w.s.All(ctx, w.secretary)
		if n, failed := w.s.CountAll(ctx, w.secretary); failed != nil || n != len(all) {
			t.Errorf("%d cards are counted, of %d: %v", n, len(all), failed)
		}
		w.must(err)
		var names []string
		for _, c := range all {
			if c.Code == "" || !c.Printable() {
				t.Errorf("%s has no card", c.Person.Name)
			}
			names = append(names, c.Name())
		}
		if got, want := strings.Join(names, ", "), "Zoe Ash, kererū, Hana Rātā, Aroha Tūī"; got != want {
			t.Errorf("the cards of all: %s, want %s", got, want)
		}
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM membership_card`); err != nil || n != 4 {
			t.Errorf("%d cards, %v; want 4", n, err)
		}
	})
}
