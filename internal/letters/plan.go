package letters

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Addressee is someone whom a letter is for, with what it says to them.
type Addressee struct {
	Key    string // of the letter: what it is about and to whom
	Person auth.PersonID
	Name   string
	Given  string
	Email  string
	Postal string // address for a letter on paper
	Fields Fields

	LeftOut bool
	died    bool
	Why     string // on paper, or none: why
}

// Letter is the text as one addressee gets it.
type Letter struct{ Subject, Body string }

// Plan is who is written to, as it stands now.
type Plan struct {
	Template
	Year    int         // of an occasion that comes once a year; 0 of the others
	Mailing MailingID   // of one that someone writes
	To      []Addressee // get it by mail
	Paper   []Addressee // have no address that letters reach
	None    []Addressee // want no such letters
	Written int         // have it already
	Seen    string      // what was shown: who sends says it again

	source  Source
	topic   Topic
	replyTo mail.Recipient
}

// text is the letter to an addressee.
func (s *Service) text(t Text, a Addressee) Letter {
	f := Fields{"name": a.Name, "given_name": a.Given, "society": s.society, "site": s.site}
	for name, value := range a.Fields {
		f[name] = value
	}
	if f["given_name"] == "" {
		f["given_name"] = a.Name
	}
	subject := FillLine(t.Subject, f)
	if subject == "" {
		subject = s.society // a subject of fields that are all empty
	}
	return Letter{subject, Fill(t.Body, f) + "\n"}
}

// Preview is the letter as one of those who get it would read it: the one with the key, or the first one. ok is false
// when there is no one.
func (s *Service) Preview(p Plan, key string) (a Addressee, l Letter, ok bool) {
	all := slices.Concat(p.To, p.Paper)
	if len(all) == 0 {
		return a, l, false
	}
	a = all[0]
	if i := slices.IndexFunc(all, func(x Addressee) bool { return x.Key == key }); i >= 0 {
		a = all[i]
	}
	return a, s.text(p.Text, a), true
}

// Plan says who would be written to now.
func (s *Service) Plan(ctx context.Context, actor auth.Actor, o Occasion) (Plan, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, s.db, o, civil.Instant{})
}

// plan is Plan for what happened since an instant.
func (s *Service) plan(ctx context.Context, q store.Queryer, o Occasion, since civil.Instant) (Plan, error) {
	a, err := about(o)
	if err != nil {
		return Plan{}, err
	}
	if a.Pattern == ByDesk {
		return Plan{}, apperr.New(apperr.NotFound, "These letters are written where they happen.")
	}
	p := Plan{topic: a.Topic}
	if p.Template, err = templateOf(ctx, q, a); err != nil {
		return p, err
	}
	all, year, err := s.audience(ctx, q, o, since)
	if err != nil {
		return p, err
	}
	if a.Pattern == BeforeEnd || a.Pattern == AfterBegin {
		p.Year = year
	}
	return p, s.sort(ctx, q, &p, all)
}

// sort says of each addressee whether and how they are written to.
func (s *Service) sort(ctx context.Context, q store.Queryer, p *Plan, all []Addressee) error {
	keys, addresses, people := make([]string, len(all)), make([]string, len(all)), make([]auth.PersonID, len(all))
	for i, a := range all {
		keys[i], addresses[i], people[i] = a.Key, a.Email, a.Person
	}
	former, err := formerKeys(ctx, q, all)
	if err != nil {
		return err
	}
	written, err := writtenOf(ctx, q, keys, former)
	if err != nil {
		return err
	}
	leftOut, err := leftOutOf(ctx, q, keys, former)
	if err != nil {
		return err
	}
	bounced, err := mail.Bounced(ctx, q, addresses)
	if err != nil {
		return err
	}
	left, err := whoLeft(ctx, q, p.topic, people)
	if err != nil {
		return err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %d\n", p.Subject, p.Body, p.Version)
	for _, a := range all {
		if written[a.Key] {
			p.Written++
			continue
		}
		a.LeftOut = leftOut[a.Key]
		switch {
		case a.died:
			a.Why = "has died"
			p.None = append(p.None, a)
			continue
		case left[a.Person]:
			a.Why = "wants no letters of this kind"
			p.None = append(p.None, a)
			continue
		case a.Email == "":
			a.Why = "no e-mail address"
		case !mail.ValidAddress(a.Email):
			a.Why = "the e-mail address cannot be used"
		case bounced[auth.EmailKey(a.Email)] != "":
			a.Why = "the e-mail address came back"
		default:
			p.To = append(p.To, a)
			fmt.Fprintf(h, "%q %q %v %v\n", a.Key, a.Email, a.LeftOut, a.Fields)
			continue
		}
		p.Paper = append(p.Paper, a)
		fmt.Fprintf(h, "%q paper %q %v %v\n", a.Key, a.Postal, a.LeftOut, a.Fields)
	}
	p.Seen = hex.EncodeToString(h.Sum(nil))[:20]
	return nil
}

// SentOut is what a mailing came to.
type SentOut struct {
	Mailing     MailingID
	Mail, Paper int
}

// Send writes to everyone of a plan but those who are left out, by their keys. seen is Plan.Seen of what was shown.
func (s *Service) Send(
	ctx context.Context, actor auth.Actor, o Occasion, leftOut []string, seen string,
) (SentOut, error) {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return SentOut{}, err
	}
	reply, err := s.replyTo(ctx, actor)
	if err != nil {
		return SentOut{}, err
	}
	return s.send(ctx, permit, func(tx *store.Tx) (Plan, error) {
		p, err := s.plan(ctx, tx, o, civil.Instant{})
		p.replyTo = reply
		return p, err
	}, leftOut, seen)
}

// LeaveOut keeps who is left out of an occasion, by keys, of those whom the plan shows. seen is Plan.Seen of what was
// shown: what another officer has kept since is not undone.
func (s *Service) LeaveOut(ctx context.Context, actor auth.Actor, o Occasion, leftOut []string, seen string) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := s.plan(ctx, tx, o, civil.Instant{})
		if err != nil {
			return nil, err
		}
		if seen != p.Seen {
			return nil, errChangedKept
		}
		changed, err := s.keepLeftOut(ctx, tx, permit, &p, leftOut)
		if err == nil && changed == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("leave_out.letters", "mailing", 0, nil, map[string]any{
			"occasion": o, "left_out": len(leftOut),
		}), err
	})
}

// keepLeftOut marks who is left out, and says of how many that is new.
func (s *Service) keepLeftOut(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p *Plan, leftOut []string,
) (changed int, err error) {
	for _, list := range [][]Addressee{p.To, p.Paper} {
		for i, a := range list {
			out := slices.Contains(leftOut, a.Key)
			if out == a.LeftOut {
				continue
			}
			changed++
			if err := setLeftOut(ctx, tx, a.Key, out, permit); err != nil {
				return changed, err
			}
			list[i].LeftOut = out
		}
	}
	return changed, nil
}

var errNoOne = apperr.New(apperr.Invalid, "There is no one to write to. Nothing was sent.")

// errChanged is said to who sends what is not what they saw.
var errChanged = apperr.New(
	apperr.Conflict, "The letter, or who gets it, has changed since you opened this page. Nothing was sent. "+
		"Check the list and send it again.",
)

// errChangedKept is said to who keeps who is left out of what is not what they saw.
var errChangedKept = apperr.New(
	apperr.Conflict, "The letter, or who gets it, has changed since you opened this page. Nothing was saved. "+
		"Check the list and save it again.",
)

