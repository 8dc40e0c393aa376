package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// explanation is the stored form of what a round says about itself.
type explanation struct {
	ByeWhy []pairing.Reason `json:"bye,omitempty"`
	Idle   []Idle           `json:"idle,omitempty"`
	Cost   []pairing.Cost   `json:"cost,omitempty"`
	ByHand []HandChange     `json:"by_hand,omitempty"`
}

func encode(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

func decode(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

const roundColumns = `r.id, r.section_id, r.number, r.state, r.starts, r.seed, r.drawn_from, r.explanation, r.drawn_at, r.published_at, r.version`

func scanRound(s store.Scanner) (Round, error) {
	var r Round
	var text string
	var seed int64
	if err := s.Scan(
		&r.ID, &r.Section, &r.Number, &r.State, &r.Starts, &seed, &r.drawnFrom, &text, &r.DrawnAt, &r.PublishedAt, &r.Version,
	); err != nil {
		return r, err
	}
	r.Seed = uint64(seed)
	var x explanation
	err := decode(text, &x)
	r.ByeWhy, r.Idle, r.Cost, r.ByHand = x.ByeWhy, x.Idle, x.Cost, x.ByHand
	return r, err
}

// roundsOf reads the rounds of a section with their games and byes, in order.
func roundsOf(ctx context.Context, q store.Queryer, section SectionID) ([]Round, error) {
	rounds, err := store.All(ctx, q, scanRound, `
		SELECT `+roundColumns+`
		FROM round r
		WHERE r.section_id = $1
		ORDER BY r.number`, section)
	if err != nil {
		return nil, fmt.Errorf("read the rounds of a section: %w", err)
	}
	if len(rounds) == 0 {
		return nil, nil
	}
	index := make(map[RoundID]int, len(rounds))
	for i, r := range rounds {
		index[r.ID] = i
	}
	games, err := store.All(ctx, q, scanGame, `
		SELECT `+gameColumns+`
		FROM game g
		JOIN round r ON r.id = g.round_id
		WHERE r.section_id = $1
		ORDER BY g.round_id, g.table_no`, section)
	if err != nil {
		return nil, fmt.Errorf("read the games of a section: %w", err)
	}
	for _, g := range games {
		if i, ok := index[g.Round]; ok {
			rounds[i].Games = append(rounds[i].Games, g)
		}
	}
	return rounds, addByes(ctx, q, section, rounds, index)
}

// addByes reads the byes of a section into its rounds.
func addByes(ctx context.Context, q store.Queryer, section SectionID, rounds []Round, index map[RoundID]int) error {
	type bye struct {
		round RoundID
		entry EntryID
	}
	byes, err := store.All(ctx, q, func(s store.Scanner) (bye, error) {
		var b bye
		err := s.Scan(&b.round, &b.entry)
		return b, err
	}, `
		SELECT b.round_id, b.entry_id
		FROM round_bye b
		JOIN round r ON r.id = b.round_id
		WHERE r.section_id = $1
		ORDER BY b.round_id, b.entry_id`, section)
	if err != nil {
		return fmt.Errorf("read the byes of a section: %w", err)
	}
	for _, b := range byes {
		if i, ok := index[b.round]; ok {
			rounds[i].Byes = append(rounds[i].Byes, b.entry)
		}
	}
	return nil
}

// sectionOfRound says which section a round belongs to.
func sectionOfRound(ctx context.Context, q store.Queryer, id RoundID) (SectionID, error) {
	section, err := store.One(ctx, q, store.Value[SectionID], `SELECT section_id FROM round WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, errDrawnAgain()
	}
	return section, err
}

// explanation is what a round says about itself, as it is stored.
func (r Round) explanation() (string, error) {
	if len(r.ByeWhy)+len(r.Idle)+len(r.Cost)+len(r.ByHand) == 0 {
		return "", nil
	}
	return encode(explanation{r.ByeWhy, r.Idle, r.Cost, r.ByHand})
}

// rearrangeRound stores a round that was changed by hand, in place of the games that were dropped;
// changed is false when someone else wrote first. What is kept of the dropped games goes with them:
// the audit log has it.
func rearrangeRound(ctx context.Context, tx *store.Tx, r Round, dropped, made []Game) (changed bool, err error) {
	text, err := r.explanation()
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `
		UPDATE round
		SET explanation = $3, drawn_from = $4, version = version + 1
		WHERE id = $1 AND version = $2`, r.ID, r.Version, text, r.drawnFrom)
	if err != nil || n == 0 {
		return false, wrapSave("a round", err)
	}
	for _, g := range dropped {
		for _, statement := range []string{
			`DELETE FROM player_report WHERE game_id = $1`, `DELETE FROM result_change WHERE game_id = $1`,
			`DELETE FROM dispute WHERE game_id = $1`, `DELETE FROM referee_call WHERE game_id = $1`, `DELETE FROM game WHERE id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, g.ID); err != nil {
				return false, wrapSave("a game", err)
			}
		}
	}
	if _, err := tx.Exec(ctx, `DELETE FROM round_bye WHERE round_id = $1`, r.ID); err != nil {
		return false, wrapSave("a round", err)
	}
	if err := insertByes(ctx, tx, &r); err != nil {
		return false, err
	}
	if err := setMatches(ctx, tx, &r); err != nil {
		return false, err
	}
	return true, insertGames(ctx, tx, &Round{ID: r.ID, Games: made})
}

