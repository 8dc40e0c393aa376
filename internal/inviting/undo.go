package inviting

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// UndoneCounts is what undoing a round did.
type UndoneCounts struct {
	Stopped int `json:"not_written,omitempty"` // letters that were not written yet
	Voided  int `json:"links_void"`            // links that no longer work
	Removed int `json:"accounts_removed"`      // accounts that were made by the round and that no one has used
}

// Undo makes the links of a round void that no one has used: letters that wait are withdrawn, and accounts that the round
// made and that nothing else rests on are removed. Who has come stays, and so does a newer invitation.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, id RoundID) (out UndoneCounts, err error) {
	permit, err := s.cases.MayAgain(actor, auth.ManageAccounts, auth.Object{})
	if err != nil {
		return out, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		out = UndoneCounts{}
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		r, err := roundByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if !r.Undone.IsZero() {
			return nil, errUndone(r)
		}
		if out.Stopped, err = stopWaiting(ctx, tx, id); err != nil {
			return nil, err
		}
		for {
			list, err := toVoid(ctx, tx, id, store.MaxIn/2)
			if err != nil {
				return nil, err
			}
			if len(list) == 0 {
				break
			}
			removed, err := s.void(ctx, tx, list)
			if err != nil {
				return nil, err
			}
			out.Voided, out.Removed = out.Voided+len(list), out.Removed+removed
		}
		if out == (UndoneCounts{}) {
			return nil, apperr.New(apperr.Conflict, "There is nothing to undo: everyone has come, or has a newer invitation.")
		}
		return permit.Did("undo.invitations", "invitation_round", int64(id), nil, out), setUndone(ctx, tx, id, permit)
	})
	return out, err
}

// void undoes some invitations within tx, and says how many accounts were removed.
func (s *Service) void(ctx context.Context, tx *store.Tx, list []voided) (int, error) {
	keys := make([]string, len(list))
	var rows []int64
	var accounts, made []auth.AccountID
	for i, v := range list {
		keys[i] = auth.InvitationKey(v.account, v.link)
		rows, accounts = append(rows, v.id), append(accounts, v.account)
		if v.made {
			made = append(made, v.account)
		}
	}
	if err := s.outbox.Withdraw(ctx, tx, keys); err != nil {
		return 0, err
	}
	if err := setVoid(ctx, tx, rows, accounts); err != nil {
		return 0, err
	}
	return s.accounts.RemoveUnused(ctx, tx, made)
}
