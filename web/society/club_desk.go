package society

import (
	"io"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ClubDeskPage is where a club's secretary finds what the club has to do.
type ClubDeskPage struct {
	kit.Page
	Next    kit.NextStep
	Facts   []kit.Fact
	Warning string
	Returns []ReturnLine
	Links   []kit.Link
	Empty   *kit.Empty
}

// ReturnLine is a return in a list.
type ReturnLine struct {
	Year, URL string
	Received  string
	Members   string
	Fee       *kit.Trace
	Standing  kit.Badge
	From      *kit.Trace
}

// ClubMembersPage is a club's list of members.
type ClubMembersPage struct {
	kit.Page
	Write   string
	Filters kit.Filters
	Head    kit.ListHead
	Heads   []kit.SortHeader
	Rows    []RegisterLine
	Pager   kit.Pager
	Empty   *kit.Empty
}

var (
	clubDeskView    = kit.NewView[ClubDeskPage](templates, "clubs/desk.html")
	clubMembersView = kit.NewView[ClubMembersPage](templates, "clubs/members.html")
)

func (s *Desk) clubDesk(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	d, err := s.clubs.Desk(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := ClubDeskPage{
		Page: s.Page(c, d.Club.Name, s.clubCrumbs(c)...), Next: s.deskNext(d), Facts: s.deskFacts(d), Warning: d.SizeWarning,
		Links: deskLinks(d),
	}
	due, err := s.treasury.DueOfClub(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page.Facts = append(page.Facts, dueFacts(due, kit.ClubInvoicesURL(id))...)
	for _, st := range d.Returns {
		page.Returns = append(page.Returns, returnLine(st))
	}
	if len(d.Returns) == 0 {
		page.Empty = &kit.Empty{Title: "No list yet", Text: "Fill in the template with the club’s members and send it here."}
	}
	return clubDeskView.Render(c, http.StatusOK, page)
}

// clubCrumbs is the way down to a club's pages: from the treasurer's desk for
// the treasurer, from the list of clubs for everybody else.
func (s *Desk) clubCrumbs(c echo.Context, more ...kit.Crumb) []kit.Crumb {
	first := kit.Crumb{Label: "Clubs", URL: kit.ClubsPath}
	if auth.Can(s.Actor(c), auth.ConfirmReturn, auth.Object{}, s.Today()) {
		first = kit.Crumb{Label: "Treasurer", URL: treasurerPath}
	}
	return append([]kit.Crumb{first}, more...)
}

// deskNext is what the club should do next.
func (s *Desk) deskNext(d clubs.Desk) kit.NextStep {
	current, coming := returnOf(d, d.Year), returnOf(d, d.Year+1)
	st := current
	if coming != nil {
		st = coming
	}
	switch {
	case st != nil && st.Return.State == clubs.Draft && st.Return.HasList():
		return kit.NextStep{
			Title: "Continue with the list for " + st.Return.Year.String(), Text: "It has not been handed in yet.",
			Kind: kit.KindInfo, Link: &kit.Link{Label: "Check the list", URL: kit.ReturnURL(st.Return.ID), Kind: "primary"},
		}
	case st != nil && st.Return.State == clubs.Submitted:
		return kit.NextStep{
			Title: "The list is with the treasurer", Text: "Handed in on " + st.Return.SubmittedAt.Date().Long() + ".",
			Kind: kit.KindInfo, Link: &kit.Link{Label: "See the list", URL: kit.ReturnURL(st.Return.ID), Kind: "secondary"},
		}
	case st != nil && st.Affiliation.Standing == clubs.AwaitingFee && st.Return.State == clubs.Confirmed:
		return kit.NextStep{
			Title: st.Affiliation.Missing.String() + " is still to be paid",
			Text:  awaitingFeeText(*st, d.Affiliated && st.Return.Year == d.Year), Kind: kit.KindWarning,
			Link: &kit.Link{Label: "See the fee", URL: kit.ReturnURL(st.Return.ID), Kind: "secondary"},
		}
	case st == nil || !st.Return.HasList():
		year := d.Year
		return kit.NextStep{
			Title: "Send the list of members for " + year.String(),
			Text:  "A club is registered for a year by the list of all its members and the fee (Rule 2.3).", Kind: kit.KindInfo,
			Link: s.startLink(d, year),
		}
	case shutOut(st.Excluded),
		st.Return.Year == d.Year && !d.Affiliated && st.Affiliation.Standing == clubs.Effective:
		why := d.SizeWarning
		if !d.Club.ExcludedOn.IsZero() {
			why = "The committee excluded it on " + d.Club.ExcludedOn.Long() + " (Rule 2.5)."
		}
		return kit.NextStep{
			Title: "The club is no longer affiliated", Text: why, Kind: kit.KindWarning, Link: s.startLink(d, d.Year),
		}
	}
	return kit.NextStep{
		Title: "Nothing to do", Text: "The club is registered until " + d.Rules.Last(st.Return.Year).Long() + ".",
		Kind: kit.KindSuccess,
	}
}

// awaitingFeeText says what the fee that is still to come brings; of a further list that the club is affiliated already.
func awaitingFeeText(st clubs.Status, affiliated bool) string {
	switch {
	case affiliated:
		return "The club is affiliated. Those whom this further list adds are registered once its fee is in (Rule 2.3)."
	case shutOut(st.Excluded):
		return "Its members are registered once the full fee is in (Rule 2.3). The club stays excluded (Rule 2.5)."
	}
	return "The club is registered for " + st.Return.Year.String() + " once the full fee is in (Rule 2.3)."
}

func (s *Desk) startLink(d clubs.Desk, year members.Year) *kit.Link {
	if !d.MayReturn {
		return nil
	}
	return &kit.Link{Label: "Send the list", URL: startURL(d.Club.ID, year), Kind: "primary"}
}

// returnOf is the newest return of a year, or nil.
func returnOf(d clubs.Desk, year members.Year) *clubs.Status {
	for i := range d.Returns {
		if d.Returns[i].Return.Year == year {
			return &d.Returns[i]
		}
	}
	return nil
}

func (s *Desk) deskFacts(d clubs.Desk) []kit.Fact {
	affiliated := &kit.Badge{Kind: kit.KindNeutral, Text: "Not affiliated today"}
	switch {
	case d.Affiliated:
		affiliated = &kit.Badge{Kind: kit.KindSuccess, Text: "Affiliated"}
	case !d.Club.ExcludedOn.IsZero():
		affiliated = &kit.Badge{Kind: kit.KindError, Text: "Excluded on " + d.Club.ExcludedOn.Long()}
	}
	facts := []kit.Fact{
		{Label: "Standing", Badge: affiliated},
		{Label: "Members today", Value: kit.Plural(d.Members, "member", "members"), URL: kit.ClubURL(d.Club.ID) + "/members"},
	}
	secretary := "none recorded"
	if len(d.Secretaries) > 0 {
		secretary = d.Secretaries[0].Name.String()
		if !d.Secretaries[0].IsMember && !d.LastList.IsZero() {
			secretary += " (not a member of the club, Rule 2.4)"
		}
	}
	facts = append(facts, kit.Fact{Label: "Secretary", Value: secretary})
	if !d.Lapsed.IsZero() {
		facts = append(facts, kit.Fact{Label: "Affiliation ended", Value: d.Lapsed.Long()})
	}
	if !d.ReportDue.IsZero() {
		facts = append(facts, kit.Fact{Label: "Next list due", Trace: new(kit.RuleTrace(d.ReportDue.Long(), d.DueTrace))})
	}
	return facts
}

func deskLinks(d clubs.Desk) []kit.Link {
	id := d.Club.ID
	links := []kit.Link{
		{Label: "Members", URL: kit.ClubURL(id) + "/members", Kind: "secondary"},
		{Label: "Membership cards", URL: kit.ClubURL(id) + "/cards", Kind: "secondary"},
		{Label: "Invoices", URL: kit.ClubInvoicesURL(id), Kind: "secondary"},
	}
	if d.MayReturn {
		links = append(
			links, kit.Link{Label: "Send a list", URL: startURL(id, d.Year), Kind: "secondary"},
			kit.Link{Label: "Name a new secretary", URL: kit.ClubURL(id) + "/secretary", Kind: "secondary"},
		)
	}
	if d.MayPay {
		links = append(links, kit.Link{Label: "Record a payment", URL: kit.ClubURL(id) + "/payment", Kind: "secondary"})
	}
	if d.MayManage {
		links = append(links, kit.Link{Label: "Edit the club", URL: kit.ClubURL(id) + "/edit", Kind: "secondary"})
	}
	return append(links, kit.Link{Label: "Public page", URL: kit.ClubURL(id), Kind: "secondary"})
}

func returnLine(st clubs.Status) ReturnLine {
	r, a := st.Return, st.Affiliation
	line := ReturnLine{
		Year: r.Year.String(), URL: kit.ReturnURL(r.ID), Received: "–", Members: "–", Standing: standingBadge(st),
	}
	if r.HasList() {
		line.Received = r.ListReceived.Long()
	}
	if r.State == clubs.Confirmed {
		line.Members = kit.IDText(int64(r.Members))
		line.Fee = new(kit.RuleTrace(a.Due().String(), a.FeeTrace))
	}
	if !a.From.IsZero() {
		from := a.From.Long()
		switch {
		case shutOut(st.Excluded) && st.Excluded.Ended(a.From):
			from += "; the club was excluded on " + st.Excluded.On.Long()
		case shutOut(st.Excluded):
			from = "members only, from " + from
		}
		line.From = new(kit.RuleTrace(from, a.FromTrace))
	}
	return line
}

// standingBadge is where a return stands: how far it is handled while it is
// open, then what rule 2.3 makes of it.
func standingBadge(st clubs.Status) kit.Badge {
	r, a := st.Return, st.Affiliation
	switch {
	case r.State == clubs.Submitted:
		return kit.Badge{Kind: kit.KindInfo, Text: r.State.Label()}
	case r.State == clubs.Draft && r.HasList():
		return kit.Badge{Kind: kit.KindNeutral, Text: "Draft"}
	case a.Standing == clubs.Effective && shutOut(st.Excluded):
		return kit.Badge{Kind: kit.KindError, Text: "Club excluded"}
	case a.Standing == clubs.Effective:
		return kit.Badge{Kind: kit.KindSuccess, Text: a.Standing.Label()}
	case a.Standing == clubs.TooLate:
		return kit.Badge{Kind: kit.KindError, Text: a.Standing.Label()}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: a.Standing.Label()}
}

// clubFilter reads the state of a club's list of members from its address.
func (s *Desk) clubFilter(c echo.Context, id clubs.ClubID) members.RegisterFilter {
	f := s.registerFilter(c)
	f.Club, f.Group = id, ""
	return f
}

func (s *Desk) clubMembers(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx, f := c.Request().Context(), s.clubFilter(c, id)
	list, err := s.members.ClubList(ctx, s.Actor(c), f)
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(ctx, id)
	if err != nil {
		return err
	}
	at, here := c.Request().URL, kit.ClubURL(id)+"/members"
	page := ClubMembersPage{
		Page: s.Page(
			c, "Members of "+club.Name, s.clubCrumbs(c, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(id)})...,
		),
		Write:   kit.WriteToClubURL(id),
		Filters: clubMembersFilters(f, list.Filter.Status, here),
		Head: kit.ListHead{Count: kit.Plural(list.Matches, "person", "people"), Exports: []kit.Link{
			{Label: "XLSX", URL: kit.WithQuery(here+".xlsx", at)}, {Label: "CSV", URL: kit.WithQuery(here+".csv", at)},
			{Label: "PDF", URL: kit.WithQuery(here+".pdf", at)},
		}},
		Heads: clubMembersHeads(f, here, at), Pager: kit.PagerOf(list.Filter.Page, list.Filter.Size, list.Matches, at),
	}
	kit.NamesPeople(c, len(list.Entries))
	officer := auth.Can(s.Actor(c), auth.ViewRegister, auth.Object{}, s.Today())
	for _, e := range list.Entries {
		line := registerLine(e, nil)
		if !officer && e.Summary.Status != members.Member {
			line.URL = "" // a former member's file is no longer the club's to read
		}
		page.Rows = append(page.Rows, line)
	}
	if list.Matches == 0 {
		page.Empty = &kit.Empty{
			Title: "No members here", Text: "The members of the club are those on its lists, once the fee is in.",
		}
	}
	return clubMembersView.Render(c, http.StatusOK, page)
}

func clubMembersFilters(f members.RegisterFilter, applied members.Status, here string) kit.Filters {
	status := kit.Field{ID: "status", Name: "status", Label: "Show", Type: "select"}
	for _, v := range []members.Status{members.Member, members.Upcoming, members.Lapsed} {
		label := map[members.Status]string{
			members.Member: "Members today", members.Upcoming: "Starts later", members.Lapsed: "Former members",
		}[v]
		status.Options = append(status.Options, kit.Option{Value: string(v), Label: label, Selected: v == applied})
	}
	out := kit.Filters{
		Action: here, Target: "members",
		Fields: []kit.Field{{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Query}, status},
	}
	if f.Sort != members.SortName {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "sort", Value: string(f.Sort)})
	}
	if f.Dir == members.Descending {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "dir", Value: string(f.Dir)})
	}
	if f.Query != "" || f.Status != "" {
		out.Clear = here
	}
	return out
}

