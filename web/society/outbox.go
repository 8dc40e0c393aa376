package society

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/mail"
	"nzgs/web/kit"
)

// OutboxPage lists the letters to members by state.
type OutboxPage struct {
	kit.Page
	Unset bool // no mail server: nothing leaves
	Tabs  kit.Tabs
	Count string
	Rows  []LetterRow
	Pager kit.Pager
	Empty *kit.Empty
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
	filter := mail.Filter{Page: kit.QueryPage(c), Size: lettersPerPage}
	for _, known := range letterStates {
		if string(known.state) == c.QueryParam("state") {
			filter.State = known.state
		}
	}
	box, err := s.mail.Outbox(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	page := OutboxPage{
		Page: s.Page(c, "Letters to members", kit.Crumb{Label: "Duties", URL: kit.DutiesPath}), Unset: !s.mail.Sends(),
		Tabs: outboxTabs(box),
	}
	keep := url.Values{}
	if filter.State != "" {
		keep.Set("state", string(filter.State))
	}
	page.Count = kit.Plural(box.Matches, "letter", "letters")
	for _, e := range box.Entries {
		page.Rows = append(page.Rows, LetterRow{
			To: e.To.Name, Address: e.To.Address, Subject: e.Subject, URL: kit.LetterURL(e.ID), Purpose: e.Purpose,
			Queued: e.Queued.Long(), State: letterBadge(e.State), Problem: e.Problem,
		})
	}
	kit.NamesPeople(c, len(page.Rows))
	page.Pager = kit.PagerAt(kit.OutboxPath, keep, box.Filter.Page, lettersPerPage, box.Matches)
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{
			Title: "No letters here", Text: "Notices and other letters to members appear here when they are written.",
		}
	}
	return outboxView.Render(c, http.StatusOK, page)
}

func outboxTabs(box mail.Outbox) kit.Tabs {
	all := 0
	for _, n := range box.Counts {
		all += n
	}
	tabs := kit.Tabs{
		Label: "Letters by state",
		Items: []kit.NavItem{
			{Label: "All", URL: kit.OutboxPath, Current: box.Filter.State == "", Count: kit.IDText(int64(all))},
		},
	}
	for _, s := range letterStates {
		tabs.Items = append(tabs.Items, kit.NavItem{
			Label: s.title, URL: kit.OutboxPath + "?state=" + string(s.state), Current: box.Filter.State == s.state,
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
	e, err := s.mail.Letter(c.Request().Context(), id)
	if err != nil {
		return err
	}
	state := letterBadge(e.State)
	page := LetterPage{
		Page: s.Page(c, e.Subject, kit.Crumb{
			Label: "Duties", URL: kit.DutiesPath,
		}, kit.Crumb{Label: "Letters to members", URL: kit.OutboxPath}),
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
	if e.Problem != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "What the mail server said", Value: e.Problem})
	}
	if n := len(e.Attachments); n > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Attached", Value: kit.Plural(n, "file", "files")})
	}
	if e.State == mail.Failed || e.State == mail.Sending {
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
