package leaving

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Moving is who can move from a club to another.
type Moving struct {
	Person  members.Person
	Version int64
	Clubs   []clubs.Club           // with which the person is registered today, or from a later day on
	Alone   bool                   // is registered without a club too
	To      []clubs.Club           // that are affiliated today
	Few     map[members.ClubID]int // members of each of Clubs once the person has left it, where the rule asks for more
	Stays   bool                   // a club with too few stays affiliated until the year's end (question 2.3-under-minimum)
}

// MoveInput moves a member to another club from a day on. Its fields are from, to, day and reason.
type MoveInput struct {
	Person   members.PersonID
	Version  int64
	From, To members.ClubID // 0: no club
	Day      civil.Date     // the first one with the new club
	Reason   string
}

// Moving reads how a member can move: for the member, for officers, and for the secretary of a club of the member's.
func (s *Service) Moving(ctx context.Context, actor auth.Actor, person members.PersonID) (m Moving, err error) {
	if !actor.SignedIn() {
		return m, apperr.New(apperr.SignIn, "Sign in to move to another club.")
	}
	file, err := members.FileOf(ctx, s.db, person, s.cases.Today())
	if err != nil {
		return m, err
	}
	today := s.cases.Today()
	if err := s.mayMove(actor, person, members.InForce(file.Terms)); err != nil {
		return m, err
	}
	m.Person, m.Version = file.Person, file.Person.Version
	all, err := clubs.All(ctx, s.db)
	if err != nil {
		return m, err
	}
	var with []members.ClubID
	for _, t := range members.InForce(file.Terms) {
		if !t.To.Before(today) {
			with = append(with, t.Club)
		}
	}
	m.Alone = slices.Contains(with, 0)
	affiliated, err := clubs.Affiliated(ctx, s.db, today)
	if err != nil {
		return m, err
	}
	for _, c := range all {
		if slices.Contains(with, c.ID) {
			m.Clubs = append(m.Clubs, c)
		}
		if affiliated[c.ID] {
			m.To = append(m.To, c)
		}
	}
	rules, err := governance.On(ctx, s.db, today)
	if err != nil {
		return m, err
	}
	until, _, _ := rules.AffiliatedUntil(0, today, rules.YearOf(today))
	m.Stays = until == rules.Last(rules.YearOf(today))
	m.Few, err = s.few(ctx, s.db, members.On(members.InForce(file.Terms), today), with, today)
	return m, err
}

// few says of clubs that a member leaves how many are left, where rule 2.3 asks for more.
func (s *Service) few(
	ctx context.Context, q store.Queryer, held []members.Term, from []members.ClubID, day civil.Date,
) (map[members.ClubID]int, error) {
	rules, err := governance.On(ctx, q, day)
	if err != nil {
		return nil, err
	}
	few := map[members.ClubID]int{}
	for _, id := range from { // one or two
		if id == 0 {
			continue
		}
		all, err := members.OfClub(ctx, q, id, day)
		if err != nil {
			return nil, err
		}
		left := len(all)
		if slices.ContainsFunc(held, func(t members.Term) bool { return t.Club == id }) { // else it begins later: not counted yet
			left--
		}
		if left < rules.Figures.ClubMinimum {
			few[id] = left
		}
	}
	return few, nil
}

// mayMove refuses who may not move a member: the member may, officers, and the secretary of a club that the member is with.
// The secretary of another club may not take members from it.
func (s *Service) mayMove(actor auth.Actor, person members.PersonID, inForce []members.Term) error {
	err := s.cases.Require(actor, auth.RecordLeaving, auth.Object{Person: person})
	if err == nil || !actor.SignedIn() {
		return err
	}
	for _, t := range members.On(inForce, s.cases.Today()) {
		if t.Club != 0 && slices.Contains(actor.ClubsOn(s.cases.Today()), t.Club) {
			return s.cases.Require(actor, auth.ViewClubDesk, auth.Object{Club: t.Club})
		}
	}
	return err
}

