package postal

import (
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// Why is the reason for which a paper as a whole does not count. The tellers' report
// counts papers by it: their own words can point to a member.
type Why string

const (
	WhyUnsigned   Why = "unsigned"
	WhyNoName     Why = "no_name"
	WhyNotOnRoll  Why = "not_on_roll"
	WhySecond     Why = "second"
	WhyLate       Why = "late"
	WhyUnreadable Why = "unreadable"
	WhyElectronic Why = "electronic"
	WhyOther      Why = "other"
)

// Whys are all reasons, in the order in which tellers are asked.
func Whys() []Why {
	return []Why{
		WhyUnsigned, WhyNoName, WhyNotOnRoll, WhySecond, WhyLate, WhyUnreadable, WhyElectronic, WhyOther,
	}
}

// Label is the reason as a teller chooses it.
func (w Why) Label() string { return whyLabels[w] }

var whyLabels = map[Why]string{
	WhyUnsigned: "Not signed", WhyNoName: "Without a name", WhyNotOnRoll: "From someone who is not on the roll",
	WhySecond: "Second paper of a member", WhyLate: "Came after the last day for papers",
	WhyUnreadable: "Cannot be read", WhyElectronic: "Not on paper", WhyOther: "Another reason",
}

// nameless reports whether a paper that is void for it can be of no one on the roll.
func (w Why) nameless() bool { return w == WhyNoName || w == WhyNotOnRoll }

// complete fills in what follows from the rest of a rejection: a late paper is void
// because it is late, and a reason that is chosen needs no words besides.
func (r *Receipt) complete(closing civil.Date) {
	switch {
	case r.Standing != Rejected:
		r.Why, r.Reason = "", ""
		return
	case r.Why == "" && r.Received.After(closing):
		r.Why = WhyLate
	case r.Why == "" && r.Reason != "":
		r.Why = WhyOther
	}
	if r.Reason == "" && r.Why != WhyOther && r.Why.Label() != "" {
		r.Reason = r.Why.Label() + "."
	}
}

// checkWhy is what can be wrong with the reason of a rejection. Fields: why, reason.
func (r Receipt) checkWhy(f facts, fields *apperr.Fields) {
	switch {
	case r.Why == "" && r.Reason == "":
		fields.Add("why", "Choose why it is rejected (rule 5.11).")
		return
	case !slices.Contains(Whys(), r.Why):
		fields.Add("why", "Choose the reason for which it is rejected.")
	case r.Why == WhyLate && !r.Received.After(f.Closing):
		fields.Add("why", "It came by %s, the last day for papers, and is not late.", f.Closing.Long())
	}
	checkText(
		fields, "reason", r.Reason, maxRemark,
		"Give the reason for which it is rejected (rule 5.11), without saying how it votes.",
	)
}

// RejectedFor is how many papers are void for a reason.
type RejectedFor struct {
	Papers int
	Reason string
}

// Reasons are how many papers are void for which reason, without a line for none.
func (v Void) Reasons() []RejectedFor {
	var out []RejectedFor
	for _, one := range []RejectedFor{
		{v.Late, "came after the last day for papers (Rule 5.9)"},
		{v.Several, "from members who sent more than one (Rule 5.10)"},
		{v.Unsigned, "not signed (Rule 5.10)"},
		{v.NoName, "without a name (Rule 5.10)"},
		{v.NotOnRoll, "from someone who is not on the roll"},
		{v.Unreadable, "could not be read"},
		{v.Electronic, "not on paper (Rule 5.10)"},
		{v.Other, "for another reason that the tellers recorded (Rule 5.11). It is not shown, because it can point to a member"},
		{v.Nameless, "without a name, or not from anyone on the roll"},
	} {
		if one.Papers > 0 {
			out = append(out, one)
		}
	}
	return out
}

// Who is whose paper a line of the register is about, in words.
func (e Envelope) Who() string {
	switch {
	case e.Person != 0:
		return e.Name
	case e.Named != "":
		return fmt.Sprintf("%s (not on the roll)", e.Named)
	}
	return "Without a name"
}
