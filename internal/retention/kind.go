package retention

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Kind is a kind of personal data that is held.
type Kind struct {
	Key   string
	What  string // "Sent letters: addresses and texts"
	Why   string // for what it is held
	Rule  string // by which rule or law; "": see Period
	Kept  string // how long, in words; "": by Period
	Where string // what stands in the way of removing it, in words; "" nothing

	Period *Period // the society decides how long; nil: it does not

	held   string // counts the rows that are held, by SQL; "" not counted
	remove func(ctx context.Context, tx *store.Tx, before civil.Date, today civil.Date) (removed int64, err error)
	due    condition                                // what remove removes
	stays  condition                                // what is due and held; zero: nothing is
	forget func(ctx context.Context) (int64, error) // of a room that removes it by itself, within the hour
}

// condition counts rows by SQL, of what is older than a day.
type condition struct {
	from string // "mail_letter WHERE …"
	args func(before, today civil.Date) []any
}

func byDay(before, _ civil.Date) []any     { return []any{before} }
func byInstant(before, _ civil.Date) []any { return []any{before.Midnight()} }
func byAll(before, today civil.Date) []any { return []any{before, before.Midnight(), today} }

// rows counts them.
func (c condition) rows(ctx context.Context, q store.Queryer, before, today civil.Date) (int64, error) {
	if c.from == "" {
		return 0, nil
	}
	return count(ctx, q, `SELECT count(*) FROM `+c.from, c.args(before, today)...)
}

// Period is how long the society keeps something, in months, within bounds.
type Period struct {
	Months, Default, Least, Most int
}

// Removes reports whether the job removes what is due of the kind.
func (k Kind) Removes() bool { return k.remove != nil || k.forget != nil }

// For is how long it is kept, in words.
func (k Kind) For() string {
	if k.Period == nil {
		return k.Kept
	}
	return Months(k.Period.Months) + k.Kept
}

// By is by which rule or law.
func (k Kind) By() string {
	if k.Period == nil {
		return k.Rule
	}
	return "The society decides: " + Months(k.Period.Months)
}

// Months writes a number of months: "2 years", "18 months".
func Months(n int) string {
	switch {
	case n == 12:
		return "1 year"
	case n%12 == 0:
		return fmt.Sprintf("%d years", n/12)
	case n == 1:
		return "1 month"
	}
	return fmt.Sprintf("%d months", n)
}

// The program's own periods, and the laws that are cited.
const (
	own        = "The program’s own period"
	privacy    = "Privacy Act 2020: no longer than it is needed"
	section79  = "Incorporated Societies Act 2022, s 79"
	tax        = "Tax Administration Act 1994, s 22: at least seven years"
	societysOw = "The society’s own record"
)

