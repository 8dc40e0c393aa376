package account

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// showSessions lists where the owner of an account is signed in, for whoever manages
// accounts, with a button to end each.
func (s *Desk) showSessions(c echo.Context, page *ManagePage, a auth.Account) error {
	sessions, err := s.Auth.SessionsOf(c.Request().Context(), s.Actor(c), a.ID)
	if err != nil {
		return err
	}
	page.Sessions = sessionRows(&page.Page, sessions, kit.AccountURL(a.ID))
	others := 0
	for _, row := range page.Sessions {
		if !row.Current {
			others++
		}
	}
	if others > 1 {
		page.EndAll = page.Button("sessions", kit.AccountURL(a.ID)+"/sessions/end", "Sign out everywhere")
		page.EndAll.Kind = "secondary"
	}
	return nil
}

// signedOut says what an administrator did, and what it does not do.
const signedOut = " The password still works: if someone else may know it, make a link for a new one."

func (s *Desk) adminSessionEnd(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	session, err := kit.PathID[auth.SessionID](c, "session")
	if err != nil {
		return err
	}
	if err := s.Auth.EndSessionOf(c.Request().Context(), s.Actor(c), id, session); err != nil {
		return s.RefusedAt(c, err, kit.AccountURL(id))
	}
	s.Flash(c, kit.KindSuccess, "That device is signed out."+signedOut)
	return kit.SeeOther(c, kit.AccountURL(id))
}

func (s *Desk) adminSessionsEnd(c echo.Context) error {
	id, err := kit.PathID[auth.AccountID](c, "id")
	if err != nil {
		return err
	}
	if err := s.Auth.EndSessionsOf(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.AccountURL(id))
	}
	s.Flash(c, kit.KindSuccess, "All devices are signed out."+signedOut)
	return kit.SeeOther(c, kit.AccountURL(id))
}
