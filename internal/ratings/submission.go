package ratings

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// The ids this package speaks of.
type (
	PersonID = auth.PersonID
	EventID  = auth.EventID
	// SubmissionID numbers submissions; an event that was withdrawn and rated
	// again has two.
	SubmissionID int64
)

// Submission is an event as its director sends it for rating.
type Submission struct {
	Event   EventID
	Name    string     // as the list shows it: "New Zealand Go Congress 2026"
	Day     civil.Date // the event's first day
	Weight  Weight     // of games without a weight of their own; FullWeight unless the society decided otherwise
	Players []Player   // strengths as entered for this event; it need not be everyone
	Games   []Game     // all of them: those that are not rated are left out here, not by the sender
}

// Player is the strength a player declared when entering an event. It counts
// only as long as the player has no rated games. Without one the grade in the
// register counts.
type Player struct {
	Person   PersonID
	Declared scale.Rating
}

// Game is one game of an event.
type Game struct {
	Ref          int64 // the game's own number among all games of the society, above 0
	Section      string
	Round        int
	Black, White PersonID
	Handicap     int // stones; 0 is even, 1 is Black first without komi
	Result       Result
	Weight       Weight // of its section; 0: the event's
}

// Result is the outcome of a game, in the letters of the draw. Other outcomes
// than these three are not rated.
type Result string

// The results that are rated.
const (
	BlackWins Result = "B"
	WhiteWins Result = "W"
	Jigo      Result = "J"
)

// Rated reports whether a game with this result is rated: played by both
// players, and won, lost or tied. Byes, defaults, games lost by both and games
// without a result are not.
func (r Result) Rated() bool { return r == BlackWins || r == WhiteWins || r == Jigo }

// For is the score of the player of that colour; the result must be a rated one.
func (r Result) For(c Colour) Score {
	switch {
	case r == Jigo:
		return Half
	case (r == BlackWins) == (c == Black):
		return Win
	default:
		return Loss
	}
}

// Colour is the colour of a player's stones.
type Colour string

// The two colours.
const (
	Black Colour = "black"
	White Colour = "white"
)

// Score is Sa, what a player scored in a game, in halves.
type Score int8

// The scores.
const (
	Loss Score = 0
	Half Score = 1
	Win  Score = 2
)

// Value is the score as the formula takes it: 0, 0.5 or 1.
func (s Score) Value() float64 { return float64(s) / 2 }

// String is "0", "½" or "1".
func (s Score) String() string { return [...]string{Loss: "0", Half: "½", Win: "1"}[s] }

// Weight is the weight of an event in thousandths, above 0 and at most
// FullWeight.
type Weight int32

// Weights of events. The society gives every event full weight; the European
// classes B, C and D have the others.
const (
	FullWeight    Weight = 1000
	ThreeQuarters Weight = 750
	HalfWeight    Weight = 500
	Quarter       Weight = 250
)

// Value is the weight as the formula takes it, between 0 and 1.
func (w Weight) Value() float64 { return float64(w) / 1000 }

// ParseWeight reads a weight as people write it: "1", "0.75", "0.5". At most
// three decimals; ok is false for anything else and for what is out of range.
func ParseWeight(s string) (w Weight, ok bool) {
	whole, decimals, _ := strings.Cut(strings.Replace(strings.TrimSpace(s), ",", ".", 1), ".")
	if len(whole) != 1 || len(decimals) > 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+(decimals + "000")[:3], 10, 16)
	if err != nil || n == 0 || n > uint64(FullWeight) {
		return 0, false
	}
	return Weight(n), true
}

// String is "1", "0.75", "0.5".
func (w Weight) String() string { return strconv.FormatFloat(w.Value(), 'f', -1, 64) }

// maxHandicap is the largest handicap a rated game may have; more is a slip.
const maxHandicap = 25

// maxNameLength bounds the copied name of an event or section, in letters.
const maxNameLength = 200

// prepare checks a submission and leaves out what is not rated. The games that
// remain stand in the fixed order in which they are summed.
func (in Submission) prepare() (out Submission, notRated int, err error) {
	var f apperr.Fields
	if in.Event <= 0 {
		f.Add("event", "Choose the event.")
	}
	if in.Name = strings.TrimSpace(in.Name); in.Name == "" || utf8.RuneCountInString(in.Name) > maxNameLength {
		f.Add("name", "Enter a name for the event, of at most %d letters.", maxNameLength)
	}
	if in.Day.IsZero() {
		f.Add("day", "Enter the day the event began.")
	}
	if in.Weight <= 0 || in.Weight > FullWeight {
		f.Add("weight", "The weight of an event must be above 0 and at most 1.")
	}
	all := in.Games
	in.Games = make([]Game, 0, len(all))
	seen := make(map[int64]bool, len(all))
	for _, g := range all {
		if !g.Result.Rated() {
			notRated++
			continue
		}
		if reason := g.fault(seen); reason != "" {
			f.Add("games", "Round %d, game %d: %s", g.Round, g.Ref, reason)
		}
		seen[g.Ref] = true
		if g.Weight == 0 {
			g.Weight = in.Weight
		}
		in.Games = append(in.Games, g)
	}
	if len(in.Games) == 0 && len(f) == 0 {
		f.Add("games", "There is nothing to rate: no game of this event has a result from play.")
	}
	sortGames(in.Games)
	return in, notRated, f.Err()
}

func (g Game) fault(seen map[int64]bool) string {
	switch {
	case g.Ref <= 0:
		return "it has no number."
	case seen[g.Ref]:
		return "it is listed twice."
	case g.Black <= 0 || g.White <= 0:
		return "both players must be in the register."
	case g.Black == g.White:
		return "players cannot play themselves."
	case g.Handicap < 0 || g.Handicap > maxHandicap:
		return "a handicap must be between 0 and " + strconv.Itoa(maxHandicap) + " stones."
	case g.Round < 1 || g.Round > 1000:
		return "its round is out of range."
	case g.Weight < 0 || g.Weight > FullWeight:
		return "its weight must be above 0 and at most 1."
	case utf8.RuneCountInString(g.Section) > maxNameLength:
		return "the name of its section is too long."
	}
	return ""
}

// persons lists everyone who has a game, by id.
func persons(games []Game) []PersonID {
	ids := make([]PersonID, 0, 2*len(games))
	for _, g := range games {
		ids = append(ids, g.Black, g.White)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
