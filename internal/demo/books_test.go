package demo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

// hledger agrees with the demonstration's books about every account, to the cent, and they agree with the log.
func TestTheBooksOfTheDemonstrationAgree(t *testing.T) {
	db := storetest.SQLite(t)
	fill(t, db, Small(), "2026-11-21")
	if problem, err := treasury.CompareWithLog(context.Background(), db); err != nil || problem != "" {
		t.Errorf("%q, %v", problem, err)
	}
	hledgerAgrees(t, db)
}

// hledgerAgrees checks that hledger reads the journal and has the balance of every account as we have.
func hledgerAgrees(t *testing.T, db *store.DB) {
	t.Helper()
	if _, err := exec.LookPath("hledger"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no hledger, and nothing may be skipped in CI: run make test")
		}
		t.Skip("hledger is not installed: run make test")
	}
	books, actor := treasury.New(db, civil.SystemClock), auth.System("test")
	j, err := books.ReadJournal(context.Background(), actor, treasury.JournalFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := j.WritePlain(&b); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("hledger", "-f", "-", "balance", "--flat", "--no-total", "-O", "csv")
	cmd.Env, cmd.Stdin = append(cmd.Environ(), "LC_ALL=C.UTF-8"), &b
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trial, err := books.TrialBalance(context.Background(), actor)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range trial.Accounts {
		line := fmt.Sprintf("%q,%q", a.PlainName(), trial.Balances[a.Code].Plain()+" NZD")
		if trial.Balances[a.Code] != 0 && !strings.Contains(string(out), line) {
			t.Errorf("no line %s in\n%s", line, out)
		}
	}
}
