package meetings

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// letterKey names the letter of a notice to somebody in the outbox.
func letterKey(m ID, notice int, person PersonID) string {
	return fmt.Sprintf("%s:notice:%d:person:%d", Meeting{ID: m}.Source(), notice, person)
}

// meetingOfLetter is the meeting of a letter that letterKey named.
func meetingOfLetter(key string) (ID, bool) {
	parts := strings.Split(key, ":")
	if len(parts) != 6 || parts[0] != "meeting" || parts[2] != "notice" {
		return 0, false
	}
	id, err := strconv.ParseInt(parts[1], 10, 64)
	return ID(id), err == nil
}

// notices reads the notices of a meeting, the latest first, with how far their
// letters have gone.
func (s *Service) notices(ctx context.Context, q store.Queryer, id ID) ([]noticeRow, error) {
	rows, err := noticesOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if rows[i].Way == Newsletter {
			rows[i].Leaving.Last = rows[i].Sent
			continue
		}
		roll, err := s.rollWithLetters(ctx, q, id, rows[i])
		if err != nil {
			return nil, err
		}
		rows[i].Leaving, rows[i].Gone, rows[i].Unreached = leavingOf(roll), goneOf(roll), unreachedOf(roll)
	}
	return rows, nil
}

// rollWithLetters reads the roll of a notice with what became of each letter.
func (s *Service) rollWithLetters(ctx context.Context, q store.Queryer, id ID, n noticeRow) ([]RollEntry, error) {
	roll, err := rollOf(ctx, q, n.id)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, e := range roll {
		if e.Reached == ByMail {
			keys = append(keys, letterKey(id, n.Number, e.Person))
		}
	}
	letters, err := s.outbox.Standings(ctx, q, keys)
	if err != nil {
		return nil, err
	}
	for i := range roll {
		e := &roll[i]
		var sent civil.Date
		switch {
		case e.Reached == InNewsletter:
			sent = n.Sent
		case e.Reached == ByMail:
			letter := letters[letterKey(id, n.Number, e.Person)]
			if e.Letter = letter.State; letter.State == mail.Sent {
				sent = letter.Sent.Date()
			}
		}
		if e.Left = sent; sent.IsZero() || !e.Posted.IsZero() && e.Posted.Before(sent) {
			e.Left = e.Posted
		}
	}
	return roll, markUnreached(ctx, q, roll)
}

// markUnreached marks those on a roll whom no letter can go to, by the addresses of
// today where the roll has none.
func markUnreached(ctx context.Context, q store.Queryer, roll []RollEntry) error {
	var without []PersonID
	for _, e := range roll {
		if e.Left.IsZero() && (e.Reached == ByPost && e.Address == "" || e.Letter == mail.Failed) {
			without = append(without, e.Person)
		}
	}
	if without == nil {
		return nil
	}
	people, err := members.People(ctx, q, without)
	if err != nil {
		return err
	}
	for i := range roll {
		if p, asked := people[roll[i].Person]; asked {
			roll[i].Unreached = strings.TrimSpace(p.Contact.Address) == ""
		}
	}
	return nil
}

// leavingOf counts how far the letters to those on a roll have gone.
func leavingOf(roll []RollEntry) (l constitution.Leaving) {
	for _, e := range roll {
		switch {
		case !e.Left.IsZero():
			l.Last = civil.Later(l.Last, e.Left)
		case e.Reached == ByPost:
			l.Unposted++
		case e.Letter == mail.Failed:
			l.Failed++
		case e.Letter == mail.Sending:
			l.Unknown++
		default:
			l.Waiting++
		}
	}
	return l
}

// goneOf counts the people to whom a letter has left: by e-mail, or only by post.
func goneOf(roll []RollEntry) (g Gone) {
	for _, e := range roll {
		switch {
		case e.Letter == mail.Sent:
			g.Mail++
		case !e.Posted.IsZero():
			g.Post++
		}
	}
	return g
}

// LettersLeft marks giving notice of a meeting as done once the last of its
// letters has left: it is told the keys of letters that were sent.
func (s *Service) LettersLeft(ctx context.Context, keys []string) error {
	seen := map[ID]bool{}
	for _, key := range keys {
		id, ok := meetingOfLetter(key)
		if !ok || seen[id] {
			continue
		}
		seen[id] = true
		// A duty that follows from letters that have left has no entry of its own.
		err := s.db.InTx(ctx, func(tx *store.Tx) error {
			if err := hold(ctx, tx, id); err != nil {
				return err
			}
			r, err := s.read(ctx, tx, id)
			if err != nil {
				return err
			}
			return s.finishNotice(ctx, tx, r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finishNotice marks giving notice as done, and works the dates out again by the
// day on which it was given, once that is known.
func (s *Service) finishNotice(ctx context.Context, tx *store.Tx, r Record) error {
	n, holds := r.notice()
	if !holds || n.Leaving.Given().IsZero() {
		return nil
	}
	if err := s.setDuties(ctx, tx, r.Meeting.ID); err != nil {
		return err
	}
	return s.finish(ctx, tx, r, constitution.DutyNotice)
}

// checkLeft says of a notice that holds what its letters keep the meeting from:
// without one that has left, no notice was given.
func (n Notice) checkLeft(q *inquiry, rule string) {
	switch {
	case n.Leaving.Last.IsZero():
		q.obstacle(rule, "No letter of the notice has left: %s. Send them, or print and post them and record the day",
			lowerFirst(strings.Join(n.Trace.Lines(), "; ")))
	case n.Timeliness == constitution.TooLate:
		q.warn(rule, "Notice was given too late: %s", lowerFirst(strings.Join(n.Trace.Lines(), "; ")))
	case n.Leaving.Still() > 0:
		q.warn(rule, "Notice is not given yet: %s", lowerFirst(strings.Join(n.Trace.Lines(), "; ")))
	}
}

// lowerFirst is a sentence as it goes on in the middle of another.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
