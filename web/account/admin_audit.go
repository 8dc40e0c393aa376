package account

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/logbook"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// AuditPage is a part of the audit log, newest first.
type AuditPage struct {
	kit.Page
	Money   bool // only what concerns money
	Filters kit.Filters
	Problem string
	Choices []kit.Link // people of the name that was typed
	Rows    []AuditRow
	Newest  string // URL of the beginning, or ""
	Older   string // URL of what is older, or ""
	Empty   *kit.Empty
}

// AuditRow is one entry of the log, as a sentence: who did what, and to what.
type AuditRow struct {
	Seq         string
	When        string
	Who, WhoURL string
	Office      string // that who did it held on that day
	Did         string
	Thing, URL  string // what it was done to by name, and its page; ""
	All         string // URL of everything about the object
	Both        bool   // there are values before and after
	Changes     []AuditChange
	Hash        string
	Summary     string // what the unfolding says: "3 values"
}

var auditView = kit.NewView[AuditPage](templates, "admin/audit.html")

const auditPerPage = 50

// auditAsked is what the address asks for.
type auditAsked struct {
	object, id, person, text, from, to string
	before                             int64
}

func askedOf(c echo.Context) auditAsked {
	word := func(name string) string { return strings.TrimSpace(c.QueryParam(name)) }
	return auditAsked{
		word("object"), word("id"), word("person"), word("text"), word("from"), word("to"), kit.QueryID[int64](c, "before"),
	}
}

// url is the address of the same with another beginning.
func (a auditAsked) url(before int64) string {
	q := url.Values{}
	for _, p := range [][2]string{
		{"object", a.object}, {"id", a.id}, {"person", a.person}, {"text", a.text}, {"from", a.from}, {"to", a.to},
	} {
		if p[1] != "" {
			q.Set(p[0], p[1])
		}
	}
	if before != 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	if len(q) == 0 {
		return kit.AuditPath
	}
	return kit.AuditPath + "?" + q.Encode()
}

func auditURL(object string, id, before int64) string {
	a := auditAsked{object: object}
	if id != 0 {
		a.id = strconv.FormatInt(id, 10)
	}
	return a.url(before)
}

func (s *Desk) adminAudit(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	kinds, err := s.Auth.AuditObjects(ctx, actor)
	if err != nil {
		return err
	}
	asked := askedOf(c)
	page := AuditPage{
		Page: s.Page(c, "Audit log", adminCrumb), Filters: auditFilters(asked, kinds),
		Money: !auth.Can(actor, auth.ViewAudit, auth.Object{}, s.Today()),
	}
	q, found, err := s.auditQuery(c, &page, asked)
	if err != nil {
		return err
	}
	var records []audit.Record
	var more bool
	if found {
		if records, more, err = s.Auth.AuditLog(ctx, actor, q); err != nil {
			return err
		}
	}
	names, err := s.auditNames(c, records)
	if err != nil {
		return err
	}
	named := map[int64]bool{}
	for _, r := range records {
		page.Rows = append(page.Rows, s.auditRow(actor, r, names))
		named[r.By.PersonID] = true
	}
	kit.NamesPeople(c, len(named))
	if q.Before != 0 {
		page.Newest = asked.url(0)
	}
	if more {
		page.Older = asked.url(records[len(records)-1].Seq)
	}
	if len(records) == 0 && page.Problem == "" && len(page.Choices) == 0 {
		page.Empty = &kit.Empty{Title: "Nothing found", Text: "The log has no entry like that."}
	}
	return auditView.Render(c, http.StatusOK, page)
}

// auditQuery turns what the address asks for into a query; not found: nothing can be found, and the page says why.
func (s *Desk) auditQuery(c echo.Context, page *AuditPage, a auditAsked) (q auth.AuditQuery, found bool, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	q = auth.AuditQuery{Object: a.object, Before: a.before, Limit: auditPerPage}
	if a.object != "" {
		q.ObjectID = kit.ParseID[int64](a.id)
	}
	for _, day := range []struct {
		text string
		into *civil.Date
	}{{a.from, &q.From}, {a.to, &q.To}} {
		if day.text == "" {
			continue
		}
		if *day.into, err = civil.ParseDate(day.text); err != nil {
			page.Problem = "Enter a day like 2026-07-01."
			return q, false, nil
		}
	}
	if !q.From.IsZero() && !q.To.IsZero() && q.To.Before(q.From) {
		page.Problem = "The last day is before the first. Enter a later last day."
		return q, false, nil
	}
	if a.text != "" {
		actions, err := s.Auth.AuditActions(ctx, actor)
		if err != nil {
			return q, false, err
		}
		q.Actions = actionsOf(actions, a.text)
	}
	if a.person != "" {
		people, err := s.Auth.FindPeople(ctx, actor, members.Fold(a.person), 20)
		switch {
		case err != nil:
			return q, false, err
		case len(people) == 0:
			page.Problem = "No one in the register has this name or number."
			return q, false, nil
		case len(people) > 1:
			for _, one := range people {
				of := a
				of.person = kit.IDText(one.Person)
				page.Choices = append(page.Choices, kit.Link{Label: one.Name.Listed(), URL: of.url(0)})
			}
			return q, false, nil
		}
		q.Person = people[0].Person
	}
	return q, true, nil
}

