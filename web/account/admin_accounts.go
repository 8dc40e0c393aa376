package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// AccountsPage lists who can sign in.
type AccountsPage struct {
	kit.Page
	Filters kit.Filters
	Head    kit.ListHead
	Rows    []AccountRow
	Pager   kit.Pager
	Empty   *kit.Empty
}

// AccountRow is one line of the accounts.
type AccountRow struct {
	Name, URL string
	Email     string
	State     kit.Badge
	Offices   string
	Seen      string
}

// InvitePage gives a person an account: first the person, then the address.
type InvitePage struct {
	kit.Page
	Choice *kit.PersonChoice // first step
	Name   string            // second step
	Email  kit.Field
	Hidden []kit.Hidden
}

// AccountAdminPage is one account for whoever manages accounts.
type AccountAdminPage struct {
	kit.Page
	State   kit.Badge
	Facts   []kit.Fact
	Link    *HandedLink
	Buttons []kit.PostButton
	Email   kit.Field
	EmailTo string      // address of its form
	Form    kit.FormKey // of its form
	Hidden  []kit.Hidden
	History []HistoryRow
}

// HandedLink is a one-time link to give to its owner (partial "handed-link").
type HandedLink struct{ Title, Text, URL, Until string }

var (
	accountsView     = kit.NewView[AccountsPage](templates, "admin/accounts.html")
	inviteView       = kit.NewView[InvitePage](templates, "admin/invite.html")
	accountAdminView = kit.NewView[AccountAdminPage](templates, "admin/account.html")
)

const (
	accountsPerPage = 50
)

var accountsCrumb = kit.Crumb{Label: "Accounts", URL: kit.AccountsPath}

func accountState(a auth.Account) kit.Badge {
	switch {
	case a.Disabled:
		return kit.Badge{Kind: kit.KindError, Text: "Closed"}
	case !a.Ready:
		return kit.Badge{Kind: kit.KindWarning, Text: "No password yet"}
	}
	return kit.Badge{Kind: kit.KindSuccess, Text: "Open"}
}

func (s *Desk) adminAccounts(c echo.Context) error {
	query, number := strings.TrimSpace(c.QueryParam("q")), kit.QueryPage(c)
	list, total, err := s.Auth.Accounts(c.Request().Context(), s.Actor(c), auth.AccountQuery{
		Name: members.Fold(query), Email: auth.EmailKey(query), Offset: (number - 1) * accountsPerPage,
		Limit: accountsPerPage,
	})
	if err != nil {
		return err
	}
	page := AccountsPage{Page: s.Page(c, "Accounts", adminCrumb)}
	page.Filters = kit.Filters{Action: kit.AccountsPath, Target: "accounts", Fields: []kit.Field{
		page.Field(kit.Field{Name: "q", Label: "Name or e-mail", Type: "search", Value: query, Autocomplete: "off"}),
	}}
	keep := url.Values{}
	if query != "" {
		page.Filters.Clear = kit.AccountsPath
		keep.Set("q", query)
	}
	page.Head.Count = fmt.Sprintf("%d accounts", total)
	if total == 1 {
		page.Head.Count = "1 account"
	}
	day := s.Today()
	for _, a := range list {
		page.Rows = append(page.Rows, AccountRow{
			Name: a.Name.Listed(), URL: kit.AccountURL(a.ID), Email: a.Email, State: accountState(a),
			Offices: kit.OfficeTitles(auth.Actor{Offices: a.Offices}, day), Seen: a.LastSeen.Date().Long(),
		})
	}
	page.Pager = kit.PagerAt(kit.AccountsPath, keep, number, accountsPerPage, total)
	if total == 0 {
		page.Empty = &kit.Empty{
			Title: "No account found", Text: "Invite a person in the register to give them an account.",
			Action: &kit.Link{Label: "Invite someone", URL: kit.AccountsPath + "/invite"},
		}
	}
	return accountsView.Render(c, http.StatusOK, page)
}

