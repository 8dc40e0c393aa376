package tournaments

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// errNotOfTeams refuses teams in a section whose players play for themselves.
func errNotOfTeams() error {
	return apperr.New(apperr.Conflict, "Players of this section play for themselves. Set a number of boards in its settings first.")
}

// AddTeam adds a team to a section of teams, without players.
func (s *Service) AddTeam(ctx context.Context, actor auth.Actor, in TeamInput) (Team, error) {
	var t Team
	err := s.direct(ctx, actor, in.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		in.Number = 0
		var done *usecase.Entry
		var err error
		t, done, err = s.addTeam(ctx, tx, h, in)
		return done, err
	})
	return t, err
}

func (s *Service) addTeam(ctx context.Context, tx *store.Tx, h here, in TeamInput) (Team, *usecase.Entry, error) {
	if !h.section.Teams() {
		return Team{}, nil, errNotOfTeams()
	}
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return Team{}, nil, err
	}
	published := publishedOf(f.rounds)
	t := Team{Section: h.section.ID, Number: f.nextTeamNumber()}
	problems := in.check(&t, f.teams, published)
	switch {
	case h.section.tableStands(published):
		problems.Add("name", "The table of a round robin is made once; no team can enter later.")
	case len(f.teams) >= maxFilePlayers:
		problems.Add("name", "A section has at most %d teams.", maxFilePlayers)
	}
	if err := problems.Err(); err != nil {
		return Team{}, nil, err
	}
	if t.ID, err = insertTeam(ctx, tx, t); err != nil {
		return Team{}, nil, err
	}
	t.Version = 1
	return t, h.permit.Did("add.team", "team", int64(t.ID), nil, t.facts()), nil
}

// EditTeam changes a team: its name, and the order of its players. Rounds that are published keep their boards.
func (s *Service) EditTeam(ctx context.Context, actor auth.Actor, id TeamID, in TeamInput) error {
	return s.changeTeam(ctx, actor, id, func(tx *store.Tx, h here, f field, was Team) (*usecase.Entry, error) {
		next := was
		next.Version = in.Version
		problems := in.check(&next, f.teams, publishedOf(f.rounds))
		if in.Order != nil {
			problems = append(problems, was.reordered(in.Order)...)
			next.Players = in.Order
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		if changed, err := updateTeam(ctx, tx, next); err != nil || !changed {
			return nil, cmp.Or(err, usecase.Stale("this team", "team", int64(id)))
		}
		if !slices.Equal(was.Players, next.Players) {
			if err := f.keepLineups(ctx, tx, was); err != nil {
				return nil, err
			}
			if err := setTeamPlayers(ctx, tx, id, next.Players); err != nil {
				return nil, err
			}
		}
		if in.Number != 0 && in.Number != was.Number {
			teams := slices.DeleteFunc(slices.Clone(f.teams), func(t Team) bool { return t.ID == id })
			if err := numberTeams(ctx, tx, slices.Insert(teams, in.Number-1, next)); err != nil {
				return nil, err
			}
			next.Number = in.Number
		}
		return h.permit.Did("edit.team", "team", int64(id), was.facts(), next.facts()), nil
	})
}

// changeTeam runs fn for a director with a team and all of its section.
func (s *Service) changeTeam(
	ctx context.Context, actor auth.Actor, id TeamID, fn func(tx *store.Tx, h here, f field, t Team) (*usecase.Entry, error),
) error {
	section, err := sectionOfTeam(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		t, ok := f.team(id)
		if !ok {
			return nil, apperr.New(apperr.NotFound, "Team not found.")
		}
		return fn(tx, h, f, t)
	})
}

// keepLineups keeps who sat at the boards of a team in the published rounds, before its order changes.
func (f field) keepLineups(ctx context.Context, tx *store.Tx, t Team) error {
	if len(t.Players) == 0 {
		return nil
	}
	for round := 1; round <= publishedOf(f.rounds); round++ {
		if _, has := t.lineup(round); has {
			continue
		}
		if err := setLineup(ctx, tx, t.ID, Lineup{Round: round, Boards: f.seats(t, round, false)}); err != nil {
			return err
		}
	}
	return nil
}

