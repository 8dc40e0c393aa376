package committee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of the committee.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	offices *auth.Service
	rules   *governance.Service
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, offices *auth.Service, rules *governance.Service) *Service {
	s := &Service{db: db, cases: usecase.New(db, clock), offices: offices, rules: rules}
	rules.WhenChanged(s.KeepDuty)
	return s
}

// Who is a person with the name that is shown; the zero Who is nobody.
type Who struct {
	Person auth.PersonID
	Name   string
}

func (w Who) as() constitution.Person { return constitution.Person{ID: int64(w.Person), Name: w.Name} }

// names are the people with these ids, by id; 0 is nobody.
func names(ctx context.Context, q store.Queryer, ids []auth.PersonID) (map[auth.PersonID]Who, error) {
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[auth.PersonID]Who, len(people))
	for id, p := range people {
		out[id] = Who{id, p.Name.String()}
	}
	return out, nil
}

// Lengths of what is typed, in characters.
const (
	maxLine = 200
	maxText = 4000
)

// tidyText trims a text of several lines, tidyLine one of a single line.
func tidyText(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
func tidyLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// checkText adds a problem when a text is missing, and ask is not "", or when
// it is too long.
func checkText(f *apperr.Fields, name, text string, limit int, ask string) {
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && ask != "":
		f.Add(name, "%s", ask)
	case n > limit:
		f.Add(name, "Shorten this to %d characters.", limit)
	}
}

// checkPast adds a problem when a day is missing, beyond reason or to come.
func (s *Service) checkPast(f *apperr.Fields, name string, day civil.Date) {
	constitution.CheckDay(f, name, day)
	if !f.Has(name) && day.After(s.cases.Today()) {
		f.Add(name, "This day is still to come. Record it once it has been.")
	}
}

// takeFindings adds the obstacles among the findings as problems of a field.
func takeFindings(f *apperr.Fields, name string, all constitution.Findings) {
	for _, x := range all {
		if x.Gravity == constitution.Obstacle {
			f.Add(name, "%s (rule %s).", x.Text, x.Rule)
		}
	}
}

// counted is "1 meeting", "2 meetings".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// mergeFields adds the problems of a refusal of input to f, and gives back any
// other error.
func mergeFields(f *apperr.Fields, err error) error {
	if err == nil {
		return nil
	}
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid || len(e.Fields) == 0 {
		return err
	}
	for _, p := range e.Fields {
		if !f.Has(p.Name) {
			*f = append(*f, p)
		}
	}
	return nil
}
