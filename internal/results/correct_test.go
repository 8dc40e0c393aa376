package results

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// rateAll plays an event of three rounds that Black wins throughout, and rates it.
func (w *world) rateAll() {
	w.t.Helper()
	for range 3 {
		for table := 1; table <= 2; table++ {
			_, err := w.at(w.director, table, "b")
			w.must(err)
		}
		if w.chart().Published() < 3 {
			w.publish()
		}
	}
	e, err := w.events.EventByID(ctx, w.director, w.event.ID)
	w.must(err)
	w.must(w.events.Close(ctx, w.director, e.ID, e.Version))
	e, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	_, err = w.events.SubmitForRating(ctx, w.director, e.ID, e.Version)
	w.must(err)
}

// ratingsNow is the list and the submissions, in words.
func (w *world) ratingsNow() string {
	w.t.Helper()
	all, err := store.All(ctx, w.db, store.Value[string], `
		SELECT 'r ' || person_id || ' ' || milli || ' ' || games FROM rating
		ORDER BY person_id`)
	w.must(err)
	return strings.Join(all, "; ")
}

func (w *world) submissions() (counting, withdrawn int) {
	w.t.Helper()
	var err error
	counting, err = store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM rating_event WHERE withdrawn_at IS NULL`)
	w.must(err)
	withdrawn, err = store.One(
		ctx, w.db, store.Value[int], `SELECT count(*) FROM rating_event WHERE withdrawn_at IS NOT NULL`,
	)
	w.must(err)
	return counting, withdrawn
}

func TestAResultOfARatedEventIsCorrectedInOneStep(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		w.rateAll()
		before, g := w.ratingsNow(), w.game(1)
		right := Entry{Game: g.ID, Version: g.Version, Result: pairing.WhiteWins}
		_, err := w.s.Enter(ctx, w.director, right)
		w.refused(err, apperr.Conflict, "Its director corrects a result on the page of the game.")
		for _, tt := range []struct {
			actor  auth.Actor
			in     Entry
			reason string
			kind   apperr.Kind
			want   string
		}{
			{auth.Actor{}, right, "A slip.", apperr.SignIn, ""},
			{auth.Actor{Person: w.people[0], Name: "A player"}, right, "A slip.", apperr.Forbidden, ""},
			{w.director, right, " ", apperr.Invalid, "reason: Say why"},
			{w.director, right, strings.Repeat("x", 501), apperr.Invalid, "reason: Shorten"},
			{w.director, Entry{Game: g.ID, Version: g.Version}, "A slip.", apperr.Invalid, "result: Choose the right result"},
			{w.director, Entry{Game: g.ID, Version: g.Version, Result: g.Result}, "A slip.", apperr.Conflict, "already has this result"},
			{w.director, Entry{Game: g.ID, Version: g.Version - 1, Result: "J"}, "A slip.", apperr.Conflict, "has already saved"},
		} {
			_, err := w.s.Correct(ctx, tt.actor, tt.in, tt.reason)
			w.refused(err, tt.kind, tt.want)
		}
		if counting, withdrawn := w.submissions(); w.ratingsNow() != before || counting != 1 || withdrawn != 0 {
			t.Fatal("a correction that was refused has changed something")
		}
		done, err := w.s.Correct(ctx, w.director, right, " The card was misread. ")
		w.must(err)
		if done.Game.Result != pairing.WhiteWins || w.ratingsNow() == before {
			t.Errorf("corrected: %+v", done)
		}
		if counting, withdrawn := w.submissions(); counting != 1 || withdrawn != 1 {
			t.Errorf("%d submissions count, %d are withdrawn", counting, withdrawn)
		}
		e, err := w.events.EventByID(ctx, w.director, w.event.ID)
		w.must(err)
		if e.Status != tournaments.Rated {
			t.Errorf("the event is %s", e.Status)
		}
		changes, err := w.s.History(ctx, w.director, g.ID)
		w.must(err)
		if last := changes[len(changes)-1]; last.Reason != "The card was misread." || last.After != pairing.WhiteWins {
			t.Errorf("the history: %+v", last)
		}
		entries, err := audit.Of(ctx, w.db, "event", int64(w.event.ID), 10)
		w.must(err)
		var actions []string
		for _, e := range entries {
			actions = append(actions, e.Action)
		}
		for _, want := range []string{"correct.event", "withdraw.rating", "rate.event"} {
			if !strings.Contains(strings.Join(actions, " "), want) {
				t.Errorf("the log has no %s: %v", want, actions)
			}
		}
		g = w.game(1)
		_, err = w.s.Correct(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins}, "It was right.")
		w.must(err)
		if w.ratingsNow() != before {
			t.Error("corrected back, and the list is another")
		}
		w.audited()
	})
}
