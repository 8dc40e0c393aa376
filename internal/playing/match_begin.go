package playing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/playing/clubmatch"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// BeginMatches seats the matches whose entries have closed, and says how many.
func (s *Service) BeginMatches(ctx context.Context) (n int, err error) {
	program := auth.System("games")
	permit, err := s.cases.Allow(program.By(), nil)
	if err != nil {
		return 0, err
	}
	ids, err := dueMatches(ctx, s.db, s.cases.Today())
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, id := range ids { // one that cannot begin does not hold up the others
		err := s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return s.beginMatch(ctx, tx, permit, id) })
		if err != nil {
			failed = append(failed, fmt.Errorf("begin match %d: %w", id, err))
			continue
		}
		n++
	}
	return n, errors.Join(failed...)
}

// beginMatch seats a match and begins its games, whole or not at all.
func (s *Service) beginMatch(ctx context.Context, tx *store.Tx, permit usecase.Permit, id ClubMatchID) (*usecase.Entry, error) {
	if err := usecase.Alone(ctx, tx); err != nil {
		return nil, err
	}
	m, err := matchByID(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if m.Stage != MatchOpen {
		return nil, usecase.ErrSame // another copy of the program was first
	}
	home, away, err := s.sides(ctx, tx, m)
	if err != nil {
		return nil, err
	}
	boards, left := clubmatch.Seat(home, away, m.Boards)
	stage := MatchBegun
	if len(boards) == 0 {
		stage = MatchTooFew
	}
	if err := setMatchStage(ctx, tx, id, MatchOpen, stage); err != nil {
		return nil, err
	}
	for i, b := range boards {
		if err := s.beginBoard(ctx, tx, permit, m, i+1, b); err != nil {
			return nil, err
		}
	}
	link := fmt.Sprintf("%s/play/matches/%d\n", s.site, id)
	for _, person := range left {
		text := fmt.Sprintf("The match %s – %s has begun without a board for you: the clubs were not even in number.\n%s",
			m.HomeName, m.AwayName, link)
		if err := s.tell(ctx, tx, person, fmt.Sprintf("match:%d:left", id), "no board in the match", text); err != nil {
			return nil, err
		}
	}
	return permit.Did(string(stage)+".club_match", "club", int64(m.Home), nil, map[string]any{"match": id, "boards": len(boards)}), nil
}

// sides are those who are down for each club, still members of it and not too busy.
func (s *Service) sides(ctx context.Context, tx *store.Tx, m ClubMatch) (home, away []clubmatch.Entry, err error) {
	entries, err := entriesOf(ctx, tx, m.ID)
	if err != nil {
		return nil, nil, err
	}
	var ids []auth.PersonID
	for _, e := range entries {
		ids = append(ids, e.person)
	}
	strengths, err := s.ratings.Current(ctx, tx, ids)
	if err != nil {
		return nil, nil, err
	}
	of := map[clubs.ClubID][]auth.PersonID{}
	for _, club := range []clubs.ClubID{m.Home, m.Away} {
		if of[club], err = members.OfClub(ctx, tx, club, s.cases.Today()); err != nil {
			return nil, nil, err
		}
	}
	for _, e := range entries {
		busy, err := underWay(ctx, tx, e.person, e.person)
		if err != nil {
			return nil, nil, err
		}
		if busy >= mostUnderWay || !slices.Contains(of[e.club], e.person) {
			continue
		}
		st, known := strengths[e.person]
		one := clubmatch.Entry{
			Person: e.person, Entered: e.at, Rated: known && st.Basis != ratings.Unknown, Rating: st.Rating,
		}
		if e.club == m.Home {
			home = append(home, one)
		} else {
			away = append(away, one)
		}
	}
	return home, away, nil
}

// beginBoard begins the game of a board. Where the ratings decide the handicap and one is not known, it is even.
func (s *Service) beginBoard(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, m ClubMatch, board int, b clubmatch.Board,
) error {
	c := Challenge{Terms: m.Terms, ByRating: m.ByRating, Wish: WantWhite, Opponent: b.Away, Open: true}
	if clubmatch.HomeIsBlack(board) {
		c.Wish = WantBlack
	}
	r := Row{Challenge: c, Challenger: Player{ID: b.Home}, OpponentOpen: true, Begun: permit.Now()}
	err := s.settle(ctx, tx, &r, b.Away)
	if apperr.KindOf(err) == apperr.Conflict { // a rating is not known
		r.Challenge.ByRating = false
		err = s.settle(ctx, tx, &r, b.Away)
	}
	if err != nil {
		return err
	}
	state, err := match.Replay(r.Challenge.Terms, r.Begun, nil, nil)
	if err != nil {
		return err
	}
	r.Stage, r.Turn, r.Deadline = Stage(state.Phase), state.Turn, state.Deadline
	if r.ID, err = insertGame(ctx, tx, b.Home, r.Challenge, permit.Now()); err != nil {
		return err
	}
	if err := begin(ctx, tx, r, b.Away); err != nil {
		return err
	}
	if err := setBoard(ctx, tx, r.ID, m.ID, board); err != nil {
		return err
	}
	if err := s.tellTurn(ctx, tx, &r, 0, 0); err != nil {
		return err
	}
	other := r.Of(r.Turn.Opponent()).ID
	return s.tell(ctx, tx, other, fmt.Sprintf("play:%d:begun", r.ID), "your game in the match has begun",
		fmt.Sprintf("The match %s – %s has begun, and you play at board %d.\n%s/play/%d\n", m.HomeName, m.AwayName, board, s.site, r.ID))
}
