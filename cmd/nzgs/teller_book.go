package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/machine"
)

// entryBook is a teller's entries file while papers are entered. It keeps no
// vote in memory: only which record is which paper's.
type entryBook struct {
	path    string
	vote    *ballot.Package
	teller  ballot.TellerNumber
	id      *ballot.Identity
	records map[ballot.Serial]ballot.Record
	lock    *os.File
}

// openBook opens the teller's entries of a vote, or begins them. It stays
// locked until close.
func openBook(cmd *cobra.Command, path string, vote *ballot.Package, id *ballot.Identity) (_ *entryBook, err error) {
	b := &entryBook{
		path: path, vote: vote, teller: vote.TellerOf(id.Card()), id: id, records: map[ballot.Serial]ballot.Record{},
	}
	if b.teller == 0 {
		return nil, refused{
			errors.New(
				"this key does not belong to a teller of this vote: use the key that was registered for it, or have the vote " +
					"file made again",
			),
		}
	}
	if b.path == "" {
		b.path = fmt.Sprintf("%s-teller-%d.json", vote.Vote, b.teller)
	}
	if err := b.lockFolder(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if _, err := os.Lstat(b.path); errors.Is(err, fs.ErrNotExist) {
		return b, b.save() // now, so that a folder that cannot be written to is found before the first paper
	}
	data, err := readFile(cmd, b.path, maxTellerFile)
	if err != nil {
		return nil, err
	}
	return b, b.take(data)
}

// lockFolder keeps a second nzgs from writing entries in the same folder.
func (b *entryBook) lockFolder() error {
	folder := filepath.Dir(b.path)
	if _, err := os.Stat(folder); err != nil {
		return refused{plainPath(err)}
	}
	d, err := machine.LockFolder(folder)
	if err != nil {
		return refused{fmt.Errorf("another nzgs is entering papers in the folder of %s: finish that first", b.path)}
	}
	b.lock = d
	return nil
}

func (b *entryBook) close() error { return unlock(b.lock) }

// take reads entries that were made before.
func (b *entryBook) take(data []byte) error {
	e, err := ballot.ParseEntries(data)
	if err != nil {
		return tellerRefusal(b.path, err)
	}
	switch {
	case e.Package.Hash() != b.vote.Hash():
		return refused{
			fmt.Errorf(
				"%s belongs to another vote file (package %s, not %s)", b.path, e.Package.Hash().Short(), b.vote.Hash().Short(),
			),
		}
	case e.Teller != b.teller:
		return refused{fmt.Errorf("%s is teller %d's file, but your key is teller %d's", b.path, e.Teller, b.teller)}
	}
	batch, err := e.Open(b.id)
	if err != nil {
		return tellerRefusal(b.path, err)
	}
	for _, o := range batch.Papers {
		if _, twice := b.records[o.Paper.Serial]; twice {
			return refused{fmt.Errorf("%s has paper %s twice", b.path, o.Paper.Serial)}
		}
		i, _ := slices.BinarySearchFunc(e.Records, o.Record, func(
			r ballot.Record, id ballot.RecordID,
		) int {
			return strings.Compare(string(r.ID), string(id))
		})
		b.records[o.Paper.Serial] = e.Records[i]
	}
	return nil
}

// has reports whether a paper has been entered.
func (b *entryBook) has(s ballot.Serial) bool {
	_, ok := b.records[s]
	return ok
}

// put seals papers in place of what was entered for their serials, and saves.
func (b *entryBook) put(papers ...ballot.Paper) error {
	before := make(map[ballot.Serial]ballot.Record, len(b.records))
	for s, r := range b.records {
		before[s] = r
	}
	for _, p := range papers {
		r, err := b.vote.Seal(b.teller, p, rand.Reader)
		if err != nil {
			b.records = before
			return err
		}
		b.records[p.Serial] = r
	}
	if err := b.save(); err != nil {
		b.records = before
		return err
	}
	return nil
}

// remove takes a paper out and saves.
func (b *entryBook) remove(s ballot.Serial) error {
	r, ok := b.records[s]
	if !ok {
		return nil
	}
	delete(b.records, s)
	if err := b.save(); err != nil {
		b.records[s] = r
		return err
	}
	return nil
}

// serials are the papers that were entered, in the order of their serials.
func (b *entryBook) serials() []string {
	var out []string
	for s := range b.records {
		out = append(out, s.String())
	}
	slices.Sort(out)
	return out
}

func (b *entryBook) save() error {
	var records []ballot.Record
	for _, r := range b.records {
		records = append(records, r)
	}
	e, err := ballot.SignEntries(b.vote, b.id, records)
	if err != nil {
		return err
	}
	return replaceFile(b.path, e.Encode())
}
