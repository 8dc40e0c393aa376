package postal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Announcement is whom something is told to, each by a letter of their own: of the
// declared result everybody who is a member on the day.
type Announcement struct {
	Letters int      // members who have an e-mail address
	Queued  int      // of them, those whose letter is in the outbox already
	Post    []string // names of the members without an address, by name
}

// Missing is how many letters are still to be written.
func (a Announcement) Missing() int { return a.Letters - a.Queued }

// Announcement is how far the members are told the result, for managers.
// NotFound before the declaration.
func (s *Service) Announcement(ctx context.Context, actor auth.Actor, id VoteID) (Announcement, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Announcement{}, err
	}
	if !s.manages(actor) {
		return Announcement{}, s.hidden(actor, f)
	}
	if _, err := s.Declaration(ctx, id); err != nil {
		return Announcement{}, err
	}
	out, _, err := s.announcement(ctx, s.db, f)
	return out, err
}

// announcement is whom the result is told to, with the letters that are not in
// the outbox yet, without their texts.
func (s *Service) announcement(
	ctx context.Context, q store.Queryer, f facts,
) (out Announcement, missing []mail.Letter, err error) {
	voters, err := membersOn(ctx, q, f.ID, f.today)
	if err != nil {
		return out, nil, err
	}
	return s.addressed(ctx, q, voters, fmt.Sprintf("%s:declaration", source(f.ID)))
}

// addressed is whom letters go to, of these people, with those that are not in the
// outbox yet, without their texts. Their keys begin with key.
func (s *Service) addressed(
	ctx context.Context, q store.Queryer, voters []Voter, key string,
) (out Announcement, missing []mail.Letter, err error) {
	var letters []mail.Letter
	var keys []string
	for chunk := range slices.Chunk(voters, store.MaxIn) {
		ids := make([]auth.PersonID, len(chunk))
		for i, v := range chunk {
			ids[i] = v.Person
		}
		people, err := members.People(ctx, q, ids)
		if err != nil {
			return out, nil, err
		}
		for _, v := range chunk {
			address := people[v.Person].Contact.Email
			if !mail.ValidAddress(address) {
				out.Post = append(out.Post, v.Name)
				continue
			}
			l := mail.Letter{
				Key: fmt.Sprintf("%s:person:%d", key, v.Person),
				To:  mail.Recipient{Person: int64(v.Person), Name: v.Name, Address: address},
			}
			letters, keys = append(letters, l), append(keys, l.Key)
		}
	}
	there, err := s.outbox.Known(ctx, q, keys)
	if err != nil {
		return out, nil, err
	}
	out.Letters = len(letters)
	for _, l := range letters {
		if there[l.Key] {
			out.Queued++
		} else {
			missing = append(missing, l)
		}
	}
	return out, missing, nil
}

// Announce puts a letter with the declared result into the outbox for every
// member with an e-mail address who has none yet, with the files, and says how
// many letters that made.
func (s *Service) Announce(
	ctx context.Context, actor auth.Actor, id VoteID, files ...mail.Attachment,
) (letters int, err error) {
	d, err := s.Declaration(ctx, id)
	if err != nil && apperr.KindOf(err) != apperr.NotFound {
		return 0, err
	}
	err = s.take(ctx, request{actor: actor, id: id, action: ActAnnounce}, func(tx *store.Tx, f *facts) (any, error) {
		told, missing, err := s.announcement(ctx, tx, *f)
		if err != nil {
			return nil, err
		}
		if len(missing) == 0 {
			return nil, apperr.New(apperr.Invalid, "The letters to every member with an e-mail address are in the outbox.")
		}
		var attached []mail.AttachmentID
		for _, a := range files {
			one, err := s.outbox.Attach(ctx, tx, a)
			if err != nil {
				return nil, err
			}
			attached = append(attached, one)
		}
		subject, body := d.letter(s.society)
		for i := range missing {
			missing[i].Purpose, missing[i].Subject, missing[i].Body, missing[i].Attachments = subject, subject, body, attached
		}
		letters, err = s.outbox.Queue(ctx, tx, missing...)
		return map[string]any{"letters": letters, "by_post": len(told.Post)}, err
	})
	return letters, err
}

// letter tells a member the declared result: totals and outcome of every
// motion, and nothing that the declaration does not say to everybody.
func (d Declaration) letter(society string) (subject, body string) {
	subject = "Result of the postal vote on the motions of the EGM of " + d.EGM.Long()
	for _, wording := range []bool{true, false} {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n%s\n\nDeclared on %s by %s. Carried motions take effect from the declaration (rule 5.13).\n",
			society, d.Title, d.On.Long(), d.Signed())
		if d.Held != "" {
			fmt.Fprintf(&b, "The motions were framed by the %s, and typed by hand: %s\n", d.Held, d.Typed)
		}
		for _, o := range d.Outcomes {
			fmt.Fprintf(&b, "\nMotion %d: %s\n", o.Number, o.InWords())
			if wording {
				fmt.Fprintf(&b, "%s\n", o.Text)
			}
			t := o.MotionTotal
			fmt.Fprintf(&b, "%d Yes, %d No, %d Abstain, %d informal\n", t.Yes, t.No, t.Abstain, t.Informal)
			for _, step := range o.Trace.Steps {
				fmt.Fprintf(&b, "%s\n", step)
			}
		}
		fmt.Fprintf(&b, "\n%d papers came back: %d valid, %d rejected. The tellers, %s, must not tell anyone how anyone "+
			"voted (rule 5.11).\n\n%s\n",
			d.Papers, d.Valid, d.Rejected, strings.Join(d.Tellers, " and "), d.Signed())
		if body = b.String(); len(body) <= mail.MaxBody {
			break
		}
	}
	return subject, body
}

// InWords is an outcome as the declaration says it: "carried".
func (o Outcome) InWords() string {
	switch {
	case o.Carried && o.Referred:
		return "carried; referred to the AGM (7.1)"
	case o.Carried:
		return "carried"
	}
	return "not carried"
}
