package auth

import (
	"context"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Purpose is what a one-time link is good for.
type Purpose string

const (
	SettingUp Purpose = "set_up"  // makes the first account of an empty society
	SignInNow Purpose = "sign_in" // begins a session
	Invited   Purpose = "invite"  // the owner chooses the first password
	Recovery  Purpose = "recover" // the owner chooses a new password

	// Links that letters carry.
	MailedReset    Purpose = "reset"           // the owner chooses a new password
	ConfirmAddress Purpose = "confirm_address" // the account has a new address
	StopAddress    Purpose = "stop_address"    // it keeps, or gets back, the one it had
)

// How long links last.
const (
	setUpLasts   = 24 * time.Hour
	inviteLasts  = 7 * 24 * time.Hour
	recoverLasts = 24 * time.Hour
	keepLinks    = 30 * 24 * time.Hour // after their end, to be able to say "used"

	SignInLinkLasts = time.Hour          // for SignInLink
	DemoLinkLasts   = 7 * 24 * time.Hour // for SignInLink in a demonstration
)

// Link is a one-time link as it is handed over; only its hash is stored.
type Link struct {
	Token   string // for the address of the link's page
	Purpose Purpose
	Expires civil.Instant
}

// LinkView is what the page of a link says before it is used.
type LinkView struct {
	Purpose Purpose
	Account AccountID // 0 for SettingUp
	Name    string
	Email   string
	New     string // of ConfirmAddress and StopAddress: the address that was asked for
	Use     AddressUse
	Letters bool // of StopAddress: only where letters go is stopped
	Expires civil.Instant
}

// linkRow is a link as it is stored, with its account.
type linkRow struct {
	id      int64
	purpose Purpose
	expires civil.Instant
	used    civil.Instant
	account Account // zero for SettingUp
	change  int64   // of ConfirmAddress and StopAddress, else 0
	stops   stops   // of StopAddress
}

// NeedsSetUp reports whether the society has no account yet.
func (s *Service) NeedsSetUp(ctx context.Context) (bool, error) {
	exists, err := accountExists(ctx, s.db)
	return !exists, err
}

// SetUpLink makes the link that opens an empty society; the links made before
// are void. Only the program itself may make one, on the society's own
// machine. It is refused with apperr.Conflict as soon as there is an account.
func (s *Service) SetUpLink(ctx context.Context, actor Actor) (Link, error) {
	if !actor.system {
		return Link{}, apperr.New(apperr.Forbidden, "Only the program on the society’s own machine can make a set-up link.")
	}
	link := Link{Token: newToken(), Purpose: SettingUp, Expires: s.clock().Add(setUpLasts)}
	hash, _ := hashOf(link.Token)
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := refuseSetUpTwice(ctx, tx); err != nil {
			return err
		}
		if err := deleteSetUpLinks(ctx, tx); err != nil {
			return err
		}
		if err := insertLink(ctx, tx, hash, link, 0, s.clock()); err != nil {
			return err
		}
		return s.write(ctx, tx, actor, "make_link.society", "society", 0, nil, linkFacts{link.Purpose, link.Expires})
	})
	return link, err
}

func refuseSetUpTwice(ctx context.Context, q store.Queryer) error {
	exists, err := accountExists(ctx, q)
	if err != nil {
		return err
	}
	if exists {
		return apperr.New(apperr.Conflict, "This society is already set up. Sign in instead.")
	}
	return nil
}

type linkFacts struct {
	Purpose Purpose       `json:"purpose"`
	Expires civil.Instant `json:"expires"`
}

// PasswordLink makes a link with which the owner of an account chooses a
// password: the first one (Invited) or a new one (Recovery). Links made before
// are void.
func (s *Service) PasswordLink(ctx context.Context, actor Actor, id AccountID) (Link, error) {
	return s.linkFor(ctx, actor, id, func(a Account) (Purpose, time.Duration) {
		if a.Ready {
			return Recovery, recoverLasts
		}
		return Invited, inviteLasts
	})
}

// SignInLink makes a link that signs its bearer in, once, within lasts: for the
// people of a demonstration, by the program alone. Nothing is noted of it.
func (s *Service) SignInLink(ctx context.Context, actor Actor, id AccountID, lasts time.Duration) (Link, error) {
	if !actor.system {
		return Link{}, apperr.New(apperr.Forbidden, "Only the program on the society’s own machine can make a sign-in link.")
	}
	return s.linkFor(ctx, actor, id, func(Account) (Purpose, time.Duration) { return SignInNow, lasts })
}

