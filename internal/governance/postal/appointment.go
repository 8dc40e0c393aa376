package postal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// The meeting elects the tellers (rules 4.4 and 5.5), and the rules name nobody
// else who may. A vote that begins from the record of its EGM therefore has exactly
// the tellers of that record. Whatever differs from it, and every vote whose meeting
// is not kept here, says by which minute or resolution somebody is a teller.

// Appointment is who are the tellers of a vote, and by what.
type Appointment struct {
	Tellers    []auth.PersonID
	Resolution string // the minute or resolution that appointed them
	Reason     string // of a change, why it is made
}

// Elected are whom a meeting elected as its tellers.
type Elected struct {
	All  []meetings.Someone // by the meeting's record; none where it has none or is not kept here
	Able []meetings.Someone // of them, those who can be tellers of the vote today

	Fixed bool // the vote takes exactly those who can be
	Why   bool // others are taken with a reason
}

func (e Elected) able(p auth.PersonID) bool {
	return slices.ContainsFunc(e.Able, func(s meetings.Someone) bool { return s.Person == p })
}

// ElectedTellers are the tellers whom the vote's meeting elected, for managers.
func (s *Service) ElectedTellers(ctx context.Context, actor auth.Actor, id VoteID) (Elected, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Elected{}, err
	}
	if !s.manages(actor) {
		return Elected{}, s.hidden(actor, f)
	}
	out, err := s.elected(ctx, s.db, f)
	first := len(f.tellers) == 0
	out.Fixed = first && len(out.Able) >= f.dates.Figures.Tellers
	out.Why = !out.Fixed && f.whyAsked(first, out) != ""
	return out, err
}

func (s *Service) elected(ctx context.Context, q store.Queryer, f facts) (out Elected, err error) {
	if f.Meeting == 0 {
		return out, nil
	}
	if out.All, err = meetings.TellersOf(ctx, q, meetings.ID(f.Meeting)); err != nil {
		return out, err
	}
	people := make([]auth.PersonID, len(out.All))
	for i, one := range out.All {
		people[i] = one.Person
	}
	are, err := members.MembersOn(ctx, q, people, f.today)
	if err != nil {
		return out, err
	}
	offices, err := auth.OfficesOn(ctx, q, f.today, people)
	if err != nil {
		return out, err
	}
	for _, one := range out.All {
		if are[one.Person] && !runsVotes(auth.Actor{Person: one.Person, Offices: offices[one.Person]}, f.today) {
			out.Able = append(out.Able, one)
		}
	}
	return out, nil
}

// Appoint names the tellers (rules 4.4, 5.5), before the papers go out. Those who
// stay keep their keys. Fields: tellers, resolution, reason.
func (s *Service) Appoint(ctx context.Context, actor auth.Actor, id VoteID, version int64, in Appointment) error {
	in.Resolution, in.Reason = oneLine(in.Resolution), oneLine(in.Reason)
	return s.take(ctx, request{
		actor: actor, id: id, action: ActAppoint, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if f.hasTellers(in.Tellers) {
			return nil, usecase.ErrSame
		}
		elected, err := s.elected(ctx, tx, *f)
		if err != nil {
			return nil, err
		}
		if err := s.checkTellers(ctx, tx, f, in.Tellers); err != nil {
			return nil, err
		}
		if in, err = f.appointment(in, elected); err != nil {
			return nil, err
		}
		were := f.names()
		if err := s.appoint(ctx, tx, f, in.Tellers); err != nil {
			return nil, err
		}
		after := map[string]any{"tellers": in.Tellers, "names": f.names(), "resolution": in.Resolution, "reason": in.Reason}
		if len(were) > 0 {
			after["instead_of"] = were
		}
		return after, s.tellTellers(ctx, tx, f, told{
			What: "tellers appointed", Text: appointedText(f.names(), were, actor.Name, in.Resolution) + "\n\n" + f.whatTellersDo(),
		})
	})
}

