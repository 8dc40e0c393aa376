package results

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// CallID names a call for the referee.
type CallID int64

// Call is a player's call for the referee.
type Call struct {
	ID         CallID
	Table      Table
	Side       Side
	By         string // who called: a person, or the side by the card of the table
	At         civil.Instant
	AnsweredAt civil.Instant // zero while open
	AnsweredBy string

	game    GameID
	round   int
	section SectionID
}

// CallInput is a call from a player's phone, as ReportInput.
type CallInput struct {
	Card string
	Game GameID // that the phone showed
	Side Side   // with a card the player says who they are
}

// ForReferee is something that has just come in for the referees of an event.
type ForReferee struct {
	Event EventID
	Game  tournaments.Played
	Key   string // of what came in, unique
	Text  string // "the players’ reports differ"
}

// CameIn is told, in the transaction, that something came in for the referees; an error keeps it back.
type CameIn func(ctx context.Context, tx *store.Tx, in ForReferee) error

// WhenCalled adds to what is run when a dispute opens or a player calls. Called where services are put together.
func (s *Service) WhenCalled(run CameIn) { s.whenCalled = append(s.whenCalled, run) }

func (s *Service) cameIn(ctx context.Context, tx *store.Tx, in ForReferee) error {
	for _, run := range s.whenCalled {
		if err := run(ctx, tx, in); err != nil {
			return err
		}
	}
	return nil
}

// maxCalls bounds the calls of one game: by then the referee knows the table.
const maxCalls = 12

// Call calls the referee to a table: with the code of its card, or signed in as a player of the game.
// A second call while one is open changes nothing.
//
// Errors: Conflict when the round takes no results, or the table has called too often; SignIn or
// Forbidden for anyone who neither has the card nor plays the game.
func (s *Service) Call(ctx context.Context, actor auth.Actor, in CallInput) error {
	t, err := s.reported(ctx, actor, ReportInput{Card: in.Card, Game: in.Game})
	if err != nil {
		return err
	}
	side := in.Side
	if t.You != "" {
		side = t.You
	}
	if side != BlackSide && side != WhiteSide {
		var f apperr.Fields
		f.Add("side", "Choose whether you are Black or White.")
		return f.Err()
	}
	permit, err := s.cases.Allow(s.reporter(actor, t, side), nil)
	if err != nil {
		return err
	}
	return s.inGame(ctx, t.Game.ID, t.Event.ID, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		if err := open(p); err != nil {
			return nil, err
		}
		before, isOpen, err := callsAt(ctx, tx, p.Game.ID)
		switch {
		case err != nil:
			return nil, err
		case isOpen:
			return nil, usecase.ErrSame
		case before >= maxCalls:
			return nil, apperr.New(apperr.Conflict, "The referee was called to this table %d times. Go to the desk.", before)
		}
		c := Call{game: p.Game.ID, Side: side, By: permit.Name(), At: s.cases.Now()}
		if c.ID, err = insertCall(ctx, tx, c, int64(permit.Person())); err != nil {
			return nil, err
		}
		done := permit.Did("call.referee", "game", int64(p.Game.ID), nil, map[string]any{
			"side": side, "by_table_card": in.Card != "" && t.You == "",
		})
		return done, s.cameIn(ctx, tx, ForReferee{
			Event: p.Event, Game: p, Key: fmt.Sprintf("call:%d", c.ID), Text: "a player calls the referee",
		})
	})
}

// Answer closes a call: the referee has been, or is on the way.
func (s *Service) Answer(ctx context.Context, actor auth.Actor, id CallID) error {
	c, err := callByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	p, permit, err := s.enterable(ctx, actor, c.game)
	if err != nil {
		return err
	}
	return s.inGame(ctx, c.game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		changed, err := answerCall(ctx, tx, id, permit.Name(), s.cases.Now())
		if err == nil && !changed {
			err = usecase.ErrSame // someone else has
		}
		return permit.Did("answer.call", "game", int64(c.game), nil, map[string]any{"call": id}), err
	})
}

// Calls are an event's calls for the referee, open ones first, then the newest.
func (s *Service) Calls(ctx context.Context, actor auth.Actor, event EventID) ([]Call, error) {
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	list, err := callsOf(ctx, s.db, event)
	if err != nil {
		return nil, err
	}
	charts := make(map[SectionID]*tournaments.Wallchart)
	for i, c := range list {
		w := charts[c.section]
		if w == nil {
			if w, err = s.events.Wallchart(ctx, actor, c.section); err != nil {
				return nil, err
			}
			charts[c.section] = w
		}
		if list[i].Table, err = s.table(ctx, actor, w, c.round, c.game, ""); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Waiting is how many disputes and calls of an event wait for a referee.
func (s *Service) Waiting(ctx context.Context, actor auth.Actor, event EventID) (int, error) {
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: event}); err != nil {
		return 0, err
	}
	return waitingFor(ctx, s.db, event)
}
