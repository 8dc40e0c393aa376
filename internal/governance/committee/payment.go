package committee

import (
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// PaymentID names a request for a payment out.
type PaymentID int64

// PaymentState is how far a request has come. What is open is waiting for
// approvals, or approved and not yet paid; Stage tells them apart.
type PaymentState string

// The states as they are kept.
const (
	PaymentOpen     PaymentState = "open"
	PaymentPaid     PaymentState = "paid"
	PaymentRejected PaymentState = "rejected"
	PaymentReplaced PaymentState = "replaced" // by a changed request
)

// PaymentStage is what a request waits for.
type PaymentStage string

// The stages.
const (
	Requested     PaymentStage = "requested"      // no approval yet: it can be changed
	FirstApproved PaymentStage = "first_approved" // at least one, and not enough
	Approved      PaymentStage = "approved"       // may be paid
	Paid          PaymentStage = "paid"
	Rejected      PaymentStage = "rejected"
	Replaced      PaymentStage = "replaced"
)

// PaymentStages are all of them, in their order.
var PaymentStages = []PaymentStage{Requested, FirstApproved, Approved, Paid, Rejected, Replaced}

// Label is the stage as people read it.
func (s PaymentStage) Label() string {
	switch s {
	case Requested:
		return "Waits for approval"
	case FirstApproved:
		return "Waits for another officer"
	case Approved:
		return "Approved, to be paid"
	case Paid:
		return "Paid"
	case Rejected:
		return "Rejected"
	case Replaced:
		return "Replaced"
	}
	return string(s)
}

// PaymentMethods are the ways to pay, in the order of a form.
var PaymentMethods = []constitution.PaymentMethod{constitution.Transfer, constitution.ByCheque}

// MethodLabel is a way to pay as people read it.
func MethodLabel(m constitution.PaymentMethod) string {
	if m == constitution.ByCheque {
		return "Cheque"
	}
	return "Bank transfer"
}

// Approval is an officer's approval of a payment.
type Approval struct {
	Who
	Role   auth.Role
	Acting bool
	At     civil.Instant
}

// Title is the office in which it was given: "Acting treasurer".
func (a Approval) Title() string { return auth.Office{Role: a.Role, Acting: a.Acting}.Title() }

func (a Approval) officer() constitution.Officer {
	o := constitution.Officer{Office: constitution.Office(a.Role), Person: a.as(), Tenure: constitution.InOffice}
	if a.Acting {
		o.Tenure = constitution.Acting
	}
	return o
}

// AccountCode names an account of the books.
type AccountCode = ledger.Code

// Payment is a request for a payment out.
type Payment struct {
	ID         PaymentID
	Payee      string
	PayeeID    auth.PersonID // of the register; 0: somebody else
	Amount     money.Cents
	Purpose    string
	Day        civil.Date // of the invoice or claim
	Method     constitution.PaymentMethod
	Attachment string             // where the invoice is found, or ""
	Resolution ResolutionRef      // that decided on it; zero: none is named
	Account    ledger.Code        // that it is counted under in the books; "": other expenses
	Refund     ledger.Party       // whose credit it pays back; zero: none
	RefundOf   treasury.PaymentID // of which what is left is paid back, to who paid it; 0: of the credit that they paid themselves
	Replaces   PaymentID          // the request that this one took the place of, or 0
	ReplacedBy PaymentID          // or 0
	State      PaymentState
	Approvals  []Approval // the earliest first
	Stage      PaymentStage
	Findings   constitution.Findings // what rule 3.4 has to say
	Trace      constitution.Trace
	Until      civil.Date // of one that waits: the last day whose constitution let it be paid as it is; zero: none
	Reason     string     // of a rejection
	PaidOn     civil.Date
	Reference  string      // of the payment at the bank
	From       AccountCode // the account that it left; "": not paid yet, or the first bank account
	AskedBy    Who
	AskedAt    civil.Instant
	ClosedBy   Who // who rejected it or recorded that it was paid
	ClosedAt   civil.Instant
	Version    int64
}

// judgedOn is the day by whose constitution rule 3.4 is applied to a request.
func (p Payment) judgedOn(today civil.Date) civil.Date {
	switch p.State {
	case PaymentPaid:
		return p.PaidOn
	case PaymentRejected, PaymentReplaced:
		return p.ClosedAt.Date()
	}
	return today
}

// judge works out the stage of a request by rule 3.4. One that was paid was paid
// by the trace that was kept, whatever is known since.
func (p *Payment) judge(c constitution.Constitution) {
	out := constitution.PaymentOut{Method: p.Method, Payee: constitution.Person{ID: int64(p.PayeeID), Name: p.Payee}}
	if p.PayeeID == 0 {
		out.Payee = constitution.Person{}
	}
	for _, a := range p.Approvals {
		out.Approvers = append(out.Approvers, a.officer())
	}
	var t constitution.Trace
	p.Findings, t = c.ApprovePayment(out)
	switch p.State {
	case PaymentPaid:
		p.Stage, p.Findings = Paid, nil
	case PaymentRejected:
		p.Stage, p.Trace = Rejected, t
	case PaymentReplaced:
		p.Stage, p.Trace = Replaced, t
	default:
		p.Stage, p.Trace = p.openStage(), t
	}
}

func (p *Payment) openStage() PaymentStage {
	switch {
	case !p.Findings.Blocked():
		return Approved
	case len(p.Approvals) > 0:
		return FirstApproved
	}
	return Requested
}

// mayApprove says what keeps somebody from approving, nil when nothing does.
// Rule 3.4: two different officers; whoever is paid is not one of them.
func (p Payment) mayApprove(who Who) error {
	switch {
	case p.Stage != Requested && p.Stage != FirstApproved:
		return apperr.New(apperr.Invalid, "This request waits for no approval: it is %s.", map[PaymentStage]string{
			Approved: "approved already", Paid: "paid", Rejected: "rejected", Replaced: "replaced by a changed one",
		}[p.Stage])
	case slices.ContainsFunc(p.Approvals, func(a Approval) bool { return a.Person == who.Person }):
		return apperr.UnderRule(
			"3.4", "You have approved this payment already. Another officer approves it next, whatever offices you hold.",
		)
	case p.PayeeID != 0 && p.PayeeID == who.Person, p.PayeeID == 0 && members.Fold(p.Payee) == members.Fold(who.Name):
		return apperr.UnderRule("3.4", "This payment is to you. Other officers approve it.")
	}
	return nil
}

// PaymentInput is a payment to be asked for. Its fields are payee, amount,
// purpose, day, method, attachment and resolution.
type PaymentInput struct {
	Payee      string
	PayeeID    auth.PersonID // Payee may then be "": the person's name
	Amount     money.Cents
	Purpose    string
	Day        civil.Date
	Method     constitution.PaymentMethod
	Attachment string
	Resolution ResolutionID       // 0: none
	Account    ledger.Code        // that it is counted under in the books; "": other expenses
	Refund     ledger.Party       // whose credit it pays back: Payee, PayeeID and Account then follow from it; zero: none
	RefundOf   treasury.PaymentID // of which what is left is paid back, to who paid it; 0: of what they paid themselves
}

func (in PaymentInput) tidied() PaymentInput {
	in.Payee, in.Purpose, in.Attachment = tidyLine(in.Payee), tidyText(in.Purpose), tidyLine(in.Attachment)
	return in
}

// check returns what is wrong with the input, in form order.
func (in PaymentInput) check() apperr.Fields {
	var f apperr.Fields
	checkText(&f, "payee", in.Payee, maxLine, "Enter who is to be paid.")
	if in.Amount <= 0 || in.Amount > money.MaxInput {
		f.Add("amount", "Enter %s above zero, for example 160.00.", money.InUse().Units)
	}
	checkText(&f, "purpose", in.Purpose, maxText, "Say what it is for.")
	constitution.CheckDay(&f, "day", in.Day)
	if !slices.Contains(PaymentMethods, in.Method) {
		f.Add("method", "Choose how it will be paid.")
	}
	checkText(&f, "attachment", in.Attachment, maxLine, "")
	return f
}
