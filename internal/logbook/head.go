package logbook

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// keeper is an officer who may keep the head of the log.
type keeper struct {
	person  auth.PersonID
	name    string
	office  string // "President"
	address string // e-mail, "" for none that letters can go to
}

// keepersOf chooses who gets the head: the first two people with an address, in
// the order of the offices: president, secretary, treasurer, committee. Somebody
// with two offices is one person.
func keepersOf(list []keeper) []keeper {
	var out []keeper
	for _, k := range list {
		known := slices.ContainsFunc(out, func(o keeper) bool { return o.person == k.person })
		if k.address != "" && !known && len(out) < 2 {
			out = append(out, k)
		}
	}
	return out
}

// headLetter is the key of a month's letter to a person.
func headLetter(day civil.Date, person auth.PersonID) string {
	return fmt.Sprintf("log-head:%04d-%02d:person:%d", day.Year(), int(day.Month()), person)
}

// SendHead queues the month's letters with the head of the log, once a month for
// each of the two who are to keep it. It says how many it queued, and how many
// people there are to keep it.
func (s *Service) SendHead(ctx context.Context) (queued, keepers int, err error) {
	today := s.cases.Today()
	chosen, err := s.keepers(ctx, s.db, today)
	if err != nil || len(chosen) == 0 {
		return 0, len(chosen), err
	}
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return 0, len(chosen), err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		queued = 0
		keys := make([]string, len(chosen))
		for i, k := range chosen {
			keys[i] = headLetter(today, k.person)
		}
		known, err := s.outbox.Known(ctx, tx, keys)
		if err != nil {
			return nil, err
		}
		if len(known) == len(keys) {
			return nil, usecase.ErrSame
		}
		seq, hash, err := audit.BoundHead(ctx, tx, s.cases.Now())
		if err != nil {
			return nil, err
		}
		if seq == 0 {
			return nil, usecase.ErrSame
		}
		head := audit.MarkOf(seq, hash)
		var to []string
		for i, k := range chosen {
			if known[keys[i]] {
				continue
			}
			if _, err := s.outbox.Queue(ctx, tx, s.letter(keys[i], head, k, chosen)); err != nil {
				return nil, err
			}
			queued++
			to = append(to, keys[i])
		}
		return permit.Did("mail.head", "log", seq, nil, audit.WithHead(map[string]any{"letters": to}, head)), nil
	})
	return queued, len(chosen), err
}

// BindStreams has the head of the log stand for all that was done until now, at events too.
func (s *Service) BindStreams(ctx context.Context) error {
	if n, err := audit.Loose(ctx, s.db); err != nil || n == 0 {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		bound, err := audit.BindStreams(ctx, tx, s.cases.Now())
		if err == nil && !bound {
			err = usecase.ErrSame
		}
		return &usecase.Entry{}, err // audit has written it
	})
}

// keepers are who gets the head on a day.
func (s *Service) keepers(ctx context.Context, q store.Queryer, day civil.Date) ([]keeper, error) {
	seats, err := auth.SeatsOn(ctx, q, day)
	if err != nil {
		return nil, err
	}
	ids := make([]members.PersonID, len(seats))
	for i, seat := range seats {
		ids[i] = seat.Person
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	list := make([]keeper, len(seats))
	for i, seat := range seats {
		list[i] = keeper{person: seat.Person, name: seat.Name.String(), office: seat.Office.Title()}
		if address := people[seat.Person].Contact.Email; mail.ValidAddress(address) {
			list[i].address = address
		}
	}
	return keepersOf(list), nil
}

// TellKeepers queues a letter to each of the two who keep the head of the log, at once, and gives the letters' keys. What is
// done with the machine's settings is told to them, so that no administrator does it alone.
func (s *Service) TellKeepers(ctx context.Context, tx *store.Tx, about, subject, body string) (keys []string, err error) {
	chosen, err := s.keepers(ctx, tx, s.cases.Today())
	if err != nil {
		return nil, err
	}
	for _, k := range chosen {
		key := fmt.Sprintf("%s:person:%d", about, k.person)
		if _, err := s.outbox.Queue(ctx, tx, mail.Letter{
			Key: key, Purpose: "Settings of the site", Subject: subject, Body: s.society + "\n" + subject + "\n\n" + body, Turn: mail.AtOnce,
			To: mail.Recipient{Person: int64(k.person), Name: k.name, Address: k.address},
		}); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// letter is the month's letter to one of those who keep the head.
func (s *Service) letter(key string, head audit.Mark, to keeper, all []keeper) mail.Letter {
	subject := "Head of the log, " + s.cases.Today().Long()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", s.society, subject)
	fmt.Fprintf(&b, "Each change on the site has an entry in its log. On %s the newest was entry %d, and this was the "+
		"head of the log:\n\n  %s\n\n", s.cases.Now().Long(), head.Seq, head)
	b.WriteString("Keep this letter where no one who looks after the site can change it: print it, or leave it in your " +
		"own mailbox. Whoever removes or rewrites an entry up to that one cannot make the log have this head again.\n\n")
	fmt.Fprintf(&b, "To compare, stand beside someone at the society’s own machine who types\n\n"+
		"  nzgs audit verify --expect %s\n\nor reads this letter from a file:\n\n"+
		"  nzgs audit verify --expect-file letter.txt\n\n", head)
	b.WriteString(others(to, all))
	return mail.Letter{
		Key: key, Purpose: "Head of the log", Subject: subject, Body: b.String(),
		To: mail.Recipient{Person: int64(to.person), Name: to.name, Address: to.address},
	}
}

// others says who else is written to.
func others(to keeper, all []keeper) string {
	for _, k := range all {
		if k.person != to.person {
			return fmt.Sprintf("The same letter is addressed to %s (%s): compare the two with each other as well.\n",
				k.name, strings.ToLower(k.office))
		}
	}
	return "No one else gets this letter: no other officer or member of the committee has an e-mail address in the " +
		"register. With only one letter, no one can tell whether it is you or the log that says what is not so. Give " +
		"another officer an e-mail address.\n"
}

// HeadsOut are the heads that went out, with letters, notices and declarations,
// the oldest first. What was queued may still wait in the outbox.
func (s *Service) HeadsOut(ctx context.Context) ([]audit.Given, error) {
	return audit.GivenOut(ctx, s.db, func(r audit.Record) string {
		switch r.Action {
		case "mail.head":
			return "monthly letters to officers"
		case "send.notice":
			return fmt.Sprintf("notice of meeting %d", r.ObjectID)
		}
		return fmt.Sprintf("%s %d", strings.ReplaceAll(r.Object, "_", " "), r.ObjectID)
	})
}
