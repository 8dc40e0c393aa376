package tournaments

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// ReadEntryList reads an uploaded list of entries and keeps it for its
// preview; no one is entered yet.
func (s *Service) ReadEntryList(
	ctx context.Context, actor auth.Actor, event EventID, fileName string, r io.Reader,
) (EntryList, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: event}); err != nil {
		return EntryList{}, err
	}
	content, err := readList(fileName, r)
	if err != nil {
		return EntryList{}, err
	}
	var id ImportID
	err = s.directEvent(ctx, actor, event, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		if err := e.Closed(); err != nil {
			return nil, err
		}
		var err error
		if id, err = insertImport(ctx, tx, event, cleanFileName(fileName), content, s.cases.Now()); err != nil {
			return nil, err
		}
		return permit.Did("read.entry_list", "entry_import", int64(id), nil, map[string]any{
			"file": cleanFileName(fileName), "rows": len(content.lines()),
		}), nil
	})
	if err != nil {
		return EntryList{}, err
	}
	return s.EntryList(ctx, actor, id)
}

// maxFileName keeps a hostile name from filling a page, in characters.
const maxFileName = 120

func cleanFileName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.ReplaceAll(strings.ToValidUTF8(name, ""), "\x00", "")
	runes := []rune(oneLine(name))
	return string(runes[:min(len(runes), maxFileName)])
}

// EntryList is an uploaded list with what each row would do now.
func (s *Service) EntryList(ctx context.Context, actor auth.Actor, id ImportID) (EntryList, error) {
	l, content, err := importByID(ctx, s.db, id)
	if err != nil {
		return EntryList{}, err
	}
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: l.Event}); err != nil {
		return EntryList{}, err
	}
	e, err := eventByID(ctx, s.db, l.Event)
	if err != nil {
		return EntryList{}, err
	}
	return l, s.preview(ctx, s.db, e, &l, content)
}

// preview works out what each row would do.
func (s *Service) preview(ctx context.Context, q store.Queryer, e Event, l *EntryList, content listContent) error {
	sections, err := sectionsOf(ctx, q, e.ID)
	if err != nil {
		return err
	}
	return s.previewIn(ctx, q, e, sections, l, content)
}

// previewIn is preview for the sections of an event.
func (s *Service) previewIn(
	ctx context.Context, q store.Queryer, e Event, sections []Section, l *EntryList, content listContent,
) error {
	directory, err := members.LoadDirectory(ctx, q)
	if err != nil {
		return err
	}
	clubs, err := knownClubs(ctx, q)
	if err != nil {
		return err
	}
	lines := content.lines()
	found := make([][]members.Candidate, len(lines))
	var people []PersonID
	seen := make(map[PersonID]bool)
	for i, line := range lines {
		found[i] = directory.Candidates(members.Probe{
			Number: line.MemberNo, Family: line.Family, Given: line.Given, Full: line.Full, Email: line.Email, Phone: line.Phone,
			Club: clubs.called(line.Club).id,
		})
		for _, c := range found[i] {
			if !seen[c.Person] {
				seen[c.Person] = true
				people = append(people, c.Person)
			}
		}
	}
	known, err := s.playersFor(ctx, q, e, people)
	if err != nil {
		return err
	}
	if content.Past {
		for id, p := range known {
			p.warning = ""
			known[id] = p
		}
	}
	l.show(content)
	for i, line := range lines {
		row := line.row(sections)
		row.Club = clubs.spelled(line.Club)
		row.Seated = content.Drawn || line.seated
		decided := content.Choices[row.Number]
		for _, section := range []SectionID{content.Section, decided.Section} {
			if section != 0 && hasSection(sections, section) && (row.Section == 0 || section == decided.Section) {
				row.Section = section
			}
		}
		row.propose(found[i], known, decided)
		l.Rows = append(l.Rows, row)
	}
	findTwice(l.Rows)
	return nil
}

// show puts what is said of the file into the list.
func (l *EntryList) show(content listContent) {
	l.Ignored, l.Remarks, l.Section = content.Ignored, content.Remarks, content.Section
	if s := content.Sheet; s != nil {
		l.Ignored, l.Columns, l.Missing, l.Headless = s.ignored(), s.columns(), s.missing(), s.Headless
	}
}

func hasSection(sections []Section, id SectionID) bool {
	return slices.ContainsFunc(sections, func(s Section) bool { return s.ID == id })
}

