package meetings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Papers are the files that go with a meeting or came with a request (partial
// "papers").
type Papers struct {
	Title, Intro string
	List         []PaperRow
	Add          *PaperForm // nil: no more are taken
}

// PaperRow is one of them.
type PaperRow struct {
	Label, URL, Note string
	Remove           *kit.PostButton
}

// PaperForm adds one.
type PaperForm struct {
	kit.FormKey
	Action string
	File   kit.Upload
}

// papersOf lists papers; what is below root is their addresses.
func papersOf(p *kit.Page, list []meetings.Paper, root func(part ...string) string, mayChange bool) Papers {
	out := Papers{Title: "Papers"}
	for _, paper := range list {
		row := PaperRow{Label: paper.Name + " (" + paper.SizeText() + ")", URL: root("papers", kit.IDText(paper.ID))}
		switch {
		case paper.Announced != 0:
			row.Note = "Named in notice " + strconv.Itoa(paper.Announced) + "."
		case mayChange:
			row.Remove = p.Button(
				"paper"+kit.IDText(paper.ID), root("papers", kit.IDText(paper.ID), "remove"), "Remove",
			)
			row.Remove.Kind, row.Remove.Small, row.Remove.For = "secondary", "small", paper.Name
		}
		if !mayChange {
			row.Note = ""
		}
		out.List = append(out.List, row)
	}
	if mayChange {
		out.Add = &PaperForm{
			FormKey: p.Form("document"), Action: root("papers"), File: kit.Upload{
				ID: "document", Name: "document", Label: "A paper",
				Hint:   "PDF, text, Markdown, PNG or JPEG, at most " + strconv.Itoa(governance.MaxDocument>>20) + " MB.",
				Accept: governance.DocumentEndings, Error: p.ErrorOn("document"),
			},
		}
	}
	return out
}

// meetingPapers are the papers of a meeting for those who run it. Those that came with
// the request are removed there.
func meetingPapers(p *kit.Page, v meetings.View) *Papers {
	m := v.Meeting
	open := v.May.Hold && (m.State.Upcoming() || m.State == meetings.Open)
	out := papersOf(p, v.Papers, func(part ...string) string { return kit.MeetingURL(m.ID, part...) }, open)
	for i, paper := range v.Papers {
		if paper.Requested && v.Request != nil {
			out.List[i].Remove, out.List[i].Note = nil, "Came with the request."
		}
	}
	if open {
		out.Intro = "The accounts, reports and whatever members should read beforehand. The notice names them with their " +
			"addresses; members sign in to read them, from the day the notice is written."
		if len(v.Notices) > 0 && m.State != meetings.Planned {
			out.Intro = "What you add now is on the meeting’s page for every member. The notice is written and does not name it."
		}
	}
	if out.Add == nil && len(out.List) == 0 {
		return nil
	}
	return &out
}

// readPaper reads the file that was chosen.
func readPaper(c echo.Context) (governance.Document, error) {
	name, content, _, err := kit.ChosenContent(c, "document", governance.MaxDocument+1)
	return governance.Document{Name: name, MediaType: governance.MediaTypeOf(name), Content: content}, err
}

func (s *Desk) paperAdd(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	d, err := readPaper(c)
	if err != nil {
		return err
	}
	if err := s.meetings.AddPaper(c.Request().Context(), s.Actor(c), v.Meeting.ID, d); err != nil {
		return s.showNotice(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The paper was added.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "notice")+"#papers")
}

func (s *Desk) paperRemove(c echo.Context) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	paper, err := kit.PathID[meetings.PaperID](c, "paper")
	if err != nil {
		return err
	}
	if err := s.meetings.RemovePaper(c.Request().Context(), s.Actor(c), id, paper); err != nil {
		return s.RefusedAt(c, err, kit.MeetingURL(id, "notice"))
	}
	s.Flash(c, kit.KindSuccess, "The paper was removed.")
	return kit.SeeOther(c, kit.MeetingURL(id, "notice")+"#papers")
}

func (s *Desk) paper(c echo.Context) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	paper, err := kit.PathID[meetings.PaperID](c, "paper")
	if err != nil {
		return err
	}
	p, err := s.meetings.Paper(c.Request().Context(), s.Actor(c), id, paper)
	if err != nil {
		return err
	}
	return kit.SendDocument(c, p.Name, p.MediaType, p.Content)
}

func (s *Desk) requestPaperAdd(c echo.Context) error {
	id, err := kit.PathID[meetings.RequestID](c, "request")
	if err != nil {
		return err
	}
	if _, err := kit.Sent(c); err != nil {
		return err
	}
	d, err := readPaper(c)
	if err != nil {
		return err
	}
	if err := s.meetings.AddRequestPaper(c.Request().Context(), s.Actor(c), id, d); err != nil {
		return s.showRequest(c, id, err)
	}
	s.Flash(c, kit.KindSuccess, "The document was added to the request.")
	return kit.SeeOther(c, requestURL(id)+"#papers")
}

func (s *Desk) requestPaperRemove(c echo.Context) error {
	id, paper, err := requestPaperOf(c)
	if err != nil {
		return err
	}
	if err := s.meetings.RemoveRequestPaper(c.Request().Context(), s.Actor(c), id, paper); err != nil {
		return s.RefusedAt(c, err, requestURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The document was removed from the request.")
	return kit.SeeOther(c, requestURL(id)+"#papers")
}

func (s *Desk) requestPaper(c echo.Context) error {
	id, paper, err := requestPaperOf(c)
	if err != nil {
		return err
	}
	p, err := s.meetings.RequestPaper(c.Request().Context(), s.Actor(c), id, paper)
	if err != nil {
		return err
	}
	return kit.SendDocument(c, p.Name, p.MediaType, p.Content)
}

func requestPaperOf(c echo.Context) (id meetings.RequestID, paper meetings.PaperID, err error) {
	if id, err = kit.PathID[meetings.RequestID](c, "request"); err != nil {
		return id, paper, err
	}
	paper, err = kit.PathID[meetings.PaperID](c, "paper")
	return id, paper, err
}
