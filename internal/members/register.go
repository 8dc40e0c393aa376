package members

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Sort is the order of the register.
type Sort string

const (
	SortName   Sort = "name"
	SortNumber Sort = "number"
	SortClub   Sort = "club"
	SortJoined Sort = "joined"
	SortUntil  Sort = "until"
)

// Direction of a sort.
type Direction string

const (
	Ascending  Direction = "asc"
	Descending Direction = "desc"
)

// Group narrows the register to people with an office.
type Group string

const (
	Everybody Group = ""
	Officers  Group = "officers" // any office held on the day
)

// RegisterFilter says which part of the register is asked for.
type RegisterFilter struct {
	Query  string     // words of a name, a member number, an e-mail or a phone
	Club   ClubID     // 0: any
	Status Status     // "": any
	On     civil.Date // the day that Status and Club look at; zero: today
	Group  Group
	Sort   Sort      // "": by name
	Dir    Direction // "": ascending
	Page   int       // from 1
	Size   int       // people a page; 0: 50
}

// MaxPageSize is the most people on one page; exports ask for all of them.
const MaxPageSize = 10000

func (f RegisterFilter) normal(today civil.Date) RegisterFilter {
	f.Query = strings.TrimSpace(f.Query)
	if f.On.IsZero() {
		f.On = today
	}
	if f.Size <= 0 {
		f.Size = 50
	}
	f.Size = min(f.Size, MaxPageSize)
	f.Page = min(max(f.Page, 1), 1_000_000)
	if f.Dir != Descending {
		f.Dir = Ascending
	}
	return f
}

// Entry is a line of the register.
type Entry struct {
	Person  Person
	Summary Summary
	Offices []auth.Role // held on the day
}

// Register is a page of the register.
type Register struct {
	Filter  RegisterFilter // as applied
	Entries []Entry
	Matches int // people whom the filter lets through
	Total   int // people in the register
}

// MembersAndFormer are those of the list who are members, and those who stopped being members since a day and are none
// again: also who is registered for a time to come.
func (r Register) MembersAndFormer(since civil.Date) (current, former []Entry) {
	for _, e := range r.Entries {
		switch over := e.Summary.Over; {
		case e.Summary.Status == Member:
			current = append(current, e)
		case !over.IsZero() && !over.Before(since):
			e.Summary.Ceased = over
			former = append(former, e)
		}
	}
	return current, former
}

// Pages is how many pages the matches fill, at least 1.
func (r Register) Pages() int { return max(1, (r.Matches+r.Filter.Size-1)/r.Filter.Size) }

// List returns the part of the register that the filter asks for.
func (s *Service) List(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	if err := s.cases.Require(actor, auth.ViewRegister, auth.Object{}); err != nil {
		return Register{}, err
	}
	return s.list(ctx, f, false)
}

// All is all of the register that the filter asks for, as it stands at one moment: whom a form can name.
func (s *Service) All(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	if err := s.cases.Require(actor, auth.ViewRegister, auth.Object{}); err != nil {
		return Register{}, err
	}
	return s.whole(ctx, f, false)
}

// Export is all of the register that the filter asks for, for a print: to whoever has
// signed in lately, because it leaves the site with everyone's contact data.
func (s *Service) Export(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	if err := s.mayExport(actor); err != nil {
		return Register{}, err
	}
	return s.whole(ctx, f, false)
}

// ExportParts is Export for a file that is as long as the register.
func (s *Service) ExportParts(actor auth.Actor, f RegisterFilter) (RegisterParts, error) {
	if err := s.mayExport(actor); err != nil {
		return RegisterParts{}, err
	}
	return s.parts(f, false), nil
}

func (s *Service) mayExport(actor auth.Actor) error {
	if err := s.cases.Require(actor, auth.ViewRegister, auth.Object{}); err != nil {
		return err
	}
	return auth.RequireProof(actor, s.cases.Now())
}

// ExportClub is all of ClubList for a file, to whoever has signed in lately.
func (s *Service) ExportClub(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	if _, _, err := s.ofClub(actor, f); err != nil {
		return Register{}, err
	}
	if err := auth.RequireProof(actor, s.cases.Now()); err != nil {
		return Register{}, err
	}
	return s.AllOfClub(ctx, actor, f)
}

