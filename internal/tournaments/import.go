package tournaments

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
)

// EntryList is an uploaded list of entries between preview and confirmation.
type EntryList struct {
	ID       ImportID
	Event    EventID
	FileName string
	Done     bool
	Rows     []EntryRow
	Ignored  []string // headings of columns that are not read
	Version  int64    // goes back with the confirmation
}

// EntryRow is one row of an uploaded list with what it would do.
type EntryRow struct {
	Number     int // as the spreadsheet counts
	Name       string
	Grade      string // as written
	Club       string
	Section    SectionID // 0: to be chosen
	Absent     []int
	Candidates []Candidate // people of the register it may be, best first
	Problems   []string    // what is wrong in the file: the row cannot be entered like this
	Warnings   []string
	Already    bool   // the proposed person is in this section already: nothing to do
	SameAs     int    // number of an earlier row with the same newcomer, in another section; 0: none
	Seated     bool   // the rounds of the file were drawn with this player, who cannot be left out
	Choice     Choice // proposed; its Kind is "" where someone must decide

	line listLine
}

// Candidate is a person of the register whom a row may mean.
type Candidate struct {
	Person  PersonID
	Name    string
	Club    string
	Rating  string // "3.4 (3 dan)"; "" when none is known
	Why     string // "same name, same e-mail"
	Warning string // about the membership
	Section string // sections that have this person already
}

// ChoiceKind says what to do with a row.
type ChoiceKind string

// What can be done with a row.
const (
	Match   ChoiceKind = "match" // enter the chosen person
	Guest   ChoiceKind = "guest" // someone new: put into the register as a guest
	LeaveIt ChoiceKind = "leave" // do not enter
)

// Choice is what to do with one row.
type Choice struct {
	Row     int // EntryRow.Number
	Kind    ChoiceKind
	Person  PersonID  // of Match
	Section SectionID // 0: the row's own
	Visitor bool      // accept someone who is not a member
}

// ImportResult says what a confirmation did.
type ImportResult struct {
	Entered int // guests among them
	Guests  int
	Left    int
	Already int // were entered before
}

// listLine is one row as it was read from the file.
type listLine struct {
	Number   int    `json:"row"`
	MemberNo string `json:"member_no,omitempty"`
	Family   string `json:"family"`
	Given    string `json:"given"`
	Club     string `json:"club,omitempty"`
	Grade    string `json:"grade,omitempty"`
	Section  string `json:"section,omitempty"`
	Absent   string `json:"absent,omitempty"`
	Email    string `json:"email,omitempty"`
	Phone    string `json:"phone,omitempty"`
	seated   bool   // of one of several files: a round was drawn with the player
}

// listContent is what is kept of an uploaded list.
type listContent struct {
	Lines   []listLine `json:"lines"`
	Ignored []string   `json:"ignored,omitempty"`
	Drawn   bool       `json:"drawn,omitempty"` // of an event file with rounds, whose ratings count
	Past    bool       `json:"past,omitempty"`  // of several events that are over: membership is that of their days
}

// readList reads an upload: XLSX or CSV, or the players of another program's event.
// What is wrong with the file is a problem of the field "file" that names row and
// column where there is one.
func readList(fileName string, r io.Reader) (listContent, error) {
	data, err := io.ReadAll(io.LimitReader(r, sheet.MaxFileBytes+1))
	if err != nil {
		return listContent{}, fmt.Errorf("read an uploaded list: %w", err)
	}
	if format := eventFormat(fileName, data); format != "" {
		return readPlayers(format, data)
	}
	var out listContent
	file, err := sheet.Read(bytes.NewReader(data), "Entries", "Players")
	if err != nil {
		return out, refuseFile(err)
	}
	mapping, rows, err := sheet.MapHeader(file.Rows, sheet.EntryColumns())
	if err == nil {
		err = mapping.Err()
	}
	if err != nil {
		return out, refuseFile(err)
	}
	for _, h := range append(mapping.Unknown, mapping.Twice...) {
		out.Ignored = append(out.Ignored, h.Text)
	}
	for _, row := range rows {
		l := listLine{
			Number: row.Number, MemberNo: mapping.Cell(row, sheet.MemberNo),
			Family: mapping.Cell(row, sheet.FamilyName), Given: mapping.Cell(row, sheet.GivenNames),
			Club: oneLine(mapping.Cell(row, sheet.Club)), Grade: mapping.Cell(row, sheet.Grade),
			Section: oneLine(mapping.Cell(row, sheet.Section)), Absent: mapping.Cell(row, sheet.Absent),
			Email: mapping.Cell(row, sheet.Email), Phone: mapping.Cell(row, sheet.Phone),
		}
		if full := mapping.Cell(row, sheet.FullName); full != "" && l.Family == "" && l.Given == "" {
			l.Family, l.Given, _ = members.SplitName(full)
		}
		out.Lines = append(out.Lines, l)
	}
	if len(out.Lines) == 0 {
		return out, refuseFile(&sheet.Error{Problem: "The list has headings but no players. Add a row for each player."})
	}
	return out, nil
}