// kinds are all, in the order of the page.
func kinds(r Rooms) []Kind {
	out := []Kind{
		{
			Key: "joining", What: "Requests to join: names, addresses, notes", Why: "To accept who asks to join.", Rule: own,
			Kept:   "Until the link has run out, where the address was not confirmed; 30 days after the decision",
			held:   `SELECT count(*) FROM join_request WHERE email <> ''`,
			forget: r.Joining.Forget,
		},
		{
			Key: "visits", What: "Visits to clubs: names, addresses, notes", Why: "To tell the club, and to write to the visitor.", Rule: own,
			Kept:   "Until the link has run out, where the address was not confirmed; 60 days after the evening",
			held:   `SELECT count(*) FROM club_visit WHERE email <> ''`,
			forget: r.Visits.Forget,
		},
		{
			Key: "orders", What: "Orders of the bookshop: names, addresses", Why: "To send what was ordered, and to write about it.", Rule: own,
			Kept:   "48 hours, where a visitor’s address was not confirmed; 12 months after it was sent or cancelled. The invoice stays in the books",
			held:   `SELECT count(*) FROM shop_order WHERE address <> '' OR email <> ''`,
			forget: r.Orders.Forget,
		},
		{
			Key: "newsletter", What: "Readers of the newsletter: addresses, and how members chose that it comes or does not", Why: "To send it.", Rule: own,
			Kept:   "48 hours, where the address was not confirmed; until its reader stops it; a member’s choice until another",
			held:   `SELECT count(*) FROM newsletter_reader`,
			forget: r.Readers.Forget,
		},
		{
			Key: "unconfirmed", What: "Online entries that no one confirmed", Why: "To see that the address is the player’s.",
			Rule: own, Kept: "48 hours", held: `SELECT count(*) FROM application WHERE state = 'unconfirmed'`,
			forget: r.Entering.Tidy,
		},
		{
			Key: "entries", What: "Online entries: notes to the director, addresses", Why: "To run the event.", Rule: own,
			Kept:   "30 days after the event, or after withdrawing",
			held:   `SELECT count(*) FROM application WHERE state <> 'unconfirmed' AND (email <> '' OR note <> '')`,
			forget: r.Entering.Forget,
		},
		{
			Key: "event-letters", What: "Addresses of who asked for letters about an event", Why: "To send them.", Rule: own,
			Kept: "Until the day after the event", held: `SELECT count(*) FROM round_letters`, forget: r.EventMail.Forget,
		},
		{
			Key: "devices", What: "Which device reported a result", Why: "To see that two reports are of two players.", Rule: own,
			Kept: "Until the event is over", held: `SELECT count(*) FROM player_report WHERE device <> ''`,
			forget: r.Results.ForgetDevices,
		},
		{
			Key: "sign-in", What: "Sessions, links, devices, former addresses, failed sign-ins", Why: "To sign in safely.", Rule: own,
			Kept:   "Until each has run out: from hours to 400 days",
			held:   `SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM one_time_link) + (SELECT count(*) FROM account_device)`,
			forget: r.Auth.Tidy,
		},
		{
			Key: "takeover", What: "Files that wait to be taken over, and what people’s data was before", Rule: own,
			Why: "To read them, and to undo it.", Kept: "30 days for files that wait; 90 days for what it was",
			held: `SELECT (SELECT count(*) FROM takeover_file WHERE takeover_id IS NULL)
				+ (SELECT count(*) FROM takeover_made WHERE made_in = 'person' AND was NOT IN ('', '[]'))`,
			forget: r.TakeOver.Forget,
		},
		{
			Key: "payers", What: "Addresses of payers who are not in the register", Why: "To send receipts, and to pay back.",
			Rule: tax, Kept: "7 years after the payment",
			held:   `SELECT count(*) FROM payment WHERE payer_address <> '' OR payer_email <> ''`,
			forget: r.Treasury.ForgetPayers,
		},
	}
	out = append(out, Kind{
		Key: "names", What: "Names of people who asked to be erased", Why: "The Act has the register keep who was a member.",
		Rule: section79, Kept: "7 years after the membership ended",
		held:   `SELECT count(*) FROM erasure WHERE done_at IS NOT NULL AND names_at IS NULL`,
		forget: r.Names,
	})
	return append(append(out, decided()...), staying()...)
}