// send writes a plan into the outbox and keeps it as it was sent.
func (s *Service) send(
	ctx context.Context, permit usecase.Permit, plan func(tx *store.Tx) (Plan, error), leftOut []string, seen string,
) (out SentOut, err error) {
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := plan(tx)
		if err != nil {
			return nil, err
		}
		if seen != p.Seen {
			return nil, errChanged
		}
		if _, err := s.keepLeftOut(ctx, tx, permit, &p, leftOut); err != nil {
			return nil, err
		}
		out, err = s.write(ctx, tx, permit, p)
		if err != nil {
			return nil, err
		}
		return permit.Did("send.mailing", "mailing", int64(out.Mailing), nil, map[string]any{
			"occasion": p.Occasion, "year": p.Year, "template": p.Version, "subject": p.Subject, "mail": out.Mail,
			"paper": out.Paper, "left_out": left(p),
		}), nil
	})
	return out, err
}

func left(p Plan) (n int) {
	for _, a := range slices.Concat(p.To, p.Paper) {
		if a.LeftOut {
			n++
		}
	}
	return n
}

// write writes the letters of a plan: each once, whatever else writes.
func (s *Service) write(ctx context.Context, tx *store.Tx, permit usecase.Permit, p Plan) (SentOut, error) {
	out := SentOut{Mailing: p.Mailing}
	if len(p.To)+len(p.Paper) == left(p) {
		return out, errNoOne
	}
	var err error
	if out.Mailing == 0 {
		out.Mailing, err = insertMailing(ctx, tx, permit, Mailing{
			Occasion: p.Occasion, Text: p.Text, Template: p.Version,
		})
	}
	if err == nil {
		err = markSent(ctx, tx, out.Mailing, s.cases.Now())
	}
	if err != nil {
		return out, err
	}
	for _, part := range []struct { // in one order, so that two who write at once do not wait for each other
		way  way
		list []Addressee
	}{{byMail, p.To}, {onPaper, p.Paper}} {
		for _, a := range part.list {
			if a.LeftOut {
				continue
			}
			l := s.text(p.Text, a)
			isNew, err := insertMailed(ctx, tx, out.Mailing, a, part.way, l)
			if err != nil {
				return out, err
			}
			if !isNew {
				continue
			}
			if part.way == onPaper {
				out.Paper++
				continue
			}
			if p.topic != "" && a.Person != 0 {
				if err := makeToken(ctx, tx, a.Person); err != nil {
					return out, err
				}
			}
			if _, err := s.outbox.Queue(ctx, tx, s.letter(p, out.Mailing, a, l)); err != nil {
				return out, err
			}
			out.Mail++
		}
	}
	if out.Mail+out.Paper == 0 {
		return out, apperr.New(apperr.Conflict, "Someone else wrote these letters first. They were not written again.")
	}
	return out, nil
}

// letter is a letter of a mailing for the outbox.
func (s *Service) letter(p Plan, id MailingID, a Addressee, l Letter) mail.Letter {
	out := mail.Letter{
		Key: a.Key, Purpose: p.Title, Subject: l.Subject, Body: l.Body, Turn: mail.Bulk,
		Mailing: fmt.Sprintf("mailing:%d", id), ReplyTo: p.replyTo,
		To: mail.Recipient{Person: int64(a.Person), Name: a.Name, Address: a.Email},
	}
	if p.Pattern == AsItHappens {
		out.Turn = mail.Ordinary
	}
	if p.topic != "" && a.Person != 0 {
		out.Topic = string(p.topic)
		out.Body = strings.TrimRight(out.Body, "\n") + "\n\n-- \n" + s.society +
			"\nTo choose which letters you get, or to stop letters like this one: " + mail.LeaveHere + "\n"
	}
	return out
}

// replyTo is who answers go to: whoever writes, where they have an address.
func (s *Service) replyTo(ctx context.Context, actor auth.Actor) (mail.Recipient, error) {
	name, address, err := addressOf(ctx, s.db, actor.Person)
	if err != nil || !mail.ValidAddress(address) {
		return mail.Recipient{}, err
	}
	return mail.Recipient{Person: int64(actor.Person), Name: name, Address: address}, nil
}
