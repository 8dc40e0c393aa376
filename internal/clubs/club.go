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
	"nzgs/internal/places"
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
	Email   string // of the club itself; pages show it to no one who is not its own
	Website string
	At      places.Point // zero: where its place is
	About   string       // what it says of itself, with blank lines between paragraphs
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

// Matches finds every word of a search in the club's name or place.
func (c Club) Matches(q string) bool {
	text := members.Fold(c.Name + " " + c.City + " " + c.Short)
	for _, word := range strings.Fields(members.Fold(q)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// Where is where a club is: its own point, or that of its place where the list of towns has it. false: not known.
func (c Club) Where() (places.Point, bool) {
	if !c.At.IsZero() {
		return c.At, true
	}
	t, ok := places.Find(c.City)
	return t.At, ok
}

// ClubInput is what is known of a club.
type ClubInput struct {
	Name    string
	Short   string
	City    string
	Meets   string
	Email   string
	Website string
	At      string // a latitude and a longitude, or ""
	About   string
}

// maxAbout is how many characters a club may say of itself.
const maxAbout = 3000

func (in ClubInput) tidied() ClubInput {
	line := func(s string) string { return oneLine(norm.NFC.String(s)) }
	in.Name, in.Short, in.City = line(in.Name), line(in.Short), line(in.City)
	in.Meets, in.Email, in.Website, in.At = line(in.Meets), line(in.Email), line(in.Website), line(in.At)
	in.About = strings.TrimSpace(strings.ReplaceAll(norm.NFC.String(in.About), "\r\n", "\n"))
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
	if _, ok := places.ParsePoint(in.At); in.At != "" && !ok {
		f.Add("at", "Enter a latitude and a longitude like 41.2889° S, 174.7772° E, or leave it empty.")
	}
	long("meets", in.Meets, 300)
	if in.Email != "" && !auth.ValidEmail(in.Email) {
		f.Add("email", "Enter an e-mail address like club@example.nz, or leave it empty.")
	}
	if u, err := url.Parse(in.Website); in.Website != "" &&
		(err != nil || u.Scheme != "https" && u.Scheme != "http" || !strings.Contains(u.Host, ".") || len(in.Website) > 200) {
		f.Add("website", "Enter a web address like https://example.nz, or leave it empty.")
	}
	long("about", in.About, maxAbout)
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

// Input is a club as it would be typed.
func (c Club) Input() ClubInput {
	return ClubInput{c.Name, c.Short, c.City, c.Meets, c.Email, c.Website, c.At.String(), c.About}
}

// Edit saves a club; its secretary changes all but its name. The error is a Conflict when somebody else did so since
// Version.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, in EditClub) error {
	permit, err := s.cases.May(actor, auth.EditClub, auth.Object{Club: in.ID})
	if err != nil {
		return err
	}
	was, err := s.Club(ctx, in.ID)
	if err != nil {
		return err
	}
	officer := auth.Can(actor, auth.ManageClubs, auth.Object{}, s.cases.Today())
	if !officer { // the name is the society's to change
		in.Name, in.Short = was.Name, was.Short
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
		if !officer {
			in.Name, in.Short = was.Name, was.Short
		}
		if err := updateClub(ctx, tx, in.ID, in.Version, in.ClubInput); err != nil {
			return nil, err
		}
		return permit.Did("edit.club", "club", int64(in.ID), was.Input(), in.ClubInput), nil
	})
}

// Club reads one club: its public part, for anybody.
func (s *Service) Club(ctx context.Context, id ClubID) (Club, error) { return ByID(ctx, s.db, id) }

// Clubs reads every club, sorted by name: their public part, for anybody.
func (s *Service) Clubs(ctx context.Context) ([]Club, error) { return All(ctx, s.db) }

// Check returns what is wrong with a club as it is typed, nil if nothing.
func (in ClubInput) Check() error { return in.tidied().check().Err() }
