package playing

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/playing/clubmatch"
)

// ClubMatches lists the newest matches between clubs, for whoever is signed in. What was declined or withdrawn is not in it.
func (s *Service) ClubMatches(ctx context.Context, actor auth.Actor) ([]ClubMatch, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see the matches.")
	}
	list, err := lastMatches(ctx, s.db, mostMatches)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Stage != MatchBegun {
			continue
		}
		boards, err := boardsOf(ctx, s.db, list[i].ID)
		if err != nil {
			return nil, err
		}
		list[i].Score = scoreOf(boards)
	}
	return list, nil
}

// Clubs are all clubs, by name.
func (s *Service) Clubs(ctx context.Context) ([]clubs.Club, error) { return clubs.All(ctx, s.db) }

func scoreOf(boards []MatchBoard) clubmatch.Score {
	var all []clubmatch.Outcome
	for _, b := range boards {
		all = append(all, b.Outcome())
	}
	return clubmatch.Count(all)
}

// ClubMatch is one match with its boards, for whoever is signed in.
func (s *Service) ClubMatch(ctx context.Context, actor auth.Actor, id ClubMatchID) (v ClubMatchView, err error) {
	if !actor.SignedIn() {
		return v, apperr.New(apperr.SignIn, "Sign in to see the match.")
	}
	if v.ClubMatch, err = matchByID(ctx, s.db, id); err != nil {
		return v, err
	}
	if v.Boards, err = boardsOf(ctx, s.db, id); err != nil {
		return v, err
	}
	entries, err := entriesOf(ctx, s.db, id)
	if err != nil {
		return v, err
	}
	v.Down = map[clubs.ClubID][]Player{}
	for _, e := range entries {
		v.Down[e.club] = append(v.Down[e.club], Player{ID: e.person})
		if e.person == actor.Person {
			v.Own = e.club
		}
	}
	v.Score = scoreOf(v.Boards)
	home := s.cases.Require(actor, auth.ArrangeMatch, auth.Object{Club: v.Home}) == nil
	away := s.cases.Require(actor, auth.ArrangeMatch, auth.Object{Club: v.Away}) == nil
	v.Answers = away && v.Stage == MatchOffered
	v.Ends = home && v.Stage == MatchOffered || (home || away) && v.Stage == MatchOpen
	if v.Stage == MatchOpen && !v.Closes.Before(s.cases.Today()) {
		if v.CanEnter, err = s.clubsFor(ctx, s.db, actor, v.ClubMatch); err != nil {
			return v, err
		}
	}
	return v, s.nameMatch(ctx, &v)
}

func (s *Service) nameMatch(ctx context.Context, v *ClubMatchView) error {
	var ids []auth.PersonID
	for _, b := range v.Boards {
		ids = append(ids, b.Home.ID, b.Away.ID)
	}
	for _, down := range v.Down {
		for _, p := range down {
			ids = append(ids, p.ID)
		}
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return err
	}
	for i := range v.Boards {
		b := &v.Boards[i]
		b.Home.Name, b.Away.Name = people[b.Home.ID].PublicName(), people[b.Away.ID].PublicName()
	}
	for _, down := range v.Down {
		for i := range down {
			down[i].Name = people[down[i].ID].PublicName()
		}
	}
	return nil
}
