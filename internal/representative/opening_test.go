package representative_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings/points"
)

func openingOf(player, day string) []byte {
	return []byte(`{"events": [], "opening": [{"player": "` + player + `", "date": "` + day + `", "points": "20"}]}`)
}

// Bug: a balance that was brought in for a day after events of the same player counted these twice.
func TestABalanceOfADayAfterOnesOwnEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		enter := func(data []byte) error { _, err := w.s.Enter(ctx, officer, file("points.json", data)); return err }
		w.regional("Autumn Open", "2026-08-02", 8, 6, -1, -1, -1, 4)
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		for _, day := range []string{"2026-08-02", "2026-09-01", "2027-01-01"} {
			w.refused(enter(openingOf("Aroha Tūī", day)), apperr.Invalid,
				"opening[0].date: Aroha Tūī’s balance of")
		}
		w.refused(enter(openingOf("Dana Tūī", "2026-11-22")), apperr.Invalid,
			"opening[0].date: The points year ends with Congress on the day of Dana Tūī’s balance")
		w.must(enter(openingOf("Aroha Tūī", "2026-08-01")))
		w.must(enter(openingOf("Dana Tūī", "2026-11-23")))
		w.wants("2026-12-01", "34.00 10.00 5.00 20.00 – –")
		// Whoever played as a visitor was given nothing that a balance could have in it.
		w.must(enter(openingOf("Vera Gast", "2027-01-01")))
	})
}

// The other way round: a file's events, and a section that is finished late, which a balance has in it already.
func TestAnEventThatABalanceHasInItAlready(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, err := w.s.Enter(ctx, officer, file("points.json", openingOf("Aroha Tūī", "2026-09-01")))
		w.must(err)
		_, err = w.s.Enter(ctx, officer, file("points.json", []byte(`{"events": [{"name": "Otago Open", "date": "2026-05-04",
			"kind": "regional", "placings": [{"player": "Aroha Tūī", "score": "5"}]}]}`)))
		w.refused(err, apperr.Invalid, "events[0].date: Aroha Tūī’s balance of 1 September 2026 has Otago Open of 4 May 2026 in it")
		s := w.section("Autumn Open", "2026-08-02")
		w.declare(s, points.Regional, false)
		w.post(s, 8, 6)
		w.wants("2026-12-01", "20.00 – – – – –")
		desk, err := w.s.Desk(ctx, officer)
		w.must(err)
		if len(desk.Waiting) != 1 || !strings.Contains(desk.Waiting[0].Waits, "would count twice") {
			t.Errorf("waiting are %+v", desk.Waiting)
		}
		w.post(s, -1, 6)
		w.wants("2026-12-01", "20.00 4.00 – – – –")
	})
}

// A file alone is checked before the register is asked.
func TestAFileWhoseBalanceHasItsOwnEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, err := w.s.Enter(ctx, officer, file("points.json", []byte(`{"opening": [
			{"player": "Bea Tūī", "date": "2026-06-01", "points": "1"}], "events": [{"name": "Otago Open", "date": "2026-05-04",
			"kind": "regional", "placings": [{"player": "Bea Tūī", "score": "5"}]}]}`)))
		w.refused(err, apperr.Invalid, "opening[0].date: Bea Tūī’s balance of 1 June 2026 has Otago Open of 4 May 2026 in it")
	})
}
