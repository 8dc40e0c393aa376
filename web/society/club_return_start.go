package society

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ReturnStartPage is where a club's list begins: the template to fill in, and
// the upload.
type ReturnStartPage struct {
	kit.Page
	Club      string
	Action    string
	Year      kit.Field
	Received  *kit.Field // for the treasurer
	Upload    kit.Upload
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

// formDay reads a day from a form; no date when it is none.
func formDay(c echo.Context, name string) civil.Date {
	day, err := civil.ParseDate(kit.FormText(c, name))
	if err != nil {
		return civil.Date{}
	}
	return day
}

// formYear is the subscription year that a form or an address names, else the
// current one.
func (s *Desk) formYear(c echo.Context, rules constitution.Constitution) members.Year {
	if n, err := strconv.Atoi(kit.FormText(c, "year")); err == nil && members.Year(n).Valid() {
		return members.Year(n)
	}
	return rules.YearOf(s.Today())
}

func (s *Desk) returnStart(c echo.Context) error {
	page, err := s.startPage(c)
	if err != nil {
		return err
	}
	return returnStartView.Render(c, http.StatusOK, page)
}

func (s *Desk) startPage(c echo.Context) (ReturnStartPage, error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return ReturnStartPage{}, err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	rules, err := s.governance.Today(ctx)
	if err != nil {
		return ReturnStartPage{}, err
	}
	year := s.formYear(c, rules)
	t, err := s.clubs.Template(ctx, actor, id, year)
	if err != nil {
		return ReturnStartPage{}, err
	}
	d, err := s.clubs.Desk(ctx, actor, id)
	if err != nil {
		return ReturnStartPage{}, err
	}
	query := "?year=" + strconv.Itoa(int(year))
	page := ReturnStartPage{
		Page: s.Page(
			c, "List of members of "+t.Club.Name, s.clubCrumbs(c, kit.Crumb{Label: t.Club.Name, URL: kit.ClubDeskURL(id)})...,
		),
		Club: t.Club.Name, Action: kit.ClubURL(id) + "/return",
		Year: s.yearField(rules, year),
		Upload: kit.Upload{
			ID: "file", Name: "file", Label: "The filled-in list", Accept: ".xlsx,.csv", Required: true,
			Hint: "XLSX or CSV, up to 5,000 rows and 10 MB. Nothing is registered until you have seen what each row means.",
		},
		Templates: []kit.Link{
			{Label: "template (XLSX)", URL: kit.ClubURL(id) + "/template.xlsx" + query},
			{Label: "template (CSV)", URL: kit.ClubURL(id) + "/template.csv" + query},
		},
		Filled: "It has the right columns and no names yet.",
	}
	if n := len(t.Rows); n > 0 {
		page.Filled = fmt.Sprintf("It is filled with %s of %s.", kit.Plural(n, "member", "members"), t.From)
	}
	if page.Fee, err = s.feeText(c, year); err != nil {
		return page, err
	}
	for _, st := range d.Returns {
		if st.Return.Year == year && st.Return.State.Open() && st.Return.HasList() {
			page.Open = &kit.Link{Label: "Continue with the list that is already here", URL: kit.ReturnURL(st.Return.ID)}
		}
	}
	if auth.Can(actor, auth.ConfirmReturn, auth.Object{}, s.Today()) {
		received := kit.FormText(c, "received")
		if received == "" {
			received = s.Today().String()
		}
		page.Received = &kit.Field{
			ID: "received", Name: "received", Label: "List received", Hint: "The day on which the list reached you.",
			Type: "date", Value: received, Required: true, Width: "medium",
		}
	}
	return page, nil
}

// yearField offers the years that a list can be for: the current one, the
// coming one and, for what was forgotten, the one before.
func (s *Desk) yearField(rules constitution.Constitution, chosen members.Year) kit.Field {
	f := kit.Field{ID: "year", Name: "year", Label: "Subscription year", Type: "select", Required: true}
	current := rules.YearOf(s.Today())
	for _, y := range []members.Year{current + 1, current, current - 1} {
		f.Options = append(f.Options, kit.Option{
			Value: strconv.Itoa(int(y)), Label: rules.Days(y).String(), Selected: y == chosen,
		})
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
	var b bytes.Buffer
	if err := write(&b, out); err != nil {
		return err
	}
	return kit.SendFile(c, format, fmt.Sprintf("club-list-%d-%d", id, year), b.Bytes())
}

// returnUpload takes in a club's list.
func (s *Desk) returnUpload(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	if err := auth.Require(s.Actor(c), auth.SubmitReturn, auth.Object{Club: id}, s.Today()); err != nil {
		return err // before the file is read
	}
	list, err := readList(c)
	if err != nil {
		return s.refusedUpload(c, err)
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	in := clubs.UploadInput{Club: id, Year: s.formYear(c, rules), List: list}
	if kit.FormText(c, "received") != "" {
		if in.Received = formDay(c, "received"); in.Received.IsZero() {
			var f apperr.Fields
			f.Add("received", "Enter the day as 2026-07-01.")
			return s.refusedUpload(c, f.Err())
		}
	}
	up, err := s.clubs.Upload(c.Request().Context(), s.Actor(c), in)
	if err != nil {
		return s.refusedUpload(c, err)
	}
	kind, text := uploadFlash(up.Outcome, in.Year)
	s.Flash(c, kind, text)
	return kit.SeeOther(c, kit.ReturnURL(up.Return))
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

func (s *Desk) refusedUpload(c echo.Context, refused error) error {
	page, err := s.startPage(c)
	if err != nil {
		return err
	}
	if !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	page.Upload.Error = page.ErrorOn("file")
	if page.Received != nil {
		page.Received.Error = page.ErrorOn("received")
	}
	return returnStartView.Render(c, http.StatusUnprocessableEntity, page)
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
