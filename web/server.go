package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/cancelling"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/elsewhere"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/grades"
	"nzgs/internal/hosting"
	"nzgs/internal/inviting"
	"nzgs/internal/joining"
	"nzgs/internal/letters"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/newsletter"
	"nzgs/internal/playing"
	"nzgs/internal/playing/sendin"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/settings"
	"nzgs/internal/spool"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/upkeep"
	"nzgs/internal/upkeep/asked"
	"nzgs/internal/venue"
	"nzgs/internal/weekly"
	"nzgs/web/events"
	"nzgs/web/kit"
)

// Deps is what the pages need: the services, and how the site is reached.
type Deps struct {
	DB             *store.DB
	Clock          civil.Clock
	Log            *slog.Logger
	After          *Server // the one that answers until now, of the same listener; nil: this is the first
	Society        string  // the society's name
	Wordmark       string  // at the head of pages; "": the name
	SocietyAddress string  // its postal address, on letters; "" when none is set
	ContactEmail   string  // where anyone may write to; "": none is shown
	BaseURL        string  // how people reach the site, without a slash at the end
	TrustedProxies []netip.Prefix
	MetricsToken   string
	DataFolder     string        // of an SQLite database, for the room on its disk; "": it is elsewhere
	Spools         *spool.Folder // for answers that are long; nil: with the temporary files of the system
	HSTSSubdomains bool          // names below the site's own come by HTTPS alone, too

	Auth        *auth.Service
	Members     *members.Service
	Treasury    *treasury.Service
	Clubs       *clubs.Service
	Ratings     *ratings.Service
	Points      *representative.Service
	Titles      *titles.Service
	Grades      *grades.Service
	Tournaments *tournaments.Service
	Results     *results.Service
	Weekly      *weekly.Service
	Playing     *playing.Service
	SendingIn   *sendin.Service
	Prizes      *prizes.Service
	Entering    *entering.Service
	Joining     *joining.Service
	Inviting    *inviting.Service
	Hosting     *hosting.Service
	Newsletter  *newsletter.Service
	Bookshop    *bookshop.Service
	Cancelling  *cancelling.Service
	Elsewhere   *elsewhere.Service
	Letters     *eventmail.Service
	Mailings    *letters.Service
	Governance  *governance.Service
	Committee   *committee.Service
	Meetings    *meetings.Service
	Elections   *elections.Service
	Postal      *postal.Service
	Mail        *mail.Service
	Logbook     *logbook.Service
	Settings    *settings.Service
	Backups     *asked.Service
	Venue       *venue.Service
	Laptop      *venue.Laptop // of an event at its venue; nil on the society’s site
}

// Server answers the browsers.
type Server struct {
	*kit.Site
	db       *store.DB
	logbook  *logbook.Service
	token    string
	strict   string // what browsers are told of HTTPS
	metrics  *metrics
	upkeep   *upkeep.Service
	echo     *echo.Echo
	gate     *gate
	keeper   *keeper
	done     *logReader
	unlogged func() int64
	revision func(ctx context.Context, slug string) (int64, error) // of an event
	door     *door
	spared   spared
	known    *knownSessions
	exports  map[string]bool             // routes that give files to people who are signed in
	codes    map[string]bool             // routes with a code in their address
	shared   map[string]echo.HandlerFunc // of pages that everybody may read and lead others to
	pictures *keptPages                  // beside links to them
	inLine   map[string]bool             // by method and route: the pages, which wait, and the forms
	underWay *underWay
	asking   atomic.Int64 // requests under way, those of live pages too
	damaged  error        // why words in other languages cannot be used
	desks    desks
	live     context.Context // ends when no page is told of changes any more
	stopLive context.CancelFunc
	next     atomic.Pointer[Server] // who answers in the place of the first; nil: itself
}