// tablesElsewhere are the tables that the other sections of an event play at, in the last round that
// each has drawn.
func tablesElsewhere(ctx context.Context, q store.Queryer, s Section) ([]int, error) {
	tables, err := store.All(ctx, q, store.Value[int], `
		SELECT g.table_no
		FROM game g
		JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1 AND s.id <> $2
		  AND r.number = (SELECT MAX(l.number) FROM round l WHERE l.section_id = s.id)`, s.Event, s.ID)
	if err != nil {
		return nil, fmt.Errorf("read the tables of other sections: %w", err)
	}
	return tables, nil
}

// keptOf counts the records, rulings and open disputes of a game.
func keptOf(ctx context.Context, q store.Queryer, id GameID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM game_record WHERE game_id = $1) + (SELECT COUNT(*) FROM game_ruling WHERE game_id = $1)
		     + (SELECT COUNT(*) FROM dispute WHERE game_id = $1 AND state = 'open')`, id)
	if err != nil {
		return 0, fmt.Errorf("count the records of a game: %w", err)
	}
	return n, nil
}

// insertRound adds a round with its games and byes and sets their ids. Its
// version is at least 1.
func insertRound(ctx context.Context, tx *store.Tx, r *Round) error {
	text, err := r.explanation()
	if err != nil {
		return err
	}
	id, err := store.One(ctx, tx, store.Value[RoundID], `
		INSERT INTO round (section_id, number, state, starts, seed, drawn_from, explanation, drawn_at, published_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, r.Section, r.Number, string(r.State), r.Starts, int64(r.Seed), r.drawnFrom, text, r.DrawnAt,
		r.PublishedAt, r.Version)
	if err != nil {
		return wrapSave("a round", err)
	}
	r.ID = id
	if err := insertByes(ctx, tx, r); err != nil {
		return err
	}
	if err := setMatches(ctx, tx, r); err != nil {
		return err
	}
	return insertGames(ctx, tx, r)
}

func insertByes(ctx context.Context, tx *store.Tx, r *Round) error {
	if len(r.Byes) == 0 {
		return nil
	}
	const columns = 2
	for chunk := range slices.Chunk(r.Byes, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, id := range chunk {
			args = append(args, r.ID, id)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO round_bye (round_id, entry_id)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return wrapSave("byes", err)
		}
	}
	return nil
}

// deleteRound removes a preview with its games.
func deleteRound(ctx context.Context, tx *store.Tx, id RoundID) error {
	for _, statement := range []string{
		`DELETE FROM game WHERE round_id = $1`,
		`DELETE FROM round_bye WHERE round_id = $1`,
		`DELETE FROM team_match WHERE round_id = $1`,
		`DELETE FROM round WHERE id = $1 AND state = 'draft'`,
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return wrapSave("a round", err)
		}
	}
	return nil
}

// publishRound and unpublishRound change who sees a round.
func publishRound(
	ctx context.Context, tx *store.Tx, id RoundID, version int64, starts string, at civil.Instant,
) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE round
		SET state = 'published', starts = $3, published_at = $4, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'draft'`, id, version, starts, at)
	return n > 0, wrapSave("a round", err)
}

func unpublishRound(ctx context.Context, tx *store.Tx, id RoundID, version int64) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE round
		SET state = 'draft', published_at = NULL, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'published'`, id, version)
	return n > 0, wrapSave("a round", err)
}

// fieldOf reads everything that draws and standings of a section come from.
func fieldOf(ctx context.Context, q store.Queryer, section Section) (f field, err error) {
	f.section = section
	if f.entries, err = entriesOf(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.rounds, err = roundsOf(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.fixed, err = fixedPairs(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.forbidden, err = forbiddenPairs(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.timetable, err = timetableOf(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.tables, err = fixedTablesOf(ctx, q, section.ID); err != nil {
		return f, err
	}
	if f.lots, err = lotsOf(ctx, q, section.ID); err != nil || !section.Teams() {
		return f, err
	}
	if f.teams, err = teamsOf(ctx, q, section.ID); err != nil {
		return f, err
	}
	f.inTeams()
	return f, addMatches(ctx, q, section.ID, f.rounds)
}

// recordsIn counts the records and rulings of a round's games.
func recordsIn(ctx context.Context, q store.Queryer, id RoundID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM game_record r JOIN game g ON g.id = r.game_id WHERE g.round_id = $1)
		     + (SELECT COUNT(*) FROM game_ruling r JOIN game g ON g.id = r.game_id WHERE g.round_id = $1)`, id)
	if err != nil {
		return 0, fmt.Errorf("count the records of a round: %w", err)
	}
	return n, nil
}

// forgetChanges removes the results entered and cleared in a round that is
// not published any more; the audit log keeps them.
func forgetChanges(ctx context.Context, tx *store.Tx, id RoundID) error {
	for _, table := range []string{"result_change", "dispute", "referee_call"} {
		if _, err := tx.Exec(ctx, `
			DELETE FROM `+table+`
			WHERE game_id IN (SELECT g.id FROM game g WHERE g.round_id = $1)`, id); err != nil {
			return wrapSave("a round", err)
		}
	}
	return nil
}
