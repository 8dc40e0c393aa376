package postal

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// Before the closing day the members are reminded: all on the roll, because who sent
// a paper is in the register of envelopes only, and the outbox shows officers whom a
// letter goes to. A reminder to those whose paper has not come would tell them.

// remindDays is how long before the last day for papers a reminder is proposed.
const remindDays = 7

// Reminder is whom a reminder of today goes to, and when there was one before.
type Reminder struct {
	Announcement
	Before []civil.Date
}

// Reminder is how far the members are reminded today, for managers.
func (s *Service) Reminder(ctx context.Context, actor auth.Actor, id VoteID) (Reminder, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Reminder{}, err
	}
	if !s.manages(actor) {
		return Reminder{}, s.hidden(actor, f)
	}
	told, _, err := s.reminder(ctx, s.db, f)
	if err != nil {
		return Reminder{}, err
	}
	before, err := remindedOn(ctx, s.db, id)
	return Reminder{told, before}, err
}

// reminder is whom a reminder goes to today: a second one on the same day to no one.
func (s *Service) reminder(ctx context.Context, q store.Queryer, f facts) (Announcement, []mail.Letter, error) {
	roll, err := voters(ctx, q, f.ID)
	if err != nil {
		return Announcement{}, nil, err
	}
	return s.addressed(ctx, q, roll, fmt.Sprintf("%s:reminder:%s", source(f.ID), f.today))
}

// Remind puts a reminder of the last day for papers into the outbox for every member
// on the roll with an e-mail address, and says how many letters that made.
func (s *Service) Remind(ctx context.Context, actor auth.Actor, id VoteID) (letters int, err error) {
	err = s.take(ctx, request{actor: actor, id: id, action: ActRemind}, func(tx *store.Tx, f *facts) (any, error) {
		told, missing, err := s.reminder(ctx, tx, *f)
		if err != nil {
			return nil, err
		}
		if told.Letters == 0 {
			return nil, errNoAddress
		}
		if len(missing) == 0 {
			return nil, apperr.New(
				apperr.Invalid, "The reminders of today are in the outbox, for every member with an e-mail address.",
			)
		}
		subject, body := s.remindLetter(*f, s.SignedAs(actor))
		for i := range missing {
			missing[i].Purpose, missing[i].Subject, missing[i].Body = subject, subject, body
		}
		letters, err = s.outbox.Queue(ctx, tx, missing...)
		return map[string]any{"letters": letters, "by_post": len(told.Post)}, err
	})
	return letters, err
}

var errNoAddress = apperr.New(
	apperr.Invalid, "No member on the roll has an e-mail address in the register: remind them by telephone or post.",
)

// remindLetter is the same for everyone: it does not know who has sent a paper.
func (s *Service) remindLetter(f facts, by string) (subject, body string) {
	subject = "Postal vote: papers must arrive by " + f.Closing.Long()
	return subject, fmt.Sprintf(`%s
%s

Voting papers must reach the tellers by %s (rule 5.9), at this address:

%s

If you have sent your paper, you have nothing to do. Every member on the roll gets this letter, because only the tellers know who has sent a paper.

If your paper did not reach you or is lost, tell the secretary before then: you get another one.

With an account you can see whether an envelope of yours was recorded, and nothing of how you voted: %s%s

%s
`, s.society, f.Title, f.Closing.Long(), strings.TrimSpace(f.Address), s.site, f.link(), by)
}

// remindedOn are the days on which members were reminded, by the log, in order.
func remindedOn(ctx context.Context, q store.Queryer, id VoteID) ([]civil.Date, error) {
	all, err := audit.Of(ctx, q, "postal_vote", int64(id), math.MaxInt32)
	if err != nil {
		return nil, fmt.Errorf("read the log of a vote: %w", err)
	}
	var out []civil.Date
	for _, record := range slices.Backward(all) {
		if record.Action == string(ActRemind)+".postal_vote" && !slices.Contains(out, record.At.Date()) {
			out = append(out, record.At.Date())
		}
	}
	return out, nil
}

// remindNow reports whether a reminder is proposed: in the last days before the
// closing, unless there was one in them or no one can get a letter.
func (s *Service) remindNow(ctx context.Context, f facts) (bool, error) {
	if f.State != StateDespatched || f.today.After(f.Closing) {
		return false, nil
	}
	from := f.Closing.AddDays(-remindDays)
	if f.today.Before(from) {
		return false, nil
	}
	before, err := remindedOn(ctx, s.db, f.ID)
	if err != nil || slices.ContainsFunc(before, func(d civil.Date) bool { return !d.Before(from) }) {
		return false, err
	}
	told, _, err := s.reminder(ctx, s.db, f)
	return told.Missing() > 0, err
}
