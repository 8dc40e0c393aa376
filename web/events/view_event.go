package events

import (
	"nzgs/web/kit"
)

// Seat is one player at a table or in a list. Colour is "black", "white" or ""
// where it does not matter.
type Seat struct {
	Name, URL   string
	Grade, Club string
	Score       string // before this round, "2½"
	Colour      string
	Absent      bool // no opponent: the seat of a bye
}

// Pairings is the draw of a round (partial "pairings").
type Pairings struct {
	Label string // caption, "Open, round 3"
	Rows  []Pairing
	Why   bool   // a last column with the reason of each pair
	Live  string // URL to refresh from, or ""
	ID    string // needed with Live
}

// Pairing is one table of a draw. Table is "" for a bye.
type Pairing struct {
	Table        string
	Black, White Seat
	Terms        kit.GameTerms // "even", "3 stones"
	Result       string        // "Black won", or "" while it is played
	Winner       string        // "black", "white", "none" (jigo, both lost) or ""
	URL          string        // the table's own page, or ""
	Record       string        // the game's record, or ""
	Notes        []string      // a ruling of the referee, a change with its reason
	Why          *kit.Trace
	Match        *MatchHead // above the first board of a match of teams
	under        *MatchHead // of every board
	Board        string     // of a match of teams
}

// MatchHead is a match of two teams, above its boards.
type MatchHead struct {
	White, Black Seat
	Score        string // "2–1"
	Text         string // "tables 1–3", "1 of 3 results are in"
	Reasons      *Reasons
}

// Standings is the table of places (partial "standings").
type Standings struct {
	Label string
	Note  string       // what has to be said about the places
	Who   string       // the head of the column of players, where it is another
	Heads []ColumnHead // one per value: score and tie-breaks
	Rows  []StandingsRow
	Live  string
	ID    string
}

// ColumnHead is a column's abbreviation and its definition.
type ColumnHead struct{ Label, Title string }

// StandingsRow is one player's line. Place is shared when several have it.
type StandingsRow struct {
	Place  string // "3" or "3="
	Player Seat
	Values []Unfold
}

// Unfold is a figure that opens to the games it came from (partial "unfold").
// Without games it is only the figure.
type Unfold struct {
	Value string
	Title string // "SOS of Aroha Tamihana: 9½"
	Games []UnfoldGame
}

// UnfoldGame is one line of an Unfold.
type UnfoldGame struct {
	Round, Text string // "3", "beat Wiremu Parata (score 3)"
	URL         string
	Value       string // what the game adds
}

// Crosstable shows everybody's games by round (partial "crosstable").
type Crosstable struct {
	Label  string
	Who    string   // "": players
	Rounds []string // "1", "2", …
	Heads  []ColumnHead
	Rows   []CrosstableRow
	Live   string
	ID     string
}

// CrosstableRow is one player's line; Values belong to Crosstable.Heads.
type CrosstableRow struct {
	Line   string // by which the others' games name the player
	Place  string
	Player Seat
	Cells  []CrossCell
	Values []string
}

// CrossCell is one game seen from one player. Kind is "win", "loss", "jigo",
// "bye", "forfeit", "absent" or "open". Text is what is shown ("7+"), Title
// the same in words ("Round 2: beat Mei Lin (7) with White").
type CrossCell struct {
	Kind, Text, Title string
	URL               string
	Terms             kit.GameTerms // opens to its arithmetic
}

// ResultsBoard is the director's keyboard board (partial "results-board").
// The form posts table, result and version (of the row, "" without scripts)
// to Action; the answer is a page that contains the board again.
type ResultsBoard struct {
	Label     string // "Open, round 3"
	Action    string
	Key       string
	Keys      []ResultKey
	Rows      []BoardRow
	Remaining string // "5 of 12 results to come" or "All results are in"
	Table     string // what was typed, or the next table without a result
	Result    string
	Version   string
	Drawn     string     // id of the drawing shown: another one has other players at the tables
	Error     string     // beside the inputs: no such table, no such key
	Over      string     // goes back with a slip that was asked about
	Reason    *kit.Field // why a settled result is changed; nil where it is not asked for
	Changes   []string   // what the slip that was asked about would change
	Saved     string     // "Table 7: Black won. Saved." after a save, also read out
	UndoURL   string     // POST takes the last result back; "" when there is none
	UndoLabel string     // "Undo table 7"
	Toggle    kit.Link   // "Only outstanding tables" or "All tables"
	Live      string
}

// ResultKey is one key of the board's legend. Key is one lower-case letter.
type ResultKey struct{ Key, Label string }

// BoardRow is one table on the results board.
type BoardRow struct {
	Table        string
	Black, White Seat
	Terms        kit.GameTerms
	Result       string // "Black won", or "" while outstanding
	Code         string // key of the result
	Winner       string // "black", "white", "none" or ""
	Version      string // goes back with the form: two directors never overwrite each other
	Note         string // "reported by both players", "the players’ reports differ"
	Fresh        bool   // the one that was just saved
	URL          string // the game's own page, or ""
}

// TableResult is the page of one table on a player's phone (partial
// "table-result").
type TableResult struct {
	Event, Round string
	Table        string // "": the game has none, and its page says which it is
	Black, White Seat
	Terms        kit.GameTerms // "Even game, komi 7"
	Action       string        // POST with "result" = Choice.Code
	Key          string
	Game         string // id of the game shown, which goes back with the form
	Version      string
	Choices      []Choice   // Black, White, jigo; empty when nothing can be said any more
	Badge        *kit.Badge // where the result stands
	Text         string     // what happens next
	Notes        []string   // how the result came about: a ruling, a change with its reason
}

// Choice is one button of a TableResult. Stone is "black", "white" or "" (the
// smaller button below).
type Choice struct {
	Code, Label, Stone string
	Chosen             bool // this is what was reported
}
