package clubs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const returnColumns = `r.id, r.club_id, r.year, r.state, r.file_name, r.content_hash, r.rows_hash, r.columns_read,
	r.list_received, r.rate_id,
	coalesce((SELECT s.amount FROM subscription_rate s WHERE s.id = r.rate_id), 0), coalesce(r.members, 0), coalesce(r.charged, 0), coalesce(r.fee, 0),
	r.fee_complete, r.effective_from, r.created_at, r.created_by, r.submitted_at, r.submitted_by,
	r.confirmed_at, r.confirmed_by, r.version, r.fee_trace, r.consent_on, r.consent_by, r.consent_wording`

func scanReturn(s store.Scanner) (Return, error) {
	var r Return
	var columns, trace string
	if err := s.Scan(&r.ID, &r.Club, &r.Year, &r.State, &r.FileName, &r.ContentHash, &r.RowsHash, &columns,
		&r.ListReceived, store.ZeroNull(&r.Rate), &r.RateAmount, &r.Members, &r.Charged, &r.Fee,
		&r.FeeComplete, &r.From, &r.CreatedAt, store.ZeroNull(&r.CreatedBy), &r.SubmittedAt, store.ZeroNull(&r.SubmittedBy),
		&r.ConfirmedAt, store.ZeroNull(&r.ConfirmedBy), &r.Version,
		&trace, &r.Consent.On, &r.Consent.StatedBy, &r.Consent.Wording); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(columns), &r.Columns); err != nil {
		return r, fmt.Errorf("read the columns of return %d: %w", r.ID, err)
	}
	var err error
	r.FeeTrace, err = constitution.DecodeTrace(trace)
	return r, err
}

