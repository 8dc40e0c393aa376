package account

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/inviting"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// InvitationsPage shows whom one press would invite, and what was sent before.
type InvitationsPage struct {
	kit.Page
	kit.FormKey
	Unset   bool
	Filters kit.Filters
	Facts   []kit.Fact
	Club    string // id of the club whose members they are; "": all
	Seen    string
	Submit  string // "": there is no one to invite
	Boxes   []InviteBox
	Many    string // why there are no boxes
	Without []LeftOut
	Empty   *kit.Empty
	Rounds  []RoundRow
	Pager   kit.Pager
}

// InviteBox is someone who would be invited, and can be left out.
type InviteBox struct {
	ID, Name, Address string
	Out               bool
}

// LeftOut are the people who are left out for one reason.
type LeftOut struct {
	Why   string
	Names []string
	More  string // how many more there are
}

// RoundRow is a press in the list.
type RoundRow struct {
	URL, When, By, Whom string
	Letters, Come       string
	State               kit.Badge
}

// RoundPage is what one press sent, and what came of it.
type RoundPage struct {
	kit.Page
	Progress *kit.Progress
	Facts    []kit.Fact
	Buttons  []kit.PostButton
	Note     string
	Rows     []InvitedRow
	Pager    kit.Pager
}

// InvitedRow is someone of a press.
type InvitedRow struct {
	Name, URL string
	State     kit.Badge
	Why       string
}

var (
	invitationsView = kit.NewView[InvitationsPage](templates, "admin/invitations.html")
	roundView       = kit.NewView[RoundPage](templates, "admin/invitation.html")
)

const (
	invitationsPath = "/admin/invitations"
	roundsPerPage   = 20
	invitedPerPage  = 100
	mostBoxes       = 500 // people whom one can leave out one by one
	mostNames       = 50  // names for each reason
)

var invitationsCrumb = kit.Crumb{Label: "Invite members", URL: invitationsPath}

func roundURL(id inviting.RoundID) string { return kit.Below(invitationsPath, id) }

func (s *Desk) invitations(c echo.Context) error {
	return s.showInvitations(c, kit.QueryID[members.ClubID](c, "club"), nil, nil)
}

func (s *Desk) showInvitations(c echo.Context, club members.ClubID, out []string, refused error) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	plan, err := s.inviting.Plan(ctx, actor, club)
	if err != nil {
		return err
	}
	page := InvitationsPage{
		Page: s.Page(c, "Invite members", adminCrumb, accountsCrumb), Unset: !s.Auth.SendsMail(), Seen: plan.Seen,
	}
	page.FormKey = page.Form("send")
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if err := s.inviteFilter(c, &page, club); err != nil {
		return err
	}
	kit.NamesPeople(c, len(plan.To)+len(plan.Without))
	page.Facts = []kit.Fact{
		{Label: "Current members", Value: kit.Plural(plan.Members, "person", "people")},
		{Label: "Sign in already", Value: kit.Plural(plan.InUse, "person", "people")},
		{Label: "To be invited", Value: kit.Plural(len(plan.To), "person", "people")},
		{Label: "Left out", Value: kit.Plural(len(plan.Without), "person", "people")},
	}
	switch {
	case page.Unset:
	case len(plan.To) == 0:
		page.Empty = &kit.Empty{
			Title: "There is no one to invite", Text: "Each of these members signs in already, was invited, or is left out.",
		}
	default:
		page.Submit = "Invite " + kit.Plural(len(plan.To), "member", "members") + " by letter"
		s.inviteBoxes(c, &page, plan, out)
	}
	page.Without = leftOutOf(plan.Without)
	number := kit.PageNumber(c)
	list, total, err := s.inviting.Rounds(ctx, actor, number, roundsPerPage)
	if err != nil {
		return err
	}
	for _, r := range list {
		page.Rounds = append(page.Rounds, roundRow(r))
	}
	page.Pager = kit.PagerOf(number, roundsPerPage, total, &url.URL{Path: invitationsPath})
	return invitationsView.Render(c, status, page)
}

