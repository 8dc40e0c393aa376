package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

func TestTellerRefusals(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	open := newVoteFile(t, w, "2999-01-01")
	w.write("open.json", open)
	w.write("wrong", "not the passphrase")
	w.write("short", "short")
	w.write("long", strings.Repeat("x", 4096))
	w.write("broken.json", strings.Replace(string(w.vote.Encode()), "Motion number", "Motion  number", 1)[1:])
	w.must("", "key", "--key", "cal.age", "--passphrase-file", "secret")
	w.must("", with("ana", "enter", "vote.json")...)
	w.must("", with("ben", "enter", "vote.json")...)
	mine, theirs := "egm-2026-teller-1.json", "egm-2026-teller-2.json"
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no such command":     {[]string{"peek"}, "no command"},
		"too many arguments":  {with("ana", "key", "x"), "with --key"},
		"no test message":     {with("ana", "open"), "name the test message"},
		"a test not there":    {with("ana", "open", "nothing.age"), "nothing.age"},
		"a test that is none": {with("ana", "open", "vote.json"), "damaged"},
		"no vote file":        {with("ana", "enter"), "name the vote file"},
		"a broken vote file":  {with("ana", "enter", "broken.json"), "damaged"},
		"not a vote file":     {with("ana", "enter", "ana.age"), "damaged"},
		"an open vote":        {with("ana", "enter", "open.json"), "open until"},
		"wrong passphrase": {
			[]string{"enter", "vote.json", "--key", "ana.age", "--passphrase-file", "wrong"}, "passphrase does not open",
		},
		"endless passphrase": {
			[]string{"enter", "vote.json", "--key", "ana.age", "--passphrase-file", "long"}, "larger than",
		},
		"short new passphrase": {[]string{"key", "--key", "new.age", "--passphrase-file", "short"}, "at least 12"},
		"no key": {
			[]string{"enter", "vote.json", "--key", "none.age", "--passphrase-file", "secret"}, "none.age: key file not found",
		},
		"a key of no teller":    {with("cal", "enter", "vote.json"), "does not belong to a teller of this vote"},
		"another's entries":     {with("ana", "enter", "vote.json", "--entries", theirs), "teller 2's file"},
		"a folder not there":    {with("ana", "enter", "vote.json", "--entries", "no/such/file.json"), "no such file"},
		"entries the wrong way": {with("ana", "compare", theirs, mine), "name your own entries first"},
		"mine twice":            {with("ana", "compare", mine, mine), "is also yours"},
		"a stranger compares":   {with("cal", "compare", mine, theirs), "not entered with this key"},
		"one file":              {with("ana", "compare", mine), "name your entries"},
		"not entries":           {with("ana", "compare", mine, "vote.json"), "damaged"},
		"total of one file":     {with("ana", "total", mine), "name your entries"},
	} {
		t.Run(name, func(t *testing.T) {
			out, _, err := w.run("", c.args...)
			if !errors.Is(err, errUsage) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v %q; want %q", err, out, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "invalid:") || strings.Contains(err.Error(), tellerPassphrase)) {
				t.Errorf("not in words for a person: %v", err)
			}
		})
	}
	if _, err := os.Stat("new.age"); err == nil {
		t.Error("a key under a short passphrase was written")
	}
}

// newVoteFile is the same vote with another closing date.
func newVoteFile(t *testing.T, w *tellersTable, closing string) string {
	t.Helper()
	p := *w.vote
	p.Closing = civil.MustParseDate(closing)
	return string(p.Encode())
}

func TestEntriesOfAnotherVoteFile(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	w.must("", with("ana", "enter", "vote.json")...)
	w.write("other.json", newVoteFile(t, w, "2026-04-26"))
	w.must("", with("ben", "enter", "other.json")...)
	if _, _, err := w.run(
		"", with("ana", "enter", "other.json")...,
	); err == nil || !strings.Contains(err.Error(), "another vote file") {
		t.Errorf("going on with another vote file: %v", err)
	}
	if _, _, err := w.run(
		"", with("ana", "compare", "egm-2026-teller-1.json", "egm-2026-teller-2.json")...,
	); err == nil || !strings.Contains(err.Error(), "different vote files") {
		t.Errorf("comparing entries of two vote files: %v", err)
	}
}

// Who stops entering, and who finds differences, is told what comes next.
func TestTellersAreToldWhatComesNext(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	paper := w.serials[0].String()
	_, next, err := w.run(paper+"\ny\n\nquit\n", with("ana", "enter", "vote.json")...)
	if err != nil || !strings.Contains(next, "nzgs teller compare egm-2026-teller-1.json THEIRS") {
		t.Errorf("after entering: %v, %q", err, next)
	}
	w.must(paper+"\nn\n\nquit\n", with("ben", "enter", "vote.json")...)
	_, _, err = w.run("", with("ana", "compare", "egm-2026-teller-1.json", "egm-2026-teller-2.json")...)
	if err == nil || !strings.Contains(
		err.Error(), "1 difference: look",
	) || !strings.Contains(err.Error(), "correct SERIAL") {
		t.Errorf("after comparing: %v", err)
	}
}

func TestKeyFilesAreForTheirOwner(t *testing.T) {
	w := newTellersTable(t, 1, 1, "2026-04-25")
	w.must("", with("ana", "enter", "vote.json")...)
	for _, name := range []string{"ana.age", "egm-2026-teller-1.json"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	before, _ := os.ReadFile("ana.age")
	again := w.must("", with("ana", "key")...)
	after, _ := os.ReadFile("ana.age")
	if !bytes.Equal(before, after) || strings.TrimSpace(again) != w.vote.Tellers[0].Card.String() {
		t.Error("making a key that is there prints its line again")
	}
}