// ConfirmEntryList carries the choices out, all or none. A row without a
// choice is treated as proposed; one that needs a decision is a problem of the
// field "row-<number>".
func (s *Service) ConfirmEntryList(
	ctx context.Context, actor auth.Actor, id ImportID, version int64, choices []Choice,
) (ImportResult, error) {
	l, _, err := importByID(ctx, s.db, id)
	if err != nil {
		return ImportResult{}, err
	}
	var out ImportResult
	err = s.directEvent(ctx, actor, l.Event, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		if err := e.Closed(); err != nil {
			return nil, err
		}
		l, content, err := importByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if l.Done || l.Version != version {
			return nil, apperr.New(apperr.Conflict, "This list was already entered; it was not entered again.")
		}
		if err := s.preview(ctx, tx, e, &l, content); err != nil {
			return nil, err
		}
		sections, err := sectionsOf(ctx, tx, e.ID)
		if err != nil {
			return nil, err
		}
		plan, problems := planOf(l.Rows, choices, sections)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		var done *usecase.Entry
		if out, done, err = s.carryOut(ctx, tx, permit, e, plan, sections); err != nil {
			return nil, err
		}
		if err := finishImport(ctx, tx, id); err != nil {
			return nil, err
		}
		return done.Then(permit.Did("confirm.entry_list", "entry_import", int64(id), nil, out)), nil
	})
	return out, err
}

// planned is a row with what was decided about it.
type planned struct {
	EntryRow
	Choice
}

// planOf settles what to do with every row, or says what is in the way.
func planOf(rows []EntryRow, choices []Choice, sections []Section) ([]planned, apperr.Fields) {
	chosen := make(map[int]Choice, len(choices))
	for _, c := range choices {
		chosen[c.Row] = c
	}
	var plan []planned
	var f apperr.Fields
	for _, row := range rows {
		c := row.Choice
		if own, ok := chosen[row.Number]; ok && own.Kind != "" {
			c = own
		}
		if c.Section == 0 {
			c.Section = row.Section
		}
		field := fmt.Sprintf("row-%d", row.Number)
		switch {
		case c.Kind == LeaveIt && row.Seated:
			f.Add(field, "Row %d, %s: the rounds were drawn with this player. Choose who this is.", row.Number, row.Name)
		case c.Kind == LeaveIt:
		case c.Kind == "" && row.Seated:
			f.Add(field, "Row %d, %s: choose who this is.", row.Number, row.Name)
		case c.Kind == "":
			f.Add(field, "Row %d, %s: choose who this is, or leave the row out.", row.Number, row.Name)
		case c.Kind == Match && c.Person == 0:
			f.Add(field, "Row %d, %s: choose a person.", row.Number, row.Name)
		case len(row.Problems) > 0:
			f.Add(
				field, "Row %d, %s: %s Correct the row, or leave it out.", row.Number, row.Name, strings.Join(row.Problems, " "),
			)
		case !hasSection(sections, c.Section):
			f.Add(field, "Row %d, %s: choose a section.", row.Number, row.Name)
		}
		plan = append(plan, planned{row, c})
	}
	return plan, f
}

// carryOut enters the planned rows: guests are put into the register first,
// then everyone is entered section by section.
func (s *Service) carryOut(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e Event, plan []planned, sections []Section,
) (ImportResult, *usecase.Entry, error) {
	out, people, done, err := s.newcomers(ctx, tx, permit, e.ID, plan)
	if err != nil {
		return out, nil, err
	}
	known, err := s.playersFor(ctx, tx, e, people)
	if err != nil {
		return out, nil, err
	}
	var problems apperr.Fields
	for _, section := range sections {
		entries, already, f, err := entriesFrom(ctx, tx, here{event: e, section: section}, plan, known)
		if err != nil {
			return out, nil, err
		}
		problems = append(problems, f...)
		out.Already += already
		out.Entered += len(entries)
		if len(problems) > 0 || len(entries) == 0 {
			continue
		}
		if _, err := insertEntries(ctx, tx, entries, s.cases.Now()); err != nil {
			return out, nil, err
		}
		teams, wrong, err := s.teamsFrom(ctx, tx, here{event: e, section: section, permit: permit}, plan, entries)
		if err != nil {
			return out, nil, err
		}
		problems = append(problems, wrong...)
		done = done.Then(entered(permit, section, entries)).Then(teams)
		if done, err = s.entriesChanged(ctx, tx, section.ID, done); err != nil {
			return out, nil, err
		}
	}
	return out, done, problems.Err()
}

