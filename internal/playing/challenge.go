package playing

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/gorules/record"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Offer makes a challenge.
func (s *Service) Offer(ctx context.Context, actor auth.Actor, in Challenge) (id ID, err error) {
	permit, err := s.member(ctx, actor)
	if err != nil {
		return 0, err
	}
	if err := s.checkOffer(ctx, actor, in); err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		last, err := offersSince(ctx, tx, actor.Person, permit.Now().Add(-sentTwice))
		if err != nil {
			return nil, err
		}
		for _, r := range last {
			if r.Challenge == in {
				id = r.ID
				return nil, usecase.ErrSame
			}
		}
		n, err := openOffers(ctx, tx, actor.Person)
		if err != nil {
			return nil, err
		}
		if n >= mostOffered {
			return nil, apperr.New(apperr.Invalid, "You have %d open challenges. Withdraw one first.", n)
		}
		if n, err = offersTo(ctx, tx, actor.Person, in.Opponent, permit.Now().Add(-24*hour)); err != nil {
			return nil, err
		}
		if n >= mostToOne {
			return nil, apperr.New(apperr.Invalid, "You have challenged this player %d times today. Wait for an answer.", n)
		}
		if in.Ladder { // another of the same player may have come first
			if err := usecase.Alone(ctx, tx); err != nil {
				return nil, err
			}
			if err := s.checkForPlace(ctx, tx, actor, in); err != nil {
				return nil, err
			}
		}
		id, err = insertGame(ctx, tx, actor.Person, in, permit.Now())
		if err != nil {
			return nil, err
		}
		if in.Opponent != 0 {
			err = s.tell(ctx, tx, in.Opponent, fmt.Sprintf("play:%d:offer", id), "A challenge to play "+in.Terms.Game.Name(),
				"You are challenged to a game of "+in.Terms.Game.Name()+in.forPlace()+". See it, and accept or decline, here:\n"+s.site+"/play\n")
		}
		return permit.Did("offer.play", "play", int64(id), nil, in), err
	})
	return id, err
}

// checkOffer says what is wrong with a challenge.
func (s *Service) checkOffer(ctx context.Context, actor auth.Actor, in Challenge) error {
	var f apperr.Fields
	for _, p := range in.Terms.Check() {
		f.Add(p.Field, "%s", p.Says)
	}
	if in.ByRating && !in.Terms.TakesHandicap() {
		f.Add("handicap", "These rules know no handicap.")
	}
	if in.ByRating && in.Terms.Handicap > 0 {
		f.Add("handicap", "Enter no stones where the ratings decide.")
	}
	if in.Terms.Handicap > 0 && in.Wish == Either {
		f.Add("wish", "Say who takes Black, who is given the stones.")
	}
	if in.Wish != Either && in.Wish != WantBlack && in.Wish != WantWhite {
		f.Add("wish", "Choose a colour.")
	}
	if in.Opponent != 0 && !in.Ladder {
		on, err := isListed(ctx, s.db, in.Opponent)
		if err != nil {
			return err
		}
		now, err := members.MembersOn(ctx, s.db, []auth.PersonID{in.Opponent}, s.cases.Today())
		if err != nil {
			return err
		}
		if !on || !now[in.Opponent] || in.Opponent == actor.Person {
			f.Add("opponent", "Choose someone from the list.")
		}
	}
	if err := f.Err(); err != nil || !in.Ladder {
		return err
	}
	return s.checkForPlace(ctx, s.db, actor, in)
}

