package eventmail

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// maxTimes bounds the letters about one round to one address: a director who changes it again and
// again does not flood a player.
const maxTimes = 6

// whence is where a round was published.
type whence string

const (
	here     whence = ""
	theVenue whence = "the venue" // from where it came by itself, soon or late
)

// tellKept writes about the newest round of each section of an event that has come from its venue. Who has played it, or
// sits it out while everyone else has played, is not told any more.
func (s *Service) tellKept(ctx context.Context, tx *store.Tx, event tournaments.EventID) error {
	sections, err := sectionsAsked(ctx, tx, event)
	if err != nil {
		return err
	}
	for _, section := range sections { // a handful
		w, err := tournaments.PublicChart(ctx, tx, section)
		if err != nil {
			return err
		}
		if last := w.Published(); last > 0 {
			if err := s.tellRound(ctx, tx, section, last, theVenue); err != nil {
				return err
			}
		}
	}
	return nil
}

// over reports whether a player has nothing to come to in a round.
func over(w *tournaments.Wallchart, round int, id tournaments.EntryID) bool {
	r, _ := w.Round(round)
	open := 0
	for _, g := range r.Games {
		if g.Has(id) {
			return g.Result != ""
		}
		if g.Result == "" {
			open++
		}
	}
	return open == 0
}

// tellRound writes to those who asked for it about their games in a published round.
func (s *Service) tellRound(
	ctx context.Context, tx *store.Tx, section tournaments.SectionID, round int, at whence,
) error {
	all, err := askedIn(ctx, tx, section)
	if err != nil || len(all) == 0 {
		return err
	}
	w, err := tournaments.PublicChart(ctx, tx, section)
	if err != nil || !w.Event.Status.Public() {
		return err // an event that is not announced tells no one
	}
	said, err := saidOf(ctx, tx, section, round)
	if err != nil {
		return err
	}
	for _, a := range all {
		news, text := s.news(w, round, a.entry)
		before := said[a.id]
		if news == "" || news == before.said || before.times >= maxTimes || at == theVenue && over(w, round, a.entry) {
			continue
		}
		to, ok, err := recipient(ctx, tx, a)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if r, _ := w.Round(round); at == theVenue {
			text = "Published at the venue: " + r.PublishedAt.Long() + ".\n\n" + text
		}
		if err := s.write(ctx, tx, w, round, a, to, before.times, text); err != nil {
			return err
		}
		if err := keepSaid(ctx, tx, a.id, round, news, before.times+1); err != nil {
			return err
		}
	}
	return nil
}

// recipient is where a letter goes; ok is false when there is no address.
func recipient(ctx context.Context, tx *store.Tx, a asked) (mail.Recipient, bool, error) {
	if a.person == 0 {
		return mail.Recipient{Address: a.address}, mail.ValidAddress(a.address), nil
	}
	people, err := members.People(ctx, tx, []tournaments.PersonID{a.person})
	if err != nil {
		return mail.Recipient{}, false, err
	}
	p := people[a.person]
	to := mail.Recipient{Person: int64(a.person), Name: p.PublicName(), Address: p.Contact.Email}
	return to, mail.ValidAddress(to.Address), nil
}

// news is what there is to say of a player's round, to be compared and to be read; "" when the
// player has no part in it.
func (s *Service) news(w *tournaments.Wallchart, round int, id tournaments.EntryID) (key, text string) {
	for _, p := range w.Pairings(round) {
		mine, other, colour := p.Black, p.White, "Black"
		if p.White.Entry.ID == id {
			mine, other, colour = p.White, p.Black, "White"
		}
		if mine.Entry.ID != id {
			continue
		}
		if p.Game.ID == 0 {
			return "idle " + p.Idle, fmt.Sprintf("%s, you have no game in this round: %s.\n", mine.Entry.Name, p.Idle)
		}
		g := p.Game
		var b strings.Builder
		fmt.Fprintf(&b, "%s, you have %s at table %d against %s (%s).\n", mine.Entry.Name, colour, g.Table, other.Entry.Name,
			other.Entry.Grade())
		fmt.Fprintf(&b, "%s.\n", tournaments.TermsInFull(g.Handicap, g.Komi))
		for _, line := range w.Section.ExplainHandicap(g, p.Black, p.White, tournaments.Everyone) {
			fmt.Fprintf(&b, "  %s\n", line)
		}
		return fmt.Sprintf("table %d %s against %d, %d stones, komi %s", g.Table, colour, other.Entry.ID, g.Handicap, g.Komi), b.String()
	}
	return "", ""
}

// write queues the letter.
func (s *Service) write(
	ctx context.Context, tx *store.Tx, w *tournaments.Wallchart, round int, a asked, to mail.Recipient, times int, text string,
) error {
	subject := fmt.Sprintf("%s, %s: your round %d", w.Event.Name, w.Section.Name, round)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %s, round %d", s.society, w.Event.Name, w.Section.Name, round)
	if r, ok := w.Round(round); ok && r.Starts != "" {
		fmt.Fprintf(&b, "\n%s", r.Starts)
	}
	b.WriteString("\n\n")
	if times > 0 {
		subject += " has changed"
		b.WriteString("The round has changed. This replaces the letter before.\n\n")
	}
	e, _ := w.Entry(a.entry)
	fmt.Fprintf(&b, "%s\nYour page: %s%s\n", text, s.site, PlayerPath(w.Event.Slug, w.Section.Slug, e.Number))
	fmt.Fprintf(&b, "To stop these letters: %s%s\n", s.site, Path(a.token))
	_, err := s.outbox.Queue(ctx, tx, mail.Letter{
		Key: fmt.Sprintf("round:%d:%d:%d", a.id, round, times+1), Purpose: subject, Subject: subject, To: to, Body: b.String(),
	})
	return err
}

// Path is where letters are confirmed and stopped, below the site's address.
func Path(token string) string { return "/round-letters/" + token }

// PlayerPath is a player's page in a section, below the site's address.
func PlayerPath(event, section string, number int) string {
	return fmt.Sprintf("/events/%s/sections/%s/players/%d", event, section, number)
}
