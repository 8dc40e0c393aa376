package results

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// RecordID names the record of a game.
type RecordID int64

// MaxRecord is the longest record that is kept, in bytes.
const MaxRecord = 1 << 20

// maxRecords bounds how many records are kept of one game.
const maxRecords = 20

// Record is a game record as it was handed in.
type Record struct {
	ID         RecordID
	Game       GameID
	FileName   string
	Content    []byte // the file, byte for byte; nil in lists
	Size       int    // bytes of Content
	Hash       string // SHA-256 of Content, in hexadecimal
	AttachedAt civil.Instant
	AttachedBy string
}

// AttachForm is a record handed in for a game.
type AttachForm struct {
	Card     string // code of the table card; "" for someone signed in
	Game     GameID
	FileName string
	Content  []byte // file
}

// AttachRecord keeps a record of a game: for its players, by the code on the
// table's card or signed in, and for the event's directors and referees. The
// same file again is the same record. Earlier records stay.
func (s *Service) AttachRecord(ctx context.Context, actor auth.Actor, in AttachForm) (Record, error) {
	p, permit, err := s.mayAttach(ctx, actor, in)
	if err != nil {
		return Record{}, err
	}
	if err := in.check(); err != nil {
		return Record{}, err
	}
	sum := sha256.Sum256(in.Content)
	r := Record{
		Game: in.Game, FileName: tidyFileName(in.FileName), Content: in.Content, Size: len(in.Content),
		Hash: hex.EncodeToString(sum[:]), AttachedAt: s.cases.Now(), AttachedBy: permit.Name(),
	}
	err = s.inGame(ctx, in.Game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		if err := open(p); err != nil {
			return nil, err
		}
		before, err := recordsOf(ctx, tx, in.Game)
		if err != nil {
			return nil, err
		}
		for _, b := range before {
			if b.Hash == r.Hash {
				r = b
				return nil, usecase.ErrSame
			}
		}
		if len(before) >= maxRecords {
			return nil, apperr.New(apperr.Conflict, "This game already has %d records, the most it can have.", maxRecords)
		}
		if r.ID, err = insertRecord(ctx, tx, r); err != nil {
			return nil, err
		}
		return permit.Did("attach.record", "game", int64(in.Game), nil, map[string]any{
			"record": r.ID, "file": r.FileName, "sha256": r.Hash, "bytes": r.Size,
		}), nil
	})
	return r, err
}

// mayAttach decides who hands a record in, and under which name.
func (s *Service) mayAttach(
	ctx context.Context, actor auth.Actor, in AttachForm,
) (tournaments.Played, usecase.Permit, error) {
	p, err := tournaments.GameByID(ctx, s.db, in.Game)
	if err != nil {
		return p, usecase.Permit{}, err
	}
	allowed := func(by audit.By) (tournaments.Played, usecase.Permit, error) {
		permit, err := s.cases.Allow(by, nil)
		return p, permit, err
	}
	if auth.Can(actor, auth.EnterResult, auth.Object{Event: p.Event}, s.cases.Today()) {
		return allowed(actor.By())
	}
	if in.Card != "" {
		t, err := s.TableByCard(ctx, actor, in.Card)
		if err != nil {
			return p, usecase.Permit{}, err
		}
		if t.Game.ID == in.Game {
			return allowed(audit.By{Name: "a player at the table"})
		}
	}
	t, err := s.Table(ctx, actor, in.Game)
	if err != nil {
		return p, usecase.Permit{}, err
	}
	switch {
	case t.You != "":
		return allowed(actor.By())
	case !actor.SignedIn():
		return p, usecase.Permit{}, apperr.New(
			apperr.SignIn, "To hand in a record of your game, sign in or use the code on the table’s card.",
		)
	}
	return p, usecase.Permit{}, apperr.New(
		apperr.Forbidden, "Only the game’s players and the event’s director or referee can hand in a record.",
	)
}

func (in AttachForm) check() error {
	var f apperr.Fields
	switch {
	case len(in.Content) == 0:
		f.Add("file", "First choose the file with the record.")
	case len(in.Content) > MaxRecord:
		f.Add("file", "This file is larger than 1 MB. The record of one game is only a few kilobytes.")
	}
	return f.Err()
}

// tidyFileName is the last part of a file's name, without what cannot be shown.
func tidyFileName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	if s == "" || s == "." || s == "/" {
		return "record.sgf"
	}
	if runes := []rune(s); len(runes) > 100 {
		s = string(runes[:100])
	}
	return s
}

// Records lists the records of a game, the latest first, without their content.
func (s *Service) Records(ctx context.Context, game GameID) ([]Record, error) {
	return recordsOf(ctx, s.db, game)
}

// RecordsOfRound is the latest record of each game of a round that has one.
func (s *Service) RecordsOfRound(ctx context.Context, round tournaments.RoundID) (map[GameID]RecordID, error) {
	return recordsOfRound(ctx, s.db, round)
}

// Record gives one record of a game that everyone may see: of a published
// round.
func (s *Service) Record(ctx context.Context, id RecordID) (Record, tournaments.Played, error) {
	r, err := recordByID(ctx, s.db, id)
	if err != nil {
		return r, tournaments.Played{}, err
	}
	p, err := tournaments.GameByID(ctx, s.db, r.Game)
	if err == nil && !p.Published {
		err = apperr.New(apperr.NotFound, "Record not found.")
	}
	return r, p, err
}

// ReportOf is what was found when a record was played through, "" when it was
// not yet, or in another form.
func (s *Service) ReportOf(ctx context.Context, id RecordID, form int) (string, error) {
	return reportOf(ctx, s.db, id, form)
}

// KeepReport keeps it. It follows from the record alone, so that no one need be
// allowed to and nothing is traced.
func (s *Service) KeepReport(ctx context.Context, id RecordID, form int, report string) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return &usecase.Entry{}, putRecordReport(ctx, tx, id, form, report) // nothing that anyone did
	})
}
