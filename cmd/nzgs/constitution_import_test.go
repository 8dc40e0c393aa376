package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const someWording = "# Constitution\n\n4.2 Ten shall suffice.\n\n4.4 The agenda:\na) Tellers.\nb) Reports.\n\n4.21 " +
	"Tea is served.\n"

func TestImportingTheWording(t *testing.T) {
	data := t.TempDir()
	write := func(content string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "constitution.md")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	entries := func() (n int) {
		t.Helper()
		n, err := store.One(
			t.Context(), soc.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry WHERE action = 'import.wording'`,
		)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	amended := constitution.Shipped()
	amended.From, amended.AdoptedBy, amended.Figures.Quorum = civil.MustParseDate("2026-03-14"), "That the quorum be twelve.", 12
	permit, err := usecase.New(soc.db, civil.SystemClock).Allow(console.By(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := soc.db.InTx(t.Context(), func(tx *store.Tx) error {
		return soc.governance.Adopt(t.Context(), tx, permit, "motion:1", amended)
	}); err != nil {
		t.Fatal(err)
	}

	file := write(someWording)
	for _, c := range []struct {
		name    string
		args    []string
		says    string
		usage   bool
		fails   bool
		entries int // of the audit log afterwards
	}{
		{"the first time", []string{file}, "3 rules read; 3 differ", false, false, 1},
		{"the same file again", []string{file}, "nothing was changed", false, false, 1},
		{"the same words on other lines", []string{write("\n\n" + someWording)}, "nothing was changed", false, false, 1},
		{"one rule other", []string{write(strings.Replace(someWording, "Ten", "Eleven", 1))}, "1 differs", false, false, 2},
		{"into another version", []string{file, "--from", "2026-03-14"}, "3 differ", false, false, 3},
		{
			"rules that are missing or unknown", []string{file, "--from", "2026-03-14"}, "not known to the program: 4.21.",
			false, false, 3,
		},
		{
			"into no version", []string{file, "--from", "2026-03-15"}, "no version of the constitution from 15 March 2026",
			false, true, 3,
		},
		{"from no day", []string{file, "--from", "soon"}, "--from", true, true, 3},
		{
			"every problem with its line", []string{write("4.2 Ten.\n4.1 Late.\n4.2 Again.\n")},
			"line 2: rule 4.1 follows rule 4.2", true, true, 3,
		},
		{
			"the second of them", []string{write("4.2 Ten.\n4.1 Late.\n4.2 Again.\n")}, "line 3: rule 4.2 is already on line 1",
			true, true, 3,
		},
		{"no text", []string{write("\x00\x01")}, "line 1", true, true, 3},
		{"nothing", []string{write("")}, "no numbered paragraph", true, true, 3},
		{"no file", []string{filepath.Join(data, "nothing.md")}, "nothing.md", false, true, 3},
		{"no name", nil, "name one file", true, true, 3},
	} {
		out, err := askConstitution(t, append(append([]string{"import"}, c.args...), "--data", data)...)
		if err != nil {
			out += err.Error()
		}
		if (err != nil) != c.fails || errors.Is(err, errUsage) != c.usage || !strings.Contains(out, c.says) {
			t.Errorf("%s: %q, %v", c.name, out, err)
		}
		if n := entries(); n != c.entries {
			t.Errorf("%s: %d entries in the audit log, want %d", c.name, n, c.entries)
		}
	}
}
