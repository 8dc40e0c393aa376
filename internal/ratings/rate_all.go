package ratings

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Starting is a list of ratings that is taken over from elsewhere: from the morning of its
// day on its players stand where it says. Who has a rated game before that day keeps the
// number of their games, as with any rating that is set.
type Starting struct {
	Day     civil.Date // not in the future
	Reason  string     // public: where the list comes from
	Players []Started
}

// Started is a player of a starting list.
type Started struct {
	Person PersonID
	Rating scale.Rating
	Games  int // that the rating stands on there, from 1 to 10,000
}

// maxStartedGames bounds the games that a rating of a starting list stands on.
const maxStartedGames = 10_000

// RatedAll is what rating many events together did.
type RatedAll struct {
	Started  int       // players whom starting lists put on the list, or whose rating they set
	Events   []Outcome // in the order of their days; Later of each is empty
	Games    int       // rated in all of them
	NotRated int       // left out of all of them
	Later    []Later   // events that were on the list before, whose figures changed, in their order
}

// RateAll rates many events that are not on the list yet, in the caller's transaction: the
// games of all are copied, and the whole history is worked out once, each event in its place
// by its day, after the starting lists of that day or before. Whatever the order in which
// they are given, the list is the one that rating them one by one gives. No one is written to.
//
// It needs the permission to keep the ratings. Errors are those of RateEvent; each names its
// event. Whoever else rates an event waits until the transaction ends.
func (s *Service) RateAll(
	ctx context.Context, tx *store.Tx, actor auth.Actor, in []Submission, lists []Starting,
) (RatedAll, error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return RatedAll{}, err
	}
	return s.RateTaken(ctx, tx, permit, actor, in, lists)
}

// RateTaken is RateAll for a room that has asked who may: that takes a whole society over.
func (s *Service) RateTaken(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, in []Submission, lists []Starting,
) (RatedAll, error) {
	var out RatedAll
	if err := lockList(ctx, tx); err != nil {
		return out, err
	}
	for _, list := range lists {
		if err := s.start(ctx, tx, permit, actor, list); err != nil {
			return out, err
		}
		out.Started += len(list.Players)
	}
	put := make(map[SubmissionID]submission, len(in))
	var problems apperr.Fields
	for _, one := range in {
		p, err := s.putIn(ctx, tx, actor, one)
		if wrong, refused := errors.AsType[*apperr.Error](err); refused && len(wrong.Fields) > 0 {
			for _, f := range wrong.Fields {
				problems.Add(f.Name, "%s: %s", one.Name, f.Message)
			}
			continue
		}
		if err != nil {
			return out, err
		}
		put[p.id] = p
	}
	if err := problems.Err(); err != nil {
		return out, err
	}
	found, err := s.recalculate(ctx, tx, Repair, nil)
	if err != nil {
		return out, err
	}
	if err := writeChanges(ctx, tx, found.later.order); err != nil {
		return out, err
	}
	if err := refreshList(ctx, tx, found.wrong); err != nil {
		return out, err
	}
	for _, e := range found.later.order {
		p, isNew := put[e.id]
		if !isNew {
			out.Later = append(out.Later, Later{Event: e.event, Name: e.name, Day: e.day, Players: len(e.changes)})
			continue
		}
		one := Outcome{Submission: p.id, Formula: p.formula, Games: p.games, NotRated: p.notRated}
		for _, d := range e.changes {
			one.Changes = append(one.Changes, d.now.public())
		}
		out.Events, out.Games, out.NotRated = append(out.Events, one), out.Games+p.games, out.NotRated+p.notRated
		if err := permit.Did("rate.event", "event", int64(p.event), nil, auditOf(p, one)).Write(ctx, tx); err != nil {
			return out, err
		}
	}
	return out, nil
}

// CanStart reports whether a starting list can have a rating.
func CanStart(r scale.Rating) bool {
	return r.Milli() >= nzgs2026.Floor.Milli() && r.Milli() <= nzgs2026.Ceiling.Milli()
}

// start stores a starting list; events are not worked out from it yet.
func (s *Service) start(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, list Starting,
) error {
	var f apperr.Fields
	if list.Day.IsZero() || list.Day.After(s.cases.Today()) {
		f.Add("day", "Choose a day that is not in the future.")
	}
	list.Reason = strings.TrimSpace(list.Reason)
	if n := utf8.RuneCountInString(list.Reason); n == 0 || n > maxReason {
		f.Add("reason", "Say in at most %d characters where the list comes from.", maxReason)
	}
	for _, p := range list.Players {
		switch {
		case p.Person == actor.Person:
			f.Add("players", "You are on this list. No one sets their own rating: another officer does it.")
		case !CanStart(p.Rating):
			f.Add("players", "Player %d: the rating is out of range.", p.Person)
		case p.Games < 1 || p.Games > maxStartedGames:
			f.Add("players", "Player %d: the number of games must be between 1 and %d.", p.Person, maxStartedGames)
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	for _, p := range list.Players {
		in := CorrectionInput{Person: p.Person, Day: list.Day, Reason: list.Reason}
		if _, err := insertCorrection(ctx, tx, in, p.Rating.Milli(), p.Games, s.cases.Now(), permit.Name()); err != nil {
			return err
		}
	}
	players := make([]PersonID, len(list.Players))
	for i, p := range list.Players {
		players[i] = p.Person
	}
	if err := refreshList(ctx, tx, players); err != nil { // their strength is known from here on
		return err
	}
	return permit.Did("take.starting_list", "rating_list", 0, nil, list).Write(ctx, tx)
}

// putIn stores the facts of a submission; nothing is worked out from them yet.
func (s *Service) putIn(ctx context.Context, tx *store.Tx, actor auth.Actor, in Submission) (submission, error) {
	in, notRated, err := in.prepare()
	if err != nil {
		return submission{}, err
	}
	rated, err := countingSubmission(ctx, tx, in.Event)
	if err != nil {
		return submission{}, err
	}
	if rated.id != 0 {
		return submission{}, errAlreadyRated(rated)
	}
	declared, err := declaredStrengths(ctx, tx, in)
	if err != nil {
		return submission{}, err
	}
	p := submission{
		event: in.Event, name: in.Name, day: in.Day, formula: formulaOn(s.versions, in.Day).Name,
		players: len(declared), games: len(in.Games), notRated: notRated,
		submittedAt: s.cases.Now(), submittedBy: actor.Name,
	}
	p.id, err = insertSubmission(ctx, tx, p, declared, slices.Clone(in.Games))
	return p, err
}

// Untake removes ratings that a starting list set as if they had never been set, in the caller's transaction, and works
// the list out again: for undoing that a society was taken over. It is for who has asked who may, and writes the
// audit entry. It gives how many events are worked out otherwise.
func (s *Service) Untake(ctx context.Context, tx *store.Tx, ids []CorrectionID) (events int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	if err := lockList(ctx, tx); err != nil {
		return 0, err
	}
	players, err := deleteCorrections(ctx, tx, ids)
	if err != nil {
		return 0, err
	}
	found, err := s.recalculate(ctx, tx, Repair, nil)
	if err != nil {
		return 0, err
	}
	if err := writeChanges(ctx, tx, found.later.order); err != nil {
		return 0, err
	}
	players = append(players, found.wrong...)
	slices.Sort(players)
	return len(found.later.order), refreshList(ctx, tx, slices.Compact(players))
}
