package ratings

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
)

// Sheet is what one event did to its players, with the arithmetic of each game: what anybody checks it with.
type Sheet struct {
	RatedEvent
	Slug    string // the event's address
	Version Formula
	Rows    []SheetPlayer // the highest rating first, as it became
}

// SheetPlayer is a player of a rated event with the games of the event.
type SheetPlayer struct {
	Person PersonID
	Name   string // as public pages show it
	PlayerEvent
}

// Sheet gives the rating sheet of the event at an address. It is public; an event that is not rated, or no longer, has none.
func (s *Service) Sheet(ctx context.Context, slug string) (Sheet, error) {
	out, err := ratedAt(ctx, s.db, slug)
	if errors.Is(err, errNotRated) {
		return Sheet{}, apperr.New(apperr.NotFound, "This event is not rated, so it has no rating sheet.")
	}
	if err != nil {
		return Sheet{}, err
	}
	if out.Version, err = formulaNamed(s.versions, out.Formula); err != nil {
		return Sheet{}, err
	}
	changes, err := playersOf(ctx, s.db, out.Submission)
	if err != nil {
		return Sheet{}, err
	}
	at := make(map[PersonID]PlayerChange, len(changes))
	for _, c := range changes {
		at[c.Person] = c
	}
	games, err := gamesOf(ctx, s.db, out.Submission)
	if err != nil {
		return Sheet{}, err
	}
	played := make(map[PersonID]sidedGames, len(changes))
	for _, g := range games {
		for own, other := range map[PersonID]PersonID{g.Black: g.White, g.White: g.Black} {
			played[own] = append(played[own], sided{g, at[other].Name, at[other].Before})
		}
	}
	for _, c := range changes {
		step := Step{
			Submission: out.Submission, Event: out.Event, Slug: slug, Name: out.Name, Day: out.Day, Formula: out.Formula,
			Before: c.Before, After: c.After, GamesBefore: c.GamesBefore, Games: c.Games,
		}
		e := PlayerEvent{Step: step, Version: out.Version}
		e.Played = played[c.Person].seenBy(c.Person, c.Before, out.Version)
		out.Rows = append(out.Rows, SheetPlayer{c.Person, c.Name, e})
	}
	return out, nil
}
