package constitution

import "nzgs/internal/civil"

const (
	rule510 = "5.10"
	rule513 = "5.13"
)

// Entry says what is done with one of a member's papers.
type Entry string

const (
	Enter    Entry = "enter"
	Wait     Entry = "wait" // for the tellers' ruling
	LeaveOut Entry = "leave_out"
)

// Rule 5.10: a member has one paper. What is done with each of a member's
// papers, in the order of receipt.
func (c Constitution) PapersOfMember(papers int) ([]Entry, Trace) {
	t := Trace{Rule: rule510}
	out := make([]Entry, max(0, papers))
	if papers < 2 {
		for i := range out {
			out[i] = Enter
		}
		t.Step(rule510, "%s", counted(max(0, papers), "paper"))
		return out, t
	}
	t.Step(rule510, "%d papers from one member", papers)
	reading := c.read(&t, SecondPaper)
	for i := range out {
		switch {
		case reading == "tellers" && i > 0:
			out[i] = Wait
		case reading == "none", reading == "last" && i < papers-1:
			out[i] = LeaveOut
		default:
			out[i] = Enter
		}
	}
	return out, t
}

// Rule 5.10: votes are on signed paper; whether a signed electronic one counts.
func (c Constitution) ElectronicVoting() (bool, Trace) {
	t := Trace{Rule: rule510}
	if c.read(&t, Electronic) == "electronic" {
		t.Step(rule510, "A signed electronic paper counts as a paper")
		return true, t
	}
	t.Step(rule510, "On signed paper only")
	return false, t
}

// Rule 5.11: the tellers report within seven days of the closing day.
func (c Constitution) ReportDue(closing civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule511}
	return daysAfter(&t, rule511, closing, c.Figures.ReportDays), t
}

// Rule 5.11: the papers are kept for at least six months; the first day on
// which they may be destroyed.
func (c Constitution) DestroyNotBefore(closing, declared civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule511}
	return c.destroy(&t, closing, declared), t
}

func (c Constitution) destroy(t *Trace, closing, declared civil.Date) civil.Date {
	from := declared
	if c.read(t, SixMonths) == "closing" {
		from = closing
	}
	return monthsAfter(t, rule511, from, c.Figures.RetentionMonths)
}

// Rule 5.13: a motion carried by post has effect from the declaration.
func (c Constitution) PostalEffect(declared civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule513}
	t.Step(rule513, "Declared on %s", declared.Long())
	return declared, t
}
