package treasury

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Payer is who paid in the place of the member or the club on whose account a payment is: someone of the register, or a
// name with where the receipt goes. Its zero value says that they paid themselves. The receipt and a refund go to who paid.
type Payer struct {
	Party   ledger.Party // of the register, or zero
	Name    string       // of Party: as it was when the payment was recorded
	Address string       // where the receipt goes, of someone who is not in the register
	Email   string       // likewise
	Quiet   bool         // whoever is paid for is not told who paid
}

// IsZero reports whether no one else paid.
func (p Payer) IsZero() bool { return p.Party.IsZero() && p.Name == "" }

// Who is who paid something of a party: themselves, someone else of the register, or the name of someone outside it.
type Who struct {
	Party ledger.Party
	Name  string // outside the register
}

// Who is who paid something of a party.
func (p Payer) Who(of ledger.Party) Who {
	switch {
	case p.IsZero():
		return Who{Party: of}
	case !p.Party.IsZero():
		return Who{Party: p.Party}
	}
	return Who{Name: p.Name}
}

// PartyOf is the party of a person, or of a club.
func PartyOf(person members.PersonID, club int64) ledger.Party {
	return ledger.Party{Person: int64(person), Club: club}
}

// SomeoneElse is what those read who may know that someone else paid, and not who.
const SomeoneElse = "someone else"

// ReasonKept is what those read who may not know why a payment was reversed, as the reason may name who paid.
const ReasonKept = "only the treasurer sees why"

const (
	maxPayerAddress = 400
	maxPayerLines   = 6
)

func (p Payer) tidied() Payer {
	p.Name, p.Email = tidy(p.Name), strings.TrimSpace(p.Email)
	p.Address = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(p.Address, "\r\n", "\n")))
	return p
}

// check checks who paid. Its fields are payer, paid_by, payer_address and payer_email.
func (p Payer) check(f *apperr.Fields) {
	if !p.Party.IsZero() && p.Name == "" {
		f.Add("payer", "Choose a member or a club of the register.")
		return
	}
	checkText(f, "paid_by", p.Name, maxTitle, "")
	if !p.Party.IsZero() {
		return
	}
	if p.Name == "" && (p.Address != "" || p.Email != "") {
		f.Add("paid_by", "Enter the name of who paid, or clear the address and the e-mail.")
	}
	switch {
	case utf8.RuneCountInString(p.Address) > maxPayerAddress:
		f.Add("payer_address", "Shorten the address to %d characters.", maxPayerAddress)
	case strings.Count(p.Address, "\n") >= maxPayerLines:
		f.Add("payer_address", "Shorten the address to %d lines.", maxPayerLines)
	}
	if p.Email != "" && !auth.ValidEmail(p.Email) {
		f.Add("payer_email", "Enter an e-mail address like name@example.nz, or leave it empty.")
	}
}

// resolve gives a payer of the register the name, and makes one who pays for themselves no one else. Someone of the
// register has an address there: none is kept with the payment.
func (p Payer) resolve(ctx context.Context, q store.Queryer, of ledger.Party) (Payer, error) {
	p = p.tidied()
	switch {
	case p.Party.IsZero():
		p.Quiet = p.Quiet && p.Name != ""
		return p, nil
	case p.Party == of:
		return Payer{}, nil
	}
	names, err := PartyNames(ctx, q, []ledger.Party{p.Party})
	return Payer{Party: p.Party, Name: names[p.Party], Quiet: p.Quiet}, err
}

// seen is who paid as far as an actor may know it: the officers who keep the books and whoever paid all of it, a member who
// is paid for the name unless the payer wished otherwise, and a club's secretary the name of a club.
func (s *Service) seen(actor auth.Actor, of ledger.Party, by Payer) Payer {
	switch {
	case by.IsZero(), s.mayRead(actor), s.answersFor(actor, by.Party):
		return by
	case !by.Quiet && of.Person != 0 && actor.Person == members.PersonID(of.Person),
		!by.Quiet && by.Party.Club != 0:
		return Payer{Party: by.Party, Name: by.Name}
	}
	return Payer{Name: SomeoneElse}
}

// told reports whether those who were paid for are told who paid: a member unless the payer wished otherwise, a club the name of
// a club.
func (p Payer) told(of ledger.Party) bool {
	return p.IsZero() || !p.Quiet && (of.Person != 0 || p.Party.Club != 0)
}

// ReversedWhy is why something ends with a payment that was reversed. It is read by whoever was paid for: the reason may name
// who paid, and is left out where they are not told.
func (p Payment) ReversedWhy(reason string) string {
	why := "Payment " + p.Receipt.String() + " was reversed"
	if !p.Payer.told(p.Party()) {
		return why
	}
	return why + ": " + strings.TrimSpace(reason)
}

// seenReason is why a payment was reversed, as far as an actor may know it.
func (s *Service) seenReason(actor auth.Actor, p Payment) string {
	if p.Reason != "" && !p.Payer.told(p.Party()) && s.seen(actor, p.Party(), p.Payer) != p.Payer {
		return ReasonKept
	}
	return p.Reason
}

func (s *Service) mayRead(actor auth.Actor) bool {
	return s.cases.Require(actor, auth.ViewBooks, auth.Object{}) == nil
}

// answersFor reports whether an actor is a party, or the secretary of a club that is.
func (s *Service) answersFor(actor auth.Actor, p ledger.Party) bool {
	return !p.IsZero() && s.maySee(actor, p) == nil
}

// namePayers says by whom invoices are settled, as far as the actor may know it.
func (s *Service) namePayers(ctx context.Context, actor auth.Actor, all []Settlement) error {
	var parties []ledger.Party
	for _, t := range all {
		parties = append(parties, t.Payer)
	}
	names, err := PartyNames(ctx, s.db, parties)
	for n := range all {
		t := &all[n]
		switch {
		case t.By.IsZero() && t.Payer != t.Party: // with credit of another
			t.By = Payer{Party: t.Payer, Name: names[t.Payer]}
		case t.By.Party == t.Party:
			t.By = Payer{}
		}
		t.By = s.seen(actor, t.Party, t.By)
	}
	return err
}

// CheckReceipt refuses whoever a receipt is not for: the receipt of a payment goes to who paid.
func (s *Service) CheckReceipt(actor auth.Actor, p Payment) error {
	if s.mayRead(actor) || s.answersFor(actor, p.Payer.Party) {
		return nil
	}
	if err := s.maySee(actor, p.Party()); err != nil || p.Payer.IsZero() {
		return err
	}
	return apperr.New(
		apperr.Forbidden, "Someone else made the payment %s, and the receipt goes to who paid. It counts for you as paid.", p.Receipt,
	)
}

// payersKept is for how many months the address of a payer outside the register is kept after the payment.
const payersKept = 12 * 7

// ForgetPayers removes the addresses of payers outside the register seven years after their payments. Their names stay: the
// receipts and the journal have them.
func (s *Service) ForgetPayers(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := forgetPayers(ctx, tx, s.cases.Today().AddMonths(-payersKept))
		removed = n
		if err == nil && n == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.payer", "payment", 0, nil, map[string]any{"payments": n}), err
	})
	return removed, err
}

// PaidForOthers lists what the actor, or a club that they are the secretary of, paid for others, the latest first.
func (s *Service) PaidForOthers(ctx context.Context, actor auth.Actor, by ledger.Party) ([]ListedPayment, error) {
	if err := s.maySee(actor, by); err != nil {
		return nil, err
	}
	all, err := paidBy(ctx, s.db, by)
	if err != nil {
		return nil, err
	}
	return all, nil
}