func returnByID(ctx context.Context, q store.Queryer, id ReturnID) (Return, error) {
	r, err := store.One(ctx, q, scanReturn, `
		SELECT `+returnColumns+`
		FROM club_return r
		WHERE r.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return r, apperr.New(apperr.NotFound, "Return not found.")
	}
	return r, err
}

// returnsOfClub reads a club's returns, the newest first.
func returnsOfClub(ctx context.Context, q store.Queryer, club ClubID) ([]Return, error) {
	return store.All(ctx, q, scanReturn, `
		SELECT `+returnColumns+`
		FROM club_return r
		WHERE r.club_id = $1 AND r.state <> 'withdrawn'
		ORDER BY r.year DESC, r.id DESC`, club)
}

// returnsOfYears reads the returns of the years from–to, oldest first.
func returnsOfYears(ctx context.Context, q store.Queryer, from, to members.Year) ([]Return, error) {
	return store.All(ctx, q, scanReturn, `
		SELECT `+returnColumns+`
		FROM club_return r
		WHERE r.year BETWEEN $1 AND $2 AND r.state <> 'withdrawn'
		ORDER BY r.id`, int64(from), int64(to))
}

// effectiveReturnsOf reads the confirmed returns in effect that have some of these rows, the oldest first.
func effectiveReturnsOf(ctx context.Context, q store.Queryer, rows []int64) ([]Return, error) {
	list, args := store.In(nil, rows)
	return store.All(ctx, q, scanReturn, `
		SELECT `+returnColumns+`
		FROM club_return r
		WHERE r.state = 'confirmed' AND r.effective_from IS NOT NULL
		  AND EXISTS (SELECT 1 FROM club_return_row w WHERE w.return_id = r.id AND w.id IN `+list+`)
		ORDER BY r.year, r.id`, args...)
}

// openReturn finds the return of club and year that can still be changed.
func openReturn(
	ctx context.Context, q store.Queryer, club ClubID, year members.Year,
) (r Return, found bool, err error) {
	r, err = store.One(ctx, q, scanReturn, `
		SELECT `+returnColumns+`
		FROM club_return r
		WHERE r.club_id = $1 AND r.year = $2 AND r.state IN ('draft', 'submitted')`, club, int64(year))
	if errors.Is(err, store.ErrNoRows) {
		return Return{}, false, nil
	}
	return r, err == nil, err
}

// lastList is a club's last confirmed list, and the last year that a list was confirmed for.
type lastList struct {
	day  civil.Date
	year members.Year
}

// lastLists reads the last lists of all clubs.
func lastLists(ctx context.Context, q store.Queryer) (map[ClubID]lastList, error) {
	type row struct {
		club ClubID
		lastList
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.club, &r.day, &r.year)
		return r, err
	}, `
		SELECT club_id, max(list_received), max(year)
		FROM club_return
		WHERE state = 'confirmed'
		GROUP BY club_id`)
	if err != nil {
		return nil, fmt.Errorf("read the last lists: %w", err)
	}
	out := make(map[ClubID]lastList, len(rows))
	for _, r := range rows {
		out[r.club] = r.lastList
	}
	return out, nil
}

// insertReturn starts a return. Somebody else may have started one at the same
// moment: that is a Conflict.
func insertReturn(ctx context.Context, tx *store.Tx, r Return) (ReturnID, error) {
	id, err := store.One(ctx, tx, store.Value[ReturnID], `
		INSERT INTO club_return (club_id, year, state, created_at, created_by)
		VALUES ($1, $2, 'draft', $3, $4)
		RETURNING id`, r.Club, int64(r.Year), r.CreatedAt, store.NullZero(r.CreatedBy))
	if store.IsUnique(err) {
		return 0, errChanged(r.ID)
	}
	if err != nil {
		return 0, fmt.Errorf("start a return: %w", err)
	}
	return id, nil
}

// saveReturn writes everything that changes of a return, if nobody else did
// since it was read, and counts its version up.
func saveReturn(ctx context.Context, tx *store.Tx, r *Return) error {
	columns, err := json.Marshal(r.Columns)
	if err != nil {
		return err
	}
	if r.Columns == nil {
		columns = []byte("[]")
	}
	trace, err := constitution.EncodeTrace(r.FeeTrace)
	if err != nil {
		return err
	}
	confirmed := func(v int64) any {
		if r.State != Confirmed {
			return nil
		}
		return v
	}
	n, err := tx.Exec(ctx, `
		UPDATE club_return
		SET state = $3, file_name = $4, content_hash = $5, rows_hash = $6, columns_read = $7,
		    list_received = $8, rate_id = $9, members = $10, charged = $11, fee = $12,
		    fee_complete = $13, effective_from = $14, submitted_at = $15, submitted_by = $16,
		    confirmed_at = $17, confirmed_by = $18, fee_trace = $19, consent_on = $20, consent_by = $21,
		    consent_wording = $22, version = version + 1
		WHERE id = $1 AND version = $2`,
		r.ID, r.Version, string(r.State), r.FileName, r.ContentHash, r.RowsHash, string(columns),
		r.ListReceived, store.NullZero(r.Rate), confirmed(int64(r.Members)), confirmed(int64(r.Charged)),
		confirmed(int64(r.Fee)),
		r.FeeComplete, r.From, r.SubmittedAt, store.NullZero(r.SubmittedBy),
		r.ConfirmedAt, store.NullZero(r.ConfirmedBy), trace, r.Consent.On, r.Consent.StatedBy, r.Consent.Wording)
	if err != nil {
		return fmt.Errorf("save return %d: %w", r.ID, err)
	}
	if n == 0 {
		return errChanged(r.ID)
	}
	r.Version++
	return nil
}

const rowColumns = `w.id, w.return_id, w.number, w.member_no, w.family_name, w.given_names, w.email, w.phone,
	w.address, w.grade, w.note, w.decision, w.person_id, w.waived_on, w.waiver_reason,
	coalesce(w.charge, 0), w.term_kind, w.term_to, w.trace, w.since`

func scanRow(s store.Scanner) (Row, error) {
	var r Row
	var kind, trace string
	if err := s.Scan(&r.ID, &r.Return, &r.Number, &r.MemberNo, &r.Family, &r.Given, &r.Email, &r.Phone,
		&r.Address, &r.Grade, &r.Note, &r.Decision, store.ZeroNull(&r.Person), &r.Waiver.On, &r.Waiver.Reason,
		&r.Charge, store.EmptyNull(&kind), &r.TermTo, &trace, &r.Since); err != nil {
		return r, err
	}
	r.TermKind = members.TermKind(kind)
	var err error
	r.Trace, err = constitution.DecodeTrace(trace)
	return r, err
}

func rowsOf(ctx context.Context, q store.Queryer, id ReturnID) ([]Row, error) {
	rows, err := store.All(ctx, q, scanRow, `
		SELECT `+rowColumns+`
		FROM club_return_row w
		WHERE w.return_id = $1
		ORDER BY w.number`, id)
	if err != nil {
		return nil, fmt.Errorf("read the rows of return %d: %w", id, err)
	}
	return rows, nil
}

func rowByID(ctx context.Context, q store.Queryer, id ReturnID, row RowID) (Row, error) {
	r, err := store.One(ctx, q, scanRow, `
		SELECT `+rowColumns+`
		FROM club_return_row w
		WHERE w.return_id = $1 AND w.id = $2`, id, row)
	if errors.Is(err, store.ErrNoRows) {
		return r, apperr.New(apperr.NotFound, "Row not found in this return.")
	}
	return r, err
}

// waivedCharges reads the charges that were waived on each of the returns,
// once confirmed.
func waivedCharges(
	ctx context.Context, q store.Queryer, returns []ReturnID,
) (map[ReturnID][]constitution.Credit, error) {
	type waived struct {
		id ReturnID
		constitution.Credit
	}
	out := map[ReturnID][]constitution.Credit{}
	for chunk := range slices.Chunk(returns, store.MaxIn) {
		list, args := store.In(nil, chunk)
		rows, err := store.All(ctx, q, func(s store.Scanner) (waived, error) {
			w := waived{Credit: constitution.Credit{Kind: constitution.Waived}}
			err := s.Scan(&w.id, &w.Day, &w.Amount)
			return w, err
		}, `
			SELECT return_id, waived_on, charge
			FROM club_return_row
			WHERE waived_on IS NOT NULL AND charge > 0 AND return_id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read waivers: %w", err)
		}
		for _, w := range rows {
			out[w.id] = append(out[w.id], w.Credit)
		}
	}
	return out, nil
}

