package ratings

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of the rating list.
type Service struct {
	db       *store.DB
	cases    usecase.Cases
	versions []Formula // the oldest first
	places   places
	facts    factsKept

	outbox        *mail.Service // nil: no one is written to
	society, site string
}

// WriteBy has players written to through an outbox, in the society's name, with the
// address of the site ("": unknown).
func (s *Service) WriteBy(outbox *mail.Service, society, site string) {
	s.outbox, s.society, s.site = outbox, society, site
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), versions: Versions()}
}

// Outcome says what rating or withdrawing an event did.
type Outcome struct {
	Submission SubmissionID
	Formula    string // version that rated it
	Games      int    // rated
	NotRated   int    // left out: byes, defaults, games without a result
	Changes    []Change
	Later      []Later // events after it that were worked out again, in their order
}

// Change is what an event did to a player. When a submission is withdrawn,
// Before and After are what the submission had done.
type Change struct {
	Person        PersonID
	Before, After scale.Milli
	Games         int  // rated in this event
	First         bool // the player had no rated games: Before is the declared strength
}

// Later is a later event whose figures changed.
type Later struct {
	Event   EventID
	Name    string
	Day     civil.Date
	Players int // whose rating before or after it changed
}

// auditRating is what the audit log keeps of a submission.
type auditRating struct {
	Submission SubmissionID  `json:"submission"`
	Name       string        `json:"name"`
	Day        civil.Date    `json:"day"`
	Formula    string        `json:"formula"`
	Games      int           `json:"games"`
	Changes    []auditChange `json:"changes"`
	Later      []auditLater  `json:"later,omitempty"`
}

type auditChange struct {
	Person PersonID    `json:"person"`
	Before scale.Milli `json:"before"`
	After  scale.Milli `json:"after"`
}

type auditLater struct {
	Event   EventID `json:"event"`
	Players int     `json:"players"`
}

// RateEvent rates an event once, in the caller's transaction: the games are
// copied as they are, the changes worked out by the version of the formula of
// that day, the list brought up to date. An event that comes late takes its
// place by its day, and what follows it is worked out again.
//
// Errors: Invalid with all problems at once (also a player without rated games
// and without a declared strength), Conflict when the event or one of its games
// is rated already.
func (s *Service) RateEvent(ctx context.Context, tx *store.Tx, actor auth.Actor, in Submission) (Outcome, error) {
	return s.RatePlanned(ctx, tx, actor, in, Once, nil)
}

// RatePlanned is RateEvent by a plan of it, which is ErrMoved when it no longer
// holds; without one it is worked out while everyone waits. InPlace withdraws what
// counts of the event in the same step.
func (s *Service) RatePlanned(
	ctx context.Context, tx *store.Tx, actor auth.Actor, in Submission, again Again, p *Plan,
) (Outcome, error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: in.Event})
	if err != nil {
		return Outcome{}, err
	}
	if err := lockList(ctx, tx); err != nil {
		return Outcome{}, err
	}
	if p == nil {
		if p, err = s.planRating(ctx, tx, in, again); err != nil {
			return Outcome{}, err
		}
	} else if holds, err := p.holds(ctx, tx, in); err != nil || !holds {
		return Outcome{}, cmp.Or(err, ErrMoved)
	}
	if err := s.carry(ctx, tx, actor, p); err != nil {
		return Outcome{}, err
	}
	if p.old != nil {
		taken := Plan{old: p.old, reversed: p.reversed}
		err := permit.Did("withdraw.rating", "event", int64(in.Event), auditOf(*p.old, taken.Outcome()), nil).Write(ctx, tx)
		if err != nil {
			return Outcome{}, err
		}
	}
	out := p.Outcome()
	return out, permit.Did("rate.event", "event", int64(in.Event), nil, auditOf(*p.now, out)).Write(ctx, tx)
}

// Withdraw withdraws an event's submission, in the caller's transaction. What
// it changed is reversed; events after it are worked out again without it. The
// outcome's Changes are those that were reversed.
//
// Errors: NotFound when the event is not rated.
func (s *Service) Withdraw(ctx context.Context, tx *store.Tx, actor auth.Actor, event EventID) (Outcome, error) {
	return s.WithdrawPlanned(ctx, tx, actor, event, nil)
}

