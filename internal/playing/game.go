package playing

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/playing/match"
)

// ID is of a game, also before it is accepted.
type ID int64

// Stage is where a game stands: a challenge first, then what match says.
type Stage string

// The stages before a game begins, and those that end there.
const (
	Offered   Stage = "offered"
	Declined  Stage = "declined"
	Withdrawn Stage = "withdrawn"
)

// Wish is the colour that a challenger wants.
type Wish string

// The wishes.
const (
	Either    Wish = "either" // by lot
	WantBlack Wish = "black"
	WantWhite Wish = "white"
)

// Challenge is a game that someone offers.
type Challenge struct {
	Terms    match.Terms
	ByRating bool // the handicap is the difference of the ratings, rounded up
	Wish     Wish
	Opponent auth.PersonID // 0: whoever accepts first
	Open     bool          // the challenger allows others to watch
	Ladder   bool          // it is for a place on the ladder of the game
}

// forPlace says in a sentence that a game is for a place.
func (c Challenge) forPlace() string {
	if c.Ladder {
		return ", for your place on the ladder"
	}
	return ""
}

// Row is a game in a list.
type Row struct {
	ID           ID
	Challenge    Challenge
	Challenger   Player
	Black, White Player // once it has begun
	Stage        Stage
	Turn         games.Colour  // who is to move or to answer; Empty: no one, or both while play has stopped
	Deadline     civil.Instant // zero: no time runs
	Acts         int
	Result       string // as records write it
	Made, Begun  civil.Instant
	OpponentOpen bool
	Found        string // what the program found where it counts, as it is kept
}

// Player is someone who plays.
type Player struct {
	ID   auth.PersonID
	Name string // as public pages show it
}

// Begun tells whether the game was accepted.
func (r *Row) IsBegun() bool { return r.Black.ID != 0 }

// Side is whose colour a person plays, Empty of others.
func (r *Row) Side(person auth.PersonID) games.Colour {
	switch {
	case person == 0:
	case person == r.Black.ID:
		return games.Black
	case person == r.White.ID:
		return games.White
	}
	return games.Empty
}

// Of is the player of a colour.
func (r *Row) Of(c games.Colour) Player {
	if c == games.White {
		return r.White
	}
	return r.Black
}

// Game is a game with its state, as whoever asks may see it.
type Game struct {
	Row
	State *match.State
	Side  games.Colour // whoever asks plays this colour; Empty: they watch
	Rules bool         // they may decide it as a referee
	// TimeUp says that the time for what is next has run out.
	TimeUp bool
}