// keepBoards keeps who sat at the boards of an entry's team in the published rounds, before the entry is taken out of them
// all or comes back: those above and below would move. An entry that is removed has become none.
func keepBoards(ctx context.Context, tx *store.Tx, section Section, was, now Entry) error {
	if !section.Teams() || now.ID != 0 && was.neverPlays(section.Rounds) == now.neverPlays(section.Rounds) {
		return nil
	}
	f, err := fieldOf(ctx, tx, section)
	if err != nil {
		return err
	}
	e, _ := f.entry(was.ID)
	t, _ := f.team(e.Team)
	if now.ID == 0 {
		if err := f.leavesLineups(ctx, tx, t, was.ID); err != nil {
			return err
		}
	}
	return f.keepLineups(ctx, tx, t)
}

// leavesLineups forgets the line-ups of rounds to come in which someone sits who leaves the team: its order says again who
// sits at the boards, so that none is left empty.
func (f field) leavesLineups(ctx context.Context, tx *store.Tx, t Team, id EntryID) error {
	for _, l := range t.Lineups {
		if l.Round > publishedOf(f.rounds) && slices.Contains(l.Boards, id) {
			if err := setLineup(ctx, tx, t.ID, Lineup{Round: l.Round}); err != nil {
				return err
			}
		}
	}
	return nil
}

// RemoveTeam removes a team that was never drawn; its players stay entered, in no team.
func (s *Service) RemoveTeam(ctx context.Context, actor auth.Actor, id TeamID, version int64) error {
	return s.changeTeam(ctx, actor, id, func(tx *store.Tx, h here, f field, t Team) (*usecase.Entry, error) {
		drawn, err := teamDrawn(ctx, tx, id)
		switch {
		case err != nil:
			return nil, err
		case drawn:
			return nil, apperr.New(apperr.Invalid, "%s is in a draw. Withdraw its players, or discard the preview first.", t.Name)
		case h.section.tableStands(publishedOf(f.rounds)):
			return nil, apperr.New(apperr.Invalid, "%s is in %s. Withdraw its players instead.", t.Name, h.section.settledBy())
		}
		removed, err := deleteTeam(ctx, tx, id, version)
		if err != nil || !removed {
			return nil, cmp.Or(err, usecase.Stale("this team", "team", int64(id)))
		}
		teams := slices.DeleteFunc(slices.Clone(f.teams), func(o Team) bool { return o.ID == id })
		if publishedOf(f.rounds) == 0 { // later, the lot knows the others by their numbers
			err = numberTeams(ctx, tx, teams)
		}
		return h.permit.Did("remove.team", "team", int64(id), t.facts(), nil), err
	})
}

// JoinTeam puts a player of a section into a team, after its last player; 0 is no team. Whoever was drawn stays in the
// team.
func (s *Service) JoinTeam(ctx context.Context, actor auth.Actor, id EntryID, team TeamID) error {
	e, err := entryByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, e.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		return s.joinTeam(ctx, tx, h, e, team)
	})
}

func (s *Service) joinTeam(ctx context.Context, tx *store.Tx, h here, e Entry, team TeamID) (*usecase.Entry, error) {
	if !h.section.Teams() {
		return nil, errNotOfTeams()
	}
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, err
	}
	var problems apperr.Fields
	t, ok := f.team(team)
	now, entered := f.entry(e.ID)
	if !entered {
		return nil, apperr.New(apperr.NotFound, "%s is no longer entered.", e.Name)
	}
	was, _ := f.team(now.Team)
	switch {
	case now.Team == team:
		return nil, usecase.ErrSame
	case team != 0 && !ok:
		problems.Add("team", "Choose a team of this section.")
	case len(t.Players) >= maxTeamPlayers:
		problems.Add("team", "A team has at most %d players.", maxTeamPlayers)
	}
	if drawn, err := drawnIn(ctx, tx, e.ID); err != nil {
		return nil, err
	} else if drawn {
		problems.Add("team", "%s is in a draw for %s, and stays in the team.", e.Name, was.Name)
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if err := errors.Join(
		f.keepLineups(ctx, tx, was), f.keepLineups(ctx, tx, t), f.leavesLineups(ctx, tx, was, e.ID), leaveTeam(ctx, tx, e.ID),
	); err != nil {
		return nil, err
	}
	next := t
	if team != 0 {
		next.Players = append(slices.Clone(t.Players), e.ID)
		if err := setTeamPlayers(ctx, tx, team, next.Players); err != nil {
			return nil, err
		}
	}
	return h.permit.Did("join.team", "entry", int64(e.ID), was.facts(), next.facts()), nil
}

// Teams are the teams of a section of teams, by number.
func (w *Wallchart) Teams() []Team { return slices.Clone(w.field.teams) }

// Team is the team with that id; ok is false when it is not of the section.
func (w *Wallchart) Team(id TeamID) (Team, bool) { return w.field.team(id) }
