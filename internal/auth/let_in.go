package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// letInLasts is how long someone is let in without their second factor.
const letInLasts = 24 * time.Hour

const MaxReason = 300 // characters of why someone is let in

// LetInForADay lets the owner of an account sign in without the second factor for a
// day: their phone is lost, and there is an event to run. Why is written down, and
// the owner is told. The password is asked for as always.
func (s *Service) LetInForADay(
	ctx context.Context, actor Actor, id AccountID, reason string,
) (until civil.Instant, err error) {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return until, err
	}
	if err := s.requireProof(actor); err != nil {
		return until, err
	}
	if id == actor.Account && actor.SignedIn() {
		return until, apperr.New(apperr.Invalid, "You cannot let yourself in. Ask another officer to do it.")
	}
	var f apperr.Fields
	reason = strings.TrimSpace(reason)
	switch n := len([]rune(reason)); {
	case n == 0:
		f.Add("reason", "Say why: who asked, and how you know that it was them.")
	case n > MaxReason:
		f.Add("reason", "Use at most %d characters.", MaxReason)
	}
	if err := f.Err(); err != nil {
		return until, err
	}
	until = s.clock().Add(letInLasts)
	return until, s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, id)
		if err != nil {
			return notFound(err, "Account not found.")
		}
		switch {
		case file.Disabled:
			return apperr.New(apperr.Invalid, "This account is closed. Reopen it first.")
		case !file.Enrolled:
			return apperr.New(apperr.Invalid, "%s has no second factor, and needs no letting in.", file.Name)
		}
		if err := s.refuseAlone(ctx, tx, actor, file); err != nil {
			return err
		}
		return s.letIn(ctx, tx, actor, id, reason, opened{kind: openedForADay, askedBy: actor.Name})
	})
}

// letIn lets somebody in within tx, and tells them.
func (s *Service) letIn(
	ctx context.Context, tx *store.Tx, actor Actor, id AccountID, reason string, o opened,
) error {
	until := s.clock().Add(letInLasts)
	row, err := insertLetIn(ctx, tx, id, actor.Person, reason, s.clock(), until)
	if err != nil {
		return err
	}
	err = s.write(ctx, tx, actor, "let_in.account", "account", int64(id), nil, struct {
		Reason string        `json:"reason"`
		Until  civil.Instant `json:"until"`
	}{reason, until})
	if err != nil {
		return err
	}
	if err := s.noteOpening(ctx, tx, id, o); err != nil {
		return err
	}
	return s.tell(ctx, tx, id, fmt.Sprintf("let-in:%d", row), "You can sign in without your second factor until "+until.Long(),
		fmt.Sprintf("%s has let you sign in with your password alone until %s. The reason given: %s",
			actor.Name, until.Long(), reason))
}
