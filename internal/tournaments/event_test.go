package tournaments

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

func TestAnEventIsSetUpAndAnnounced(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		in := EventInput{
			Name: "Congress", Place: "Wellington", From: day("2027-01-02"), To: day("2027-01-04"), Organiser: w.club,
			About: "Bring a clock.",
		}
		e, err := w.s.CreateEvent(ctx, w.director, in)
		w.must(err)
		want := Event{
			ID: e.ID, Slug: "congress-2027", Name: "Congress", Place: "Wellington", From: e.From, To: e.To,
			Organiser: w.club, OrganiserName: "Kāpiti Go Club", About: "Bring a clock.", Status: Draft, Lists: ListConfirmed,
			Version: 1, Revision: 1,
		}
		if e != want {
			t.Errorf("created %+v,\nwant    %+v", e, want)
		}
		second, err := w.s.CreateEvent(ctx, w.director, in)
		w.must(err)
		if second.Slug != "congress-2027-2" {
			t.Errorf("the second congress is at %s", second.Slug)
		}
		in.Slug = "congress-2027"
		_, err = w.s.CreateEvent(ctx, w.director, in)
		w.refused(err, apperr.Invalid, "slug: Another event has this address")

		_, err = w.s.Event(ctx, auth.Actor{}, e.Slug)
		w.refused(err, apperr.NotFound, "Event not found")
		w.refused(w.s.Announce(ctx, w.director, e.ID, e.Version), apperr.Invalid, "Add a section first")
		_, err = w.s.AddSection(ctx, w.director, e.ID, open5())
		w.must(err)
		_, err = w.s.AddSection(ctx, w.director, e.ID, open5())
		w.refused(err, apperr.Invalid, "name: Another section")
		w.must(w.s.Announce(ctx, w.director, e.ID, e.Version))
		w.must(w.s.Announce(ctx, w.director, e.ID, e.Version)) // again: already so
		public, err := w.s.Event(ctx, auth.Actor{}, e.Slug)
		w.must(err)
		if public.Status != Open || public.Revision <= e.Revision {
			t.Errorf("announced: %s at revision %d, was %d", public.Status, public.Revision, e.Revision)
		}
		w.must(w.s.Unannounce(ctx, w.director, e.ID, public.Version))
		w.audited()
	})
}

func TestOnlyDirectorsDirect(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		member := w.actor(w.members(1)[0])
		_, err := w.s.CreateEvent(ctx, member, EventInput{Name: "Mine", From: day("2027-01-02")})
		w.refused(err, apperr.Forbidden, "")
		w.refused(w.s.EditEvent(ctx, member, e.ID, e.input()), apperr.Forbidden, "")
		_, err = w.s.Enter(ctx, member, member.Person, EntryInput{Section: section})
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.Draw(ctx, auth.Actor{}, section, 0)
		w.refused(err, apperr.SignIn, "")

		secretary := w.actor(w.person("Ngata", "Rewi", ""), auth.Secretary)
		own, err := w.s.CreateEvent(ctx, secretary, EventInput{Name: "Rapid", From: day("2027-03-06")})
		w.must(err)
		offices, err := store.All(
			ctx, w.db, store.Value[string], `SELECT role FROM office WHERE person_id = $1 AND event_id = $2`, secretary.Person,
			own.ID,
		)
		if err != nil || !cmp.Equal(offices, []string{"director"}) {
			t.Errorf("whoever creates an event directs it: offices %v, %v", offices, err)
		}
	})
}

func TestEditingAnEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, _ := w.event(open5())
		form := e.input()
		form.Name, form.Slug = "New Zealand Congress", ""
		w.must(w.s.EditEvent(ctx, w.director, e.ID, form))
		got := w.get(e.ID)
		if got.Name != "New Zealand Congress" || got.Slug != e.Slug {
			t.Errorf("edited: %s at %s; the address stays unless another is given", got.Name, got.Slug)
		}
		w.refused(
			w.s.EditEvent(ctx, w.director, e.ID, form),
			apperr.Conflict, "Someone else changed this event first. The last change was made by Person 1 on",
		)
		form.Version, form.From = got.Version, civil.Date{}
		w.refused(w.s.EditEvent(ctx, w.director, e.ID, form), apperr.Invalid, "from: Enter the first day")
	})
}

func TestListsOfEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5()) // January 2027
		draft, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: "Hidden", From: day("2027-02-06")})
		w.must(err)
		past, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: "Old", From: day("2026-03-07")})
		w.must(err)
		_, err = w.s.AddSection(ctx, w.director, past.ID, open5())
		w.must(err)
		w.must(w.s.Announce(ctx, w.director, past.ID, past.Version))
		w.enter(section, w.members(2)...)
		for _, tt := range []struct {
			actor auth.Actor
			when  When
			want  []EventID
		}{
			{auth.Actor{}, AnyTime, []EventID{e.ID, past.ID}},
			{auth.Actor{}, Coming, []EventID{e.ID}},
			{auth.Actor{}, Past, []EventID{past.ID}},
			{w.director, AnyTime, []EventID{draft.ID, e.ID, past.ID}},
			{w.director, Coming, []EventID{e.ID, draft.ID}},
		} {
			list, total, err := w.s.Events(ctx, tt.actor, EventFilter{When: tt.when})
			w.must(err)
			var got []EventID
			for _, s := range list {
				got = append(got, s.ID)
			}
			if !cmp.Equal(got, tt.want) || total != len(tt.want) {
				t.Errorf("%q for %q: %v of %d, want %v", tt.when, tt.actor.Name, got, total, tt.want)
			}
		}
		list, total, err := w.s.Events(ctx, w.director, EventFilter{Limit: 1, Offset: 1})
		w.must(err)
		if total != 3 || len(list) != 1 || list[0].ID != e.ID || list[0].Players != 2 || list[0].Text != "2 players so far" ||
			!cmp.Equal(list[0].Sections, []string{"Open"}) {
			t.Errorf("second page: %+v of %d", list, total)
		}
	})
}

