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
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "nzgs_http_request_duration_seconds",
			Help:    "Time to answer a request, by method, route and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"method", "route", "status"}),
	}
	m.registry.MustRegister(
		m.took, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
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
	allowed := false
	if s.token != "" {
		given := strings.TrimPrefix(r.Header.Get(echo.HeaderAuthorization), "Bearer ")
		allowed = subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1
	} else {
		allowed = fromThisMachine(r)
	}
	if !allowed {
		return apperr.New(apperr.NotFound, "Page not found.")
	}
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c.Response(), r)
	return nil
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

// health answers whether the database does.
func (s *Server) health(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	if err := s.db.Ping(c.Request().Context()); err != nil {
		return c.String(http.StatusServiceUnavailable, "the database does not answer\n")
	}
	return c.String(http.StatusOK, "ok\n")
}
