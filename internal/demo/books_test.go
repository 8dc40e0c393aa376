package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

// hledger and ledger agree with the demonstration's books about every account, to the cent, and they agree with the log.
func TestTheBooksOfTheDemonstrationAgree(t *testing.T) {
	db := storetest.SQLite(t)
	fill(t, db, Small(), "2026-11-21")
	if problem, err := treasury.CompareWithLog(context.Background(), db); err != nil || problem != "" {
		t.Errorf("%q, %v", problem, err)
	}
	othersAgree(t, db)
}

// others are the programs that read the journal, each with how it writes the balance of every account on a line.
var others = map[string][]string{
	"hledger": {"-f", "-", "--strict", "balance", "--flat", "--no-total", "-O", "csv"},
	"ledger": {
		"-f", "-", "--pedantic", "balance", "--flat", "--no-total", "--balance-format",
		"%(quoted(account)),%(quoted(scrub(display_total)))\\n",
	},
}

// othersAgree checks that hledger and ledger read the journal and have the balance of every account as we have, and no other.
func othersAgree(t *testing.T, db *store.DB) {
	t.Helper()
	books, actor := treasury.New(db, civil.SystemClock), auth.System("test")
	j, err := books.JournalFile(context.Background(), actor, treasury.JournalFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := j.WritePlain(&b); err != nil {
		t.Fatal(err)
	}
	trial, err := books.TrialBalance(context.Background(), actor)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, a := range trial.Accounts {
		if trial.Balances[a.Code] != 0 {
			want[a.PlainName()] = trial.Balances[a.Code].Plain() + " NZD"
		}
	}
	for name, args := range others {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("no %s, and nothing may be skipped in CI: run make test", name)
			}
			t.Logf("%s is not installed: run make test", name)
			continue
		}
		cmd := exec.Command(name, args...)
		cmd.Env, cmd.Stdin = append(cmd.Environ(), "LC_ALL=C.UTF-8"), bytes.NewReader(b.Bytes())
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		got := map[string]string{}
		lines, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		for _, cells := range lines {
			if cells[0] != "account" { // a head
				got[cells[0]] = cells[1]
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s differs (- ours, + its):\n%s\n%s", name, diff, out)
		}
	}
}
