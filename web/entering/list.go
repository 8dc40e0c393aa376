package entering

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/entering"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// ListPage is who entered an event, as its director sees it.
type ListPage struct {
	kit.Page
	Facts   []kit.Fact
	Accept  *kit.PostButton
	Terms   string // address of the terms
	Public  string
	Head    kit.ListHead
	Rows    []ListRow
	Off     []ListRow
	Fees    bool
	Several bool // sections
	Empty   *kit.Empty
}

// ListRow is one player of the list.
type ListRow struct {
	Name, URL  string
	Section    string
	Badge      *kit.Badge
	Line       string // "number 2"
	Warning    string
	Strength   string
	Note       string
	Fee        string
	Pay        []*kit.PostButton
	From, Miss string
}

// DecidePage is one entry that the director decides about.
type DecidePage struct {
	kit.Page
	Facts  []kit.Fact
	Note   []string
	Likely []LikelyPlayer
	Accept *kit.PostButton
	Fee    *kit.SmallForm
	Off    *kit.PostButton
	Back   string
}

// LikelyPlayer is someone in the register who may be the player.
type LikelyPlayer struct {
	Name, Why string
	Accept    *kit.PostButton
}

var (
	listView   = kit.NewView[ListPage](templates, "list.html")
	decideView = kit.NewView[DecidePage](templates, "decide.html")
)

