package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/store"
)

// ErrorPage is any answer that is not the page asked for.
type ErrorPage struct {
	Page
	Heading   string
	Message   string
	Rule      string // rule of the constitution, "2.3", or ""
	Details   []FieldError
	Back      string // where to go on, or ""
	Reference string // request id, for faults only
}

var errorView = newView[ErrorPage]("errors/error.html")

// elsewhere is an answer in place of a page that is not there any more: it
// leads to the page where the work goes on, and says why.
type elsewhere struct{ to, why string }

func (e *elsewhere) Error() string { return e.why + " Go on at " + e.to }

// leadElsewhere goes to the page with the message, after the one that was on
// its way to the page asked for.
func (s *Server) leadElsewhere(c echo.Context, e *elsewhere) error {
	kind, text := KindError, e.why
	for _, earlier := range takeFlash(c) {
		kind, text = earlier.Kind, earlier.Text+" "+text
	}
	s.flash(c, kind, text)
	return seeOther(c, e.to)
}

// statusOf is the status of a refusal by its kind.
var statusOf = map[apperr.Kind]int{
	apperr.Invalid:   http.StatusUnprocessableEntity,
	apperr.NotFound:  http.StatusNotFound,
	apperr.Forbidden: http.StatusForbidden,
	apperr.Conflict:  http.StatusConflict,
	apperr.SignIn:    http.StatusUnauthorized,
	apperr.TooLarge:  http.StatusRequestEntityTooLarge,
	apperr.TooMany:   http.StatusTooManyRequests,
	apperr.Busy:      http.StatusServiceUnavailable,
}

var headingOf = map[int]string{
	http.StatusBadRequest:            "That request could not be read",
	http.StatusUnauthorized:          "Please sign in",
	http.StatusForbidden:             "This page is not yours to open",
	http.StatusNotFound:              "There is nothing here",
	http.StatusMethodNotAllowed:      "That is not possible here",
	http.StatusConflict:              "Somebody else was faster",
	http.StatusRequestEntityTooLarge: "That is too large",
	http.StatusUnprocessableEntity:   "That cannot be done",
	http.StatusTooManyRequests:       "Too many attempts",
	http.StatusServiceUnavailable:    "Not just now",
}

// handleError turns whatever a handler returned into a status and a page.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		s.log.WarnContext(c.Request().Context(), "error after the answer began", "err", err, "path", loggedPath(c))
		return
	}
	if apperr.KindOf(err) == apperr.Replayed {
		if err = s.replay(c); err == nil {
			return
		}
	}
	if apperr.KindOf(err) == apperr.SignIn && c.Request().Method == http.MethodGet && !wantsData(c) {
		if err = seeOther(c, signInURL(c)); err == nil {
			return
		}
	}
	var other *elsewhere
	if errors.As(err, &other) {
		if err = s.leadElsewhere(c, other); err == nil {
			return
		}
	}
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		return // the reader has gone, and nobody else needs to know
	}
	status, page := s.errorPage(c, err)
	if status >= http.StatusInternalServerError {
		s.log.ErrorContext(c.Request().Context(), "request failed", "err", err,
			"method", c.Request().Method, "path", loggedPath(c), "request_id", requestID(c))
	}
	if sent := s.sendError(c, status, page); sent != nil {
		s.log.ErrorContext(c.Request().Context(), "error page failed", slog.Any("err", sent))
	}
}

// loggedPath is the path asked for, without the secret that stands in the
// address of a one-time link or a table card.
func loggedPath(c echo.Context) string {
	if c.Param("token") != "" || c.Param("card") != "" {
		return c.Path()
	}
	return c.Request().URL.Path
}

func (s *Server) sendError(c echo.Context, status int, page ErrorPage) error {
	if c.Request().Method == http.MethodHead {
		return c.NoContent(status)
	}
	if wantsData(c) {
		return c.JSON(status, map[string]string{"error": page.Message, "reference": page.Reference})
	}
	return errorView.render(c, status, page)
}

func (s *Server) errorPage(c echo.Context, err error) (int, ErrorPage) {
	page := ErrorPage{Back: "/"}
	status := http.StatusInternalServerError
	var known *apperr.Error
	var unknownRoute *echo.HTTPError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		status = statusOf[known.Kind]
		page.Message, page.Rule = known.Message, known.Rule
		if known.Cited() == known.Message {
			page.Rule = "" // named in it
		}
		for _, f := range known.Fields {
			page.Details = append(page.Details, FieldError{Field: f.Name, Message: f.Message})
		}
	case errors.As(err, &tooLarge):
		status = http.StatusRequestEntityTooLarge
		page.Message = fmt.Sprintf("The limit here is %s.", bytesText(tooLarge.Limit))
	case store.IsUnavailable(err):
		status = http.StatusServiceUnavailable
		page.Message = "The database cannot save anything at the moment. Nothing was changed. Try again in a minute; if it goes on, tell the administrator the reference below."
		page.Reference = requestID(c)
	case errors.As(err, &unknownRoute):
		status = unknownRoute.Code
		page.Message = routeMessage(status)
	}
	if status == 0 || status == http.StatusInternalServerError {
		status = http.StatusInternalServerError
		page.Message = "Something went wrong on our side, and nothing was changed. If it happens again, tell the administrator the reference below."
		page.Reference = requestID(c)
	}
	page.Heading = headingOf[status]
	if page.Heading == "" {
		page.Heading = "Something went wrong"
	}
	page.Page = s.page(c, page.Heading)
	page.Shape = ShapeNarrow
	return status, page
}

func routeMessage(status int) string {
	switch status {
	case http.StatusNotFound:
		return "The address may be mistyped, or what stood here has moved."
	case http.StatusMethodNotAllowed:
		return "Go back and use the buttons of the page."
	}
	return "Go back and try again."
}

// replay answers a request that was carried out before: with where it led,
// not with a second result.
func (s *Server) replay(c echo.Context) error {
	r, found, err := audit.ByRequestKey(c.Request().Context(), s.db, c.FormValue("key"))
	if err != nil {
		return err
	}
	if !found {
		return apperr.New(apperr.Conflict, "This form was sent twice at the same moment. Look whether it was saved before you send it again.")
	}
	if actor := s.actor(c); actor.SignedIn() && r.By.PersonID != 0 && r.By.PersonID != int64(actor.Person) {
		return apperr.New(apperr.Conflict, "This form was sent by somebody else before, so nothing was done now. Open the page again.")
	}
	s.flash(c, KindSuccess, "This was already saved; nothing was done twice.")
	return seeOther(c, s.objectURL(c, r))
}

func bytesText(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d kB", n>>10)
}
