package web

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// contentPolicy allows nothing from elsewhere and no script or style in a page.
const contentPolicy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// secureHeaders sets what every answer carries.
func (s *Server) secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if s.Secure() {
			h.Set("Strict-Transport-Security", s.strict)
		}
		return next(c)
	}
}

// logged gives the request an id, logs its answer, counts it, and turns a
// panic into an error page.
func (s *Server) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		begin := time.Now()
		id := rand.Text()[:16]
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		tried := &auth.Attempt{}
		c.SetRequest(c.Request().WithContext(auth.WithAttempt(c.Request().Context(), tried)))
		err := recovered(next, c)
		if err != nil {
			s.handleError(err, c)
		}
		elapsed := time.Since(begin)
		route := routeOf(c)
		status := c.Response().Status
		s.metrics.observe(c.Request().Method, route, status, elapsed)
		level := slog.LevelInfo
		if strings.HasPrefix(route, "/static") || route == healthPath || route == readyPath || route == "/metrics" {
			level = slog.LevelDebug
		}
		s.Log.LogAttrs(c.Request().Context(), level, "request",
			slog.String("method", c.Request().Method), slog.String("route", route),
			slog.Int("status", status), slog.Duration("took", elapsed),
			slog.Int64("bytes", c.Response().Size), slog.String("request_id", id))
		s.logSecurity(c, err, tried)
		return nil
	}
}

// routeOf is the route of a request as figures and lines of the log name it.
func routeOf(c echo.Context) string {
	if c.Path() == "" {
		return "unknown"
	}
	return c.Path()
}

func recovered(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return next(c)
}

// sameOrigin refuses a changing request that another site made the browser
// send (by Sec-Fetch-Site, or Origin in older browsers).
func (s *Server) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if err := protection.Check(c.Request()); err != nil && !s.withCodeFromNowhere(c) {
			return apperr.New(
				apperr.Forbidden,
				"This form came from another site, so nothing was changed. Open the page on this site and send it again.",
			)
		}
		return next(c)
	}
}

// withCodeFromNowhere is a form with a code in its address from an older browser,
// which hides where it came from as that page asked it to. Another site that
// sends it would have to know the code.
func (s *Server) withCodeFromNowhere(c echo.Context) bool {
	h := c.Request().Header
	return s.codes[c.Path()] && h.Get("Sec-Fetch-Site") == "" && h.Get("Origin") == "null"
}

// legible refuses an address that no link of this site has: one with a NUL, or
// with bytes that are no text. The databases differ in what they make of it.
func legible(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		at := c.Request().URL
		if !kit.IsText(at.Path) || !areTexts(at.Query()) {
			return kit.ErrNoSuchPage
		}
		return next(c)
	}
}

func areTexts(values map[string][]string) bool {
	for name, list := range values {
		if !kit.IsText(name) || slices.ContainsFunc(list, func(s string) bool { return !kit.IsText(s) }) {
			return false
		}
	}
	return true
}

// withActor finds out who is asking. Signed-in pages are not kept by caches.
func (s *Server) withActor(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		cookie, err := c.Cookie(s.SessionCookie())
		if err != nil || cookie.Value == "" {
			return s.begun(c, next(c))
		}
		c.Response().Header().Set("Cache-Control", "no-store")
		if !s.looksUp(c, cookie.Value) {
			s.turnedAway(kit.Network(c), "too many sessions that there are not")
			return refuseBriefly(c)
		}
		actor, err := s.Auth.ActorBySession(c.Request().Context(), cookie.Value)
		if err != nil && apperr.KindOf(err) != apperr.SignIn {
			return err
		}
		s.lookedUp(c, cookie.Value, err == nil)
		if err == nil {
			c.Set("actor", actor)
		}
		return s.begun(c, next(c))
	}
}

// formWithin reads the form, which may have so many bytes, for the handler.
func formWithin(limit int64, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := readForm(c, limit); err != nil {
			return err
		}
		defer func() {
			if f := c.Request().MultipartForm; f != nil {
				f.RemoveAll()
			}
		}()
		return next(c)
	}
}

// once makes the request's idempotency key known to the audit log; a request
// that was carried out before, or is under way, is answered with where it led.
func (s *Server) once(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		key := c.Request().PostFormValue("key")
		if key == "" {
			return next(c)
		}
		if len(key) > 64 {
			return apperr.New(apperr.Invalid, "This form arrived damaged. Open the page again and send it once more.")
		}
		ctx := c.Request().Context()
		done, err := s.underWay.begin(ctx, key)
		if err != nil {
			return err
		}
		defer done()
		if _, found, err := audit.ByRequestKey(ctx, s.db, key); err != nil {
			return err
		} else if found {
			return s.replay(c)
		}
		c.SetRequest(c.Request().WithContext(audit.WithRequestKey(ctx, key)))
		return next(c)
	}
}

// keptInMemory is how much of an upload is held in memory; the rest waits in
// a temporary file that is removed with the request.
const keptInMemory = 1 << 20

func readForm(c echo.Context, limit int64) error {
	r := c.Request()
	r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
	var err error
	if strings.HasPrefix(r.Header.Get(echo.HeaderContentType), "multipart/form-data") {
		err = r.ParseMultipartForm(keptInMemory)
	} else {
		err = r.ParseForm()
	}
	if err == nil && !areTexts(r.PostForm) {
		return apperr.New(
			apperr.Invalid,
			"The form has characters that cannot be read, so nothing was changed. Go back, type them again and send it.",
		)
	}
	if err == nil {
		return nil
	}
	if strings.Contains(err.Error(), "request body too large") {
		return apperr.New(apperr.TooLarge, "The limit is %s. Nothing was changed.", kit.BytesText(limit))
	}
	return apperr.New(apperr.Invalid, "The form arrived damaged, so nothing was changed. Send it again.")
}
