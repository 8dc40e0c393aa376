package auth

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// How long a mailed link for a new password lasts, and how many are asked for in
// a day without being slowed down. A network may be a congress's.
const (
	resetLasts      = time.Hour
	resetsOfAccount = 5
	resetsOfNetwork = 40
	hintsOfMailbox  = 5 // people whose letters go to one mailbox
)

// AskReset asks for a link to choose a new password. The answer is the same, and
// a row is written, whether or not there is such an account; for an address at
// which letters of other accounts arrive, a row more for each of these, at most
// hintsOfMailbox. The letters, if there are to be any, are written afterwards by
// AnswerResets.
func (s *Service) AskReset(ctx context.Context, email, network string) error {
	if !s.SendsMail() {
		return errNoMail
	}
	email = strings.TrimSpace(email)
	var f apperr.Fields
	checkEmail(&f, email)
	if err := f.Err(); err != nil {
		return err
	}
	key := EmailKey(email)
	ofAccount, ofNetwork := "reset-account:"+digest(key), "reset-network:"+digest(network)
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		over, err := s.spare(ctx, tx, map[string]int{ofAccount: resetsOfAccount, ofNetwork: resetsOfNetwork})
		if err != nil {
			return err
		}
		if over[ofNetwork] {
			return apperr.New(
				apperr.TooMany, "Your network asked for many new passwords today. Try again tomorrow, or ask the society’s "+
					"secretary for a link.",
			)
		}
		account, err := accountByEmail(ctx, tx, key)
		if err != nil && !errors.Is(err, store.ErrNoRows) {
			return err
		}
		elsewhere, err := accountsWrittenAt(ctx, tx, key, hintsOfMailbox)
		if err != nil {
			return err
		}
		if over[ofAccount] {
			account.ID, elsewhere = 0, nil // who asks is not told
		}
		return insertResetRequest(ctx, tx, account.ID, elsewhere, s.clock())
	})
}

// AnswerResets writes the letters for the new passwords that were asked for.
func (s *Service) AnswerResets(ctx context.Context) error {
	asked, err := anyResetRequest(ctx, s.db)
	if err != nil || !asked {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		all, err := takeResetRequests(ctx, tx, s.clock().Add(-resetLasts))
		if err != nil {
			return err
		}
		slices.SortFunc(all, func(a, b resetAsked) int { return cmp.Compare(a.account, b.account) })
		told := make(map[resetAsked]bool)
		for _, a := range all {
			if a.account == 0 || told[a] {
				continue // there is no such account, or it was asked for twice
			}
			told[a] = true
			answer := s.answerReset
			if a.byLetters {
				answer = s.tellWhichSignsIn
			}
			if err := answer(ctx, tx, a.account); err != nil {
				return err
			}
		}
		return nil
	})
}

// tellWhichSignsIn writes to where someone's letters go, once a day, that another address signs in. Letters of a family
// may go to one mailbox, so it is named by its beginning and end only.
func (s *Service) tellWhichSignsIn(ctx context.Context, tx *store.Tx, id AccountID) error {
	file, err := accountByID(ctx, tx, id)
	if err != nil || file.Disabled || !file.Apart() {
		return err
	}
	key := "reset-elsewhere:" + idText(id) + ":" + s.today().String()
	return s.queue(ctx, tx, key, Account{ID: file.ID, Person: file.Person}, file.LettersTo(), telling{
		purpose: "New password", subject: "You sign in with another address", paragraphs: []string{
			"Someone asked for a new password at " + s.page("/") + " for this address. Letters come here, but the account signs in " +
				"with another one: " + hinted(file.Email) + ".",
			"If it was you, ask again with that address: " + s.page("/sign-in/forgotten") + ".",
			"If it was not you, you need do nothing: your password has not changed.",
		},
	})
}

// hinted is an address that only its owner recognises: a…@example.nz.
func hinted(email string) string {
	at := strings.LastIndex(email, "@")
	for _, r := range email[:max(at, 0)] {
		return string(r) + "…" + email[at:]
	}
	return "…"
}

func (s *Service) answerReset(ctx context.Context, tx *store.Tx, id AccountID) error {
	file, err := accountByID(ctx, tx, id)
	if err != nil || file.Disabled {
		return err
	}
	trusted, err := s.isTrusted(ctx, tx, file.Person)
	if err != nil {
		return err
	}
	if trusted {
		return s.resetByOfficer(ctx, tx, file.Account)
	}
	if err := deleteLinksFor(ctx, tx, id, MailedReset); err != nil {
		return err
	}
	until := s.clock().Add(resetLasts)
	link, err := s.mailedLink(ctx, tx, file.Account, MailedReset, 0, until)
	if err != nil {
		return err
	}
	if err := s.letter(ctx, tx, file.Account, telling{
		purpose: "New password", subject: "Choose a new password", link: link, paragraphs: []string{
			"Someone asked for a new password for your account at " + s.page("/") + ". Choose it here:",
			LinkHere,
			"The link works once, until " + until.Long() + ". A newer one replaces it.",
			"If it was not you, you need do nothing: your password has not changed.",
		},
	}); err != nil {
		return err
	}
	return s.write(
		ctx, tx, System("the sign-in page"), "make_link.account", "account", int64(id), nil, linkFacts{MailedReset, until},
	)
}

