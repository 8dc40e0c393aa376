package representative_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// A points event is held by a club that is affiliated on the day, and a year has one championship.
func TestWhatGivesPoints(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.section("Autumn Open", "2026-08-02")
		refused := func(in representative.Declaration, part string) {
			t.Helper()
			w.refused(w.declaring(s, in), apperr.Invalid, part)
		}
		refused(representative.Declaration{Kind: "local", Club: w.club}, "kind: Choose national or regional")
		refused(representative.Declaration{Kind: points.Regional}, "club: Choose the club")
		refused(representative.Declaration{Kind: points.Regional, Club: 99}, "club: This club does not exist")
		refused(representative.Declaration{Kind: points.Regional, Club: w.idle},
			"club: Sleepy Go Club was not affiliated on 2 August 2026")
		refused(representative.Declaration{Kind: points.Regional, Club: w.club, EndsYear: true}, "ends_year: The points year ends")
		w.declare(s, points.National, true)
		w.refused(w.declaring(s, representative.Declaration{}), apperr.Conflict, "Someone else changed")

		other := w.section("Congress", "2026-11-22")
		w.refused(
			w.declaring(other, representative.Declaration{Kind: points.National, Club: w.club, EndsYear: true}),
			apperr.Invalid, "ends_year: The points year 2026 ends with Autumn Open already",
		)
		w.post(other, 8, 6) // gives none
		w.wants("2026-11-22", "– – – – – –")

		// What was posted is worked out again when the kind changes, and taken back when the section gives none.
		w.post(s, 8, 6)
		w.wants("2026-11-22", "10.00 7.00 – – – –")
		w.must(w.declaring(s, representative.Declaration{Kind: points.Regional, Club: w.club, Version: 1}))
		w.wants("2026-11-22", "4.00 3.00 – – – –")
		w.must(w.declaring(s, representative.Declaration{Version: 2}))
		w.wants("2026-11-22", "– – – – – –")
	})
}