func (s *Desk) list(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	sheet, err := s.entering.Sheet(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := ListPage{
		Page:  s.Page(c, "Who entered", directorCrumb, kit.Crumb{Label: sheet.Event.Name, URL: kit.EventDeskURL(id)}),
		Facts: sheetFacts(sheet), Terms: onlineURL(id), Public: kit.EventURL(sheet.Event.Slug),
		Fees: !sheet.Terms.Fees.Free() || sheet.Totals.Paid+sheet.Totals.Owed+sheet.Totals.Back > 0, Several: len(sheet.Sections) > 1,
	}
	open := sheet.Event.TakesChanges()
	preliminary := 0
	for _, r := range sheet.Rows {
		if r.State == entering.Preliminary {
			preliminary++
		}
		page.Rows = append(page.Rows, listRow(page.Page, sheet, r, open))
	}
	for _, r := range sheet.Off {
		page.Off = append(page.Off, listRow(page.Page, sheet, r, open))
	}
	kit.NamesPeople(c, len(sheet.Rows)+len(sheet.Off))
	page.Head = kit.ListHead{
		Count: kit.Plural(len(page.Rows), "player", "players"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv"),
	}
	if preliminary > 0 && open {
		page.Accept = page.Button("accept", listURL(id), "Confirm "+kit.Plural(preliminary, "preliminary entry", "preliminary entries"))
	}
	if len(page.Rows)+len(page.Off) == 0 {
		page.Empty = &kit.Empty{Title: "No one has entered yet", Text: "Whoever enters online is on this list once the address is confirmed."}
	}
	return listView.Render(c, http.StatusOK, page)
}

func sheetFacts(sheet entering.Sheet) []kit.Fact {
	state := "not taken online"
	if sheet.Terms.Version > 0 && sheet.Terms.Taken {
		state = "taken until " + sheet.Terms.Closes.Long()
		if sheet.Event.Status == tournaments.Draft {
			state += ", once you announce the event"
		}
	}
	facts := []kit.Fact{{Label: "Entries", Value: state}}
	for _, section := range sheet.Sections {
		text := kit.Plural(sheet.Held[section.ID], "player", "players")
		if n := sheet.Terms.Places[section.ID]; n > 0 {
			text = strconv.Itoa(sheet.Held[section.ID]) + " of " + kit.Plural(n, "place", "places")
		}
		waiting := 0
		for _, r := range sheet.Rows {
			if r.State == entering.Waiting && r.Application.Section == section.ID {
				waiting++
			}
		}
		if waiting > 0 {
			text += ", " + strconv.Itoa(waiting) + " waiting"
		}
		facts = append(facts, kit.Fact{Label: section.Name, Value: text})
	}
	t := sheet.Totals
	if !sheet.Terms.Fees.Free() || t.Owed+t.Paid+t.Back > 0 {
		facts = append(facts, kit.Fact{Label: "Fees paid", Value: t.Paid.String()}, kit.Fact{Label: "Fees owed", Value: t.Owed.String()})
		if sheet.Terms.Billed && t.Door > 0 {
			facts = append(facts, kit.Fact{Label: "Paid at the door", Value: t.Door.String() + ", for the treasurer to book"})
		}
		if t.Back > 0 {
			facts = append(facts, kit.Fact{Label: "Paid by players off the list", Value: t.Back.String()})
		}
	}
	return facts
}

func listRow(p kit.Page, sheet entering.Sheet, r entering.Row, open bool) ListRow {
	row := ListRow{
		Name: r.Player, Section: r.Section, Badge: stateBadge(r.State), Strength: r.Rating, Note: r.Note, Fee: feeText(r.Application),
		From: from(r.Application), Miss: tournaments.FormatRounds(r.Absent),
	}
	if row.Strength == "" {
		row.Strength = r.Grade
	}
	var warnings []string
	if r.Likely {
		warnings = append(warnings, "The register has someone who may be this player: open the entry and decide.")
	}
	if r.Untold && r.State.Active() {
		warnings = append(warnings, "No letter reaches this player: tell them yourself.")
	}
	if r.LeftLate {
		warnings = append(warnings, "Withdrew during the event.")
	}
	row.Warning = strings.Join(warnings, " ")
	if r.State == entering.Waiting {
		row.Line = "number " + strconv.Itoa(r.Line)
	}
	key := "e" + kit.IDText(r.Entry)
	if r.ByHand {
		row.URL = kit.Below("/director/entries", r.Entry)
	} else {
		row.URL, key = applicationURL(r.ID), "a"+kit.IDText(r.ID)
	}
	if r.Fee == 0 && !r.Paid.Made() || !open && !r.Paid.Made() && !r.State.Active() {
		return row
	}
	pay := func(label string, how entering.PaidHow, kind string) {
		b := p.Button(key+string(how), applicationURL(r.ID, "paid"), label, kit.VersionField(r.Version), kit.Hidden{Name: "how", Value: string(how)})
		if r.ByHand {
			b.URL = onlineURL(sheet.Event.ID) + "/paid"
			b.Hidden = append(b.Hidden, kit.Hidden{Name: "entry", Value: kit.IDText(r.Entry)})
		}
		b.Kind, b.Small, b.For = kind, "small", ": "+r.Player
		row.Pay = append(row.Pay, b)
	}
	switch {
	case r.Paid.Made():
		pay("Not paid", "", "quiet")
	case r.Bill != nil && (r.Bill.Paid > 0 || r.Settled()): // the books say
	case r.State.Active():
		switch {
		case !sheet.Terms.Billed:
			pay("Paid beforehand", entering.Beforehand, "secondary")
		case r.Bill == nil && r.State == entering.Confirmed && !sheet.Event.Cancelled.Is:
			pay("Make an invoice", entering.Beforehand, "secondary")
		}
		pay("Paid at the door", entering.AtTheDoor, "secondary")
	}
	return row
}

func from(a entering.Application) string {
	var parts []string
	for _, one := range [][2]string{{"", a.Club}, {"", a.Country}, {"wants team ", a.Team}, {"EGF ", a.PIN}, {"AGA ", a.AGA}} {
		if one[1] != "" {
			parts = append(parts, one[0]+one[1])
		}
	}
	return strings.Join(parts, ", ")
}

// acceptAll confirms all preliminary entries.
func (s *Desk) acceptAll(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	done, err := s.entering.ConfirmAll(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.RefusedAt(c, err, listURL(id))
	}
	text := kit.Plural(done.Confirmed, "entry is", "entries are") + " confirmed."
	kind := kit.KindSuccess
	if len(done.Left) > 0 {
		kind = kit.KindWarning
		text += " Left for you to decide: " + strings.Join(done.Left, "; ") + "."
	}
	s.Flash(c, kind, kit.Shortened(text, maxFlash))
	return kit.SeeOther(c, listURL(id))
}

const maxFlash = 1000

// decide shows one entry, and who in the register may be its player.
func (s *Desk) decide(c echo.Context) error {
	id, err := kit.PathID[entering.ApplicationID](c, "id")
	if err != nil {
		return err
	}
	own, likely, err := s.entering.Application(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	list := listURL(own.Application.Event)
	page := DecidePage{
		Page: s.Page(
			c, own.Player, directorCrumb, kit.Crumb{Label: own.Event, URL: kit.EventDeskURL(own.Application.Event)},
			kit.Crumb{Label: "Who entered", URL: list},
		),
		Facts: ownFacts(own), Note: strings.Split(own.Note, "\n"), Back: list,
	}
	if own.Email != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "E-mail", Value: own.Email, URL: "mailto:" + own.Email})
	}
	if text := from(own.Application); text != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "From", Value: text})
	}
	if own.Note == "" {
		page.Note = nil
	}
	version := kit.VersionField(own.Version)
	if own.Teams {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "On confirming", Value: "The player is put in the team of that name, if one of its boards is free. Else choose the team on " +
				"the page of the entry.",
		})
	}
	if own.State == entering.Preliminary || own.State == entering.Waiting {
		label := "Confirm the entry"
		if own.State == entering.Waiting {
			label = "Confirm it out of turn: the section is full"
		}
		if page.Likely, err = s.likely(c, &page.Page, own, likely); err != nil {
			return err
		}
		if len(likely) > 0 {
			label = "Confirm: this is someone new"
		}
		page.Accept = page.Button("accept", applicationURL(id, "accept"), label, version)
	}
	if own.State.Active() {
		page.Off = page.Button("decline", applicationURL(id, "decline"), "Take off the list", version)
		page.Off.Kind = "danger"
		if !own.Settled() && !own.Terms.Fees.Free() {
			page.Fee = feeForm(page.Page, own)
		}
	}
	return decideView.Render(c, http.StatusOK, page)
}

