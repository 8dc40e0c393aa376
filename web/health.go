package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"nzgs/internal/upkeep"
)

// health answers that the program does: whoever restarts what does not answer need not know of the database.
func (s *Server) health(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.String(http.StatusOK, "ok\n")
}

// ready answers whether a change could be saved now. What is wrong is told to whoever may read the figures.
func (s *Server) ready(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	checks := s.upkeep.Ready(c.Request().Context())
	status, text := http.StatusOK, "ready\n"
	if !upkeep.Well(checks) {
		status, text = http.StatusServiceUnavailable, "not ready\n"
		c.Response().Header().Set("Retry-After", retryAfter[status])
	}
	if s.mayWatch(c.Request()) {
		var b strings.Builder
		for _, check := range checks {
			if check.Problem == nil {
				fmt.Fprintf(&b, "%s: ok\n", check.Name)
			} else {
				fmt.Fprintf(&b, "%s: %v\n", check.Name, check.Problem)
			}
		}
		text += b.String()
	}
	return c.String(status, text)
}

// standing collects what is asked when the figures are read: how the society's data are, who watches, who waits.
type standing struct{ s *Server }

var (
	readyDesc = prometheus.NewDesc(
		"nzgs_ready", "Whether a change could be saved now, by check: 1 or 0.", []string{"check"}, nil,
	)
	viewersDesc  = prometheus.NewDesc("nzgs_live_viewers", "Open pages that are told of changes.", nil, nil)
	waitingDesc  = prometheus.NewDesc("nzgs_line_waiting", "Readers who wait in line.", []string{"line"}, nil)
	databaseDesc = prometheus.NewDesc("nzgs_database_bytes", "Size of the database.", nil, nil)
	freeDesc     = prometheus.NewDesc("nzgs_disk_free_bytes", "Room on the disk of an SQLite database.", nil, nil)
	backupDesc   = prometheus.NewDesc("nzgs_backup_age_seconds", "Age of the last backup that was checked and kept.", nil, nil)
	workedDesc   = prometheus.NewDesc("nzgs_backup_last_worked", "Whether the last try of a backup worked: 1 or 0.", nil, nil)
	oldestDesc   = prometheus.NewDesc(
		"nzgs_backup_oldest_age_seconds", "Age of the oldest backup that can be restored.", nil, nil,
	)
	outboxDesc = prometheus.NewDesc("nzgs_outbox_letters", "Letters that have not left, by state.", []string{"state"}, nil)
)

// Describe lists the figures.
func (standing) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		readyDesc, viewersDesc, waitingDesc, databaseDesc, freeDesc, backupDesc, workedDesc, oldestDesc, outboxDesc,
	} {
		out <- d
	}
}

// askWithin is how long the database may take to give figures; without it there are fewer.
const askWithin = 3 * time.Second

// Collect asks for them.
func (m standing) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	m.s = m.s.answering()
	gauge(viewersDesc, float64(m.s.desks.events.Viewers()+m.s.desks.playing.Viewers()))
	gauge(waitingDesc, float64(m.s.gate.pages.Waiting()), "pages")
	gauge(waitingDesc, float64(m.s.gate.files.Waiting()), "files")
	gauge(waitingDesc, float64(m.s.gate.data.Waiting()), "data")
	ctx, cancel := context.WithTimeout(context.Background(), askWithin)
	defer cancel()
	for _, check := range m.s.upkeep.Ready(ctx) {
		gauge(readyDesc, truth(check.Problem == nil), check.Name)
	}
	f, err := m.s.upkeep.Figures(ctx)
	if err != nil {
		m.s.Log.Warn("some figures could not be read", "err", err)
		return
	}
	gauge(databaseDesc, float64(f.Database))
	if f.Free >= 0 {
		gauge(freeDesc, float64(f.Free))
	}
	if age, ok := f.Backup.Age(m.s.upkeep.Now()); ok {
		gauge(backupDesc, age.Seconds())
	}
	if !f.Backup.Tried.IsZero() {
		gauge(workedDesc, truth(f.Backup.Worked))
	}
	if !f.Backup.Oldest.IsZero() {
		gauge(oldestDesc, m.s.upkeep.Now().Time().Sub(f.Backup.Oldest.Time()).Seconds())
	}
	for state, n := range map[string]int{
		"waiting": f.Outbox.Waiting, "held": f.Outbox.Held, "unknown": f.Outbox.Unknown, "failed": f.Outbox.Failed,
	} {
		gauge(outboxDesc, float64(n), state)
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
