package leaving

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// ends reports whether an office ends when someone leaves in this way: who resigned keeps those that a member need not
// be for.
func (k Kind) ends(role auth.Role) bool { return k == Died || committee.OfMembers(role) }

// OfficesThatEnd are the offices of a person that would end now by such a departure.
func (s *Service) OfficesThatEnd(ctx context.Context, person members.PersonID, kind Kind) ([]auth.Office, error) {
	held, err := s.offices.OfficesOf(ctx, person)
	return slices.DeleteFunc(held, func(o auth.Office) bool { return !kind.ends(o.Role) }), err
}

// endOffices ends within tx the offices of who leaves, from now on. What would take an office from someone else is for
// whoever appoints officers.
func (s *Service) endOffices(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, in Input, why string,
) (out committee.Seats, err error) {
	held, err := auth.OfficesOn(ctx, tx, s.cases.Today(), []auth.PersonID{in.Person})
	if err != nil {
		return out, err
	}
	for _, o := range held[in.Person] {
		if in.Kind.ends(o.Role) && actor.Person != in.Person && !s.mayAppoint(actor) {
			return out, apperr.New(
				apperr.Forbidden, "An office would end by this (%s). The president or the secretary ends it first, on the page "+
					"“Offices”.", strings.ToLower(o.Title()),
			)
		}
	}
	return s.seats.EndSeats(ctx, tx, actor, permit, in.Person, committee.Leaver{Reason: why, Ends: in.Kind.ends})
}

func (s *Service) mayAppoint(actor auth.Actor) bool {
	return auth.Can(actor, auth.ManageOffices, auth.Object{}, s.cases.Today())
}

// giveOfficesBack gives back within tx the offices that ended by a departure that was a mistake, where whoever undoes it
// appoints officers, no one holds the office now, and the person is a member again if only a member holds it. The others
// are counted.
func (s *Service) giveOfficesBack(ctx context.Context, tx *store.Tx, actor auth.Actor, out *Undone) error {
	ended, err := officesOf(ctx, tx, out.ID)
	if err != nil {
		return err
	}
	today := s.cases.Today()
	on, err := members.MembersOn(ctx, tx, []members.PersonID{out.Person}, today)
	if err != nil {
		return err
	}
	for _, o := range ended {
		o.Person, o.From = out.Person, civil.Later(o.From, today)
		free, err := isFree(ctx, tx, o)
		if err != nil {
			return err
		}
		if !free || !s.mayAppoint(actor) || !o.Until.IsZero() && o.Until.Before(today) ||
			committee.OfMembers(o.Role) && !on[out.Person] {
			out.Closed++
			continue
		}
		if _, err := s.offices.AppointWithin(ctx, tx, actor, o); err != nil {
			return err
		}
		out.Offices++
	}
	return nil
}

// isFree reports whether an office can be given again: neither the person holds it on one of its days, nor anyone else
// where one holds it.
func isFree(ctx context.Context, q store.Queryer, o auth.Office) (bool, error) {
	held, err := auth.HoldersOf(ctx, q, []auth.Role{o.Role})
	one := slices.Contains([]auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.ClubSecretary}, o.Role)
	return !slices.ContainsFunc(held, func(x auth.Appointment) bool {
		meets := (x.Until.IsZero() || !x.Until.Before(o.From)) && (o.Until.IsZero() || !x.From.After(o.Until))
		same := x.Office.Club == o.Club && x.Office.Event == o.Event
		return same && meets && (x.Person == o.Person || one && x.Acting == o.Acting)
	}), err
}
