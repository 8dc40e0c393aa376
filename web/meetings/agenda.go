package meetings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Agenda is the items by letter, and the form that adds one.
type Agenda struct {
	Items []AgendaRow
	Add   *kit.SmallForm
}

// AgendaRow is an item of the agenda.
type AgendaRow struct {
	Letter string
	Title  string
	Note   string
	Remove *kit.PostButton
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

func agendaOf(p *kit.Page, in *kit.Filling, v meetings.View) Agenda {
	m := v.Meeting
	out := Agenda{Items: agendaRows(v.Agenda)}
	if !v.May.Agenda {
		return out
	}
	after := []kit.Option{{Label: "Before other business, or last"}}
	for i, item := range v.Agenda {
		after = append(after, kit.Option{
			Value: kit.IDText(item.ID), Label: agendaLetter(i) + ") " + item.Title,
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
		out.Add = &kit.SmallForm{
			FormKey: p.Form("item"), Action: kit.MeetingURL(m.ID, "items"), Hidden: []kit.Hidden{kit.VersionField(m.Version)},
			Fields: []kit.Field{
				in.Field(p, kit.Field{Name: "title", Label: "Item", Required: true, MaxLength: 200}),
				in.Field(p, kit.Field{Name: "note", Label: "Note, to be read out or sent with it"}),
				in.Field(p, kit.Field{Name: "after", Label: "After", Type: "select", Options: after}),
			}, Submit: "Add it to the agenda", Kind: "secondary",
		}
	}
	return out
}

func (s *Desk) itemAdd(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	_, err = s.meetings.AddItem(c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), meetings.ItemInput{
		Title: in.Text("title"), Note: in.Text("note"), After: kit.Chosen[meetings.ItemID](in, "after"),
	})
	if err := in.Refusal(err); err != nil {
		return s.showMeeting(c, in, v, err)
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
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.meetings.RemoveItem(
		c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), item,
	); err != nil {
		return s.RefusedAt(c, err, kit.MeetingURL(v.Meeting.ID))
	}
	s.Flash(c, kit.KindSuccess, "The item was removed from the agenda.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID)+"#agenda")
}
