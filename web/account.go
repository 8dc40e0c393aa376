package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
)

// AccountPage is the account of whoever is signed in.
type AccountPage struct {
	Page
	Facts    []Fact
	Ready    bool // has a password
	Sessions []SessionRow
	Others   *PostButton // ends all sessions but this one; nil when there are none
	History  []HistoryRow
}

// SessionRow is one of a person's sessions.
type SessionRow struct {
	Device  string
	Since   string
	Seen    string
	Current bool
	End     *PostButton // nil for the current one
}

// HistoryRow is one thing that happened to an account.
type HistoryRow struct{ When, What, Who string }

// PasswordPage changes the password of whoever is signed in.
type PasswordPage struct {
	Page
	Email   string
	Current *Field // nil while there is no password
	New     Field
}

var (
	accountView  = newView[AccountPage]("account/account.html")
	passwordView = newView[PasswordPage]("account/password.html")
)

// accountHistory is how much of its history an account's page shows.
const accountHistory = 10

func (s *Server) account(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	own, err := s.auth.OwnAccount(ctx, actor)
	if err != nil {
		return err
	}
	sessions, err := s.auth.Sessions(ctx, actor)
	if err != nil {
		return err
	}
	history, err := s.auth.AccountHistory(ctx, actor, own.ID, accountHistory)
	if err != nil {
		return err
	}
	page := AccountPage{Page: s.page(c, "My account"), Ready: own.Ready, History: historyRows(history)}
	page.Facts = []Fact{{Label: "Name", Value: own.Name.String()}, {Label: "E-mail address", Value: own.Email}}
	for _, o := range own.Offices {
		page.Facts = append(page.Facts, Fact{Label: o.Role.Title(), Value: daysText(o)})
	}
	for _, one := range sessions {
		row := SessionRow{Device: one.Device, Since: one.Created.Long(), Seen: one.Seen.Long(), Current: one.Current}
		if !one.Current {
			id := strconv.FormatInt(int64(one.ID), 10)
			row.End = page.button("session"+id, "/account/sessions/"+id+"/end", "Sign out")
			row.End.Kind, row.End.Small, row.End.For = "secondary", "small", one.Device
		}
		page.Sessions = append(page.Sessions, row)
	}
	if len(sessions) > 1 {
		page.Others = page.button("sessions", "/account/sessions/end", "Sign out everywhere else")
		page.Others.Kind = "secondary"
	}
	return accountView.render(c, http.StatusOK, page)
}

// daysText is the time of an office, held or to come.
func daysText(o auth.Office) string {
	if o.Until.IsZero() {
		return "from " + o.From.Long()
	}
	return o.From.Long() + " to " + o.Until.Long()
}

// accountActions are the audit log's words for what happens to an account.
var accountActions = map[string]string{
	"add.account":                  "Account made",
	"change_email.account":         "E-mail address changed",
	"change_password.account":      "Password changed",
	"disable.account":              "Account closed",
	"enable.account":               "Account opened again",
	"make_link.account":            "Link made",
	"revoke_session.account":       "Signed out elsewhere",
	"revoke_sessions.account":      "Signed out everywhere else",
	"set_password_by_link.account": "Password chosen by link",
	"sign_in.account":              "Signed in",
	"sign_in_by_link.account":      "Signed in by link",
	"sign_out.account":             "Signed out",
}

func historyRows(records []audit.Record) []HistoryRow {
	rows := make([]HistoryRow, len(records))
	for i, r := range records {
		rows[i] = HistoryRow{When: r.At.Long(), What: actionText(r.Action), Who: r.By.Name}
	}
	return rows
}

func (s *Server) accountPasswordForm(c echo.Context) error {
	return s.showPassword(c, http.StatusOK, s.passwordPage(c))
}

func (s *Server) passwordPage(c echo.Context) Page {
	return s.page(c, "Choose a new password", Crumb{"My account", "/account"})
}

func (s *Server) showPassword(c echo.Context, status int, p Page) error {
	own, err := s.auth.OwnAccount(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	p.Shape = ShapeNarrow
	page := PasswordPage{Email: own.Email}
	if own.Ready {
		current := p.field(Field{Name: "current", Label: "Password now", Type: "password", Required: true, Autocomplete: "current-password"})
		page.Current = &current
	}
	page.New = p.field(Field{Name: "password", Label: "New password", Type: "password", Required: true, Autocomplete: "new-password", Hint: passwordHint})
	page.Page = p
	return passwordView.render(c, status, page)
}

func (s *Server) accountPassword(c echo.Context) error {
	err := s.auth.ChangePassword(c.Request().Context(), s.actor(c), auth.PasswordChange{
		Current: c.FormValue("current"), New: c.FormValue("password"), Network: network(c),
	})
	if err != nil {
		p := s.passwordPage(c)
		if p.invalid(err) {
			return s.showPassword(c, http.StatusUnprocessableEntity, p)
		}
		return err
	}
	s.flash(c, KindSuccess, "The password is saved, and you are signed out everywhere else.")
	return seeOther(c, "/account")
}

func (s *Server) accountSessionEnd(c echo.Context) error {
	id, err := pathID[auth.SessionID](c, "id")
	if err != nil {
		return err
	}
	if err := s.auth.RevokeSession(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.flash(c, KindSuccess, "That device is signed out.")
	return seeOther(c, "/account")
}

func (s *Server) accountSessionsEnd(c echo.Context) error {
	if err := s.auth.RevokeOtherSessions(c.Request().Context(), s.actor(c)); err != nil {
		return err
	}
	s.flash(c, KindSuccess, "You are signed out everywhere else.")
	return seeOther(c, "/account")
}
