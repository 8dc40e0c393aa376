package web

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/meetings"
)

// MeetingAgenda is the items by letter, and the form that adds one.
type MeetingAgenda struct {
	Items []AgendaRow
	Add   *AgendaAdd
}

// AgendaRow is an item of the agenda.
type AgendaRow struct {
	Letter string
	Title  string
	Note   string
	Remove *PostButton
}

// AgendaAdd adds an item of its own to an agenda.
type AgendaAdd struct {
	FormKey
	URL    string
	Hidden []Hidden
	Fields []Field
}

// agendaRows are the items with their letters.
func agendaRows(items []meetings.AgendaItem) []AgendaRow {
	out := make([]AgendaRow, len(items))
	for i, item := range items {
		out[i] = AgendaRow{Letter: agendaLetter(i), Title: item.Title, Note: item.Note}
	}
	return out
}

// agendaLetter is the letter of an item by its place from 0: a, b … z, aa.
func agendaLetter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return agendaLetter(i/26-1) + agendaLetter(i%26)
}

func agendaOf(p *Page, c echo.Context, v meetings.View) MeetingAgenda {
	m := v.Meeting
	out := MeetingAgenda{Items: agendaRows(v.Agenda)}
	if !v.May.Agenda {
		return out
	}
	after := []Option{{Label: "Before other business, or last"}}
	for i, item := range v.Agenda {
		after = append(after, Option{Value: idText(item.ID), Label: agendaLetter(i) + ") " + item.Title, Selected: idText(item.ID) == formText(c, "after")})
		if item.Own() {
			remove := p.button("remove"+idText(item.ID), meetingURL(m.ID, "items", idText(item.ID), "remove"), "Take off", version(m.Version))
			remove.Kind, remove.Small, remove.For = "secondary", "small", item.Title
			out.Items[i].Remove = remove
		}
	}
	if m.Kind != meetings.EGM { // rule 5.7: an EGM takes no other item
		out.Add = &AgendaAdd{FormKey: p.Form("item"), URL: meetingURL(m.ID, "items"), Hidden: []Hidden{version(m.Version)}, Fields: []Field{
			p.field(Field{Name: "title", Label: "Item", Value: formText(c, "title"), Required: true, MaxLength: 200}),
			p.field(Field{Name: "note", Label: "To be read or sent with it", Value: formText(c, "note")}),
			p.field(Field{Name: "after", Label: "After", Type: "select", Options: after}),
		}}
	}
	return out
}

func (s *Server) itemAdd(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in := meetings.ItemInput{Title: formText(c, "title"), Note: formText(c, "note"), After: formID[meetings.ItemID](c, "after")}
	if _, err := s.meetings.AddItem(c.Request().Context(), s.actor(c), v.Meeting.ID, formVersion(c), in); err != nil {
		return s.showMeeting(c, refusalStatus(err), v, err)
	}
	s.flash(c, KindSuccess, "The item is on the agenda.")
	return seeOther(c, meetingURL(v.Meeting.ID)+"#agenda")
}

func (s *Server) itemRemove(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	item, err := pathID[meetings.ItemID](c, "item")
	if err != nil {
		return err
	}
	if err := s.meetings.RemoveItem(c.Request().Context(), s.actor(c), v.Meeting.ID, formVersion(c), item); err != nil {
		return s.refusedAt(c, err, meetingURL(v.Meeting.ID))
	}
	s.flash(c, KindSuccess, "The item is off the agenda.")
	return seeOther(c, meetingURL(v.Meeting.ID)+"#agenda")
}
