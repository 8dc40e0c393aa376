package playing_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/playing"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// members are a site with two members who can be challenged, and a referee who is a member.
func members(t *testing.T) (s *kittest.Site, aroha, ruru, ref *kittest.Browser) {
	t.Helper()
	s = kittest.EmptySite(t)
	sign := func(given, family string, offices ...auth.Office) *kittest.Browser {
		account, person := s.Account(given, family, offices...)
		s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, 2026, '2020-07-01', '2040-06-30', 'new', '{}', $2)`, person, s.Now)
			return err
		}))
		return s.Browser(s.Session(account))
	}
	aroha, ruru, ref = sign("Aroha", "Tūī"), sign("Wiremu", "Ruru"), sign("Hana", "Kea", auth.Office{Role: auth.Referee})
	for _, b := range []*kittest.Browser{aroha, ruru} {
		b.Post("/play/listed", "on", "1").LeadsTo(t, "/play")
	}
	return s, aroha, ruru, ref
}

// offer begins a game, Aroha with Black.
func offer(t *testing.T, aroha, ruru *kittest.Browser, game string, more ...string) {
	t.Helper()
	aroha.Post("/play/new", append([]string{"game", game, "wish", "black", "days", "3", "vacation", "5", "handicap", "even"}, more...)...).LeadsTo(t, "/play")
	page := ruru.Get("/play")
	accept := regexp.MustCompile(`action="(/play/\d+)/accept"`).FindStringSubmatch(page.Body)
	if accept == nil {
		t.Fatal("no game is on offer")
	}
	ruru.Post(accept[1]+"/accept", "open", "1").LeadsTo(t, accept[1])
}

// do presses what a page asks to confirm.
func do(t *testing.T, b *kittest.Browser, what string, more ...string) {
	t.Helper()
	page := b.Get("/play/1?" + what)
	number := regexp.MustCompile(`name="number" value="(\d+)"`).FindStringSubmatch(page.Body)
	kind := regexp.MustCompile(`name="do" value="(\w+)"`).FindStringSubmatch(page.Body)
	at := regexp.MustCompile(`type="hidden" name="at" value="([^"]*)"`).FindStringSubmatch(page.Body)
	if number == nil || kind == nil {
		t.Fatalf("%s: nothing to confirm on\n%s", what, page.Body)
	}
	if at != nil {
		more = append(more, "at", at[1])
	}
	b.Post("/play/1", append(more, "do", kind[1], "number", number[1])...).LeadsTo(t, "/play/1")
}

// TestAGameOfGoIsPlayed: by links and forms alone, from the challenge to the count.
func TestAGameOfGoIsPlayed(t *testing.T) {
	_, aroha, ruru, ref := members(t)
	aroha.Get("/play/new").Wants(t, http.StatusOK, "Wiremu Ruru", "igGameCenter", "rounded up")
	aroha.Post("/play/new", "game", "go nz 9", "wish", "green", "days", "0", "vacation", "x", "handicap", "even").Wants(t,
		http.StatusUnprocessableEntity, "1 to 30 days")
	offer(t, aroha, ruru, "go nz 9")
	aroha.Post("/play/new", "game", "go iggc 9", "wish", "white", "days", "3", "vacation", "0", "handicap", "even", "komi", "50").LeadsTo(t, "/play")
	ruru.Get("/play").Wants(t, http.StatusOK, "komi 50", "0 vacation days each") // what is accepted is said first
	aroha.Get("/me").Wants(t, http.StatusOK, "Go 9 × 9")
	board := aroha.Get("/play/1")
	board.Wants(t, http.StatusOK, "It is your turn, with Black", `aria-label="Choose E5"`, "Or type a move", `data-live="/play/1/live"`)
	if strings.Contains(ruru.Get("/play/1").Body, "Choose E5") {
		t.Error("who is not to move is led to moves")
	}
	aroha.Get("/play/1?at=E5").Wants(t, http.StatusOK, "Your move: E5.", "Not the right point?", "Play E5", "at=E6")
	aroha.Get("/play/1?at=Z9").Wants(t, http.StatusUnprocessableEntity, "Enter a point of the board")
	do(t, aroha, "at=E5")
	aroha.Post("/play/1", "do", "move", "at", "D4", "number", "0").Wants(t, http.StatusConflict, "gone on since your page was made", "Move 1: Black E5")
	ruru.Post("/play/1", "do", "move", "at", "E5", "number", "1").Wants(t, http.StatusUnprocessableEntity, "There is a stone on the point", "It is your turn")
	ruru.Post("/play/1", "do", "move", "at", "<b>", "number", "1").Wants(t, http.StatusUnprocessableEntity, "&lt;b&gt;")
	do(t, ruru, "at=A1")
	ruru.Post("/play/1", "do", "move", "at", "A2").Wants(t, http.StatusConflict, "gone on")
	ruru.Post("/play/1", "do", "move", "at", "A2", "number", "x").Wants(t, http.StatusConflict, "gone on")
	ruru.Post("/play/1", "do", "note", "text", " ").Wants(t, http.StatusUnprocessableEntity, "Write a remark first")
	ruru.Post("/play/1", "do", "note", "text", "Kia <ora>").LeadsTo(t, "/play/1")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "Kia &lt;ora&gt;")
	do(t, ruru, "do=undo")
	do(t, aroha, "do=kept")
	do(t, aroha, "do=vacation", "text", "2")
	do(t, aroha, "do=move&at=pass")
	do(t, ruru, "do=move&at=pass")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "Both have passed")
	do(t, ruru, "do=play_on")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "all stones stay and are counted")
	aroha.Get("/play/1?do=move&at=pass").Wants(t, http.StatusOK, "You pass. Play goes on because")
	do(t, aroha, "at=B2")
	do(t, ruru, "do=move&at=pass")
	do(t, aroha, "do=move&at=pass")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "Both have passed")
	aroha.Get("/play/1?do=dead&at=A1").Wants(t, http.StatusOK, `value="A1"`, `class="dots"`)
	do(t, aroha, "do=dead&at=A1", "text", "A1")
	do(t, ruru, "do=counted")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "Black won by 74", "The count is wrong", `<path class="black" d="M`)
	ref.Get("/play/1").Wants(t, http.StatusNotFound)
	file := aroha.Get("/play/1/record.sgf")
	if file.Status != http.StatusOK || !strings.Contains(file.Body, "RE[B+74];B[ee];W[ai];B[];W[];B[bh];W[];B[])") {
		t.Errorf("%d %s", file.Status, file.Body)
	}
	print := aroha.Get("/play/1/record.pdf")
	if print.Status != http.StatusOK || !strings.HasPrefix(print.Body, "%PDF") {
		t.Errorf("the print: %d", print.Status)
	}
	ref.Get("/play/1/record.pdf").Wants(t, http.StatusNotFound)
	do(t, ruru, "do=dispute", "text", "A1 was alive")
	ref.Get("/play").Wants(t, http.StatusOK, "To decide as referee")
	ref.Get("/play/1").Wants(t, http.StatusOK, "The count is disputed", "A1 was alive", "Decide")
	if strings.Contains(ref.Get("/play/1").Body, "ora&gt;") {
		t.Error("the referee reads what the players write to each other")
	}
	ref.Post("/play/1", "do", "ruled", "number", "15", "winner", "", "text", "It was not").Wants(t, http.StatusUnprocessableEntity, "who has won", "It was not")
	do(t, ref, "do=ruled", "winner", "B", "text", "It was not.")
	ruru.Get("/play/1").Wants(t, http.StatusOK, "A referee decided: It was not.")
	ruru.Get("/play").Wants(t, http.StatusOK, "Ended")
	if got := ruru.Get("/play/1/revision"); got.Body != "16" {
		t.Errorf("revision %q", got.Body)
	}
}

// TestTheOtherGamesArePlayed: Hex with the first piece taken over, Amazons by three points, Tanbo.
func TestTheOtherGamesArePlayed(t *testing.T) {
	for _, c := range []struct{ game, first, second, wants string }{
		{"hex  11", "at=f6", "do=move&at=swap-pieces", "Move 2: White swap-pieces"},
		{"amazons  10", "at=d1+d7+g7", "at=g10+e8+e3", "Move 2: White g10 to e8, arrow to e3"},
		{"tanbo  19", "at=B19", "at=H19", "Move 2: White H19"},
	} {
		t.Run(c.game, func(t *testing.T) {
			_, aroha, ruru, _ := members(t)
			offer(t, aroha, ruru, c.game)
			if strings.HasPrefix(c.game, "amazons") {
				aroha.Get("/play/1?at=d1").Wants(t, http.StatusOK, "Choose where the queen goes", `aria-label="Choose d7"`, `class="dots"`)
				aroha.Get("/play/1?at=d1+d7").Wants(t, http.StatusOK, "Choose where she shoots", `aria-label="Choose d1"`)
			}
			do(t, aroha, c.first)
			ruru.Post("/play/1", "do", "move", "number", "1", "at", "swap-sides").Wants(t, http.StatusUnprocessableEntity, "is none")
			do(t, ruru, c.second)
			aroha.Get("/play/1").Wants(t, http.StatusOK, c.wants, "It is your turn")
			do(t, aroha, "do=resign")
			ruru.Get("/play/1").Wants(t, http.StatusOK, "White won: the other resigned")
			ruru.Get("/play/1?do=resign").Wants(t, http.StatusOK, "White won")
			ruru.Post("/play/1", "do", "resign", "number", "3").Wants(t, http.StatusUnprocessableEntity, "The game has ended")
		})
	}
}

// TestATimeThatHasRunOutIsClaimed: by the other, from the page.
func TestATimeThatHasRunOutIsClaimed(t *testing.T) {
	s, aroha, ruru, _ := members(t)
	offer(t, aroha, ruru, "tanbo  19")
	s.Now = s.Now.Add(73 * time.Hour)
	if strings.Contains(aroha.Get("/play/1").Body, "Claim") {
		t.Error("who is late is led to claim the game")
	}
	ruru.Get("/play/1").Wants(t, http.StatusOK, "Claim: the time has run out")
	do(t, ruru, "do=time")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "White won on time")
}

