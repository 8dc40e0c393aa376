package pairing

import "nzgs/internal/ratings/scale"

// ID names a player within one event. The draw never depends on what the text is, only on which player it names.
type ID string

// Score counts half points: a win is 2, a jigo 1.
type Score int

// Half points and whole points.
const (
	HalfPoint Score = 1
	OnePoint  Score = 2
)

// System says how an event is drawn.
type System string

// The systems.
const (
	Swiss      System = "swiss"
	McMahon    System = "mcmahon"
	RoundRobin System = "roundrobin"
	Knockout   System = "knockout"
	Match      System = "match" // two players, several games
)

// Systems lists every system.
func Systems() []System { return []System{Swiss, McMahon, RoundRobin, Knockout, Match} }

// Settled reports whether the pairs of a system follow from who is in it and from the results, so that no one chooses
// them.
func (s System) Settled() bool { return s == RoundRobin || s == Knockout || s == Match }

// Seeding says who meets whom within a score group. The zero value means [SeedSlide].
type Seeding string

// The seedings. Players of a group are ordered by rating, the strongest first.
const (
	SeedSlide    Seeding = "slide"    // upper half against lower half: of 8, 1–5, 2–6, 3–7, 4–8
	SeedFold     Seeding = "fold"     // first against last: of 8, 1–8, 2–7, 3–6, 4–5
	SeedRandom   Seeding = "random"   // by the seeded lot
	SeedClosest  Seeding = "closest"  // smallest differences of rating
	SeedHandicap Seeding = "handicap" // smallest handicaps
	SeedOrder    Seeding = "order"    // of a knock-out and a match, the director's order; see [Player.Seed]
)

// Reseed is the seeding from a round on. The zero value changes nothing.
type Reseed struct {
	From    int // first round with it; 0 means none
	Seeding Seeding
}

// seedingIn gives the seeding of a round.
func (ev *Event) seedingIn(round int) Seeding {
	if ev.Reseed.From > 0 && round >= ev.Reseed.From {
		return ev.Reseed.Seeding
	}
	return ev.Seeding
}

// Unplayed says what a round without an opponent (bye, half-point bye, absence) counts in SOS and what is built on it.
// The zero value means [UnplayedVirtual].
type Unplayed string

// The settings for a round without an opponent.
const (
	UnplayedVirtual Unplayed = "virtual" // own score before it, and ½ for it and for each later round so far
	UnplayedHalf    Unplayed = "half"    // ½ for each round so far
	UnplayedZero    Unplayed = "zero"    // nothing; in a McMahon the player's own starting score, as OpenGotha counts
)

// ByeWorth says what a bye scores. The zero value means [ByePoint].
type ByeWorth string

// What a bye may be worth.
const (
	ByePoint   ByeWorth = "point"
	ByeHalf    ByeWorth = "half"
	ByeNothing ByeWorth = "nothing"
)

// score gives the half points of a bye.
func (b ByeWorth) score() Score {
	switch b {
	case ByeHalf:
		return HalfPoint
	case ByeNothing:
		return 0
	}
	return OnePoint
}

// HandicapRule is the director's handicap setting.
type HandicapRule = scale.Setting

// Event is everything a draw or a table of standings is worked out from. It is a value: nothing in this package
// changes one. See [Event.Validate] for what it must satisfy.
type Event struct {
	System   System
	Rounds   int // planned rounds, 1 or more
	Handicap HandicapRule
	Komi     scale.HalfPoints // komi of even games in half points; 0 means [scale.EvenKomi]

	Seeding  Seeding
	Reseed   Reseed      // another seeding from some round on
	Seed     uint64      // of the lot: another seed, another lot
	Criteria []Criterion // the director's order; empty means [DefaultCriteria]; one left out is not considered
	Apart    Apart       // how long club and city mates are kept apart

	// McMahon only. Each grade begins one point above the grade below it, from 0 at [Event.McMahonZero] or below; everyone at
	// the bar or above begins level, and so does everyone in the floor's grade or below. StartByGrade takes the grade a
	// player is entered with instead of the rating's. Bands, when given, replaces grades, bar and floor: ascending
	// ratings, a player begins with one point for each that is reached.
	Bar, Floor   *scale.Rating
	Bands        []scale.Rating
	StartByGrade bool

	// Categories are the lowest grades of all categories but the last, the strongest first; see [CAT].
	Categories []scale.Grade

	Acceleration Acceleration
	Knockout     KnockoutRules // of a knock-out only
	PlayOut      bool          // a match goes on to its last game after it is decided

	BeforeScore    []TieBreak // what places go by before the score; usually nothing
	TieBreaks      []TieBreak // in order; empty means that equal scores share a place
	Unplayed       Unplayed
	OpponentsHalf  bool // SOS counts ½ for each round of an opponent without a game played, whatever it scored
	AbsenceHalf    bool // an absence scores ½ instead of 0
	Bye            ByeWorth
	HalvesDown     bool // what a player's absences and byes score together is rounded down to whole points
	HandicapInSOSM bool // SOSM adds the handicap to the opponent's score if you were White, subtracts it if Black

	Players   []Player
	Forbidden [][2]ID // pairs the director does not allow

	// Teams and Boards are of an event of teams only: its teams, and how many boards each match has. See [TeamStandings].
	Teams          []Team
	Boards         int
	ForbiddenTeams [][2]ID

	Played []Round // rounds drawn so far, in any order; results may still be missing in the latest
}

