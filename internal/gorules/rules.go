package gorules

import (
	"strconv"
)

// HalfPoints counts halves of a point, so that komi and margins are exact.
type HalfPoints int32

// Points turns whole points into half points.
func Points(n int) HalfPoints { return HalfPoints(2 * n) }

// String writes points as people do: "7", "5.5", "-0.5".
func (h HalfPoints) String() string {
	sign := ""
	if h < 0 {
		sign, h = "-", -h
	}
	s := sign + strconv.Itoa(int(h/2))
	if h%2 != 0 {
		s += ".5"
	}
	return s
}

// Suicide says whether a play may leave one's own chain without liberties.
type Suicide uint8

// The kinds of Suicide.
const (
	// SuicideLegal: the chain is removed, be it one stone or many.
	SuicideLegal Suicide = iota
	// SuicideIllegal: such a play is refused unless it captures.
	SuicideIllegal
)

// Repetition says which earlier positions a play may not make again. A pass is
// never refused.
type Repetition uint8

// The kinds of Repetition.
const (
	// RepeatOwnMoves forbids the position as it was after any of the mover's own
	// earlier moves, and a pass is a move. This is the New Zealand text.
	RepeatOwnMoves Repetition = iota
	// RepeatOwnPlays forbids the position as it was after any of the mover's own
	// earlier plays; passes do not count. Known as natural situational superko.
	RepeatOwnPlays
	// RepeatAny forbids every earlier position, whoever made it. Known as
	// positional superko.
	RepeatAny
	// RepeatLast forbids only the position before the opponent's last move: the
	// simple ko of one turn.
	RepeatLast
)

// Start says whether the position before the first move, and any position that
// was set up rather than played, counts as one that may not be made again.
type Start uint8

// The kinds of Start.
const (
	// StartNobodys: the starting position is after no one's move. This is the
	// New Zealand text.
	StartNobodys Start = iota
	// StartCounts: the starting position may not be made again by either player,
	// as in Tromp–Taylor rules and KataGo.
	StartCounts
)

// Scoring says what is counted.
type Scoring uint8

// The kinds of Scoring.
const (
	// AreaShared: own stones and every empty point connected to own territory;
	// a point connected to both is territory of both.
	AreaShared Scoring = iota
	// TerritoryLessLosses: surrounded empty points less own stones captured and
	// own dead stones.
	TerritoryLessLosses
	// TerritoryAndCaptures: surrounded empty points and opponent's stones
	// captured or dead.
	TerritoryAndCaptures
	// AreaAlone: own stones and the empty points that they alone reach.
	AreaAlone
	// TerritoryWithoutSeki: as TerritoryAndCaptures, but what stones in seki
	// surround is no one's: see inSeki.
	TerritoryWithoutSeki
)

// CountsArea tells whether own stones are points.
func (s Scoring) CountsArea() bool { return s == AreaShared || s == AreaAlone }

// KomiKind says where a rule set takes its komi from.
type KomiKind uint8

// The kinds of KomiKind.
const (
	// KomiStated: the rules name it.
	KomiStated KomiKind = iota
	// KomiUnstated: the rules know none.
	KomiUnstated
	// KomiAgreed: the players agree on it before the game.
	KomiAgreed
)

// KomiSide says to whose total komi is applied. The margin is the same.
type KomiSide uint8

// The kinds of KomiSide.
const (
	// KomiToWhite: added to White's total.
	KomiToWhite KomiSide = iota
	// KomiOffBlack: taken from Black's total.
	KomiOffBlack
)

// KomiWithHandicap says whether handicap games have komi.
type KomiWithHandicap uint8

// The kinds of KomiWithHandicap.
const (
	// NoKomiWithHandicap: a handicap game has none.
	NoKomiWithHandicap KomiWithHandicap = iota
	// KomiAlsoWithHandicap: the rules make no exception for handicap games.
	KomiAlsoWithHandicap
)

// Komi is what a rule set says about komi.
type Komi struct {
	Kind         KomiKind
	Even         HalfPoints // in an even game; 0 unless stated
	Side         KomiSide
	WithHandicap KomiWithHandicap
	Low, High    HalfPoints // the usual range where players agree, else 0
}

// Handicap says how Black's handicap stones come to the board.
type Handicap uint8

// The kinds of Handicap.
const (
	// HandicapByPasses: White passes the first n-1 moves, so that Black places n
	// stones anywhere.
	HandicapByPasses Handicap = iota
	// HandicapOnFixedPoints: 2 to 9 stones on fixed points, then White moves.
	HandicapOnFixedPoints
	// HandicapPlaced: Black places several stones before White's first move.
	HandicapPlaced
	// HandicapUnstated: the rules know none.
	HandicapUnstated
)

// ForHandicap says what White is given for Black's handicap stones when the
// game is counted.
type ForHandicap uint8

// The kinds of ForHandicap.
const (
	// NoForHandicap: nothing.
	NoForHandicap ForHandicap = iota
	// PointForEachStone: a point for each.
	PointForEachStone
	// PointForEachButOne: a point for each after the first.
	PointForEachButOne
)

