package society

import (
	"fmt"
	"slices"
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
func (s *Desk) fillRows(c echo.Context, in *kit.Filling, page *ReturnPage, v clubs.View) {
	here := kit.ReturnURL(v.Return.ID)
	tabs, shown := rowTabs(v.Lines, in.Text("rows"), here)
	page.States = tabs
	number := kit.PageNumber(c)
	page.Pager = kit.PagerOf(number, rowsPerPage, len(shown), c.Request().URL)
	fold := v.Preview != nil && v.MayChange && in.Text("rows") == ""
	if fold {
		shown = slices.Clone(shown)
		slices.SortStableFunc(shown, func(a, b clubs.Line) int { return needOrder(a) - needOrder(b) })
	}
	for _, l := range kit.PageOf(shown, number, rowsPerPage) {
		row := s.returnRow(c, in, page.Page, v, l)
		if fold && needOrder(l) == needsNothing && !in.Ticked("row-"+kit.IDText(l.Row.ID)) {
			page.Fine = append(page.Fine, row.folded(l))
			continue
		}
		page.Rows = append(page.Rows, row)
	}
	if v.Preview == nil || !v.MayChange {
		return
	}
	if n := len(page.Fine); n > 0 {
		page.Fold = kit.Plural(n, "row that needs", "rows that need") + " nothing"
		if len(page.Rows) == 0 {
			page.Settled = "No row needs a decision."
		}
		if len(shown) > rowsPerPage {
			page.Fold, page.Settled = page.Fold+", of this page", ""
		}
	}
	page.Choices = &ChoicesForm{
		FormKey: page.Form("choices"), Action: here + "/choices",
		Hidden: []kit.Hidden{
			kit.VersionField(v.Return.Version), {Name: "rows", Value: in.Text("rows")},
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
		page.Choices.Consent = consentField(in, &page.Page, members.ConsentOnList)
	}
}

// needsNothing is the order of rows that are clear, behind those with something to fix, to choose or to look at.
const needsNothing = 3

// needOrder puts first what keeps a list from being confirmed, then what someone should look at.
func needOrder(l clubs.Line) int {
	switch l.State {
	case clubs.RowError:
		return 0
	case clubs.RowOpen:
		return 1
	}
	for _, f := range l.Findings {
		if f.Level == clubs.Caution || f.Level == clubs.Problem {
			return 2
		}
	}
	return needsNothing
}

func (s *Desk) returnRow(c echo.Context, in *kit.Filling, p kit.Page, v clubs.View, l clubs.Line) ReturnRow {
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
		out.Choice = choiceField(in, l)
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
	since := ""
	if r.Since != "" {
		since = "member since " + r.Since
	}
	for _, text := range []string{r.Grade, r.Email, r.Phone, oneLine(r.Address), since, r.Note} {
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
		if l.ForTreasurer() {
			return kit.Badge{Kind: kit.KindInfo, Text: "The treasurer compares this"}, "row-warning"
		}
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

// folded is the row without its choice; it says who of the register it is taken for.
func (r ReturnRow) folded(l clubs.Line) ReturnRow {
	if l.Row.Decision == clubs.SamePerson && r.Choice != nil {
		for _, o := range r.Choice.Options {
			if o.Selected {
				r.Notes = append([]RowNote{{"muted", "Taken for " + o.Label}}, r.Notes...)
			}
		}
	}
	r.Choice = nil
	return r
}

// choiceField asks what to do with a row; a form that was sent back keeps what
// was chosen.
func choiceField(in *kit.Filling, l clubs.Line) *kit.Field {
	name := "row-" + kit.IDText(l.Row.ID)
	f := &kit.Field{ID: "choice" + name, Name: name, Label: "Row " + strconv.Itoa(l.Row.Number), Type: "select"}
	chosen := choiceText(clubs.Choice{Decision: l.Row.Decision, Person: l.Row.Person})
	if sent := in.Text(name); sent != "" {
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
func readRowChoices(in *kit.Filling) []clubs.Choice {
	var out []clubs.Choice
	for _, row := range in.Named("row-") {
		kind, person, _ := strings.Cut(in.Text("row-"+row), ":")
		out = append(out, clubs.Choice{
			Row: kit.ParseID[clubs.RowID](row), Decision: clubs.Decision(kind), Person: kit.ParseID[clubs.PersonID](person),
		})
	}
	return out
}

// returnChoices saves what was chosen for the rows of a page, and with "then"
// hands the list in or confirms it.
func (s *Desk) returnChoices(c echo.Context) error {
	ref, in, err := returnRef(c)
	if err != nil {
		return err
	}
	ctx, actor, text := c.Request().Context(), s.Actor(c), "The choices are saved."
	last := clubs.Last{Choices: readRowChoices(in), Consented: in.Ticked("consent")}
	switch in.Text("then") {
	case "confirm":
		var a clubs.Affiliation
		a, err = s.clubs.Confirm(ctx, actor, ref, last)
		text = "The list is confirmed. " + standingText(a)
	case "submit":
		err = s.clubs.Submit(ctx, actor, ref, last)
		text = "The list is handed in to the treasurer."
	default:
		err = s.clubs.Decide(ctx, actor, ref, last.Choices)
	}
	if err := in.Refusal(err); err != nil {
		return s.showReturn(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, text)
	if in.Ticked("then") {
		return kit.SeeOther(c, kit.ReturnURL(ref.Return))
	}
	back := kit.ReturnURL(ref.Return) + "?rows=" + in.Text("rows")
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

// returnRef is the return that a form on its page changes, and the form.
func returnRef(c echo.Context) (clubs.Ref, *kit.Filling, error) {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return clubs.Ref{}, nil, err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return clubs.Ref{}, nil, err
	}
	return clubs.Ref{Return: id, Version: in.Version()}, in, nil
}

// listRow is a row of a list.
type listRow struct {
	clubs.View
	line clubs.Line
}

func (r listRow) url() string {
	return kit.ReturnURL(r.Return.ID) + "/rows/" + kit.IDText(r.line.Row.ID)
}

// inList is the row on the page of its return.
func (r listRow) inList() string {
	return kit.ReturnURL(r.Return.ID) + "#row-" + kit.IDText(r.line.Row.ID)
}

// rowAt finds the row that the address names in its return.
func (s *Desk) rowAt(c echo.Context) (listRow, error) {
	row, err := kit.PathID[clubs.RowID](c, "row")
	if err != nil {
		return listRow{}, err
	}
	v, err := kit.ByID(s.Site, s.clubs.View)(c)
	if err != nil {
		return listRow{}, err
	}
	for _, l := range v.Lines {
		if l.Row.ID == row {
			return listRow{v, l}, nil
		}
	}
	return listRow{}, apperr.New(apperr.NotFound, "Row not found in this list.")
}

// correctRow corrects one row of a list.
func (s *Desk) correctRow() kit.Form[listRow] {
	return kit.Form[listRow]{
		Site: s.Site, Load: s.rowAt, Version: func(r listRow) int64 { return r.Return.Version },
		Fill: func(_ echo.Context, in *kit.Filling, r listRow) {
			row := r.line.Row.ListRow
			in.Set("member_no", row.MemberNo)
			in.Set("family_name", row.Family)
			in.Set("given_names", row.Given)
			in.Set("email", row.Email)
			in.Set("phone", row.Phone)
			in.Set("address", row.Address)
			in.Set("grade", row.Grade)
			in.Set("note", row.Note)
			in.Set("since", row.Since)
		},
		Show: func(c echo.Context, p *kit.FormPage, r listRow) error {
			p.Page = s.Page(c, "Row "+strconv.Itoa(r.line.Row.Number)+" of the list", s.returnCrumbs(c, r.View)...)
			p.Action, p.Submit, p.Back = r.url(), "Save the row", r.inList()
			p.Group("",
				kit.Field{Name: "member_no", Label: "Member number", Hint: "If the society has given one.", Width: "short"},
				kit.Field{Name: "family_name", Label: "Family name", Required: true},
				kit.Field{Name: "given_names", Label: "Given names"},
				kit.Field{Name: "email", Label: "E-mail", InputMode: "email"},
				kit.Field{Name: "phone", Label: "Phone", InputMode: "tel"},
				kit.Field{Name: "address", Label: "Address", Type: "textarea", Rows: 3},
				kit.Field{
					Name: "grade", Label: "Playing strength", Hint: "Such as 3d, 12k, or a rating like 3.4.", Width: "short",
				},
				kit.Field{
					Name: "since", Label: "Member since", Width: "short",
					Hint: "A year or a day. Whoever was a member before this list is not registered as a new member (Rule 2.2).",
				},
				kit.Field{Name: "note", Label: "Note"},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, r listRow) (kit.Done, error) {
			ref := clubs.Ref{Return: r.Return.ID, Version: in.Version()}
			return kit.Done{To: r.inList(), Message: "Row " + strconv.Itoa(r.line.Row.Number) + " is corrected."},
				s.clubs.CorrectRow(c.Request().Context(), s.Actor(c), ref, r.line.Row.ID, clubs.ListRow{
					MemberNo: in.Text("member_no"), Family: in.Text("family_name"), Given: in.Text("given_names"),
					Email: in.Text("email"), Phone: in.Text("phone"), Address: in.Lines("address"), Grade: in.Text("grade"),
					Note: in.Text("note"), Since: in.Text("since"),
				})
		},
	}
}

// oneLine is an address of several lines in one.
func oneLine(address string) string {
	var out []string
	for line := range strings.Lines(address) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			out = append(out, strings.TrimSuffix(line, ","))
		}
	}
	return strings.Join(out, ", ")
}
