package meetings

import (
	"errors"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// nominating reads the election of the address for whoever may say who stands.
func (s *Desk) nominating(c echo.Context) (elections.View, error) {
	v, err := s.electionOf(c)
	if err != nil {
		return v, err
	}
	return v, errNotElections(v.May.Nominate)
}

// enterNomination takes a nomination. Whose came in between stands in no field of
// it: nothing is compared.
func (s *Desk) enterNomination() kit.Form[elections.View] {
	return kit.Form[elections.View]{
		Site: s.Site, Load: s.nominating,
		Fill: func(_ echo.Context, in *kit.Filling, _ elections.View) { in.SetDay("received", s.Today()) },
		Show: func(c echo.Context, page *kit.FormPage, v elections.View) error {
			page.Page = s.electionPage(c, v.Meeting, "Nomination: "+v.Post.Title(), electionCrumb(v.Election))
			page.Action, page.Submit = kit.ElectionURL(v.ID, "nominate"), "Enter the nomination"
			page.Back, page.Hidden = kit.ElectionURL(v.ID), []kit.Hidden{kit.VersionField(v.Version)}
			page.Say(
				"A nomination must reach the secretary before the AGM, in writing, signed by the proposer, the seconder and " +
					"the candidate: three different members (rule 4.13).",
			)
			names := namesURL(v.Meeting.ID)
			page.Group("The nomination", kit.PersonField(
				"candidate", "Candidate", "Name as in the register, or member number.",
			).Proposing(names))
			page.Row(
				kit.PersonField("proposer", "Proposed by", "").Proposing(names),
				kit.PersonField("seconder", "Seconded by", "").Proposing(names),
			)
			page.Group("The paper",
				kit.Field{Name: "signed", Label: "All three have signed it", Type: "checkbox"},
				kit.DayField("received", "Received by the secretary on", "Before the AGM of "+v.Meeting.Date.Long()+"."),
			)
			if page.In().Sends(beforeMeeting) {
				page.Row(kit.Field{Name: beforeMeeting, Label: "It was received before the meeting began", Type: "checkbox"})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v elections.View) (kit.Done, error) {
			nomination, err := s.nominationIn(c, in, v.ID)
			if err != nil {
				return kit.Done{}, err
			}
			err = s.elections.Nominate(c.Request().Context(), s.Actor(c), nomination)
			if asksBeforeMeeting(err) && !in.Ticked(beforeMeeting) {
				in.Set(beforeMeeting, "") // from now on the form has it
			}
			return kit.Done{To: kit.ElectionURL(v.ID), Message: "The nomination is entered."}, err
		},
	}
}

// beforeMeeting is the field that is asked of a nomination received on the day of
// the AGM.
const beforeMeeting = "before_meeting"

func asksBeforeMeeting(err error) bool {
	e, ok := errors.AsType[*apperr.Error](err)
	return ok && apperr.Fields(e.Fields).Has(beforeMeeting)
}

// nominationIn reads the form of a nomination.
func (s *Desk) nominationIn(
	c echo.Context, in *kit.Filling, id elections.ID,
) (out elections.NominationInput, err error) {
	out = elections.NominationInput{Election: id, Version: in.Version(), Received: in.Day("received")}
	for _, one := range []struct {
		name   string
		who    *auth.PersonID
		signed *elections.Signature
	}{
		{"candidate", &out.Candidate, &out.CandidateSigned}, {"proposer", &out.Proposer, &out.ProposerSigned},
		{"seconder", &out.Seconder, &out.SeconderSigned},
	} {
		if *one.who, err = s.registered(c, in, one.name); err != nil {
			return out, err
		}
		*one.signed = elections.Signed
	}
	if !in.Ticked("signed") {
		in.Problem("signed", "The candidate, the proposer and the seconder all sign it (rule 4.13). Tick this once they have.")
	}
	if in.Text("received") == "" {
		in.Problem("received", "Enter the day on which the secretary received the nomination (rule 4.13).")
	}
	if in.Ticked(beforeMeeting) {
		out.Before = elections.BeforeMeeting
	}
	return out, nil
}

// registered reads the person of the register whom a field names; somebody has to
// be named.
func (s *Desk) registered(c echo.Context, in *kit.Filling, name string) (auth.PersonID, error) {
	typed := in.Text(name)
	if typed == "" {
		in.Problem(name, "Enter the %s: name or member number.", name)
		return 0, nil
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	if id := numberIn(typed); id != 0 {
		one, err := s.Auth.Person(ctx, actor, id)
		if err == nil {
			return one.Person, nil
		}
		if apperr.KindOf(err) != apperr.NotFound {
			return 0, err
		}
	}
	found, err := s.FindPeople(ctx, actor, typed, kit.FoundPeople)
	if err != nil {
		return 0, err
	}
	list := make([]kit.Named, len(found))
	for i, one := range found {
		list[i] = kit.Named{Person: one.Person, Name: one.Name.String()}
	}
	return in.Person(name, kit.PeopleOf(members.Fold, list)), nil
}

// numberIn is the member number in "17" or "Mei Lin (17)", else 0.
func numberIn(typed string) auth.PersonID {
	if open := strings.LastIndexByte(typed, '('); open >= 0 && strings.HasSuffix(typed, ")") {
		typed = typed[open+1 : len(typed)-1]
	}
	n, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || n < 1 {
		return 0
	}
	return auth.PersonID(n)
}

// standAgain enters a sitting officer, who needs no nomination.
func (s *Desk) standAgain(c echo.Context) error {
	v, in, err := s.electionSent(c)
	if err != nil {
		return err
	}
	err = s.elections.Nominate(c.Request().Context(), s.Actor(c), elections.NominationInput{
		Election: v.ID, Version: in.Version(), Candidate: kit.Chosen[auth.PersonID](in, "candidate"),
	})
	if err := in.Refusal(err); err != nil {
		return s.showElection(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The sitting officer is standing again.")
	return kit.SeeOther(c, kit.ElectionURL(v.ID))
}

// candidacy is somebody who stands, with the election.
type candidacy struct {
	elections.View
	one elections.Candidate
}

// candidateOf reads the candidate of the address, who can still be withdrawn.
func (s *Desk) candidateOf(c echo.Context) (out candidacy, err error) {
	if out.View, err = s.electionOf(c); err != nil {
		return out, err
	}
	id, err := kit.PathID[elections.CandidateID](c, "candidate")
	if err != nil {
		return out, err
	}
	if err := errNotElections(out.May.Withdraw); err != nil {
		return out, err
	}
	for _, one := range out.Candidates {
		if one.ID == id {
			out.one = one
			return out, nil
		}
	}
	return out, apperr.New(apperr.NotFound, "Candidate not found in this election.")
}

func (s *Desk) withdrawCandidate() kit.Form[candidacy] {
	return kit.Form[candidacy]{
		Site: s.Site, Load: s.candidateOf,
		Show: func(c echo.Context, page *kit.FormPage, v candidacy) error {
			page.Page = s.electionPage(c, v.Meeting, "Withdrawal of "+v.one.Person.Name, electionCrumb(v.Election))
			page.Shape = kit.ShapeNarrow
			page.Action = kit.ElectionURL(v.ID, "candidates", kit.IDText(v.one.ID), "withdraw")
			page.Submit, page.Kind, page.Back = "Record the withdrawal", "danger", kit.ElectionURL(v.ID)
			page.Hidden = []kit.Hidden{kit.VersionField(v.Version)}
			page.Say("Someone who withdraws is no longer standing for this post. They may be nominated again before the AGM.")
			page.Group("How", kit.Field{
				Name: "reason", Label: "How they said so",
				Hint: "For example by letter, or at the meeting. You can leave this empty.", MaxLength: 500,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v candidacy) (kit.Done, error) {
			return kit.Done{
					To: kit.ElectionURL(v.ID), Message: v.one.Person.Name + " is no longer standing.",
				}, s.elections.Withdraw(c.Request().Context(), s.Actor(c), elections.WithdrawInput{
					Election: v.ID, Version: in.Version(), Candidate: v.one.ID, Reason: in.Text("reason"),
				})
		},
	}
}

// seatsOf reads the election of the ordinary members for whoever may say how many
// there are.
func (s *Desk) seatsOf(c echo.Context) (elections.View, error) {
	v, err := s.nominating(c)
	if err == nil && v.Post != elections.Ordinary {
		err = apperr.New(apperr.NotFound, "Each office has one holder; only the ordinary members have seats.")
	}
	return v, err
}

func (s *Desk) changeSeats() kit.Form[elections.View] {
	return kit.Form[elections.View]{
		Site: s.Site, Load: s.seatsOf,
		Fill: func(_ echo.Context, in *kit.Filling, v elections.View) {
			in.Set("seats", strconv.Itoa(v.Seats))
			in.Set("decision", v.Decision)
		},
		Version: func(v elections.View) int64 { return v.Version },
		Show: func(c echo.Context, page *kit.FormPage, v elections.View) error {
			page.Page = s.electionPage(c, v.Meeting, "Number of ordinary members", electionCrumb(v.Election))
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit = kit.ElectionURL(v.ID, "seats"), "Save the number"
			page.Back = kit.ElectionURL(v.ID)
			page.Say(
				"The committee has " + kit.Plural(
					v.Limits.OrdinarySeats, "ordinary member", "ordinary members",
				) + " (rule 3.2). The meeting may decide on more; record its decision here.",
			)
			page.Group("Seats",
				kit.Field{
					Name: "seats", Label: "How many", Type: "number", InputMode: "numeric", Min: "1", Width: "short",
					Required: true,
				},
				kit.Field{
					Name: "decision", Label: "The meeting’s decision",
					Hint: "As in the minutes. Only for more than " + strconv.Itoa(v.Limits.OrdinarySeats) + ".", Type: "textarea",
					Rows: 3, MaxLength: 500,
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v elections.View) (kit.Done, error) {
			return kit.Done{
					To: kit.ElectionURL(v.ID), Message: "The number of seats was saved.",
				}, s.elections.SetSeats(c.Request().Context(), s.Actor(c), elections.SeatsInput{
					Election: v.ID, Version: in.Version(), Seats: figureIn(in, "seats", "Seats"), Decision: in.Text("decision"),
				})
		},
	}
}
