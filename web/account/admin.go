package account

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// AdminPage is the administrator's desk: what waits, who holds which office, how the program stands.
type AdminPage struct {
	kit.Page
	First   *kit.FirstSteps // while any is open
	Agenda  kit.Agenda
	Offices []AdminOffice
	Others  string // offices that are not of the whole society, counted
	People  []kit.Fact
	Backups []kit.Fact
	Letters []kit.Fact
	Links   []kit.Link
}

// AdminOffice is an office of the whole society and who holds it.
type AdminOffice struct{ Title, Name, Until, URL string }

var adminView = kit.NewView[AdminPage](templates, "admin/home.html")

var adminCrumb = kit.Crumb{Label: "Administration", URL: kit.AdminPath}

func (s *Desk) admin(c echo.Context) error {
	page := AdminPage{Page: s.Page(c, "Administration")}
	first, err := s.firstSteps(c)
	if err != nil {
		return err
	}
	if first != nil && first.Open > 0 {
		page.First = first
	}
	var tasks []kit.Task
	for _, part := range []struct {
		action auth.Action
		fill   func(echo.Context, *AdminPage) ([]kit.Task, error)
	}{
		{auth.ManageAccounts, s.adminBackups},
		{auth.AgreeToAccess, s.adminRequested},
		{auth.ManageAccounts, s.adminPeople},
		{auth.ManageOffices, s.adminHolders},
		{auth.KeepOutbox, s.adminLetters},
	} {
		if !auth.Can(s.Actor(c), part.action, auth.Object{}, s.Today()) {
			continue
		}
		more, err := part.fill(c, &page)
		if err != nil {
			return err
		}
		tasks = append(tasks, more...)
	}
	page.Agenda = kit.AgendaOf(tasks)
	for _, l := range []struct {
		action auth.Action
		link   kit.Link
	}{
		{auth.KeepSettings, kit.Link{Label: "Settings", URL: kit.SettingsPath}},
		{auth.KeepSettings, kit.Link{Label: "Backups", URL: kit.BackupsPath}},
		{auth.ManageAccounts, kit.Link{Label: "Accounts", URL: kit.AccountsPath}},
		{auth.ManageAccounts, kit.Link{Label: "Invite members", URL: invitationsPath}},
		{auth.ManageOffices, kit.Link{Label: "Offices", URL: kit.OfficesPath}},
		{auth.AgreeToAccess, kit.Link{Label: "Requests", URL: kit.RequestsPath}},
		{auth.TakeOver, kit.Link{Label: "Take over a society that exists", URL: kit.TakeOverPath}},
		{auth.KeepRetention, kit.Link{Label: "What is kept for how long", URL: kit.RetentionPath}},
		{auth.ViewAudit, kit.Link{Label: "Audit log", URL: kit.AuditPath}},
		{auth.ViewMoneyLog, kit.Link{Label: "Log of money", URL: kit.AuditPath}},
	} {
		twice := slices.ContainsFunc(page.Links, func(o kit.Link) bool { return o.URL == l.link.URL })
		if !twice && auth.Can(s.Actor(c), l.action, auth.Object{}, s.Today()) {
			page.Links = append(page.Links, l.link)
		}
	}
	return adminView.Render(c, http.StatusOK, page)
}

// adminBackups says how far back one could go.
func (s *Desk) adminBackups(c echo.Context, page *AdminPage) ([]kit.Task, error) {
	facts, err := s.backupFacts(c)
	if err != nil {
		return nil, err
	}
	page.Backups = facts
	if facts[0].Badge == nil || page.First.IsOpen("backup") {
		return nil, nil
	}
	at := "#backups" // for who sees them, and makes none
	if auth.Can(s.Actor(c), auth.KeepSettings, auth.Object{}, s.Today()) {
		at = kit.BackupsPath
	}
	return []kit.Task{{
		Title: "Look after the backups", Text: facts[0].Badge.Text + ".", State: "overdue", URL: at, Action: "See the backups",
	}}, nil
}

