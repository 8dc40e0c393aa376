package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Guessing is slowed down by what was tried lately: for an account from one
// network, and for a network over all accounts. Another network is not held
// up, so that no one can lock an account's owner out from elsewhere. An
// account that is being tried from many networks leaves each of them fewer
// free attempts, never none.
const (
	failureWindow = 24 * time.Hour // older failures are forgotten
	crowdedFrom   = 100            // failures of an account from which freeCrowded holds
	freeCrowded   = 1
)

// backOff says how long to wait after the last failure: nothing for the free
// ones, then base, doubled with each further one up to top.
type backOff struct {
	free      int
	base, top time.Duration
}

var (
	pairBackOff    = backOff{free: 5, base: 30 * time.Second, top: time.Hour}
	networkBackOff = backOff{free: 60, base: 5 * time.Second, top: time.Minute}
	codeBackOff    = backOff{free: 20, base: 30 * time.Second, top: 15 * time.Minute}
)

func (b backOff) after(failures int) time.Duration {
	if failures < b.free {
		return 0
	}
	wait := b.base
	for range failures - b.free {
		if wait *= 2; wait >= b.top {
			return b.top
		}
	}
	return wait
}

// failures is what is known of one subject within the window.
type failures struct {
	count int
	last  civil.Instant
}

// openAt is when the next attempt is answered; a past instant or never: now.
func openAt(pair, network, account failures) civil.Instant {
	b := pairBackOff
	if account.count >= crowdedFrom {
		b.free = freeCrowded
	}
	var at civil.Instant
	for _, w := range []struct {
		known failures
		wait  time.Duration
	}{{pair, b.after(pair.count)}, {network, networkBackOff.after(network.count)}} {
		if w.wait > 0 {
			if t := w.known.last.Add(w.wait); t.After(at) {
				at = t
			}
		}
	}
	return at
}

// attempt is one try at signing in, counted as failed until it succeeds: so
// that many at once cannot pass before the first failure is written.
type attempt struct {
	pair   string
	rows   []int64
	before int // failures of the account, from all networks
}

// begin counts an attempt, or refuses it when there were too many. A refused
// attempt is not counted, so that impatience does not make the wait longer.
func (s *Service) begin(ctx context.Context, emailKey, network string) (attempt, error) {
	return s.beginBy(ctx, emailKey, network, openAt, "Too many failed attempts from your network. Try again in %s.")
}

// beginCode does so for a one-time code.
func (s *Service) beginCode(ctx context.Context, account AccountID, network string) (attempt, error) {
	return s.beginBy(ctx, fmt.Sprintf("code of %d", account), network, codeOpenAt,
		"Too many wrong one-time codes for this account. Try again in %s, or enter a recovery code.")
}

func (s *Service) beginBy(
	ctx context.Context, key, network string, open func(pair, network, account failures) civil.Instant, wait string,
) (attempt, error) {
	// Hashed, because people type a password where the address belongs.
	account := "account:" + digest(key)
	a := attempt{pair: "pair:" + digest(key+" "+network)}
	subjects := []string{a.pair, "network:" + digest(network), account}
	now := s.clock()
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		known, err := failuresOf(ctx, tx, subjects, now.Add(-failureWindow))
		if err != nil {
			return err
		}
		if at := open(known[subjects[0]], known[subjects[1]], known[subjects[2]]); at.After(now) {
			return apperr.New(apperr.TooMany, wait, inWords(at.Time().Sub(now.Time())))
		}
		a.before = known[subjects[2]].count
		a.rows, err = insertFailures(ctx, tx, subjects, now)
		return err
	})
	return a, err
}

// succeeded forgets the attempt and the failures of its account from its network.
func (a attempt) succeeded(ctx context.Context, tx *store.Tx) error {
	return deleteFailures(ctx, tx, a.pair, a.rows)
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// inWords is a wait as people say it: "40 seconds", "2 minutes".
func inWords(d time.Duration) string {
	switch seconds := int((d + time.Second - 1) / time.Second); {
	case seconds <= 1:
		return "a second"
	case seconds < 60:
		return plural(seconds, "second")
	case seconds <= 60*60:
		return plural((seconds+59)/60, "minute")
	default:
		return plural((seconds+60*60-1)/(60*60), "hour")
	}
}
