package ratings

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
)

// Scope says who is on the list that is shown.
type Scope string

// The scopes.
const (
	Active   Scope = "active" // with a rated game in the last two years
	Everyone Scope = "all"    // whoever has a rated game
)

// activeMonths is how long a player stays active after a rated event.
const activeMonths = 24

// Sort is what the list is sorted by.
type Sort string

// The sorts.
const (
	ByRating Sort = "rating"
	ByName   Sort = "name"
	ByGames  Sort = "games"
	ByLast   Sort = "last" // by the day of the last rated event
)

// Direction of a sort.
type Direction string

// The directions.
const (
	Ascending  Direction = "asc"
	Descending Direction = "desc"
)

// Usual is the direction in which a list sorted so begins: names from A, the
// rest from the highest.
func (s Sort) Usual() Direction {
	if s == ByName {
		return Ascending
	}
	return Descending
}

// Filter says which part of the list is asked for, in which order. The zero
// value is the first page of the active players by rating.
type Filter struct {
	Query string      // words of a name, as public pages show it
	Club  auth.ClubID // 0: any; else members of it today
	Scope Scope       // "": Active
	Sort  Sort        // "": ByRating
	Dir   Direction   // "": the usual one
	Page  int         // from 1
	Size  int         // players a page; 0: 50; AllRows: all of them
}

// AllRows asks for the whole list on one page, for exports.
const AllRows = -1

// maxWords bounds the words of a search.
const maxWords = 4

func (f Filter) normal() Filter {
	if f.Scope != Everyone {
		f.Scope = Active
	}
	if !slices.Contains([]Sort{ByRating, ByName, ByGames, ByLast}, f.Sort) {
		f.Sort = ByRating
	}
	if f.Dir != Ascending && f.Dir != Descending {
		f.Dir = f.Sort.Usual()
	}
	if f.Size == 0 {
		f.Size = 50
	}
	f.Page = min(max(f.Page, 1), 1_000_000)
	return f
}

// words is the search as folded words, at most maxWords of them.
func (f Filter) words() []string {
	words := strings.Fields(members.Fold(f.Query))
	return words[:min(len(words), maxWords)]
}

// Club is a club as the list names it.
type Club struct {
	ID    auth.ClubID
	Name  string
	Short string // "" when it has none
}

// Row is a line of the list.
type Row struct {
	Place   int // by published rating within the scope; equal ratings share it
	Person  PersonID
	Name    string // as public pages show it
	Family  string // of Name; all of it for an alias
	Given   string // of Name; "" for an alias
	Clubs   []Club // whose member the player is today
	Rating  scale.Rating
	Games   int // rated in all
	LastDay civil.Date
}

// Provisional reports whether the rating rests on fewer than ten rated games.
func (r Row) Provisional() bool { return r.Games < ProvisionalGames }

// List is a page of the rating list.
type List struct {
	Filter  Filter     // as it was understood
	Day     civil.Date // of the list: today
	Since   civil.Date // first day of a rated event that makes a player active
	Rows    []Row
	Matches int    // lines that match the filter, on all pages
	Players int    // on the list in this scope
	Clubs   []Club // all clubs, for the filter
}

// List gives a page of the rating list.
func (s *Service) List(ctx context.Context, f Filter) (List, error) {
	f = f.normal()
	today := s.cases.Today()
	out := List{Filter: f, Day: today, Since: today.AddMonths(-activeMonths)}
	var since civil.Date
	if f.Scope == Active {
		since = out.Since
	}
	ratings, err := s.places.read(ctx, s.db, since)
	if err != nil {
		return List{}, err
	}
	out.Players = len(ratings)
	if out.Rows, out.Matches, err = pageOfList(ctx, s.db, f, since, today, len(ratings)); err != nil {
		return List{}, err
	}
	for i := range out.Rows {
		out.Rows[i].Place = placeOf(ratings, out.Rows[i].Rating)
	}
	ids := make([]PersonID, len(out.Rows))
	for i, r := range out.Rows {
		ids[i] = r.Person
	}
	clubs, err := clubsOn(ctx, s.db, today, ids)
	if err != nil {
		return List{}, err
	}
	for i, r := range out.Rows {
		out.Rows[i].Clubs = clubs[r.Person]
	}
	out.Clubs, err = allClubs(ctx, s.db)
	return out, err
}

// Reverse is the other direction.
func (d Direction) Reverse() Direction {
	if d == Ascending {
		return Descending
	}
	return Ascending
}
