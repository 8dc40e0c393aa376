package postal

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

const protectsReplacement = "Whoever is a teller can read every paper that is entered from then on. So the tellers who stay, " +
	"the president and the secretary confirm it: three different people at least, and no one alone. Papers that were entered " +
	"before are void and are entered again: they are never sealed to anyone new."

// proposeTeller proposes another teller, or another key of one.
func (s *Desk) proposeTeller() kit.Form[turn] {
	return s.step(postal.ActPropose, protectsReplacement, kit.Form[turn]{
		Show: func(_ echo.Context, p *kit.FormPage, t turn) error {
			if t.Proposed != nil {
				p.Barred = append(p.Barred, kit.CiteRules("A proposal waits already: confirm it, or withdraw it first."))
				p.Instead = &kit.Link{Label: "The proposal", URL: kit.PostalURL(t.ID, "change", "confirm")}
				return nil
			}
			p.Say("The papers are out. A teller is replaced, or gets another key, only when the other tellers, the president and " +
				"the secretary have confirmed it (Rule 5.5). Whoever is to be teller proves a key first. A proposal lapses after 14 days.")
			var options []kit.Option
			for _, one := range t.Tellers {
				options = append(options, kit.Option{Value: kit.IDText(one.Person), Label: one.Name})
			}
			resolution := resolutionField()
			resolution.Required = false
			resolution.Hint = "What makes this person a teller, with its day. Not needed for another key."
			p.Group("",
				kit.Field{Name: "out", Label: "Teller", Type: "select", Required: true, Options: options},
				kit.PersonField("in", "In their place", "A member on the roll. Leave it empty if the teller stays and needs another key.").
					Proposing(kit.PostalURL(t.ID, "names")),
				resolution,
				kit.Field{
					Name: "reason", Label: "Reason", Required: true, MaxLength: 200,
					Hint: "For example that a key is lost, or that someone resigned. It is printed on the tellers’ report.",
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), t.ID)
			if err != nil {
				return kit.Done{}, err
			}
			proposal := postal.Proposal{
				Out: kit.Chosen[auth.PersonID](in, "out"), In: in.Person("in", votersOf(roll)),
				Reason: in.Text("reason"), Resolution: in.Text("resolution"),
			}
			if in.Text("in") == "" {
				proposal.In = proposal.Out
			}
			return t.done("It is proposed, and waits. The tellers, the president, the secretary and the person named get a letter."),
				s.postal.Propose(c.Request().Context(), s.Actor(c), t.ID, proposal)
		},
	})
}

// confirmTeller shows the proposal, and takes the actor's confirmation of it.
func (s *Desk) confirmTeller() kit.Form[turn] {
	return s.step(postal.ActConfirm, protectsReplacement, kit.Form[turn]{
		Show: func(_ echo.Context, p *kit.FormPage, t turn) error {
			if t.Proposed == nil {
				return nil
			}
			p.Facts = proposalFacts(*t.Proposed)
			if t.Proposed.Obstacle != "" {
				p.Findings = append(p.Findings, kit.Finding{Kind: kit.KindWarning, Text: kit.CiteRules(t.Proposed.Obstacle)})
			}
			p.Say("Ask the person named, by telephone or in person, for the number of the key before you confirm it: they have it " +
				"from nzgs teller key. With the last confirmation it is so at once, and all papers are entered again.")
			p.Hide("digest", t.Proposed.Digest)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("You have confirmed the proposal."),
				s.postal.Confirm(c.Request().Context(), s.Actor(c), t.ID, in.Text("digest"))
		},
	})
}

// withdrawTeller takes the proposal back.
func (s *Desk) withdrawTeller() kit.Form[turn] {
	return s.step(postal.ActWithdraw, protectsReplacement, kit.Form[turn]{
		Show: func(_ echo.Context, p *kit.FormPage, t turn) error {
			if t.Proposed != nil {
				p.Facts = proposalFacts(*t.Proposed)
			}
			p.Say("The tellers and their keys stay as they are. The society’s log keeps that it was proposed and withdrawn.")
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The proposal is withdrawn."), s.postal.Withdraw(c.Request().Context(), s.Actor(c), t.ID)
		},
	})
}

// proposalFacts are what is proposed, and how far it is.
func proposalFacts(r postal.Replacement) []kit.Fact {
	facts := []kit.Fact{{Label: "Teller", Value: r.Out.Name}}
	if r.OwnKey() {
		facts = append(facts, kit.Fact{Label: "Gets", Value: "Another key"})
	} else {
		facts = append(facts, kit.Fact{Label: "In their place", Value: r.In.Name}, kit.Fact{Label: "By", Value: r.Resolution})
	}
	key := "No key registered yet"
	switch {
	case r.Ready():
		key = r.Number + ", proved on " + r.Proven.Date().Long()
	case r.Number != "":
		key = r.Number + ", not proved yet"
	}
	facts = append(
		facts, kit.Fact{Label: "Reason", Value: r.Reason}, kit.Fact{Label: "Number of the key", Value: key},
		kit.Fact{Label: "Proposed", Value: r.At.Date().Long() + byText(r.By)},
		kit.Fact{Label: "Lapses on", Value: r.Lapses.Long()},
	)
	for _, c := range r.Confirmed {
		if c.Holds {
			facts = append(facts, kit.Fact{
				Label: "Confirmed as " + string(c.Office), Value: c.Name + ", " + c.At.Date().Long(),
			})
		}
	}
	return append(facts, kit.Fact{Label: "Still to confirm", Value: strings.Join(r.Missing, "; ")})
}
