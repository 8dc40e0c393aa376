package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"filippo.io/age/armor"

	"nzgs/internal/governance/ballot"
)

const tellerPassphrase = "korimako ruru tui kea"

// TestForms: the search finds what it looks for.
func TestForms(t *testing.T) {
	for _, file := range [][]byte{
		[]byte("xx yna-!yna-!yna-!yna-! xx"),
		[]byte(strings.ToUpper("x") + hex.EncodeToString([]byte("yna-!yna-!yna-!yna-!"))),
		[]byte(base64.StdEncoding.EncodeToString([]byte("1yna-!yna-!yna-!yna-!"))),
		[]byte(base64.StdEncoding.EncodeToString([]byte("12yna-!yna-!yna-!yna-!45"))),
	} {
		if !slices.ContainsFunc(forms("yna-!yna-!yna-!yna-!"), func(f []byte) bool { return bytes.Contains(file, f) }) {
			t.Errorf("not found in %q", file)
		}
	}
}

// TestTwoTellersCount is the whole way: keys, proof, 40 papers entered twice,
// two differences, corrected, totals, both approvals.
func TestTwoTellersCount(t *testing.T) {
	const motions, made = 24, 42
	w := newTellersTable(t, motions, made, "2026-04-25")
	back := w.serials[:40]
	right := func(n int) string {
		if n == 39 {
			return "r1"
		}
		return planted(n, motions)
	}
	w.proveKeys()

	// Ana types all, in order; Ben types them the other way round in two sittings, and misreads two.
	w.must(typed(back, right), with("ana", "enter", "vote.json")...)
	reversed := slices.Clone(back)
	slices.Reverse(reversed)
	misread := func(n int) string {
		v := right(39 - n)
		switch 39 - n {
		case 4:
			return swap(v[:1]) + v[1:]
		case 17:
			return "r6"
		}
		return v
	}
	w.must(typed(reversed[:10], misread), with("ben", "enter", "vote.json")...)
	out := w.must(
		typed(reversed[10:], func(n int) string { return misread(n + 10) }), with("ben", "enter", "vote.json")...,
	)
	if !strings.HasSuffix(out, "40 papers of 42 made are in egm-2026-teller-2.json.\n") {
		t.Errorf("at the end: %q", out[max(0, len(out)-200):])
	}

	files := []string{"egm-2026-teller-1.json", "egm-2026-teller-2.json"}
	differences, _, err := w.run("", with("ana", append([]string{"compare"}, files...)...)...)
	want := []string{back[4].String() + ": motion 1", back[17].String() + ": valid or rejected"}
	slices.Sort(want)
	if err == nil || errors.Is(err, errUsage) || differences != strings.Join(want, "\n")+"\n" {
		t.Errorf("differences %q, %v; want %q", differences, err, want)
	}
	if _, _, err := w.run(
		"", with("ana", append([]string{"total"}, files...)...)...,
	); err == nil || !strings.Contains(err.Error(), "2 differences") {
		t.Errorf("total while entries differ: %v", err)
	}
	if _, err := os.Stat("egm-2026-result.json"); err == nil {
		t.Error("a result while entries differ")
	}

	w.must(
		fmt.Sprintf("correct %s\n%s\n\ncorrect %s\n%s\n\nquit\n", back[4], right(4), back[17], right(17)),
		with("ben", "enter", "vote.json")...,
	)
	if out := w.must(
		"", with("ben", "compare", files[1], files[0])...,
	); !strings.HasPrefix(out, "Nothing differs in 40 papers") {
		t.Errorf("after correcting: %q", out)
	}
	w.total(files, right)

	var all []string
	for n := range back {
		if v := right(n); len(v) == motions {
			all = append(all, v)
		}
	}
	w.checkNoVotes(all...)
}

func swap(choice string) string {
	if choice == "y" {
		return "n"
	}
	return "y"
}

