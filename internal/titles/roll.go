package titles

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Award is a line of the roll.
type Award struct {
	ID         AwardID       `json:"id,omitempty"`
	Title      ID            `json:"title"`
	TitleName  string        `json:"-"`
	Year       int           `json:"year"`
	Person     PersonID      `json:"person,omitempty"` // 0: someone who is not in the register
	Name       string        `json:"name,omitempty"`   // as public pages show it
	EventName  string        `json:"event,omitempty"`
	Event      auth.EventID  `json:"event_id,omitempty"` // 0: not on this site
	Slug       string        `json:"-"`                  // of the event; "" where it is not public
	Section    string        `json:"-"`                  // its address below the event's
	Shared     bool          `json:"shared,omitempty"`
	Rule       string        `json:"rule,omitempty"`
	Trace      []string      `json:"-"`
	Source     string        `json:"source,omitempty"`
	Cause      string        `json:"cause"`
	Reverses   bool          `json:"reverses,omitempty"`
	Reversed   bool          `json:"-"`
	Rated      bool          `json:"-"` // the person is on the rating list
	Correcting bool          `json:"-"` // the event is open again
	PostedAt   civil.Instant `json:"-"`
	PostedBy   string        `json:"-"`

	section  DeclaredID
	reverses AwardID
}

// Counts reports whether the line is in the roll: neither reversed nor a reversal.
func (a Award) Counts() bool { return !a.Reverses && !a.Reversed }

// FromSection reports whether a section decided it.
func (a Award) FromSection() bool { return a.section != 0 }

// counts is the condition that a line l is neither reversed nor a reversal.
const counts = `l.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM title_award r WHERE r.reverses_id = l.id)`

