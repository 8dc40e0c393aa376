package letters

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/mail"
	"nzgs/reports"
	"nzgs/web/kit"
)

// OutboxPage lists the letters to members by state.
type OutboxPage struct {
	kit.Page
	Restored *RestoredNote
	Unset    bool      // no mail server: nothing leaves
	Waits    []string  // why letters wait, and until when
	CameBack *kit.Link // to the addresses that came back
	Tabs     kit.Tabs
	Head     kit.ListHead
	Groups   []BatchGroup
	Rows     []LetterRow
	Pager    kit.Pager
	Empty    *kit.Empty
}

// BatchRow is a mailing in the list, or the letters of one purpose.
type BatchRow struct {
	Purpose, URL  string
	Written       string
	Letters, Sent int
	Left          []kit.Badge
	Parts         []BatchRow // where several mailings are about one thing: each of them
	batch         mail.Batch
}

// BatchGroup is mailings that stand alike: something failed, some wait, all are settled.
type BatchGroup struct {
	Title string
	Rows  []BatchRow
}

// LetterRow is a letter in the list.
type LetterRow struct {
	To, Address  string
	Subject, URL string
	Purpose      string
	Queued       string
	State        kit.Badge
	Problem      string
}

// LetterPage is one letter.
type LetterPage struct {
	kit.Page
	Unset bool
	Facts []kit.Fact
	Body  string
	Send  *kit.PostButton
	Warn  bool // it may have gone already
}

var (
	outboxView = kit.NewView[OutboxPage](templates, "outbox.html")
	letterView = kit.NewView[LetterPage](templates, "letter.html")
)

// letterStates are the tabs of the outbox, in their order.
var letterStates = []struct {
	state mail.State
	title string
	kind  string
}{
	{mail.Waiting, "Waiting", kit.KindNeutral},
	{mail.Sending, "Outcome not known", kit.KindWarning},
	{mail.Failed, "Failed", kit.KindError},
	{mail.Left, "Not wanted", kit.KindNeutral},
	{mail.Sent, "Sent", kit.KindSuccess},
}

func letterBadge(state mail.State) kit.Badge {
	for _, s := range letterStates {
		if s.state == state {
			return kit.Badge{Kind: s.kind, Text: s.title}
		}
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: string(state)}
}

const lettersPerPage = 50

