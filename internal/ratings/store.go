package ratings

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// lockList makes whoever changes ratings wait for whoever is doing so.
func lockList(ctx context.Context, tx *store.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE rating_head SET revision = revision + 1 WHERE id = 1`)
	if err != nil {
		return fmt.Errorf("lock the rating list: %w", err)
	}
	return nil
}

// lockJoining is lockList for who changes whose the rated games are.
func lockJoining(ctx context.Context, tx *store.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE rating_head SET revision = revision + 1, joined = joined + 1 WHERE id = 1`)
	if err != nil {
		return fmt.Errorf("lock the rating list: %w", err)
	}
	return nil
}

const submissionColumns = `id, event_id, name, day, formula, players, games, not_rated, submitted_at, submitted_by`

func scanSubmission(s store.Scanner) (submission, error) {
	var e submission
	err := s.Scan(
		&e.id, &e.event, &e.name, &e.day, &e.formula, &e.players, &e.games, &e.notRated, &e.submittedAt, &e.submittedBy,
	)
	return e, err
}

// countingSubmission is the event's submission that counts; its id is 0 when
// there is none.
func countingSubmission(ctx context.Context, q store.Queryer, event EventID) (submission, error) {
	e, err := store.One(ctx, q, scanSubmission, `
		SELECT `+submissionColumns+`
		FROM rating_event
		WHERE event_id = $1 AND withdrawn_at IS NULL`, event)
	if errors.Is(err, store.ErrNoRows) {
		return submission{}, nil
	}
	if err != nil {
		return submission{}, fmt.Errorf("find the rating of event %d: %w", event, err)
	}
	return e, nil
}

// submissionsFrom lists what counts from a place on, in order.
func submissionsFrom(ctx context.Context, q store.Queryer, from position) ([]submission, error) {
	all, err := store.All(ctx, q, scanSubmission, `
		SELECT `+submissionColumns+`
		FROM rating_event
		WHERE withdrawn_at IS NULL
		  AND (day > $1 OR day = $1 AND event_id >= $2)
		ORDER BY day, event_id`, from.day.String(), from.event)
	if err != nil {
		return nil, fmt.Errorf("list the rated events: %w", err)
	}
	return all, nil
}

// insertSubmission stores the facts of a submission.
func insertSubmission(
	ctx context.Context, tx *store.Tx, e submission, declared map[PersonID]scale.Rating, games []Game,
) (SubmissionID, error) {
	id, err := store.One(ctx, tx, store.Value[SubmissionID], `
		INSERT INTO rating_event (event_id, name, day, formula, players, games, not_rated, submitted_at, submitted_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		RETURNING id`,
		e.event, e.name, e.day, e.formula, e.players, e.games, e.notRated, e.submittedAt, e.submittedBy)
	if store.IsUnique(err) {
		return 0, apperr.New(apperr.Conflict, "Someone else rated %s first.", e.name)
	}
	if err != nil {
		return 0, fmt.Errorf("store the submission of event %d: %w", e.event, err)
	}
	players := make([][]any, 0, len(declared))
	for _, person := range sortedPersons(declared) {
		players = append(players, []any{id, person, declared[person]})
	}
	if err := insertRows(
		ctx, tx, `INSERT INTO rating_player (submission_id, person_id, declared)`, "", players,
	); err != nil {
		return 0, fmt.Errorf("store the players of event %d: %w", e.event, err)
	}
	rows := make([][]any, 0, len(games))
	for _, g := range games {
		rows = append(rows, []any{id, g.Ref, g.Section, g.Round, g.Black, g.White, g.Handicap, g.Result, g.Weight})
	}
	err = insertRows(ctx, tx, `
		INSERT INTO rating_game (submission_id, ref, section, round, black_id, white_id, handicap, result, weight)`, "", rows)
	if store.UniqueOn(err, "rating_game", "ref") || store.UniqueOn(err, "rating_game", "once") {
		return 0, errRatedElsewhere(e.name)
	}
	if err != nil {
		return 0, fmt.Errorf("store the games of event %d: %w", e.event, err)
	}
	return id, nil
}

