package web

import (
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// What is taken in of a form that is refused: enough that the browser, which
// answers only once it has sent, sees the refusal of what people send.
const (
	drained     = 1 << 20 // bytes
	drainWithin = 3 * time.Second
)

// guarded refuses whoever may not come, before their form is taken in.
func (s *Server) guarded(a kit.Access, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := a.Admits(s.Actor(c), s.Today()); err != nil {
			drain(c)
			return err
		}
		if !a.Public && !a.Enrolling && s.Actor(c).Proof.Demand == auth.EnrolNow {
			drain(c)
			return &kit.Elsewhere{To: kit.FactorsPath, Why: "Your office needs a second factor. Set one up to continue."}
		}
		if a.Proved && c.Request().Method != http.MethodPost {
			if err := auth.RequireProof(s.Actor(c), s.Clock()); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// provedFirst has whoever sends a form that asks for it sign in again, if it is a
// while since they did: in place of the form comes one that carries it along, and
// goes on to where it was sent. A service that asks for it itself is met the same way.
func (s *Server) provedFirst(a kit.Access, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if a.Proved && auth.RequireProof(s.Actor(c), s.Clock()) != nil || s.desks.account.SignsInAgain(c) {
			proved, err := s.desks.account.Again(c)
			if err != nil || !proved {
				return err
			}
		}
		err := next(c)
		if apperr.KindOf(err) == apperr.Prove && !c.Response().Committed {
			return s.desks.account.AskAgain(c)
		}
		return err
	}
}

// drain takes in a little of what the request still sends. What is more is
// never read: the connection ends with the answer.
func drain(c echo.Context) {
	r := c.Request()
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	// A recorder of a test has no deadlines, and nothing to wait for.
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(drainWithin))
	if _, err := io.CopyN(io.Discard, r.Body, drained); err != io.EOF {
		c.Response().Header().Set("Connection", "close")
	}
}

// bodiless gives no handler the body of a request that has none to give: of
// everything but a form. The connection ends with the answer, because what
// follows on it is no request.
func bodiless(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if r := c.Request(); r.Method != http.MethodPost && r.Body != nil && r.Body != http.NoBody {
			r.Body, r.ContentLength = http.NoBody, 0
			r.Header.Del(echo.HeaderContentType)
			c.Response().Header().Set("Connection", "close")
		}
		return next(c)
	}
}
