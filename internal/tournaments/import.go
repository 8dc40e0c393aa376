package tournaments

import "nzgs/internal/ratings/scale"

// EntryList is an uploaded list of entries between preview and confirmation.
type EntryList struct {
	ID       ImportID
	Event    EventID
	FileName string
	Done     bool
	Rows     []EntryRow
	Ignored  []string     // headings of columns that are not read, and what else is not
	Remarks  []string     // what was noticed while reading
	Columns  []ListColumn // of a spreadsheet, what each is read as
	Missing  string       // what has to be said about the columns before anyone can be entered; "": nothing
	Section  SectionID    // of rows that name none; 0: to be chosen
	Headless bool         // the first row is a player's, not headings
	Version  int64        // goes back with the confirmation
}

// EntryRow is one row of an uploaded list with what it would do.
type EntryRow struct {
	Number     int // as the spreadsheet counts
	Name       string
	Grade      string // as written
	Club       string
	Section    SectionID // 0: to be chosen
	Team       string    // of a section of teams; "" is none
	Absent     []int
	HalfByes   []int
	Candidates []Candidate // people of the register it may be, best first
	Problems   []string    // what is wrong in the file: the row cannot be entered like this
	Warnings   []string
	Already    bool   // the proposed person is in this section already: nothing to do
	SameAs     int    // number of an earlier row with the same newcomer, in another section; 0: none
	Seated     bool   // the rounds of the file were drawn with this player, who cannot be left out
	Choice     Choice // proposed, or kept from before; its Kind is "" where someone must decide
	Written    string // the name as the list has it, where it was tidied
	Now        RowFix // the row as it is read

	line      listLine
	strength  *scale.Rating // that the row says; nil: none that can be read
	elsewhere Elsewhere
	enteredIn int
	board     int  // of the team; 0 is not said
	decided   bool // the director has chosen, on an earlier look
}

// Candidate is a person of the register whom a row may mean.
type Candidate struct {
	Person  PersonID
	Name    string
	Club    string
	Rating  string // "3.4 (3 dan)"; "" when none is known
	Why     string // "same name, same e-mail"
	Warning string // about the membership
	Section string // sections that have this person already
}

// ChoiceKind says what to do with a row.
type ChoiceKind string

// What can be done with a row.
const (
	Match   ChoiceKind = "match" // enter the chosen person
	Guest   ChoiceKind = "guest" // someone new: put into the register as a guest
	LeaveIt ChoiceKind = "leave" // do not enter
)

// Choice is what to do with one row.
type Choice struct {
	Row     int // EntryRow.Number
	Kind    ChoiceKind
	Person  PersonID  // of Match
	Section SectionID // 0: the row's own
	Visitor bool      // accept someone who is not a member
}

// ImportResult says what a confirmation did.
type ImportResult struct {
	Entered int // guests among them
	Guests  int
	Left    int
	Already int // were entered before
}