// withdrawSubmission takes a submission out of what counts. Its facts stay.
func withdrawSubmission(ctx context.Context, tx *store.Tx, id SubmissionID, at civil.Instant, by string) error {
	for _, step := range []struct {
		query string
		args  []any
	}{
		{`UPDATE rating_event SET withdrawn_at = $2, withdrawn_by = $3 WHERE id = $1`, []any{id, at, by}},
		{`UPDATE rating_game SET counts = FALSE WHERE submission_id = $1`, []any{id}},
		{`DELETE FROM rating_change WHERE submission_id = $1`, []any{id}},
	} {
		if _, err := tx.Exec(ctx, step.query, step.args...); err != nil {
			return fmt.Errorf("withdraw submission %d: %w", id, err)
		}
	}
	return nil
}

// ratedOnce refuses games that count in another submission than old.
func ratedOnce(ctx context.Context, q store.Queryer, in Submission, old *submission) error {
	var taken int
	own := SubmissionID(0)
	if old != nil {
		own = old.id
	}
	refs := make([]int64, len(in.Games))
	for i, g := range in.Games {
		refs[i] = g.Ref
	}
	err := forIDs(refs, func(list string, args []any) error {
		n, err := store.One(ctx, q, store.Value[int], `
			SELECT count(*)
			FROM rating_game
			WHERE counts = TRUE AND submission_id <> $1 AND ref IN `+list, args...)
		taken += n
		return err
	}, own)
	if err != nil {
		return fmt.Errorf("look whether the games of event %d are rated: %w", in.Event, err)
	}
	if taken > 0 {
		return errRatedElsewhere(in.Name)
	}
	return nil
}

func errRatedElsewhere(name string) error {
	return apperr.New(
		apperr.Conflict, "A game of %s was already rated in another event. A game can be rated only once.", name,
	)
}

const changeInsert = `
	INSERT INTO rating_change (submission_id, person_id, event_id, day, before_milli, after_milli, games_before, games)`

func changeRow(e submission, c change) []any {
	return []any{e.id, c.person, e.event, e.day, c.before, c.after, c.gamesBefore, c.games}
}

// insertChanges stores the changes of a new submission.
func insertChanges(ctx context.Context, tx *store.Tx, e submission, changes []change) error {
	rows := make([][]any, len(changes))
	for i, c := range changes {
		rows[i] = changeRow(e, c)
	}
	if err := insertRows(ctx, tx, changeInsert, "", rows); err != nil {
		return fmt.Errorf("store the changes of event %d: %w", e.event, err)
	}
	return nil
}

// writeChanges stores how changes differ from what was stored.
func writeChanges(ctx context.Context, tx *store.Tx, order []differing) error {
	var added [][]any
	var moved [][]any
	for _, e := range order {
		for _, d := range e.changes {
			switch c := d.now; {
			case c == nil:
				if _, err := tx.Exec(
					ctx, `DELETE FROM rating_change WHERE submission_id = $1 AND person_id = $2`, e.id, d.person(),
				); err != nil {
					return fmt.Errorf("remove a change of event %d: %w", e.event, err)
				}
			case d.stored == nil:
				added = append(added, changeRow(e.submission, *c))
			default:
				moved = append(moved, []any{
					int64(e.id), int64(c.person), int64(c.before), int64(c.after), int64(c.gamesBefore), int64(c.games),
				})
			}
		}
	}
	if err := insertRows(ctx, tx, changeInsert, "", added); err != nil {
		return fmt.Errorf("store changes of later events: %w", err)
	}
	if len(moved) == 0 {
		return nil
	}
	if err := tx.ExecEach(ctx, moveChanges, inPieces(moved, movedRows)); err != nil {
		return fmt.Errorf("store the changes of later events: %w", err)
	}
	return nil
}

// movedRows is how many rows moveChanges takes, of six figures each: more at once are
// no faster.
const movedRows = 16

