package takeover

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
)

func insertFile(
	ctx context.Context, tx *store.Tx, account auth.AccountID, name, hash string, c content, at civil.Instant,
) (FileID, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return 0, fmt.Errorf("keep a file: %w", err)
	}
	id, err := store.One(ctx, tx, store.Value[FileID], `
		INSERT INTO takeover_file (account_id, name, hash, content, sent_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, account, name, hash, string(text), at)
	if err != nil {
		return 0, fmt.Errorf("keep a file: %w", err)
	}
	return id, nil
}

// filesOf reads the files that wait for an account, in the order in which they came.
func filesOf(ctx context.Context, q store.Queryer, account auth.AccountID) ([]waiting, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (f waiting, err error) {
		var text string
		if err = s.Scan(&f.ID, &f.Name, &f.Hash, &f.Version, &text); err == nil {
			err = json.Unmarshal([]byte(text), &f.content)
		}
		return f, err
	}, `
		SELECT id, name, hash, version, content
		FROM takeover_file
		WHERE account_id = $1 AND takeover_id IS NULL
		ORDER BY id`, account)
	if err != nil {
		return nil, fmt.Errorf("read the files that wait: %w", err)
	}
	return list, nil
}

// lockFiles makes whoever changes an account's files wait for whoever is doing so.
func lockFiles(ctx context.Context, tx *store.Tx, account auth.AccountID) error {
	if _, err := tx.Exec(ctx, `
		UPDATE takeover_file
		SET version = version
		WHERE account_id = $1 AND takeover_id IS NULL`, account); err != nil {
		return fmt.Errorf("wait for the files: %w", err)
	}
	return nil
}

func saveFile(ctx context.Context, tx *store.Tx, f waiting) error {
	text, err := json.Marshal(f.content)
	if err != nil {
		return fmt.Errorf("keep a file: %w", err)
	}
	if _, err := tx.Exec(ctx, `
		UPDATE takeover_file
		SET content = $2, version = version + 1
		WHERE id = $1`, f.ID, string(text)); err != nil {
		return fmt.Errorf("keep a file: %w", err)
	}
	return nil
}

func deleteFile(ctx context.Context, tx *store.Tx, account auth.AccountID, id FileID) (found bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM takeover_file WHERE id = $1 AND account_id = $2 AND takeover_id IS NULL`, id, account)
	if err != nil {
		return false, fmt.Errorf("remove a file: %w", err)
	}
	return n > 0, nil
}

// finishFile has a file be part of a take-over: its content is kept no longer.
func finishFile(ctx context.Context, tx *store.Tx, id FileID, in ID) error {
	if _, err := tx.Exec(ctx, `
		UPDATE takeover_file
		SET content = '', takeover_id = $2, version = version + 1
		WHERE id = $1`, id, in); err != nil {
		return fmt.Errorf("finish a file: %w", err)
	}
	return nil
}

// said is what is kept of a row.
type said struct {
	Fields map[string]string `json:"fields,omitempty"`
	Years  []members.Year    `json:"years,omitempty"`
}

// keptRows reads the rows of take-overs that stand, the oldest first.
func keptRows(ctx context.Context, q store.Queryer) ([]keptRow, error) {
	rows, err := store.All(ctx, q, func(s store.Scanner) (r keptRow, err error) {
		var text, name string
		var at civil.Instant
		if err = s.Scan(store.ZeroNull(&r.person), &name, &at, &r.key, &r.name, &r.number, &text, &r.takeover); err != nil {
			return r, err
		}
		var what said
		err = json.Unmarshal([]byte(text), &what)
		r.file, r.said, r.years = name+" on "+at.Date().Long(), what.Fields, what.Years
		return r, err
	}, `
		SELECT r.person_id, f.name, t.taken_at, r.row_key, r.name_key, r.number, r.said, r.takeover_id
		FROM takeover_row r
		JOIN takeover t ON t.id = r.takeover_id
		JOIN takeover_file f ON f.id = r.file_id
		WHERE t.undone_at IS NULL
		ORDER BY r.id`)
	if err != nil {
		return nil, fmt.Errorf("read which rows were taken over: %w", err)
	}
	return rows, nil
}

func insertRows(ctx context.Context, tx *store.Tx, id ID, rows []Row, of func(Row) (PersonID, said)) error {
	const columns = 8
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, r := range chunk {
			person, what := of(r)
			text, err := json.Marshal(what)
			if err != nil {
				return fmt.Errorf("keep which rows were taken over: %w", err)
			}
			args = append(args, id, r.File, r.Row, r.line.key(), r.line.nameKey(), r.line.get(sheet.MemberNo), store.NullZero(person), string(text))
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO takeover_row (takeover_id, file_id, row_no, row_key, name_key, number, person_id, said)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("keep which rows were taken over: %w", err)
		}
	}
	return nil
}

// made is a row that a take-over has made or changed.
type made struct {
	in  string
	id  int64
	was string
}

func insertMade(ctx context.Context, tx *store.Tx, id ID, all []made) error {
	const columns = 5
	no := 0
	for chunk := range slices.Chunk(all, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, m := range chunk {
			no++
			args = append(args, id, no, m.in, m.id, m.was)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO takeover_made (takeover_id, no, made_in, row_id, was)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("write down what was made: %w", err)
		}
	}
	return nil
}

func madeBy(ctx context.Context, q store.Queryer, id ID) ([]made, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (m made, err error) {
		err = s.Scan(&m.in, &m.id, &m.was)
		return m, err
	}, `
		SELECT made_in, row_id, was
		FROM takeover_made
		WHERE takeover_id = $1
		ORDER BY no`, id)
	if err != nil {
		return nil, fmt.Errorf("read what was made: %w", err)
	}
	return list, nil
}

