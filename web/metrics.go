package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"nzgs/internal/apperr"
)

// metrics counts requests by route, never by address or person.
type metrics struct {
	registry *prometheus.Registry
	took     *prometheus.HistogramVec
	inLine   *prometheus.HistogramVec
	writer   prometheus.Histogram
	failed   prometheus.Counter
}

// waits are the steps in which waiting is counted, in seconds.
var waits = []float64{.0001, .001, .005, .025, .1, .25, .5, 1, 2.5, 5, 10, 15}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "nzgs_http_request_duration_seconds",
			Help:    "Time to answer a request, by method, route and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"method", "route", "status"}),
		inLine: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "nzgs_line_wait_seconds", Help: "Time that readers stood in line, by line.", Buckets: waits,
		}, []string{"line"}),
		writer: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "nzgs_writer_wait_seconds", Help: "Time that changes stood in the queue for the writer.", Buckets: waits,
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "nzgs_sign_ins_failed_total", Help: "Sign-ins that failed.",
		}),
	}
	m.registry.MustRegister(
		m.took, m.inLine, m.writer, m.failed, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func (m *metrics) observe(method, route string, status int, took time.Duration) {
	switch method { // the method is the caller's text: keep the series bounded
	case http.MethodGet, http.MethodPost, http.MethodHead:
	default:
		method = "other"
	}
	m.took.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// metricsPage answers with the figures: to the holder of the token, or without
// a token to callers on this machine that came through no proxy.
func (s *Server) metricsPage(c echo.Context) error {
	r := c.Request()
	if !s.mayWatch(r) {
		return apperr.New(apperr.NotFound, "Page not found.")
	}
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c.Response(), r)
	return nil
}

// mayWatch reports whether a request may read how the program is: it has the token, or without one comes from this
// machine.
func (s *Server) mayWatch(r *http.Request) bool {
	if s.token == "" {
		return fromThisMachine(r)
	}
	given := strings.TrimPrefix(r.Header.Get(echo.HeaderAuthorization), "Bearer ")
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1
}

// fromThisMachine reports whether a request was made on this machine and came
// through no proxy.
func fromThisMachine(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback() && !throughProxy(r.Header)
}

// throughProxy reports whether a proxy says that it passes on for somebody else.
func throughProxy(h http.Header) bool {
	return slices.ContainsFunc([]string{
		echo.HeaderXForwardedFor, echo.HeaderXRealIP, echo.HeaderXForwardedProto, "X-Forwarded-Host", "Forwarded", "Via",
	},
		func(name string) bool { return h.Get(name) != "" })
}

// waitsIn counts how long readers stood in a line.
func (m *metrics) waitsIn(line string) func(time.Duration) {
	in := m.inLine.WithLabelValues(line)
	return func(d time.Duration) { in.Observe(d.Seconds()) }
}
