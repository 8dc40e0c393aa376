package meetings

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// meetingFile names a print of a meeting: "notice of agm", the society, the meeting's day.
func (s *Desk) meetingFile(m meetings.Meeting, what string) kit.FileName {
	return s.FileName(what+" of "+string(m.Kind), "", m.Date)
}

// noticePrint prints the notice: as it would be given today, or the very print that was sent, to members as well. A
// notice of before prints were kept is set again from what is recorded of it.
func (s *Desk) noticePrint(c echo.Context) error {
	v, err := s.meetingView(c)
	switch apperr.KindOf(err) {
	case apperr.Forbidden, apperr.NotFound:
		if v, err = s.publishedAsView(c); err == nil && len(v.Notices) == 0 {
			err = apperr.New(apperr.NotFound, "Notice of this meeting has not been given yet.")
		}
	}
	if err != nil {
		return err
	}
	if number := int(kit.QueryID[int64](c, "notice")); number != 0 || len(v.Notices) > 0 && !v.May.SendNotice {
		_, kept, err := s.meetings.NoticePrint(c.Request().Context(), s.Actor(c), v.Meeting.ID, number)
		if err != nil {
			return err
		}
		if len(kept) > 0 {
			return kit.SendFile(c, kit.FormatPDF, s.meetingFile(v.Meeting, "notice"), kept)
		}
	}
	sheet, _, err := s.noticeSheet(c, v, s.readNotice(kit.NewFilling(), v.Meeting))
	if err != nil {
		return err
	}
	switch {
	case len(v.Notices) > 0 && !v.May.SendNotice:
		sheet.Issued = v.Notices[0].Sent.Long()
	default:
		sheet.Issued = "" // a draft
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "notice"), s.Press().MeetingNoticePDF, sheet)
}

// publishedAsView is what every member sees of a meeting, for its prints.
func (s *Desk) publishedAsView(c echo.Context) (meetings.View, error) {
	p, err := kit.ByID(s.Site, s.meetings.Published)(c)
	if err != nil {
		return meetings.View{}, err
	}
	v := meetings.View{
		Record: meetings.Record{Meeting: p.Meeting, Agenda: p.Agenda, Motions: p.Motions, Quorum: p.Quorum, Chair: p.Chair,
			Papers: p.Papers,
		},
	}
	if p.Notice != nil {
		v.Notices = []meetings.Notice{*p.Notice}
	}
	if p.Minutes != nil {
		v.Minutes = *p.Minutes
	}
	return v, nil
}

// secretaryReached is who the secretary is and how to reach them, as far as
// the actor may see it.
func (s *Desk) secretaryReached(c echo.Context) (name string, reach []string) {
	name, reach = "The secretary", []string{s.BaseURL}
	found, err := s.members.All(c.Request().Context(), s.Actor(c), members.RegisterFilter{Group: members.Officers})
	if err != nil {
		return name, reach // whoever may not see the register is led to the site
	}
	for _, e := range found.Entries {
		if !slices.Contains(e.Offices, auth.Secretary) {
			continue
		}
		name, reach = e.Person.Name.String()+", secretary", nil
		for _, way := range []string{
			e.Person.Contact.Email, e.Person.Contact.Phone, strings.Join(postLines(e.Person.Contact.Address), ", "),
		} {
			if way != "" {
				reach = append(reach, way)
			}
		}
		return name, append(reach, s.BaseURL)
	}
	return name, reach
}

