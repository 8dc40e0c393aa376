package constitution

import (
	"slices"
	"strings"

	"nzgs/internal/civil"
)

const (
	rule510 = "5.10"
	rule513 = "5.13"
)

// Word is what a member writes beside a motion's number.
type Word string

const (
	Yes     Word = "Yes"
	No      Word = "No"
	Abstain Word = "Abstain"
)

// Paper is a voting paper as it came in.
type Paper struct {
	Name   string
	Signed SignatureState
	Votes  map[int]Word // by motion number
}

// SignatureState says whether a paper is signed.
type SignatureState string

const (
	IsSigned SignatureState = "signed"
	NoSigned SignatureState = "unsigned"
)

// Rules 5.10 and 5.11: a signed paper has the member's name, and a word beside
// the number of each motion. What is found is for the tellers to weigh: a
// paper's validity is at their discretion.
func (c Constitution) ReadPaper(p Paper, motions []int) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule510}}
	if strings.TrimSpace(p.Name) == "" {
		q.warn(rule510, "There is no name")
	}
	if p.Signed != IsSigned {
		q.warn(rule510, "It is not signed")
	}
	ordered := slices.Clone(motions)
	slices.Sort(ordered)
	for _, n := range ordered {
		switch w := p.Votes[n]; w {
		case Yes, No, Abstain:
			q.passed(rule510, "Motion %d has one of the three words", n)
		case "":
			q.warn(rule510, "There is nothing beside motion %d", n)
		default:
			q.warn(rule510, "Beside motion %d is none of the three words", n)
		}
	}
	var stray []int
	for n := range p.Votes {
		if !slices.Contains(motions, n) {
			stray = append(stray, n)
		}
	}
	slices.Sort(stray)
	for _, n := range stray {
		q.warn(rule510, "There is no motion %d", n)
	}
	return q.close("for the tellers to count", "")
}

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
		t.step(rule510, "%s", counted(max(0, papers), "paper"))
		return out, t
	}
	t.step(rule510, "%d papers of one member", papers)
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

// Rule 5.10: votes are on signed paper; whether they may be electronic.
func (c Constitution) ElectronicVoting() (bool, Trace) {
	t := Trace{Rule: rule510}
	if c.read(&t, Electronic) == "electronic" {
		t.step(rule510, "A signed electronic paper is a paper")
		return true, t
	}
	t.step(rule510, "On signed paper only")
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
	t.step(rule513, "Declared on %s", declared.Long())
	return declared, t
}
