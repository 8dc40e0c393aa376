package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"nzgs/internal/config"
)

// unit is the systemd unit of docs/deploy.md.
func unit(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```ini\n")
	lines, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatal("docs/deploy.md has no unit")
	}
	return lines
}

// The unit that societies copy keeps the data private and the program in a box.
// Proxy and program speak without TLS: on the machine's own loopback, where the unit
// listens and the proxies of deploy.md ask, and by default.
func TestTheUnitListensToItsOwnMachineOnly(t *testing.T) {
	if !strings.Contains(unit(t), " --addr 127.0.0.1:") {
		t.Error("the unit listens to other machines")
	}
	text, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`(?:reverse_proxy|proxy_pass) +(\S+)`).FindAllSubmatch(text, -1)
	if len(asked) < 2 {
		t.Fatalf("deploy.md has %d proxies", len(asked))
	}
	for _, m := range asked {
		if host := strings.TrimPrefix(string(m[1]), "http://"); !strings.HasPrefix(host, "127.0.0.1:") {
			t.Errorf("a proxy of deploy.md asks %s", host)
		}
	}
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	config.AddFlags(flags)
	if addr := flags.Lookup("addr"); addr == nil || !strings.HasPrefix(addr.DefValue, "localhost:") {
		t.Errorf("by default the program listens at %+v", addr)
	}
}

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
	file := filepath.Join(t.TempDir(), "nzgs.service")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// The threshold is an exposure of 2.0 of 10.
	out, err := exec.CommandContext(t.Context(), tool, "security", "--offline=true", "--threshold=20", file).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
