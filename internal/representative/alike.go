package representative

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"nzgs/internal/members"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// nearDays is how far the days of one event may be apart that was entered twice: a file may have its first day.
const nearDays = 3

// near reports whether two events could be one that was entered twice: of one kind, and of the same days. Sections of one
// event are two things by themselves.
func (e event) near(o event) bool {
	days := e.day.DaysUntil(o.day)
	return e.id != o.id && e.kind == o.kind && -nearDays <= days && days <= nearDays && (e.of == 0 || e.of != o.of)
}

// alike reports whether two events look like one that was entered twice. A file does not say who held an event: there the
// names tell, or the players.
func (e event) alike(o event) bool {
	switch {
	case !e.near(o):
		return false
	case e.club != 0 && o.club != 0:
		return e.club == o.club && e.day == o.day
	}
	return similar(e.name, o.name) || e.sharesPlayers(o)
}

// similar reports whether all words of one name are in the other: Congress, Open and Go Congress 2026. What follows a comma
// is the section, and a number is the year.
func similar(a, b string) bool {
	words := func(name string) []string {
		name, _, _ = strings.Cut(name, ",")
		return slices.DeleteFunc(strings.Fields(members.Fold(name)), func(word string) bool {
			return strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
		})
	}
	short, long := words(a), words(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) > 0 && !slices.ContainsFunc(short, func(word string) bool { return !slices.Contains(long, word) })
}

// sharesPlayers reports whether half of the players of the smaller of two events are in the other.
func (e event) sharesPlayers(o event) bool {
	in := map[PersonID]bool{}
	for _, p := range e.placings {
		in[p.person] = p.person != 0
	}
	shared, others := 0, 0
	for _, p := range o.placings {
		if p.person != 0 {
			others++
		}
		if in[p.person] {
			shared++
		}
	}
	return shared > 0 && 2*shared >= min(len(in), others)
}

// words name an event, and say when it was.
func (e event) words() string { return e.name + " of " + e.day.Long() }

// pair is two events, the lower number first.
type pair struct{ one, other EventID }

func pairOf(a, b EventID) pair { return pair{min(a, b), max(a, b)} }

// twins are those of several events that look like one and that no one has said to be different.
func (e event) twins(among []event, apart map[pair]bool) (out []event) {
	for _, o := range among {
		if e.alike(o) && !apart[pairOf(e.id, o.id)] {
			out = append(out, o)
		}
	}
	return out
}

// keepApart records that an event is another than the others.
func (s *Service) keepApart(ctx context.Context, tx *store.Tx, by string, id EventID, others []event) error {
	for _, o := range others { // a handful: of the same days
		if err := insertApart(ctx, tx, pairOf(id, o.id), s.cases.Now(), by); err != nil {
			return err
		}
	}
	return nil
}

// Near names the events that a section could be entered twice with: those of its days that give points of the kinds that it
// could be of, and that no one has said to be different. It is public.
func (s *Service) Near(ctx context.Context, section Section) ([]string, error) {
	was, err := declaredOf(ctx, s.db, section.ID)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, kind := range []points.Kind{points.National, points.Regional} {
		e := section.event(was)
		e.kind = kind
		others, _, err := nearTo(ctx, s.db, e)
		if err != nil {
			return nil, err
		}
		for _, o := range others {
			out = append(out, o.words())
		}
	}
	return out, nil
}

// nearTo are the events of the days of one that no one has said to be others, and those of them that look like it.
func nearTo(ctx context.Context, q store.Queryer, e event) (near, twins []event, err error) {
	known, err := knownEvents(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	apart, err := apartPairs(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	if at := slices.IndexFunc(known, func(o event) bool { return o.id == e.id }); at >= 0 {
		e.placings = known[at].placings
	}
	for _, o := range known {
		if e.near(o) && !apart[pairOf(e.id, o.id)] {
			near = append(near, o)
		}
	}
	return near, e.twins(known, apart), nil
}

// event is a section as an event that is not posted.
func (in Section) event(was Declared) event {
	return event{id: was.ID, of: in.Event, name: in.Name, day: in.LastDay, kind: was.Kind, club: was.Club, ends: was.EndsYear}
}
