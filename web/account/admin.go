package account

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// AdminPage leads to the parts of the administration.
type AdminPage struct {
	kit.Page
	Tasks   []kit.Task
	Backups []kit.Fact
}

var adminView = kit.NewView[AdminPage](templates, "admin/home.html")

var adminCrumb = kit.Crumb{Label: "Administration", URL: kit.AdminPath}

func (s *Desk) admin(c echo.Context) error {
	actor, day := s.Actor(c), s.Today()
	page := AdminPage{Page: s.Page(c, "Administration")}
	add := func(action auth.Action, t kit.Task) {
		if auth.Can(actor, action, auth.Object{}, day) {
			page.Tasks = append(page.Tasks, t)
		}
	}
	reminder, err := s.Auth.FactorReminder(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	if text := reminder.Text(); text != "" {
		add(auth.ManageAccounts, kit.Task{
			Title: "Second factors", Text: text, URL: kit.AccountsPath, Action: "Open the accounts",
		})
	}
	add(auth.KeepSettings, kit.Task{
		Title: "Settings", Text: "The society’s name, short name and addresses, and what else is set where.", URL: kit.SettingsPath,
		Action: "Open",
	})
	add(auth.ManageAccounts, kit.Task{
		Title: "Accounts", Text: "Who can sign in. Invite people, give them a new link, close an account.",
		URL: "/admin/accounts", Action: "Open",
	})
	add(auth.ManageAccounts, kit.Task{
		Title: "Invite members", Text: "Each member who does not sign in yet gets a letter with a link of their own.",
		URL: invitationsPath, Action: "Open",
	})
	add(auth.ManageOffices, kit.Task{
		Title: "Offices", Text: "Who holds which office, and from when until when.", URL: "/admin/offices", Action: "Open",
	})
	add(auth.TakeOver, kit.Task{
		Title: "Take over a society that exists",
		Text:  "From the files that the society has: members, earlier years, clubs with their secretaries, ratings.",
		URL:   kit.TakeOverPath, Action: "Open",
	})
	add(auth.KeepRetention, kit.Task{
		Title: "What is kept for how long",
		Text:  "Each kind of personal data, by which rule it is kept, what is due, and reports of what was removed.",
		URL:   kit.RetentionPath, Action: "Open",
	})
	add(auth.ViewAudit, kit.Task{
		Title: "Audit log",
		Text:  "Who did what, in order. Compare it with a head that was printed or mailed: a change before that head shows.",
		URL:   "/admin/audit", Action: "Open",
	})
	add(auth.ViewMoneyLog, kit.Task{
		Title: "Log of money", Text: "Who did what with payments, invoices, the books and clubs’ lists, with the values before and after.",
		URL: "/admin/audit", Action: "Open",
	})
	if auth.Can(actor, auth.ManageAccounts, auth.Object{}, day) {
		if page.Backups, err = s.backupFacts(c); err != nil {
			return err
		}
	}
	return adminView.Render(c, http.StatusOK, page)
}

// staleBackup is how old the last backup may be before the page warns.
const staleBackup = 36 * time.Hour

// backupFacts say when the society was backed up last, and how far back one could go.
func (s *Desk) backupFacts(c echo.Context) ([]kit.Fact, error) {
	b, err := s.backups(c.Request().Context())
	if err != nil {
		return nil, err
	}
	last := kit.Fact{Label: "Last backup", Value: "None of this database is known."}
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