// AllOfClub is all of ClubList, as it stands at one moment.
func (s *Service) AllOfClub(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	f, secretary, err := s.ofClub(actor, f)
	if err != nil {
		return Register{}, err
	}
	r, err := s.whole(ctx, f, secretary)
	if secretary {
		hideFrom(f.Club, r.Entries)
	}
	return r, err
}

// ClubList returns the members of a club to the officers and to the club's
// secretary, with the contact data; the secretary sees none of former members
// who have been with another club since.
func (s *Service) ClubList(ctx context.Context, actor auth.Actor, f RegisterFilter) (Register, error) {
	f, secretary, err := s.ofClub(actor, f)
	if err != nil {
		return Register{}, err
	}
	r, err := s.list(ctx, f, secretary)
	if secretary {
		hideFrom(f.Club, r.Entries)
	}
	return r, err
}

// ofClub is what of a filter of a club's members an actor may ask for, and whether it is the club's secretary who asks.
func (s *Service) ofClub(actor auth.Actor, f RegisterFilter) (_ RegisterFilter, secretary bool, err error) {
	if err := s.cases.Require(actor, auth.ViewContact, auth.Object{Club: f.Club}); err != nil {
		return f, false, err
	}
	if f.Club == 0 {
		return f, false, apperr.New(apperr.NotFound, "Choose a club.")
	}
	if f.Status != Lapsed && f.Status != Upcoming { // who never was a member is of no club
		f.Status = Member
	}
	if auth.Can(actor, auth.ViewRegister, auth.Object{}, s.cases.Today()) {
		return f, false, nil
	}
	f.On = civil.Date{} // whom the club had on another day, it no longer has
	return f, true, nil
}

// hideFrom takes from a club's list what its secretary does not see.
func hideFrom(club ClubID, entries []Entry) {
	for i, e := range entries {
		entries[i].Person.Note = ""
		if !slices.Contains(e.Summary.Clubs, club) {
			entries[i].Person.Contact = Contact{}
		}
	}
}

// list reads a page; seen: nobody is found by contact data that the club of the filter does not see.
func (s *Service) list(ctx context.Context, f RegisterFilter, seen bool) (r Register, err error) {
	f = f.normal(s.cases.Today())
	r.Filter = f
	if r.Total, err = countRegister(ctx, s.db); err != nil {
		return r, err
	}
	ids, matches, err := s.page(ctx, f, seen, r.Total)
	if err != nil {
		return r, err
	}
	r.Matches, r.Filter.Page = matches, store.PageIn(f.Page, f.Size, matches)
	r.Entries, err = entriesOf(ctx, s.db, ids, f.On)
	return r, err
}

// fewFound is up to how many more people than those of a page are read with it: where it ends before them, who is found is
// counted by that, not in a second search.
const fewFound = 1000

// page reads who stands on a page, of a list whose every record is total, and how many are found.
func (s *Service) page(ctx context.Context, f RegisterFilter, seen bool, total int) (ids []PersonID, matches int, err error) {
	from := (f.Page - 1) * f.Size
	if f.Query != "" {
		ids, err = matching(ctx, s.db, f, seen, from, f.Size+fewFound)
		if n := len(ids); err != nil || n < f.Size+fewFound && (n > 0 || from == 0) {
			return ids[:min(n, f.Size)], from + n, err
		}
		ids = ids[:min(len(ids), f.Size)]
	}
	if matches = total; len(f.conditions(seen).where) > 1 {
		if matches, err = countMatching(ctx, s.db, f, seen); err != nil {
			return nil, 0, err
		}
	}
	f.Page = store.PageIn(f.Page, f.Size, matches)
	if len(ids) > 0 || matches == 0 {
		return ids, matches, nil
	}
	ids, err = matching(ctx, s.db, f, seen, (f.Page-1)*f.Size, f.Size)
	return ids, matches, err
}

// whole reads all of a list.
func (s *Service) whole(ctx context.Context, f RegisterFilter, seen bool) (Register, error) {
	parts := s.parts(f, seen)
	r := Register{Filter: parts.Filter}
	err := parts.each(ctx, func(q store.Queryer) (err error) {
		r.Total, err = countRegister(ctx, q)
		return err
	}, func(_ store.Queryer, part []Entry) error {
		r.Entries = append(r.Entries, part...)
		return nil
	})
	r.Matches = len(r.Entries)
	return r, err
}

// RegisterParts is a list of the register that may be too long to hold.
type RegisterParts struct {
	Filter RegisterFilter // as applied
	db     *store.DB
	seen   bool
}