// actionsOf are those of these actions in whose words every word of a text stands.
func actionsOf(actions []string, text string) []string {
	out := []string{}
	words := strings.Fields(members.Fold(text))
	for _, action := range actions {
		said := members.Fold(logText(action))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(said, w) }) {
			out = append(out, action)
		}
	}
	return out
}

func auditFilters(a auditAsked, kinds []string) kit.Filters {
	options := []kit.Option{{Label: "Everything"}}
	for _, kind := range kinds {
		options = append(options, kit.Option{Value: kind, Label: kindText(kind), Selected: kind == a.object})
	}
	f := kit.Filters{Action: kit.AuditPath, Target: "audit", Fields: []kit.Field{
		{ID: "text", Name: "text", Label: "What was done", Type: "search", Value: a.text, Autocomplete: "off"},
		{ID: "person", Name: "person", Label: "Name or member number", Type: "search", Value: a.person, Autocomplete: "off"},
		{ID: "from", Name: "from", Label: "From", Type: "date", Value: a.from},
		{ID: "to", Name: "to", Label: "To", Type: "date", Value: a.to},
		{ID: "object", Name: "object", Label: "About", Type: "select", Options: options},
	}}
	if a.object != "" && a.id != "" {
		f.Hidden = []kit.Hidden{{Name: "id", Value: a.id}}
	}
	if a != (auditAsked{before: a.before}) {
		f.Clear = kit.AuditPath
	}
	return f
}

// kindText is what a kind of object is called in a choice: "Club return".
func kindText(kind string) string {
	text := strings.ReplaceAll(kind, "_", " ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// auditNames looks up once what the entries of a page are about and name.
func (s *Desk) auditNames(c echo.Context, records []audit.Record) (logbook.Names, error) {
	var things []logbook.Thing
	var people []auth.PersonID
	for _, r := range records {
		if r.ObjectID != 0 {
			things = append(things, logbook.Thing{Kind: r.Object, ID: r.ObjectID})
		}
		if r.By.PersonID != 0 && !slices.Contains(people, auth.PersonID(r.By.PersonID)) {
			people = append(people, auth.PersonID(r.By.PersonID))
		}
		things = append(things, thingsIn(r.Detail)...)
	}
	return s.logbook.Names(c.Request().Context(), things, people)
}

func (s *Desk) auditRow(actor auth.Actor, r audit.Record, names logbook.Names) AuditRow {
	row := AuditRow{
		Seq: strconv.FormatInt(r.Seq, 10), When: r.At.Long(), Who: kit.Capital(r.By.Name), Did: logText(r.Action), Hash: r.Hash,
		Changes: s.auditChanges(actor, r, names), Summary: "Hash",
	}
	if row.Who == "" {
		row.Who = "Someone without a name"
	}
	if r.By.PersonID != 0 {
		if office := names.Office(r.By.PersonID, r.At.Date()); office != "" {
			row.Office = kit.LowerFirst(office)
		}
		if page := kit.ObjectPages["person"]; page.OpensTo(actor, s.Today()) {
			row.WhoURL = page.URL(r.By.PersonID)
		}
	}
	if r.ObjectID != 0 {
		if row.Thing = names.Of(logbook.Thing{Kind: r.Object, ID: r.ObjectID}); row.Thing == "" {
			row.Thing = "number " + strconv.FormatInt(r.ObjectID, 10)
		}
		row.All = auditURL(r.Object, r.ObjectID, 0)
		if page, known := kit.ObjectPages[r.Object]; known && page.OpensTo(actor, s.Today()) {
			row.URL = page.URL(r.ObjectID)
		}
	}
	if len(row.Changes) > 0 {
		row.Summary = countText(len(row.Changes), "value")
	}
	for _, change := range row.Changes {
		row.Both = row.Both || change.Before != ""
	}
	return row
}
