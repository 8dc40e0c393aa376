package tournaments

import (
	"nzgs/internal/ratings/scale"
)

// EntryList is an uploaded list of entries between preview and confirmation.
type EntryList struct {
	ID       ImportID
	Event    EventID
	FileName string
	Done     bool
	Rows     []EntryRow
	Ignored  []string // headings of columns that are not read
	Version  int64    // goes back with the confirmation
}

// EntryRow is one row of an uploaded list with what it would do.
type EntryRow struct {
	Number     int // as the spreadsheet counts
	Name       string
	FamilyName string
	GivenNames string
	Grade      string // as written
	Rating     *scale.Rating
	Club       string
	Email      string
	Section    SectionID // 0: to be chosen
	Absent     []int
	Candidates []Candidate // best first
	Problems   []string    // what is wrong: the row cannot be entered like this
	Warnings   []string
	Already    bool // this person is in this section already: nothing to do
	Choice     Choice
}

// Candidate is a person of the register who may be the one a row means.
type Candidate struct {
	Person PersonID
	Name   string
	Club   string
	Grade  string
	Why    string // "same name and e-mail"
}

// ChoiceKind says what to do with a row.
type ChoiceKind string

// What can be done with a row.
const (
	Match   ChoiceKind = "match" // enter the chosen person
	Guest   ChoiceKind = "guest" // somebody new: put into the register as a guest
	LeaveIt ChoiceKind = "leave" // do not enter
)

// Choice is what to do with one row.
type Choice struct {
	Row     int // EntryRow.Number
	Kind    ChoiceKind
	Person  PersonID  // of Match
	Section SectionID // 0: the row's own
	Visitor bool      // accept somebody who is not a member
}

// ImportResult says what a confirmation did.
type ImportResult struct {
	Entered, Guests, Left, Already int
}
