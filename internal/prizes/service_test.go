package prizes

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

var ctx = context.Background()

// world is an event of six players, 1 dan to 5 kyu, in which the stronger wins.
type world struct {
	t        testing.TB
	db       *store.DB
	now      civil.Instant
	events   *tournaments.Service
	s        *Service
	section  tournaments.SectionID
	director auth.Actor
	person   auth.PersonID
	ids      []tournaments.EntryID
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db)) })
}

func newWorld(t testing.TB, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-30T01:00:00.000Z")}
	clock := func() civil.Instant {
		w.now = w.now.Add(time.Millisecond)
		return w.now
	}
	w.events = tournaments.New(db, clock, auth.New(db, clock, auth.Settings{}), ratings.New(db, clock),
		representative.New(db, clock), titles.New(db, clock), nil)
	w.s = New(db, clock, w.events)
	w.must(db.InTx(ctx, func(tx *store.Tx) (err error) {
		w.person, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{FamilyName: "Kerrigan", GivenNames: "Ruairi"})
		return err
	}))
	w.director = w.actor(auth.Director)
	id, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{Name: "Congress", From: civil.MustParseDate("2026-12-05")})
	w.must(err)
	in := tournaments.SectionInput{Name: "Open", Settings: tournaments.DefaultSettings()}
	in.Rounds = 2
	w.section, err = w.events.AddSection(ctx, w.director, id.ID, in)
	w.must(err)
	w.must(w.events.Announce(ctx, w.director, id.ID, id.Version))
	for i := range 6 {
		rating := scale.Rating(10 - 10*i)
		e, err := w.events.EnterGuest(ctx, w.director, tournaments.GuestInput{
			FamilyName: []string{"Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse"}[i], GivenNames: []string{"Mere", "Hana", "Toa", "Wiremu", "Ira", "Kōwhai"}[i], EntryInput: tournaments.EntryInput{Section: w.section, Rating: &rating, Visitor: true, Club: "Kāpiti"},
		})
		w.must(err)
		w.ids = append(w.ids, e.ID)
	}
	return w
}

func (w *world) actor(roles ...auth.Role) auth.Actor {
	a := auth.Actor{Person: w.person, Name: "Directs"}
	for _, r := range roles {
		a.Offices = append(a.Offices, auth.Office{Person: w.person, Role: r, From: civil.MustParseDate("2020-01-01")})
	}
	return a
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) refused(err error, kind apperr.Kind, says string) {
	w.t.Helper()
	if err == nil || apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprintf("%v %+v", err, err), says) {
		w.t.Errorf("%v, want %s that says %q", err, kind, says)
	}
}

func (w *world) chart(actor auth.Actor) *tournaments.Wallchart {
	w.t.Helper()
	c, err := w.events.Wallchart(ctx, actor, w.section)
	w.must(err)
	return c
}

func (w *world) list() List {
	w.t.Helper()
	l, err := w.s.List(ctx, w.director, w.chart(w.director))
	w.must(err)
	return l
}

// play draws a round and gives its games results: the stronger wins, or who has White.
func (w *world) play(white bool) tournaments.Round {
	w.t.Helper()
	r, err := w.events.Draw(ctx, w.director, w.section, 0)
	w.must(err)
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
	c := w.chart(w.director)
	r, _ = c.Round(r.Number)
	for _, g := range r.Games {
		black, _ := c.Entry(g.Black)
		other, _ := c.Entry(g.White)
		result := pairing.BlackWins
		if white || other.Rating > black.Rating {
			result = pairing.WhiteWins
		}
		w.result(g, result)
	}
	return r
}

func (w *world) result(g tournaments.Game, result pairing.Result) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		if err := w.events.Touch(ctx, tx, w.chart(w.director).Event.ID); err != nil {
			return err
		}
		_, err := tournaments.SaveResult(ctx, tx, g, result, "", "test", w.now)
		return err
	}))
}

