package representative_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Bug: a director alone could declare an event in a points year that is closed, and so change what everyone lost.
func TestADirectorChangesNothingInAClosedYear(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		director := func(s representative.Section) auth.Actor {
			return auth.Actor{Person: 2, Name: "Dirk", Offices: []auth.Office{
				{Role: auth.Director, Event: s.Event, From: day("2020-01-01")},
			}}
		}
		declare := func(s representative.Section, in representative.Declaration) error {
			return w.change(func(tx *store.Tx) (*usecase.Entry, error) { return w.s.Declare(ctx, tx, director(s), s, in) })
		}
		regional := representative.Declaration{Kind: points.Regional, Club: w.club}
		posted, late := w.section("Autumn Open", "2026-08-02"), w.section("Spring Open", "2026-10-04")
		w.must(declare(posted, regional)) // while the year is open
		w.post(posted, 8, 6)
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		w.must(w.s.Close(ctx, officer, 2026, end.Revision))
		const before = "10.50 7.50 3.75 – – –"
		w.wants("2026-12-01", before)

		w.refused(declare(late, regional), apperr.Forbidden, "The points year 2026 is closed")
		w.refused(declare(posted, representative.Declaration{Version: 1}), apperr.Forbidden, "is closed")
		next := w.section("Summer Open", "2027-02-07")
		w.must(declare(next, regional))

		// A correction waits for the ratings officer, and keeps no director from finishing the event.
		post := func(actor auth.Actor) {
			w.must(w.change(func(tx *store.Tx) (*usecase.Entry, error) {
				return w.s.Post(ctx, tx, actor, representative.Finished{Section: posted, Scores: []representative.Score{
					{Person: w.players[0], Score: 6}, {Person: w.players[1], Score: 8},
				}})
			}))
		}
		post(director(posted))
		w.wants("2026-12-01", before)
		desk, err := w.s.Desk(ctx, officer)
		w.must(err)
		if len(desk.Waiting) != 2 || !strings.Contains(desk.Waiting[1].Waits, "The points year 2026 is closed") {
			t.Errorf("waiting are %+v", desk.Waiting)
		}
		post(officer)
		w.wants("2026-12-01", "9.75 8.25 3.75 – – –")
		w.declare(late, points.Regional, false)
		w.post(late, 8, 6)
		w.wants("2026-12-01", "12.75 10.50 3.75 – – –")
	})
}
