package tournaments

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// A section with a late player, one who withdrew, a bye, handicaps, fixed and forbidden
// pairs goes into a file from which the same rounds are drawn and the same places come.
func TestASectionAsAFile(t *testing.T) {
	w := newWorldSQLite(t)
	e, id := w.event(aSection("Open", 4, byRating, func(s *Settings) { s.Seed = 7 }))
	people := w.members(9)
	w.tx(func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE person SET public_as = 'alias', alias = 'The quiet one' WHERE id = $1`, people[2])
		return err
	})
	entries := w.enter(id, people...)
	w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: id, A: entries[0].ID, B: entries[1].ID, Reason: "Sisters."}))
	w.must(w.s.Fix(ctx, w.director, FixInput{Section: id, Round: 1, White: entries[3].ID, Black: entries[4].ID}))
	w.play(id, w.publish(id), nil)
	w.play(id, w.publish(id), func(g Game, _, _ Entry) pairing.Result {
		if g.Table == 1 {
			return pairing.Jigo
		}
		return pairing.WhiteWins
	})
	w.must(w.s.Fix(ctx, w.director, FixInput{Section: id, Round: 3, White: entries[8].ID}))
	chart := w.chart(id)
	f, lost := chart.File()
	if f.Name != "Congress, Open" || f.Place != "Wellington" || f.From != e.From || len(lost) != 0 {
		t.Errorf("%q at %q from %s, without %q", f.Name, f.Place, f.From, lost)
	}
	if len(f.Event.Forbidden) != 1 || len(f.Fixed) != 1 || len(f.Event.Played) != 2 {
		t.Errorf("%d pairs not allowed, %d fixed, %d rounds", len(f.Event.Forbidden), len(f.Fixed), len(f.Event.Played))
	}
	for _, format := range []formats.Format{formats.JSON, formats.OpenGotha, formats.H9, formats.TOU, formats.CSV} {
		data, _, err := formats.Write(format, f)
		if err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if strings.Contains(string(data), "⟦") {
			t.Errorf("%s has a mark in place of a name", format)
		}
	}
	data, _, err := formats.Write(formats.JSON, f)
	w.must(err)
	if !strings.Contains(string(data), "The quiet one") {
		t.Error("the alias is not in the file")
	}
	back, _, err := formats.Read(formats.JSON, data)
	w.must(err)
	standings, err := chart.Standings(2)
	w.must(err)
	again := pairing.Standings(&back.Event, 2)
	for i, row := range again.Rows {
		player := back.Event.Players[slices.IndexFunc(back.Event.Players, func(p pairing.Player) bool { return p.ID == row.ID })]
		want := standings.Rows[i]
		if entry, _ := chart.Entry(want.Entry.ID); entry.Name != player.Name || want.Score != row.Score {
			t.Errorf("line %d is %s with %s, want %s with %s", i+1, player.Name, row.Score, entry.Name, want.Score)
		}
	}
	drawn, err := pairing.Check(back.Checkable())
	w.must(err)
	for _, r := range drawn {
		if len(r.Differences) > 0 {
			t.Errorf("round %d of the file is drawn otherwise: %+v", r.Round, r.Differences)
		}
	}
}

// Whoever does not direct the event gets no pairs that are not allowed, and none fixed
// for a round to come.
func TestTheFileForOthers(t *testing.T) {
	w := newWorldSQLite(t)
	_, id := w.event(open5())
	entries := w.enter(id, w.members(6)...)
	w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: id, A: entries[0].ID, B: entries[1].ID, Reason: "Sisters."}))
	w.play(id, w.publish(id), nil)
	w.must(w.s.Fix(ctx, w.director, FixInput{Section: id, Round: 2, White: entries[3].ID, Black: entries[4].ID}))
	chart, err := w.s.Wallchart(ctx, auth.Actor{}, id)
	w.must(err)
	f, _ := chart.File()
	if len(f.Event.Forbidden)+len(f.Fixed) != 0 || len(f.Event.Played) != 1 {
		t.Errorf("%d pairs not allowed, %d fixed, %d rounds", len(f.Event.Forbidden), len(f.Fixed), len(f.Event.Played))
	}
}

// The file for everyone is the same whoever asks, and does not say who will be away, nor the lot of
// rounds that are not drawn.
func TestThePublicFile(t *testing.T) {
	w := newWorldSQLite(t)
	_, id := w.event(open5())
	entries := w.enter(id, w.members(6)...)
	in := entries[1].Input()
	in.Absent, in.HalfByes = []int{1, 4}, []int{5}
	w.must(w.s.EditEntry(ctx, w.director, entries[1].ID, in))
	w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: id, A: entries[0].ID, B: entries[5].ID, Reason: "Sisters."}))
	if f := w.chart(id).PublicFile(); f.Event.Seed != 0 || len(f.Event.Forbidden) != 0 || len(f.Event.Players[1].Absent) != 0 {
		t.Errorf("before the first round: %+v", f.Event)
	}
	w.publish(id)
	w.must(w.s.Fix(ctx, w.director, FixInput{Section: id, Round: 2, White: entries[3].ID, Black: entries[4].ID}))
	f := w.chart(id).PublicFile()
	if f.Event.Seed != 7 || len(f.Event.Forbidden)+len(f.Fixed) != 0 || len(f.Event.Played) != 1 {
		t.Errorf("lot %d, %d pairs, %d rounds", f.Event.Seed, len(f.Event.Forbidden)+len(f.Fixed), len(f.Event.Played))
	}
	if p := f.Event.Players[1]; !slices.Equal(p.Absent, []int{1}) || len(p.HalfPointByes) != 0 {
		t.Errorf("absent in %v, half-point byes in %v", p.Absent, p.HalfPointByes)
	}
}

// What no event file holds is named.
func TestWhatIsNotInAFile(t *testing.T) {
	w := newWorldSQLite(t)
	_, id := w.event(open5())
	entries := w.enter(id, w.members(7)...)
	w.must(w.s.Withdraw(ctx, w.director, entries[6].ID, 0, entries[6].Version))
	r := w.publish(id)
	chart := w.chart(id)
	w.tx(func(tx *store.Tx) error {
		if err := w.s.Touch(ctx, tx, chart.Event.ID); err != nil {
			return err
		}
		for _, g := range r.Games {
			if _, err := SaveResult(ctx, tx, g, pairing.BlackWins, "4½", "test", w.now); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `UPDATE game SET komi = 1 WHERE id = $1`, r.Games[0].ID)
		return err
	})
	_, lost := w.chart(id).File()
	if got, want := strings.Join(lost, "; "), "by how much 3 games were won; the komi of 1 game, which is not the section’s; "+
		"1 player who left before playing"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
