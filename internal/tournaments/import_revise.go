package tournaments

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// RowFix is a row of a list as the director corrects it, without a new upload.
type RowFix struct {
	Row       int    `json:"row"`
	Family    string `json:"family"`
	Given     string `json:"given"`
	Grade     string `json:"grade"`
	Club      string `json:"club"`
	Absent    string `json:"absent"`
	AsWritten bool   `json:"as_written,omitempty"` // the name stays as the list has it
}

// ListRevision is what a director changes of a list that waits.
type ListRevision struct {
	Version  int64
	Columns  map[int]string // what columns are read as, by number; see ListMeanings
	Headless bool           // the first row is a player's, not headings; of Columns only
	Section  SectionID      // of rows that name none; 0: to be chosen
	Fixes    []RowFix       // rows as they should be read; one that is as before changes nothing
	Choices  []Choice       // what is to be done with rows, as far as it was chosen
}

// Revised says what a revision changed.
type Revised struct {
	Columns bool  // what columns mean
	Rows    []int // rows that read otherwise
	Version int64 // of the list now

	any bool // something is to be kept
}

// now is the row as it is read, for the director to correct.
func (l listLine) now() RowFix {
	fix := RowFix{
		Row: l.Number, Family: oneLine(l.Family), Given: oneLine(l.Given), Grade: l.Grade, Club: l.Club, Absent: l.Absent,
	}
	fix.AsWritten = l.Written != nil && *l.Written == name{fix.Family, fix.Given}
	return fix
}

// rowChange is what a director corrected of a row, field by field: the others stay as the file has them.
type rowChange struct {
	Family    *string `json:"family,omitempty"`
	Given     *string `json:"given,omitempty"`
	Grade     *string `json:"grade,omitempty"`
	Club      *string `json:"club,omitempty"`
	Absent    *string `json:"absent,omitempty"`
	AsWritten bool    `json:"as_written,omitempty"`
}

// apply puts the corrected fields in place of what was read. A name that was typed is neither tidied nor divided again.
func (c rowChange) apply(l *listLine) {
	if c.Family != nil || c.Given != nil {
		l.Full = ""
		if !c.AsWritten {
			l.Written = nil
		}
	}
	for _, field := range []struct {
		into *string
		text *string
	}{{&l.Family, c.Family}, {&l.Given, c.Given}, {&l.Grade, c.Grade}, {&l.Club, c.Club}, {&l.Absent, c.Absent}} {
		if field.text != nil {
			*field.into = *field.text
		}
	}
}

// merge adds what a fix says otherwise than the row as it is read; named reports that it is another name.
func (c *rowChange) merge(fix RowFix, row EntryRow) (named bool) {
	now := row.Now
	differs := func(into **string, text, was string) bool {
		if text != was {
			*into = &text
		}
		return text != was
	}
	if family, given := differs(&c.Family, fix.Family, now.Family), differs(&c.Given, fix.Given, now.Given); family || given {
		named, c.AsWritten = true, fix.AsWritten
		c.Family, c.Given = &fix.Family, &fix.Given
		if tidied(row.line.Written) == (name{fix.Family, fix.Given}) { // as it was read at first
			c.Family, c.Given = nil, nil
		}
	}
	differs(&c.Grade, fix.Grade, now.Grade)
	differs(&c.Club, fix.Club, now.Club)
	differs(&c.Absent, fix.Absent, now.Absent)
	return named
}

func tidied(written *name) (out name) {
	if written != nil {
		out.Family, out.Given = tidyName(written.Family, written.Given)
	}
	return out
}

// settled is the fix with the name that its tick asks for.
func (fix RowFix) settled(l listLine) RowFix {
	was := l.now()
	fix.Family, fix.Given, fix.Grade = oneLine(fix.Family), oneLine(fix.Given), oneLine(fix.Grade)
	fix.Club, fix.Absent = oneLine(fix.Club), oneLine(fix.Absent)
	same := fix.Family == was.Family && fix.Given == was.Given
	switch {
	case l.Written == nil:
		fix.AsWritten = false
	case same && fix.AsWritten && !was.AsWritten:
		fix.Family, fix.Given = l.Written.Family, l.Written.Given
	case same && !fix.AsWritten && was.AsWritten:
		fix.Family, fix.Given = tidyName(fix.Family, fix.Given)
	case !same:
		fix.AsWritten = false
	}
	return fix
}

