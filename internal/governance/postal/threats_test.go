package postal

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shown is a cell of the table of attackers: what is so, and the tests that show it.
type shown struct {
	is    string
	tests []string
}

// threats are who attacks a vote, and what each gets.
var threats = []struct {
	who                 string
	reads, changes, how shown // reads votes; changes the result; seen by
}{
	{
		"secretary or president, with the database",
		shown{"no", []string{"TestNoAttackerFindsAVote", "TestWhoSeesWhat"}},
		shown{"no: they are no tellers, do not start the entry again, and a changed result is refused", []string{
			"TestNobodyBothRunsAVoteAndCountsIt", "TestOnlyTellersStartTheEntryAgain", "TestAChangedVoteIsStopped",
		}},
		shown{"every page with a total, and the next step", []string{"TestAChangedVoteIsStopped"}},
	},
	{
		"administrator",
		shown{"no", []string{"TestNoAttackerFindsAVote", "TestEveryRouteOfAPostalVoteForEveryRoleInEveryState"}},
		shown{"no: no page, and as a writer to the database below", []string{"TestEveryRouteOfAPostalVoteForEveryRoleInEveryState"}},
		shown{"as a writer to the database below", []string{"TestNothingFalseIsShownOrDeclaredAfterAChangeInTheDatabase"}},
	},
	{
		"whoever can write to the database",
		shown{"no: not what is stored, and nothing is sealed to a key of theirs", []string{
			"TestNoAttackerFindsAVote", "TestNothingIsSealedToKeysThatTheTellersDidNotSign",
		}},
		shown{"no: a result needs both tellers’ signatures. The vote can be stopped", []string{
			"TestNothingFalseIsShownOrDeclaredAfterAChangeInTheDatabase", "TestAVoteThatWasChangedInTheDatabaseDoesNotGoOn",
		}},
		shown{"the next step and every page with a total, which name the part", []string{
			"TestNothingFalseIsShownOrDeclaredAfterAChangeInTheDatabase",
		}},
	},
	{
		"the same, who rewrites the log too",
		shown{"no, where the tellers take the number of the keys from their own notes", []string{
			"TestNothingIsSealedToKeysThatTheTellersDidNotSign", "TestNobodyEntersWithoutTheNumberOfTheKeys",
			"TestAVoteMadeToLookAsOneOfBeforeIsNotSealedToAnybodyElse",
		}},
		shown{"no, for the same reason", []string{"TestTheLogAloneDoesNotMakeAForgedResultTrue"}},
		shown{"the tellers, by the number of the keys; whoever checks the signatures", []string{
			"TestEntryAsksForTheNumberOfTheKeys", "TestTheLogAloneDoesNotMakeAForgedResultTrue",
		}},
	},
	{
		"whoever hands out a false vote file",
		shown{"no: nothing is sealed on the tellers’ machines", []string{"TestNothingIsSealedToOtherKeysThanTheTellerSigned"}},
		shown{"no: nothing is compared or counted there", []string{"TestNothingIsSealedToOtherKeysThanTheTellerSigned"}},
		shown{"the teller’s machine, which says what changed", []string{"TestNothingIsSealedToOtherKeysThanTheTellerSigned"}},
	},
	{
		"one teller",
		shown{"**yes: every paper** (5.10). No page or comparison tells what the other teller typed", []string{
			"TestNoAttackerFindsAVote",
		}},
		shown{"no: two approvals are needed, and entries that differ are not counted", []string{
			"TestAVoteEnteredOffline", "TestWhoMayApprove", "TestTwoTellersEnter",
		}},
		shown{"the other teller, whose entries differ", []string{"TestMissingAndDoublePapersAreFound"}},
	},
	{
		"whoever has both cookies of a teller’s browser while the key is kept open",
		shown{"no paper: which papers differ, and the totals once nothing differs, for half an hour at most", []string{
			"TestASittingTakesTheKeyOnce", "TestNoOneElseUsesASitting",
		}},
		shown{"no: approving asks for a recent sign-in, and entries that were corrected differ from the other teller’s", []string{
			"TestASittingTakesTheKeyOnce", "TestMissingAndDoublePapersAreFound",
		}},
		shown{"the other teller, whose entries differ; a correction makes the approvals void", []string{
			"TestMissingAndDoublePapersAreFound", "TestACorrectionTakesApprovalsBack",
		}},
	},
	{
		"reader of backups, logs and the printed list",
		shown{"no: no vote is stored, and no serial", []string{"TestNoAttackerFindsAVote", "TestNothingThatIsStoredTellsAVote"}},
		shown{"no: without both tellers’ signatures there is no result", []string{"TestAVoteEnteredOffline"}},
		shown{"no one: who reads a copy leaves no trace. Neither order nor size tells more", []string{
			"TestStorageOrderSaysNothingOfTheOrderOfEntry", "TestAnEntrysRowSaysNothing",
		}},
	},
	{
		"all officers together, with database, backups, logs and the printed list",
		shown{"no", []string{"TestNoAttackerFindsAVote"}},
		shown{"no: a result needs both tellers’ signatures", []string{"TestTheLogAloneDoesNotMakeAForgedResultTrue"}},
		shown{"the tellers, and whoever checks the signatures", []string{"TestTheLogAloneDoesNotMakeAForgedResultTrue"}},
	},
}

