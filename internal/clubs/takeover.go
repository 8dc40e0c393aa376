package clubs

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// PastList is a club's list of which it is known who each row is: from the
// society's own records rather than from an upload.
type PastList struct {
	Club     ClubID
	Year     members.Year
	Received civil.Date
	Source   string // where it comes from, in place of the file's name
	Rows     []PastRow
}

// PastRow is a row of a PastList. A blank ListRow.Family leaves the person's
// contact data as it is and is only allowed with a Person.
type PastRow struct {
	Person PersonID // 0: somebody who is not in the register yet
	ListRow
}

// TakeOver records and confirms a list without a preview, by the same rules as
// an upload that is confirmed: for taking over the records of past years.
func (s *Service) TakeOver(ctx context.Context, actor auth.Actor, in PastList) (ReturnID, Affiliation, error) {
	permit, err := s.cases.May(actor, auth.ConfirmReturn, auth.Object{})
	if err != nil {
		return 0, Affiliation{}, err
	}
	var id ReturnID
	var out Affiliation
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		rows, err := pastRows(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		list := make([]ListRow, len(rows))
		for i := range rows {
			list[i] = rows[i].ListRow
		}
		l := ListOf(in.Source, list)
		r, found, err := openReturn(ctx, tx, in.Club, in.Year)
		if err != nil {
			return nil, err
		}
		if found && r.HasList() {
			return nil, apperr.New(apperr.Conflict, "The club already has an open return for %s.", in.Year)
		}
		if !found {
			r = Return{Club: in.Club, Year: in.Year, State: Draft, CreatedAt: s.cases.Now(), CreatedBy: actor.Person, Version: 1}
			if r.ID, err = insertReturn(ctx, tx, r); err != nil {
				return nil, err
			}
		}
		r.FileName, r.ContentHash, r.RowsHash, r.ListReceived = l.FileName, l.ContentHash, l.RowsHash, in.Received
		if err := replaceRows(ctx, tx, r.ID, rows); err != nil {
			return nil, err
		}
		p, err := s.preview(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		id = r.ID
		var entry *usecase.Entry
		out, entry, err = s.confirm(ctx, tx, actor, permit, &r, p)
		return entry, err
	})
	return id, out, err
}

func pastRows(ctx context.Context, q store.Queryer, in PastList) ([]Row, error) {
	var blank []PersonID
	for _, r := range in.Rows {
		if r.Person != 0 && r.Family == "" {
			blank = append(blank, r.Person)
		}
	}
	people, err := members.People(ctx, q, blank)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, 0, len(in.Rows))
	for i, r := range in.Rows {
		row := Row{ListRow: r.ListRow, Person: r.Person, Decision: SamePerson}
		row.Number = i + 1
		if r.Person == 0 {
			row.Decision = NewPerson
		} else if r.Family == "" {
			p, ok := people[r.Person]
			if !ok {
				return nil, fmt.Errorf("row %d names person %d, who is not in the register", i+1, r.Person)
			}
			row.Family, row.Given = p.Name.Family, p.Name.Given
		}
		rows = append(rows, row)
	}
	return rows, nil
}
