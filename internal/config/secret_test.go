package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write puts a file into a folder and returns its name.
func write(t *testing.T, folder, name, text string, mode os.FileMode) string {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
	return file
}

// A password stands in a file, among systemd's credentials or in the environment, and nothing prints it.
func TestASecretHasPlacesThatAreNoCommandLine(t *testing.T) {
	mailArgs := []string{
		"--smtp-host", "localhost", "--smtp-user", "u", "--mail-from", "a@example.nz", "--database", "postgres://nzgs@db/nzgs",
	}
	for _, c := range []struct {
		name   string
		set    func(t *testing.T, folder string) []string
		secret string
	}{
		{"files", func(t *testing.T, folder string) []string {
			return []string{
				"--smtp-password-file", write(t, folder, "mail", "hush one\n", 0o640),
				"--database-password-file", write(t, folder, "db", "hush@/:two\r\n", 0o400),
				"--metrics-token-file", write(t, folder, "token", "hush3", 0o600),
			}
		}, "files"},
		{"files named in the settings", func(t *testing.T, folder string) []string {
			write(t, folder, "nzgs.toml", "smtp-password-file = '"+write(t, folder, "mail", "hush one\n", 0o640)+
				"'\ndatabase-password-file = '"+write(t, folder, "db", "hush@/:two", 0o400)+
				"'\nmetrics-token-file = '"+write(t, folder, "token", "hush3", 0o600)+"'\n", 0o644)
			return nil
		}, "files"},
		{"credentials", func(t *testing.T, folder string) []string {
			t.Setenv("CREDENTIALS_DIRECTORY", folder)
			write(t, folder, "smtp-password", "hush one", 0o400)
			write(t, folder, "database-password", "hush@/:two\n", 0o400)
			write(t, folder, "metrics-token", "hush3\n", 0o400)
			return nil
		}, "credentials"},
		{"environment", func(t *testing.T, _ string) []string {
			t.Setenv("NZGS_SMTP_PASSWORD", "hush one")
			t.Setenv("NZGS_DATABASE_PASSWORD", "hush@/:two")
			t.Setenv("NZGS_METRICS_TOKEN", "hush3")
			return nil
		}, "environment"},
		{"settings", func(t *testing.T, folder string) []string {
			write(t, folder, "nzgs.toml", "smtp-password='hush one'\ndatabase-password='hush@/:two'\nmetrics-token='hush3'\n", 0o640)
			return nil
		}, "settings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			args := append(append([]string{"--data", folder}, mailArgs...), c.set(t, folder)...)
			cfg, err := Load(flags(t, args...))
			if err != nil {
				t.Fatal(err)
			}
			if cfg.SMTP.Password != "hush one" || cfg.MetricsToken != "hush3" ||
				cfg.DSN() != "postgres://nzgs:hush%40%2F%3Atwo@db/nzgs" {
				t.Errorf("in force: %q, %q, %q", cfg.SMTP.Password, cfg.MetricsToken, cfg.DSN())
			}
			settings, err := Settings(flags(t, args...))
			if err != nil {
				t.Fatal(err)
			}
			set := 0
			for _, s := range settings {
				if strings.Contains(s.Value, "hush") {
					t.Errorf("%s prints its secret: %s", s.Name, s.Value)
				}
				if s.Value == "(set)" {
					set++
				}
			}
			if set != len(secrets) {
				t.Errorf("%d secrets are said to be set", set)
			}
		})
	}
}

