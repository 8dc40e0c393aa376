package ratings

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// facts is what an event is rated from, as it is held in memory: a society's
// whole history is worked out from these.
type facts struct {
	players  []PersonID     // everyone who has a game, by id
	declared []scale.Rating // beside players: the strength each declared
	games    []packed       // in the order in which they are summed
}

// packed is a rated game of sixteen bytes; its players are places in facts.
type packed struct {
	black, white int32
	weight       Weight
	handicap     uint16
	score        Score // Black's
}

// pack gives games, in their order, and declared strengths as facts.
func pack(games []Game, declared map[PersonID]scale.Rating) *facts {
	f := &facts{players: persons(games), games: make([]packed, len(games))}
	f.declared = make([]scale.Rating, len(f.players))
	for i, id := range f.players {
		f.declared[i] = declared[id]
	}
	for i, g := range games {
		f.games[i] = packed{
			f.place(g.Black), f.place(g.White), g.Weight, uint16(g.Handicap), g.Result.For(Black),
		}
	}
	return f
}

// place is where a player stands in f; −1 for who has no game.
func (f *facts) place(id PersonID) int32 {
	i, found := slices.BinarySearch(f.players, id)
	if !found {
		return -1
	}
	return int32(i)
}

// maxKeptGames bounds the games that are kept in memory: 32 MB, fifty years of
// a society with 40,000 games a year.
const maxKeptGames = 2_000_000

// factsKept keeps the facts of submissions: they are never changed but for whose they
// are, when two records of one person are joined or parted, so that a preview only reads
// those that are new.
type factsKept struct {
	mu     sync.Mutex
	of     map[SubmissionID]*facts
	games  int
	joined int64 // how often records had been joined or parted when these were read
}

// read gives the facts of submissions. Only what is committed is kept: the number
// of a submission that is rolled back is given to another one.
func (k *factsKept) read(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID]*facts, error) {
	joined, err := joinedOf(ctx, q) // before the facts, which are of that count or a later one
	if err != nil {
		return nil, err
	}
	_, committed := q.(*store.DB)
	out := make(map[SubmissionID]*facts, len(ids))
	var missing []SubmissionID
	k.mu.Lock()
	if k.joined != joined {
		if !committed {
			k.mu.Unlock()
			return factsOf(ctx, q, ids)
		}
		k.of, k.games, k.joined = nil, 0, joined
	}
	for _, id := range ids {
		if f := k.of[id]; f != nil {
			out[id] = f
			continue
		}
		missing = append(missing, id)
	}
	k.mu.Unlock()
	if len(missing) == 0 {
		return out, nil
	}
	read, err := factsOf(ctx, q, missing)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	committed = committed && k.joined == joined
	if k.of == nil {
		k.of = make(map[SubmissionID]*facts)
	}
	for id, f := range read {
		out[id] = f
		if k.of[id] == nil && committed && k.games+len(f.games) <= maxKeptGames {
			k.of[id] = f
			k.games += len(f.games)
		}
	}
	return out, nil
}

// sortGames puts games into the order in which their changes are summed.
func sortGames(games []Game) {
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(
			cmp.Compare(a.Section, b.Section),
			cmp.Compare(a.Round, b.Round),
			cmp.Compare(a.Ref, b.Ref))
	})
}
