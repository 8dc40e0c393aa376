package society

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// fillRows puts the rows of one page into a return's page.
func (s *Desk) fillRows(c echo.Context, page *ReturnPage, v clubs.View) {
	here := kit.ReturnURL(v.Return.ID)
	tabs, shown := rowTabs(v.Lines, kit.FormText(c, "rows"), here)
	page.States = tabs
	number := kit.PageNumber(c)
	page.Pager = kit.PagerOf(number, rowsPerPage, len(shown), c.Request().URL)
	from := min((number-1)*rowsPerPage, len(shown))
	for _, l := range shown[from:min(from+rowsPerPage, len(shown))] {
		page.Rows = append(page.Rows, s.returnRow(c, page.Page, v, l))
	}
	if v.Preview == nil || !v.MayChange {
		return
	}
	page.Choices = &ChoicesForm{
		FormKey: page.Form("choices"), Action: here + "/choices",
		Hidden: []kit.Hidden{
			kit.VersionField(v.Return.Version), {Name: "rows", Value: kit.FormText(c, "rows")},
			{Name: "page", Value: strconv.Itoa(number)},
		},
	}
	switch p := v.Preview; {
	case v.MayConfirm:
		page.Choices.Final, page.Choices.Then = "Confirm the list", "confirm"
		if p.Priced && len(p.Obstacles) == 0 {
			page.Choices.Sum = confirmText(*p)
		}
	case v.Return.State == clubs.Draft:
		page.Choices.Final, page.Choices.Then = "Hand in to the treasurer", "submit"
	}
	if v.Preview.AskConsent && page.Choices.Final != "" {
		page.Choices.Consent = consentField(c, page.Page, members.ConsentOnList)
	}
}

func (s *Desk) returnRow(c echo.Context, p kit.Page, v clubs.View, l clubs.Line) ReturnRow {
	id, r := kit.IDText(l.Row.ID), v.Return
	out := ReturnRow{
		ID: "row-" + id, Number: strconv.Itoa(l.Row.Number), Name: rowName(l.Row.ListRow), Cells: rowCells(l.Row.ListRow),
	}
	out.State, out.Class = rowBadge(l)
	for _, f := range l.Findings {
		out.Notes = append(out.Notes, RowNote{Kind: string(f.Level), Text: f.Text})
	}
	if l.State == clubs.RowOpen {
		out.Notes = append(out.Notes, perhaps(l.Candidates)...)
	}
	for _, ch := range l.Changes {
		was := ch.Was
		if was == "" {
			was = "nothing"
		}
		out.Changes = append(out.Changes, ch.Label+": "+was+" becomes "+ch.Now)
	}
	if l.Row.Person != 0 && auth.Can(s.Actor(c), auth.ViewRegister, auth.Object{}, s.Today()) {
		out.URL = kit.PersonURL(l.Row.Person)
	}
	if g := l.Registration; g != nil {
		out.Until = new(kit.RuleTrace(g.To.Long(), g.Trace))
	}
	if l.Charge > 0 {
		out.Fee = l.Charge.String()
	}
	row := kit.ReturnURL(r.ID) + "/rows/" + id
	if v.MayChange {
		out.EditURL = row
		out.Choice = choiceField(c, l)
	}
	switch waived := !l.Row.Waiver.On.IsZero(); {
	case waived:
		out.Fee, out.Waived = "waived", l.Row.Waiver.Reason
		if v.MayPay && r.State.Open() {
			out.ChargeForm = p.Button("charge"+id, row+"/charge", "Charge after all", kit.VersionField(r.Version))
			out.ChargeForm.Kind, out.ChargeForm.Small, out.ChargeForm.For = "quiet", "small", out.Name
		}
	case v.MayPay && out.Fee != "" && (l.Double || v.Affiliation.Standing == clubs.AwaitingFee):
		out.WaiveURL = row + "/waive"
	}
	return out
}

// perhaps names the people whom an undecided row may be.
func perhaps(candidates []clubs.RowCandidate) []RowNote {
	var out []RowNote
	for _, cand := range candidates {
		text := "The treasurer compares this row with the register."
		if !cand.Hidden {
			text = "Perhaps " + candidateText(cand) + "."
		}
		out = append(out, RowNote{Kind: kit.KindInfo, Text: text})
	}
	return out
}

// candidateText is "Aroha Tūī, no. 17, Kāpiti Go Club: same name".
func candidateText(cand clubs.RowCandidate) string {
	text := fmt.Sprintf("%s, no. %d", cand.Name, cand.Person)
	if cand.Clubs != "" {
		text += ", " + cand.Clubs
	}
	return text + ": " + cand.Why
}

func rowName(r clubs.ListRow) string {
	if r.Family == "" && r.Given == "" {
		return "(no name)"
	}
	return members.Name{Family: r.Family, Given: r.Given, Order: members.GuessOrder(r.Family, r.Given)}.Listed()
}

// rowCells is what the list says of a person beside the name.
func rowCells(r clubs.ListRow) string {
	var parts []string
	for _, text := range []string{r.Grade, r.Email, r.Phone, strings.Join(strings.Fields(r.Address), " "), r.Note} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " · ")
}