// replaceRows puts the rows of a new upload in the place of the old ones.
func replaceRows(ctx context.Context, tx *store.Tx, id ReturnID, rows []Row) error {
	if _, err := tx.Exec(ctx, `DELETE FROM club_return_row WHERE return_id = $1`, id); err != nil {
		return fmt.Errorf("clear the rows of return %d: %w", id, err)
	}
	const columns = 15
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, r := range chunk {
			args = append(args, id, r.Number, r.MemberNo, r.Family, r.Given, r.Email, r.Phone, r.Address, r.Grade, r.Note,
				string(r.Decision), store.NullZero(r.Person), r.Waiver.On, r.Waiver.Reason, r.Since)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO club_return_row (return_id, number, member_no, family_name, given_names, email, phone, address,
			                             grade, note, decision, person_id, waived_on, waiver_reason, since)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("add the rows of return %d: %w", id, err)
		}
	}
	return nil
}

// saveRow writes the cells, the decision and the waiver of a row.
func saveRow(ctx context.Context, tx *store.Tx, r Row) error {
	_, err := tx.Exec(ctx, `
		UPDATE club_return_row
		SET member_no = $2, family_name = $3, given_names = $4, email = $5, phone = $6, address = $7, grade = $8,
		    note = $9, decision = $10, person_id = $11, waived_on = $12, waiver_reason = $13, since = $14
		WHERE id = $1`,
		r.ID, r.MemberNo, r.Family, r.Given, r.Email, r.Phone, r.Address, r.Grade,
		r.Note, string(r.Decision), store.NullZero(r.Person), r.Waiver.On, r.Waiver.Reason, r.Since)
	if err != nil {
		return fmt.Errorf("save row %d: %w", r.ID, err)
	}
	return nil
}

