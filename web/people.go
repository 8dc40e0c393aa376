package web

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/logbook"
	"nzgs/web/kit"
)

// told writes into the log that somebody reads many people's data, and gives them
// the answer only then: it is held until its handler has ended well. An answer that does not say how many people it names is not
// given at all. Nothing is written for a HEAD, which gives nothing out.
func (s *Server) told(r kit.Route, next echo.HandlerFunc) echo.HandlerFunc {
	if r.People == "" {
		return next
	}
	return func(c echo.Context) error {
		if c.Request().Method == http.MethodHead {
			return next(c)
		}
		kit.Marked(c)
		err := next(c)
		if err == nil && c.Response().Status == http.StatusOK {
			err = s.tell(c, r)
		}
		return err
	}
}

func (s *Server) tell(c echo.Context, r kit.Route) error {
	people, known := kit.PeopleNamed(c)
	if !known {
		if r.Method != http.MethodGet {
			return nil // a form that comes back
		}
		return fmt.Errorf("%s gives out %s and does not say of how many people", r.Path, r.People)
	}
	look := logbook.Look{List: r.People, People: people, File: isExport(r.Path) || r.Method != http.MethodGet}
	if c.Param("id") != "" {
		id, err := kit.PathID[int64](c, "id")
		if err != nil {
			return err
		}
		look.ID = id
	}
	return s.logbook.Looked(c.Request().Context(), s.Actor(c), look)
}
