package meetings

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store/storetest"
)

// What the meeting deals with is the item that the chair took, and not the next
// motion; what is recorded on a motion since is dealt with then.
func TestWhatIsUnderWay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		agenda := w.view(id).Agenda
		at := func(want ItemID, wantMotion MotionID) {
			t.Helper()
			if item, m := w.view(id).UnderWay(); item != want || m != wantMotion {
				t.Errorf("item %d, motion %d; want %d, %d", item, m, want, wantMotion)
			}
		}
		at(0, 0)
		w.must(w.s.TakeItem(ctx, w.secretary, id, agenda[2].ID))
		at(agenda[2].ID, 0)
		w.must(w.s.FinishItem(ctx, w.secretary, id, agenda[2].ID))
		at(agenda[3].ID, 0)
		if w.view(id).Agenda[2].DoneAt.IsZero() {
			t.Error("the item is not done")
		}
		w.now = w.now.Add(60_000_000_000)
		w.count(motion, 0, constitution.Hands, votes(5, 2, 0))
		at(agenda[6].ID, motion)
		w.refused(
			"not decided", w.s.FinishItem(ctx, w.secretary, id, agenda[6].ID), apperr.Conflict, "Motion 1 comes under this item",
		)
		w.declare(motion)
		w.must(w.s.FinishItem(ctx, w.secretary, id, agenda[6].ID))
		at(agenda[7].ID, 0)
		w.must(w.s.TakeItem(ctx, w.secretary, id, agenda[2].ID))
		if !w.view(id).Agenda[2].DoneAt.IsZero() {
			t.Error("an item that is taken up again is done")
		}
		w.refused("a member", w.s.TakeItem(ctx, w.member, id, agenda[2].ID), apperr.Forbidden, "needs the president")
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		at(0, 0)
	})
}

// Notes stand under their items until the minutes are approved.
func TestNotesToAnItem(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.held(nil)
		item := w.view(id).Agenda[2].ID
		_, err := w.s.AddNote(ctx, w.secretary, id, item, "  ")
		w.refused("nothing", err, apperr.Invalid, "Enter what was said")
		_, err = w.s.AddNote(ctx, w.member, id, item, "Mine.")
		w.refused("a member", err, apperr.Forbidden, "needs the president")
		note, err := w.s.AddNote(ctx, w.president, id, item, "The clocks are back.")
		w.must(err)
		if got := w.view(id).NotesOn(item); len(got) != 1 || got[0].Text != "The clocks are back." {
			t.Errorf("notes: %+v", got)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.must(w.s.RemoveNote(ctx, w.secretary, id, note))
		w.refused("twice", w.s.RemoveNote(ctx, w.secretary, id, note), apperr.NotFound, "not found")
	})
	w := newSociety(t, storetest.SQLite(t))
	planned := w.create(agm("2026-03-14"))
	_, err := w.s.AddNote(ctx, w.secretary, planned, w.view(planned).Agenda[0].ID, "Early.")
	w.refused("before", err, apperr.Conflict, "written at the meeting")
}

// Who wants to speak speaks in order; the list goes when the meeting ends.
func TestThoseWhoWantToSpeak(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.held(nil)
		item := w.view(id).Agenda[2].ID
		names := func(want ...PersonID) {
			t.Helper()
			got := w.view(id).SpeakersOn(item)
			if len(got) != len(want) {
				t.Fatalf("%d on the list; want %d", len(got), len(want))
			}
			for i, p := range got {
				if p.Person != want[i] || p.Name == "" {
					t.Errorf("place %d has %s", i, p.Name)
				}
			}
		}
		for _, i := range []int{5, 6, 7} {
			w.must(w.s.AskToSpeak(ctx, w.secretary, id, item, w.people[i]))
		}
		w.refused("twice", w.s.AskToSpeak(ctx, w.secretary, id, item, w.people[5]), apperr.Invalid, "on the list already")
		w.refused("not here", w.s.AskToSpeak(ctx, w.secretary, id, item, w.people[20]), apperr.Invalid, "who is here")
		w.must(w.s.NextSpeaker(ctx, w.secretary, id, item))
		if got := w.view(id).SpeakersOn(item); !got[0].Speaking || got[0].Person != w.people[5] {
			t.Errorf("%+v", got)
		}
		w.must(w.s.ClearSpeaker(ctx, w.secretary, id, w.view(id).SpeakersOn(item)[1].ID))
		names(w.people[5], w.people[7])
		w.must(w.s.NextSpeaker(ctx, w.secretary, id, item))
		names(w.people[7])
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		names()
	})
}

// Apologies come from a member, for another from an officer; who comes after all is
// not absent.
func TestApologies(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.must(w.s.Apologise(ctx, w.member, id, w.member.Person))
		w.must(w.s.Apologise(ctx, w.secretary, id, w.people[20]))
		w.refused("for another", w.s.Apologise(ctx, w.member, id, w.people[7]), apperr.Forbidden, "")
		w.refused("not a member", w.s.Apologise(ctx, w.lapsed, id, w.lapsed.Person), apperr.Invalid, "Only members on the day")
		w.must(w.s.Apologise(ctx, w.secretary, id, w.people[21]))
		w.must(w.s.ClearApology(ctx, w.secretary, id, w.people[21]))
		w.arrive(id, 10) // the member, too
		w.refused("present", w.s.Apologise(ctx, w.secretary, id, w.people[0]), apperr.Invalid, "recorded as present")
		w.open(id)
		absent := w.view(id).Absent()
		if len(absent) != 1 || absent[0].Person != w.people[20] {
			t.Errorf("absent: %+v", absent)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused("too late", w.s.Apologise(ctx, w.secretary, id, w.people[22]), apperr.Conflict, "no more apologies")
	})
}
