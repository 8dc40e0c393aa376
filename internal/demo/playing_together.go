package demo

import (
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/members"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
)

// otherGames are begun with the member, who has moved last in each.
var otherGames = []struct {
	terms match.Terms
	moves []turn
}{
	{match.Terms{Game: games.Go, Size: 13, Rules: record.NZ, Days: 7, Vacation: 14},
		[]turn{{true, match.Move, "jd"}, {false, match.Move, "dj"}, {true, match.Move, "jj"}}},
	{match.Terms{Game: games.Amazons, Size: 10, Days: 7, Vacation: 14},
		[]turn{{true, match.Move, "djddgd"}, {false, match.Move, "gaeceh"}, {true, match.Move, "gjgfbf"}}},
	{match.Terms{Game: games.Tanbo, Size: 19, Days: 7, Vacation: 14},
		[]turn{{true, match.Move, "ba"}, {false, match.Move, "ha"}, {true, match.Move, "ab"}}},
}

// addTogether has people without an account play with the member, on a ladder and for their clubs, so that nothing more
// waits for those who can sign in. Where too few are members, there is less of it.
func (g *generator) addTogether(service *playing.Service, member auth.Actor) error {
	all, err := members.AllOn(g.ctx, g.db, g.now.Date())
	if err != nil {
		return err
	}
	slices.Sort(all)
	var others []auth.Actor
	for _, id := range g.withoutAccount(all) {
		who, err := g.auth.ActingAs(g.ctx, id)
		if err != nil {
			return err
		}
		others = append(others, who)
	}
	if len(others) < ladderPlaces {
		return nil
	}
	for i, game := range otherGames {
		g.at(g.today.AddDays(-6), 9+i)
		if err := service.List(g.ctx, others[i], true); err != nil {
			return err
		}
		if err := g.play(service, member, others[i], game.terms, game.moves); err != nil {
			return err
		}
	}
	if err := g.addLadder(service, member, others[:ladderPlaces]); err != nil {
		return err
	}
	return g.addClubMatch(service)
}

// withoutAccount are those of some people who cannot sign in.
func (g *generator) withoutAccount(all []members.PersonID) (out []members.PersonID) {
	for _, id := range all {
		if !slices.ContainsFunc(g.people[:len(seated())], func(p person) bool { return p.id == id }) {
			out = append(out, id)
		}
	}
	return out
}

// ladderPlaces is how many stand on the ladder before the member joins.
const ladderPlaces = 5

// addLadder has some climb the ladder of Go: two games for places have been played.
func (g *generator) addLadder(service *playing.Service, member auth.Actor, others []auth.Actor) error {
	g.at(g.today.AddDays(-20), 19)
	for _, who := range append(slices.Clone(others), member) {
		g.now = g.now.Add(hours(2))
		if err := service.Climb(g.ctx, who, games.Go, true); err != nil {
			return err
		}
	}
	terms := match.Terms{Game: games.Go, Size: 9, Rules: record.NZ, Days: 3, Vacation: 5}
	for _, game := range []struct {
		by, to auth.Actor
		moves  []turn
	}{
		{member, others[3], []turn{{true, match.Move, "ee"}, {false, match.Move, "ge"}, {true, match.Move, "gd"}, {false, match.Resign, ""}}},
		{others[2], others[0], []turn{{true, match.Move, "ec"}, {false, match.Move, "eg"}, {true, match.Resign, ""}}},
	} {
		c := playing.Challenge{Terms: terms, Wish: playing.WantBlack, Opponent: game.to.Person, Open: true, Ladder: true}
		if err := g.playAs(service, game.by, game.to, c, game.moves); err != nil {
			return err
		}
	}
	return nil
}

// boards is how many boards the clubs' match has.
const boards = 3

// addClubMatch has the first two clubs that can play a match: one game has ended.
func (g *generator) addClubMatch(service *playing.Service) error {
	g.at(g.today.AddDays(-18), 12)
	secretaries, err := auth.HoldersOf(g.ctx, g.db, []auth.Role{auth.ClubSecretary})
	if err != nil {
		return err
	}
	type side struct {
		club      clubs.ClubID
		secretary auth.Actor
		players   []members.PersonID
	}
	var sides []side
	for _, club := range g.home {
		people, err := members.OfClub(g.ctx, g.db, club, g.now.Date())
		if err != nil {
			return err
		}
		slices.Sort(people)
		one := side{club: club, players: g.withoutAccount(people)}
		for _, s := range secretaries {
			if s.Office.Club == club && s.Office.HeldOn(g.now.Date()) && one.secretary.Person == 0 {
				if one.secretary, err = g.auth.ActingAs(g.ctx, s.Person); err != nil {
					return err
				}
			}
		}
		if one.secretary.Person != 0 && len(one.players) >= boards && len(sides) < 2 {
			sides = append(sides, one)
		}
	}
	if len(sides) < 2 {
		return nil
	}
	id, err := service.OfferMatch(g.ctx, sides[0].secretary, playing.ClubMatch{
		Home: sides[0].club, Away: sides[1].club, ByRating: true, Boards: boards, Closes: g.now.Date().AddDays(7),
		Terms: match.Terms{Game: games.Go, Size: 13, Rules: record.NZ, Days: 7, Vacation: 7},
	})
	if err != nil {
		return err
	}
	if err := service.AnswerMatch(g.ctx, sides[1].secretary, id, true); err != nil {
		return err
	}
	for _, s := range sides {
		for _, person := range s.players[:boards] {
			g.now = g.now.Add(hours(1))
			who, err := g.auth.ActingAs(g.ctx, person)
			if err != nil {
				return err
			}
			if err := service.PutDown(g.ctx, who, id, s.club); err != nil {
				return err
			}
		}
	}
	g.at(g.today.AddDays(-10), 6)
	if _, err := service.BeginMatches(g.ctx); err != nil {
		return err
	}
	return g.endFirstBoard(service, sides[0].secretary, id)
}

// endFirstBoard has White give up the game at the first board of a match.
func (g *generator) endFirstBoard(service *playing.Service, by auth.Actor, id playing.ClubMatchID) error {
	view, err := service.ClubMatch(g.ctx, by, id)
	if err != nil || len(view.Boards) == 0 {
		return err
	}
	b := view.Boards[0]
	home, err := g.auth.ActingAs(g.ctx, b.Home.ID)
	if err != nil {
		return err
	}
	away, err := g.auth.ActingAs(g.ctx, b.Away.ID)
	if err != nil {
		return err
	}
	black, white := home, away
	if !b.HomeBlack {
		black, white = away, home
	}
	return g.moves(service, black, white, b.Game, []turn{{true, match.Move, "jd"}, {false, match.Resign, ""}})
}
