package meetings

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ConfirmElectionsPage shows what confirming the results of an AGM changes.
type ConfirmElectionsPage struct {
	kit.Page
	First, Last string // first day of the new offices, last of those before
	Outcomes    []kit.Fact
	Begins      []OfficeChange
	Ends        []OfficeChange
	Stay        *kit.Field // who may stay though nobody elected them
	Findings    []kit.Finding
	Action      string
	Hidden      []kit.Hidden
	Back        string
}

// OfficeChange is an office that begins or ends.
type OfficeChange struct{ Name, Office, Note string }

var confirmElectionsView = kit.NewView[ConfirmElectionsPage](templates, "elections/confirm.html")

// electionVersionName is the hidden field with the version of an election that was
// shown.
func electionVersionName(id elections.ID) string { return "version-" + kit.IDText(id) }

func (s *Desk) electionsConfirm(c echo.Context) error {
	return s.showElectionsConfirm(c, kit.NewFilling(), nil)
}

func (s *Desk) showElectionsConfirm(c echo.Context, in *kit.Filling, refused error) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	next, err := s.elections.Succession(c.Request().Context(), s.Actor(c), id, stayingOffices(in))
	if err != nil {
		return err
	}
	page := ConfirmElectionsPage{
		Page: s.electionPage(c, next.Meeting, "Confirm the results"), First: next.First.Long(), Last: next.Last.Long(),
		Findings: findingLines(next.Findings), Action: electionsURL(id, "confirm"), Back: electionsURL(id),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	for _, r := range next.Results {
		trace := outcomeTrace(r.Outcome)
		page.Outcomes = append(page.Outcomes, kit.Fact{Label: r.Post.Title(), Trace: &trace})
		page.Hidden = append(page.Hidden, kit.Hidden{Name: electionVersionName(r.ID), Value: kit.IDText(r.Version)})
	}
	page.offices(in, next)
	return confirmElectionsView.Render(c, status, page)
}

// offices adds whose offices begin and end, and who may stay.
func (p *ConfirmElectionsPage) offices(in *kit.Filling, next elections.Succession) {
	for _, b := range next.Begins {
		change := OfficeChange{Name: b.Person.Name, Office: b.Role.Title(), Note: "New"}
		if b.Again {
			change.Note = "Re-elected"
		}
		p.Begins = append(p.Begins, change)
	}
	field := kit.Field{
		Name: "stay", Label: "Who stays", Type: "checkboxes",
		Hint: "They were not elected. Tick the co-opted members who stay (rule 6.5), and any officer who carries on until " +
			"there is a successor (rule 6.6). The other terms of office end on " + p.Last + ".",
	}
	for _, e := range next.Ends {
		if e.MayStay {
			field.Options = append(field.Options, kit.Option{
				Value: kit.IDText(e.Office.ID), Label: e.Name + ", " + e.Office.Title(),
				Hint: "Since " + e.Office.From.Long() + ".",
			})
			continue
		}
		p.Ends = append(p.Ends, OfficeChange{Name: e.Name, Office: e.Office.Title(), Note: "Since " + e.Office.From.Long()})
	}
	if len(field.Options) > 0 {
		field = in.Field(&p.Page, field)
		p.Stay = &field
	}
}

func stayingOffices(in *kit.Filling) []auth.OfficeID { return kit.AllChosen[auth.OfficeID](in, "stay") }

func (s *Desk) electionsConfirmSave(c echo.Context) error {
	v, err := kit.ByID(s.Site, s.elections.OfMeeting)(c)
	if err != nil {
		return err
	}
	id := v.Meeting.ID
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	confirmed := elections.ConfirmInput{Meeting: id, Seen: map[elections.ID]int64{}, Stay: stayingOffices(in)}
	for _, e := range v.Elections {
		confirmed.Seen[e.ID] = kit.Chosen[int64](in, electionVersionName(e.ID))
	}
	next, err := s.elections.Succession(c.Request().Context(), s.Actor(c), id, confirmed.Stay)
	if err == nil {
		err = s.elections.Confirm(c.Request().Context(), s.Actor(c), confirmed)
	}
	if err := in.Refusal(err); err != nil {
		return s.showElectionsConfirm(c, in, err)
	}
	var elected []auth.PersonID
	for _, b := range next.Begins {
		if !slices.Contains(elected, b.Person.ID) {
			elected = append(elected, b.Person.ID)
		}
	}
	text, err := s.Invited(
		c, "The results are confirmed. Those elected hold office from "+v.Meeting.Date.AddDays(1).Long()+".", elected...,
	)
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, electionsURL(id))
}