func TestASecretThatCannotBeReadIsRefused(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ name, want, file string }{
		{"open", "every user of this machine can read", write(t, folder, "open", "hush", 0o644)},
		{"empty", "is empty", write(t, folder, "empty", "\n", 0o600)},
		{"two lines", "more than one line", write(t, folder, "two", "hush\nhush\n", 0o600)},
		{"long", "more than 4096 bytes", write(t, folder, "long", strings.Repeat("hush", 2000), 0o600)},
		{"a folder", "is not a file", folder},
		{"missing", "no such file", filepath.Join(folder, "none")},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(flags(t, "--data", t.TempDir(), "--metrics-token-file", c.file))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "metrics-token-file") ||
				strings.Contains(err.Error(), "hushhush") {
				t.Errorf("err = %v, want %q", err, c.want)
			}
		})
	}
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"two places", "keep one of them", []string{
			"--metrics-token", "hush", "--metrics-token-file", write(t, folder, "token", "hush", 0o600),
		}},
		{"two passwords of the database", "keep one of them", []string{
			"--database", "postgres://u:hush@db/n", "--database-password", "hush",
		}},
		{"a password without a database", "name the database", []string{"--database-password", "hush"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(flags(t, append([]string{"--data", t.TempDir()}, c.args...)...))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
				t.Errorf("err = %v, want %q", err, c.want)
			}
		})
	}
}

func TestASettingsFileWithAPasswordIsNotForAll(t *testing.T) {
	for _, text := range []string{"smtp-password = 'x'\nsmtp-user = 'u'", "database = 'postgres://u:x@db/n'"} {
		dir := t.TempDir()
		file := write(t, dir, "nzgs.toml", text, 0o644)
		if _, err := Load(flags(t, "--data", dir)); err == nil || !strings.Contains(err.Error(), "chmod o= "+file) {
			t.Errorf("%s: err = %v", text, err)
		}
		if err := os.Chmod(file, 0o640); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(flags(t, "--data", dir)); err != nil {
			t.Errorf("closed: %v", err)
		}
	}
}

func TestAMisspeltVariableIsRefused(t *testing.T) {
	t.Setenv("NZGS_SMPT_HOST", "localhost")
	for _, name := range []string{
		"NZGS_TEST_SOMETHING", "NZGS_SERVICE_HOST", "NZGS_SERVICE_PORT_HTTP", "NZGS_PORT", "NZGS_PORT_8080_TCP_ADDR",
	} {
		t.Setenv(name, "tcp://10.0.0.1:8080")
	}
	_, err := Load(flags(t, "--data", t.TempDir()))
	if err == nil || !strings.Contains(err.Error(), "NZGS_SMPT_HOST (did you mean NZGS_SMTP_HOST?)") ||
		strings.Count(err.Error(), "NZGS_") != 2 {
		t.Errorf("err = %v, want the misspelt name", err)
	}
	if _, err := Settings(flags(t, "--data", t.TempDir())); err == nil {
		t.Error("nzgs config accepts it")
	}
}

// Kubernetes tells every program of each service beside it, also of those whose names begin with ours.
func TestVariablesOfServicesAreNoSettings(t *testing.T) {
	for name, value := range map[string]string{
		"NZGS_SERVICE_HOST": "10.0.0.1", "NZGS_SERVICE_PORT": "8080", "NZGS_SERVICE_PORT_HTTP": "8080",
		"NZGS_PORT": "tcp://10.0.0.1:8080", "NZGS_PORT_8080_TCP": "tcp://10.0.0.1:8080", "NZGS_PORT_8080_TCP_PROTO": "tcp",
		"NZGS_DB_SERVICE_HOST": "10.0.0.2", "NZGS_DB_SERVICE_PORT": "5432", "NZGS_DB_SERVICE_PORT_POSTGRES": "5432",
		"NZGS_DB_PORT": "tcp://10.0.0.2:5432", "NZGS_DB_PORT_5432_TCP": "tcp://10.0.0.2:5432",
		"NZGS_DB_PORT_5432_TCP_PORT": "5432", "NZGS_DB_PORT_5432_TCP_ADDR": "10.0.0.2",
		"NZGS_STATSD_PORT": "udp://10.0.0.3:8125", "NZGS_STATSD_PORT_8125_UDP_PROTO": "udp",
	} {
		t.Setenv(name, value)
	}
	if _, err := Load(flags(t, "--data", t.TempDir())); err != nil {
		t.Errorf("err = %v", err)
	}
	for _, name := range []string{"NZGS_PORT", "NZGS_SMPT_PORT", "NZGS_PORT_NUMBER", "NZGS_SERVICE_NAME"} {
		t.Setenv(name, "2525")
	}
	_, err := Load(flags(t, "--data", t.TempDir()))
	for _, name := range []string{"NZGS_PORT,", "NZGS_SMPT_PORT (did", "NZGS_PORT_NUMBER", "NZGS_SERVICE_NAME"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("err = %v, want %s", err, name)
		}
	}
}

