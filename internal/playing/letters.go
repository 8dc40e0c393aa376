package playing

import (
	"context"
	"fmt"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/games"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
)

const hour = time.Hour

// Topic is what members leave who want no letters about their games.
const Topic = "games"

func letterKey(about string, to auth.PersonID) string { return fmt.Sprintf("%s:person:%d", about, to) }

func turnKey(id ID, number int, to auth.PersonID) string {
	return letterKey(fmt.Sprintf("play:%d:%d", id, number), to)
}

// tell queues a letter, to whoever has an address.
func (s *Service) tell(ctx context.Context, tx *store.Tx, to auth.PersonID, about, subject, body string) error {
	people, err := members.People(ctx, tx, []auth.PersonID{to})
	if err != nil {
		return err
	}
	p := people[to]
	if !mail.ValidAddress(p.Contact.Email) {
		return nil
	}
	_, err = s.outbox.Queue(ctx, tx, mail.Letter{
		Key: letterKey(about, to), Purpose: "Games played here", Subject: s.society + ": " + subject, Topic: Topic,
		To:   mail.Recipient{Person: int64(to), Name: p.PublicName(), Address: p.Contact.Email},
		Body: body + "\nNo more letters about games: " + mail.LeaveHere + "\n",
	})
	return err
}

// tellTurn writes to whose turn it is, unless they have just acted themselves.
func (s *Service) tellTurn(ctx context.Context, tx *store.Tx, r *Row, number int, acted auth.PersonID) error {
	to := r.Of(r.Turn).ID
	if r.Turn == games.Empty || to == acted {
		return nil
	}
	return s.tell(ctx, tx, to, fmt.Sprintf("play:%d:%d", r.ID, number), "it is your turn",
		fmt.Sprintf("It is your turn in a game of %s. You have until %s.\n%s/play/%d\n", r.Challenge.Terms.Game.Name(),
			r.Deadline.Long(), s.site, r.ID))
}

// tellOf writes what an act means for the other, and withdraws what waits unsent and no longer holds.
func (s *Service) tellOf(
	ctx context.Context, tx *store.Tx, r *Row, number int, before games.Colour, state *match.State, a match.Act,
) error {
	if a.Kind == match.Note || a.Kind == match.Vacation || a.Kind == match.Dead && sayAgain(state.Acts) {
		return nil
	}
	changed := r.Turn != before || state.Phase == match.Over
	var old []string // what asked whoever has acted now, and what does not hold any more
	for n := oldest(state.Acts, number); n <= number; n++ {
		for _, c := range []games.Colour{games.Black, games.White} {
			if changed || c == a.By {
				old = append(old, turnKey(r.ID, n, r.Of(c).ID))
			}
		}
	}
	if err := s.outbox.Withdraw(ctx, tx, old); err != nil {
		return err
	}
	about := fmt.Sprintf("play:%d:%d", r.ID, state.Number)
	link := fmt.Sprintf("%s/play/%d\n", s.site, r.ID)
	for _, c := range []games.Colour{games.Black, games.White} {
		if c == a.By {
			continue
		}
		to, err := r.Of(c).ID, error(nil)
		switch {
		case state.Phase == match.Over:
			err = s.tell(ctx, tx, to, about, "a game has ended", "A game of yours has ended: "+state.Result.String()+".\n"+link)
		case state.Phase == match.Disputed:
			err = s.tell(ctx, tx, to, about, "a count is disputed", "The count of a game of yours is disputed. A referee decides.\n"+link)
		case a.Kind == match.Undo:
			err = s.tell(ctx, tx, to, about, "undo a move?", "The other asks to undo the last move.\n"+link)
		case state.Phase == match.Stopped && a.By != games.Empty:
			err = s.tell(ctx, tx, to, about, "which stones are dead?", "Play has stopped. Say which stones are dead, agree, or play on.\n"+link)
		case r.Turn == c && r.Turn != before:
			err = s.tell(ctx, tx, to, about, "it is your turn", fmt.Sprintf("It is your turn in a game of %s. You have until %s.\n%s",
				r.Challenge.Terms.Game.Name(), r.Deadline.Long(), link))
		}
		if err != nil {
			return err
		}
	}
	if a.Kind == match.Dispute {
		return s.tellReferees(ctx, tx, r, about)
	}
	return nil
}

// tellReferees writes to who can decide a game, but for its players: the referees of the society, or the president and
// the secretary where it has none.
func (s *Service) tellReferees(ctx context.Context, tx *store.Tx, r *Row, about string) error {
	for _, roles := range [][]auth.Role{{auth.Referee}, {auth.President, auth.Secretary}} {
		holders, err := auth.HoldersOf(ctx, tx, roles)
		if err != nil {
			return err
		}
		told := map[auth.PersonID]bool{r.Black.ID: true, r.White.ID: true}
		for _, h := range holders {
			if told[h.Person] || h.Office.Event != 0 || !h.HeldOn(s.cases.Today()) {
				continue
			}
			told[h.Person] = true
			err := s.tell(ctx, tx, h.Person, about, "a game to decide",
				fmt.Sprintf("The count of a game of %s that was played here is disputed, and you can decide it as a referee.\n%s/play/%d\n",
					r.Challenge.Terms.Game.Name(), s.site, r.ID))
			if err != nil {
				return err
			}
		}
		if len(told) > 2 {
			return nil
		}
	}
	return nil
}

// oldest is the number of acts from which a letter can still wait. Remarks do not count: there may be many of them.
func oldest(acts []match.Act, number int) int {
	const back = 10
	for n := 0; number > 0; number-- {
		if acts[number-1].Kind != match.Note {
			if n++; n > back {
				break
			}
		}
	}
	return number
}

// sayAgain tells whether the last act says which stones are dead once more, after the same player's.
func sayAgain(acts []match.Act) bool {
	last := acts[len(acts)-1]
	for i := len(acts) - 2; i >= 0; i-- {
		if acts[i].Kind != match.Note {
			return acts[i].Kind == match.Dead && acts[i].By == last.By
		}
	}
	return false
}
