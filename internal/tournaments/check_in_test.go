package tournaments

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

func (w *world) came(section SectionID) string {
	w.t.Helper()
	var out []string
	for _, e := range w.chart(section).Entries {
		if e.Here.Came() {
			out = append(out, e.Name+" by "+e.Here.By)
		}
	}
	return strings.Join(out, "; ")
}

func names(entries []Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Name)
	}
	return strings.Join(out, "; ")
}

// Who has come is noted once, by the first; those who have not are left out of the next round by one press, and who comes
// late plays the one after it, or is put in by hand.
func TestCheckIn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Open", 3))
		e := w.enter(id, w.members(6)...)
		referee := w.actor(w.person("Kea", "Ref", ""), auth.Referee)
		if got := w.chart(id).NotHere(1); got != nil {
			t.Fatalf("nobody is asked for yet, but %s", names(got))
		}
		_, err := w.s.SitOut(ctx, w.director, id, 1)
		if err != nil || len(w.chart(id).Entries[0].Absent) > 0 {
			t.Fatalf("before anybody is checked in: %v, %v", err, w.chart(id).Entries[0].Absent)
		}

		_, err = w.s.CheckIn(ctx, auth.Actor{Person: e[0].Person, Name: "Self"}, e[0].ID)
		w.refused(err, apperr.Forbidden, "")
		for _, one := range e[:3] {
			_, err := w.s.CheckIn(ctx, w.director, one.ID)
			w.must(err)
		}
		before, log := w.get(w.chart(id).Event.ID).Revision, w.audited()
		_, err = w.s.CheckIn(ctx, referee, e[0].ID) // a second helper presses the same name
		w.must(err)
		if w.audited() != log {
			t.Error("the second press was logged as a change")
		}
		_, err = w.s.CheckIn(ctx, referee, e[3].ID)
		w.must(err)
		_, err = w.s.CheckOut(ctx, referee, e[2].ID)
		w.must(err)
		_, err = w.s.CheckOut(ctx, referee, e[2].ID)
		w.must(err)
		if now := w.get(w.chart(id).Event.ID).Revision; now <= before {
			t.Error("the pages of the event are not told")
		}
		d := w.director.Name
		want := e[0].Name + " by " + d + "; " + e[1].Name + " by " + d + "; " + e[3].Name + " by " + referee.Name
		if got := w.came(id); got != want {
			t.Errorf("here: %s, want %s", got, want)
		}
		anybody, err := w.s.Wallchart(ctx, auth.Actor{}, id)
		w.must(err)
		if slices.ContainsFunc(anybody.Entries, func(e Entry) bool { return e.Here != Here{} }) {
			t.Error("anybody reads who has come")
		}
		seen, err := w.s.Wallchart(ctx, referee, id)
		w.must(err)
		if !seen.Entries[0].Here.Came() {
			t.Error("the referee at the door does not read who has come")
		}

		if got := names(w.chart(id).NotHere(1)); got != e[2].Name+"; "+e[4].Name+"; "+e[5].Name {
			t.Errorf("not here: %s", got)
		}
		_, err = w.s.SitOut(ctx, referee, id, 1)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.SitOut(ctx, w.director, id, 2)
		w.refused(err, apperr.Conflict, "not the next one")
		absent, err := w.s.SitOut(ctx, w.director, id, 1)
		w.must(err)
		if names(absent) != e[2].Name+"; "+e[4].Name+"; "+e[5].Name || len(w.chart(id).NotHere(1)) > 0 {
			t.Errorf("%s sit out, still to come: %s", names(absent), names(w.chart(id).NotHere(1)))
		}
		if absent, err = w.s.SitOut(ctx, w.director, id, 1); err != nil || len(absent) > 0 {
			t.Errorf("pressed again: %s, %v", names(absent), err)
		}

		// One comes before the draw, one after it.
		_, err = w.s.CheckIn(ctx, w.director, e[2].ID)
		w.must(err)
		if plays, drawn := w.chart(id).Late(w.chart(id).Entries[2]); plays != 1 || drawn != 0 {
			t.Errorf("before the draw: plays %d, by hand %d", plays, drawn)
		}
		in := w.chart(id).Entries[2].Input()
		in.Absent = nil
		w.must(w.s.EditEntry(ctx, w.director, e[2].ID, in))
		if !w.chart(id).Entries[2].Here.Came() {
			t.Error("a change of the entry forgets that the player is here")
		}
		r := w.publish(id)
		if n := 2*len(r.Games) + len(r.Byes); n != 4 {
			t.Errorf("%d are drawn", n)
		}
		_, err = w.s.SitOut(ctx, w.director, id, 1)
		w.refused(err, apperr.Conflict, "drawn already")
		_, err = w.s.CheckIn(ctx, w.director, e[4].ID)
		w.must(err)
		if plays, drawn := w.chart(id).Late(w.chart(id).Entries[4]); plays != 0 || drawn != 1 {
			t.Errorf("after the draw: plays %d, by hand %d", plays, drawn)
		}
		if plays, drawn := w.chart(id).Late(w.chart(id).Entries[5]); plays != 0 || drawn != 0 {
			t.Errorf("who has not come: plays %d, by hand %d", plays, drawn)
		}
		if got := names(w.chart(id).NotHere(2)); got != e[5].Name {
			t.Errorf("not here for round 2: %s", got)
		}
	})
}

