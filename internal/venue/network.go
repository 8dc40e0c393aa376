package venue

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// port is a way into a network: an interface of the laptop with its addresses.
type port struct {
	name      string
	up, loops bool
	addresses []netip.Addr
}

// Addresses are the laptop's in the networks around it, the likeliest first: what phones at the venue can open.
func Addresses() ([]netip.Addr, error) {
	all, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("look for networks: %w", err)
	}
	var ports []port
	for _, i := range all {
		p := port{name: i.Name, up: i.Flags&net.FlagUp != 0, loops: i.Flags&net.FlagLoopback != 0}
		addresses, err := i.Addrs()
		if err != nil {
			continue // gone in the meantime
		}
		for _, a := range addresses {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				p.addresses = append(p.addresses, prefix.Addr().Unmap())
			}
		}
		ports = append(ports, p)
	}
	return reachable(ports, outward()), nil
}

// outward is the address from which the laptop would send elsewhere; nothing is sent. It has none without a router.
func outward() netip.Addr {
	c, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	if at, ok := c.LocalAddr().(*net.UDPAddr); ok {
		return at.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

// virtual are the beginnings of names of networks inside the laptop, which no phone is in.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "tun", "utun", "wg"}

// reachable are the addresses that phones in the same network can open: of private networks, as those of a Wi-Fi, the
// one that leads outward first, and those that a laptop gives itself where no one gives any last.
func reachable(ports []port, outward netip.Addr) []netip.Addr {
	var out []netip.Addr
	for _, p := range ports {
		if !p.up || p.loops || slices.ContainsFunc(virtual, func(v string) bool { return strings.HasPrefix(p.name, v) }) {
			continue
		}
		for _, a := range p.addresses {
			if a.Is4() && (a.IsPrivate() || a.IsLinkLocalUnicast()) && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	rank := func(a netip.Addr) int {
		switch {
		case a == outward:
			return 0
		case a.IsLinkLocalUnicast():
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b netip.Addr) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}
