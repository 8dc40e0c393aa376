package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// readTeam reads which team a row of a list puts its player in, and at which board.
func (row *EntryRow) readTeam(section Section, found bool) {
	row.Team = oneLine(row.line.Team)
	if text := strings.TrimSpace(row.line.Board); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxTeamPlayers {
			row.Warnings = append(row.Warnings, fmt.Sprintf("“%s” is not a board: it is left out.", shortText(text)))
		} else {
			row.board = n
		}
	}
	if found && row.Team != "" && !section.Teams() {
		row.Warnings = append(row.Warnings, fmt.Sprintf("Players of %s play for themselves: the team “%s” is left out.", section.Name, shortText(row.Team)))
		row.Team = ""
	}
}

// teamsFrom puts the new entries of a list into the teams that it names, by board, else the strongest first. Teams that
// are not there yet are added.
func (s *Service) teamsFrom(
	ctx context.Context, tx *store.Tx, h here, plan []planned, entries []Entry,
) (done *usecase.Entry, problems apperr.Fields, err error) {
	if !h.section.Teams() {
		return nil, nil, nil
	}
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, nil, err
	}
	teams := f.teams
	players := make(map[TeamID][]boardPlayer)
	for _, p := range plan {
		at := slices.IndexFunc(entries, func(e Entry) bool { return e.Person == p.Choice.Person })
		if p.Team == "" || p.Kind == LeaveIt || p.Choice.Section != h.section.ID || at < 0 {
			continue
		}
		i := slices.IndexFunc(teams, func(t Team) bool { return members.Fold(t.Name) == members.Fold(p.Team) })
		if i < 0 {
			t, added, err := s.addTeam(ctx, tx, h, TeamInput{Section: h.section.ID, Name: p.Team})
			if kind := apperr.KindOf(err); kind == apperr.Invalid {
				problems.Add(fmt.Sprintf("row-%d", p.Number), "Row %d, %s: %s", p.Number, p.Name, firstProblem(err))
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			done, teams, i = done.Then(added), append(teams, t), len(teams)
		}
		id := teams[i].ID
		players[id] = append(players[id], boardPlayer{entries[at].ID, p.board, entries[at].Rating})
	}
	for _, t := range teams {
		if len(players[t.ID]) == 0 {
			continue
		}
		next := t
		next.Players = append(slices.Clone(t.Players), byBoard(players[t.ID])...)
		if len(next.Players) > maxTeamPlayers {
			problems.Add("", "The team %s would have %d players; at most %d are in a team.", t.Name, len(next.Players), maxTeamPlayers)
			continue
		}
		if err := errors.Join(f.keepLineups(ctx, tx, t), setTeamPlayers(ctx, tx, t.ID, next.Players)); err != nil {
			return nil, nil, err
		}
		done = done.Then(h.permit.Did("edit.team", "team", int64(t.ID), t.facts(), next.facts()))
	}
	return done, problems, nil
}

// firstProblem is what a refusal says first.
func firstProblem(err error) string {
	var e *apperr.Error
	if e, _ = err.(*apperr.Error); e != nil && len(e.Fields) > 0 {
		return e.Fields[0].Message
	}
	return err.Error()
}
