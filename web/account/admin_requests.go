package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// RequestsPage lists what waits for a second officer.
type RequestsPage struct {
	kit.Page
	Link  *HandedLink // to hand over, where no mail is sent
	Rows  []RequestRow
	Empty *kit.Empty
}

// RequestRow is one request with what can be done.
type RequestRow struct {
	Title         string
	Facts         []kit.Fact
	Agree, Refuse *kit.PostButton
}

var requestsView = kit.NewView[RequestsPage](templates, "admin/requests.html")

func (s *Desk) adminRequests(c echo.Context) error { return s.showRequests(c, nil) }

func (s *Desk) showRequests(c echo.Context, link *HandedLink) error {
	actor := s.Actor(c)
	list, err := s.Auth.Requests(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	page := RequestsPage{Page: s.Page(c, "Waiting for a second officer"), Link: link}
	for _, r := range list {
		row := RequestRow{Title: r.Name.String(), Facts: []kit.Fact{
			{Label: "Asked for", Value: kit.Capital(r.Kind.Text())}, {Label: "Reason given", Value: r.Reason.Text()},
			{Label: "Asked by", Value: r.AskedBy.String() + ", " + r.AskedAt.Long()},
			{Label: "Lapses", Value: r.Until.Long()},
		}}
		if r.NewEmail != "" {
			row.Facts = append(row.Facts, kit.Fact{Label: "New address", Value: r.NewEmail})
		}
		id := kit.IDText(r.ID)
		if actor.Person != r.Person {
			row.Refuse = page.Button("refuse"+id, kit.RequestsPath+"/"+id+"/refuse", "Refuse")
			row.Refuse.Kind, row.Refuse.For = "secondary", row.Title
			if actor.Person == r.Asker {
				row.Refuse.Label = "Withdraw"
			}
		}
		if actor.Person != r.Person && actor.Person != r.Asker {
			row.Agree = page.Button(
				"agree"+id, kit.RequestsPath+"/"+id+"/agree", "Agree", kit.Hidden{Name: "mark", Value: r.Mark},
			)
			row.Agree.For = row.Title
		}
		page.Rows = append(page.Rows, row)
	}
	kit.NamesPeople(c, len(list))
	if len(list) == 0 && link == nil {
		page.Empty = &kit.Empty{
			Title: "Nothing waits", Text: "What officers ask for the account of another officer or a teller is agreed to here.",
		}
	}
	return requestsView.Render(c, http.StatusOK, page)
}

func (s *Desk) requestAgree(c echo.Context) error {
	id, err := kit.PathID[auth.RequestID](c, "id")
	if err != nil {
		return err
	}
	done, err := s.Auth.AgreeToRequest(c.Request().Context(), s.Actor(c), id, c.Request().PostFormValue("mark"))
	if err != nil {
		return s.RefusedAt(c, err, kit.RequestsPath)
	}
	if done.Link != nil {
		kit.NoStore(c)
		name := done.Name.String()
		return s.showRequests(c, &HandedLink{
			Title: "The link for " + name, URL: s.BaseURL + LinkPath(done.Link.Token), Until: done.Link.Expires.Long(),
			Text: "It is shown only now. Give it to " + name + " yourself, in a way that no one else can read, and not through " +
				done.AskedBy.String() + ". Whoever opens it chooses the password for this account.",
		})
	}
	message := "It is done, and " + done.Name.String() + " is told by mail."
	if done.Kind == auth.AskLink {
		message = "The link goes to " + done.Name.String() + " by mail."
	}
	s.Flash(c, kit.KindSuccess, message)
	return kit.SeeOther(c, kit.RequestsPath)
}

func (s *Desk) requestRefuse(c echo.Context) error {
	id, err := kit.PathID[auth.RequestID](c, "id")
	if err != nil {
		return err
	}
	if err := s.Auth.RefuseAccess(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.RequestsPath)
	}
	s.Flash(c, kit.KindSuccess, "The request has ended. Nothing was changed.")
	return kit.SeeOther(c, kit.RequestsPath)
}

// askForm asks for what opens the account of someone who is trusted.
func (s *Desk) askForm(form *kit.FormPage, a auth.Account) *kit.SmallForm {
	kinds := []kit.Option{{Value: string(auth.AskLink), Label: kit.Capital(auth.AskLink.Text())}}
	if a.Enrolled {
		kinds = append(kinds, kit.Option{Value: string(auth.AskLetIn), Label: kit.Capital(auth.AskLetIn.Text())})
	}
	kinds = append(kinds, kit.Option{Value: string(auth.AskAddress), Label: kit.Capital(auth.AskAddress.Text())})
	var reasons []kit.Option
	for _, r := range auth.RequestReasons {
		reasons = append(reasons, kit.Option{Value: string(r), Label: r.Text()})
	}
	return &kit.SmallForm{
		FormKey: form.Form("ask"), ID: "ask", Title: "Ask a second officer", Action: kit.AccountURL(a.ID) + "/ask",
		Submit: "Ask", Kind: "secondary",
		Fields: []kit.Field{
			form.Field(kit.Field{
				Name: "kind", Label: "What is needed", Type: "select", Required: true, Options: kinds,
				Hint: a.Name.String() + " holds an office or is a teller, so a second officer has to agree within three days. " +
					"Where there is none, use nzgs link or nzgs let-in on the society’s own machine.",
			}),
			form.Field(kit.Field{Name: "reason", Label: "Reason", Type: "select", Required: true, Options: reasons}),
			form.Field(kit.Field{
				Name: "new_email", Label: "New e-mail address", Type: "email", Autocomplete: "off",
				Hint: "Only for another e-mail address.",
			}),
		},
	}
}

func (s *Desk) adminAccountAsk(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	if err := s.Auth.AskAccess(c.Request().Context(), s.Actor(c), auth.RequestInput{
		Account: id, Kind: auth.RequestKind(c.Request().PostFormValue("kind")),
		Reason: auth.RequestReason(c.Request().PostFormValue("reason")),
		Email:  c.Request().PostFormValue("new_email"),
	}); err != nil {
		return s.RefusedAt(c, err, kit.AccountURL(id))
	}
	s.Flash(c, kit.KindSuccess, "A second officer has to agree within three days. The owner and the other officers are told.")
	return kit.SeeOther(c, kit.AccountURL(id))
}
