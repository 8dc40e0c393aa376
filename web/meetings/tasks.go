package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ActionRow is something that somebody was asked to do.
type ActionRow struct {
	Task, Who, Due, Done string
	Finish               *kit.PostButton
}

// meetingTasks are what people were asked to do, and the form for another.
func (p *OverviewPage) tasks(in *kit.Filling, v meetings.View) {
	m := v.Meeting
	runs := v.May.Hold || v.May.Chair
	for _, a := range v.Actions {
		row := ActionRow{Task: a.Task, Who: someoneText(a.Who, ""), Due: dayOrText(a.Due, "")}
		if !a.DoneAt.IsZero() {
			row.Done = a.DoneAt.Date().Long()
		} else if runs {
			row.Finish = p.Button("task"+kit.IDText(a.ID), kit.MeetingURL(m.ID, "tasks", kit.IDText(a.ID), "done"), "Done")
			row.Finish.Kind, row.Finish.Small, row.Finish.For = "secondary", "small", a.Task
		}
		p.Actions = append(p.Actions, row)
	}
	if v.May.Note {
		p.NewTask = taskForm(&p.Page, in, m.ID)
		for _, f := range p.NewTask.Fields {
			p.Tasking = p.Tasking || f.Error != ""
		}
	}
}

// taskForm asks for something that someone is asked to do.
func taskForm(p *kit.Page, in *kit.Filling, id meetings.ID, hidden ...kit.Hidden) *kit.SmallForm {
	return &kit.SmallForm{FormKey: p.Form("task"), Action: kit.MeetingURL(id, "tasks"), Hidden: hidden, Fields: []kit.Field{
		in.Field(p, kit.Field{Name: "task", Label: "Task", Required: true}),
		in.Field(p, kit.PersonField(
			"person", "Who", "Name or member number. Leave empty for no one in particular.",
		).Proposing(namesURL(id))),
		in.Field(p, kit.DayField("due", "By", "")),
	}, Submit: "Record the task", Kind: "secondary"}
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
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	_, err = s.meetings.AddAction(c.Request().Context(), s.Actor(c), v.Meeting.ID, meetings.ActionInput{
		Task: in.Text("task"), Person: in.Person("person", among), Due: in.Day("due"),
	})
	item := kit.Chosen[meetings.ItemID](in, "item") // of the chair's page, if it came from there
	if err := in.Refusal(err); err != nil {
		if item != 0 {
			return s.showChair(c, in, item, v, err)
		}
		return s.showMeeting(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The task is recorded.")
	if item != 0 {
		return kit.SeeOther(c, chairURL(v.Meeting.ID, item)+"#now")
	}
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