func (s *Desk) adminInviteForm(c echo.Context) error {
	return s.showInvite(c, http.StatusOK, s.invitePage(c), kit.QueryID[auth.PersonID](c, "person"), nil)
}

func (s *Desk) invitePage(c echo.Context) kit.Page {
	return s.Page(c, "Invite someone", adminCrumb, accountsCrumb)
}

// showInvite shows the step that is due. email is what was typed; nil: nothing
// yet, so that the register's address is proposed.
func (s *Desk) showInvite(c echo.Context, status int, p kit.Page, person auth.PersonID, email *string) error {
	p.Shape = kit.ShapeNarrow
	page := InvitePage{}
	if person == 0 {
		choice, err := s.ChoosePerson(c, &p, kit.AccountsPath+"/invite", func(one auth.Someone) kit.Link {
			if one.Account != 0 {
				return kit.Link{Label: one.Name.Listed() + " (has an account)", URL: kit.AccountURL(one.Account)}
			}
			return kit.Link{Label: one.Name.Listed(), URL: kit.AccountsPath + "/invite?person=" + kit.IDText(one.Person)}
		})
		if err != nil {
			return err
		}
		page.Page, page.Choice = p, &choice
		return inviteView.Render(c, status, page)
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), person)
	if err != nil {
		return err
	}
	if one.Account != 0 && status == http.StatusOK {
		return kit.SeeOther(c, kit.AccountURL(one.Account))
	}
	value := one.Email
	if email != nil {
		value = *email
	}
	p.Title = "Invite " + one.Name.String()
	page.Name, page.Hidden = one.Name.String(), []kit.Hidden{{Name: "person", Value: kit.IDText(person)}}
	page.Email = p.Field(kit.Field{
		Name: "email", Label: "E-mail address", Type: "email", Value: value, Required: true, Autocomplete: "off",
		Hint: one.Name.String() + " signs in with it.",
	})
	page.Page = p
	return inviteView.Render(c, status, page)
}

func (s *Desk) adminInvite(c echo.Context) error {
	person, email := kit.FormID[auth.PersonID](c, "person"), kit.FormText(c, "email")
	made, err := s.Auth.Invite(c.Request().Context(), s.Actor(c), person, email)
	if err != nil {
		p := s.invitePage(c)
		if p.Invalid(err) {
			return s.showInvite(c, http.StatusUnprocessableEntity, p, person, &email)
		}
		return err
	}
	s.handOver(c, made.Account, made.Link)
	s.Flash(c, kit.KindSuccess, "The account has been created. Give the link below to its owner.")
	return kit.SeeOther(c, kit.AccountURL(made.Account))
}

func (s *Desk) adminAccount(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.Auth.Account(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return s.showAccount(c, http.StatusOK, a, s.accountPage(c, a), a.Email)
}

func (s *Desk) accountPage(c echo.Context, a auth.Account) kit.Page {
	return s.Page(c, a.Name.String(), adminCrumb, accountsCrumb)
}

func (s *Desk) showAccount(c echo.Context, status int, a auth.Account, p kit.Page, email string) error {
	history, err := s.Auth.AccountHistory(c.Request().Context(), s.Actor(c), a.ID, accountHistory)
	if err != nil {
		return err
	}
	page := AccountAdminPage{
		State: accountState(a), History: historyRows(history), Link: s.handedOver(c, a),
		Email: p.Field(kit.Field{
			Name: "email", Label: "E-mail address", Type: "email", Value: email, Required: true, Autocomplete: "off",
		}),
		EmailTo: kit.AccountURL(a.ID) + "/email", Form: p.Form("email"), Hidden: []kit.Hidden{kit.VersionField(a.Version)},
	}
	page.Facts = []kit.Fact{
		{Label: "E-mail address", Value: a.Email}, {Label: "Account since", Value: a.Created.Date().Long()},
	}
	if !a.LastSeen.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Last seen", Value: a.LastSeen.Long()})
	}
	for _, o := range a.Offices {
		page.Facts = append(page.Facts, kit.Fact{Label: o.Role.Title(), Value: daysText(o)})
	}
	button := func(name, label, kind string) {
		b := p.Button(name, kit.AccountURL(a.ID)+"/"+name, label, kit.VersionField(a.Version))
		b.Kind = kind
		page.Buttons = append(page.Buttons, *b)
	}
	switch {
	case a.Disabled:
		button("enable", "Open the account again", "")
	case a.Ready:
		button("link", "Make a link for a new password", "secondary")
		button("disable", "Close the account", "danger")
	default:
		button("link", "Make a new invitation link", "secondary")
		button("disable", "Close the account", "danger")
	}
	page.Page = p
	return accountAdminView.Render(c, status, page)
}

