package postal

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Difference is a paper that the two tellers entered differently. It never
// says what either of them entered.
type Difference struct {
	Serial string
	Field  string // "motion", "missing" or "second"
	Motion int    // number of the motion where the marks differ; 0: the paper as a whole
	Of     string // who lacks the paper, or has it twice; "" where the marks differ
}

// Comparison is what comparing the two tellers' entries found.
type Comparison struct {
	Papers      int // that the register has as valid
	Differences []Difference
}

// Agreed reports whether nothing differs.
func (c Comparison) Agreed() bool { return len(c.Differences) == 0 }

// opened are the two tellers' batches, opened for one request.
type opened struct {
	desk
	pair    [2]*teller
	batches [2]ballot.Batch
	differ  []ballot.Difference
}

// open opens both tellers' entries with the key of the one who asks.
func (d desk) open(ctx context.Context, tx *store.Tx, identity *ballot.Identity) (opened, error) {
	o := opened{desk: d}
	var err error
	if o.pair, err = d.pair(); err != nil {
		return o, err
	}
	if d.teller.Person != o.pair[0].Person && d.teller.Person != o.pair[1].Person {
		return o, apperr.UnderRule("5.11", "Two other tellers entered the papers: they compare and approve.")
	}
	for i, t := range o.pair {
		number := ballot.TellerNumber(t.position)
		sealed, err := records(ctx, tx, d.ID, number)
		if err != nil {
			return o, err
		}
		if o.batches[i], err = d.pack.Open(identity, number, sealed); err != nil {
			return o, err
		}
	}
	o.differ, err = d.pack.Compare(o.batches[0], o.batches[1])
	return o, err
}

func (o opened) comparison() Comparison {
	c := Comparison{Papers: o.counts.Valid}
	for _, x := range o.differ {
		d := Difference{Serial: x.Serial.String(), Field: string(x.Field), Motion: x.Motion}
		for _, t := range o.pair {
			if int(x.Teller) == t.position {
				d.Of = t.Name
			}
		}
		c.Differences = append(c.Differences, d)
	}
	return c
}

// unlocked is a step of a teller with the key in hand. The key is opened before
// the transaction, for that is slow on purpose.
func (s *Service) unlocked(
	ctx context.Context, r request, key Key, do func(tx *store.Tx, o *opened, identity *ballot.Identity) (any, error),
) error {
	return s.withKey(ctx, r, key, func(tx *store.Tx, d desk, identity *ballot.Identity) (any, error) {
		o, err := d.open(ctx, tx, identity)
		if err != nil {
			return nil, err
		}
		return do(tx, &o, identity)
	})
}

// withKey opens the key of a teller who may take the step, and takes it.
func (s *Service) withKey(
	ctx context.Context, r request, key Key, do func(tx *store.Tx, d desk, identity *ballot.Identity) (any, error),
) error {
	f, err := s.facts(ctx, s.db, r.id)
	if err != nil {
		return err
	}
	var identity *ballot.Identity
	if key.Kept != "" {
		if identity, _, err = s.sitting(r.actor, r.id, key.Kept); err != nil {
			return err
		}
		defer identity.Close()
		r.sits = true
	}
	if err := s.check(r, f); err != nil {
		return err
	}
	if identity == nil {
		if identity, err = key.open(); err != nil {
			return err
		}
		defer identity.Close()
	}
	return s.take(ctx, r, func(tx *store.Tx, f *facts) (any, error) {
		d, err := f.desk(r.actor)
		if err != nil {
			return nil, err
		}
		if identity.Card().String() != d.teller.Recipient {
			return nil, onField("key", apperr.New(apperr.Invalid, "This is not the key you registered for this vote."))
		}
		return do(tx, d, identity)
	})
}

// Compare opens both tellers' entries with the actor's key, and says where they
// differ. Then both look at those papers again, and each says so by Finish: again and
// again, until nothing differs. In a sitting it asks for no proof, as Totals and Correct
// do not.
// Fields: key, passphrase.
func (s *Service) Compare(
	ctx context.Context, actor auth.Actor, id VoteID, key Key,
) (Comparison, error) {
	var out Comparison
	err := s.unlocked(ctx, request{
		actor: actor, id: id, action: ActCompare,
	}, key, func(tx *store.Tx, o *opened, _ *ballot.Identity) (any, error) {
		out = o.comparison()
		after := map[string]any{"differences": len(out.Differences)}
		if out.Agreed() || o.State == StateRecheck && o.finished() < 2 {
			return after, nil
		}
		// Both said that all is entered, or checked: of papers that differ it is not so.
		if err := s.resetProgress(ctx, tx, o.facts); err != nil {
			return nil, err
		}
		return after, setState(ctx, tx, id, StateRecheck)
	})
	if err != nil {
		return Comparison{}, err
	}
	return out, nil
}

// Totals are the totals that the actor is about to approve: only where nothing
// differs. Fields: key, passphrase.
func (s *Service) Totals(
	ctx context.Context, actor auth.Actor, id VoteID, key Key,
) (Totals, error) {
	var out Totals
	err := s.unlocked(ctx, request{
		actor: actor, id: id, action: ActApprove, logged: "look_at_totals",
	}, key, func(_ *store.Tx, o *opened, _ *ballot.Identity) (any, error) {
		result, err := o.count()
		if err != nil {
			return nil, err
		}
		out = totalsOf(result)
		return nil, nil
	})
	if err != nil {
		return Totals{}, err
	}
	return out, nil
}

