package settings

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// MailState is how far a mail server has come.
type MailState int

// The states of the mail server.
const (
	MailUnset   MailState = iota // there is none: letters wait in the outbox
	MailHeld                     // it came with a backup, and is not used
	MailUntried                  // the one that is set was sent no test letter
	MailFailed                   // it did not take the last test letter
	MailWorked                   // it took the last test letter
)

// Setup is what the site's settings have of a new society. It has nothing that is secret.
type Setup struct {
	Named   bool // its name was set, by the site or by whoever runs the program
	Reached bool // it has a postal address, or an e-mail address for everyone
	Mail    MailState
	Tried   civil.Instant // when a test letter was last sent through the server that is set; zero: never
}

// Setup reads how far the settings have come. Who may know is for whoever asks to decide.
func (s *Service) Setup(ctx context.Context, q store.Queryer) (Setup, error) {
	kept, err := read(ctx, q)
	if err != nil {
		return Setup{}, err
	}
	test, err := lastTest(ctx, q)
	if err != nil {
		return Setup{}, err
	}
	details, post := s.view(Details, kept), s.view(Mail, kept)
	out := Setup{
		Named:   kept.Values[Society] != "" || details.SetBy(Society) != "",
		Reached: details.Value(Address) != "" || details.Value(Email) != "",
	}
	switch {
	case post.Server() == "":
		out.Mail = MailUnset
	case post.Held:
		out.Mail = MailHeld
	case !test.through(post):
		out.Mail = MailUntried
	case test.Worked:
		out.Mail, out.Tried = MailWorked, test.At
	default:
		out.Mail, out.Tried = MailFailed, test.At
	}
	return out, nil
}
