package titles

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Columns are those of a file of earlier champions.
func Columns() []sheet.Column {
	return []sheet.Column{
		{Key: "year", Title: "Year", Required: true, Synonyms: []string{"Season"}},
		{Key: "title", Title: "Title", Required: true, Synonyms: []string{"Championship"}},
		{Key: "champion", Title: "Champion", Required: true, Synonyms: []string{"Name", "Winner", "Player", "Holder"}},
		{Key: "member_no", Title: "Member no.", Synonyms: []string{"Member number", "Number", "No"}},
		{Key: "event", Title: "Event", Synonyms: []string{"Tournament"}},
		{Key: "source", Title: "Source", Required: true, Synonyms: []string{"Known from", "Reference"}},
	}
}

// File is a file of earlier champions with what each row would do now.
type File struct {
	ID      FileID
	Name    string
	Rows    []Checked
	Entered bool
}

// Wrong counts the rows with a problem.
func (f File) Wrong() (n int) {
	for _, r := range f.Rows {
		if len(r.Problems) > 0 {
			n++
		}
	}
	return n
}

// ReadFile reads a file and keeps it for its preview; nothing is entered yet.
func (s *Service) ReadFile(ctx context.Context, actor auth.Actor, name string, r io.Reader) (FileID, error) {
	permit, err := s.cases.May(actor, auth.KeepTitles, auth.Object{})
	if err != nil {
		return 0, err
	}
	rows, err := readRows(r)
	if err != nil {
		return 0, err
	}
	kept, err := json.Marshal(rows)
	if err != nil {
		return 0, fmt.Errorf("keep a file of champions: %w", err)
	}
	name = fileName(name)
	var id FileID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if id, err = insertFile(ctx, tx, name, string(kept), s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		return permit.Did("read.champions", "title_file", int64(id), nil, map[string]any{"file": name, "rows": len(rows)}), nil
	})
	return id, err
}

func fileName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	runes := []rune(strings.ReplaceAll(strings.ToValidUTF8(strings.Join(strings.Fields(name), " "), ""), "\x00", ""))
	return string(runes[:min(len(runes), 120)])
}

func readRows(r io.Reader) ([]Row, error) {
	list, err := sheet.Read(r)
	if err != nil {
		return nil, atFile(err)
	}
	m, below, err := sheet.MapHeader(list.Rows, Columns())
	if err == nil {
		err = m.Err()
	}
	if err == nil && len(below) == 0 {
		err = apperr.New(apperr.Invalid, "The file has headings and no row below them.")
	}
	if err == nil && len(below) > maxRows {
		err = apperr.New(apperr.Invalid, "A file may have %d champions. Split it.", maxRows)
	}
	if err != nil {
		return nil, atFile(err)
	}
	rows := make([]Row, len(below))
	for i, b := range below {
		rows[i] = Row{
			Number: b.Number, Year: m.Cell(b, "year"), Title: m.Cell(b, "title"), Champion: m.Cell(b, "champion"),
			MemberNo: m.Cell(b, "member_no"), Event: m.Cell(b, "event"), Source: m.Cell(b, "source"),
		}
	}
	return rows, nil
}

// atFile puts a refusal of a file at its field.
func atFile(err error) error {
	if apperr.KindOf(err) != apperr.Invalid {
		return err
	}
	var f apperr.Fields
	f.Add("file", "%s", strings.TrimPrefix(err.Error(), "invalid: "))
	return f.Err()
}

// File is a file with what each row would do now.
func (s *Service) File(ctx context.Context, actor auth.Actor, id FileID) (File, error) {
	if err := s.cases.Require(actor, auth.KeepTitles, auth.Object{}); err != nil {
		return File{}, err
	}
	return s.file(ctx, s.db, actor, id)
}

func (s *Service) file(ctx context.Context, q store.Queryer, actor auth.Actor, id FileID) (File, error) {
	out, kept, err := fileByID(ctx, q, id)
	if err != nil || out.Entered {
		return out, err
	}
	var rows []Row
	if err := json.Unmarshal([]byte(kept), &rows); err != nil {
		return out, fmt.Errorf("read a file of champions: %w", err)
	}
	out.Rows, err = s.check(ctx, q, actor, rows)
	return out, err
}

// EnterFile enters all rows of a file, or none.
func (s *Service) EnterFile(ctx context.Context, actor auth.Actor, id FileID) (int, error) {
	permit, err := s.cases.May(actor, auth.KeepTitles, auth.Object{})
	if err != nil {
		return 0, err
	}
	entered := 0
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		file, err := s.file(ctx, tx, actor, id)
		switch {
		case err != nil:
			return nil, err
		case file.Entered:
			return nil, apperr.New(apperr.Conflict, "This file was already entered; it was not entered again.")
		case file.Wrong() > 0:
			return nil, apperr.New(
				apperr.Invalid, "%d of %d rows have a problem. Correct the file and choose it again.", file.Wrong(), len(file.Rows),
			)
		}
		entered = len(file.Rows)
		if err := finishFile(ctx, tx, id, s.cases.Now()); err != nil {
			return nil, err
		}
		return s.post(ctx, tx, permit, file.Rows, "Entered from the file "+file.Name+".")
	})
	return entered, err
}
