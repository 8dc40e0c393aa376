package weekly

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// GamePath is where the players of a game report it, below the site's address.
func GamePath(id tournaments.GameID) string { return fmt.Sprintf("/games/%d", id) }

// seat is one player of a game, and what is written to them.
type seat struct {
	person   tournaments.PersonID
	name     string // as public pages show it
	opponent string
	colour   string
	account  bool   // can sign in, and report
	said     string // by this player; "": nothing
	theirs   string // said by the opponent
}

// people are the players who are written to.
type people = map[tournaments.PersonID]members.Person

func seatsOf(p tournaments.Played, reports []said, who people) [2]seat {
	out := [2]seat{
		{person: p.BlackPerson, name: p.BlackName, opponent: p.WhiteName, colour: "Black"},
		{person: p.WhitePerson, name: p.WhiteName, opponent: p.BlackName, colour: "White"},
	}
	for i := range out {
		out[i].account = who[out[i].person].SignsInWith != ""
	}
	for _, r := range reports {
		result := map[string]string{"B": p.BlackName + " won", "W": p.WhiteName + " won", "J": "jigo"}[r.result]
		mine, other := 0, 1
		if r.side == "white" {
			mine, other = 1, 0
		}
		out[mine].said, out[other].theirs = result, result
	}
	return out
}

// playersOf reads who plays games.
func playersOf(
	ctx context.Context, q store.Queryer, games map[tournaments.GameID]tournaments.Played,
) (people, error) {
	ids := make([]tournaments.PersonID, 0, 2*len(games))
	for _, p := range games {
		ids = append(ids, p.BlackPerson, p.WhitePerson)
	}
	return members.People(ctx, q, ids)
}

// published writes to the players of a round when it is published. A round whose
// last day has passed is not published: its players would be late on arrival.
func (s *Service) published(ctx context.Context, tx *store.Tx, r tournaments.Round) error {
	plan, found, err := planOf(ctx, tx, r.Section)
	if err != nil || !found {
		return err
	}
	last, ok := plan.Last[r.Number]
	today := s.cases.Today()
	switch {
	case !ok:
		return apperr.New(apperr.Conflict, "Set the last day of round %d first, on the page of the deadlines.", r.Number)
	case last.Before(today):
		return apperr.New(
			apperr.Conflict, "The last day of round %d was %s. Set a later one first, on the page of the deadlines.",
			r.Number, last.Long(),
		)
	}
	ids := make([]tournaments.GameID, len(r.Games))
	for i, g := range r.Games {
		ids[i] = g.ID
	}
	games, err := tournaments.GamesByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return nil
	}
	who, err := playersOf(ctx, tx, games)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, id := range ids {
		p := games[id]
		d := plan.Due(p.Round, false, today)
		for _, seat := range seatsOf(p, nil, who) {
			letters = append(letters, s.letter(p, plan, d, seat, "pair"))
		}
	}
	byes, err := s.byes(ctx, tx, r, games[ids[0]])
	if err != nil {
		return err
	}
	letters = append(letters, byes...)
	if err := s.again(ctx, tx, letters, r.Version+1); err != nil {
		return err
	}
	return s.queue(ctx, tx, letters)
}

// againKey is the key of a letter that was written before, about a round that was withdrawn and is published as
// it was: published as this version of the round.
func againKey(key string, version int64) string { return fmt.Sprintf("%s:again:%d", key, version) }

// again gives the letters that were written before another key: what they say was withdrawn since.
func (s *Service) again(ctx context.Context, q store.Queryer, letters []mail.Letter, version int64) error {
	keys := make([]string, len(letters))
	for i, l := range letters {
		keys[i] = l.Key
	}
	known, err := s.outbox.Known(ctx, q, keys)
	for i := range letters {
		if known[letters[i].Key] {
			letters[i].Key = againKey(letters[i].Key, version)
		}
	}
	return err
}

