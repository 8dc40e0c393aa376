package account

import (
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

// ManagePage is one account for whoever manages accounts.
type ManagePage struct {
	kit.Page
	State    kit.Badge
	Conflict *kit.Conflict
	Facts    []kit.Fact
	Link     *HandedLink
	Buttons  []kit.PostButton
	Email    *kit.SmallForm // nil where a second officer has to agree
	Ask      *kit.SmallForm // nil where none has to
	LetIn    *kit.SmallForm // nil without a second factor
	Sessions []SessionRow
	EndAll   *kit.PostButton // ends all of them; nil for fewer than two that can be ended
	History  []HistoryRow
}

// HandedLink is a one-time link to give to its owner (partial "handed-link").
type HandedLink struct{ Title, Text, URL, Until string }

var (
	accountsView     = kit.NewView[AccountsPage](templates, "admin/accounts.html")
	accountAdminView = kit.NewView[ManagePage](templates, "admin/account.html")
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
	query, number := strings.TrimSpace(c.QueryParam("q")), kit.PageNumber(c)
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
	kit.NamesPeople(c, len(page.Rows))
	page.Pager = kit.PagerOf(number, accountsPerPage, total, &url.URL{Path: kit.AccountsPath, RawQuery: keep.Encode()})
	if total == 0 {
		page.Empty = &kit.Empty{
			Title: "No account found", Text: "Invite a person in the register to give them an account.",
			Action: &kit.Link{Label: "Invite someone", URL: kit.AccountsPath + "/invite"},
		}
	}
	return accountsView.Render(c, http.StatusOK, page)
}

// inviteOrOpen is the form of an invitation, or the account of a person who has
// one.
func (s *Desk) inviteOrOpen(invite kit.Form[auth.Someone]) echo.HandlerFunc {
	return func(c echo.Context) error {
		if one, err := invite.Load(c); err == nil && one.Account != 0 {
			return kit.SeeOther(c, kit.AccountURL(one.Account))
		}
		return invite.Get(c)
	}
}

// invite gives a person an account: first the person, whom the address names,
// then the e-mail address.
func (s *Desk) invite() kit.Form[auth.Someone] {
	return kit.Form[auth.Someone]{
		Site: s.Site,
		Load: func(c echo.Context) (auth.Someone, error) {
			person := kit.QueryID[auth.PersonID](c, "person")
			if person == 0 {
				return auth.Someone{}, nil
			}
			return s.Auth.Person(c.Request().Context(), s.Actor(c), person)
		},
		Fill: func(_ echo.Context, in *kit.Filling, one auth.Someone) {
			kit.SetChosen(in, "person", one.Person)
			in.Set("email", one.Email)
		},
		Show: s.showInvite,
		Take: func(c echo.Context, in *kit.Filling, _ auth.Someone) (kit.Done, error) {
			made, err := s.Auth.Invite(
				c.Request().Context(), s.Actor(c), kit.Chosen[auth.PersonID](in, "person"), in.Text("email"),
			)
			if err != nil {
				return kit.Done{}, err
			}
			s.handOver(c, made.Account, made.Link)
			return kit.Done{
				To: kit.AccountURL(made.Account), Message: "The account has been created. Give the link below to its owner.",
			}, nil
		},
	}
}

func (s *Desk) showInvite(c echo.Context, page *kit.FormPage, _ auth.Someone) error {
	const path = kit.AccountsPath + "/invite"
	page.Page = s.Page(c, "Invite someone", adminCrumb, accountsCrumb)
	page.Shape = kit.ShapeNarrow
	page.Action, page.Submit, page.Back = kit.AccountsPath, "Create the account", kit.AccountsPath
	if kit.Chosen[auth.PersonID](page.In(), "person") == 0 {
		choice, err := s.ChoosePerson(c, &page.Page, path, func(one auth.Someone) kit.Link {
			if one.Account != 0 {
				return kit.Link{Label: one.Name.Listed() + " (has an account)", URL: kit.AccountURL(one.Account)}
			}
			return kit.Link{Label: one.Name.Listed(), URL: path + "?person=" + kit.IDText(one.Person)}
		})
		page.Choice = &choice
		return err
	}
	one, err := s.AskPerson(c, page, path)
	if err != nil {
		return err
	}
	name := one.Name.String()
	page.Title = "Invite " + name
	page.Say(name + " gets an account, and you get a link to pass on. With it, " + name +
		" chooses a password that no one else knows.")
	page.Group("", kit.Field{
		Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "off",
		Hint: name + " signs in with it.",
	})
	return nil
}

// oneAccount is the page of an account; its form changes the e-mail address.
func (s *Desk) oneAccount() kit.Form[auth.Account] {
	return kit.Form[auth.Account]{
		Site: s.Site, Load: kit.ByID(s.Site, s.Auth.Account),
		Fill: func(_ echo.Context, in *kit.Filling, a auth.Account) {
			in.Set("email", a.Email)
			in.Set("use", string(useNow(a)))
		},
		Version: func(a auth.Account) int64 { return a.Version },
		Show: func(c echo.Context, page *kit.FormPage, a auth.Account) error {
			page.Page = s.Page(c, a.Name.String(), adminCrumb, accountsCrumb)
			page.Action, page.Submit = kit.AccountURL(a.ID)+"/email", "Change the address"
			page.Group("", kit.Field{
				Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "off",
			}, useField(a.Name.String()+" signs in"))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a auth.Account) (kit.Done, error) {
			return kit.Done{
					To:      kit.AccountURL(a.ID),
					Message: "The e-mail address has been changed. Letters to the old and the new address say so, and what each is for.",
				}, s.Auth.ChangeEmail(
					c.Request().Context(), s.Actor(c), a.ID, in.Version(), in.Text("email"), useOf(in, a),
				)
		},
		Render: s.showAccount,
	}
}

func (s *Desk) showAccount(c echo.Context, status int, form *kit.FormPage, a auth.Account) error {
	history, err := s.Auth.AccountHistory(c.Request().Context(), s.Actor(c), a.ID, accountHistory)
	if err != nil {
		return err
	}
	page := ManagePage{
		Page: form.Page, State: accountState(a), Conflict: form.Conflict, History: historyRows(history),
		Link: s.handedOver(c, a),
		Email: &kit.SmallForm{
			FormKey: form.Form("email"), ID: "sign-in", Title: "E-mail address", Action: form.Action,
			Hidden: form.Hidden, Fields: kit.FieldsOf(form.Groups), Submit: form.Submit, Kind: "secondary",
		},
	}
	second, err := s.Auth.NeedsSecond(c.Request().Context(), s.Actor(c), a.ID)
	if err != nil {
		return err
	}
	if second {
		page.Email = nil
		if !a.Disabled {
			page.Ask = s.askForm(form, a)
		}
	}
	if err := s.showSessions(c, &page, a); err != nil {
		return err
	}
	page.Facts = append(addressFacts(a), kit.Fact{Label: "Account since", Value: a.Created.Date().Long()})
	if !a.LastSeen.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Last seen", Value: a.LastSeen.Long()})
	}
	for _, o := range a.Offices {
		page.Facts = append(page.Facts, kit.Fact{Label: o.Role.Title(), Value: daysText(o)})
	}
	factor := "none"
	if a.Enrolled {
		factor = "set up"
		if !a.Disabled && !second {
			page.LetIn = s.letInForm(form, a)
		}
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Second factor", Value: factor})
	button := func(name, label, kind string) {
		b := page.Button(name, kit.AccountURL(a.ID)+"/"+name, label, kit.VersionField(a.Version))
		b.Kind = kind
		page.Buttons = append(page.Buttons, *b)
	}
	switch {
	case a.Disabled:
		button("enable", "Open the account again", "")
	case second:
		button("disable", "Close the account", "danger")
	case a.Ready:
		button("link", "Make a link for a new password", "secondary")
		button("disable", "Close the account", "danger")
	default:
		button("link", "Make a new invitation link", "secondary")
		button("disable", "Close the account", "danger")
	}
	return accountAdminView.Render(c, status, page)
}

// letInForm lets the owner of an account in without the second factor.
func (s *Desk) letInForm(form *kit.FormPage, a auth.Account) *kit.SmallForm {
	return &kit.SmallForm{
		FormKey: form.Form("let-in"), ID: "let-in", Title: "Lost second factor", Action: kit.AccountURL(a.ID) + "/let-in",
		Submit: "Let in for a day", Kind: "secondary",
		Fields: []kit.Field{form.Field(kit.Field{
			Name: "reason", Label: "Reason", Required: true, MaxLength: auth.MaxReason, Autocomplete: "off",
			Hint: "Make sure that it is " + a.Name.String() + " who asks you. The password is still needed; the reason is " +
				"kept in the audit log, and a letter tells " + a.Name.String() + " of it.",
		})},
	}
}

func (s *Desk) adminAccountLetIn(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	until, err := s.Auth.LetInForADay(c.Request().Context(), s.Actor(c), id, c.Request().PostFormValue("reason"))
	if err != nil {
		return s.RefusedAt(c, err, kit.AccountURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The account can be signed in to with its password alone until "+until.Long()+".")
	return kit.SeeOther(c, kit.AccountURL(id))
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

// A link is handed over on the account's page after the redirect. It travels
// in a cookie for that one page, of the browser that made it, for ten minutes:
// the database knows only its hash.
const (
	handCookie  = "nzgs-link-" // and the account
	handSeconds = 600
)

func (s *Desk) handOver(c echo.Context, id auth.AccountID, link auth.Link) {
	value := base64.RawURLEncoding.EncodeToString([]byte(
		string(link.Purpose) + "\n" + link.Expires.String() + "\n" + link.Token,
	))
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(handCookie + kit.IDText(id)), Value: value, Path: "/", MaxAge: handSeconds,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteStrictMode,
	})
}

// handedOver is the link that was made for the account a moment ago, or nil.
func (s *Desk) handedOver(c echo.Context, a auth.Account) *HandedLink {
	cookie, err := c.Cookie(s.CookieName(handCookie + kit.IDText(a.ID)))
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
