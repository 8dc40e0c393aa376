package ratings

import (
	"cmp"
	"slices"

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

// share is one player's side of one game; game is its place in the fixed order.
type share struct {
	person PersonID
	game   int32
	colour Colour
}

// sharesOf lists the sides of all games by player, and for each player in the
// order of the games.
func sharesOf(games []Game) []share {
	out := make([]share, 0, 2*len(games))
	for i, g := range games {
		out = append(out, share{g.Black, int32(i), Black}, share{g.White, int32(i), White})
	}
	slices.SortFunc(out, func(a, b share) int {
		return cmp.Or(cmp.Compare(a.person, b.person), cmp.Compare(a.game, b.game))
	})
	return out
}

// rate works out an event: games in their fixed order, the players' standings
// before it, and what the new ones declared. The changes come by person.
func (f Formula) rate(games []Game, standings map[PersonID]standing, declared map[PersonID]scale.Rating) []change {
	start := func(p PersonID) scale.Milli {
		if s := standings[p]; s.games > 0 {
			return s.milli
		}
		return f.hold(declared[p].Milli())
	}
	shares := sharesOf(games)
	var out []change
	for len(shares) > 0 {
		person, n := shares[0].person, 1
		for n < len(shares) && shares[n].person == person {
			n++
		}
		c := change{person: person, before: start(person), gamesBefore: standings[person].games, games: n}
		var points float64
		for _, s := range shares[:n] {
			g := games[s.game]
			opponent := g.White
			if s.colour == White {
				opponent = g.Black
			}
			points += f.Game(
				GoROf(c.before), GoROf(start(opponent)), s.colour, g.Handicap, g.Result.For(s.colour), g.Weight,
			).Change
		}
		c.after = f.After(c.before, points)
		out = append(out, c)
		shares = shares[n:]
	}
	return out
}