// byes are the letters to those who have the bye in the round of a game.
func (s *Service) byes(
	ctx context.Context, tx *store.Tx, r tournaments.Round, in tournaments.Played,
) ([]mail.Letter, error) {
	ids, err := byesOf(ctx, tx, r.ID)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	people, err := members.People(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	var letters []mail.Letter
	for _, id := range ids {
		name := people[id].PublicName()
		subject := fmt.Sprintf("%s, round %d: you have the bye", in.EventName, r.Number)
		letters = append(letters, mail.Letter{
			Key:     fmt.Sprintf("weekly:round:%d:bye:person:%d", r.ID, id),
			Purpose: subject, Subject: subject, To: mail.Recipient{Person: int64(id), Name: name},
			Body: fmt.Sprintf("%s\n%s, %s, round %d\n\n%s, you have no game in this round, and nothing to do. This replaces any "+
				"earlier draw of this round.\n", s.society, in.EventName, in.SectionName, r.Number, name),
		})
	}
	return letters, nil
}

// key names a letter about a game: the same one is never written twice. A moved
// deadline is another matter, and reminded of again.
func key(id tournaments.GameID, last civil.Date, why string, person tournaments.PersonID) string {
	if why == "pair" {
		return fmt.Sprintf("weekly:game:%d:pair:person:%d", id, person)
	}
	return fmt.Sprintf("weekly:game:%d:%s:%s:person:%d", id, why, last, person)
}

// letter is a letter about a game without its address: why is "pair", "moved",
// "before" or "late".
func (s *Service) letter(p tournaments.Played, plan Plan, d Due, to seat, why string) mail.Letter {
	by := d.Last.Long()
	subject := map[string]string{
		"pair":   fmt.Sprintf("play %s by %s", to.opponent, by),
		"moved":  fmt.Sprintf("the last day of your game with %s is now %s", to.opponent, by),
		"before": fmt.Sprintf("your game with %s is to be played by %s", to.opponent, by),
		"late":   fmt.Sprintf("your game with %s is late", to.opponent),
	}[why]
	var b strings.Builder
	fmt.Fprintf(&b, "%s, you have %s against %s.\n", to.name, to.colour, to.opponent)
	fmt.Fprintf(&b, "%s\n%s\n\n", terms(p.Game, plan), d.Text())
	if why != "pair" && why != "moved" {
		b.WriteString(to.standing(plan))
	}
	if why == "pair" {
		fmt.Fprintf(&b, "This replaces any earlier draw of this round. Arrange the game with your opponent; if you do not "+
			"know how to reach them, or cannot play in time, tell %s before the last day.\n\n", plan.Director())
	}
	return s.about(p, plan, to, key(p.Game.ID, d.Last, why, to.person), subject, b.String())
}

// terms says how a game is played.
func terms(g tournaments.Game, plan Plan) string {
	how := g.HandicapShort()
	if how != "" {
		how = " (" + how + ")"
	}
	return fmt.Sprintf("%s%s, on a board of %d lines.", tournaments.TermsInFull(g.Handicap, g.Komi), how, plan.BoardSize)
}

// about is a letter to a player of a game that says something, and then how the result is reported.
func (s *Service) about(p tournaments.Played, plan Plan, to seat, key, subject, says string) mail.Letter {
	subject = fmt.Sprintf("%s, round %d: %s", p.EventName, p.Round, subject)
	body := fmt.Sprintf("%s\n%s, %s, round %d\n\n%s", s.society, p.EventName, p.SectionName, p.Round, says) +
		s.reporting(p, plan, to) + fmt.Sprintf("\n%s All days are by %s.\n", plan.Rule(), civil.ZoneWords())
	return mail.Letter{
		Key: key, Purpose: subject, Subject: subject, Body: body, To: mail.Recipient{Person: int64(to.person), Name: to.name},
	}
}

// reporting tells a player how the result is reported: by those who can sign in on the page of the game, by
// everyone else to the director.
func (s *Service) reporting(p tournaments.Played, plan Plan, to seat) string {
	if !to.account {
		return fmt.Sprintf("You have no account to report with: send the result, and the record of the game if you have it, "+
			"to %s. It counts once it is entered.\n", plan.Director())
	}
	out := fmt.Sprintf("Report the result and hand in the record here, signed in: %s%s\n", s.site, GamePath(p.Game.ID))
	if plan.Contact != "" {
		out += fmt.Sprintf("Questions go to %s.\n", plan.Director())
	}
	return out
}

// standing says what is known of the result when a player is reminded.
func (to seat) standing(plan Plan) string {
	switch {
	case to.said != "" && to.theirs != "":
		return fmt.Sprintf("Your reports differ: you said %s; %s said %s. Talk to each other, or to the director.\n\n",
			to.said, to.opponent, to.theirs)
	case to.theirs != "" && !to.account:
		return fmt.Sprintf("%s has reported: %s. It does not count yet. Tell %s whether it is right.\n\n", to.opponent,
			to.theirs, plan.Director())
	case to.theirs != "":
		return fmt.Sprintf("%s has reported: %s. It does not count until you say the same. If it is wrong, say what came "+
			"out, and the referee is told.\n\n", to.opponent, to.theirs)
	case to.said != "":
		return fmt.Sprintf("You have reported: %s. %s has not confirmed it yet.\n\n", to.said, to.opponent)
	}
	return "Neither of you has reported a result.\n\n"
}

// queue puts letters into the outbox for those with an e-mail address.
func (s *Service) queue(ctx context.Context, tx *store.Tx, letters []mail.Letter) error {
	people, err := members.People(ctx, tx, recipients(letters))
	if err != nil {
		return err
	}
	for _, l := range letters {
		l.To.Address = people[tournaments.PersonID(l.To.Person)].Contact.Email
		if !mail.ValidAddress(l.To.Address) {
			continue // the director sees whom no letter reaches
		}
		if _, err := s.outbox.Queue(ctx, tx, l); err != nil {
			return err
		}
	}
	return nil
}

func recipients(letters []mail.Letter) []tournaments.PersonID {
	ids := make([]tournaments.PersonID, len(letters))
	for i, l := range letters {
		ids[i] = tournaments.PersonID(l.To.Person)
	}
	return ids
}

// Remind queues the reminders that are due today and says how many. The program
// runs it every hour; what was queued before is not queued again.
func (s *Service) Remind(ctx context.Context) (letters int, err error) {
	due, err := s.reminders(ctx, s.db)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		due, err := s.reminders(ctx, tx) // again: a result may have come in
		if err != nil {
			return nil, err
		}
		if letters = len(due); letters == 0 {
			return nil, usecase.ErrSame
		}
		keys := make([]string, len(due))
		for i, l := range due {
			keys[i] = l.Key
		}
		return permit.Did("remind.games", "mail", 0, nil, map[string]any{"letters": keys}), s.queue(ctx, tx, due)
	})
	return letters, err
}