// hasTellers reports whether these, in whatever order, are the tellers already.
func (f facts) hasTellers(people []auth.PersonID) bool {
	return len(people) > 0 && len(people) == len(f.tellers) && !slices.ContainsFunc(f.tellers, func(t teller) bool {
		return !slices.Contains(people, t.Person)
	})
}

// names are the tellers' names, in their order.
func (f facts) names() []string {
	var out []string
	for _, t := range f.tellers {
		out = append(out, t.Name)
	}
	return out
}

// appointment is rule 5.5 for who are named as tellers: exactly those whom the EGM
// elected, or by which minute or resolution others are; of a change also why.
func (f facts) appointment(in Appointment, elected Elected) (Appointment, error) {
	var fields apperr.Fields
	first, needed := len(f.tellers) == 0, f.dates.Figures.Tellers
	byMeeting := len(elected.Able) >= needed
	left := slices.ContainsFunc(elected.Able, func(s meetings.Someone) bool { return !slices.Contains(in.Tellers, s.Person) })
	others := slices.ContainsFunc(in.Tellers, func(p auth.PersonID) bool { return !elected.able(p) })
	switch {
	case first && len(elected.Able) > maxTellers && !others:
		in.Resolution, in.Reason = f.election(), ""
	case first && (left || byMeeting && others):
		fields.Add("tellers", "The meeting elected %s as tellers (rule 5.5): appoint exactly these. If someone has resigned "+
			"or refuses, change it afterwards, with the reason.", someones(elected.Able))
	case first && byMeeting:
		in.Resolution, in.Reason = f.election(), ""
	default:
		checkText(&fields, "resolution", in.Resolution, maxTitle, "Name the minute or resolution that appoints them, with its "+
			"day: by rules 4.4 and 5.5 the meeting elects tellers, and the rules name no one else who may.")
		if why := f.whyAsked(first, elected); why != "" {
			checkText(&fields, "reason", in.Reason, maxTitle, why)
		} else {
			in.Reason = ""
		}
	}
	return in, fields.Err()
}

// whyAsked is what the form asks of an appointment that is not as the meeting's
// record has it; "" where there is no record to differ from.
func (f facts) whyAsked(first bool, elected Elected) string {
	switch {
	case !first:
		return "Say why the tellers are changed, for example that someone resigned."
	case f.Meeting == 0:
		return ""
	case len(elected.All) == 0:
		return "The meeting’s record names no tellers. Say why others are appointed now."
	}
	return "Say why it is not only those whom the meeting elected."
}

// election is by what the tellers of an EGM's record are tellers.
func (f facts) election() string {
	return fmt.Sprintf("Elected by the EGM of %s (rule 5.5)", f.EGM.Long())
}

func someones(all []meetings.Someone) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.String()
	}
	return listed(names)
}

// listed is "Ana, Ben and Cara".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// appoint makes these the tellers: who stays keeps the key.
func (s *Service) appoint(ctx context.Context, tx *store.Tx, f *facts, people []auth.PersonID) error {
	appointed := make([]teller, len(people))
	for i, p := range people {
		if k := slices.IndexFunc(f.tellers, func(t teller) bool { return t.Person == p }); k >= 0 {
			appointed[i] = f.tellers[k]
		}
		appointed[i].Person, appointed[i].position = p, i+1
	}
	if err := f.beginSigning(ctx, tx); err != nil {
		return err
	}
	if err := replaceTellers(ctx, tx, f.ID, appointed); err != nil {
		return err
	}
	if f.State == StateFrozen {
		if err := setState(ctx, tx, f.ID, StateTellers); err != nil {
			return err
		}
	} else if err := bumpVersion(ctx, tx, f.ID); err != nil {
		return err
	}
	var err error
	if f.tellers, err = tellersOf(ctx, tx, f.ID); err != nil {
		return err
	}
	return s.refreshPackage(ctx, tx, f)
}
