package reports

import (
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// ClubReceipt is the treasurer's answer to a club's yearly return: what was
// received, what it pays for, and from when the club is affiliated.
type ClubReceipt struct {
	Number       string // receipt number: "R-2026-0017"
	Issued       civil.Date
	IssuedBy     string // name and office of the treasurer
	Club         string
	Year         string       // subscription year: "1 July 2026 – 30 June 2027"
	Lines        []ChargeLine // the fee, one line for each rate
	Total        money.Cents  // sum of the lines, as invoiced
	Paid         money.Cents  // received so far
	RateSource   string       // the resolution that set the rate: "Annual general meeting, 14 March 2026, motion 3"
	ListReceived civil.Date   // zero if not yet
	FeeReceived  civil.Date   // day the full fee was in; zero if not yet
	Effective    civil.Date   // later of the two (Rule 2.3); zero if not yet
	Notes        []string     // warnings and readings that applied, one line each
}

// ChargeLine is Count × Rate = Amount. A waiver has a negative Amount.
type ChargeLine struct {
	Text   string // "Members at the annual subscription"
	Count  int
	Rate   money.Cents
	Amount money.Cents
}

// MemberReceipt is the treasurer's answer to someone who joined or renewed by
// themselves, and paid the year's subscription.
type MemberReceipt struct {
	Number       string // receipt number: "R-2026-0018"
	Issued       civil.Date
	IssuedBy     string // name and office of the treasurer
	Member       string // "Aroha Tūī"
	MemberNo     string
	Club         string      // the club the member is counted with; empty for none
	Year         string      // subscription year: "1 July 2026 – 30 June 2027"
	Subscription money.Cents // of the year
	Paid         money.Cents
	RateSource   string     // the resolution that set the subscription; empty if unknown
	Received     civil.Date // day of the payment
	How          string     // "Bank transfer, reference TUI A"
	From, Until  civil.Date // days of the membership; zero when it was cancelled since
	Rule         string     // why until that day, in a sentence (Rule 2.2)
}

// ClubList is a club's own list of its members, on paper.
type ClubList struct {
	Club     string
	Year     string // "1 July 2026 – 30 June 2027"
	AsAt     string
	Contacts ContactDetails
	Rows     []ClubMember
}

// ContactDetails says whether a list shows how to reach people.
type ContactDetails int

const (
	WithoutContacts ContactDetails = iota // names, grades, terms
	WithContacts                          // and e-mail, phone, address
)

// ClubMember is a line of a club's list.
type ClubMember struct {
	Number  string // membership number
	Name    string
	Grade   string
	Email   string
	Phone   string
	Address string
	TermEnd civil.Date // zero if no term is running
	Note    string
}

// Register is the society's register of members as the Act lists it (name,
// last known contact details, dates), for export.
type Register struct {
	Title string // "Register of members"
	AsAt  string
	Rows  []RegisterRow
	Each  func(take func(RegisterRow) error) error // in place of Rows, for a list that is too long to hold
}

// RegisterRow is a person in the register.
type RegisterRow struct {
	Number     string
	Listed     string // the name as lists by name have it, for a print
	FamilyName string
	GivenNames string
	Club       string
	Grade      string
	Rating     string // published, one decimal: "3.4"; empty if none
	Email      string
	Phone      string
	Address    string
	Since      civil.Date // became a member, without a gap until TermEnd
	First      civil.Date // became a member for the first time; zero where that is Since
	TermEnd    civil.Date // end of the running or last term
	Ceased     civil.Date // zero while a member
	Status     string     // "member", "lapsed", "former"
}

// ClubReturnTemplate is the list a club fills in for its yearly return,
// pre-filled with last year's.
type ClubReturnTemplate struct {
	Club    string
	Year    string // subscription year it is for: "1 July 2026 – 30 June 2027"
	ReplyTo string // where to send it: a page address; may be empty
	AtLeast int    // members a club needs (Rule 2.3); 0 says nothing of it
	Rows    []ReturnRow
}

// ReturnRow is a person on a club's list. All fields are text as typed, so
// that leading zeros of phones and member numbers stay.
type ReturnRow struct {
	Number     string
	FamilyName string
	GivenNames string
	Email      string
	Phone      string
	Address    string
	Grade      string
	Since      string // since when somebody has been a member
	Notes      string
}