// The code at the door notes who came on the days of the event, for players of its section only, until new codes are made.
func TestTheCodeAtTheDoor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, id := w.event(aSection("Open", 3))
		_, other := w.event(aSection("Other", 3))
		e := w.enter(id, w.members(4)...)
		code := w.chart(id).Section.DoorCode()
		if code == w.chart(other).Section.DoorCode() || code == w.chart(id).Section.CardToken(1) {
			t.Fatal("two codes are the same")
		}
		w.now = civil.MustParseInstant(event.From.AddDays(-1).String() + "T02:00:00.000Z")
		_, err := w.s.CheckInAtDoor(ctx, code, e[0].ID)
		w.refused(err, apperr.Conflict, "begins on "+event.From.Long())
		w.now = civil.MustParseInstant(event.From.String() + "T02:00:00.000Z")
		for _, wrong := range []string{"", "x", "1-", "-1-aa", "99-" + code, code + "a", w.chart(id).Section.CardToken(1)} {
			_, err := w.s.CheckInAtDoor(ctx, wrong, e[0].ID)
			w.refused(err, apperr.NotFound, "not valid")
		}
		_, err = w.s.CheckInAtDoor(ctx, w.chart(other).Section.DoorCode(), e[0].ID)
		w.refused(err, apperr.NotFound, "not entered in Other")
		_, err = w.s.CheckInAtDoor(ctx, strings.ToUpper(code), e[0].ID)
		w.must(err)
		_, err = w.s.CheckIn(ctx, w.director, e[0].ID)
		w.must(err)
		if got := w.came(id); got != e[0].Name+" by the code at the door" {
			t.Errorf("here: %s", got)
		}
		w.must(w.s.RenewCards(ctx, w.director, id, w.chart(id).Section.Version))
		_, err = w.s.CheckInAtDoor(ctx, code, e[1].ID)
		w.refused(err, apperr.NotFound, "not valid")
		w.now = civil.MustParseInstant(event.To.AddDays(1).String() + "T02:00:00.000Z")
		_, err = w.s.CheckInAtDoor(ctx, w.chart(id).Section.DoorCode(), e[1].ID)
		w.refused(err, apperr.Conflict, "ended on "+event.To.Long())
	})
}

// A player notes the own coming, on the days of the event; nobody else's, nobody without an account, and only the player
// reads it again.
func TestCheckInMyself(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Open", 3))
		e := w.enter(id, w.members(3)...)
		self := auth.Actor{Person: e[0].Person, Name: "Self"}
		_, err := w.s.CheckInMyself(ctx, self, e[0].ID)
		w.refused(err, apperr.Conflict, "begins on 2 January 2027")
		w.now = civil.MustParseInstant("2027-01-02T01:00:00.000Z")
		_, err = w.s.CheckInMyself(ctx, auth.Actor{}, e[0].ID)
		w.refused(err, apperr.SignIn, "")
		for _, other := range []auth.Actor{{Person: e[1].Person, Name: "Other"}, w.director} {
			_, err = w.s.CheckInMyself(ctx, other, e[0].ID)
			w.refused(err, apperr.Forbidden, "Only "+e[0].Name)
		}
		_, err = w.s.CheckInMyself(ctx, self, 9999)
		w.refused(err, apperr.NotFound, "")
		_, err = w.s.CheckInMyself(ctx, self, e[0].ID)
		w.must(err)
		log := w.audited()
		_, err = w.s.CheckInMyself(ctx, self, e[0].ID)
		w.must(err)
		if got := w.came(id); got != e[0].Name+" by Self, on the own page" || w.audited() != log {
			t.Errorf("here: %s, %d entries after a second press", got, w.audited()-log)
		}
		mine, err := w.s.HereMyself(ctx, self, e[0].ID)
		w.must(err)
		others, err := w.s.HereMyself(ctx, auth.Actor{Person: e[1].Person}, e[0].ID)
		w.must(err)
		nobodys, err := w.s.HereMyself(ctx, auth.Actor{}, e[0].ID)
		w.must(err)
		if !mine.Came() || others.Came() || nobodys.Came() {
			t.Errorf("read by the player %v, another %v, nobody %v", mine, others, nobodys)
		}
		w.must(w.s.Withdraw(ctx, w.director, e[1].ID, 0, e[1].Version))
		_, err = w.s.CheckInMyself(ctx, auth.Actor{Person: e[1].Person, Name: "Other"}, e[1].ID)
		w.refused(err, apperr.Conflict, "You have withdrawn")
		w.now = civil.MustParseInstant("2027-01-06T01:00:00.000Z")
		_, err = w.s.CheckInMyself(ctx, auth.Actor{Person: e[2].Person, Name: "Late"}, e[2].ID)
		w.refused(err, apperr.Conflict, "ended on")
	})
}