// headings reads what was chosen before.
func headings(ctx context.Context, q store.Queryer) (map[string]string, error) {
	type one struct{ heading, means string }
	list, err := store.All(ctx, q, func(s store.Scanner) (h one, err error) {
		err = s.Scan(&h.heading, &h.means)
		return h, err
	}, `
		SELECT heading, means
		FROM takeover_heading`)
	if err != nil {
		return nil, fmt.Errorf("read what was chosen before: %w", err)
	}
	out := make(map[string]string, len(list))
	for _, h := range list {
		out[h.heading] = h.means
	}
	return out, nil
}

func keepHeading(ctx context.Context, tx *store.Tx, heading, means string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO takeover_heading (heading, means, chosen_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (heading) DO UPDATE SET means = excluded.means, chosen_at = excluded.chosen_at`, heading, means, at); err != nil {
		return fmt.Errorf("keep what was chosen: %w", err)
	}
	return nil
}

// peopledClubs are the clubs that have members from a year on.
func peopledClubs(ctx context.Context, q store.Queryer, from members.Year) (map[ClubID]bool, error) {
	list, err := store.All(ctx, q, store.Value[ClubID], `
		SELECT DISTINCT t.club_id
		FROM membership_term t
		WHERE t.club_id IS NOT NULL AND t.year >= $1 AND t.corrected = FALSE AND t.kind <> 'void'`, int64(from))
	if err != nil {
		return nil, fmt.Errorf("read which clubs have members: %w", err)
	}
	out := make(map[ClubID]bool, len(list))
	for _, id := range list {
		out[id] = true
	}
	return out, nil
}

// ratingsSet are the ratings that were set and count.
func ratingsSet(ctx context.Context, q store.Queryer) (map[PersonID][]setRating, error) {
	out := map[PersonID][]setRating{}
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var x setRating
		var milli scale.Milli
		err = s.Scan(&id, &x.Day, &milli, store.ZeroNull(&x.Games))
		x.Rating = milli.Published()
		out[id] = append(out[id], x)
		return id, err
	}, `
		SELECT person_id, day, milli, games
		FROM rating_correction
		WHERE withdrawn_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("read the ratings that were set: %w", err)
	}
	return out, nil
}

// span is a stretch of numbers.
type span struct{ from, until int64 }

// reservedNumbers are those that events have which are, or were, away.
func reservedNumbers(ctx context.Context, q store.Queryer) ([]span, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (x span, err error) {
		err = s.Scan(&x.from, &x.until)
		return x, err
	}, `SELECT new_from, new_until FROM event_loan`)
	if err != nil {
		return nil, fmt.Errorf("read the numbers of events that are away: %w", err)
	}
	return list, nil
}

// leadsOn are the numbers of records that were joined with others.
func leadsOn(ctx context.Context, q store.Queryer) (map[PersonID]PersonID, error) {
	out := map[PersonID]PersonID{}
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var kept PersonID
		err = s.Scan(&id, &kept)
		out[id] = kept
		return id, err
	}, `SELECT gone_id, kept_id FROM person_alias`)
	if err != nil {
		return nil, fmt.Errorf("read the numbers that lead on: %w", err)
	}
	return out, nil
}

const takeoverColumns = `t.id, t.taken_at, t.taken_by, t.summary, t.undone_at, t.undone_by, t.undone_why`

func scanTakeover(s store.Scanner) (t Taken, err error) {
	var text string
	if err = s.Scan(&t.ID, &t.At, &t.By, &text, &t.UndoneAt, &t.UndoneBy, &t.UndoneWhy); err == nil {
		err = json.Unmarshal([]byte(text), &t.Summary)
	}
	return t, err
}

func takeovers(ctx context.Context, q store.Queryer) ([]Taken, error) {
	list, err := store.All(ctx, q, scanTakeover, `
		SELECT `+takeoverColumns+`
		FROM takeover t
		ORDER BY t.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read what was taken over: %w", err)
	}
	return list, nil
}

func takeoverByID(ctx context.Context, q store.Queryer, id ID) (Taken, error) {
	t, err := store.One(ctx, q, scanTakeover, `
		SELECT `+takeoverColumns+`
		FROM takeover t
		WHERE t.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return t, errNotFound
	}
	return t, err
}

func insertTakeover(ctx context.Context, tx *store.Tx, at civil.Instant, by string, s Summary) (ID, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return 0, fmt.Errorf("write down what is taken over: %w", err)
	}
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO takeover (taken_at, taken_by, summary)
		VALUES ($1, $2, $3)
		RETURNING id`, at, by, string(text))
	if err != nil {
		return 0, fmt.Errorf("write down what is taken over: %w", err)
	}
	return id, nil
}

// above are the numbers of the rows of a table above one, that are of these people where they are given.
func above(ctx context.Context, tx *store.Tx, table string, after int64, people []PersonID) (ids []int64, err error) {
	for chunk := range slices.Chunk(people, store.MaxIn-1) {
		list, args := store.In([]any{after}, chunk)
		found, err := store.All(ctx, tx, store.Value[int64], `
			SELECT id
			FROM `+table+`
			WHERE id > $1 AND person_id IN `+list+`
			ORDER BY id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read what was made: %w", err)
		}
		ids = append(ids, found...)
	}
	return ids, nil
}

func highest(ctx context.Context, tx *store.Tx, table string) (int64, error) {
	n, err := store.One(ctx, tx, store.Value[int64], `SELECT COALESCE(MAX(id), 0) FROM `+table)
	if err != nil {
		return 0, fmt.Errorf("read the last number of %s: %w", table, err)
	}
	return n, nil
}
