package mail

import (
	"context"
	"crypto/tls"
	"net"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// line is the way to a mail server, for one letter.
type line struct {
	server SMTP
	until  time.Time // no one waits on it any longer; zero: the library's own time alone
	open   []net.Conn
}

// lineTo is the way to the server for as long as ctx has time: the library begins the time of a connection anew at every step,
// so that a server that says little, and that late, held its caller for several times as long.
func (s SMTP) lineTo(ctx context.Context) *line {
	until, _ := ctx.Deadline()
	return &line{server: s, until: until}
}

// dial opens a connection, to one server the TLS as well.
// The library’s own address is wrong for IPv6.
func (l *line) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, l.server.address())
	if err != nil {
		return nil, err
	}
	l.open = append(l.open, conn)
	if !l.until.IsZero() {
		conn = bounded{conn, l.until}
	}
	if l.server.Encryption != TLS {
		return conn, nil
	}
	secure := tls.Client(conn, &tls.Config{ServerName: l.server.Host, MinVersion: gomail.DefaultTLSMinVersion})
	return secure, secure.HandshakeContext(ctx)
}

// address is where the server is dialled.
func (s SMTP) address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// close closes what is still open: the library leaves a connection open on which signing in, or the greeting, failed.
func (l *line) close() {
	for _, conn := range l.open {
		_ = conn.Close() // mostly it is closed already
	}
}

// bounded is a connection that never has more time than until.
type bounded struct {
	net.Conn
	until time.Time
}

func (c bounded) SetDeadline(t time.Time) error      { return c.Conn.SetDeadline(c.within(t)) }
func (c bounded) SetReadDeadline(t time.Time) error  { return c.Conn.SetReadDeadline(c.within(t)) }
func (c bounded) SetWriteDeadline(t time.Time) error { return c.Conn.SetWriteDeadline(c.within(t)) }

func (c bounded) within(t time.Time) time.Time {
	if t.IsZero() || t.After(c.until) {
		return c.until
	}
	return t
}
