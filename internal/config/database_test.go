package config

import (
	"net/url"
	"strings"
	"testing"
)

// Addresses as people write them: what the program opens, and what `nzgs config` shows.
func TestAddressesOfDatabases(t *testing.T) {
	for _, c := range []struct{ name, address, opened, shown string }{
		{"one host", "postgres://nzgs@db/nzgs", "", ""},
		{"several hosts", "postgres://a:5432,b:5432/nzgs?target_session_attrs=read-write", "", ""},
		{"several hosts without ports", "postgresql://u@a,b/nzgs", "", ""},
		{"IPv6", "postgres://u@[::1]:5432,[fe80::2]:5433/nzgs", "", ""},
		{"a password before several hosts", "postgres://u:hush@a:1,b:2/nzgs", "", "postgres://u:xxxxx@a:1,b:2/nzgs"},
		{"a password behind several hosts", "postgres://a:1,b:2/nzgs?user=u&password=hush", "",
			"postgres://a:1,b:2/nzgs?user=u&password=xxxxx"},
		{"a socket", "postgres:///nzgs?host=%2Frun%2Fpostgresql", "", ""},
		{"a socket as host", "postgres://%2Frun%2Fpostgresql/nzgs", "", ""},
		{"a password with a plus sign and a space", "postgres://h/n?password=a+b%20hush", "postgres://h/n?password=a%2Bb%20hush",
			"postgres://h/n?password=xxxxx"},
		{"words", "host=a,b port=5432,5433 dbname=nzgs user=u target_session_attrs=read-write",
			"postgres:///?host=a%2Cb&port=5432%2C5433&dbname=nzgs&user=u&target_session_attrs=read-write",
			"host=a,b port=5432,5433 dbname=nzgs user=u target_session_attrs=read-write"},
		{"words in quotes", `host = 'a' password='hu\'sh it' dbname=n`, "postgres:///?host=a&password=hu%27sh%20it&dbname=n",
			"host=a password=xxxxx dbname=n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.opened == "" {
				c.opened = c.address
			}
			if c.shown == "" {
				c.shown = c.address
			}
			args := []string{"--data", t.TempDir(), "--database", c.address}
			cfg, err := Load(flags(t, args...))
			if err != nil {
				t.Fatal(err)
			}
			if cfg.Database != c.opened && strings.ReplaceAll(cfg.Database, "%2F", "/") != strings.ReplaceAll(c.opened, "%2F", "/") {
				t.Errorf("it opens %s, want %s", cfg.Database, c.opened)
			}
			settings, err := Settings(flags(t, args...))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range settings {
				if s.Name == "database" && s.Value != c.shown {
					t.Errorf("it shows %s, want %s", s.Value, c.shown)
				}
			}
		})
	}
}

func TestWhatIsNoAddressOfADatabase(t *testing.T) {
	for _, address := range []string{
		"mysql://a/b", "db.example.nz", "postgres://u:hu%sh@h/n", "postgres://a:1,b:x/n", "postgres://a:99999/n",
		"postgres://[::1/n", "postgres://[]/n", "postgres://u:hu@sh@h/n", "postgres://u:hu#sh@h/n", "postgres://h/n?password=hu#sh",
		"postgres://u:hu?sh@h/n", "postgres://h?user=u&password=hu@sh", "postgres://h/n?a", "postgres://h/n?a=%zz",
		"host=a password='hush", "host='a'b", "host", "=a", "host=a dbname", "postgres://a b/n", "host=a\x00 dbname=n",
		"postgres://u:12/hush@h/n", "postgres://12/hush@h?user=u", "/srv/a=b",
		"postgres://u@h\n/n",
	} {
		_, err := Load(flags(t, "--data", t.TempDir(), "--database", address))
		if err == nil || !strings.HasPrefix(err.Error(), "database: write") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestAPasswordElsewhereForSeveralHosts(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u@a:1,b:2/n": "postgres://u:hush%20it@a:1,b:2/n",
		"postgres://a:1,b:2/n":   "postgres://a:1,b:2/n?password=hush%20it",
		"host=a,b user=u":        "postgres:///?host=a%2Cb&user=u&password=hush%20it",
	} {
		cfg, err := Load(flags(t, "--data", t.TempDir(), "--database", address, "--database-password", "hush it"))
		if err != nil || cfg.Database != want {
			t.Errorf("%s: %v, %v, want %s", address, cfg, err, want)
		}
	}
	for _, address := range []string{"postgres://u:x@a:1,b:2/n", "host=a,b password=x", "postgres://a,b/n?password=x"} {
		_, err := Load(flags(t, "--data", t.TempDir(), "--database", address, "--database-password", "hush"))
		if err == nil || !strings.Contains(err.Error(), "keep one of them") {
			t.Errorf("%s: %v", address, err)
		}
	}
	dir := t.TempDir()
	file := write(t, dir, "nzgs.toml", "database = 'postgres://u:x@a:1,b:2/n'", 0o644)
	if _, err := Load(flags(t, "--data", dir)); err == nil || !strings.Contains(err.Error(), "chmod o= "+file) {
		t.Errorf("a file with a password that everyone can read: %v", err)
	}
}

// What is shown has nothing of a password, whatever someone writes, and what is opened reads as the same address again.
func FuzzDatabaseAddress(f *testing.F) {
	for _, s := range []string{
		"postgres://u:SECRET@a:1,b:2/n?x=y", "host=a password='SECRET' dbname=n", "postgres://h/n?password=SECRET",
		"postgresql://[::1]:1,%2Frun/n?sslpassword=SECRET&a=b", `host = 'a\'b' user=u`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := parseDatabase(s)
		if !ok {
			return
		}
		again, ok := parseDatabase(a.String())
		if !ok || again.String() != a.String() {
			t.Fatalf("%q is opened as %q, and then as %q, %v", s, a.String(), again.String(), ok)
		}
		const secret = "SECRET"
		known := a.withPassword(secret)
		if a.hasPassword() || strings.Contains(s, secret) {
			return
		}
		if shown := known.shown(); strings.Contains(shown, secret) {
			t.Fatalf("%q shows %q", s, shown)
		}
		if _, err := url.Parse(strings.ReplaceAll(known.query(), "?", "x?")); err != nil {
			t.Fatalf("%q: %v", known.query(), err)
		}
	})
}
