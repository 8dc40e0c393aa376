package auth

import (
	"context"
	"errors"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Account is who may sign in: a person with an e-mail address.
type Account struct {
	ID       AccountID
	Person   PersonID
	Name     Name
	Email    string // for signing in, and letters about the account
	Letters  string // the register's, for all other letters; "": none there
	Ready    bool   // a password has been set
	Disabled bool
	Enrolled bool // has a second factor
	Created  civil.Instant
	LastSeen civil.Instant // zero when there is no session
	Offices  []Office      // that have not ended; only of Account and Accounts
	Version  int64
}

// accountFile is an account with what only this package may see.
type accountFile struct {
	Account
	passwordHash string
}

// accountFacts are what the audit log keeps of an account.
type accountFacts struct {
	Person   PersonID `json:"person,omitempty"`
	Email    string   `json:"email,omitempty"`
	Letters  string   `json:"letters,omitempty"` // where they go elsewhere
	Disabled bool     `json:"disabled,omitempty"`
}

func factsOf(a Account) accountFacts {
	facts := accountFacts{Person: a.Person, Email: a.Email, Disabled: a.Disabled}
	if a.Apart() {
		facts.Letters = a.Letters
	}
	return facts
}

// AccountQuery asks for a part of the accounts, in the order of names.
type AccountQuery struct {
	Name   string // part of a folded name, as the register folds names; or
	Email  string // part of an address; both "": every account
	Offset int
	Limit  int
}

// Accounts lists accounts and says how many match in all.
func (s *Service) Accounts(ctx context.Context, actor Actor, q AccountQuery) ([]Account, int, error) {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return nil, 0, err
	}
	total, err := countAccounts(ctx, s.db, q)
	if err != nil {
		return nil, 0, err
	}
	q.Limit = max(q.Limit, 1)
	q.Offset = store.OffsetIn(q.Offset, q.Limit, total)
	list, err := accounts(ctx, s.db, q)
	if err != nil {
		return nil, 0, err
	}
	people := make([]PersonID, len(list))
	for i, a := range list {
		people[i] = a.Person
	}
	offices, err := OfficesOn(ctx, s.db, s.today(), people)
	if err != nil {
		return nil, 0, err
	}
	for i := range list {
		list[i].Offices = offices[list[i].Person]
	}
	return list, total, nil
}

// Account is one account, for whoever manages accounts.
func (s *Service) Account(ctx context.Context, actor Actor, id AccountID) (Account, error) {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return Account{}, err
	}
	return s.account(ctx, id)
}

// OwnAccount is the actor's own account.
func (s *Service) OwnAccount(ctx context.Context, actor Actor) (Account, error) {
	if !actor.SignedIn() {
		return Account{}, errNoSession
	}
	return s.account(ctx, actor.Account)
}

func (s *Service) account(ctx context.Context, id AccountID) (Account, error) {
	a, err := accountByID(ctx, s.db, id)
	if err != nil {
		return Account{}, notFound(err, "Account not found.")
	}
	offices, err := OfficesOn(ctx, s.db, s.today(), []PersonID{a.Person})
	if err != nil {
		return Account{}, err
	}
	a.Offices = offices[a.Person]
	return a.Account, nil
}

// AccountHistory is what the audit log says of an account, newest first: to
// whoever manages accounts, and to its owner, who can see here that someone
// else was signed in.
func (s *Service) AccountHistory(ctx context.Context, actor Actor, id AccountID, limit int) ([]audit.Record, error) {
	if id != actor.Account || !actor.SignedIn() {
		if err := s.require(actor, ManageAccounts, Object{}); err != nil {
			return nil, err
		}
	}
	return audit.Of(ctx, s.db, "account", int64(id), limit)
}

// AddAccount gives a person an account without a password: a one-time link
// opens it.
func (s *Service) AddAccount(ctx context.Context, actor Actor, person PersonID, email string) (AccountID, error) {
	var id AccountID
	err := s.adding(ctx, actor, person, email, func(tx *store.Tx, a Account) error {
		id = a.ID
		return nil
	})
	return id, err
}

// Invitation is a new account with the link to hand over to its owner.
type Invitation struct {
	Account AccountID
	Link    Link
}

// Invite gives a person an account, and a link with which they choose their
// own password.
func (s *Service) Invite(ctx context.Context, actor Actor, person PersonID, email string) (Invitation, error) {
	var out Invitation
	err := s.adding(ctx, actor, person, email, func(tx *store.Tx, a Account) error {
		var err error
		out.Account = a.ID
		out.Link, err = s.makeLink(ctx, tx, actor, a, Invited, inviteLasts)
		return err
	})
	return out, err
}

func (s *Service) adding(
	ctx context.Context, actor Actor, person PersonID, email string, then func(*store.Tx, Account) error,
) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	var f apperr.Fields
	if person == 0 {
		f.Add("person", "Choose the person.")
	}
	email = strings.TrimSpace(email)
	checkEmail(&f, email)
	if err := f.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		a, err := s.addAccount(ctx, tx, actor, person, email, "")
		if err != nil {
			return err
		}
		return then(tx, a)
	})
}

