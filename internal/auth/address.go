package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Someone with an account has one address for signing in and for letters, unless they
// say otherwise. Either is changed by the owner, in two steps, or by whoever manages
// accounts, at once; nowhere else.
const (
	confirmLasts        = 24 * time.Hour
	stopLasts           = 7 * 24 * time.Hour
	keepChanges         = keepLinks + stopLasts + 24*time.Hour // until after their links
	changesOfAccount    = 5                                    // asked for in a day
	changesToOneMailbox = 3
)

// addressChange is a change of address as it is kept.
type addressChange struct {
	id      int64
	account AccountID
	old     addresses // when it was asked for
	new     string
	use     AddressUse
	asked   civil.Instant
}

// AskAddress asks for another address for the actor's own account. The new one is
// sent a link to confirm it, those until now a link to stop it; until it is confirmed
// nothing changes. The answer is the same when another account has the address.
func (s *Service) AskAddress(ctx context.Context, actor Actor, email string, use AddressUse) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	if !s.SendsMail() {
		return apperr.New(apperr.Invalid, "This site does not send mail. Ask the society’s secretary to change your address.")
	}
	file, err := accountByID(ctx, s.db, actor.Account)
	if err != nil {
		return err
	}
	email = strings.TrimSpace(email)
	var f apperr.Fields
	if checkEmail(&f, email); file.addresses().with(use, email).same(file.addresses()) {
		f.Add("email", "This is your address already. Enter the new one.")
	}
	checkUse(&f, use)
	if err := f.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error { return s.askAddress(ctx, tx, actor, email, use) })
}

func (s *Service) askAddress(ctx context.Context, tx *store.Tx, actor Actor, email string, use AddressUse) error {
	if err := stillIn(ctx, tx, actor); err != nil {
		return err
	}
	over, err := s.spare(ctx, tx, map[string]int{
		"address-account:" + idText(actor.Account): changesOfAccount,
		"address-to:" + digest(EmailKey(email)):    changesToOneMailbox,
	})
	if err != nil {
		return err
	}
	for _, tooMany := range over {
		if tooMany {
			return apperr.New(apperr.TooMany, "Too many letters were asked for today. Try again tomorrow.")
		}
	}
	file, err := accountByID(ctx, tx, actor.Account)
	if err != nil {
		return err
	}
	if err := s.endMailedLinks(ctx, tx, file.ID); err != nil {
		return err
	}
	change := addressChange{account: file.ID, old: file.addresses(), new: email, use: use}
	if change.id, err = insertAddressChange(ctx, tx, change, s.clock()); err != nil {
		return err
	}
	if err := s.tellNewAddress(ctx, tx, file.Account, change); err != nil {
		return err
	}
	for _, address := range change.old.each() {
		may := change.stoppedBy(address)
		switch {
		case may == stopsNothing && EmailKey(address) == EmailKey(email): // it is asked to confirm
		case may == stopsNothing:
			err = s.tellUnchanged(ctx, tx, file.Account, address, change)
		default:
			err = s.tellOldAddress(ctx, tx, file.Account, address, change, may)
		}
		if err != nil {
			return err
		}
	}
	// Not the addresses: they can be erased from the register, but not from the log.
	return s.write(ctx, tx, actor, "ask_email.account", "account", int64(file.ID), nil, nil)
}

// tellNewAddress sends the link that confirms a change, or tells the owner of
// another account that has the address.
func (s *Service) tellNewAddress(ctx context.Context, tx *store.Tx, a Account, change addressChange) error {
	other, err := accountByEmail(ctx, tx, EmailKey(change.new))
	if err == nil && change.use != ForLetters && other.ID != a.ID {
		return s.letter(ctx, tx, other.Account, telling{
			purpose: "Change of address", subject: "Your address was given for another account", paragraphs: []string{
				"Someone else asked to use this address for their own account at " + s.page("/") + ". You sign in with it, so " +
					"nothing was changed. You need do nothing.",
			},
		})
	}
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return err
	}
	until := s.clock().Add(confirmLasts)
	link, err := s.mailedLink(ctx, tx, a, ConfirmAddress, change.id, until)
	if err != nil {
		return err
	}
	// Without the name: the address may be mistyped, and a stranger's.
	return s.letterTo(ctx, tx, Account{ID: a.ID, Person: a.Person}, change.new, telling{
		purpose: "Change of address", subject: "Confirm your e-mail address", link: link, paragraphs: []string{
			"Someone asked to use this address for " + change.use.forTheirs() + " at " + s.page("/") +
				". If it was you, confirm it here:",
			LinkHere,
			"The link works once, until " + until.Long() + ". If it was not you, you need do nothing.",
		},
	})
}