// The way of a list: set, shown as it stands, published when every result is in, said to follow no longer when one is
// changed, published again, withdrawn.
func TestTheWayOfAList(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		rules := w.list().Rules
		if len(rules.Prizes) != 4 || w.list().Set {
			t.Fatalf("%+v", w.list())
		}
		rules.Prizes[0].Money = 10000
		rules.Prizes = append(rules.Prizes, Prize{Kind: ByJunior, Nth: 1})
		w.must(w.s.SetRules(ctx, w.director, w.section, 0, rules))
		w.refused(w.s.SetRules(ctx, w.director, w.section, 0, rules), apperr.Conflict, "")
		if id := w.list().Rules.Prizes[4].ID; id != 5 {
			t.Errorf("the new prize has number %d", id)
		}
		w.must(w.s.SetGroups(ctx, w.director, w.section, 1, Groups{Juniors: w.ids[4:]}))
		w.play(false)
		w.refused(w.s.Publish(ctx, w.director, w.section, 2), apperr.Conflict, "Not every round")
		stands, err := w.s.AsItStands(ctx, w.chart(auth.Actor{}))
		w.must(err)
		if len(stands) == 0 || strings.Contains(told(stands), "junior") {
			t.Errorf("as it stands: %s", told(stands))
		}
		a, err := w.s.Announced(ctx, w.chart(auth.Actor{}))
		w.must(err)
		if a.Published || a.Awards != nil {
			t.Errorf("announced before it is published: %+v", a)
		}
		last := w.play(false)
		w.must(w.s.Publish(ctx, w.director, w.section, 2))
		a, err = w.s.Announced(ctx, w.chart(auth.Actor{}))
		w.must(err)
		if !a.Published || !a.Follows || a.By != "Directs" || !strings.Contains(told(a.Awards), "Best junior: ") {
			t.Errorf("announced: %+v", a)
		}
		before := told(a.Awards)
		if stands, _ := w.s.AsItStands(ctx, w.chart(auth.Actor{})); stands != nil {
			t.Error("it stands as well as it is announced")
		}

		// The result of the top table is corrected.
		g := last.Games[0]
		c := w.chart(w.director)
		now, _ := c.Round(2)
		g = now.Games[0]
		turned := pairing.WhiteWins
		if g.Result == turned {
			turned = pairing.BlackWins
		}
		w.result(g, turned)
		a, err = w.s.Announced(ctx, w.chart(auth.Actor{}))
		w.must(err)
		if a.Follows || told(a.Awards) != before {
			t.Errorf("after a correction: follows %v, %s", a.Follows, told(a.Awards))
		}
		if told(w.list().Proposed) == before {
			t.Error("the correction changes nothing")
		}
		w.must(w.s.Publish(ctx, w.director, w.section, 3))
		if a, _ = w.s.Announced(ctx, w.chart(auth.Actor{})); !a.Follows {
			t.Error("published again, it does not follow")
		}
		w.must(w.s.Withdraw(ctx, w.director, w.section, 4))
		if a, _ = w.s.Announced(ctx, w.chart(auth.Actor{})); a.Published {
			t.Error("withdrawn, it is announced")
		}
		_, err = audit.Verify(ctx, w.db)
		w.must(err)
	})
}

// A director gives a prize otherwise, with a reason, and lets the rule hold again.
func TestDecide(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.s.SetRules(ctx, w.director, w.section, 0, Usual(tournaments.Settings{Rounds: 2})))
		w.play(false)
		w.play(false)
		first := w.list().Proposed[0].Winners[0].Entry
		in := DecideInput{Prize: 1, Winners: w.ids[5:], Reason: "  Saved   the day ", Version: 1}
		none := in
		none.Reason = " "
		w.refused(w.s.Decide(ctx, w.director, w.section, none), apperr.Invalid, "")
		none = in
		none.Winners = []tournaments.EntryID{999}
		w.refused(w.s.Decide(ctx, w.director, w.section, none), apperr.Invalid, "")
		none = in
		none.Prize = 77
		w.refused(w.s.Decide(ctx, w.director, w.section, none), apperr.NotFound, "")
		w.must(w.s.Decide(ctx, w.director, w.section, in))
		got := w.list().Proposed[0]
		if got.Winners[0].Entry != w.ids[5] || got.Decided != "Saved the day" {
			t.Errorf("%+v", got)
		}
		w.must(w.s.Undecide(ctx, w.director, w.section, 1, 2))
		if got := w.list().Proposed[0]; got.Winners[0].Entry != first || got.Decided != "" {
			t.Errorf("%+v", got)
		}
		w.must(w.s.Decide(ctx, w.director, w.section, DecideInput{Prize: 4, Reason: "none", Version: 3}))
		rules := w.list().Rules
		rules.Prizes = rules.Prizes[:2]
		w.must(w.s.SetRules(ctx, w.director, w.section, 4, rules))
		if n := len(w.list().Changes); n != 0 {
			t.Errorf("%d decisions about prizes that are gone", n)
		}
	})
}

