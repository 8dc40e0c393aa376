package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// A challenge is signed by the program instead of kept: 16 random bytes, when it runs
// out, and an HMAC of both with what it is for and whose it is. So anyone may ask for
// any number without a row being written, and every copy of the program knows each.
// Only one that was answered rightly is written down, so that it is good once.
const (
	challengeNonce = 16
	challengeHead  = challengeNonce + 8
	challengeLasts = 10 * time.Minute
)

// ceremony is what a challenge is for.
type ceremony string

const (
	toSignIn      ceremony = "sign in"
	toSignInAgain ceremony = "sign in again"
	toAddPasskey  ceremony = "add a passkey"
)

var errStaleChallenge = errors.New("a challenge that ran out, was answered, or was for something else")

// newChallenge makes a challenge for whom it is bound to: a browser, or a session.
func (s *Service) newChallenge(ctx context.Context, c ceremony, bound string) ([]byte, error) {
	secret, err := s.passkeySecret(ctx)
	if err != nil {
		return nil, err
	}
	challenge := make([]byte, challengeNonce, challengeHead+sha256.Size)
	rand.Read(challenge) // never fails
	until := s.clock().Add(challengeLasts).Time().UnixMilli()
	challenge = binary.BigEndian.AppendUint64(challenge, uint64(until))
	return append(challenge, macOf(secret, challenge, c, bound)...), nil
}

func macOf(secret, head []byte, c ceremony, bound string) []byte {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s\n%s\n", c, bound)
	mac.Write(head)
	return mac.Sum(nil)
}

// checkChallenge refuses a challenge that this program did not make for this, or that
// has run out.
func (s *Service) checkChallenge(ctx context.Context, challenge []byte, c ceremony, bound string) error {
	if len(challenge) != challengeHead+sha256.Size || bound == "" {
		return errStaleChallenge
	}
	secret, err := s.passkeySecret(ctx)
	if err != nil {
		return err
	}
	head, mac := challenge[:challengeHead], challenge[challengeHead:]
	if !hmac.Equal(mac, macOf(secret, head, c, bound)) || !s.clock().Before(challengeUntil(challenge)) {
		return errStaleChallenge
	}
	return nil
}

func challengeUntil(challenge []byte) civil.Instant {
	return civil.At(time.UnixMilli(int64(binary.BigEndian.Uint64(challenge[challengeNonce:challengeHead]))))
}

// spendChallenge writes down within tx that a challenge was answered. Of two that
// answer it at once, one finds it spent.
func spendChallenge(ctx context.Context, tx *store.Tx, challenge []byte) error {
	sum := sha256.Sum256(challenge)
	n, err := insertSpentChallenge(ctx, tx, hex.EncodeToString(sum[:]), challengeUntil(challenge))
	if err != nil {
		return err
	}
	if n == 0 {
		return refusePasskey(errStaleChallenge)
	}
	return nil
}

// passkeySecret is what challenges are signed with; the first that is needed makes it.
func (s *Service) passkeySecret(ctx context.Context) ([]byte, error) {
	text, err := passkeySecretOf(ctx, s.db)
	if errors.Is(err, store.ErrNoRows) {
		err = s.db.InTx(ctx, func(tx *store.Tx) error {
			if err := insertPasskeySecret(ctx, tx, newToken()); err != nil {
				return err
			}
			text, err = passkeySecretOf(ctx, tx)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	secret, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(secret) < tokenBytes {
		return nil, apperr.New(apperr.Busy, "Passkeys cannot be used now. Sign in with your password.")
	}
	return secret, nil
}
