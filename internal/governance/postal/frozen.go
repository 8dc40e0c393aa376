package postal

import (
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/ballot"
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
		return changedBehind("motions, the closing day or the address")
	case len(roll) != f.RollCount || rollHash(again) != f.RollHash:
		return changedBehind("roll")
	}
	return nil
}

// soundPackage is the vote's file, if it has the motions that are voted on and
// the keys that the tellers proved: nothing is sealed to any other.
func (f facts) soundPackage() (*ballot.Package, error) {
	if o, ok := keysProven.check(f); !ok {
		return nil, o.refuse()
	}
	p, err := ballot.ParsePackage([]byte(f.pack))
	if err != nil {
		return nil, fmt.Errorf("read the package: %w", err)
	}
	cards, err := f.cards()
	if err != nil {
		return nil, err
	}
	sameKeys := slices.EqualFunc(cards, p.Tellers, func(a, b ballot.Teller) bool { return a.Card == b.Card })
	sameMotions := slices.EqualFunc(
		f.packageFor(cards).Motions, p.Motions, func(a, b ballot.Motion) bool { return a == b },
	)
	switch {
	case motionsHash(f.Draft) != f.MotionsHash || !sameMotions || p.Closing != f.Closing:
		return nil, changedBehind("motions, the closing day or the address")
	case !sameKeys || p.Vote != f.packageID():
		return nil, changedBehind("tellers’ keys")
	}
	return p, nil
}

// changedBehind is the refusal to go on with a vote that somebody changed in the
// database.
func changedBehind(what string) error {
	return apperr.New(apperr.Conflict, "The %s of this vote are not what was fixed: someone changed them in the "+
		"database, outside the program. "+
		"Nothing was done. Look at the society’s log with nzgs audit verify, and restore a backup from before the change.", what)
}
