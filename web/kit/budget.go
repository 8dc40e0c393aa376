package kit

import (
	"math"
	"sync"
	"time"

	"nzgs/internal/apperr"
)

// Budget is what each network may have done for it: so much at once, and as it
// comes back with time. It is kept in memory: guesses at passwords, which must
// outlast a restart, are counted by auth.
type Budget struct {
	atOnce, aSecond float64
	now             func() time.Time

	mu   sync.Mutex
	left map[string]purse // of networks that have spent something lately
}

type purse struct {
	left float64
	at   time.Time
}

// mostPurses is how many networks a budget remembers before it forgets those
// that have everything again.
const mostPurses = 20_000

// NewBudget gives each network so much at once, and so much more a second.
func NewBudget(atOnce, aSecond float64, now func() time.Time) *Budget {
	return &Budget{atOnce: atOnce, aSecond: aSecond, now: now, left: map[string]purse{}}
}

// Allows refuses a network that has spent everything, and says how long to wait.
func (b *Budget) Allows(network string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.purse(network)
	if p.left >= 1 || p.left >= b.atOnce {
		return nil
	}
	wait := max(1, int(math.Ceil((min(1, b.atOnce)-p.left)/b.aSecond)))
	return apperr.New(apperr.TooMany, "Too much was asked for from your network. Try again in %s.", secondsText(wait))
}

// Spend takes so much of what a network has, even if it has less: what is done
// is paid for, and the next one waits longer.
func (b *Budget) Spend(network string, amount float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.purse(network)
	p.left -= amount
	b.left[network] = p
	if len(b.left) > mostPurses {
		b.forget()
	}
}

func (b *Budget) purse(network string) purse {
	now := b.now()
	p, known := b.left[network]
	if !known {
		return purse{b.atOnce, now}
	}
	p.left = min(b.atOnce, p.left+b.aSecond*now.Sub(p.at).Seconds())
	p.at = now
	return p
}

// forget lets go of those that have everything again; of everybody, when that
// is nobody.
func (b *Budget) forget() {
	for network := range b.left {
		if b.purse(network).left >= b.atOnce {
			delete(b.left, network)
		}
	}
	if len(b.left) > mostPurses {
		clear(b.left)
	}
}

func secondsText(n int) string {
	if n < 120 {
		return Plural(n, "second", "seconds")
	}
	return Plural((n+59)/60, "minute", "minutes")
}
