package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// leadWithin is how long whoever comes by HTTP has to ask, and to take the answer.
const leadWithin = 10 * time.Second

// ServePlain answers on a listener without TLS until ctx ends, by a handler that leads to HTTPS. Its connections come
// through the same door.
func (s *Server) ServePlain(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: leadWithin, ReadTimeout: leadWithin, WriteTimeout: leadWithin,
		IdleTimeout: leadWithin, MaxHeaderBytes: headLimit, ConnState: s.door.sees,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(doorway{l, s.door}); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve HTTP: %w", err)
	}
	return nil
}

// LeadTo leads whoever reads to the same page of the site at its own address, whatever name they asked for; nothing that
// is sent without TLS is taken.
func LeadTo(site string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "Use "+site, http.StatusBadRequest)
			return
		}
		to := *r.URL
		to.Scheme, to.Host, to.User, to.Opaque = "", "", nil, ""
		path := to.RequestURI()
		if path[0] != '/' {
			path = "/"
		}
		w.Header().Set("Location", site+path) // this site's own
		w.WriteHeader(http.StatusMovedPermanently)
	})
}
