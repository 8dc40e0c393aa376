package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// One-time codes by RFC 6238, as every authenticator app makes them: HMAC-SHA-1, six
// digits, a new one each 30 seconds. A clock may be one step slow or fast.
const (
	totpStep    = 30 * time.Second
	totpDigits  = 6
	totpSkew    = 1  // steps
	totpSecret  = 20 // bytes, as RFC 4226 advises
	offerLasts  = time.Hour
	wrongCodeIs = "This code is wrong, has been used, or is no longer shown. Enter the one your app shows now."
)

var base32Plain = base32.StdEncoding.WithPadding(base32.NoPadding)

// hotp is the code of a counter, RFC 4226.
func hotp(secret []byte, counter int64, digits int) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(counter)))
	sum := mac.Sum(nil)
	n := binary.BigEndian.Uint32(sum[sum[len(sum)-1]&15:]) & 0x7fffffff
	mod := uint32(1)
	for range digits {
		mod *= 10
	}
	return fmt.Sprintf("%0*d", digits, n%mod)
}

func stepOf(now civil.Instant) int64 { return now.Time().Unix() / int64(totpStep/time.Second) }

// acceptedStep is the step whose code was typed, of those that a clock can show now
// and that are later than the last one accepted; ok is false for none.
func acceptedStep(secret []byte, typed string, now civil.Instant, last int64) (step int64, ok bool) {
	for at := stepOf(now) - totpSkew; at <= stepOf(now)+totpSkew; at++ {
		if subtle.ConstantTimeCompare([]byte(hotp(secret, at, totpDigits)), []byte(typed)) == 1 && at > last {
			return at, true
		}
	}
	return 0, false
}

// Offer is a secret on its way into an authenticator app.
type Offer struct {
	Secret string // base32
	URI    string // for a QR code: otpauth://totp/…
	made   civil.Instant
}

// OfferTOTP makes a secret for an authenticator app, for the actor to take over. One
// that was made within the hour stays, so that two windows show the same.
func (s *Service) OfferTOTP(ctx context.Context, actor Actor) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	var raw [totpSecret]byte
	rand.Read(raw[:]) // never fails
	now := s.clock()
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		return offerTOTP(ctx, tx, actor.Account, base32Plain.EncodeToString(raw[:]), now, now.Add(-offerLasts))
	})
}

// TOTPOffer is the secret that waits for the actor to take it over.
func (s *Service) TOTPOffer(ctx context.Context, actor Actor) (Offer, error) {
	if !actor.SignedIn() {
		return Offer{}, errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return Offer{}, err
	}
	o, err := s.offerOf(ctx, s.db, actor)
	if err != nil {
		return Offer{}, err
	}
	own, err := accountByID(ctx, s.db, actor.Account)
	if err != nil {
		return Offer{}, err
	}
	o.URI = (&url.URL{
		Scheme: "otpauth", Host: "totp", Path: "/" + s.society + ":" + own.Email,
		RawQuery: "secret=" + o.Secret + "&issuer=" + url.PathEscape(s.society),
	}).String()
	return o, nil
}

func (s *Service) offerOf(ctx context.Context, q store.Queryer, actor Actor) (Offer, error) {
	o, err := totpOfferOf(ctx, q, actor.Account)
	if errors.Is(err, store.ErrNoRows) || err == nil && !s.clock().Before(o.made.Add(offerLasts)) {
		return Offer{}, apperr.New(apperr.NotFound, "This took more than an hour. Begin again on your account page.")
	}
	return o, err
}

// AddTOTP adds the authenticator app that took over the secret, as its first code
// shows. codes are the account's recovery codes, in clear this once, when it had
// none left.
func (s *Service) AddTOTP(ctx context.Context, actor Actor, name, code string) (codes []string, err error) {
	if !actor.SignedIn() {
		return nil, errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return nil, err
	}
	o, err := s.offerOf(ctx, s.db, actor)
	if err != nil {
		return nil, err
	}
	secret, err := base32Plain.DecodeString(o.Secret)
	if err != nil {
		return nil, fmt.Errorf("read the secret of an authenticator app: %w", err)
	}
	var f apperr.Fields
	name = checkFactorName(&f, name)
	step, right := acceptedStep(secret, digitsOf(code), s.clock(), 0)
	switch {
	case strings.TrimSpace(code) == "":
		f.Add("code", "Enter the six digits that your app shows.")
	case !right:
		f.Add("code", "This is not the code of the secret above. Check that the clock of your phone is right, "+
			"and enter the code it shows now.")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	made, err := s.codesFor(ctx, actor)
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := deleteOffer(ctx, tx, actor.Account, o.Secret)
		if err != nil {
			return err
		}
		if n == 0 {
			return apperr.New(apperr.Conflict, "This app has already been added, or you began again in another window.")
		}
		id, err := s.addFactor(ctx, tx, actor, TOTP, name, GivenCode)
		if err != nil {
			return err
		}
		if err := insertTOTP(ctx, tx, id, o.Secret, step); err != nil {
			return err
		}
		return s.keepCodes(ctx, tx, actor, made)
	})
	return made.plain, err
}

// digitsOf is a code as apps mean it: people type it as they read it, "123 456".
func digitsOf(typed string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\u00a0' {
			return -1
		}
		return r
	}, strings.TrimSpace(typed))
}

// looksLikeTOTP tells a one-time code from a recovery code.
func looksLikeTOTP(typed string) bool {
	return len(typed) <= totpDigits && strings.Trim(typed, "0123456789") == ""
}
