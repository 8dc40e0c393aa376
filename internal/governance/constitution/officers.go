package constitution

import (
	"slices"
	"strings"

	"nzgs/internal/civil"
)

const (
	rule31 = "3.1"
	rule32 = "3.2"
	rule34 = "3.4"
	rule35 = "3.5"
	rule36 = "3.6"
	rule37 = "3.7"
)

// Office is an office of the society.
type Office string

const (
	President Office = "president"
	Secretary Office = "secretary"
	Treasurer Office = "treasurer"
)

// Tenure says how an office is held.
type Tenure string

const (
	InOffice Tenure = "in_office" // elected, or taken as such
	Acting   Tenure = "acting"    // appointed under 6.6
)

// Officer is who holds an office.
type Officer struct {
	Office Office
	Person Person
	Tenure Tenure
}

// Rule 3.1: the senior one of some officers, in the order in which the
// constitution names the offices. ok is false when there is none.
func (c Constitution) Senior(officers []Officer) (senior Officer, ok bool, t Trace) {
	t.Rule = rule31
	for _, office := range c.Figures.Officers {
		for _, o := range officers {
			if o.Office != office || o.Tenure == Acting && c.read(&t, ActingSeniority) == "elected" {
				continue
			}
			if !ok || o.before(senior) {
				senior, ok = o, true
			}
		}
		if ok {
			t.Step(rule31, "The %s is the most senior of %s", office, counted(len(officers), "officer"))
			return senior, true, t
		}
	}
	t.Step(rule31, "There is no officer")
	return Officer{}, false, t
}

// before orders two who have one office: whoever holds it comes before who acts
// in it (6.6). Two holders are not foreseen; by their ids the answer is the same
// in any order.
func (o Officer) before(other Officer) bool {
	if acts := o.Tenure == Acting; acts != (other.Tenure == Acting) {
		return !acts
	}
	return o.Person.ID < other.Person.ID
}

// Composition is who is on the committee.
type Composition struct {
	Officers []Office // held, each once
	Ordinary int
	Coopted  int
	Override string   // the general meeting's recorded decision on more ordinary members, or ""
	Left     []Person // who hold a seat and are not members of the society
}

// Rules 3.2 and 6.5: the committee is the officers, two ordinary members and
// up to two co-opted ones.
func (c Constitution) Committee(m Composition) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule32}}
	for _, office := range c.Figures.Officers {
		switch n := count(m.Officers, office); n {
		case 0:
			q.warn(rule32, "There is no %s", office)
		case 1:
			q.passed(rule32, "There is a %s", office)
		default:
			q.obstacle(rule32, "%d people hold the office of %s", n, office)
		}
	}
	for _, office := range m.Officers {
		if !slices.Contains(c.Figures.Officers, office) {
			q.obstacle(rule31, "There is no office called %s", office)
		}
	}
	c.checkOrdinary(&q, m)
	if m.Coopted > c.Figures.CooptedSeats {
		q.obstacle(rule65, "%d co-opted > %d", m.Coopted, c.Figures.CooptedSeats)
	} else {
		q.passed(rule65, "%d co-opted ≤ %d", m.Coopted, c.Figures.CooptedSeats)
	}
	for _, p := range m.Left {
		q.obstacle(rule32, "%s has a seat but is not a member of the society", p.Name)
	}
	if m.Ordinary < c.Figures.OrdinarySeats || slices.ContainsFunc(
		c.Figures.Officers, func(o Office) bool { return count(m.Officers, o) == 0 },
	) {
		return q.close("incomplete", "does not meet the rules")
	}
	return q.close("in order", "does not meet the rules")
}

func (c Constitution) checkOrdinary(q *inquiry, m Composition) {
	seats := c.Figures.OrdinarySeats
	switch {
	case m.Ordinary < seats:
		q.warn(rule32, "%d ordinary < %d: a seat is empty", m.Ordinary, seats)
		return
	case m.Ordinary == seats:
		q.passed(rule32, "%d ordinary = %d", m.Ordinary, seats)
		return
	}
	switch reading := c.read(&q.trace, CommitteeSeats); {
	case reading == "practice":
		q.passed(rule32, "%d ordinary > %d: as the AGM elected", m.Ordinary, seats)
	case reading == "two":
		q.obstacle(rule32, "%d ordinary > %d", m.Ordinary, seats)
	case strings.TrimSpace(m.Override) == "":
		q.obstacle(rule32, "%d ordinary > %d, and no decision is recorded", m.Ordinary, seats)
	default:
		q.warn(rule32, "%d ordinary > %d, by a recorded decision: %s", m.Ordinary, seats, m.Override)
	}
}

func count[T comparable](list []T, what T) int {
	n := 0
	for _, x := range list {
		if x == what {
			n++
		}
	}
	return n
}

// PaymentMethod is how a payment out is made.
type PaymentMethod string

const (
	ByCheque PaymentMethod = "cheque"
	Transfer PaymentMethod = "transfer" // and every other way
)

// PaymentOut is a payment with those who have approved it so far.
type PaymentOut struct {
	Approvers []Officer // whoever makes the payment among them
	Payee     Person    // zero: nobody known to the society
	Method    PaymentMethod
}