func (s *Desk) inviteFilter(c echo.Context, page *InvitationsPage, club members.ClubID) error {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	options := []kit.Option{{Label: "All members"}}
	for _, one := range list {
		options = append(options, kit.Option{
			Value: kit.IDText(one.ID), Label: one.Name, Selected: members.ClubID(one.ID) == club,
		})
	}
	page.Filters = kit.Filters{Action: invitationsPath, Fields: []kit.Field{
		{ID: "club", Name: "club", Label: "Whose members", Type: "select", Options: options},
	}}
	if club != 0 {
		page.Filters.Clear, page.Club = invitationsPath, kit.IDText(club)
	}
	return nil
}

func (s *Desk) inviteBoxes(c echo.Context, page *InvitationsPage, plan inviting.Plan, out []string) {
	if len(plan.To) > mostBoxes {
		page.Many = fmt.Sprintf("%d people are too many for a list of boxes. Choose a club to leave someone out.", len(plan.To))
		return
	}
	ticked := map[string]bool{}
	for _, id := range out {
		ticked[id] = true
	}
	sees := auth.Can(s.Actor(c), auth.ViewRegister, auth.Object{}, s.Today())
	for _, one := range plan.To {
		box := InviteBox{ID: kit.IDText(one.Person), Name: one.Name.Listed()}
		if box.Out = ticked[box.ID]; sees {
			box.Address = one.Email
		}
		page.Boxes = append(page.Boxes, box)
	}
}

// leftOutOf groups people by what is missing, in the order in which it is looked for.
func leftOutOf(list []auth.ToInvite) (out []LeftOut) {
	for _, why := range auth.AllMissing {
		var names []string
		for _, one := range list {
			if one.Missing == why {
				names = append(names, one.Name.Listed())
			}
		}
		if len(names) == 0 {
			continue
		}
		text := why.Text()
		row := LeftOut{
			Why: strings.ToUpper(text[:1]) + text[1:] + ": " + kit.Plural(len(names), "person", "people"), Names: names,
		}
		if more := len(names) - mostNames; more > 0 {
			row.Names, row.More = names[:mostNames], fmt.Sprintf("and %d more", more)
		}
		out = append(out, row)
	}
	return out
}

func whom(r inviting.Round) string {
	switch {
	case r.Again != 0:
		return "Those who had not come"
	case r.Club != "":
		return "Members of " + r.Club
	}
	return "All members"
}

func roundRow(r inviting.Round) RoundRow {
	row := RoundRow{
		URL: roundURL(r.ID), When: r.Made.Long(), By: r.By, Whom: whom(r), Letters: fmt.Sprint(r.Invited),
		Come: fmt.Sprint(r.Come), State: kit.Badge{Kind: kit.KindSuccess, Text: "Written"},
	}
	switch {
	case !r.Undone.IsZero():
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Undone"}
	case r.Waiting > 0:
		row.State = kit.Badge{Kind: kit.KindWarning, Text: "Being written"}
	}
	return row
}

// invitationsPress has the members of the list invited.
func (s *Desk) invitationsPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	choice := inviting.Choice{Club: kit.ParseID[members.ClubID](in.Text("club")), Seen: in.Text("seen")}
	for _, id := range in.All("out") {
		choice.LeftOut = append(choice.LeftOut, kit.ParseID[auth.PersonID](id))
	}
	id, err := s.inviting.Send(c.Request().Context(), s.Actor(c), choice)
	if err != nil {
		return s.showInvitations(c, choice.Club, in.All("out"), err)
	}
	s.Flash(c, kit.KindSuccess, "The invitations are being written. They leave by the outbox.")
	return kit.SeeOther(c, roundURL(id))
}

func (s *Desk) invitation(c echo.Context) error { return s.showRound(c, nil) }