// fixRow writes what the confirmation makes of a row.
func fixRow(ctx context.Context, tx *store.Tx, r Row) error {
	trace, err := constitution.EncodeTrace(r.Trace)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		UPDATE club_return_row
		SET person_id = $2, charge = $3, waived_on = $7, term_kind = $4, term_to = $5, trace = $6
		WHERE id = $1`,
		r.ID, store.NullZero(r.Person), int64(r.Charge), store.NullEmpty(string(r.TermKind)), r.TermTo, trace,
		r.Waiver.On); err != nil {
		return fmt.Errorf("fix row %d: %w", r.ID, err)
	}
	return nil
}

func candidatesOf(ctx context.Context, q store.Queryer, id ReturnID) (map[RowID][]RowCandidate, error) {
	type found struct {
		row RowID
		RowCandidate
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (found, error) {
		var f found
		err := s.Scan(&f.row, &f.Person, &f.Score, &f.Why)
		return f, err
	}, `
		SELECT c.row_id, c.person_id, c.score, c.why
		FROM club_return_candidate c
		JOIN club_return_row w ON w.id = c.row_id
		WHERE w.return_id = $1
		ORDER BY c.row_id, c.score DESC, c.person_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the candidates of return %d: %w", id, err)
	}
	out := map[RowID][]RowCandidate{}
	for _, f := range all {
		out[f.row] = append(out[f.row], f.RowCandidate)
	}
	return out, nil
}

// insertCandidates adds the candidates found for each row, by its number in
// the list.
func insertCandidates(ctx context.Context, tx *store.Tx, id ReturnID, byNumber map[int][]RowCandidate) error {
	rows, err := rowsOf(ctx, tx, id)
	if err != nil {
		return err
	}
	const columns = 4
	var all []any
	for _, r := range rows {
		for _, c := range byNumber[r.Number] {
			all = append(all, r.ID, c.Person, c.Score, c.Why)
		}
	}
	for chunk := range slices.Chunk(all, store.InsertRows(columns)*columns) {
		if _, err := tx.Exec(ctx, `
			INSERT INTO club_return_candidate (row_id, person_id, score, why)
			VALUES `+store.Values(len(chunk)/columns, columns), chunk...); err != nil {
			return fmt.Errorf("add the candidates of return %d: %w", id, err)
		}
	}
	return nil
}

func deleteCandidates(ctx context.Context, tx *store.Tx, row RowID) error {
	_, err := tx.Exec(ctx, `DELETE FROM club_return_candidate WHERE row_id = $1`, row)
	return err
}

// listLengths counts the rows of each of the returns.
func listLengths(ctx context.Context, q store.Queryer, returns []ReturnID) (map[ReturnID]int, error) {
	type length struct {
		id ReturnID
		n  int
	}
	out := make(map[ReturnID]int, len(returns))
	for chunk := range slices.Chunk(returns, store.MaxIn) {
		list, args := store.In(nil, chunk)
		lengths, err := store.All(ctx, q, func(s store.Scanner) (length, error) {
			var l length
			err := s.Scan(&l.id, &l.n)
			return l, err
		}, `
			SELECT return_id, COUNT(*)
			FROM club_return_row
			WHERE return_id IN `+list+`
			GROUP BY return_id`, args...)
		if err != nil {
			return nil, fmt.Errorf("count the rows of returns: %w", err)
		}
		for _, l := range lengths {
			out[l.id] = l.n
		}
	}
	return out, nil
}