// TestWordsOfTheSecondAreNotLost: of two who dispute a count from the same position the second is told, and has their
// words still, to be sent as a remark.
func TestWordsOfTheSecondAreNotLost(t *testing.T) {
	_, aroha, ruru, _ := members(t)
	offer(t, aroha, ruru, "go iyt 9")
	do(t, aroha, "at=E5")
	do(t, ruru, "do=move&at=pass")
	do(t, aroha, "do=move&at=pass")
	seen := regexp.MustCompile(`name="number" value="(\d+)"`).FindStringSubmatch(ruru.Get("/play/1?do=dispute").Body)
	do(t, aroha, "do=dispute", "text", "The corner was mine.")
	ruru.Post("/play/1", "do", "dispute", "number", seen[1], "text", "My <two> stones live.").Wants(t, http.StatusConflict,
		"disputed while you were looking", "My &lt;two&gt; stones live.</textarea>", "A referee decides")
}

// TestWhoIsNotInAGame: neither sees it nor answers challenges to others.
func TestWhoIsNotInAGame(t *testing.T) {
	_, aroha, ruru, ref := members(t)
	offer(t, aroha, ruru, "go nz 19", "open", "1")
	watching := ref.Get("/play/1")
	watching.Wants(t, http.StatusOK, "Aroha Tūī (Black) has until")
	if strings.Contains(watching.Body, "Choose ") || strings.Contains(watching.Body, "Resign") {
		t.Error("who watches is led to moves")
	}
	ref.Post("/play/1", "do", "move", "at", "D4", "number", "0").Wants(t, http.StatusForbidden)
	ref.Post("/play/1/decline").Wants(t, http.StatusNotFound)
	ref.Get("/play/99").Wants(t, http.StatusNotFound)
}

// TestABoardTellsOfMoves: the stream of a game says how many acts it has, and is the players' alone.
func TestABoardTellsOfMoves(t *testing.T) {
	_, aroha, ruru, ref := members(t)
	offer(t, aroha, ruru, "go nz 9")
	do(t, aroha, "at=E5")
	for b, want := range map[*kittest.Browser]string{aroha: "1", ruru: "1"} {
		if got := b.Get("/play/1/revision"); got.Body != want {
			t.Errorf("%q", got.Body)
		}
	}
	for _, path := range []string{"/play/1/revision", "/play/1/live", "/play/1/record.sgf"} {
		ref.Get(path).Wants(t, http.StatusNotFound)
	}
}

// Who is no member today is offered nothing that is refused, and can still leave the list.
func TestWhoIsNoMemberIsOfferedNoGame(t *testing.T) {
	s, aroha, _, _ := members(t)
	account, _ := s.Account("Ana", "Alone")
	outside := s.Browser(s.Session(account)).Get("/play")
	outside.Wants(t, http.StatusOK, "Members of the society play here by turns.")
	aroha.Get("/play").Wants(t, http.StatusOK, "Offer a game", "Members can challenge you")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE membership_term SET to_day = '2021-06-30'`)
		return err
	}))
	lapsed := aroha.Get("/play")
	lapsed.Wants(t, http.StatusOK, "Members of the society play here by turns.", "Take me off the list")
	for _, a := range []kittest.Answer{outside, lapsed} {
		if text := a.Words(); strings.Contains(text, "Offer a game") || strings.Contains(text, "can challenge you") {
			t.Errorf("offered to no member: %s", text)
		}
	}
}

// A page that asks about a move does not change by itself, and does not say so: the line comes late and moved the button.
func TestAConfirmedMoveStandsStill(t *testing.T) {
	_, aroha, ruru, _ := members(t)
	offer(t, aroha, ruru, "go nz 9")
	if text := aroha.Get("/play/1").Body; !strings.Contains(text, "data-live-state") {
		t.Error("the game does not say that it is live")
	}
	if text := aroha.Get("/play/1?do=move&at=pass").Body; strings.Contains(text, "data-live-state") {
		t.Error("what is asked says that it is live")
	}
}

// Bug: a list of very many games ended, and did not say so.
func TestAListThatIsCutSaysSo(t *testing.T) {
	s, aroha, ruru, _ := members(t)
	offer(t, aroha, ruru, "go nz 9")
	const says = "Only 300 games are listed"
	if strings.Contains(aroha.Get("/play").Body, says) {
		t.Error("a short list is said to be cut")
	}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for range playing.MostListed {
			if _, err := tx.Exec(t.Context(), `
				INSERT INTO play_game (game, size, handicap, komi, by_rating, days, vacation, wish, challenger_id, challenger_open, stage, made_at)
				SELECT game, size, handicap, komi, by_rating, days, vacation, wish, challenger_id, challenger_open, 'offered', made_at
				FROM play_game WHERE id = 1`); err != nil {
				return err
			}
		}
		return nil
	}))
	aroha.Get("/play").Wants(t, http.StatusOK, says)
}
