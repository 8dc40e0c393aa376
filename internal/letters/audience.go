package letters

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// lookBack is how many days things that happened are written about at most.
const lookBack = 60

// audience lists who an occasion is for now, and the subscription year that it is about.
func (s *Service) audience(
	ctx context.Context, q store.Queryer, o Occasion, since civil.Instant,
) (all []Addressee, year int, err error) {
	today := s.cases.Today()
	if oldest := today.AddDays(-lookBack).Midnight(); since.Before(oldest) {
		since = oldest
	}
	c, err := governance.On(ctx, q, today)
	if err != nil {
		return nil, 0, err
	}
	y := c.YearOf(today)
	year = int(y)
	switch o {
	case RenewSoon:
		all, err = s.renewals(ctx, q, c, y, o)
	case RenewLate:
		all, err = s.renewals(ctx, q, c, y-1, o)
	case RenewByClub:
		all, err = s.renewalsByClub(ctx, q, c, y)
	case ListDue:
		all, err = s.listsDue(ctx, q, y, today)
	case ListReceived:
		all, err = s.listsIn(ctx, q, since, today)
	case FeeDue:
		all, err = s.feesDue(ctx, q, today)
	case PaymentIn:
		all, err = s.paymentsIn(ctx, q, since, today)
	case PaidForOther:
		all, err = s.payersIn(ctx, q, since, today)
	case Welcome:
		all, err = newMembers(ctx, q, since, today)
	case Invitation:
		all, err = withoutPassword(ctx, q)
	}
	return all, year, err
}

