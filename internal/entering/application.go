package entering

import (
	"errors"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

// State says how far an application has come.
type State string

// The states.
const (
	Unconfirmed State = "unconfirmed" // the address is not confirmed yet
	Preliminary State = "preliminary" // holds a place, the director has not confirmed it
	Waiting     State = "waiting"     // for a place
	Confirmed   State = "confirmed"   // there is an entry
	Withdrawn   State = "withdrawn"   // by the player
	Declined    State = "declined"    // by the director
)

// Active reports whether the application still stands.
func (s State) Active() bool { return s == Preliminary || s == Waiting || s == Confirmed }

// PaidHow says when a fee was paid.
type PaidHow string

// The ways.
const (
	AtTheDoor  PaidHow = "door"
	Beforehand PaidHow = "beforehand"
)

// String is the way as people read it.
func (h PaidHow) String() string {
	if h == AtTheDoor {
		return "at the door"
	}
	return string(h)
}

// Payment is a fee that was paid; zero while it is not.
type Payment struct {
	At  civil.Instant
	How PaidHow
	By  string // who noted it
}

// Made reports whether the fee is paid.
func (p Payment) Made() bool { return !p.At.IsZero() }

// Application is someone who wants to play in a section.
type Application struct {
	ID      ApplicationID
	Event   EventID
	Section SectionID
	Person  PersonID // 0: not known to be someone in the register
	Name    members.Name
	Email   string // of someone who is not in the register
	Club    string
	tournaments.Elsewhere
	Grade   string // as stated; "" where the register knows one
	Absent  []int  // rounds, ascending
	Note    string // to the director
	Team    string // wanted, of a team event; "" is any
	Student bool
	Kind    Kind
	Fee     money.Cents
	State   State
	Asked   civil.Instant
	Expires civil.Instant // of Unconfirmed
	Queued  civil.Instant // its turn in line; zero for Unconfirmed
	Ended   civil.Instant // of Withdrawn and Declined
	Entry   EntryID       // of Confirmed
	Paid    Payment
	Invoice treasury.InvoiceID // of the fee, the latest; 0: none
	Bill    *treasury.Invoice  // as the books have it, of Confirmed; nil: none, or not read
	Version int64
}

// Input is what is asked of someone who enters. The comments are the names of the inputs.
type Input struct {
	Section               SectionID // section
	FamilyName            string    // family_name
	GivenNames            string    // given_names
	Email                 string    // email
	Club                  string    // club
	tournaments.Elsewhere           // country, pin, aga_id
	Grade                 string    // grade
	Absent                string    // absent: "2, 4-5"
	Note                  string    // note
	Team                  string    // team: of a team event
	Student               bool      // student
	Version               int64
}

const (
	maxNote = 1000
	maxClub = 100
)

// check puts what is asked for into a, for a section of so many rounds. A grade is needed where none is known.
func (in Input) check(a *Application, rounds int, needsGrade bool) apperr.Fields {
	var f apperr.Fields
	a.Club, a.Note, a.Student = line(in.Club), tidy(in.Note), in.Student
	a.Elsewhere = in.Elsewhere.Checked(&f)
	if a.Team = line(in.Team); utf8.RuneCountInString(a.Team) > maxClub {
		f.Add("team", "Shorten this to %d characters.", maxClub)
	}
	if utf8.RuneCountInString(a.Club) > maxClub {
		f.Add("club", "Shorten this to %d characters.", maxClub)
	}
	switch grade, err := scale.Stated(in.Grade); {
	case err == nil:
		a.Grade = grade
	case !errors.Is(err, scale.ErrEmpty):
		f.Add("grade", "Write your grade as 3d or 12k.")
	case needsGrade:
		f.Add("grade", "Enter your grade, such as 3d or 12k, or a PIN or AGA number that our lists have. A guess is fine: the director can change it.")
	default:
		a.Grade = ""
	}
	absent, err := tournaments.ParseRounds(in.Absent)
	switch {
	case err != nil:
		f.Add("absent", "Write rounds as 2, 4-5, or leave this empty.")
	case len(absent) > 0 && absent[len(absent)-1] > rounds:
		f.Add("absent", "There is no round %d; the last one is round %d.", absent[len(absent)-1], rounds)
	case len(absent) == rounds:
		f.Add("absent", "These are all the rounds.")
	}
	a.Absent = absent
	if utf8.RuneCountInString(a.Note) > maxNote {
		f.Add("note", "Shorten this to %d characters.", maxNote)
	}
	return f
}

// in puts an application into a section: only a team event has teams to want.
func (a *Application) in(section tournaments.Section) {
	if a.Section = section.ID; !section.Teams() {
		a.Team = ""
	}
}

// checkWho puts name and address of a visitor into a.
func (in Input) checkWho(a *Application) apperr.Fields {
	p := members.PersonInput{FamilyName: line(in.FamilyName), GivenNames: line(in.GivenNames)}
	f := p.Check()
	a.Name = members.Name{
		Family: p.FamilyName, Given: p.GivenNames, Order: members.GuessOrder(p.FamilyName, p.GivenNames),
	}
	if a.Email = line(in.Email); !mail.ValidAddress(a.Email) {
		f.Add("email", "Enter your e-mail address, like aroha@example.nz: a letter with a link is sent there.")
	}
	return f
}

// Input is the application as it stands, to be changed.
func (a Application) Input() Input {
	return Input{
		Section: a.Section, FamilyName: a.Name.Family, GivenNames: a.Name.Given, Email: a.Email, Club: a.Club,
		Elsewhere: a.Elsewhere, Grade: a.Grade, Absent: tournaments.FormatRounds(a.Absent), Note: a.Note, Student: a.Student,
		Team: a.Team, Version: a.Version,
	}
}

// entry is the entry that the application becomes, of someone whose strength is known or not.
func (a Application) entry(rated bool) tournaments.EntryInput {
	in := tournaments.EntryInput{
		Section: a.Section, Club: a.Club, Elsewhere: a.Elsewhere, Absent: a.Absent, Visitor: true,
	}
	if !rated && a.Grade != "" {
		if r, err := scale.Parse(a.Grade); err == nil {
			in.Rating = &r
		}
	}
	return in
}

// facts are what the audit log keeps of an application: not the address, and not the note. The log forgets nothing, so
// that it does not name whose address is not confirmed.
type facts struct {
	Event   EventID     `json:"event"`
	Section SectionID   `json:"section"`
	Person  PersonID    `json:"person,omitempty"`
	Name    string      `json:"name,omitempty"`
	Grade   string      `json:"grade,omitempty"`
	Absent  string      `json:"absent,omitempty"`
	Team    string      `json:"team,omitempty"`
	Kind    Kind        `json:"kind"`
	Fee     money.Cents `json:"fee_cents"`
	Paid    PaidHow     `json:"paid,omitempty"`
	State   State       `json:"state"`
	Entry   EntryID     `json:"entry,omitempty"`
	Invoice int64       `json:"invoice,omitempty"`
}

func (a Application) facts() facts {
	if a.State == Unconfirmed {
		return facts{Event: a.Event, Section: a.Section, Kind: a.Kind, Fee: a.Fee, State: a.State}
	}
	return facts{
		a.Event, a.Section, a.Person, a.Name.String(), a.Grade, tournaments.FormatRounds(a.Absent), a.Team, a.Kind, a.Fee, a.Paid.How,
		a.State, a.Entry, int64(a.Invoice),
	}
}
