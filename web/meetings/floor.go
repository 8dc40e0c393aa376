package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// chairTap answers a form of the chair's page that leaves the meeting's version as
// it is. A refused one comes back at its own item; one that was taken leads to the
// item, or to what is dealt with now.
func (s *Desk) chairTap(
	change func(c echo.Context, in *kit.Filling, v meetings.View, item meetings.ItemID) error, stays bool, done string,
) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.meetingRun(c)
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		item := kit.Chosen[meetings.ItemID](in, "item")
		if err := in.Refusal(change(c, in, v, item)); err != nil {
			return s.showChair(c, in, item, v, err)
		}
		if done != "" {
			s.Flash(c, kit.KindSuccess, done)
		}
		if !stays {
			item = 0
		}
		return kit.SeeOther(c, chairURL(v.Meeting.ID, item)+"#now")
	}
}

func (s *Desk) itemTake(c echo.Context, _ *kit.Filling, v meetings.View, item meetings.ItemID) error {
	return s.meetings.TakeItem(c.Request().Context(), s.Actor(c), v.Meeting.ID, item)
}

func (s *Desk) itemDone(c echo.Context, _ *kit.Filling, v meetings.View, item meetings.ItemID) error {
	return s.meetings.FinishItem(c.Request().Context(), s.Actor(c), v.Meeting.ID, item)
}

func (s *Desk) noteAdd(c echo.Context, in *kit.Filling, v meetings.View, item meetings.ItemID) error {
	_, err := s.meetings.AddNote(c.Request().Context(), s.Actor(c), v.Meeting.ID, item, in.Lines("note"))
	return err
}

func (s *Desk) noteRemove(c echo.Context, _ *kit.Filling, v meetings.View, _ meetings.ItemID) error {
	note, err := kit.PathID[meetings.NoteID](c, "note")
	if err != nil {
		return err
	}
	return s.meetings.RemoveNote(c.Request().Context(), s.Actor(c), v.Meeting.ID, note)
}

func (s *Desk) speakerAdd(c echo.Context, in *kit.Filling, v meetings.View, item meetings.ItemID) error {
	person := kit.Chosen[meetings.PersonID](in, "speaker")
	return s.meetings.AskToSpeak(c.Request().Context(), s.Actor(c), v.Meeting.ID, item, person)
}

func (s *Desk) speakerNext(c echo.Context, _ *kit.Filling, v meetings.View, item meetings.ItemID) error {
	return s.meetings.NextSpeaker(c.Request().Context(), s.Actor(c), v.Meeting.ID, item)
}

func (s *Desk) speakerClear(c echo.Context, _ *kit.Filling, v meetings.View, _ meetings.ItemID) error {
	speaker, err := kit.PathID[meetings.SpeakerID](c, "speaker")
	if err != nil {
		return err
	}
	return s.meetings.ClearSpeaker(c.Request().Context(), s.Actor(c), v.Meeting.ID, speaker)
}

// formalMove moves a formal motion under an item.
func (s *Desk) formalMove(c echo.Context, in *kit.Filling, v meetings.View, item meetings.ItemID) error {
	for _, it := range v.Agenda {
		if it.ID != item {
			continue
		}
		for _, f := range formalMotions(it.Item) {
			if f.Key == in.Text("formal") {
				_, err := s.meetings.Propose(c.Request().Context(), s.Actor(c), v.Meeting.ID, meetings.MotionInput{
					Item: it.Item, Origin: constitution.Formal, Title: f.Title, Text: f.Text,
				})
				return err
			}
		}
	}
	return apperr.New(apperr.Invalid, "Use the buttons on the page.")
}

func (s *Desk) procedureMove(c echo.Context, in *kit.Filling, v meetings.View, item meetings.ItemID) error {
	_, err := s.meetings.MoveProcedure(c.Request().Context(), s.Actor(c), v.Meeting.ID, meetings.ProcedureInput{
		Procedure: meetings.Procedure(in.Text("procedure")), About: kit.Chosen[meetings.MotionID](in, "about"),
		Words: in.Lines("words"), Mover: kit.Chosen[meetings.PersonID](in, "mover"),
		Seconder: kit.Chosen[meetings.PersonID](in, "seconder"), Item: item,
	})
	return err
}

// voiceDeclare records what the chair heard and declares it.
func (s *Desk) voiceDeclare(c echo.Context, in *kit.Filling, v meetings.View, _ meetings.ItemID) error {
	return s.meetings.DecideByVoice(
		c.Request().Context(), s.Actor(c), kit.Chosen[meetings.MotionID](in, "motion"), in.Version(),
		constitution.Call(in.Text("call")),
	)
}
