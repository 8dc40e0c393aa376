package playing

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
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

// mostOffered is how many challenges of one member may be open, and mostUnderWay how many games a member may play.
const (
	mostOffered  = 20
	mostUnderWay = 200
	mostToOne    = 5 // challenges of one to one other in a day: each is a letter
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
		id, err = insertGame(ctx, tx, actor.Person, in, permit.Now())
		if err != nil {
			return nil, err
		}
		if in.Opponent != 0 {
			err = s.tell(ctx, tx, in.Opponent, fmt.Sprintf("play:%d:offer", id), "A challenge to play "+in.Terms.Game.Name(),
				"You are challenged to a game of "+in.Terms.Game.Name()+". See it, and accept or decline, here:\n"+s.site+"/play\n")
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
	if in.ByRating && (in.Terms.Game != games.Go || in.Terms.Rules == record.Short) {
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
	if in.Opponent != 0 {
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
	return f.Err()
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