// TestEventsOfADesk: what is still to be done first, the soonest of what comes at
// the top, and what is over from the latest.
func TestEventsOfADesk(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		made := map[string]EventID{}
		for name, from := range map[string]string{
			"soon": "2026-12-05", "later": "2027-01-09", "old": "2026-03-07", "older": "2025-03-07", "rated": "2026-02-07",
			"rated before": "2024-02-03",
		} {
			e, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: name, From: day(from)})
			w.must(err)
			made[name] = e.ID
		}
		w.exec(`UPDATE event SET status = 'rated' WHERE id IN ($1, $2)`, int64(made["rated"]), int64(made["rated before"]))
		own := auth.Actor{Person: w.director.Person, Name: "Of one", Offices: []auth.Office{
			{Role: auth.Director, Event: made["older"], From: w.director.Offices[0].From},
			{Role: auth.Referee, Event: made["rated before"], From: w.director.Offices[0].From},
		}}
		names := func(list []EventSummary) (out []string) {
			for _, e := range list {
				out = append(out, e.Name)
			}
			return out
		}
		for _, tt := range []struct {
			actor       auth.Actor
			limit       int
			open, rated []string
		}{
			{w.director, 5, []string{"soon", "later", "old", "older"}, []string{"rated", "rated before"}},
			{w.director, 1, []string{"soon", "later", "old", "older"}, []string{"rated"}},
			{own, 5, []string{"older"}, []string{"rated before"}},
			{auth.Actor{}, 5, nil, nil},
		} {
			open, rated, err := w.s.DeskEvents(ctx, tt.actor, tt.limit)
			w.must(err)
			if !cmp.Equal(names(open), tt.open) || !cmp.Equal(names(rated), tt.rated) {
				t.Errorf("%q: %v and %v, want %v and %v", tt.actor.Name, names(open), names(rated), tt.open, tt.rated)
			}
		}
	})
}

// TestSectionsOfAnEventAreToldApart: as a list of entries names them, by
// letters and digits in either case, with or without macrons.
func TestSectionsOfAnEventAreToldApart(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, open := w.event(open5()) // "Open"
		for _, name := range []string{"open", "OPEN", "Ōpen", " Open ", "Open!", "Open"} {
			_, err := w.s.AddSection(ctx, w.director, e.ID, aSection(name, 3))
			w.refused(
				err, apperr.Invalid,
				"name: Another section of this event is called “Open”. Choose a name that cannot be confused with it.",
			)
		}
		var last SectionID
		for _, name := range []string{"Open B", "★", "☆"} {
			var err error
			last, err = w.s.AddSection(ctx, w.director, e.ID, aSection(name, 3))
			w.must(err)
		}
		edit := func(id SectionID, name string) error {
			section, err := w.s.Section(ctx, w.director, id)
			w.must(err)
			form := section.input()
			form.Name = name
			return w.s.EditSection(ctx, w.director, id, form)
		}
		w.refused(edit(last, "oPEN"), apperr.Invalid, "name: Another section of this event is called “Open”.")
		w.refused(edit(last, "★"), apperr.Invalid, "name: Another section of this event is called “★”.")
		w.must(edit(open, "OPEN")) // its own name in other letters
		other, second := w.event(open5())
		if other.ID == e.ID || second == open {
			t.Error("two events may have a section of one name")
		}
	})
}

func TestSectionsChangeWhileTheyMay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, id := w.event(open5())
		w.enter(id, w.members(4)...)
		section, err := w.s.Section(ctx, auth.Actor{}, id)
		w.must(err)
		form := section.input()
		form.Name, form.System, form.Bar = "Masters", pairing.McMahon, rated("3d")
		w.must(w.s.EditSection(ctx, w.director, id, form))
		section, err = w.s.Section(ctx, w.director, id)
		w.must(err)
		if section.Name != "Masters" || section.Bar == nil || *section.Bar != 30 || section.Seed != 7 ||
			section.Slug != "open" {
			t.Errorf("edited: %+v", section)
		}
		w.refused(w.s.EditSection(ctx, w.director, id, form), apperr.Conflict, "changed this section")

		w.publish(id)
		form = section.input()
		form.System, form.Bar, form.Rounds = pairing.Swiss, nil, 1
		w.refused(w.s.EditSection(ctx, w.director, id, form), apperr.Invalid, "system: Round 1 is published")
		form = section.input()
		form.Rounds = 2
		w.must(w.s.EditSection(ctx, w.director, id, form))
		w.refused(w.s.RemoveSection(ctx, w.director, id, section.Version), apperr.Invalid, "has entries")

		other, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Handicap", 3))
		w.must(err)
		token := func() string {
			s, err := w.s.Section(ctx, w.director, other)
			w.must(err)
			return s.CardToken(1)
		}
		before := token()
		w.must(w.s.RenewCards(ctx, w.director, other, 1))
		if token() == before {
			t.Error("renewed cards have the codes of the old ones")
		}
		w.must(w.s.RemoveSection(ctx, w.director, other, 2))
		if list, err := w.s.Sections(ctx, auth.Actor{}, e.ID); err != nil || len(list) != 1 {
			t.Errorf("sections left: %v, %v", list, err)
		}
		w.audited()
	})
}
