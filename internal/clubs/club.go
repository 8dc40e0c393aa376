package clubs

import (
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Club is a Go club that is, was or may become affiliated.
type Club struct {
	ID      ClubID
	Name    string
	Short   string // a few letters for draw sheets
	City    string
	Meets   string // where and when, in a sentence
	Email   string // of the club itself: public
	Website string
	Version int64

	ExcludedOn civil.Date // by the committee, rule 2.5; zero: it is not
}

// Label is the short name, or the whole name where there is none.
func (c Club) Label() string {
	if c.Short != "" {
		return c.Short
	}
	return c.Name
}

// ClubInput is what is known of a club.
type ClubInput struct {
	Name    string
	Short   string
	City    string
	Meets   string
	Email   string
	Website string
}

func (in ClubInput) tidied() ClubInput {
	line := func(s string) string { return oneLine(norm.NFC.String(s)) }
	in.Name, in.Short, in.City = line(in.Name), line(in.Short), line(in.City)
	in.Meets, in.Email, in.Website = line(in.Meets), line(in.Email), line(in.Website)
	if in.Website != "" && !strings.Contains(in.Website, "://") {
		in.Website = "https://" + in.Website
	}
	return in
}

// check returns every problem of the tidied input, in form order.
func (in ClubInput) check() apperr.Fields {
	var f apperr.Fields
	long := func(field, s string, limit int) {
		if utf8.RuneCountInString(s) > limit {
			f.Add(field, "Shorten this to %d characters.", limit)
		}
	}
	if members.Fold(in.Name) == "" {
		f.Add("name", "Enter the club’s name.")
	}
	long("name", in.Name, 100)
	long("short", in.Short, 8)
	long("city", in.City, 100)
	long("meets", in.Meets, 300)
	if in.Email != "" && !auth.ValidEmail(in.Email) {
		f.Add("email", "Enter an e-mail address like club@example.nz, or leave it empty.")
	}
	if u, err := url.Parse(in.Website); in.Website != "" &&
		(err != nil || u.Scheme != "https" && u.Scheme != "http" || !strings.Contains(u.Host, ".") || len(in.Website) > 200) {
		f.Add("website", "Enter a web address like https://example.nz, or leave it empty.")
	}
	return f
}

// Service keeps the clubs and their returns.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	offices *auth.Service
}

// New returns a service on the database that tells the time by clock and
// appoints club secretaries through offices.
func New(db *store.DB, clock civil.Clock, offices *auth.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), offices: offices}
}

// Found adds a club. It is affiliated once its first list and fee are in.
func (s *Service) Found(ctx context.Context, actor auth.Actor, in ClubInput) (ClubID, error) {
	permit, err := s.cases.May(actor, auth.ManageClubs, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	if err := in.check().Err(); err != nil {
		return 0, err
	}
	var id ClubID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		var err error
		if id, err = insertClub(ctx, tx, s.cases.Now(), in); err != nil {
			return nil, err
		}
		return permit.Did("add.club", "club", int64(id), nil, in), nil
	})
	return id, err
}

// EditClub changes a club; Version is the one that was shown.
type EditClub struct {
	ClubInput
	ID      ClubID
	Version int64
}

// Edit saves a club. The error is a Conflict when somebody else did so since
// Version.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, in EditClub) error {
	permit, err := s.cases.May(actor, auth.ManageClubs, auth.Object{})
	if err != nil {
		return err
	}
	in.ClubInput = in.tidied()
	if err := in.check().Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		was, err := ByID(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if err := updateClub(ctx, tx, in.ID, in.Version, in.ClubInput); err != nil {
			return nil, err
		}
		return permit.Did(
			"edit.club", "club", int64(in.ID),
			ClubInput{was.Name, was.Short, was.City, was.Meets, was.Email, was.Website},
			in.ClubInput,
		), nil
	})
}

// Club reads one club: its public part, for anybody.
func (s *Service) Club(ctx context.Context, id ClubID) (Club, error) { return ByID(ctx, s.db, id) }

// Clubs reads every club, sorted by name: their public part, for anybody.
func (s *Service) Clubs(ctx context.Context) ([]Club, error) { return All(ctx, s.db) }

// Check returns what is wrong with a club as it is typed, nil if nothing.
func (in ClubInput) Check() error { return in.tidied().check().Err() }