// tellOldAddress sends an address until now a link of its own that stops a change.
func (s *Service) tellOldAddress(
	ctx context.Context, tx *store.Tx, a Account, address string, change addressChange, may stops,
) error {
	until := s.clock().Add(stopLasts)
	link, err := s.mailedLink(ctx, tx, a, StopAddress, change.id, until)
	if err != nil {
		return err
	}
	then := "Signing in and letters keep or get back the address that each had, everyone is signed out, the password no longer " +
		"works, and passkeys and other second factors that were added since a week ago are removed."
	if may == stopsLetters {
		if err := limitLink(ctx, tx, link); err != nil {
			return err
		}
		then = "Letters keep or get back this address. Signing in stays as it is: if you think that someone else signs in as you, " +
			"tell the society’s president or secretary."
	}
	return s.letterTo(ctx, tx, a, address, telling{
		purpose: "Change of address", subject: "A new e-mail address for your account", link: link, paragraphs: []string{
			"Someone who was signed in as you asked to change the e-mail address of your account at " + s.page("/") + " to " +
				change.new + change.use.only() + ". It takes effect once it is confirmed from there. If it was you, you need do " +
				"nothing here.",
			"If it was not you, stop it here:",
			LinkHere,
			"The link works once, until " + until.Long() + ", also after the change. " + then,
		},
	})
}

// tellUnchanged tells a mailbox that stays with what it is used for. It has no say in the rest.
func (s *Service) tellUnchanged(ctx context.Context, tx *store.Tx, a Account, address string, change addressChange) error {
	return s.letterTo(ctx, tx, a, address, telling{
		purpose: "Change of address", subject: "A new e-mail address for your account", paragraphs: []string{
			"Someone who was signed in as you asked to change the e-mail address of your account at " + s.page("/") + " to " +
				change.new + change.use.only() + ". It takes effect once it is confirmed from there. Letters go on coming here. " +
				"If it was not you, open the letter to the address that you sign in with and stop it there, or tell the society’s " +
				"president or secretary at once.",
		},
	})
}

// ConfirmNewAddress makes the change of a mailed link take effect, and returns the
// new address.
func (s *Service) ConfirmNewAddress(ctx context.Context, token string) (NewAddress, error) {
	var change addressChange
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		row, err := s.consume(ctx, tx, token, ConfirmAddress)
		if err != nil {
			return err
		}
		if change, err = confirmAddressChange(ctx, tx, row.change, s.clock()); err != nil {
			return notFound(err, "This change of address was stopped. Ask for it again on your account page.")
		}
		file, err := accountByID(ctx, tx, change.account)
		if err != nil {
			return err
		}
		by := Actor{Account: file.ID, Person: file.Person, Name: file.Name.String()}
		return taken(s.moveAddress(ctx, tx, by, move{
			before: file.Account, after: file.addresses().with(change.use, change.new), version: file.Version, how: "as you asked",
		}))
	})
	return NewAddress{change.new, change.use}, err
}

// taken refuses on the page of a link, which has no field for it, an address that
// another account has by now.
func taken(err error) error {
	if apperr.KindOf(err) != apperr.Invalid {
		return err
	}
	return apperr.New(
		apperr.Conflict, "Another account uses this address now, so nothing was changed. Ask the society’s secretary.",
	)
}

// move is an account that gets another address.
type move struct {
	before  Account
	after   addresses
	version int64  // of the account, as it was shown
	how     string // who wanted it, for the letters

	askedBy, approvedBy string // "": its owner; no one had to
}

// moveAddress gives account and register their addresses within tx, and tells each
// mailbox of before and after.
func (s *Service) moveAddress(ctx context.Context, tx *store.Tx, by Actor, m move) error {
	after := m.before
	after.Email, after.Letters = m.after.signIn, m.after.letters
	n, err := updateAccount(ctx, tx, after, m.version)
	switch {
	case store.UniqueOn(err, "account", "email_key"):
		return emailTaken()
	case err != nil:
		return err
	case n == 0:
		return apperr.New(apperr.Conflict, "Someone else changed this account first. Check it, then make your change again.")
	}
	if err := updatePersonEmail(ctx, tx, after.Person, after.Letters); err != nil {
		return err
	}
	if err := s.endMailedLinks(ctx, tx, after.ID); err != nil {
		return err
	}
	if err := s.tellMoved(ctx, tx, m); err != nil {
		return err
	}
	asked := m.askedBy
	if asked == "" {
		asked = by.Name
	}
	if EmailKey(m.before.Email) != EmailKey(after.Email) {
		if err := s.noteOpening(
			ctx, tx, after.ID, opened{openedByAddress, asked, m.approvedBy, m.before.Email},
		); err != nil {
			return err
		}
	}
	return s.write(
		ctx, tx, by, "change_email.account", "account", int64(after.ID), factsOf(m.before), factsOf(after),
	)
}

