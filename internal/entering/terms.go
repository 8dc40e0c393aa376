package entering

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/tournaments"
)

// Ids of what this package owns, and of what it refers to.
type (
	EventID   = auth.EventID
	PersonID  = auth.PersonID
	SectionID = tournaments.SectionID
	EntryID   = tournaments.EntryID

	ApplicationID int64
)

// Kind says which fee someone pays.
type Kind string

// The kinds.
const (
	Member  Kind = "member" // of the society on the days of the event
	Visitor Kind = "visitor"
	Student Kind = "student" // where there is a fee for students
)

// String is the kind as people read it.
func (k Kind) String() string { return string(k) }

// Fees are what each kind pays, in cents. Student is nil where students pay as everyone does.
type Fees struct {
	Member, Visitor money.Cents
	Student         *money.Cents
}

// Of is the kind and the fee of someone: a student pays the students' fee where there is one, also as a member.
func (f Fees) Of(isMember, isStudent bool) (Kind, money.Cents) {
	switch {
	case isStudent && f.Student != nil:
		return Student, *f.Student
	case isMember:
		return Member, f.Member
	}
	return Visitor, f.Visitor
}

// Free reports whether no one pays.
func (f Fees) Free() bool {
	return f.Member == 0 && f.Visitor == 0 && (f.Student == nil || *f.Student == 0)
}

// String is the fees in a line: "members $40.00, visitors $50.00, students $20.00".
func (f Fees) String() string {
	if f.Free() {
		return "none"
	}
	text := fmt.Sprintf("members %s, visitors %s", f.Member, f.Visitor)
	if f.Student != nil {
		text += ", students " + f.Student.String()
	}
	return text
}

// Terms are those on which people enter an event online.
type Terms struct {
	Event   EventID
	Taken   bool          // the director takes entries online
	Closes  civil.Instant // from then on no one enters
	Fees    Fees
	Pay     string // how to pay
	Billed  bool   // who pays beforehand pays the society: the books make an invoice of each fee
	Lists   tournaments.Listing
	days    span              // of the event, and as they were when the closing time was set
	Places  map[SectionID]int // the most players; a section without a limit is not in it
	Version int64             // 0: never set
}

// closed refuses where no one can enter the event now.
func (t Terms) closed(e tournaments.Event, now civil.Instant) error {
	switch {
	case t.Version == 0 || !t.Taken || !e.Status.Public():
		return apperr.New(apperr.Conflict, "%s takes no entries online. Ask its director.", e.Name)
	case e.Cancelled.Is:
		return apperr.New(apperr.Conflict, "%s", e.Cancelled.Says(e))
	case e.Away != "":
		return apperr.New(apperr.Conflict, "%s is at its venue, so no one enters it here now. Ask its director.", e.Name)
	case !now.Before(t.Closes):
		return apperr.New(apperr.Conflict, "Entries closed on %s. Ask the director.", t.Closes.Long())
	case e.Status != tournaments.Open && e.Status != tournaments.Running:
		return apperr.New(apperr.Conflict, "%s is %s: entries are closed. Ask the director.", e.Name, e.Status)
	}
	return nil
}

// span is the first day of an event, and the first day that it had before.
type span struct{ from, was civil.Date }

// Moved is when entries would close if the closing time moved along with an event whose days have moved since it was set;
// asks is false for one that did not move, or whose director has answered.
func (t Terms) Moved() (to civil.Instant, asks bool) {
	if t.Version == 0 || t.days.was.IsZero() || t.days.was == t.days.from {
		return t.Closes, false
	}
	at := t.Closes.Time().In(civil.Zone())
	clock := time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
	return ClosingAt(t.Closes.Date().AddDays(t.days.was.DaysUntil(t.days.from)), clock), true
}

// DefaultTerms are what a new event begins with: entries until 6 pm on the day before it, without fees or limits. The
// fees of an event that no club organises are the society's.
func DefaultTerms(e tournaments.Event) Terms {
	return Terms{
		Event: e.ID, Closes: ClosingAt(e.From.AddDays(-1), defaultClock), Lists: tournaments.ListConfirmed,
		days: span{e.From, e.From}, Billed: e.Organiser == 0,
	}
}

const defaultClock = 18 * time.Hour

// ClosingAt is the instant at which the society's clocks show the time on the day.
func ClosingAt(day civil.Date, clock time.Duration) civil.Instant {
	return civil.At(time.Date(
		day.Year(), day.Month(), day.Day(), int(clock/time.Hour), int(clock%time.Hour/time.Minute), 0, 0, civil.Zone(),
	))
}

// ParseClock reads a time of day as people write it: "18:00", "6 pm", "6.30pm".
func ParseClock(text string) (time.Duration, error) {
	s := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, ".", ":")), ""))
	for _, layout := range []string{"15:04", "3:04pm", "3pm"} {
		if at, err := time.Parse(layout, s); err == nil {
			return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute, nil
		}
	}
	return 0, fmt.Errorf("write a time like 18:00 or 6 pm")
}

// TermsInput are terms as a director wants them. The comments are the names of the inputs.
type TermsInput struct {
	Taken   bool          // taken
	Closes  civil.Instant // closes_day, closes_time; the page reads them
	Fees    Fees          // fee_member, fee_visitor, fee_student
	Pay     string        // how_to_pay
	Billed  bool          // billed
	Lists   tournaments.Listing
	Places  map[SectionID]int // places-N
	Version int64
}

const (
	maxPay    = 500
	maxPlaces = 2000
	maxFee    = money.Cents(1_000_000) // $10,000.00
)

func (in TermsInput) check(e tournaments.Event, sections []tournaments.Section) (Terms, apperr.Fields) {
	var f apperr.Fields
	t := Terms{
		Event: e.ID, Taken: in.Taken, Closes: in.Closes, Fees: in.Fees, Pay: tidy(in.Pay), Lists: in.Lists,
		Places: map[SectionID]int{}, Version: in.Version, days: span{e.From, e.From}, Billed: in.Billed,
	}
	switch {
	case t.Closes.IsZero():
		f.Add("closes_day", "Enter the day on which entries close.")
	case e.To.AddDays(1).Midnight().Before(t.Closes):
		f.Add("closes_day", "The event is over then. Enter a day not after %s.", e.To.Long())
	}
	fee := func(field string, c money.Cents) {
		if c < 0 || c > maxFee {
			f.Add(field, "Enter a fee of at most %s.", maxFee)
		}
	}
	fee("fee_member", t.Fees.Member)
	fee("fee_visitor", t.Fees.Visitor)
	if t.Fees.Student != nil {
		fee("fee_student", *t.Fees.Student)
	}
	if utf8.RuneCountInString(t.Pay) > maxPay {
		f.Add("how_to_pay", "Shorten this to %d characters.", maxPay)
	}
	switch t.Lists {
	case tournaments.ListNumber, tournaments.ListConfirmed, tournaments.ListAll:
	default:
		f.Add("lists", "Choose one of the lists shown.")
	}
	for _, s := range sections {
		n, limited := in.Places[s.ID]
		if !limited {
			continue
		}
		if n < 1 || n > maxPlaces {
			f.Add(PlacesField(s.ID), "Enter a number from 1 to %d, or leave this empty.", maxPlaces)
		}
		t.Places[s.ID] = n
	}
	return t, f
}

// PlacesField is the name of the input for the places of a section.
func PlacesField(id SectionID) string { return fmt.Sprintf("places-%d", id) }

// tidy is a text of some lines, composed and with plain line ends.
func tidy(s string) string {
	return strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n")))
}

func line(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }
