package joining

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// why is what a letter is about.
type why string

const (
	confirmIt why = "confirm"
	alreadyIn why = "already"
	refused   why = "refused"
	matched   why = "matched" // to someone in the register, whose address is another
)

// tell writes to the address of a request, within tx. The name that was typed is in no letter before the address is confirmed.
func (s *Service) tell(ctx context.Context, tx *store.Tx, r Request, about why, more []string) error {
	l := mail.Letter{
		Key: fmt.Sprintf("join:%d:%s:%s", r.ID, about, rand.Text()), Purpose: "Joining the society",
		To: mail.Recipient{Address: r.Email},
	}
	var body []string
	switch about {
	case confirmIt:
		l.Subject = "Confirm that you want to join " + s.society
		l.Link, l.LinkTo = int64(r.ID), mail.ToJoining
		body = []string{
			"Someone, probably you, gave this address to become a member of " + s.society + ". Open this page and press the button:",
			auth.LinkHere,
			"The link works until " + r.Expires.Long() + " " + civil.ZoneWords() + ". Then an officer looks at your request.",
			"If it was not you, do nothing: the request is forgotten.",
		}
	case alreadyIn:
		l.Subject = "Your request to join " + s.society
		body = []string{"Someone, probably you, sent the form again. Your request has come in, and waits for an officer."}
	case refused:
		l.To.Name, l.Subject = r.Name.String(), "Your request to join "+s.society
		body = []string{"The society has not accepted your request to become a member:", r.Reason, "Questions go to the secretary."}
	case matched:
		l.To.Name, l.Subject = r.Name.String(), "Your request to join "+s.society
		body = []string{
			"Your request is accepted. The register of members has you already, with another address: the letter that says what to " +
				"pay went there. If you no longer read that address, tell the secretary.",
		}
	}
	l.Body = strings.Join(append(append([]string{s.society}, body...), more...), "\n\n") + "\n"
	_, err := s.outbox.Queue(ctx, tx, l)
	return err
}

// bill writes to someone what the subscription is and how it is paid.
func (s *Service) bill(
	ctx context.Context, tx *store.Tx, person members.Person, address string, i treasury.Invoice, q treasury.Quote, greeting string,
) error {
	if !mail.ValidAddress(address) {
		return nil
	}
	account, err := payInto(ctx, tx)
	if err != nil {
		return err
	}
	body := []string{s.society, greeting}
	if i.Open() > 0 {
		pay := fmt.Sprintf("Please pay %s by %s.\nPayment reference, which tells the treasurer what is paid: %s", i.Open(),
			i.Due.Long(), i.Number.Reference())
		if account != "" {
			pay += "\nPay into the account " + account + "."
		} else {
			pay += "\nAsk the treasurer how to pay."
		}
		body = append(body, fmt.Sprintf("%s: %s (invoice %s).", i.Text, i.Total, i.Number), pay,
			fmt.Sprintf("Your membership begins once the money is there. If it came today, you would be registered until %s "+
				"(rule 2.2).", q.Registration.To.Long()))
	} else {
		body = append(body, fmt.Sprintf("%s: %s (invoice %s). What you had paid ahead has paid it.", i.Text, i.Total, i.Number))
	}
	_, err = s.outbox.Queue(ctx, tx, mail.Letter{
		Key: fmt.Sprintf("subscription:%d:%s", i.ID, rand.Text()), Purpose: "Subscription asked for", Subject: i.Text + ": how to pay",
		To:   mail.Recipient{Person: int64(person.ID), Name: person.Name.String(), Address: address},
		Body: strings.Join(body, "\n\n") + "\n",
	})
	return err
}

func payInto(ctx context.Context, q store.Queryer) (string, error) {
	all, err := treasury.BankAccounts(ctx, q)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Number, nil
}
