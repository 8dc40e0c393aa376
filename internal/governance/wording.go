package governance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// WordingImport is an official wording to be entered.
type WordingImport struct {
	From       civil.Date // of the version it is the wording of; zero: the first
	Paragraphs []constitution.Paragraph
	Seen       string // Fingerprint of what it replaces, as it was looked at; empty: whatever there is
}

// Fingerprint tells one wording from another.
func Fingerprint(paragraphs []constitution.Paragraph) string {
	content, err := json.Marshal(paragraphs)
	if err != nil {
		panic(err) // texts and numbers
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// ImportWording takes the official wording of a version in place of what was
// there, and says how many paragraphs differ. What somebody else has changed
// since it was looked at is a Conflict.
func (s *Service) ImportWording(ctx context.Context, actor auth.Actor, in WordingImport) (changed int, err error) {
	from, paragraphs := in.From, in.Paragraphs
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return 0, err
	}
	if len(paragraphs) == 0 {
		return 0, apperr.New(apperr.Invalid, "There are no numbered paragraphs to import.")
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := versionFrom(ctx, tx, from); err != nil {
			return nil, err
		}
		before, err := wording(ctx, tx, from)
		if err != nil {
			return nil, err
		}
		if in.Seen != "" && in.Seen != Fingerprint(before) {
			return nil, usecase.Stale("the wording", "constitution_version", 0)
		}
		if changed = len(CompareWording(before, paragraphs)); changed == 0 {
			return nil, usecase.ErrSame
		}
		if err := replaceWording(ctx, tx, from, paragraphs); err != nil {
			return nil, err
		}
		return permit.Did(
			"import.wording", "constitution_version", 0,
			map[string]any{"from": from, "paragraphs": len(before)},
			map[string]any{"from": from, "paragraphs": len(paragraphs), "changed": changed},
		), nil
	})
	return changed, err
}

// AdoptWording enters, within tx, the official wording that the motions of an
// adopted version say. Only the package that records their outcome calls it.
func (s *Service) AdoptWording(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, from civil.Date, paragraphs []constitution.Paragraph,
) error {
	if err := replaceWording(ctx, tx, from, paragraphs); err != nil {
		return err
	}
	return permit.Did("adopt.wording", "constitution_version", 0, nil, map[string]any{
		"from": from, "paragraphs": len(paragraphs),
	}).Write(ctx, tx)
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

// GoverningWording is the official wording of the version that a general meeting
// on a day is held by, by rule.
func (s *Service) GoverningWording(
	ctx context.Context, q store.Queryer, meeting civil.Date,
) (map[string]constitution.Paragraph, error) {
	all, err := versions(ctx, q)
	if err != nil {
		return nil, err
	}
	paragraphs, err := wording(ctx, q, all.Governing(meeting).From)
	out := make(map[string]constitution.Paragraph, len(paragraphs))
	for _, p := range paragraphs {
		out[p.Number] = p
	}
	return out, err
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
