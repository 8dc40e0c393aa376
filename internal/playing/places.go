package playing

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/members"
	"nzgs/internal/playing/ladder"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Ladder is the ladder of a game, as its members see it.
type Ladder struct {
	Game    games.Which
	Places  []Player     // who is a member today, the top first
	On      bool         // whoever asks stands on it
	May     bool         // they are a member, and can join
	Reach   []Player     // whom they may challenge, the nearest first
	Pending ID           // their own challenge or game for a place, 0 for none
	Steps   []LadderStep // the newest first
}

// LadderStep is something that has happened, with the names of whom.
type LadderStep struct {
	ladder.Event
	Name, OtherName string
}

// mostSteps is how many of the last steps a ladder shows.
const mostSteps = 30

func isLadder(w games.Which) bool { return match.Sizes(w) != nil }

var errNoLadder = apperr.New(apperr.NotFound, "There is no ladder of this game.")

// Ladder gives the ladder of a game to whoever is signed in.
func (s *Service) Ladder(ctx context.Context, actor auth.Actor, w games.Which) (Ladder, error) {
	if !actor.SignedIn() {
		return Ladder{}, apperr.New(apperr.SignIn, "Sign in to see the ladder.")
	}
	if !isLadder(w) {
		return Ladder{}, errNoLadder
	}
	order, err := placesOf(ctx, s.db, w)
	if err != nil {
		return Ladder{}, err
	}
	standing, err := s.standing(ctx, s.db, order)
	if err != nil {
		return Ladder{}, err
	}
	out := Ladder{Game: w, On: slices.Contains(order, actor.Person)}
	if out.May, err = s.MayOffer(ctx, actor); err != nil {
		return Ladder{}, err
	}
	events, err := lastEvents(ctx, s.db, w, mostSteps)
	if err != nil {
		return Ladder{}, err
	}
	for _, e := range events {
		out.Steps = append(out.Steps, LadderStep{Event: e})
	}
	if out.Pending, err = forPlace(ctx, s.db, actor.Person, w); err != nil {
		return Ladder{}, err
	}
	return out, s.nameLadder(ctx, &out, standing, ladder.Reachable(standing, actor.Person))
}

func (s *Service) nameLadder(ctx context.Context, out *Ladder, standing, reach []auth.PersonID) error {
	ids := slices.Clone(standing)
	for _, st := range out.Steps {
		ids = append(ids, st.Person)
		if st.Other != 0 {
			ids = append(ids, st.Other)
		}
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return err
	}
	for _, id := range standing {
		out.Places = append(out.Places, Player{id, people[id].PublicName()})
	}
	for _, id := range reach {
		out.Reach = append(out.Reach, Player{id, people[id].PublicName()})
	}
	for i := range out.Steps {
		st := &out.Steps[i]
		st.Name, st.OtherName = people[st.Person].PublicName(), people[st.Other].PublicName()
	}
	return nil
}

// standing are those of an order who are members today. Who renews later stands where they did.
func (s *Service) standing(ctx context.Context, q store.Queryer, order []auth.PersonID) ([]auth.PersonID, error) {
	now, err := members.MembersOn(ctx, q, order, s.cases.Today())
	if err != nil {
		return nil, err
	}
	var out []auth.PersonID
	for _, id := range order {
		if now[id] && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out, nil
}

// Climb puts a member at the foot of the ladder of a game, or takes them off. Who is no member any more can still leave.
func (s *Service) Climb(ctx context.Context, actor auth.Actor, w games.Which, on bool) error {
	permit, err := s.member(ctx, actor)
	if err != nil && (on || apperr.KindOf(err) != apperr.Forbidden) {
		return err
	}
	if err != nil {
		if permit, err = s.cases.Allow(actor.By(), nil); err != nil {
			return err
		}
	}
	if !isLadder(w) {
		return errNoLadder
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		order, err := placesOf(ctx, tx, w)
		if err != nil {
			return nil, err
		}
		if slices.Contains(order, actor.Person) == on {
			return nil, usecase.ErrSame
		}
		e := ladder.Event{Kind: ladder.Left, Person: actor.Person, At: permit.Now()}
		if on {
			e.Kind = ladder.Joined
		}
		return permit.Did(string(e.Kind)+".ladder", "person", int64(actor.Person), nil, string(w)), happened(ctx, tx, w, e)
	})
}

