package tournaments

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
)

var sameMoment = cmpopts.EquateComparable(civil.Instant{})

func TestEnteringTakesWhatTheRegisterKnows(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		member := w.members(1)[0]
		lapsed := w.person("Parata", "Wiremu", "")
		w.member(lapsed, "2025-07-01", "2026-06-30")

		e := w.enter(section, member)[0]
		want := Entry{
			ID: e.ID, Section: section, Person: member, Number: 1, Name: "Given Family00", Family: "Family00", Given: "Given",
			SortKey: members.SortKey("Family00", "Given"),
			Rating:  60, RatingSource: FromGrade, Club: "Kāpiti", City: "Paraparaumu", EnteredIn: 1, Membership: IsMember,
			Version: 1,
		}
		if diff := cmp.Diff(want, e, sameMoment); diff != "" {
			t.Errorf("a member's entry (-want +got):\n%s", diff)
		}
		_, err := w.s.Enter(ctx, w.director, member, EntryInput{Section: section})
		w.refused(err, apperr.Conflict, "already entered")
		_, err = w.s.Enter(ctx, w.director, lapsed, EntryInput{Section: section, Absent: []int{9}})
		w.refused(err, apperr.Invalid, "rating: This player has no rating or grade")
		w.refused(err, apperr.Invalid, "absent: There is no round 9")
		e, err = w.s.Enter(ctx, w.director, lapsed, EntryInput{
			Section: section, Rating: rated("2.4"), Club: "Ōtaki", Absent: []int{2, 4, 5}, HalfByes: []int{1},
		})
		w.must(err)
		if e.Membership != NotMember || e.Warning != "not a member on 2 January 2027 (term ended 30 June 2026)" ||
			!e.NeedsLook() ||
			e.Rating != 24 || e.RatingSource != FromDirector || e.Club != "Ōtaki" || !cmp.Equal(e.Absent, []int{2, 4, 5}) ||
			!cmp.Equal(e.HalfByes, []int{1}) {
			t.Errorf("a lapsed member's entry: %+v", e)
		}
		w.must(w.s.AcceptVisitor(ctx, w.director, e.ID, e.Version))
		if e, err = w.s.Entry(ctx, w.director, e.ID); err != nil || e.Membership != Visitor || e.NeedsLook() {
			t.Errorf("accepted: %+v, %v", e, err)
		}
		if _, err := w.s.Entry(ctx, auth.Actor{Person: 1}, e.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the entry for someone who does not direct the event: %v, want forbidden", err)
		}
		w.must(w.s.AcceptVisitor(ctx, w.director, e.ID, e.Version)) // again: already so
		form := e.Input()
		form.Absent = []int{3}
		w.must(w.s.EditEntry(ctx, w.director, e.ID, form))
		w.refused(
			w.s.EditEntry(ctx, w.director, e.ID, form),
			apperr.Conflict, "Someone else changed this entry first. The last change was made by Person 1 on",
		)
		if e, err = w.s.Entry(ctx, w.director, e.ID); err != nil || !cmp.Equal(e.Absent, []int{3}) ||
			!cmp.Equal(e.HalfByes, []int{1}) || e.Membership != Visitor {
			t.Errorf("edited: %+v, %v", e, err)
		}
		w.must(w.s.RemoveEntry(ctx, w.director, e.ID, e.Version))
		_, err = w.s.Entry(ctx, w.director, e.ID)
		w.refused(err, apperr.NotFound, "")
		w.audited()
	})
}

func TestTwoSectionsGiveAWarning(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, first := w.event(open5())
		second, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Handicap", 3, byRating))
		w.must(err)
		p := w.members(1)[0]
		w.enter(first, p)
		got := w.enter(second, p)[0]
		if got.Warning != "also entered in Open" || got.NeedsLook() {
			t.Errorf("warning %q, needs a look: %v", got.Warning, got.NeedsLook())
		}
	})
}

func TestGuestsAreLookedForFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		known := w.person("Müller", "Hans", "4k")
		in := GuestInput{
			FamilyName: "Mueller", GivenNames: "Hans", EntryInput: EntryInput{Section: section, Rating: rated("3k"), Visitor: true},
		}
		in.FamilyName = "Muller"
		_, err := w.s.EnterGuest(ctx, w.director, in)
		var doubles *members.PossibleDuplicates
		if !errors.As(err, &doubles) || doubles.Candidates[0].Person != known {
			t.Fatalf("someone of that name is in the register: %v", err)
		}
		e, err := w.s.EnterGuest(ctx, w.director, in, known)
		w.must(err)
		if e.Person == known || e.Membership != Visitor || e.Rating != -20 ||
			e.Warning != "not a member on 2 January 2027 (no term in the register)" {
			t.Errorf("the guest's entry: %+v", e)
		}
		_, err = w.s.EnterGuest(ctx, w.director, GuestInput{
			Email: "x", EntryInput: EntryInput{Section: section, Absent: []int{9}},
		})
		for _, field := range []string{"family_name", "email", "rating", "absent"} {
			w.refused(err, apperr.Invalid, field+": ")
		}
		w.audited()
	})
}

func TestLateEntriesAndWithdrawals(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		people := w.members(7)
		entries := w.enter(section, people[:5]...)
		r1 := w.publish(section)
		late := w.enter(section, people[5])[0]
		if late.EnteredIn != 2 {
			t.Errorf("entered while round 1 is played: begins in round %d", late.EnteredIn)
		}
		_, err := w.s.Enter(ctx, w.director, people[6], EntryInput{Section: section, EnteredIn: 1})
		w.refused(err, apperr.Invalid, "entered_in: Round 1 is already published")
		form := late.Input()
		form.StartScore = 1
		w.must(w.s.EditEntry(ctx, w.director, late.ID, form))

		bye := r1.Byes[0]
		entry := func(id EntryID) Entry {
			e, err := w.s.Entry(ctx, w.director, id)
			w.must(err)
			return e
		}
		w.refused(w.s.Withdraw(ctx, w.director, bye, 0, entry(bye).Version), apperr.Invalid, "after: Round 1 is published")
		w.refused(w.s.Withdraw(ctx, w.director, bye, 5, entry(bye).Version), apperr.Invalid, "after: Choose a round")
		w.must(w.s.Withdraw(ctx, w.director, bye, 1, entry(bye).Version))
		w.refused(w.s.RemoveEntry(ctx, w.director, bye, entry(bye).Version), apperr.Invalid, "is in a draw")
		form = entry(entries[0].ID).Input()
		form.Absent = []int{1}
		w.refused(w.s.EditEntry(ctx, w.director, entries[0].ID, form), apperr.Invalid, "absent: Round 1 is already published")

		w.play(section, r1, nil)
		r2 := w.publish(section)
		if len(r2.Games) != 2 || len(r2.Byes) != 1 {
			t.Errorf("four of six play round 2, with the late entry and without the withdrawn player: %+v", r2)
		}
		seat := w.chart(section).seat(late.ID, 2)
		if seat.Score != 1 {
			t.Errorf("the late entry begins with %d half points, want 1", seat.Score)
		}
		w.must(w.s.Readmit(ctx, w.director, bye, entry(bye).Version))
		if e := entry(bye); e.Withdrawn || !cmp.Equal(e.Absent, []int{2}) {
			t.Errorf("back in: %+v; a round published meanwhile is an absence", e)
		}
		w.audited()
	})
}

// TestAPublishedHalfPointStays: a player who leaves keeps what the wall says of
// the published rounds.
func TestAPublishedHalfPointStays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.AbsenceHalf = true
		_, section := w.event(form)
		entries := w.enter(section, w.members(6)...)
		bye, absent := entries[4], entries[5]
		change := func(e Entry, halfByes, absent []int) Entry {
			f := e.Input()
			f.HalfByes, f.Absent = halfByes, absent
			w.must(w.s.EditEntry(ctx, w.director, e.ID, f))
			e, err := w.s.Entry(ctx, w.director, e.ID)
			w.must(err)
			return e
		}
		bye, absent = change(bye, []int{2}, nil), change(absent, nil, []int{2})
		w.play(section, w.publish(section), nil)
		w.publish(section)
		score := func(id EntryID) pairing.Score {
			st, err := w.chart(section).Standings(0)
			w.must(err)
			for _, row := range st.Rows {
				if row.Entry.ID == id {
					return row.Score
				}
			}
			return -1
		}
		w.play(section, w.chart(section).Rounds[1], nil)
		for _, e := range []Entry{bye, absent} {
			before := score(e.ID)
			w.refused(w.s.Withdraw(ctx, w.director, e.ID, 1, e.Version), apperr.Invalid, "Withdraw after round 2.")
			w.must(w.s.Withdraw(ctx, w.director, e.ID, 2, e.Version))
			if after := score(e.ID); after != before {
				t.Errorf("%s had %s points and has %s after leaving", e.Name, before, after)
			}
		}
	})
}

