package ratings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

func TestPlayer(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "2k"}, func(t *testing.T, w *world) {
		w.exec(`UPDATE person SET public_as = 'alias', alias = 'Kererū' WHERE id = $1`, w.people[1])
		first := w.submission("2026-03-14", w.game(2, 2, 0, 3, WhiteWins), w.game(1, 0, 1, 0, BlackWins))
		first.Games[0].Section, first.Games[1].Section = "Handicap", "Handicap"
		w.mustRate(first)
		second := w.submission("2026-05-01", w.game(1, 1, 0, 0, BlackWins), w.game(2, 0, 2, 0, "W_default"))
		w.mustRate(second)

		card, err := w.s.Player(ctx, w.people[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if card.Games != 3 || card.Record != (Record{Wins: 2, Losses: 1}) || !card.Provisional() || !card.Active ||
			len(card.History) != 2 {
			t.Errorf("card %+v", card)
		}
		if card.Highest.Event != first.Event || card.Milli != card.History[1].After || card.Rating != card.Milli.Published() {
			t.Errorf("highest after %s, now %s", card.Highest.Name, card.Milli)
		}
		if !card.History[0].First() || card.History[0].Before != 1000 || card.History[1].First() {
			t.Errorf("history %+v", card.History)
		}
		newest, oldest := card.Events[0], card.Events[1]
		if newest.Event != second.Event || newest.Slug == "" || len(newest.Played) != 1 ||
			newest.Played[0].OpponentName != "Kererū" {
			t.Errorf("newest event %+v", newest)
		}
		if g := oldest.Played[1]; g.Terms.Colour != White || g.Terms.Handicap != 3 || g.Round != 2 ||
			g.Section != "Handicap" || g.OpponentBefore != -1000 || g.Terms.Score != Win {
			t.Errorf("the handicap game %+v", g)
		}
		if _, err := w.s.Player(ctx, 999999, 1); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a stranger: %v", err)
		}
		w.mustWithdraw(second.Event)
		w.mustWithdraw(first.Event)
		if _, err := w.s.Player(ctx, w.people[0], 1); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("someone without rated games: %v", err)
		}
	})
}

// Every figure of a history follows from the games that are shown with it.
func TestPlayerFiguresFollowFromTheirGames(t *testing.T) {
	onBoth(t, []string{"3d", "1k", "8k", "20k"}, func(t *testing.T, w *world) {
		day := civil.MustParseDate("2024-01-06")
		for i := range EventsPerPage + 3 {
			in := w.submission(day.AddDays(30*i).String(),
				w.game(1, 0, 1, i%3, BlackWins), w.game(2, 1, 2, 9, Jigo), w.game(3, 3, 0, 9, WhiteWins),
				w.game(3, 0, 2, 0, WhiteWins))
			in.Games[1].Weight = HalfWeight
			w.mustRate(in)
		}
		for _, person := range w.people {
			var events []PlayerEvent
			for page := 1; ; page++ {
				card, err := w.s.Player(ctx, person, page)
				if err != nil {
					t.Fatal(err)
				}
				if events = append(events, card.Events...); page == card.Pages {
					if page != 2 || len(card.Events) != 3 || len(events) != len(card.History) {
						t.Errorf(
							"page %d of %d has %d events; %d in all of %d", page, card.Pages, len(card.Events), len(events),
							len(card.History),
						)
					}
					break
				}
			}
			before := events[len(events)-1].Before
			for i := len(events) - 1; i >= 0; i-- {
				e := events[i]
				if e.Before != before || len(e.Played) != e.Games || e.Version.After(e.Before, e.Points()) != e.After {
					t.Errorf(
						"player %d, %s: %s → %s by %d games, but the games give %s", person, e.Name, e.Before, e.After, len(e.Played),
						e.Version.After(e.Before, e.Points()),
					)
				}
				before = e.After
			}
		}
	})
}

func TestTermsLines(t *testing.T) {
	even := nzgs2026.Game(2674.564, 2611.051, White, 0, Loss, FullWeight)
	want := []string{
		"Own rating 2674.6, opponent’s 2611.1",
		"Expected score Se = 1 / (1 + exp(β(2611.1) − β(2674.6))) = 0.663",
		"con 6.198 × (0 − 0.663) + bonus 0.002 = −4.108",
	}
	if diff := cmp.Diff(want, even.Lines()); diff != "" {
		t.Errorf("even game:\n%s", diff)
	}
	handicap := nzgs2026.Game(1900, 2140, Black, 3, Win, HalfWeight).Lines()
	for _, part := range []string{
		"Handicap 3: Black counts as 250.0 points stronger, own 2150.0, opponent’s 2140.0", "weight 0.5 × (con ",
	} {
		if !strings.Contains(strings.Join(handicap, "\n"), part) {
			t.Errorf("%q is not in\n%s", part, strings.Join(handicap, "\n"))
		}
	}
	if white := nzgs2026.Game(
		2140, 1900, White, 3, Half, FullWeight,
	).Lines(); !strings.Contains(white[1], "own 2140.0, opponent’s 2150.0") || !strings.Contains(white[3], "(½ − ") {
		t.Errorf("White's side: %q", white)
	}
}

func TestEventLines(t *testing.T) {
	game := func(own GoR) PlayerGame {
		return PlayerGame{Terms: nzgs2026.Game(own, 2100, Black, 0, Win, FullWeight)}
	}
	e := PlayerEvent{
		Step: Step{Before: 1000, After: 1186}, Version: nzgs2026, Played: []PlayerGame{game(2100), game(2100)},
	}
	want := []string{
		"Sum of the games: 9.306 + 9.306 = 18.612 points",
		"A stone is 100 points: 0.186125, rounded to the thousandth 0.186",
		"Rating: 1.000 + 0.186 = 1.186",
		"Published: 1.2",
	}
	if diff := cmp.Diff(want, e.Lines()); diff != "" {
		t.Errorf("%s", diff)
	}
	if got := equation("5.198", "9.306", "−4.108"); got != "9.306 − 4.108 = 5.198" {
		t.Errorf("a loss in a sum: %q", got)
	}
	floor := PlayerEvent{Step: Step{Before: -28990, After: -29000}, Version: nzgs2026, Played: []PlayerGame{
		{Terms: nzgs2026.Game(GoROf(-28990), -900, White, 0, Loss, FullWeight)}}}
	if lines := floor.Lines(); !strings.Contains(lines[3], "Ratings stay between −29.0 and 12.9: −29.000") {
		t.Errorf("at the floor: %q", lines)
	}
}

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{
		9.3063: "+9.306", -4.10789: "−4.108", 0: "+0.000", -0.0001: "+0.000", 0.0004: "+0.000",
	} {
		if got := Signed(v); got != want {
			t.Errorf("Signed(%v) = %q, want %q", v, got, want)
		}
	}
	for m, want := range map[scale.Milli]string{93: "+0.093", -41: "−0.041", 0: "+0.000", -1200: "−1.200"} {
		if got := SignedMilli(m); got != want {
			t.Errorf("SignedMilli(%d) = %q, want %q", m, got, want)
		}
	}
}
