package web

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
)

// AccountsPage lists who can sign in.
type AccountsPage struct {
	Page
	Filters Filters
	Head    ListHead
	Rows    []AccountRow
	Pager   Pager
	Empty   *Empty
}

// AccountRow is one line of the accounts.
type AccountRow struct {
	Name, URL string
	Email     string
	State     Badge
	Offices   string
	Seen      string
}

// InvitePage gives a person an account: first the person, then the address.
type InvitePage struct {
	Page
	Choice *PersonChoice // first step
	Name   string        // second step
	Email  Field
	Hidden []Hidden
}

// AccountAdminPage is one account for whoever manages accounts.
type AccountAdminPage struct {
	Page
	State   Badge
	Facts   []Fact
	Link    *HandedLink
	Buttons []PostButton
	Email   Field
	EmailTo string  // address of its form
	Form    FormKey // of its form
	Hidden  []Hidden
	History []HistoryRow
}

// HandedLink is a one-time link to give to its owner (partial "handed-link").
type HandedLink struct{ Title, Text, URL, Until string }

var (
	accountsView     = newView[AccountsPage]("admin/accounts.html")
	inviteView       = newView[InvitePage]("admin/invite.html")
	accountAdminView = newView[AccountAdminPage]("admin/account.html")
)

const (
	accountsPerPage = 50
)

var accountsCrumb = Crumb{"Accounts", accountsPath}

func accountState(a auth.Account) Badge {
	switch {
	case a.Disabled:
		return Badge{KindError, "Closed"}
	case !a.Ready:
		return Badge{KindWarning, "No password yet"}
	}
	return Badge{KindSuccess, "Open"}
}

func (s *Server) adminAccounts(c echo.Context) error {
	query, number := strings.TrimSpace(c.QueryParam("q")), queryPage(c)
	list, total, err := s.auth.Accounts(c.Request().Context(), s.actor(c), auth.AccountQuery{
		Name: members.Fold(query), Email: auth.EmailKey(query), Offset: (number - 1) * accountsPerPage, Limit: accountsPerPage,
	})
	if err != nil {
		return err
	}
	page := AccountsPage{Page: s.page(c, "Accounts", adminCrumb)}
	page.Filters = Filters{Action: accountsPath, Target: "accounts", Fields: []Field{
		page.field(Field{Name: "q", Label: "Name or e-mail", Type: "search", Value: query, Autocomplete: "off"}),
	}}
	keep := url.Values{}
	if query != "" {
		page.Filters.Clear = accountsPath
		keep.Set("q", query)
	}
	page.Head.Count = fmt.Sprintf("%d accounts", total)
	if total == 1 {
		page.Head.Count = "1 account"
	}
	day := s.today()
	for _, a := range list {
		page.Rows = append(page.Rows, AccountRow{
			Name: a.Name.Listed(), URL: accountURL(a.ID), Email: a.Email, State: accountState(a),
			Offices: officeTitles(auth.Actor{Offices: a.Offices}, day), Seen: a.LastSeen.Date().Long(),
		})
	}
	page.Pager = pages(accountsPath, keep, number, accountsPerPage, total)
	if total == 0 {
		page.Empty = &Empty{Title: "No account found", Text: "Invite a person of the register to give them an account.", Action: &Link{Label: "Invite somebody", URL: accountsPath + "/invite"}}
	}
	return accountsView.render(c, http.StatusOK, page)
}

func (s *Server) adminInviteForm(c echo.Context) error {
	return s.showInvite(c, http.StatusOK, s.invitePage(c), queryID[auth.PersonID](c, "person"), nil)
}

func (s *Server) invitePage(c echo.Context) Page {
	return s.page(c, "Invite somebody", adminCrumb, accountsCrumb)
}

// showInvite shows the step that is due. email is what was typed; nil: nothing
// yet, so that the register's address is proposed.
func (s *Server) showInvite(c echo.Context, status int, p Page, person auth.PersonID, email *string) error {
	p.Shape = ShapeNarrow
	page := InvitePage{}
	if person == 0 {
		choice, err := s.choosePerson(c, &p, accountsPath+"/invite", func(one auth.Someone) Link {
			if one.Account != 0 {
				return Link{Label: one.Name.Listed() + " (has an account)", URL: accountURL(one.Account)}
			}
			return Link{Label: one.Name.Listed(), URL: accountsPath + "/invite?person=" + idText(one.Person)}
		})
		if err != nil {
			return err
		}
		page.Page, page.Choice = p, &choice
		return inviteView.render(c, status, page)
	}
	one, err := s.auth.Person(c.Request().Context(), s.actor(c), person)
	if err != nil {
		return err
	}
	if one.Account != 0 && status == http.StatusOK {
		return seeOther(c, accountURL(one.Account))
	}
	value := one.Email
	if email != nil {
		value = *email
	}
	p.Title = "Invite " + one.Name.String()
	page.Name, page.Hidden = one.Name.String(), []Hidden{{"person", idText(person)}}
	page.Email = p.field(Field{Name: "email", Label: "E-mail address", Type: "email", Value: value, Required: true, Autocomplete: "off", Hint: one.Name.String() + " signs in with it."})
	page.Page = p
	return inviteView.render(c, status, page)
}

