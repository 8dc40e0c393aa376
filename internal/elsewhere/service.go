package elsewhere

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

// Service keeps the lists and finds players in them.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New gives the service.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// List is a list as it was imported last.
type List struct {
	Source   Source
	Day      civil.Date // of the list
	FileName string
	Imported civil.Instant
	By       string
	Players  int
	LeftOut  []string // the first lines that could not be read
}

// Lists are the lists that there are, for whoever keeps the ratings.
func (s *Service) Lists(ctx context.Context, actor auth.Actor) ([]List, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, err
	}
	return lists(ctx, s.db)
}

// Input is a list that is sent. The comments are the names of the inputs.
type Input struct {
	Source   Source     // source
	Day      civil.Date // day
	FileName string
	File     io.Reader // file
	Older    bool      // older: also in the place of a list of a later day
}

// maxNamed is how many lines that were left out are kept and shown.
const maxNamed = 20

// Import replaces a list by the one in a file. Lines that cannot be read are left out and named. A list of a later day is
// replaced only where that is wanted: the field is older.
func (s *Service) Import(ctx context.Context, actor auth.Actor, in Input) (List, error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return List{}, err
	}
	var f apperr.Fields
	if !in.Source.Known() {
		f.Add("source", "Choose whose list it is.")
	}
	switch {
	case in.Day.IsZero():
		f.Add("day", "Enter the day of the list.")
	case in.Day.After(s.cases.Today()):
		f.Add("day", "Enter a day that is not in the future.")
	}
	if err := f.Err(); err != nil {
		return List{}, err
	}
	data, err := io.ReadAll(io.LimitReader(in.File, maxBytes+1))
	if err != nil {
		return List{}, fmt.Errorf("read a list: %w", err)
	}
	players, bad, err := Parse(in.Source, data)
	if err != nil {
		f.Add("file", "Nothing was taken: %s.", err)
		return List{}, f.Err()
	}
	list := List{
		Source: in.Source, Day: in.Day, FileName: clean(in.FileName), Imported: s.cases.Now(), By: permit.Name(), Players: len(players),
	}
	for i, b := range bad {
		if i == maxNamed {
			list.LeftOut = append(list.LeftOut, fmt.Sprintf("and %d more", len(bad)-maxNamed))
			break
		}
		list.LeftOut = append(list.LeftOut, b.String())
	}
	return list, s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if later, err := laterThan(ctx, tx, list); err != nil {
			return nil, err
		} else if !later.IsZero() && !in.Older {
			f.Add("day", "The list of the %s here is of %s, which is later. Check the day, or say below that the older list is to "+
				"replace it.", list.Source, later.Long())
			return nil, f.Err()
		}
		facts := map[string]any{"source": list.Source, "day": list.Day, "players": list.Players, "left_out": len(bad)}
		return permit.Did("import.elsewhere_list", "elsewhere_list", 0, nil, facts), replace(ctx, tx, list, players)
	})
}

// Found is a player of a list, with where it stands.
type Found struct {
	ID int64
	Player
	Source Source
	Day    civil.Date // of the list
}

// maxFound is how many players a search shows.
const maxFound = 10

// Find looks for players by parts of their names or by their number, for whoever directs some event.
func (s *Service) Find(ctx context.Context, actor auth.Actor, text string) ([]Found, error) {
	if !auth.CanSomewhere(actor, auth.DirectEvent, s.cases.Today()) {
		return nil, auth.Require(actor, auth.DirectEvent, auth.Object{}, s.cases.Today())
	}
	if number := strings.TrimSpace(text); digits.MatchString(number) {
		return byNumber(ctx, s.db, "", number)
	}
	words := strings.Fields(members.Fold(text))
	if len(words) == 0 {
		return nil, nil
	}
	return byName(ctx, s.db, words)
}

// ByID is a player of a list, for whoever directs some event.
func (s *Service) ByID(ctx context.Context, actor auth.Actor, id int64) (Found, error) {
	if !auth.CanSomewhere(actor, auth.DirectEvent, s.cases.Today()) {
		return Found{}, auth.Require(actor, auth.DirectEvent, auth.Object{}, s.cases.Today())
	}
	return byID(ctx, s.db, id)
}

// ByNumber is the player with that PIN of the European list, or that number of the American one, whoever asks: the
// lists are public. found is false when neither is known.
func (s *Service) ByNumber(ctx context.Context, pin, aga string) (p Found, found bool, err error) {
	for _, one := range []struct {
		source Source
		number string
	}{{EGD, strings.TrimSpace(pin)}, {AGA, strings.TrimSpace(aga)}} {
		if !digits.MatchString(one.number) {
			continue
		}
		all, err := byNumber(ctx, s.db, one.source, one.number)
		if err != nil {
			return Found{}, false, err
		}
		if len(all) > 0 {
			return all[0], true, nil
		}
	}
	return Found{}, false, nil
}
