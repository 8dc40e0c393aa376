package merging

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service joins records and parts them again.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	ratings *ratings.Service
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock, ratings *ratings.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), ratings: ratings}
}

// MayMerge refuses who may not merge records.
func (s *Service) MayMerge(actor auth.Actor) error {
	return s.cases.Require(actor, auth.MergePeople, auth.Object{})
}

// Compare sets two records beside each other and says what would be carried, and why
// they cannot be joined, if they cannot.
func (s *Service) Compare(ctx context.Context, actor auth.Actor, kept, gone members.PersonID) (Comparison, error) {
	if err := s.cases.Require(actor, auth.MergePeople, auth.Object{}); err != nil {
		return Comparison{}, err
	}
	c, err := s.compare(ctx, s.db, actor, kept, gone)
	if err != nil {
		return c, err
	}
	return c, s.count(ctx, &c)
}

func (s *Service) compare(
	ctx context.Context, q store.Queryer, actor auth.Actor, kept, gone members.PersonID,
) (c Comparison, err error) {
	if kept == gone {
		return c, apperr.New(apperr.Invalid, "Choose two different records.")
	}
	today := s.cases.Today()
	if c.Kept, err = members.FileOf(ctx, q, kept, today); err != nil {
		return c, err
	}
	if c.Gone, err = members.FileOf(ctx, q, gone, today); err != nil {
		return c, err
	}
	if c.Accounts[0], err = auth.AccountOf(ctx, q, kept); err != nil {
		return c, err
	}
	if c.Accounts[1], err = auth.AccountOf(ctx, q, gone); err != nil {
		return c, err
	}
	_, c.Filled = fill(c.Kept.Person, c.Gone.Person)
	if c.Obstacles, err = obstacles(ctx, q, kept, gone); err != nil {
		return c, err
	}
	if kept, gone := c.Kept.Person, c.Gone.Person; kept.Died.IsZero() != gone.Died.IsZero() {
		died, lives := kept, gone
		if kept.Died.IsZero() {
			died, lives = gone, kept
		}
		c.Obstacles = append(c.Obstacles, fmt.Sprintf("It is recorded that number %d died, and not that number %d did. "+
			"First record it there too, or undo it.", died.ID, lives.ID))
	}
	if actor.Person == kept || actor.Person == gone {
		c.Obstacles = append(c.Obstacles, "One of the records is your own. Ask the other officer to merge them.")
	}
	return c, nil
}

// count adds what would be carried.
func (s *Service) count(ctx context.Context, c *Comparison) error {
	rest := 0
	for _, r := range references {
		if r.stays != "" {
			continue
		}
		single, double, err := r.rows(ctx, s.db, c.Kept.Person.ID, c.Gone.Person.ID)
		if err != nil {
			return err
		}
		n := len(single) + len(double)
		if what := labels[r.table]; what != "" && !strings.HasSuffix(r.column, "_by") {
			if n > 0 {
				c.Carried = append(c.Carried, Count{what, n})
			}
			continue
		}
		rest += n
	}
	if rest > 0 {
		c.Carried = append(c.Carried, Count{"other entries", rest})
	}
	return nil
}

// officeObstacle refuses that an account comes to an office by a merge: whoever
// appoints gives it.
func (s *Service) officeObstacle(ctx context.Context, q store.Queryer, c Comparison, signsIn members.PersonID) error {
	owner, other := c.whose(signsIn)
	if owner == 0 {
		return nil
	}
	held, err := auth.OfficesOn(ctx, q, s.cases.Today(), []auth.PersonID{owner, other})
	if err != nil {
		return err
	}
	for _, o := range held[other] {
		has := false
		for _, own := range held[owner] {
			has = has || own.Role == o.Role && own.Club == o.Club && own.Event == o.Event
		}
		if !has {
			return apperr.New(
				apperr.Invalid, "Number %d holds an office now (%s) that number %d, whose account signs in, does not hold. "+
					"First record it for number %d on the page “Offices”.", other, strings.ToLower(o.Title()), owner, owner,
			)
		}
	}
	return nil
}

// Merge joins two records: the gone one's number leads to the kept one from then on.
func (s *Service) Merge(ctx context.Context, actor auth.Actor, in Input) (id ID, err error) {
	permit, err := s.cases.MayAgain(actor, auth.MergePeople, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		m := Merge{Kept: in.Kept, Gone: in.Gone, Reason: in.Reason, At: permit.Now(), By: permit.Name()}
		var events int
		joined, err := s.ratings.Rejoin(ctx, tx, func() error {
			c, err := s.mayMerge(ctx, tx, actor, in)
			if err != nil {
				return err
			}
			id, err = join(ctx, tx, m, c, in.SignsIn)
			return err
		})
		if err != nil {
			return nil, err
		}
		events = joined
		return permit.Did("merge.people", "person", int64(in.Kept), map[string]any{"number": in.Gone}, map[string]any{
			"number": in.Kept, "reason": in.Reason, "rated_events_worked_out_again": events,
		}).Then(permit.Did("merge.people", "person", int64(in.Gone), nil, map[string]any{
			"into": in.Kept, "reason": in.Reason,
		})), nil
	})
	return id, err
}