func TestEverySettingHasAVariable(t *testing.T) {
	for _, k := range keys {
		t.Setenv(envName(k.name), "")
	}
	t.Setenv("NZGS_CONFIG", "")
	if _, err := Load(flags(t, "--data", t.TempDir())); err != nil {
		t.Error(err)
	}
}

func TestErrorsOfTheFileNameTheLine(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no quotes", "# ours\nsociety = \"Go\"\nbase-url = https://go.example.nz\n", "line 3"},
		{"twice", "addr = 'localhost:1'\naddr = 'localhost:2'\n", "line 2"},
		{"unfinished", "addr = 'localhost:1\n", "line 1"},
		{"misspelt", "\n\nadress = 'localhost:1'\n", "adress on line 3"},
		{"a table", "[smtp]\nhost = 'x'\n", "smtp.host"},
		{"a table for a value", "[addr]\nhost = 'x'\n", "addr: write one value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "nzgs.toml", c.text, 0o600)
			_, err := Load(flags(t, "--data", dir))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %q", err, c.want)
			}
		})
	}
}

// A list is what someone writes where several values are asked for; it was passed over without a word.
func TestAListInTheFileIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "nzgs.toml", "trusted-proxies = ['127.0.0.1/32', '10.0.0.0/8']\nsecond-factor-from = 2027-03-01\n", 0o600)
	c, err := Load(flags(t, "--data", dir))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.TrustedProxies) != 2 || c.SecondFactorFrom != "2027-03-01" {
		t.Errorf("%v, %q", c.TrustedProxies, c.SecondFactorFrom)
	}
}

// Docker hands each secret over as a file that everyone in the container may read, and the folder as the superuser's.
func TestTheSecretsOfAContainerAreRead(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("such files are the superuser's")
	}
	folder := t.TempDir()
	before := containerSecrets
	t.Cleanup(func() { containerSecrets = before })
	containerSecrets = folder
	file := write(t, folder, "smtp-password", "hush\n", 0o444)
	load := func(file string) (string, error) {
		c, err := Load(flags(t, "--data", t.TempDir(), "--smtp-user", "u", "--smtp-password-file", file))
		if err != nil {
			return "", err
		}
		return c.SMTP.Password, nil
	}
	if got, err := load(file); got != "hush" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	elsewhere := write(t, t.TempDir(), "smtp-password", "hush", 0o444)
	link := filepath.Join(folder, "link")
	below := filepath.Join(folder, "below")
	for _, err := range []error{os.Symlink(elsewhere, link), os.Mkdir(below, 0o755)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	write(t, below, "smtp-password", "hush", 0o444)
	for name, file := range map[string]string{
		"elsewhere": elsewhere, "a link": link, "below": filepath.Join(below, "smtp-password"),
		"a way round": folder + "/../" + filepath.Base(filepath.Dir(elsewhere)) + "/smtp-password",
	} {
		if _, err := load(file); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
	for name, spoil := range map[string]func() error{
		"a file that others may write": func() error { return os.Chmod(file, 0o666) },
		"a folder that others may write": func() error {
			return errors.Join(os.Chmod(file, 0o444), os.Chmod(folder, 0o777))
		},
		"a file of someone else": func() error { return errors.Join(os.Chmod(folder, 0o755), os.Chown(file, 4711, 0)) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, err := load(file); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
}
