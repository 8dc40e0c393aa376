package tournaments

import (
	"nzgs/internal/pairing"
)

// Wallchart is everything that hangs on the wall about one section: who is in
// it, what was drawn, what came out. It is a value of one moment and never
// changed.
type Wallchart struct {
	Event   Event
	Section Section
	Entries []Entry // by number
	Rounds  []Round // by number; previews only for the director

	fixed     []FixedPair
	forbidden []ForbiddenPair
	*figures
}

// Progress is how many results of a round are in.
type Progress struct {
	Round       int
	State       RoundState // "" while the round is not drawn
	In, Total   int        // games with a result, games
	Outstanding []int      // tables without a result, ascending
}

// Complete reports whether the round was published and every result is in.
func (p Progress) Complete() bool { return p.State == Published && p.In == p.Total }

// Seat is one player of a pairing.
type Seat struct {
	Entry Entry
	Score pairing.Score // before the round
}

// Pairing is one table of a round, or a player without an opponent.
type Pairing struct {
	Game         Game // zero for a player without an opponent
	Black, White Seat // White is zero for a player without an opponent
	Idle         string
}

// NameLine is one player's line in the pairings by name.
type NameLine struct {
	Player   Seat
	Table    int // 0: no opponent
	Opponent Seat
	Colour   pairing.Colour
	Handicap int
	Idle     string // why there is no opponent
}

// Standings is the table of places after a round, with the entries it names.
type Standings struct {
	Through int
	Final   bool // nothing is left to be played
	System  pairing.System
	Rows    []StandingsRow // best first
	Breaks  []pairing.TieBreak
}

// StandingsRow is one player's line: places, score, tie-breaks with the terms
// they are the sum of.
type StandingsRow struct {
	Entry Entry
	pairing.Row
}

// Crosstable shows everybody's games by round, best first.
type Crosstable struct {
	Through int
	Rows    []CrosstableRow
	Breaks  []pairing.TieBreak
}

// CrosstableRow is one player's line.
type CrosstableRow struct {
	Line  int // position in the table, from 1, which the cells of others refer to
	Entry Entry
	Cells []Cell // by round
	pairing.Row
}

// Cell is one round of one player.
type Cell struct {
	pairing.Line
	OpponentLine int   // the opponent's line in the crosstable; 0 without one
	Opponent     Entry // zero without one
	Text         string
}

// Overview is an event with its sections at a glance.
type Overview struct {
	Event    Event
	Sections []SectionOverview
}

// SectionOverview is a section at a glance.
type SectionOverview struct {
	Section Section
	Players int // not withdrawn
	Current Progress
	Text    string // "Round 3 of 6: 7 of 12 results are in"
	Warned  int    // entries with a warning that nobody has settled
}

// EventFilter chooses events of a list.
type EventFilter struct {
	When   When
	Limit  int // 0: 50
	Offset int
}

// When says which events by their days.
type When string

// The choices of When. The zero value is all events, newest first.
const (
	AnyTime When = ""
	Coming  When = "coming" // not over yet, soonest first
	Past    When = "past"   // over, newest first
)

// Fixed and Forbidden are the director's decisions about the draw, oldest
// first.
func (w *Wallchart) Fixed(round int) []FixedPair { return nil }
func (w *Wallchart) Forbidden() []ForbiddenPair  { return w.forbidden }

// Entry is the entry with that id; ok is false when it is not in the section.
func (w *Wallchart) Entry(id EntryID) (e Entry, ok bool) { return Entry{}, false }

// Round is the round with that number, if it was drawn (and may be seen).
func (w *Wallchart) Round(number int) (r Round, ok bool) { return Round{}, false }

// Published is the number of the last published round, 0 before the first.
func (w *Wallchart) Published() int { return 0 }

// Next is the number of the round to draw next; why says what stands in the
// way, "" when nothing does.
func (w *Wallchart) Next() (number int, why string) { return 0, "" }

// Progress says how many results of a round are in.
func (w *Wallchart) Progress(round int) Progress { return Progress{} }

// Pairings is a round by table, then the players without an opponent.
func (w *Wallchart) Pairings(round int) []Pairing { return nil }

// ByName is a round by name.
func (w *Wallchart) ByName(round int) []NameLine { return nil }

// Standings are the places after a round that was published; 0 is the latest
// of which a result is in.
func (w *Wallchart) Standings(through int) (Standings, error) { return Standings{}, nil }

// Crosstable is everybody's games through a round; 0 as in Standings.
func (w *Wallchart) Crosstable(through int) (Crosstable, error) { return Crosstable{}, nil }

// CardToken is the code on the card of a table: who has it may report results
// at that table.
func (s Section) CardToken(table int) string { return "" }

// Tables are the numbers of the tables that a full round of the section needs.
func (w *Wallchart) Tables() []int { return nil }
