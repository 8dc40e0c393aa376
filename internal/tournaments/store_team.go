package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

const teamColumns = `t.id, t.section_id, t.number, t.name, t.club, t.captain, t.withdrawal, t.version`

func scanTeam(s store.Scanner) (t Team, err error) {
	var withdrawal string
	if err := s.Scan(&t.ID, &t.Section, &t.Number, &t.Name, &t.Club, &t.Captain, &withdrawal, &t.Version); err != nil {
		return t, err
	}
	if withdrawal != "" {
		err = json.Unmarshal([]byte(withdrawal), &t.Withdrawal)
	}
	return t, err
}

// teamsOf reads the teams of a section by number, with their players and line-ups.
func teamsOf(ctx context.Context, q store.Queryer, section SectionID) ([]Team, error) {
	teams, err := store.All(ctx, q, scanTeam, `
		SELECT `+teamColumns+`
		FROM team t
		WHERE t.section_id = $1
		ORDER BY t.number`, section)
	if err != nil {
		return nil, fmt.Errorf("read the teams of a section: %w", err)
	}
	index := make(map[TeamID]*Team, len(teams))
	for i := range teams {
		index[teams[i].ID] = &teams[i]
	}
	type line struct {
		team         TeamID
		round, board int
		entry        EntryID
		decided      bool
	}
	players, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.team, &l.entry)
		return l, err
	}, `
		SELECT x.team_id, x.entry_id
		FROM team_player x
		JOIN team t ON t.id = x.team_id
		WHERE t.section_id = $1
		ORDER BY x.team_id, x.seq`, section)
	if err != nil {
		return nil, fmt.Errorf("read the players of teams: %w", err)
	}
	for _, l := range players {
		if t := index[l.team]; t != nil {
			t.Players = append(t.Players, l.entry)
		}
	}
	lineups, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.team, &l.round, &l.board, store.ZeroNull(&l.entry), &l.decided)
		return l, err
	}, `
		SELECT x.team_id, x.round, x.board, x.entry_id, x.decided
		FROM team_lineup x
		JOIN team t ON t.id = x.team_id
		WHERE t.section_id = $1
		ORDER BY x.team_id, x.round, x.board`, section)
	if err != nil {
		return nil, fmt.Errorf("read the line-ups of teams: %w", err)
	}
	for _, l := range lineups {
		t := index[l.team]
		if t == nil {
			continue
		}
		if n := len(t.Lineups); n == 0 || t.Lineups[n-1].Round != l.round {
			t.Lineups = append(t.Lineups, Lineup{Round: l.round, Decided: l.decided})
		}
		own := &t.Lineups[len(t.Lineups)-1]
		own.Boards = append(own.Boards, l.entry)
	}
	return teams, nil
}

func sectionOfTeam(ctx context.Context, q store.Queryer, id TeamID) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM team WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "Team not found.")
	}
	return section, err
}

func insertTeam(ctx context.Context, tx *store.Tx, t Team) (TeamID, error) {
	id, err := store.One(ctx, tx, store.Value[TeamID], `
		INSERT INTO team (section_id, number, name, club, captain, version)
		VALUES ($1, $2, $3, $4, $5, 1)
		RETURNING id`, t.Section, t.Number, t.Name, t.Club, t.Captain)
	return id, wrapSave("a team", err)
}

// updateTeam saves a team over the version it was read with.
func updateTeam(ctx context.Context, tx *store.Tx, t Team) (changed bool, err error) {
	withdrawal := ""
	if t.Withdrawal != nil {
		text, err := json.Marshal(t.Withdrawal)
		if err != nil {
			return false, err
		}
		withdrawal = string(text)
	}
	n, err := tx.Exec(ctx, `
		UPDATE team
		SET name = $3, club = $4, captain = $5, withdrawal = $6, version = version + 1
		WHERE id = $1 AND version = $2`, t.ID, t.Version, t.Name, t.Club, t.Captain, withdrawal)
	return n > 0, wrapSave("a team", err)
}

// numberTeams numbers the teams of a section as they stand.
func numberTeams(ctx context.Context, tx *store.Tx, teams []Team) error {
	const beyond = 1_000_000 // no two have one number on the way
	for _, offset := range []int{beyond, 0} {
		for i, t := range teams {
			if _, err := tx.Exec(ctx, `UPDATE team SET number = $2 WHERE id = $1`, t.ID, i+1+offset); err != nil {
				return wrapSave("the order of teams", err)
			}
		}
	}
	return nil
}

