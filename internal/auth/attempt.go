package auth

import "context"

// An Attempt is what a try at signing in was about, for the log of security: the
// answer says neither whether there is such an account nor which it is.
type Attempt struct {
	Made    bool // something was tried, whether or not there is such an account
	Account AccountID
	Reason  string // why it was refused, where that is known; never what was tried
}

type attemptKey struct{}

// WithAttempt has a try at signing in noted in a.
func WithAttempt(ctx context.Context, a *Attempt) context.Context {
	return context.WithValue(ctx, attemptKey{}, a)
}

func noteReason(ctx context.Context, reason string) {
	if a, ok := ctx.Value(attemptKey{}).(*Attempt); ok {
		a.Reason = reason
	}
}

func noteAttempt(ctx context.Context, account AccountID) {
	if a, ok := ctx.Value(attemptKey{}).(*Attempt); ok {
		a.Made, a.Account = true, account
	}
}
