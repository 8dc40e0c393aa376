package ratings

import (
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// ProvisionalGames is how many rated games it takes until a rating is no longer
// provisional.
const ProvisionalGames = 10

// standing is where a player stands between two events: no games, no rating.
type standing struct {
	milli scale.Milli
	games int
	last  civil.Date // first day of the last event
}

// change is what one event did to one player.
type change struct {
	person        PersonID
	before, after scale.Milli
	gamesBefore   int // rated before the event; 0: entered with the declared strength
	games         int // rated in the event
}

// side is what a player brings to every game of an event: it is worked out once,
// so that a game costs two exponentials.
type side struct {
	start            GoR
	con, bonus, beta float64
	points           float64 // summed so far
	games            int
}

// rate works out an event from its facts and the standing of each of its players
// before it. The changes come by person.
func (f Formula) rate(e *facts, before []standing) []change {
	sides := make([]side, len(e.players))
	out := make([]change, len(e.players))
	for i, st := range before {
		milli := st.milli
		if st.games == 0 {
			milli = f.hold(e.declared[i].Milli())
		}
		r := GoROf(milli)
		sides[i] = side{start: r, con: f.Con(r), bonus: f.Bonus(r), beta: f.beta(r)}
		out[i] = change{person: e.players[i], before: milli, gamesBefore: st.games}
	}
	for _, g := range e.games {
		black, white := &sides[g.black], &sides[g.white]
		beta := black.beta
		if g.handicap > 0 {
			beta = f.beta(black.start + f.ForHandicap(int(g.handicap)))
		}
		black.points += weighed(black.con, g.score, expected(beta, white.beta), black.bonus, g.weight)
		white.points += weighed(white.con, Win-g.score, expected(white.beta, beta), white.bonus, g.weight)
		black.games++
		white.games++
	}
	for i := range out {
		out[i].games = sides[i].games
		out[i].after = f.After(out[i].before, sides[i].points)
	}
	return out
}