func TestRefreshingEntries(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		p := w.person("Late", "Payer", "5k")
		own := w.person("Own", "Rating", "5k")
		w.enter(section, p)
		_, err := w.s.Enter(ctx, w.director, own, EntryInput{Section: section, Rating: rated("1k"), Visitor: true})
		w.must(err)
		if n, err := w.s.RefreshEntries(ctx, w.director, section); err != nil || n != 0 {
			t.Errorf("nothing to refresh: %d, %v", n, err)
		}
		before := w.get(w.chart(section).Event.ID).Revision
		w.member(p, "2026-07-01", "2027-06-30")
		w.exec(`UPDATE person SET grade = '3k'`)
		if n, err := w.s.RefreshEntries(ctx, w.director, section); err != nil || n != 1 {
			t.Errorf("refreshed %d, %v", n, err)
		}
		c := w.chart(section)
		if c.Event.Revision != before+1 {
			t.Errorf("revision %d, was %d; a refresh that changes nothing is none", c.Event.Revision, before)
		}
		if e := c.Entries[0]; e.Rating != -20 || e.Membership != IsMember || e.Warning != "" {
			t.Errorf("the member's: %+v", e)
		}
		if e := c.Entries[1]; e.Rating != 0 || e.Membership != Visitor {
			t.Errorf("the visitor's, rated by the director: %+v", e)
		}
	})
}

func TestNamesFollowThePerson(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		entries := w.enter(section, w.members(4)...)
		w.publish(section)
		first := w.chart(section) // in memory from here on
		w.exec(
			`UPDATE person SET alias = 'Kōkako', public_as = 'alias' WHERE given_names = 'Given' AND family_name = 'Family01'`,
		)
		c := w.chart(section)
		if first.Event.Revision != c.Event.Revision {
			t.Fatal("this test is about an unchanged event")
		}
		e, _ := c.Entry(entries[1].ID)
		if e.Name != "Kōkako" || e.SortKey == entries[1].SortKey {
			t.Errorf("the alias shows at once: %q, sorted apart from the name: %v", e.Name, e.SortKey != entries[1].SortKey)
		}
		r, _ := c.Round(1)
		found := false
		for _, g := range r.Games {
			for _, why := range c.Reasons(g.Why) {
				found = found || g.Has(e.ID) && contains(why.Text, "Kōkako")
				if contains(why.Text, "Family01") || contains(why.Text, "⟦") {
					t.Errorf("a reason shows a name that is not to be shown: %q", why.Text)
				}
			}
		}
		if !found {
			t.Error("no reason names the player")
		}
	})
}

func TestFindingPlayers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		p := w.person("Tāwhiri", "Hēmi", "2d")
		w.person("100%", "_", "")
		w.enter(section, p)
		found, err := w.s.FindPlayers(ctx, w.director, e.ID, "hemi TAWH")
		w.must(err)
		want := []FoundPlayer{{
			Person: p, Name: "Hēmi Tāwhiri", Rating: "2.0 (2 dan)", Section: "Open",
			Warning: "not a member on 2 January 2027 (no term in the register)",
		}}
		if diff := cmp.Diff(want, found, sameMoment); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, text := range []string{"", "zzz", "%", "_"} {
			if found, err := w.s.FindPlayers(ctx, w.director, e.ID, text); err != nil || len(found) > 0 {
				t.Errorf("%q finds %v, %v", text, found, err)
			}
		}
		_, err = w.s.FindPlayers(ctx, auth.Actor{}, e.ID, "hemi")
		w.refused(err, apperr.SignIn, "")
	})
}

func TestNamesInListsByName(t *testing.T) {
	for _, tt := range []struct {
		e    Entry
		want string
	}{
		{Entry{Name: "Aroha Tūī", Family: "Tūī", Given: "Aroha"}, "TŪĪ Aroha"},
		{Entry{Name: "王小明", Family: "王", Given: "小明"}, "王小明"},
		{Entry{Name: "Kim Minjun", Family: "Kim", Given: "Minjun"}, "KIM Minjun"},
		{Entry{Name: "The Kea", Family: "The Kea"}, "THE KEA"}, // an alias
		{Entry{Name: "Mere van Dyk", Family: "van Dyk", Given: "Mere"}, "VAN DYK Mere"},
	} {
		if got := tt.e.ByFamily(); got != tt.want {
			t.Errorf("%s is %q in lists by name, want %q", tt.e.Name, got, tt.want)
		}
	}
}