func (s *Service) linkFor(
	ctx context.Context, actor Actor, id AccountID, kind func(Account) (Purpose, time.Duration),
) (Link, error) {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return Link{}, err
	}
	if err := s.requireProof(actor); err != nil {
		return Link{}, err
	}
	var link Link
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, id)
		if err != nil {
			return notFound(err, "Account not found.")
		}
		if file.Disabled {
			return apperr.New(apperr.Invalid, "This account is closed. Reopen it before you make a link for it.")
		}
		if err := s.refuseAlone(ctx, tx, actor, file); err != nil {
			return err
		}
		purpose, lasts := kind(file.Account)
		link, err = s.makeLink(ctx, tx, actor, file.Account, purpose, lasts)
		return err
	})
	return link, err
}

// makeLink makes a link within tx and cancels the account's earlier ones.
func (s *Service) makeLink(
	ctx context.Context, tx *store.Tx, actor Actor, a Account, purpose Purpose, lasts time.Duration,
) (Link, error) {
	link := Link{Token: newToken(), Purpose: purpose, Expires: s.clock().Add(lasts)}
	hash, _ := hashOf(link.Token)
	if err := deleteLinksOf(ctx, tx, a.ID); err != nil {
		return Link{}, err
	}
	if err := insertLink(ctx, tx, hash, link, a.ID, s.clock()); err != nil {
		return Link{}, err
	}
	if err := s.write(
		ctx, tx, actor, "make_link.account", "account", int64(a.ID), nil, linkFacts{purpose, link.Expires},
	); err != nil {
		return Link{}, err
	}
	return link, s.openedBy(ctx, tx, actor, a, purpose)
}

// openedBy notes within tx a link that was handed over, and tells its owner.
func (s *Service) openedBy(ctx context.Context, tx *store.Tx, actor Actor, a Account, purpose Purpose) error {
	kind, notes := openingOfLink[purpose]
	if !notes {
		return nil
	}
	if err := s.noteOpening(ctx, tx, a.ID, opened{kind: kind, askedBy: actor.Name}); err != nil {
		return err
	}
	return s.tellOpened(ctx, tx, a, kind, actor)
}

// LookAtLink says what a link is good for without using it. A link that is
// unknown, used or past its time is refused with apperr.NotFound.
func (s *Service) LookAtLink(ctx context.Context, token string) (LinkView, error) {
	row, err := s.findLink(ctx, s.db, token)
	if err != nil {
		return LinkView{}, err
	}
	view := LinkView{Purpose: row.purpose, Account: row.account.ID, Email: row.account.Email, Expires: row.expires}
	if row.purpose == SettingUp {
		return view, refuseSetUpTwice(ctx, s.db)
	}
	view.Name = row.account.Name.String()
	if row.change != 0 {
		change, err := addressChangeByID(ctx, s.db, row.change)
		if err != nil {
			return LinkView{}, err
		}
		view.New, view.Use, view.Letters = change.new, change.use, row.stops == stopsLetters
	}
	return view, nil
}

func (s *Service) findLink(ctx context.Context, q store.Queryer, token string) (linkRow, error) {
	const ask = "Ask whoever gave it to you for a new one."
	hash, ok := hashOf(token)
	if !ok {
		return linkRow{}, apperr.New(
			apperr.NotFound, "This link is incomplete. Copy all of it, or ask whoever gave it to you for a new one.",
		)
	}
	row, err := linkByHash(ctx, q, hash)
	switch {
	case err != nil:
		return linkRow{}, notFound(err, "This link is not valid, or a newer one has replaced it. %s", ask)
	case !row.used.IsZero():
		return linkRow{}, apperr.New(
			apperr.NotFound, "This link has already been used; each link works once. Sign in, or ask for a new link.",
		)
	case !s.clock().Before(row.expires):
		return linkRow{}, apperr.New(apperr.NotFound, "This link expired on %s. %s", row.expires.Long(), ask)
	case row.account.Disabled:
		return linkRow{}, apperr.New(
			apperr.NotFound, "The account for this link is closed. Ask the society’s secretary to reopen it.",
		)
	}
	switch {
	case row.purpose == MailedReset:
		return row, s.refuseTrusted(ctx, q, row)
	case row.purpose == Invited && row.account.Ready: // it opens what no one has opened yet, and nothing else
		return linkRow{}, apperr.New(
			apperr.NotFound, "This account has a password already. Sign in with it, or ask for a new one on the sign-in page.",
		)
	}
	return row, nil
}

// consume uses the link up within tx. Of two that use it at once, one finds it
// used.
func (s *Service) consume(ctx context.Context, tx *store.Tx, token string, purposes ...Purpose) (linkRow, error) {
	row, err := s.findLink(ctx, tx, token)
	if err != nil {
		return linkRow{}, err
	}
	for _, p := range purposes {
		if row.purpose == p {
			return row, notFound(useLink(ctx, tx, row.id, s.clock()), "This link has already been used; each link works once.")
		}
	}
	return linkRow{}, apperr.New(
		apperr.NotFound, "This link is for something else. Open it from the message you got it in.",
	)
}

