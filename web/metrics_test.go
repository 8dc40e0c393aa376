package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"nzgs/web/kit/kittest"
)

// Bug: a proxy on the same machine that says only X-Real-IP opened the figures
// to everybody.
func TestMetricsAnswerThisMachineAlone(t *testing.T) {
	s := kittest.EmptySite(t)
	for _, tt := range []struct {
		name, from, header string
		want               int
	}{
		{"this machine", "127.0.0.1:999", "", http.StatusOK},
		{"this machine, IPv6", "[::1]:999", "", http.StatusOK},
		{"another machine", "192.0.2.1:999", "", http.StatusNotFound},
		{"Caddy here", "127.0.0.1:999", "X-Forwarded-For", http.StatusNotFound},
		{"nginx here", "127.0.0.1:999", "X-Real-IP", http.StatusNotFound},
		{"nginx that tells the scheme", "127.0.0.1:999", "X-Forwarded-Proto", http.StatusNotFound},
		{"a proxy by the standard", "127.0.0.1:999", "Forwarded", http.StatusNotFound},
		{"a proxy that names itself", "127.0.0.1:999", "Via", http.StatusNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
			r.RemoteAddr = tt.from
			if tt.header != "" {
				r.Header.Set(tt.header, "192.0.2.9")
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != tt.want {
				t.Errorf("status %d, want %d", w.Code, tt.want)
			}
		})
	}
}
