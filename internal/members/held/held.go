package held

import (
	"context"
	"fmt"
	"io"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Data is what is held about a person, part by part; parts without a row are left out.
type Data struct {
	Person members.PersonID
	Name   string
	Day    civil.Date
	Parts  []Part
}

// Part is the rows of one kind.
type Part struct {
	Title   string
	Columns []string
	Rows    [][]string
}

// Service reads it.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// Own is all that is held about whoever is signed in, who has proved lately to be that; the log says that it was read.
func (s *Service) Own(ctx context.Context, actor auth.Actor) (d Data, err error) {
	if !actor.SignedIn() || actor.Person == 0 {
		return d, apperr.New(apperr.SignIn, "Sign in to see what is held about you.")
	}
	permit, err := s.cases.MayAgain(actor, auth.ViewOwn, auth.Object{Person: actor.Person})
	if err != nil {
		return d, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := members.PersonByID(ctx, tx, actor.Person)
		if err != nil {
			return nil, err
		}
		d = Data{Person: p.ID, Name: p.Name.String(), Day: s.cases.Today()}
		for _, one := range parts {
			part, err := one.read(ctx, tx, p.ID)
			if err != nil {
				return nil, err
			}
			d.Add(part)
		}
		return permit.Did("read.own_data", "person", int64(p.ID), nil, nil), nil
	})
	return d, err
}

// Add adds a part that has rows.
func (d *Data) Add(p Part) {
	if len(p.Rows) > 0 {
		d.Parts = append(d.Parts, p)
	}
}

// Text writes the data so that a person reads it.
func (d Data) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "What is held about %s, member number %s, on %s\n", d.Name, members.Number(d.Person), d.Day.Long())
	for _, p := range d.Parts {
		fmt.Fprintf(&b, "\n%s\n%s\n", p.Title, strings.Repeat("=", len([]rune(p.Title))))
		for i, row := range p.Rows {
			if i > 0 {
				b.WriteByte('\n')
			}
			for k, value := range row {
				if value != "" {
					fmt.Fprintf(&b, "%s: %s\n", p.Columns[k], strings.ReplaceAll(strings.TrimRight(value, "\n"), "\n", "\n    "))
				}
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSONPart is a part as programs read it.
type JSONPart struct {
	Title string              `json:"title"`
	Rows  []map[string]string `json:"rows"`
}

// JSON is the data as programs read it.
type JSON struct {
	Name   string     `json:"name"`
	Number int64      `json:"member_number"`
	Day    string     `json:"day"`
	Parts  []JSONPart `json:"parts"`
}

// JSON is the data as programs read it; empty values are left out.
func (d Data) JSON() JSON {
	out := JSON{Name: d.Name, Number: int64(d.Person), Day: d.Day.String(), Parts: []JSONPart{}}
	for _, p := range d.Parts {
		part := JSONPart{Title: p.Title}
		for _, row := range p.Rows {
			one := map[string]string{}
			for k, value := range row {
				if value != "" {
					one[p.Columns[k]] = value
				}
			}
			part.Rows = append(part.Rows, one)
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}
