package meetings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Ways in which a motion or an amendment comes to its end without a vote.
const (
	endWithdraw          = "withdraw"
	endRuleOut           = "rule_out"
	endSetAside          = "set_aside"
	endLapse             = "lapse"
	endFrame             = "frame"
	endAcceptLate        = "accept_late"
	endWithdrawAmendment = "withdraw_amendment"
	endRuleOutAmendment  = "rule_out_amendment"
)

func (p *MotionPage) end(url, do, label, kind string, saved int64, amendment meetings.AmendmentID) *kit.PostButton {
	b := p.Button(
		"end"+do+kit.IDText(amendment), url+"/end", label, kit.Hidden{Name: "do", Value: do},
		kit.Hidden{Name: "amendment", Value: kit.IDText(amendment)}, kit.VersionField(saved),
	)
	b.Kind = kind
	return b
}

// ends puts on the page what else may become of the motion.
func (p *MotionPage) ends(c echo.Context, v meetings.View, m meetings.Motion) {
	if m.State != meetings.Pending {
		return
	}
	url := motionURL(v.Meeting.ID, m.ID)
	p.EndsTitle = "Without a vote"
	if v.Meeting.Kind == meetings.EGM {
		p.EndsTitle = "What happens to it"
	}
	late := v.May.Propose && v.Meeting.State.Upcoming() && v.Meeting.State != meetings.Open && len(m.Late) > 0 &&
		m.Accepted.IsZero()
	var options []kit.Option
	add := func(value, label, hint string) {
		options = append(options, kit.Option{
			Value: value, Label: label, Hint: hint, Selected: kit.FormText(c, "do") == value,
		})
	}
	if late {
		p.EndsTitle = "It came late"
		add(
			endAcceptLate, "Accept it although it is late",
			"The secretary may find that practical (rule 4.17); the reason is recorded.",
		)
	}
	if v.May.Vote {
		if v.Meeting.Kind == meetings.EGM && m.Ready {
			p.Ends = append(p.Ends, p.end(url, endFrame, "The wording is final: send it to the postal vote", "", m.Version, 0))
		}
		put := len(m.Counts) > 0
		if m.Kind == constitution.Constitutional && v.Meeting.Kind == meetings.AGM && !put {
			p.Ends = append(p.Ends, p.end(url, endLapse, "It lapsed: proposer or seconder is absent", "secondary", m.Version, 0))
		}
		if !put {
			p.Ends = append(p.Ends, p.end(url, endSetAside, "The meeting did not get to it", "secondary", m.Version, 0))
		}
		add(endWithdraw, "Withdrawn", "By the person who moved it.")
		add(endRuleOut, "Ruled out by the chair", "")
		for _, a := range m.Amendments {
			if a.Fate == constitution.Undecided {
				add(
					endRuleOutAmendment+":"+kit.IDText(a.ID), "Amendment "+strconv.Itoa(a.Number)+" ruled out by the chair",
					"It is not relevant (rule 4.18).",
				)
			}
		}
	} else if v.May.Propose {
		add(endWithdraw, "Withdrawn", "By the person who proposed it.")
	}
	if options == nil {
		return
	}
	if len(options) == 1 {
		options[0].Selected = true
	}
	p.Reasoned = &ReasonForm{
		FormKey: p.Form("reason"), Summary: "Something else happened to it", URL: url + "/end",
		Hidden: []kit.Hidden{kit.VersionField(m.Version)},
		Open:   p.ErrorOn("reason")+p.ErrorOn("late_reason")+p.ErrorOn("do") != "",
	}
	if late {
		p.Reasoned.Summary, p.Reasoned.Open = "Accept it anyway, or record that it was withdrawn", true
	}
	reason := p.Field(kit.Field{
		Name: "reason", Label: "Reason", Type: "textarea", Rows: 2, Value: typedOr(c, "reason", ""),
	})
	if wrong := p.ErrorOn("late_reason"); wrong != "" {
		reason.ID, reason.Error = "late_reason", wrong
	}
	p.Reasoned.Fields = []kit.Field{
		p.Field(kit.Field{Name: "do", Label: "What happened to it", Type: "radios", Options: options, Required: true}),
		reason,
	}
}

