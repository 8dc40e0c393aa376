package ratings

import (
	"reflect"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// The sheet of an event says of each player what the player's own page says, games and arithmetic, and each sum is the change.
func TestSheetOfAnEvent(t *testing.T) {
	onBoth(t, []string{"5k", "1d", "3k"}, func(t *testing.T, w *world) {
		in := w.submission(
			"2026-03-14", w.game(1, 0, 1, 5, BlackWins), w.game(1, 2, 1, 0, WhiteWins), w.game(2, 0, 2, 2, Jigo),
			w.game(2, 0, 1, 5, "W_default"),
		)
		slug, err := store.One(ctx, w.db, store.Value[string], `SELECT slug FROM event WHERE id = $1`, in.Event)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []string{slug, "no-such-event"} {
			if _, err := w.s.Sheet(ctx, of); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%s, not rated: %v", of, err)
			}
		}
		w.mustRate(in)
		sheet, err := w.s.Sheet(ctx, slug)
		if err != nil || len(sheet.Rows) != 3 || sheet.RatedEvent.Players != 3 || sheet.Games != 3 || sheet.NotRated != 1 {
			t.Fatalf("%+v, %v", sheet, err)
		}
		for _, p := range sheet.Rows {
			card, err := w.s.Player(ctx, p.Person, 1)
			if err != nil || len(card.Events) != 1 || !reflect.DeepEqual(card.Events[0], p.PlayerEvent) || card.Name != p.Name {
				t.Errorf("%s: the sheet says %+v, the player's page %+v, %v", p.Name, p.PlayerEvent, card.Events, err)
			}
			if got := p.Before + thousandths(p.Points()); got != p.After {
				t.Errorf("%s: %s + %f is %s, not %s", p.Name, p.Before, p.Points(), got, p.After)
			}
		}
		w.mustWithdraw(in.Event)
		if _, err := w.s.Sheet(ctx, slug); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("withdrawn: %v", err)
		}
	})
}
