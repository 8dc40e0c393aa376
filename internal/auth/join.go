package auth

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// The accounts of two records of one person, when the records are joined and parted
// again. Who joins them asks who may, and writes the entry of the log.

// Joined is what became of the accounts of two records that were joined.
type Joined struct {
	Moved  bool      // the gone record's account signs in for the kept one
	Closed AccountID // the account that was open and signs in no longer; 0: none
}

// JoinAccounts leaves the kept record with the account of the one that signs in,
// within tx. Another account is closed; sessions and links of whoever acts for
// another record now, or no longer, end.
func JoinAccounts(ctx context.Context, tx *store.Tx, kept, gone, signsIn PersonID) (out Joined, err error) {
	own, err := AccountOf(ctx, tx, kept)
	if err != nil {
		return out, err
	}
	other, err := AccountOf(ctx, tx, gone)
	if err != nil || other.ID == 0 {
		return out, err
	}
	if own.ID == 0 || signsIn == gone {
		if err := exchangeAccounts(ctx, tx, own.ID, kept, other.ID, gone); err != nil {
			return out, err
		}
		if err := endAll(ctx, tx, other.ID); err != nil {
			return out, err
		}
		out.Moved, other = true, own
	}
	if other.ID == 0 || other.Disabled {
		return out, nil
	}
	out.Closed = other.ID
	if err := endAll(ctx, tx, other.ID); err != nil {
		return out, err
	}
	whose := gone
	if out.Moved {
		whose = kept
	}
	if err := endCalendarOf(ctx, tx, whose); err != nil { // whose account is closed follows no one's calendar
		return out, err
	}
	return out, setDisabled(ctx, tx, other.ID, true)
}

// PartAccounts undoes JoinAccounts within tx.
func PartAccounts(ctx context.Context, tx *store.Tx, kept, gone PersonID, was Joined) error {
	own, err := AccountOf(ctx, tx, kept)
	if err != nil {
		return err
	}
	other, err := AccountOf(ctx, tx, gone)
	if err != nil {
		return err
	}
	if was.Moved {
		if own.ID == 0 {
			return apperr.New(apperr.Conflict, "The account that was carried no longer exists.")
		}
		if err := exchangeAccounts(ctx, tx, other.ID, gone, own.ID, kept); err != nil {
			return err
		}
		if err := endAll(ctx, tx, own.ID); err != nil {
			return err
		}
	}
	if was.Closed != 0 {
		return setDisabled(ctx, tx, was.Closed, false)
	}
	return nil
}

// CloseAccountOf closes the account of someone who died, within tx, and gives its number;
// 0 where none was open. The account of the last administrator stays open.
func CloseAccountOf(ctx context.Context, tx *store.Tx, person PersonID, today civil.Date) (AccountID, error) {
	a, err := AccountOf(ctx, tx, person)
	if err != nil || a.ID == 0 || a.Disabled {
		return 0, err
	}
	if err := endAll(ctx, tx, a.ID); err != nil {
		return 0, err
	}
	if err := endCalendarOf(ctx, tx, person); err != nil {
		return 0, err
	}
	if err := setDisabled(ctx, tx, a.ID, true); err != nil {
		return 0, err
	}
	return a.ID, keepAnAdministratorWithout(ctx, tx, person, today)
}

// OpenAccount opens again within tx a person's account that was closed by a mistake.
func OpenAccount(ctx context.Context, tx *store.Tx, id AccountID, person PersonID) error {
	a, err := AccountOf(ctx, tx, person)
	if err != nil || a.ID != id {
		return err
	}
	return setDisabled(ctx, tx, id, false)
}

// endAll ends what opens an account now.
func endAll(ctx context.Context, tx *store.Tx, id AccountID) error {
	if _, err := deleteSessionsOf(ctx, tx, id, 0); err != nil {
		return err
	}
	return deleteLinksOf(ctx, tx, id)
}
