package venue

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// An event goes to its venue, is played there with a late player, and comes home.
func TestAnEventTravels(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.enter(w.director, w.section, 1, 1, pairing.WhiteWins)
		l := w.laptop(w.lend())
		if e := w.get(); e.Away != tournaments.Lent {
			t.Fatalf("the event is away as %q", e.Away)
		}
		w.refused(w.tryEnter(w.director, w.section, 1, 2, pairing.BlackWins), apperr.Conflict, "is at its venue")

		l.enter(l.director, w.section, 1, 2, pairing.BlackWins)
		w.reaches(l)
		if got := w.resultsOf(w.director, w.section, 1); got != "W,B," {
			t.Fatalf("the site has %s", got)
		}
		l.enter(l.director, w.section, 1, 3, pairing.Jigo)
		l.enter(l.director, w.section, 1, 1, pairing.BlackWins) // a correction
		_, err := l.desk.events.EnterGuest(ctx, l.director, guest(w.section, "Visitor", "Late"))
		l.must(err)
		_, err = l.desk.events.EnterGuest(ctx, l.director, guest(w.section, "Weta", "Ngaio"))
		l.must(err)
		l.round(l.director, w.section)
		w.reaches(l)
		if got := w.resultsOf(w.director, w.section, 1); got != "B,B,J" {
			t.Fatalf("the site has %s", got)
		}
		there, here := l.chart(l.director, w.section), w.chart(w.director, w.section)
		if len(here.Rounds) != 2 || len(here.Rounds[1].Games) != 4 || len(here.Entries) != 8 {
			t.Fatalf("%d rounds, %d entries", len(here.Rounds), len(here.Entries))
		}
		for i, g := range here.Rounds[1].Games {
			if o := there.Rounds[1].Games[i]; o.ID != g.ID || o.Black != g.Black || o.Table != g.Table {
				t.Errorf("table %d: %+v, there %+v", i+1, g, o)
			}
		}
		w.reaches(l) // nothing new
		if n := w.loan().Pushes; n != 2 {
			t.Errorf("%d pushes, want 2", n)
		}
		l.enterAll(l.director, w.section, 2)
		l.must(l.GiveBack(ctx, l.director))
		l.refused(l.tryEnter(l.director, w.section, 2, 1, pairing.WhiteWins), apperr.Conflict, "being given back")
		w.reaches(l)
		if e := w.get(); e.Away != "" || w.loan().State != Returned {
			t.Fatalf("away %q, loan %+v", e.Away, w.loan())
		}
		l.refused(l.tryEnter(l.director, w.section, 2, 1, pairing.WhiteWins), apperr.Conflict, "was given back")
		w.reaches(l) // says nothing more
		w.round(w.director, w.section)
		w.enterAll(w.director, w.section, 3)
		w.must(w.events.Close(ctx, w.director, w.event, w.get().Version))
		_, err = w.site.Lend(ctx, w.director, w.event)
		w.refused(err, apperr.Conflict, "finished")
		if len(w.asides()) != 0 {
			t.Errorf("kept aside: %+v", w.asides())
		}
	})
}

func guest(section tournaments.SectionID, family, given string) tournaments.GuestInput {
	in := tournaments.GuestInput{FamilyName: family, GivenNames: given}
	in.Section, in.Visitor = section, true
	rating := scale.Rating(-20)
	in.Rating = &rating
	return in
}

// Only a director of the event lends it, fetches its file, reclaims it and sees what is kept aside.
func TestWhoMayLend(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		other := actor(w.people[0], "Someone", auth.Director, w.event+1)
		w.lend()
		for name, try := range map[string]func(a auth.Actor) error{
			"lend":    func(a auth.Actor) error { _, err := w.site.Lend(ctx, a, w.event); return err },
			"file":    func(a auth.Actor) error { _, _, err := w.site.File(ctx, a, w.event); return err },
			"reclaim": func(a auth.Actor) error { return w.site.Reclaim(ctx, a, w.event) },
			"asides":  func(a auth.Actor) error { _, err := w.site.Asides(ctx, a, w.event); return err },
		} {
			for _, a := range []auth.Actor{w.referee, other, actor(w.people[1], "T", auth.Treasurer, 0)} {
				if err := try(a); apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s: %v", name, err)
				}
			}
			if err := try(auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err := w.site.Lend(ctx, w.director, w.event)
		w.refused(err, apperr.Conflict, "already lent")
	})
}

