package governance

import (
	"context"
	"encoding/json"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// versions reads the versions after the shipped one, the oldest first.
func versions(ctx context.Context, q store.Queryer) (constitution.Versions, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (constitution.Constitution, error) {
		var content string
		if err := s.Scan(&content); err != nil {
			return constitution.Constitution{}, err
		}
		return constitution.Decode([]byte(content))
	}, `
		SELECT content
		FROM constitution_version
		ORDER BY from_day`)
	if err != nil {
		return nil, fmt.Errorf("read the versions of the constitution: %w", err)
	}
	return all, nil
}

func insertVersion(
	ctx context.Context, tx *store.Tx, from civil.Date, content, motion string, at civil.Instant, by string,
) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO constitution_version (from_day, content, motion, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, from, content, motion, at, by)
	if err != nil {
		return 0, fmt.Errorf("keep a version of the constitution: %w", err)
	}
	return id, nil
}

// wording reads the paragraphs of the version from a day, in their order.
func wording(ctx context.Context, q store.Queryer, from civil.Date) ([]constitution.Paragraph, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (p constitution.Paragraph, err error) {
		var content string
		if err := s.Scan(&content); err != nil {
			return p, err
		}
		err = json.Unmarshal([]byte(content), &p)
		return p, err
	}, `
		SELECT content
		FROM constitution_paragraph
		WHERE from_day = $1
		ORDER BY position`, from.String())
	if err != nil {
		return nil, fmt.Errorf("read the wording of the constitution: %w", err)
	}
	return all, nil
}

func replaceWording(ctx context.Context, tx *store.Tx, from civil.Date, paragraphs []constitution.Paragraph) error {
	if _, err := tx.Exec(ctx, `DELETE FROM constitution_paragraph WHERE from_day = $1`, from.String()); err != nil {
		return fmt.Errorf("replace the wording of the constitution: %w", err)
	}
	for i, p := range paragraphs {
		content, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("keep the wording of rule %s: %w", p.Number, err)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO constitution_paragraph (from_day, position, number, content)
			VALUES ($1, $2, $3, $4)`, from.String(), i+1, p.Number, string(content)); err != nil {
			return fmt.Errorf("keep the wording of rule %s: %w", p.Number, err)
		}
	}
	return nil
}

// rulings reads the committee's rulings, the latest first.
func rulings(ctx context.Context, q store.Queryer) ([]Ruling, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r Ruling, err error) {
		err = s.Scan(&r.Question, &r.Reading, &r.Meeting, &r.Words, &r.RecordedAt, &r.RecordedBy)
		return r, err
	}, `
		SELECT question, reading, meeting_day, words, recorded_at, recorded_by
		FROM constitution_ruling
		ORDER BY meeting_day DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the committee's rulings: %w", err)
	}
	return all, nil
}

func insertRuling(
	ctx context.Context, tx *store.Tx, r constitution.Ruling, at civil.Instant, by string,
) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO constitution_ruling (question, reading, meeting_day, words, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, string(r.Question), string(r.Reading), r.Meeting, r.Words, at, by)
	if err != nil {
		return 0, fmt.Errorf("keep a ruling: %w", err)
	}
	return id, nil
}
