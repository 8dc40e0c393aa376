package reports

// Player is a participant as a print names them.
type Player struct {
	Name  string // as it goes on the wall, any script: "Aroha Tūī", "王小明"
	Grade string // "3 dan", "12 kyu"; empty if unknown
	Club  string // short name or code of the club; empty if none
	Score string // score so far: "2½"; empty before the first round
	// ByName is the name in lists by name: "Tūī, Aroha"; empty writes Name.
	ByName string
	// SortKey is where the player stands in lists by name ("tui aroha"); empty
	// sorts by Name.
	SortKey string
}

// Game is one game of a round as it is handed out to the players.
type Game struct {
	Table        int // 1 and up; 0 prints as a dash
	Black, White Player
	Handicap     int    // 0 even, 1 Black first without komi, n White passes the first n−1 moves
	Komi         string // points to White: "7", "6½"; empty or "0" if none
	How          string // how the handicap was worked out: "3.4 − (−0.2) = 3.6 → 4"; empty leaves it out
	Result       string // "Black won"; empty leaves it out
	Match        string // of a match of teams: "Auckland – Nelson"; empty of others
	Board        int    // of the match, from 1
	URL          string // page on which its result is reported, for the code on its slip; empty leaves the code out
}

// Bye is a participant without an opponent in a round.
type Bye struct {
	Player Player
	Kind   string // how it is put to the player: "bye", "half-point bye", "not playing"
}

// PairingSheet is the published draw of one round of one section.
type PairingSheet struct {
	Event   string // "New Zealand Go Congress 2026"
	Section string // "Open"; empty if the event has only one
	Round   int    // 1 and up
	Starts  string // "Saturday 21 November 2026, 10.00 am"; empty if not set
	Note    string // one line below the title; may be empty
	AsAt    string // when the draw was published: "21 November 2026, 9.42 am"
	Games   []Game
	Byes    []Bye
}

// TableCards are the cards that stand on the tables for the whole event.
type TableCards struct {
	Event string
	Cards []TableCard
}

// TableCard is the card of one table. The code on it leads a player's phone to
// the page where the result is reported.
type TableCard struct {
	Table    int
	Section  string // empty if the event has only one
	URL      string // what the QR code holds; at most 1,000 bytes
	ShortURL string // what a person can type, printed below; empty prints URL
	Letters  string // what is typed there; empty if the address leads to the table by itself
}

// DoorPoster hangs at the door of a venue. The code on it leads players' phones to the page where they say that they have
// come.
type DoorPoster struct {
	Event, Section string // no Section if the event has only one
	Days, Place    string
	URL            string // what the QR code holds; at most 1,000 bytes
	ShortURL       string // what a person can type; empty prints URL
}

// Standings are the places of one section after a round.
type Standings struct {
	Event       string
	Section     string
	AfterRound  int // rounds counted
	Rounds      int // rounds the section has; equal to AfterRound means final
	AsAt        string
	TieBreaks   []string // column titles in their order: "SOS", "SOSOS"
	Definitions []string // one line per tie-break, printed below the table
	Rows        []StandingRow
}

// StandingRow is a participant's line. Rows are printed in the order given;
// equal places are shown as shared ("2=").
type StandingRow struct {
	Place       int // with the tie-breaks; 0 prints as a dash
	PointsPlace int // by score only, as points are given; 0 prints as a dash
	Player      Player
	Score       float64   // points, in quarters: 4.5
	TieBreaks   []float64 // as Standings.TieBreaks; NoFigure prints as a dash
}

// Crosstable is an event with all its sections, as a workbook.
type Crosstable struct {
	Event    string
	Place    string // "Wellington"; may be empty
	Dates    string // "21–23 November 2026"
	AsAt     string
	Sections []CrosstableSection
}

// CrosstableSection becomes one sheet.
type CrosstableSection struct {
	Name      string
	Rounds    int
	TieBreaks []string
	Rows      []CrosstableRow
	Teams     bool   // the rows are teams, which have no grade
	ClubHead  string // of the column of clubs: "Team" where players play for teams; "" is "Club"
}

// CrosstableRow is a participant's line; Place and PointsPlace as in
// [StandingRow].
type CrosstableRow struct {
	No          int // by which the others' results name the participant
	Place       int
	PointsPlace int
	Player      Player
	MemberNo    string
	Results     []string // one for each round: "23+w", "4-b2", "0+"
	Score       float64
	TieBreaks   []float64
}
