package representative_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
)

// chosen has Aroha chosen to represent after 2026, of which the championship is posted.
func (w *world) chosen() (championship representative.Section) {
	w.t.Helper()
	championship = w.championship("Congress", "2026-11-22", 8, 6, 4)
	w.must(w.s.SetWishes(ctx, officer, 2026, map[auth.PersonID]representative.Wish{
		w.players[0]: representative.Wishes,
	}))
	w.must(w.s.Choose(ctx, officer, representative.Choosing{
		Year: 2026, Person: w.players[0], Resolution: w.resolution(),
	}))
	return championship
}

const championshipFile = `{"events": [{"name": "Congress 2026", "date": "2026-11-21", "kind": "national", "year_end": true,
	"placings": [{"player": "Bea Tūī", "score": "5"}, {"player": "Aroha Tūī", "score": "4"}]}],
	"representatives": [{"year_end": "2026-11-21", "player": "Bea Tūī"}]}`

// Bug: the committee's choice stayed when the championship of its year was withdrawn; a file that ended the year then
// failed with the database's own error.
func TestAChoiceGoesWithItsChampionship(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.chosen()
		w.must(w.declaring(s, representative.Declaration{Version: 1}))
		counting := func() int {
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM points_choice WHERE withdrawn_at IS NULL`)
			w.must(err)
			return n
		}
		if n := counting(); n != 0 {
			t.Errorf("%d choices outlive their championship", n)
		}
		said, err := store.One(ctx, w.db, store.Value[string], `SELECT detail FROM audit_entry ORDER BY seq DESC LIMIT 1`)
		w.must(err)
		if !strings.Contains(said, `"choices_withdrawn":[2026]`) {
			t.Errorf("the log does not say it: %s", said)
		}
		in, err := w.s.Enter(ctx, officer, file("2026.json", []byte(championshipFile)))
		w.must(err)
		w.wants("2026-11-22", "5.25 -22.50 – – – –")
		w.must(w.s.UndoImport(ctx, officer, in.ID))
		if n := counting(); n != 0 {
			t.Errorf("%d choices outlive the file", n)
		}
	})
}

// A championship that is no longer one, or is moved to another year, takes the choice with it too; the ranking of the new
// one starts without.
func TestAChoiceGoesWhenItsEventEndsNoYear(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.chosen()
		w.must(w.declaring(s, representative.Declaration{Kind: points.National, Club: w.club, Version: 1}))
		w.must(w.declaring(s, representative.Declaration{Kind: points.National, Club: w.club, EndsYear: true, Version: 2}))
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		if end.Event == "" || end.Choice.Person != 0 {
			t.Errorf("the year end is of %q, and chose %d", end.Event, end.Choice.Person)
		}
	})
}

// Bug: where the representative's only placing was corrected away after the year end, the correction failed with the
// database's own error, and the event could not be finished.
func TestARepresentativeWhosePlacingIsCorrectedAway(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.chosen()
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		w.must(w.s.Close(ctx, officer, 2026, end.Revision))
		w.wants("2026-11-22", "-22.50 5.25 3.75 – – –")
		w.post(s, -1, 6, 4)
		w.wants("2026-11-22", "-30.00 7.50 5.25 – – –")
	})
}

// Bug: a file that gave one person two opening balances, under two ways of writing the name, failed with the database's
// own error.
func TestAFileWithTwoBalancesOfOnePerson(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, err := w.s.Enter(ctx, officer, file("points.json", []byte(`{"events": [], "opening": [
			{"player": "Bea Tūī", "date": "2024-11-24", "points": "1"},
			{"player": "Tūī Bea", "date": "2024-11-24", "points": "2"}]}`)))
		w.refused(err, apperr.Invalid, "file: opening[1].player: Bea Tūī and Tūī Bea are one person of the register")
	})
}
