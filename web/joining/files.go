package joining

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// kindsFile is who is of another kind than full, as a file.
func (s *Desk) kindsFile(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	list, err := s.kinds.List(c.Request().Context(), s.Actor(c), rules.YearOf(s.Today()))
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(list))
	t := reports.Table{
		Title: "Kinds of members", Note: "As at " + s.Today().Long(),
		Columns: kit.Columns("Member no.", "Member", "Kind", "Paid for by", "From", "Reason", "Recorded by", "Recorded on"),
	}
	for _, l := range list {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(members.Number(l.Person)), reports.Text(l.Name), reports.Text(l.Is().Label()), reports.Text(l.PayerName),
			reports.Date(rules.First(l.From)), reports.Text(l.Reason), reports.Text(l.By), reports.Date(l.At.Date()),
		})
	}
	return s.sendList(c, "kinds-of-members", t)
}

// requestsFile is who asks to join, as a file.
func (s *Desk) requestsFile(c echo.Context) error {
	list, err := s.joining.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	terms, err := s.joining.Terms(c.Request().Context())
	if err != nil {
		return err
	}
	clubs := map[members.ClubID]string{}
	for _, club := range terms.Clubs {
		clubs[club.ID] = club.Name
	}
	kit.NamesPeople(c, len(list))
	t := reports.Table{
		Title: "Who asks to join", Note: "As at " + s.Today().Long(),
		Columns: kit.Columns("Family name", "Given names", "E-mail", "Club", "Kind", "Asked on", "Note"),
	}
	for _, r := range list {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(r.Name.Family), reports.Text(r.Name.Given), reports.Text(r.Email), reports.Text(clubs[r.Club]),
			reports.Text(r.Kind.Label()), reports.Date(r.Asked.Date()), reports.Text(r.Note),
		})
	}
	return s.sendList(c, "who-asks-to-join", t)
}

func (s *Desk) sendList(c echo.Context, name string, t reports.Table) error {
	kit.NoStore(c)
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile(name, ""), t)
}