// moveChanges gives stored changes their new figures. There may be 200,000 of them
// while everyone who writes waits: an INSERT that gives way to an UPDATE looks up
// what every row refers to, and takes three times as long.
var moveChanges = `
	WITH now (submission, person, before, after, earlier, played) AS (VALUES ` + numbers(movedRows, 6) + `)
	UPDATE rating_change
	SET before_milli = now.before, after_milli = now.after, games_before = now.earlier, games = now.played
	FROM now
	WHERE submission_id = now.submission AND person_id = now.person`

// numbers writes placeholders of whole numbers, which PostgreSQL is told in the
// first row.
func numbers(rows, columns int) string {
	first, rest, _ := strings.Cut(store.Values(rows, columns), ")")
	marks := strings.Split(strings.TrimPrefix(first, "("), ",")
	return "(CAST(" + strings.Join(marks, " AS BIGINT),CAST(") + " AS BIGINT))" + rest
}

// inPieces gives rows n at a time as parameters; the last piece repeats its last
// row, which changes nothing.
func inPieces(rows [][]any, n int) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for piece := range slices.Chunk(rows, n) {
			args := slices.Concat(piece...)
			for range n - len(piece) {
				args = append(args, piece[len(piece)-1]...)
			}
			if !yield(args) {
				return
			}
		}
	}
}

// refreshList makes the list say, for these players, what their last change says, or the
// rating that was set or taken over since.
func refreshList(ctx context.Context, tx *store.Tx, players []PersonID) error {
	at := make(map[PersonID]standing, len(players))
	for _, id := range players {
		at[id] = standing{}
	}
	err := forIDs(players, func(in string, args []any) error {
		last, err := store.All(ctx, tx, scanListed, `
			SELECT p.id, c.after_milli, c.games_before + c.games, c.day
			FROM person p
			JOIN rating_change c ON c.person_id = p.id
			 AND c.submission_id = (SELECT l.submission_id
			                        FROM rating_change l
			                        WHERE l.person_id = p.id
			                        ORDER BY l.day DESC, l.event_id DESC
			                        LIMIT 1)
			WHERE p.id IN `+in, args...)
		for _, l := range last {
			at[l.person] = standing{l.milli, l.games, l.lastDay}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read the last changes: %w", err)
	}
	if err := setSince(ctx, tx, at, civil.On(9999, time.December, 31)); err != nil {
		return err
	}
	rows := make([][]any, 0, len(players))
	var gone []PersonID
	for _, id := range sortedPersons(at) {
		if st := at[id]; st.games > 0 {
			rows = append(rows, []any{id, st.milli, st.games, st.last})
		} else {
			gone = append(gone, id)
		}
	}
	err = insertRows(ctx, tx, `INSERT INTO rating (person_id, milli, games, last_day)`, `
		ON CONFLICT (person_id) DO UPDATE SET
			milli = excluded.milli,
			games = excluded.games,
			last_day = excluded.last_day`, rows)
	if err != nil {
		return fmt.Errorf("write the rating list: %w", err)
	}
	return forIDs(gone, func(in string, args []any) error {
		if _, err := tx.Exec(ctx, `DELETE FROM rating WHERE person_id IN `+in, args...); err != nil {
			return fmt.Errorf("take players off the rating list: %w", err)
		}
		return nil
	})
}

// insertRows inserts rows of equal length, which head names; tail follows the
// values.
func insertRows(ctx context.Context, tx *store.Tx, head, tail string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	columns := len(rows[0])
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		if _, err := tx.Exec(
			ctx, head+` VALUES `+store.Values(len(chunk), columns)+tail, slices.Concat(chunk...)...,
		); err != nil {
			return err
		}
	}
	return nil
}

// forIDs runs f for ids in pieces that fit an IN; the fixed parameters are $1
// and on.
func forIDs[T ~int64](ids []T, f func(in string, args []any) error, fixed ...any) error {
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		in, args := store.In(slices.Clone(fixed), chunk)
		if err := f(in, args); err != nil {
			return err
		}
	}
	return nil
}
