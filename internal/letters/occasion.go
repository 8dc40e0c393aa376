package letters

import "slices"

// Occasion is what letters are about.
type Occasion string

// The occasions, and letters that someone writes.
const (
	RenewSoon    Occasion = "renew_soon"
	RenewLate    Occasion = "renew_late"
	RenewByClub  Occasion = "renew_by_club"
	ListDue      Occasion = "list_due"
	ListReceived Occasion = "list_received"
	FeeDue       Occasion = "fee_due"
	PaymentIn    Occasion = "payment_received"
	PaidForOther Occasion = "paid_for_other"
	Welcome      Occasion = "welcome"
	Invitation   Occasion = "invitation"
	EntryIn      Occasion = "entry_confirmed"
	EventMoved   Occasion = "event_moved"
	Free         Occasion = "free"
)

// Pattern is when letters of an occasion go by themselves, once an officer has switched that on.
type Pattern string

// The patterns.
const (
	ByHand      Pattern = ""
	BeforeEnd   Pattern = "before_end"  // so many days before the subscription year ends
	AfterBegin  Pattern = "after_begin" // so many days after it began
	AsItHappens Pattern = "as_it_happens"
	ByDesk      Pattern = "by_desk" // written where it happens, or by the director
)

// About is what is known of an occasion.
type About struct {
	Occasion Occasion
	Title    string
	Who      string // gets it
	Topic    Topic  // "": it cannot be left
	Pattern  Pattern
	Days     int      // that the house proposes
	May      []string // fields, besides those of every letter
	Must     []string // fields that a text has to have
	House    Text
}

// always are the fields of every letter.
var always = []string{"name", "given_name", "society", "site"}

// Names are the fields that its text may use.
func (a About) Names() []string { return slices.Concat(always, a.May) }

// OccasionOf finds what is known of an occasion.
func OccasionOf(o Occasion) (About, bool) {
	i := slices.IndexFunc(Occasions, func(a About) bool { return a.Occasion == o })
	if i < 0 {
		return About{}, false
	}
	return Occasions[i], true
}

