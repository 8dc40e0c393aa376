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
	CriterionColours Criterion = "colours"          // sum of the squares of Black minus White over even games
	CriterionSeeding Criterion = "seeding"          // distance from the chosen seeding
	CriterionLot     Criterion = "lot"              // the seeded lot
)

// CriterionRematch is not a criterion to order but the rule that nobody meets twice; explanations refer to it.
const CriterionRematch Criterion = "rematch"

// DefaultCriteria gives the order used when the director sets none.
func DefaultCriteria() []Criterion {
	return []Criterion{
		CriterionBye, CriterionScore, CriterionFloats, CriterionClub, CriterionCity, CriterionColours, CriterionSeeding,
	}
}
