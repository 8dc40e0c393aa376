package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

const gameColumns = `g.id, g.round_id, g.table_no, g.black_id, g.white_id, g.handicap, g.komi, g.handicap_reason, g.handicap_by, g.fixed,
	g.why, g.result, g.margin, g.result_by, g.result_at, g.version, g.counts_as,
	g.handicap_from, g.third_place`

func scanGame(s store.Scanner) (Game, error) {
	var g Game
	var told toldOfGame
	if err := s.Scan(gameFields(&g, &told)...); err != nil {
		return g, err
	}
	return g, told.into(&g)
}

// toldOfGame is what a game keeps as JSON.
type toldOfGame struct{ why, basis string }

func (t toldOfGame) into(g *Game) error {
	if err := decode(t.why, &g.Why); err != nil {
		return err
	}
	return decode(t.basis, &g.Basis)
}

// encodeBasis is what a handicap was worked out from, as it is stored: "" where there is nothing to tell.
func encodeBasis(b scale.Basis) (string, error) {
	if !b.Kept() || b.Rule.By == scale.ByNone {
		return "", nil
	}
	return encode(b)
}

func gameFields(g *Game, told *toldOfGame) []any {
	return []any{
		&g.ID, &g.Round, &g.Table, &g.Black, &g.White, &g.Handicap, &g.Komi, &g.HandicapReason, &g.HandicapBy, &g.Fixed,
		&told.why, &g.Result, &g.Margin, &g.ResultBy, &g.ResultAt, &g.Version, &g.CountsAs, &told.basis, &g.Third,
	}
}

// sectionOfGame says which section a game belongs to.
func sectionOfGame(ctx context.Context, q store.Queryer, id GameID) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `
		SELECT r.section_id
		FROM game g
		JOIN round r ON r.id = g.round_id
		WHERE g.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, errNoGame()
	}
	return section, err
}

func errNoGame() error {
	return apperr.New(apperr.NotFound, "Game not found; the round may have been drawn again.")
}

func insertGames(ctx context.Context, tx *store.Tx, r *Round) error {
	const columns = 16
	type line struct {
		id    GameID
		table int
	}
	ids := make(map[int]GameID, len(r.Games))
	for chunk := range slices.Chunk(r.Games, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, g := range chunk {
			why := ""
			if len(g.Why) > 0 {
				var err error
				if why, err = encode(g.Why); err != nil {
					return err
				}
			}
			basis, err := encodeBasis(g.Basis)
			if err != nil {
				return err
			}
			args = append(args, r.ID, g.Table, g.Black, g.White, g.Handicap, int64(g.Komi), g.HandicapReason, g.HandicapBy, g.Fixed,
				why, string(g.Result), g.Margin, g.ResultBy, g.ResultAt, basis, g.Third)
		}
		lines, err := store.All(ctx, tx, func(s store.Scanner) (line, error) {
			var l line
			err := s.Scan(&l.id, &l.table)
			return l, err
		}, `
			INSERT INTO game (round_id, table_no, black_id, white_id, handicap, komi, handicap_reason, handicap_by, fixed, why,
			                  result, margin, result_by, result_at, handicap_from, third_place)
			VALUES `+store.Values(len(chunk), columns)+`
			RETURNING id, table_no`, args...)
		if err != nil {
			return wrapSave("games", err)
		}
		for _, l := range lines {
			ids[l.table] = l.id
		}
	}
	for i := range r.Games {
		r.Games[i].ID, r.Games[i].Round, r.Games[i].Version = ids[r.Games[i].Table], r.ID, 1
	}
	return nil
}

// reportedIn lists the games of a round of which players have reported a
// result.
func reportedIn(ctx context.Context, q store.Queryer, id RoundID) ([]GameID, error) {
	games, err := store.All(ctx, q, store.Value[GameID], `
		SELECT DISTINCT p.game_id
		FROM player_report p
		JOIN game g ON g.id = p.game_id
		WHERE g.round_id = $1`, id)
	if err != nil {
		return nil, fmt.Errorf("read what players reported: %w", err)
	}
	return games, nil
}

// updateGame saves colours and handicap of a game that has no result.
func updateGame(ctx context.Context, tx *store.Tx, g Game, version int64) (changed bool, err error) {
	why, err := encode(g.Why)
	if err != nil {
		return false, err
	}
	basis, err := encodeBasis(g.Basis)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `
		UPDATE game
		SET black_id = $3, white_id = $4, handicap = $5, komi = $6, handicap_reason = $7, fixed = $8, why = $9,
		    handicap_by = $10, handicap_from = $11, version = version + 1
		WHERE id = $1 AND version = $2 AND result = ''`,
		g.ID, version, g.Black, g.White, g.Handicap, int64(g.Komi), g.HandicapReason, g.Fixed, why,
		g.HandicapBy, basis)
	return n > 0, wrapSave("a game", err)
}
