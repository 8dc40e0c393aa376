package clubs

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Doubles are the people for whom two clubs or more are charged in a year.
type Doubles struct {
	Year   members.Year
	People []Double
	Lists  []Ref // that have rows whose fee can be waived, as they are now
}

// Double is somebody for whom two clubs or more are charged.
type Double struct {
	Person members.Person
	Fees   []DoubleFee // the one that stays where nothing else is chosen comes first
}

// DoubleFee is what one of the clubs is charged.
type DoubleFee struct {
	Row      RowID
	Return   ReturnID
	Club     ClubID
	Name     string // the club's
	Received civil.Date
	Amount   money.Cents
	Open     bool // not paid in full: the fee can be waived
	person   PersonID
}

// Doubles lists for whom two clubs or more are charged in a year by lists that are confirmed or with the treasurer, where one
// of the lists is not paid yet.
func (s *Service) Doubles(ctx context.Context, actor auth.Actor, year members.Year) (Doubles, error) {
	if err := s.cases.Require(actor, auth.RecordPayment, auth.Object{}); err != nil {
		return Doubles{}, err
	}
	return s.doubles(ctx, s.db, year)
}

func (s *Service) doubles(ctx context.Context, q store.Queryer, year members.Year) (Doubles, error) {
	out := Doubles{Year: year}
	returns, err := returnsOfYears(ctx, q, year, year)
	if err != nil {
		return out, err
	}
	names := map[ClubID]string{}
	clubs, err := All(ctx, q)
	if err != nil {
		return out, err
	}
	for _, c := range clubs {
		names[c.ID] = c.Name
	}
	by := map[PersonID][]DoubleFee{}
	versions := map[ReturnID]int64{}
	confirmed := map[ReturnID]Return{}
	var proposed []PersonID // on lists that are with the treasurer
	take := func(f DoubleFee) {
		f.Name = names[f.Club]
		by[f.person] = append(by[f.person], f)
	}
	for _, r := range returns {
		if versions[r.ID] = r.Version; r.State == Confirmed {
			confirmed[r.ID] = r
			continue
		}
		fees, err := s.proposedCharges(ctx, q, r)
		if err != nil {
			return out, err
		}
		for _, f := range fees {
			take(f)
			proposed = append(proposed, f.person)
		}
	}
	if err := eachCharge(ctx, q, year, proposed, func(f DoubleFee) {
		r := confirmed[f.Return]
		f.Club, f.Received, f.Open = r.Club, r.ListReceived, r.FeeComplete.IsZero()
		take(f)
	}); err != nil {
		return out, err
	}
	if err := out.gather(ctx, q, by); err != nil {
		return out, err
	}
	listed := map[ReturnID]bool{}
	for _, d := range out.People {
		for _, f := range d.Fees {
			if f.Open && !listed[f.Return] {
				listed[f.Return] = true
				out.Lists = append(out.Lists, Ref{Return: f.Return, Version: versions[f.Return]})
			}
		}
	}
	return out, nil
}

// proposedCharges are the fees that a list would charge for people of the register once it is confirmed, without those that
// are waived.
func (s *Service) proposedCharges(ctx context.Context, q store.Queryer, r Return) (out []DoubleFee, err error) {
	if r.State != Submitted || !r.HasList() {
		return nil, nil
	}
	p, err := s.preview(ctx, q, r)
	if err != nil {
		return nil, err
	}
	fee := DoubleFee{Return: r.ID, Club: r.Club, Received: r.ListReceived, Open: r.FeeComplete.IsZero()}
	for _, l := range p.Lines {
		if l.Person != nil && l.charged() && l.Charge > 0 && l.Row.Waiver.On.IsZero() {
			fee.Row, fee.person, fee.Amount = l.Row.ID, l.Person.ID, l.Charge
			out = append(out, fee)
		}
	}
	return out, nil
}

