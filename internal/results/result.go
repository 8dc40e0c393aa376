package results

import (
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// Ids of what this package owns, and of what it refers to.
type (
	GameID    = tournaments.GameID
	EventID   = tournaments.EventID
	SectionID = tournaments.SectionID

	ChangeID  int64
	DisputeID int64
)

// Entry is a result as someone enters it.
type Entry struct {
	Game    GameID
	Version int64          // of the game, as seen
	Result  pairing.Result // NoResult clears
	Margin  string         // optional, as told: "4½", "resignation"
	Reason  string         // wanted where both players, or a referee, settled another result; both players can read it
}

// BoardInput is a line of the results board.
type BoardInput struct {
	Section SectionID
	Round   int // 0: the last published one
	Table   int
	Result  pairing.Result // NoResult clears
	Margin  string
	Version int64               // of the game as seen; 0 where the page could not know it
	Drawn   tournaments.RoundID // the drawing of the round that the page showed; 0 where it is not known
	Over    string              // of the Overwrite that asked about this slip; "" where nothing was asked
	Reason  string              // as Entry.Reason
}

// Saved is a game after a result was entered.
type Saved struct {
	Game    tournaments.Game
	Section SectionID
	Event   EventID
	Round   int
	Change  ChangeID // 0 when nothing changed
}

// Conflict says that someone else saved a result first. It comes joined with
// an apperr.Conflict: use errors.As.
type Conflict struct {
	Game         GameID
	Table        int
	Yours        pairing.Result
	YourMargin   string
	Theirs       pairing.Result
	TheirMargin  string
	By           string
	At           civil.Instant
	Version      int64 // to save over it after all
	Black, White string
}

func (c *Conflict) Error() string { return "another result was saved first" }

// Source says how a change of a result came about.
type Source string

// The sources.
const (
	FromBoard   Source = "board"   // entered by a director or referee
	FromPlayers Source = "players" // both players reported the same
	FromRuling  Source = "ruling"  // a referee settled a dispute
	FromUndo    Source = "undo"
)

// Change is one change of a game's result.
type Change struct {
	ID                   ChangeID
	Game                 GameID
	At                   civil.Instant
	By                   string
	Source               Source
	Before, After        pairing.Result
	BeforeMargin, Margin string
	Undone               bool   // a later change undid it
	Reason               string // why a settled or rated result was changed; the text of a ruling
}

// Side is one of the two players of a game.
type Side string

// The sides.
const (
	BlackSide Side = "black"
	WhiteSide Side = "white"
)

// Report is what one player says came out.
type Report struct {
	Side   Side
	Result pairing.Result
	Margin string
	At     civil.Instant

	OneDevice bool   // it and the other side's came from one device
	device    string // hash; "": not known
}

// ReportInput is a report from a player's phone: by the code on the table's
// card, or by someone signed in who plays the game.
type ReportInput struct {
	Card   string // code of the table card; "" for a signed-in player
	Game   GameID // the game that the phone showed
	Side   Side   // with a card the player says who they are; ignored when signed in as a player of the game
	Result pairing.Result
	Margin string
	Device string // what the phone's cookie says; "" for none
}

// Standing says where a game's result stands.
type Standing string

// The standings of a result.
const (
	Unreported Standing = "unreported" // neither player has reported
	Reported   Standing = "reported"   // one player has
	Disputed   Standing = "disputed"   // the players' reports differ
	Decided    Standing = "decided"    // the result is in
)

// Table is one game as the two at the table see it.
type Table struct {
	Event        tournaments.Event
	Section      tournaments.Section
	Round        int
	Game         tournaments.Game
	Black, White tournaments.Seat
	Standing     Standing
	Reports      []Report
	Basis        Basis
	Settled      bool // by both players or a referee: changed only with a reason
	You          Side // the signed-in player's side, "" for anyone else
	CanReport    bool
	CanCall      bool          // the referee
	Called       civil.Instant // when a call came in that is open; zero: none
}

// Board is the results board of a round.
type Board struct {
	Event    tournaments.Event
	Section  tournaments.Section
	Round    tournaments.Round
	Progress tournaments.Progress
	Rows     []BoardRow
	Undo     *Change // the actor's last entry in this round that can be undone
	Next     int     // the first table without a result; 0 when all are in
}

// BoardRow is one table of the board.
type BoardRow struct {
	Game         tournaments.Game
	Black, White tournaments.Seat
	Standing     Standing
	Reports      []Report
	Basis        Basis
}

// Dispute is one line of the referee's inbox.
type Dispute struct {
	ID                   DisputeID
	Table                Table
	BlackSays, WhiteSays pairing.Result
	OpenedAt             civil.Instant
	SettledAt            civil.Instant // zero while open
	SettledBy, Ruling    string
	Version              int64

	game    GameID
	round   int
	section SectionID
}

// SettleInput is a referee's ruling.
type SettleInput struct {
	Dispute DisputeID
	Result  pairing.Result
	Margin  string
	Ruling  string // why, citing the rule
	Version int64
}