func refuseFile(err error) error {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return err
	}
	var f apperr.Fields
	f.Add("file", "%s", e.Error())
	return f.Err()
}

// name is the player's name as it would stand in the register.
func (l listLine) name() members.Name {
	return members.Name{Family: oneLine(l.Family), Given: oneLine(l.Given), Order: members.GuessOrder(l.Family, l.Given)}
}

// rating is the rating or grade of the line; nil where it has none that can be
// read.
func (l listLine) rating() *scale.Rating {
	r, err := scale.Parse(l.Grade)
	if err != nil {
		return nil
	}
	return &r
}

// row checks a line against the sections of the event.
func (l listLine) row(sections []Section) EntryRow {
	row := EntryRow{Number: l.Number, Name: l.name().String(), Grade: l.Grade, Club: l.Club, line: l}
	if row.Name == "" {
		row.Problems = append(row.Problems, "The name is missing.")
	}
	if utf8.RuneCountInString(l.Club) > maxNameRunes {
		row.Problems = append(row.Problems, "The club's name is too long.")
	}
	if _, err := scale.Parse(l.Grade); err != nil && !errors.Is(err, scale.ErrEmpty) {
		row.Problems = append(row.Problems, fmt.Sprintf("“%s” is not a grade or rating: write 3d, 12k or 3.4.", l.Grade))
	}
	section, found := sectionCalled(l.Section, sections)
	row.Section = section.ID
	if !found && l.Section != "" {
		row.Warnings = append(row.Warnings, fmt.Sprintf("There is no section “%s”. Choose one.", l.Section))
	}
	rounds, err := ParseRounds(l.Absent)
	if err != nil {
		row.Problems = append(row.Problems, fmt.Sprintf("“%s” is not a list of rounds: write 2, 4-5.", l.Absent))
	}
	row.Absent = rounds
	if n := len(rounds); found && n > 0 && rounds[n-1] > section.Rounds {
		row.Problems = append(row.Problems, fmt.Sprintf("There is no round %d in %s.", rounds[n-1], section.Name))
	}
	return row
}

// sectionCalled finds the section that a list means: by its name, or by how it
// begins when only one does; the only section when the list says nothing.
func sectionCalled(text string, sections []Section) (Section, bool) {
	wanted := members.Fold(text)
	if wanted == "" {
		if len(sections) == 1 {
			return sections[0], true
		}
		return Section{}, false
	}
	var begin []Section
	for _, s := range sections {
		name := members.Fold(s.Name)
		if name == wanted {
			return s, true
		}
		if strings.HasPrefix(name, wanted) || strings.HasPrefix(wanted, name) {
			begin = append(begin, s)
		}
	}
	if len(begin) == 1 {
		return begin[0], true
	}
	return Section{}, false
}

// Likeness that is enough to propose a person: the very same name, or a name
// nearly the same with other evidence. The lead over the next is what the very
// same name has over one that differs by a letter; two people of the same name
// are for the director to tell apart.
const (
	likeness     = 60
	likenessLead = 15
)

