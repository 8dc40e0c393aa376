package act

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
)

// Law is what the duties of this package cite.
const Law = "Incorporated Societies Act 2022"

// Path is the page of the Act's year.
const Path = "/committee/act"

// Periods of the Act.
const (
	statementMonths = 6  // from the balance date to the statements with the registrar
	changeDays      = 20 // working days from a change to telling the registrar, as we remind
	fewestContacts  = 1
	mostContacts    = 3
)

// Step is something to be done.
type Step struct {
	Key   string // "statements:2027-03-31"
	Title string
	Due   civil.Date
	Ended civil.Date // the balance date of the year that it is for; zero: it is for none
	Why   string     // the arithmetic
	Signs bool       // two officers sign it
	Done  *Proof     // nil: not yet

	Undone []Undone // the latest first
}

// Proof is that a step was done.
type Proof struct {
	On             civil.Date
	Reference      string // of the registrar
	Document       string // where the paper is found
	Signer, Second Someone
	By             Someone
}

// Undone is a step that was ticked off by mistake.
type Undone struct {
	Proof
	Ticked civil.Instant
	At     civil.Instant
	Who    Someone
	Reason string
}

// Someone is a person with the name.
type Someone struct {
	ID   auth.PersonID
	Name string
}

// yearSteps are what a year asks for that ends on a balance date.
func yearSteps(balance civil.Date) []Step {
	due := balance.AddMonths(statementMonths)
	period := fmt.Sprintf("%s + %d months = %s (%s)", balance.Long(), statementMonths, due.Long(), Law)
	key := func(what string) string { return what + ":" + balance.String() }
	return []Step{
		{
			Key: key("interests"), Title: "Tell the AGM which interests officers have disclosed since the last one", Due: due,
			Ended: balance,
			Why:   "At the AGM, which is held within six months of the balance date: " + period,
		},
		{
			Key: key("statements"), Title: "Send the registrar the financial statements of the year to " + balance.Long() +
				", signed by two officers", Due: due, Ended: balance, Why: period, Signs: true,
		},
		{
			Key: key("return"), Title: "Send the registrar the annual return of the year to " + balance.Long(), Due: due,
			Ended: balance,
			Why:   period + "; confirm the day with the registrar",
		},
	}
}

// changeStep is telling the registrar of a change.
func changeStep(what, title string, day civil.Date) Step {
	due := addWorkingDays(day, changeDays)
	return Step{
		Key: what + ":" + day.String(), Title: title + " of " + day.Long(), Due: due, Why: fmt.Sprintf(
			"%s + %d days from Monday to Friday = %s: our reminder. Confirm the period with the %s", day.Long(), changeDays,
			due.Long(), Law,
		),
	}
}

// addWorkingDays counts days from Monday to Friday. Holidays are counted too, so that the day is never later than by the law.
func addWorkingDays(d civil.Date, n int) civil.Date {
	for n > 0 {
		d = d.AddDays(1)
		if w := d.Weekday(); w != time.Saturday && w != time.Sunday {
			n--
		}
	}
	return d
}

// facts are what the steps follow from.
type facts struct {
	balances []civil.Date // that were named, the earliest first
	offices  []auth.Appointment
	rules    []civil.Date // since when versions of the constitution are in force
	records  []Record
	today    civil.Date
}

// years are the balance dates up to today: those that were named, and each twelve months after the last.
func (f facts) years() []civil.Date {
	out := slices.Clone(f.balances)
	if len(out) == 0 {
		return nil
	}
	for next := nextYear(out[len(out)-1]); !next.After(f.today); next = nextYear(next) {
		out = append(out, next)
	}
	return out
}

// nextYear is the balance date twelve months later; the end of a month stays one.
func nextYear(d civil.Date) civil.Date {
	if d.AddDays(1).Day() == 1 {
		return d.AddDays(1).AddMonths(12).AddDays(-1)
	}
	return d.AddMonths(12)
}

// officersOn are who held which office on a day.
func (f facts) officersOn(day civil.Date) map[string]bool {
	out := map[string]bool{}
	for _, o := range f.offices {
		if o.HeldOn(day) {
			out[fmt.Sprintf("%d %s", o.Person, o.Role)] = true
		}
	}
	return out
}

// steps are all that is asked, by day.
func (f facts) steps() []Step {
	years := f.years()
	if len(years) == 0 {
		return nil
	}
	var out []Step
	for _, balance := range years {
		if !balance.After(f.today) {
			out = append(out, yearSteps(balance)...)
		}
	}
	changes := map[string]Step{}
	change := func(what, title string, day civil.Date) {
		if !day.IsZero() && day.After(years[0]) && !day.After(f.today) {
			s := changeStep(what, title, day)
			changes[s.Key] = s
		}
	}
	officers := func(day civil.Date) {
		if !maps.Equal(f.officersOn(day.AddDays(-1)), f.officersOn(day)) { // who is elected again is no change
			change("officers", "Tell the registrar of the change of officers", day)
		}
	}
	for _, o := range f.offices {
		officers(o.From)
		if !o.Until.IsZero() {
			officers(o.Until.AddDays(1))
		}
	}
	for _, day := range f.rules {
		change("rules", "Send the registrar the constitution as amended from the day", day)
	}
	for _, r := range f.records {
		if r.Kind == Contact {
			change("contacts", "Tell the registrar of the change of contact persons", r.From)
			if !r.Until.IsZero() {
				change("contacts", "Tell the registrar of the change of contact persons", r.Until.AddDays(1))
			}
		}
	}
	for _, s := range changes {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Step) int {
		if c := a.Due.Compare(b.Due); c != 0 {
			return c
		}
		return strings.Compare(a.Key, b.Key)
	})
	return out
}

// duty is a step in the one list of duties.
func (s Step) duty() governance.Duty {
	return governance.Duty{
		What: s.Key, Title: s.Title, Owner: constitution.OwnerSecretary, Due: s.Due, Rule: Law, Trace: s.Why, Link: Path,
	}
}