// voteNumber reads how many votes were counted; an empty field is none.
func voteNumber(c echo.Context, f *apperr.Fields, name string) int {
	text := kit.FormText(c, name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100_000 {
		f.Add(name, "Enter the number of votes, such as 8.")
		return 0
	}
	return n
}

// motionCount records a vote.
func (s *Desk) motionCount(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := meetings.CountInput{
		Motion: m.ID, Amendment: kit.FormID[meetings.AmendmentID](c, "amendment"),
		Method: constitution.Method(kit.FormText(c, "method")),
	}
	if in.Method == constitution.Voice {
		in.Call = constitution.Call(kit.FormText(c, "call"))
	} else {
		in.Votes = constitution.Votes{
			Yes: voteNumber(c, &f, "yes"), No: voteNumber(c, &f, "no"), Abstain: voteNumber(c, &f, "abstain"),
		}
	}
	err = f.Err()
	if err == nil {
		err = s.meetings.RecordCount(c.Request().Context(), s.Actor(c), in)
	}
	if err != nil {
		return s.showMotion(c, kit.RefusalStatus(err), v, m, err)
	}
	s.Flash(c, kit.KindSuccess, "The vote is recorded. Nothing is decided until it is declared.")
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionChairVote records the chair's own vote on equal votes.
func (s *Desk) motionChairVote(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	vote := constitution.ChairVote(kit.FormText(c, "chair"))
	if err := s.meetings.CastChairVote(
		c.Request().Context(), s.Actor(c), m.ID, kit.FormID[meetings.AmendmentID](c, "amendment"), kit.FormVersion(c), vote,
	); err != nil {
		return s.showMotion(c, kit.RefusalStatus(err), v, m, err)
	}
	text := "The chair’s vote is recorded."
	if vote == constitution.ChairSilent {
		text = "The chair’s vote was withdrawn."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionDeclare declares what the votes came to.
func (s *Desk) motionDeclare(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	amendment, what := kit.FormID[meetings.AmendmentID](c, "amendment"), "The motion"
	var out constitution.Outcome
	if amendment != 0 {
		what = "The amendment"
		out, err = s.meetings.DeclareAmendment(ctx, actor, amendment, kit.FormVersion(c))
	} else {
		out, err = s.meetings.Declare(ctx, actor, m.ID, kit.FormVersion(c))
	}
	if err != nil {
		return s.showMotion(c, kit.RefusalStatus(err), v, m, err)
	}
	text := what + " is not carried."
	if out.Carried {
		text = what + " is carried."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionAmend records an amendment that was moved.
func (s *Desk) motionAmend(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	in := meetings.AmendmentInput{
		Motion: m.ID, Text: strings.TrimSpace(c.FormValue("text")), Mover: kit.FormID[meetings.PersonID](c, "mover"),
		Seconder: kit.FormID[meetings.PersonID](c, "seconder"),
	}
	var f apperr.Fields
	if m.Kind == constitution.Constitutional {
		in.Change = readChange(c, &f)
	}
	if err = f.Err(); err == nil {
		_, err = s.meetings.MoveAmendment(c.Request().Context(), s.Actor(c), in)
		err = atItsField(c, err)
	}
	if err != nil {
		return s.showMotion(c, kit.RefusalStatus(err), v, m, err)
	}
	s.Flash(c, kit.KindSuccess, "The amendment is recorded. It is decided before the motion.")
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionEnd records an end without a vote.
func (s *Desk) motionEnd(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor, ver, reason := c.Request().Context(), s.Actor(c), kit.FormVersion(c), kit.FormText(c, "reason")
	do, of, _ := strings.Cut(kit.FormText(c, "do"), ":")
	amendment := kit.FormID[meetings.AmendmentID](c, "amendment")
	text := "Recorded."
	switch do {
	case endWithdraw:
		err = s.meetings.WithdrawMotion(ctx, actor, m.ID, ver, reason)
	case endRuleOut:
		err = s.meetings.RuleOut(ctx, actor, m.ID, ver, reason)
	case endSetAside:
		err = s.meetings.SetAside(ctx, actor, m.ID, ver)
	case endLapse:
		err = s.meetings.Lapse(ctx, actor, m.ID, ver)
	case endFrame:
		text, err = "The wording is fixed for the postal vote.", s.meetings.FrameMotion(ctx, actor, m.ID, ver)
	case endAcceptLate:
		text, err = "The late proposal is accepted, and the reason recorded.", s.meetings.AcceptLate(
			ctx, actor, m.ID, ver, reason,
		)
	case endWithdrawAmendment:
		err = s.meetings.WithdrawAmendment(ctx, actor, amendment, ver)
	case endRuleOutAmendment:
		for _, a := range m.Amendments {
			if kit.IDText(a.ID) == of {
				amendment, ver = a.ID, a.Version
			}
		}
		err = s.meetings.RuleOutAmendment(ctx, actor, amendment, ver, reason)
	default:
		var f apperr.Fields
		f.Add("do", "Choose what happened to it.")
		err = f.Err()
	}
	if err != nil {
		return s.showMotion(c, kit.RefusalStatus(err), v, m, err)
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID))
}
