package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// teamNameOf is the name of a team of an event file as the form would take it; its number in the file where nothing is left.
func teamNameOf(team pairing.Team) string {
	return cmp.Or(oneLine(strings.NewReplacer("⟦", "", "⟧", "").Replace(team.Name)), string(team.ID))
}

// takeTeams takes the teams of an event file, known by their position from 1 until they are kept.
func (t *taken) takeTeams(ids map[pairing.ID]EntryID) {
	ev := &t.file.Event
	if ev.Boards == 0 {
		return
	}
	t.sides = make(map[pairing.ID]EntryID, len(ev.Teams))
	numbers := numbersOf(ev.AsTeams().Players)
	called := make(map[string]bool)
	for i, team := range ev.Teams {
		name := teamNameOf(team)
		one := Team{ID: TeamID(i + 1), Number: numbers[i], Name: name, Club: oneLine(team.Club), Captain: oneLine(team.Captain)}
		for _, text := range []*string{&one.Name, &one.Club, &one.Captain} {
			if utf8.RuneCountInString(*text) > maxNameRunes {
				*text = string([]rune(*text)[:maxNameRunes])
			}
		}
		for n := 2; called[members.Fold(one.Name)]; n++ {
			one.Name = fmt.Sprintf("%.90s (%d)", name, n)
		}
		called[members.Fold(one.Name)] = true
		for _, id := range team.Players {
			if ids[id] != 0 {
				one.Players = append(one.Players, ids[id])
			}
		}
		for _, l := range team.Lineups {
			own := Lineup{Round: l.Round, Decided: true, Boards: make([]EntryID, ev.Boards)}
			for k, id := range l.Boards {
				own.Boards[k] = ids[id]
			}
			one.Lineups = append(one.Lineups, own)
		}
		t.sides[team.ID] = one.ID.Side()
		t.field.teams = append(t.field.teams, one)
	}
	slices.SortFunc(t.field.teams, func(a, b Team) int { return cmp.Compare(a.Number, b.Number) })
	t.field.inTeams()
}

// matches takes which teams meet in a round: each at the table of its first board.
func (t *taken) matches(r *pairing.Round, round *Round) {
	ev := &t.file.Event
	used := make(map[int]bool)
	next := 1
	for _, m := range r.Matches {
		table := 0
		for k, seat := range ev.Lineup(m.White, r.Number) {
			for i, g := range r.Games {
				if seat.ID != "" && (g.White == seat.ID || g.Black == seat.ID) && (table == 0 || round.Games[i].Table-k < table) {
					table = round.Games[i].Table - k
				}
			}
		}
		if table < 1 || used[table] {
			for used[next] {
				next++
			}
			table = next
		}
		used[table] = true
		next = max(next, table+ev.Boards)
		round.Matches = append(round.Matches, TeamMatch{
			Table: table, White: TeamOf(t.sides[m.White]), Black: TeamOf(t.sides[m.Black]),
		})
	}
	slices.SortFunc(round.Matches, func(a, b TeamMatch) int { return cmp.Compare(a.Table, b.Table) })
}

// teamsMoved names the teams that stand otherwise on the site than by the file.
func (t *taken) teamsMoved() []string {
	if t.file.Event.Boards == 0 {
		return nil
	}
	here, there := pairing.TeamStandings(t.field.event(0), t.last()), pairing.TeamStandings(&t.file.Event, t.last())
	var out []string
	for _, team := range t.file.Event.Teams {
		was, _ := there.Row(team.ID)
		now, ok := here.Row(pairingID(t.sides[team.ID]))
		if !ok || was.Place != now.Place || was.Score != now.Score ||
			!slices.EqualFunc(was.Values, now.Values, func(a, b pairing.Value) bool { return a.Number == b.Number }) {
			out = append(out, cmp.Or(team.Name, string(team.ID)))
		}
	}
	return out
}

// keepTeams writes the teams of an event file into its new section, and says which number each position has.
func (s *Service) keepTeams(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, section Section, t *taken, ids map[EntryID]EntryID,
) (teams map[TeamID]TeamID, done *usecase.Entry, err error) {
	teams = make(map[TeamID]TeamID, len(t.field.teams))
	kept := func(list []EntryID) []EntryID {
		var out []EntryID
		for _, id := range list {
			if ids[id] != 0 {
				out = append(out, ids[id])
			}
		}
		return out
	}
	for i, team := range t.field.teams {
		position := team.ID
		team.Section, team.Number, team.Players = section.ID, i+1, kept(team.Players)
		if team.ID, err = insertTeam(ctx, tx, team); err != nil {
			return nil, nil, err
		}
		teams[position] = team.ID
		if err := setTeamPlayers(ctx, tx, team.ID, team.Players); err != nil {
			return nil, nil, err
		}
		for _, l := range team.Lineups {
			for k, id := range l.Boards {
				l.Boards[k] = ids[id]
			}
			if err := setLineup(ctx, tx, team.ID, l); err != nil {
				return nil, nil, err
			}
		}
		done = done.Then(permit.Did("add.team", "team", int64(team.ID), nil, team.facts()))
	}
	return teams, done, nil
}

// kept is a side as it is kept: an entry or a team by its new number; 0 of someone who was left out.
func (t *taken) keptSide(side EntryID, ids map[EntryID]EntryID, teams map[TeamID]TeamID) EntryID {
	if side < 0 {
		return teams[TeamOf(side)].Side()
	}
	return ids[side]
}
