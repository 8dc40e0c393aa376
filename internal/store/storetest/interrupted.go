package storetest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
)

// Interrupted is an empty PostgreSQL database behind a door: shut, the server is gone for whoever asks, and what was
// connected is cut off; open, it is there again at the same address.
type Interrupted struct {
	Address string
	t       testing.TB
	socket  string
	at      string

	mu       sync.Mutex
	listener net.Listener
	open     []net.Conn
	keepBack byte
	hung     chan struct{} // closed when it goes on; nil while it does not hang
}

// NewInterrupted makes one, open.
func NewInterrupted(t testing.TB) *Interrupted {
	t.Helper()
	u, err := url.Parse(EmptyPostgres(t))
	if err != nil {
		t.Fatal(err)
	}
	folder := u.Query().Get("host")
	if !filepath.IsAbs(folder) {
		t.Skipf("the server of %s is not on a socket of this machine", EnvPostgres)
	}
	params := u.Query()
	params.Del("host")
	u.RawQuery = params.Encode()
	return door(t, filepath.Join(folder, ".s.PGSQL.5432"), *u)
}

func door(t testing.TB, socket string, u url.URL) *Interrupted {
	t.Helper()
	d := &Interrupted{t: t, socket: socket, at: "127.0.0.1:0"}
	d.Open()
	t.Cleanup(d.Shut)
	u.Host = d.at
	d.Address = u.String()
	return d
}

// Another is another door to the same database.
func (d *Interrupted) Another() *Interrupted {
	d.t.Helper()
	u, err := url.Parse(d.Address)
	if err != nil {
		d.t.Fatal(err)
	}
	return door(d.t, d.socket, *u)
}

// Open lets connections through.
func (d *Interrupted) Open() {
	d.t.Helper()
	l, err := net.Listen("tcp", d.at)
	if err != nil {
		d.t.Fatal(err)
	}
	d.mu.Lock()
	d.listener, d.at = l, l.Addr().String()
	d.mu.Unlock()
	go d.serve(l) // raced by TestAStoppedPostgres
}

func (d *Interrupted) serve(l net.Listener) {
	for {
		in, err := l.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("unix", d.socket)
		if err != nil {
			in.Close()
			continue
		}
		d.mu.Lock()
		d.open = append(d.open, in, out)
		kept := d.keepBack
		d.mu.Unlock()
		for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
			go func() { // raced by TestAStoppedPostgres
				if kept != 0 && pair[0] == in {
					passMessages(in, out, kept)
				} else {
					_, _ = io.Copy(pair[0], hanging{pair[1], d})
				}
				in.Close()
				out.Close()
			}()
		}
	}
}

// KeepBack has messages of a kind that the server sends not come through, for connections that are made from here on.
func (d *Interrupted) KeepBack(kind byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keepBack = kind
}

// passMessages passes on what the server sends but for messages of one kind. A message is a byte for its kind and its
// length in four bytes, which counts these four.
func passMessages(to io.Writer, from io.Reader, kept byte) {
	r := bufio.NewReader(from)
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(r, head); err != nil {
			return
		}
		message := append(head, make([]byte, binary.BigEndian.Uint32(head[1:])-4)...)
		if _, err := io.ReadFull(r, message[5:]); err != nil {
			return
		}
		if head[0] == kept {
			continue
		}
		if _, err := to.Write(message); err != nil {
			return
		}
	}
}

// Hang has nothing come through any more, while connections stay and are taken as before.
func (d *Interrupted) Hang() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hung = make(chan struct{})
}

// GoOn has everything come through again.
func (d *Interrupted) GoOn() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hung != nil {
		close(d.hung)
	}
	d.hung = nil
}

// hanging reads what comes through a door.
type hanging struct {
	io.Reader
	door *Interrupted
}

func (r hanging) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.door.mu.Lock()
	hung := r.door.hung
	r.door.mu.Unlock()
	if hung != nil {
		<-hung
	}
	return n, err
}

// Shut cuts every connection, and refuses further ones.
func (d *Interrupted) Shut() {
	d.GoOn()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.listener.Close()
	for _, c := range d.open {
		c.Close()
	}
	d.open = nil
}