func feeForm(p kit.Page, own entering.Own) *kit.SmallForm {
	field := kit.Field{ID: "kind", Name: "kind", Label: "Pays as", Type: "select", Width: "medium"}
	for _, kind := range []entering.Kind{entering.Member, entering.Visitor, entering.Student} {
		of, fee := own.Terms.Fees.Of(kind == entering.Member, kind == entering.Student)
		if of != kind {
			continue
		}
		field.Options = append(field.Options, kit.Option{
			Value: string(kind), Label: kit.Capital(kind.String()) + ", " + fee.String(), Selected: kind == own.Kind,
		})
	}
	return &kit.SmallForm{
		FormKey: p.Form("fee"), Action: applicationURL(own.ID, "fee"), Hidden: []kit.Hidden{kit.VersionField(own.Version)},
		Fields: []kit.Field{field}, Submit: "Change the fee", Kind: "secondary",
	}
}

func (s *Desk) likely(
	c echo.Context, page *kit.Page, own entering.Own, likely []members.Candidate,
) ([]LikelyPlayer, error) {
	ids := make([]auth.PersonID, len(likely))
	for i, one := range likely {
		ids[i] = one.Person
	}
	names, err := s.entering.Names(c.Request().Context(), s.Actor(c), own.Application.Event, ids)
	if err != nil {
		return nil, err
	}
	var out []LikelyPlayer
	for _, one := range likely {
		id := kit.IDText(one.Person)
		b := page.Button(
			"accept"+id, applicationURL(own.ID, "accept"), "Confirm: this is them", kit.VersionField(own.Version),
			kit.Hidden{Name: "person", Value: id},
		)
		b.Small, b.Kind, b.For = "small", "secondary", ": "+names[one.Person]
		out = append(out, LikelyPlayer{Name: names[one.Person], Why: strings.Join(one.Why, ", "), Accept: b})
	}
	return out, nil
}

// change carries out what a button on the page of an entry asks for.
func (s *Desk) change(c echo.Context, done string, do func(id entering.ApplicationID) error) error {
	id, err := kit.PathID[entering.ApplicationID](c, "id")
	if err != nil {
		return err
	}
	own, _, err := s.entering.Application(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	if err := do(id); err != nil {
		return s.RefusedAt(c, err, applicationURL(id))
	}
	s.Flash(c, kit.KindSuccess, own.Player+": "+done)
	return kit.SeeOther(c, listURL(own.Application.Event))
}

func (s *Desk) acceptOne(c echo.Context) error {
	return s.change(c, "confirmed.", func(id entering.ApplicationID) error {
		return s.entering.ConfirmOne(
			c.Request().Context(), s.Actor(c), id, kit.FormID[auth.PersonID](c, "person"), kit.FormVersion(c),
		)
	})
}

func (s *Desk) decline(c echo.Context) error {
	return s.change(c, "off the list.", func(id entering.ApplicationID) error {
		return s.entering.Decline(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	})
}

func (s *Desk) pay(c echo.Context) error {
	return s.change(c, "noted.", func(id entering.ApplicationID) error {
		return s.entering.Pay(
			c.Request().Context(), s.Actor(c), id, entering.PaidHow(c.Request().PostFormValue("how")), kit.FormVersion(c),
		)
	})
}

func (s *Desk) charge(c echo.Context) error {
	return s.change(c, "the fee is changed.", func(id entering.ApplicationID) error {
		return s.entering.Charge(
			c.Request().Context(), s.Actor(c), id, entering.Kind(c.Request().PostFormValue("kind")), kit.FormVersion(c),
		)
	})
}

// payEntry notes the fee of someone whom the director entered by hand.
func (s *Desk) payEntry(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	err = s.entering.PayEntry(
		c.Request().Context(), s.Actor(c), id, kit.FormID[entering.EntryID](c, "entry"),
		entering.PaidHow(c.Request().PostFormValue("how")),
	)
	if err != nil {
		return s.RefusedAt(c, err, listURL(id))
	}
	s.Flash(c, kit.KindSuccess, "Noted.")
	return kit.SeeOther(c, listURL(id))
}