// Arrival is how someone comes in by a link.
type Arrival struct {
	Token    string // of the link
	Device   string
	Replaces string // token of the session that the browser had, or ""
}

// SignInByLink begins a session with a sign-in link.
func (s *Service) SignInByLink(ctx context.Context, in Arrival) (SignedIn, error) {
	var out SignedIn
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		row, err := s.consume(ctx, tx, in.Token, SignInNow)
		if err != nil {
			return err
		}
		out, err = s.admit(ctx, tx, row.account, in.Device, in.Replaces, "sign_in_by_link.account")
		return err
	})
	return out, err
}

// SetPasswordByLink chooses the password with an invitation or recovery link,
// ends the account's sessions and begins a new one.
func (s *Service) SetPasswordByLink(ctx context.Context, in Arrival, password string) (SignedIn, error) {
	row, err := s.findLink(ctx, s.db, in.Token)
	if err != nil {
		return SignedIn{}, err
	}
	var f apperr.Fields
	if why := weakness(password, s.about(row.account)); why != "" {
		f.Add("password", "%s", why)
		return SignedIn{}, f.Err()
	}
	hash, err := s.hasher.hash(ctx, password) // before the transaction: it takes a while
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		row, err := s.consume(ctx, tx, in.Token, Invited, Recovery)
		if err != nil {
			return err
		}
		by := Actor{Account: row.account.ID, Person: row.account.Person, Name: row.account.Name.String()}
		if err := s.setPassword(ctx, tx, by, row.account.ID, hash, 0, "set_password_by_link.account"); err != nil {
			return err
		}
		if err := s.noteOpening(ctx, tx, row.account.ID, opened{kind: openedByPassword, askedBy: by.Name}); err != nil {
			return err
		}
		out, err = s.admit(ctx, tx, row.account, in.Device, in.Replaces, "sign_in_by_link.account")
		return err
	})
	return out, err
}

// SetUpInput is what the first person of a society says.
type SetUpInput struct {
	Name     Name
	Email    string
	Password string
	Offices  []Role // held beside Administrator: officers of the society
}

// setUpOffices may be taken at set-up.
var setUpOffices = []Role{President, Secretary, Treasurer, Committee}

// SetUp makes the first person, account and administrator of an empty society
// with its set-up link, and signs them in.
func (s *Service) SetUp(ctx context.Context, arrival Arrival, in SetUpInput) (SignedIn, error) {
	if _, err := s.findLink(ctx, s.db, arrival.Token); err != nil {
		return SignedIn{}, err
	}
	if err := s.checkSetUp(in).Err(); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := s.consume(ctx, tx, arrival.Token, SettingUp); err != nil {
			return err
		}
		if err := refuseSetUpTwice(ctx, tx); err != nil {
			return err
		}
		account, err := s.addFirst(ctx, tx, in, hash)
		if err != nil {
			return err
		}
		out, err = s.admit(ctx, tx, account, arrival.Device, arrival.Replaces, "sign_in_by_link.account")
		return err
	})
	return out, err
}

func (s *Service) checkSetUp(in SetUpInput) apperr.Fields {
	var f apperr.Fields
	if in.Name.Family == "" {
		f.Add("family_name", "Enter your family name. If you have only one name, enter it here.")
	}
	checkEmail(&f, in.Email)
	if why := weakness(in.Password, s.about(Account{Name: in.Name, Email: in.Email})); why != "" {
		f.Add("password", "%s", why)
	}
	for _, r := range in.Offices {
		if !has(setUpOffices, r) {
			f.Add("offices", "Choose one of the offices shown.")
			break
		}
	}
	return f
}

// addFirst enters the first person with account and offices within tx.
func (s *Service) addFirst(ctx context.Context, tx *store.Tx, in SetUpInput, hash string) (Account, error) {
	by := System(in.Name.String()) // no one is signed in yet
	person, err := s.addPerson(ctx, tx, by, Newcomer{Name: in.Name, Email: in.Email})
	if err != nil {
		return Account{}, err
	}
	account, err := s.addAccount(ctx, tx, by, person, in.Email, hash)
	if err != nil {
		return Account{}, err
	}
	by = Actor{Account: account.ID, Person: person, Name: account.Name.String()}
	for _, role := range append([]Role{Administrator}, in.Offices...) {
		if _, err := s.appoint(ctx, tx, by, Office{Person: person, Role: role, From: s.today()}, uninvited); err != nil {
			return Account{}, err
		}
	}
	return account, s.write(ctx, tx, by, "set_up.society", "society", 0, nil, factsOf(account))
}
