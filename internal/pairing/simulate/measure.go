package simulate

import "nzgs/internal/pairing"

// Measure names a figure that is worked out for every event and averaged over all of them.
type Measure string

// The measures. The strongest is whoever has the greatest true strength; places are those with the system's usual
// tie-breaks, and of those who share one each has the mean. Who withdrew has no place.
const (
	Spearman       Measure = "spearman"
	Kendall        Measure = "kendall"
	PlaceError     Measure = "place_error"
	StrongestFirst Measure = "strongest_first"
	StrongestPlace Measure = "strongest_place"
	SoleWinner     Measure = "sole_winner"

	StrengthGap     Measure = "strength_difference"
	CloseGames      Measure = "close_games"
	ScoreGap        Measure = "score_difference"
	Floats          Measure = "floats"
	RepeatedFloats  Measure = "repeated_floats"
	MeanHandicap    Measure = "handicap"
	ColourImbalance Measure = "colour_imbalance"
	ClubGames       Measure = "club_games"

	Byes       Measure = "byes"
	SecondByes Measure = "second_byes"
	ByesUpper  Measure = "byes_upper"
	ByesMiddle Measure = "byes_middle"
	ByesLower  Measure = "byes_lower"
	Rematches  Measure = "rematches"
	Stuck      Measure = "impossible_draws"
)

// Measures lists every measure, in the order of a report.
func Measures() []Measure {
	return []Measure{
		Spearman, Kendall, PlaceError, StrongestFirst, StrongestPlace, SoleWinner,
		StrengthGap, CloseGames, ScoreGap, Floats, RepeatedFloats, MeanHandicap, ColourImbalance, ClubGames,
		Byes, SecondByes, ByesUpper, ByesMiddle, ByesLower, Rematches, Stuck,
	}
}

// Better says which way a measure is good.
type Better int

// The directions. Neither is for what is a matter of taste.
const (
	Neither Better = iota
	Higher
	Lower
)

// Unit says how a measure is shown.
type Unit int

// The units.
const (
	Number      Unit = iota
	Share            // between 0 and 1, shown in per cent
	Coefficient      // between −1 and 1
)

// Group says what a measure is about.
type Group string

// The groups, in the order of Measures.
const (
	Places Group = "Places"
	Games  Group = "Games"
	Rest   Group = "Byes and rematches"
)

// Groups lists the groups.
func Groups() []Group { return []Group{Places, Games, Rest} }

// CloseChance is the least chance of the weaker side, handicap included, for a game to count as close.
const CloseChance = 1. / 3

// About is what a person needs to know about a measure.
type About struct {
	Title      string // head of a column
	Definition string // completes "… is"
	Group      Group
	Better     Better
	Unit       Unit
}

var about = map[Measure]About{
	Spearman: {
		"Places follow strength",
		"Spearman’s rank correlation of final places with true strength: 1 is the exact order, 0 is chance", Places, Higher,
		Coefficient,
	},
	Kendall: {
		"Order of pairs", "Kendall’s τ-b of final places with true strength: right pairs minus wrong pairs, over all pairs",
		Places, Higher, Coefficient,
	},
	PlaceError: {
		"Places off", "how many places a player finishes from the place the true strength deserves, on average", Places,
		Lower, Number,
	},
	StrongestFirst: {
		"Strongest wins", "the chance that the strongest player comes first; a shared first place counts in part", Places,
		Higher, Share,
	},
	StrongestPlace: {"Place of the strongest", "the strongest player’s mean place", Places, Lower, Number},
	SoleWinner:     {"One winner by score", "the chance that no one shares the highest score", Places, Higher, Share},

	StrengthGap: {
		"Strength apart", "the mean difference in true strength between opponents, in stones, before any handicap", Games,
		Neither, Number,
	},
	CloseGames: {
		"Close games",
		"the share of games in which the weaker side, with its handicap, has a chance of at least one in three", Games,
		Higher, Share,
	},
	ScoreGap: {
		"Score apart", "the mean difference in score between opponents, in points; in a McMahon, of McMahon scores", Games,
		Lower, Number,
	},
	Floats: {"Floats", "the share of games between different scores", Games, Lower, Share},
	RepeatedFloats: {
		"Repeated floats", "players in an event who float the same way two rounds in a row", Games, Lower, Number,
	},
	MeanHandicap: {"Handicap", "the mean handicap of a game, in stones", Games, Neither, Number},
	ColourImbalance: {
		"Colours off", "how many more even games a player has with one colour than with the other, on average", Games, Lower,
		Number,
	},
	ClubGames: {"Club-mates", "the share of games between club-mates", Games, Lower, Share},

	Byes: {
		"Byes", "byes in an event, with free rounds of a round robin but without half-point byes", Rest, Neither, Number,
	},
	SecondByes: {
		"Second byes", "players in an event who have a second bye; a round robin’s free rounds do not count", Rest, Lower,
		Number,
	},
	ByesUpper: {
		"Byes, upper third", "the share of the byes that go to the upper third of the field by rating", Rest, Neither, Share,
	},
	ByesMiddle: {"Byes, middle third", "the share of the byes that go to the middle third", Rest, Neither, Share},
	ByesLower:  {"Byes, lower third", "the share of the byes that go to the lower third", Rest, Neither, Share},
	Rematches: {
		"Rematches", "pairs in an event that meet a second time, because there is no draw without them", Rest, Lower, Number,
	},
	Stuck: {
		"Impossible draws", "rounds in an event that could be drawn only by letting players meet again", Rest, Lower, Number,
	},
}

// About gives title, definition, direction and unit.
func (m Measure) About() About { return about[m] }

// applies reports whether a measure means something for a system: a round robin's table looks at no scores.
func (m Measure) applies(s pairing.System) bool {
	switch m {
	case Floats, RepeatedFloats, SecondByes:
		return s != pairing.RoundRobin
	}
	return true
}
