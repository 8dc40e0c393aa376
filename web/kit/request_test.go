package kit_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// TestNetwork: a household of IPv6 has a /64 of addresses to try from.
func TestNetwork(t *testing.T) {
	for _, tt := range []struct{ from, want string }{
		{"192.0.2.1:999", "192.0.2.1"},
		{"192.0.2.2:999", "192.0.2.2"},
		{"[::ffff:192.0.2.1]:999", "192.0.2.1"},
		{"[2001:db8:1:2:a:b:c:d]:999", "2001:db8:1:2::"},
		{"[2001:db8:1:2:ffff:ffff:ffff:ffff]:1", "2001:db8:1:2::"},
		{"[2001:db8:1:3::1]:999", "2001:db8:1:3::"},
		{"a pipe", "unknown"},
	} {
		e := echo.New()
		e.IPExtractor = echo.ExtractIPDirect()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tt.from
		if got := kit.Network(e.NewContext(r, httptest.NewRecorder())); got != tt.want {
			t.Errorf("%s counts as %q, want %q", tt.from, got, tt.want)
		}
	}
}