// No one but a director of the event changes prizes, or reads who plays for those of juniors and women; the log has no
// names of them.
func TestWhoMay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.s.SetRules(ctx, w.director, w.section, 0, Usual(tournaments.Settings{Rounds: 2})))
		w.must(w.s.SetGroups(ctx, w.director, w.section, 1, Groups{Juniors: w.ids[:1], Women: w.ids[1:2]}))
		w.refused(w.s.SetGroups(ctx, w.director, w.section, 2, Groups{Juniors: []tournaments.EntryID{999}}), apperr.Conflict, "no longer entered")
		for name, actor := range map[string]auth.Actor{"anybody": {}, "member": w.actor(), "referee": w.actor(auth.Referee), "treasurer": w.actor(auth.Treasurer)} {
			kind := apperr.Forbidden
			if name == "anybody" {
				kind = apperr.SignIn
			}
			_, err := w.s.List(ctx, actor, w.chart(actor))
			w.refused(err, kind, "")
			w.refused(w.s.SetRules(ctx, actor, w.section, 2, Usual(tournaments.Settings{Rounds: 2})), kind, "")
			w.refused(w.s.SetGroups(ctx, actor, w.section, 2, Groups{}), kind, "")
			w.refused(w.s.Decide(ctx, actor, w.section, DecideInput{Prize: 1, Reason: "r", Version: 2}), kind, "")
			w.refused(w.s.Undecide(ctx, actor, w.section, 1, 2), kind, "")
			w.refused(w.s.Publish(ctx, actor, w.section, 2), kind, "")
			w.refused(w.s.Withdraw(ctx, actor, w.section, 2), kind, "")
		}
		logged, err := store.All(ctx, w.db, store.Value[string], `SELECT detail FROM audit_entry WHERE action = 'set.prize.groups'`)
		w.must(err)
		if len(logged) != 1 || !strings.HasSuffix(logged[0], `"after":{"juniors":1,"women":1}}`) {
			t.Errorf("the log says %q", logged)
		}
		chart, err := json.Marshal(w.chart(auth.Actor{}).Entries)
		w.must(err)
		if strings.Contains(strings.ToLower(string(chart)), "junior") {
			t.Error("entries say who is a junior")
		}
	})
}

// An entry that was never drawn goes with what is noted of it, and so does a section.
func TestNotesGoWithTheEntry(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.s.SetGroups(ctx, w.director, w.section, 0, Groups{Juniors: w.ids}))
		for _, e := range w.chart(w.director).Entries {
			w.must(w.events.RemoveEntry(ctx, w.director, e.ID, e.Version))
		}
		if g := w.list().Groups; len(g.Juniors) != 0 {
			t.Errorf("%+v", g)
		}
		w.must(w.events.RemoveSection(ctx, w.director, w.section, w.chart(w.director).Section.Version))
	})
}

