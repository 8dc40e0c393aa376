package auth

import (
	"context"
	"strings"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// LetterLasts is how long the link of a mailed invitation is good. In that time no second one is sent unasked.
const LetterLasts = 14 * 24 * time.Hour

// Missing is why someone is not invited by letter; "": nothing is missing.
type Missing string

// What can be missing. The order is the one in which it is looked for.
const (
	MissingMail    Missing = "no_mail"    // the site sends no mail
	MissingMerged  Missing = "merged"     // the record was merged with another
	MissingDied    Missing = "died"       // it is recorded that the person died
	MissingClosed  Missing = "closed"     // the account was closed
	MissingAccount Missing = "account"    // the account is in use already
	MissingAddress Missing = "no_address" // the register has no e-mail address
	MissingUsable  Missing = "unusable"   // no letter can be addressed to it
	MissingBounced Missing = "came_back"  // letters to it came back
	MissingShared  Missing = "shared"     // someone else has the same address
	MissingLately  Missing = "invited"    // an invitation is still good
)

// AllMissing lists what can be missing, in the order in which it is looked for.
var AllMissing = []Missing{
	MissingMail, MissingMerged, MissingDied, MissingClosed, MissingAccount, MissingAddress, MissingUsable, MissingBounced,
	MissingShared, MissingLately,
}

// Text says what is missing, after a name and a colon.
func (m Missing) Text() string {
	return map[Missing]string{
		MissingMail:    "this site sends no mail",
		MissingMerged:  "the record was merged with another",
		MissingDied:    "it is recorded that this person died",
		MissingClosed:  "the account was closed",
		MissingAccount: "has an account that is in use",
		MissingAddress: "the register has no e-mail address",
		MissingUsable:  "no letter can be sent to the e-mail address as it is written",
		MissingBounced: "letters to the e-mail address came back",
		MissingShared:  "someone else has the same e-mail address",
		MissingLately:  "was invited already, and that link is still good",
	}[m]
}

// ToInvite is a person as far as an invitation by letter goes.
type ToInvite struct {
	Person  PersonID
	Name    Name
	Email   string    // where the letter would go
	Account AccountID // 0: none yet
	Missing Missing
	Until   civil.Instant // of MissingLately: when the link ends that is still good

	account Account // before it is invited; zero without one
}

// ToInviteByLetter says of each of these people whether a letter can invite them, in the order given. It is for
// services that have asked who may.
func (s *Service) ToInviteByLetter(ctx context.Context, q store.Queryer, people []PersonID) ([]ToInvite, error) {
	list, err := toInvite(ctx, q, people, s.clock())
	if err != nil || s.SendsMail() {
		return list, err
	}
	for i := range list {
		if list[i].Missing != MissingAccount { // who signs in needs none
			list[i].Missing = MissingMail
		}
	}
	return list, nil
}

// ByLetter says how someone is invited by letter.
type ByLetter struct {
	Again   bool   // also who has an invitation that is still good: it is void then
	Mailing string // the letters of one press, which wait in quiet hours; "": the letter goes at once
	Office  string // what comes with it, as people say it: "treasurer"; "": no office
}

// LetterInvitation is what became of an invitation by letter.
type LetterInvitation struct {
	ToInvite
	Link    int64 // the link that the letter carries; 0: not invited, see Missing
	Key     string
	Made    bool // the account was made with it
	Expires civil.Instant
}

// InviteWithin invites a person by letter within tx: an account without a password, unless there is one that no one has
// used yet, and a letter with a link that is made as the letter leaves. by has been allowed to by a service. Whom no
// letter can invite is not an error: Missing says why.
func (s *Service) InviteWithin(
	ctx context.Context, tx *store.Tx, by Actor, person PersonID, how ByLetter,
) (LetterInvitation, error) {
	list, err := s.ToInviteByLetter(ctx, tx, []PersonID{person})
	if err != nil {
		return LetterInvitation{}, err
	}
	if len(list) == 0 {
		return LetterInvitation{ToInvite: ToInvite{Person: person, Missing: MissingMerged}}, nil
	}
	out := LetterInvitation{ToInvite: list[0], Expires: s.clock().Add(LetterLasts)}
	if out.Missing == MissingLately && how.Again {
		out.Missing = ""
	}
	if out.Missing != "" {
		return out, nil
	}
	a, err := s.accountToInvite(ctx, tx, by, &out)
	if err != nil {
		return out, err
	}
	if err := deleteLinksOf(ctx, tx, a.ID); err != nil {
		return out, err
	}
	if out.Link, err = s.mailedLink(ctx, tx, a, Invited, 0, out.Expires); err != nil {
		return out, err
	}
	if err := s.noteOpening(ctx, tx, a.ID, opened{kind: openedByInvitation, askedBy: by.Name}); err != nil {
		return out, err
	}
	out.Key = InvitationKey(a.ID, out.Link)
	if err := s.queue(ctx, tx, out.Key, a, a.Email, s.invitationLetter(how, out)); err != nil {
		return out, err
	}
	return out, s.write(
		ctx, tx, by, "invite.account", "account", int64(a.ID), nil, linkFacts{Invited, out.Expires},
	)
}

// InvitationKey is the key of the letter that carries a link to the first password of an account.
func InvitationKey(a AccountID, link int64) string {
	return AboutAccount + idText(a) + ":invitation:" + idText(AccountID(link))
}

// accountToInvite makes the account within tx, or gives one that no one has used the address of the register: that is
// where a wrong one is corrected.
func (s *Service) accountToInvite(ctx context.Context, tx *store.Tx, by Actor, out *LetterInvitation) (Account, error) {
	a := out.account
	if a.ID == 0 {
		made, err := s.addAccount(ctx, tx, by, out.Person, out.Email, "")
		out.Account, out.Made = made.ID, true
		return made, err
	}
	if a.Email == out.Email {
		return a, nil
	}
	before := a
	a.Email = out.Email
	if _, err := updateAccount(ctx, tx, a, a.Version); err != nil {
		return a, err
	}
	return a, s.write(ctx, tx, by, "change_email.account", "account", int64(a.ID), factsOf(before), factsOf(a))
}

// invitationLetter is what someone is told who has an account without a password.
func (s *Service) invitationLetter(how ByLetter, in LetterInvitation) telling {
	t := telling{
		purpose: "Invitation to sign in", subject: "Your account with the " + s.society, link: in.Link, mailing: how.Mailing,
	}
	if how.Office != "" {
		t.subject = "Your office, and your account with the " + s.society
		t.paragraphs = append(t.paragraphs, "You were given the office "+how.Office+".")
	}
	t.paragraphs = append(t.paragraphs,
		"You have an account at "+s.page("/")+". You sign in with this address and a password that you choose here:",
		LinkHere,
		"The link is for you alone. It works once, until "+in.Expires.Long()+", and a newer one replaces it. Please do not pass "+
			"this letter on: whoever opens the link first chooses the password.",
	)
	if how.Office == "" {
		t.paragraphs = append(t.paragraphs,
			"With an account you see your membership and what else the society has about you, and keep your address right.",
			"If the link no longer works, ask for a new one with this address: "+s.page("/sign-in/forgotten")+".",
			"If you do not want an account, you need do nothing.",
		)
		return t
	}
	t.paragraphs = append(t.paragraphs,
		"If the link no longer works, ask the society’s secretary or an administrator for a new one. If the office is a mistake, "+
			"tell the society’s president or secretary.",
	)
	return t
}

// WithOffice is how someone who is given an office learns that they can sign in.
type WithOffice struct {
	Name    Name
	Address string // where the invitation goes, as the reader may see it; "": none goes
	Missing Missing

	would string // where it would go now
}

// Text says it in a sentence, after the office was given; "" where nothing is to be said: the person has an account in
// use, and is told by letter.
func (w WithOffice) Text() string {
	if w.Address != "" {
		return w.Name.String() + " is invited at " + w.Address + " by letter."
	}
	return w.lacking()
}

// Before says it before the office is given.
func (w WithOffice) Before() string {
	switch {
	case w.Missing == "":
		return w.Name.String() + " does not sign in yet: an invitation goes to " + w.would + " with the office."
	case w.Address != "":
		return w.Name.String() + " was invited at " + w.Address + " by letter, and has not come yet."
	}
	return w.lacking()
}

func (w WithOffice) lacking() string {
	name, help := w.Name.String(), "Whoever looks after the accounts can give them a link."
	switch w.Missing {
	case "", MissingAccount:
		return ""
	case MissingLately:
		return name + " has a link to a first password that is still good, and has not used it."
	case MissingClosed:
		help = "Whoever looks after the accounts can open it again."
	case MissingDied, MissingMerged:
		help = ""
	}
	return strings.TrimSpace(name + " is not invited by letter: " + w.Missing.Text() + ". " + help)
}

// inviteWithOffice invites within tx whoever was given an office and has no account in use, and reports whether a letter
// of the office goes by that.
func (s *Service) inviteWithOffice(ctx context.Context, tx *store.Tx, by Actor, id OfficeID) (bool, error) {
	if !s.SendsMail() {
		return false, nil
	}
	held, err := appointmentByID(ctx, tx, id)
	if err != nil {
		return false, err
	}
	out, err := s.InviteWithin(ctx, tx, by, held.Person, ByLetter{Office: held.Title()})
	if err != nil || out.Link == 0 {
		return false, err
	}
	return true, insertInvitation(ctx, tx, out, s.clock())
}

// InvitedWithOffice says of people who were just given an office how they learn that they can sign in: for the page on
// which that was done. Whoever gives an office may ask.
func (s *Service) InvitedWithOffice(ctx context.Context, actor Actor, people ...PersonID) ([]WithOffice, error) {
	if !s.givesOffices(actor) {
		return nil, s.require(actor, ManageOffices, Object{})
	}
	list, err := s.ToInviteByLetter(ctx, s.db, people)
	if err != nil {
		return nil, err
	}
	var out []WithOffice
	for _, one := range list {
		w := WithOffice{Name: one.Name, Missing: one.Missing, would: one.Email}
		if one.Missing == MissingLately {
			if w.Address, err = addressInvited(ctx, s.db, one.Account, s.clock()); err != nil {
				return nil, err
			}
		}
		sees := Can(actor, ManageAccounts, Object{}, s.today()) || Can(actor, ViewContact, Object{Person: one.Person}, s.today())
		if !sees {
			w.would = hinted(w.would)
			if w.Address != "" {
				w.Address = hinted(w.Address)
			}
		}
		out = append(out, w)
	}
	return out, nil
}

// givesOffices reports whether an actor gives offices of some kind: of the society, a club or an event.
func (s *Service) givesOffices(actor Actor) bool {
	for _, action := range []Action{AppointToEvent, ManageOffices, KeepCommittee, HoldMeetings, ManageClubs, SubmitReturn} {
		if CanSomewhere(actor, action, s.today()) {
			return true
		}
	}
	return false
}

// RemoveUnused removes within tx those of these accounts that no one has used and that nothing else rests on, with their
// links, and says how many. It is for a service that has asked who may, and writes the entry of the log.
func (s *Service) RemoveUnused(ctx context.Context, tx *store.Tx, ids []AccountID) (int, error) {
	return removeUnused(ctx, tx, ids)
}