// adminRequested says what was asked for accounts of people who are trusted, and waits for a second officer.
func (s *Desk) adminRequested(c echo.Context, page *AdminPage) ([]kit.Task, error) {
	waiting, err := s.Auth.Requests(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	n := len(waiting)
	page.People = append(page.People, kit.Fact{Label: "Requests that wait", Value: strconv.Itoa(n), URL: kit.RequestsPath})
	if n == 0 {
		return nil, nil
	}
	return []kit.Task{{
		Title: kit.Plural(n, "request waits", "requests wait") + " for a second officer",
		Text:  "For the account of someone who is trusted. Whoever asked cannot agree to it.", URL: kit.RequestsPath, Action: "Decide",
	}}, nil
}

// adminPeople says who can sign in, and who still does by a password alone.
func (s *Desk) adminPeople(c echo.Context, page *AdminPage) ([]kit.Task, error) {
	_, n, err := s.Auth.Accounts(c.Request().Context(), s.Actor(c), auth.AccountQuery{Limit: 1})
	if err != nil {
		return nil, err
	}
	page.People = append([]kit.Fact{{Label: "Accounts", Value: strconv.Itoa(n), URL: kit.AccountsPath}}, page.People...)
	reminder, err := s.Auth.FactorReminder(c.Request().Context(), s.Actor(c))
	if err != nil || reminder.Text() == "" {
		return nil, err
	}
	return []kit.Task{{
		Title: "Second factors", Text: reminder.Text(), URL: kit.AccountsPath, Action: "Open the accounts",
	}}, nil
}

// adminHolders says who holds the offices of the whole society today.
func (s *Desk) adminHolders(c echo.Context, page *AdminPage) ([]kit.Task, error) {
	list, err := s.Auth.Offices(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	ofClubs, ofEvents, upcoming := 0, 0, 0
	for _, a := range list {
		switch {
		case a.From.After(s.Today()):
			upcoming++
		case a.Office.Club != 0:
			ofClubs++
		case a.Office.Event != 0:
			ofEvents++
		default:
			row := AdminOffice{Title: a.Office.Title(), Name: a.Name.Listed(), URL: kit.OfficeURL(a.ID)}
			if row.Until = a.Until.Long(); row.Until == "" {
				row.Until = "until it is ended"
			}
			page.Offices = append(page.Offices, row)
		}
	}
	var others []string
	for _, o := range []struct {
		n         int
		one, more string
	}{
		{ofClubs, "office of a club", "offices of clubs"}, {ofEvents, "office of an event", "offices of events"},
		{upcoming, "office that begins later", "offices that begin later"},
	} {
		if o.n > 0 {
			others = append(others, kit.Plural(o.n, o.one, o.more))
		}
	}
	page.Others = strings.Join(others, ", ")
	if len(page.Offices) == 0 && !page.First.IsOpen("offices") {
		return []kit.Task{{
			Title: "Appoint the officers", Text: "No one holds an office of the society today.", URL: kit.OfficesPath, Action: "Open the offices",
		}}, nil
	}
	return nil, nil
}

// adminLetters says which letters have not left.
func (s *Desk) adminLetters(c echo.Context, page *AdminPage) ([]kit.Task, error) {
	w, err := s.letters(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	page.Letters = []kit.Fact{
		{Label: "Waiting to leave", Value: strconv.Itoa(w.Ordinary + w.Mailings), URL: kit.OutboxPath},
		{Label: "Tried again later", Value: strconv.Itoa(w.Again), URL: kit.OutboxPath},
		{Label: "To leave on a later day", Value: strconv.Itoa(w.Later), URL: kit.OutboxPath},
		{Label: "Held since a backup was restored", Value: strconv.Itoa(w.Restored), URL: kit.OutboxPath},
	}
	if w.Restored == 0 {
		return nil, nil
	}
	return []kit.Task{{
		Title: kit.Plural(w.Restored, "letter is", "letters are") + " held since a backup was restored",
		Text:  "Release them, or keep them back.", URL: kit.OutboxPath, Action: "Decide",
	}}, nil
}

// staleBackup is how old the last backup may be before the page warns.
const staleBackup = 36 * time.Hour

// backupFacts say when the society was backed up last, and how far back one could go.
func (s *Desk) backupFacts(c echo.Context) ([]kit.Fact, error) {
	b, err := s.backups(c.Request().Context())
	if err != nil {
		return nil, err
	}
	last := kit.Fact{Label: "Last backup", Value: "None has been made of this database, as far as it knows"}
	if !b.Kept.IsZero() {
		last.Value = b.Kept.Long()
		if b.Encrypted {
			last.Value += ", encrypted"
		}
	}
	age, made := b.Age(s.Clock())
	switch {
	case !b.Tried.IsZero() && !b.Worked:
		last.Badge = &kit.Badge{Kind: kit.KindError, Text: "The last try failed, or is under way: " + b.Tried.Long()}
	case !made || age > staleBackup:
		last.Badge = &kit.Badge{Kind: kit.KindWarning, Text: "None of the last day and a half"}
	}
	facts := []kit.Fact{last}
	if !b.Oldest.IsZero() {
		oldest := kit.Fact{Label: "Oldest that can be restored", Value: b.Oldest.Long()}
		if b.Encrypted {
			oldest.Value += ". An encrypted one was checked when it was made; the program cannot open it again."
		}
		facts = append(facts, oldest)
	}
	return facts, nil
}
