package society

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ReturnStartPage is where a club's list begins: the template to fill in, and
// the upload.
type ReturnStartPage struct {
	kit.FormPage
	Templates []kit.Link
	Filled    string    // what the template is filled with
	Fee       string    // "$20.00 for each member", or what is missing
	Open      *kit.Link // the return that is open already
}

var returnStartView = kit.NewView[ReturnStartPage](templates, "clubs/return_start.html")

// startURL is where a club sends its list for a year.
func startURL(id clubs.ClubID, year members.Year) string {
	return kit.ClubURL(id) + "/return?year=" + strconv.Itoa(int(year))
}

// formYear is the subscription year that an address names, else the current one.
func (s *Desk) formYear(c echo.Context, rules constitution.Constitution) members.Year {
	if n, err := strconv.Atoi(c.QueryParam("year")); err == nil && members.Year(n).Valid() {
		return members.Year(n)
	}
	return rules.YearOf(s.Today())
}

// yearOf is the subscription year that a form asks for; a form without one means
// the current year.
func (s *Desk) yearOf(in *kit.Filling, rules constitution.Constitution) members.Year {
	return members.Year(in.NumberOr("year", int(rules.YearOf(s.Today()))))
}

// listStart is a club that begins its list.
type listStart struct {
	clubs.Desk
	rules constitution.Constitution
}

// sendList takes in a club's list.
func (s *Desk) sendList() kit.Form[listStart] {
	return kit.Form[listStart]{
		Site: s.Site,
		Load: func(c echo.Context) (l listStart, err error) {
			id, err := kit.PathID[clubs.ClubID](c, "id")
			if err != nil {
				return l, err
			}
			ctx, actor := c.Request().Context(), s.Actor(c)
			if err := auth.Require(actor, auth.SubmitReturn, auth.Object{Club: id}, s.Today()); err != nil {
				return l, err // before the file is read
			}
			if l.rules, err = s.governance.Today(ctx); err != nil {
				return l, err
			}
			l.Desk, err = s.clubs.Desk(ctx, actor, id)
			return l, err
		},
		Fill: func(c echo.Context, in *kit.Filling, l listStart) {
			in.Set("year", strconv.Itoa(int(s.formYear(c, l.rules))))
			in.SetDay("received", s.Today())
		},
		Show: s.showStart, Take: s.takeList, Render: s.renderStart,
	}
}

func (s *Desk) showStart(c echo.Context, p *kit.FormPage, l listStart) error {
	id := l.Club.ID
	p.Page = s.Page(
		c, "List of members of "+l.Club.Name,
		s.clubCrumbs(c, kit.Crumb{Label: l.Club.Name, URL: kit.ClubDeskURL(id)})...,
	)
	p.Action, p.Submit, p.Back = kit.ClubURL(id)+"/return", "Check the list", kit.ClubDeskURL(id)
	treasurer := auth.Can(s.Actor(c), auth.ConfirmReturn, auth.Object{}, s.Today())
	p.Group("", s.listYears(p.In(), l.rules, treasurer))
	if treasurer {
		received := kit.DayField("received", "List received", "The day on which the list reached you.")
		received.Required = true
		p.Group("", received)
	}
	p.Uploads = []kit.Upload{{
		ID: "file", Name: "file", Label: "The filled-in list", Accept: ".xlsx,.csv", Required: true,
		Hint: "XLSX or CSV, up to 5,000 rows and 10 MB. Nothing is registered until you have seen what each row means.",
	}}
	return nil
}

func (s *Desk) renderStart(c echo.Context, status int, p *kit.FormPage, l listStart) error {
	id, year := l.Club.ID, s.yearOf(p.In(), l.rules)
	t, err := s.clubs.Template(c.Request().Context(), s.Actor(c), id, year)
	if err != nil {
		return err
	}
	query := "?year=" + strconv.Itoa(int(year))
	page := ReturnStartPage{
		FormPage: *p, Filled: "It has the right columns and no names yet.",
		Templates: []kit.Link{
			{Label: "template (XLSX)", URL: kit.ClubURL(id) + "/template.xlsx" + query},
			{Label: "template (CSV)", URL: kit.ClubURL(id) + "/template.csv" + query},
		},
	}
	if n := len(t.Rows); n > 0 {
		page.Filled = fmt.Sprintf("It is filled with %s of %s.", kit.Plural(n, "member", "members"), t.From)
	}
	if page.Fee, err = s.feeText(c, year); err != nil {
		return err
	}
	for _, st := range l.Returns {
		if st.Return.Year == year && st.Return.State.Open() && st.Return.HasList() {
			page.Open = &kit.Link{Label: "Continue with the list that is already here", URL: kit.ReturnURL(st.Return.ID)}
		}
	}
	return returnStartView.Render(c, status, page)
}