func TestRulesAreChecked(t *testing.T) {
	ok := Prize{Kind: ByPlace, Nth: 1}
	for name, c := range map[string]struct {
		rules Rules
		says  string
	}{
		"fine":          {Rules{Ties: TiesByPlace, Prizes: []Prize{ok}}, ""},
		"no ties":       {Rules{Prizes: []Prize{ok}}, "ties"},
		"no kind":       {Rules{Ties: TiesByPlace, Prizes: []Prize{{Nth: 1}}}, "kind_1"},
		"no number":     {Rules{Ties: TiesByPlace, Prizes: []Prize{{Kind: ByPlace}}}, "nth_1"},
		"band":          {Rules{Ties: TiesByPlace, Prizes: []Prize{{Kind: ByBand, Nth: 1, Best: -50, Weakest: 10}}}, "weakest_1"},
		"club":          {Rules{Ties: TiesByPlace, Prizes: []Prize{{Kind: ByClub, Nth: 1}}}, "players_1"},
		"twice":         {Rules{Ties: TiesByPlace, Prizes: []Prize{ok, ok}}, "kind_2"},
		"money":         {Rules{Ties: TiesByPlace, Prizes: []Prize{{Kind: ByPlace, Nth: 1, Money: -1}}}, "money_1"},
		"long":          {Rules{Ties: TiesByPlace, Prizes: []Prize{{Kind: ByPlace, Nth: 1, Name: strings.Repeat("ü", 81)}}}, "name_1"},
		"so many":       {Rules{Ties: TiesByPlace, Prizes: make([]Prize, 61)}, "kind_1"},
		"three, by two": {Rules{Ties: TiesByPlace, Prizes: []Prize{ok, {Kind: ByPlace, Nth: 2}, {Kind: ByBand, Nth: 1, Best: 10, Weakest: 10}}}, ""},
	} {
		_, f := c.rules.check()
		if (c.says == "") != (len(f) == 0) || c.says != "" && f[0].Name != c.says {
			t.Errorf("%s: %v", name, f)
		}
	}
	upside := Rules{Once: true, Prizes: []Prize{{Kind: ByBand, Nth: 1, Best: 10, Weakest: 10, Money: 10}, {Kind: ByPlace, Nth: 1, Money: 500}}}
	if got := upside.OutOfOrder(); len(got) != 1 || !strings.Contains(got[0], "stands above") {
		t.Error(got)
	}
}

// The prize of a club can be decided otherwise too; no club wins two then, and who was passed over is passed over, as with
// players.
func TestAClubsPrizeIsDecidedOtherwise(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for i, club := range []string{"Kāpiti", "Kapiti", "Rimu", "Rimu", "Tōtara", "Tōtara"} {
			e, ok := w.chart(w.director).Entry(w.ids[i])
			if !ok {
				t.Fatal("no entry")
			}
			in := e.Input()
			in.Club = club
			w.must(w.events.EditEntry(ctx, w.director, w.ids[i], in))
		}
		w.play(false)
		w.play(false)
		w.must(w.s.SetRules(ctx, w.director, w.section, 0, Rules{Ties: TiesByPlace, Prizes: []Prize{
			{Kind: ByClub, Nth: 1, Players: 2, Thing: "Shield"}, {Kind: ByClub, Nth: 2, Players: 2, Thing: "Book"}, {Kind: ByPlace, Nth: 1, Money: 100_00},
		}}))
		list := w.list()
		won := func() [2]string {
			t.Helper()
			l := w.list()
			return [2]string{l.Proposed[0].Winners[0].Club, l.Proposed[1].Winners[0].Club}
		}
		before := won()
		if before != [2]string{"Kāpiti", "Rimu"} {
			t.Fatalf("by the rule it is %v", before)
		}
		decide := func(in DecideInput) error {
			in.Reason, in.Version = "Two of its players are guests", w.list().Version
			return w.s.Decide(ctx, w.director, w.section, in)
		}
		first, place := list.Rules.Prizes[0].ID, list.Rules.Prizes[2].ID
		w.refused(decide(DecideInput{Prize: first, Clubs: []string{"Nowhere"}}), apperr.Invalid, "Choose clubs of players")
		w.refused(decide(DecideInput{Prize: first, Winners: w.ids[:1]}), apperr.Invalid, "Choose clubs of players")
		w.refused(decide(DecideInput{Prize: place, Clubs: []string{"Rimu"}}), apperr.Invalid, "Choose players of")
		w.must(decide(DecideInput{Prize: first, Clubs: []string{"RIMU"}}))
		l := w.list()
		if got := won(); got != [2]string{"Rimu", "Tōtara"} || l.Proposed[0].Decided == "" || !strings.Contains(l.Proposed[0].Winners[0].Why, "points") ||
			!strings.Contains(strings.Join(l.Proposed[1].Why, " "), "Rimu wins") {
			t.Errorf("decided: %v, %+v", got, l.Proposed[:2])
		}
		w.must(w.s.Undecide(ctx, w.director, w.section, first, l.Version))
		if got := won(); got != before {
			t.Errorf("by the rule again it is %v", got)
		}
		w.must(decide(DecideInput{Prize: first})) // not given
		if l := w.list(); l.Proposed[0].Open == "" {
			t.Errorf("not given: %+v", l.Proposed[0])
		}
	})
}
