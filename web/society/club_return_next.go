package society

import (
	"fmt"
	"strings"

	"nzgs/internal/clubs"
	"nzgs/web/kit"
)

// returnNext is the one thing to do now.
func (s *Desk) returnNext(p kit.Page, v clubs.View) kit.NextStep {
	r, a := v.Return, v.Affiliation
	pay := &kit.Link{Label: "Record a payment", URL: kit.ReturnURL(r.ID) + "/payment", Kind: "primary"}
	if !v.MayPay {
		pay = nil
	}
	switch {
	case !r.HasList():
		next := kit.NextStep{
			Title: "Waiting for the list",
			Text:  a.Paid.String() + " has been received. The registration is effective once list and fee are in (Rule 2.3).",
			Kind:  kit.KindWarning,
		}
		if v.MayChange {
			next.Link = &kit.Link{Label: "Send the list", URL: startURL(r.Club, r.Year), Kind: "primary"}
		}
		return next
	case v.Preview != nil:
		return previewNext(v)
	case a.Standing == clubs.AwaitingFee:
		return kit.NextStep{
			Title: a.Missing.String() + " is still to be paid",
			Text:  "Members begin their term when the full fee is in (Rule 2.3).", Kind: kit.KindWarning, Link: pay,
		}
	case a.Standing == clubs.TooLate:
		return kit.NextStep{
			Title: "The fee came after the year ended",
			Text: "The club was not affiliated in " + r.Year.String() +
				". Only members carried over to the next year are registered.",
			Kind: kit.KindWarning,
		}
	case shutOut(v.Excluded):
		return excludedNext(v)
	}
	return kit.NextStep{
		Title: "Effective from " + a.From.Long(),
		Text:  kit.Plural(r.Charged, "member is", "members are") + " registered with this list.", Kind: kit.KindSuccess,
	}
}

// shutOut reports whether an exclusion keeps a list from affiliating its club.
func shutOut(x *clubs.Excluded) bool { return x != nil && !x.Again }

// excludedNext says what the effective list of an excluded club did and does.
func excludedNext(v clubs.View) kit.NextStep {
	from, people := v.Affiliation.From.Long(), kit.Plural(v.Return.Charged, "member", "members")
	if v.Excluded.Ended(v.Affiliation.From) {
		return kit.NextStep{
			Title: "The club was excluded on " + v.Excluded.On.Long(),
			Text: "This list was effective from " + from + " and registered " + people +
				". It no longer affiliates the club.",
			Kind: kit.KindWarning,
		}
	}
	return kit.NextStep{
		Title: "Members registered from " + from,
		Text:  "This list registered " + people + ". It does not affiliate the club.", Kind: kit.KindWarning,
	}
}

func previewNext(v clubs.View) kit.NextStep {
	p, r := v.Preview, v.Return
	switch n := p.ToDo(); {
	case r.State == clubs.Submitted && !v.MayConfirm:
		return kit.NextStep{
			Title: "The list is with the treasurer",
			Text:  "You will see the fee here once it is confirmed. To change the list, make it a draft again first.",
			Kind:  kit.KindInfo,
		}
	case n > 0:
		text, show := "Correct them, choose who they are, or leave them out.", "Show them"
		if n == 1 {
			text, show = "Correct it, choose who it is, or leave it out.", "Show it"
		}
		return kit.NextStep{
			Title: "Check " + kit.Plural(n, "row", "rows"), Text: text, Kind: kit.KindWarning,
			Link: &kit.Link{Label: show, URL: kit.ReturnURL(r.ID) + "?rows=todo#rows", Kind: "secondary"},
		}
	case len(obstacleLines(v)) > 0:
		return kit.NextStep{
			Title: "The list cannot be confirmed yet", Text: "What is missing is listed below.", Kind: kit.KindWarning,
		}
	case v.MayConfirm:
		return kit.NextStep{
			Title: "The list can be confirmed", Text: confirmText(*p), Kind: kit.KindInfo,
			Link: &kit.Link{Label: "Go to the rows", URL: "#rows", Kind: "secondary"},
		}
	}
	return kit.NextStep{
		Title: "The list can be handed in", Text: "Check the rows below, then hand it in to the treasurer.",
		Kind: kit.KindInfo, Link: &kit.Link{Label: "Go to the rows", URL: "#rows", Kind: "secondary"},
	}
}

// confirmText says what confirming does.
func confirmText(p clubs.Preview) string {
	parts := []string{kit.Plural(p.Charged, "member is", "members are") + " registered"}
	if n := p.Counts[clubs.RowNew]; n > 0 {
		parts = append(parts, kit.Plural(n, "person is", "people are")+" new to the register")
	}
	if p.Carried > 0 {
		parts = append(parts, fmt.Sprintf("%d until the end of the following year", p.Carried))
	}
	if p.Changes > 0 {
		parts = append(parts, "the contact details of "+kit.Plural(p.Changes, "person", "people")+" changes")
	}
	return strings.Join(parts, ", ") + "; the fee is " + p.Fee.String() + "."
}

// excludedText says that the club is excluded, and what its list does and does
// not do.
func excludedText(v clubs.View) kit.RuleText {
	x, open := v.Excluded, v.Return.State.Open()
	if x == nil || x.Again && !open {
		return nil
	}
	text := "The committee excluded this club on " + x.On.Long()
	if x.Resolution != "" {
		text += " by resolution " + x.Resolution
	}
	text += " (rule 2.5). "
	if open {
		text += "Confirming this list sets the fee, and registers its members once the fee is paid in full. "
	}
	if x.Again {
		return kit.CiteRules(text + "It came in later, on " + x.First.Long() + ": with its fee, the club is affiliated again.")
	}
	return kit.CiteRules(
		text + "It does not affiliate the club: the first list of the year came in on " + x.First.Long() +
			", not after the exclusion.",
	)
}
