package takeover

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Chosen is what was chosen for rows and for names of clubs.
type Chosen struct {
	Rows  map[Ref]Choice
	Clubs map[string]string // by the keys of the spellings: "new", "none", "club:7", "as:KEY"
}

// Choose keeps what was chosen.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, in Chosen) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		rows, err := s.choose(ctx, tx, actor, in)
		if err != nil {
			return nil, err
		}
		return permit.Did("choose.takeover", "takeover_file", 0, nil, map[string]int{"rows": rows, "clubs": len(in.Clubs)}), nil
	})
}

func (s *Service) choose(ctx context.Context, tx *store.Tx, actor auth.Actor, in Chosen) (rows int, err error) {
	if err := lockFiles(ctx, tx, actor.Account); err != nil {
		return 0, err
	}
	all, err := filesOf(ctx, tx, actor.Account)
	if err != nil {
		return 0, err
	}
	for i := range all {
		f, changed := &all[i], false
		for ref, choice := range in.Rows {
			if ref.File != f.ID || f.Choices[ref.Row] == choice || !f.hasRow(ref.Row) {
				continue
			}
			if choice.Kind == Same {
				if _, err := members.PersonByID(ctx, tx, choice.Person); err != nil {
					return 0, err
				}
			}
			if f.Choices == nil {
				f.Choices = map[int]Choice{}
			}
			f.Choices[ref.Row], changed = choice, true
			rows++
		}
		if changed {
			if err := saveFile(ctx, tx, *f); err != nil {
				return 0, err
			}
		}
	}
	for key, means := range in.Clubs {
		if len(key) != 20 || len(means) > 60 {
			return 0, apperr.New(apperr.Invalid, "Choose which club it is.")
		}
		if err := keepHeading(ctx, tx, "club:"+key, means, s.cases.Now()); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

func (c *content) hasRow(number int) bool {
	return slices.ContainsFunc(c.data(), func(row sheet.Row) bool { return row.Number == number })
}
