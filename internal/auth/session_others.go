package auth

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// SessionsOf lists the sessions of an account that go on, last used first, for
// whoever manages accounts.
func (s *Service) SessionsOf(ctx context.Context, actor Actor, id AccountID) ([]Session, error) {
	file, err := s.Account(ctx, actor, id) // refuses who may not see it
	if err != nil {
		return nil, err
	}
	return s.going(ctx, Actor{Account: id, Session: actor.Session, Offices: file.Offices})
}

// EndSessionOf ends a session of someone else, who is told: a device is lost, and its
// owner cannot sign in elsewhere to end it.
func (s *Service) EndSessionOf(ctx context.Context, actor Actor, id AccountID, session SessionID) error {
	if err := s.mayEndSessions(actor); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		device, err := deleteSession(ctx, tx, session, id)
		if err != nil {
			return notFound(err, "This session has already ended.")
		}
		return s.endedBy(ctx, tx, actor, id, "end_session.account", "The session on “"+device+"” was ended", struct {
			Session SessionID `json:"session"`
			Device  string    `json:"device"`
		}{session, device})
	})
}

// EndSessionsOf ends all sessions and half sign-ins of someone else, and the address of
// the calendar. They are told.
func (s *Service) EndSessionsOf(ctx context.Context, actor Actor, id AccountID) error {
	if err := s.mayEndSessions(actor); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := deleteSessionsOf(ctx, tx, id, actor.Session) // not the one that asks, of one's own account
		if err != nil {
			return err
		}
		if err := deleteHalvesOf(ctx, tx, id); err != nil {
			return err
		}
		if err := endCalendar(ctx, tx, id); err != nil {
			return err
		}
		return s.endedBy(
			ctx, tx, actor, id, "end_sessions.account",
			"You were signed out on every device, and your calendar address, if you had one, was switched off", ended{n},
		)
	})
}

func (s *Service) mayEndSessions(actor Actor) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	return s.requireProof(actor)
}

// endedBy writes down within tx who ended what of an account, and tells its owner.
func (s *Service) endedBy(
	ctx context.Context, tx *store.Tx, actor Actor, id AccountID, action, what string, before any,
) error {
	file, err := accountByID(ctx, tx, id)
	if err != nil {
		return notFound(err, "Account not found.")
	}
	if err := s.write(ctx, tx, actor, action, "account", int64(id), before, nil); err != nil {
		return err
	}
	return s.letter(ctx, tx, file.Account, telling{
		purpose: "About an account", subject: "You were signed out", paragraphs: []string{
			fmt.Sprintf("%s by %s on %s. You can sign in again as before.", what, actor.Name, s.clock().Long()),
			"If you did not ask for this, ask " + actor.Name + " why.",
		},
	})
}