func (s *Desk) outbox(c echo.Context) error {
	filter := outboxFilter(c)
	filter.Page, filter.Size = kit.PageNumber(c), lettersPerPage
	box, err := s.mail.Outbox(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	page := OutboxPage{
		Page: s.Page(c, "Letters to members", hubCrumb), Unset: !s.mail.Sends(),
		Tabs: outboxTabs(box),
		Head: kit.ListHead{
			Count: kit.Plural(box.Matches, "letter", "letters"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv"),
		},
	}
	if err := s.sayFirst(c, &page); err != nil {
		return err
	}
	if filter.Batch == "" && filter.State == "" {
		if err := s.mailings(c, &page, box); err != nil {
			return err
		}
	} else {
		s.singly(c, &page, box)
	}
	if len(page.Rows)+len(page.Groups) == 0 {
		page.Empty = &kit.Empty{
			Title: "No letters here", Text: "Notices and other letters to members appear here when they are written.",
		}
	}
	return outboxView.Render(c, http.StatusOK, page)
}

// outboxFilter reads which letters the address asks for.
func outboxFilter(c echo.Context) mail.Filter {
	filter := mail.Filter{Batch: c.QueryParam("batch")}
	for _, known := range letterStates {
		if string(known.state) == c.QueryParam("state") {
			filter.State = known.state
		}
	}
	return filter
}

// outboxFile is what the page shows, all pages of it, each letter in a line; their texts stay here.
func (s *Desk) outboxFile(c echo.Context) error {
	letters, err := s.mail.EachLetter(c.Request().Context(), s.Actor(c), outboxFilter(c))
	if err != nil {
		return err
	}
	people := 0
	t := reports.Table{
		Title: "Letters to members", Note: "As at " + s.Today().Long(),
		Columns: kit.Columns("Written", "To", "Address", "Subject", "About", "State", "Sent", "Problem"),
	}
	t.Each = func(take func([]reports.Cell) error) error {
		return letters(func(e mail.Entry) error {
			people++
			sent := ""
			if !e.SentAt.IsZero() {
				sent = e.SentAt.Long()
			}
			return take([]reports.Cell{
				reports.Text(e.Queued.Long()), reports.Text(e.To.Name), reports.Text(e.To.Address), reports.Text(e.Subject),
				reports.Text(e.Purpose), reports.Text(letterBadge(e.State).Text), reports.Text(sent), reports.Text(e.Problem),
			})
		})
	}
	kit.NoStore(c)
	_, format := kit.SplitFormat(c.Request().URL.Path)
	err = s.SendTable(c, format, s.TodaysFile("letters that were sent", ""), t)
	kit.NamesPeople(c, people)
	return err
}

// sayFirst says above the letters what keeps some from leaving.
func (s *Desk) sayFirst(c echo.Context, page *OutboxPage) error {
	waits, err := s.mail.Backlog(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page.Restored = restoredNote(page.Page, waits.Restored)
	if !page.Unset {
		page.Waits = waits.Reasons()
	}
	back, err := s.mail.Bounces(c.Request().Context(), s.Actor(c))
	if n := len(back); n > 0 {
		page.CameBack = &kit.Link{
			Label: kit.Plural(n, "address", "addresses") + " came back: ask for another", URL: bouncesPath,
		}
	}
	return err
}

// mailings lists mailings, each once.
func (s *Desk) mailings(c echo.Context, page *OutboxPage, box mail.Outbox) error {
	list, n, err := s.mail.Batches(c.Request().Context(), s.Actor(c), box.Filter.Page, lettersPerPage)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, 0)
	page.Groups = batchGroups(list)
	page.Pager = kit.PagerOf(box.Filter.Page, lettersPerPage, n, &url.URL{Path: kit.OutboxPath})
	return nil
}

// singly lists single letters: of a mailing, or of a state.
func (s *Desk) singly(c echo.Context, page *OutboxPage, box mail.Outbox) {
	keep := url.Values{}
	if box.Filter.State != "" {
		keep.Set("state", string(box.Filter.State))
	}
	if box.Filter.Batch != "" {
		keep.Set("batch", box.Filter.Batch)
	}
	for _, e := range box.Entries {
		page.Rows = append(page.Rows, LetterRow{
			To: e.To.Name, Address: e.To.Address, Subject: e.Subject, URL: kit.LetterURL(e.ID), Purpose: e.Purpose,
			Queued: e.Queued.Long(), State: letterBadge(e.State), Problem: e.Problem,
		})
	}
	kit.NamesPeople(c, len(page.Rows))
	page.Pager = kit.PagerOf(
		box.Filter.Page, lettersPerPage, box.Matches, &url.URL{Path: kit.OutboxPath, RawQuery: keep.Encode()},
	)
}

func outboxTabs(box mail.Outbox) kit.Tabs {
	all := 0
	for _, n := range box.Counts {
		all += n
	}
	at := func(state mail.State) string {
		q := url.Values{}
		if state != "" {
			q.Set("state", string(state))
		}
		if box.Filter.Batch != "" {
			q.Set("batch", box.Filter.Batch)
		}
		if len(q) == 0 {
			return kit.OutboxPath
		}
		return kit.OutboxPath + "?" + q.Encode()
	}
	tabs := kit.Tabs{
		Label: "Letters by state",
		Items: []kit.NavItem{
			{Label: "All", URL: at(""), Current: box.Filter.State == "", Count: kit.IDText(int64(all))},
		},
	}
	for _, s := range letterStates {
		tabs.Items = append(tabs.Items, kit.NavItem{
			Label: s.title, URL: at(s.state), Current: box.Filter.State == s.state,
			Count: kit.IDText(int64(box.Counts[s.state])),
		})
	}
	return tabs
}

func (s *Desk) letter(c echo.Context) error {
	id, err := kit.PathID[mail.LetterID](c, "id")
	if err != nil {
		return err
	}
	e, err := s.mail.Letter(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	state := letterBadge(e.State)
	page := LetterPage{
		Page: s.Page(c, e.Subject, kit.Crumb{
			Label: "Duties", URL: kit.DutiesPath,
		}, outboxCrumb),
		Unset: !s.mail.Sends(), Body: e.Body,
	}
	page.Facts = []kit.Fact{
		{Label: "To", Value: e.To.Name + " <" + e.To.Address + ">"}, {Label: "About", Value: e.Purpose},
		{Label: "State", Badge: &state}, {Label: "Written", Value: e.Queued.Long()},
	}
	if !e.SentAt.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Sent", Value: e.SentAt.Long()})
	}
	if e.Attempts > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Tried", Value: kit.Plural(e.Attempts, "time", "times")})
	}
	if why, is := whyNot(e); is {
		page.Facts = append(page.Facts, why)
	}
	if n := len(e.Attachments); n > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Attached", Value: kit.Plural(n, "file", "files")})
	}
	switch {
	case e.Restored:
		page.Send = page.Button("send", kit.LetterURL(id)+"/send", "Release this letter")
	case e.State == mail.Failed || e.State == mail.Sending:
		page.Send, page.Warn = page.Button("send", kit.LetterURL(id)+"/send", "Send again"), e.State == mail.Sending
	}
	return letterView.Render(c, http.StatusOK, page)
}

// letterSend puts a letter back among those that wait.
func (s *Desk) letterSend(c echo.Context) error {
	id, err := kit.PathID[mail.LetterID](c, "id")
	if err != nil {
		return err
	}
	if err := s.mail.SendAgain(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.LetterURL(id))
	}
	text := "The letter is waiting to be sent."
	if !s.mail.Sends() {
		text = "The letter is waiting: no mail server is set up, so nothing is being sent."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, kit.LetterURL(id))
}