// For gives the points for a handicap of n stones; none for fewer than two.
func (h ForHandicap) For(n int) int {
	switch {
	case n < 2 || h == NoForHandicap:
		return 0
	case h == PointForEachStone:
		return n
	}
	return n - 1
}

// PassStones says whether a pass costs a stone.
type PassStones uint8

// The kinds of PassStones.
const (
	// PassesAreFree: a pass costs nothing.
	PassesAreFree PassStones = iota
	// PassesCostAStone: whoever passes gives the opponent a prisoner.
	PassesCostAStone
)

// Ending says how a game ends.
type Ending uint8

// The kinds of Ending.
const (
	// EndsByAgreement: only when both players agree. Passes end nothing.
	EndsByAgreement Ending = iota
	// EndsByTwoPasses: at once, by two passes in a row.
	EndsByTwoPasses
	// EndsByTwoPassesAndAgreement: two passes stop play; if the dead stones are
	// not agreed on, it resumes.
	EndsByTwoPassesAndAgreement
)

// DeadStones says what happens to stones that could be captured.
type DeadStones uint8

// The kinds of DeadStones.
const (
	// DeadByAgreement: removed where both players agree, else played out.
	DeadByAgreement DeadStones = iota
	// DeadDesignated: designated by the place of play.
	DeadDesignated
	// DeadUnstated: the rules know no dead stones; what stands on the board counts.
	DeadUnstated
)

// Rules is a rule set. It is a plain value: two rule sets that say the same are
// equal, and any field may be changed.
type Rules struct {
	Name       string
	Suicide    Suicide
	Repetition Repetition
	Start      Start
	Scoring    Scoring
	Dead       DeadStones
	Komi       Komi
	Handicap   Handicap
	Given      ForHandicap
	Passes     PassStones
	Ending     Ending
	// MoveLimit is the number of moves, passes included, that ends the game; 0
	// for no limit.
	MoveLimit int
	// Button is what the button is worth; 0 if there is none. Taking it is a
	// move, and lifts every ban on repetition that stands.
	Button HalfPoints
}

// NZ is the rule set of the New Zealand Go Society.
func NZ() Rules {
	return Rules{
		Name:       "New Zealand",
		Suicide:    SuicideLegal,
		Repetition: RepeatOwnMoves,
		Start:      StartNobodys,
		Scoring:    AreaShared,
		Dead:       DeadByAgreement,
		Komi:       Komi{Kind: KomiStated, Even: Points(7), Side: KomiToWhite, WithHandicap: NoKomiWithHandicap},
		Handicap:   HandicapByPasses,
		Ending:     EndsByAgreement,
	}
}

// ItsYourTurn is the rule set of the turn-based site of that name on a square
// board. The site has boards of 19, 13 and 9; on any other it states neither
// komi nor a limit of moves.
func ItsYourTurn(size int) Rules {
	r := Rules{
		Name:       "It's Your Turn",
		Suicide:    SuicideIllegal,
		Repetition: RepeatLast,
		Start:      StartCounts,
		Scoring:    TerritoryLessLosses,
		Dead:       DeadDesignated,
		Komi:       Komi{Kind: KomiStated, Side: KomiOffBlack, WithHandicap: KomiAlsoWithHandicap},
		Handicap:   HandicapOnFixedPoints,
		Ending:     EndsByTwoPasses,
	}
	switch size {
	case 19:
		r.Komi.Even, r.MoveLimit = 11, 225
	case 13:
		r.Komi.Even, r.MoveLimit = 9, 125
	case 9:
		r.Komi.Even, r.MoveLimit = 7, 75
	default:
		r.Komi.Kind = KomiUnstated
	}
	return r
}

// Short is the rule set that fits on half a page: no suicide, no earlier
// position, surrounded points and captured stones.
func Short() Rules {
	return Rules{
		Name:       "Short rules",
		Suicide:    SuicideIllegal,
		Repetition: RepeatAny,
		Start:      StartCounts,
		Scoring:    TerritoryAndCaptures,
		Dead:       DeadUnstated,
		Komi:       Komi{Kind: KomiUnstated},
		Handicap:   HandicapUnstated,
		Ending:     EndsByTwoPasses,
	}
}

// IGGC is the rule set of igGameCenter, with its button.
func IGGC() Rules {
	return Rules{
		Name:       "igGameCenter",
		Suicide:    SuicideIllegal,
		Repetition: RepeatLast,
		Start:      StartCounts,
		Scoring:    TerritoryAndCaptures,
		Dead:       DeadByAgreement,
		Komi:       Komi{Kind: KomiAgreed, Side: KomiToWhite, WithHandicap: KomiAlsoWithHandicap, Low: 11, High: 15},
		Handicap:   HandicapPlaced,
		Ending:     EndsByTwoPassesAndAgreement,
		Button:     1,
	}
}

// KomiFor gives the komi in a game with that handicap, 0 for an even game.
// A handicap of 1 is Black's first move without komi.
func (r Rules) KomiFor(handicap int) HalfPoints {
	if handicap > 0 && r.Komi.WithHandicap == NoKomiWithHandicap {
		return 0
	}
	return r.Komi.Even
}
