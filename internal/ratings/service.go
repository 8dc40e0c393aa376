package ratings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
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
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: in.Event})
	if err != nil {
		return Outcome{}, err
	}
	in, notRated, err := in.prepare()
	if err != nil {
		return Outcome{}, err
	}
	if err := lockList(ctx, tx); err != nil {
		return Outcome{}, err
	}
	if rated, err := countingSubmission(ctx, tx, in.Event); err != nil {
		return Outcome{}, err
	} else if rated.id != 0 {
		return Outcome{}, apperr.New(
			apperr.Conflict, "%s was already rated on %s. Withdraw that rating first.", rated.name,
			rated.submittedAt.Date().Long(),
		)
	}
	declared, err := declaredStrengths(ctx, tx, in)
	if err != nil {
		return Outcome{}, err
	}
	e := submission{
		event: in.Event, name: in.Name, day: in.Day, formula: formulaOn(s.versions, in.Day).Name,
		players: len(declared), games: len(in.Games), notRated: notRated,
		submittedAt: s.cases.Now(), submittedBy: actor.Name,
	}
	if e.id, err = insertSubmission(ctx, tx, e, declared, in.Games); err != nil {
		return Outcome{}, err
	}
	done, err := s.rework(ctx, tx, e.position(), persons(in.Games), nil)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Submission: e.id, Formula: e.formula, Games: e.games, NotRated: notRated, Later: done.later(e.id)}
	for _, d := range done.changed[e.id] { // nothing was stored: these are all of its changes
		out.Changes = append(out.Changes, d.now.public())
	}
	return out, permit.Did("rate.event", "event", int64(e.event), nil, auditOf(e, out)).Write(ctx, tx)
}

// Withdraw withdraws an event's submission, in the caller's transaction. What
// it changed is reversed; events after it are worked out again without it. The
// outcome's Changes are those that were reversed.
//
// Errors: NotFound when the event is not rated.
func (s *Service) Withdraw(ctx context.Context, tx *store.Tx, actor auth.Actor, event EventID) (Outcome, error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: event})
	if err != nil {
		return Outcome{}, err
	}
	if err := lockList(ctx, tx); err != nil {
		return Outcome{}, err
	}
	e, err := countingSubmission(ctx, tx, event)
	if err != nil {
		return Outcome{}, err
	}
	if e.id == 0 {
		return Outcome{}, apperr.New(apperr.NotFound, "This event is not on the rating list; there is nothing to withdraw.")
	}
	reversed, err := changesOf(ctx, tx, []SubmissionID{e.id})
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Submission: e.id, Formula: e.formula, Games: e.games, NotRated: e.notRated}
	var players []PersonID
	for _, c := range reversed[e.id] {
		players = append(players, c.person)
		out.Changes = append(out.Changes, c.public())
	}
	if err := withdrawSubmission(ctx, tx, e.id, s.cases.Now(), actor.Name); err != nil {
		return Outcome{}, err
	}
	done, err := s.rework(ctx, tx, e.position(), players, nil)
	if err != nil {
		return Outcome{}, err
	}
	out.Later = done.later(e.id)
	return out, permit.Did("withdraw.rating", "event", int64(e.event), auditOf(e, out), nil).Write(ctx, tx)
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
func declaredStrengths(ctx context.Context, tx *store.Tx, in Submission) (map[PersonID]scale.Rating, error) {
	declared := make(map[PersonID]scale.Rating, len(in.Players))
	for _, p := range in.Players {
		// Entered twice, in two sections: the higher strength counts.
		if r, twice := declared[p.Person]; !twice || r < p.Declared {
			declared[p.Person] = p.Declared
		}
	}
	all := persons(in.Games)
	known, err := strengthsNow(ctx, tx, all)
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

// later lists the events whose figures changed, but for the one that caused it.
func (d reworked) later(cause SubmissionID) []Later {
	var out []Later
	for _, e := range d.order {
		if n := len(d.changed[e.id]); n > 0 && e.id != cause {
			out = append(out, Later{Event: e.event, Name: e.name, Day: e.day, Players: n})
		}
	}
	return out
}

// position is an event's place in the order in which events are rated.
type position struct {
	day   civil.Date
	event EventID
}

// sortedPersons lists the keys of m in order.
func sortedPersons[V any](m map[PersonID]V) []PersonID {
	ids := make([]PersonID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
