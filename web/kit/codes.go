package kit

import (
	"net"
	"net/url"
	"strings"
)

// CodesWarning says to whoever prints codes that no phone can follow them, because the site's address is that of this
// machine alone; "" where they lead somewhere.
func (s *Site) CodesWarning() string {
	at, err := url.Parse(s.BaseURL)
	if err != nil {
		return ""
	}
	host := strings.ToLower(at.Hostname())
	ip := net.ParseIP(host)
	if host != "localhost" && !strings.HasSuffix(host, ".localhost") && (ip == nil || !ip.IsLoopback() && !ip.IsUnspecified()) {
		return ""
	}
	return "The codes on these prints lead to " + s.BaseURL + ", which only this machine can open. Whoever looks after it sets " +
		"the site’s own address (base-url); print them after that."
}
