package demo

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
)

// The indexes of two who play here by turns.
const (
	directorSeat = 2
	memberSeat   = 6
)

// turn is a move of one of the two players.
type turn struct {
	black bool
	kind  match.Kind
	text  string
}

// addGames has two play Hex by turns: one game has ended, and in the other the member is to move. Others play with the
// member too, a ladder stands, and two clubs play a match. In the weeks after the year has begun, before lists have come
// in, no one can.
func (g *generator) addGames() error {
	if !g.plan.Live {
		return nil
	}
	first, second := g.people[memberSeat].id, g.people[directorSeat].id
	g.at(g.today.AddDays(-9), 20)
	now, err := members.MembersOn(g.ctx, g.db, []members.PersonID{first, second}, g.now.Date())
	if err != nil || !now[first] || !now[second] {
		return err
	}
	clock := func() civil.Instant { return g.now }
	service := playing.New(g.db, clock, "Demonstration Go Society", "", g.ratings, mail.New(g.db, clock, nil))
	black, err := g.signedIn(memberSeat)
	if err != nil {
		return err
	}
	white, err := g.signedIn(directorSeat)
	if err != nil {
		return err
	}
	for _, who := range []auth.Actor{black, white} {
		if err := service.List(g.ctx, who, true); err != nil {
			return err
		}
	}
	for _, moves := range [][]turn{
		{{true, match.Move, "c3"}, {false, match.Move, "e7"}, {true, match.Move, "g8"}, {false, match.Resign, ""}},
		{{true, match.Move, "b3"}, {false, match.Move, "f6"}, {true, match.Move, "d7"}, {false, match.Move, "g4"}},
	} {
		if err := g.play(service, black, white, hexByTurns, moves); err != nil {
			return err
		}
	}
	return g.addTogether(service, black)
}

// hexByTurns are the terms of the games of Hex.
var hexByTurns = match.Terms{Game: games.Hex, Size: 11, Rules: "iyt", Days: 7, Vacation: 14}

// play is one game that Black has offered, a move every few hours.
func (g *generator) play(service *playing.Service, black, white auth.Actor, terms match.Terms, moves []turn) error {
	return g.playAs(service, black, white, playing.Challenge{
		Terms: terms, Wish: playing.WantBlack, Opponent: white.Person, Open: true,
	}, moves)
}

func (g *generator) playAs(
	service *playing.Service, black, white auth.Actor, c playing.Challenge, moves []turn,
) error {
	id, err := service.Offer(g.ctx, black, c)
	if err != nil {
		return err
	}
	g.now = g.now.Add(hours(3))
	if err := service.Accept(g.ctx, white, id, true); err != nil {
		return err
	}
	return g.moves(service, black, white, id, moves)
}

// moves makes the moves of a game.
func (g *generator) moves(service *playing.Service, black, white auth.Actor, id playing.ID, moves []turn) error {
	for _, m := range moves {
		who := white
		if m.black {
			who = black
		}
		g.now = g.now.Add(hours(7))
		game, err := service.Game(g.ctx, who, id)
		if err != nil {
			return err
		}
		if err := service.Act(g.ctx, who, playing.Input{Game: id, Number: game.Acts, Kind: m.kind, Text: m.text}); err != nil {
			return err
		}
	}
	return nil
}
