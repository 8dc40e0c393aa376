package results

import (
	"context"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
)

func TestAPlayerCallsTheReferee(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		var told []ForReferee
		w.s.WhenCalled(func(_ context.Context, _ *store.Tx, in ForReferee) error {
			told = append(told, in)
			return nil
		})
		in := CallInput{Card: w.card(1), Game: w.game(1).ID}
		w.refused(w.s.Call(ctx, auth.Actor{}, in), apperr.Invalid, "side: Choose whether")
		in.Side = BlackSide
		w.must(w.s.Call(ctx, auth.Actor{}, in))
		before := w.audited()
		in.Side = WhiteSide
		w.must(w.s.Call(ctx, auth.Actor{}, in)) // pressed again: nothing more
		if w.audited() != before || len(told) != 1 || told[0].Text != "a player calls the referee" {
			t.Errorf("told %+v", told)
		}
		tab, err := w.s.TableByCard(ctx, auth.Actor{}, w.card(1))
		if err != nil || tab.Called.IsZero() || !tab.CanCall {
			t.Errorf("at the table: %+v, %v", tab, err)
		}
		if n, err := w.s.Waiting(ctx, w.other, w.event.ID); err != nil || n != 1 {
			t.Errorf("%d wait, %v", n, err)
		}
		calls, err := w.s.Calls(ctx, w.other, w.event.ID)
		w.must(err)
		if len(calls) != 1 || calls[0].Table.Game.Table != 1 || calls[0].By == "" {
			t.Fatalf("calls %+v", calls)
		}
		// Nobody else answers, reads or calls.
		stranger := auth.Actor{Person: w.people[0], Name: "A player"}
		w.refused(w.s.Answer(ctx, stranger, calls[0].ID), apperr.Forbidden, "")
		w.refused(w.s.Answer(ctx, auth.Actor{}, calls[0].ID), apperr.SignIn, "")
		_, err = w.s.Calls(ctx, stranger, w.event.ID)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.Waiting(ctx, stranger, w.event.ID)
		w.refused(err, apperr.Forbidden, "")
		w.refused(w.s.Call(ctx, w.director, CallInput{Game: w.game(2).ID}), apperr.Forbidden, "Only the two players")
		w.refused(w.s.Call(ctx, auth.Actor{}, CallInput{Game: w.game(2).ID}), apperr.SignIn, "")
		w.refused(w.s.Call(ctx, auth.Actor{}, CallInput{Card: "1-1-aaaaaaaaaaaaaaaa", Side: BlackSide}), apperr.NotFound, "")

		w.must(w.s.Answer(ctx, w.other, calls[0].ID))
		w.must(w.s.Answer(ctx, w.director, calls[0].ID)) // another referee presses too
		calls, err = w.s.Calls(ctx, w.other, w.event.ID)
		if err != nil || calls[0].AnsweredBy != "Rewi" {
			t.Errorf("answered by %+v, %v", calls, err)
		}
		// A card that is pressed all day does not call all day.
		for i := 1; i < maxCalls; i++ {
			w.must(w.s.Call(ctx, auth.Actor{}, in))
			calls, err = w.s.Calls(ctx, w.other, w.event.ID)
			w.must(err)
			w.must(w.s.Answer(ctx, w.other, calls[0].ID))
		}
		w.refused(w.s.Call(ctx, auth.Actor{}, in), apperr.Conflict, "Go to the desk")
		for side, result := range map[Side]string{BlackSide: "B", WhiteSide: "W"} {
			key, err := Parse(result)
			w.must(err)
			_, err = w.says(2, side, key)
			w.must(err)
		}
		if last := told[len(told)-1]; last.Text != "the players’ reports differ" || last.Game.Game.Table != 2 {
			t.Errorf("told last %+v", last)
		}
		w.audited()
	})
}
