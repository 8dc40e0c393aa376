package events

import (
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// sentForm is a form of a page of several that was sent and refused. The page
// that is only looked at has none.
type sentForm struct {
	to      string // its address
	in      *kit.Filling
	refused error
}

func sentTo(c echo.Context, in *kit.Filling, refused error) sentForm {
	return sentForm{c.Request().URL.Path, in, refused}
}

// oneForm is one of several forms on a page. Only the one that was sent shows
// what was typed and what is wrong with it.
type oneForm struct {
	page *kit.Page
	in   *kit.Filling
	sent bool
}

// form is a form of the page: the one that was sent, or one with what fill puts
// into it.
func (s sentForm) form(p *kit.Page, sent bool, fill func(in *kit.Filling)) oneForm {
	if sent && s.in != nil {
		return oneForm{p, s.in, true}
	}
	in := kit.NewFilling()
	if fill != nil {
		fill(in)
	}
	return oneForm{p, in, false}
}

// field is a field of the form; the summary of problems leads to its id.
func (f oneForm) field(field kit.Field) kit.Field {
	if !f.sent {
		return f.in.Field(&kit.Page{}, field)
	}
	field = f.in.Field(f.page, field)
	for i, e := range f.page.Errors {
		if e.Field == field.Name {
			f.page.Errors[i].Field = field.ID
		}
	}
	return field
}

// perhaps is a field that a form may have or not.
func (f oneForm) perhaps(field kit.Field) *kit.Field {
	field = f.field(field)
	return &field
}