// WithdrawPlanned is Withdraw by a plan of it, which is ErrMoved when it no longer
// holds.
func (s *Service) WithdrawPlanned(
	ctx context.Context, tx *store.Tx, actor auth.Actor, event EventID, p *Plan,
) (Outcome, error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: event})
	if err != nil {
		return Outcome{}, err
	}
	if err := lockList(ctx, tx); err != nil {
		return Outcome{}, err
	}
	if p == nil {
		if p, err = s.planWithdrawal(ctx, tx, event); err != nil {
			return Outcome{}, err
		}
	} else if revision, err := revisionOf(ctx, tx); err != nil || p.revision+1 != revision || p.old.event != event {
		return Outcome{}, cmp.Or(err, ErrMoved)
	}
	if err := s.carry(ctx, tx, actor, p); err != nil {
		return Outcome{}, err
	}
	out := p.Outcome()
	return out, permit.Did("withdraw.rating", "event", int64(event), auditOf(*p.old, out), nil).Write(ctx, tx)
}

// auditOf is what the audit log keeps of a submission.
func auditOf(e submission, out Outcome) auditRating {
	detail := auditRating{Submission: e.id, Name: e.name, Day: e.day, Formula: e.formula, Games: e.games}
	for _, c := range out.Changes {
		detail.Changes = append(detail.Changes, auditChange{c.Person, c.Before, c.After})
	}
	for _, l := range out.Later {
		detail.Later = append(detail.Later, auditLater{l.Event, l.Players})
	}
	return detail
}

func (c change) public() Change {
	return Change{Person: c.person, Before: c.before, After: c.after, Games: c.games, First: c.gamesBefore == 0}
}

// declaredStrengths gives every player of the submission the strength that
// counts as long as there are no rated games: what the submission says, else
// the grade in the register, else the rating on the list.
func declaredStrengths(ctx context.Context, q store.Queryer, in Submission) (map[PersonID]scale.Rating, error) {
	declared := make(map[PersonID]scale.Rating, len(in.Players))
	for _, p := range in.Players {
		// Entered twice, in two sections: the higher strength counts.
		if r, twice := declared[p.Person]; !twice || r < p.Declared {
			declared[p.Person] = p.Declared
		}
	}
	all := persons(in.Games)
	known, err := strengthsNow(ctx, q, all)
	if err != nil {
		return nil, err
	}
	out := make(map[PersonID]scale.Rating, len(all))
	var f apperr.Fields
	for _, id := range all {
		who, found := known[id]
		switch r, said := declared[id]; {
		case !found:
			f.Add("games", "Player %d is not in the register.", id)
		case said && (r < scale.MinRating || r > scale.MaxRating):
			f.Add("players", "%s: a strength must be between %s and %s.", who.name, scale.MinRating, scale.MaxRating)
		case said:
			out[id] = r
		case strength(0, 0, who.grade).Basis != Unknown:
			out[id] = strength(0, 0, who.grade).Rating
		case who.Basis != Unknown:
			out[id] = who.Rating
		default:
			f.Add("players", "%s has no rated games yet: enter a grade first.", who.name)
		}
	}
	return out, f.Err()
}

// list names the events whose figures changed.
func (d reworked) list() []Later {
	out := make([]Later, len(d.order))
	for i, e := range d.order {
		out[i] = Later{Event: e.event, Name: e.name, Day: e.day, Players: len(e.changes)}
	}
	return out
}

// position is an event's place in the order in which events are rated.
type position struct {
	day   civil.Date
	event EventID
}

func (p position) compare(o position) int {
	return cmp.Or(p.day.Compare(o.day), cmp.Compare(p.event, o.event))
}

func (p position) before(o position) bool { return p.compare(o) < 0 }

// sortedPersons lists the keys of m in order.
func sortedPersons[V any](m map[PersonID]V) []PersonID {
	ids := make([]PersonID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
