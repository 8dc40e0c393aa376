package tournaments

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// FinishedEvent is an event that was played elsewhere or long ago, with all
// its results.
type FinishedEvent struct {
	Slug, Name, Place, About string // an empty Slug is made from the name and year
	From, To                 civil.Date
	Organiser                ClubID
	Sections                 []FinishedSection
}

// FinishedSection is a section of a finished event.
type FinishedSection struct {
	Name     string
	Settings Settings
	Players  []FinishedPlayer
	Rounds   []FinishedRound
}

// FinishedPlayer is a player of a finished section. Players are referred to by
// their position in FinishedSection.Players, from 0.
type FinishedPlayer struct {
	Person         PersonID
	Rating         scale.Rating
	Club, City     string
	Absent         []int
	HalfByes       []int
	EnteredIn      int // 0 is 1
	StartScore     pairing.Score
	Withdrawn      bool
	WithdrawnAfter int
}

// FinishedRound is a round of a finished section.
type FinishedRound struct {
	Games []FinishedGame
	Byes  []int
}

// FinishedGame is a game with its result.
type FinishedGame struct {
	Table        int // 0 numbers the tables in order
	Black, White int
	Handicap     int
	Result       pairing.Result
	Margin       string
}

// ImportFinished writes an event with all its results in one transaction, as
// final. Nothing is drawn; what does not fit together is refused whole.
func (s *Service) ImportFinished(ctx context.Context, actor auth.Actor, in FinishedEvent) (Event, error) {
	permit, err := s.cases.May(actor, auth.CreateEvent, auth.Object{})
	if err != nil {
		return Event{}, err
	}
	event := EventInput{
		Name: in.Name, Slug: in.Slug, Place: in.Place, From: in.From, To: in.To, Organiser: in.Organiser, About: in.About,
	}
	e, problems := event.check()
	for i, section := range in.Sections {
		if why := section.check(); why != "" {
			problems.Add(fmt.Sprintf("sections[%d]", i), "%s: %s", section.Name, why)
		}
		if slices.ContainsFunc(in.Sections[:i], func(s FinishedSection) bool { return sameName(s.Name, section.Name) }) {
			problems.Add(fmt.Sprintf("sections[%d]", i), "%s: another section has this name.", section.Name)
		}
	}
	if err := problems.Err(); err != nil {
		return Event{}, err
	}
	e.Status = Final
	games := 0
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		games = 0
		if err := s.nameEvent(ctx, tx, &e, event); err != nil {
			return nil, err
		}
		id, err := insertEvent(ctx, tx, e, s.cases.Now())
		if err != nil {
			return nil, err
		}
		e.ID = id
		var sections []Section
		for i, section := range in.Sections {
			added := Section{Event: id, Seq: i + 1, Name: section.Name, Settings: section.Settings, cardSecret: newSecret()}
			added.Slug = sectionSlug(section.Name, sections)
			n, err := s.addFinished(ctx, tx, &added, section)
			if err != nil {
				return nil, err
			}
			sections = append(sections, added)
			games += n
		}
		return permit.Did("import.event", "event", int64(id), nil, struct {
			eventFacts
			Games int `json:"games"`
		}{e.facts(), games}), nil
	})
	if err != nil {
		return Event{}, err
	}
	return eventByID(ctx, s.db, e.ID)
}

// check says what of a finished section does not fit together.
func (in FinishedSection) check() string {
	if len(in.Rounds) != in.Settings.Rounds {
		return fmt.Sprintf("%d rounds are planned, but %d are given.", in.Settings.Rounds, len(in.Rounds))
	}
	known := func(i int) bool { return i >= 0 && i < len(in.Players) }
	for n, r := range in.Rounds {
		seen := make(map[int]bool, 2*len(r.Games))
		var all []int
		for _, g := range r.Games {
			all = append(all, g.Black, g.White)
			if g.Result == pairing.NoResult {
				return fmt.Sprintf("a game of round %d has no result.", n+1)
			}
		}
		for _, i := range append(all, r.Byes...) {
			switch {
			case !known(i):
				return fmt.Sprintf("round %d names player %d, who is not in the list.", n+1, i)
			case seen[i]:
				return fmt.Sprintf("player %d is drawn twice in round %d.", i, n+1)
			}
			seen[i] = true
		}
	}
	if err := in.field().event(0).Validate(); err != nil {
		return err.Error()
	}
	return ""
}

// field is the section with its positions in place of ids.
func (in FinishedSection) field() field {
	f := field{section: Section{Settings: in.Settings}}
	for i, p := range in.Players {
		f.entries = append(f.entries, p.entry(i+1))
		f.entries[i].ID = EntryID(i + 1)
	}
	for n, r := range in.Rounds {
		f.rounds = append(f.rounds, r.round(n+1, in.Settings, func(i int) EntryID { return EntryID(i + 1) }))
	}
	return f
}

func (p FinishedPlayer) entry(number int) Entry {
	return Entry{
		Person: p.Person, Number: number, Rating: p.Rating, RatingSource: FromDirector, Club: p.Club, City: p.City,
		Absent: p.Absent, HalfByes: p.HalfByes, EnteredIn: max(1, p.EnteredIn), StartScore: p.StartScore,
		Withdrawn: p.Withdrawn, WithdrawnAfter: p.WithdrawnAfter, Membership: IsMember,
	}
}

func (r FinishedRound) round(number int, s Settings, id func(int) EntryID) Round {
	out := Round{Number: number, State: Published, Seed: s.Seed}
	for i, g := range r.Games {
		table := g.Table
		if table == 0 {
			table = max(1, s.FirstTable) + i
		}
		out.Games = append(out.Games, Game{
			Table: table, Black: id(g.Black), White: id(g.White), Handicap: g.Handicap, Komi: s.komi(g.Handicap),
			Result: g.Result, Margin: g.Margin,
		})
	}
	for _, i := range r.Byes {
		out.Byes = append(out.Byes, id(i))
	}
	return out
}

// addFinished writes a section and says how many games it has.
func (s *Service) addFinished(
	ctx context.Context, tx *store.Tx, section *Section, in FinishedSection,
) (games int, err error) {
	if section.ID, err = insertSection(ctx, tx, *section); err != nil {
		return 0, err
	}
	entries := make([]Entry, len(in.Players))
	for i, p := range in.Players {
		entries[i] = p.entry(i + 1)
		entries[i].Section = section.ID
	}
	if _, err := insertEntries(ctx, tx, entries, s.cases.Now()); err != nil {
		return 0, err
	}
	now := s.cases.Now()
	for n, r := range in.Rounds {
		round := r.round(n+1, in.Settings, func(i int) EntryID { return entries[i].ID })
		round.Section, round.DrawnAt, round.PublishedAt, round.Version = section.ID, now, now, 1
		for i := range round.Games {
			round.Games[i].ResultAt = now
		}
		if err := insertRound(ctx, tx, &round); err != nil {
			return 0, err
		}
		games += len(round.Games)
	}
	if games == 0 {
		return 0, apperr.New(apperr.Invalid, "%s has no games.", section.Name)
	}
	return games, nil
}