// Accept begins a game that someone has offered; open says that others may watch.
func (s *Service) Accept(ctx context.Context, actor auth.Actor, id ID, open bool) error {
	permit, err := s.member(ctx, actor)
	if err != nil {
		return err
	}
	return noLongerOpen(s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := gameByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if r.IsBegun() && r.Challenge.Opponent == actor.Person {
			return nil, usecase.ErrSame // accepted already, and sent once more
		}
		if err := mayAnswer(&r, actor); err != nil {
			return nil, err
		}
		now, err := members.MembersOn(ctx, tx, []auth.PersonID{r.Challenger.ID}, s.cases.Today())
		if err != nil {
			return nil, err
		}
		if !now[r.Challenger.ID] {
			return nil, apperr.New(apperr.Conflict, "Whoever offered this game is not a member at present.")
		}
		n, err := underWay(ctx, tx, actor.Person, r.Challenger.ID)
		if err != nil {
			return nil, err
		}
		if n >= mostUnderWay {
			return nil, apperr.New(apperr.Conflict, "One of you plays %d games already. Finish some first.", n)
		}
		if err := s.settle(ctx, tx, &r, actor.Person); err != nil {
			return nil, err
		}
		state, err := match.Replay(r.Challenge.Terms, permit.Now(), nil, nil)
		if err != nil {
			return nil, err
		}
		r.Stage, r.Turn, r.Deadline, r.OpponentOpen, r.Begun = Stage(state.Phase), state.Turn, state.Deadline, open, permit.Now()
		if err := begin(ctx, tx, r, actor.Person); err != nil {
			return nil, err
		}
		if err := stillForPlace(ctx, tx, &r, actor.Person); err != nil {
			return nil, err
		}
		if err := s.tellTurn(ctx, tx, &r, 0, actor.Person); err != nil {
			return nil, err
		}
		return permit.Did("accept.play", "play", int64(id), nil, map[string]any{
			"black": r.Black.ID, "white": r.White.ID, "handicap": r.Challenge.Terms.Handicap,
		}), nil
	}))
}

// noLongerOpen says so where someone else was first.
func noLongerOpen(err error) error {
	if errors.Is(err, errOld) {
		return apperr.New(apperr.Conflict, "This challenge is no longer open.")
	}
	return err
}

// mayAnswer refuses who may not accept a challenge.
func mayAnswer(r *Row, actor auth.Actor) error {
	switch {
	case r.Stage != Offered:
		return apperr.New(apperr.Conflict, "This challenge is no longer open.")
	case r.Challenger.ID == actor.Person:
		return apperr.New(apperr.Invalid, "This is your own challenge.")
	case r.Challenge.Opponent != 0 && r.Challenge.Opponent != actor.Person:
		return apperr.New(apperr.NotFound, "This challenge is to someone else.")
	}
	return nil
}

// settle decides handicap and colours.
func (s *Service) settle(ctx context.Context, q store.Queryer, r *Row, opponent auth.PersonID) error {
	first, second := r.Challenger.ID, opponent // who takes Black and White
	c := &r.Challenge
	decided := c.Wish != Either
	if c.Wish == WantWhite {
		first, second = second, first
	}
	if c.ByRating {
		known, err := s.ratings.Current(ctx, q, []auth.PersonID{first, second})
		if err != nil {
			return err
		}
		a, b := known[first], known[second]
		if a.Basis == ratings.Unknown || b.Basis == ratings.Unknown {
			return apperr.New(apperr.Conflict, "One of you has no rating and no grade, so the ratings cannot decide the handicap.")
		}
		c.Terms.Handicap = scale.Between(a.Rating, b.Rating, scale.Setting{By: scale.ByRating, Ceiling: match.MostStones}).Stones
		if c.Terms.Handicap == 1 && c.Terms.Rules != record.NZ {
			c.Terms.Handicap = 0
		}
		if a.Rating != b.Rating && c.Terms.Handicap > 0 {
			decided = true
			if a.Rating > b.Rating {
				first, second = second, first
			}
		}
	}
	if !decided {
		var lot [1]byte
		if _, err := rand.Read(lot[:]); err != nil {
			return err
		}
		if lot[0]&1 == 1 {
			first, second = second, first
		}
	}
	r.Black.ID, r.White.ID = first, second
	return nil
}

// Decline answers a challenge with no, or withdraws the own.
func (s *Service) Decline(ctx context.Context, actor auth.Actor, id ID) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to play.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return noLongerOpen(s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := gameByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		stage := Declined
		switch {
		case r.Challenger.ID == actor.Person:
			stage = Withdrawn
		case r.Challenge.Opponent != actor.Person:
			return nil, apperr.New(apperr.NotFound, "This challenge is to someone else.")
		}
		if r.Stage == stage {
			return nil, usecase.ErrSame // sent once more
		}
		if r.Stage != Offered {
			return nil, apperr.New(apperr.Conflict, "This challenge is no longer open.")
		}
		if err := close(ctx, tx, id, stage); err != nil {
			return nil, err
		}
		return permit.Did(string(stage)+".play", "play", int64(id), nil, nil), s.outbox.Withdraw(ctx, tx, []string{
			letterKey(fmt.Sprintf("play:%d:offer", id), r.Challenge.Opponent),
		})
	}))
}
