package playing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Input is what someone wants to do in a game, in the position that they saw.
type Input struct {
	Game   ID
	Number int // of acts that had been done
	Kind   match.Kind
	Text   string
}

// Act does something in a game. An error says in a sentence why it cannot be done; nothing has changed then. The same
// act sent twice is done once.
func (s *Service) Act(ctx context.Context, actor auth.Actor, in Input) error {
	g, err := s.Game(ctx, actor, in.Game)
	if err != nil {
		return err
	}
	by := g.Side
	switch {
	case in.Kind == match.Ruled:
		if err := s.cases.Require(actor, auth.RuleOnPlay, auth.Object{}); err != nil {
			return err
		}
		if g.Side != games.Empty {
			return apperr.New(apperr.Forbidden, "A referee does not decide a game of their own.")
		}
	case by == games.Empty:
		return apperr.New(apperr.Forbidden, "Only its two players move in a game.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.do(ctx, permit, &g, in, match.Act{Kind: in.Kind, By: by, Text: in.Text, At: permit.Now()})
}

// do carries an act out and keeps it, if the game is still as it was.
func (s *Service) do(ctx context.Context, permit usecase.Permit, g *Game, in Input, a match.Act) error {
	if again(g.State, in, a) {
		return nil
	}
	if in.Kind != match.Note && !same(g.State, in.Number) {
		return stale(g.State)
	}
	begun, before := g.State.Number, g.State.Turn
	found := ""
	state, err := match.Replay(g.State.Terms, g.Begun, g.State.Acts, s.finder(ctx, g.Found, &found))
	if err != nil {
		return err
	}
	if err := state.Do(a); err != nil {
		var no *match.Refusal
		if errors.As(err, &no) {
			return apperr.New(apperr.Invalid, "%s", no.Says)
		}
		return err
	}
	r := g.Row
	r.Stage, r.Turn, r.Deadline, r.Acts = Stage(state.Phase), state.Turn, state.Deadline, state.Number
	if state.Phase == match.Stopped {
		r.Turn = state.Late() // who is to answer
	}
	if found != "" {
		r.Found = found
	}
	r.Result = ""
	if state.Phase == match.Over {
		r.Result, r.Deadline = state.Result.String(), civil.Instant{}
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := insertAct(ctx, tx, r, begun, a, permit.Person()); err != nil {
			return nil, err
		}
		if err := placed(ctx, tx, &r, state, permit); err != nil {
			return nil, err
		}
		if err := s.tellOf(ctx, tx, &r, begun, before, state, a); err != nil {
			return nil, err
		}
		return permit.Did(string(a.Kind)+".play", "play", int64(r.ID), nil, map[string]any{"number": state.Number}), nil
	})
	if errors.Is(err, errOld) {
		now, readErr := s.game(ctx, s.db, auth.Actor{Person: r.Black.ID}, r.ID)
		if readErr != nil {
			return readErr
		}
		return s.do(ctx, permit, &now, in, a) // done, stale, or a remark came in between
	}
	return err
}

// since are the acts since a position, without remarks, which change nothing; false if there was no such position.
func since(s *match.State, number int) (acts []match.Act, known bool) {
	if number < 0 || number > len(s.Acts) {
		return nil, false
	}
	for _, a := range s.Acts[number:] {
		if a.Kind != match.Note {
			acts = append(acts, a)
		}
	}
	return acts, true
}

// same tells whether the game still stands as it did after so many acts.
func same(s *match.State, number int) bool {
	acts, known := since(s, number)
	return known && len(acts) == 0
}

// again tells whether an act is the one that was done last, sent once more.
func again(s *match.State, in Input, a match.Act) bool {
	acts, known := since(s, in.Number)
	if a.Kind == match.Note {
		acts, known = s.Acts[max(0, len(s.Acts)-1):], true
	}
	if !known || len(acts) != 1 {
		return false
	}
	last := acts[0]
	return last.Kind == a.Kind && last.By == a.By && last.Text == a.Text
}

// stale says how the game stands for someone who saw an older position.
func stale(s *match.State) error {
	switch s.Phase {
	case match.Over:
		return apperr.New(apperr.Conflict, "The game ended while you were looking: %s. This is how it ended.", s.Result)
	case match.Disputed:
		return apperr.New(apperr.Conflict, "The count was disputed while you were looking. A referee decides.")
	}
	return apperr.New(apperr.Conflict, "The game has gone on since your page was made. This is the position now.")
}

// keptFound is what the program found, as it is kept with the game: replayed it stays the same, whatever a later version
// of the program finds.
type keptFound struct {
	Dead []string
	Says string
}

// kept gives what was found.
func kept(text string) match.Finder {
	return func(*gorules.Board) ([]gorules.Point, string, error) {
		var f keptFound
		if text == "" {
			return nil, "", nil
		}
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			return nil, "", fmt.Errorf("what the program found: %w", err)
		}
		var dead []gorules.Point
		for _, written := range f.Dead {
			p, err := gorules.ParsePoint(written)
			if err != nil {
				return nil, "", err
			}
			dead = append(dead, p)
		}
		return dead, f.Says, nil
	}
}

// finder finds the dead stones of a game that ends now, and writes down what it found.
func (s *Service) finder(ctx context.Context, before string, found *string) match.Finder {
	if before != "" {
		return kept(before)
	}
	return func(b *gorules.Board) ([]gorules.Point, string, error) {
		dead, says, err := record.FindDead(ctx, b, gorules.SuicideIllegal)
		if err != nil {
			return nil, "", err
		}
		f := keptFound{Says: says}
		for _, p := range dead {
			f.Dead = append(f.Dead, p.String())
		}
		text, err := json.Marshal(f)
		*found = string(text)
		return dead, says, err
	}
}

// EndOverdue ends the games whose time ran out so long ago that no one has claimed them, and says how many.
func (s *Service) EndOverdue(ctx context.Context) (n int, err error) {
	const atOnce = 100
	program := auth.System("games")
	permit, err := s.cases.Allow(program.By(), nil)
	if err != nil {
		return 0, err
	}
	ids, err := overdue(ctx, s.db, permit.Now().Add(-match.ClaimDays*24*hour), atOnce)
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, id := range ids { // one that cannot be ended does not hold up the others
		switch err := s.endOverdue(ctx, permit, id); {
		case err == nil:
			n++
		case apperr.KindOf(err) == "":
			failed = append(failed, err)
		}
	}
	return n, errors.Join(failed...)
}

func (s *Service) endOverdue(ctx context.Context, permit usecase.Permit, id ID) error {
	r, err := gameByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	g, err := s.game(ctx, s.db, auth.Actor{Person: r.Black.ID}, id)
	if err != nil {
		return err
	}
	a := match.Act{Kind: match.Time, At: permit.Now()}
	return s.do(ctx, permit, &g, Input{Game: id, Number: g.State.Number, Kind: match.Time}, a)
}
