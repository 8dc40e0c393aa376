package handover

import (
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// roles are the offices that are handed over.
var roles = []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.RatingsOfficer}

// Handover is an office that passes from one to the next.
type Handover struct {
	Out   auth.Appointment  // the office that ends
	In    *auth.Appointment // who follows in it; nil: no one yet
	Items []Item

	OutAt     civil.Instant // zero: not confirmed
	OutBy     string
	OutReason string // of whoever confirmed in place of the one who leaves
	InAt      civil.Instant
	InBy      string
}

// Done reports whether both confirmed.
func (h Handover) Done() bool { return !h.OutAt.IsZero() && !h.InAt.IsZero() }

// Open counts the items that are not done.
func (h Handover) Open() int {
	n := 0
	for _, i := range h.Items {
		if !i.Done() {
			n++
		}
	}
	return n
}

// Item is a thing to hand over.
type Item struct {
	Key     string
	Text    string
	AddedBy string // "": every such office has it
	DoneBy  string
	DoneAt  civil.Instant
}

// Done reports whether it was handed over.
func (i Item) Done() bool { return !i.DoneAt.IsZero() }

// standard is what an office hands over, whoever holds it.
func standard(role auth.Role, accounts []string) (out []Item) {
	add := func(key, text string) { out = append(out, Item{Key: key, Text: text}) }
	switch role {
	case auth.President:
		add("signing", "The right to sign at the bank, where the president signs")
		add("seal", "The seal and where it is kept")
		add("registrar", "The change of officer told to the Registrar of Incorporated Societies")
	case auth.Secretary:
		add("registrar", "The change of officer, and of the contact person if it was this one, told to the Registrar of "+
			"Incorporated Societies")
		add("papers", "The papers: minutes, letters, the register’s paper copies")
		add("mailbox", "The society’s mailbox, postal address and web address, and who pays for them")
		add("backup", "The backups: where they are, and the key that opens them")
	case auth.Treasurer:
		for _, a := range accounts {
			add("account:"+a, "Signing at the bank for "+a)
		}
		add("banking", "Online banking: the one who leaves no longer has access")
		add("cash", "Cash, cheque books, cards and deposits, counted by both")
		add("vouchers", "The vouchers and statements of the last seven years")
		add("registrar", "The change of officer told to the Registrar of Incorporated Societies")
	case auth.RatingsOfficer:
		add("lists", "Where rating lists are sent, and what is still to be rated")
	}
	return out
}

// merged are the standard items, with what is done of them, and those that were added.
func merged(standard, kept []Item) []Item {
	out := slices.Clone(standard)
	for i := range out {
		at := slices.IndexFunc(kept, func(k Item) bool { return k.Key == out[i].Key })
		if at >= 0 {
			out[i].DoneBy, out[i].DoneAt = kept[at].DoneBy, kept[at].DoneAt
		}
	}
	for _, k := range kept {
		if !slices.ContainsFunc(standard, func(s Item) bool { return s.Key == k.Key }) {
			out = append(out, k)
		}
	}
	return out
}

// after is who has an office first once one who had it leaves, not the same person: again says that they stay in it.
func after(ends auth.Appointment, all []auth.Appointment) (next *auth.Appointment, again bool) {
	begins := func(o auth.Appointment) civil.Date { return civil.Later(o.From, ends.Until.AddDays(1)) }
	for i, o := range all {
		if o.Role != ends.Role || o.ID == ends.ID || !o.Until.IsZero() && !o.Until.After(ends.Until) {
			continue
		}
		if o.Person == ends.Person {
			again = again || !o.From.After(ends.Until.AddDays(1))
			continue
		}
		if next == nil || begins(o).Before(begins(*next)) || begins(o) == begins(*next) && next.Acting && !o.Acting {
			next = &all[i]
		}
	}
	return next, again
}

// follow pairs the offices that end with who follows in them. Who goes on in the same office hands nothing over.
func follow(all []auth.Appointment, since civil.Date) (out []Handover) {
	for _, ends := range all {
		if ends.Until.IsZero() || ends.Until.Before(since) || !slices.Contains(roles, ends.Role) {
			continue
		}
		next, again := after(ends, all)
		if !again {
			out = append(out, Handover{Out: ends, In: next})
		}
	}
	slices.SortStableFunc(out, func(a, b Handover) int { return b.Out.Until.Compare(a.Out.Until) })
	return out
}
