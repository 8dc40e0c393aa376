package site

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/contact"
	"nzgs/web/kit"
)

const sentPath = kit.ContactPath + "/sent"

// ContactPage is the form that writes to the officers.
type ContactPage struct {
	kit.FormPage
	Officers string // address of the page that names them
	Address  string // where a letter on paper goes; "": no address is set
	Email    string // where a letter by e-mail goes; "": no address is set
	Closed   string // why there is no form; "" where there is
	Sends    bool   // a message leaves soon; else it waits in the outbox
}

// SentPage says what became of a message.
type SentPage struct {
	kit.Page
	Sends bool
}

var (
	contactView = kit.NewView[ContactPage](templates, "contact.html")
	sentView    = kit.NewView[SentPage](templates, "sent.html")
)

// What only programs do to the form: they fill in the field that no one sees, and are faster than anyone who writes.
const (
	trapField  = "website"
	shownField = "shown"
	writesFor  = 3 * time.Second
)

func (s *Desk) contactForm() kit.Form[[]contact.Officer] {
	return kit.Form[[]contact.Officer]{
		Site: s.Site,
		Load: func(c echo.Context) ([]contact.Officer, error) {
			all, err := s.Contact.Officers(c.Request().Context())
			all = slices.DeleteFunc(all, func(o contact.Officer) bool { return !o.Reachable() })
			return all, err
		},
		Fill: func(c echo.Context, in *kit.Filling, all []contact.Officer) {
			to := auth.Role(kit.Asked(c).Text("to"))
			if !slices.ContainsFunc(all, func(o contact.Officer) bool { return o.Role == to }) {
				to = contact.ForAnyone
			}
			in.Set("to", string(to))
			s.stamp(in)
		},
		Show: s.showContact,
		Take: func(c echo.Context, in *kit.Filling, _ []contact.Officer) (kit.Done, error) {
			if s.hasty(in) {
				s.stamp(in)
				return kit.Done{}, apperr.New(apperr.Invalid, "This came faster than anyone writes. Please check it, and press “Send the message” again.")
			}
			return kit.Done{To: sentPath}, s.Contact.Write(c.Request().Context(), contact.Message{
				To: auth.Role(in.Text("to")), Name: in.Text("name"), Address: in.Text("email"), Text: in.Lines("message"),
			}, kit.Network(c))
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, all []contact.Officer) error {
			out := ContactPage{FormPage: *page, Officers: kit.OfficersPath, Address: s.Address, Email: s.ContactEmail}
			if out.Sends = s.Contact.Sends(); len(all) == 0 {
				out.Closed = "No officer can be reached by this form today."
			}
			return contactView.Render(c, status, out)
		},
	}
}

func (s *Desk) showContact(c echo.Context, page *kit.FormPage, all []contact.Officer) error {
	page.Page = s.Page(c, "Contact", aboutCrumb)
	page.Shape = kit.ShapeNarrow
	page.Action, page.Submit, page.Back = kit.ContactPath, "Send the message", "/"
	page.HideTyped(shownField)
	to := kit.Field{Name: "to", Label: "To", Type: "select", Required: true}
	seen := map[auth.Role]bool{}
	for _, o := range all {
		if !seen[o.Role] {
			seen[o.Role] = true
			to.Options = append(to.Options, kit.Option{Value: string(o.Role), Label: o.Role.Title()})
		}
	}
	page.Group("", to,
		kit.Field{Name: "name", Label: "Your name", Required: true, Autocomplete: "name", MaxLength: contact.NameLength},
		kit.Field{
			Name: "email", Label: "Your e-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: contact.AddressLength,
			Hint: "The answer goes there. Nothing is sent to it by this form.",
		},
		kit.Field{Name: "message", Label: "Message", Type: "textarea", Rows: 8, Required: true, MaxLength: contact.MessageLength},
	)
	return nil
}

// take takes the form; one that a program filled in is answered like any other, and kept nowhere.
func (s *Desk) take(form kit.Form[[]contact.Officer]) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if in.Text(trapField) != "" {
			return kit.SeeOther(c, sentPath)
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

func (s *Desk) sent(c echo.Context) error {
	return sentView.Render(c, http.StatusOK, SentPage{s.Page(c, "Your message was taken", aboutCrumb), s.Contact.Sends()})
}
