package web

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
)

// ActionRow is something that somebody was asked to do.
type ActionRow struct {
	Task, Who, Due, Done string
	Finish               *PostButton
}

// TaskForm records what somebody is asked to do.
type TaskForm struct {
	FormKey
	URL    string
	Fields []Field
}

// meetingTasks are what people were asked to do, and the form for another.
func (s *Server) meetingTasks(c echo.Context, page *MeetingPage, v meetings.View) {
	m := v.Meeting
	runs := v.May.Hold || v.May.Chair
	for _, a := range v.Actions {
		row := ActionRow{Task: a.Task, Who: someoneText(a.Who, ""), Due: dayOrText(a.Due, "")}
		if !a.DoneAt.IsZero() {
			row.Done = a.DoneAt.Date().Long()
		} else if runs {
			row.Finish = page.button("task"+idText(a.ID), meetingURL(m.ID, "tasks", idText(a.ID), "done"), "Done")
			row.Finish.Kind, row.Finish.Small, row.Finish.For = "secondary", "small", a.Task
		}
		page.Actions = append(page.Actions, row)
	}
	if runs && (m.State == meetings.Open || m.State == meetings.Closed) {
		page.NewTask = &TaskForm{FormKey: page.Form("task"), URL: meetingURL(m.ID, "tasks"), Fields: []Field{
			page.field(Field{Name: "task", Label: "Task", Value: formText(c, "task"), Required: true}),
			personField(&page.Page, c, "person", "Who", "Name or member number; empty: nobody in particular.", meetings.Someone{}),
			page.field(Field{Name: "due", Label: "By", Type: "date", Value: formText(c, "due"), Width: "medium"}),
		}}
	}
}

func (s *Server) taskAdd(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	among, err := s.entitledAt(c, v.Meeting.ID)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := meetings.ActionInput{Task: formText(c, "task"), Person: namedPerson(c, &f, "person", among), Due: meetingDay(c, &f, "due")}
	err = f.Err()
	if err == nil {
		_, err = s.meetings.AddAction(c.Request().Context(), s.actor(c), v.Meeting.ID, in)
	}
	if err != nil {
		return s.showMeeting(c, refusalStatus(err), v, err)
	}
	s.flash(c, KindSuccess, "The task is recorded.")
	return seeOther(c, meetingURL(v.Meeting.ID)+"#tasks")
}

func (s *Server) taskDone(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	task, err := pathID[meetings.ActionID](c, "task")
	if err != nil {
		return err
	}
	if err := s.meetings.FinishAction(c.Request().Context(), s.actor(c), task); err != nil {
		return s.refusedAt(c, err, meetingURL(v.Meeting.ID))
	}
	s.flash(c, KindSuccess, "Done.")
	return seeOther(c, meetingURL(v.Meeting.ID)+"#tasks")
}
