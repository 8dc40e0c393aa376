package governance

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of the constitution's versions, rulings and duties.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	changed []AfterChange
}

// AfterChange runs in the transaction in which a version is adopted or a ruling
// recorded: dates that were worked out for days to come follow at once.
type AfterChange func(ctx context.Context, tx *store.Tx) error

// WhenChanged adds to what is run when the constitution that is applied changes.
// Called where services are put together.
func (s *Service) WhenChanged(run AfterChange) { s.changed = append(s.changed, run) }

func (s *Service) follow(ctx context.Context, tx *store.Tx) error {
	for _, run := range s.changed {
		if err := run(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// Versions are all versions of the constitution, the shipped one first.
func (s *Service) Versions(ctx context.Context) (constitution.Versions, error) {
	adopted, err := versions(ctx, s.db)
	if err != nil {
		return nil, err
	}
	return append(constitution.Versions{constitution.Shipped()}, adopted...), nil
}

// Load reads the history of the society's constitution: once for a request, and
// every rule is then asked of the day that it is applied for.
func Load(ctx context.Context, q store.Queryer) (constitution.History, error) {
	all, err := versions(ctx, q)
	if err != nil {
		return constitution.History{}, err
	}
	made, err := rulings(ctx, q)
	if err != nil {
		return constitution.History{}, err
	}
	var list []constitution.Ruling
	for _, r := range made {
		if r.Offered() {
			list = append(list, r.Ruling)
		}
	}
	return constitution.NewHistory(all, list)
}

// On is the constitution as it is applied on a day (see Load).
func On(ctx context.Context, q store.Queryer, day civil.Date) (constitution.Constitution, error) {
	h, err := Load(ctx, q)
	return h.On(day), err
}

// Today is the constitution as it is applied today.
func (s *Service) Today(ctx context.Context) (constitution.Constitution, error) {
	return On(ctx, s.db, s.cases.Today())
}

// On is the constitution as it is applied on a day: the version in force, with
// the rulings that the committee had made by then.
func (s *Service) On(ctx context.Context, q store.Queryer, day civil.Date) (constitution.Constitution, error) {
	return On(ctx, q, day)
}

// Governing is the constitution that a general meeting on a day is held by:
// what the meeting itself amends takes effect from its end (rule 7.2).
func (s *Service) Governing(
	ctx context.Context, q store.Queryer, meeting civil.Date,
) (constitution.Constitution, error) {
	h, err := Load(ctx, q)
	return h.Governing(meeting), err
}

// Adopt makes a new version within tx. Only the package that records the
// outcome of a motion under rules 7.1 and 7.2 calls it; motion names that
// motion.
func (s *Service) Adopt(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, motion string, c constitution.Constitution,
) error {
	content, err := constitution.Encode(c)
	if err != nil {
		return err
	}
	if c.From.IsZero() {
		var f apperr.Fields
		f.Add("from", "Enter the day of the meeting that adopted this version (rule 7.2).")
		return f.Err()
	}
	id, err := insertVersion(ctx, tx, c.From, string(content), motion, permit.Now(), permit.Name())
	if err != nil {
		if store.IsUnique(err) {
			return apperr.UnderRule(
				"7.2", "There is already a version from %s: amendments at one meeting make one version.", c.From.Long(),
			)
		}
		return err
	}
	if err := permit.Did("adopt.constitution", "constitution_version", id, nil, map[string]any{
		"from": c.From, "adopted_by": c.AdoptedBy, "motion": motion, "figures": c.Figures,
	}).Write(ctx, tx); err != nil {
		return err
	}
	return s.follow(ctx, tx)
}
