package meetings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

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
func (p *MotionPage) ends(in *kit.Filling, v meetings.View, m meetings.Motion) {
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
		options = append(options, kit.Option{Value: value, Label: label, Hint: hint})
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
		put := m.Put()
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
	} else if v.May.Propose || undeclared(v, m) {
		add(endWithdraw, "Withdrawn", "By the person who proposed it.")
	}
	if options == nil {
		return
	}
	if len(options) == 1 {
		in.Set("do", options[0].Value)
	}
	do := in.Field(&p.Page, kit.Field{
		Name: "do", Label: "What happened to it", Type: "radios", Options: options, Required: true,
	})
	reason := in.Field(&p.Page, kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 2})
	if wrong := p.ErrorOn("late_reason"); wrong != "" {
		reason.ID, reason.Error = "late_reason", wrong
	}
	p.Reasons, p.Reasoning = "Something else happened to it", do.Error+reason.Error != ""
	if late {
		p.Reasons, p.Reasoning = "Accept it anyway, or record that it was withdrawn", true
	}
	p.Reasoned = &kit.SmallForm{
		FormKey: p.Form("reason"), Action: url + "/end", Hidden: []kit.Hidden{kit.VersionField(m.Version)},
		Fields: []kit.Field{do, reason}, Submit: "Record it", Kind: "secondary",
	}
}

// votesIn reads how many votes were counted; an empty field is none.
func votesIn(in *kit.Filling, name string) int {
	if _, err := strconv.Atoi(in.Text(name)); err != nil && in.Text(name) != "" {
		in.Problem(name, "Enter the number of votes, such as 8.")
	}
	return in.NumberOr(name, 0)
}

// motionCount records a vote.
func (s *Desk) motionCount(c echo.Context) error {
	v, m, in, err := s.motionSent(c)
	if err != nil {
		return err
	}
	count := meetings.CountInput{
		Motion: m.ID, Amendment: kit.Chosen[meetings.AmendmentID](in, "amendment"),
		Method: constitution.Method(in.Text("method")),
	}
	if count.Method == constitution.Voice {
		count.Call = constitution.Call(in.Text("call"))
	} else {
		count.Votes = constitution.Votes{Yes: votesIn(in, "yes"), No: votesIn(in, "no"), Abstain: votesIn(in, "abstain")}
		count.Spoiled, count.Blank = votesIn(in, "spoiled"), votesIn(in, "blank")
	}
	if err := in.Refusal(s.meetings.RecordCount(c.Request().Context(), s.Actor(c), count)); err != nil {
		return s.showMotion(c, in, v, m, err)
	}
	s.Flash(c, kit.KindSuccess, "The vote is recorded. Nothing is decided until it is declared.")
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionSent is motionRun of a form that came about the motion.
func (s *Desk) motionSent(c echo.Context) (meetings.View, meetings.Motion, *kit.Filling, error) {
	v, m, err := s.motionRun(c)
	if err != nil {
		return v, m, nil, err
	}
	in, err := kit.Sent(c)
	return v, m, in, err
}

// motionChairVote records the chair's own vote on equal votes.
func (s *Desk) motionChairVote(c echo.Context) error {
	v, m, in, err := s.motionSent(c)
	if err != nil {
		return err
	}
	vote := constitution.ChairVote(in.Text("chair"))
	if err := s.meetings.CastChairVote(
		c.Request().Context(), s.Actor(c), m.ID, kit.Chosen[meetings.AmendmentID](in, "amendment"), in.Version(), vote,
	); err != nil {
		return s.showMotion(c, in, v, m, err)
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
	v, m, in, err := s.motionSent(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	amendment, what := kit.Chosen[meetings.AmendmentID](in, "amendment"), "The motion"
	var out constitution.Outcome
	if amendment != 0 {
		what = "The amendment"
		out, err = s.meetings.DeclareAmendment(ctx, actor, amendment, in.Version())
	} else {
		out, err = s.meetings.Declare(ctx, actor, m.ID, in.Version())
	}
	if err != nil {
		return s.showMotion(c, in, v, m, err)
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
	v, m, in, err := s.motionSent(c)
	if err != nil {
		return err
	}
	moved := meetings.AmendmentInput{
		Motion: m.ID, Text: in.Lines("text"), Mover: kit.Chosen[meetings.PersonID](in, "mover"),
		Seconder: kit.Chosen[meetings.PersonID](in, "seconder"),
	}
	if m.Kind == constitution.Constitutional {
		moved.Change = readChange(in)
	}
	_, err = s.meetings.MoveAmendment(c.Request().Context(), s.Actor(c), moved)
	if err := in.Refusal(atItsField(in, err)); err != nil {
		return s.showMotion(c, in, v, m, err)
	}
	s.Flash(c, kit.KindSuccess, "The amendment is recorded. It is decided before the motion.")
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionEnd records an end without a vote.
func (s *Desk) motionEnd(c echo.Context) error {
	v, m, in, err := s.motionSent(c)
	if err != nil {
		return err
	}
	ctx, actor, ver, reason := c.Request().Context(), s.Actor(c), in.Version(), in.Text("reason")
	do, of, _ := strings.Cut(in.Text("do"), ":")
	amendment := kit.Chosen[meetings.AmendmentID](in, "amendment")
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
		in.Problem("do", "Choose what happened to it.")
	}
	if err := in.Refusal(err); err != nil {
		return s.showMotion(c, in, v, m, err)
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, motionURL(v.Meeting.ID, m.ID))
}
