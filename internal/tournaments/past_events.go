package tournaments

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
)

// maxPastFiles is how many files of past events wait together.
const maxPastFiles = 60

// PastEvents are files of events that are over, and starting lists, to be taken in one step.
type PastEvents struct {
	Lists []StartingList // in the order of their days
	Files []PastFile     // in the order of their days; those without a day come last
	Rows  []EntryRow     // the people of all files, each name once, numbered from 1
}

// PastFile is one of them.
type PastFile struct {
	ID       EventFileID
	FileName string
	Event    EventInput // as the file has it
	Section  string
	Players  int
	Rounds   int
	Games    int      // with a result
	Problems []string // why the file cannot be taken; it can only be removed
	Notes    []string // what was read otherwise than written, and what the site keeps in another way, or not
	Moved    []string // players whose place, score or tie-breaks on the site are not those of the file
}

// PastEventInput is what is asked about a file of a past event.
type PastEventInput struct {
	ID      EventFileID
	Event   EventInput
	Section string
	Rated   bool
	Weight  ratings.Weight // 0: full
}

// PastTaken is what taking past events did.
type PastTaken struct {
	Events int
	Guests int // people who are new to the register
	Left   int // people of starting lists who were left out
	Rated  ratings.RatedAll
}

// past is a kept file with its event as the site would keep it.
type past struct {
	pastFile
	*taken
	rows []int // of each entry, in their order: its place among the joint rows, from 0
}

// joinPlayers makes one list of the people of several files: who has the same name is one
// person, but two of a name in one file are two. The strength is that of the first file; a number,
// address or club is that of the first file that says one.
func joinPlayers(files []past, lists []starting) []listLine {
	var lines []listLine
	at := make(map[string]int)
	join := func(all iter.Seq[listLine], played bool) (rows []int) {
		seen := make(map[string]int) // in this file
		for line := range all {
			name := members.Fold(line.Given) + "," + members.Fold(line.Family)
			seen[name]++
			key := fmt.Sprintf("%s#%d", name, seen[name])
			i, known := at[key]
			if !known {
				i = len(lines)
				at[key] = i
				line.Number, line.Absent = i+1, ""
				lines = append(lines, line)
			}
			l := &lines[i]
			l.seated = l.seated || played
			l.Club, l.MemberNo = cmp.Or(l.Club, line.Club), cmp.Or(l.MemberNo, line.MemberNo)
			l.Email, l.Phone = cmp.Or(l.Email, line.Email), cmp.Or(l.Phone, line.Phone)
			rows = append(rows, i)
		}
		return rows
	}
	for i, f := range files {
		files[i].rows = join(slices.Values(f.lines), true)
	}
	for i, l := range lists {
		lists[i].rows = join(l.lines(), false)
	}
	return lines
}

// problems say why the file is not that of an event that is over.
func (p past) problems() (out []string) {
	progress := p.progress()
	switch {
	case p.last() == 0:
		out = append(out, "No round was played. An event that is not over is taken as a new event.")
	case progress.In < progress.Total:
		out = append(out, fmt.Sprintf(
			"%d of %d games have no result. An event that is not over is taken as a new event.", progress.Total-progress.In,
			progress.Total,
		))
	}
	return out
}

func (p past) progress() (all Progress) {
	for _, r := range p.field.rounds {
		one := r.Progress()
		all.In, all.Total = all.In+one.In, all.Total+one.Total
	}
	return all
}

// show is the file as its page shows it.
func (p past) show() PastFile {
	notes := slices.Concat(p.content.Notes, p.notes)
	if n := p.field.planned(); p.last() < n {
		notes = append(notes, fmt.Sprintf(
			"%d of %d rounds were drawn: take it only if the event ended with them", p.last(), n,
		))
	}
	return PastFile{
		ID: p.id, FileName: p.fileName,
		Event: EventInput{
			Name: p.file.Name, Place: p.file.Place, From: p.file.From, To: civil.Later(p.file.From, p.file.To),
		},
		Section: p.field.section.Name, Players: len(p.lines), Rounds: p.last(), Games: p.progress().In,
		Problems: p.problems(), Notes: notes, Moved: p.content.Moved,
	}
}

// byDay puts files in the order of their events' days.
func byDay(files []past) {
	slices.SortStableFunc(files, func(a, b past) int {
		if a.file.From.IsZero() != b.file.From.IsZero() {
			if a.file.From.IsZero() {
				return 1
			}
			return -1
		}
		return cmp.Or(a.file.From.Compare(b.file.From), cmp.Compare(a.id, b.id))
	})
}

// fieldOf names a field of a file's form.
func (id EventFileID) field(name string) string { return fmt.Sprintf("%s-%d", name, id) }

// check is a file's form as an event that is over by today, with its section.
func (in PastEventInput) check(today civil.Date) (Event, Section, apperr.Fields) {
	e, wrong := in.Event.check()
	var f apperr.Fields
	for _, p := range wrong {
		f.Add(in.ID.field(p.Name), "%s", p.Message)
	}
	if !wrong.Has("from") && !wrong.Has("to") && e.To.After(today) {
		f.Add(in.ID.field("from"), "This day is in the future. Only events that are over are taken here.")
	}
	section := Section{Name: oneLine(in.Section)}
	if section.Name == "" || len([]rune(section.Name)) > maxNameRunes {
		f.Add(
			in.ID.field("part"), "Enter a name for the section, such as Open or Handicap, of at most %d letters.", maxNameRunes,
		)
	}
	section.Rated, section.Weight = in.Rated, cmp.Or(in.Weight, ratings.FullWeight)
	if section.Weight < 1 || section.Weight > ratings.FullWeight {
		f.Add(in.ID.field("weight"), "Choose one of the weights.")
	}
	e.Status = Final
	return e, section, f
}

// plan is the file's entries with the people that were decided on; problems name the joint row.
func (p past) plan(joint []planned) (out []planned, f apperr.Fields) {
	taken := make(map[PersonID]int)
	for i, row := range p.rows {
		who := joint[row]
		if first, twice := taken[who.Choice.Person]; twice {
			f.Add(
				fmt.Sprintf("row-%d", who.Number), "Row %d, %s: the same person as in row %d, but both play in %s. "+
					"Choose someone else for one of them.", who.Number, who.Name, joint[first].Number, p.fileName,
			)
		}
		taken[who.Choice.Person] = row
		line := who.EntryRow
		line.Number = i + 1 // entries are known by their position in the file
		out = append(out, planned{line, Choice{Row: line.Number, Kind: Match, Person: who.Choice.Person, Visitor: true}})
	}
	return out, f
}
