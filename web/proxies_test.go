package web

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestProxiesThatAreTrusted: the network of a request is what the trusted proxy says
// last; what came before it, and what anyone else says, is not believed.
func TestProxiesThatAreTrusted(t *testing.T) {
	here := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, tt := range []struct {
		name    string
		trusted []netip.Prefix
		from    string
		says    []string
		want    string
	}{
		{"no proxy is trusted", nil, "127.0.0.1:9", []string{"198.51.100.1"}, "127.0.0.1"},
		{"the proxy", here, "127.0.0.1:9", []string{"198.51.100.1"}, "198.51.100.1"},
		{"the visitor invented one before", here, "127.0.0.1:9", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"in a line of its own", here, "127.0.0.1:9", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"two proxies", here, "127.0.0.1:9", []string{"203.0.113.9, 198.51.100.1, 10.1.1.1"}, "198.51.100.1"},
		{"someone else", here, "192.0.2.1:9", []string{"198.51.100.1"}, "192.0.2.1"},
		{"the private network is no proxy", here, "192.168.1.1:9", []string{"198.51.100.1"}, "192.168.1.1"},
		{"no address", here, "127.0.0.1:9", []string{"unknown"}, "127.0.0.1"},
		{"nothing said", here, "127.0.0.1:9", nil, "127.0.0.1"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.from
		for _, s := range tt.says {
			r.Header.Add("X-Forwarded-For", s)
		}
		r.Header.Set("X-Real-IP", "203.0.113.77")
		if got := ipExtractor(tt.trusted)(r); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
