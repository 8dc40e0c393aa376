package auth

import (
	"context"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// FactorReminder is what whoever manages accounts is reminded of.
type FactorReminder struct {
	from    civil.Date // zero: the society has set no day
	without []Name     // who must have a second factor and has none
	due     bool       // there is something to say
}

// FactorReminder says who must have a second factor and has none, and whether the
// society has set a day for it; nothing to whoever does not manage accounts.
func (s *Service) FactorReminder(ctx context.Context, actor Actor) (FactorReminder, error) {
	if !Can(actor, ManageAccounts, Object{}, s.today()) {
		return FactorReminder{}, nil
	}
	without, err := trustedWithoutFactor(ctx, s.db, s.today())
	if err != nil {
		return FactorReminder{}, err
	}
	return FactorReminder{s.factorFrom, without, s.factorFrom.IsZero() || len(without) > 0}, nil
}

// Text is the reminder in sentences; "": there is nothing to say.
func (r FactorReminder) Text() string {
	if !r.due {
		return ""
	}
	var said []string
	if r.from.IsZero() {
		said = append(said, "No day is set from which officers and tellers need a second factor: until then a stolen password "+
			"is enough to act for one of them. An administrator sets it on the page of the settings.")
	} else {
		said = append(said, "Officers and tellers need a second factor from "+r.from.Long()+" on.")
	}
	if len(r.without) == 0 {
		return strings.Join(append(said, "All of them have one now."), " ")
	}
	names := make([]string, len(r.without))
	for i, n := range r.without {
		names[i] = n.String()
	}
	return strings.Join(append(said, "Without one now: "+strings.Join(names, ", ")+"."), " ")
}

// trustedWithoutFactor are those with an open account who must have a second factor on
// the day, as mustHaveFactor says, and have none.
func trustedWithoutFactor(ctx context.Context, q store.Queryer, day civil.Date) ([]Name, error) {
	people, err := peopleWithoutFactor(ctx, q, day)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(people))
	for i, p := range people {
		ids[i] = p.Person
	}
	held, err := OfficesOn(ctx, q, day, ids)
	if err != nil {
		return nil, err
	}
	var out []Name
	for _, p := range people {
		if mustHaveFactor(Actor{Person: p.Person, Offices: held[p.Person], Proof: Proof{Teller: p.teller}}, day) {
			out = append(out, p.name)
		}
	}
	return out, nil
}