// sizeOfPart is how many people of a list are read together.
const sizeOfPart = 1000

func (s *Service) parts(f RegisterFilter, seen bool) RegisterParts {
	return RegisterParts{Filter: f.normal(s.cases.Today()), db: s.db, seen: seen}
}

// Each gives the people of the list to take, part after part, all of them as they were at one moment; take asks only q
// of the database. Pages of the filter are ignored.
func (p RegisterParts) Each(ctx context.Context, take func(q store.Queryer, part []Entry) error) error {
	return p.each(ctx, func(store.Queryer) error { return nil }, take)
}

func (p RegisterParts) each(
	ctx context.Context, first func(store.Queryer) error, take func(q store.Queryer, part []Entry) error,
) error {
	return p.db.AtOnce(ctx, func(q store.Queryer) error {
		if err := first(q); err != nil {
			return err
		}
		all, err := matching(ctx, q, p.Filter, p.seen, 0, 0)
		if err != nil {
			return err
		}
		for ids := range slices.Chunk(all, sizeOfPart) {
			part, err := entriesOf(ctx, q, ids, p.Filter.On)
			if err != nil {
				return err
			}
			if err := take(q, part); err != nil {
				return err
			}
		}
		return nil
	})
}

// entriesOf are the lines of people on a day.
func entriesOf(ctx context.Context, q store.Queryer, ids []PersonID, on civil.Date) ([]Entry, error) {
	people, err := People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	terms, err := DatesOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	offices, err := officesOn(ctx, q, ids, on)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(ids))
	for i, id := range ids {
		entries[i] = Entry{Person: people[id], Summary: Summarise(InForce(terms[id]), on), Offices: offices[id]}
	}
	return entries, nil
}

// CountsOn counts the members on a day by club, and under 0 all of them.
func (s *Service) CountsOn(ctx context.Context, day civil.Date) (map[ClubID]int, error) {
	return CountsOn(ctx, s.db, day)
}

// query is a WHERE condition in the making, with its parameters.
type query struct {
	where []string
	args  []any
}

// arg adds a parameter and returns its placeholder.
func (q *query) arg(v any) string {
	q.args = append(q.args, v)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *query) and(condition string) { q.where = append(q.where, condition) }

func (q *query) sql() string {
	if len(q.where) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(q.where, "\n\tAND ")
}

// search adds the words of a search. A word is a member number, a piece of an
// e-mail address, or a piece of the folded name; a number with five digits or
// more is a piece of a telephone number. seenBy, if there is one, is whose contact data a club sees: nobody else is found by
// theirs, and nobody by the address that they sign in with.
func (q *query) search(text string, seenBy func() string) {
	if key := PhoneKey(text); len(key) >= 5 && len(key) >= len(strings.Map(dropPhonePunctuation, text)) {
		q.and("p.id IN (SELECT x.id FROM person x WHERE x.phone_key LIKE " + q.arg("%"+key+"%") + ")")
		if seenBy != nil {
			q.and(seenBy())
		}
		return
	}
	for _, word := range strings.Fields(text) {
		if strings.Contains(word, "@") {
			like := ` LIKE ` + q.arg("%"+escapeLike(EmailKey(word))+"%") + ` ESCAPE '\'`
			if seenBy != nil {
				q.and(`p.id IN (SELECT x.id FROM person x WHERE x.email_key` + like + `)`)
				q.and(seenBy())
				continue
			}
			q.and(`p.id IN (
				SELECT x.id
				FROM person x
				WHERE x.email_key` + like + `
				UNION ALL
				SELECT a.person_id
				FROM account a
				WHERE a.disabled = FALSE AND a.email_key` + like + `)`)
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimPrefix(word, "#"), 10, 64); err == nil {
			number := q.arg(n)
			q.and("p.id IN (" + number + ", (SELECT l.kept_id FROM person_alias l WHERE l.gone_id = " + number + "))")
			continue
		}
		for _, part := range strings.Fields(Fold(word)) { // folded: no % or _ in it
			piece := q.arg("%" + part + "%")
			q.and("(p.name_key LIKE " + piece +
				" OR p.id IN (SELECT f.person_id FROM person_former_name f WHERE f.name_key LIKE " + piece + "))")
		}
	}
}

func dropPhonePunctuation(r rune) rune {
	if strings.ContainsRune(" +-()./", r) {
		return -1
	}
	return r
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
