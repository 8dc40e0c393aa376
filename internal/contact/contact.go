package contact

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Officer is someone who holds an office of the society.
type Officer struct {
	Person  members.PersonID
	Role    auth.Role
	Title   string // "Acting secretary"
	Name    string // as public pages show it
	address string
}

// Reachable reports whether a message can be sent to the officer.
func (o Officer) Reachable() bool { return mail.ValidAddress(o.address) }

// Roles are the offices that are named in public, in this order; those of the committee's members have one name.
var Roles = []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee, auth.RatingsOfficer}

// ForAnyone is whom a message goes to that names no office.
const ForAnyone = auth.Secretary

// Limits of a day.
const (
	OfNetwork = 5
	InAll     = 60
)

// Bounds of what is written, in letters.
const (
	NameLength    = 100
	AddressLength = 200
	MessageLength = 4000
)

// Message is what a visitor writes. The comments are the names of the inputs.
type Message struct {
	To      auth.Role // to
	Name    string    // name
	Address string    // email: the one to answer to
	Text    string    // message
}

// Service reads who holds the offices and takes messages to them.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	offices *auth.Service
	outbox  *mail.Service
	society string
}

// New returns the service.
func New(db *store.DB, clock civil.Clock, offices *auth.Service, outbox *mail.Service, society string) *Service {
	return &Service{db, usecase.New(db, clock), offices, outbox, society}
}

// Officers are who holds an office today, in the order of Roles.
func (s *Service) Officers(ctx context.Context) ([]Officer, error) {
	return officersOn(ctx, s.db, s.cases.Today())
}

// Sends reports whether a message can leave; where none can, it waits in the outbox.
func (s *Service) Sends() bool { return s.outbox.Sends() }

func (m Message) tidy() Message {
	m.Name, m.Address = strings.Join(strings.Fields(shown(m.Name)), " "), strings.TrimSpace(m.Address)
	m.Text = strings.TrimSpace(shown(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(m.Text)))
	return m
}

// shown is a text without what no one sees of it: a subject has none of that.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

func (m Message) check(officers []Officer) error {
	var f apperr.Fields
	if !slices.ContainsFunc(officers, func(o Officer) bool { return o.Role == m.To && o.Reachable() }) {
		f.Add("to", "Choose one of the offices.")
	}
	if m.Name == "" || utf8.RuneCountInString(m.Name) > NameLength {
		f.Add("name", "Enter your name, of at most %d letters.", NameLength)
	}
	if len(m.Address) > AddressLength || !mail.ValidAddress(m.Address) {
		f.Add("email", "Enter the e-mail address to answer to, like aroha@example.nz.")
	}
	switch n := utf8.RuneCountInString(m.Text); {
	case n < 10:
		f.Add("message", "Write what it is about.")
	case n > MessageLength:
		f.Add("message", "Shorten this to %d characters.", MessageLength)
	}
	return f.Err()
}

// Write takes a message to whoever holds the office; without a mail server it waits in the outbox, which officers read.
// Errors: Invalid with the fields; TooMany for a network that has sent many today, or when officers have been written to by
// very many.
func (s *Service) Write(ctx context.Context, m Message, network string) error {
	officers, err := s.Officers(ctx)
	if err != nil {
		return err
	}
	m = m.tidy()
	if err := m.check(officers); err != nil {
		return err
	}
	permit, err := s.cases.Allow(audit.By{Name: "the contact form"}, nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil { // of many at once, each sees those before it
			return nil, err
		}
		ofNetwork, inAll := "contact-network:"+digest(network), "contact-all"
		over, err := s.offices.Spare(ctx, tx, map[string]int{ofNetwork: OfNetwork, inAll: InAll})
		switch {
		case err != nil:
			return nil, err
		case over[ofNetwork]:
			return nil, apperr.New(apperr.TooMany, "Your network has sent %d messages today. Try again tomorrow.", OfNetwork)
		case over[inAll]:
			return nil, apperr.New(apperr.TooMany, "The officers have been written to very often today. Your message was not sent: try again tomorrow.")
		}
		key := rand.Text()
		for _, o := range officers {
			if o.Role != m.To || !o.Reachable() {
				continue
			}
			if _, err := s.outbox.Queue(ctx, tx, s.letter(m, o, key)); err != nil {
				return nil, err
			}
		}
		return permit.Did("send.message", "message", 0, nil, map[string]string{"to": string(m.To)}), nil
	})
}

func (s *Service) letter(m Message, o Officer, key string) mail.Letter {
	body := []string{
		s.society, "A message to the " + strings.ToLower(o.Role.Title()) + " from the site’s contact form.",
		"From: " + m.Name + "\nAnswer to: " + m.Address, m.Text,
		"Whoever wrote this has not signed in: the name and the address are as they were typed. An answer to this letter goes to that address.",
	}
	return mail.Letter{
		Key: "contact:" + key + ":" + string(o.Role) + ":" + digest(o.address), Purpose: "Message from the contact form",
		To:      mail.Recipient{Person: int64(o.Person), Name: o.Name, Address: o.address},
		ReplyTo: mail.Recipient{Name: m.Name, Address: m.Address},
		Subject: "Message from " + m.Name, Body: strings.Join(body, "\n\n") + "\n",
	}
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}
