package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

// Deps is what the pages need: the services, and how the site is reached.
type Deps struct {
	DB             *store.DB
	Clock          civil.Clock
	Log            *slog.Logger
	Society        string // the society's name
	BaseURL        string // how people reach the site, without a slash at the end
	TrustedProxies []netip.Prefix
	MetricsToken   string

	Auth        *auth.Service
	Members     *members.Service
	Treasury    *treasury.Service
	Clubs       *clubs.Service
	Ratings     *ratings.Service
	Tournaments *tournaments.Service
	Results     *results.Service
	Governance  *governance.Service
	Committee   *committee.Service
	Meetings    *meetings.Service
	Elections   *elections.Service
	Postal      *postal.Service
	Mail        *mail.Service
}

// Server answers the browsers.
type Server struct {
	db      *store.DB
	clock   civil.Clock
	log     *slog.Logger
	society string
	baseURL string
	token   string
	metrics *metrics
	echo    *echo.Echo
	live    *hub
	gate    *gate

	version    string // cache key of the static files
	findPeople func(ctx context.Context, actor auth.Actor, name string, limit int) ([]auth.Someone, error)
	due        func(echo.Context) ([]Task, error)                             // what is due next for whoever is signed in
	minutesOf  func(meetings.View) (name string, write func(io.Writer) error) // a meeting's minutes as they are printed

	underWay    *underWay
	comparisons *comparisons

	auth        *auth.Service
	members     *members.Service
	treasury    *treasury.Service
	clubs       *clubs.Service
	ratings     *ratings.Service
	tournaments *tournaments.Service
	results     *results.Service
	governance  *governance.Service
	committee   *committee.Service
	meetings    *meetings.Service
	elections   *elections.Service
	postal      *postal.Service
	mail        *mail.Service
}

// New builds the server: middleware, then every route of routes.go.
func New(d Deps) *Server {
	s := &Server{
		db: d.DB, clock: d.Clock, log: d.Log, society: d.Society, baseURL: d.BaseURL, token: d.MetricsToken,
		metrics: newMetrics(), echo: echo.New(),
		auth: d.Auth, members: d.Members, treasury: d.Treasury, clubs: d.Clubs,
		ratings: d.Ratings, tournaments: d.Tournaments, results: d.Results,
		governance: d.Governance, committee: d.Committee, meetings: d.Meetings, elections: d.Elections, postal: d.Postal, mail: d.Mail,
	}
	s.version, s.due, s.minutesOf = staticVersion(), s.dueNext, s.minutesPrintOf
	s.findPeople = func(ctx context.Context, actor auth.Actor, name string, limit int) ([]auth.Someone, error) {
		return s.auth.FindPeople(ctx, actor, members.Fold(name), limit)
	}
	s.underWay = newUnderWay()
	s.gate = newGate(pagesAtATime(d.DB))
	s.live = newHub(s.tournaments.Revision)
	s.comparisons = newComparisons()
	s.comparisons.pages = s.gate.pages
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.handleError
	e.IPExtractor = ipExtractor(d.TrustedProxies)
	e.Use(s.logged, s.secureHeaders, sameOrigin, legible, s.withActor)
	for _, r := range s.routes() {
		handler := r.handler
		if r.method == http.MethodPost {
			if !r.repeatable {
				handler = s.once(handler)
			}
			limit := int64(formLimit)
			if r.upload {
				limit = uploadLimit
			}
			handler = formWithin(limit, handler)
		}
		handler = s.guarded(r.access, handler)
		if r.method == http.MethodGet && !r.ungated {
			handler = s.gate.through(handler)
		}
		e.Add(r.method, r.path, handler)
		if r.method == http.MethodGet {
			e.Add(http.MethodHead, r.path, handler)
		}
	}
	return s
}

// pagesAtATime is how many pages are made at once: with SQLite all the work is
// the processor's; with PostgreSQL a page also waits for its answers. One thread
// stays without a page, to let in whoever comes.
func pagesAtATime(db *store.DB) int {
	n := max(1, runtime.GOMAXPROCS(0)-1)
	if db != nil && db.Dialect() == store.Postgres {
		return 4 * n
	}
	return n
}

func ipExtractor(trusted []netip.Prefix) echo.IPExtractor {
	if len(trusted) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range trusted {
		_, network, err := net.ParseCIDR(p.Masked().String())
		if err != nil {
			panic(err) // a netip.Prefix is a network
		}
		options = append(options, echo.TrustIPRange(network))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// ServeHTTP makes the server usable in tests without a listener.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.echo.ServeHTTP(w, r) }

// Time-outs of a connection. A page of live events lifts the writing one.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 60 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	shutdownTimeout   = 10 * time.Second
)

// Serve answers on the listener until ctx ends, then finishes the requests
// that are under way.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	liveCtx, stopLive := context.WithCancel(context.Background())
	defer stopLive()
	go s.live.run(liveCtx) // raced by TestTwoDirectorsConflict
	defer s.comparisons.stop()

	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }() // raced by TestStopsGracefully
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stopLive() // live pages would keep the server waiting
	grace, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

// secure reports whether people reach the site by TLS.
func (s *Server) secure() bool { return strings.HasPrefix(s.baseURL, "https://") }

// sessionCookie is the name of the session's cookie. Browsers accept the
// __Host- prefix only over TLS.
func (s *Server) sessionCookie() string {
	if s.secure() {
		return "__Host-nzgs"
	}
	return "nzgs"
}
