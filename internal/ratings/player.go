package ratings

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
)

// PlayerCard is a player's rating with its history: what the public page shows.
type PlayerCard struct {
	Person  PersonID
	Name    string   // as public pages show it
	Former  []string // names by which the player was known, if the player wants them shown
	Clubs   []Club   // whose member the player is today
	Rating  scale.Rating
	Milli   scale.Milli
	Games   int        // rated in all
	LastDay civil.Date // of the last rated event
	Active  bool       // with a rated game in the last two years
	Place   int        // among the active players; 0 for one who is not
	Record  Record
	History []Step // every rated event, the oldest first
	Highest Step   // the first step after which the rating was highest

	Page, Pages int           // of Events
	Events      []PlayerEvent // a page of the history with its games, the newest first
}

// Provisional reports whether the rating rests on fewer than ten rated games.
func (p PlayerCard) Provisional() bool { return p.Games < ProvisionalGames }

// Record counts rated games by their outcome.
type Record struct{ Wins, Losses, Jigos int }

// Step is what one event did to a player.
type Step struct {
	Submission    SubmissionID
	Event         EventID
	Slug          string // the event's address
	Name          string
	Day           civil.Date // the event's first
	Formula       string
	Before, After scale.Milli
	GamesBefore   int // rated before the event; 0: Before is the declared strength
	Games         int // rated in the event
}

// First reports whether the player entered the list with this event.
func (s Step) First() bool { return s.GamesBefore == 0 }

// PlayerEvent is an event of a player with its games and their arithmetic.
type PlayerEvent struct {
	Step
	Version Formula // of the formula that rated it
	Played  []PlayerGame
	Set     bool // no event, but a rating that was set, on a graph
}

// Points is the sum of the changes of the event's games, in points of the
// formula, before it is rounded.
func (e PlayerEvent) Points() float64 {
	var sum float64
	for _, g := range e.Played {
		sum += g.Terms.Change
	}
	return sum
}

// PlayerGame is one rated game seen from one player.
type PlayerGame struct {
	Ref            int64
	Section        string
	Round          int
	Opponent       PersonID
	OpponentName   string      // as public pages show it
	OpponentBefore scale.Milli // at the start of the event
	Terms          Terms
}

// EventsPerPage is how many events with their games a page of a player shows.
const EventsPerPage = 10

// Player gives a player's rating with its history, and the games of one page
// of events. Someone without rated games is not found.
func (s *Service) Player(ctx context.Context, person PersonID, page int) (PlayerCard, error) {
	card, err := s.card(ctx, person)
	if err != nil {
		return PlayerCard{}, err
	}
	n := len(card.History)
	card.Pages = max(1, (n+EventsPerPage-1)/EventsPerPage)
	card.Page = min(max(page, 1), card.Pages)
	card.Events, err = s.played(ctx, card, (card.Page-1)*EventsPerPage, EventsPerPage)
	return card, err
}

// GraphEvents is how many events a graph shows, the latest ones.
const GraphEvents = 40

// Graph gives the events of a player's graph with their games, the newest first, and
// among them, without event and games, the ratings that were set.
func (s *Service) Graph(ctx context.Context, card PlayerCard) ([]PlayerEvent, error) {
	events, err := s.played(ctx, card, 0, GraphEvents)
	if err != nil {
		return nil, err
	}
	set, err := correctionsOf(ctx, s.db, card.Person)
	return amongEvents(events, set), err
}

// amongEvents puts the ratings that were set, the latest day first, where they held:
// before the events of their day. Before the oldest event only what follows a rating that was
// taken over says something.
func amongEvents(events []PlayerEvent, set []Correction) []PlayerEvent {
	out := make([]PlayerEvent, 0, len(events)+len(set))
	for _, e := range events {
		for len(set) > 0 && set[0].Day.After(e.Day) {
			out = append(out, PlayerEvent{Set: true, Step: Step{Day: set[0].Day, After: set[0].Rating.Milli()}})
			set = set[1:]
		}
		out = append(out, e)
	}
	first := len(set) - 1
	for first >= 0 && set[first].Games == 0 {
		first--
	}
	for _, one := range set[:first+1] {
		out = append(out, PlayerEvent{Set: true, Step: Step{Day: one.Day, After: one.Rating.Milli()}})
	}
	if n := len(out); first >= 0 {
		out[n-1].Before = out[n-1].After // nothing stood before it
	}
	for i := len(out) - 2; i >= 0; i-- { // what stood before one that follows another
		if out[i].Set {
			out[i].Before = out[i+1].After
		}
	}
	return out
}

