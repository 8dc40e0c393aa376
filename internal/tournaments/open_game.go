package tournaments

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// CountsAs is what a game without a result counts as in the draw of later rounds: one of the results that
// players report, or nothing yet. "" is not said.
type CountsAs string

// CountsNothing is a point for no one yet.
const CountsNothing CountsAs = "none"

// result is what a draw takes the game to be.
func (c CountsAs) result() pairing.Result {
	if c == CountsNothing {
		return pairing.BothLose
	}
	return pairing.Result(c)
}

// Said is what the game counts as, in words: "Black won", "nothing yet".
func (c CountsAs) Said() string {
	switch c.result() {
	case pairing.BlackWins:
		return "won by Black"
	case pairing.WhiteWins:
		return "won by White"
	case pairing.Jigo:
		return "jigo"
	case pairing.BothLose:
		return "nothing yet"
	}
	return ""
}

func (c CountsAs) check() bool {
	return slices.Contains([]CountsAs{CountsAs(pairing.BlackWins), CountsAs(pairing.WhiteWins), CountsAs(pairing.Jigo), CountsNothing}, c)
}

// OpenGame is a game without a result that keeps the next round from being drawn, or is counted as something
// in it.
type OpenGame struct {
	Round int
	Game
}

// counting is the field as a draw of a round takes it: an open game of an earlier round is what the
// director says it counts as.
func (f field) counting(round int) field {
	rounds := slices.Clone(f.rounds)
	for i, r := range rounds {
		if r.Number >= round {
			continue
		}
		rounds[i].Games = slices.Clone(r.Games)
		for k := range rounds[i].Games {
			if g := &rounds[i].Games[k]; g.Result == pairing.NoResult && g.CountsAs != "" {
				g.Result = g.CountsAs.result()
			}
		}
	}
	f.rounds = rounds
	return f
}

// asCounted is the field as a round was drawn from it: games that were open count as the director had said,
// although their results are in now. ok is false when all of them ended as they were counted.
func (f field) asCounted(round int) (then field, ok bool) {
	rounds := slices.Clone(f.rounds)
	for i, r := range rounds {
		if r.Number >= round {
			continue
		}
		rounds[i].Games = slices.Clone(r.Games)
		for k := range rounds[i].Games {
			g := &rounds[i].Games[k]
			if g.CountsAs == "" || g.Result == pairing.NoResult || winner(g.Result) == winner(g.CountsAs.result()) {
				continue
			}
			g.Result, ok = g.CountsAs.result(), true
		}
	}
	f.rounds = rounds
	return f, ok
}

// winner is what a result is worth in a draw: a win by default is a win.
func winner(r pairing.Result) pairing.Result {
	switch r {
	case pairing.BlackDefault:
		return pairing.BlackWins
	case pairing.WhiteDefault:
		return pairing.WhiteWins
	case pairing.BothDefault:
		return pairing.BothLose
	}
	return r
}

// OpenGames are the games without a result of published rounds before a round.
func (w *Wallchart) OpenGames(before int) []OpenGame {
	var out []OpenGame
	for _, r := range w.Rounds {
		if r.Number >= before || r.State != Published {
			continue
		}
		for _, g := range r.Games {
			if g.Result == pairing.NoResult {
				out = append(out, OpenGame{r.Number, g})
			}
		}
	}
	return out
}

// CountedIn are the games that count in the draw of a round as the director said, or did when it was drawn.
func (w *Wallchart) CountedIn(round int) []OpenGame {
	r, ok := w.Round(round)
	if !ok {
		return nil
	}
	var out []OpenGame
	for _, before := range w.Rounds {
		if before.Number >= round {
			continue
		}
		for _, g := range before.Games {
			if g.CountsAs != "" && (g.Result == pairing.NoResult || g.ResultAt.After(r.DrawnAt)) {
				out = append(out, OpenGame{before.Number, g})
			}
		}
	}
	return out
}

// DrawCounting is Draw with open games of earlier rounds: each counts as the director says.
//
// Errors: Invalid at the field "game-17" of a game that is not open, or of which nothing is said; those of Draw.
func (s *Service) DrawCounting(
	ctx context.Context, actor auth.Actor, id SectionID, round int, counts map[GameID]CountsAs,
) (Round, error) {
	var out Round
	err := s.directDraw(ctx, actor, id, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		if err := f.count(round, counts); err != nil {
			return nil, err
		}
		var done *usecase.Entry
		for game, as := range counts {
			if err := setCountsAs(ctx, tx, game, as); err != nil {
				return nil, err
			}
			done = done.Then(h.permit.Did("count.open", "game", int64(game), nil, map[string]any{"round": round, "counts_as": as}))
		}
		number, err := f.toDraw(round)
		if err != nil {
			return nil, err
		}
		var drawn *usecase.Entry
		out, drawn, err = s.keep(ctx, tx, h.permit, f, number, known)
		return done.Then(drawn), err
	})
	return out, err
}

// count has open games count as the director says.
func (f field) count(round int, counts map[GameID]CountsAs) error {
	var problems apperr.Fields
	open := make(map[GameID]bool)
	for i, r := range f.rounds {
		if r.Number >= round || r.State != Published {
			continue
		}
		for k, g := range r.Games {
			if g.Result != pairing.NoResult {
				continue
			}
			open[g.ID] = true
			as, said := counts[g.ID]
			switch {
			case said && !as.check():
				problems.Add(fmt.Sprintf("game-%d", g.ID), "Table %d of round %d: choose what the game counts as.", g.Table, r.Number)
			case said:
				f.rounds[i].Games[k].CountsAs = as
			}
		}
	}
	for id := range counts {
		if !open[id] {
			problems.Add(fmt.Sprintf("game-%d", id), "This game has a result by now. Check the page and draw again.")
		}
	}
	return problems.Err()
}

// PairedOtherwise names, for whoever directs the event, the pairs that a round would have if every open game
// it was drawn with had counted as it ended; none when all ended as they were counted.
func (s *Service) PairedOtherwise(ctx context.Context, w *Wallchart, round int) (RoundEffect, error) {
	r, ok := w.Round(round)
	then, differs := w.field.asCounted(round)
	if !ok || !differs || !w.directs {
		return RoundEffect{Round: round}, ctx.Err()
	}
	return s.compareRound(w, r, then, w.field), nil
}
