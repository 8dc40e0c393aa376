package venue

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// bringHome puts the players who were entered at the venue into the register, each once, and numbers everyone as the
// register does.
func (s *Service) bringHome(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, l *Loan, d *Document,
) (*usecase.Entry, error) {
	from := l.NewFrom
	if l.ID == 0 {
		from = math.MaxInt64 // the site's own version: everyone in it has the register's number
	}
	brought, err := broughtHome(ctx, tx, l.ID)
	if err != nil {
		return nil, err
	}
	known, err := knownPeople(ctx, tx, e.ID, l.ID, brought)
	if err != nil {
		return nil, err
	}
	strangers, err := d.strangers(from, known)
	if err != nil {
		return nil, err
	}
	if err := refuseCrowd(from, brought, strangers); err != nil {
		return nil, err
	}
	var entry *usecase.Entry
	for _, away := range strangers {
		if brought[away] != 0 {
			continue
		}
		id, added, err := register(ctx, tx, permit, e.ID, d, away)
		if err != nil {
			return nil, err
		}
		if err := insertBrought(ctx, tx, l.ID, away, int64(id)); err != nil {
			return nil, err
		}
		brought[away], entry = int64(id), entry.Then(added)
	}
	moved, err := mergedSince(ctx, tx, d, known)
	if err != nil {
		return nil, err
	}
	plays := d.playing()
	d.withPeople(func(away int64, author bool) (int64, bool) {
		switch {
		case author && !plays[away]: // whose key it is names no one else as who entered or said something
			return 0, false
		case away >= from:
			here, ok := brought[away]
			return here, ok
		}
		return cmp.Or(moved[away], away), known[away]
	})
	return entry, nil
}

// mergedSince says where the numbers of players lead whose records were merged with others while the event was away. Two
// players who are one person by now are refused: one of the two records is wrong.
func mergedSince(ctx context.Context, q store.Queryer, d *Document, known map[int64]bool) (map[int64]int64, error) {
	plays := d.playing()
	ids := make([]members.PersonID, 0, len(known))
	for id := range known {
		ids = append(ids, members.PersonID(id))
	}
	all, err := members.MovedOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	moved := make(map[int64]int64, len(all))
	for from, to := range all {
		if plays[int64(from)] && plays[int64(to)] {
			return nil, apperr.New(apperr.Conflict, "Numbers %d and %d both play in this event, and were merged in the register "+
				"while it was away. Undo the merge: they are two people.", from, to)
		}
		moved[int64(from)] = int64(to)
	}
	return moved, nil
}

// knownPeople are those whom a version of the event may have by their numbers: of the event, of the file that it was lent
// by, and of the public rating list, as it is or as it was in that file.
func knownPeople(
	ctx context.Context, q store.Queryer, event EventID, loan LoanID, brought map[int64]int64,
) (map[int64]bool, error) {
	in, err := peopleIn(ctx, q, event)
	if err != nil {
		return nil, err
	}
	listed, err := peopleListed(ctx, q)
	if err != nil {
		return nil, err
	}
	then, err := listedThen(ctx, q, loan)
	if err != nil {
		return nil, err
	}
	known := make(map[int64]bool, len(in)+len(listed)+len(then))
	for _, id := range slices.Concat(in, listed, then) {
		known[id] = true
	}
	for away, here := range brought {
		if away == here {
			known[here] = true
		}
	}
	return known, nil
}

// maxBrought bounds the players of a loan whom the register does not know.
const maxBrought = 1000

func refuseCrowd(from int64, brought map[int64]int64, strangers []int64) error {
	n := 0
	for away := range brought {
		if away >= from {
			n++
		}
	}
	for _, away := range strangers {
		if brought[away] == 0 {
			n++
		}
	}
	if n > maxBrought {
		return apperr.New(
			apperr.Invalid, "%d players were entered at the venue who are in no list; at most %d come into the register.", n, maxBrought,
		)
	}
	return nil
}

// register puts somebody who was entered at the venue into the register.
func register(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event tournaments.EventID, d *Document, away int64,
) (members.PersonID, *usecase.Entry, error) {
	p, ok := d.player(away)
	if !ok {
		return 0, nil, wrong("player %d has no name", away)
	}
	in := members.PersonInput{FamilyName: p.Family, GivenNames: p.Given, Order: members.GivenFirst, Grade: p.Rating}
	if p.FamilyFirst {
		in.Order = members.FamilyFirst
	}
	if err := in.Check().Err(); err != nil {
		return 0, nil, fmt.Errorf("player %s: %w", p.Name(), err)
	}
	id, err := members.InsertGuest(ctx, tx, permit.Now(), event, in)
	if err != nil {
		return 0, nil, err
	}
	return id, permit.Did("register.guest", "person", int64(id), nil, map[string]string{"name": p.Name()}), nil
}

// keepStanding has the register say who is a member: the laptop does not know. That a director accepted someone as a
// visitor is the director's to say.
func (s *Service) keepStanding(ctx context.Context, tx *store.Tx, e tournaments.Event, d *Document) error {
	was, err := standingIn(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	var people []tournaments.PersonID
	for _, row := range d.rows("entry") {
		people = append(people, tournaments.PersonID(numberIn("entry", row, "person_id")))
	}
	now, warnings, err := s.events.StandingOf(ctx, tx, e, people)
	if err != nil {
		return err
	}
	d.withStanding(func(entry, person int64, told string) (string, string) {
		standing, warning := string(now[tournaments.PersonID(person)]), warnings[tournaments.PersonID(person)]
		if old, ok := was[entry]; ok {
			standing, warning = old.membership, old.warning
		}
		if standing != string(tournaments.IsMember) && (told == string(tournaments.Visitor) || told == string(tournaments.NotMember)) {
			standing = told
		}
		return standing, warning
	})
	return nil
}