func (s *Desk) showRound(c echo.Context, refused error) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	id, err := kit.PathID[inviting.RoundID](c, "id")
	if err != nil {
		return err
	}
	r, err := s.inviting.Round(ctx, actor, id)
	if err != nil {
		return err
	}
	page := RoundPage{Page: s.Page(c, "Invitations of "+r.Made.Date().Long(), adminCrumb, accountsCrumb, invitationsCrumb)}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Facts = roundFacts(r)
	if auth.Can(actor, auth.KeepOutbox, auth.Object{}, s.Today()) {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "In the outbox", Value: "What became of each letter",
			URL: kit.OutboxPath + "?" + url.Values{"batch": {inviting.Batch(id)}}.Encode(),
		})
	}
	if r.Waiting > 0 {
		done := r.Invited + r.LeftOut
		page.Progress = &kit.Progress{ID: "written", Label: "Writing the letters", Done: done, Total: done + r.Waiting}
	}
	s.roundButtons(&page, r)
	number := kit.PageNumber(c)
	people, total, err := s.inviting.People(ctx, actor, id, number, invitedPerPage)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(people))
	for _, p := range people {
		page.Rows = append(page.Rows, invitedRow(p))
	}
	page.Pager = kit.PagerOf(number, invitedPerPage, total, &url.URL{Path: roundURL(id)})
	return roundView.Render(c, status, page)
}

func roundFacts(r inviting.Round) []kit.Fact {
	facts := []kit.Fact{
		{Label: "Whom", Value: whom(r)}, {Label: "Pressed by", Value: r.By + ", " + r.Made.Long()},
		{Label: "Letters written", Value: fmt.Sprint(r.Invited)},
		{Label: "Have come", Value: fmt.Sprintf("%d: they chose a password or signed in", r.Come)},
	}
	if r.Again != 0 {
		facts[0].URL = roundURL(r.Again)
	}
	if r.LeftOut > 0 {
		facts = append(facts, kit.Fact{Label: "Left out", Value: fmt.Sprint(r.LeftOut)})
	}
	if r.Voided > 0 {
		facts = append(facts, kit.Fact{Label: "Undone", Value: fmt.Sprint(r.Voided)})
	}
	return facts
}

// roundButtons are what can be done about a press.
func (s *Desk) roundButtons(page *RoundPage, r inviting.Round) {
	if !r.Undone.IsZero() {
		page.Note = "Undone on " + r.Undone.Long() + ": the links that no one had used no longer work."
		return
	}
	if r.Waiting == 0 && r.Invited > r.Come && s.Auth.SendsMail() {
		b := page.Button("again", roundURL(r.ID)+"/again", "Send again to those who have not come")
		b.Kind = "secondary"
		page.Buttons = append(page.Buttons, *b)
	}
	if r.Waiting > 0 || r.Invited > r.Come {
		b := page.Button("undo", roundURL(r.ID)+"/undo", "Undo these invitations")
		b.Kind = "danger"
		page.Buttons = append(page.Buttons, *b)
		page.Note = "Undoing makes the links void that no one has used, takes letters out of the outbox that wait there, and " +
			"removes the accounts that came with them. Who has come keeps the account."
	}
}

func invitedRow(p inviting.Person) InvitedRow {
	row := InvitedRow{Name: p.Name.Listed()}
	if p.Account != 0 {
		row.URL = kit.AccountURL(p.Account)
	}
	switch p.State {
	case inviting.Waiting:
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "To be written"}
	case inviting.Sent:
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Invited"}
	case inviting.Come:
		row.State = kit.Badge{Kind: kit.KindSuccess, Text: "Has come"}
	case inviting.LeftOut:
		row.State, row.Why = kit.Badge{Kind: kit.KindWarning, Text: "Left out"}, p.Missing.Text()
	case inviting.Undone:
		row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Undone"}
	}
	return row
}

func (s *Desk) invitationAgain(c echo.Context) error {
	id, err := kit.PathID[inviting.RoundID](c, "id")
	if err != nil {
		return err
	}
	again, err := s.inviting.SendAgain(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.RefusedAt(c, err, roundURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The invitations are being written again. The earlier links no longer work once they are.")
	return kit.SeeOther(c, roundURL(again))
}

func (s *Desk) invitationUndo(c echo.Context) error {
	id, err := kit.PathID[inviting.RoundID](c, "id")
	if err != nil {
		return err
	}
	out, err := s.inviting.Undo(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.RefusedAt(c, err, roundURL(id))
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf(
		"Undone: %s will not work, %s not written, %s removed.", kit.Plural(out.Voided, "link", "links"),
		kit.Plural(out.Stopped, "letter is", "letters are"), kit.Plural(out.Removed, "account is", "accounts are"),
	))
	return kit.SeeOther(c, roundURL(id))
}
