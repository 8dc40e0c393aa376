//go:build !unix

package e2e

import (
	"os/exec"
	"testing"
)

// Elsewhere the server runs as whoever runs the tests.

func giveToPostgres(t *testing.T, _ string) { t.Helper() }

func asPostgres(t *testing.T, _ *exec.Cmd) { t.Helper() }

func (p *postgres) pause() { p.t.Helper(); p.t.Skip("a server is paused on Unix alone") }

func (p *postgres) goOn() {}
