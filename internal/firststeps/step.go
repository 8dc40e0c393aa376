package firststeps

import (
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/settings"
)

// Step is one of those from an empty society to its first event.
type Step string

// The steps. A member's first fee needs the rate of the year, so that rates come before members.
const (
	Details Step = "details" // the name is set, and how the society is reached
	Mail    Step = "mail"    // the mail server in force took a test letter
	Offices Step = "offices" // president, secretary and treasurer hold their offices today
	Clubs   Step = "clubs"   // there is a club
	Rates   Step = "rates"   // a subscription of full members is recorded
	Members Step = "members" // someone's membership is recorded
	Backup  Step = "backup"  // a backup of this database was checked and kept
	Event   Step = "event"   // an event is announced, or was taken over with its results, and is not cancelled
)

// All lists the steps in order.
var All = []Step{Details, Mail, Offices, Clubs, Rates, Members, Backup, Event}

// doers say which actions a step is done by: whoever may do one of them may do the step.
var doers = map[Step][]auth.Action{
	Details: {auth.KeepSettings},
	Mail:    {auth.KeepSettings},
	Offices: {auth.ManageOffices},
	Clubs:   {auth.ManageClubs, auth.TakeOver},
	Rates:   {auth.SetRates},
	Members: {auth.ManageTerms, auth.EditPerson, auth.TakeOver},
	Backup:  {auth.KeepSettings},
	Event:   {auth.CreateEvent},
}

// number is what the log calls a step by; 0 is none.
func (s Step) number() int64 { return int64(slices.Index(All, s) + 1) }

// MayDo reports whether the actor may do the step on the day.
func (s Step) MayDo(actor auth.Actor, day civil.Date) bool {
	return slices.ContainsFunc(doers[s], func(a auth.Action) bool { return auth.Can(actor, a, auth.Object{}, day) })
}

// Facts are what the steps are done by. What is not known is the zero value.
type Facts struct {
	Setup   settings.Setup
	Held    []auth.Role   // of president, secretary and treasurer, those that someone holds today
	Clubs   bool          // there is one
	Rates   bool          // there is one of full members
	Members bool          // someone is, was or is to be one
	Backup  civil.Instant // when the last one was made that was kept
	Event   bool          // one is announced, or taken over with its results, and not cancelled
}

// officers are whom a society needs, Rule 3.1.
var officers = []auth.Role{auth.President, auth.Secretary, auth.Treasurer}

// Missing are the offices of president, secretary and treasurer that no one holds today.
func (f Facts) Missing() []auth.Role {
	return slices.DeleteFunc(slices.Clone(officers), func(r auth.Role) bool { return slices.Contains(f.Held, r) })
}

// Done reports whether a step is done.
func (f Facts) Done(s Step) bool {
	switch s {
	case Details:
		return f.Setup.Named && f.Setup.Reached
	case Mail:
		return f.Setup.Mail == settings.MailWorked
	case Offices:
		return len(f.Missing()) == 0
	case Clubs:
		return f.Clubs
	case Rates:
		return f.Rates
	case Members:
		return f.Members
	case Backup:
		return !f.Backup.IsZero()
	case Event:
		return f.Event
	}
	return false
}

// Aside is a step that the society does without.
type Aside struct {
	Reason string
	At     civil.Instant
}

// Standing is a step as it stands.
type Standing struct {
	Step  Step
	Done  bool
	Aside *Aside // nil: it was not put aside
}

// Open reports whether the step is still to be done.
func (s Standing) Open() bool { return !s.Done && s.Aside == nil }

// List is the steps of someone, as they stand.
type List struct {
	Facts Facts
	Steps []Standing // those that they may do, in order
	// Others are the open steps that they may not do.
	Others []Step
}

// Open is how many of the steps are still to be done.
func (l List) Open() (n int) {
	for _, s := range l.Steps {
		if s.Open() {
			n++
		}
	}
	return n
}

// MostReason is how many letters a reason may have.
const MostReason = 300

// tidyReason is a reason on one line, without signs that no one sees and with a letter or a digit that someone does.
func tidyReason(reason string, f *apperr.Fields) string {
	reason = settings.Line(reason)
	switch n := utf8.RuneCountInString(reason); {
	case n > MostReason:
		f.Add("reason", "Shorten this to %d characters.", MostReason)
	case !utf8.ValidString(reason):
		f.Add("reason", "Enter the reason in letters that can be read.")
	case !settings.Shows(reason):
		f.Add("reason", "Enter why the society does without this, as: We do without for now.")
	}
	return reason
}
