package web

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
)

// ReturnStartPage is where a club's list begins: the template to fill in, and
// the upload.
type ReturnStartPage struct {
	Page
	Club      string
	Action    string
	Year      Field
	Received  *Field // for the treasurer
	Upload    Upload
	Templates []Link
	Filled    string // what the template is filled with
	Fee       string // "$20.00 for each member", or what is missing
	Open      *Link  // the return that is open already
}

var returnStartView = newView[ReturnStartPage]("clubs/return_start.html")

// startURL is where a club sends its list for a year.
func startURL(id clubs.ClubID, year members.Year) string {
	return clubURL(id) + "/return?year=" + strconv.Itoa(int(year))
}

// formDay reads a day from a form; no date when it is none.
func formDay(c echo.Context, name string) civil.Date {
	day, err := civil.ParseDate(formText(c, name))
	if err != nil {
		return civil.Date{}
	}
	return day
}

// formYear is the subscription year that a form or an address names, else the
// current one.
func (s *Server) formYear(c echo.Context, rules constitution.Constitution) members.Year {
	if n, err := strconv.Atoi(formText(c, "year")); err == nil && members.Year(n).Valid() {
		return members.Year(n)
	}
	return rules.YearOf(s.today())
}

func (s *Server) returnStart(c echo.Context) error {
	page, err := s.startPage(c)
	if err != nil {
		return err
	}
	return returnStartView.render(c, http.StatusOK, page)
}

func (s *Server) startPage(c echo.Context) (ReturnStartPage, error) {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return ReturnStartPage{}, err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
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
		Page: s.page(c, "List of members of "+t.Club.Name, s.clubCrumbs(c, Crumb{t.Club.Name, clubDeskURL(id)})...),
		Club: t.Club.Name, Action: clubURL(id) + "/return",
		Year: s.yearField(rules, year),
		Upload: Upload{
			ID: "file", Name: "file", Label: "The filled-in list", Accept: ".xlsx,.csv", Required: true,
			Hint: "XLSX or CSV, up to 5,000 rows and 10 MB. Nothing is registered before you have seen what each row means.",
		},
		Templates: []Link{{Label: "template (XLSX)", URL: clubURL(id) + "/template.xlsx" + query}, {Label: "template (CSV)", URL: clubURL(id) + "/template.csv" + query}},
		Filled:    "It has the right columns and nobody on it yet.",
	}
	if n := len(t.Rows); n > 0 {
		page.Filled = fmt.Sprintf("It is filled with %s of %s.", plural(n, "member", "members"), t.From)
	}
	if page.Fee, err = s.feeText(c, year); err != nil {
		return page, err
	}
	for _, st := range d.Returns {
		if st.Return.Year == year && st.Return.State.Open() && st.Return.HasList() {
			page.Open = &Link{Label: "Go on with the list that is here already", URL: returnURL(st.Return.ID)}
		}
	}
	if auth.Can(actor, auth.ConfirmReturn, auth.Object{}, s.today()) {
		received := formText(c, "received")
		if received == "" {
			received = s.today().String()
		}
		page.Received = &Field{ID: "received", Name: "received", Label: "List received", Hint: "The day on which the list reached you.", Type: "date", Value: received, Required: true, Width: "medium"}
	}
	return page, nil
}

// yearField offers the years that a list can be for: the current one, the
// coming one and, for what was forgotten, the one before.
func (s *Server) yearField(rules constitution.Constitution, chosen members.Year) Field {
	f := Field{ID: "year", Name: "year", Label: "Subscription year", Type: "select", Required: true}
	current := rules.YearOf(s.today())
	for _, y := range []members.Year{current + 1, current, current - 1} {
		f.Options = append(f.Options, Option{Value: strconv.Itoa(int(y)), Label: rules.Days(y).String(), Selected: y == chosen})
	}
	return f
}

func (s *Server) feeText(c echo.Context, year members.Year) (string, error) {
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
func (s *Server) returnTemplate(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	year := s.formYear(c, rules)
	t, err := s.clubs.Template(c.Request().Context(), s.actor(c), id, year)
	if err != nil {
		return err
	}
	out := reports.ClubReturnTemplate{Club: t.Club.Name, Year: rules.Days(year).String(), ReplyTo: s.baseURL + startURL(id, year)}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, reports.ReturnRow{
			Number: r.MemberNo, FamilyName: r.Family, GivenNames: r.Given, Email: r.Email, Phone: r.Phone, Address: r.Address, Grade: r.Grade,
		})
	}
	_, format := splitFormat(c.Request().URL.Path)
	write := reports.ClubReturnCSV
	if format == formatXLSX {
		write = reports.ClubReturnXLSX
	}
	var b bytes.Buffer
	if err := write(&b, out); err != nil {
		return err
	}
	return sendFile(c, format, fmt.Sprintf("club-list-%d-%d", id, year), b.Bytes())
}

// returnUpload takes in a club's list.
func (s *Server) returnUpload(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	if err := auth.Require(s.actor(c), auth.SubmitReturn, auth.Object{Club: id}, s.today()); err != nil {
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
	if formText(c, "received") != "" {
		if in.Received = formDay(c, "received"); in.Received.IsZero() {
			var f apperr.Fields
			f.Add("received", "Enter the day as 2026-07-01.")
			return s.refusedUpload(c, f.Err())
		}
	}
	up, err := s.clubs.Upload(c.Request().Context(), s.actor(c), in)
	if err != nil {
		return s.refusedUpload(c, err)
	}
	kind, text := uploadFlash(up.Outcome, in.Year)
	s.flash(c, kind, text)
	return seeOther(c, returnURL(up.Return))
}

func readList(c echo.Context) (clubs.List, error) {
	file, err := chosenFile(c, "file")
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

func (s *Server) refusedUpload(c echo.Context, refused error) error {
	page, err := s.startPage(c)
	if err != nil {
		return err
	}
	if !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	page.Upload.Error = page.errorOn("file")
	if page.Received != nil {
		page.Received.Error = page.errorOn("received")
	}
	return returnStartView.render(c, http.StatusUnprocessableEntity, page)
}

func uploadFlash(o clubs.Outcome, year members.Year) (kind, text string) {
	switch o {
	case clubs.Replaced:
		return KindSuccess, "The new list takes the place of the one before. Check its rows."
	case clubs.Same:
		return KindWarning, "This is the list that is here already; nothing was changed."
	case clubs.Known:
		return KindWarning, "This list was confirmed before; nothing was changed."
	case clubs.NothingIn:
		return KindWarning, "Everybody on this list is registered for " + year.String() + " already; nothing was changed."
	}
	return KindSuccess, "The list was read. Check its rows."
}
