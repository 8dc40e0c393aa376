package web

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Events of the security log. docs/security.md says what each is, and has a
// filter of fail2ban that reads them.
const (
	signInFailed = "sign-in-failed"
	wrongCode    = "wrong-code"
	throttled    = "throttled"
	refused      = "refused"
	exported     = "export"
	asksAgain    = "step-up"
)

// logSecurity writes the line of the security log that an answer deserves: what
// happened, from which network, to which account, why, and who did it. Nobody's
// name, address or secret is in it.
func (s *Server) logSecurity(c echo.Context, err error, tried *auth.Attempt) {
	event, reason := s.securityEvent(c, err, tried)
	if event == "" {
		return
	}
	if event == signInFailed {
		s.metrics.failed.Inc()
	}
	actor, account := s.Actor(c), tried.Account
	who := "none"
	if actor.SignedIn() {
		who = kit.IDText(actor.Person)
		if account == 0 {
			account = actor.Account
		}
	}
	if network := kit.Network(c); !actor.SignedIn() && !tried.Made {
		if s.spared.lines.Allows(network) != nil {
			return // who knocks without end does not fill the log
		}
		s.spared.lines.Spend(network, 1)
	}
	level := slog.LevelWarn
	if event == exported {
		level = slog.LevelInfo
	}
	s.Log.LogAttrs(c.Request().Context(), level, "security",
		slog.String("event", event), slog.String("network", networkText(kit.Network(c))),
		slog.Int64("account", int64(account)), slog.String("reason", reason), slog.String("actor", who),
		slog.String("route", c.Request().Method+" "+c.Path()), slog.String("request_id", kit.RequestID(c)))
}

// closedAtOnce writes that a network has so many connections open that another was
// closed.
func (s *Server) closedAtOnce(network string) { s.turnedAway(network, "too many connections") }

// turnedAway writes that a network is refused before anyone looks at what it asks
// for: a line a minute, for it may be everybody at a congress, whom a firewall that
// counts lines must not shut out.
func (s *Server) turnedAway(network, reason string) {
	if s.spared.away.Allows(network) != nil {
		return
	}
	s.spared.away.Spend(network, 1)
	s.Log.LogAttrs(context.Background(), slog.LevelWarn, "security",
		slog.String("event", throttled), slog.String("network", networkText(network)), slog.Int64("account", 0),
		slog.String("reason", reason), slog.String("actor", "none"))
}

// securityEvent says what an answer was to the security of the site; "" for most.
func (s *Server) securityEvent(c echo.Context, err error, tried *auth.Attempt) (event, reason string) {
	status, kind := c.Response().Status, apperr.KindOf(err)
	switch {
	case status == http.StatusTooManyRequests:
		return throttled, "too many attempts"
	case tried.Made && status == http.StatusForbidden:
		return signInFailed, "the account is closed"
	case tried.Made && status == http.StatusUnprocessableEntity && tried.Reason != "":
		return signInFailed, tried.Reason
	case tried.Made && status == http.StatusUnprocessableEntity:
		return signInFailed, "wrong e-mail address, password or code"
	case kit.HasGuessed(c):
		return wrongCode, "no such code"
	case s.codes[c.Path()] && (kind == apperr.NotFound || status == http.StatusNotFound):
		return wrongCode, "no such code"
	case kind == apperr.Forbidden && c.Request().Header.Get("Sec-Fetch-Site") == "cross-site":
		return refused, "a form of another site"
	case kind == apperr.Forbidden || status == http.StatusForbidden:
		return refused, "no permission"
	case kind == apperr.Prove || status == http.StatusUnauthorized && s.Actor(c).SignedIn():
		return asksAgain, "not signed in within ten minutes"
	case kind == apperr.SignIn && c.Request().Method == http.MethodPost:
		return refused, "not signed in"
	case status == http.StatusOK && s.exports[c.Path()]:
		return exported, strings.TrimPrefix(path.Ext(c.Request().URL.Path), ".")
	}
	return "", ""
}

// isExport says of a route whether it gives a file: a list, a letter, labels.
func isExport(route string) bool { return path.Ext(route) != "" }

// networkText is a network as firewalls take it: an address, or that of an IPv6
// network with its length.
func networkText(network string) string {
	if strings.Contains(network, ":") {
		return network + "/64"
	}
	return network
}
