package playing

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/playing/clubmatch"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// ClubMatchID is of a match between clubs.
type ClubMatchID int64

// ClubStage is where a match between clubs stands.
type ClubStage string

// The stages of a match between clubs.
const (
	MatchOffered   ClubStage = "offered"
	MatchOpen      ClubStage = "open" // members put themselves down
	MatchDeclined  ClubStage = "declined"
	MatchWithdrawn ClubStage = "withdrawn"
	MatchCalledOff ClubStage = "called_off" // by one of the clubs, before it began
	MatchBegun     ClubStage = "begun"
	MatchTooFew    ClubStage = "too_few" // one side had nobody
)

const (
	// MostBoards is how many boards a match can have.
	MostBoards = 50
	// MostMatchDays is how long members can put themselves down.
	MostMatchDays = 60

	mostOpenMatches = 5 // offered or open, of one club
	mostEntered     = 200
	mostMatches     = 50 // in the list
)

// ClubMatch is a match between two clubs.
type ClubMatch struct {
	ID         ClubMatchID
	Home, Away clubs.ClubID
	Terms      match.Terms
	ByRating   bool
	Boards     int        // at most
	Closes     civil.Date // the last day on which members put themselves down
	Stage      ClubStage

	HomeName, AwayName string
	Score              clubmatch.Score
}

// MatchBoard is a board of a match.
type MatchBoard struct {
	Board      int
	Game       ID
	Home, Away Player
	HomeBlack  bool
	Handicap   int
	Result     string // as records write it, "" while the game is under way
	Disputed   bool
}

// Outcome is how a board has ended.
func (b MatchBoard) Outcome() clubmatch.Outcome {
	switch {
	case b.Result == "":
		return clubmatch.Open
	case b.Result == "0":
		return clubmatch.Tied
	case (b.Result[0] == 'B') == b.HomeBlack:
		return clubmatch.HomeWon
	}
	return clubmatch.AwayWon
}

// ClubMatchView is a match as whoever asks sees it.
type ClubMatchView struct {
	ClubMatch
	Boards        []MatchBoard
	Down          map[clubs.ClubID][]Player // who has put themselves down, in that order
	Own           clubs.ClubID              // for which club whoever asks is down, 0 for none
	CanEnter      []clubs.ClubID            // for which they may put themselves down
	Answers, Ends bool                      // they may accept or decline; they may withdraw it or call it off
}

var errNoMatch = apperr.New(apperr.NotFound, "Match not found.")

// OfferMatch offers a match to another club, for the secretary of the first.
func (s *Service) OfferMatch(ctx context.Context, actor auth.Actor, in ClubMatch) (id ClubMatchID, err error) {
	permit, err := s.cases.May(actor, auth.ArrangeMatch, auth.Object{Club: in.Home})
	if err != nil {
		return 0, err
	}
	if err := s.checkMatch(ctx, in); err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		n, err := openMatches(ctx, tx, in.Home)
		if err != nil {
			return nil, err
		}
		if n >= mostOpenMatches {
			return nil, apperr.New(apperr.Conflict, "The club has %d matches that have not begun. Wait, or call one off.", n)
		}
		in.Stage = MatchOffered
		id, err = insertMatch(ctx, tx, in, actor.Person, permit.Now())
		if err != nil {
			return nil, err
		}
		text := fmt.Sprintf("Another club offers yours a match of %s. See it, and accept or decline, here:\n%s/play/matches/%d\n",
			in.Terms.Game.Name(), s.site, id)
		return permit.Did("offer.club_match", "club", int64(in.Home), nil, map[string]any{"match": id, "to": in.Away}),
			s.tellSecretaries(ctx, tx, in.Away, fmt.Sprintf("match:%d:offer", id), "a match with another club?", text)
	})
	return id, err
}

func (s *Service) checkMatch(ctx context.Context, in ClubMatch) error {
	var f apperr.Fields
	for _, p := range in.Terms.Check() {
		f.Add(p.Field, "%s", p.Says)
	}
	if in.Terms.Handicap != 0 || in.ByRating && !in.Terms.TakesHandicap() {
		f.Add("handicap", "Choose even games, or the difference of the ratings in Go.")
	}
	if in.Boards < 1 || in.Boards > MostBoards {
		f.Add("boards", "Enter 1 to %d boards.", MostBoards)
	}
	if today := s.cases.Today(); !in.Closes.After(today) || in.Closes.After(today.AddDays(MostMatchDays)) {
		f.Add("closes", "Enter a day after today, at most %d days away.", MostMatchDays)
	}
	if _, err := clubs.ByID(ctx, s.db, in.Away); in.Away == in.Home || apperr.KindOf(err) == apperr.NotFound {
		f.Add("away", "Choose another club.")
	} else if err != nil {
		return err
	}
	return f.Err()
}

// AnswerMatch accepts a match that was offered, or declines it, for the secretary of the club it was offered to.
func (s *Service) AnswerMatch(ctx context.Context, actor auth.Actor, id ClubMatchID, yes bool) error {
	m, err := matchByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.ArrangeMatch, auth.Object{Club: m.Away})
	if err != nil {
		return err
	}
	to := MatchDeclined
	if yes {
		to = MatchOpen
		if m.Stage == MatchOffered && !m.Closes.After(s.cases.Today()) {
			return apperr.New(apperr.Conflict, "The day on which entries close has passed. Ask for a new offer.")
		}
	}
	return s.setStage(ctx, permit, m, m.Away, to, MatchOffered)
}

