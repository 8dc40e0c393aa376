package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/money"
)

// A society that is begun elsewhere has the days, hours and money of there: after the program was killed too, and whatever other
// commands are told; another zone is refused before anything is served.
func TestASocietyElsewhere(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "data")
	serve := func(more ...string) (said string) {
		c := commandInProcess(t, program, append([]string{"serve", "--data", data, "--addr", freePort(t)}, more...)...)
		said, stop := untilServing(t, c)
		stop()
		return said
	}
	if said := serve("--time-zone", "America/Havana", "--currency", "EUR"); !strings.Contains(said, "Serving ") {
		t.Fatal(said)
	}
	if said := serve(); !strings.Contains(said, "Serving ") {
		t.Fatalf("what was killed does not start again: %s", said)
	}
	if said := serve("--time-zone", "Asia/Tokyo"); !strings.Contains(said, "Serving ") {
		t.Errorf("another zone while no one is in it: %s", said)
	}
	if said := serve("--time-zone", "America/Havana"); !strings.Contains(said, "Serving ") {
		t.Errorf("and back: %s", said)
	}
	changed(t, data, `INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
		VALUES ('Rimu', 'Kiri', 'rimu kiri', 'rimu kiri', '2026-07-01T00:00:00.000Z')`)
	said := serve("--time-zone", "Pacific/Auckland")
	if !strings.Contains(said, "begun with America/Havana") || strings.Contains(said, "Serving ") {
		t.Errorf("another zone: %s", said)
	}
	for _, c := range []struct{ told, want string }{
		{"", `"America/Havana"`}, {"", `"EUR"`}, {"Pacific/Auckland", "begun with America/Havana"}, {"Mars/Base", "not a time zone"},
	} {
		out, _ := commandInProcess(t, program, "config", "--data", data, "--time-zone", c.told).CombinedOutput()
		if !strings.Contains(string(out), c.want) {
			t.Errorf("nzgs config --time-zone %q does not say %q:\n%s", c.told, c.want, out)
		}
	}
	out, err := commandInProcess(t, program, "doctor", "--data", data, "--time-zone", "Pacific/Auckland").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "begun with America/Havana") {
		t.Errorf("nzgs doctor: %v\n%s", err, out)
	}
}

// What a society was begun with is in force in whatever opens it, without being told again.
func TestWhatASocietyWasBegunWithIsInForce(t *testing.T) {
	defer keepUmask()()
	t.Cleanup(func() {
		if err := errors.Join(civil.SetZone(civil.NewZealand), money.SetCurrency(money.NewZealand)); err != nil {
			t.Fatal(err)
		}
	})
	cfg := &config.Config{Data: filepath.Join(t.TempDir(), "data"), Society: "Test", TimeZone: "Europe/London", Currency: "GBP"}
	for range 2 {
		soc, err := openAlone(t.Context(), cfg, civil.SystemClock)
		if err != nil {
			t.Fatal(err)
		}
		if got := civil.Zone().String() + " " + money.Cents(2550).String(); got != "Europe/London £25.50" {
			t.Error(got)
		}
		if err := errors.Join(soc.Close(), civil.SetZone(civil.NewZealand), money.SetCurrency(money.NewZealand)); err != nil {
			t.Fatal(err)
		}
		cfg = &config.Config{Data: cfg.Data, Society: "Test"}
	}
}

// untilServing starts the program and gives what it says until it serves, or ends; stop kills it.
func untilServing(t *testing.T, c *exec.Cmd) (said string, stop func()) {
	t.Helper()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	buf := make([]byte, 4096)
	for !strings.Contains(all.String(), "Serving ") {
		n, err := out.Read(buf)
		all.Write(buf[:n])
		if err != nil {
			break // it ended
		}
	}
	return all.String(), func() {
		_ = c.Process.Kill() // or it ended by itself
		_ = c.Wait()
	}
}
