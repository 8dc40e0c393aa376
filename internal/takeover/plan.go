package takeover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// Ids of what is taken over.
type (
	FileID   int64
	ID       int64 // of a take-over
	PersonID = members.PersonID
	ClubID   = members.ClubID
)

// Kind says what to do with a row.
type Kind string

// The kinds. Ask: somebody must decide.
const (
	Ask       Kind = ""
	NewPerson Kind = "new"
	Same      Kind = "same" // a person of the register
	AsRow     Kind = "row"  // the person of another row
	LeaveOut  Kind = "leave_out"
)

// Choice is what is done with a row.
type Choice struct {
	Kind   Kind     `json:"kind"`
	Person PersonID `json:"person,omitempty"` // of Same
	Row    Ref      `json:"row,omitzero"`     // of AsRow
}

// Ref names a row of a file that waits.
type Ref struct {
	File FileID `json:"file"`
	Row  int    `json:"row"`
}

// State is what a row comes to.
type State string

// The states.
const (
	Wrong     State = "error"     // must be left out, or corrected in the file
	Open      State = "open"      // somebody must say who it is
	Fresh     State = "new"       // somebody who is not in the register
	Changes   State = "match"     // somebody of the register, of whom something changes
	Unchanged State = "unchanged" // nothing of it changes anything
	Out       State = "left_out"
)

// States lists them in the order of the preview's filter.
var States = []State{Wrong, Open, Fresh, Changes, Unchanged, Out}

// Row is a row of the files with what it would do.
type Row struct {
	Ref
	FileName   string
	Name       string
	Cells      []string // what else it says
	State      State
	Why        string // by what it was taken for whom it is taken
	Problems   []string
	Notes      []string
	Does       []string // what is done by it
	Choice     Choice   // proposed or decided; its kind is Ask where somebody must decide
	Candidates []Candidate

	line    line
	person  int // place among the planned people, from 0; -1: none
	decided bool
	again   bool // it was taken over with the very same file
}

// Candidate is somebody whom a row may mean.
type Candidate struct {
	Choice Choice
	Label  string
}

// Spelling is the name of a club as the files write it.
type Spelling struct {
	Name   string // as it is written first
	Rows   int
	Key    string // of its form field
	Club   ClubID // that it is taken for; 0: none of the register
	New    bool   // a club that is added
	As     string // the key of another spelling that it is taken for
	Ask    bool   // somebody must say which club it is
	Why    string
	Others []string // spellings that mean the same club

	plain string // its key among the names of clubs
}

// Plan is what taking the files over would do.
type Plan struct {
	Rows         []Row
	Spellings    []Spelling
	Clubs        []ClubRow
	Counts       map[State]int
	New          int // people who are added
	Changed      int // people of the register of whom something changes
	Terms        int // terms that are added
	Ended        int // terms that an earlier file gave, and this one does not
	Earlier      int // people of whom it is kept that they were members already
	Rated        int // ratings that are set
	AddClubs     int
	ChangedClubs int
	Named        int // secretaries of clubs
	WithMail     int // people who are added and have an e-mail address
	Obstacles    []string
	Digest       string // of all of it: that what was seen is what is done

	folk    []*planned
	ratings []ratingList
	found   []*clubPlan
}

// Nothing reports that taking the files over would change nothing.
func (p Plan) Nothing() bool {
	return p.New+p.Changed+p.Terms+p.Ended+p.Earlier+p.Rated+p.AddClubs+p.ChangedClubs+p.Named == 0
}

// material is everything that a plan looks at.
type material struct {
	actor     PersonID // whose own rating no one sets
	sees      bool     // the actor may see what the register has of people
	today     civil.Date
	history   constitution.History
	rules     constitution.Constitution // of today
	files     []waiting
	directory *members.Directory
	known     func(ids []PersonID) error // reads what is kept of people into the maps below
	people    map[PersonID]members.Person
	terms     map[PersonID][]members.Term // all records of them
	earlier   map[PersonID][]members.Earlier
	leads     map[PersonID]PersonID // numbers of records that were joined with others
	clubs     []clubs.Club
	clubAs    map[string]string          // what was chosen for spellings of clubs, by their keys
	heads     map[ClubID]clubs.Secretary // secretaries in office
	hasPeople map[ClubID]bool            // clubs that have members this year or had them last year
	kept      *kept
	before    map[string]civil.Date    // files that were taken over, by their hashes
	told      map[int64]bool           // earlier memberships that take-overs have made
	reserved  func(PersonID) bool      // numbers that are kept for an event that is away
	rated     map[PersonID][]setRating // ratings that were set
}

// waiting is a file that waits, with what is kept of it.
type waiting struct {
	ID      FileID
	Name    string
	Hash    string
	Version int64
	content
}

// digest is the same for two plans that do the same.
func (p *planner) digest() {
	sum := sha256.New()
	write := json.NewEncoder(sum)
	for _, f := range p.files {
		_ = write.Encode([]any{f.ID, f.Version})
	}
	for _, r := range p.Plan.Rows {
		_ = write.Encode([]any{r.Ref, r.State, r.Choice, r.Does, r.Notes})
	}
	for _, s := range p.Spellings {
		_ = write.Encode(s)
	}
	for _, c := range p.Clubs {
		_ = write.Encode(c)
	}
	for _, l := range p.ratings {
		_ = write.Encode([]any{l.Day, l.Source, len(l.players)})
	}
	p.Digest = hex.EncodeToString(sum.Sum(nil)[:12])
}

func (p *Plan) obstacle(format string, args ...any) {
	p.Obstacles = append(p.Obstacles, fmt.Sprintf(format, args...))
}
