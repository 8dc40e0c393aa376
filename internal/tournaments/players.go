package tournaments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// player is what an entry takes from the register: strength, club and
// membership on the days of the event.
type player struct {
	person     members.Person
	rating     scale.Rating
	source     RatingSource // "" when neither a rating nor a grade is known
	club, city string
	membership Membership
	warning    string
	entered    []Section // of the event, already
	from       Elsewhere // as the latest entries that say so have it
}

// playersFor looks people up for an event; who is not in the register is not
// in the answer.
func (s *Service) playersFor(
	ctx context.Context, q store.Queryer, e Event, ids []PersonID,
) (map[PersonID]player, error) {
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	strengths, err := s.ratings.On(ctx, q, e.From, ids)
	if err != nil {
		return nil, err
	}
	terms, err := members.TermsOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	entered, err := enteredIn(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	sections, err := sectionsOf(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	from, err := elsewhereOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[PersonID]player, len(people))
	clubOf := make(map[PersonID]ClubID, len(people))
	for id, person := range people {
		p := player{person: person, from: from[id]}
		switch strength := strengths[id]; strength.Basis {
		case ratings.Listed:
			p.rating, p.source = strength.Rating, FromList
		case ratings.Declared:
			p.rating, p.source = strength.Rating, FromGrade
		}
		inForce := members.InForce(terms[id])
		p.membership = IsMember
		if ok, warning := CheckMembership(inForce, e.From, e.To); !ok {
			p.membership, p.warning = NotMember, warning
		}
		if clubs := members.Summarise(inForce, e.From).Clubs; len(clubs) > 0 {
			clubOf[id] = clubs[0]
		}
		for _, section := range sections {
			if slices.Contains(entered[id], section.ID) {
				p.entered = append(p.entered, section)
			}
		}
		out[id] = p
	}
	return out, addClubs(ctx, q, out, clubOf)
}

func addClubs(ctx context.Context, q store.Queryer, players map[PersonID]player, clubOf map[PersonID]ClubID) error {
	ids := make([]ClubID, 0, len(clubOf))
	for _, id := range clubOf {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	clubs, err := clubsByID(ctx, q, ids)
	if err != nil {
		return err
	}
	for person, club := range clubOf {
		p := players[person]
		p.club, p.city = clubs[club].name, clubs[club].city
		players[person] = p
	}
	return nil
}

// FoundPlayer is a person of the register who may be entered.
type FoundPlayer struct {
	Person  PersonID
	Name    string // as in the register
	Club    string
	Rating  string // "3.4 (3 dan)", as it would be entered; "" when none is known
	Section string // sections of the event that have this person already
	Warning string // about the membership
}

// maxFound is how many people a search shows.
const maxFound = 20

// FindPlayers looks for people to enter, by parts of their names.
func (s *Service) FindPlayers(
	ctx context.Context, actor auth.Actor, event EventID, text string,
) ([]FoundPlayer, error) {
	if err := s.cases.Require(actor, auth.ViewEntries, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	e, err := eventByID(ctx, s.db, event)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(members.Fold(text))
	if len(words) == 0 {
		return nil, nil
	}
	ids, err := peopleNamed(ctx, s.db, words, maxFound)
	if err != nil {
		return nil, err
	}
	known, err := s.playersFor(ctx, s.db, e, ids)
	if err != nil {
		return nil, err
	}
	out := make([]FoundPlayer, 0, len(ids))
	for _, id := range ids {
		out = append(out, known[id].found())
	}
	return out, nil
}

func (p player) found() FoundPlayer {
	f := FoundPlayer{Person: p.person.ID, Name: p.person.Name.String(), Club: p.club, Warning: p.warning}
	if p.source != "" {
		f.Rating = fmt.Sprintf("%s (%s)", p.rating, p.rating.Grade())
	}
	var names []string
	for _, section := range p.entered {
		names = append(names, section.Name)
	}
	f.Section = strings.Join(names, ", ")
	return f
}
