package clubs

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// beginTerms writes the terms that these rows of a return give from its effective day on, keeps with each row what that came
// to, and says how many there are. Those of someone who died since the list was confirmed, or resigned since it came, end on that
// day.
func beginTerms(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, h constitution.History, r Return, rows []Row,
) (int, error) {
	var ids []PersonID
	for _, row := range rows {
		if row.TermKind != "" {
			ids = append(ids, row.Person)
		}
	}
	held, err := inForceOf(ctx, tx, ids)
	if err != nil {
		return 0, err
	}
	earlier, err := members.EarlierOf(ctx, tx, ids)
	if err != nil {
		return 0, err
	}
	pieces, err := members.PiecesFromRows(ctx, tx, rowIDs(rows))
	if err != nil {
		return 0, err
	}
	var out []members.Term
	for _, row := range rows {
		if row.TermKind == "" {
			continue
		}
		g := members.Joining{
			Received: r.ListReceived, Effective: r.From, Year: r.Year, Terms: held[row.Person],
			Since: row.since(r.ListReceived), Earlier: earlier[row.Person],
		}.Under(h)
		for _, t := range termsOf(r, row, g, pieces[int64(row.ID)]) {
			t.RecordedAt, t.RecordedBy = now, actor.Person
			out = append(out, t)
		}
		if row.TermKind == g.Kind && row.TermTo == g.To && slices.Equal(row.Trace.Lines(), g.Trace.Lines()) {
			continue // as the confirmation foresaw
		}
		row.TermKind, row.TermTo, row.Trace = g.Kind, g.To, g.Trace
		if err := fixRow(ctx, tx, row); err != nil {
			return 0, err
		}
	}
	if err := members.InsertTerms(ctx, tx, out); err != nil {
		return 0, err
	}
	return len(out), endOfWhoLeft(ctx, tx, now, actor, r, rows, ids)
}

// termsOf are the terms that a row gives from the return's effective day on: one with the club, and of someone who moved since
// it was given before, one with each club after it.
func termsOf(r Return, row Row, g members.Registration, pieces []members.Term) []members.Term {
	t := members.Term{
		Person: row.Person, Club: r.Club, Year: r.Year, To: g.To, Kind: g.Kind, Trace: g.Trace, ReturnRow: int64(row.ID),
	}
	t.From, _ = g.From(r.From)
	out := t.Over(pieces, row.TermTo, func(t *members.Term) {
		t.Trace.Step(rule23, "Begins %s: the club’s registration is effective from %s (Rule 2.3)", t.From.Long(), r.From.Long())
	})
	for n := range out {
		if n > 0 {
			out[n].ReturnRow, out[n].MovedRow = 0, t.ReturnRow
		}
	}
	return out
}

// endOfWhoLeft has the terms that rows of a list gave to people who died, or who resigned when it had come, end on that day.
func endOfWhoLeft(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, r Return, rows []Row, ids []PersonID,
) error {
	left, err := members.LeftSince(ctx, tx, ids, r.ListReceived)
	if err != nil {
		return err
	}
	for _, row := range rows {
		d, has := left[row.Person]
		if !has {
			continue
		}
		terms, err := members.TermsFromRows(ctx, tx, []int64{int64(row.ID)}) // few have left
		if err != nil {
			return err
		}
		if err := members.EndByLeaving(ctx, tx, now, actor, terms, d); err != nil {
			return err
		}
	}
	return nil
}

// endTerms cancels the terms that came from the rows until the fee is in again, also those that a death keeps back.
func endTerms(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, rows []Row, why string,
) error {
	terms, err := members.TermsFromRows(ctx, tx, rowIDs(rows))
	if err != nil {
		return err
	}
	lifted, err := members.LiftedFromRows(ctx, tx, rowIDs(rows))
	if err != nil {
		return err
	}
	return members.CancelByStanding(ctx, tx, now, actor, append(terms, lifted...), why)
}

// BeginAgain writes within tx once more, by their rule, the terms of the lists that a departure ended, once it is undone, and
// says how many there are: also those of a record that was joined with the person's then and is parted from it again. Of a
// list whose fee is not in there are none: they come with it. The caller writes the audit entry.
func BeginAgain(
	ctx context.Context, tx *store.Tx, actor auth.Actor, now civil.Instant, departure int64, why string,
) (int, error) {
	h, err := governance.Load(ctx, tx)
	if err != nil {
		return 0, err
	}
	ended, err := members.RowsEndedBy(ctx, tx, departure)
	if err != nil || len(ended) == 0 {
		return 0, err
	}
	returns, err := effectiveReturnsOf(ctx, tx, ended)
	if err != nil {
		return 0, err
	}
	begun := 0
	for _, r := range returns { // few: one for each year and club
		rows, err := rowsOf(ctx, tx, r.ID)
		if err != nil {
			return 0, err
		}
		rows = slices.DeleteFunc(rows, func(row Row) bool { return !slices.Contains(ended, int64(row.ID)) })
		if len(rows) == 0 {
			continue
		}
		if err := endTerms(ctx, tx, now, actor, rows, why); err != nil {
			return 0, err
		}
		n, err := beginTerms(ctx, tx, now, actor, h, r, rows)
		if err != nil {
			return 0, err
		}
		begun += n
	}
	return begun, nil
}

// rowIDs are the ids of the rows as the terms name them.
func rowIDs(rows []Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = int64(row.ID)
	}
	return ids
}
