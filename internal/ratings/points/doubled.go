package points

import (
	"fmt"
	"slices"

	"nzgs/internal/civil"
)

// Doubled is an opening balance that would count something twice: it is of a day on which it has that in it already.
type Doubled struct {
	Opening int  // which of the record's
	Event   int  // which of its events the balance has in it
	Ends    bool // it is the end of the year alone: the player was not placed
}

// Doubled are the opening balances that would count something twice, in their order, each with the first event of which
// that is so: one on or before the day of the balance in which a member was placed, or after which they represented; or one
// that ends the points year on that very day.
func (r *Record) Doubled() (out []Doubled) {
	order := make([]int, len(r.Events))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareEvents(&r.Events[a], &r.Events[b]) })
	counts := r.counting()
	for i, o := range r.Opening {
		for _, j := range order {
			e := &r.Events[j]
			if e.Day.After(o.Day) {
				break
			}
			placed := counts[counted{o.Player, j}]
			if placed || e.YearEnd && e.Day == o.Day {
				out = append(out, Doubled{i, j, !placed})
				break
			}
		}
	}
	return out
}

type counted struct {
	player string
	event  int
}

// counting says whom the events give points or take them from, besides everyone's share.
func (r *Record) counting() map[counted]bool {
	out := map[counted]bool{}
	for i, e := range r.Events {
		for _, p := range e.Placings {
			if p.Member {
				out[counted{p.Player, i}] = true
			}
		}
		for _, rep := range r.Representatives {
			if e.YearEnd && rep.YearEnd == e.Day {
				out[counted{rep.Player, i}] = true
			}
		}
	}
	return out
}

// Say says what is wrong and what to do, of an opening balance of a player.
func (d Doubled) Say(player string, balance civil.Date, event string, day civil.Date) string {
	if d.Ends {
		return fmt.Sprintf(
			"The points year ends with %s on the day of %s’s balance. Date the balance the day before where the year end is still "+
				"to be taken off it, else the day after.", event, player,
		)
	}
	return fmt.Sprintf(
		"%s’s balance of %s has %s of %s in it, which would count twice. Leave one of them out, or give the balance of the day "+
			"before.", player, balance.Long(), event, day.Long(),
	)
}
