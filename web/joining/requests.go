package joining

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/joining"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/web/kit"
)

// RequestsPage lists who asks to join.
type RequestsPage struct {
	kit.Page
	Head  kit.ListHead
	Tasks []kit.Task
	Pager *kit.Pager
	Empty *kit.Empty
}

var requestsView = kit.NewView[RequestsPage](templates, "requests.html")

var registerCrumb = kit.Crumb{Label: "Register", URL: kit.RegisterPath}

func requestURL(id joining.ID, part ...string) string { return kit.Below(requestsPath, id, part...) }

func (s *Desk) requests(c echo.Context) error {
	list, err := s.joining.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := RequestsPage{Page: s.Page(c, "Who asks to join", registerCrumb), Head: kit.ListHead{
		Count: kit.Plural(len(list), "person", "people"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv"),
	}}
	shown, pager := kit.Paged(c, list, peoplePerPage)
	page.Pager = pager
	for _, r := range shown {
		page.Tasks = append(page.Tasks, kit.Task{
			Title: r.Name.String(), Text: "Asked on " + r.Asked.Date().Long(), URL: requestURL(r.ID), Action: "Decide",
		})
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{Title: "No one waits", Text: "Whoever asks to join with the form “Become a member” appears here."}
	}
	kit.NamesPeople(c, len(shown))
	return requestsView.Render(c, http.StatusOK, page)
}

// Waiting is what an officer is told of those who ask to join.
func (s *Desk) Waiting(c echo.Context) (tasks []kit.Task, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	if auth.Can(actor, auth.AcceptMembers, auth.Object{}, s.Today()) {
		list, err := s.joining.List(ctx, actor)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			tasks = append(tasks, kit.Task{
				Title: kit.Plural(len(list), "person asks", "people ask") + " to join the society", URL: requestsPath, Action: "Decide",
				Text: "The first on " + list[0].Asked.Date().Long() + ".",
			})
		}
	}
	if !auth.Can(actor, auth.KeepBooks, auth.Object{}, s.Today()) {
		return tasks, nil
	}
	asked, err := s.treasury.AskedFor(ctx, actor)
	for _, b := range asked {
		if b.Stuck != "" {
			tasks = append(tasks, kit.Task{
				Title: b.Bill.Name + ": a subscription is paid, and no term began", Text: b.Stuck + " Credit the invoice, and the payment is free.",
				URL: kit.Below(kit.BooksPath+"/invoices", b.Invoice), Action: "Open the invoice",
			})
		}
	}
	return tasks, err
}

// RequestPage is a request with what an officer can do with it.
type RequestPage struct {
	kit.Page
	Facts  []kit.Fact
	Note   string
	Likely []LikelyRow
	Kinds  kit.Tabs // as which they are accepted, where kinds have rates of their own
	New    *kit.PostButton
	Refuse string
}

// LikelyRow is someone of the register whom a request may be.
type LikelyRow struct {
	Name, URL, Why string
	Accept         *kit.PostButton
}

var requestView = kit.NewView[RequestPage](templates, "request.html")

