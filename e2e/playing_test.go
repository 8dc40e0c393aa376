package e2e

import (
	"regexp"
	"testing"
)

// TestPlayingByTurns: two members play short games of each kind, one of them on a phone; the count of one is disputed, and
// a referee decides it. Boards are tapped, as their links are.
func TestPlayingByTurns(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	a, b := signedIn(t, s, "Member", phone), signedIn(t, s, "Secretary", desktop)
	a.goTo("/play")
	a.see("Ended", "Your turn") // games of the demonstration
	a.press("Take me off the list")
	for _, w := range []*window{a, b} {
		w.goTo("/play")
		w.press("Let members challenge me")
		w.see("Members can challenge you")
	}
	a.accessible("the list of own games")

	// begin has the first offer a game, with Black, and the second accept it.
	begin := func(game string) string {
		a.goTo("/play/new")
		a.choose("Game", game)
		a.choose("Your colour", "Black")
		a.press("Offer the game")
		a.see("The game is offered.")
		b.goTo("/play")
		b.press("Accept")
		b.see("The game has begun.")
		return regexp.MustCompile(`/play/\d+`).FindString(b.address())
	}
	// move makes a move by its points, one after the other.
	move := func(w *window, path, query, button string) {
		w.goTo(path + "?" + query)
		w.press(button)
		w.see("Move ")
	}

	game := begin("Go 9 × 9 (It’s Your Turn)")
	a.goTo(game)
	a.see("It is your turn, with Black")
	a.accessible("a game of Go by turns")
	a.photograph("go")
	a.goTo(game + "?at=E5")
	a.see("Your move: E5.")
	a.accessible("a move to confirm")
	a.photograph("confirm")
	a.press("Play E5")
	a.see("Move 1: Black E5")
	move(b, game, "do=move&at=pass", "Do it")
	move(a, game, "do=move&at=pass", "Do it")
	a.see("Black won by")
	b.goTo(game + "?do=dispute")
	b.fill("What is wrong with the count", "The corner was mine.")
	b.press("Call a referee")
	b.see("The count is disputed")
	r := signedIn(t, s, "Referee", desktop)
	r.goTo("/play")
	r.see("To decide as referee")
	r.goTo(game + "?do=ruled")
	r.choose("Who has won", "White")
	r.fill("Why", "The corner is White’s.")
	r.press("Decide")
	r.see("A referee decided: The corner is White’s.")
	a.goTo(game)
	a.see("White won", "A referee decided")

	game = begin("Hex 5 × 5 (the first piece may be taken over)")
	for i, point := range []string{"c1", "a1", "c2", "a2", "c3", "a4", "c4", "a5", "c5"} {
		move([]*window{a, b}[i%2], game, "at="+point, "Play "+point)
	}
	a.see("Black won")
	a.photograph("hex")

	game = begin("Amazons 10 × 10")
	a.goTo(game + "?at=d1")
	a.see("Choose where the queen goes")
	a.photograph("amazons")
	move(a, game, "at=d1+d7+g7", "Play d1 d7 g7")
	move(b, game, "at=g10+e8+e3", "Play g10 e8 e3")
	move(a, game, "do=resign", "Resign")
	a.see("White won: the other resigned")

	game = begin("Tanbo 19 × 19")
	move(a, game, "at=B19", "Play B19")
	move(b, game, "at=H19", "Play H19")
	b.photograph("tanbo")
	move(b, game, "do=resign", "Resign")
	b.see("Black won: the other resigned")
	a.goTo("/play")
	a.see("Ended")
	a.photograph("list")
}
