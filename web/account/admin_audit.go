package account

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/web/kit"
)

// AuditPage is a part of the audit log, newest first.
type AuditPage struct {
	kit.Page
	Filters kit.Filters
	Rows    []AuditRow
	Newest  string // URL of the beginning, or ""
	Older   string // URL of what is older, or ""
	Empty   *kit.Empty
}

// AuditRow is one entry of the log.
type AuditRow struct {
	Seq       string
	When, Who string
	What      string
	Object    string
	URL       string // page of the object, or ""
	All       string // URL of everything about the object
	Changes   []AuditChange
	Hash      string
	Summary   string // what the unfolding says: "3 values"
}

// AuditChange is one value before and after.
type AuditChange struct{ Name, Before, After string }

var auditView = kit.NewView[AuditPage](templates, "admin/audit.html")

const (
	auditPath    = "/admin/audit"
	auditPerPage = 50
)

func (s *Desk) adminAudit(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	q := auth.AuditQuery{Object: c.QueryParam("object"), Before: kit.QueryID[int64](c, "before"), Limit: auditPerPage}
	if q.Object != "" {
		q.ObjectID = kit.QueryID[int64](c, "id")
	}
	records, more, err := s.Auth.AuditLog(ctx, actor, q)
	if err != nil {
		return err
	}
	kinds, err := s.Auth.AuditObjects(ctx, actor)
	if err != nil {
		return err
	}
	page := AuditPage{Page: s.Page(c, "Audit log", adminCrumb), Filters: auditFilters(q, kinds)}
	named := map[int64]bool{}
	for _, r := range records {
		page.Rows = append(page.Rows, s.auditRow(s.Actor(c), r))
		named[r.By.PersonID] = true
	}
	kit.NamesPeople(c, len(named))
	if q.Before != 0 {
		page.Newest = auditURL(q.Object, q.ObjectID, 0)
	}
	if more {
		page.Older = auditURL(q.Object, q.ObjectID, records[len(records)-1].Seq)
	}
	if len(records) == 0 {
		page.Empty = &kit.Empty{Title: "Nothing found", Text: "The log has no entry like that."}
	}
	return auditView.Render(c, http.StatusOK, page)
}

func auditURL(object string, id, before int64) string {
	q := url.Values{}
	if object != "" {
		q.Set("object", object)
	}
	if id != 0 {
		q.Set("id", strconv.FormatInt(id, 10))
	}
	if before != 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	if len(q) == 0 {
		return auditPath
	}
	return auditPath + "?" + q.Encode()
}

func auditFilters(q auth.AuditQuery, kinds []string) kit.Filters {
	options := []kit.Option{{Label: "Everything"}}
	for _, kind := range kinds {
		options = append(options, kit.Option{Value: kind, Label: actionText(kind), Selected: kind == q.Object})
	}
	number := ""
	if q.ObjectID != 0 {
		number = strconv.FormatInt(q.ObjectID, 10)
	}
	f := kit.Filters{Action: auditPath, Target: "audit", Fields: []kit.Field{
		{ID: "object", Name: "object", Label: "About", Type: "select", Options: options},
		{ID: "id", Name: "id", Label: "Number", Value: number, InputMode: "numeric", Width: "short"},
	}}
	if q.Object != "" {
		f.Clear = auditPath
	}
	return f
}

// actionText makes words of an action or a kind of object: "confirm.club_return"
// is "Confirm club return".
func actionText(name string) string {
	if text := accountActions[name]; text != "" {
		return text
	}
	text := strings.NewReplacer(".", " ", "_", " ").Replace(name)
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func (s *Desk) auditRow(actor auth.Actor, r audit.Record) AuditRow {
	row := AuditRow{
		Seq: strconv.FormatInt(r.Seq, 10), When: r.At.Long(), Who: r.By.Name, What: actionText(r.Action),
		Object: actionText(r.Object), Changes: auditChanges(r.Detail), Hash: r.Hash,
	}
	if r.ObjectID != 0 {
		row.Object += " " + strconv.FormatInt(r.ObjectID, 10)
		row.All = auditURL(r.Object, r.ObjectID, 0)
		if page, known := kit.ObjectPages[r.Object]; known && page.OpensTo(actor, s.Today()) {
			row.URL = page.URL(r.ObjectID)
		}
	}
	row.Summary = "Hash"
	if len(row.Changes) > 0 {
		row.Summary = countText(len(row.Changes), "value")
	}
	return row
}

// auditChanges lays the values before and after beside each other, by name.
func auditChanges(detail string) []AuditChange {
	var d struct{ Before, After json.RawMessage }
	if err := json.Unmarshal([]byte(detail), &d); err != nil {
		return []AuditChange{{Name: "Detail", After: detail}}
	}
	before, after := flatValues(d.Before), flatValues(d.After)
	var names []string
	for name := range before {
		names = append(names, name)
	}
	for name := range after {
		if _, known := before[name]; !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	changes := make([]AuditChange, len(names))
	for i, name := range names {
		changes[i] = AuditChange{Name: actionText(name), Before: before[name], After: after[name]}
	}
	return changes
}

// flatValues are the fields of a JSON object as text; anything else is one
// field without a name of its own.
func flatValues(raw json.RawMessage) map[string]string {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return map[string]string{"value": plainJSON(raw)}
	}
	values := make(map[string]string, len(fields))
	for name, value := range fields {
		values[name] = plainJSON(value)
	}
	return values
}

// belowZero is a number below zero inside a list or a group of values.
var belowZero = regexp.MustCompile(`([:\[,]\s*)-(\d)`)

// plainJSON is a value for readers: texts without quotes, days and instants in
// words, numbers below zero with a true minus.
func plainJSON(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = belowZero.ReplaceAllString(string(raw), "$1−$2")
	}
	if digits, negative := strings.CutPrefix(text, "-"); negative && json.Valid([]byte(digits)) {
		return "−" + digits
	}
	if day, err := civil.ParseDate(text); err == nil {
		return day.Long()
	}
	if at, err := civil.ParseInstant(text); err == nil {
		return at.Long()
	}
	return text
}