func (s *Server) adminInvite(c echo.Context) error {
	person, email := formID[auth.PersonID](c, "person"), formText(c, "email")
	made, err := s.auth.Invite(c.Request().Context(), s.actor(c), person, email)
	if err != nil {
		p := s.invitePage(c)
		if p.invalid(err) {
			return s.showInvite(c, http.StatusUnprocessableEntity, p, person, &email)
		}
		return err
	}
	s.handOver(c, made.Account, made.Link)
	s.flash(c, KindSuccess, "The account is made. Give the link below to its owner.")
	return seeOther(c, accountURL(made.Account))
}

func (s *Server) adminAccount(c echo.Context) error {
	id, err := pathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.auth.Account(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	return s.showAccount(c, http.StatusOK, a, s.accountPage(c, a), a.Email)
}

func (s *Server) accountPage(c echo.Context, a auth.Account) Page {
	return s.page(c, a.Name.String(), adminCrumb, accountsCrumb)
}

func (s *Server) showAccount(c echo.Context, status int, a auth.Account, p Page, email string) error {
	history, err := s.auth.AccountHistory(c.Request().Context(), s.actor(c), a.ID, accountHistory)
	if err != nil {
		return err
	}
	page := AccountAdminPage{
		State: accountState(a), History: historyRows(history), Link: s.handedOver(c, a),
		Email:   p.field(Field{Name: "email", Label: "E-mail address", Type: "email", Value: email, Required: true, Autocomplete: "off"}),
		EmailTo: accountURL(a.ID) + "/email", Form: p.Form("email"), Hidden: []Hidden{version(a.Version)},
	}
	page.Facts = []Fact{{Label: "E-mail address", Value: a.Email}, {Label: "Account since", Value: a.Created.Date().Long()}}
	if !a.LastSeen.IsZero() {
		page.Facts = append(page.Facts, Fact{Label: "Last seen", Value: a.LastSeen.Long()})
	}
	for _, o := range a.Offices {
		page.Facts = append(page.Facts, Fact{Label: o.Role.Title(), Value: daysText(o)})
	}
	button := func(name, label, kind string) {
		b := p.button(name, accountURL(a.ID)+"/"+name, label, version(a.Version))
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
	return accountAdminView.render(c, status, page)
}

func (s *Server) adminAccountLink(c echo.Context) error {
	id, err := pathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	link, err := s.auth.PasswordLink(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return s.refusedAt(c, err, accountURL(id))
	}
	s.handOver(c, id, link)
	return seeOther(c, accountURL(id))
}

func (s *Server) adminAccountEmail(c echo.Context) error {
	id, err := pathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor, email := c.Request().Context(), s.actor(c), formText(c, "email")
	if err := s.auth.ChangeEmail(ctx, actor, id, formVersion(c), email); err != nil {
		a, lookErr := s.auth.Account(ctx, actor, id)
		if lookErr != nil {
			return lookErr
		}
		p := s.accountPage(c, a)
		if p.invalid(err) {
			return s.showAccount(c, http.StatusUnprocessableEntity, a, p, email)
		}
		return err
	}
	s.flash(c, KindSuccess, "The address is changed. Tell its owner, who signs in with it from now on.")
	return seeOther(c, accountURL(id))
}

// accountChange closes an account or opens it again.
type accountChange func(ctx context.Context, actor auth.Actor, id auth.AccountID, version int64) error

// adminAccountChange answers the button that does so.
func (s *Server) adminAccountChange(change accountChange, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := pathID[auth.AccountID](c, "id")
		if err != nil {
			return err
		}
		if err := change(c.Request().Context(), s.actor(c), id, formVersion(c)); err != nil {
			return s.refusedAt(c, err, accountURL(id))
		}
		s.flash(c, KindSuccess, done)
		return seeOther(c, accountURL(id))
	}
}

// A link is handed over on the account's page after the redirect. It travels
// in a cookie of that one page, of the browser that made it, for ten minutes:
// the database knows only its hash.
const (
	handCookie  = "nzgs-link"
	handSeconds = 600
)

func (s *Server) handOver(c echo.Context, id auth.AccountID, link auth.Link) {
	value := base64.RawURLEncoding.EncodeToString([]byte(string(link.Purpose) + "\n" + link.Expires.String() + "\n" + link.Token))
	c.SetCookie(&http.Cookie{
		Name: handCookie, Value: value, Path: accountURL(id), MaxAge: handSeconds,
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteStrictMode,
	})
}

// handedOver is the link that was made for the account a moment ago, or nil.
func (s *Server) handedOver(c echo.Context, a auth.Account) *HandedLink {
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
	if err != nil || !s.clock().Before(expires) {
		return nil
	}
	if _, err := s.auth.LookAtLink(c.Request().Context(), parts[2]); apperr.KindOf(err) != "" {
		return nil // used by now, or taken back
	}
	name := a.Name.String()
	handed := &HandedLink{URL: s.baseURL + LinkPath(parts[2]), Until: expires.Long(), Title: "The link for " + name}
	handed.Text = "Send it to " + name + " yourself, in a way that nobody else reads. Whoever opens it chooses the password of this account."
	return handed
}