// proposal is the person that a row is proposed to be; ok is false where
// someone must decide.
func proposal(candidates []members.Candidate) (PersonID, bool) {
	if len(candidates) == 0 || candidates[0].Score < likeness {
		return 0, false
	}
	if len(candidates) > 1 && candidates[0].Score-candidates[1].Score < likenessLead {
		return 0, false
	}
	return candidates[0].Person, true
}

// propose adds the candidates to a row and says what to do with it.
func (row *EntryRow) propose(found []members.Candidate, known map[PersonID]player) {
	for _, c := range found {
		p, ok := known[c.Person]
		if !ok {
			continue
		}
		f := p.found()
		row.Candidates = append(row.Candidates, Candidate{
			Person: c.Person, Name: f.Name, Club: f.Club, Rating: f.Rating, Why: strings.Join(c.Why, ", "),
			Warning: f.Warning, Section: f.Section,
		})
	}
	row.Choice = Choice{Row: row.Number, Section: row.Section}
	person, certain := proposal(found)
	switch {
	case certain:
		row.Choice.Kind, row.Choice.Person = Match, person
		row.compare(known[person])
	case len(found) == 0:
		row.Choice.Kind = Guest
		row.Warnings = append(row.Warnings, "Not in the register: would be added as a guest.")
		if strings.TrimSpace(row.Grade) == "" {
			row.Problems = append(row.Problems, "This player has no rating or grade yet. Add a grade.")
		}
	}
}

// findTwice looks for rows that mean someone whom an earlier row means: the
// same player of a section is left out, a newcomer of the same name is for the
// director to tell apart, and one in two sections is one person.
func findTwice(rows []EntryRow) {
	type place struct {
		person  PersonID
		section SectionID
	}
	players, newcomers := make(map[place]int), make(map[string]int)
	for i := range rows {
		row := &rows[i]
		switch row.Choice.Kind {
		case Match:
			at := place{row.Choice.Person, row.Section}
			if first, twice := players[at]; twice {
				if row.Choice.Kind = LeaveIt; row.Seated {
					row.Choice.Kind = ""
				}
				row.Warnings = append(row.Warnings, fmt.Sprintf("The same player as in row %d.", first))
				continue
			}
			players[at] = row.Number
		case Guest:
			name := members.Fold(row.line.Given) + "," + members.Fold(row.line.Family)
			k, twice := newcomers[name]
			switch {
			case !twice:
				newcomers[name] = i
			case rows[k].Section == row.Section:
				row.Choice.Kind = ""
				row.Warnings = append(
					row.Warnings,
					fmt.Sprintf("The same name as in row %d: leave one of them out, unless they are two people.", rows[k].Number),
				)
			default:
				row.SameAs = rows[k].Number
				row.Warnings = []string{fmt.Sprintf("The same new player as in row %d.", row.SameAs)}
			}
		}
	}
}

// compare says what the director should know about the proposed person.
func (row *EntryRow) compare(p player) {
	if p.warning != "" {
		row.Warnings = append(row.Warnings, p.warning)
	}
	row.Already = row.Section != 0 && slices.ContainsFunc(p.entered, func(s Section) bool { return s.ID == row.Section })
	if row.Already {
		row.Choice.Kind = LeaveIt
		return
	}
	given, err := scale.Parse(row.Grade)
	switch {
	case p.source == "" && errors.Is(err, scale.ErrEmpty):
		row.Problems = append(row.Problems, "This player has no rating or grade yet. Add one.")
	case p.source == FromList && err == nil && given.Grade() != p.rating.Grade() && row.Seated:
		row.Warnings = append(
			row.Warnings,
			fmt.Sprintf(
				"The rating list says %s (%s); the rounds were drawn with %s, and that is kept.", p.rating, p.rating.Grade(),
				row.Grade,
			),
		)
	case p.source == FromList && err == nil && given.Grade() != p.rating.Grade():
		row.Warnings = append(
			row.Warnings,
			fmt.Sprintf(
				"The rating list says %s (%s), and that counts; this list says %s.", p.rating, p.rating.Grade(), row.Grade,
			),
		)
	}
}
