package hosting

import (
	"context"
	"crypto/rand"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Message is what someone writes to a club. Its fields are name, email and message.
type Message struct {
	Club    clubs.ClubID
	Name    string
	Email   string
	Message string
}

const maxMessage = 2000

// Reaches reports whether letters reach a club.
func (s *Service) Reaches(ctx context.Context, club clubs.ClubID) (bool, error) {
	_, ok, err := s.host(ctx, s.db, club)
	return ok && s.outbox.Sends(), err
}

// Write sends a letter to a club, whose address the writer never sees. The club's answer goes to the writer. Errors:
// Invalid with the fields; TooMany for a network that sends many, and for a club that got many today.
func (s *Service) Write(ctx context.Context, in Message, network string) error {
	var f apperr.Fields
	in.Name, in.Email = checkSender(&f, in.Name, in.Email)
	if in.Message = paragraphs(in.Message); in.Message == "" {
		f.Add("message", "Write your message.")
	}
	tooLong(&f, "message", in.Message, maxMessage)
	if err := f.Err(); err != nil {
		return err
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		to, ok, err := s.host(ctx, tx, in.Club)
		if err != nil {
			return nil, err
		}
		if !ok || !s.outbox.Sends() {
			return nil, apperr.New(apperr.Invalid, "No letter reaches this club. Ask the society’s secretary.")
		}
		kept, err := s.spare(ctx, tx, network, fmt.Sprintf("visit-club:%d", in.Club), lettersToClub)
		if err != nil {
			return nil, err
		}
		if !kept {
			return nil, apperr.New(apperr.TooMany, "The club got very many letters today. Try again tomorrow.")
		}
		_, err = s.outbox.Queue(ctx, tx, mail.Letter{
			Key: fmt.Sprintf("club:%d:message:%s", in.Club, rand.Text()), Purpose: "A message to a club",
			Subject: cut("A message from " + in.Name), To: to, ReplyTo: mail.Recipient{Name: in.Name, Address: in.Email},
			Body: fmt.Sprintf("%s\n\n%s (%s) writes by the form on the club’s page. The address was not checked. Your answer goes to "+
				"it.\n\n%s\n", s.society, in.Name, in.Email, in.Message),
		})
		return permit.Did("write.club", "club", int64(in.Club), nil, nil), err
	})
}
