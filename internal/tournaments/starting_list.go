package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// StartingList is a rating list of another program that waits to be taken over.
type StartingList struct {
	ID       EventFileID
	FileName string
	Day      civil.Date
	Source   string // where it comes from, as its players will read it
	Players  int
	Ignored  []string // headings of columns that are not read
}

// StartingListInput is what is asked about a rating list that is taken over. Its fields are day,
// source and games.
type StartingListInput struct {
	Day    civil.Date // from its morning on the ratings hold
	Source string     // public
	Games  int        // that a rating stands on where the list does not say; 0: every row says it
}

// Bounds of what is said about a starting list.
const (
	maxSource      = 200
	maxListedGames = 10_000
)

// startingContent is what is kept of a rating list until it is taken over.
type startingContent struct {
	Day     civil.Date     `json:"day"`
	Source  string         `json:"source"`
	Lines   []startingLine `json:"lines"`
	Ignored []string       `json:"ignored,omitempty"`
}

// startingLine is a row of a rating list. Ratings are in tenths.
type startingLine struct {
	listLine
	Rating scale.Rating `json:"rating"`
	Games  int          `json:"games"`
}

// ReadStartingList reads a rating list, XLSX or CSV, and keeps it beside the files of past events
// that wait. It needs the permission to keep the ratings.
func (s *Service) ReadStartingList(
	ctx context.Context, actor auth.Actor, in StartingListInput, file NamedFile,
) error {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return err
	}
	f := in.check(s.cases.Today())
	content, err := readStartingList(in, file)
	if f, err = withProblems(f, err); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	one := pastFile{fileName: cleanFileName(file.Name), content: fileContent{List: &content}}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return s.keepPast(ctx, tx, permit, actor, []pastFile{one})
	})
}

func (in *StartingListInput) check(today civil.Date) (f apperr.Fields) {
	if in.Day.IsZero() || in.Day.After(today) {
		f.Add("day", "Choose a day that is not in the future.")
	}
	in.Source = oneLine(in.Source)
	if in.Source == "" || utf8.RuneCountInString(in.Source) > maxSource {
		f.Add("source", "Say in at most %d characters where the list comes from.", maxSource)
	}
	if in.Games < 0 || in.Games > maxListedGames {
		f.Add("games", "Enter a number between 1 and %d, or nothing.", maxListedGames)
	}
	return f
}

// readStartingList reads the rows of a rating list; whatever is wrong with them is a problem of the
// field "file" that names the row.
func readStartingList(in StartingListInput, r io.Reader) (startingContent, error) {
	out := startingContent{Day: in.Day, Source: in.Source}
	data, err := sheet.Take(r)
	if err != nil {
		return out, refuseFile(err)
	}
	file, err := sheet.Parse(data, "Rating list", "Ratings", "Players")
	if err != nil {
		return out, refuseFile(err)
	}
	mapping, rows, err := sheet.MapHeader(file.Rows, sheet.StartingColumns())
	if err == nil {
		err = mapping.Err()
	}
	if err != nil {
		return out, refuseFile(err)
	}
	for _, h := range mapping.Unread() {
		out.Ignored = append(out.Ignored, h.Text)
	}
	var wrong []string
	for _, row := range rows {
		line, why := startingRow(mapping, row, in.Games)
		if why != "" {
			wrong = append(wrong, fmt.Sprintf("Row %d: %s", row.Number, why))
			continue
		}
		out.Lines = append(out.Lines, line)
	}
	var f apperr.Fields
	const shown = 10
	for i, text := range wrong {
		if i == shown && len(wrong) > shown+1 {
			f.Add("file", "And %d more rows.", len(wrong)-shown)
			break
		}
		f.Add("file", "%s", text)
	}
	if len(rows) == 0 {
		f.Add("file", "The list has headings but no players. Add a row for each player.")
	}
	return out, f.Err()
}

// startingRow reads a row; why says what is wrong with it.
func startingRow(m *sheet.Mapping, row sheet.Row, games int) (line startingLine, why string) {
	l := listLine{
		Number: row.Number, MemberNo: m.Cell(row, sheet.MemberNo), Family: m.Cell(row, sheet.FamilyName),
		Given: m.Cell(row, sheet.GivenNames), Club: oneLine(m.Cell(row, sheet.Club)), Email: m.Cell(row, sheet.Email),
	}
	if full := m.Cell(row, sheet.FullName); full != "" && l.Family == "" && l.Given == "" {
		l.Family, l.Given, _ = members.SplitName(full)
	}
	if l.name().String() == "" {
		return line, "the name is missing."
	}
	text := cmp.Or(m.Cell(row, sheet.Rating), m.Cell(row, sheet.Rank))
	rating, err := scale.Parse(text)
	if err != nil {
		return line, fmt.Sprintf("“%s” is not a rating or grade: write 3.4, 3d or 12k.", text)
	}
	if said := strings.TrimSpace(m.Cell(row, sheet.Games)); said != "" {
		if games, err = strconv.Atoi(said); err != nil || games < 1 || games > maxListedGames {
			return line, fmt.Sprintf("“%s” is not a number of games between 1 and %d.", said, maxListedGames)
		}
	}
	if games == 0 {
		return line, "the number of rated games is missing. Say below how many it is for everyone, or add a column “Games”."
	}
	l.Grade = rating.String()
	return startingLine{l, rating, games}, ""
}

// starting is a rating list that waits, with the place of each of its rows among the joint rows.
type starting struct {
	pastFile
	rows []int
}

func (l starting) lines() iter.Seq[listLine] {
	return func(yield func(listLine) bool) {
		for _, line := range l.content.List.Lines {
			if !yield(line.listLine) {
				return
			}
		}
	}
}

func (l starting) show() StartingList {
	c := l.content.List
	return StartingList{
		ID: l.id, FileName: l.fileName, Day: c.Day, Source: c.Source, Players: len(c.Lines), Ignored: c.Ignored,
	}
}

// take is the list with the people that were decided on; problems name the joint row.
func (l starting) take(joint []planned) (out ratings.Starting, f apperr.Fields) {
	c := l.content.List
	out.Day, out.Reason = c.Day, c.Source
	taken := make(map[PersonID]int)
	for i, row := range l.rows {
		who := joint[row]
		if who.Kind == LeaveIt {
			continue
		}
		if first, twice := taken[who.Choice.Person]; twice {
			f.Add(
				fmt.Sprintf("row-%d", who.Number), "Row %d, %s: the same person as in row %d, but both stand in %s. "+
					"Choose someone else for one of them, or leave it out.", who.Number, who.Name, joint[first].Number, l.fileName,
			)
		}
		taken[who.Choice.Person] = row
		out.Players = append(out.Players, ratings.Started{
			Person: who.Choice.Person, Rating: c.Lines[i].Rating, Games: c.Lines[i].Games,
		})
	}
	return out, f
}

// withProblems adds what a refusal says of fields to those that are known; another error stays one.
func withProblems(f apperr.Fields, err error) (apperr.Fields, error) {
	refused, ok := asRefusal(err)
	if !ok {
		return f, err
	}
	return slices.Concat(f, refused), nil
}
