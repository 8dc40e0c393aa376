package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	cmd := root()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"version"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"nzgs ", "built with go", "database at migration "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s\ndoes not say %q", out.String(), want)
		}
	}
}

func TestWhatAProgramWasBuiltFrom(t *testing.T) {
	info := func(version string, pairs ...string) *debug.BuildInfo {
		b := &debug.BuildInfo{Main: debug.Module{Version: version}}
		for i := 0; i < len(pairs); i += 2 {
			b.Settings = append(b.Settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return b
	}
	const commit, day = "0123456789abcdef0123", "2026-11-21T00:00:00Z"
	for want, is := range map[string]*debug.BuildInfo{
		"of an unknown build": nil,
		"v1.2.3":              info("v1.2.3"),
		"commit 0123456789ab of 2026-11-21T00:00:00Z": info("(devel)", "vcs.revision", commit, "vcs.time", day),
		"commit 0123456789ab of 2026-11-21T00:00:00Z, with changes that are in no commit": info(
			"(devel)", "vcs.revision", commit, "vcs.time", day, "vcs.modified", "true",
		),
	} {
		if got := buildOf(is); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := buildOf(info("(devel)")); got != "of an unknown build" {
		t.Errorf("without a commit: %q", got)
	}
}