// The file has names and ratings of the event's people, and no address of anyone. Its key is not on the site.
func TestWhatTheFileHolds(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		file := string(w.lend())
		for _, secret := range []string{"@example.nz", "555 0100", "Secret Street"} {
			if strings.Contains(file, secret) {
				t.Errorf("the file has %q", secret)
			}
		}
		for _, want := range []string{"Family3", "-1", `"key"`, "nzgs venue and the name of this file", "keep it to yourself"} {
			if !strings.Contains(file, want) {
				t.Errorf("the file has no %q", want)
			}
		}
		d, err := Parse([]byte(file))
		w.must(err)
		section, err := formats.Section([]byte(file), "")
		w.must(err)
		if f, _, err := formats.Read(formats.JSON, section); err != nil || len(f.Event.Players) != 6 || len(f.Event.Played) != 1 {
			t.Errorf("the section opens as %v, %v", f, err)
		}
		var kept int
		w.must(w.db.QueryRow(ctx, `SELECT COUNT(*) FROM event_loan_key WHERE key_hash = $1`, d.Home.Key).Scan(&kept))
		if kept != 0 {
			t.Error("the site has the key itself")
		}
		_, err = w.site.Arrive(ctx, Arrival{Key: "guessed", Push: Push{Hash: "x"}})
		w.refused(err, apperr.NotFound, "No event was lent with this key")
	})
}

// A lost answer, a laptop or site that was killed at any moment: each request is sent again, and nothing is lost or
// counted twice.
func TestAnyMomentCanBeTheLast(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		l := w.laptop(w.lend())
		dead := errors.New("killed")
		before := func(context.Context, string, Arrival) (Answer, error) { return Answer{}, dead } // never arrives
		after := func(ctx context.Context, to string, in Arrival) (Answer, error) {                // arrives, the answer does not
			_, err := w.send(ctx, to, in)
			return Answer{}, errors.Join(dead, err)
		}
		for i, send := range []Send{before, after, before, after} {
			if i < 3 {
				l.enter(l.director, w.section, 1, i+1, pairing.BlackWins)
			}
			if err := l.Push(ctx, send, ""); !errors.Is(err, dead) {
				t.Fatalf("step %d: %v", i, err)
			}
			l.reopen(w)
		}
		if got := w.resultsOf(w.director, w.section, 1); got != "B,B,B" {
			t.Fatalf("the site has %s", got)
		}
		l.round(l.director, w.section)
		w.reaches(l)
		l.must(l.GiveBack(ctx, l.director))
		if err := l.Push(ctx, after, ""); !errors.Is(err, dead) {
			t.Fatal(err)
		}
		l.reopen(w)
		w.reaches(l)
		if e := l.eventOf(w.event); e.Away != tournaments.Returned {
			t.Errorf("the laptop is %q", e.Away)
		}
		if len(w.asides()) != 0 || len(w.chart(w.director, w.section).Rounds) != 2 {
			t.Errorf("aside %v", w.asides())
		}
	})
}

// A week without network, and then everything at once.
func TestAWeekWithoutNetwork(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		l := w.laptop(w.lend())
		for round := 1; round <= 3; round++ {
			if round > 1 {
				l.round(l.director, w.section)
			}
			l.enterAll(l.director, w.section, round)
			l.desk.now = l.desk.now.Add(56 * time.Hour)
			if err := l.Push(ctx, func(context.Context, string, Arrival) (Answer, error) {
				return Answer{}, errors.New("no route")
			}, ""); err == nil {
				t.Fatal("reached")
			}
		}
		if o := l.says(); o.Answer == "" || !o.Heard.IsZero() {
			t.Errorf("the laptop says %+v", o)
		}
		w.desk.now = w.desk.now.Add(7 * 24 * time.Hour)
		w.reaches(l)
		for round := 1; round <= 3; round++ {
			if got := w.resultsOf(w.director, w.section, round); got != "B,B,B" {
				t.Errorf("round %d: %s", round, got)
			}
		}
	})
}

