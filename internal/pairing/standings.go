package pairing

// TieBreak names a value that separates players with the same score. See [TieBreak.Definition].
type TieBreak string

// The tie-breaks. Those ending in M are the McMahon versions: they count McMahon scores instead of points.
const (
	SOS           TieBreak = "SOS"
	SOS1          TieBreak = "SOS-1"
	SOS2          TieBreak = "SOS-2"
	SODOS         TieBreak = "SODOS"
	SOSOS         TieBreak = "SOSOS"
	CUSS          TieBreak = "CUSS"
	MMS           TieBreak = "MMS"
	SOSM          TieBreak = "SOSM"
	SOSM1         TieBreak = "SOSM-1"
	SOSM2         TieBreak = "SOSM-2"
	SODOSM        TieBreak = "SODOSM"
	SOSOSM        TieBreak = "SOSOSM"
	CUSM          TieBreak = "CUSM"
	DC            TieBreak = "DC"
	DCPoints      TieBreak = "DC-points"
	SDC           TieBreak = "SDC"
	Wins          TieBreak = "wins"
	WinsWithBlack TieBreak = "wins_black"
	ByRating      TieBreak = "rating"
)

// The criteria that event files of others have beside these.
const (
	NBW    TieBreak = "NBW"
	CAT    TieBreak = "CAT"
	EXT    TieBreak = "EXT"
	EXR    TieBreak = "EXR"
	ByRank TieBreak = "rank"
	CPS    TieBreak = "CPS"
)

// Table is the standings after a round.
type Table struct {
	Through   int // the last round counted
	TieBreaks []TieBreak
	Rows      []Row // best first
}

// Row is one player's line.
type Row struct {
	ID ID

	// Place is the placing with tie-breaks, which prizes go by; ScorePlace is the placing by score only, which points
	// go by. Both may be shared.
	Place, ScorePlace Place

	Score  Score // what the place goes by: McMahon score in a McMahon, points otherwise
	Start  Score // McMahon score before the first round; 0 in the other systems
	Points Score // start score set by the director and what the rounds brought
	Wins   int   // games won, by default too

	ThirdPlace bool // won the game for third place of a knock-out, which the score does not count

	Values []Value // in the order of the tie-breaks
	Rounds []Line  // one for each round counted: the games every number unfolds to
}

// Place is a place or a range of places shared by several: From 2, To 4 is second to fourth.
type Place struct {
	From, To int
}

// Shared reports whether more than one player has the place.
func (p Place) Shared() bool { return p.From != p.To }

// Value is one tie-break of one player: Number ⁄ Unit, with the terms it is the sum of.
type Value struct {
	TieBreak TieBreak
	Number   int64
	Unit     int64 // 1, 2, 4 or 10
	Terms    []Term
}

// Term is one addend of a tie-break.
type Term struct {
	Round    int   // 0 where it does not belong to one round
	Opponent ID    // empty for a round without an opponent
	Number   int64 // in the value's unit
	Left     bool  // left out, as SOS-1 leaves out the lowest; not in the sum
	Text     string
}

// Kind says what a player did in a round.
type Kind string

// What a round can be for a player.
const (
	KindGame      Kind = "game"
	KindPending   Kind = "pending" // drawn, result not reported
	KindDefault   Kind = "default" // a game won or lost without being played
	KindBye       Kind = "bye"
	KindHalfBye   Kind = "half_bye"
	KindAbsent    Kind = "absent"
	KindNotDrawn  Kind = "not_drawn" // there, but in no game and without the bye
	KindNotIn     Kind = "not_in"    // before entering or after withdrawing
	KindFreeRound Kind = "free"      // a round robin's free round
)

// Colour is a player's colour in a game.
type Colour string

// The colours.
const (
	White Colour = "white"
	Black Colour = "black"
)

// Line is one round of one player.
type Line struct {
	Round    int
	Kind     Kind
	Opponent ID
	Colour   Colour
	Handicap int
	Result   Result
	Points   Score // what the round brought
	Total    Score // points after the round, start score included

	ThirdPlace bool // a knock-out's game for third place, whose points are not in the total
}