// Apart fades the criteria [CriterionClub], [CriterionCity] and [CriterionCountry]. Through round Firm they stand where the director's
// order puts them; after it, through round Weak, they come last, before the lot only; later they do not count. Zero
// means to the end, so that the zero value never fades and Firm alone fades without ever ending.
type Apart struct {
	Firm, Weak int
}

// Acceleration draws the first rounds of a large Swiss as if the upper half of the field by rating (one more when it
// is odd) already had some points. Standings never count them.
type Acceleration struct {
	Rounds int   // the first rounds that are accelerated; 0 means none
	Points Score // the points lent; 0 means one point
}

// Player is one entry.
type Player struct {
	ID   ID
	Name string // as the explanations show it; ID is shown when empty

	// Number is the entry number: what the lot knows a player by, so that neither new names nor another order of the
	// list change a draw. Either every player has a different one above zero, or none has; then players are numbered by
	// rating, start score and round of entry, and players equal in all of these by their order in the list.
	Number int

	Pair []PairPlayer // the two players of a pair in pair go; none of a single player

	Rating     scale.Rating
	Grade      *scale.Grade // the grade the player is entered with, where it is not that of the rating
	Club, City string
	Country    string // two capital letters; only compared

	Absent         []int // rounds the player has said not to play
	HalfPointByes  []int // rounds with a half-point bye, asked for in advance
	EnteredIn      int   // first round; 0 means 1
	WithdrawnAfter int   // last round; 0 means not withdrawn
	Preliminary    bool  // the entry is not confirmed yet: not to be drawn, and nothing is scored for it
	Seed           int   // place in the director's order, from 1; 0 is after those who have one
	StartScore     Score // score to begin with, set by the director; in a McMahon it is added to the grade's
}

// Result is the outcome of a game. The zero value means not reported yet.
type Result string

// The results. Those ending in Default were not played; a default counts the opponent drawn for tie-breaks.
const (
	NoResult     Result = ""
	WhiteWins    Result = "W"
	BlackWins    Result = "B"
	Jigo         Result = "J"
	WhiteDefault Result = "W_default" // White wins by default
	BlackDefault Result = "B_default" // Black wins by default
	BothLose     Result = "both_lose"
	BothDefault  Result = "both_default" // neither came

	// Results that only event files of others have.
	BothWin        Result = "both_win"
	BothWinDefault Result = "both_win_default"
	JigoDefault    Result = "J_default"
)

// Results lists every result a game can have.
func Results() []Result {
	return []Result{
		NoResult, WhiteWins, BlackWins, Jigo, WhiteDefault, BlackDefault, BothLose, BothDefault, BothWin, BothWinDefault,
		JigoDefault,
	}
}

// Game is one game of a round.
type Game struct {
	Table        int // 1 and up; 0 when unknown
	White, Black ID
	Handicap     int // stones; 0 is an even game, 1 is Black first without komi
	Result       Result
	Third        bool `json:",omitempty"` // of a knock-out: it was drawn as the game for third place
}

// Round is a round as it was drawn and played. Half-point byes and absences stand with the players.
type Round struct {
	Number int // 1 and up
	Games  []Game
	Byes   []ID

	Matches    []Encounter // of an event of teams, who met whom
	FixedTeams []Fixed     // of an event of teams, what the director had fixed

	Fixed []Fixed // what the director had fixed, so that [Check] can draw the round again
	Seed  uint64  `json:",omitempty"` // of the lot that it was drawn with; 0: the event's
}

// Fixed is a pair the director has decided on for the coming round. With Black empty it gives White the bye.
type Fixed struct {
	White, Black ID
	Colours      FixedColours
}

// FixedColours says whether a fixed pair's colours are fixed as well.
type FixedColours string

// The two answers. The zero value fixes the colours.
const (
	ColoursAsGiven FixedColours = ""
	ColoursByDraw  FixedColours = "draw"
)
