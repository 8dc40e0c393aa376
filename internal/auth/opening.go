package auth

import (
	"context"
	"slices"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// openingLasts is how long it is shown that an account was opened, and how long its
// owner registers no key as a teller.
const openingLasts = 7 * 24 * time.Hour

// openingKind is what may have let somebody else than its owner into an account.
// The database has the same list.
type openingKind string

const (
	openedByInvitation openingKind = "invite"
	openedByLink       openingKind = "link"
	openedByPassword   openingKind = "password" // chosen with a link
	openedForADay      openingKind = "let_in"
	openedByAddress    openingKind = "address"
)

// openingOfLink is what a link opens an account by.
var openingOfLink = map[Purpose]openingKind{
	Invited: openedByInvitation, Recovery: openedByLink,
}

// Opening is something that may have let somebody else than its owner into an account.
type Opening struct {
	Person     PersonID
	Name       Name
	At         civil.Instant
	AskedBy    string
	ApprovedBy string // "": no second officer had to agree
	kind       openingKind
}

// Until is when it no longer keeps a teller from a key, or an officer from agreeing.
func (o Opening) Until() civil.Instant { return o.At.Add(openingLasts) }

// Text says what was done, for those whom it could harm.
func (o Opening) Text() string {
	name := o.Name.String()
	what := map[openingKind]string{
		openedByInvitation: "a link for the first password of " + name + " was made",
		openedByLink:       "a link for a new password of " + name + " was made",
		openedByPassword:   "the password of " + name + " was chosen with a link",
		openedForADay:      name + " was let in for a day without the second factor",
		openedByAddress:    "the e-mail address of the account of " + name + " was changed",
	}[o.kind]
	text := "On " + o.At.Date().Long() + " " + what
	switch {
	case o.kind == openedByPassword:
	case o.ApprovedBy != "":
		text += ", asked for by " + o.AskedBy + ", approved by " + o.ApprovedBy
	default:
		text += " by " + o.AskedBy
	}
	return text + "."
}

// opened is what is written down of an opening.
type opened struct {
	kind       openingKind
	askedBy    string
	approvedBy string
	oldEmail   string
}

func (s *Service) noteOpening(ctx context.Context, tx *store.Tx, id AccountID, o opened) error {
	return insertOpening(ctx, tx, id, o, s.clock())
}

// OpenedLately lists what may have opened the accounts of these people in the last
// seven days, newest first.
func OpenedLately(ctx context.Context, q store.Queryer, people []PersonID, now civil.Instant) ([]Opening, error) {
	all, err := openingsSince(ctx, q, now.Add(-openingLasts))
	return slices.DeleteFunc(all, func(o Opening) bool { return !slices.Contains(people, o.Person) }), err
}

// TrustedOpenedLately lists what may have opened the accounts of officers,
// administrators and tellers in the last seven days, for the committee; nothing for
// anyone else.
func (s *Service) TrustedOpenedLately(ctx context.Context, actor Actor) ([]Opening, error) {
	if !Can(actor, TakePartInCommittee, Object{}, s.today()) {
		return nil, nil
	}
	all, err := openingsSince(ctx, s.db, s.clock().Add(-openingLasts))
	if err != nil {
		return nil, err
	}
	trusted := make(map[PersonID]bool)
	for _, o := range all {
		if _, known := trusted[o.Person]; !known {
			if trusted[o.Person], err = s.isTrusted(ctx, s.db, o.Person); err != nil {
				return nil, err
			}
		}
	}
	return slices.DeleteFunc(all, func(o Opening) bool { return !trusted[o.Person] }), nil
}

// RefuseLatelyOpened refuses what nobody does for a person whose account may have
// been opened by somebody else in the last seven days, and says from when it can be
// done.
func RefuseLatelyOpened(
	ctx context.Context, q store.Queryer, person PersonID, now civil.Instant, what string,
) error {
	lately, err := OpenedLately(ctx, q, []PersonID{person}, now)
	if err != nil || len(lately) == 0 {
		return err
	}
	return apperr.New(
		apperr.Conflict, "%s From %s %s.", lately[0].Text(), lately[0].Until().Long(), what,
	)
}

// neverUsed reports whether nobody has come into an account yet: there is nothing
// to take over.
func (s *Service) neverUsed(ctx context.Context, q store.Queryer, file accountFile) (bool, error) {
	if file.Ready || file.Enrolled || !file.LastSeen.IsZero() {
		return false, nil
	}
	used, err := wasOpened(ctx, q, file.ID)
	return !used, err
}

// tellOpened tells the owner of an account that is trusted of a link that was handed over.
func (s *Service) tellOpened(ctx context.Context, tx *store.Tx, a Account, kind openingKind, by Actor) error {
	trusted, err := s.isTrusted(ctx, tx, a.Person)
	if err != nil || !trusted {
		return err
	}
	text := Opening{Name: a.Name, At: s.clock(), AskedBy: by.Name, kind: kind}.Text()
	return s.tellEverywhere(ctx, tx, a, "", telling{
		purpose: "About an account", subject: "A link was made for your account", paragraphs: []string{
			text, "The committee, and the other tellers of a postal vote, are shown this for seven days.",
			"If you did not ask for it, tell the society’s president or secretary at once.",
		},
	})
}

// tellEverywhere writes to the owner of an account at its address, at those it had
// within the last seven days, and at one more.
func (s *Service) tellEverywhere(ctx context.Context, tx *store.Tx, a Account, more string, t telling) error {
	addresses, err := formerAddresses(ctx, tx, a.ID, s.clock().Add(-openingLasts))
	if err != nil {
		return err
	}
	told := map[string]bool{"": true}
	for _, address := range append([]string{a.Email, more}, addresses...) {
		if key := EmailKey(address); !told[key] {
			told[key] = true
			if err := s.letterTo(ctx, tx, a, address, t); err != nil {
				return err
			}
		}
	}
	return nil
}