func checkEmail(f *apperr.Fields, email string) {
	switch {
	case email == "":
		f.Add("email", "Enter the e-mail address to sign in with.")
	case !ValidEmail(email):
		f.Add("email", "Enter an e-mail address like aroha@example.nz.")
	}
}

// addAccount inserts an account within tx; hash may be "".
func (s *Service) addAccount(
	ctx context.Context, tx *store.Tx, by Actor, person PersonID, email, hash string,
) (Account, error) {
	one, err := someoneByID(ctx, tx, person)
	if err != nil {
		return Account{}, notFound(err, "This person is not in the register.")
	}
	name, held := one.Name, apperr.New(apperr.Conflict, "%s already has an account.", one.Name)
	if one.Account != 0 {
		return Account{}, held
	}
	if err := refuseGone(ctx, tx, person); err != nil {
		return Account{}, err
	}
	a := Account{Person: person, Name: name, Email: email, Ready: hash != "", Created: s.clock(), Version: 1}
	a.ID, err = insertAccount(ctx, tx, a, hash)
	switch {
	case store.UniqueOn(err, "account", "person_id"):
		return Account{}, held
	case store.UniqueOn(err, "account", "email_key"):
		return Account{}, emailTaken()
	case err != nil:
		return Account{}, err
	}
	if one.Email == "" {
		if err := updatePersonEmail(ctx, tx, person, email); err != nil {
			return Account{}, err
		}
		one.Email = email
	}
	a.Letters = one.Email
	return a, s.write(ctx, tx, by, "add.account", "account", int64(a.ID), nil, factsOf(a))
}

func emailTaken() error {
	var f apperr.Fields
	f.Add("email", "Another account uses this address. Enter a different one.")
	return f.Err()
}

// ChangeEmail changes what an address of someone with an account is, at once: for
// whoever has lost the mailbox. The owner is told at each address.
func (s *Service) ChangeEmail(
	ctx context.Context, actor Actor, id AccountID, version int64, email string, use AddressUse,
) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	var f apperr.Fields
	email = strings.TrimSpace(email)
	checkEmail(&f, email)
	checkUse(&f, use)
	if err := f.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, id)
		if err != nil {
			return notFound(err, "Account not found.")
		}
		if err := s.refuseAlone(ctx, tx, actor, file); err != nil {
			return err
		}
		after := file.addresses().with(use, email)
		if after == file.addresses() {
			f.Add("email", "This is the address already. Enter the new one.")
			return f.Err()
		}
		return s.moveAddress(ctx, tx, actor, move{
			before: file.Account, after: after, version: version, how: "by " + actor.Name,
		})
	})
}

// endMailedLinks cancels what was mailed to an address that is the account's no
// longer, invitations among it, and changes of it that wait.
func (s *Service) endMailedLinks(ctx context.Context, tx *store.Tx, id AccountID) error {
	for _, purpose := range []Purpose{Invited, MailedReset, ConfirmAddress} {
		if err := deleteLinksFor(ctx, tx, id, purpose); err != nil {
			return err
		}
	}
	return nil
}

// Disable closes an account: its sessions and links end at once. The account
// of the last administrator stays open.
func (s *Service) Disable(ctx context.Context, actor Actor, id AccountID, version int64) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	if id == actor.Account && actor.SignedIn() {
		return apperr.New(apperr.Invalid, "You cannot close your own account. Ask another officer to do it.")
	}
	return s.changing(ctx, actor, id, version, "disable.account", func(tx *store.Tx, a *Account) error {
		a.Disabled = true
		if _, err := deleteSessionsOf(ctx, tx, id, 0); err != nil {
			return err
		}
		if err := endCalendar(ctx, tx, id); err != nil {
			return err
		}
		return deleteLinksOf(ctx, tx, id)
	})
}

// Enable reopens a closed account with the password it had.
func (s *Service) Enable(ctx context.Context, actor Actor, id AccountID, version int64) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	return s.changing(ctx, actor, id, version, "enable.account", func(tx *store.Tx, a *Account) error {
		a.Disabled = false
		return refuseGone(ctx, tx, a.Person)
	})
}

// changing reads an account, lets change work on it and writes it back under
// its version. The audit entry comes before the look at who is left, because
// it makes writers queue: two changes at once cannot both think the other one
// keeps an administrator.
func (s *Service) changing(
	ctx context.Context, actor Actor, id AccountID, version int64, action string, change func(*store.Tx, *Account) error,
) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, id)
		if err != nil {
			return notFound(err, "Account not found.")
		}
		before, after := file.Account, file.Account
		if err := change(tx, &after); err != nil {
			return err
		}
		n, err := updateAccount(ctx, tx, after, version)
		if err != nil {
			return err
		}
		if n == 0 {
			return apperr.New(apperr.Conflict, "Someone else changed this account first. Check it, then make your change again.")
		}
		if err := s.write(ctx, tx, actor, action, "account", int64(id), factsOf(before), factsOf(after)); err != nil {
			return err
		}
		if !after.Disabled {
			return nil
		}
		return keepAnAdministratorWithout(ctx, tx, after.Person, s.today())
	})
}

