package auth

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// accepted is a one-time code or a recovery code that was right. It counts once
// spend has written it down.
type accepted struct {
	given  Given
	factor FactorID // of a one-time code
	step   int64
	code   int64 // row of a recovery code
	tried  attempt
}

// totpRow is an authenticator app as it is stored.
type totpRow struct {
	factor FactorID
	secret string
	last   int64
}

// checkCode checks a one-time code or a recovery code of an account, whose password
// or link was right before. Its field is code.
func (s *Service) checkCode(ctx context.Context, account AccountID, typed, network string) (accepted, error) {
	var f apperr.Fields
	typed = digitsOf(typed)
	if typed == "" {
		f.Add("code", "Enter the six digits that your app shows, or a recovery code.")
		return accepted{}, f.Err()
	}
	if !looksLikeTOTP(typed) {
		return s.checkRecovery(ctx, account, typed, network)
	}
	tried, err := s.beginCode(ctx, account, network)
	if err != nil {
		return accepted{}, err
	}
	apps, err := totpsOf(ctx, s.db, account)
	if err != nil {
		return accepted{}, err
	}
	for _, app := range apps {
		secret, err := base32Plain.DecodeString(app.secret)
		if err != nil {
			return accepted{}, fmt.Errorf("read the secret of an authenticator app: %w", err)
		}
		if step, right := acceptedStep(secret, typed, s.clock(), app.last); right {
			return accepted{given: GivenCode, factor: app.factor, step: step, tried: tried}, nil
		}
	}
	if tried.before+1 == codesTold {
		if err := s.tellOfGuessing(ctx, account); err != nil {
			return accepted{}, err
		}
	}
	f.Add("code", wrongCodeIs)
	return accepted{}, f.Err()
}

// codesTold is after how many wrong one-time codes within a day the owner is told.
const codesTold = 10

// tellOfGuessing tells the owner of an account that someone who has the password is
// trying codes, once a day.
func (s *Service) tellOfGuessing(ctx context.Context, account AccountID) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		return s.tell(ctx, tx, account, fmt.Sprintf("wrong-codes:%d:%s", account, s.today()),
			"Wrong one-time codes for your account",
			fmt.Sprintf("Someone gave your password, or a link to your account, and then %d wrong one-time codes.", codesTold))
	})
}

func (s *Service) checkRecovery(ctx context.Context, account AccountID, typed, network string) (accepted, error) {
	tried, err := s.begin(ctx, fmt.Sprintf("recovery of %d", account), network)
	if err != nil {
		return accepted{}, err
	}
	code, err := s.matchingCode(ctx, account, typed)
	if err != nil {
		return accepted{}, err
	}
	if code == nil {
		var f apperr.Fields
		f.Add("code", "This is not one of your recovery codes, or it has been used. Check it, or enter another one.")
		return accepted{}, f.Err()
	}
	return accepted{given: GivenRecovery, code: code.id, tried: tried}, nil
}

// spend writes down within tx that a code was used. Of two that use it at once, one
// finds it used. by is whoever used it.
func (s *Service) spend(ctx context.Context, tx *store.Tx, by Actor, a accepted) error {
	if err := a.tried.succeeded(ctx, tx); err != nil {
		return err
	}
	if a.given == GivenCode {
		return s.spendTOTP(ctx, tx, a)
	}
	n, err := useRecoveryCode(ctx, tx, a.code, s.clock())
	if err != nil {
		return err
	}
	if n == 0 {
		var f apperr.Fields
		f.Add("code", "This recovery code has been used. Enter another one.")
		return f.Err()
	}
	left, err := recoveryCodesOf(ctx, tx, by.Account)
	if err != nil {
		return err
	}
	err = s.write(ctx, tx, by, "use_recovery_code.account", "account", int64(by.Account), nil, struct {
		Left int `json:"codes_left"`
	}{len(left)})
	if err != nil {
		return err
	}
	return s.tell(ctx, tx, by.Account, fmt.Sprintf("recovery-code:%d", a.code), "A recovery code was used for your account",
		fmt.Sprintf("Someone signed in as you with one of your recovery codes. You have %s left.", plural(len(left), "code")))
}

func (s *Service) spendTOTP(ctx context.Context, tx *store.Tx, a accepted) error {
	n, err := useTOTP(ctx, tx, a.factor, a.step)
	if err != nil {
		return err
	}
	if n == 0 {
		var f apperr.Fields
		f.Add("code", wrongCodeIs)
		return f.Err()
	}
	return noteFactorUsed(ctx, tx, a.factor, s.clock())
}

// CodeGiven is what someone gives who has given the password already.
type CodeGiven struct {
	Half     string // token of the half sign-in
	Code     string // a one-time code or a recovery code
	Network  string
	Replaces string // token of the session that the browser had, or ""
}

// SignInWithCode makes a half sign-in whole by a one-time code or a recovery code.
func (s *Service) SignInWithCode(ctx context.Context, in CodeGiven) (SignedIn, error) {
	h, err := s.findHalf(ctx, s.db, in.Half)
	if err != nil {
		return SignedIn{}, err
	}
	noteAttempt(ctx, h.account.ID)
	right, err := s.checkCode(ctx, h.account.ID, in.Code, in.Network)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		by := Actor{Account: h.account.ID, Person: h.account.Person, Name: h.account.Name.String()}
		if err := s.spend(ctx, tx, by, right); err != nil {
			return err
		}
		out, err = s.whole(ctx, tx, h, right.given, in.Replaces)
		return err
	})
	return out, err
}

// Again is what someone gives to sign in again in a session that goes on.
type Again struct {
	Password string
	Code     string // of whoever has a second factor
	Network  string
}

// SignInAgain proves again who holds the session: by the password, and the second
// factor of whoever has one. Those let in without it for a day give the password. The
// session has another token from then on.
func (s *Service) SignInAgain(ctx context.Context, actor Actor, in Again) (SignedIn, error) {
	if !actor.SignedIn() || actor.Session == 0 {
		return SignedIn{}, errNoSession
	}
	noteAttempt(ctx, actor.Account)
	if in.Code == "" && actor.Proof.OwesCode() {
		var f apperr.Fields
		if in.Password == "" {
			f.Add("password", "Enter your password again.")
		}
		f.Add("code", "Enter the six digits that your app shows, or a recovery code.")
		return SignedIn{}, f.Err()
	}
	if err := s.confirm(ctx, actor, in.Password, in.Network); err != nil {
		return SignedIn{}, err
	}
	given := actor.Proof.Factor
	var right accepted
	if actor.Proof.OwesCode() {
		var err error
		if right, err = s.checkCode(ctx, actor.Account, in.Code, in.Network); err != nil {
			return SignedIn{}, err
		}
		given = right.given
	}
	var out SignedIn
	err := s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		if actor.Proof.OwesCode() {
			if err := s.spend(ctx, tx, actor, right); err != nil {
				return err
			}
		}
		out, err = s.prove(ctx, tx, actor, given)
		return err
	})
	return out, err
}

// OwesCode reports whether signing in again takes the second factor.
func (p Proof) OwesCode() bool { return p.Enrolled && p.Factor != LetIn }

// codeOpenAt is when the next one-time code of an account is looked at. A million
// codes are few: besides the waits of each network, all networks together have so
// many tries. Only someone who knows the password can use them up, and a recovery
// code is not held up by them.
func codeOpenAt(pair, network, account failures) civil.Instant {
	at := openAt(pair, network, failures{})
	if wait := codeBackOff.after(account.count); wait > 0 {
		if t := account.last.Add(wait); t.After(at) {
			at = t
		}
	}
	return at
}
