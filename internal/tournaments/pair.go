package tournaments

import (
	"slices"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Partner is the second player of a pair. The entry is the first player's, with the rating of both.
type Partner struct {
	Person              PersonID
	Name, FirstName     string // of this player and of the first, as public pages show them
	Rating              scale.Rating
	Source              RatingSource
	Club, City, Country string
	Membership          Membership

	OwnRating scale.Rating // of the first player
	OwnSource RatingSource
}

// players are both players as the draw takes them: names are those of the entry.
func (p *Partner) players(e Entry) []pairing.PairPlayer {
	return []pairing.PairPlayer{
		{Rating: p.OwnRating, Club: e.Club, City: e.City, Country: e.Country},
		{Rating: p.Rating, Club: p.Club, City: p.City, Country: p.Country},
	}
}

// pairUp makes one entry of two: that of the first, with the rating of both, and without what only both could have.
func pairUp(first, second Entry) Entry {
	first.Partner = &Partner{
		Person: second.Person, Name: second.Name, FirstName: first.Name, Rating: second.Rating, Source: second.RatingSource,
		Club: second.Club, City: second.City, Country: second.Country, Membership: second.Membership,
		OwnRating: first.Rating, OwnSource: first.RatingSource,
	}
	first.Rating, first.RatingSource, first.Entered = pairing.PairRating(first.Rating, second.Rating), FromDirector, nil
	first.Absent = slices.Compact(sorted(slices.Concat(first.Absent, second.Absent)))
	first.HalfByes = slices.DeleteFunc(slices.Clone(first.HalfByes), func(n int) bool { return slices.Contains(first.Absent, n) })
	first.EnteredIn = max(first.EnteredIn, second.EnteredIn)
	first.Warning = joinWarnings(first.Warning, second.Warning)
	if second.Membership == NotMember {
		first.Membership = NotMember
	}
	return first
}

// part makes two entries of a pair; the second is a new one.
func (e Entry) part() (first, second Entry) {
	p := e.Partner
	second = Entry{
		Section: e.Section, Person: p.Person, Name: p.Name, Rating: p.Rating, RatingSource: p.Source, Club: p.Club, City: p.City,
		Absent: e.Absent, HalfByes: e.HalfByes, EnteredIn: e.EnteredIn, Membership: p.Membership,
	}
	second.Country = p.Country
	first = e
	first.Partner, first.Rating, first.RatingSource = nil, p.OwnRating, p.OwnSource
	return first, second
}

// single says who of a pair-go section would be drawn in a round without a partner; "" for no one.
func (f field) single(round int) string {
	if !f.section.Pairs {
		return ""
	}
	var names []string
	for _, e := range f.entries {
		if e.Partner == nil && e.Plays(round) {
			names = append(names, e.Name)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " has no partner yet. Join the player to another on the page of the entry, or mark the player absent."
	}
	return some(names) + " have no partner yet. Join them on the pages of their entries, or mark them absent."
}

// shown is what public pages show of an entry as it was read.
func (e Entry) shown() shown {
	out := shown{name: e.Name, family: e.Family, given: e.Given, sortKey: e.SortKey, listed: e.Listed}
	if e.Partner != nil {
		out.names = []string{e.Partner.FirstName, e.Partner.Name}
	}
	return out
}
