package committee

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Leaver says which offices of someone who leaves the society end, and why.
type Leaver struct {
	Reason string
	By     ResolutionRef // zero: none
	Ends   func(role auth.Role) bool
}

// membersOnly are the offices that only a member of the society holds.
var membersOnly = []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee, auth.ClubSecretary}

// OfMembers reports whether only a member of the society holds the office (rules 2.4, 3.2 and 6.6).
func OfMembers(role auth.Role) bool { return slices.Contains(membersOnly, role) }

// Seats are the offices of someone who left.
type Seats struct {
	Plain []auth.Office // that ended, but for those below
	Given []auth.Office // that the committee had given by a resolution, and that ended
	Left  []auth.Office // still held: they are for whoever appoints officers to end
}

// Ended are all that ended.
func (s Seats) Ended() []auth.Office { return slices.Concat(s.Plain, s.Given) }

// EndSeats ends within tx, at once, the offices of someone who leaves the society: what was done until now stays as it was.
// Whoever calls it has asked who may.
func (s *Service) EndSeats(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, person auth.PersonID, l Leaver,
) (out Seats, err error) {
	held, err := auth.OfficesOn(ctx, tx, s.cases.Today(), []auth.PersonID{person})
	if err != nil {
		return out, err
	}
	made, err := appointmentsOfOffices(ctx, tx)
	if err != nil {
		return out, err
	}
	last := s.cases.Today().AddDays(-1)
	for _, o := range held[person] {
		if !l.Ends(o.Role) {
			out.Left = append(out.Left, o)
			continue
		}
		if id := made[o.ID]; id != 0 {
			a, err := appointmentByID(ctx, tx, id)
			if err != nil {
				return out, err
			}
			before := a.Until
			a.EndReason, a.EndedBy = l.Reason, l.By
			done, err := s.end(ctx, tx, actor, permit, a, last, before)
			if err != nil {
				return out, err
			}
			if err := done.Write(ctx, tx); err != nil {
				return out, err
			}
			out.Given = append(out.Given, o)
			continue
		}
		if err := s.offices.EndWithin(ctx, tx, actor, o.ID, last); err != nil {
			return out, err
		}
		out.Plain = append(out.Plain, o)
	}
	return out, nil
}
