package venue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/formats"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service lends events, and takes what comes from where they are.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	events  *tournaments.Service
	ratings *ratings.Service
	society string
	site    string
}

// New gives the service.
func New(
	db *store.DB, clock civil.Clock, society string, events *tournaments.Service, list *ratings.Service,
) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), events: events, ratings: list, society: society}
}

// ReachedAt says at which address laptops reach the site.
func (s *Service) ReachedAt(site string) { s.site = site }

// reserved is how many rows of a kind can be made at a venue.
const reserved = 100_000

// loanFacts are what the audit log keeps of a loan.
type loanFacts struct {
	Number  int          `json:"number"`
	State   LoanState    `json:"state"`
	Results []Difference `json:"results,omitempty"`
	More    int          `json:"more_results,omitempty"`
	Why     string       `json:"why,omitempty"`
}

// Lend lends an event to the laptop that will open its file. A director of the event may.
//
// Errors: Conflict for one that is away already, is finished, or has a section that is played online.
func (s *Service) Lend(ctx context.Context, actor auth.Actor, event EventID) (Loan, error) {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return Loan{}, err
	}
	var out Loan
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := s.events.TouchAway(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		if err := mayTravel(ctx, tx, e); err != nil {
			return nil, err
		}
		d, err := s.document(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		if out, err = s.lend(ctx, tx, permit, e, d); err != nil {
			return nil, err
		}
		return permit.Did("lend.event", "event", int64(event), nil, loanFacts{Number: out.Number, State: Out}), nil
	})
	return out, err
}

func mayTravel(ctx context.Context, q store.Queryer, e tournaments.Event) error {
	switch {
	case e.Away != "":
		return apperr.New(apperr.Conflict, "%s is already lent.", e.Name)
	case e.Cancelled.Is:
		return e.Closed()
	case !e.Status.TakesChanges():
		return apperr.New(apperr.Conflict, "%s is %s, so nothing can be played in it. Reopen it first.", e.Name, e.Status)
	}
	online, err := tournaments.Online(ctx, q, e.ID)
	if err == nil && online {
		err = apperr.New(
			apperr.Conflict, "%s has a section with last days that is played online: its players need this site.", e.Name,
		)
	}
	return err
}

func (s *Service) lend(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, d *Document,
) (Loan, error) {
	last, err := lastLoan(ctx, tx, e.ID)
	if err != nil {
		return Loan{}, err
	}
	hash, err := d.Hash()
	if err != nil {
		return Loan{}, err
	}
	people, err := lastPerson(ctx, tx)
	if err != nil {
		return Loan{}, err
	}
	from, err := tx.Reserve(ctx, reserved, people, numbered()...)
	if err != nil {
		return Loan{}, err
	}
	l := Loan{
		Event: e.ID, Number: last.Number + 1, State: Out, Hash: hash, NewFrom: from, NewUntil: from + reserved,
		LentAt: permit.Now(), LentBy: permit.Name(), Lender: permit.Person(),
	}
	if l.ID, err = insertLoan(ctx, tx, l); err != nil {
		return Loan{}, err
	}
	for _, p := range d.People { // so that who is taken out at the venue can be entered again
		if err := insertBrought(ctx, tx, l.ID, p.ID, p.ID); err != nil {
			return Loan{}, err
		}
	}
	return l, s.events.SetAway(ctx, tx, e.ID, tournaments.Lent)
}

// numbered are the tables whose rows have numbers.
func numbered() []string {
	var out []string
	for _, t := range tables {
		if t.numbered {
			out = append(out, t.name)
		}
	}
	return out
}

// File is the file with which a laptop opens the event, for its director, until the laptop has been heard of. Each has
// a key of its own, of which only the hash is kept.
func (s *Service) File(ctx context.Context, actor auth.Actor, event EventID) (file []byte, e tournaments.Event, err error) {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return nil, e, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if e, err = s.events.TouchAway(ctx, tx, event); err != nil {
			return nil, err
		}
		l, err := lastLoan(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		if !l.MayFetch() {
			return nil, apperr.New(
				apperr.Conflict, "The laptop with %s has been heard of, so its file is not given out again. "+
					"If the laptop is lost, reclaim the event first.", e.Name,
			)
		}
		if file, err = s.file(ctx, tx, permit, e, l); err != nil {
			return nil, err
		}
		return permit.Did("fetch.event_file", "event", int64(event), nil, loanFacts{Number: l.Number, State: l.State}), nil
	})
	return file, e, err
}

