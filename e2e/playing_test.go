package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/games"
	"nzgs/internal/games/tanbo"
)

// shortAmazons is a game that both play so that White is soon shut in.
var shortAmazons = []string{
	"g1 g7 d7", "a7 a10 a9", "d1 i6 f9", "d10 e10 e8", "a4 c4 h9", "j7 j10 j9", "c4 c8 c10", "j10 h10 g9",
	"c8 d9 b9", "h10 i10 i9", "g7 e9 d8", "e10 f10 e10", "d9 c9 b10", "i10 h10 i10", "i6 i8 d3",
}

// wholeTanbo is a game of random moves to its end.
func wholeTanbo(t *testing.T) (points []string) {
	t.Helper()
	var g tanbo.Game
	if err := g.Reset(19); err != nil {
		t.Fatal(err)
	}
	black, white := tanbo.Start()
	for c, at := range map[games.Colour][]games.Point{games.Black: black, games.White: white} {
		if err := g.SetUp(c, at...); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 7))
	for c := games.Black; g.Winner() == games.Empty; {
		p := games.Point{X: random.IntN(19), Y: random.IntN(19)}
		if g.Play(c, p) == nil {
			points, c = append(points, games.Tanbo.PointName(p, 19)), c.Opponent()
		}
	}
	return points
}

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
	for i, m := range shortAmazons {
		move([]*window{a, b}[i%2], game, "at="+strings.ReplaceAll(m, " ", "+"), "Play "+m)
	}
	a.see("Black won")
	b.goTo(game)
	b.see("Black won")
	b.photograph("amazons-ended")

	game = begin("Tanbo 19 × 19")
	moves := wholeTanbo(t)
	send := []*caller{a.caller(), b.caller()}
	for i, point := range moves[:len(moves)-4] { // the long middle without the screens
		form := url.Values{"do": {"move"}, "number": {fmt.Sprint(i)}, "at": {point}}
		if got := send[i%2].post(game, form); got.Status != http.StatusSeeOther {
			t.Fatalf("move %d, %s: %d\n%s", i+1, point, got.Status, got.Body)
		}
	}
	b.goTo(game)
	b.photograph("tanbo")
	for i, point := range moves[len(moves)-4:] {
		move([]*window{a, b}[(len(moves)+i)%2], game, "at="+point, "Play "+point)
	}
	b.goTo(game)
	b.see("won")
	b.photograph("tanbo-ended")
	a.goTo("/play")
	a.see("Ended")
	a.photograph("list")
}