// Approve signs the totals, and asks for the proof in a sitting too. With the second
// teller's approval they are agreed.
// Fields: key, passphrase.
func (s *Service) Approve(
	ctx context.Context, actor auth.Actor, id VoteID, key Key,
) (Totals, error) {
	var out Totals
	err := s.unlocked(ctx, request{
		actor: actor, id: id, action: ActApprove, signs: true,
	}, key, func(tx *store.Tx, o *opened, identity *ballot.Identity) (any, error) {
		result, err := o.count()
		if err != nil {
			return nil, err
		}
		if o.result != "" {
			first, err := ballot.ParseResult([]byte(o.result))
			if err != nil {
				return nil, fmt.Errorf("read the first approval: %w", err)
			}
			result.Approvals = first.Approvals
		}
		if err := result.Approve(o.desk.pack, identity); err != nil {
			return nil, err
		}
		o.teller.Approved = s.cases.Now()
		if err := updateProgress(ctx, tx, id, *o.teller); err != nil {
			return nil, err
		}
		out = totalsOf(result)
		after := map[string]any{"approved_by": actor.Person, "approvals": len(result.Approvals)}
		if len(result.Approvals) < 2 {
			return after, setResult(ctx, tx, id, string(result.Encode()))
		}
		return after, s.agree(ctx, tx, o.facts, o.desk.pack, result)
	})
	if err != nil {
		return Totals{}, err
	}
	s.EndSitting(actor)
	return out, nil
}

// count counts what both entered, and looks whether the papers are as many as
// the register's.
func (o *opened) count() (*ballot.Result, error) {
	result, err := o.desk.pack.Count(o.batches[0], o.batches[1])
	if err != nil {
		if errors.Is(err, ballot.ErrDiffers) {
			return nil, apperr.UnderRule("5.11", "The two tellers’ entries differ. Compare them and look at the papers again.")
		}
		return nil, err
	}
	return result, o.plausible(result)
}

// plausible looks whether the papers that were counted are those of the
// envelope register: every valid one, and no other. Of rejected ones the tellers
// may have more: a paper without a name, or of nobody of the roll, has no line
// in the register.
func (f facts) plausible(r *ballot.Result) error {
	counted := r.Papers - r.Rejected
	switch {
	case counted != f.counts.Valid:
		return apperr.UnderRule(
			"5.11", "%d papers are counted, and the envelope register has %d valid ones. Look for the difference.", counted,
			f.counts.Valid,
		)
	case counted > f.RollCount:
		return apperr.UnderRule("5.10", "There are more papers than members who vote.")
	}
	return nil
}

// agree keeps totals that both tellers approved.
func (s *Service) agree(ctx context.Context, tx *store.Tx, f *facts, p *ballot.Package, r *ballot.Result) error {
	if err := r.Verify(p); err != nil {
		return err
	}
	if err := f.plausible(r); err != nil {
		return err
	}
	return agreeVote(ctx, tx, f.ID, string(r.Encode()), s.cases.Now())
}

// totalsOf are the totals of a result.
func totalsOf(r *ballot.Result) Totals {
	t := Totals{Papers: r.Papers - r.Rejected, Rejected: r.Rejected}
	for _, m := range r.Motions {
		t.Motions = append(t.Motions, MotionTotal{
			Number: m.Motion, Yes: m.Yes, No: m.No, Abstain: m.Abstain, Informal: m.Informal,
		})
	}
	for _, b := range r.Batches {
		t.Roots = append(t.Roots, b.Root.String())
	}
	t.RootHash = digest(append([]string{"nzgs-batches/1"}, t.Roots...)...)
	return t
}

// Package is the file that nzgs teller works on.
func (s *Service) Package(ctx context.Context, actor auth.Actor, id VoteID) ([]byte, error) {
	var out []byte
	err := s.take(ctx, request{actor: actor, id: id, action: ActPackage}, func(_ *store.Tx, f *facts) (any, error) {
		p, err := f.soundPackage()
		if err != nil {
			return nil, err
		}
		out = p.Encode()
		return map[string]any{"package": p.Hash().String()}, nil
	})
	return out, err
}

// TakeResult takes the result file of nzgs teller: of this vote's package,
// approved by two of its tellers, and with as many papers as the envelope
// register. Field: result.
func (s *Service) TakeResult(ctx context.Context, actor auth.Actor, id VoteID, file []byte) (Totals, error) {
	var out Totals
	err := s.take(ctx, request{actor: actor, id: id, action: ActResult}, func(tx *store.Tx, f *facts) (any, error) {
		p, err := f.soundPackage()
		if err != nil {
			return nil, err
		}
		r, err := ballot.ParseResult(file)
		if err == nil {
			err = r.Verify(p)
		}
		if err != nil {
			return nil, onField("result", err)
		}
		for _, b := range r.Batches {
			if i := int(b.Teller) - 1; i >= 0 && i < len(f.tellers) {
				f.tellers[i].Approved = s.cases.Now()
				if err := updateProgress(ctx, tx, id, f.tellers[i]); err != nil {
					return nil, err
				}
			}
		}
		out = totalsOf(r)
		return map[string]any{
			"papers": r.Papers, "approvals": len(r.Approvals), "root": out.RootHash,
		}, s.agree(ctx, tx, f, p, r)
	})
	if err != nil {
		return Totals{}, err
	}
	return out, nil
}
