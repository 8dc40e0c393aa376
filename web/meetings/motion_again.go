package meetings

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// votesHere are the votes on a motion or an amendment of the address, and one of
// the counts of them.
type votesHere struct {
	motionHere
	meetings.Ballot
	amendment meetings.AmendmentID // 0: the motion itself
	what      string               // "Motion 2", "Amendment 1"
	outcome   string               // "Carried"
	decided   bool
	kind      constitution.Kind
	version   int64
	count     meetings.Count // No 0: the outcome
}

// votesURL is an address about the votes on a motion, or on an amendment, and a
// count of them.
func votesURL(v meetings.View, m meetings.MotionID, part string, a meetings.AmendmentID, count int) string {
	return motionURL(v.Meeting.ID, m, part) + "?amendment=" + kit.IDText(a) + "&count=" + strconv.Itoa(count)
}

func (s *Desk) votesOf(c echo.Context) (out votesHere, err error) {
	if out.at, out.Motion, err = s.motionRun(c); err != nil {
		return out, err
	}
	out.Ballot, out.version, out.kind = out.Motion.Ballot, out.Motion.Version, out.Kind
	out.what, out.outcome = "Motion "+strconv.Itoa(out.Number), out.State.Label()
	out.decided = out.State != meetings.Pending
	if out.amendment = kit.QueryID[meetings.AmendmentID](c, "amendment"); out.amendment != 0 {
		i := slices.IndexFunc(out.Amendments, func(a meetings.Amendment) bool { return a.ID == out.amendment })
		if i < 0 {
			return out, apperr.New(apperr.NotFound, "Amendment not found.")
		}
		a := out.Amendments[i]
		out.Ballot, out.version, out.kind = a.Ballot, a.Version, constitution.Ordinary
		out.what, out.outcome = "Amendment "+strconv.Itoa(a.Number), kit.Capital(fateText(a.Fate))
		out.decided = a.Fate != constitution.Undecided
	}
	no := int(kit.QueryID[int64](c, "count"))
	if no == 0 {
		return out, nil
	}
	i := slices.IndexFunc(out.Counts, func(n meetings.Count) bool { return n.No == no })
	if i < 0 {
		return out, apperr.New(apperr.NotFound, "Count not found.")
	}
	out.count = out.Counts[i]
	return out, nil
}

func (v votesHere) url(part string) string {
	return votesURL(v.at, v.ID, part, v.amendment, v.count.No)
}

func (v votesHere) back() string { return motionURL(v.at.Meeting.ID, v.ID) }

func (s *Desk) votesPage(c echo.Context, v votesHere, title string) kit.Page {
	m := v.at.Meeting
	return s.Page(c, title, meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}, kit.Crumb{
		Label: "Motion " + strconv.Itoa(v.Number), URL: v.back(),
	})
}

