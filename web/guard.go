package web

import (
	"io"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// guarded refuses whoever may not come, before their form is taken in.
func (s *Server) guarded(a kit.Access, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := a.Admits(s.Actor(c), s.Today()); err != nil {
			// A browser that is still sending would not see the answer.
			io.CopyN(io.Discard, c.Request().Body, kit.UploadLimit)
			return err
		}
		return next(c)
	}
}
