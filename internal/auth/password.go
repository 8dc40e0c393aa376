package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
)

// cost is what one argon2id hash takes: memory in KiB, passes, lanes.
type cost struct {
	memory uint32
	passes uint32
	lanes  uint8
}

// currentCost is what OWASP advises as the least for argon2id.
var currentCost = cost{memory: 19 << 10, passes: 2, lanes: 1}

// cheap is a cost at which tests do not wait.
var cheap = cost{memory: 64, passes: 1, lanes: 1}

// costHere is what passwords cost in this program. Tests set and check thousands
// of them; that a program is a test's is built in by go test, and no setting, flag
// or caller of another program can say so.
func costHere() cost {
	if testing.Testing() {
		return cheap
	}
	return currentCost
}

const (
	saltBytes = 16
	hashBytes = 32
)

// Hashing takes memory: at most hashesAtOnce run, and no one waits longer than
// hashPatience for a turn.
const (
	hashesAtOnce = 2
	hashPatience = 5 * time.Second
)

// hasher hashes passwords and checks them, a few at a time.
type hasher struct {
	cost     cost
	turns    chan struct{}
	patience time.Duration
}

func newHasher(c cost) *hasher {
	return &hasher{cost: c, turns: make(chan struct{}, hashesAtOnce), patience: hashPatience}
}

// hash returns the password as a PHC string under the current cost.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	p := phc{cost: h.cost, salt: make([]byte, saltBytes)}
	rand.Read(p.salt) // never fails
	var err error
	p.sum, err = h.derive(ctx, p, hashBytes, password)
	if err != nil {
		return "", err
	}
	return p.String(), nil
}

// verdict is what checking a password found.
type verdict struct {
	right bool
	stale bool // right, but hashed under another cost: hash it again
}

// verify checks the password against a stored hash. Without a stored hash it
// does the same work and finds it wrong, so that the time taken says nothing
// about whether there is an account.
func (h *hasher) verify(ctx context.Context, stored, password string) (verdict, error) {
	p, err := h.work(stored)
	if err != nil {
		return verdict{}, fmt.Errorf("read a stored password: %w", err)
	}
	sum, err := h.derive(ctx, p, uint32(len(p.sum)), password)
	if err != nil {
		return verdict{}, err
	}
	right := subtle.ConstantTimeCompare(sum, p.sum) == 1 && stored != ""
	return verdict{right: right, stale: right && p.cost != h.cost}, nil
}

// work is what verify has to do for a stored hash, and for none.
func (h *hasher) work(stored string) (phc, error) {
	if stored == "" {
		return phc{cost: h.cost, salt: make([]byte, saltBytes), sum: make([]byte, hashBytes)}, nil
	}
	return parsePHC(stored)
}

func (h *hasher) derive(ctx context.Context, p phc, length uint32, password string) ([]byte, error) {
	timer := time.NewTimer(h.patience)
	defer timer.Stop()
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
	case <-timer.C:
		return nil, apperr.New(apperr.Busy, "Many people are signing in right now. Try again in a minute.")
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to check a password: %w", ctx.Err())
	}
	return argon2.IDKey([]byte(normal(password)), p.salt, p.cost.passes, p.cost.memory, p.cost.lanes, length), nil
}

// normal makes one password of the ways in which keyboards write it: ā as one
// character or as two, full-width letters of a Japanese input method.
func normal(password string) string { return norm.NFKC.String(password) }

// phc is a hash as it is stored: $argon2id$v=19$m=19456,t=2,p=1$SALT$SUM.
type phc struct {
	cost cost
	salt []byte
	sum  []byte
}

func (p phc) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.memory, p.cost.passes, p.cost.lanes,
		base64.RawStdEncoding.EncodeToString(p.salt), base64.RawStdEncoding.EncodeToString(p.sum))
}

// Bounds of a stored cost: a damaged row must not take the machine down.
const (
	maxMemory = 1 << 20 // KiB
	maxPasses = 64
	maxLanes  = 16
)

func parsePHC(s string) (phc, error) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return phc{}, fmt.Errorf("not an argon2id hash of version %d", argon2.Version)
	}
	var p phc
	var err error
	if p.cost, err = parseCost(parts[3]); err != nil {
		return phc{}, err
	}
	if p.salt, err = base64.RawStdEncoding.Strict().DecodeString(parts[4]); err != nil || len(p.salt) < 8 ||
		len(p.salt) > 64 {
		return phc{}, fmt.Errorf("the salt is damaged")
	}
	if p.sum, err = base64.RawStdEncoding.Strict().DecodeString(parts[5]); err != nil || len(p.sum) < 16 ||
		len(p.sum) > 64 {
		return phc{}, fmt.Errorf("the hash is damaged")
	}
	return p, nil
}

// parseCost reads "m=19456,t=2,p=1".
func parseCost(s string) (cost, error) {
	fields := strings.Split(s, ",")
	if len(fields) != 3 {
		return cost{}, fmt.Errorf("the cost %q is damaged", s)
	}
	var n [3]uint64
	for i, f := range []struct {
		name     string
		low, top uint64
	}{{"m=", 8, maxMemory}, {"t=", 1, maxPasses}, {"p=", 1, maxLanes}} {
		text, ok := strings.CutPrefix(fields[i], f.name)
		v, err := strconv.ParseUint(text, 10, 32)
		if !ok || err != nil || v < f.low || v > f.top || strconv.FormatUint(v, 10) != text {
			return cost{}, fmt.Errorf("the cost %q is damaged", s)
		}
		n[i] = v
	}
	return cost{memory: uint32(n[0]), passes: uint32(n[1]), lanes: uint8(n[2])}, nil
}