// PageOf is the page of a player's events on which the nth newest stands, n from 0.
func PageOf(n int) int { return n/EventsPerPage + 1 }

// card gives a player's rating with its history, without the games.
func (s *Service) card(ctx context.Context, person PersonID) (PlayerCard, error) {
	today := s.cases.Today()
	card, found, err := playerByID(ctx, s.db, person)
	if err != nil {
		return PlayerCard{}, err
	}
	if !found {
		if now, err := members.Current(ctx, s.db, person); err != nil || now != person {
			return PlayerCard{}, errors.Join(err, &members.Moved{From: person, To: now})
		}
		return PlayerCard{}, apperr.New(
			apperr.NotFound, "This player is not on the rating list. Players join it with their first rated game.",
		)
	}
	former, err := members.PublicFormerNames(ctx, s.db, person)
	if err != nil {
		return PlayerCard{}, err
	}
	for _, name := range former {
		card.Former = append(card.Former, name.String())
	}
	clubs, err := clubsOn(ctx, s.db, today, []PersonID{person})
	if err != nil {
		return PlayerCard{}, err
	}
	card.Clubs = clubs[person]
	since := today.AddMonths(-activeMonths)
	if card.Active = !card.LastDay.Before(since); card.Active {
		ratings, err := s.places.read(ctx, s.db, since)
		if err != nil {
			return PlayerCard{}, err
		}
		card.Place = placeOf(ratings, card.Rating)
	}
	if card.Record, err = recordOf(ctx, s.db, person); err != nil {
		return PlayerCard{}, err
	}
	if card.History, err = stepsOf(ctx, s.db, person); err != nil {
		return PlayerCard{}, err
	}
	for i, step := range card.History {
		if i == 0 || step.After > card.Highest.After {
			card.Highest = step
		}
	}
	return card, nil
}

// played gives events of the history with their games, the newest first, after
// so many that are newer.
func (s *Service) played(ctx context.Context, card PlayerCard, newer, atMost int) ([]PlayerEvent, error) {
	var out []PlayerEvent
	var ids []SubmissionID
	for i := len(card.History) - 1 - newer; i >= 0 && len(ids) < atMost; i-- {
		step := card.History[i]
		version, err := formulaNamed(s.versions, step.Formula)
		if err != nil {
			return nil, err
		}
		out = append(out, PlayerEvent{Step: step, Version: version})
		ids = append(ids, step.Submission)
	}
	games, err := playedBy(ctx, s.db, card.Person, ids)
	if err != nil {
		return nil, err
	}
	for i := range out {
		e := &out[i]
		e.Played = games[e.Submission].seenBy(card.Person, e.Before, e.Version)
	}
	return out, nil
}

// sided is a stored game with what its opponent stood at.
type sided struct {
	game           Game
	opponentName   string
	opponentBefore scale.Milli
}

type sidedGames []sided

// seenBy works out what each game did to the player; games are summed in the
// order of sortGames, so they are put into it.
func (all sidedGames) seenBy(person PersonID, before scale.Milli, f Formula) []PlayerGame {
	games := make([]Game, len(all))
	byRef := make(map[int64]sided, len(all))
	for i, s := range all {
		games[i], byRef[s.game.Ref] = s.game, s
	}
	sortGames(games)
	out := make([]PlayerGame, len(games))
	for i, g := range games {
		s, colour, opponent := byRef[g.Ref], Black, g.White
		if g.White == person {
			colour, opponent = White, g.Black
		}
		out[i] = PlayerGame{
			Ref: g.Ref, Section: g.Section, Round: g.Round,
			Opponent: opponent, OpponentName: s.opponentName, OpponentBefore: s.opponentBefore,
			Terms: f.Game(GoROf(before), GoROf(s.opponentBefore), colour, g.Handicap, g.Result.For(colour), g.Weight),
		}
	}
	return out
}
