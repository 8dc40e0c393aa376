package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"nzgs/internal/config"
	"nzgs/web/kit"
)

// deploy is docs/deploy.md.
func deploy(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// units are the systemd units of docs/deploy.md by name.
func units(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)`/etc/systemd/system/(\\S+)`:\n\n```ini\n(.*?)```").FindAllStringSubmatch(deploy(t), -1) {
		out[m[1]] = m[2]
	}
	return out
}

// unit is the service of docs/deploy.md.
func unit(t *testing.T) string {
	t.Helper()
	text, found := units(t)["nzgs.service"]
	if !found {
		t.Fatal("docs/deploy.md has no unit")
	}
	return text
}

// A release has the unit of docs/deploy.md, word for word.
func TestAReleaseHasTheUnit(t *testing.T) {
	text, err := os.ReadFile("../../deploy/nzgs.service")
	if err != nil || string(text) != unit(t) {
		t.Errorf("deploy/nzgs.service is not the unit of docs/deploy.md, %v", err)
	}
}

// Settings stand in the file, so that commands go by the same as the service: neither they nor passwords stand in
// ExecStart.
func TestTheUnitLeavesSettingsToTheFile(t *testing.T) {
	for _, line := range []string{
		"ExecStart=/usr/local/bin/nzgs serve --data /var/lib/nzgs",
		"ExecStart=/usr/local/bin/nzgs backup --data /var/lib/nzgs --into /var/backups/nzgs --keep 30",
	} {
		if !strings.Contains(deploy(t), "\n"+line+"\n") {
			t.Errorf("no unit has %s", line)
		}
	}
	if got := strings.Count(deploy(t), "ExecStart="); got != 2 {
		t.Errorf("%d commands of units", got)
	}
}

// The settings that societies copy are ones that nzgs knows. Proxy and program speak without TLS: on the machine's own
// loopback, where the settings have it listen and the proxies ask, and by default.
func TestTheUnitListensToItsOwnMachineOnly(t *testing.T) {
	folder := t.TempDir()
	_, rest, found := strings.Cut(deploy(t), "nzgs.toml >/dev/null <<'END'\n")
	text, _, ended := strings.Cut(rest, "END\n")
	if !found || !ended {
		t.Fatal("deploy.md has no settings")
	}
	for n, more := range tomlOf(deploy(t)) {
		if n > 0 || !strings.Contains(text, more) {
			text += more
		}
	}
	for _, name := range []string{"smtp-password", "database-password"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text = strings.ReplaceAll(text, "/var/lib/nzgs/", folder+"/")
	if err := os.WriteFile(filepath.Join(folder, "nzgs.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	config.AddFlags(flags)
	if err := flags.Set("data", folder); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(flags)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(cfg.Addr, "127.0.0.1:") || !strings.HasPrefix(cfg.BaseURL, "https://") || cfg.SMTP.Host == "" {
		t.Errorf("in force: %+v", cfg)
	}
	asked := regexp.MustCompile(`(?:reverse_proxy|proxy_pass) +(\S+)`).FindAllStringSubmatch(deploy(t), -1)
	if len(asked) < 2 {
		t.Fatalf("deploy.md has %d proxies", len(asked))
	}
	for _, m := range asked {
		if host := strings.Trim(strings.TrimPrefix(m[1], "http://"), ";"); host != cfg.Addr {
			t.Errorf("a proxy of deploy.md asks %s", host)
		}
	}
	if addr := flags.Lookup("addr"); addr == nil || !strings.HasPrefix(addr.DefValue, "localhost:") {
		t.Errorf("by default the program listens at %+v", addr)
	}
}

// tomlOf are the pieces of settings in a text.
func tomlOf(text string) (out []string) {
	for _, m := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// nginx passes the address on as the browser wrote it, with its port, and more than nzgs takes, so that nzgs itself says
// what is too large and keeps what was typed.
func TestNginxLetsThroughWhatNzgsTakes(t *testing.T) {
	text := deploy(t)
	if !strings.Contains(text, "proxy_set_header Host $http_host;") {
		t.Error("nginx passes on a host without its port")
	}
	size := regexp.MustCompile(`client_max_body_size (\d+)m;`).FindStringSubmatch(text)
	if size == nil {
		t.Fatal("nginx has no limit")
	}
	if mb, err := strconv.Atoi(size[1]); err != nil || mb<<20 <= kit.UploadLimit {
		t.Errorf("nginx takes %s MB, nzgs %d bytes", size[1], kit.UploadLimit)
	}
}

// The nightly backup runs as the service's user, in a box, and its timer starts it.
func TestTheTimerOfBackups(t *testing.T) {
	for _, line := range []string{
		"User=nzgs", "ReadWritePaths=/var/lib/nzgs /var/backups/nzgs", "OnCalendar=*-*-* 03:10:00", "Persistent=true",
		"WantedBy=timers.target", "sudo install -d -o nzgs -g nzgs -m 0700 /var/backups/nzgs",
	} {
		if !strings.Contains(deploy(t), "\n"+line+"\n") {
			t.Errorf("deploy.md lacks %s", line)
		}
	}
}

// The unit that societies copy keeps the data private and the program in a box.
func TestTheUnitKeepsTheProgramInABox(t *testing.T) {
	text := unit(t)
	for _, line := range []string{
		"UMask=0077", "StateDirectoryMode=0700", "NoNewPrivileges=true", "CapabilityBoundingSet=", "ProtectSystem=strict",
		"ProtectHome=true", "PrivateTmp=true", "PrivateDevices=true", "MemoryDenyWriteExecute=true",
		"RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallFilter=@system-service",
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("the unit lacks %s", line)
		}
	}
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not here: the unit is read, not analysed")
		return
	}
	folder := t.TempDir()
	for name, text := range units(t) {
		text = strings.ReplaceAll(text, "/usr/local/bin/nzgs", "/bin/true") // verify looks for the program
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "nzgs.service")
	timer := filepath.Join(folder, "nzgs-backup.timer")
	if out, err := exec.CommandContext(t.Context(), tool, "verify", file, timer).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	// The threshold is an exposure of 2.0 of 10.
	out, err := exec.CommandContext(t.Context(), tool, "security", "--offline=true", "--threshold=20", file).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