// A section whose club lost its affiliation waits, with the reason, and posts nothing.
func TestASectionWaits(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		s := w.section("Autumn Open", "2026-08-02")
		w.declare(s, points.Regional, false)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE points_event SET club_id = $1`, w.idle)
			return err
		}))
		w.post(s, 8, 6)
		w.wants("2026-11-22", "– – – – – –")
		desk, err := w.s.Desk(ctx, officer)
		w.must(err)
		if len(desk.Waiting) != 1 || !strings.Contains(desk.Waiting[0].Waits, "was not affiliated on 2 August 2026") {
			t.Errorf("waiting are %+v", desk.Waiting)
		}
		w.must(w.declaring(s, representative.Declaration{Kind: points.Regional, Club: w.club, Version: 1}))
		w.post(s, 8, 6)
		w.wants("2026-11-22", "4.00 3.00 – – – –")
	})
}

const pointsFile = `{
  "opening": [{"player": "Aroha Tūī", "date": "2024-11-24", "points": "12.50", "source": "Newsletter 31",
               "represented": "2022-11-20"}],
  "events": [
    {"name": "Otago Open", "date": "2025-05-04", "kind": "regional", "placings": [
      {"player": "Bea Tūī", "score": "5"}, {"player": "Tūī Caleb", "score": "3½"},
      {"player": "Zoë Müller", "score": "3½", "member": false}, {"player": "Dana Tūī", "score": "2"}]},
    {"name": "Congress 2025", "date": "2025-11-23", "kind": "national", "year_end": true, "placings": [
      {"player": "Bea Tūī", "score": "5"}, {"player": "Dana Tūī", "score": "4.5"}, {"player": "Aroha Tūī", "score": "4.5"}]}
  ],
  "representatives": [{"year_end": "2025-11-23", "player": "Bea Tūī"}]}`

// Earlier years from a file count as if they had been posted, and are taken back whole.
func TestAFileOfEarlierYears(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		in, err := w.s.Enter(ctx, officer, file(`C:\files\points.json`, []byte(pointsFile)))
		w.must(err)
		// Aroha 12.5 + 6 = 18.5 less a quarter; Bea 4 + 10 less a quarter and 30; Caleb 2.5 less a quarter, 1.88 rounded.
		w.wants("2025-11-23", "13.87 -19.50 1.87 5.25 – –")
		w.refused(func() error { _, err := w.s.Enter(ctx, officer, file("", []byte(pointsFile))); return err }(), apperr.Invalid,
			"events[0].name: Otago Open of 4 May 2025 is posted already")
		history, err := w.s.History(ctx)
		w.must(err)
		if len(history) != 1 || !history[0].Closed || history[0].Representative.Name != "Bea Tūī" || in.File != "points.json" {
			t.Errorf("the history is %+v", history)
		}
		w.championship("Congress", "2026-11-22", 8, 6)
		w.must(w.s.UndoImport(ctx, officer, in.ID))
		w.wants("2026-11-22", "10.00 7.00 – – – –")
		w.refused(w.s.UndoImport(ctx, officer, in.ID), apperr.Conflict, "withdrawn already")
	})
}

// Everything that is wrong with a file is said at once, and nothing of it is posted.
func TestAFileWithMistakes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.person("Eru", "Tūī")
		_, err := w.s.Enter(ctx, officer, file("points.json", []byte(`{
			"points": {"national": ["12"], "regional": ["4"], "loss": "25%", "fixed": "30"},
			"opening": [{"player": "Nemo Nihil", "date": "2024-11-24", "points": "1"}],
			"events": [
				{"name": "Open", "date": "2026-05-04", "kind": "regional", "placings": [{"player": "Eru Tūī", "score": "5"}]},
				{"name": "Late", "date": "2027-12-04", "kind": "national", "year_end": true, "placings": [
					{"player": "Bea Tūī", "score": "5"}, {"player": "Tūī Bea", "score": "5"}]},
				{"name": "Later", "date": "2027-12-24", "kind": "national", "year_end": true, "placings": [
					{"player": "Bea Tūī", "score": "5"}]}]}`)))
		for _, part := range []string{
			"points: On 4 May 2026 the society went by other figures", "opening[0].player: Nemo Nihil is not in the register",
			"events[0].placings[0].player: 2 people of the register are called Eru Tūī", "events[1].date: This day is still to come",
			"events[1].placings[1].player: Bea Tūī and Tūī Bea are one person",
			"events[2].year_end: events[1] ends the points year 2027 already",
		} {
			w.refused(err, apperr.Invalid, "file: "+part)
		}
		_, err = w.s.Enter(ctx, officer, file("points.json", []byte(`{"events": [{"name": "Open", "placings": 3}]}`)))
		w.refused(err, apperr.Invalid, "file: line 1")
		w.wants("2027-06-01", "– – – – – –")
	})
}

// Bug: a file whose every player is unknown answered with as many problems.
func TestAFileWithManyMistakes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		var b strings.Builder
		for i := range 500 {
			fmt.Fprintf(&b, `,{"player": "Nemo %d", "score": 1}`, i)
		}
		_, err := w.s.Enter(ctx, officer, file("points.json", []byte(`{"events": [{"name": "Open", "date": "2026-05-04",
			"kind": "regional", "placings": [`+b.String()[1:]+`]}]}`)))
		w.refused(err, apperr.Invalid, "file: There are more problems")
		var e *apperr.Error
		if !errors.As(err, &e) || len(e.Fields) != 101 {
			t.Errorf("%d problems are said", len(e.Fields))
		}
	})
}

// An event that is finished gives its points; one that is reopened keeps them until it is finished again with another
// result. Who had only byes has no place.
func TestAnEventIsFinishedAndCorrected(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		settings := tournaments.DefaultSettings()
		settings.Rounds = 1
		in := tournaments.FinishedSection{Name: "Open", Settings: settings}
		for _, id := range w.players[:3] {
			in.Players = append(in.Players, tournaments.FinishedPlayer{Person: id})
		}
		in.Rounds = []tournaments.FinishedRound{{
			Games: []tournaments.FinishedGame{{Black: 0, White: 1, Result: pairing.BlackWins}}, Byes: []int{2},
		}}
		e, err := w.events.ImportFinished(ctx, program, tournaments.FinishedEvent{
			Name: "Autumn Open", From: day("2026-08-01"), To: day("2026-08-02"), Sections: []tournaments.FinishedSection{in},
		})
		w.must(err)
		sections, err := w.events.PointsSections(ctx, officer, e.ID)
		w.must(err)
		w.must(w.events.DeclarePoints(ctx, officer, sections[0].Section.ID, representative.Declaration{
			Kind: points.Regional, Club: w.club,
		}))
		w.wants("2026-08-02", "4.00 3.00 – – – –")

		w.must(w.events.Reopen(ctx, program, e.ID, e.Version))
		w.wants("2026-08-02", "4.00 3.00 – – – –")
		desk, err := w.s.Desk(ctx, officer)
		w.must(err)
		if len(desk.Posted) != 1 || !desk.Posted[0].Reopened {
			t.Errorf("posted are %+v", desk.Posted)
		}
		w.refused(w.events.PostPoints(ctx, officer, e.ID), apperr.Conflict, "posted when it is finished")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE game SET result = 'W'`)
			return err
		}))
		e, err = w.events.EventByID(ctx, program, e.ID)
		w.must(err)
		w.must(w.events.Close(ctx, program, e.ID, e.Version))
		w.wants("2026-08-02", "3.00 4.00 – – – –")
		account, err := w.s.Account(ctx, w.players[0])
		w.must(err)
		if len(account.Lines) != 3 || account.Lines[2].Cause != "A result was corrected after the points were posted." {
			t.Errorf("the account is %+v", account.Lines)
		}
		w.must(w.events.PostPoints(ctx, officer, e.ID)) // nothing has changed
	})
}
