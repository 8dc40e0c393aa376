package web

import (
	"bytes"
	"io"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/reports"
)

// ClubDeskPage is where a club's secretary finds what the club has to do.
type ClubDeskPage struct {
	Page
	Next    NextStep
	Facts   []Fact
	Warning string
	Returns []ReturnLine
	Links   []Link
	Empty   *Empty
}

// ReturnLine is a return in a list.
type ReturnLine struct {
	Year, URL string
	Received  string
	Members   string
	Fee       *Trace
	Standing  Badge
	From      *Trace
}

// ClubMembersPage is a club's list of members.
type ClubMembersPage struct {
	Page
	Filters Filters
	Head    ListHead
	Heads   []SortHeader
	Rows    []RegisterLine
	Pager   Pager
	Empty   *Empty
}

var (
	clubDeskView    = newView[ClubDeskPage]("clubs/desk.html")
	clubMembersView = newView[ClubMembersPage]("clubs/members.html")
)

func (s *Server) clubDesk(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	d, err := s.clubs.Desk(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	page := ClubDeskPage{Page: s.page(c, d.Club.Name, s.clubCrumbs(c)...), Next: s.deskNext(d), Facts: s.deskFacts(d), Warning: d.SizeWarning, Links: deskLinks(d)}
	for _, st := range d.Returns {
		page.Returns = append(page.Returns, returnLine(st))
	}
	if len(d.Returns) == 0 {
		page.Empty = &Empty{Title: "No list yet", Text: "Fill in the template with the club’s members and send it here."}
	}
	return clubDeskView.render(c, http.StatusOK, page)
}

// clubCrumbs is the way down to a club's pages: from the treasurer's desk for
// the treasurer, from the list of clubs for everybody else.
func (s *Server) clubCrumbs(c echo.Context, more ...Crumb) []Crumb {
	first := Crumb{"Clubs", clubsPath}
	if auth.Can(s.actor(c), auth.ConfirmReturn, auth.Object{}, s.today()) {
		first = Crumb{"Treasurer", treasurerPath}
	}
	return append([]Crumb{first}, more...)
}

// deskNext is what the club should do next.
func (s *Server) deskNext(d clubs.Desk) NextStep {
	current, coming := returnOf(d, d.Year), returnOf(d, d.Year+1)
	st := current
	if coming != nil {
		st = coming
	}
	switch {
	case st != nil && st.Return.State == clubs.Draft && st.Return.HasList():
		return NextStep{Title: "Go on with the list for " + st.Return.Year.String(), Text: "It is not handed in yet.", Kind: KindInfo, Link: &Link{Label: "Check the list", URL: returnURL(st.Return.ID), Kind: "primary"}}
	case st != nil && st.Return.State == clubs.Submitted:
		return NextStep{Title: "The list is with the treasurer", Text: "Handed in on " + st.Return.SubmittedAt.Date().Long() + ".", Kind: KindInfo, Link: &Link{Label: "Look at it", URL: returnURL(st.Return.ID), Kind: "secondary"}}
	case st != nil && st.Affiliation.Standing == clubs.AwaitingFee && st.Return.State == clubs.Confirmed:
		return NextStep{Title: st.Affiliation.Missing.String() + " is still to be paid", Text: "The club is registered for " + st.Return.Year.String() + " once the full fee is in (Rule 2.3).", Kind: KindWarning, Link: &Link{Label: "See the fee", URL: returnURL(st.Return.ID), Kind: "secondary"}}
	case st == nil || !st.Return.HasList():
		year := d.Year
		return NextStep{Title: "Send the list of members for " + year.String(), Text: "A club is registered for a year by the list of all its members and the fee (Rule 2.3).", Kind: KindInfo, Link: s.startLink(d, year)}
	}
	return NextStep{Title: "Nothing to do", Text: "The club is registered until " + d.Rules.Last(st.Return.Year).Long() + ".", Kind: KindSuccess}
}

func (s *Server) startLink(d clubs.Desk, year members.Year) *Link {
	if !d.MayReturn {
		return nil
	}
	return &Link{Label: "Send the list", URL: startURL(d.Club.ID, year), Kind: "primary"}
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

func (s *Server) deskFacts(d clubs.Desk) []Fact {
	affiliated := &Badge{Kind: KindNeutral, Text: "Not affiliated today"}
	switch {
	case d.Affiliated:
		affiliated = &Badge{Kind: KindSuccess, Text: "Affiliated"}
	case !d.Club.ExcludedOn.IsZero():
		affiliated = &Badge{Kind: KindError, Text: "Excluded on " + d.Club.ExcludedOn.Long()}
	}
	facts := []Fact{
		{Label: "Standing", Badge: affiliated},
		{Label: "Members today", Value: plural(d.Members, "member", "members"), URL: clubURL(d.Club.ID) + "/members"},
	}
	secretary := "nobody recorded"
	if len(d.Secretaries) > 0 {
		secretary = d.Secretaries[0].Name.String()
		if !d.Secretaries[0].IsMember && !d.LastList.IsZero() {
			secretary += " (not a member of the club, Rule 2.4)"
		}
	}
	facts = append(facts, Fact{Label: "Secretary", Value: secretary})
	if !d.ReportDue.IsZero() {
		facts = append(facts, Fact{Label: "Next list due", Trace: traceOf(d.ReportDue.Long(), d.DueTrace)})
	}
	return facts
}

func deskLinks(d clubs.Desk) []Link {
	id := d.Club.ID
	links := []Link{{Label: "Members", URL: clubURL(id) + "/members", Kind: "secondary"}}
	if d.MayReturn {
		links = append(links, Link{Label: "Send a list", URL: startURL(id, d.Year), Kind: "secondary"}, Link{Label: "Name a new secretary", URL: clubURL(id) + "/secretary", Kind: "secondary"})
	}
	if d.MayPay {
		links = append(links, Link{Label: "Record a payment", URL: clubURL(id) + "/payment", Kind: "secondary"})
	}
	if d.MayManage {
		links = append(links, Link{Label: "Edit the club", URL: clubURL(id) + "/edit", Kind: "secondary"})
	}
	return append(links, Link{Label: "Public page", URL: clubURL(id), Kind: "secondary"})
}

func returnLine(st clubs.Status) ReturnLine {
	r, a := st.Return, st.Affiliation
	line := ReturnLine{Year: r.Year.String(), URL: returnURL(r.ID), Received: "–", Members: "–", Standing: standingBadge(st)}
	if r.HasList() {
		line.Received = r.ListReceived.Long()
	}
	if r.State == clubs.Confirmed {
		line.Members = idText(int64(r.Members))
		line.Fee = traceOf(a.Due().String(), a.FeeTrace)
	}
	if !a.From.IsZero() {
		line.From = traceOf(a.From.Long(), a.FromTrace)
	}
	return line
}

// standingBadge is where a return stands: how far it is handled while it is
// open, then what rule 2.3 makes of it.
func standingBadge(st clubs.Status) Badge {
	r, a := st.Return, st.Affiliation
	switch {
	case r.State == clubs.Submitted:
		return Badge{Kind: KindInfo, Text: r.State.Label()}
	case r.State == clubs.Draft && r.HasList():
		return Badge{Kind: KindNeutral, Text: "Draft"}
	case a.Standing == clubs.Effective:
		return Badge{Kind: KindSuccess, Text: a.Standing.Label()}
	case a.Standing == clubs.TooLate:
		return Badge{Kind: KindError, Text: a.Standing.Label()}
	}
	return Badge{Kind: KindWarning, Text: a.Standing.Label()}
}

// clubFilter reads the state of a club's list of members from its address.
func (s *Server) clubFilter(c echo.Context, id clubs.ClubID) members.RegisterFilter {
	f := s.registerFilter(c)
	f.Club, f.Group = id, ""
	return f
}

func (s *Server) clubMembers(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx, f := c.Request().Context(), s.clubFilter(c, id)
	list, err := s.members.ClubList(ctx, s.actor(c), f)
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(ctx, id)
	if err != nil {
		return err
	}
	at, here := c.Request().URL, clubURL(id)+"/members"
	page := ClubMembersPage{
		Page:    s.page(c, "Members of "+club.Name, s.clubCrumbs(c, Crumb{club.Name, clubDeskURL(id)})...),
		Filters: clubMembersFilters(f, list.Filter.Status, here),
		Head: ListHead{Count: plural(list.Matches, "person", "people"), Exports: []Link{
			{Label: "XLSX", URL: withQuery(here+".xlsx", at)}, {Label: "CSV", URL: withQuery(here+".csv", at)}, {Label: "PDF", URL: withQuery(here+".pdf", at)},
		}},
		Heads: clubMembersHeads(f, here, at), Pager: pagerOf(list.Filter.Page, list.Filter.Size, list.Matches, at),
	}
	officer := auth.Can(s.actor(c), auth.ViewRegister, auth.Object{}, s.today())
	for _, e := range list.Entries {
		line := registerLine(e, nil)
		if !officer && e.Summary.Status != members.Member {
			line.URL = "" // a former member's file is no longer the club's to read
		}
		page.Rows = append(page.Rows, line)
	}
	if list.Matches == 0 {
		page.Empty = &Empty{Title: "Nobody here", Text: "The members of the club are those on its lists, once the fee is in."}
	}
	return clubMembersView.render(c, http.StatusOK, page)
}

func clubMembersFilters(f members.RegisterFilter, applied members.Status, here string) Filters {
	status := Field{ID: "status", Name: "status", Label: "Show", Type: "select"}
	for _, v := range []members.Status{members.Member, members.Upcoming, members.Lapsed} {
		label := map[members.Status]string{members.Member: "Members today", members.Upcoming: "Begins later", members.Lapsed: "Former members"}[v]
		status.Options = append(status.Options, Option{Value: string(v), Label: label, Selected: v == applied})
	}
	out := Filters{Action: here, Target: "members", Fields: []Field{{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Query}, status}}
	if f.Sort != members.SortName {
		out.Hidden = append(out.Hidden, Hidden{"sort", string(f.Sort)})
	}
	if f.Dir == members.Descending {
		out.Hidden = append(out.Hidden, Hidden{"dir", string(f.Dir)})
	}
	if f.Query != "" || f.Status != "" {
		out.Clear = here
	}
	return out
}

func clubMembersHeads(f members.RegisterFilter, here string, at *url.URL) []SortHeader {
	var out []SortHeader
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
func (s *Server) clubMembersFile(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx, f := c.Request().Context(), s.clubFilter(c, id)
	f.Page, f.Size = 1, members.MaxPageSize
	list, err := s.members.ClubList(ctx, s.actor(c), f)
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
	_, format := splitFormat(c.Request().URL.Path)
	var b bytes.Buffer
	write := func(w io.Writer) error { return reports.RegisterCSV(w, clubRegister(club, list)) }
	switch format {
	case formatXLSX:
		write = func(w io.Writer) error { return reports.RegisterXLSX(w, clubRegister(club, list)) }
	case formatPDF:
		write = func(w io.Writer) error { return reports.ClubListPDF(w, clubPrint(rules, club, list)) }
	}
	if err := write(&b); err != nil {
		return err
	}
	return sendFile(c, format, "club-members", b.Bytes())
}

func clubRegister(club clubs.Club, list members.Register) reports.Register {
	out := reports.Register{Title: "Members of " + club.Name, AsAt: list.Filter.On.Long()}
	for _, e := range list.Entries {
		out.Rows = append(out.Rows, reports.RegisterRow{
			Number: members.Number(e.Person.ID), FamilyName: e.Person.Name.Family, GivenNames: e.Person.Name.Given,
			Club: club.Name, Grade: e.Person.Grade, Email: e.Person.Contact.Email, Phone: e.Person.Contact.Phone, Address: e.Person.Contact.Address,
			Joined: e.Summary.Joined, TermEnd: e.Summary.Until, Ceased: e.Summary.Ceased, Status: e.Summary.Status.Label(),
		})
	}
	return out
}

func clubPrint(rules constitution.Constitution, club clubs.Club, list members.Register) reports.ClubList {
	out := reports.ClubList{Club: club.Name, Year: rules.Days(rules.YearOf(list.Filter.On)).String(), AsAt: list.Filter.On.Long(), Contacts: reports.WithContacts}
	for _, e := range list.Entries {
		out.Rows = append(out.Rows, reports.ClubMember{
			Number: members.Number(e.Person.ID), Name: e.Person.Name.Listed(), Grade: e.Person.Strength(),
			Email: e.Person.Contact.Email, Phone: e.Person.Contact.Phone, Address: e.Person.Contact.Address, TermEnd: e.Summary.Until,
		})
	}
	return out
}
