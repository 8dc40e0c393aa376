package governance

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// ImportWording takes the official wording of the version from a day (zero:
// the first) in place of what was there, and says how many paragraphs differ.
func (s *Service) ImportWording(ctx context.Context, actor auth.Actor, from civil.Date, paragraphs []constitution.Paragraph) (changed int, err error) {
	if err := s.require(actor, auth.ManageConstitution); err != nil {
		return 0, err
	}
	if len(paragraphs) == 0 {
		return 0, apperr.New(apperr.Invalid, "There is no numbered paragraph to import.")
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := versionFrom(ctx, tx, from); err != nil {
			return err
		}
		before, err := wording(ctx, tx, from)
		if err != nil {
			return err
		}
		if changed = len(CompareWording(before, paragraphs)); changed == 0 {
			return nil
		}
		if err := replaceWording(ctx, tx, from, paragraphs); err != nil {
			return err
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: s.clock(), By: actor.By(), Action: "import.wording", Object: "constitution_version",
			Before: map[string]any{"from": from, "paragraphs": len(before)},
			After:  map[string]any{"from": from, "paragraphs": len(paragraphs), "changed": changed},
		})
	})
	return changed, err
}

// versionFrom refuses a day from which no version is.
func versionFrom(ctx context.Context, q store.Queryer, from civil.Date) error {
	if from.IsZero() {
		return nil
	}
	all, err := versions(ctx, q)
	if err != nil {
		return err
	}
	for _, v := range all {
		if v.From == from {
			return nil
		}
	}
	return apperr.New(apperr.NotFound, "There is no version of the constitution from %s.", from.Long())
}

// Wording is the official wording of the version that is in force on a day.
// None when it was not imported.
func (s *Service) Wording(ctx context.Context, day civil.Date) ([]constitution.Paragraph, error) {
	all, err := versions(ctx, s.db)
	if err != nil {
		return nil, err
	}
	return wording(ctx, s.db, all.On(day).From)
}
