package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
)

// tellersTable is a folder with a vote of two tellers: ana.age and ben.age are
// their keys, vote.json is the vote file, secret is the passphrase's file.
type tellersTable struct {
	t       *testing.T
	dir     string
	vote    *ballot.Package
	serials []ballot.Serial
}

// run is the real command line in the tellers' folder.
func (w *tellersTable) run(stdin string, args ...string) (stdout, stderr string, err error) {
	w.t.Helper()
	cmd := root()
	var out, errs bytes.Buffer
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SetArgs(append([]string{"teller"}, args...))
	err = cmd.ExecuteContext(context.Background())
	return out.String(), errs.String(), err
}

// must is run of something that works.
func (w *tellersTable) must(stdin string, args ...string) string {
	w.t.Helper()
	out, _, err := w.run(stdin, args...)
	if err != nil {
		w.t.Fatalf("nzgs teller %q: %v\n%s", args, err, out)
	}
	return out
}

// with adds the flags with a teller's key.
func with(name string, args ...string) []string {
	return append(args, "--key", name+".age", "--passphrase-file", "secret")
}

func newTellersTable(t *testing.T, motions, papers int, closing string) *tellersTable {
	t.Helper()
	w := &tellersTable{t: t, dir: t.TempDir()}
	t.Chdir(w.dir)
	t.Setenv("TMPDIR", w.dir) // so that a temporary file would be searched too
	w.write("secret", tellerPassphrase+"\r\n")
	p := ballot.Package{Vote: "egm-2026", Title: "Vote after the EGM", Closing: civil.MustParseDate(closing)}
	for _, name := range []string{"ana", "ben"} {
		_, file := ballottest.Key(tellerPassphrase)
		w.write(name+".age", string(file))
		card, err := ballot.ParseCard(w.must("", with(name, "key")...))
		if err != nil {
			t.Fatal(err)
		}
		p.Tellers = append(p.Tellers, ballot.Teller{Name: strings.ToUpper(name[:1]) + name[1:], Card: card})
	}
	for n := range motions {
		p.Motions = append(p.Motions, ballot.Motion{Number: n + 1, Text: fmt.Sprintf("Motion number %d of the meeting", n+1)})
	}
	for range papers {
		s, err := ballot.NewSerial(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		w.serials = append(w.serials, s)
	}
	p.Signatures = w.signatures(p.Keys())
	vote, err := ballot.NewPackage(p, w.serials, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w.vote = vote
	w.write("vote.json", string(vote.Encode()))
	return w
}

// identity is a teller's key.
func (w *tellersTable) identity(name string) *ballot.Identity {
	w.t.Helper()
	file, err := os.ReadFile(filepath.Join(w.dir, name+".age"))
	if err != nil {
		w.t.Fatal(err)
	}
	id, err := ballot.OpenIdentity(file, tellerPassphrase)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// signatures are both tellers' under the keys.
func (w *tellersTable) signatures(set ballot.KeySet) [][]byte {
	w.t.Helper()
	return [][]byte{w.identity("ana").SignKeys(set), w.identity("ben").SignKeys(set)}
}

func (w *tellersTable) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// planted are votes on many motions, told apart from each other and from
// anything that is in a file by chance.
func planted(n, motions int) string {
	letters := "yna-!"
	var out strings.Builder
	for m := range motions {
		out.WriteByte(letters[(n*n*7+m*m*3+n*m+m*n%5)%len(letters)])
	}
	return out.String()
}

// typed is what a teller types for papers, each confirmed with Enter.
func typed(serials []ballot.Serial, votes func(n int) string) string {
	var out strings.Builder
	for n, s := range serials {
		fmt.Fprintf(&out, "%s\n%s\n\n", s, votes(n))
	}
	return out.String()
}

// checkNoVotes searches every file of the folder, which is the one for temporary
// files too, for planted votes and serials in the forms in which they could be
// written.
func (w *tellersTable) checkNoVotes(votes ...string) {
	w.t.Helper()
	var secrets [][]byte
	for _, v := range votes {
		secrets = append(secrets, forms(v)...)
		secrets = append(secrets, forms(strings.Join(strings.Split(v, ""), ","))...)
		secrets = append(secrets, forms(words(v, ", "))...)
	}
	for _, s := range w.serials {
		secrets = append(secrets, forms(s.String())...)
		secrets = append(secrets, forms(strings.ReplaceAll(s.String(), "-", ""))...)
	}
	secrets = append(secrets, forms("AGE-SECRET-KEY-")...)
	files := 0
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files++
		for _, s := range secrets {
			if bytes.Contains(data, s) {
				w.t.Errorf("%s has %q", filepath.Base(path), s)
			}
		}
		if name := filepath.Base(path); name != "secret" && bytes.Contains(data, []byte(tellerPassphrase)) {
			w.t.Errorf("%s has the passphrase", name)
		}
		return err
	})
	if err != nil || files < 4 {
		w.t.Errorf("%d files searched, %v", files, err)
	}
}

func words(votes, between string) string {
	var out []string
	for _, c := range votes {
		out = append(out, ballot.Choice(c).Words())
	}
	return strings.Join(out, between)
}

// forms are the ways in which text may stand in a file.
func forms(s string) [][]byte {
	out := [][]byte{[]byte(s), []byte(strings.ToLower(s)), []byte(hex.EncodeToString([]byte(s)))}
	var wide []byte
	for i := range len(s) {
		wide = append(wide, s[i], 0)
	}
	out = append(out, wide)
	for shift := range 3 { // base64 at every alignment, without the ends
		b := base64.StdEncoding.EncodeToString(append(make([]byte, shift), s...))
		if len(b) > 16 {
			out = append(out, []byte(b[4:len(b)-4]))
		}
	}
	return out
}
