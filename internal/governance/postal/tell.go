package postal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
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
	seq, _, err := audit.Head(ctx, tx) // of a vote, each step comes after another entry
	if err != nil {
		return err
	}
	subject, body := s.letterOf(*f, t)
	to := make([]Person, len(people))
	for i, p := range people {
		to[i] = Person{p, names[p]}
	}
	return s.queueTo(ctx, tx, to, fmt.Sprintf("%s:tellers:%d", source(f.ID), seq), subject, body)
}

// queueTo puts a letter for each of these people into the outbox, to each address that is
// known of them.
func (s *Service) queueTo(ctx context.Context, tx *store.Tx, to []Person, key, subject, body string) error {
	people := make([]auth.PersonID, len(to))
	for i, p := range to {
		people[i] = p.Person
	}
	addresses, err := mailAddresses(ctx, tx, people)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, p := range to {
		for i, address := range addresses[p.Person] {
			if mail.ValidAddress(address) {
				letters = append(letters, mail.Letter{
					Key:     fmt.Sprintf("%s:person:%d:%d", key, p.Person, i),
					Purpose: subject, Subject: subject, Body: body,
					To: mail.Recipient{Person: int64(p.Person), Name: p.Name, Address: address},
				})
			}
		}
	}
	_, err = s.outbox.Queue(ctx, tx, letters...)
	return err
}

// tellersCount tells the tellers of a vote that was closed what they do now.
func (s *Service) tellersCount(ctx context.Context, tx *store.Tx, f *facts) error {
	to := make([]Person, len(f.tellers))
	for i, t := range f.tellers {
		to[i] = Person{t.Person, t.Name}
	}
	due, _ := f.dates.ReportDue(f.Closing)
	steps := "1. Rule on the papers that wait, if there are any.\n2. Enter all valid papers, each of you alone, and say that you " +
		"have.\n3. Compare, check what differs, and approve the totals."
	if f.Way == Offline {
		steps = "1. Rule on the papers that wait, if there are any.\n2. Download the vote’s file, and enter all papers with it on " +
			"your own machine, each of you alone.\n3. Compare, check what differs, approve the totals, and hand the result in."
	}
	return s.queueTo(ctx, tx, to, fmt.Sprintf("%s:count", source(f.ID)), "Postal vote: count the papers", fmt.Sprintf(
		"%s\n%s\n\nThe vote is closed, and you are a teller of it.\n\n%s\n4. Report to the secretary by %s (rule 5.11).\n\n"+
			"The vote’s page always shows your next step: %s%s\n\nTell no one how anyone voted (rule 5.11).\n",
		s.society, f.Title, steps, due.Long(), s.site, f.link(),
	))
}

// whatTellersDo is what those who were appointed do, to be read in the letter that says
// so.
func (f facts) whatTellersDo() string {
	by := ""
	if !f.Closing.IsZero() {
		if calendar, err := postalDates(f.dates, f.Vote); err == nil {
			for _, d := range calendar.Deadlines {
				if d.What == constitution.DutyDespatch {
					by = " Both before the papers go out, by " + d.By.Long() + "."
				}
			}
		}
	}
	return "What the tellers do:\n1. Sign in, and open the vote’s page below. Whoever has no account asks the secretary for one now: " +
		"a key is registered seven days after an account was opened at the earliest.\n2. Make a key, register it and prove it; when " +
		"every teller has one, sign the keys of all." + by + "\n3. Record the envelopes as they come, and count when the vote is " +
		"closed. You get a letter then.\nThe page always shows your next step."
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