func (fix RowFix) check() (f apperr.Fields) {
	for _, field := range []struct{ name, text string }{
		{"family", fix.Family}, {"given", fix.Given}, {"grade", fix.Grade}, {"club", fix.Club}, {"absent", fix.Absent},
	} {
		if utf8.RuneCountInString(field.text) > sheet.MaxCellRunes {
			f.Add(fmt.Sprintf("%s-%d", field.name, fix.Row), "Shorten this to %d characters.", sheet.MaxCellRunes)
		}
	}
	return f
}

// ReviseEntryList changes how a list that waits is read: what its columns are, rows that were wrong, and what has been
// chosen so far, so that nothing typed is lost. No one is entered.
func (s *Service) ReviseEntryList(
	ctx context.Context, actor auth.Actor, id ImportID, in ListRevision,
) (out Revised, err error) {
	l, _, err := importByID(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	err = s.directEvent(ctx, actor, l.Event, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		if err := e.Closed(); err != nil {
			return nil, err
		}
		l, content, err := importByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if l.Done {
			return nil, apperr.New(apperr.Conflict, "This list was already entered; it was not entered again.")
		}
		if l.Version != in.Version {
			return nil, usecase.Stale("this list", "entry_import", int64(id))
		}
		if err := s.preview(ctx, tx, e, &l, content); err != nil {
			return nil, err
		}
		changed, problems := in.revise(&content, l)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		if out = changed; !out.any {
			out.Version = l.Version
			return nil, usecase.ErrSame
		}
		out.Version = l.Version + 1
		switch kept, err := reviseImport(ctx, tx, id, in.Version, content); {
		case err != nil:
			return nil, err
		case !kept:
			return nil, usecase.Stale("this list", "entry_import", int64(id))
		}
		return permit.Did("fix.entry_list", "entry_import", int64(id), nil, map[string]any{
			"columns": out.Columns, "rows": out.Rows,
		}), nil
	})
	return out, err
}

// revise makes the changes to what is kept of the list l.
func (in ListRevision) revise(content *listContent, l EntryList) (out Revised, f apperr.Fields) {
	if content.Fixed == nil {
		content.Fixed, content.Choices = map[int]rowChange{}, map[int]Choice{}
	}
	rows := make(map[int]EntryRow, len(l.Rows))
	for _, row := range l.Rows {
		rows[row.Number] = row
	}
	renamed := map[int]bool{}
	for _, fix := range in.Fixes {
		row, ok := rows[fix.Row]
		if !ok || row.Already {
			continue
		}
		f = append(f, fix.check()...)
		if fix = fix.settled(row.line); fix == row.Now {
			continue
		}
		change := content.Fixed[fix.Row]
		renamed[fix.Row] = change.merge(fix, row)
		content.Fixed[fix.Row] = change
		out.Rows = append(out.Rows, fix.Row)
	}
	f = append(f, in.readColumns(content, &out)...)
	if in.Section != content.Section {
		content.Section, out.any = in.Section, true
	}
	for _, c := range in.Choices {
		row, ok := rows[c.Row]
		if !ok {
			continue
		}
		was := row.Choice
		if c.Section == 0 {
			c.Section = was.Section
		}
		if c == was || c.Kind == "" && c.Visitor == was.Visitor && c.Section == was.Section {
			continue
		}
		content.Choices[c.Row], out.any = c, true
	}
	// Who is meant was chosen for the name as it was.
	for number, c := range content.Choices {
		if c.Kind != "" && (out.Columns || renamed[number]) {
			c.Kind, c.Person = "", 0
			content.Choices[number] = c
		}
	}
	out.any = out.any || out.Columns || len(out.Rows) > 0
	return out, f
}

// readColumns changes what the columns of a spreadsheet mean, where the revision says it.
func (in ListRevision) readColumns(content *listContent, out *Revised) apperr.Fields {
	s := content.Sheet
	if s == nil || in.Columns == nil {
		return nil
	}
	was, headless := slices.Clone(s.Means), s.Headless
	f := s.mean(in.Columns)
	s.Headless = in.Headless
	out.Columns = !slices.Equal(was, s.Means) || headless != s.Headless
	return f
}
