package kit

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

var OfficesCrumb = Crumb{Label: "Offices", URL: OfficesPath}

func OfficeState(o auth.Office, day civil.Date) Badge {
	switch {
	case o.HeldOn(day):
		return Badge{KindSuccess, "Held"}
	case day.Before(o.From):
		return Badge{KindInfo, "To come"}
	}
	return Badge{KindNeutral, "Ended"}
}

// OfficeLine is an office held.
type OfficeLine struct {
	Title, Days string
	URL         string // where it is ended, for whoever may
}

// OfficeLine is an office, with the way to its end for whoever may take it.
func (s *Site) OfficeLine(c echo.Context, o auth.Office) OfficeLine {
	line := OfficeLine{Title: o.Title(), Days: "since " + o.From.Long()}
	if !o.Until.IsZero() {
		line.Days += " until " + o.Until.Long()
	}
	if auth.Can(s.Actor(c), auth.ManageOffices, auth.Object{}, s.Today()) {
		line.URL = OfficeURL(o.ID)
	}
	return line
}

// Invited is a message with how each of these people, who were just given an office, learns that they can sign in.
func (s *Site) Invited(c echo.Context, message string, people ...auth.PersonID) (string, error) {
	list, err := s.Auth.InvitedWithOffice(c.Request().Context(), s.Actor(c), people...)
	for _, one := range list {
		if text := one.Text(); text != "" {
			message += " " + text
		}
	}
	return message, err
}