func clubMembersHeads(f members.RegisterFilter, here string, at *url.URL) []kit.SortHeader {
	var out []kit.SortHeader
	for _, h := range registerHeads(f, at) {
		if h.Label == "Club" {
			continue
		}
		if u, err := url.Parse(h.URL); err == nil {
			h.URL = here + "?" + u.RawQuery
		}
		out = append(out, h)
	}
	return out
}

// clubMembersFile exports what the list shows.
func (s *Desk) clubMembersFile(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	list, err := s.members.ExportClub(ctx, s.Actor(c), s.clubFilter(c, id))
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(ctx, id)
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(ctx)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(list.Entries))
	_, format := kit.SplitFormat(c.Request().URL.Path)
	write := func(w io.Writer) error { return reports.RegisterCSV(w, clubRegister(club, list)) }
	switch format {
	case kit.FormatXLSX:
		write = func(w io.Writer) error { return s.Press().RegisterXLSX(w, clubRegister(club, list)) }
	case kit.FormatPDF:
		write = func(w io.Writer) error { return s.Press().ClubListPDF(w, clubPrint(rules, club, list)) }
	}
	return kit.SendWritten(c, format, s.TodaysFile("members", club.Name), write)
}

func clubRegister(club clubs.Club, list members.Register) reports.Register {
	out := reports.Register{Title: "Members of " + club.Name, AsAt: list.Filter.On.Long()}
	for _, e := range list.Entries {
		out.Rows = append(out.Rows, registerRow(e, club.Name))
	}
	return out
}

func clubPrint(rules constitution.Constitution, club clubs.Club, list members.Register) reports.ClubList {
	out := reports.ClubList{
		Club: club.Name, Year: rules.Days(rules.YearOf(list.Filter.On)).String(), AsAt: list.Filter.On.Long(),
		Contacts: reports.WithContacts,
	}
	for _, e := range list.Entries {
		out.Rows = append(out.Rows, reports.ClubMember{
			Number: members.Number(e.Person.ID), Name: e.Person.Name.ByFamily(), Grade: e.Person.Strength(),
			Email: e.Person.Contact.Email, Phone: e.Person.Contact.Phone, Address: e.Person.Contact.Address,
			TermEnd: e.Summary.Until,
		})
	}
	return out
}
