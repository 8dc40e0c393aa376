package kit

import (
	"context"
	"net"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
)

// RefusedAt goes back to a page with the refusal as its message, when err is
// one that a form of one button can meet; else err is for the error page.
func (s *Site) RefusedAt(c echo.Context, err error, to string) error {
	var p Page
	if _, rest := p.TakeRefusal(err); rest != nil {
		return rest
	}
	s.Flash(c, KindError, p.Errors[0].Message)
	return SeeOther(c, to)
}

// Limits of a request's body.
const (
	FormLimit   = 1 << 20  // a form
	UploadLimit = 12 << 20 // a form with a file: the file itself has 10 MB

	// Of a form that anybody may send. The file is a game record.
	PublicFormLimit   = 64 << 10
	PublicUploadLimit = 2 << 20
)

func RequestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

func IsText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// Actor is who is asking; the zero Actor is nobody.
func (s *Site) Actor(c echo.Context) auth.Actor {
	return ActorOf(c)
}

// ActorOf is who asks, where there is no site at hand.
func ActorOf(c echo.Context) auth.Actor {
	a, _ := c.Get("actor").(auth.Actor)
	return a
}

// Network is the part of the caller's address that throttling counts by.
func Network(c echo.Context) string { return NetworkOf(net.ParseIP(c.RealIP())) }

// NetworkOf is the part of an address that belongs to one household or club room.
func NetworkOf(ip net.IP) string {
	if ip == nil {
		return "unknown"
	}
	if v4 := ip.To4(); v4 != nil {
		return v4.String()
	}
	return ip.Mask(net.CIDRMask(64, 128)).String()
}

// WantsData reports whether the request asks for .json or .csv.
func WantsData(c echo.Context) bool {
	p := c.Request().URL.Path
	return strings.HasSuffix(p, ".json") || strings.HasSuffix(p, ".csv")
}

func (s *Site) ManagesPostal(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.ManagePostalVotes, auth.Object{}, s.Today())
}

// Secure reports whether people reach the site by TLS.
func (s *Site) Secure() bool { return strings.HasPrefix(s.BaseURL, "https://") }

// SessionCookie is the name of the session's cookie.
func (s *Site) SessionCookie() string { return s.CookieName("nzgs") }

// CookieName is the name under which browsers keep a cookie for this host alone,
// whatever its other hosts set. They accept the prefix only over TLS.
func (s *Site) CookieName(name string) string {
	if s.Secure() {
		return "__Host-" + name
	}
	return name
}

// NoStore keeps a page out of every cache.
func NoStore(c echo.Context) { c.Response().Header().Set(echo.HeaderCacheControl, noStore) }

// ByID loads what an address names by its id, from a service that is told who
// asks.
func ByID[ID ~int64, T any](
	s *Site, load func(ctx context.Context, actor auth.Actor, id ID) (T, error),
) func(c echo.Context) (T, error) {
	return func(c echo.Context) (T, error) {
		id, err := PathID[ID](c, "id")
		if err != nil {
			var none T
			return none, err
		}
		return load(c.Request().Context(), s.Actor(c), id)
	}
}

// Press answers a form of one button: it changes what the address names, as long
// as nobody did since the page was shown, and goes on to a page with a message.
func Press[ID ~int64](
	s *Site, change func(ctx context.Context, actor auth.Actor, id ID, version int64) error, to func(ID) string, done string,
) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := PathID[ID](c, "id")
		if err != nil {
			return err
		}
		if err := change(c.Request().Context(), s.Actor(c), id, FormVersion(c)); err != nil {
			return s.RefusedAt(c, err, to(id))
		}
		s.Flash(c, KindSuccess, done)
		return SeeOther(c, to(id))
	}
}

const noStore = "no-store"