const (
	threatsBegin = "<!-- The table is written by go test ./internal/governance/postal -run Threats -update -->\n"
	threatsEnd   = "<!-- End of the table -->\n"
)

// cell is a cell of the table in the document.
func (s shown) cell() string {
	tests := make([]string, len(s.tests))
	for i, name := range s.tests {
		tests[i] = "`" + name + "`"
	}
	return s.is + " (" + strings.Join(tests, ", ") + ")"
}

// TestThreatsAreThoseOfTheDocument: the table of attackers in docs/ballots.md has a
// test for each cell, and each of them is one that there is.
func TestThreatsAreThoseOfTheDocument(t *testing.T) {
	there := testNames(t, filepath.Join("..", "..", ".."))
	var b strings.Builder
	b.WriteString("| who | reads votes | changes the result | seen by |\n|---|---|---|---|\n")
	for _, row := range threats {
		for column, cell := range map[string]shown{"reads": row.reads, "changes": row.changes, "seen by": row.how} {
			if cell.is == "" || len(cell.tests) == 0 {
				t.Errorf("%s, %s: no test shows it", row.who, column)
			}
			for _, name := range cell.tests {
				if !there[name] {
					t.Errorf("%s, %s: there is no test %s", row.who, column, name)
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.who, row.reads.cell(), row.changes.cell(), row.how.cell())
	}
	file := filepath.Join("..", "..", "..", "docs", "ballots.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), threatsBegin)
	table, tail, closed := strings.Cut(rest, threatsEnd)
	if !ok || !closed {
		t.Fatal("docs/ballots.md has no place for the table of attackers")
	}
	if *update {
		if err := os.WriteFile(file, []byte(head+threatsBegin+"\n"+b.String()+"\n"+threatsEnd+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != "\n"+b.String()+"\n" {
		t.Error("the table of attackers in docs/ballots.md is another: go test ./internal/governance/postal -run Threats -update")
	}
	// What the rest of the document claims has tests that there are, too.
	for _, m := range regexp.MustCompile("`(Test[A-Z]\\w+)`").FindAllStringSubmatch(string(text), -1) {
		if !there[m[1]] {
			t.Errorf("docs/ballots.md names %s, which there is not", m[1])
		}
	}
}

// testNames are all tests of the program.
func testNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	test := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	for _, folder := range []string{"internal", "web", "cmd", "e2e"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range test.FindAllSubmatch(text, -1) {
				out[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
