package merging

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Undone is what undoing a merge gave back, and what it could not.
type Undone struct {
	Merge
	Back  int // rows that are the other record's again
	Stays int // rows that were changed or removed since: they stay as they are
}

// Undo parts two records again. What came after the merge stays with the kept one.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, id ID, why string) (out Undone, err error) {
	permit, err := s.cases.MayAgain(actor, auth.MergePeople, auth.Object{})
	if err != nil {
		return out, err
	}
	why = strings.TrimSpace(why)
	var f apperr.Fields
	checkReason(&f, why, "Say how you know that these are two people.")
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		out = Undone{}
		if _, err := s.ratings.Rejoin(ctx, tx, func() error {
			if err := s.mayUndo(ctx, tx, actor, id, &out); err != nil {
				return err
			}
			if err := part(ctx, tx, &out); err != nil {
				return err
			}
			return endMerge(ctx, tx, id, permit.Now(), permit.Name(), why)
		}); err != nil {
			return nil, err
		}
		booked, err := treasury.Part(ctx, tx, permit, out.Kept, out.Gone, int64(id))
		if err != nil {
			return nil, err
		}
		after := map[string]any{"number": out.Gone, "reason": why, "given_back": out.Back, "stays": out.Stays}
		return permit.Did("undo.merge", "person", int64(out.Kept), nil, after).
			Then(permit.Did("undo.merge", "person", int64(out.Gone), nil, after)).Then(booked), nil
	})
	return out, err
}

func (s *Service) mayUndo(ctx context.Context, tx *store.Tx, actor auth.Actor, id ID, out *Undone) error {
	m, err := mergeByID(ctx, tx, id)
	switch {
	case errors.Is(err, store.ErrNoRows):
		return apperr.New(apperr.NotFound, "Merge not found.")
	case err != nil:
		return err
	case !m.Stands():
		return apperr.New(apperr.Conflict, "This merge is already undone: by %s on %s.", m.UndoneBy, m.UndoneAt.Long())
	case actor.Person == m.Kept || actor.Person == m.Gone:
		return apperr.New(apperr.Forbidden, "The record is your own. Ask the other officer to undo the merge.")
	}
	out.Merge = m
	erased, err := erasedSince(ctx, tx, m)
	if err != nil {
		return err
	}
	if erased {
		return apperr.New(apperr.Conflict, "The person was erased after this: what the two records were is no longer known.")
	}
	asked, err := store.All(ctx, tx, store.Value[string], toBeErased, m.Kept, m.Gone)
	if err != nil {
		return fmt.Errorf("look whether someone is to be erased: %w", err)
	}
	if len(asked) > 0 { // it was asked about both
		return apperr.New(apperr.Conflict, "Number %s is to be erased. Have that confirmed or withdrawn first.", asked[0])
	}
	all, err := mergesOf(ctx, tx, m.Kept)
	if err != nil {
		return err
	}
	for _, later := range all {
		if later.ID > m.ID && later.Stands() {
			return apperr.New(
				apperr.Conflict, "Number %d was merged with number %d after this. Undo that merge first.", later.Kept, later.Gone,
			)
		}
	}
	return nil
}

// part gives back within tx what a merge carried.
func part(ctx context.Context, tx *store.Tx, out *Undone) error {
	m := out.Merge
	rows, err := carriedBy(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	for _, group := range together(rows) {
		back, err := giveBackAll(ctx, tx, m, group)
		if err != nil {
			return err
		}
		out.Back += back
		out.Stays += len(group) - back
	}
	if err := followBack(ctx, tx, m); err != nil {
		return err
	}
	if err := countPoints(ctx, tx); err != nil {
		return err
	}
	if err := auth.PartAccounts(ctx, tx, m.Kept, m.Gone, auth.Joined{Moved: m.movedAccount, Closed: m.closed}); err != nil {
		return err
	}
	people, err := members.People(ctx, tx, []members.PersonID{m.Kept, m.Gone})
	if err != nil {
		return err
	}
	if err := members.DropName(ctx, tx, int64(m.ID)); err != nil {
		return err
	}
	if m.was == "" {
		return nil
	}
	fields := strings.Split(m.was, ",")
	if slices.Contains(fields, showsFormer) {
		if err := members.ShowFormer(ctx, tx, m.Kept, true); err != nil {
			return err
		}
	}
	account, err := auth.AccountOf(ctx, tx, m.Gone)
	if err != nil {
		return err
	}
	return members.Refill(ctx, tx, m.Kept, empty(people[m.Kept], people[m.Gone], account.Email, fields))
}

// together are the rows in their order, those beside each other that are moved within one column as one.
func together(rows []carried) (out [][]carried) {
	for i, c := range rows {
		last := len(out) - 1
		if i > 0 && c.content == "" && out[last][0].content == "" && c.table == out[last][0].table && c.column == out[last][0].column {
			out[last] = append(out[last], c)
			continue
		}
		out = append(out, []carried{c})
	}
	return out
}

// giveBackAll gives back rows of one column and says how many it could.
func giveBackAll(ctx context.Context, tx *store.Tx, m Merge, rows []carried) (back int, err error) {
	r, found := referenceOf(rows[0].table, rows[0].column)
	if !found {
		return 0, fmt.Errorf("a merge carried %s.%s, which is not known", rows[0].table, rows[0].column)
	}
	keys := make([]rowKey, len(rows))
	for i, c := range rows {
		if keys[i], err = decodeKey(c.key); err != nil {
			return 0, err
		}
	}
	if rows[0].content == "" {
		return r.moveAll(ctx, tx, keys, m.Kept, m.Gone)
	}
	given, err := r.giveBack(ctx, tx, keys[0], m.Gone, rows[0].content)
	if given {
		back = 1
	}
	return back, err
}

func referenceOf(table, column string) (reference, bool) {
	for _, r := range references {
		if r.table == table && r.column == column {
			return r, true
		}
	}
	return reference{}, false
}
