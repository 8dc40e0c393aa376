package account

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// AccountPage is the account of whoever is signed in.
type AccountPage struct {
	kit.Page
	Facts    []kit.Fact
	Ready    bool // has a password
	Mails    bool // the society sends letters
	Sessions []SessionRow
	Others   *kit.PostButton // ends all sessions but this one; nil when there are none
	History  []HistoryRow
}

// SessionRow is one of a person's sessions.
type SessionRow struct {
	Device  string
	Since   string
	Seen    string
	Current bool
	End     *kit.PostButton // nil for the current one
}

// HistoryRow is one thing that happened to an account.
type HistoryRow struct{ When, What, Who string }

var accountView = kit.NewView[AccountPage](templates, "account.html")

// accountHistory is how much of its history an account's page shows.
const accountHistory = 10

func (s *Desk) account(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	own, err := s.Auth.OwnAccount(ctx, actor)
	if err != nil {
		return err
	}
	sessions, err := s.Auth.Sessions(ctx, actor)
	if err != nil {
		return err
	}
	history, err := s.Auth.AccountHistory(ctx, actor, own.ID, accountHistory)
	if err != nil {
		return err
	}
	page := AccountPage{Page: s.Page(c, "My account"), Ready: own.Ready, Mails: s.Auth.SendsMail(), History: historyRows(history)}
	page.Facts = append([]kit.Fact{{Label: "Name", Value: own.Name.String()}}, addressFacts(own)...)
	for _, o := range own.Offices {
		page.Facts = append(page.Facts, kit.Fact{Label: o.Role.Title(), Value: daysText(o)})
	}
	page.Sessions = sessionRows(&page.Page, sessions, "/account")
	if len(sessions) > 1 {
		page.Others = page.Button("sessions", "/account/sessions/end", "Sign out everywhere else")
		page.Others.Kind = "secondary"
	}
	return accountView.Render(c, http.StatusOK, page)
}

// sessionRows are the sessions with a button that ends each but the one that asks, at
// an address below path.
func sessionRows(p *kit.Page, sessions []auth.Session, path string) (rows []SessionRow) {
	for _, one := range sessions {
		row := SessionRow{Device: one.Device, Since: one.Created.Long(), Seen: one.Seen.Long(), Current: one.Current}
		if !one.Current {
			id := kit.IDText(one.ID)
			row.End = p.Button("session"+id, path+"/sessions/"+id+"/end", "Sign out")
			row.End.Kind, row.End.Small, row.End.For = "secondary", "small", one.Device
		}
		rows = append(rows, row)
	}
	return rows
}

// daysText is the time of an office, held or to come.
func daysText(o auth.Office) string {
	if o.Until.IsZero() {
		return "from " + o.From.Long()
	}
	return o.From.Long() + " to " + o.Until.Long()
}

// accountActions are the words for what happened to an account where its owner reads them: without who did it.
var accountActions = map[string]string{
	"add.account":                  "Account created",
	"add_factor.account":           "Second factor added",
	"first_use_passkey.account":    "Passkey used for the first time",
	"invite.account":               "Invited by letter",
	"let_in.account":               "Let in for a day without the second factor",
	"make_recovery_codes.account":  "Recovery codes made",
	"prove.account":                "Signed in again",
	"refuse_passkey.account":       "Passkey refused: there may be a copy of it",
	"remove_factor.account":        "Second factor removed",
	"use_recovery_code.account":    "Recovery code used",
	"ask_email.account":            "New e-mail address asked for",
	"change_email.account":         "E-mail address changed",
	"change_password.account":      "Password changed",
	"disable.account":              "Account closed",
	"enable.account":               "Account opened again",
	"end_session.account":          "Signed out on one device by someone else",
	"end_sessions.account":         "Signed out everywhere by someone else",
	"make_link.account":            "Link created",
	"reset_password.account":       "Password chosen by mailed link",
	"revoke_session.account":       "Signed out elsewhere",
	"revoke_sessions.account":      "Signed out everywhere else",
	"set_password_by_link.account": "Password chosen by link",
	"sign_in.account":              "Signed in",
	"sign_in_by_link.account":      "Signed in by link",
	"sign_out.account":             "Signed out",
	"stop_email.account":           "Change of e-mail address stopped",
}

