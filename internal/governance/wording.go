package governance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
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
	if err := s.require(actor, auth.ManageConstitution); err != nil {
		return 0, err
	}
	if len(paragraphs) == 0 {
		return 0, apperr.New(apperr.Invalid, "There are no numbered paragraphs to import.")
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := versionFrom(ctx, tx, from); err != nil {
			return err
		}
		before, err := wording(ctx, tx, from)
		if err != nil {
			return err
		}
		if in.Seen != "" && in.Seen != Fingerprint(before) {
			return apperr.New(
				apperr.Conflict, "Someone else changed the wording after you opened it. Your changes were not saved.",
			)
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

// AdoptWording enters, within tx, the official wording that the motions of an
// adopted version say. Only the package that records their outcome calls it.
func (s *Service) AdoptWording(
	ctx context.Context, tx *store.Tx, by auth.Actor, from civil.Date, paragraphs []constitution.Paragraph,
) error {
	if err := replaceWording(ctx, tx, from, paragraphs); err != nil {
		return err
	}
	return audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: by.By(), Action: "adopt.wording", Object: "constitution_version",
		After: map[string]any{"from": from, "paragraphs": len(paragraphs)},
	})
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