// renewals are the individual members whose terms end with a year and who have not renewed.
func (s *Service) renewals(
	ctx context.Context, q store.Queryer, c constitution.Constitution, y constitution.Year, o Occasion,
) ([]Addressee, error) {
	ending, err := endingOn(ctx, q, c.Last(y))
	if err != nil {
		return nil, err
	}
	var alone []members.PersonID
	for _, e := range ending {
		if e.club == 0 {
			alone = append(alone, members.PersonID(e.Person))
		}
	}
	prices, err := treasury.PricesOf(ctx, q, alone, y+1)
	if err != nil {
		return nil, err
	}
	account, err := payInto(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, e := range ending {
		price := prices[members.PersonID(e.Person)]
		if e.club != 0 || price.RunsOn() {
			continue
		}
		amount := ""
		if price.Amount > 0 {
			amount = price.Amount.String()
		}
		a := e.Addressee
		a.Key = fmt.Sprintf("%s:%d:person:%d", o, int(y), a.Person)
		a.Fields = Fields{"until": c.Last(y).Long(), "next_year": (y + 1).String(), "amount": amount, "account": account}
		out = append(out, a)
	}
	return out, nil
}

func payInto(ctx context.Context, q store.Queryer) (string, error) {
	all, err := treasury.BankAccounts(ctx, q)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Number, nil
}

// renewalsByClub tells secretaries of clubs whose terms end with a year.
func (s *Service) renewalsByClub(
	ctx context.Context, q store.Queryer, c constitution.Constitution, y constitution.Year,
) ([]Addressee, error) {
	ending, err := endingOn(ctx, q, c.Last(y))
	if err != nil {
		return nil, err
	}
	names := map[members.ClubID][]string{}
	for _, e := range ending {
		if e.club != 0 {
			names[e.club] = append(names[e.club], e.Name)
		}
	}
	return ofClubs(ctx, q, s.cases.Today(), func(club clubRow) (string, Fields) {
		list := names[club.id]
		if len(list) == 0 {
			return "", nil
		}
		return fmt.Sprintf("%s:%d:club:%d", RenewByClub, int(y), club.id), Fields{
			"club": club.name, "until": c.Last(y).Long(), "members": strings.Join(list, "\n"),
			"count": fmt.Sprint(len(list)), "next_year": (y + 1).String(),
		}
	})
}

// listsDue tells secretaries of clubs that had a list confirmed for the year before and have none in for a year.
func (s *Service) listsDue(
	ctx context.Context, q store.Queryer, y constitution.Year, today civil.Date,
) ([]Addressee, error) {
	due, err := clubsWithoutList(ctx, q, int(y))
	if err != nil {
		return nil, err
	}
	return ofClubs(ctx, q, today, func(club clubRow) (string, Fields) {
		if !due[club.id] {
			return "", nil
		}
		return fmt.Sprintf("%s:%d:club:%d", ListDue, int(y), club.id), Fields{"club": club.name, "year": y.String()}
	})
}

// listsIn tells secretaries of clubs of lists that came in.
func (s *Service) listsIn(
	ctx context.Context, q store.Queryer, since civil.Instant, today civil.Date,
) ([]Addressee, error) {
	lists, err := listsSince(ctx, q, since)
	if err != nil {
		return nil, err
	}
	return perClub(ctx, q, today, lists, func(l listRow, club clubRow) (string, Fields) {
		return fmt.Sprintf("%s:%d", ListReceived, l.id), Fields{
			"club": club.name, "year": constitution.Year(l.year).String(), "count": counted(l.rows, "name", "names"),
		}
	})
}

// counted is "1 name" or "3 names".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// feesDue are the invoices that were to be paid by now.
func (s *Service) feesDue(ctx context.Context, q store.Queryer, today civil.Date) ([]Addressee, error) {
	open, err := treasury.OpenInvoices(ctx, q, today) // every minute: not those of twenty years
	if err != nil {
		return nil, err
	}
	account, err := payInto(ctx, q)
	if err != nil {
		return nil, err
	}
	days, err := daysOf(ctx, q, FeeDue)
	if err != nil {
		return nil, err
	}
	var owed []treasury.Invoice
	var people []members.PersonID
	for _, i := range open {
		if !i.Due.AddDays(days).After(today) && i.Due.Before(today) {
			owed = append(owed, i)
			people = append(people, members.PersonID(i.Party.Person))
		}
	}
	known, err := members.People(ctx, q, people)
	if err != nil {
		return nil, err
	}
	clubs, err := secretaries(ctx, q, today)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, i := range owed {
		a := Addressee{Fields: Fields{
			"invoice": i.Number.String(), "reference": i.Number.Reference(), "for": i.Text, "amount": i.Open().String(),
			"due": i.Due.Long(), "account": account,
		}}
		if i.Party.Club != 0 {
			club := clubs[members.ClubID(i.Party.Club)]
			a.to(club.secretary)
			a.Fields["club"] = club.name
		} else {
			a.to(known[members.PersonID(i.Party.Person)])
		}
		if a.Name == "" {
			continue // a club that was excluded, or no one in the register
		}
		a.Key = fmt.Sprintf("%s:%d", FeeDue, i.ID)
		out = append(out, a)
	}
	return out, nil
}

// paymentsIn are the payments that were recorded and stand. Who paid for others too is told of all of it at once (payersIn).
func (s *Service) paymentsIn(
	ctx context.Context, q store.Queryer, since civil.Instant, today civil.Date,
) ([]Addressee, error) {
	list, err := paymentsSince(ctx, q, since)
	if err != nil {
		return nil, err
	}
	var people []members.PersonID
	for _, p := range list {
		people = append(people, p.person)
	}
	known, err := members.People(ctx, q, people)
	if err != nil {
		return nil, err
	}
	clubs, err := secretaries(ctx, q, today)
	if err != nil {
		return nil, err
	}
	elsewhere, err := coveredElsewhere(ctx, q, list)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, p := range list {
		if p.reversed || elsewhere[p.id] {
			continue
		}
		a := Addressee{Key: fmt.Sprintf("%s:%d", PaymentIn, p.id), Fields: Fields{
			"amount": p.amount.String(), "received": p.received.Long(), "receipt": p.receipt.String(), "paid_by": p.toldPayer(),
		}}
		if p.club != 0 {
			a.to(clubs[p.club].secretary)
			a.Fields["club"] = clubs[p.club].name
		} else {
			a.to(known[p.person])
		}
		if a.Name == "" {
			continue // as of fees
		}
		out = append(out, a)
	}
	return out, nil
}

// to addresses a letter to someone in the register, or to a club by its own address.
func (a *Addressee) to(p members.Person) {
	a.Person, a.Name, a.Given = p.ID, p.Name.String(), p.Name.Given
	a.Email, a.Postal, a.died = p.WrittenTo(), p.Contact.Address, !p.Died.IsZero()
}

// ofClubs writes to the secretary of each club for which there is a key.
func ofClubs(
	ctx context.Context, q store.Queryer, today civil.Date, about func(club clubRow) (key string, f Fields),
) ([]Addressee, error) {
	all, err := secretaries(ctx, q, today)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, club := range inOrder(all) {
		key, f := about(club)
		if key == "" {
			continue
		}
		a := Addressee{Key: key, Fields: f}
		a.to(club.secretary)
		out = append(out, a)
	}
	return out, nil
}

// perClub writes about each thing of a list to the secretary of its club.
func perClub(
	ctx context.Context, q store.Queryer, today civil.Date, list []listRow,
	about func(l listRow, club clubRow) (string, Fields),
) ([]Addressee, error) {
	all, err := secretaries(ctx, q, today)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, l := range list {
		key, f := about(l, all[l.club])
		a := Addressee{Key: key, Fields: f}
		a.to(all[l.club].secretary)
		out = append(out, a)
	}
	return out, nil
}