// decided are the kinds of which the society decides how long they are kept.
func decided() []Kind {
	years := func(n, least, most int) *Period { return &Period{Months: n, Default: n, Least: least, Most: most} }
	return []Kind{
		{
			Key: "letters", What: "Letters in the outbox: addresses and texts", Why: "To see what was sent to whom, and to send it again.",
			Rule: privacy, Kept: " after they were sent or failed", Period: years(24, 3, 84),
			Where: "Letters that have not gone yet stay.",
			held:  `SELECT count(*) FROM mail_letter WHERE to_address <> '` + Removed + `'`, remove: removeLetters, due: dueLetters,
		},
		{
			Key: "mailings", What: "Letters on paper and by occasion: addresses and texts", Why: "To print them, and to see who was written to.",
			Rule: privacy, Kept: " after they were made", Period: years(24, 3, 84),
			held: `SELECT count(*) FROM mailing_letter WHERE subject <> '` + Removed + `'`, remove: removeMailings, due: dueMailings,
		},
		{
			Key: "bounces", What: "Addresses that came back, once settled", Why: "To know which address no longer works.", Rule: privacy,
			Kept: " after they were settled", Period: years(12, 1, 84),
			held: `SELECT count(*) FROM mail_bounce`, remove: removeBounces, due: dueBounces,
		},
		{
			Key: "rolls", What: "Addresses that notices of meetings went to", Why: "To show that each member was told.", Rule: privacy,
			Kept: " after the meeting", Period: years(24, 15, 84), Where: "The names stay: they show who was told.",
			held: `SELECT count(*) FROM meeting_roll WHERE address <> ''`, remove: removeRolls, due: dueRolls,
		},
		{
			Key: "lists", What: "Clubs’ lists: e-mail, phone, address and note of each row", Rule: privacy,
			Why: "To compare a list with the register, and to correct it.", Kept: " after the list was accepted or given up",
			Period: years(24, 3, 84), Where: "Names and fees stay with the books.",
			held: `SELECT count(*) FROM club_return_row WHERE email <> '' OR phone <> '' OR address <> '' OR note <> ''`, remove: removeLists, due: dueLists,
		},
		{
			Key: "former", What: "Contact details of people who are no longer members, or never were", Rule: privacy,
			Why: "To reach them about what is still open.", Kept: " after the last membership or event", Period: years(24, 6, 84),
			Where: "Whoever can sign in, or takes part in something that is under way, is held.",
			held: `SELECT count(*) FROM person p WHERE (p.email <> '' OR p.phone <> '' OR p.address <> '' OR p.note <> '')
				AND p.gone = FALSE`,
			remove: removeFormer, due: dueFormer, stays: heldFormer,
		},
		{
			Key: "reasons", What: "Why someone left", Why: "To settle what is open when someone leaves.", Rule: privacy,
			Kept: " after they left", Period: years(84, 12, 84), Where: "The day and the kind stay with the register.",
			held: `SELECT count(*) FROM departure WHERE reason <> '` + Removed + `'`, remove: removeReasons, due: dueReasons,
		},
	}
}

// staying are the kinds that nothing removes, with the reason.
func staying() []Kind {
	return []Kind{
		{
			Key: "register", What: "Register of members: names, contact details, terms", Why: "The Act asks for it.", Rule: section79,
			Kept:  "While someone is a member. Name and days stay for seven years after that",
			Where: "Not removed by this job. Who asks to be erased: see the person’s page.",
			held:  `SELECT count(*) FROM person`,
		},
		{
			Key: "books", What: "Invoices, payments, receipts, bank lines, journal", Why: "The society’s accounts.", Rule: tax,
			Kept: "Always: entries are never changed", Where: "Not removed.", held: `SELECT count(*) FROM journal_entry`,
		},
		{
			Key: "minutes", What: "Minutes, motions, counts, elections, resolutions, exclusions",
			Why: "What the society decided, and who took part.", Rule: societysOw, Kept: "Always", Where: "Not removed.",
			held: `SELECT (SELECT count(*) FROM meeting) + (SELECT count(*) FROM committee_resolution) + (SELECT count(*) FROM exclusion)`,
		},
		{
			Key: "papers", What: "Voting papers, and who returned one", Why: "A recount, or a question about the vote.", Rule: "Rule 5.11",
			Kept: "Until officers destroy them, after the months of rule 5.11", Where: "Destroyed on the page of the vote, not by this job.",
			held: `SELECT (SELECT count(*) FROM postal_entry) + (SELECT count(*) FROM postal_envelope)`,
		},
		{
			Key: "games", What: "Games, results, ratings, titles, diplomas, points", Why: "The history of play: ratings rest on each other.",
			Rule: societysOw, Kept: "Always, by the name or alias that each person chose", Where: "Not removed.",
			held: `SELECT count(*) FROM game`,
		},
		{
			Key: "log", What: "Log of changes", Why: "To see who changed what, and that no one changed it unseen.", Rule: societysOw,
			Kept: "Always", Where: "Entries are never removed. Erasing a person blanks what they say of that person.",
			held: `SELECT count(*) FROM audit_entry`,
		},
	}
}

// Removed stands where a text was removed that may not be empty.
const Removed = "(removed)"
