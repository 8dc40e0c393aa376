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

// maxRecords bounds how many records are kept of one game, maxWaiting how many of
// them wait to be accepted: whoever has the card cannot take the director's places.
const (
	maxRecords = 20
	maxWaiting = 5
)

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

	Standing                   RecordStanding
	BlackAccepts, WhiteAccepts bool // of one that waits
	StandingWhy                string
	StandingBy                 string
	StandingAt                 civil.Instant // zero: as it was handed in

	// Differences are what differs from the table; only of one that was just handed in.
	Differences []Difference
}

// AttachForm is a record handed in for a game.
type AttachForm struct {
	Card     string // code of the table card; "" for someone signed in
	Game     GameID
	FileName string
	Content  []byte // file
}

// AttachRecord keeps a record of a game: for its players, by the code on the
// table's card or signed in, and for the event's directors and referees. One that
// was sent by the card alone waits to be accepted: nobody knows who sent it. The
// same file again is the same record. Earlier records stay.
func (s *Service) AttachRecord(ctx context.Context, actor auth.Actor, in AttachForm) (Record, error) {
	p, permit, standing, err := s.mayAttach(ctx, actor, in)
	if err != nil {
		return Record{}, err
	}
	if err := in.check(); err != nil {
		return Record{}, err
	}
	differs, plan, err := s.differences(ctx, p, in.Content, WithEngine, s.cases.Today())
	if err != nil {
		return Record{}, err
	}
	if len(differs) > 0 && (plan.Waits || !s.viewerOf(actor, p).Runs) {
		standing = RecordWaiting
	}
	sum := sha256.Sum256(in.Content)
	r := Record{
		Game: in.Game, FileName: tidyFileName(in.FileName), Content: in.Content, Size: len(in.Content),
		Hash: hex.EncodeToString(sum[:]), AttachedAt: s.cases.Now(), AttachedBy: permit.Name(), Standing: standing,
		Differences: differs,
	}
	err = s.inGame(ctx, in.Game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		if err := open(p); err != nil {
			return nil, err
		}
		before, err := recordsOf(ctx, tx, in.Game)
		if err != nil {
			return nil, err
		}
		kept, waiting := 0, 0
		for _, b := range before {
			if b.Hash == r.Hash && b.Standing == RecordRemoved {
				return nil, apperr.New(apperr.Conflict, "This record was removed, so it is not kept again.")
			}
			if b.Hash == r.Hash {
				b.Differences, r = r.Differences, b
				return nil, usecase.ErrSame
			}
			if b.Standing != RecordRemoved {
				kept++
			}
			if b.Standing == RecordWaiting {
				waiting++
			}
		}
		if r.Standing == RecordWaiting && waiting >= maxWaiting {
			return nil, apperr.New(
				apperr.Conflict, "%d records of this game wait to be accepted already. Tell the director, who can hand yours in.",
				waiting,
			)
		}
		if kept >= maxRecords {
			return nil, apperr.New(apperr.Conflict, "This game already has %d records, the most it can have.", maxRecords)
		}
		if r.ID, err = insertRecord(ctx, tx, r); err != nil {
			return nil, err
		}
		return permit.Did("attach.record", "game", int64(in.Game), nil, map[string]any{
			"record": r.ID, "file": r.FileName, "sha256": r.Hash, "bytes": r.Size, "standing": r.Standing,
		}), nil
	})
	return r, err
}

// mayAttach decides who hands a record in, under which name, and how it stands.
func (s *Service) mayAttach(
	ctx context.Context, actor auth.Actor, in AttachForm,
) (tournaments.Played, usecase.Permit, RecordStanding, error) {
	p, err := tournaments.GameByID(ctx, s.db, in.Game)
	if err != nil {
		return p, usecase.Permit{}, "", err
	}
	allowed := func(by audit.By, standing RecordStanding) (tournaments.Played, usecase.Permit, RecordStanding, error) {
		permit, err := s.cases.Allow(by, nil)
		return p, permit, standing, err
	}
	if v := s.viewerOf(actor, p); v.Runs {
		return allowed(actor.By(), RecordShown)
	}
	if in.Card != "" {
		t, err := s.TableByCard(ctx, actor, in.Card)
		if err != nil {
			return p, usecase.Permit{}, "", err
		}
		if t.Game.ID == in.Game && t.You == "" {
			return allowed(audit.By{Name: "a player at the table"}, RecordWaiting)
		}
	}
	t, err := s.Table(ctx, actor, in.Game)
	if err != nil {
		return p, usecase.Permit{}, "", err
	}
	switch {
	case t.You != "":
		return allowed(actor.By(), RecordShown)
	case !actor.SignedIn():
		return p, usecase.Permit{}, "", apperr.New(
			apperr.SignIn, "To hand in a record of your game, sign in or use the code on the table’s card.",
		)
	}
	return p, usecase.Permit{}, "", apperr.New(
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

// RecordsOfRound is the latest record that everybody sees of each game of a round
// that has one.
func (s *Service) RecordsOfRound(ctx context.Context, round tournaments.RoundID) (map[GameID]RecordID, error) {
	return recordsOfRound(ctx, s.db, round)
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
