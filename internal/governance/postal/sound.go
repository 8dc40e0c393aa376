package postal

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// The roll, the motions and the tellers' keys are what everything after the
// freezing rests on. What was frozen is looked at again before papers are made
// from it, before anything is sealed or counted by it, and before it is
// declared, so that nobody changes it in the database unseen.

// asFrozen refuses to go on when motions or roll are not those that were frozen
// and hashed.
func (f facts) asFrozen(roll []Voter) error {
	again := make([]Voter, len(roll))
	for i, v := range roll {
		again[i] = Voter{Hash: voterHash(f.ID, f.RollDay, v.Person, v.Name)}
	}
	switch {
	case motionsHash(f.Draft) != f.MotionsHash:
		return changedBehind("motions, closing day or address")
	case len(roll) != f.RollCount || rollHash(again) != f.RollHash:
		return changedBehind("roll")
	}
	return nil
}

// soundPackage is the vote's file, if it has the motions that are voted on and
// the keys that the tellers proved and signed: nothing is sealed to any other.
func (f facts) soundPackage() (*ballot.Package, error) {
	for _, g := range []guard{keysProven, keysSigned} {
		if o, ok := g.check(f); !ok {
			return nil, o.refuse()
		}
	}
	p, err := ballot.ParsePackage([]byte(f.pack))
	if err != nil || !p.KeysSigned() && !f.unsignedKeys {
		return nil, changedBehind("vote package")
	}
	cards, err := f.cards()
	if err != nil {
		return nil, err
	}
	want := f.packageFor(cards)
	sameMotions := slices.EqualFunc(want.Motions, p.Motions, func(a, b ballot.Motion) bool { return a == b })
	switch {
	case motionsHash(f.Draft) != f.MotionsHash || !sameMotions || p.Closing != want.Closing || p.Zone != want.Zone:
		return nil, changedBehind("motions, closing day or address")
	case !sameCards(cards, p.Tellers) || p.Vote != f.packageID():
		return nil, changedBehind("tellers or their keys")
	}
	return p, nil
}

// changedBehind is the refusal to go on with a vote that somebody changed in the
// database.
func changedBehind(what string) error {
	return apperr.New(apperr.Conflict, "This vote is not as its last step left it: someone changed the %s in the "+
		"database, outside the program. Nothing was done, and no result is shown. "+
		"Look at the society’s log with nzgs audit verify, and restore a backup from before the change.", what)
}

// proven are the agreed totals. There is no other way to them: they are given only
// while the vote is as its last step left it, the package has the motions and the
// keys that were fixed, both tellers' signatures hold over every figure, and the
// papers counted are those of the register (rule 5.11).
func (s *Service) proven(ctx context.Context, q store.Queryer, f facts) (Totals, error) {
	if err := unchanged(ctx, q, f); err != nil {
		return Totals{}, err
	}
	p, err := s.countedBy(ctx, q, f)
	if err != nil {
		return Totals{}, err
	}
	r, err := ballot.ParseResult([]byte(f.result))
	if err != nil {
		return Totals{}, fmt.Errorf("read the agreed totals: %w", err)
	}
	if err := r.Verify(p); err != nil {
		return Totals{}, changedBehind("result")
	}
	if f.State != StateDestroyed {
		if err := f.plausible(r); err != nil {
			return Totals{}, err
		}
	}
	return totalsOf(r), nil
}

// countedBy is the package by which a vote was counted. Once the papers are
// destroyed neither roll nor keys are kept beside it.
func (s *Service) countedBy(ctx context.Context, q store.Queryer, f facts) (*ballot.Package, error) {
	if f.State == StateDestroyed {
		p, err := ballot.ParsePackage([]byte(f.pack))
		if err != nil {
			return nil, fmt.Errorf("read the package: %w", err)
		}
		return p, nil
	}
	roll, err := voters(ctx, q, f.ID)
	if err != nil {
		return nil, err
	}
	if err := f.asFrozen(roll); err != nil {
		return nil, err
	}
	return f.soundPackage()
}