// Rule 3.4: a payment out needs two different officers. Somebody who approves
// twice, or in two offices, counts once.
func (c Constitution) ApprovePayment(p PaymentOut) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule34}}
	if p.Method != ByCheque && c.read(&q.trace, WhichPayments) == "cheques" {
		q.passed(rule34, "Not a cheque")
		return q.close("may be paid", "may not be paid")
	}
	var people []Person
	for _, o := range p.Approvers {
		if !slices.Contains(c.Figures.Officers, o.Office) {
			q.warn(rule34, "%s is not an officer, so the approval does not count", o.Person.Name)
			continue
		}
		people = append(people, o.Person)
	}
	people = distinct(people)
	if need := c.Figures.PaymentOfficers; len(people) < need {
		q.obstacle(rule34, "Approved by %s < %d", counted(len(people), "officer"), need)
	} else {
		q.passed(rule34, "Approved by %s ≥ %d", counted(len(people), "officer"), need)
	}
	if p.Payee != (Person{}) && holds(people, p.Payee) {
		q.warn(rule34, "%s approves a payment to themselves", p.Payee.Name)
	}
	return q.close("may be paid", "may not be paid")
}

// LoanPurpose is what money is borrowed for.
type LoanPurpose string

const (
	GoMaterials  LoanPurpose = "go_materials"
	OtherPurpose LoanPurpose = "other"
)

// Loan is money that the committee wants to borrow.
type Loan struct {
	Purpose   LoanPurpose
	Condition string // the limited recourse, as it was put to the lender
}

// Rule 3.5: the committee borrows only to buy go materials, and the lender has
// no claim before their sale has brought in enough; the lender is told so.
func (c Constitution) Borrow(l Loan) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule35}}
	if l.Purpose == GoMaterials {
		q.passed(rule35, "To buy go materials")
	} else {
		q.obstacle(rule35, "Not to buy go materials")
	}
	if strings.TrimSpace(l.Condition) == "" {
		q.obstacle(
			rule35, "The lender’s condition is not recorded: no claim until selling the materials has brought in enough",
		)
	} else {
		q.passed(rule35, "The lender’s condition is recorded")
	}
	return q.close("may be borrowed", "may not be borrowed")
}

// Investment is the society's money that the committee invests.
type Investment struct {
	Authority civil.Date // the committee's decision
	Made      civil.Date
	Care      string    // what the committee weighed before it, as a trustee does
	Approvers []Officer // of the payment
}

// Rule 3.6: the committee invests as trustees do. Read as: it decides, it
// records what it weighed up, and the money leaves as every payment out does
// (3.4).
func (c Constitution) Invest(i Investment) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule36}}
	switch {
	case i.Authority.IsZero():
		q.obstacle(rule36, "The committee’s decision is not recorded")
	case i.Made.Before(i.Authority):
		q.obstacle(rule36, "Made on %s, before the decision of %s", i.Made.Long(), i.Authority.Long())
	default:
		q.passed(rule36, "Decided by the committee on %s", i.Authority.Long())
	}
	if strings.TrimSpace(i.Care) == "" {
		q.obstacle(rule36, "What the committee weighed up, as a trustee would, is not recorded")
	} else {
		q.passed(rule36, "What the committee weighed up is recorded")
	}
	found, t := c.ApprovePayment(PaymentOut{Approvers: i.Approvers, Method: Transfer})
	q.findings = append(q.findings, found...)
	q.trace.add(t)
	return q.close("may be invested", "may not be invested")
}

// Sealing is a use of the society's seal.
type Sealing struct {
	Instrument string
	Authority  civil.Date  // the committee's decision
	Affixed    civil.Date  // zero: not yet
	Signers    []Signature // Entitled: on the committee
}

// Rule 3.7: the seal is used by the committee's authority; two members of the
// committee sign.
func (c Constitution) Seal(s Sealing) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule37}}
	if strings.TrimSpace(s.Instrument) == "" {
		q.obstacle(rule37, "The document to be sealed is not named")
	}
	switch {
	case s.Authority.IsZero():
		q.obstacle(rule37, "The committee’s authority is not recorded")
	case !s.Affixed.IsZero() && s.Affixed.Before(s.Authority):
		q.obstacle(rule37, "Sealed on %s, before it was authorised on %s", s.Affixed.Long(), s.Authority.Long())
	default:
		q.passed(rule37, "Authorised by the committee on %s", s.Authority.Long())
	}
	signed := entitled(&q, rule37, s.Signers, "is not on the committee")
	if need := c.Figures.SealSigners; len(signed) < need {
		q.obstacle(rule37, "Signed by %s of the committee < %d", counted(len(signed), "member"), need)
	} else {
		q.passed(rule37, "Signed by %s of the committee ≥ %d", counted(len(signed), "member"), need)
	}
	return q.close("in order", "does not meet the rules")
}

// entitled is who of the signers counts, each once; the others are noted.
func entitled(q *inquiry, rule string, signatures []Signature, why string) []Person {
	var people []Person
	for _, s := range signatures {
		if s.Entitled {
			people = append(people, s.Person)
		} else {
			q.warn(rule, "%s %s: the signature does not count", s.Person.Name, why)
		}
	}
	return distinct(people)
}
