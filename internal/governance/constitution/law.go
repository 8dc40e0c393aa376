package constitution

import (
	"nzgs/internal/civil"
)

// Reminder is something that the law adds to the constitution: shown to be
// confirmed by the committee, never as legal advice.
type Reminder struct {
	ID   string // "act-79-register"
	Law  string // "Incorporated Societies Act 2022, s 79"
	Text string
}

const (
	societiesAct = "Incorporated Societies Act 2022"
	privacyAct   = "Privacy Act 2020"
)

// Figures of the Incorporated Societies Act 2022 as the reminders have them.
// They are not the society's to amend.
const (
	actAGMMonths     = 15 // s 84: from one AGM to the next
	actBalanceMonths = 6  // s 84: from the balance date to the AGM
)

// actAGM stands beside rule 4.1.
var actAGM = Reminder{
	"act-84-agm", societiesAct + ", s 84",
	"An AGM is held within six months of the balance date and within fifteen months of the one before.",
}

var reminders = []Reminder{
	{"act-74-members", societiesAct + ", s 74", "A society has at least ten members at all times."},
	{"act-76-consent", societiesAct + ", s 76", "New members must consent in writing to becoming members."},
	{
		"act-79-register", societiesAct + ", s 79",
		"The register has each member’s name, last known contact details and the day of becoming a member.",
	},
	{
		"act-79-former", societiesAct + ", s 79",
		"It also has everyone who stopped being a member in the past seven years, with the day.",
	},
	actAGM,
	{"trusts-act", "Trusts Act 2019", "Rule 3.6 names the Trustee Act 1956, which this act has replaced."},
	{
		"privacy-purpose", privacyAct,
		"People are told what their data is for, and may see it and have it corrected. It is kept no longer than needed.",
	},
	{"privacy-lists", privacyAct + ", IPP 3A", "People whose details came on a club’s list are told."},
	{
		"privacy-erasure", privacyAct,
		"Anyone who asks to be erased ends their membership: contact details and sign-in go at once, the name and dates " +
			"after seven years, and games stay under an alias.",
	},
}

// formerMemberYears is for how many years the register has those who stopped being members (act-79-former).
const formerMemberYears = 7

// FormerMembersSince is from which day on those who stopped being members stand in the register of a day.
func FormerMembersSince(on civil.Date) civil.Date { return on.AddMonths(-12 * formerMemberYears) }

// Reminders is what the law adds, in the order of the acts.
func Reminders() []Reminder { return append([]Reminder(nil), reminders...) }

// agmLimits warns of an AGM that is later than the Act's limits; previous and
// balance may be zero.
func agmLimits(q *inquiry, date, previous, balance civil.Date) {
	const law = societiesAct + ", s 84"
	if limit := previous.AddMonths(actAGMMonths); !previous.IsZero() && date.After(limit) {
		q.warn(
			law, "%s is later than %s, %d months after the AGM of %s: confirm with the Act", date.Long(), limit.Long(),
			actAGMMonths, previous.Long(),
		)
	}
	if limit := balance.AddMonths(actBalanceMonths); !balance.IsZero() && date.After(limit) {
		q.warn(
			law, "%s is later than %s, %d months after the balance date %s: confirm with the Act", date.Long(), limit.Long(),
			actBalanceMonths, balance.Long(),
		)
	}
}