func awards(ctx context.Context, q store.Queryer, where string, args ...any) ([]Award, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a Award, err error) {
		var trace, status string
		err = s.Scan(
			&a.ID, &a.Title, &a.TitleName, &a.Year, store.ZeroNull(&a.section), store.ZeroNull(&a.Person), &a.Name,
			&a.EventName, store.ZeroNull(&a.Event), store.EmptyNull(&a.Slug), store.EmptyNull(&status),
			store.EmptyNull(&a.Section), &a.Shared, &a.Rule, &trace, &a.Source, &a.Cause, store.ZeroNull(&a.reverses),
			&a.Reversed, &a.PostedAt, &a.PostedBy, &a.Rated,
		)
		if trace != "" {
			a.Trace = strings.Split(trace, "\n")
		}
		a.Reverses = a.reverses != 0
		a.Correcting = a.section != 0 && status != "final" && status != "rated"
		return a, err
	}, `
		SELECT l.id, l.title_id, t.name, l.year, l.title_section_id, l.person_id, l.name, l.event_name, l.event_id, e.slug,
		       e.status, s.slug, l.shared, l.rule, l.trace, l.source, l.cause, l.reverses_id,
		       EXISTS (SELECT 1 FROM title_award r WHERE r.reverses_id = l.id), l.posted_at, l.posted_by,
		       EXISTS (SELECT 1 FROM rating g WHERE g.person_id = l.person_id)
		FROM title_award l
		JOIN title t ON t.id = l.title_id
		LEFT JOIN event e ON e.id = l.event_id
		LEFT JOIN title_section d ON d.id = l.title_section_id
		LEFT JOIN section s ON s.id = d.section_id
		WHERE `+where+`
		ORDER BY l.year DESC, t.retired, l.title_id, l.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the roll of champions: %w", err)
	}
	return all, nil
}

func insertAwards(ctx context.Context, tx *store.Tx, lines []Award) error {
	const columns = 15
	for chunk := range slices.Chunk(lines, store.InsertRows(columns)) {
		var args []any
		for _, a := range chunk {
			name := a.Name
			if a.Person != 0 {
				name = ""
			}
			args = append(args,
				a.Title, a.Year, store.NullZero(a.section), store.NullZero(a.Person), name, a.EventName, store.NullZero(a.Event),
				a.Shared, a.Rule, strings.Join(a.Trace, "\n"), a.Source, a.Cause, store.NullZero(a.reverses), a.PostedAt, a.PostedBy)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO title_award (title_id, year, title_section_id, person_id, name, event_name, event_id, shared, rule, trace,
			                         source, cause, reverses_id, posted_at, posted_by)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("post lines of the roll: %w", err)
		}
	}
	return nil
}

// Roll is every line of the roll, the latest year first, with the names that public pages show. Lines that were reversed,
// and their reversals, are in it. It is public.
func (s *Service) Roll(ctx context.Context) ([]Award, error) { return s.named(ctx, `1 = 1`) }

// Of are the titles that a person holds. They are public.
func (s *Service) Of(ctx context.Context, person PersonID) ([]Award, error) {
	return s.named(ctx, `l.person_id = $1 AND `+counts, person)
}

// named are lines with the names of the day on which they are read.
func (s *Service) named(ctx context.Context, where string, args ...any) ([]Award, error) {
	all, err := awards(ctx, s.db, where, args...)
	if err != nil {
		return nil, err
	}
	names, err := members.PublicNames(ctx, s.db, peopleOf(all))
	if err != nil {
		return nil, err
	}
	for i := range all {
		a := &all[i]
		if a.Person != 0 {
			a.Name = names[a.Person]
		}
		for j, line := range a.Trace {
			a.Trace[j] = marks.ReplaceAllStringFunc(line, func(m string) string { return names[marked(m)] })
		}
	}
	return all, nil
}

var marks = regexp.MustCompile(`\{[0-9]+\}`)

func marked(text string) PersonID {
	id, _ := strconv.ParseInt(strings.Trim(text, "{}"), 10, 64) // digits, by the expression
	return PersonID(id)
}

func peopleOf(all []Award) []PersonID {
	var ids []PersonID
	for _, a := range all {
		if a.Person != 0 {
			ids = append(ids, a.Person)
		}
		for _, line := range a.Trace {
			for _, m := range marks.FindAllString(line, -1) {
				ids = append(ids, marked(m))
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Certificate is what a holder's certificate says, with the name as the register has it.
type Certificate struct {
	Award
	FullName string
	With     []string   // who shares the title
	Day      civil.Date // the last of the event; zero of an earlier year
}

// Certificate is the certificate of a line that is in the roll: for its holder, who directed the event and who keeps the
// titles.
func (s *Service) Certificate(ctx context.Context, actor auth.Actor, id AwardID) (Certificate, error) {
	if !actor.SignedIn() {
		return Certificate{}, apperr.New(apperr.SignIn, "Sign in to print a certificate.")
	}
	found, err := s.named(ctx, `l.id = $1 AND `+counts, id)
	if err != nil {
		return Certificate{}, err
	}
	if len(found) == 0 {
		return Certificate{}, apperr.New(apperr.NotFound, "This line of the roll does not exist, or was reversed.")
	}
	a := found[0]
	if a.Person == 0 || a.Person != actor.Person {
		action, object := auth.KeepTitles, auth.Object{}
		if a.section != 0 {
			action, object.Event = auth.DeclareTitles, a.Event
		}
		if err := s.cases.Require(actor, action, object); err != nil {
			return Certificate{}, err
		}
	}
	out := Certificate{Award: a, FullName: a.Name}
	if a.Person != 0 {
		names, err := members.FullNames(ctx, s.db, []PersonID{a.Person})
		if err != nil {
			return out, err
		}
		out.FullName = names[a.Person]
	}
	with, err := s.named(ctx, `l.title_id = $1 AND l.year = $2 AND l.id <> $3 AND `+counts, a.Title, a.Year, a.ID)
	for _, o := range with {
		out.With = append(out.With, o.Name)
	}
	if err == nil && a.section != 0 {
		out.Day, err = store.One(ctx, s.db, store.Value[civil.Date], `SELECT to_day FROM event WHERE id = $1`, a.Event)
	}
	return out, err
}

// Listed is a section that decides a title, for the desk.
type Listed struct {
	Declared
	Event     auth.EventID
	EventName string // "Congress 2026, Open"
	Day       civil.Date
	Finished  bool
}

// Desk is what who keeps the titles sees.
type Desk struct {
	Titles   []Title
	Sections []Listed // that decide a title and have not, the next first
	Roll     []Award
}

// Desk shows the state of the titles to who keeps them.
func (s *Service) Desk(ctx context.Context, actor auth.Actor) (out Desk, err error) {
	if err := s.cases.Require(actor, auth.KeepTitles, auth.Object{}); err != nil {
		return out, err
	}
	if out.Titles, err = titles(ctx, s.db); err != nil {
		return out, err
	}
	out.Sections, err = store.All(ctx, s.db, func(r store.Scanner) (l Listed, err error) {
		var status string
		err = r.Scan(&l.ID, &l.Section, &l.Title, &l.Name, &l.Waits, &l.Event, &l.EventName, &l.Day, &status)
		l.Finished = status == "final" || status == "rated"
		return l, err
	}, `
		SELECT d.id, d.section_id, d.title_id, t.name, d.waits, e.id, e.name || ', ' || s.name, e.to_day, e.status
		FROM title_section d
		JOIN title t ON t.id = d.title_id
		JOIN section s ON s.id = d.section_id
		JOIN event e ON e.id = s.event_id
		WHERE d.withdrawn_at IS NULL
		  AND NOT EXISTS (SELECT 1 FROM title_award l WHERE l.title_section_id = d.id AND `+counts+`)
		ORDER BY e.to_day, d.id`)
	if err != nil {
		return out, fmt.Errorf("read the sections that decide titles: %w", err)
	}
	out.Roll, err = s.Roll(ctx)
	return out, err
}
