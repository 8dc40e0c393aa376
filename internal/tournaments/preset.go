package tournaments

import (
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// Preset is a kind of section that directors hold often: settings that fit each
// other, and why they are what they are. A section made by one keeps only the
// settings.
type Preset struct {
	Key, Name string
	For       string // when to choose it
	Settings  Settings

	// Why the settings are so, by the parts of the form; "" where they are the usual ones.
	Handicap, Draw, Rating string
}

// Presets are the kinds of section, the usual one first.
func Presets() []Preset {
	return []Preset{championship(), handicapWeekend(), mcMahon(), league(), shortGames(), cup(), challenge(), pairGo(), teamEvent()}
}

// PresetCalled is the preset with that key, or the usual one.
func PresetCalled(key string) Preset {
	all := Presets()
	for _, p := range all {
		if p.Key == key {
			return p
		}
	}
	return all[0]
}

func championship() Preset {
	return Preset{
		Key: "championship", Name: "Championship", Settings: DefaultSettings(),
		For:      "For a title: everyone starts level and plays even.",
		Handicap: "Even games: a title goes to who plays best without stones.",
		Draw:     "Slide: the strong meet late, when it counts.",
	}
}

// handicapWeekend lets the smallest handicaps meet first: drawn by slide, the
// handicaps of a mixed field are as large as they can be.
func handicapWeekend() Preset {
	s := DefaultSettings()
	s.Handicap = scale.Setting{By: scale.ByRating, Ceiling: scale.DefaultCeiling}
	s.Seeding = pairing.SeedHandicap
	return Preset{
		Key: "handicap", Name: "Handicap weekend", Settings: s,
		For:      "For a mixed field: stones make every game an open one.",
		Handicap: "The difference of the ratings, rounded up, and no komi: anyone can check it by hand.",
		Draw:     "Smallest handicaps: among players with equal scores, those near in strength meet.",
	}
}

func mcMahon() Preset {
	s := DefaultSettings()
	s.System = pairing.McMahon
	return Preset{
		Key: "mcmahon", Name: "McMahon", Settings: s,
		For:      "For a field of all strengths in even games: each starts with points by grade, and meets equals.",
		Handicap: "Even games: the start by grade already brings equals together.",
		Draw: "Without a bar the strongest starts ahead of everyone. Once players are entered, the settings propose a " +
			"bar from the field.",
	}
}

func league() Preset {
	s := DefaultSettings()
	s.System = pairing.RoundRobin
	return Preset{
		Key: "league", Name: "League", Settings: s,
		For:  "For few players and much time: everyone plays everyone.",
		Draw: "The table is fixed: eight players need seven rounds, and so do seven.",
	}
}

// shortGames count half, as in class C of the EGF.
func shortGames() Preset {
	s := DefaultSettings()
	s.Weight = ratings.FullWeight / 2
	return Preset{
		Key: "rapid", Name: "Rapid", Settings: s,
		For:      "For short games in an evening or a day.",
		Handicap: "Even games, as in a championship.",
		Rating:   "Short games say less about strength: half weight, as in class C of the European Go Federation.",
	}
}

func cup() Preset {
	s := DefaultSettings()
	s.System, s.Seeding, s.TieBreaks = pairing.Knockout, pairing.SeedFold, nil
	s.Knockout = pairing.KnockoutRules{Jigo: pairing.JigoReplay}
	return Preset{
		Key: "knockout", Name: "Knock-out", Settings: s,
		For: "For a cup: who loses is out, and the last two play the final. It has as many rounds as its bracket needs.",
		Draw: "By rating: the strongest meets the weakest, and the two strongest can only meet in the final. Where players do " +
			"not fill the bracket, the first seeds go through round 1 without a game.",
		Handicap: "Even games: a cup goes to who plays best without stones.",
	}
}

func challenge() Preset {
	s := DefaultSettings()
	s.System, s.Seeding, s.Rounds, s.TieBreaks = pairing.Match, pairing.SeedRandom, 3, nil
	return Preset{
		Key: "match", Name: "Match", Settings: s,
		For:      "For two players and several games, such as the best of three. The rounds are the games.",
		Handicap: "Even games, as in a championship.",
		Draw:     "By lot, as by nigiri, for the first game; then colours change from game to game.",
	}
}

func pairGo() Preset {
	s := DefaultSettings()
	s.Pairs, s.Rated = true, false
	return Preset{
		Key: "pairs", Name: "Pairs", Settings: s,
		For:      "For pair go: two people are one entry and play in turn. Enter everyone, then join them on their pages.",
		Handicap: "Even games. With handicaps, the rating of a pair is the mean of both, rounded up to a tenth.",
		Draw:     "Slide, as in a championship. Pairs that share a club are kept apart, whichever of the two is of it.",
		Rating:   "Not sent in: a game of two pairs says little about each of the four.",
	}
}

func teamEvent() Preset {
	s := DefaultSettings()
	s.Boards = 3
	return Preset{
		Key: "teams", Name: "Team event", Settings: s,
		For: "For teams: a match is as many games as there are boards. Say how many under System and games, add the teams, and " +
			"put each player in one.",
		Handicap: "Even games. With handicaps, each board has its own by the ratings of the two who sit there.",
		Draw: "Teams are drawn as players are, by the mean rating of their boards, rounded up to a tenth. Board 1 meets board 1; the " +
			"colours alternate by board. Teams of one club are kept apart.",
		Rating: "Every board is a game of its own and is sent in.",
	}
}