// EndMatch withdraws an offer, or calls off a match that has not begun: for the secretary of either club.
func (s *Service) EndMatch(ctx context.Context, actor auth.Actor, id ClubMatchID) error {
	m, err := matchByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	for _, club := range []clubs.ClubID{m.Home, m.Away} {
		permit, may := s.cases.May(actor, auth.ArrangeMatch, auth.Object{Club: club})
		switch {
		case may != nil:
			err = may
		case m.Stage == MatchOffered && club == m.Home:
			return s.setStage(ctx, permit, m, club, MatchWithdrawn, MatchOffered)
		case m.Stage != MatchOffered:
			return s.setStage(ctx, permit, m, club, MatchCalledOff, MatchOpen)
		default:
			err = apperr.New(apperr.Conflict, "Decline what is offered to your club.")
		}
	}
	return err
}

// setStage moves a match on from one stage; the same again changes nothing.
func (s *Service) setStage(
	ctx context.Context, permit usecase.Permit, m ClubMatch, by clubs.ClubID, to, from ClubStage,
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		now, err := matchByID(ctx, tx, m.ID)
		if err != nil {
			return nil, err
		}
		switch now.Stage {
		case to:
			return nil, usecase.ErrSame
		case from:
		default:
			return nil, apperr.New(apperr.Conflict, "The match has gone on since your page was made.")
		}
		entry := permit.Did(string(to)+".club_match", "club", int64(by), nil, map[string]any{"match": m.ID})
		if err := setMatchStage(ctx, tx, m.ID, from, to); err != nil {
			return nil, err
		}
		other := m.Home
		if by == m.Home {
			other = m.Away
		}
		text := fmt.Sprintf("The match of your club, %s: %s\n%s/play/matches/%d\n", m.Terms.Game.Name(), stageSays[to], s.site, m.ID)
		return entry, s.tellSecretaries(ctx, tx, other, fmt.Sprintf("match:%d:%s", m.ID, to), "a match with another club", text)
	})
}

var stageSays = map[ClubStage]string{
	MatchOpen: "the other club has accepted.", MatchDeclined: "the other club has declined.",
	MatchWithdrawn: "the offer was withdrawn.", MatchCalledOff: "the other club has called it off.",
}

// tellSecretaries writes to the secretaries of a club in office today.
func (s *Service) tellSecretaries(
	ctx context.Context, tx *store.Tx, club clubs.ClubID, about, subject, body string,
) error {
	holders, err := auth.HoldersOf(ctx, tx, []auth.Role{auth.ClubSecretary})
	if err != nil {
		return err
	}
	told := map[auth.PersonID]bool{}
	for _, h := range holders {
		if h.Office.Club != club || !h.HeldOn(s.cases.Today()) || told[h.Person] {
			continue
		}
		told[h.Person] = true
		if err := s.tell(ctx, tx, h.Person, about, subject, body); err != nil {
			return err
		}
	}
	return nil
}

// PutDown puts a member of one of the clubs down for it, or takes them off; club 0 takes them off.
func (s *Service) PutDown(ctx context.Context, actor auth.Actor, id ClubMatchID, club clubs.ClubID) error {
	permit, err := s.member(ctx, actor)
	if err != nil && (club != 0 || apperr.KindOf(err) != apperr.Forbidden) {
		return err
	}
	if err != nil { // who is no member any more can still take themselves off
		if permit, err = s.cases.Allow(actor.By(), nil); err != nil {
			return err
		}
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		m, err := matchByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		entries, err := entriesOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if m.Stage != MatchOpen || m.Closes.Before(s.cases.Today()) {
			return nil, apperr.New(apperr.Conflict, "Entries are closed.")
		}
		own := clubs.ClubID(0)
		for _, e := range entries {
			if e.person == actor.Person {
				own = e.club
			}
		}
		if own == club {
			return nil, usecase.ErrSame
		}
		if club != 0 {
			may, err := s.clubsFor(ctx, tx, actor, m)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(may, club) {
				return nil, apperr.New(apperr.Forbidden, "Only members of the club today play for it.")
			}
			if len(entries) >= mostEntered {
				return nil, apperr.New(apperr.Conflict, "%d players are down already, the most that can be.", mostEntered)
			}
		}
		entry := permit.Did("enter.club_match", "person", int64(actor.Person), map[string]any{"club": own}, map[string]any{"match": id, "club": club})
		return entry, setEntry(ctx, tx, id, actor.Person, club, permit.Now())
	})
}

// clubsFor are the clubs of a match that someone is a member of today.
func (s *Service) clubsFor(ctx context.Context, q store.Queryer, actor auth.Actor, m ClubMatch) (out []clubs.ClubID, err error) {
	for _, club := range []clubs.ClubID{m.Home, m.Away} {
		people, err := members.OfClub(ctx, q, club, s.cases.Today())
		if err != nil {
			return nil, err
		}
		if slices.Contains(people, actor.Person) {
			out = append(out, club)
		}
	}
	return out, nil
}
