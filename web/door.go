package web

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"

	"nzgs/web/kit"
)

// How many connections are open at once: in all, and of one network. Everybody at
// a congress comes from one: 1,200 pages that are told of changes, 400 that wait in
// line, and forms on their way in fit.
const (
	openInAll = 8000
	openOfOne = 1600
)

// door counts the connections. When a network has all that it may, the newcomer
// takes the place of its connection that has been without a request for longest;
// browsers keep several open for a while and open another when one has ended. Only
// when each has a request under way is the newcomer turned away. When all places
// are taken, the network with the most gives one up in the same way.
type door struct {
	inAll, ofOne int
	exempt       []netip.Prefix // proxies, who pass on for everybody and count themselves
	turnedAway   func(network string)

	open atomic.Int64 // connections, those of proxies too

	mu     sync.Mutex
	guests map[net.Conn]*guest
	groups map[string]*group // by network
}

// group is the connections of one network.
type group struct {
	network string
	open    int
	resting *list.List // guests without a request, the longest resting first
}

type guest struct {
	conn  net.Conn
	group *group
	rests *list.Element // nil while a request is under way
}

func newDoor(inAll, ofOne int, exempt []netip.Prefix, turnedAway func(network string)) *door {
	return &door{
		inAll: inAll, ofOne: ofOne, exempt: exempt, turnedAway: turnedAway,
		guests: map[net.Conn]*guest{}, groups: map[string]*group{},
	}
}

// doorway is a listener whose connections come through the door.
type doorway struct {
	net.Listener
	door *door
}

func (d doorway) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil || d.door.admits(c) {
			return c, err
		}
		c.Close()
	}
}

// admits lets a connection in, if need be in the place of another.
func (d *door) admits(c net.Conn) bool {
	network, counted := d.networkOf(c)
	if !counted {
		return true
	}
	leaves, ok := d.enter(c, network)
	if leaves != nil {
		atOnce(leaves).Close()
	}
	if !ok {
		d.turnedAway(network)
	}
	return ok
}

// atOnce is a connection below TLS, whose farewell would wait for whoever does not read.
func atOnce(c net.Conn) net.Conn {
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok {
		return secure.NetConn()
	}
	return c
}

// networkOf is where a connection comes from; that of a proxy is not counted.
func (d *door) networkOf(c net.Conn) (network string, counted bool) {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return kit.NetworkOf(nil), true
	}
	from := tcp.AddrPort().Addr().Unmap().WithZone("")
	if slices.ContainsFunc(d.exempt, func(p netip.Prefix) bool { return p.Contains(from) }) {
		return "", false
	}
	return kit.NetworkOf(tcp.IP), true
}

func (d *door) enter(c net.Conn, network string) (leaves net.Conn, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	from := d.groups[network]
	var gives *group
	switch {
	case from != nil && from.open >= d.ofOne:
		gives = from
	case len(d.guests) >= d.inAll:
		gives = d.largest()
	}
	if gives != nil {
		longest := gives.resting.Front()
		if longest == nil {
			return nil, false
		}
		leaves = longest.Value.(*guest).conn
		d.forget(leaves)
	}
	if from = d.groups[network]; from == nil {
		from = &group{network: network, resting: list.New()}
		d.groups[network] = from
	}
	from.open++
	g := &guest{conn: c, group: from}
	g.rests = from.resting.PushBack(g)
	d.guests[c] = g
	return leaves, true
}

func (d *door) largest() *group {
	var out *group
	for _, g := range d.groups {
		if out == nil || g.open > out.open {
			out = g
		}
	}
	return out
}

// sees is told by the server what a connection does. Until the head of a request
// is whole, it rests.
func (d *door) sees(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		d.open.Add(1)
	case http.StateClosed, http.StateHijacked:
		d.open.Add(-1)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.guests[c]
	if g == nil {
		return // a proxy's, or one that gave up its place
	}
	switch state {
	case http.StateActive:
		if g.rests != nil {
			g.group.resting.Remove(g.rests)
			g.rests = nil
		}
	case http.StateIdle:
		if g.rests == nil {
			g.rests = g.group.resting.PushBack(g)
		}
	case http.StateClosed, http.StateHijacked:
		d.forget(c)
	}
}

func (d *door) forget(c net.Conn) {
	g := d.guests[c]
	delete(d.guests, c)
	if g.rests != nil {
		g.group.resting.Remove(g.rests)
	}
	if g.group.open--; g.group.open == 0 {
		delete(d.groups, g.group.network)
	}
}
