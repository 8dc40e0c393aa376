package meetings

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// trialWords stand above the notice in a test letter.
const trialWords = "This is a test letter to you alone: the notice as it would go now. Nothing has been sent to the members.\n\n"

// SendTrial puts the notice into the outbox for the actor alone, as it would go now,
// and says to which address. Nothing of the meeting changes.
func (s *Service) SendTrial(ctx context.Context, actor auth.Actor, id ID, in NoticeInput) (address string, err error) {
	in = in.tidied(s.cases.Today())
	err = s.byHolder(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if in.Way != Letters {
			return nil, apperr.New(apperr.Invalid, "A notice in the newsletter has no letter to try.")
		}
		if err := in.check(s.cases.Today()); err != nil {
			return nil, err
		}
		if err := headOf(ctx, tx, &in); err != nil {
			return nil, err
		}
		p, err := s.preview(ctx, tx, actor, r, in)
		if err != nil {
			return nil, err
		}
		to, err := ownAddress(ctx, tx, actor)
		if err != nil {
			return nil, err
		}
		address = to.Address
		return permit.Did("try.notice", "meeting", int64(id), nil, map[string]any{"to": actor.Person}),
			s.queueTrial(ctx, tx, r, p, to, in.Attachments)
	})
	return address, err
}

func ownAddress(ctx context.Context, q store.Queryer, actor auth.Actor) (mail.Recipient, error) {
	people, err := members.People(ctx, q, []PersonID{actor.Person})
	p := people[actor.Person]
	if err == nil && !mail.ValidAddress(p.Contact.Email) {
		err = apperr.New(
			apperr.Invalid, "The register has no e-mail address of yours. Add one there: the notice itself goes to it too.",
		)
	}
	return mail.Recipient{Person: int64(actor.Person), Name: p.Name.String(), Address: p.Contact.Email}, err
}

func (s *Service) queueTrial(
	ctx context.Context, tx *store.Tx, r Record, p NoticePreview, to mail.Recipient, files []mail.Attachment,
) error {
	attached, err := s.attach(ctx, tx, files)
	if err != nil {
		return err
	}
	body := trialWords + p.Body
	if len(body) > mail.MaxBody {
		body = p.Body
	}
	_, err = s.outbox.Queue(ctx, tx, mail.Letter{
		Key:     fmt.Sprintf("%s:trial:%s:person:%d", r.Meeting.Source(), s.cases.Now(), to.Person),
		Purpose: "Test of the notice", To: to, Subject: "Test: " + p.Subject, Body: body, Attachments: attached,
	})
	return err
}
