package kit

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
)

// QueryID reads an id from the address's query; 0 when there is none.
func QueryID[T ~int64](c echo.Context, name string) T {
	n, err := strconv.ParseInt(c.QueryParam(name), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}

// Status is 422 of a page that names a problem, else 200.
func (p *Page) Status() int {
	if len(p.Errors) > 0 {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}

func VersionField(v int64) Hidden { return Hidden{Name: "version", Value: strconv.FormatInt(v, 10)} }

// FormVersion is the version of what the form was filled from.
func FormVersion(c echo.Context) int64 { return FormID[int64](c, "version") }

// Field completes a form's field: its id, and the problem with it.
func (p *Page) Field(f Field) Field {
	if f.ID == "" {
		f.ID = f.Name
	}
	f.Error = p.ErrorOn(f.Name)
	p.nameProblems(f)
	return f
}

// nameProblems says in the error summary which field a problem is about, where
// its own words do not: "Enter the day" stands beside many of them.
func (p *Page) nameProblems(f Field) {
	for i, e := range p.Errors {
		if e.Field == f.Name && e.Label == "" && !namesField(e.Message, f.Label) {
			p.Errors[i].Label = f.Label
		}
	}
}

// namesField reports whether a message has the label's longer words in it.
func namesField(message, label string) bool {
	message, found := strings.ToLower(message), false
	for _, word := range strings.Fields(strings.ToLower(label)) {
		if len(word) < 4 {
			continue
		}
		if !strings.Contains(message, word) {
			return false
		}
		found = true
	}
	return found
}

// TakeRefusal takes what was refused of one of the page's forms into the page: the
// problems of its fields, or that it came too late. status is the page's then; an
// error that no form can help with is rest. nil is nothing refused.
func (p *Page) TakeRefusal(err error) (status int, rest error) {
	switch {
	case err == nil:
		return http.StatusOK, nil
	case p.Invalid(err):
	case apperr.KindOf(err) == apperr.Conflict:
		p.Refused(err)
	default:
		return 0, err
	}
	return RefusalStatus(err), nil
}

// PathID reads an id from the address; anything else is "not found".
func PathID[T ~int64](c echo.Context, name string) (T, error) {
	text := c.Param(name)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != text {
		return 0, apperr.New(apperr.NotFound, "The address may be mistyped, or the page may have moved.")
	}
	return T(n), nil
}

// FormID reads an id from a form; 0 when it is empty or not a number.
func FormID[T ~int64](c echo.Context, name string) T {
	return ParseID[T](c.Request().PostFormValue(name))
}

func ParseID[T ~int64](text string) T {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}

// Invalid takes the problems of a refused form into the page and reports
// whether err was such a refusal.
func (p *Page) Invalid(err error) bool {
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid {
		return false
	}
	for _, f := range e.Fields {
		p.Errors = append(p.Errors, FieldError{Field: f.Name, Message: f.Message})
	}
	if len(e.Fields) == 0 {
		p.Errors = append(p.Errors, FieldError{Message: e.Cited()})
	}
	return true
}

// ErrorOn is the problem with the named field, for Field.Error.
func (p *Page) ErrorOn(name string) string {
	for _, e := range p.Errors {
		if e.Field == name {
			return e.Message
		}
	}
	return ""
}

// Refused takes a refusal that belongs to no field into the page.
func (p *Page) Refused(err error) {
	var e *apperr.Error
	if errors.As(err, &e) {
		p.Errors = append(p.Errors, FieldError{Message: e.Message})
	}
}

// Form is the key of one of several forms on a page: the idempotency keys of
// two forms differ, so that sending one after the other, even from a page that
// was kept open, is never taken for sending twice.
func (p Page) Form(name string) FormKey { return FormKey{Key: p.Key + "." + name} }

// Button makes a form of one button out of a page's key. name tells the form
// apart from the others on the page.
func (p Page) Button(name, url, label string, hidden ...Hidden) *PostButton {
	return &PostButton{FormKey: p.Form(name), URL: url, Label: label, Hidden: hidden}
}
