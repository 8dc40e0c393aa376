package titles

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Row is a champion of an earlier year as someone writes them: a line of a form, or a row of a file.
type Row struct {
	Number   int // of the row in the file; 0: of the form
	Year     string
	Title    string
	Champion string
	MemberNo string // "": someone who is not in the register, or no one knows
	Event    string
	Source   string
}

const (
	maxRows   = 1000
	maxText   = 200
	firstYear = 1900
)

// Checked is a row with what is wrong with it, or what to know.
type Checked struct {
	Row
	Problems []string
	Notes    []string
	award    Award
	field    map[string]string // the first problem of each field
}

func (c *Checked) wrong(field, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	c.Problems = append(c.Problems, text)
	if c.field == nil {
		c.field = map[string]string{}
	}
	if c.field[field] == "" {
		c.field[field] = text
	}
}

// Enter enters the champions of one title and year. Its fields are year, title, champions and source; champions are one a
// line, a member number behind the name where they are in the register: "Mei Lin (12)".
func (s *Service) Enter(ctx context.Context, actor auth.Actor, in Row) error {
	permit, err := s.cases.May(actor, auth.KeepTitles, auth.Object{})
	if err != nil {
		return err
	}
	var rows []Row
	for line := range strings.SplitSeq(in.Champion, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			one := in
			one.Champion, one.MemberNo = numbered(line)
			rows = append(rows, one)
		}
	}
	if len(rows) == 0 {
		rows = []Row{in}
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		checked, err := s.check(ctx, tx, actor, rows)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		for _, c := range checked {
			for _, field := range []string{"year", "title", "champion", "event", "source"} {
				if text := c.field[field]; text != "" && !f.Has(field) {
					f.Add(field, "%s", text)
				}
			}
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		return s.post(ctx, tx, permit, checked, "Entered by hand.")
	})
}

// numbered splits "Mei Lin (12)".
func numbered(text string) (name, number string) {
	head, tail, ok := strings.Cut(text, " (")
	if n, isNumber := strings.CutSuffix(tail, ")"); ok && isNumber && isDigits(n) {
		return head, n
	}
	return text, ""
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// post puts rows without a problem into the roll.
func (s *Service) post(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, rows []Checked, cause string,
) (*usecase.Entry, error) {
	var lines []Award
	for _, c := range rows {
		c.award.Cause, c.award.PostedAt, c.award.PostedBy = cause, s.cases.Now(), permit.Name()
		lines = append(lines, c.award)
	}
	if len(lines) == 0 {
		return nil, usecase.ErrSame
	}
	return permit.Did("enter.champions", "title", int64(lines[0].Title), nil, lines), insertAwards(ctx, tx, lines)
}

// check finds everything that is wrong with rows, given the titles, the roll and the register.
func (s *Service) check(ctx context.Context, q store.Queryer, actor auth.Actor, rows []Row) ([]Checked, error) {
	all, err := titles(ctx, q)
	if err != nil {
		return nil, err
	}
	roll, err := awards(ctx, q, counts)
	if err != nil {
		return nil, err
	}
	events, err := eventsByName(ctx, q)
	if err != nil {
		return nil, err
	}
	book, err := register(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]Checked, len(rows))
	for i, row := range rows {
		c := Checked{Row: row}
		s.checkYear(&c, all, roll)
		c.checkChampion(book, actor)
		c.checkEvent(events)
		if c.Source = strings.TrimSpace(c.Source); c.Source == "" || utf8.RuneCountInString(c.Source) > maxText {
			c.wrong("source", "Say where this is known from, in at most %d letters, like Go Journal 1988.", maxText)
		}
		c.award.Source = c.Source
		out[i] = c
	}
	shareOut(out)
	return out, nil
}

// checkYear finds the title and the year, which no one holds yet.
func (s *Service) checkYear(c *Checked, all []Title, roll []Award) {
	year, err := strconv.Atoi(strings.TrimSpace(c.Year))
	if today := s.cases.Today(); err != nil || year < firstYear || year > today.Year() {
		c.wrong("year", "Enter a year from %d to %d.", firstYear, today.Year())
	}
	at := slices.IndexFunc(all, func(t Title) bool { return nameKey(t.Name) == nameKey(c.Title) })
	if at < 0 {
		c.wrong("title", "The society has no title “%s”. Write it as in the list of titles.", short(c.Title))
		return
	}
	c.award.Title, c.award.Year = all[at].ID, year
	for _, a := range roll {
		if a.Title == c.award.Title && a.Year == year {
			c.wrong("year", "The roll has the %s of %d already.", all[at].Name, year)
			return
		}
	}
}

