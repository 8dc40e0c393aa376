package web

import (
	"context"
	"sync"
)

// underWay has the requests that carry one idempotency key come one after the
// other, so that the second finds what the first one did. Between programs
// that share a database the key's UNIQUE column decides alone.
type underWay struct {
	mu    sync.Mutex
	forms map[string]chan struct{} // by key: closed when the request is done
}

func newUnderWay() *underWay { return &underWay{forms: map[string]chan struct{}{}} }

// begin waits until no request with the key is under way. Whoever began calls
// done; err is the context's.
func (u *underWay) begin(ctx context.Context, key string) (done func(), err error) {
	for {
		first, before := u.claim(key)
		if before == nil {
			return func() { u.release(key, first) }, nil
		}
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// claim makes the caller the one under way, unless before is.
func (u *underWay) claim(key string) (mine, before chan struct{}) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if before := u.forms[key]; before != nil {
		return nil, before
	}
	mine = make(chan struct{})
	u.forms[key] = mine
	return mine, nil
}

func (u *underWay) release(key string, mine chan struct{}) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.forms, key)
	close(mine)
}