// reminders are the letters that are due and not queued yet, to those with an address.
func (s *Service) reminders(ctx context.Context, q store.Queryer) ([]mail.Letter, error) {
	open, err := openGames(ctx, q)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	ids := idsOf(open)
	games, err := tournaments.GamesByID(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	reports, err := reportsOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	who, err := playersOf(ctx, q, games)
	if err != nil {
		return nil, err
	}
	plans := make(map[tournaments.SectionID]Plan)
	var letters []mail.Letter
	today := s.cases.Today()
	for _, o := range open {
		p := games[o.id]
		plan, known := plans[p.Section]
		if !known {
			if plan, _, err = planOf(ctx, q, p.Section); err != nil {
				return nil, err
			}
			plans[p.Section] = plan
		}
		d := plan.Due(p.Round, false, today)
		if why := d.Remind(o.published.Date(), today); why != "" {
			for _, seat := range seatsOf(p, reports[o.id], who) {
				letters = append(letters, s.letter(p, plan, d, seat, why))
			}
		}
	}
	return s.unwritten(ctx, q, letters)
}

// unwritten are the letters that were not queued before and have an address to go to.
func (s *Service) unwritten(ctx context.Context, q store.Queryer, letters []mail.Letter) ([]mail.Letter, error) {
	keys := make([]string, len(letters))
	for i, l := range letters {
		keys[i] = l.Key
	}
	known, err := s.outbox.Known(ctx, q, keys)
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, q, recipients(letters))
	if err != nil {
		return nil, err
	}
	var out []mail.Letter
	for _, l := range letters {
		address := people[tournaments.PersonID(l.To.Person)].Contact.Email
		if !known[l.Key] && mail.ValidAddress(address) {
			out = append(out, l)
		}
	}
	return out, nil
}

func idsOf(list []dated) []tournaments.GameID {
	ids := make([]tournaments.GameID, len(list))
	for i, d := range list {
		ids[i] = d.id
	}
	return ids
}

// Reached says how the letter about a game's draw stands for one of its players.
type Reached struct {
	Name   string
	Letter mail.State // "": there is none
	Mail   bool       // has an address that a letter can go to
}

// Text says it in a few words.
func (r Reached) Text() string {
	switch {
	case r.Letter == mail.Sent:
		return "letter sent"
	case r.Letter != "":
		return "letter " + cmp.Or(map[mail.State]string{
			mail.Waiting: "waiting in the outbox", mail.Failed: "not delivered", mail.Sending: "of which nothing is known",
		}[r.Letter], string(r.Letter))
	case !r.Mail:
		return "no e-mail address"
	}
	return "no letter"
}