// New builds the server: middleware, then the routes of every desk.
func New(d Deps) *Server {
	site := &kit.Site{
		AtVenue: d.Laptop != nil, Clock: d.Clock, Log: d.Log, Society: d.Society, Address: d.SocietyAddress, BaseURL: d.BaseURL,
		Wordmark: cmp.Or(d.Wordmark, d.Society), ContactEmail: d.ContactEmail,
		Version: staticVersion(), Auth: d.Auth, Spools: d.Spools,
		FindPeople: func(ctx context.Context, actor auth.Actor, name string, limit int) ([]auth.Someone, error) {
			return d.Auth.FindPeople(ctx, actor, members.Fold(name), limit)
		},
	}
	s := &Server{
		Site: site, db: d.DB, logbook: d.Logbook, token: d.MetricsToken, strict: strictTransport(d.HSTSSubdomains), metrics: newMetrics(), echo: echo.New(),
		gate: newGate(pagesAtATime(d.DB), d.Spools), spared: newSpared(), underWay: newUnderWay(), known: newKnownSessions(),
	}
	s.upkeep = upkeep.New(d.DB, d.Clock, d.DataFolder)
	s.pictures = newKeptPages(mostPictures)
	s.live, s.stopLive = context.WithCancel(context.Background())
	s.door = newDoor(openInAll, openOfOne, d.TrustedProxies, s.closedAtOnce)
	if d.After != nil {
		s.metrics, s.door = d.After.metrics, d.After.door
	}
	s.watchWaits(d.After == nil)
	s.keeper, s.revision, s.unlogged = newKeeper(s.gate), d.Tournaments.RevisionAt, d.DB.Unlogged
	s.done = newLogReader(loggedIn{d.DB})
	s.desks = newDesks(site, d, s.gate.pages, s.fixedPages)
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.handleError
	e.IPExtractor = ipExtractor(d.TrustedProxies)
	e.Pre(s.byLanguage)
	e.Use(bodiless, s.secureHeaders, s.outsideLines, s.logged, s.sameOrigin, legible, s.withActor)
	s.exports, s.codes, s.inLine = map[string]bool{}, map[string]bool{}, map[string]bool{}
	s.shared = map[string]echo.HandlerFunc{}
	for _, r := range s.Routes() {
		handler := s.told(r, r.Handler)
		if r.IsShared() {
			handler = kit.ToShare(handler)
			s.shared[r.Path] = handler
		}
		s.exports[r.Path] = s.exports[r.Path] || !r.Access.Public && isExport(r.Path)
		s.codes[r.Path] = s.codes[r.Path] || r.HasCode()
		if r.Method == http.MethodPost {
			handler = s.gate.whole(handler)
			if !r.Repeatable {
				handler = s.once(handler)
			}
			if !r.Access.Public {
				handler = s.provedFirst(r.Access, handler)
			}
			handler = s.takeForm(r, handler)
		}
		handler = s.guarded(r.Access, handler)
		if r.Access.Public && r.HasCode() {
			handler = s.slowToGuess(handler)
		}
		if r.Typed {
			handler = s.slowToType(handler)
		}
		switch {
		case r.Method != http.MethodGet || r.Ungated:
		case r.Rests != kit.OnItself && r.Access.Public && !r.HasCode():
			handler = s.keeper.through(s, r.Rests, handler)
		default:
			handler = s.gate.through(handler)
		}
		s.inLine[r.Method+" "+r.Path] = !r.Ungated
		e.Add(r.Method, r.Path, handler)
		if r.Method == http.MethodGet {
			s.inLine[http.MethodHead+" "+r.Path] = !r.Ungated
			e.Add(http.MethodHead, r.Path, handler)
		}
	}
	s.damaged = s.speaks(allWords())
	return s
}

// strictTransport has browsers come by HTTPS alone for a year.
func strictTransport(subdomains bool) string {
	if subdomains {
		return "max-age=31536000; includeSubDomains"
	}
	return "max-age=31536000"
}

// watchWaits has the figures told who waits, and for how long. The first has them told of the database too: they go on
// when another answers in its place.
func (s *Server) watchWaits(first bool) {
	s.gate.pages.WhenEntered(s.metrics.waitsIn("pages"))
	s.gate.files.WhenEntered(s.metrics.waitsIn("files"))
	s.gate.data.WhenEntered(s.metrics.waitsIn("data"))
	if !first {
		return
	}
	s.metrics.registry.MustRegister(standing{s})
	if s.db != nil {
		s.db.WhenQueued(func() func() {
			begin := time.Now()
			return func() { s.metrics.writer.Observe(time.Since(begin).Seconds()) }
		})
	}
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
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asking.Add(1)
	defer s.asking.Add(-1)
	s.answering().echo.ServeHTTP(w, r)
}

// Load is how much is asked of the server at a moment.
type Load struct {
	Connections int // open, whether something is asked on them or not
	Requests    int // being answered or waiting, without the pages that are told of changes
	Kept        int // bytes of the pages that are kept
}

// Load says how much is asked of the server now.
func (s *Server) Load() Load {
	now := s.answering()
	return Load{
		Connections: int(s.door.open.Load()),
		Requests:    max(0, int(s.asking.Load())-now.desks.events.Viewers()-now.desks.playing.Viewers()),
		Kept:        now.keeper.plain.size() + now.keeper.asked.size(),
	}
}

// Time-outs of a connection. A page of live events lifts the writing one.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 60 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	shutdownTimeout   = 10 * time.Second
)

// headLimit is how long the head of a request may be: an address, a few cookies
// and what browsers say of themselves have 2 kB.
const headLimit = 16 << 10

// Serve answers on the listener until ctx ends, then finishes the requests
// that are under way.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.damaged != nil {
		return errors.Join(fmt.Errorf("words of pages in another language: %w", s.damaged), l.Close())
	}
	if err := s.knowSessions(ctx); err != nil {
		l.Close()
		if ctx.Err() != nil {
			return nil // told to stop before it began
		}
		return fmt.Errorf("read the sessions: %w", err)
	}
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headLimit,
		ConnState:         s.door.sees,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	s.tellOfChanges()
	defer func() { s.answering().silence() }()

	served := make(chan error, 1)
	go func() { served <- server.Serve(doorway{l, s.door}) }() // raced by TestStopsGracefully
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.answering().stopLive() // live pages would keep the server waiting
	grace, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

// Events is the desk of events that answers now, whose work goes on between requests.
func (s *Server) Events() *events.Desk { return s.answering().desks.events }
