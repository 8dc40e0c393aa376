package store_test

import (
	"context"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// gone is the address of a port at which no one answers.
func gone(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Of several hosts the next is asked where one is gone, also one after the other while the program runs; the address may
// be one of hosts before the database's name, or have all among its parameters.
func TestTheNextHostIsAsked(t *testing.T) {
	door := storetest.NewInterrupted(t)
	u, err := url.Parse(door.Address)
	if err != nil {
		t.Fatal(err)
	}
	dead := gone(t)
	u.Host = dead + "," + u.Host
	first, second, _ := strings.Cut(u.Host, ",")
	_, deadPort, _ := net.SplitHostPort(first)
	host, port, _ := net.SplitHostPort(second)
	params := url.Values{"host": {"127.0.0.1," + host}, "port": {deadPort + "," + port}, "user": {u.User.Username()},
		"dbname": {strings.TrimPrefix(u.Path, "/")}, "sslmode": {"disable"}}
	for _, address := range []string{u.String(), "postgres:///?" + params.Encode()} {
		db, err := store.Open(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		if got := show(t, db, "application_name"); got != "nzgs" {
			t.Errorf("the connection is called %q", got)
		}
		door.Shut()
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); !store.IsUnavailable(err) {
			t.Errorf("while all are gone: %v", err)
		}
		door.Open()
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	}
}

// A server that may only be read, as a standby, is passed over where there are several hosts, and may be read where it is
// the only one.
func TestAHostThatMayOnlyBeReadIsPassedOver(t *testing.T) {
	door := storetest.NewInterrupted(t)
	u, err := url.Parse(door.Address)
	if err != nil {
		t.Fatal(err)
	}
	params := u.Query()
	params.Set("default_transaction_read_only", "on")
	u.RawQuery = params.Encode()
	db, err := store.Open(ctx, u.String())
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	u.Host = gone(t) + "," + u.Host
	if db, err = store.Open(ctx, u.String()); err == nil {
		db.Close()
		t.Fatal("it was taken")
	}
	if !store.IsUnavailable(err) || !strings.Contains(err.Error(), "read only") {
		t.Errorf("%v", err)
	}
}

// A host that swallows what it is sent does not keep the next one waiting for longer than two seconds.
func TestAHostThatDoesNotAnswer(t *testing.T) {
	door := storetest.NewInterrupted(t)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	u, err := url.Parse(door.Address)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = silent.Addr().String() + "," + u.Host
	patient, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	db, err := store.Open(patient, u.String())
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
}

func TestADatabaseIsNamedWithoutItsPassword(t *testing.T) {
	for dsn, want := range map[string]string{
		"/var/lib/nzgs/nzgs.db":                              "/var/lib/nzgs/nzgs.db",
		"postgres://u:hush@a:1,b:2/n?password=hush":          "n of u at a:1, b:2",
		"postgres://u@[::1]/n?sslmode=prefer&password=hush":  "n of u at [::1]:5432",
		"postgres:///?host=a%2Cb&user=u&dbname=n&port=5%2C6": "n of u at a:5, b:6",
		"postgres://u:hush@a:x/n":                            "(unreadable address)",
	} {
		if got := store.Named(dsn); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
