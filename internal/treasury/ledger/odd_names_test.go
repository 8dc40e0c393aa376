package ledger

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// What people type as a name, a project or a text means nothing to programs that read the journal: brackets would be a day,
// a comma would end a tag.
func TestOddNames(t *testing.T) {
	odd := []string{
		"O’Neil \"the\" \\ 'player'", "two  spaces", "semi; colon", "Tūī Kōwhai", "new\nline\ttab", "a:b", "[2026-99-99] x", "[2026-01-31]",
		"[=2026-13-01]", "date:2026-99-99", "x, date:2026-99-99", "(paren) {brace} <angle>", "=1+1", "* star", "! bang", "| pipe", "party: a",
		"@ 5 USD", "(virtual", ":tag:", "key:: 1/0", "type:Z", "line\u2028end", "#hash", "%percent", "\u00a0space\u3000wide", "end comment",
		"nul\x00 esc\x1b", "",
	}
	accounts := []Account{{Code: "1000", Name: "Bank = x, @ 'y' {z} <q> #", Kind: Asset}, {Code: "1100", Name: "Members’  balances", Kind: Asset}}
	names := map[Party]string{}
	var entries []Entry
	for i, s := range odd {
		p := Party{Person: int64(i + 1)}
		names[p] = s
		entries = append(entries, Entry{
			Number: EntryNo{2026, i + 1}, Day: civil.MustParseDate("2026-01-02"), Text: s,
			Lines: []Line{{Account: "1000", Amount: 2500, Tag: s}, {Account: "1100", Amount: -2500, Party: p, Tag: s}},
		})
	}
	var b strings.Builder
	if err := writeJournal(&b, accounts, entries, names); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x00\x1b") || strings.Count(b.String(), "\n    Assets:") != 2*len(odd) {
		t.Errorf("%s", b.String())
	}
	for name, args := range map[string][]string{
		"hledger": {"-f", "-", "--strict", "register", "date:2026-01-02"}, "ledger": {"-f", "-", "--args-only", "register"},
	} {
		program, err := exec.LookPath(name)
		if err != nil && os.Getenv("CI") == "true" {
			t.Fatalf("no %s, and nothing may be skipped in CI: run make test", name)
		}
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Env, cmd.Stdin = append(cmd.Environ(), "LC_ALL=C.UTF-8"), strings.NewReader(b.String())
		out, err := cmd.CombinedOutput()
		if n := strings.Count(string(out), "25.00 NZD"); err != nil || n < len(odd) {
			t.Errorf("%s: %v, %d lines of the day\n%s", name, err, n, out)
		}
	}
}
