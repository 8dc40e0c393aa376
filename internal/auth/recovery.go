package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// A recovery code is 60 random bits in Crockford's base32, in three groups of four:
// "7K3M-Q2XR-T9FA". They are stored as passwords are, because there is less to guess
// than in a token. The codes of one account share a salt, so that checking one takes
// the work of one.
const (
	recoveryCodes   = 10
	recoveryLetters = 12
	crockford       = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
)

// madeCodes are recovery codes before they are kept; none when nothing is to change.
type madeCodes struct{ plain, hashes []string }

// makeCodes makes the recovery codes of an account. It takes a while: it is called
// before the transaction.
func (s *Service) makeCodes(ctx context.Context) (madeCodes, error) {
	p := phc{cost: s.hasher.cost, salt: make([]byte, saltBytes)}
	rand.Read(p.salt) // never fails
	var out madeCodes
	for range recoveryCodes {
		var raw [recoveryLetters]byte
		rand.Read(raw[:])
		letters := make([]byte, recoveryLetters)
		for i, b := range raw {
			letters[i] = crockford[b&31]
		}
		var err error
		if p.sum, err = s.hasher.derive(ctx, p, hashBytes, string(letters)); err != nil {
			return madeCodes{}, err
		}
		out.hashes = append(out.hashes, p.String())
		out.plain = append(out.plain, fmt.Sprintf("%s-%s-%s", letters[:4], letters[4:8], letters[8:]))
	}
	return out, nil
}

// codesFor makes recovery codes for an actor who has none left.
func (s *Service) codesFor(ctx context.Context, actor Actor) (madeCodes, error) {
	left, err := recoveryCodesOf(ctx, s.db, actor.Account)
	if err != nil || len(left) > 0 {
		return madeCodes{}, err
	}
	return s.makeCodes(ctx)
}

// keepCodes writes recovery codes in place of earlier ones within tx.
func (s *Service) keepCodes(ctx context.Context, tx *store.Tx, actor Actor, made madeCodes) error {
	if len(made.hashes) == 0 {
		return nil
	}
	if err := deleteRecoveryCodes(ctx, tx, actor.Account); err != nil {
		return err
	}
	if err := insertRecoveryCodes(ctx, tx, actor.Account, made.hashes); err != nil {
		return err
	}
	return s.write(ctx, tx, actor, "make_recovery_codes.account", "account", int64(actor.Account), nil, struct {
		Codes int `json:"codes"`
	}{len(made.hashes)})
}

// RenewRecoveryCodes makes new recovery codes for the actor, in clear this once. The
// earlier ones are void.
func (s *Service) RenewRecoveryCodes(ctx context.Context, actor Actor) ([]string, error) {
	if !actor.SignedIn() {
		return nil, errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return nil, err
	}
	made, err := s.makeCodes(ctx)
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := s.keepCodes(ctx, tx, actor, made); err != nil {
			return err
		}
		enrolled, err := hasFactor(ctx, tx, actor.Account)
		if err != nil {
			return err
		}
		if !enrolled {
			return apperr.New(apperr.Invalid, "Set up a second factor first: recovery codes stand in for it.")
		}
		return nil
	})
	return made.plain, err
}

// lettersOf is a recovery code as it was made, of what people type: without its
// groups, and with what looks alike read as what was meant.
func lettersOf(typed string) string {
	return strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(digitsOf(typed)))
}

// matchingCode is the unused recovery code of an account that was typed; nil: none.
func (s *Service) matchingCode(ctx context.Context, account AccountID, typed string) (*recoveryCode, error) {
	left, err := recoveryCodesOf(ctx, s.db, account)
	if err != nil {
		return nil, err
	}
	letters := lettersOf(typed)
	sums := map[string][]byte{} // of what was typed, by salt: one, but for codes of another cost
	for _, c := range left {
		p, err := parsePHC(c.hash)
		if err != nil {
			return nil, fmt.Errorf("read a stored recovery code: %w", err)
		}
		with := fmt.Sprintf("%v %s", p.cost, base64.RawStdEncoding.EncodeToString(p.salt))
		if sums[with] == nil {
			if sums[with], err = s.hasher.derive(ctx, p, uint32(len(p.sum)), letters); err != nil {
				return nil, err
			}
		}
		if subtle.ConstantTimeCompare(sums[with], p.sum) == 1 {
			return &c, nil
		}
	}
	return nil, nil
}