func (s *Service) file(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, l Loan,
) ([]byte, error) {
	d, err := s.document(ctx, tx, e)
	if err != nil {
		return nil, err
	}
	key := rand.Text() + rand.Text()
	if err := insertKey(ctx, tx, l.ID, hashOfKey(key), permit.Now()); err != nil {
		return nil, err
	}
	if d.Others, err = s.others(ctx, tx, e, d.People); err != nil {
		return nil, err
	}
	if err := addListed(ctx, tx, l.ID, d.Others); err != nil {
		return nil, err
	}
	if d.Sections, err = s.sections(ctx, tx, e.ID); err != nil {
		return nil, err
	}
	d.Home = &Home{
		Site: s.site, Society: s.society, Zone: civil.Zone().String(), Money: money.InUse().Code,
		EventID: int64(e.ID), Slug: e.Slug, Number: l.Number, Key: key, NewFrom: l.NewFrom,
		LentAt: l.LentAt.String(), LentBy: l.LentBy, Lender: int64(l.Lender),
	}
	d.Says = fmt.Sprintf(
		"%s, lent by %s of %s. Open it on a laptop: nzgs venue and the name of this file. It holds the key with which the "+
			"laptop sends results: keep it to yourself.", e.Name, l.LentBy, s.society,
	)
	out, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write an event: %w", err)
	}
	return out, nil
}

func hashOfKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// document is the event as it stands, with its people.
func (s *Service) document(ctx context.Context, q store.Queryer, e tournaments.Event) (*Document, error) {
	d := &Document{
		Format: Format, Says: e.Name,
		Event: Facts{
			Name: e.Name, Place: e.Place, From: e.From.String(), To: e.To.String(), About: e.About, Status: string(e.Status),
		},
	}
	for _, t := range tables {
		rows, err := rowsOf(ctx, q, t, e.ID)
		if err != nil {
			return nil, err
		}
		d.Tables = append(d.Tables, rows)
	}
	ids, err := peopleIn(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	d.withPeople(func(id int64, _ bool) (int64, bool) { return id, slices.Contains(ids, id) }) // others are named by their names
	d.People, err = s.players(ctx, q, e, ids)
	return d, err
}

// players are people with their names and ratings on the event's first day, and nothing else of them.
func (s *Service) players(ctx context.Context, q store.Queryer, e tournaments.Event, ids []int64) ([]Player, error) {
	people := make([]tournaments.PersonID, len(ids))
	for i, id := range ids {
		people[i] = tournaments.PersonID(id)
	}
	known, err := members.People(ctx, q, people)
	if err != nil {
		return nil, err
	}
	strengths, err := s.ratings.On(ctx, q, e.From, people)
	if err != nil {
		return nil, err
	}
	out := make([]Player, 0, len(ids))
	for _, id := range people {
		p, ok := known[id]
		if !ok {
			continue
		}
		player := Player{
			ID: int64(id), Family: p.Name.Family, Given: p.Name.Given, FamilyFirst: p.Name.Order == members.FamilyFirst,
		}
		if p.PublicAs == members.ByAlias {
			player.Alias = p.Alias
		}
		if strength, ok := strengths[id]; ok && strength.Basis != "" {
			player.Rating = strength.Rating.String()
		}
		out = append(out, player)
	}
	return out, nil
}

// others are those of the public rating list who are not in the event.
func (s *Service) others(
	ctx context.Context, q store.Queryer, e tournaments.Event, people []Player,
) ([]Player, error) {
	listed, err := peopleListed(ctx, q)
	if err != nil {
		return nil, err
	}
	listed = slices.DeleteFunc(listed, func(id int64) bool {
		return slices.ContainsFunc(people, func(p Player) bool { return p.ID == id })
	})
	return s.players(ctx, q, e, listed)
}

// sections are the event's sections as event files, which other programs open.
func (s *Service) sections(ctx context.Context, q store.Queryer, event EventID) ([]Section, error) {
	all, err := s.events.FilesOf(ctx, q, event)
	if err != nil {
		return nil, err
	}
	out := make([]Section, 0, len(all))
	for _, f := range all {
		data, _, err := formats.Write(formats.JSON, f.File)
		if err != nil {
			continue // a section without players is no event file yet
		}
		out = append(out, Section{Name: f.Section.Name, Address: f.Section.Slug, File: json.RawMessage(strings.TrimSpace(string(data)))})
	}
	return out, nil
}

// Loan is how the event was lent last, for everyone who sees the event. The zero Loan: never.
func (s *Service) Loan(ctx context.Context, actor auth.Actor, event EventID) (Loan, error) {
	if _, err := s.events.EventByID(ctx, actor, event); err != nil {
		return Loan{}, err
	}
	return lastLoan(ctx, s.db, event)
}

// Reclaim takes the right to write an event from a laptop that is lost, for a director of the event. What the laptop
// sends later is kept aside.
func (s *Service) Reclaim(ctx context.Context, actor auth.Actor, event EventID) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := s.events.TouchAway(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		l, err := lastLoan(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		if e.Away == "" {
			return nil, usecase.ErrSame
		}
		l.State, l.EndedAt, l.EndedBy = Reclaimed, permit.Now(), permit.Name()
		if err := saveLoan(ctx, tx, l); err != nil {
			return nil, err
		}
		return permit.Did(
			"reclaim.event", "event", int64(event), loanFacts{Number: l.Number, State: Out},
			loanFacts{Number: l.Number, State: Reclaimed},
		), s.events.SetAway(ctx, tx, event, "")
	})
}