// A laptop whose clock is a day ahead, or a day behind: nothing is decided by a clock, and both sides say so.
func TestAClockThatIsWrongByADay(t *testing.T) {
	for _, off := range []time.Duration{24 * time.Hour, -24 * time.Hour} {
		onBoth(t, func(t *testing.T, w *world) {
			l := w.laptop(w.lend())
			l.desk.now = w.desk.now.Add(off)
			l.enter(l.director, w.section, 1, 1, pairing.BlackWins)
			w.reaches(l)
			if err := l.eventOf(w.event).DoorOpen(l.eventOf(w.event).From.AddDays(-1)); err != nil {
				t.Errorf("the poster at the door a day early by the laptop’s clock: %v", err)
			}
			if err := w.get().DoorOpen(w.get().From.AddDays(-1)); err == nil {
				t.Error("the poster works on the site a day early")
			}
			l.enterAll(l.director, w.section, 1)
			l.desk.now = w.desk.now // the clock is set right while the event is played
			w.reaches(l)
			if got := w.resultsOf(w.director, w.section, 1); got != "B,B,B" {
				t.Errorf("the site has %s", got)
			}
			l.desk.now = w.desk.now.Add(off)
			w.reaches(l)
			if o, loan := l.says(), w.loan(); o.ClockOff() == 0 || ClockOff(loan.Told, loan.Heard) == 0 {
				t.Errorf("no one is told: %d, %d", o.ClockOff(), ClockOff(loan.Told, loan.Heard))
			}
			l.must(l.GiveBack(ctx, l.director))
			w.reaches(l)
			if w.get().Away != "" {
				t.Error("the event is not back")
			}
		})
	}
}

// The same file on two laptops: the one that is first to send something writes the event; what the other has is kept
// aside, compared, and can be used instead.
func TestTwoLaptopsWithTheSameFile(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		file := w.lend()
		one, two := w.laptop(file), w.laptop(file)
		w.reaches(two) // nothing was played on it yet
		one.enter(one.director, w.section, 1, 1, pairing.BlackWins)
		two.enter(two.director, w.section, 1, 1, pairing.WhiteWins)
		two.enter(two.director, w.section, 1, 2, pairing.Jigo)
		w.reaches(one)
		w.reaches(two)
		two.refused(two.tryEnter(two.director, w.section, 1, 3, pairing.BlackWins), apperr.Conflict, "no longer takes")
		if got := w.resultsOf(w.director, w.section, 1); got != "B,," {
			t.Fatalf("the site has %s", got)
		}
		asides := w.asides()
		if len(asides) != 1 || asides[0].Why != WhyOther {
			t.Fatalf("kept aside: %+v", asides)
		}
		w.reaches(two) // it has said all that it has
		seen, err := w.site.Aside(ctx, w.director, asides[0].ID)
		w.must(err)
		var told []string
		for _, g := range seen.Comparison.Games {
			told = append(told, g.Here+"/"+g.There)
		}
		if diff := cmp.Diff([]string{"Black won/White won", "no result/jigo"}, told); diff != "" {
			t.Error(diff)
		}
		w.refused(w.site.Use(ctx, w.director, asides[0].ID), apperr.Conflict, "is at its venue")
		w.must(w.site.Reclaim(ctx, w.director, w.event))
		if err := w.site.Use(ctx, w.referee, asides[0].ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a referee uses it: %v", err)
		}
		w.must(w.site.Use(ctx, w.director, asides[0].ID))
		if got := w.resultsOf(w.director, w.section, 1); got != "W,J," {
			t.Errorf("the site has %s", got)
		}
		asides = w.asides()
		if len(asides) != 2 || asides[0].Loan != 0 || asides[1].UsedBy != "Aroha Tūī" {
			t.Fatalf("kept aside: %+v", asides)
		}
		w.must(w.site.Use(ctx, w.director, asides[0].ID)) // and the way back
		if got := w.resultsOf(w.director, w.section, 1); got != "B,," {
			t.Errorf("the site has %s", got)
		}
	})
}

