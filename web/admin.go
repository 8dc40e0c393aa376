package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
)

// AdminPage leads to the parts of the administration.
type AdminPage struct {
	Page
	Tasks []Task
}

var adminView = newView[AdminPage]("admin/home.html")

var adminCrumb = Crumb{"Administration", "/admin"}

func (s *Server) admin(c echo.Context) error {
	actor, day := s.actor(c), s.today()
	page := AdminPage{Page: s.page(c, "Administration")}
	add := func(action auth.Action, t Task) {
		if auth.Can(actor, action, auth.Object{}, day) {
			page.Tasks = append(page.Tasks, t)
		}
	}
	add(auth.ManageAccounts, Task{Title: "Accounts", Text: "Who can sign in. Invite people, make them a new link, close an account.", URL: "/admin/accounts", Action: "Open"})
	add(auth.ManageOffices, Task{Title: "Offices", Text: "Who holds which office, and from when until when.", URL: "/admin/offices", Action: "Open"})
	add(auth.ViewAudit, Task{Title: "Audit log", Text: "Who did what, in order. Nothing in it can be changed unnoticed.", URL: "/admin/audit", Action: "Open"})
	return adminView.render(c, http.StatusOK, page)
}

// PersonChoice is the first step of a form about a person: search, and choose.
type PersonChoice struct {
	Action   string
	Search   Field
	Searched bool
	Count    string
	Found    []Link
}

// foundPeople is how many people a search for one shows.
const foundPeople = 20

// choosePerson searches for the person named in the address. link is where
// choosing somebody leads.
func (s *Server) choosePerson(c echo.Context, p *Page, action string, link func(auth.Someone) Link) (PersonChoice, error) {
	query := c.QueryParam("q")
	choice := PersonChoice{
		Action:   action,
		Search:   p.field(Field{Name: "q", Label: "Name of the person", Type: "search", Value: query, Hint: "Or the member number. The person must be in the register already.", Autocomplete: "off"}),
		Searched: query != "",
	}
	if !choice.Searched {
		return choice, nil
	}
	found, err := s.findPeople(c.Request().Context(), s.actor(c), query, foundPeople+1)
	if err != nil {
		return choice, err
	}
	switch {
	case len(found) == 0:
		choice.Count = "The register has nobody with this name or number. Try a part of the name, or add the person to the register first."
	case len(found) > foundPeople:
		found = found[:foundPeople]
		choice.Count = fmt.Sprintf("The first %d people found. Type more of the name to see fewer.", foundPeople)
	case len(found) == 1:
		choice.Count = "1 person"
	default:
		choice.Count = fmt.Sprintf("%d people", len(found))
	}
	for _, one := range found {
		choice.Found = append(choice.Found, link(one))
	}
	return choice, nil
}

// queryID reads an id from the address's query; 0 when there is none.
func queryID[T ~int64](c echo.Context, name string) T {
	n, err := strconv.ParseInt(c.QueryParam(name), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}

// queryPage reads the number of a list's page, from 1.
func queryPage(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

// pages is the pager of a list of total things, size a page, at the page
// number. query is what else the address keeps.
func pages(path string, query url.Values, number, size, total int) Pager {
	to := func(n int) string {
		q := url.Values{}
		for k, v := range query {
			q[k] = v
		}
		q.Set("page", strconv.Itoa(n))
		return path + "?" + q.Encode()
	}
	first, last := (number-1)*size+1, min(number*size, total)
	p := Pager{Summary: fmt.Sprintf("%d–%d of %d", first, last, total)}
	if first > last {
		p.Summary = fmt.Sprintf("%d in all", total)
	}
	if number > 1 {
		p.Prev = to(number - 1)
	}
	if number*size < total {
		p.Next = to(number + 1)
	}
	return p
}
