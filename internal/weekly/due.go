package weekly

import (
	"fmt"
	"strconv"

	"nzgs/internal/civil"
)

// Late is what a section's rule says of a game that is not played in time.
type Late string

// The rules.
const (
	DirectorDecides Late = "director"     // each game by itself
	BothDefault     Late = "both_default" // lost by both by default
)

// Plan is how the rounds of a section are played: the director's settings.
type Plan struct {
	BoardSize  int                // of the section; not set here
	Last       map[int]civil.Date // the last day of each round, by its number
	RemindDays int                // before the last day
	Late       Late
	LateDays   int    // after the last day; from the day after them Late applies
	Contact    string // whom players write to; "" of deadlines that were set before it was asked
	Version    int64
}

// Stage is how a game stands against its last day.
type Stage string

// The stages of a game, in order.
const (
	NoDeadline Stage = ""        // the round has no last day
	Decided    Stage = "decided" // the result is in
	Running    Stage = "running" // there is time
	Soon       Stage = "soon"    // a reminder is due
	Overdue    Stage = "overdue" // the last day has passed: players are reminded
	RuleDue    Stage = "rule"    // the director does what the section's rule says
)

// Due is what is due for a game on a day.
type Due struct {
	Stage Stage
	Last  civil.Date // on which the game may be played
	Rule  civil.Date // the first day on which the section's rule applies
	Days  int        // from today to Last; negative once it has passed
}

// Due says what is due on a day in New Zealand for a game of the round. A game
// with a result has nothing due.
func (p Plan) Due(round int, decided bool, today civil.Date) Due {
	last, ok := p.Last[round]
	if !ok {
		return Due{}
	}
	d := Due{Last: last, Rule: last.AddDays(p.LateDays + 1), Days: today.DaysUntil(last)}
	switch {
	case decided:
		d.Stage = Decided
	case d.Days > p.RemindDays:
		d.Stage = Running
	case d.Days >= 0:
		d.Stage = Soon
	case today.Before(d.Rule):
		d.Stage = Overdue
	default:
		d.Stage = RuleDue
	}
	return d
}

// Remind names the reminder that is due for a game, "" for none. On the day on
// which its round was published the players have just been written to.
func (d Due) Remind(published, today civil.Date) string {
	if !published.Before(today) {
		return ""
	}
	switch d.Stage {
	case Soon:
		return "before"
	case Overdue, RuleDue:
		return "late"
	}
	return ""
}

// Text says how much time there is.
func (d Due) Text() string {
	until := "the end of " + day(d.Last) + ", " + civil.ZoneWords()
	switch d.Stage {
	case Decided:
		return "The result is in."
	case Running, Soon:
		left := strconv.Itoa(d.Days) + " days are left"
		switch d.Days {
		case 0:
			left = "today is the last day"
		case 1:
			left = "one day is left"
		}
		return "To be played by " + until + ": " + left + "."
	case Overdue:
		return "The last day was " + day(d.Last) + ". The section’s rule applies from " + day(d.Rule) + "."
	case RuleDue:
		return "The last day was " + day(d.Last) + ". The section’s rule has applied since " + day(d.Rule) + "."
	}
	return ""
}

// Director is whom players write to, as letters name them in a sentence.
func (p Plan) Director() string {
	if p.Contact == "" {
		return "the director"
	}
	return "the director (" + p.Contact + ")"
}

// Rule says in a sentence what happens to a game that is not played in time.
func (p Plan) Rule() string {
	after := strconv.Itoa(p.LateDays) + " days"
	if p.LateDays == 1 {
		after = "one day"
	}
	then := "the director decides what it counts as"
	if p.Late == BothDefault {
		then = "the director enters it as lost by both by default"
	}
	return fmt.Sprintf(
		"Both players are reminded %s before the last day and once after it. If no result has come in %s after the last day, %s.",
		daysText(p.RemindDays), after, then,
	)
}

func daysText(n int) string {
	if n == 1 {
		return "one day"
	}
	return strconv.Itoa(n) + " days"
}

// day is a day with its weekday: "Sunday 6 December 2026".
func day(d civil.Date) string { return d.Weekday().String() + " " + d.Long() }