// gather takes those for whom two clubs are charged and a fee can be waived, by name. Of the fees of each the one comes first
// that is paid, else the one of the list that came first.
func (d *Doubles) gather(ctx context.Context, q store.Queryer, by map[PersonID][]DoubleFee) error {
	var ids []PersonID
	for id, fees := range by {
		open := slices.ContainsFunc(fees, func(f DoubleFee) bool { return f.Open })
		if open && slices.ContainsFunc(fees, func(f DoubleFee) bool { return f.Club != fees[0].Club }) {
			ids = append(ids, id)
		}
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		fees := by[id]
		slices.SortFunc(fees, func(a, b DoubleFee) int {
			if a.Open != b.Open {
				if b.Open {
					return -1
				}
				return 1
			}
			return cmp.Or(a.Received.Compare(b.Received), cmp.Compare(a.Return, b.Return), cmp.Compare(a.Row, b.Row))
		})
		d.People = append(d.People, Double{Person: people[id], Fees: fees})
	}
	slices.SortFunc(d.People, func(a, b Double) int {
		return cmp.Or(
			cmp.Compare(members.SortKey(a.Person.Name.Family, a.Person.Name.Given), members.SortKey(b.Person.Name.Family, b.Person.Name.Given)),
			cmp.Compare(a.Person.ID, b.Person.ID),
		)
	})
	return nil
}

// WaiveDoublesInput waives fees of people who are on two clubs' lists.
type WaiveDoublesInput struct {
	Year   members.Year
	Rows   []RowID
	Lists  []Ref // as they were when the rows were chosen
	Reason string
}

// WaiveDoubles waives the fees of rows on several lists at once, each as Waive does, all or none. Somebody for whom no club
// would be charged any more is not waived so.
func (s *Service) WaiveDoubles(ctx context.Context, actor auth.Actor, in WaiveDoublesInput) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	f := treasury.CheckReason("reason", in.Reason, "Say why you are waiving the fees.")
	if len(in.Rows) == 0 {
		f.Add("row", "Tick the fees to waive.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		d, err := s.doubles(ctx, tx, in.Year)
		if err != nil {
			return nil, err
		}
		chosen, err := d.choose(in.Rows)
		if err != nil {
			return nil, err
		}
		var returns []Return
		for id := range chosen {
			i := slices.IndexFunc(in.Lists, func(r Ref) bool { return r.Return == id })
			if i < 0 {
				return nil, errChanged(id)
			}
			r, err := returnAt(ctx, tx, in.Lists[i])
			if err != nil {
				return nil, err
			}
			returns = append(returns, r)
		}
		slices.SortFunc(returns, func(a, b Return) int { return cmp.Compare(a.ID, b.ID) })
		for _, r := range returns {
			// Settling one list of a club may have moved another on.
			if r, err = returnByID(ctx, tx, r.ID); err != nil {
				return nil, err
			}
			done, err := s.waiveRows(ctx, tx, actor, permit, r, chosen[r.ID], "waive.fee", s.waiver(r, in.Reason))
			if err != nil {
				return nil, err
			}
			entry = entry.Then(done)
		}
		return entry, nil
	})
}

// choose sorts rows by their lists. It refuses rows that are not, or no longer, there to be waived, and to leave somebody
// without a club that is charged.
func (d Doubles) choose(rows []RowID) (map[ReturnID][]RowID, error) {
	out := map[ReturnID][]RowID{}
	var f apperr.Fields
	found := 0
	for _, p := range d.People {
		stays := false
		for _, fee := range p.Fees {
			if !fee.Open || !slices.Contains(rows, fee.Row) {
				stays = true
				continue
			}
			out[fee.Return] = append(out[fee.Return], fee.Row)
			found++
		}
		if !stays {
			f.Add("row", "Leave one fee of %s: no club would be charged.", p.Person.Name)
		}
	}
	if found != len(rows) {
		return nil, apperr.New(
			apperr.Conflict, "The lists have changed since you opened this page. Look at what is ticked and press again.",
		)
	}
	return out, f.Err()
}