// Occasions are all of them, in the order of the page.
var Occasions = []About{
	{
		Occasion: RenewSoon, Title: "Subscription runs out soon", Topic: Reminders, Pattern: BeforeEnd, Days: 30,
		Who:  "individual members whose term ends with the subscription year and who have not renewed",
		May:  []string{"until", "next_year", "amount", "account"},
		Must: []string{"until"},
		House: Text{"Your membership of {society} ends on {until}", `Kia ora {given_name}

Your membership of {society} ends on {until}.

? The subscription for {next_year} is {amount}.
You see what is due, and how to pay, on your page: {site}/me

If you would rather not renew, you need do nothing.`},
	},
	{
		Occasion: RenewLate, Title: "Subscription has run out", Topic: Reminders, Pattern: AfterBegin, Days: 31,
		Who:  "individual members whose term ended with the last subscription year and who have not renewed",
		May:  []string{"until", "next_year", "amount", "account"},
		Must: []string{"until"},
		House: Text{"Your membership of {society} ended on {until}", `Kia ora {given_name}

Your membership of {society} ended on {until}. We would be glad to have you back.

? The subscription for {next_year} is {amount}.
You see how to renew on your page: {site}/me`},
	},
	{
		Occasion: RenewByClub, Title: "Subscriptions of a club run out", Pattern: BeforeEnd, Days: 30,
		Who:  "secretaries of clubs, with the members whose terms end with the subscription year",
		May:  []string{"club", "until", "members", "count", "next_year"},
		Must: []string{"club", "members"},
		House: Text{"{club}: {count} memberships end on {until}", `Kia ora {given_name}

The memberships of these members of {club} end on {until}:

{members}

They stay members when they are on your club’s list for {next_year}. You hand it in here: {site}/clubs`},
	},
	{
		Occasion: ListDue, Title: "A club’s list is due", Pattern: AfterBegin, Days: 14,
		Who:  "secretaries of clubs that handed in a list last year and none this year",
		May:  []string{"club", "year"},
		Must: []string{"club", "year"},
		House: Text{"The list of {club} for {year}", `Kia ora {given_name}

The list of members of {club} for {year} has not come in. The club stays affiliated when its list and its fee are in
(rule 2.3).

You can download last year’s list, change it and hand it in here: {site}/clubs`},
	},
	{
		Occasion: ListReceived, Title: "A club’s list came in", Pattern: AsItHappens,
		Who:  "the secretary of the club that handed in a list",
		May:  []string{"club", "year", "count"},
		Must: []string{"club", "year"},
		House: Text{"The list of {club} for {year} came in", `Kia ora {given_name}

The list of {club} for {year} came in with {count}. The treasurer checks it; you see how far it is here: {site}/clubs`},
	},
	{
		Occasion: FeeDue, Title: "A fee is overdue", Pattern: AsItHappens, Days: 7,
		Who:  "who owes an invoice that was to be paid by now: the member, or the club’s secretary",
		May:  []string{"invoice", "reference", "for", "amount", "due", "account", "club"},
		Must: []string{"amount", "reference"},
		House: Text{"{invoice}: {amount} to pay", `Kia ora {given_name}

{amount} of our invoice {invoice} ({for}) is still to pay. It was due on {due}.

? Please pay it into {account}
Reference: {reference}

If you have paid in the last few days, thank you: you need do nothing.`},
	},
	{
		Occasion: PaymentIn, Title: "A payment came in", Pattern: AsItHappens,
		Who:  "the member, or the secretary of the club, on whose account a payment was recorded",
		May:  []string{"amount", "received", "receipt", "club", "paid_by"},
		Must: []string{"amount"},
		House: Text{"We received {amount}", `Kia ora {given_name}

Thank you: we received {amount} on {received}, receipt {receipt}.
? It was paid by {paid_by}.

You find it here, signed in: {site}/me`},
	},
	{
		Occasion: PaidForOther, Title: "Someone paid for another", Pattern: AsItHappens,
		Who:  "who paid in the place of a member or a club, also someone who is not in the register: the receipt is theirs",
		May:  []string{"amount", "received", "receipt", "paid_for", "page"},
		Must: []string{"amount", "receipt"},
		House: Text{"Receipt {receipt}: {amount}", `Kia ora {given_name}

Thank you: we received {amount} from you on {received}, for {paid_for}. This letter is your receipt, {receipt}.

? You find it in print here, signed in: {page}`},
	},
	{
		Occasion: Welcome, Title: "Welcome", Pattern: AsItHappens, Topic: News,
		Who:  "new members, when their first term is recorded",
		May:  []string{"until", "from", "club"},
		Must: []string{"from"},
		House: Text{"Welcome to {society}", `Kia ora {given_name}

Welcome to {society}. You are a member from {from} until {until}.
? You are registered with {club}.

Your page with your membership, games and rating: {site}/me`},
	},
	{
		Occasion: Invitation, Title: "Invitation to sign in",
		Who:  "people whose account has no password yet",
		May:  []string{"address"},
		Must: []string{"address"},
		House: Text{"Your account with {society}", `Kia ora {given_name}

There is an account for you on the site of {society}, under this address: {address}

To choose a password, enter the address here, and we send you a link: {site}/sign-in/forgotten`},
	},
	{
		Occasion: EntryIn, Title: "An entry is confirmed", Pattern: ByDesk,
		Who:   "players who entered online, when the director confirms it; it is written with its link and fee",
		May:   []string{"event", "section", "days"},
		Must:  []string{"section"},
		House: Text{"{event}: your entry is confirmed", `The director has confirmed your entry in {section} of {event}.`},
	},
	{
		Occasion: EventMoved, Title: "An event is moved", Pattern: ByDesk,
		Who:  "entrants of the event, when its director writes to them",
		May:  []string{"event", "days"},
		Must: []string{"event", "days"},
		House: Text{"{event} is moved", `Kia ora {given_name}

{event} now takes place on {days}. Your entry stands. If you can no longer come, please withdraw it:
{site}/me`},
	},
}
