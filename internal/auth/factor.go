package auth

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// FactorID is the number of a second factor.
type FactorID int64

// FactorKind is a kind of second factor.
type FactorKind string

// The kinds.
const (
	TOTP    FactorKind = "totp"    // an authenticator app
	Passkey FactorKind = "passkey" // which is the password as well
)

// Factor is something that a person signs in with besides the password.
type Factor struct {
	ID      FactorID
	Kind    FactorKind
	Name    string // as its owner calls it
	Created civil.Instant
	Used    civil.Instant // zero: not since it was added
}

// factorFacts are what the audit log keeps of a second factor.
type factorFacts struct {
	Factor FactorID   `json:"second_factor"`
	Kind   FactorKind `json:"kind"`
	Name   string     `json:"name"`
}

// FactorFrom is the day from which whoever must have a second factor is let in only
// with one; the zero day: the society has set none.
func (s *Service) FactorFrom() civil.Date { return s.factorFrom }

// Factors are the actor's own second factors, in the order in which they were
// added, and how many recovery codes are left.
func (s *Service) Factors(ctx context.Context, actor Actor) (list []Factor, codesLeft int, err error) {
	if !actor.SignedIn() {
		return nil, 0, errNoSession
	}
	if list, err = factorsOf(ctx, s.db, actor.Account); err != nil {
		return nil, 0, err
	}
	codes, err := recoveryCodesOf(ctx, s.db, actor.Account)
	return list, len(codes), err
}

const maxFactorName = 60 // characters

// checkFactorName is the name of a factor as it is kept.
func checkFactorName(f *apperr.Fields, name string) string {
	name = strings.Join(strings.Fields(name), " ")
	switch n := len([]rune(name)); {
	case n == 0:
		f.Add("name", "Give it a name, for example My phone.")
	case n > maxFactorName:
		f.Add("name", "Use at most %d characters.", maxFactorName)
	}
	return name
}

// addFactor gives the actor a second factor within tx, as the session has just
// shown that it works. Sessions that began without it end; the owner is told.
func (s *Service) addFactor(
	ctx context.Context, tx *store.Tx, actor Actor, kind FactorKind, name string, given Given,
) (FactorID, error) {
	if err := stillIn(ctx, tx, actor); err != nil {
		return 0, err
	}
	id, err := insertFactor(ctx, tx, actor.Account, kind, name, s.clock())
	if err != nil {
		return 0, err
	}
	if err := proveSession(ctx, tx, actor.Session, given, s.clock()); err != nil {
		return 0, err
	}
	if _, err := deleteSessionsOf(ctx, tx, actor.Account, actor.Session); err != nil {
		return 0, err
	}
	facts := factorFacts{id, kind, name}
	if err := s.write(ctx, tx, actor, "add_factor.account", "account", int64(actor.Account), nil, facts); err != nil {
		return 0, err
	}
	subject := "A second factor was added to your account"
	what := fmt.Sprintf("“%s” was added to your account: signing in now asks for it after your password.", name)
	if kind == Passkey {
		subject = "A passkey was added to your account"
		what = fmt.Sprintf("The passkey “%s” was added to your account: whoever holds its device and can unlock it can "+
			"sign in as you, without your password.", name)
	}
	return id, s.tell(ctx, tx, actor.Account, fmt.Sprintf("factor-added:%d", id), subject, what)
}

// RemoveFactor takes one of the actor's own second factors away. With the last one
// go the recovery codes: there is nothing left to recover. With a passkey go all other
// sessions in which one was used last: a device that is lost may have one of them.
func (s *Service) RemoveFactor(ctx context.Context, actor Actor, id FactorID) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		f, err := factorByID(ctx, tx, id, actor.Account)
		if err != nil {
			return notFound(err, "This second factor has already been removed.")
		}
		// The entry comes first, because it makes writers queue: of two who remove the
		// last two at once, one sees that none is left.
		err = s.write(ctx, tx, actor, "remove_factor.account", "account", int64(actor.Account),
			factorFacts{f.ID, f.Kind, f.Name}, nil)
		if err != nil {
			return err
		}
		if err := deleteFactor(ctx, tx, id); err != nil {
			return err
		}
		if f.Kind == Passkey {
			if err := deletePasskeySessions(ctx, tx, actor.Account, actor.Session); err != nil {
				return err
			}
		}
		left, err := hasFactor(ctx, tx, actor.Account)
		if err != nil {
			return err
		}
		if !left {
			if err := deleteRecoveryCodes(ctx, tx, actor.Account); err != nil {
				return err
			}
			if err := deleteHalvesOf(ctx, tx, actor.Account); err != nil {
				return err
			}
		}
		return s.tell(ctx, tx, actor.Account, fmt.Sprintf("factor-removed:%d", id),
			"A second factor was removed from your account", fmt.Sprintf("“%s” was removed from your account.", f.Name))
	})
}

// removeFactorsSince takes away within tx the factors that were added to the actor's
// account since the instant, when somebody else had it, and the recovery codes, which
// that person may have read. A passkey that stayed would open the account without a
// password. Factors that the owner had before stay.
func (s *Service) removeFactorsSince(ctx context.Context, tx *store.Tx, actor Actor, since civil.Instant) error {
	list, err := factorsOf(ctx, tx, actor.Account)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range list {
		if f.Created.Before(since) {
			continue
		}
		if err := deleteFactor(ctx, tx, f.ID); err != nil {
			return err
		}
		err := s.write(ctx, tx, actor, "remove_factor.account", "account", int64(actor.Account),
			factorFacts{f.ID, f.Kind, f.Name}, nil)
		if err != nil {
			return err
		}
		names = append(names, "“"+f.Name+"”")
	}
	if err := deleteRecoveryCodes(ctx, tx, actor.Account); err != nil {
		return err
	}
	file, err := accountByID(ctx, tx, actor.Account)
	if err != nil {
		return err
	}
	said := []string{
		"The change of your e-mail address was stopped on " + s.clock().Long() + ", with the link in our letter. Everyone is " +
			"signed out, and the password no longer works.",
	}
	if len(names) > 0 {
		said = append(said, "Removed, because they were added when someone else may have been signed in as you: "+
			strings.Join(names, ", ")+". Add your own again.")
	}
	if len(list) > 0 {
		said = append(said, "Recovery codes no longer work. Make new ones on your account page once you have signed in.")
	}
	return s.letter(ctx, tx, file.Account, telling{
		purpose: "About an account", subject: "The change of your address was stopped", paragraphs: append(said, tellSecretary),
	})
}

// tell puts a letter to the owner of an account into the outbox within tx.
func (s *Service) tell(ctx context.Context, tx *store.Tx, id AccountID, key, subject, what string) error {
	if s.post == nil {
		return nil
	}
	file, err := accountByID(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.queue(ctx, tx, AboutAccount+key, file.Account, file.Email, telling{
		purpose: "About an account", subject: subject, paragraphs: []string{
			what, "This was on " + s.clock().Long() + ", by the clock of the society’s computer.",
			"If it was not you, choose a new password, and tell the society’s secretary or an administrator.",
		},
	})
}