func rowBadge(l clubs.Line) (badge kit.Badge, class string) {
	warned := false
	for _, f := range l.Findings {
		warned = warned || f.Level == clubs.Caution
	}
	switch l.State {
	case clubs.RowError:
		return kit.Badge{Kind: kit.KindError, Text: l.State.Label()}, "row-error"
	case clubs.RowOpen:
		return kit.Badge{Kind: kit.KindWarning, Text: l.State.Label()}, "row-warning"
	case clubs.RowUnchanged, clubs.RowLeftOut:
		return kit.Badge{Kind: kit.RowUnchanged, Text: l.State.Label()}, "row-unchanged"
	case clubs.RowNew:
		badge = kit.Badge{Kind: kit.RowNew, Text: l.State.Label()}
	default:
		badge = kit.Badge{Kind: kit.RowMatch, Text: l.State.Label()}
	}
	if warned {
		class = "row-warning"
	}
	return badge, class
}

// choiceField asks what to do with a row; a form that was sent back keeps what
// was chosen.
func choiceField(c echo.Context, l clubs.Line) *kit.Field {
	name := "row-" + kit.IDText(l.Row.ID)
	f := &kit.Field{ID: "choice" + name, Name: name, Label: "Row " + strconv.Itoa(l.Row.Number), Type: "select"}
	chosen := choiceText(clubs.Choice{Decision: l.Row.Decision, Person: l.Row.Person})
	if sent := kit.FormText(c, name); sent != "" {
		chosen = sent
	}
	add := func(value, label string) {
		f.Options = append(f.Options, kit.Option{Value: value, Label: label, Selected: value == chosen})
	}
	open, hidden := "Choose", false
	listed := map[clubs.PersonID]bool{}
	for _, cand := range l.Candidates {
		if cand.Hidden {
			hidden = true
			continue
		}
		listed[cand.Person] = true
		add(choiceText(clubs.Choice{Decision: clubs.SamePerson, Person: cand.Person}), candidateText(cand))
	}
	if l.Row.Decision == clubs.SamePerson && !listed[l.Row.Person] {
		label := "Found in the register"
		if l.Person != nil && !hidden {
			label = fmt.Sprintf("%s, no. %d", l.Person.Name, l.Person.ID)
		}
		add(choiceText(clubs.Choice{Decision: clubs.SamePerson, Person: l.Row.Person}), label)
	}
	if hidden {
		open = "The treasurer compares this with the register"
	}
	add(string(clubs.NewPerson), "New person")
	add(string(clubs.LeaveOut), "Leave out")
	if l.Row.Decision == clubs.Undecided {
		f.Options = append(
			[]kit.Option{{Value: string(clubs.Undecided), Label: open, Selected: chosen == string(clubs.Undecided)}},
			f.Options...,
		)
	}
	return f
}

func choiceText(ch clubs.Choice) string {
	if ch.Decision == clubs.SamePerson {
		return "same:" + kit.IDText(ch.Person)
	}
	return string(ch.Decision)
}

// readRowChoices reads what was chosen for the rows of the page.
func readRowChoices(c echo.Context) ([]clubs.Choice, error) {
	form, err := c.FormParams()
	if err != nil {
		return nil, err
	}
	var out []clubs.Choice
	for name, values := range form {
		text, ok := strings.CutPrefix(name, "row-")
		id, err := strconv.ParseInt(text, 10, 64)
		if !ok || err != nil || len(values) == 0 {
			continue
		}
		ch := clubs.Choice{Row: clubs.RowID(id)}
		kind, person, _ := strings.Cut(values[0], ":")
		ch.Decision = clubs.Decision(kind)
		if n, err := strconv.ParseInt(person, 10, 64); err == nil {
			ch.Person = clubs.PersonID(n)
		}
		out = append(out, ch)
	}
	return out, nil
}

// returnChoices saves what was chosen for the rows of a page, and with "then"
// hands the list in or confirms it.
func (s *Desk) returnChoices(c echo.Context) error {
	ref, err := returnRef(c)
	if err != nil {
		return err
	}
	choices, err := readRowChoices(c)
	if err != nil {
		return err
	}
	ctx, actor, text := c.Request().Context(), s.Actor(c), "The choices are saved."
	last := clubs.Last{Choices: choices, Consented: kit.FormText(c, "consent") != ""}
	switch kit.FormText(c, "then") {
	case "confirm":
		var a clubs.Affiliation
		a, err = s.clubs.Confirm(ctx, actor, ref, last)
		text = "The list is confirmed. " + standingText(a)
	case "submit":
		err = s.clubs.Submit(ctx, actor, ref, last)
		text = "The list is handed in to the treasurer."
	default:
		err = s.clubs.Decide(ctx, actor, ref, choices)
	}
	if err != nil {
		return s.showReturn(c, err)
	}
	s.Flash(c, kit.KindSuccess, text)
	if kit.FormText(c, "then") != "" {
		return kit.SeeOther(c, kit.ReturnURL(ref.Return))
	}
	back := kit.ReturnURL(ref.Return) + "?rows=" + kit.FormText(c, "rows")
	if n := kit.PageNumber(c); n > 1 {
		back += "&page=" + strconv.Itoa(n)
	}
	return kit.SeeOther(c, kit.LocalPath(back, kit.ReturnURL(ref.Return))+"#rows")
}

