package takeover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Upload is a file that was sent.
type Upload struct {
	Name string
	io.Reader
}

// Beside are files that another room keeps in the same step as lists: what was wrong with them, or how they are kept.
type Beside struct {
	Keep  func(ctx context.Context, tx *store.Tx) (*usecase.Entry, error)
	Wrong apperr.Fields
}

// Send reads lists and keeps them beside those that wait, and what was sent beside them, all or none. Problems are of the field
// "file" and name the file.
func (s *Service) Send(ctx context.Context, actor auth.Actor, files []Upload, beside *Beside) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	before, err := headings(ctx, s.db)
	if err != nil {
		return err
	}
	var wrong apperr.Fields
	var read []waiting
	for _, file := range files {
		one, err := readFile(file, before)
		var problem *sheet.Error
		switch {
		case errors.As(err, &problem):
			wrong.Add("file", "%s: %s", cleanName(file.Name), problem.Error())
		case err != nil:
			return err
		default:
			read = append(read, one)
		}
	}
	if beside != nil {
		wrong = append(wrong, beside.Wrong...)
	} else if len(files) == 0 {
		wrong.Add("file", "Choose the files first.")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		done, err := s.keep(ctx, tx, permit, actor, read)
		if err != nil || beside == nil {
			return done, err
		}
		others, err := beside.Keep(ctx, tx)
		return done.Then(others), err
	})
}

func (s *Service) keep(ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, read []waiting) (*usecase.Entry, error) {
	if _, err := deleteOld(ctx, tx, s.cases.Today().AddDays(-keepDays).Midnight()); err != nil {
		return nil, err
	}
	if err := lockFiles(ctx, tx, actor.Account); err != nil {
		return nil, err
	}
	all, err := filesOf(ctx, tx, actor.Account)
	if err != nil {
		return nil, err
	}
	var f apperr.Fields
	var done *usecase.Entry
	for _, one := range read {
		if same := slices.IndexFunc(all, func(w waiting) bool { return w.Hash == one.Hash }); same >= 0 {
			f.Add("file", "%s: the same file as %s, which waits already.", one.Name, all[same].Name)
			continue
		}
		all = append(all, one)
		id, err := insertFile(ctx, tx, actor.Account, one.Name, one.Hash, one.content, s.cases.Now())
		if err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("send.takeover_file", "takeover_file", int64(id), nil, map[string]any{
			"file": one.Name, "sha256": one.Hash, "rows": len(one.Rows),
		}))
	}
	rows := 0
	for _, w := range all {
		rows += len(w.Rows)
	}
	switch {
	case len(all) > maxFiles:
		f.Add("file", "At most %d files wait together. Take those over first that wait.", maxFiles)
	case rows > maxWaiting:
		f.Add("file", "The files have %d rows together, and at most %d can wait. Take them over one after the other.", rows, maxWaiting)
	}
	return done, f.Err()
}

func readFile(file Upload, before remembered) (waiting, error) {
	data, err := sheet.Take(file)
	if err != nil {
		return waiting{}, err
	}
	list, err := sheet.Parse(data, "Members", "People", "Clubs", "Ratings", "Register")
	if err != nil {
		return waiting{}, err
	}
	sum := sha256.Sum256(data)
	out := waiting{Name: cleanName(file.Name), Hash: hex.EncodeToString(sum[:])}
	out.content, err = read(list, before)
	return out, err
}

// cleanName keeps a hostile name from filling a page.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	runes := []rune(oneLine(name))
	if len(runes) == 0 {
		return "list"
	}
	return string(runes[:min(len(runes), 120)])
}

func errGone() error {
	return apperr.New(apperr.NotFound, "This file was taken over or removed already.")
}

// Remove removes a file that waits.
func (s *Service) Remove(ctx context.Context, actor auth.Actor, id FileID) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	did := permit.Did("remove.takeover_file", "takeover_file", int64(id), nil, nil)
	return s.cases.Remove(ctx, did, func(tx *store.Tx) (bool, error) { return deleteFile(ctx, tx, actor.Account, id) }, errGone())
}