// tellMoved tells the owner of an account, at each address of before and after, what
// they are used for now.
func (s *Service) tellMoved(ctx context.Context, tx *store.Tx, m move) error {
	now := "It is now " + m.after.signIn + ". You sign in with it, and letters go there."
	if m.after.apart() {
		now = "You sign in with " + m.after.signIn + ", and letters about the account go there. All other letters go to " +
			m.after.letters + "."
	}
	told := telling{
		purpose: "Change of address", subject: "Your account has a new e-mail address", paragraphs: []string{
			"The e-mail address of your account at " + s.page("/") + " was changed on " + s.clock().Long() + ", " + m.how + ". " + now,
			"If you did not want this, tell the society’s president or secretary at once.",
		},
	}
	before := m.before.addresses()
	for _, address := range distinct(before.signIn, before.letters, m.after.signIn, m.after.letters) {
		if err := s.letterTo(ctx, tx, m.before, address, told); err != nil {
			return err
		}
	}
	return nil
}

// StopNewAddress stops a change of address, also after it took effect: whoever
// asked for it was signed in as the owner. Signing in and letters have the addresses back
// that they had before, everyone is signed out, the password no longer works, and the factors that
// whoever it was may have added are gone.
func (s *Service) StopNewAddress(ctx context.Context, token string) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		row, err := s.consume(ctx, tx, token, StopAddress)
		if err != nil {
			return err
		}
		change, err := addressChangeByID(ctx, tx, row.change)
		if err != nil {
			return err
		}
		if row.stops == stopsLetters {
			return s.stopLetters(ctx, tx, change)
		}
		// First: of a confirmation at the same moment what it changed is read, or it finds the change ended.
		if err := endAddressChanges(ctx, tx, change.account, change.id, s.clock()); err != nil {
			return err
		}
		file, err := accountByID(ctx, tx, change.account)
		if err != nil {
			return err
		}
		by := Actor{Account: file.ID, Person: file.Person, Name: file.Name.String()}
		if !file.addresses().same(change.old) {
			back := move{
				before: file.Account, after: change.old, version: file.Version,
				how: "back to what it was, with the link in our letter",
			}
			if err := taken(s.moveAddress(ctx, tx, by, back)); err != nil {
				return err
			}
		}
		if err := s.shut(ctx, tx, file.ID, change.id); err != nil {
			return err
		}
		if err := s.removeFactorsSince(ctx, tx, by, change.asked.Add(-stopLasts)); err != nil {
			return err
		}
		return s.write(ctx, tx, by, "stop_email.account", "account", int64(file.ID), nil, nil)
	})
}

// stopLetters stops a change for a mailbox that only letters went to: they come back to it. How one signs in is not its
// business, and neither is a change that was asked for since.
func (s *Service) stopLetters(ctx context.Context, tx *store.Tx, change addressChange) error {
	if err := endAddressChange(ctx, tx, change.id, s.clock()); err != nil {
		return err
	}
	file, err := accountByID(ctx, tx, change.account)
	if err != nil {
		return err
	}
	by := Actor{Account: file.ID, Person: file.Person, Name: file.Name.String()}
	if after := file.addresses().with(ForLetters, change.old.letters); !file.addresses().same(after) {
		back := move{
			before: file.Account, after: after, version: file.Version,
			how: "back to what it was, with the link in our letter",
		}
		if err := taken(s.moveAddress(ctx, tx, by, back)); err != nil {
			return err
		}
	}
	return s.write(ctx, tx, by, "stop_email.account", "account", int64(file.ID), nil, nil)
}

// shut ends every way into an account that whoever took it over may have: the
// password, sessions and half sign-ins, calendar and links, and changes of address since the one
// that was stopped.
func (s *Service) shut(ctx context.Context, tx *store.Tx, id AccountID, stopped int64) error {
	if err := updatePassword(ctx, tx, id, ""); err != nil {
		return err
	}
	if _, err := deleteSessionsOf(ctx, tx, id, 0); err != nil {
		return err
	}
	if err := deleteHalvesOf(ctx, tx, id); err != nil {
		return err
	}
	if err := endCalendar(ctx, tx, id); err != nil {
		return err
	}
	if err := deleteLinksOf(ctx, tx, id); err != nil {
		return err
	}
	return endAddressChanges(ctx, tx, id, stopped, s.clock())
}