// standingText says where a return stands after a list or a payment came in.
func standingText(a clubs.Affiliation) string {
	switch a.Standing {
	case clubs.Effective:
		return "The registration is effective from " + a.From.Long() + "."
	case clubs.AwaitingFee:
		return a.Missing.String() + " is still to be paid."
	case clubs.AwaitingList:
		return "It counts once the club’s list is in and confirmed."
	}
	return "The full fee came after the subscription year."
}

func returnRef(c echo.Context) (clubs.Ref, error) {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	return clubs.Ref{Return: id, Version: kit.FormVersion(c)}, err
}

// ReturnRowPage corrects one row of a list.
type ReturnRowPage struct {
	kit.Page
	Action string
	Fields []kit.Field
	Hidden []kit.Hidden
	Back   string
}

var returnRowView = kit.NewView[ReturnRowPage](templates, "clubs/return_row.html")

func (s *Desk) returnRowEdit(c echo.Context) error {
	v, l, err := s.rowAt(c)
	if err != nil {
		return err
	}
	return s.showRow(c, v, l, l.Row.ListRow, v.Return.Version, nil)
}

// rowAt finds the row that the address names in its return.
func (s *Desk) rowAt(c echo.Context) (clubs.View, clubs.Line, error) {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return clubs.View{}, clubs.Line{}, err
	}
	row, err := kit.PathID[clubs.RowID](c, "row")
	if err != nil {
		return clubs.View{}, clubs.Line{}, err
	}
	v, err := s.clubs.View(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return v, clubs.Line{}, err
	}
	for _, l := range v.Lines {
		if l.Row.ID == row {
			return v, l, nil
		}
	}
	return v, clubs.Line{}, apperr.New(apperr.NotFound, "Row not found in this list.")
}

func (s *Desk) showRow(c echo.Context, v clubs.View, l clubs.Line, in clubs.ListRow, shown int64, refused error) error {
	back := kit.ReturnURL(v.Return.ID)
	page := ReturnRowPage{
		Page: s.Page(
			c, "Row "+strconv.Itoa(l.Row.Number)+" of the list",
			s.clubCrumbs(c, kit.Crumb{
				Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID),
			}, kit.Crumb{Label: "List for " + v.Return.Year.String(), URL: back})...,
		),
		Action: back + "/rows/" + kit.IDText(l.Row.ID), Back: back + "#row-" + kit.IDText(l.Row.ID),
		Hidden: []kit.Hidden{kit.VersionField(shown)},
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.Invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.Conflicting(refused):
		status, page.Hidden = http.StatusConflict, []kit.Hidden{kit.VersionField(v.Return.Version)}
	default:
		return refused
	}
	for _, f := range []kit.Field{
		{
			Name: "member_no", Label: "Member number", Hint: "If the society has given one.", Value: in.MemberNo, Width: "short",
		},
		{Name: "family_name", Label: "Family name", Value: in.Family, Required: true},
		{Name: "given_names", Label: "Given names", Value: in.Given},
		{Name: "email", Label: "E-mail", Value: in.Email, InputMode: "email"},
		{Name: "phone", Label: "Phone", Value: in.Phone, InputMode: "tel"},
		{Name: "address", Label: "Address", Type: "textarea", Rows: 3, Value: in.Address},
		{
			Name: "grade", Label: "Playing strength", Hint: "Such as 3d, 12k, or a rating like 3.4.", Value: in.Grade,
			Width: "short",
		},
		{Name: "note", Label: "Note", Value: in.Note},
	} {
		page.Fields = append(page.Fields, page.Field(f))
	}
	return returnRowView.Render(c, status, page)
}

func (s *Desk) returnRowSave(c echo.Context) error {
	v, l, err := s.rowAt(c)
	if err != nil {
		return err
	}
	in := clubs.ListRow{
		MemberNo: kit.FormText(c, "member_no"), Family: kit.FormText(c, "family_name"), Given: kit.FormText(c, "given_names"),
		Email: kit.FormText(c, "email"), Phone: kit.FormText(c, "phone"), Address: kit.FormText(c, "address"),
		Grade: kit.FormText(c, "grade"), Note: kit.FormText(c, "note"),
	}
	ref := clubs.Ref{Return: v.Return.ID, Version: kit.FormVersion(c)}
	if err := s.clubs.CorrectRow(c.Request().Context(), s.Actor(c), ref, l.Row.ID, in); err != nil {
		return s.showRow(c, v, l, in, kit.FormVersion(c), err)
	}
	s.Flash(c, kit.KindSuccess, "Row "+strconv.Itoa(l.Row.Number)+" is corrected.")
	return kit.SeeOther(c, kit.ReturnURL(v.Return.ID)+"#row-"+kit.IDText(l.Row.ID))
}