// proveKeys has both tellers answer a test message.
func (w *tellersTable) proveKeys() {
	w.t.Helper()
	for i, name := range []string{"ana", "ben"} {
		test, err := ballot.NewTest(w.vote.Vote, w.vote.Tellers[i].Card, rand.Reader)
		if err != nil {
			w.t.Fatal(err)
		}
		message, err := test.Message()
		if err != nil {
			w.t.Fatal(err)
		}
		w.write("test.age", string(message))
		if _, err := test.Check(w.must("", with(name, "open", "test.age")...)); err != nil {
			w.t.Errorf("%s: %v", name, err)
		}
		if _, err := test.Check(w.must(string(message), with(name, "open", "-")...)); err != nil {
			w.t.Errorf("%s, from standard input: %v", name, err)
		}
		other := []string{"ben", "ana"}[i]
		if _, _, err := w.run("", with(other, "open", "test.age")...); err == nil {
			w.t.Errorf("%s opened the test of %s", other, name)
		}
	}
}

// total has both tellers approve, and checks the file that is uploaded.
func (w *tellersTable) total(files []string, right func(int) string) {
	w.t.Helper()
	first := w.must("", with("ana", "total", files[0], files[1])...)
	if !strings.Contains(first, "40 papers, 1 of them rejected.") || !strings.Contains(first, "has your approval") {
		w.t.Errorf("the first total says %q", first)
	}
	data, err := os.ReadFile("egm-2026-result.json")
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := ballot.ParseResult(data)
	if err != nil || !errors.Is(r.Verify(w.vote), ballot.ErrUnapproved) {
		w.t.Errorf("approved by one: %v, %v", err, r.Verify(w.vote))
	}
	if out := w.must("", with("ben", "total", files[1], files[0])...); !strings.Contains(out, "ready to upload") {
		w.t.Errorf("the second total says %q", out)
	}
	if data, err = os.ReadFile("egm-2026-result.json"); err != nil {
		w.t.Fatal(err)
	}
	if r, err = ballot.ParseResult(data); err != nil || r.Verify(w.vote) != nil {
		w.t.Fatalf("the file to upload: %v, %v", err, r.Verify(w.vote))
	}
	w.verified()
	if r.Papers != 40 || r.Rejected != 1 {
		w.t.Errorf("%d papers, %d rejected", r.Papers, r.Rejected)
	}
	for m, got := range r.Motions {
		want := ballot.Tally{Motion: m + 1}
		for n := range 39 {
			switch right(n)[m] {
			case 'y':
				want.Yes++
			case 'n':
				want.No++
			case 'a':
				want.Abstain++
			default:
				want.Informal++
			}
		}
		if got != want {
			w.t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestTotalsOfOtherEntries: an approval is never added to other figures.
func TestTotalsOfOtherEntries(t *testing.T) {
	w := newTellersTable(t, 2, 3, "2026-04-25")
	votes := func(int) string { return "yn" }
	for _, name := range []string{"ana", "ben"} {
		w.must(typed(w.serials[:2], votes), with(name, "enter", "vote.json")...)
	}
	a, b := "egm-2026-teller-1.json", "egm-2026-teller-2.json"
	w.must("", with("ana", "total", a, b, "--result", "r.json")...)
	w.must("undo\ncorrect "+w.serials[1].String()+"\nyn\n\n", with("ben", "enter", "vote.json")...)
	before, _ := os.ReadFile("r.json")
	if _, _, err := w.run(
		"", with("ben", "total", b, a, "--result", "r.json")...,
	); err == nil || !strings.Contains(err.Error(), "different entries") {
		t.Errorf("a result of other entries: %v", err)
	}
	if after, _ := os.ReadFile("r.json"); !bytes.Equal(after, before) {
		t.Error("and it was changed")
	}
	w.write("r.json", strings.Replace(string(before), `"yes": 2`, `"yes": 1`, 1))
	if _, _, err := w.run("", with("ana", "total", a, b, "--result", "r.json")...); !errors.Is(err, errUsage) {
		t.Errorf("a result someone changed: %v", err)
	}
	forged, err := ballot.ParseResult(before)
	if err != nil {
		t.Fatal(err)
	}
	forged.Approvals[0].Signature[0] ^= 1
	w.write("r.json", string(forged.Encode()))
	if _, _, err := w.run(
		"", with("ana", "total", a, b, "--result", "r.json")...,
	); !errors.Is(err, errUsage) || !strings.Contains(err.Error(), "approval of teller 1") {
		t.Errorf("an approval no one gave: %v", err)
	}
}

func TestEnteringPapers(t *testing.T) {
	w := newTellersTable(t, 2, 4, "2026-04-25")
	a, b := w.serials[0].String(), w.serials[1].String()
	stranger, _ := ballot.NewSerial(rand.Reader)
	flipped := b[:1] + swap(b[1:2]) + b[2:]
	out := w.must(strings.Join([]string{
		"help", "", "list", "undo",
		flipped,           // a mistyped serial
		stranger.String(), // of another vote
		strings.ToLower(
			strings.ReplaceAll(a, "-", ""),
		), "y", "yx", "yy", "yn", "", // too few, a wrong letter, yes yes, no: yes no, right
		a,                           // again
		"NZGS:" + b, "r1", "r2", "", // as the scanner types it; one reason, another one, right
		"correct " + stranger.String(), "correct " + w.serials[2].String(),
		"correct " + a, "--", "x", // left as it was
		w.serials[2].String(), "na", "",
		"undo", "undo",
		w.serials[3].String(), "aa", "", "remove " + w.serials[3].String(), "remove " + w.serials[3].String(),
		"list", "quit", "never read",
	}, "\n"), with("ana", "enter", "vote.json")...)
	for _, want := range []string{
		"closed on", "You are teller 1, Ana.", "Only Ana and Ben can open what you enter.", "r7 another reason",
		"not entered a paper in this sitting", "one symbol of this is wrong", "No paper of this vote",
		"A letter for each of 1 2", "1 Yes, 2 Yes", "1 Yes, 2 No", "Saved: " + a, "This paper is already entered",
		"Rejected: no name",
		"This paper has not been entered", "Left as it was: " + a, "Removed: " + w.serials[2].String(),
		"Removed: " + w.serials[3].String(),
		"2 papers of 4 made are in egm-2026-teller-1.json.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	got := w.opened("ana", "egm-2026-teller-1.json")
	if len(got) != 2 || got[a] != "yn" || got[b] != "no_name" {
		t.Errorf("entered: %v", got)
	}
}

// opened are the papers of an entries file by serial, read with a teller's key.
func (w *tellersTable) opened(name, path string) map[string]string {
	w.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	e, err := ballot.ParseEntries(data)
	if err != nil {
		w.t.Fatal(err)
	}
	key, err := os.ReadFile(name + ".age")
	if err != nil {
		w.t.Fatal(err)
	}
	id, err := ballot.OpenIdentity(key, tellerPassphrase)
	if err != nil {
		w.t.Fatal(err)
	}
	batch, err := e.Open(id)
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]string{}
	for _, o := range batch.Papers {
		v := string(o.Paper.Rejected)
		for _, c := range o.Paper.Choices {
			v += string(rune(c))
		}
		out[o.Paper.Serial.String()] = v
	}
	return out
}

func TestEnteringATable(t *testing.T) {
	w := newTellersTable(t, 2, 3, "2026-04-25")
	a, b := w.serials[0].String(), w.serials[1].String()
	_, errs, err := w.run("", with("ana", "enter", "vote.json", "--csv", "papers.csv")...)
	if !errors.Is(err, errUsage) {
		t.Errorf("a table that is not there: %v %q", err, errs)
	}
	w.write("bad.csv", "serial,1,2\n"+a+",yes,no\n"+b+",yes,perhaps\nnonsense,y,y\n")
	_, _, err = w.run("", with("ana", "enter", "vote.json", "--csv", "bad.csv")...)
	if !errors.Is(err, errUsage) || !strings.Contains(
		err.Error(), "line 3: Motion 2",
	) || !strings.Contains(err.Error(), "line 4") || strings.Contains(err.Error(), "perhaps") {
		t.Errorf("every problem by line, without what is written: %v", err)
	}
	if got := w.opened("ana", "egm-2026-teller-1.json"); len(got) != 0 {
		t.Errorf("a part of a bad table was taken: %v", got)
	}
	out := w.must(
		"serial,1,2,rejected\n"+a+",yes,no,\n"+b+",,,late\n",
		with("ana", "enter", "vote.json", "--csv", "-", "--entries", "mine.json")...,
	)
	if got := w.opened("ana", "mine.json"); len(got) != 2 || got[a] != "yn" || got[b] != "late" {
		t.Errorf("entered %v, saying %q", got, out)
	}
	if _, _, err := w.run(
		"serial,1,2\n"+a+",y,y\n", with("ana", "enter", "vote.json", "--csv", "-", "--entries", "mine.json")...,
	); !errors.Is(err, errUsage) || !strings.Contains(err.Error(), a) {
		t.Errorf("papers that were entered before: %v", err)
	}
	_, errs, err = w.run("", with("ana", "enter", "vote.json", "--csv", "papers.csv", "--entries", "mine.json")...)
	if err == nil || strings.Contains(errs, "destroy it now") {
		t.Error(errs, err)
	}
}

// TestAKeyFileCostsMuchToOpen: the keys of these tests open quickly; one that the
// program makes takes scrypt 2^16, which is 64 MiB for each passphrase tried.
func TestAKeyFileCostsMuchToOpen(t *testing.T) {
	w := newTellersTable(t, 1, 1, "2026-04-20")
	w.must("", with("dee", "key")...)
	for name, want := range map[string]string{"dee": "16", "ana": "8"} {
		file, err := os.ReadFile(filepath.Join(w.dir, name+".age"))
		if err != nil {
			t.Fatal(err)
		}
		inside, err := io.ReadAll(armor.NewReader(bytes.NewReader(file)))
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`(?m)^-> scrypt \S+ (\d+)$`).FindSubmatch(inside); m == nil || string(m[1]) != want {
			t.Errorf("%s.age: %q, want scrypt's cost %s", name, m, want)
		}
	}
}

// verified: anybody with the two files sees that they belong together, and who
// signed. A result in which one figure is changed is refused.
func (w *tellersTable) verified() {
	w.t.Helper()
	out := w.must("", "verify", "vote.json", "egm-2026-result.json")
	for _, want := range []string{
		"40 papers, 1 of them rejected.", "Ana, key " + w.vote.Tellers[0].Card.Fingerprint(),
		"Ben, key " + w.vote.Tellers[1].Card.Fingerprint(), "Not checked here: whether these keys are the tellers’ own.",
		"number of the keys  " + w.vote.Keys().Number(), "Each of these tellers signed all of them.",
	} {
		if !strings.Contains(out, want) {
			w.t.Errorf("verify does not say %q:\n%s", want, out)
		}
	}
	data, err := os.ReadFile("egm-2026-result.json")
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := ballot.ParseResult(data)
	if err != nil {
		w.t.Fatal(err)
	}
	for i := range r.Motions {
		r.Motions[i].Yes, r.Motions[i].No = r.Motions[i].No, r.Motions[i].Yes
	}
	w.write("forged.json", string(r.Encode()))
	if _, _, err := w.run("", "verify", "vote.json", "forged.json"); !errors.Is(err, errUsage) {
		w.t.Errorf("a forged result: %v", err)
	}
	if _, _, err := w.run("", "verify", "egm-2026-result.json", "vote.json"); !errors.Is(err, errUsage) {
		w.t.Errorf("files the wrong way round: %v", err)
	}
}