// Move registers a member with another club from a day on. Days, year and fee of the membership stay as they are, and so
// does the list that the old club paid for (rule 2.3): what was is kept, and moving back is another move. The secretaries
// of both clubs are told.
func (s *Service) Move(ctx context.Context, actor auth.Actor, in MoveInput) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to move to another club.")
	}
	in.Reason = strings.TrimSpace(in.Reason)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		file, err := members.FileOf(ctx, tx, in.Person, s.cases.Today())
		if err != nil {
			return nil, err
		}
		inForce := members.InForce(file.Terms)
		permit, err := s.cases.Allow(actor.By(), s.mayMove(actor, in.Person, inForce))
		if err != nil {
			return nil, err
		}
		if died := file.Person.Died; !died.IsZero() {
			return nil, apperr.New(
				apperr.Conflict, "It is recorded that %s died on %s. If that is a mistake, undo it first.", file.Person.Name, died.Long(),
			)
		}
		names, err := in.clubs(ctx, tx)
		if err != nil {
			return nil, err
		}
		moves := in.moving(inForce)
		if err := in.checkMove(ctx, tx, s.cases.Today(), moves); err != nil {
			return nil, err
		}
		if only := actor.ClubsOn(s.cases.Today()); s.cases.Require(actor, auth.RecordLeaving, auth.Object{Person: in.Person}) != nil &&
			!slices.Contains(only, in.From) { // a club's secretary, who has another club's term before them
			return nil, apperr.New(apperr.Forbidden, "Only the secretary of the club that is left can do this.")
		}
		if in.Day.Before(s.cases.Today()) && s.cases.Require(actor, auth.RecordLeaving, auth.Object{}) != nil {
			var f apperr.Fields
			f.Add("day", "Enter today or a later day. The secretary or the treasurer records a move that was before.")
			return nil, f.Err()
		}
		if file.Person.Version != in.Version {
			return nil, usecase.Stale("this person", "person", int64(in.Person))
		}
		if err := members.Touch(ctx, tx, in.Person); err != nil {
			return nil, err
		}
		why := fmt.Sprintf("Moved from %s to %s on %s: %s", names[in.From], names[in.To], in.Day.Long(), in.Reason)
		if err := members.MoveClub(ctx, tx, permit.Now(), actor, moves, in.To, in.Day, why); err != nil {
			return nil, err
		}
		if err := s.tellOfMove(ctx, tx, actor, in, file.Person, names); err != nil {
			return nil, err
		}
		return permit.Did("move.club", "person", int64(in.Person), map[string]any{"club": in.From}, map[string]any{
			"club": in.To, "from": in.Day, "reason": in.Reason, "terms": len(moves),
		}), nil
	})
}

// clubs are the names of both clubs.
func (in MoveInput) clubs(ctx context.Context, q store.Queryer) (map[members.ClubID]string, error) {
	names := map[members.ClubID]string{0: "no club"}
	for _, id := range []members.ClubID{in.From, in.To} {
		if id == 0 {
			continue
		}
		c, err := clubs.ByID(ctx, q, id)
		if err != nil {
			return nil, err
		}
		names[id] = c.Name
	}
	return names, nil
}

// moving are the terms with the old club that reach the day or begin after it.
func (in MoveInput) moving(inForce []members.Term) (out []members.Term) {
	for _, t := range inForce {
		if t.Club == in.From && !t.To.Before(in.Day) {
			out = append(out, t)
		}
	}
	return out
}

func (in MoveInput) checkMove(ctx context.Context, q store.Queryer, today civil.Date, moves []members.Term) error {
	var f apperr.Fields
	switch {
	case in.Day.IsZero():
		f.Add("day", "Enter the first day with the new club.")
	case in.Day.After(today.AddMonths(12)), in.Day.Before(today.AddMonths(-12)):
		f.Add("day", "Enter a day within a year of today.")
	case len(moves) == 0:
		f.Add("from", "There is no membership with this club on that day or later.")
	}
	if in.From == in.To {
		f.Add("to", "Choose another club than the one that is left.")
	} else if in.To != 0 {
		affiliated, err := clubs.AffiliatedOn(ctx, q, in.To, today)
		if err != nil {
			return err
		}
		then := affiliated
		if affiliated && in.Day.Before(today) && !f.Has("day") {
			if then, err = clubs.AffiliatedOn(ctx, q, in.To, in.Day); err != nil {
				return err
			}
		}
		if !affiliated {
			f.Add("to", "This club is not affiliated today (rule 2.3). Choose another, or no club.")
		} else if !then {
			f.Add("to", "This club was not affiliated on %s (rule 2.3). Choose a later day, or no club.", in.Day.Long())
		}
	}
	checkReason(&f, in.Reason, "Say why, in a few words.")
	return f.Err()
}

// tellOfMove writes to the secretaries of both clubs, and to the member whom someone else moved.
func (s *Service) tellOfMove(
	ctx context.Context, tx *store.Tx, actor auth.Actor, in MoveInput, who members.Person, names map[members.ClubID]string,
) error {
	held, err := auth.HoldersOf(ctx, tx, []auth.Role{auth.ClubSecretary})
	if err != nil {
		return err
	}
	var to []members.PersonID
	for _, a := range held {
		if a.HeldOn(s.cases.Today()) && (a.Office.Club == in.From || a.Office.Club == in.To) && a.Person != in.Person {
			to = append(to, a.Person)
		}
	}
	if actor.Person != in.Person {
		to = append(to, in.Person)
	}
	people, err := members.People(ctx, tx, to)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for id, p := range people {
		address := p.WrittenTo()
		if !mail.ValidAddress(address) {
			continue
		}
		letters = append(letters, mail.Letter{
			Key:     fmt.Sprintf("moved:%d:%d:%d:%s:%d:%d", in.Person, in.From, in.To, in.Day, who.Version, id),
			Purpose: "Moved to another club", Subject: who.Name.String() + " moves to " + names[in.To],
			Body: fmt.Sprintf("%s moves from %s to %s on %s.\n\nThe membership of this year and its fee stay as they are. The next "+
				"list of the old club no longer has this name; that of the new one does.\n\n%s recorded this.\n",
				who.Name, names[in.From], names[in.To], in.Day.Long(), actor.Name),
			To: mail.Recipient{Person: int64(id), Name: p.Name.String(), Address: address},
		})
	}
	slices.SortFunc(letters, func(a, b mail.Letter) int { return strings.Compare(a.Key, b.Key) })
	_, err = s.mail.Queue(ctx, tx, letters...)
	return err
}