// mayMerge reads both records within tx and refuses what cannot be.
func (s *Service) mayMerge(ctx context.Context, tx *store.Tx, actor auth.Actor, in Input) (c Comparison, err error) {
	if c, err = s.compare(ctx, tx, actor, in.Kept, in.Gone); err != nil {
		return c, err
	}
	if err := in.check(c); err != nil {
		return c, err
	}
	switch owner, _ := c.whose(in.SignsIn); {
	case len(c.Obstacles) > 0:
		return c, apperr.New(apperr.Invalid, "%s", strings.Join(c.Obstacles, " "))
	case c.Kept.Person.Version != in.KeptVersion:
		return c, usecase.Stale("this person", "person", int64(in.Kept))
	case c.Gone.Person.Version != in.GoneVersion:
		return c, usecase.Stale("this person", "person", int64(in.Gone))
	case c.AskAccount() && owner == in.Gone && c.Accounts[1].Disabled && !c.Accounts[0].Disabled,
		c.AskAccount() && owner == in.Kept && c.Accounts[0].Disabled && !c.Accounts[1].Disabled:
		var f apperr.Fields
		f.Add("signs_in", "This account is closed. Choose the other one.")
		return c, f.Err()
	}
	return c, s.officeObstacle(ctx, tx, c, in.SignsIn)
}

// join carries everything from one record to the other within tx.
func join(ctx context.Context, tx *store.Tx, m Merge, c Comparison, signsIn members.PersonID) (ID, error) {
	var err error
	if m.ID, err = insertMerge(ctx, tx, m); err != nil {
		return 0, err
	}
	joined, err := auth.JoinAccounts(ctx, tx, m.Kept, m.Gone, signsIn)
	if err != nil {
		return 0, err
	}
	rows, err := carryAll(ctx, tx, m)
	if err != nil {
		return 0, err
	}
	if err := countPoints(ctx, tx); err != nil {
		return 0, err
	}
	if err := insertCarried(ctx, tx, m.ID, rows); err != nil {
		return 0, err
	}
	in, fields := fill(c.Kept.Person, c.Gone.Person)
	if joined.Moved {
		in, fields = writesTo(c, in, fields)
	}
	if c.Kept.Person.ShowFormer && !c.Gone.Person.ShowFormer { // there are more of them than the person has agreed to show
		fields = append(fields, showsFormer)
		if err := members.ShowFormer(ctx, tx, m.Kept, false); err != nil {
			return 0, err
		}
	}
	m.movedAccount, m.closed, m.was = joined.Moved, joined.Closed, strings.Join(fields, ",")
	if err := members.Refill(ctx, tx, m.Kept, in); err != nil {
		return 0, err
	}
	gone, _ := fill(c.Gone.Person, members.Person{})
	if err := members.Refill(ctx, tx, m.Gone, gone); err != nil { // a page of it that is open is out of date
		return 0, err
	}
	if !members.SameName(c.Kept.Person.Name.String(), c.Gone.Person.Name.String()) {
		err = members.KeepName(ctx, tx, m.Kept, c.Gone.Person.Name, m.At, m.By, int64(m.ID))
		if err != nil {
			return 0, err
		}
	}
	return m.ID, finishMerge(ctx, tx, m)
}

func carryAll(ctx context.Context, tx *store.Tx, m Merge) (out []carried, err error) {
	for _, r := range references {
		if r.stays != "" {
			continue
		}
		single, double, err := r.rows(ctx, tx, m.Kept, m.Gone)
		if err != nil {
			return nil, err
		}
		note := func(key rowKey, content string) error {
			text, err := key.encode()
			out = append(out, carried{r.table, r.column, text, content})
			return err
		}
		if _, err := r.moveAll(ctx, tx, single, m.Gone, m.Kept); err != nil {
			return nil, err
		}
		for _, key := range single {
			if err := note(key, ""); err != nil {
				return nil, err
			}
		}
		if r.both == leave || len(double) == 0 {
			continue
		}
		if r.both == refuse {
			return nil, fmt.Errorf("both records have a row of %s", r.table)
		}
		for _, key := range double {
			content, err := r.take(ctx, tx, key, m.Gone)
			if err != nil {
				return nil, err
			}
			if err := note(key, content); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Of lists what a record was joined with, the latest first, undone merges too.
func (s *Service) Of(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Merge, error) {
	if err := s.cases.Require(actor, auth.MergePeople, auth.Object{}); err != nil {
		return nil, err
	}
	return mergesOf(ctx, s.db, person)
}

// Proposals lists records that may be of one person, without those that were looked at
// and are two.
func (s *Service) Proposals(ctx context.Context, actor auth.Actor) ([]members.Pair, error) {
	if err := s.cases.Require(actor, auth.MergePeople, auth.Object{}); err != nil {
		return nil, err
	}
	pairs, err := members.LikelyPairs(ctx, s.db)
	if err != nil {
		return nil, err
	}
	apart, err := apartPairs(ctx, s.db)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(pairs, func(p members.Pair) bool {
		return apart[[2]members.PersonID{p.A.ID, p.B.ID}]
	}), nil
}

// KeepApart notes that two records were looked at and are of two people.
func (s *Service) KeepApart(ctx context.Context, actor auth.Actor, a, b members.PersonID) error {
	permit, err := s.cases.May(actor, auth.MergePeople, auth.Object{})
	if err != nil {
		return err
	}
	if a == b {
		return apperr.New(apperr.Invalid, "Choose two different records.")
	}
	low, high := min(a, b), max(a, b)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		for _, id := range []members.PersonID{low, high} {
			if _, err := members.PersonByID(ctx, tx, id); err != nil {
				return nil, err
			}
		}
		fresh, err := insertApart(ctx, tx, low, high, permit.Now(), permit.Name())
		if err != nil || !fresh {
			return nil, errors.Join(err, usecase.ErrSame)
		}
		return permit.Did("keep.people_apart", "person", int64(low), nil, map[string]any{"number": high}), nil
	})
}