func (s *Desk) request(c echo.Context) error {
	f, err := kit.ByID(s.Site, s.joining.File)(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := RequestPage{Page: s.Page(c, f.Name.String(), registerCrumb, kit.Crumb{Label: "Who asks to join", URL: requestsPath}), Note: f.Note}
	page.Facts = requestFacts(f)
	if f.State == joining.Waiting {
		page.Refuse = requestURL(f.ID, "refuse")
		as, err := s.acceptAs(c, &page, f)
		if err != nil {
			return err
		}
		hidden := []kit.Hidden{kit.VersionField(f.Version), {Name: "kind", Value: string(as)}}
		var apart []string
		for _, one := range f.Candidates {
			id := kit.IDText(one.Person)
			row := LikelyRow{Name: one.Name + ", no. " + id, URL: kit.PersonURL(one.Person), Why: strings.Join(one.Why, ", ")}
			row.Accept = page.Button("accept"+id, requestURL(f.ID, "accept"), "It is this person",
				append(append([]kit.Hidden{}, hidden...), kit.Hidden{Name: "person", Value: id})...)
			row.Accept.Kind = "secondary"
			page.Likely = append(page.Likely, row)
			apart = append(apart, id)
		}
		label := "Accept, and send the invoice"
		if len(f.Candidates) > 0 {
			label = "It is someone new: accept, and send the invoice"
		}
		page.New = page.Button("new", requestURL(f.ID, "accept"), label,
			append(hidden, kit.Hidden{Name: "apart", Value: strings.Join(apart, " ")})...)
	}
	kit.NamesPeople(c, 1+len(page.Likely))
	return requestView.Render(c, http.StatusOK, page)
}

// acceptAs is the kind as which someone is accepted: that which they asked for, or another that the officer chose.
func (s *Desk) acceptAs(c echo.Context, page *RequestPage, f joining.File) (kinds.Kind, error) {
	terms, err := s.joining.Terms(c.Request().Context())
	if err != nil || len(terms.Kinds) == 0 {
		return f.Kind, err
	}
	as := f.Kind
	if asked := kinds.Kind(c.QueryParam("as")); asked == kinds.Full || slices.Contains(terms.Kinds, asked) {
		as = asked
	}
	page.Kinds.Label = "Accept as"
	for _, k := range append([]kinds.Kind{kinds.Full}, terms.Kinds...) {
		label := "Accept as: " + k.Label()
		if rate, known := terms.Rates[k]; known {
			label += ", " + rate.Amount.String()
		}
		page.Kinds.Items = append(page.Kinds.Items, kit.NavItem{
			Label: label, URL: requestURL(f.ID) + "?as=" + string(k), Current: k == as,
		})
	}
	return as, nil
}

func requestFacts(f joining.File) []kit.Fact {
	facts := []kit.Fact{{Label: "Name", Value: f.Name.String()}}
	if f.Email != "" {
		facts = append(facts, kit.Fact{Label: "E-mail address, confirmed", Value: f.Email})
	}
	club := "None"
	if f.ClubName != "" {
		club = f.ClubName
	}
	facts = append(facts, kit.Fact{Label: "Club", Value: club})
	if f.Kind != kinds.Full {
		facts = append(facts, kit.Fact{Label: "Pays as", Value: f.Kind.Label() + ": see a proof before you accept"})
	}
	facts = append(facts, kit.Fact{Label: "Consent", Value: "“" + f.Consent + "” " + f.Confirmed.Date().Long()})
	switch f.State {
	case joining.Accepted:
		facts = append(facts, kit.Fact{Label: "Accepted", Value: f.By + ", " + f.Decided.Date().Long(), URL: kit.PersonURL(f.Person)})
	case joining.Refused:
		facts = append(facts, kit.Fact{Label: "Refused", Value: f.By + ", " + f.Decided.Date().Long() + ": " + f.Reason})
	}
	return facts
}

// accept takes a request by one of the page's buttons.
func (s *Desk) accept(c echo.Context) error {
	id, err := kit.PathID[joining.ID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	var apart []members.PersonID
	for _, text := range strings.Fields(in.Text("apart")) {
		apart = append(apart, kit.ParseID[members.PersonID](text))
	}
	person, err := s.joining.Accept(c.Request().Context(), s.Actor(c), joining.Acceptance{
		Request: id, Version: in.Version(), Person: kit.Chosen[members.PersonID](in, "person"), Apart: apart,
		Kind: kinds.Kind(in.Text("kind")),
	})
	if err != nil {
		return s.RefusedAt(c, err, requestURL(id))
	}
	s.Flash(c, kit.KindSuccess, "Accepted. A letter says what is to pay, if anything; the membership begins once the money is there.")
	return kit.SeeOther(c, kit.PersonURL(person))
}

// refuse refuses a request with a reason.
func (s *Desk) refuse() kit.Form[joining.File] {
	return kit.Form[joining.File]{
		Site: s.Site, Load: kit.ByID(s.Site, s.joining.File), Version: func(f joining.File) int64 { return f.Version },
		Show: func(c echo.Context, p *kit.FormPage, f joining.File) error {
			p.Page = s.Page(c, "Refuse the request of "+f.Name.String(), registerCrumb,
				kit.Crumb{Label: "Who asks to join", URL: requestsPath})
			p.Action, p.Submit, p.Kind, p.Back = requestURL(f.ID, "refuse"), "Refuse the request", "danger", requestURL(f.ID)
			p.Group("", kit.Field{
				Name: "reason", Label: "Reason", Required: true, MaxLength: 500, Type: "textarea", Rows: 3, Hint: "The applicant is told.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f joining.File) (kit.Done, error) {
			return kit.Done{To: requestsPath, Message: "Refused. A letter tells the applicant why."},
				s.joining.Refuse(c.Request().Context(), s.Actor(c), f.ID, in.Version(), in.Lines("reason"))
		},
	}
}