// PasswordChange is what the owner of an account types to change the password.
type PasswordChange struct {
	Current string // "" while the account has none
	New     string
	Network string
}

// ChangePassword sets a new password on the actor's own account and ends all
// of its other sessions.
func (s *Service) ChangePassword(ctx context.Context, actor Actor, in PasswordChange) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	account, err := accountByID(ctx, s.db, actor.Account)
	if err != nil {
		return err
	}
	if err := s.mayChooseFirst(ctx, actor, account.Account); err != nil {
		return err
	}
	var f apperr.Fields
	var tried attempt
	if account.Ready {
		if in.Current == "" {
			f.Add("current", "Enter your current password.")
		} else if tried, err = s.begin(ctx, EmailKey(account.Email), in.Network); err != nil {
			return err
		} else if found, err := s.hasher.verify(ctx, account.passwordHash, in.Current); err != nil {
			return err
		} else if !found.right {
			f.Add("current", "This is not your current password. Try again.")
		} else if normal(in.Current) == normal(in.New) {
			f.Add("password", "This is already your password. Choose a different one.")
		}
	}
	if why := weakness(in.New, s.about(account.Account)); why != "" && !f.Has("password") {
		f.Add("password", "%s", why)
	}
	if err := f.Err(); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, in.New)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := stillIn(ctx, tx, actor); err != nil {
			return err
		}
		if account.Ready {
			if err := tried.succeeded(ctx, tx); err != nil {
				return err
			}
		}
		return s.setPassword(ctx, tx, actor, account.ID, hash, actor.Session, ownPassword)
	})
}

// ChoosesFirst reports whether the actor may choose the first password of their account
// now. There is nothing to prove by but the link that began the session, a passkey or a
// code: within ten minutes of one. A session alone proves nothing.
func (s *Service) ChoosesFirst(actor Actor) bool { return s.requireProof(actor) == nil }

func (s *Service) mayChooseFirst(ctx context.Context, actor Actor, a Account) error {
	err := s.requireProof(actor)
	if err == nil || a.Ready {
		return nil
	}
	if passkeys, missing := passkeysOf(ctx, s.db, a.ID); missing != nil || len(passkeys) > 0 {
		return errors.Join(missing, err)
	}
	var f apperr.Fields
	f.Add("password", "%s", FirstPasswordLate)
	return f.Err()
}

// FirstPasswordLate says what to do where the first password can no longer be chosen.
const FirstPasswordLate = "Your account has no password yet, and one is chosen within ten minutes of signing in by a link. " +
	"Sign in by a new link, which the secretary or whoever looks after the machine makes for you, and choose one at once."

func (s *Service) about(a Account) aboutPerson {
	return aboutPerson{email: a.Email, name: a.Name, society: s.society}
}

// setPassword writes the password within tx, ends every session but keep and the
// calendar's address, cancels the links and half sign-ins that were waiting, and
// tells the owner.
func (s *Service) setPassword(
	ctx context.Context, tx *store.Tx, by Actor, id AccountID, hash string, keep SessionID, action string,
) error {
	before, err := accountByID(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := updatePassword(ctx, tx, id, hash); err != nil {
		return err
	}
	n, err := deleteSessionsOf(ctx, tx, id, keep)
	if err != nil {
		return err
	}
	if err := deleteLinksOf(ctx, tx, id); err != nil {
		return err
	}
	if err := deleteHalvesOf(ctx, tx, id); err != nil {
		return err
	}
	if err := endCalendar(ctx, tx, id); err != nil {
		return err
	}
	if before.Ready || action == ownPassword { // of a link to the first one the owner was told as it was made
		if err := s.tellPassword(ctx, tx, before.Account, action); err != nil {
			return err
		}
	}
	return s.write(ctx, tx, by, action, "account", int64(id), nil, ended{n})
}

// ownPassword is a password that somebody signed in chose for their own account.
const ownPassword = "change_password.account"

// tellPassword tells the owner of an account that its password is another one, or that
// it has its first one; a is the account as it was before.
func (s *Service) tellPassword(ctx context.Context, tx *store.Tx, a Account, action string) error {
	how := map[string]string{
		ownPassword:                    "on the account page",
		"set_password_by_link.account": "with a link that an officer made",
		"reset_password.account":       "with the link that was mailed to you",
	}[action]
	subject, what := "Your password was changed", "The password of your account at "+s.page("/")+" was changed"
	if !a.Ready {
		subject = "A password was chosen for your account"
		what = "The first password of your account at " + s.page("/") + " was chosen"
	}
	return s.letter(ctx, tx, a, telling{
		purpose: "Password changed", subject: subject, paragraphs: []string{
			what + " on " + s.clock().Long() + ", " + how + ".",
			tellSecretary,
		},
	})
}
