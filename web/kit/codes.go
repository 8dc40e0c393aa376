package kit

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// CodesWarning says to whoever prints codes which phones cannot follow them, because the site's address is that of this
// machine alone or of a network of its own; "" where everyone's can.
func (s *Site) CodesWarning() string {
	at, err := url.Parse(s.BaseURL)
	if err != nil {
		return ""
	}
	leads := "The codes on these prints lead to " + s.BaseURL
	switch host := strings.TrimSuffix(strings.ToLower(at.Hostname()), "."); {
	case host == "":
		return ""
	case onlyHere(host):
		return leads + ", which only this machine can open. Whoever looks after it sets the site’s own address (base-url); " +
			"print them after that."
	case onlyNear(host):
		return leads + ", which only phones in the same network (Wi-Fi) as this machine can open. At a venue that is what is " +
			"meant; for prints that people take home, whoever looks after the site sets its own address (base-url) first."
	}
	return ""
}

// onlyHere says that a host is this machine.
func onlyHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "localhost.localdomain"
	}
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsUnspecified()
}

// nearby are the endings of names that are known only in a network of one's own (RFC 6762, RFC 8375, and what routers
// give).
var nearby = []string{".local", ".lan", ".home", ".internal", ".intranet", ".home.arpa", ".localdomain", ".test", ".invalid"}

// sharedByCarriers are addresses that networks of phones use among themselves (RFC 6598).
var sharedByCarriers = netip.MustParsePrefix("100.64.0.0/10")

// onlyNear says that a host is known only in its own network: an address for private use, or a name that no one else
// can look up.
func onlyNear(host string) bool {
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return !strings.Contains(host, ".") || slices.ContainsFunc(nearby, func(e string) bool { return strings.HasSuffix(host, e) })
	}
	ip = ip.Unmap().WithZone("")
	return ip.IsPrivate() || ip.IsLinkLocalUnicast() || sharedByCarriers.Contains(ip)
}
