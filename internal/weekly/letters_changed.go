package weekly

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// changed writes to both players of a published game when the director changes its
// colours or handicap: they were told of others.
func (s *Service) changed(ctx context.Context, tx *store.Tx, was, now tournaments.Game) error {
	p, err := tournaments.GameByID(ctx, tx, now.ID)
	if err != nil {
		return err
	}
	plan, found, err := planOf(ctx, tx, p.Section)
	if err != nil || !found {
		return err
	}
	who, err := playersOf(ctx, tx, map[tournaments.GameID]tournaments.Played{now.ID: p})
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, seat := range seatsOf(p, nil, who) {
		var b strings.Builder
		fmt.Fprintf(&b, "%s, the director has changed your game with %s.\n\n", seat.name, seat.opponent)
		before := map[string]string{"Black": "White", "White": "Black"}[seat.colour]
		if was.Black == now.Black {
			before = seat.colour
		}
		fmt.Fprintf(&b, "Now you have %s. %s\n", seat.colour, terms(now, plan))
		fmt.Fprintf(&b, "Before you had %s. %s\n\n", before, terms(was, plan))
		fmt.Fprintf(&b, "%s\n", plan.Due(p.Round, false, s.cases.Today()).Text())
		fmt.Fprintf(&b, "If you have played it already, or want to know why, ask %s.\n\n", plan.Director())
		key := fmt.Sprintf("weekly:game:%d:changed:%d:person:%d", now.ID, now.Version, seat.person)
		letters = append(letters, s.about(
			p, plan, seat, key, fmt.Sprintf("your game with %s has changed", seat.opponent), b.String(),
		))
	}
	return s.queue(ctx, tx, letters)
}

// rearranged writes to those whose pair of a published round the director has changed by
// hand: who has another game, and who has none any more.
func (s *Service) rearranged(
	ctx context.Context, tx *store.Tx, r tournaments.Round, made []tournaments.Game, without []tournaments.Entry,
) error {
	plan, found, err := planOf(ctx, tx, r.Section)
	if err != nil || !found {
		return err
	}
	ids := make([]tournaments.GameID, len(made))
	for i, g := range made {
		ids[i] = g.ID
	}
	games, err := tournaments.GamesByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	who, err := playersOf(ctx, tx, games)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, g := range made {
		p := games[g.ID]
		for _, seat := range seatsOf(p, nil, who) {
			says := fmt.Sprintf(
				"%s, the director has changed pairs of this round. You play %s now; another game of yours in it is not played.\n\n"+
					"You have %s. %s\n%s\n", seat.name, seat.opponent, seat.colour, terms(g, plan),
				plan.Due(r.Number, false, s.cases.Today()).Text(),
			)
			key := fmt.Sprintf("weekly:game:%d:paired:person:%d", g.ID, seat.person)
			letters = append(letters, s.about(p, plan, seat, key, "you play "+seat.opponent+" now", says))
		}
	}
	for _, e := range without {
		subject := fmt.Sprintf("Round %d: your game is taken off", r.Number)
		letters = append(letters, mail.Letter{
			Key:     fmt.Sprintf("weekly:round:%d:off:%d:person:%d", r.ID, r.Version, e.Person),
			Purpose: subject, Subject: subject, To: mail.Recipient{Person: int64(e.Person), Name: e.Name},
			Body: fmt.Sprintf("%s\n\n%s, the director has changed pairs of round %d, and your game in it is not played. You are "+
				"written to if you get another one. Questions go to %s.\n", s.society, e.Name, r.Number, plan.Director()),
		})
	}
	return s.queue(ctx, tx, letters)
}

// withdrawn writes to everyone who was told of a round when it is made a preview
// again: they would play games that are not there.
func (s *Service) withdrawn(ctx context.Context, tx *store.Tx, r tournaments.Round) error {
	plan, found, err := planOf(ctx, tx, r.Section)
	if err != nil || !found || len(r.Games) == 0 {
		return err
	}
	ids := make([]tournaments.GameID, len(r.Games))
	for i, g := range r.Games {
		ids[i] = g.ID
	}
	games, err := tournaments.GamesByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	var letters []mail.Letter
	write := func(in tournaments.Played, to tournaments.PersonID, name, stop string) {
		subject := fmt.Sprintf("%s, round %d: the draw is withdrawn", in.EventName, r.Number)
		letters = append(letters, mail.Letter{
			Key:     fmt.Sprintf("weekly:round:%d:withdrawn:%d:person:%d", r.ID, r.Version, to),
			Purpose: subject, Subject: subject, To: mail.Recipient{Person: int64(to), Name: name},
			Body: fmt.Sprintf("%s\n%s, %s, round %d\n\n%s, the director has withdrawn the draw of this round. %s You are "+
				"written to when the round is published again. Questions go to %s.\n",
				s.society, in.EventName, in.SectionName, r.Number, name, stop, plan.Director()),
		})
	}
	for _, id := range ids {
		p := games[id]
		for _, seat := range seatsOf(p, nil, nil) {
			write(p, seat.person, seat.name, fmt.Sprintf("Do not play %s for now.", seat.opponent))
		}
	}
	byes, err := byesOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	people, err := members.People(ctx, tx, byes)
	if err != nil {
		return err
	}
	for _, id := range byes {
		write(games[ids[0]], id, people[id].PublicName(), "You had the bye in it, and may have a game now.")
	}
	return s.queue(ctx, tx, letters)
}

// undated writes to the players of open games when their section has no deadlines any
// more: what they were told of the last day, and of where to report, no longer holds.
func (s *Service) undated(ctx context.Context, tx *store.Tx, id tournaments.SectionID, plan Plan) error {
	list, err := gamesOfSection(ctx, tx, id)
	if err != nil {
		return err
	}
	games, err := tournaments.GamesByID(ctx, tx, idsOf(list))
	if err != nil {
		return err
	}
	var letters []mail.Letter
	for _, g := range list {
		p := games[g.id]
		if p.Game.Result != pairing.NoResult {
			continue
		}
		for _, seat := range seatsOf(p, nil, nil) {
			subject := fmt.Sprintf("%s, round %d: your game with %s no longer has a last day", p.EventName, p.Round, seat.opponent)
			letters = append(letters, mail.Letter{
				Key:     fmt.Sprintf("weekly:game:%d:undated:%d:person:%d", g.id, plan.Version, seat.person),
				Purpose: subject, Subject: subject, To: mail.Recipient{Person: int64(seat.person), Name: seat.name},
				Body: fmt.Sprintf("%s\n%s, %s, round %d\n\n%s, the director plays on without deadlines: your game with %s no "+
					"longer has a last day, and is no longer on your own page. Ask %s when it is played and how its result is "+
					"reported.\n", s.society, p.EventName, p.SectionName, p.Round, seat.name, seat.opponent, plan.Director()),
			})
		}
	}
	return s.queue(ctx, tx, letters)
}
