package tournaments

import (
	"errors"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
)

// guest puts someone into the register by an entry.
func (w *world) guest(section SectionID, family, given string) Entry {
	w.t.Helper()
	e, err := w.s.EnterGuest(ctx, w.director, GuestInput{
		FamilyName: family, GivenNames: given, EntryInput: EntryInput{Section: section, Rating: rated("3k"), Visitor: true},
	})
	w.must(err)
	return e
}

// named is a name for the person of the entry, as the register has it now.
func (w *world) named(e Entry, family, given string) members.NameInput {
	w.t.Helper()
	p, err := members.PersonByID(ctx, w.db, e.Person)
	w.must(err)
	return members.NameInput{ID: e.Person, Version: p.Version, Name: members.Name{Family: family, Given: given}}
}

// only is the director of one event.
func (w *world) only(id EventID) auth.Actor {
	person := w.person("Only", "One", "")
	return auth.Actor{Person: person, Name: "Only One", Offices: []auth.Office{
		{Person: person, Role: auth.Director, Event: id, From: day("2020-01-01")},
	}}
}

// A guest's name is corrected by the director of the event by which the guest came, at any time, and every page has it at
// once.
func TestGuestsNamesAreCorrected(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, section := w.event(aSection("Open", 1))
		e := w.guest(section, "Smiht", "Jnoe")
		w.guest(section, "Kea", "Tane")
		director := w.only(event.ID)
		w.must(w.s.CorrectGuest(ctx, director, e.ID, w.named(e, " Smith ", "Jone")))
		if got := w.chart(section).Entries[0].Name; got != "Jone Smith" {
			t.Errorf("before the draw: %q", got)
		}
		stale := w.named(e, "Smith", "Jane")
		w.play(section, w.publish(section), nil)
		w.must(w.s.Close(ctx, w.director, event.ID, w.get(event.ID).Version))
		w.exec(`UPDATE event SET status = 'rated' WHERE id = $1`, event.ID)
		w.must(w.s.CorrectGuest(ctx, director, e.ID, stale))
		if got := w.chart(section).Entries[0]; got.Name != "Jane Smith" || got.ByFamily() != "SMITH Jane" {
			t.Errorf("when it is rated: %q, %q", got.Name, got.ByFamily())
		}
		list, err := audit.Of(ctx, w.db, "person", int64(e.Person), 1)
		w.must(err)
		if list[0].Action != "correct.guest" || list[0].By.Name != "Only One" ||
			list[0].Detail != `{"before":{"name":"Jone Smith"},"after":{"name":"Jane Smith"}}` {
			t.Errorf("the log: %+v %s", list[0], list[0].Detail)
		}
		w.refused(w.s.CorrectGuest(ctx, director, e.ID, stale), apperr.Conflict, "changed this person first")
		logged := w.audited()
		w.must(w.s.CorrectGuest(ctx, director, e.ID, w.named(e, "Smith", "Jane")))
		if w.audited() != logged {
			t.Error("the same name was logged as a change")
		}
		wrong := w.s.CorrectGuest(ctx, director, e.ID, w.named(e, " ", "\x00"))
		w.refused(wrong, apperr.Invalid, "family_name: Enter a family name")
		w.refused(wrong, apperr.Invalid, "given_names: ")
	})
}

// The name of a guest is not made that of somebody else unread.
func TestAGuestIsNotMadeSomeoneElse(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Open", 1))
		e := w.guest(section, "Smiht", "Jane")
		known := w.person("Kōwhai", "Hana", "4k")
		in := w.named(e, "Kowhai", "Hana")
		var found *members.PossibleDuplicates
		err := w.s.CorrectGuest(ctx, w.director, e.ID, in)
		if !errors.As(err, &found) || len(found.Candidates) != 1 || found.Candidates[0].Person != known {
			t.Fatalf("someone has that name: %v", err)
		}
		in.Apart = []PersonID{known}
		w.must(w.s.CorrectGuest(ctx, w.director, e.ID, in))
	})
}

func TestWhoseNamesADirectorMayCorrect(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, section := w.event(aSection("Open", 1))
		e := w.guest(section, "Smiht", "Jane")
		member := w.enter(section, w.members(1)...)[0]
		listed := w.enter(section, w.person("Rata", "Moana", "5k"))[0]
		second, other := w.event(aSection("Other", 1))
		again := w.enter(other, e.Person)[0]
		right := func(e Entry) members.NameInput { return w.named(e, "Smith", "Janet") }

		w.refused(w.s.CorrectGuest(ctx, auth.Actor{}, e.ID, right(e)), apperr.SignIn, "")
		w.refused(w.s.CorrectGuest(ctx, w.actor(listed.Person), e.ID, right(e)), apperr.Forbidden, "")
		w.refused(w.s.CorrectGuest(ctx, w.actor(listed.Person, auth.Referee), e.ID, right(e)), apperr.Forbidden, "")
		foreign := w.only(second.ID)
		w.refused(w.s.CorrectGuest(ctx, foreign, e.ID, right(e)), apperr.Forbidden, "")
		w.refused(w.s.CorrectGuest(ctx, foreign, again.ID, right(e)), apperr.Conflict, "came into the register by Congress")
		_, err := w.s.Guests(ctx, foreign, e.ID)
		w.refused(err, apperr.Forbidden, "")
		w.refused(w.s.CorrectGuest(ctx, w.director, e.ID, right(member)), apperr.NotFound, "no such player")
		for _, no := range []Entry{member, listed} {
			w.refused(w.s.CorrectGuest(ctx, w.director, no.ID, right(no)), apperr.Conflict, "The secretary corrects the name.")
		}
		counted := func(want int) {
			t.Helper()
			if got, err := w.s.Guests(ctx, w.director, e.ID); err != nil || len(got) != want {
				t.Errorf("%d guests whose names may be corrected, want %d: %v", len(got), want, err)
			}
		}
		counted(1)

		w.exec(`UPDATE event SET away = 'lent' WHERE id = $1`, event.ID)
		w.refused(w.s.CorrectGuest(ctx, w.director, e.ID, right(e)), apperr.Conflict, "is at its venue")
		counted(0)
		w.exec(`UPDATE event SET away = '' WHERE id = $1`, event.ID)
		w.member(e.Person, "2026-07-01", "2027-06-30")
		w.refused(w.s.CorrectGuest(ctx, w.director, e.ID, right(e)), apperr.Conflict, "The secretary corrects the name.")
		counted(0)
		w.exec(`DELETE FROM membership_term WHERE person_id = $1`, e.Person)
		w.exec(`INSERT INTO account (person_id, email, email_key, password_hash, disabled, created_at)
			VALUES ($1, 'j@example.nz', 'j@example.nz', 'x', TRUE, $2)`, e.Person, civil.MustParseInstant("2026-11-21T01:00:00.000Z"))
		w.refused(w.s.CorrectGuest(ctx, w.director, e.ID, right(e)), apperr.Conflict, "The secretary corrects the name.")
		if got := w.chart(section).Entries[0].Name; got != "Jane Smiht" {
			t.Errorf("refused, and yet the name is %q", got)
		}
	})
}