// A lost laptop: the director reclaims the event, goes on, lends it again under a higher number, and the old laptop,
// found again, is refused and kept aside.
func TestALostLaptop(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		old := w.laptop(w.lend())
		old.enter(old.director, w.section, 1, 1, pairing.BlackWins)
		w.reaches(old)
		_, _, err := w.site.File(ctx, w.director, w.event)
		w.refused(err, apperr.Conflict, "has been heard of")
		old.enter(old.director, w.section, 1, 2, pairing.BlackWins) // and then it is lost
		w.must(w.site.Reclaim(ctx, w.director, w.event))
		w.must(w.site.Reclaim(ctx, w.director, w.event)) // twice is once
		w.enter(w.director, w.section, 1, 2, pairing.WhiteWins)
		now := w.laptop(w.lend())
		if n := w.loan().Number; n != 2 {
			t.Errorf("the loan is number %d", n)
		}
		now.enter(now.director, w.section, 1, 3, pairing.Jigo)
		w.reaches(now)
		w.reaches(old) // found
		if got := w.resultsOf(w.director, w.section, 1); got != "B,W,J" {
			t.Errorf("the site has %s", got)
		}
		if o := old.says(); o.Answer != WhyReclaimed {
			t.Errorf("the old laptop says %q", o.Answer)
		}
		if a := w.asides(); len(a) != 1 || a[0].Number != 1 || a[0].Why != WhyReclaimed {
			t.Fatalf("kept aside: %+v", a)
		}
		seen, err := w.site.Aside(ctx, w.director, w.asides()[0].ID)
		w.must(err)
		if len(seen.Comparison.Games) != 2 || seen.Comparison.Same != 1 {
			t.Errorf("compared: %+v", seen.Comparison)
		}
		if _, err := Parse(seen.File); err != nil {
			t.Errorf("the file that is kept: %v", err)
		}
	})
}

func (d *Document) table(name string) *Table {
	return &d.Tables[slices.IndexFunc(d.Tables, func(t Table) bool { return t.Name == name })]
}

func set(d *Document, name string, row int, column string, v any) {
	d.rows(name)[row][tableNamed(name).index(column)] = v
}

// Opening the file again on a laptop that has it is the way to go on; another file needs another folder.
func TestOpeningTheFileAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		file := w.lend()
		l := w.laptop(file)
		l.enter(l.director, w.section, 1, 1, pairing.BlackWins)
		d, err := Parse(file)
		w.must(err)
		l.must(l.Open(ctx, d))
		if got := l.resultsOf(l.director, w.section, 1); got != "B,," {
			t.Errorf("after opening it again: %s", got)
		}
		again, _, err := w.site.File(ctx, w.director, w.event) // not heard of yet: fetched once more
		w.must(err)
		d, err = Parse(again)
		w.must(err)
		l.refused(l.Open(ctx, d), apperr.Conflict, "Choose an empty folder")
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"nzgs_event":1,"tables":[]}`))
	whole := Document{Format: 1, Event: Facts{Name: "x"}}
	for _, t := range tables {
		whole.Tables = append(whole.Tables, Table{Name: t.name, Columns: t.names(), Rows: [][]any{}})
	}
	data, err := json.Marshal(whole)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	if packed, err := whole.Pack(); err == nil {
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			if k := apperr.KindOf(err); k != apperr.Invalid && k != apperr.TooLarge {
				t.Fatalf("%v", err)
			}
			return
		}
		hash, err := d.Hash()
		if err != nil {
			t.Fatal(err)
		}
		packed, err := d.Pack()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(packed)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if got, _ := again.Hash(); got != hash {
			t.Fatal("another hash after reading it again")
		}
		_ = d.fits()
		Compare(d, again)
	})
}
