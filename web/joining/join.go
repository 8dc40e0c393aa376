package joining

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/joining"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/web/kit"
)

const (
	joinPath     = kit.JoinPath
	renewPath    = "/me/renew"
	requestsPath = "/members/joining"
)

// JoinPage is the form with which someone asks to become a member.
type JoinPage struct {
	kit.FormPage
	SignIn string // where a member signs in; "" for whoever has
}

var joinView = kit.NewView[JoinPage](templates, "join.html")

// What only programs do to the form: they fill in the field that no one sees, and are faster than anyone who writes.
const (
	trapField  = "website"
	shownField = "shown"
	writesFor  = 3 * time.Second
)

const letterLeaves = "A letter to your address leaves in a few minutes. Your request counts once you open its link and press " +
	"“Confirm my request”. Nothing came? Look among unwanted mail, then ask the secretary."

// join takes the form of someone who wants to become a member.
func (s *Desk) join() kit.Form[joining.Terms] {
	return kit.Form[joining.Terms]{
		Site: s.Site,
		Load: func(c echo.Context) (joining.Terms, error) { return s.joining.Terms(c.Request().Context()) },
		Fill: func(_ echo.Context, in *kit.Filling, _ joining.Terms) {
			in.Set("kind", string(kinds.Full))
			s.stamp(in)
		},
		Show: s.showJoin,
		Take: func(c echo.Context, in *kit.Filling, _ joining.Terms) (kit.Done, error) {
			if s.hasty(in) {
				s.stamp(in)
				return kit.Done{}, apperr.New(apperr.Invalid, "This came faster than anyone writes. Please check it, and press “Ask to join” again.")
			}
			return kit.Done{To: joinPath, Message: letterLeaves}, s.joining.Ask(c.Request().Context(), joining.Input{
				FamilyName: in.Text("family_name"), GivenNames: in.Text("given_names"), Email: in.Text("email"),
				Club: kit.Chosen[members.ClubID](in, "club"), Kind: kinds.Kind(in.Text("kind")), Note: in.Lines("note"),
				Consented: in.Ticked("consent"),
			}, kit.Network(c))
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, _ joining.Terms) error {
			out := JoinPage{FormPage: *page}
			if s.Actor(c).Person == 0 {
				out.SignIn = "/sign-in?next=%2Fme"
			}
			return joinView.Render(c, status, out)
		},
	}
}

func (s *Desk) showJoin(c echo.Context, page *kit.FormPage, t joining.Terms) error {
	kit.NoStore(c)
	page.Page = s.Page(c, "Become a member")
	page.Shape = kit.ShapeNarrow
	page.Action, page.Submit, page.Back = joinPath, "Ask to join", "/"
	page.HideTyped(shownField)
	if !t.Mails {
		page.Barred = append(page.Barred, kit.CiteRules("This site sends no letters, so no one can join here. Ask the secretary."))
	}
	if full, ok := t.Rates[kinds.Full]; ok {
		page.Facts = append(page.Facts, kit.Fact{Label: "Subscription for " + t.Year.String(), Value: full.Amount.String()})
		for _, k := range t.Kinds {
			page.Facts = append(page.Facts, kit.Fact{Label: kit.Capital(k.Each()), Value: t.Rates[k].Amount.String()})
		}
	}
	page.Group("Who you are").Row(
		kit.Field{Name: "given_names", Label: "Given names", Autocomplete: "given-name", MaxLength: 100},
		kit.Field{Name: "family_name", Label: "Family name", Required: true, Autocomplete: "family-name", MaxLength: 100},
	).Row(kit.Field{
		Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: 200,
		Hint: "A letter with a link goes there. Only the society’s officers see it, and your club’s secretary once you are a member.",
	})
	club := kit.Field{Name: "club", Label: "Club", Type: "select", Options: []kit.Option{{Value: "0", Label: "None"}}}
	for _, one := range t.Clubs {
		club.Options = append(club.Options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	page.Group("How you join", club)
	if len(t.Kinds) > 0 {
		kind := kit.Field{Name: "kind", Label: "I pay as", Type: "radios", Hint: "An officer may ask for a proof, such as a student card."}
		kind.Options = append(kind.Options, kit.Option{Value: string(kinds.Full), Label: "Each member: " + t.Rates[kinds.Full].Amount.String()})
		for _, k := range t.Kinds {
			kind.Options = append(kind.Options, kit.Option{Value: string(k), Label: k.Label() + ": " + t.Rates[k].Amount.String()})
		}
		page.Row(kind)
	}
	page.Row(kit.Field{
		Name: "note", Label: "A note to the officers", Type: "textarea", Rows: 3, MaxLength: 500,
		Hint: "Only they read it. It is deleted 30 days after they decided.",
	})
	page.Group("Your consent", kit.Field{Name: "consent", Label: joining.Consent, Type: "checkbox", Required: true})
	return nil
}

// take takes the form; one that a program filled in is answered like any other, and kept nowhere.
func (s *Desk) take(form kit.Form[joining.Terms]) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if in.Text(trapField) != "" {
			s.Flash(c, kit.KindSuccess, letterLeaves)
			return kit.SeeOther(c, joinPath)
		}
		return form.Post(c)
	}
}

// stamp notes in the form when it was shown.
func (s *Desk) stamp(in *kit.Filling) {
	in.Set(shownField, strconv.FormatInt(s.Clock().Time().UnixMilli(), 10))
}

// hasty reports whether the form came back faster than anyone writes, or without saying when it was shown.
func (s *Desk) hasty(in *kit.Filling) bool {
	ms, err := strconv.ParseInt(in.Text(shownField), 10, 64)
	return err != nil || s.Clock().Before(civil.At(time.UnixMilli(ms)).Add(writesFor))
}

// LinkPage is a request by the link of its letter.
type LinkPage struct {
	kit.Page
	Text    string
	Facts   []kit.Fact
	Confirm *kit.PostButton
}

var linkView = kit.NewView[LinkPage](templates, "linked.html")

// linked shows a request to whoever has the link of its letter.
func (s *Desk) linked(c echo.Context) error {
	r, err := s.joining.ByLink(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := LinkPage{Page: s.Page(c, "Your request to join")}
	page.Shape = kit.ShapeNarrow
	page.Text = map[joining.State]string{
		joining.Unconfirmed: "Nothing counts yet: press the button to ask for membership.",
		joining.Waiting:     "Your address is confirmed. An officer looks at your request, and writes to you.",
		joining.Accepted:    "Your request is accepted. A letter says what to pay; your membership begins once the money is there.",
		joining.Refused:     "The society has not accepted your request. A letter says why.",
	}[r.State]
	if r.State == joining.Unconfirmed || r.State == joining.Waiting {
		page.Facts = []kit.Fact{{Label: "Name", Value: r.Name.String()}, {Label: "E-mail address", Value: r.Email}}
	}
	if r.State == joining.Unconfirmed {
		page.Confirm = page.Button("confirm", joining.LinkPath(c.Param("token"))+"/confirm", "Confirm my request")
	}
	return linkView.Render(c, http.StatusOK, page)
}

func (s *Desk) confirm(c echo.Context) error {
	here := joining.LinkPath(c.Param("token"))
	if err := s.joining.Confirm(c.Request().Context(), c.Param("token")); err != nil {
		return s.RefusedAt(c, err, here)
	}
	s.Flash(c, kit.KindSuccess, "Your address is confirmed.")
	return kit.SeeOther(c, here)
}
