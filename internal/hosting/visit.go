package hosting

import (
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
)

// VisitID names a visit.
type VisitID int64

// State is how far a visit has come.
type State string

// The states.
const (
	Unconfirmed State = "unconfirmed"
	Coming      State = "coming"
	Cancelled   State = "cancelled" // by the visitor
)

// Visit is a newcomer who comes along to an evening.
type Visit struct {
	ID       VisitID
	Evening  Evening
	Club     clubs.ClubID
	ClubName string
	Day      civil.Date
	State    State
	Name     string
	Email    string
	Note     string
	Asked    civil.Instant
	Expires  civil.Instant
	Answer   string
	Answered civil.Instant
	Stopped  bool
	Word     Word // of the club, on the day
	Version  int64

	askedAfter, offered, joined bool
}

// Input is what the form of a visitor asks. Its fields are when, name, email and note.
type Input struct {
	Club    clubs.ClubID
	Evening EveningID
	Day     civil.Date
	Name    string
	Email   string
	Note    string
}

const (
	maxName   = 100
	maxNote   = 500
	maxAnswer = 1000
)

func paragraphs(s string) string {
	return strings.TrimSpace(legible(strings.ReplaceAll(s, "\r\n", "\n")))
}

func tooLong(f *apperr.Fields, field, text string, limit int) {
	if utf8.RuneCountInString(text) > limit {
		f.Add(field, "Shorten this to %d characters.", limit)
	}
}

// checkSender tidies the name and the address of whoever writes.
func checkSender(f *apperr.Fields, name, email string) (string, string) {
	name, email = line(name), line(email)
	if name == "" {
		f.Add("name", "Enter your name.")
	}
	tooLong(f, "name", name, maxName)
	if !auth.ValidEmail(email) {
		f.Add("email", "Enter your e-mail address, such as name@example.nz.")
	}
	return name, email
}

// visit is what was typed, with every problem in form order.
func (in Input) visit() (v Visit, f apperr.Fields) {
	if in.Evening == 0 || in.Day.IsZero() {
		f.Add("when", "Choose an evening.")
	}
	v = Visit{Evening: Evening{ID: in.Evening}, Club: in.Club, Day: in.Day, State: Unconfirmed, Note: paragraphs(in.Note)}
	v.Name, v.Email = checkSender(&f, in.Name, in.Email)
	tooLong(&f, "note", v.Note, maxNote)
	return v, f
}
