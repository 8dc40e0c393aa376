package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func flags(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	f := pflag.NewFlagSet("nzgs", pflag.ContinueOnError)
	AddFlags(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFlagsBeatEnvironmentBeatsFileBeatsDefault(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "nzgs.toml")
	if err := os.WriteFile(
		file, []byte("addr = \"localhost:1\"\nlog-level = \"warn\"\nbase-url = \"https://go.example.nz/\"\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NZGS_LOG_LEVEL", "debug")
	t.Setenv("NZGS_TRUSTED_PROXIES", "127.0.0.1/32, 10.0.0.0/8")
	c, err := Load(flags(t, "--data", dir, "--addr", "localhost:2"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "localhost:2" || c.LogLevel.String() != "DEBUG" || c.BaseURL != "https://go.example.nz" ||
		c.LogFormat != "text" || len(c.TrustedProxies) != 2 {
		t.Errorf("in force: %+v", c)
	}
	if c.DSN() != filepath.Join(dir, "nzgs.db") || c.URL() != "https://go.example.nz" {
		t.Errorf("DSN %s, URL %s", c.DSN(), c.URL())
	}
}

func TestEveryProblemIsNamedAtOnce(t *testing.T) {
	_, err := Load(flags(t, "--data", t.TempDir(), "--addr", "8080", "--database", "mysql://x", "--base-url", "go.example.nz", "--log-level", "loud", "--log-format", "xml", "--trusted-proxies", "localhost",
		"--smtp-host", "localhost", "--smtp-port", "mail", "--smtp-encryption", "some", "--smtp-password", "x",
		"--mail-from", "The Secretary"))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"addr", "database", "base-url", "log-level", "log-format", "trusted-proxies", "smtp-port", "smtp-encryption",
		"smtp-user", "mail-from",
	} {
		if !strings.Contains(err.Error(), want+" ") && !strings.Contains(err.Error(), want+":") {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestAMisspeltSettingIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "nzgs.toml"), []byte("adress = \"localhost:1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(flags(t, "--data", dir)); err == nil || !strings.Contains(err.Error(), "adress") {
		t.Errorf("err = %v, want the misspelt name", err)
	}
}

func TestANamedFileMustBeThere(t *testing.T) {
	if _, err := Load(flags(t, "--config", filepath.Join(t.TempDir(), "none.toml"))); err == nil {
		t.Error("a missing file was accepted")
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	settings, err := Settings(flags(
		t, "--data", t.TempDir(), "--metrics-token", "hush", "--smtp-password", "hush", "--smtp-user", "u", "--database",
		"postgres://u:hush@localhost/n",
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		if strings.Contains(s.Value, "hush") {
			t.Errorf("%s prints its secret: %s", s.Name, s.Value)
		}
	}
}

func TestAWrongValueIsRefused(t *testing.T) {
	for _, c := range []struct{ name, flag, value, wantNamed string }{
		{"a port above 65535", "--addr", "localhost:99999", "addr"},
		{"a negative port", "--addr", "localhost:-1", "addr"},
		{"no port", "--addr", "localhost:", "addr"},
		{"a host with a space", "--addr", " localhost:80", "addr"},
		{"an address with a query", "--base-url", "https://go.example.nz?a=1", "base-url"},
		{"an address with a fragment", "--base-url", "https://go.example.nz#top", "base-url"},
		{"an address with a name and password", "--base-url", "https://u:p@go.example.nz", "base-url"},
		{"an address with a port above 65535", "--base-url", "https://go.example.nz:99999", "base-url"},
		{"an address with a port and no host", "--base-url", "https://:8080", "base-url"},
		{"a database address that is none", "--database", "postgres://u:hu%sh@localhost/n", "database"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(flags(t, "--data", t.TempDir(), c.flag, c.value))
			if err == nil || !strings.HasPrefix(err.Error(), c.wantNamed) {
				t.Errorf("err = %v, want one about %s", err, c.wantNamed)
			}
		})
	}
	for _, addr := range []string{"localhost:0", ":8080", "[::1]:65535"} {
		if _, err := Load(flags(t, "--data", t.TempDir(), "--addr", addr)); err != nil {
			t.Errorf("addr %s: %v", addr, err)
		}
	}
}

func TestWhatTheFileMisspellsIsNamedBesideWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(
		filepath.Join(dir, "nzgs.toml"), []byte("adress = \"localhost:1\"\nlog-format = \"xml\"\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	_, err := Load(flags(t, "--data", dir, "--addr", "80"))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"adress", "log-format", "addr \"80\""} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestADatabasePasswordIsNotPrintedWhereverItStands(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u:hush@localhost/n", "postgres://u@localhost/n?sslmode=disable&password=hush",
		"postgres://u@localhost/n?sslpassword=hush",
	} {
		settings, err := Settings(flags(t, "--data", t.TempDir(), "--database", dsn))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range settings {
			if strings.Contains(s.Value, "hush") {
				t.Errorf("%s prints its secret: %s", s.Name, s.Value)
			}
			if s.Name == "database" && !strings.Contains(s.Value, "localhost/n") {
				t.Errorf("the database is printed as %s", s.Value)
			}
		}
	}
}