func short(text string) string {
	runes := []rune(strings.TrimSpace(text))
	return string(runes[:min(len(runes), 60)])
}

// checkChampion finds who it was. The register is asked by number alone: another may have the name.
func (c *Checked) checkChampion(book directory, actor auth.Actor) {
	c.Champion, c.MemberNo = strings.Join(strings.Fields(c.Champion), " "), strings.TrimSpace(c.MemberNo)
	switch {
	case c.Champion == "" || utf8.RuneCountInString(c.Champion) > maxText:
		c.wrong("champion", "Enter the name of the champion, of at most %d letters.", maxText)
	case c.MemberNo == "":
		c.award.Name = c.Champion
		if same := book.byName[members.ClosedName(c.Champion)]; len(same) > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf(
				"Someone in the register has this name, with member number %d. If it is the same person, give that number.", same[0],
			))
		}
	default:
		id, err := strconv.ParseInt(c.MemberNo, 10, 64)
		person := PersonID(id)
		switch {
		case err != nil || !book.has[person]:
			c.wrong("champion", "No one in the register has member number %s.", short(c.MemberNo))
		case !slices.Contains(book.byName[members.ClosedName(c.Champion)], person):
			c.wrong("champion", "Member number %d is not %s in the register.", person, short(c.Champion))
		case person == actor.Person:
			c.wrong("champion", "No one enters a title of their own. Ask another officer to enter this one.")
		}
		c.award.Person = person
	}
}

// checkEvent finds the event on this site, where there is one of the name in the year.
func (c *Checked) checkEvent(events map[eventKey][]auth.EventID) {
	c.Event = strings.Join(strings.Fields(c.Event), " ")
	if utf8.RuneCountInString(c.Event) > maxText {
		c.wrong("event", "Shorten the event to %d letters.", maxText)
	}
	c.award.EventName = c.Event
	if found := events[eventKey{members.Fold(c.Event), c.award.Year}]; c.Event != "" && len(found) == 1 {
		c.award.Event = found[0]
	}
}

// shareOut finds who shares a title, and who is listed twice.
func shareOut(rows []Checked) {
	type held struct {
		title ID
		year  int
	}
	by := map[held][]int{}
	for i, c := range rows {
		if c.award.Title == 0 || c.award.Year == 0 {
			continue
		}
		key := held{c.award.Title, c.award.Year}
		for _, j := range by[key] {
			o := rows[j].award
			if o.Person != 0 && o.Person == c.award.Person || o.Person == 0 && members.SameName(o.Name, c.Champion) {
				rows[i].wrong("champion", "%s is listed twice for this title and year.", short(c.Champion))
			}
		}
		by[key] = append(by[key], i)
	}
	for _, list := range by {
		for _, i := range list {
			if rows[i].award.Shared = len(list) > 1; rows[i].award.Shared {
				rows[i].Notes = append(rows[i].Notes, fmt.Sprintf("Shared by %d.", len(list)))
			}
		}
	}
}

// Withdraw takes an entry of an earlier year out of the roll, by a line of its own. A title that a section decided is
// corrected there.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id AwardID, reason string) error {
	permit, err := s.cases.May(actor, auth.KeepTitles, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > maxText {
		f.Add("reason", "Say in a sentence why it is withdrawn, in at most %d letters.", maxText)
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		found, err := awards(ctx, tx, `l.id = $1`, id)
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, apperr.New(apperr.NotFound, "This line of the roll does not exist.")
		case found[0].section != 0:
			return nil, apperr.New(apperr.Conflict, "An event decided this title. Correct the event, or say there that it decides none.")
		case found[0].Reversed || found[0].reverses != 0:
			return nil, apperr.New(apperr.Conflict, "This line was withdrawn already.")
		}
		same, err := awards(ctx, tx, `l.title_id = $1 AND l.year = $2 AND `+counts, found[0].Title, found[0].Year)
		if err != nil {
			return nil, err
		}
		var lines []Award
		for _, a := range same { // who shared it too: they are entered again together
			r := a.reversal()
			r.Cause, r.PostedAt, r.PostedBy = "Withdrawn: "+reason, s.cases.Now(), permit.Name()
			lines = append(lines, r)
		}
		return permit.Did("withdraw.champion", "title", int64(found[0].Title), found[0], lines), insertAwards(ctx, tx, lines)
	})
}