// isTrusted reports whether a person gets no link by mail, because with one mailbox
// someone else would have other people's data, accounts, money or votes: those who
// must have a second factor, already before their office begins, and tellers until
// the papers are destroyed.
func (s *Service) isTrusted(ctx context.Context, q store.Queryer, person PersonID) (bool, error) {
	held, err := OfficesOn(ctx, q, s.today(), []PersonID{person})
	if err != nil {
		return false, err
	}
	for _, o := range held[person] {
		if o.opensMore() {
			return true, nil
		}
	}
	return isTeller(ctx, q, person)
}

// resetByOfficer is what is done when someone who is trusted is said to have
// forgotten the password: no link is made. The owner, and the officers who may
// make one, are told what to do, once a day.
func (s *Service) resetByOfficer(ctx context.Context, tx *store.Tx, a Account) error {
	day := s.today().String()
	if err := s.queue(ctx, tx, "reset:"+digest(EmailKey(a.Email))+":"+day, a, a.Email, telling{
		purpose: "New password", subject: "A new password was asked for", paragraphs: []string{
			"Someone asked for a new password for your account at " + s.page("/") + ". You hold an office or are a teller, so " +
				"no link is sent by mail.",
			"If it was you, ask the secretary or an administrator of the society for a link, best in person or by phone. A " +
				"second officer has to agree to it.",
			"If it was not you, you need do nothing: your password has not changed. Tell the secretary if it happens again.",
		},
	}); err != nil {
		return err
	}
	helpers, err := s.mayHelp(ctx, tx, a)
	if err != nil {
		return err
	}
	name := a.Name.String()
	for _, h := range helpers {
		key := "reset:" + digest(EmailKey(a.Email)) + ":" + day + ":" + digest(EmailKey(h.Email))
		if err := s.queue(ctx, tx, key, h, h.Email, telling{
			purpose: "New password", subject: "A new password was asked for: " + name, paragraphs: []string{
				"Someone asked for a new password for the account of " + name + ", on the sign-in page. We do not know whether " +
					"it was " + name + ". No link was sent, because " + name + " holds an office or is a teller.",
				"Do nothing on the strength of this letter alone. When " + name + " asks you in person, or by a phone number " +
					"that you know, ask for the link here. A second officer has to agree to it:",
				s.page("/admin/accounts/" + idText(a.ID)),
			},
		}); err != nil {
			return err
		}
	}
	return nil
}

// mayHelp lists the open accounts, but the one concerned, of those who may make a
// link for it.
func (s *Service) mayHelp(ctx context.Context, q store.Queryer, concerned Account) ([]Account, error) {
	held, err := currentOffices(ctx, q, s.today())
	if err != nil {
		return nil, err
	}
	var people []PersonID
	for _, o := range held {
		if has(permissions[ManageAccounts].society, o.Role) && o.HeldOn(s.today()) && o.Person != concerned.Person &&
			!slices.Contains(people, o.Person) {
			people = append(people, o.Person)
		}
	}
	return openAccountsOf(ctx, q, people)
}

// ResetPassword chooses a new password with a mailed link and ends every session
// of the account. No one is signed in by it: what signing in asks for besides the
// password, it goes on asking for.
func (s *Service) ResetPassword(ctx context.Context, token, password string) error {
	row, err := s.findLink(ctx, s.db, token)
	if err != nil {
		return err
	}
	var f apperr.Fields
	if why := weakness(password, s.about(row.account)); why != "" {
		f.Add("password", "%s", why)
		return f.Err()
	}
	hash, err := s.hasher.hash(ctx, password) // before the transaction: it takes a while
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		row, err := s.consume(ctx, tx, token, MailedReset)
		if err != nil {
			return err
		}
		by := Actor{Account: row.account.ID, Person: row.account.Person, Name: row.account.Name.String()}
		if err := s.noteOpening(ctx, tx, row.account.ID, opened{kind: openedByPassword, askedBy: by.Name}); err != nil {
			return err
		}
		return s.setPassword(ctx, tx, by, row.account.ID, hash, 0, "reset_password.account")
	})
}

// refuseTrusted refuses a link that was mailed to someone who has since been
// given an office.
func (s *Service) refuseTrusted(ctx context.Context, q store.Queryer, row linkRow) error {
	trusted, err := s.isTrusted(ctx, q, row.account.Person)
	if err == nil && trusted {
		err = apperr.New(
			apperr.NotFound, "You hold an office or are a teller, so this link no longer works. Ask the society’s secretary "+
				"or an administrator for one.",
		)
	}
	return err
}
