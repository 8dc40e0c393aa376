package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/mail"
)

// OutboxPage lists the letters to members by state.
type OutboxPage struct {
	Page
	Unset bool // no mail server: nothing leaves
	Tabs  Tabs
	Count string
	Rows  []LetterRow
	Pager Pager
	Empty *Empty
}

// LetterRow is a letter in the list.
type LetterRow struct {
	To, Address  string
	Subject, URL string
	Purpose      string
	Queued       string
	State        Badge
	Problem      string
}

// LetterPage is one letter.
type LetterPage struct {
	Page
	Unset bool
	Facts []Fact
	Body  string
	Send  string // where the form posts to, or ""
	Warn  bool   // it may have gone already
}

var (
	outboxView = newView[OutboxPage]("governance/outbox.html")
	letterView = newView[LetterPage]("governance/letter.html")
)

// letterStates are the tabs of the outbox, in their order.
var letterStates = []struct {
	state mail.State
	title string
	kind  string
}{
	{mail.Waiting, "Waiting", KindNeutral},
	{mail.Sending, "Outcome not known", KindWarning},
	{mail.Failed, "Failed", KindError},
	{mail.Sent, "Sent", KindSuccess},
}

func letterBadge(state mail.State) Badge {
	for _, s := range letterStates {
		if s.state == state {
			return Badge{s.kind, s.title}
		}
	}
	return Badge{KindNeutral, string(state)}
}

const lettersPerPage = 50

func (s *Server) outbox(c echo.Context) error {
	filter := mail.Filter{Page: queryPage(c), Size: lettersPerPage}
	for _, known := range letterStates {
		if string(known.state) == c.QueryParam("state") {
			filter.State = known.state
		}
	}
	box, err := s.mail.Outbox(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	page := OutboxPage{Page: s.page(c, "Letters to members", Crumb{"Duties", dutiesPath}), Unset: !s.mail.Sends(), Tabs: outboxTabs(box)}
	keep := url.Values{}
	if filter.State != "" {
		keep.Set("state", string(filter.State))
	}
	page.Count = plural(box.Matches, "letter", "letters")
	for _, e := range box.Entries {
		page.Rows = append(page.Rows, LetterRow{
			To: e.To.Name, Address: e.To.Address, Subject: e.Subject, URL: letterURL(e.ID), Purpose: e.Purpose,
			Queued: e.Queued.Long(), State: letterBadge(e.State), Problem: e.Problem,
		})
	}
	page.Pager = pages(outboxPath, keep, box.Filter.Page, lettersPerPage, box.Matches)
	if len(page.Rows) == 0 {
		page.Empty = &Empty{Title: "No letters here", Text: "Notices and other letters to members appear here when they are written."}
	}
	return outboxView.render(c, http.StatusOK, page)
}

func outboxTabs(box mail.Outbox) Tabs {
	all := 0
	for _, n := range box.Counts {
		all += n
	}
	tabs := Tabs{Label: "Letters by state", Items: []NavItem{{Label: "All", URL: outboxPath, Current: box.Filter.State == "", Count: idText(int64(all))}}}
	for _, s := range letterStates {
		tabs.Items = append(tabs.Items, NavItem{
			Label: s.title, URL: outboxPath + "?state=" + string(s.state), Current: box.Filter.State == s.state, Count: idText(int64(box.Counts[s.state])),
		})
	}
	return tabs
}

func (s *Server) letter(c echo.Context) error {
	id, err := pathID[mail.LetterID](c, "id")
	if err != nil {
		return err
	}
	e, err := s.mail.Letter(c.Request().Context(), id)
	if err != nil {
		return err
	}
	state := letterBadge(e.State)
	page := LetterPage{Page: s.page(c, e.Subject, Crumb{"Duties", dutiesPath}, Crumb{"Letters to members", outboxPath}), Unset: !s.mail.Sends(), Body: e.Body}
	page.Facts = []Fact{
		{Label: "To", Value: e.To.Name + " <" + e.To.Address + ">"}, {Label: "About", Value: e.Purpose}, {Label: "State", Badge: &state}, {Label: "Written", Value: e.Queued.Long()},
	}
	if !e.SentAt.IsZero() {
		page.Facts = append(page.Facts, Fact{Label: "Sent", Value: e.SentAt.Long()})
	}
	if e.Attempts > 0 {
		page.Facts = append(page.Facts, Fact{Label: "Tried", Value: plural(e.Attempts, "time", "times")})
	}
	if e.Problem != "" {
		page.Facts = append(page.Facts, Fact{Label: "What the mail server said", Value: e.Problem})
	}
	if n := len(e.Attachments); n > 0 {
		page.Facts = append(page.Facts, Fact{Label: "With it", Value: plural(n, "file", "files")})
	}
	if e.State == mail.Failed || e.State == mail.Sending {
		page.Send, page.Warn = letterURL(id)+"/send", e.State == mail.Sending
	}
	return letterView.render(c, http.StatusOK, page)
}

// letterSend puts a letter back among those that wait.
func (s *Server) letterSend(c echo.Context) error {
	id, err := pathID[mail.LetterID](c, "id")
	if err != nil {
		return err
	}
	if err := s.mail.SendAgain(c.Request().Context(), s.actor(c).By(), id); err != nil {
		return s.refusedAt(c, err, letterURL(id))
	}
	text := "The letter waits to be sent."
	if !s.mail.Sends() {
		text = "The letter waits: no mail server is set, so nothing is sent yet."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, letterURL(id))
}
