package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ActionRow is something that somebody was asked to do.
type ActionRow struct {
	Task, Who, Due, Done string
	Finish               *kit.PostButton
}

// TaskForm records what somebody is asked to do.
type TaskForm struct {
	kit.FormKey
	URL    string
	Fields []kit.Field
}

// meetingTasks are what people were asked to do, and the form for another.
func (s *Desk) meetingTasks(c echo.Context, page *MeetingPage, v meetings.View) {
	m := v.Meeting
	runs := v.May.Hold || v.May.Chair
	for _, a := range v.Actions {
		row := ActionRow{Task: a.Task, Who: someoneText(a.Who, ""), Due: dayOrText(a.Due, "")}
		if !a.DoneAt.IsZero() {
			row.Done = a.DoneAt.Date().Long()
		} else if runs {
			row.Finish = page.Button("task"+kit.IDText(a.ID), kit.MeetingURL(m.ID, "tasks", kit.IDText(a.ID), "done"), "Done")
			row.Finish.Kind, row.Finish.Small, row.Finish.For = "secondary", "small", a.Task
		}
		page.Actions = append(page.Actions, row)
	}
	if runs && (m.State == meetings.Open || m.State == meetings.Closed) {
		page.NewTask = &TaskForm{FormKey: page.Form("task"), URL: kit.MeetingURL(m.ID, "tasks"), Fields: []kit.Field{
			page.Field(kit.Field{Name: "task", Label: "Task", Value: kit.FormText(c, "task"), Required: true}),
			personField(
				&page.Page, c, "person", "Who", "Name or member number. Leave empty for no one in particular.", meetings.Someone{},
			),
			page.Field(kit.Field{Name: "due", Label: "By", Type: "date", Value: kit.FormText(c, "due"), Width: "medium"}),
		}}
	}
}

func (s *Desk) taskAdd(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	among, err := s.entitledAt(c, v.Meeting.ID)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := meetings.ActionInput{
		Task: kit.FormText(c, "task"), Person: namedPerson(c, &f, "person", among), Due: meetingDay(c, &f, "due"),
	}
	err = f.Err()
	if err == nil {
		_, err = s.meetings.AddAction(c.Request().Context(), s.Actor(c), v.Meeting.ID, in)
	}
	if err != nil {
		return s.showMeeting(c, kit.RefusalStatus(err), v, err)
	}
	s.Flash(c, kit.KindSuccess, "The task is recorded.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID)+"#tasks")
}

func (s *Desk) taskDone(c echo.Context) error {
	v, err := s.meetingRun(c)
	if err != nil {
		return err
	}
	task, err := kit.PathID[meetings.ActionID](c, "task")
	if err != nil {
		return err
	}
	if err := s.meetings.FinishAction(c.Request().Context(), s.Actor(c), task); err != nil {
		return s.RefusedAt(c, err, kit.MeetingURL(v.Meeting.ID))
	}
	s.Flash(c, kit.KindSuccess, "Done.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID)+"#tasks")
}
