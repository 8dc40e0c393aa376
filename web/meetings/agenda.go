package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
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
	Remove *kit.PostButton
}

// AgendaAdd adds an item of its own to an agenda.
type AgendaAdd struct {
	kit.FormKey
	URL    string
	Hidden []kit.Hidden
	Fields []kit.Field
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

func agendaOf(p *kit.Page, c echo.Context, v meetings.View) MeetingAgenda {
	m := v.Meeting
	out := MeetingAgenda{Items: agendaRows(v.Agenda)}
	if !v.May.Agenda {
		return out
	}
	after := []kit.Option{{Label: "Before other business, or last"}}
	for i, item := range v.Agenda {
		after = append(after, kit.Option{
			Value: kit.IDText(item.ID), Label: agendaLetter(i) + ") " + item.Title,
			Selected: kit.IDText(item.ID) == kit.FormText(c, "after"),
		})
		if item.Own() {
			remove := p.Button(
				"remove"+kit.IDText(item.ID), kit.MeetingURL(m.ID, "items", kit.IDText(item.ID), "remove"), "Remove",
				kit.VersionField(m.Version),
			)
			remove.Kind, remove.Small, remove.For = "secondary", "small", item.Title
			out.Items[i].Remove = remove
		}
	}
	if m.Kind != meetings.EGM { // rule 5.7: an EGM takes no other item
		out.Add = &AgendaAdd{FormKey: p.Form("item"), URL: kit.MeetingURL(m.ID, "items"), Hidden: []kit.Hidden{kit.VersionField(m.Version)}, Fields: []kit.Field{
			p.Field(kit.Field{Name: "title", Label: "Item", Value: kit.FormText(c, "title"), Required: true, MaxLength: 200}),
			p.Field(kit.Field{Name: "note", Label: "Note, to be read out or sent with it", Value: kit.FormText(c, "note")}),
			p.Field(kit.Field{Name: "after", Label: "After", Type: "select", Options: after}),
		}}
	}
	return out
}

func (s *Desk) itemAdd(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in := meetings.ItemInput{
		Title: kit.FormText(c, "title"), Note: kit.FormText(c, "note"), After: kit.FormID[meetings.ItemID](c, "after"),
	}
	if _, err := s.meetings.AddItem(c.Request().Context(), s.Actor(c), v.Meeting.ID, kit.FormVersion(c), in); err != nil {
		return s.showMeeting(c, kit.RefusalStatus(err), v, err)
	}
	s.Flash(c, kit.KindSuccess, "The item was added to the agenda.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID)+"#agenda")
}

func (s *Desk) itemRemove(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	item, err := kit.PathID[meetings.ItemID](c, "item")
	if err != nil {
		return err
	}
	if err := s.meetings.RemoveItem(
		c.Request().Context(), s.Actor(c), v.Meeting.ID, kit.FormVersion(c), item,
	); err != nil {
		return s.RefusedAt(c, err, kit.MeetingURL(v.Meeting.ID))
	}
	s.Flash(c, kit.KindSuccess, "The item was removed from the agenda.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID)+"#agenda")
}
