package logbook

import (
	"context"
	"sync"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Look is somebody reading a list of people's data.
type Look struct {
	List   string // "register of members"
	ID     int64  // whose list: of a club, a meeting; 0 for one of the society
	People int    // how many it named
	File   bool   // a file or a print that they took away
}

// tally is what one person has read of one list today.
type tally struct {
	mu     sync.Mutex
	times  int
	people int // named in all looks together
	logged int // of them, when the last entry was written
}

// next is the tally with one look more, and whether the look has an entry of its
// own: each file, the first page of the day, and each that doubles what the last
// entry said. So turning pages and reloading write little, and a whole list that
// was read page by page is still seen to have been read.
func next(times, people, logged int, look Look) (nowTimes, nowPeople int, entry bool) {
	nowTimes, nowPeople = times+1, people+look.People
	return nowTimes, nowPeople, look.File || logged == 0 || nowPeople >= 2*logged
}

// looks are the tallies of a day. They are not kept: after a restart the first look
// has an entry again.
type looks struct {
	mu  sync.Mutex
	day civil.Date
	of  map[seen]*tally
}

type seen struct {
	person auth.PersonID
	list   string
	id     int64
}

func (l *looks) tally(day civil.Date, who seen) *tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.day != day {
		l.day, l.of = day, map[seen]*tally{}
	}
	t := l.of[who]
	if t == nil {
		t = &tally{}
		l.of[who] = t
	}
	return t
}

// Looked writes down that the actor reads a list, before they are given it: with
// an error they are not. A list that names nobody has no entry.
func (s *Service) Looked(ctx context.Context, actor auth.Actor, look Look) error {
	if look.People == 0 {
		return nil
	}
	t := s.looks.tally(s.cases.Today(), seen{actor.Person, look.List, look.ID})
	t.mu.Lock() // the same person at the same list waits; nobody else does
	defer t.mu.Unlock()
	times, people, entry := next(t.times, t.people, t.logged, look)
	if entry {
		permit, err := s.cases.Allow(actor.By(), nil)
		if err != nil {
			return err
		}
		err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
			if look.File { // a backup, or a list, that the log is compared with later
				if _, err := audit.BindStreams(ctx, tx, permit.Now()); err != nil {
					return nil, err
				}
			}
			return permit.Did("read.people", "list", look.ID, nil, lookFacts{look.List, look.People, look.File, times, people}), nil
		})
		if err != nil {
			return err
		}
		t.logged = people
	}
	t.times, t.people = times, people
	return nil
}

// BackedUp writes down that the actor takes the data of everybody away, before the
// backup is made: the entry stands in the backup as well.
func (s *Service) BackedUp(ctx context.Context, actor auth.Actor) error {
	people, err := countPeople(ctx, s.db)
	if err != nil {
		return err
	}
	return s.Looked(ctx, actor, Look{List: "backup", People: people, File: true})
}

// lookFacts are what the log keeps of a look.
type lookFacts struct {
	List   string `json:"list"`
	People int    `json:"people"`
	File   bool   `json:"file,omitempty"`
	Times  int    `json:"times_today"`
	Today  int    `json:"people_today"`
}
