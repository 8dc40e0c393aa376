package governance

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Ruling is a ruling of the committee, as it was recorded.
type Ruling struct {
	constitution.Ruling
	RecordedAt civil.Instant
	RecordedBy string
}

// Question is an open question with the rulings on it, the latest first.
type Question struct {
	constitution.Question
	Rulings []Ruling
}

// Applied is the reading that is applied now, and whether the committee ruled.
func (q Question) Applied() (reading constitution.Reading, ruled bool) {
	for _, made := range q.Rulings {
		for _, r := range q.Readings {
			if r.ID == made.Reading {
				return r, true
			}
		}
	}
	return q.Default(), false
}

// Questions is the register of open questions with their rulings.
func (s *Service) Questions(ctx context.Context) ([]Question, error) {
	made, err := rulings(ctx, s.db)
	if err != nil {
		return nil, err
	}
	byQuestion := map[constitution.QuestionID][]Ruling{}
	for _, r := range made {
		byQuestion[r.Question] = append(byQuestion[r.Question], r)
	}
	var out []Question
	for _, q := range constitution.Questions() {
		out = append(out, Question{q, byQuestion[q.ID]})
	}
	return out, nil
}

// RecordRuling records what the committee ruled on an open question. The
// fields are question, reading, meeting and words.
func (s *Service) RecordRuling(ctx context.Context, actor auth.Actor, r constitution.Ruling) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	r.Words = strings.TrimSpace(r.Words)
	f := r.Check()
	if !f.Has("meeting") && r.Meeting.After(s.cases.Today()) {
		f.Add("meeting", "This day is in the future. Record the ruling once the committee has met.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		id, err := insertRuling(ctx, tx, r, s.cases.Now(), actor.Name)
		if store.IsUnique(err) {
			var f apperr.Fields
			f.Add("meeting", "A ruling of %s on this question is already recorded.", r.Meeting.Long())
			return nil, f.Err()
		}
		if err != nil {
			return nil, err
		}
		done := permit.Did("record.ruling", "constitution_ruling", id, nil, map[string]any{
			"question": r.Question, "reading": r.Reading, "meeting": r.Meeting, "words": r.Words,
		})
		return done, s.follow(ctx, tx)
	})
}
