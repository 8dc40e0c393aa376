package pairing

// Criterion is something a draw is judged by. Criteria are compared one after the other: the smallest gain in one
// outweighs any loss in all that follow.
type Criterion string

// The criteria. The first and the last are always there and keep their place; the director orders the others.
const (
	CriterionGames   Criterion = "games"            // as many games as possible: a draw with fewer is refused
	CriterionBye     Criterion = "bye"              // fewest byes and wins by default before, lowest score, lowest rating
	CriterionScore   Criterion = "score_difference" // sum of the squares of the score differences, in half points
	CriterionFloats  Criterion = "floats"           // players who float the same way as in the round before
	CriterionClub    Criterion = "club"             // pairs of club-mates
	CriterionCity    Criterion = "city"             // pairs from one city, in different clubs
	CriterionCountry Criterion = "country"          // pairs from one country, in different clubs and cities
	CriterionColours Criterion = "colours"          // sum of the squares of Black minus White over even games
	CriterionSeeding Criterion = "seeding"          // distance from the chosen seeding
	CriterionLot     Criterion = "lot"              // the seeded lot
)

// CriterionRematch is not a criterion to order but the rule that no one meets twice; explanations refer to it.
const CriterionRematch Criterion = "rematch"

// DefaultCriteria gives the order used when the director sets none.
func DefaultCriteria() []Criterion {
	return []Criterion{
		CriterionBye, CriterionScore, CriterionFloats, CriterionClub, CriterionCity, CriterionColours, CriterionSeeding,
	}
}

// Criteria lists the criteria that a director may order. That of countries is not in the usual order: where most are
// from one country it would send every visitor to one of them.
func Criteria() []Criterion {
	return []Criterion{
		CriterionBye, CriterionScore, CriterionFloats, CriterionClub, CriterionCity, CriterionCountry, CriterionColours,
		CriterionSeeding,
	}
}

// Name is what people call the criterion; what is not a criterion stands as it is.
func (c Criterion) Name() string {
	switch c {
	case CriterionGames:
		return "Games"
	case CriterionBye:
		return "Bye"
	case CriterionScore:
		return "Scores"
	case CriterionFloats:
		return "Floats"
	case CriterionClub:
		return "Clubs"
	case CriterionCity:
		return "Towns"
	case CriterionCountry:
		return "Countries"
	case CriterionColours:
		return "Colours"
	case CriterionSeeding:
		return "Seeding"
	case CriterionLot:
		return "Lot"
	case CriterionRematch:
		return "Met before"
	}
	return string(c)
}

// Definition says what the criterion asks for, for the page on which the director orders them.
func (c Criterion) Definition() string {
	switch c {
	case CriterionGames:
		return "as many games as possible: with an odd number of players one has the bye, otherwise no one has it"
	case CriterionBye:
		return "the bye goes to someone with the fewest byes and wins by default so far, then the lowest score, then the " +
			"lowest rating"
	case CriterionScore:
		return "players meet others on the same score; differences count squared"
	case CriterionFloats:
		return "no one floats the same way two rounds in a row"
	case CriterionClub:
		return "club-mates are kept apart"
	case CriterionCity:
		return "players from one city are kept apart"
	case CriterionCountry:
		return "players from one country are kept apart"
	case CriterionColours:
		return "everyone has Black and White equally often in even games"
	case CriterionSeeding:
		return "within a score group, players meet as the seeding says"
	case CriterionLot:
		return "between draws that are equal in everything else, the seeded lot decides"
	case CriterionRematch:
		return "no one meets twice"
	}
	return ""
}