func historyRows(records []audit.Record) []HistoryRow {
	rows := make([]HistoryRow, len(records))
	for i, r := range records {
		rows[i] = HistoryRow{When: r.At.Long(), What: historyText(r.Action), Who: r.By.Name}
	}
	return rows
}

// changePassword changes the password of whoever is signed in, or chooses the
// first one.
func (s *Desk) changePassword() kit.Form[auth.Account] {
	return kit.Form[auth.Account]{
		Site: s.Site,
		Load: func(c echo.Context) (auth.Account, error) {
			return s.Auth.OwnAccount(c.Request().Context(), s.Actor(c))
		},
		Fill: func(c echo.Context, in *kit.Filling, _ auth.Account) {
			in.Set("next", kit.LocalPath(c.QueryParam("next"), "/account"))
		},
		Show: func(c echo.Context, page *kit.FormPage, own auth.Account) error {
			page.Page = s.Page(c, "Choose a new password", kit.Crumb{Label: "My account", URL: "/account"})
			page.Shape = kit.ShapeNarrow
			next := kit.LocalPath(page.In().Text("next"), "/account")
			page.Action, page.Submit, page.Back = kit.PasswordPath, "Save the password", next
			page.Hide("next", next)
			if !own.Ready {
				page.Title = "Choose a password"
				if !s.Auth.ChoosesFirst(s.Actor(c)) {
					page.Findings = append(page.Findings, kit.Finding{Kind: kit.KindWarning, Text: kit.CiteRules(auth.FirstPasswordLate)})
				}
			}
			if next != "/account" {
				page.Say("Then you are led back to where you were.")
			}
			page.In().Set("email", own.Email)
			fields := []kit.Field{{
				Name: "email", Label: "E-mail address", Type: "email", ReadOnly: true, Autocomplete: "username",
			}}
			if own.Ready {
				fields = append(fields, kit.Field{
					Name: "current", Label: "Current password", Type: "password", Required: true,
					Autocomplete: "current-password",
				})
			}
			page.Group("", append(fields, newPassword("New password"))...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ auth.Account) (kit.Done, error) {
			return kit.Done{To: kit.LocalPath(in.Text("next"), "/account"), Message: passwordSaved},
				s.Auth.ChangePassword(c.Request().Context(), s.Actor(c), auth.PasswordChange{
					Current: in.Password("current"), New: in.Password("password"), Network: kit.Network(c),
				})
		},
	}
}

// passwordSaved says what else ends with the old password.
const passwordSaved = "Your password is saved. You are signed out everywhere else, and your calendar address, if you had " +
	"one, no longer works."

func newPassword(label string) kit.Field {
	return kit.Field{
		Name: "password", Label: label, Type: "password", Required: true, Autocomplete: "new-password",
		Hint: "At least 12 characters. Three or four unrelated words work well.",
	}
}

func (s *Desk) accountSessionEnd(c echo.Context) error {
	id, err := kit.PathID[auth.SessionID](c, "id")
	if err != nil {
		return err
	}
	if err := s.Auth.RevokeSession(c.Request().Context(), s.Actor(c), id); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "That device is signed out.")
	return kit.SeeOther(c, "/account")
}

func (s *Desk) accountSessionsEnd(c echo.Context) error {
	if err := s.Auth.RevokeOtherSessions(c.Request().Context(), s.Actor(c)); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "You are signed out everywhere else, and your calendar address, if you had one, no longer works.")
	return kit.SeeOther(c, "/account")
}

// historyText is what happened to an account.
func historyText(action string) string {
	if text := accountActions[action]; text != "" {
		return text
	}
	text := logText(action)
	return strings.ToUpper(text[:1]) + text[1:]
}