// undoVotes sets an outcome that was declared by mistake aside, or a count that
// was entered by mistake.
func (s *Desk) undoVotes() kit.Form[votesHere] {
	return kit.Form[votesHere]{
		Site: s.Site, Load: func(c echo.Context) (votesHere, error) {
			v, err := s.votesOf(c)
			if err == nil && v.count.No == 0 && !v.decided {
				err = apperr.New(apperr.Conflict, "%s has no outcome to set aside.", v.what)
			}
			return v, err
		},
		Version: func(v votesHere) int64 { return v.version },
		Show: func(c echo.Context, page *kit.FormPage, v votesHere) error {
			what := "“" + v.outcome + "”"
			page.Say(v.what + " will be before the meeting again. What was declared stays in the record with your reason.")
			if v.count.No != 0 {
				what = "count " + strconv.Itoa(v.count.No)
				page.Intro = nil
				page.Say(
					"The count (" + countedText(v.count.Count) + ") will no longer count. It stays in the record with your " +
						"reason.",
				)
			}
			page.Page = s.votesPage(c, v, "Set "+what+" aside")
			page.Action, page.Back = v.url("undo"), v.back()
			page.Submit, page.Kind = "Set it aside", "danger"
			page.Group("", kit.Field{
				Name: "reason", Label: "Reason", Required: true, MaxLength: 500,
				Hint: "It goes into the minutes. For example: the wrong button, the vote on another motion.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v votesHere) (kit.Done, error) {
			done := kit.Done{To: v.back() + "#vote", Message: "The outcome was set aside."}
			if v.count.No != 0 {
				done.Message = "The count was set aside."
			}
			return done, s.meetings.Undo(c.Request().Context(), s.Actor(c), meetings.UndoInput{
				Motion: v.ID, Amendment: v.amendment, Version: in.Version(), Count: v.count.No, Reason: in.Text("reason"),
			})
		},
	}
}

// countAgain records a second count of the same papers or hands.
func (s *Desk) countAgain() kit.Form[votesHere] {
	return kit.Form[votesHere]{
		Site: s.Site, Load: func(c echo.Context) (votesHere, error) {
			v, err := s.votesOf(c)
			if err == nil && (v.count.No == 0 || v.count.Method == constitution.Voice) {
				err = apperr.New(apperr.NotFound, "Choose a count of hands or ballot papers.")
			}
			return v, err
		},
		Show: func(c echo.Context, page *kit.FormPage, v votesHere) error {
			papers := v.count.Method == constitution.Ballot
			same, button := "hands", "Record the second count"
			if papers {
				same = "papers"
			}
			page.Page = s.votesPage(c, v, v.what+": the same "+same+" counted again")
			page.Action, page.Submit, page.Back = v.url("recount"), button, v.back()
			page.Say(
				"The first count was " + countedText(v.count.Count) + ". Both counts stay in the record; say which of them " +
					"stands. If people vote again, record a new count instead (rule 4.11).",
			)
			page.Group("The second count").Row(voteFields(papers)...)
			page.Group("", recountFields(cameField(v.at, "asked", ""))...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v votesHere) (kit.Done, error) {
			err := s.meetings.RecordRecount(c.Request().Context(), s.Actor(c), meetings.RecountInput{
				Motion: v.ID, Amendment: v.amendment, Of: v.count.No,
				Votes:   constitution.Votes{Yes: votesIn(in, "yes"), No: votesIn(in, "no"), Abstain: votesIn(in, "abstain")},
				Spoiled: votesIn(in, "spoiled"), Blank: votesIn(in, "blank"),
				Asked: kit.Chosen[meetings.PersonID](in, "asked"), Stands: meetings.Which(in.Text("stands")),
				Reason: in.Text("reason"),
			})
			return kit.Done{To: v.back() + "#vote", Message: "The second count is recorded."}, err
		},
	}
}

// voteFields are the figures of a count; ballots also have papers without a vote.
func voteFields(papers bool) []kit.Field {
	fields := []kit.Field{{Name: "yes", Label: "Yes"}, {Name: "no", Label: "No"}, {Name: "abstain", Label: "Abstain"}}
	if papers {
		fields = append(
			fields, kit.Field{Name: "spoiled", Label: "Spoiled papers"}, kit.Field{Name: "blank", Label: "Blank papers"},
		)
	}
	for i := range fields {
		fields[i].InputMode, fields[i].Width, fields[i].Autocomplete = "numeric", "short", "off"
	}
	return fields
}

// recountFields ask who wanted a second count, which of the two stands, and why.
func recountFields(asked kit.Field) []kit.Field {
	asked.Label = "Who asked for it"
	asked.Options[0].Label = "The tellers or the chair"
	return []kit.Field{
		asked,
		{Name: "stands", Label: "Which count stands", Type: "radios", Required: true, Options: []kit.Option{
			{Value: string(meetings.SecondStands), Label: "The second"},
			{Value: string(meetings.FirstStands), Label: "The first"},
		}},
		{
			Name: "reason", Label: "Why it was counted again, and why this count stands", Required: true, MaxLength: 500,
			Hint: "It goes into the minutes. For example: two papers stuck together; the tellers agree on the second count.",
		},
	}
}
