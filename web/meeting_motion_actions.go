package web

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
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

func (p *MotionPage) end(url, do, label, kind string, saved int64, amendment meetings.AmendmentID) *PostButton {
	b := p.button("end"+do+idText(amendment), url+"/end", label, Hidden{"do", do}, Hidden{"amendment", idText(amendment)}, version(saved))
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
		p.EndsTitle = "What becomes of it"
	}
	late := v.May.Propose && v.Meeting.State.Upcoming() && v.Meeting.State != meetings.Open && len(m.Late) > 0 && m.Accepted.IsZero()
	var options []Option
	add := func(value, label, hint string) {
		options = append(options, Option{Value: value, Label: label, Hint: hint, Selected: formText(c, "do") == value})
	}
	if late {
		p.EndsTitle = "It came late"
		add(endAcceptLate, "Take it although it is late", "The secretary may find that practical (rule 4.17); the reason is recorded.")
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
			p.Ends = append(p.Ends, p.end(url, endSetAside, "The meeting did not come to it", "secondary", m.Version, 0))
		}
		add(endWithdraw, "Withdrawn", "By who moved it.")
		add(endRuleOut, "Not taken by the chair", "")
		for _, a := range m.Amendments {
			if a.Fate == constitution.Undecided {
				add(endRuleOutAmendment+":"+idText(a.ID), "Amendment "+strconv.Itoa(a.Number)+" not taken by the chair", "It is not relevant (rule 4.18).")
			}
		}
	} else if v.May.Propose {
		add(endWithdraw, "Withdrawn", "By who proposed it.")
	}
	if options == nil {
		return
	}
	if len(options) == 1 {
		options[0].Selected = true
	}
	p.Reasoned = &ReasonForm{FormKey: p.Form("reason"), Summary: "Something else became of it", URL: url + "/end", Hidden: []Hidden{version(m.Version)}, Open: p.errorOn("reason")+p.errorOn("late_reason")+p.errorOn("do") != ""}
	if late {
		p.Reasoned.Summary, p.Reasoned.Open = "Take it all the same, or record that it was withdrawn", true
	}
	reason := p.field(Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 2, Value: typedOr(c, "reason", "")})
	if wrong := p.errorOn("late_reason"); wrong != "" {
		reason.ID, reason.Error = "late_reason", wrong
	}
	p.Reasoned.Fields = []Field{p.field(Field{Name: "do", Label: "What became of it", Type: "radios", Options: options, Required: true}), reason}
}

// voteNumber reads how many votes were counted; an empty field is none.
func voteNumber(c echo.Context, f *apperr.Fields, name string) int {
	text := formText(c, name)
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
func (s *Server) motionCount(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := meetings.CountInput{Motion: m.ID, Amendment: formID[meetings.AmendmentID](c, "amendment"), Method: constitution.Method(formText(c, "method"))}
	if in.Method == constitution.Voice {
		in.Call = constitution.Call(formText(c, "call"))
	} else {
		in.Votes = constitution.Votes{Yes: voteNumber(c, &f, "yes"), No: voteNumber(c, &f, "no"), Abstain: voteNumber(c, &f, "abstain")}
	}
	err = f.Err()
	if err == nil {
		err = s.meetings.RecordCount(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, "The vote is recorded. Nothing is decided before it is declared.")
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionChairVote records the chair's own vote on equal votes.
func (s *Server) motionChairVote(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	vote := constitution.ChairVote(formText(c, "chair"))
	if err := s.meetings.CastChairVote(c.Request().Context(), s.actor(c), m.ID, formID[meetings.AmendmentID](c, "amendment"), formVersion(c), vote); err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	text := "The chair’s vote is recorded."
	if vote == constitution.ChairSilent {
		text = "The chair’s vote is taken back."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionDeclare declares what the votes came to.
func (s *Server) motionDeclare(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	amendment, what := formID[meetings.AmendmentID](c, "amendment"), "The motion"
	var out constitution.Outcome
	if amendment != 0 {
		what = "The amendment"
		out, err = s.meetings.DeclareAmendment(ctx, actor, amendment, formVersion(c))
	} else {
		out, err = s.meetings.Declare(ctx, actor, m.ID, formVersion(c))
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	text := what + " is not carried."
	if out.Carried {
		text = what + " is carried."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionAmend records an amendment that was moved.
func (s *Server) motionAmend(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	in := meetings.AmendmentInput{Motion: m.ID, Text: strings.TrimSpace(c.FormValue("text")), Mover: formID[meetings.PersonID](c, "mover"), Seconder: formID[meetings.PersonID](c, "seconder")}
	var f apperr.Fields
	if m.Kind == constitution.Constitutional {
		in.Change = readChange(c, &f)
	}
	if err = f.Err(); err == nil {
		_, err = s.meetings.MoveAmendment(c.Request().Context(), s.actor(c), in)
		err = atItsField(c, err)
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, "The amendment is recorded. It is decided before the motion.")
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionEnd records an end without a vote.
func (s *Server) motionEnd(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor, ver, reason := c.Request().Context(), s.actor(c), formVersion(c), formText(c, "reason")
	do, of, _ := strings.Cut(formText(c, "do"), ":")
	amendment := formID[meetings.AmendmentID](c, "amendment")
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
		text, err = "The proposal is taken, late, with its reason.", s.meetings.AcceptLate(ctx, actor, m.ID, ver, reason)
	case endWithdrawAmendment:
		err = s.meetings.WithdrawAmendment(ctx, actor, amendment, ver)
	case endRuleOutAmendment:
		for _, a := range m.Amendments {
			if idText(a.ID) == of {
				amendment, ver = a.ID, a.Version
			}
		}
		err = s.meetings.RuleOutAmendment(ctx, actor, amendment, ver, reason)
	default:
		var f apperr.Fields
		f.Add("do", "Choose what became of it.")
		err = f.Err()
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID))
}
