package postal

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Appointed is a teller of a vote.
type Appointed struct {
	Person    auth.PersonID
	Name      string
	Recipient string // age public key; "" before it is registered
	Proven    civil.Instant
	Entered   int           // web: papers entered so far
	Finished  civil.Instant // web: all are entered
	Approved  civil.Instant // the totals
}

// Ready reports whether the teller has proven a key.
func (a Appointed) Ready() bool { return !a.Proven.IsZero() }

// Key is a teller's key file with its passphrase. It is used for one request
// and never stored.
type Key struct {
	Identity   []byte
	Passphrase string
}