// postLines are the lines of a postal address.
func postLines(address string) []string {
	var out []string
	for _, line := range strings.FieldsFunc(address, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// labelLines are the lines of an address on a label: one that was written in a
// line is broken at its commas.
func labelLines(name, address string) []string {
	lines := postLines(address)
	if len(lines) == 1 {
		lines = nil
		for _, part := range strings.Split(address, ",") {
			if part = strings.TrimSpace(part); part != "" {
				lines = append(lines, part)
			}
		}
	}
	return append([]string{name}, lines...)
}

// rollOf is the roll of the latest notice.
func (s *Desk) rollOf(c echo.Context) (meetings.View, []meetings.RollEntry, error) {
	v, err := s.meetingView(c)
	if err != nil {
		return v, nil, err
	}
	if len(v.Notices) == 0 {
		return v, nil, apperr.New(apperr.NotFound, "Notice of this meeting has not been given yet.")
	}
	roll, err := s.meetings.PrintedRoll(c.Request().Context(), s.Actor(c), v.Meeting.ID, v.Notices[0].Number)
	return v, roll, err
}

func (s *Desk) rollPrint(c echo.Context) error {
	v, roll, err := s.rollOf(c)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(roll))
	n := v.Notices[0]
	out := reports.MeetingRoll{
		Meeting: s.printHead(v.Meeting), AsAt: "As registered on " + n.Sent.Long(), Summary: noticeCard(v.Meeting, n).Reached,
		Text: n.Body, Hash: n.BodyHash,
	}
	for _, r := range roll {
		row := reports.RollRow{
			Number: members.Number(r.Person), Name: r.Name, By: reachedText(r.Reached),
			Address: strings.Join(postLines(r.Address), ", "), State: letterState(r),
		}
		if r.Unreached {
			row.Address = "No address known"
		}
		out.Rows = append(out.Rows, row)
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "roll"), s.Press().MeetingRollPDF, out)
}

// labelsPrint prints the labels of those who are written to by post.
func (s *Desk) labelsPrint(c echo.Context) error {
	v, roll, err := s.rollOf(c)
	if err != nil {
		return err
	}
	if !v.May.SeeAddresses {
		return apperr.New(apperr.Forbidden, "Only those who may see the register’s addresses can print labels.")
	}
	var labels []reports.AddressLabel
	for _, r := range roll {
		if r.Postal != "" {
			labels = append(labels, reports.AddressLabel{Lines: labelLines(r.Name, r.Postal)})
		}
	}
	kit.NamesPeople(c, len(labels))
	return s.SendLabels(c, kit.Asked(c), s.meetingFile(v.Meeting, "labels"), "Labels, "+v.Meeting.Title(), labels)
}

// lettersPrint prints the notice as a letter to each of those who are written to by post, in the very words of the
// e-mails.
func (s *Desk) lettersPrint(c echo.Context) error {
	v, roll, err := s.rollOf(c)
	if err != nil {
		return err
	}
	if !v.May.SeeAddresses {
		return apperr.New(apperr.Forbidden, "Only those who may see the register’s addresses can print letters.")
	}
	n := v.Notices[0]
	out := reports.Letters{About: n.Subject, Date: n.Sent.Long()}
	for _, r := range roll {
		if r.Postal == "" {
			continue
		}
		lines := labelLines(r.Name, r.Postal)
		out.To = append(out.To, reports.Letter{
			To: reports.PostalAddressee{Name: lines[0], Address: lines[1:]}, Subject: n.Subject, Text: n.Body,
		})
	}
	kit.NamesPeople(c, len(out.To))
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "letters"), s.Press().LettersPDF, out)
}

// attendancePrint prints the list to be signed at the door.
func (s *Desk) attendancePrint(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	door, err := s.meetings.Door(c.Request().Context(), s.Actor(c), v.Meeting.ID)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(door))
	out := reports.AttendanceSheet{Meeting: s.printHead(v.Meeting), Quorum: v.QuorumRule(), Blank: 8}
	for _, e := range door {
		out.Rows = append(out.Rows, reports.AttendanceRow{Number: members.Number(e.Person), Name: e.Name, Club: attendanceNote(e)})
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "attendance"), s.Press().AttendanceSheetPDF, out)
}

// attendanceNote stands beside a name on the list at the door.
func attendanceNote(e meetings.DoorEntry) string {
	switch {
	case !e.Apology:
		return e.Office
	case e.Office == "":
		return "Apologies"
	}
	return e.Office + ", apologies"
}

// presentCount is how many may vote now, without the chair (rule 4.8).
func presentCount(v meetings.View) int {
	n, _ := v.Voters(constitution.Ordinary)
	return n
}

// ballotMotions are the motions that a print is asked for: the one of the
// query, or those still to be decided.
func ballotMotions(c echo.Context, v meetings.View) []meetings.Motion {
	wanted := kit.QueryID[meetings.MotionID](c, "motion")
	var out []meetings.Motion
	for _, m := range v.Motions {
		if m.ID == wanted || wanted == 0 && m.State == meetings.Pending && v.Meeting.Kind != meetings.EGM {
			out = append(out, m)
		}
	}
	return out
}

// blankChoices are the lines of a paper without names.
const blankChoices = 5

