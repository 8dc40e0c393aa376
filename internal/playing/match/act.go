package match

import (
	"nzgs/internal/civil"
	"nzgs/internal/games"
)

// Kind is what a player, a referee or the program did.
type Kind string

// The kinds of Act.
const (
	Move     Kind = "move"     // Text: as records write it; "" is a pass
	Resign   Kind = "resign"   //
	Undo     Kind = "undo"     // ask to undo the own last move
	Undone   Kind = "undone"   // agree to that
	Kept     Kind = "kept"     // do not agree
	Dead     Kind = "dead"     // Text: points of dead stones, "" for none
	Counted  Kind = "counted"  // agree to the other's dead stones
	PlayOn   Kind = "play_on"  // do not agree which stones are dead
	Vacation Kind = "vacation" // Text: how many days
	Time     Kind = "time"     // claim the game: the opponent's time has run out; or by the program
	Dispute  Kind = "dispute"  // Text: why the count is wrong
	Ruled    Kind = "ruled"    // by a referee; Text: "B", "W" or "0", a blank, and the reason
	Note     Kind = "note"     // Text: a remark to the other
)

// An Act is one thing that was done.
type Act struct {
	Kind Kind
	By   games.Colour // Empty: a referee, or the program
	Text string
	At   civil.Instant
}

// LongestText is how long a remark or a reason may be, in characters.
const LongestText = 500

// MostActs is how many acts a game may have before it has to end; mostNotes how many remarks of one player.
const (
	MostActs  = 3000
	mostNotes = 200
	// mostRepeats is how often a player says which stones are dead before the other answers.
	mostRepeats = 20
)

// A Refusal says why something cannot be done now. It is an error.
type Refusal struct{ Says string }

func (r *Refusal) Error() string { return r.Says }

func refuse(says string) *Refusal { return &Refusal{says} }