// setTeamPlayers keeps who is in a team, in order; they are in no other.
func setTeamPlayers(ctx context.Context, tx *store.Tx, id TeamID, players []EntryID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM team_player WHERE team_id = $1`, id); err != nil {
		return wrapSave("the players of a team", err)
	}
	for i, entry := range players {
		if _, err := tx.Exec(ctx, `
			INSERT INTO team_player (entry_id, team_id, seq)
			VALUES ($1, $2, $3)`, entry, id, i+1); err != nil {
			return wrapSave("the players of a team", err)
		}
	}
	return nil
}

// leaveTeam takes an entry out of its team, and out of the boards it was to sit at.
func leaveTeam(ctx context.Context, tx *store.Tx, id EntryID) error {
	for _, statement := range []string{
		`DELETE FROM team_player WHERE entry_id = $1`, `UPDATE team_lineup SET entry_id = NULL WHERE entry_id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return wrapSave("the players of a team", err)
		}
	}
	return nil
}

// setLineup keeps the line-up of a round; one without boards is forgotten.
func setLineup(ctx context.Context, tx *store.Tx, team TeamID, l Lineup) error {
	if _, err := tx.Exec(ctx, `DELETE FROM team_lineup WHERE team_id = $1 AND round = $2`, team, l.Round); err != nil {
		return wrapSave("a line-up", err)
	}
	for i, id := range l.Boards {
		if _, err := tx.Exec(ctx, `
			INSERT INTO team_lineup (team_id, round, board, entry_id, decided)
			VALUES ($1, $2, $3, $4, $5)`, team, l.Round, i+1, store.NullZero(id), l.Decided); err != nil {
			return wrapSave("a line-up", err)
		}
	}
	return nil
}

// forgetLineups removes the line-ups of a round that no director decided.
func forgetLineups(ctx context.Context, tx *store.Tx, section SectionID, round int) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM team_lineup
		WHERE round = $2 AND decided = FALSE AND team_id IN (SELECT t.id FROM team t WHERE t.section_id = $1)`, section, round)
	return wrapSave("a line-up", err)
}

// deleteTeam removes a team without players that was never drawn.
func deleteTeam(ctx context.Context, tx *store.Tx, id TeamID, version int64) (changed bool, err error) {
	for _, statement := range []string{
		`DELETE FROM team_lineup WHERE team_id = $1`, `DELETE FROM team_player WHERE team_id = $1`,
		`DELETE FROM team_pair WHERE white_id = $1 OR black_id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return false, wrapSave("a team", err)
		}
	}
	n, err := tx.Exec(ctx, `DELETE FROM team WHERE id = $1 AND version = $2`, id, version)
	return n > 0, wrapSave("a team", err)
}

// deleteTeams removes all teams of a section without rounds.
func deleteTeams(ctx context.Context, tx *store.Tx, section SectionID) error {
	for _, statement := range []string{
		`DELETE FROM team_lineup WHERE team_id IN (SELECT id FROM team WHERE section_id = $1)`,
		`DELETE FROM team_player WHERE team_id IN (SELECT id FROM team WHERE section_id = $1)`,
		`DELETE FROM team_pair WHERE section_id = $1`,
		`DELETE FROM team WHERE section_id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, section); err != nil {
			return wrapSave("teams", err)
		}
	}
	return nil
}

// addMatches reads which teams meet in the rounds of a section.
func addMatches(ctx context.Context, q store.Queryer, section SectionID, rounds []Round) error {
	type line struct {
		round RoundID
		match TeamMatch
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.round, &l.match.Table, &l.match.White, &l.match.Black)
		return l, err
	}, `
		SELECT m.round_id, m.table_no, m.white_id, m.black_id
		FROM team_match m
		JOIN round r ON r.id = m.round_id
		WHERE r.section_id = $1
		ORDER BY m.round_id, m.table_no`, section)
	if err != nil {
		return fmt.Errorf("read the matches of teams: %w", err)
	}
	for i := range rounds {
		for _, l := range lines {
			if l.round == rounds[i].ID {
				rounds[i].Matches = append(rounds[i].Matches, l.match)
			}
		}
	}
	return nil
}

// setMatches keeps which teams meet in a round.
func setMatches(ctx context.Context, tx *store.Tx, r *Round) error {
	if _, err := tx.Exec(ctx, `DELETE FROM team_match WHERE round_id = $1`, r.ID); err != nil {
		return wrapSave("the matches of a round", err)
	}
	for _, m := range r.Matches {
		if _, err := tx.Exec(ctx, `
			INSERT INTO team_match (round_id, table_no, white_id, black_id)
			VALUES ($1, $2, $3, $4)`, r.ID, m.Table, m.White, m.Black); err != nil {
			return wrapSave("the matches of a round", err)
		}
	}
	return nil
}

// teamDrawn says whether a team is in a drawn round, a preview included.
func teamDrawn(ctx context.Context, q store.Queryer, id TeamID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM team_match WHERE white_id = $1 OR black_id = $1)
		     + (SELECT COUNT(*) FROM round_bye b JOIN team_player p ON p.entry_id = b.entry_id WHERE p.team_id = $1)`, id)
	return n > 0, err
}
