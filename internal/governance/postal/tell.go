package postal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// told is what tellers, president and secretary are told about a vote's tellers.
type told struct {
	What string   // of the subject: "tellers appointed"
	Text string   // who did what, in sentences
	Also []teller // who were tellers until now
}

// ReachedAt says where people reach the site, for the links of letters. Called once,
// where services are put together.
func (s *Service) ReachedAt(site string) { s.site = strings.TrimRight(site, "/") }

// tellTellers puts a letter into the outbox for each teller, for whom a proposal names
// and for president and secretary, to each address that is known of them: so that
// nobody becomes a teller, or gets a key in one's name, unseen.
func (s *Service) tellTellers(ctx context.Context, tx *store.Tx, f *facts, t told) error {
	var people []auth.PersonID
	names := map[auth.PersonID]string{}
	add := func(p auth.PersonID, name string) {
		if _, known := names[p]; !known {
			people, names[p] = append(people, p), name
		}
	}
	for _, one := range slices.Concat(f.tellers, t.Also) {
		add(one.Person, one.Name)
	}
	if f.proposal != nil {
		add(f.proposal.In.Person, f.proposal.In.Name)
	}
	officers, err := officersOn(ctx, tx, f.today)
	if err != nil {
		return err
	}
	for _, o := range officers {
		add(o.Person.Person, o.Name)
	}
	addresses, err := mailAddresses(ctx, tx, people)
	if err != nil {
		return err
	}
	seq, _, err := audit.Head(ctx, tx) // of a vote, each step comes after another entry
	if err != nil {
		return err
	}
	subject, body := s.letterOf(*f, t)
	var letters []mail.Letter
	for _, p := range people {
		for i, address := range addresses[p] {
			if mail.ValidAddress(address) {
				letters = append(letters, mail.Letter{
					Key:     fmt.Sprintf("%s:tellers:%d:person:%d:%d", source(f.ID), seq, p, i),
					Purpose: subject, Subject: subject, Body: body,
					To: mail.Recipient{Person: int64(p), Name: names[p], Address: address},
				})
			}
		}
	}
	_, err = s.outbox.Queue(ctx, tx, letters...)
	return err
}

// letterOf is the letter: what was done, where to look, and no secret.
func (s *Service) letterOf(f facts, t told) (subject, body string) {
	subject = "Postal vote: " + t.What
	return subject, fmt.Sprintf("%s\n%s\n\n%s\n\n%s\n\nWhere the vote stands, and all that was done about its tellers: "+
		"%s%s\n\nThe tellers, the president and the secretary get this letter. If this is news to you, ask the other "+
		"tellers before any paper is entered.\n",
		s.society, f.Title, s.cases.Now().Long(), t.Text, s.site, f.link())
}

// link is the vote's page.
func (v Vote) link() string { return fmt.Sprintf("/postal-votes/%d", v.ID) }

// appointedText says who were appointed.
func appointedText(names, were []string, by, resolution string) string {
	if len(were) == 0 {
		return fmt.Sprintf("%s recorded %s as the tellers: %s.", by, listed(names), resolution)
	}
	return fmt.Sprintf("%s recorded %s as the tellers, in place of %s: %s.", by, listed(names), listed(were), resolution)
}