func (s *Desk) adminAccountLink(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	link, err := s.Auth.PasswordLink(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.RefusedAt(c, err, kit.AccountURL(id))
	}
	s.handOver(c, id, link)
	return kit.SeeOther(c, kit.AccountURL(id))
}

func (s *Desk) adminAccountEmail(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor, email := c.Request().Context(), s.Actor(c), kit.FormText(c, "email")
	if err := s.Auth.ChangeEmail(ctx, actor, id, kit.FormVersion(c), email); err != nil {
		a, lookErr := s.Auth.Account(ctx, actor, id)
		if lookErr != nil {
			return lookErr
		}
		p := s.accountPage(c, a)
		if p.Invalid(err) {
			return s.showAccount(c, http.StatusUnprocessableEntity, a, p, email)
		}
		return err
	}
	s.Flash(c, kit.KindSuccess, "The e-mail address has been changed. Tell the owner, who signs in with it from now on.")
	return kit.SeeOther(c, kit.AccountURL(id))
}

// accountChange closes an account or opens it again.
type accountChange func(ctx context.Context, actor auth.Actor, id auth.AccountID, version int64) error

// adminAccountChange answers the button that does so.
func (s *Desk) adminAccountChange(change accountChange, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := kit.PathID[auth.AccountID](c, "id")
		if err != nil {
			return err
		}
		if err := change(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c)); err != nil {
			return s.RefusedAt(c, err, kit.AccountURL(id))
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, kit.AccountURL(id))
	}
}

// A link is handed over on the account's page after the redirect. It travels
// in a cookie of that one page, of the browser that made it, for ten minutes:
// the database knows only its hash.
const (
	handCookie  = "nzgs-link"
	handSeconds = 600
)

func (s *Desk) handOver(c echo.Context, id auth.AccountID, link auth.Link) {
	value := base64.RawURLEncoding.EncodeToString([]byte(
		string(link.Purpose) + "\n" + link.Expires.String() + "\n" + link.Token,
	))
	c.SetCookie(&http.Cookie{
		Name: handCookie, Value: value, Path: kit.AccountURL(id), MaxAge: handSeconds,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteStrictMode,
	})
}

// handedOver is the link that was made for the account a moment ago, or nil.
func (s *Desk) handedOver(c echo.Context, a auth.Account) *HandedLink {
	cookie, err := c.Cookie(handCookie)
	if err != nil {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	parts := strings.Split(string(raw), "\n")
	if err != nil || len(parts) != 3 {
		return nil
	}
	expires, err := civil.ParseInstant(parts[1])
	if err != nil || !s.Clock().Before(expires) {
		return nil
	}
	if _, err := s.Auth.LookAtLink(c.Request().Context(), parts[2]); apperr.KindOf(err) != "" {
		return nil // used by now, or taken back
	}
	name := a.Name.String()
	handed := &HandedLink{URL: s.BaseURL + LinkPath(parts[2]), Until: expires.Long(), Title: "The link for " + name}
	handed.Text = "Send it to " + name + " yourself, in a way that no one else can read. Whoever opens it chooses the " +
		"password for this account."
	return handed
}