// listYears offers the years that a list can be for today, and says from when the coming one can. The treasurer may record
// one that came in before a year ended.
func (s *Desk) listYears(in *kit.Filling, rules constitution.Constitution, treasurer bool) kit.Field {
	current := rules.YearOf(s.Today())
	first, last := current, current
	opens := rules.PaidAheadFrom(current + 1)
	if !s.Today().Before(opens) {
		last++
	}
	var hints []string
	if treasurer {
		first--
		hints = append(hints, "A list for "+first.String()+" counts if it was received by "+rules.Last(first).Long()+".")
	}
	if last == current {
		hints = append(hints, "A list for "+(current+1).String()+" can be sent from "+opens.Long()+" (Rule 2.2).")
	}
	f := yearChoice(in, rules, current, last, first)
	f.Hint = strings.Join(hints, " ")
	return f
}

// yearField offers the years that a payment can be for: the current one, the
// coming one and, for what was forgotten, the one before.
func (s *Desk) yearField(in *kit.Filling, rules constitution.Constitution) kit.Field {
	current := rules.YearOf(s.Today())
	return yearChoice(in, rules, current, current+1, current-1)
}

// yearChoice offers the years from one down to another; the first is chosen where
// the form has none of them.
func yearChoice(in *kit.Filling, rules constitution.Constitution, first, from, to members.Year) kit.Field {
	f := kit.Field{Name: "year", Label: "Subscription year", Type: "select", Required: true}
	known := false
	for y := from; y >= to; y-- {
		value := strconv.Itoa(int(y))
		known = known || in.Has("year", value)
		f.Options = append(f.Options, kit.Option{Value: value, Label: rules.Days(y).String()})
	}
	if !known {
		in.Set("year", strconv.Itoa(int(first)))
	}
	return f
}

func (s *Desk) feeText(c echo.Context, year members.Year) (string, error) {
	rate, err := s.treasury.RateFor(c.Request().Context(), year)
	if apperr.KindOf(err) == apperr.Invalid {
		return "The subscription for " + year.String() + " is not recorded yet; the fee follows from it (Rule 2.2).", nil
	}
	if err != nil {
		return "", err
	}
	return "The fee for " + year.String() + " is " + rate.Amount.String() + " for each member on the list (Rule 2.3).", nil
}

// returnTemplate answers with the list to fill in.
func (s *Desk) returnTemplate(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	year := s.formYear(c, rules)
	t, err := s.clubs.Template(c.Request().Context(), s.Actor(c), id, year)
	if err != nil {
		return err
	}
	out := reports.ClubReturnTemplate{
		Club: t.Club.Name, Year: rules.Days(year).String(), ReplyTo: s.BaseURL + startURL(id, year),
	}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, reports.ReturnRow{
			Number: r.MemberNo, FamilyName: r.Family, GivenNames: r.Given, Email: r.Email, Phone: r.Phone, Address: r.Address,
			Grade: r.Grade,
		})
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	write := reports.ClubReturnCSV
	if format == kit.FormatXLSX {
		write = s.Press().ClubReturnXLSX
	}
	return kit.SendWritten(
		c, format, s.TodaysFile("club list "+strconv.Itoa(int(year)), t.Club.Name), func(w io.Writer) error { return write(w, out) },
	)
}

func (s *Desk) takeList(c echo.Context, in *kit.Filling, l listStart) (kit.Done, error) {
	year, received := s.yearOf(in, l.rules), in.Day("received")
	list, err := readList(c)
	if err != nil {
		return kit.Done{}, err
	}
	up, err := s.clubs.Upload(c.Request().Context(), s.Actor(c), clubs.UploadInput{
		Club: l.Club.ID, Year: year, List: list, Received: received,
	})
	kind, text := uploadFlash(up.Outcome, year)
	return kit.Done{To: kit.ReturnURL(up.Return), Message: text, Kind: kind}, err
}

func readList(c echo.Context) (clubs.List, error) {
	file, err := kit.ChosenFile(c, "file")
	if err != nil {
		return clubs.List{}, err
	}
	if file == nil {
		var f apperr.Fields
		f.Add("file", "Choose the file with the list first.")
		return clubs.List{}, f.Err()
	}
	defer file.Close()
	return clubs.ReadList(file.Name, file)
}

func uploadFlash(o clubs.Outcome, year members.Year) (kind, text string) {
	switch o {
	case clubs.Replaced:
		return kit.KindSuccess, "The new list replaces the earlier one. Check its rows."
	case clubs.Same:
		return kit.KindWarning, "This list is already here; nothing was changed."
	case clubs.Known:
		return kit.KindWarning, "This list has already been confirmed; nothing was changed."
	case clubs.NothingIn:
		return kit.KindWarning, "Everyone on this list is already registered for " + year.String() + "; nothing was changed."
	}
	return kit.KindSuccess, "The list was read. Check its rows."
}