// checkForPlace says why a challenge cannot be for a place on the ladder.
func (s *Service) checkForPlace(ctx context.Context, q store.Queryer, actor auth.Actor, in Challenge) error {
	w := in.Terms.Game
	order, err := placesOf(ctx, q, w)
	if err != nil {
		return err
	}
	standing, err := s.standing(ctx, q, order)
	if err != nil {
		return err
	}
	var f apperr.Fields
	switch {
	case !slices.Contains(standing, actor.Person):
		f.Add("opponent", "You are not on the ladder of %s. Join it first.", w.Name())
	case !slices.Contains(ladder.Reachable(standing, actor.Person), in.Opponent):
		f.Add("opponent", "On the ladder, choose someone at most %d places above you.", ladder.Reach)
	}
	if in.Terms.Handicap > 0 {
		f.Add("handicap", "On the ladder, play even or by the ratings.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	pending, err := forPlace(ctx, q, actor.Person, w)
	if err == nil && pending != 0 {
		err = apperr.New(apperr.Conflict, "You have a challenge or a game for a place already. One at a time.")
	}
	return err
}

// placed writes what a game that has ended means for the ladder.
func placed(ctx context.Context, tx *store.Tx, r *Row, state *match.State, permit usecase.Permit) error {
	if !r.Challenge.Ladder || state.Phase != match.Over {
		return nil
	}
	e := ladder.Event{Kind: ladder.Tied, Person: r.Black.ID, Other: r.White.ID, Game: int64(r.ID), At: permit.Now()}
	if winner := state.Result.Winner; winner != games.Empty {
		e.Kind, e.Person, e.Other = ladder.Won, r.Of(winner).ID, r.Of(winner.Opponent()).ID
	}
	return happened(ctx, tx, r.Challenge.Terms.Game, e)
}

// happened keeps an event and the order that it leads to.
func happened(ctx context.Context, tx *store.Tx, w games.Which, e ladder.Event) error {
	if err := usecase.Alone(ctx, tx); err != nil { // the order follows from all events
		return err
	}
	events, err := eventsOf(ctx, tx, w)
	if err != nil {
		return err
	}
	before, err := placesOf(ctx, tx, w)
	if err != nil {
		return err
	}
	order := ladder.Replay(append(events, e))
	e.From, e.To = ladder.Place(before, e.Person), ladder.Place(order, e.Person)
	if err := insertEvent(ctx, tx, w, e); err != nil {
		return err
	}
	return setPlaces(ctx, tx, w, before, order)
}

// TakeOffIdle takes off the ladders who has finished no game of theirs for long and plays none, and says how many.
func (s *Service) TakeOffIdle(ctx context.Context) (n int, err error) {
	program := auth.System("games")
	permit, err := s.cases.Allow(program.By(), nil)
	if err != nil {
		return 0, err
	}
	for _, w := range []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo} {
		since := permit.Now().Add(-ladder.IdleDays * 24 * hour)
		idle, err := idleOn(ctx, s.db, w, since)
		if err != nil {
			return n, err
		}
		for _, person := range idle {
			off, err := s.takeOff(ctx, permit, w, person, since)
			if err != nil {
				return n, fmt.Errorf("take someone off a ladder: %w", err)
			}
			if off {
				n++
			}
		}
	}
	return n, nil
}

// takeOff takes someone off a ladder who is idle there still: they may have begun a game for a place since it was seen.
func (s *Service) takeOff(
	ctx context.Context, permit usecase.Permit, w games.Which, person auth.PersonID, since civil.Instant,
) (off bool, err error) {
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		idle, err := idleOn(ctx, tx, w, since)
		if err != nil {
			return nil, err
		}
		if off = slices.Contains(idle, person); !off {
			return nil, usecase.ErrSame
		}
		e := ladder.Event{Kind: ladder.Idle, Person: person, At: permit.Now()}
		return permit.Did("idle.ladder", "person", int64(person), nil, string(w)), happened(ctx, tx, w, e)
	})
	return off && err == nil, err
}

// stillForPlace has other changes wait, once the game is begun in the transaction, and refuses a game for a place that one
// of its two has left: neither could win or lose it.
func stillForPlace(ctx context.Context, tx *store.Tx, r *Row, accepts auth.PersonID) error {
	if !r.Challenge.Ladder {
		return nil
	}
	if err := usecase.Alone(ctx, tx); err != nil {
		return err
	}
	order, err := placesOf(ctx, tx, r.Challenge.Terms.Game)
	switch {
	case err != nil:
		return err
	case !slices.Contains(order, accepts):
		return apperr.New(
			apperr.Conflict, "This game is for a place, and you are not on the ladder any more. Decline it, or join again.",
		)
	case !slices.Contains(order, r.Challenger.ID):
		return apperr.New(apperr.Conflict, "This game is for a place, and the other is not on the ladder any more.")
	}
	return nil
}
