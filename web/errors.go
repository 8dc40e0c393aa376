package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

// leadElsewhere goes to the page with the message, after the one that was on
// its way to the page asked for.
func (s *Server) leadElsewhere(c echo.Context, e *kit.Elsewhere) error {
	kind, text := kit.KindError, e.Why
	for _, earlier := range s.TakeFlash(c) {
		kind, text = earlier.Kind, earlier.Text+" "+text
	}
	s.Flash(c, kind, text)
	return kit.SeeOther(c, e.To)
}

var headingOf = map[int]string{
	http.StatusBadRequest:            "That request could not be read",
	http.StatusUnauthorized:          "Please sign in",
	http.StatusForbidden:             "You do not have access to this page",
	http.StatusNotFound:              "Page not found",
	http.StatusGone:                  "This was removed",
	http.StatusMethodNotAllowed:      "That is not possible here",
	http.StatusConflict:              "Someone else changed this first",
	http.StatusRequestEntityTooLarge: "That is too large",
	http.StatusUnprocessableEntity:   "That cannot be done",
	http.StatusTooManyRequests:       "Too many attempts",
	http.StatusServiceUnavailable:    "Not available right now",
}

// retryAfter is how many seconds whoever is told to come again is told to wait.
var retryAfter = map[int]string{http.StatusServiceUnavailable: "5", http.StatusTooManyRequests: "30"}

// headed is a refusal under a heading of its own, where that of its status would
// not be true.
type headed struct {
	heading string
	error
}

func (h *headed) Unwrap() error { return h.error }

// isGone says whether an answer could not be sent because its reader went, or
// took it too slowly. Whoever likes can make that happen all day: it is not logged.
func isGone(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) || errors.Is(err, context.Canceled)
}

// handleError turns whatever a handler returned into a status and a page.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		if isGone(err) {
			return
		}
		s.Log.WarnContext(c.Request().Context(), "error after the answer began", "err", err, "path", loggedPath(c))
		return
	}
	if apperr.KindOf(err) == apperr.Replayed {
		if err = s.replay(c); err == nil {
			return
		}
	}
	if apperr.KindOf(err) == apperr.SignIn && c.Request().Method == http.MethodGet && !kit.WantsData(c) {
		if err = kit.SeeOther(c, kit.SignInURL(c)); err == nil {
			return
		}
	}
	if apperr.KindOf(err) == apperr.Prove && c.Request().Method == http.MethodGet {
		if err = kit.SeeOther(c, kit.AgainURL(c.Request().URL.RequestURI())); err == nil {
			return
		}
	}
	var moved *members.Moved
	if errors.As(err, &moved) && c.Request().Method == http.MethodGet {
		if to, ok := ledOn(c.Request().URL, moved); ok {
			if err = kit.SeeOther(c, to); err == nil {
				return
			}
		}
	}
	var other *kit.Elsewhere
	if errors.As(err, &other) {
		if err = s.leadElsewhere(c, other); err == nil {
			return
		}
	}
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		return // the reader has gone, and nobody else needs to know
	}
	if !s.Actor(c).SignedIn() && !s.paysAtOnce(c) {
		if err = refuseBriefly(c); err == nil {
			return
		}
	}
	status, page := s.errorPage(c, err)
	if status >= http.StatusInternalServerError {
		s.Log.ErrorContext(c.Request().Context(), "request failed", "err", err,
			"method", c.Request().Method, "path", loggedPath(c), "request_id", kit.RequestID(c))
	}
	if wait := retryAfter[status]; wait != "" {
		c.Response().Header().Set("Retry-After", wait)
	}
	if sent := s.sendError(c, status, page); sent != nil {
		s.Log.ErrorContext(c.Request().Context(), "error page failed", slog.Any("err", sent))
	}
}

// ledOn is the address of a page with the number of the record that was kept, where the
// one asked for was merged with it.
func ledOn(asked *url.URL, m *members.Moved) (string, bool) {
	parts := strings.Split(asked.Path, "/")
	at := slices.Index(parts, kit.IDText(m.From))
	if at < 0 {
		return "", false
	}
	parts[at] = kit.IDText(m.To)
	to := url.URL{Path: strings.Join(parts, "/"), RawQuery: asked.RawQuery}
	return to.String(), true
}

// loggedPath is the path asked for, without the secret that stands in the
// address of a one-time link or a table card.
func loggedPath(c echo.Context) string {
	if c.Param("token") != "" || c.Param("card") != "" {
		return c.Path()
	}
	return c.Request().URL.Path
}

func (s *Server) sendError(c echo.Context, status int, page kit.ErrorPage) error {
	if c.Request().Method == http.MethodHead {
		return c.NoContent(status)
	}
	if kit.WantsData(c) {
		return c.JSON(status, map[string]string{"error": page.Message, "reference": page.Reference})
	}
	return kit.ErrorView.Render(c, status, page)
}

func (s *Server) errorPage(c echo.Context, err error) (int, kit.ErrorPage) {
	page := kit.ErrorPage{Back: "/"}
	status := http.StatusInternalServerError
	var known *apperr.Error
	var unknownRoute *echo.HTTPError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		status = kit.StatusOf[known.Kind]
		page.Message, page.Rule = known.Message, known.Rule
		if known.Cited() == known.Message {
			page.Rule = "" // named in it
		}
		for _, f := range known.Fields {
			page.Details = append(page.Details, kit.FieldError{Field: f.Name, Message: f.Message})
		}
	case errors.As(err, &tooLarge):
		status = http.StatusRequestEntityTooLarge
		page.Message = fmt.Sprintf("The limit is %s.", kit.BytesText(tooLarge.Limit))
	case errors.Is(err, store.ErrUncertain):
		status = http.StatusServiceUnavailable
		page.Message = "The database stopped answering while your change was being saved, so it may have been saved or not. " +
			"Open the page again in a minute and look, before you send it again."
		page.Reference = kit.RequestID(c)
	case store.IsUnavailable(err):
		status = http.StatusServiceUnavailable
		page.Message = "The database is not available right now, so nothing was changed. Try again in a minute. If it " +
			"keeps happening, give the administrator the reference below."
		page.Reference = kit.RequestID(c)
	case errors.As(err, &unknownRoute):
		status = unknownRoute.Code
		page.Message = routeMessage(status)
	}
	if status == 0 || status == http.StatusInternalServerError {
		status = http.StatusInternalServerError
		page.Message = "Something went wrong on our side, and nothing was changed. If it happens again, give the " +
			"administrator the reference below."
		page.Reference = kit.RequestID(c)
	}
	page.Heading = headingOf[status]
	if page.Heading == "" {
		page.Heading = "Something went wrong"
	}
	var own *headed
	if errors.As(err, &own) {
		page.Heading = own.heading
	}
	page.Page = s.Page(c, page.Heading)
	page.Shape, page.Share = kit.ShapeNarrow, nil
	return status, page
}

func routeMessage(status int) string {
	switch status {
	case http.StatusNotFound:
		return "The address may be mistyped, or the page may have moved."
	case http.StatusMethodNotAllowed:
		return "Go back and use the buttons on the page."
	}
	return "Go back and try again."
}