// ballotsPrint prints ballot papers: of one motion, or of every election that
// has to be voted on and the motions.
func (s *Desk) ballotsPrint(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	head := s.printHead(v.Meeting)
	if c.QueryParam("blank") != "" {
		return kit.SendPrint(c, s.meetingFile(v.Meeting, "ballots"), s.Press().BallotPapersPDF, []reports.BallotPaper{{
			Meeting: head, Question: "Ballot on", Choices: make([]string, blankChoices), Mark: "The chair says how many to mark.",
			Copies: copiesFor(c, v),
		}})
	}
	var papers []reports.BallotPaper
	if kit.QueryID[meetings.MotionID](c, "motion") == 0 {
		if papers, err = s.electionPapers(c, v, head, copiesFor(c, v)); err != nil {
			return err
		}
	}
	for _, m := range ballotMotions(c, v) {
		copies := copiesFor(c, v)
		if c.QueryParam("copies") == "" && len(v.Attendance) > 0 {
			copies, _ = v.Voters(m.Kind)
		}
		papers = append(papers, reports.BallotPaper{
			Meeting: head, Question: motionQuestion(m), Text: m.Text, Choices: []string{"Yes", "No", "Abstain"},
			Mark: "Mark one box (rule 4.10).", Copies: copies,
		})
	}
	for i := range papers {
		papers[i].Copies = max(papers[i].Copies, 2)
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "ballots"), s.Press().BallotPapersPDF, papers)
}

// motionQuestion is a motion as it is put: "Motion 2 as amended: …".
func motionQuestion(m meetings.Motion) string {
	amended := ""
	if m.Text != m.Moved {
		amended = " as amended"
	}
	return "Motion " + strconv.Itoa(m.Number) + amended + ": " + m.Title
}

// countPrint prints the sheets that the tellers count on.
func (s *Desk) countPrint(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	head := s.printHead(v.Meeting)
	blank := reports.CountSlip{
		Meeting: head, Question: "Of:", Choices: make([]string, blankChoices),
		Notes: []string{"Write what is counted: the motion with yes, no and abstain, or the office with the names."},
	}
	tellers := make([]string, len(v.Tellers))
	for i, one := range v.Tellers {
		tellers[i] = one.String()
	}
	if blank.Tellers = tellers; c.QueryParam("blank") != "" {
		return kit.SendPrint(c, s.meetingFile(v.Meeting, "count"), s.Press().CountSlipsPDF, []reports.CountSlip{blank})
	}
	var slips []reports.CountSlip
	if kit.QueryID[meetings.MotionID](c, "motion") == 0 {
		if slips, err = s.electionSlips(c, v, head, tellers); err != nil {
			return err
		}
	}
	for _, m := range ballotMotions(c, v) {
		note := kit.Capital(v.Constitution.Figures.Majority.String()) + " of those voting (rule 4.8)."
		if m.Kind == constitution.Constitutional {
			note = kit.UpperFirst(meetings.AmendmentMajority(v.Constitution))
		}
		notes := []string{note}
		if v.Meeting.State == meetings.Open {
			_, why := v.Voters(m.Kind)
			notes = append(notes, why.Sentences())
		}
		slips = append(slips, reports.CountSlip{
			Meeting: head, Question: motionQuestion(m), Choices: []string{"Yes", "No", "Abstain"}, Notes: notes,
			Tellers: tellers,
		})
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "count"), s.Press().CountSlipsPDF, slips)
}

// minutesPrint prints the minutes: for members once they are approved.
func (s *Desk) minutesPrint(c echo.Context) error {
	v, err := s.minutesReadable(c)
	if err != nil {
		return err
	}
	return kit.SendPrint(c, s.meetingFile(v.Meeting, "minutes"), s.Press().MinutesPDF, s.minutesSheet(v))
}

// MinutesPrint is what a meeting's minutes are called, and how they are written.
func (s *Desk) MinutesPrint(v meetings.View) (name string, write func(io.Writer) error) {
	name = s.meetingFile(v.Meeting, "minutes").Saved(kit.FormatPDF)
	return name, func(w io.Writer) error { return s.Press().MinutesPDF(w, s.minutesSheet(v)) }
}

func (s *Desk) minutesSheet(v meetings.View) reports.Minutes {
	return reports.Minutes{
		Meeting: s.printHead(v.Meeting), Text: v.Minutes.Text, State: minutesState(v.Minutes), Sign: "Chair",
		Corrections: v.Minutes.Corrections,
	}
}
