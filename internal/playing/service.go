package playing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service keeps the games that are played here.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string
	ratings *ratings.Service
	outbox  *mail.Service
}

// New gives the service; site is the address where letters find it, "" for none.
func New(db *store.DB, clock civil.Clock, society, site string, strengths *ratings.Service, outbox *mail.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), society: society, site: site, ratings: strengths, outbox: outbox}
}

// mostOffered is how many challenges of one member may be open, and mostUnderWay how many games a member may play. A
// challenge like one of sentTwice before is that one, sent twice.
const (
	mostOffered  = 20
	mostUnderWay = 200
	mostToOne    = 5 // challenges of one to one other in a day: each is a letter
	sentTwice    = 10 * time.Second
)

// member permits what only members may.
func (s *Service) member(ctx context.Context, actor auth.Actor) (usecase.Permit, error) {
	if !actor.SignedIn() || actor.Person == 0 {
		return usecase.Permit{}, apperr.New(apperr.SignIn, "Sign in to play.")
	}
	now, err := members.MembersOn(ctx, s.db, []auth.PersonID{actor.Person}, s.cases.Today())
	if err != nil {
		return usecase.Permit{}, err
	}
	if !now[actor.Person] {
		return usecase.Permit{}, apperr.New(apperr.Forbidden, "Games here are played by members. Your membership is not in force today.")
	}
	return s.cases.Allow(actor.By(), nil)
}

// Listed tells whether someone is on the list of those who would like to play.
func (s *Service) Listed(ctx context.Context, actor auth.Actor) (bool, error) {
	if !actor.SignedIn() {
		return false, apperr.New(apperr.SignIn, "Sign in to play.")
	}
	return isListed(ctx, s.db, actor.Person)
}

// MayOffer reports whether somebody may begin games here: who is a member today.
func (s *Service) MayOffer(ctx context.Context, actor auth.Actor) (bool, error) {
	_, err := s.member(ctx, actor)
	if kind := apperr.KindOf(err); kind == apperr.Forbidden || kind == apperr.SignIn {
		return false, nil
	}
	return err == nil, err
}

// List puts a member on the list of those who would like to play, or takes them off.
func (s *Service) List(ctx context.Context, actor auth.Actor, on bool) error {
	permit, err := s.member(ctx, actor)
	if err != nil && (on || apperr.KindOf(err) != apperr.Forbidden) {
		return err
	}
	if err != nil { // who is no member any more can still leave
		if permit, err = s.cases.Allow(actor.By(), nil); err != nil {
			return err
		}
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		was, err := isListed(ctx, tx, actor.Person)
		if err != nil {
			return nil, err
		}
		if was == on {
			return nil, usecase.ErrSame
		}
		if err := setListed(ctx, tx, actor.Person, on, permit.Now()); err != nil {
			return nil, err
		}
		return permit.Did("list.player", "person", int64(actor.Person), was, on), nil
	})
}

// Players are the members who would like to play, but for whoever asks.
func (s *Service) Players(ctx context.Context, actor auth.Actor) ([]Player, error) {
	if _, err := s.member(ctx, actor); err != nil {
		return nil, err
	}
	ids, err := listed(ctx, s.db)
	if err != nil {
		return nil, err
	}
	now, err := members.MembersOn(ctx, s.db, ids, s.cases.Today())
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	var out []Player
	for _, id := range ids {
		if now[id] && id != actor.Person {
			out = append(out, Player{id, people[id].PublicName()})
		}
	}
	return out, nil
}

// Game is a game as whoever asks may see it.
func (s *Service) Game(ctx context.Context, actor auth.Actor, id ID) (Game, error) {
	if !actor.SignedIn() {
		return Game{}, apperr.New(apperr.SignIn, "Sign in to see games.")
	}
	return s.game(ctx, s.db, actor, id)
}

var errNoGame = apperr.New(apperr.NotFound, "Game not found.")

func (s *Service) game(ctx context.Context, q store.Queryer, actor auth.Actor, id ID) (Game, error) {
	r, err := gameByID(ctx, q, id)
	if err != nil {
		return Game{}, err
	}
	if !r.IsBegun() {
		return Game{}, errNoGame
	}
	acts, err := actsOf(ctx, q, id)
	if err != nil {
		return Game{}, err
	}
	g := Game{Row: r, Side: r.Side(actor.Person)}
	if g.State, err = match.Replay(r.Challenge.Terms, r.Begun, acts, kept(r.Found)); err != nil {
		return Game{}, fmt.Errorf("game %d: %w", id, err)
	}
	g.TimeUp = g.State.Phase != match.Over && g.State.Phase != match.Disputed && s.cases.Now().After(g.State.Deadline)
	referee := g.Side == games.Empty && s.cases.Require(actor, auth.RuleOnPlay, auth.Object{}) == nil
	g.Rules = referee && g.State.Phase == match.Disputed
	if g.Side == games.Empty && !(referee && g.State.WasDisputed()) && !(r.Challenge.Open && r.OpponentOpen) {
		return Game{}, errNoGame
	}
	return g, nil
}

// Own are the games and challenges of whoever asks, what waits for them first; and, for members, challenges to anyone.
func (s *Service) Own(ctx context.Context, actor auth.Actor) ([]Row, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to play.")
	}
	now, err := members.MembersOn(ctx, s.db, []auth.PersonID{actor.Person}, s.cases.Today())
	if err != nil {
		return nil, err
	}
	rows, err := gamesOf(ctx, s.db, actor.Person)
	if err != nil {
		return nil, err
	}
	if !now[actor.Person] {
		rows = slices.DeleteFunc(rows, func(r Row) bool {
			return r.Stage == Offered && r.Challenge.Opponent == 0 && r.Challenger.ID != actor.Person
		})
	}
	return rows, s.name(ctx, rows)
}

// Turns are the games in which whoever asks is to do something, the most urgent first.
func (s *Service) Turns(ctx context.Context, actor auth.Actor) ([]Row, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to play.")
	}
	rows, err := turnsOf(ctx, s.db, actor.Person)
	if err != nil {
		return nil, err
	}
	return rows, s.name(ctx, rows)
}

// ToRuleOn are the games that wait for a referee's decision, but for own ones.
func (s *Service) ToRuleOn(ctx context.Context, actor auth.Actor) ([]Row, error) {
	if s.cases.Require(actor, auth.RuleOnPlay, auth.Object{}) != nil {
		return nil, nil
	}
	rows, err := disputedBut(ctx, s.db, actor.Person)
	if err != nil {
		return nil, err
	}
	return rows, s.name(ctx, rows)
}

// name fills in the names of people as public pages have them.
func (s *Service) name(ctx context.Context, rows []Row) error {
	var ids []auth.PersonID
	for _, r := range rows {
		for _, id := range []auth.PersonID{r.Challenger.ID, r.Black.ID, r.White.ID} {
			if id != 0 {
				ids = append(ids, id)
			}
		}
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return err
	}
	for i := range rows {
		for _, p := range []*Player{&rows[i].Challenger, &rows[i].Black, &rows[i].White} {
			p.Name = people[p.ID].PublicName()
		}
	}
	return nil
}

var errOld = errors.New("the game has gone on")

// Acts is how many acts a game has, for whoever was allowed to see it.
func (s *Service) Acts(ctx context.Context, id ID) (int, error) {
	return actsDone(ctx, s.db, id)
}