// entriesFrom makes the entries of one section from the planned rows; already
// counts those who are in it.
func entriesFrom(
	ctx context.Context, q store.Queryer, h here, plan []planned, known map[PersonID]player,
) (entries []Entry, already int, f apperr.Fields, err error) {
	published, err := publishedRounds(ctx, q, h.section.ID)
	if err != nil {
		return nil, 0, nil, err
	}
	number, err := lastNumber(ctx, q, h.section.ID)
	if err != nil {
		return nil, 0, nil, err
	}
	rowOf := make(map[PersonID]int)
	for _, p := range plan {
		if p.Kind == LeaveIt || p.Choice.Section != h.section.ID {
			continue
		}
		field, person := fmt.Sprintf("row-%d", p.Number), p.Choice.Person
		who, ok := known[person]
		switch first, twice := rowOf[person]; {
		case !ok:
			f.Add(field, "Row %d: this person is not in the register.", p.Number)
			continue
		case twice:
			f.Add(field, "Row %d, %s: the same person as in row %d. Leave one of them out.", p.Number, p.Name, first)
			continue
		case who.isIn(h.section.ID):
			already++
			continue
		}
		rowOf[person] = p.Number
		entry, problems := who.entryFrom(h, published, p.entry(who))
		for _, problem := range problems {
			f.Add(field, "Row %d, %s: %s", p.Number, p.Name, problem.Message)
		}
		number++
		entry.Number = number
		entries = append(entries, entry)
	}
	return entries, already, f, nil
}

// newcomers puts the guests of the planned rows into the register and counts what the rows do;
// people are those to be entered.
func (s *Service) newcomers(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event EventID, plan []planned,
) (out ImportResult, people []PersonID, done *usecase.Entry, err error) {
	newcomers := make(map[int]PersonID) // by row
	for i, p := range plan {
		switch {
		case p.Kind == Guest && newcomers[p.SameAs] != 0:
			plan[i].Choice.Person = newcomers[p.SameAs]
		case p.Kind == Guest:
			id, added, err := s.addGuest(ctx, tx, permit, event, p.guest())
			if err != nil {
				return out, nil, nil, inRow(err, p.EntryRow)
			}
			done = done.Then(added)
			plan[i].Choice.Person, newcomers[p.Number] = id, id
			out.Guests++
		case p.Kind == LeaveIt && p.Already:
			out.Already++
		case p.Kind == LeaveIt:
			out.Left++
		}
		if p.Kind != LeaveIt {
			people = append(people, plan[i].Choice.Person)
		}
	}
	return out, people, done, nil
}

func entered(permit usecase.Permit, section Section, entries []Entry) *usecase.Entry {
	facts := make([]entryFacts, len(entries))
	for i, e := range entries {
		facts[i] = e.facts()
	}
	return permit.Did("enter.players", "section", int64(section.ID), nil, facts)
}

func (p player) isIn(id SectionID) bool {
	for _, s := range p.entered {
		if s.ID == id {
			return true
		}
	}
	return false
}

// guest is the row as someone new.
func (p planned) guest() GuestInput {
	name := p.line.name()
	return GuestInput{
		FamilyName: name.Family, GivenNames: name.Given, FamilyFirst: name.Order == members.FamilyFirst,
		Email: p.line.Email, EntryInput: EntryInput{Rating: p.strength},
	}
}

// entry is the row as an entry: the rating list counts before the file.
func (p planned) entry(who player) EntryInput {
	in := EntryInput{
		Section: p.Choice.Section, Club: p.Club, Elsewhere: p.elsewhere, Absent: p.Absent, HalfByes: p.HalfByes,
		EnteredIn: p.enteredIn, Visitor: p.Visitor,
	}
	if who.source != FromList {
		in.Rating = p.strength
	}
	return in
}

// inRow names the row that the problems of a form came from.
func inRow(err error, row EntryRow) error {
	e, ok := err.(*apperr.Error)
	if !ok {
		return err
	}
	var f apperr.Fields
	for _, problem := range e.Fields {
		f.Add(fmt.Sprintf("row-%d", row.Number), "Row %d, %s: %s", row.Number, row.Name, problem.Message)
	}
	return f.Err()
}
