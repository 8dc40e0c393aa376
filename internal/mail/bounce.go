package mail

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// BounceID names an address that came back.
type BounceID int64

// Bounce is an address that a mail server refused for good, until someone has looked at it.
type Bounce struct {
	ID      BounceID
	Address string
	Person  int64 // whom the letter was to; 0: no one in the register, or it is not known
	Name    string
	Letter  LetterID // 0: it is not known which
	Problem string
	Noted   civil.Instant

	// Corrected is where letters to the person go now, when the register has another
	// address and the letter can go there; "" else.
	Corrected string
}

// maxBounce bounds a bounce message that is pasted, in bytes.
const maxBounce = 200_000

// Bounces lists the addresses that no one has looked at yet, the newest first.
func (s *Service) Bounces(ctx context.Context, actor auth.Actor) ([]Bounce, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, err
	}
	return openBounces(ctx, s.db)
}

// Bounced tells which of the addresses came back and were not looked at since, by auth.EmailKey.
func Bounced(ctx context.Context, q store.Queryer, addresses []string) (map[string]string, error) {
	return bounced(ctx, q, addresses)
}

// SettleBounce says that an address was looked at: letters go there again.
func (s *Service) SettleBounce(ctx context.Context, actor auth.Actor, id BounceID) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		settled, err := settleBounce(ctx, tx, id, s.cases.Now())
		if err == nil && !settled {
			err = usecase.ErrSame
		}
		return permit.Did("settle.bounce", "mail_bounce", int64(id), nil, nil), err
	})
}

// SendCorrected sends the letter that came back to the address that the person has now, once, and settles the bounce.
func (s *Service) SendCorrected(ctx context.Context, actor auth.Actor, id BounceID) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		settled, err := settleBounce(ctx, tx, id, s.cases.Now()) // first: of two at once, the second waits and finds it done
		if err != nil {
			return nil, err
		}
		if !settled {
			return nil, apperr.New(apperr.Conflict, "Someone has looked at this address already. The letter was not sent again.")
		}
		e, to, err := s.corrected(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		attached, err := attachedTo(ctx, tx, e.ID)
		if err != nil {
			return nil, err
		}
		e.To.Address = to
		n, err := s.Queue(ctx, tx, Letter{
			Key: keyAgain(e.Key, id), Purpose: e.Purpose, To: e.To, Subject: e.Subject, Body: e.Body, Attachments: attached,
			Turn: e.Turn, Mailing: e.Mailing, ReplyTo: e.ReplyTo, Topic: e.Topic,
		})
		if err == nil && n == 0 {
			err = apperr.New(apperr.Conflict, "This letter was sent again before, or %s has died.", e.To.Name)
		}
		return permit.Did("correct.bounce", "mail_bounce", int64(id), nil, map[string]any{"letter": e.ID}), err
	})
}

// keyAgain is the key of a letter that is sent again: one about an account stays one.
func keyAgain(key string, id BounceID) string {
	again := fmt.Sprintf("again:%d", id)
	if auth.IsAboutAccount(key) {
		return auth.AboutAccount + again
	}
	return again
}

// corrected is the letter that came back, and where it can go now.
func (s *Service) corrected(ctx context.Context, tx *store.Tx, id BounceID) (e Entry, to string, err error) {
	letter, to, err := bouncedLetter(ctx, tx, id)
	if err != nil {
		return e, "", err
	}
	if letter == 0 || to == "" {
		return e, "", apperr.New(
			apperr.Conflict, "The register has no other address of this person, or the letter has a link of its own. It was not "+
				"sent again.",
		)
	}
	again, err := bounced(ctx, tx, []string{to})
	if err == nil && len(again) > 0 {
		err = apperr.New(apperr.Conflict, "%s came back too. Ask the person for another address.", to)
	}
	if err != nil {
		return e, "", err
	}
	if e, err = byID(ctx, tx, letter); err == nil && e.Outdated != "" {
		err = apperr.New(apperr.Conflict, "%s The letter was not sent again.", e.Outdated)
	}
	return e, to, err
}

// NoteBounce notes that a letter came back, by the address or by the message of the mail server that says so. It gives
// the addresses that were noted. Only addresses that letters went to are.
func (s *Service) NoteBounce(
	ctx context.Context, actor auth.Actor, address, message string,
) (noted []string, err error) {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return nil, err
	}
	address = strings.TrimSpace(address)
	var f apperr.Fields
	found := map[string]string{}
	switch {
	case address == "" && strings.TrimSpace(message) == "":
		f.Add("address", "Enter the address that came back, or paste the message below.")
	case len(message) > maxBounce:
		f.Add("message", "Paste only the first pages of the message: at most %d characters.", maxBounce)
	case address != "" && !ValidAddress(address):
		f.Add("address", "Enter an e-mail address: name@host.")
	case address != "":
		found[address] = "Noted by " + permit.Name()
	default:
		if found = ReadBounce(message); len(found) == 0 {
			f.Add("message", "This message names no address that was refused for good. Enter the address above.")
		}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		noted = nil
		for to, problem := range found {
			letter, err := lastTo(ctx, tx, to)
			if err != nil {
				return nil, err
			}
			if letter == 0 {
				continue
			}
			if err := insertBounce(ctx, tx, to, letter, problem, s.cases.Now()); err != nil {
				return nil, err
			}
			noted = append(noted, to)
		}
		if len(noted) == 0 {
			field := "address"
			if address == "" {
				field = "message"
			}
			f.Add(field, "No letter went to this address. Check it and try again.")
			return nil, f.Err()
		}
		return permit.Did("note.bounce", "mail_bounce", 0, nil, map[string]any{"addresses": len(noted)}), nil
	})
	return noted, err
}

// ReadBounce finds in a delivery report (RFC 3464) the addresses that were refused for good, with the reason.
func ReadBounce(message string) map[string]string {
	out := map[string]string{}
	var to, action, status, why string
	end := func() {
		if ValidAddress(to) && strings.EqualFold(action, "failed") && strings.HasPrefix(status, "5") &&
			!policyCode.MatchString(status) { // as of what the server says at once
			if why == "" {
				why = status
			}
			out[to] = clip(why)
		}
		to, action, status, why = "", "", "", ""
	}
	lines := bufio.NewScanner(strings.NewReader(message))
	lines.Buffer(nil, maxBounce+1)
	for lines.Scan() && len(out) < 100 {
		line := strings.TrimLeft(lines.Text(), "> \t")
		name, value, ok := strings.Cut(line, ":")
		if strings.TrimSpace(line) == "" {
			end()
		}
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "final-recipient":
			if to != "" {
				end()
			}
			to = afterType(value)
		case "action":
			action = value
		case "status":
			status = value
		case "diagnostic-code":
			why = afterType(value)
		}
	}
	end()
	return out
}

// afterType is what stands after "rfc822;" or "smtp;".
func afterType(value string) string {
	if _, after, ok := strings.Cut(value, ";"); ok {
		value = after
	}
	return strings.Trim(strings.TrimSpace(value), "<>")
}

// clip keeps what a mail server said short and printable.
func clip(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "…"
	}
	return s
}
