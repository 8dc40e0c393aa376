package postal

import (
	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// What comes next in a vote for whoever looks at it, and what else can be done.

// nextOf is the one thing to do now: the reader's own step with its button, or who
// acts and by when, without one.
func nextOf(f postal.File, reader auth.PersonID) kit.NextStep {
	next := f.Next(reader)
	out := kit.NextStep{Kind: kit.KindInfo, Title: next.Title, Text: next.Text}
	switch {
	case next.Over:
		out.Kind = kit.KindSuccess
	case next.First:
		out.Kind = kit.KindWarning
	}
	if next.Action != "" {
		work := tasks[next.Action]
		out.Link = &kit.Link{Label: work.verb, URL: kit.PostalURL(f.ID, work.below)}
	}
	if next.Invite != 0 {
		out.Link = inviteLink(next.Invite)
	}
	return out
}

// inviteLink leads to where a person is given an account.
func inviteLink(person auth.PersonID) *kit.Link {
	return &kit.Link{Label: "Invite them", URL: kit.AccountsPath + "/invite?person=" + kit.IDText(person)}
}

func stepOf(f postal.File, action postal.Action) (postal.Step, bool) {
	for _, step := range f.Steps {
		if step.Action == action {
			return step, true
		}
	}
	return postal.Step{}, false
}

// Todo is a step that the vote's state allows.
type Todo struct {
	Label, URL string // URL: where it is taken; "" for others' steps
	Who        string
	Rule       kit.RuleText
	Obstacles  []kit.RuleText
}

func whoTakes(step postal.Step) string {
	switch step.Role {
	case postal.Manager:
		return "the secretary or the president"
	case postal.Teller:
		return "the tellers"
	}
	return "the secretary, the president or a teller"
}

func todo(f postal.File) []Todo {
	var out []Todo
	for _, step := range f.Steps {
		switch step.Action {
		case postal.ActProve, postal.ActOffer, postal.ActAnswer:
			continue // on the page of the key
		case postal.ActConfirm, postal.ActWithdraw:
			if f.Proposed == nil {
				continue
			}
		}
		t := Todo{Label: step.Label, Who: kit.Capital(whoTakes(step))}
		if step.Rule != "" {
			t.Rule = kit.CiteRules("Rule " + step.Rule)
		}
		if step.Yours {
			t.Who, t.URL = "You", kit.PostalURL(f.ID, tasks[step.Action].below)
		}
		for _, o := range step.Obstacles {
			t.Obstacles = append(t.Obstacles, kit.Ruled(o.Text, o.Rule))
		}
		out = append(out, t)
	}
	return out
}
