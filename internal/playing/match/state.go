package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
)

// Phase is where a game stands.
type Phase string

// The phases.
const (
	Playing  Phase = "playing"
	Stopped  Phase = "stopped" // both have passed: the players say which stones are dead
	Over     Phase = "over"
	Disputed Phase = "disputed" // a referee is to decide
)

// A Result is how a game has ended.
type Result struct {
	Winner games.Colour // Empty: a tie
	By     string       // "resign", "time", "count", "board" or "ruling"
	Margin gorules.HalfPoints
	// Black and White are the totals of a count, with komi.
	Black, White gorules.HalfPoints
	Why          string // of a ruling
}

// String writes a result as records do: "B+R", "W+5.5", "0".
func (r Result) String() string {
	if r.Winner == games.Empty {
		return "0"
	}
	switch r.By {
	case "resign":
		return r.Winner.String() + "+R"
	case "time":
		return r.Winner.String() + "+T"
	case "count":
		return r.Winner.String() + "+" + r.Margin.String()
	}
	return r.Winner.String() + "+"
}

// Finder finds the dead stones of a position that has ended, where the text leaves that to the program, and says what it
// is sure of.
type Finder func(b *gorules.Board) (dead []gorules.Point, says string, err error)

// A State is a game after some of its acts.
type State struct {
	Terms  Terms
	Phase  Phase
	Number int // of acts so far: what a page was made from
	// Moves are those that were not undone, as records write them, with the passes that White's handicap implies.
	Moves  []PlayedMove
	Turn   games.Colour // whose turn it is; Empty when it is no one's
	Result Result       // once it is Over
	// Asked is who asks to undo a move, Empty if no one does.
	Asked games.Colour
	// Dead are the stones that one player takes as dead, and DeadBy who.
	Dead   []games.Point
	DeadBy games.Colour
	// Found says which stones the program took off and how sure it is.
	Found string
	// Deadline is when the time for what is next runs out.
	Deadline civil.Instant
	// Vacation is how many days each colour has left.
	Vacation [3]int
	Acts     []Act

	board     table.Table
	find      Finder
	ended     civil.Instant
	disputed  bool // it was, once
	kept      int  // how many moves there were when the other did not want one undone
	resumed   int  // how many moves there were when play last went on
	unchanged bool // it has stopped once, and was resumed, and no stone has been played since
}

// PlayedMove is a move of a game.
type PlayedMove struct {
	By      games.Colour
	Written string
	Implied bool // White's pass between handicap stones
}

// Replay gives the state after acts that were all allowed when they were done. An error says that one was not.
func Replay(t Terms, begun civil.Instant, acts []Act, find Finder) (*State, error) {
	s := &State{Terms: t, Phase: Playing, find: find}
	var err error
	if s.board, err = t.begin(); err != nil {
		return nil, err
	}
	s.Turn = s.board.Turn()
	s.Vacation[games.Black], s.Vacation[games.White] = t.Vacation, t.Vacation
	s.Deadline = begun.Add(t.time())
	for i, a := range acts {
		if err := s.Do(a); err != nil {
			return nil, fmt.Errorf("act %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Do carries an act out, or says why it cannot be done; the state is then as it was.
func (s *State) Do(a Act) error {
	if utf8.RuneCountInString(a.Text) > LongestText {
		return refuse(fmt.Sprintf("Write at most %d characters.", LongestText))
	}
	if why := s.try(a); why != nil {
		return why
	}
	s.Number++
	s.Acts = append(s.Acts, a)
	return nil
}

func (s *State) try(a Act) error {
	switch a.Kind {
	case Note:
		return s.note(a)
	case Dispute:
		return s.dispute(a)
	case Ruled:
		return s.rule(a)
	}
	if s.Phase == Over || s.Phase == Disputed {
		return refuse("The game has ended.")
	}
	if a.By == games.Empty && a.Kind != Time {
		return refuse("Only the players can do that.")
	}
	if s.tooLong(a) {
		return refuse("The game is too long to continue here. Pass and agree on which stones are dead, or resign.")
	}
	switch a.Kind {
	case Move:
		return s.move(a)
	case Resign:
		s.over(a, Result{Winner: a.By.Opponent(), By: "resign"})
		return nil
	case Undo, Undone, Kept:
		return s.undo(a)
	case Dead, Counted, PlayOn:
		return s.settle(a)
	case Vacation:
		return s.vacation(a)
	case Time:
		return s.time(a)
	}
	return refuse("That cannot be done in a game.")
}

// tooLong tells whether a game that has very many acts would go on by another: it can still be passed out and counted.
func (s *State) tooLong(a Act) bool {
	const toEnd = 100
	switch a.Kind {
	case Move:
		return s.Number >= MostActs && (a.Text != "" || s.Number >= MostActs+toEnd)
	case Undo, PlayOn:
		return s.Number >= MostActs
	case Dead:
		return s.Number >= MostActs+toEnd
	}
	return false
}

// AllStay tells whether the next two passes in a row count the position with all stones on it: the players did not agree
// which are dead, and no stone has been played since.
func (s *State) AllStay() bool {
	return s.Phase == Playing && s.unchanged && s.Terms.rules().Ending == gorules.EndsByAgreement
}

// note is a remark.
func (s *State) note(a Act) error {
	if a.By == games.Empty || strings.TrimSpace(a.Text) == "" {
		return refuse("Write a remark first.")
	}
	n := 0
	for _, b := range s.Acts {
		if b.Kind == Note && b.By == a.By {
			n++
		}
	}
	if n >= mostNotes {
		return refuse(fmt.Sprintf("A player writes at most %d remarks in a game.", mostNotes))
	}
	return nil
}

// over ends the game.
func (s *State) over(a Act, r Result) {
	s.Phase, s.Turn, s.Result, s.ended = Over, games.Empty, r, a.At
	s.Asked = games.Empty
}

// move plays a move.
func (s *State) move(a Act) error {
	switch {
	case s.Phase == Stopped:
		return refuse("Both players have passed. Say which stones are dead, or play on.")
	case a.By != s.Turn:
		return refuse("It is " + s.Turn.Name() + "’s turn.")
	}
	if (a.Text == "" || strings.EqualFold(a.Text, gorules.TakeButton.String())) && s.Terms.Game == games.Go && s.placing() {
		return refuse("Place the handicap stones first.")
	}
	if strings.EqualFold(a.Text, "swap-sides") { // each keeps the colour that the game began with
		return refuse("Here the first piece is taken over, and each keeps their colour.")
	}
	if why := s.board.Play(a.By, a.Text); why != nil {
		return refuse(upperFirst(why.Why) + ".")
	}
	s.Moves = append(s.Moves, PlayedMove{By: a.By, Written: a.Text})
	s.Asked = games.Empty
	if s.unchanged && a.Text != "" {
		s.unchanged = false
	}
	s.implied()
	s.Turn = s.board.Turn()
	s.clock(a.At)
	return s.afterMove(a)
}

// placing tells whether Black is putting down the stones of a handicap.
func (s *State) placing() bool { return s.stonesPlaced() < s.Terms.placed() && s.Terms.Handicap > 1 }

func (s *State) stonesPlaced() (n int) {
	for _, m := range s.Moves {
		if m.By == games.Black && m.Written != "" {
			n++
		}
	}
	return n
}

// implied has White pass between the stones of a handicap.
func (s *State) implied() {
	g, isGo := s.board.(*table.GoTable)
	if !isGo || !s.placing() || s.board.Turn() != games.White {
		return
	}
	g.Game().PassUnwritten()
	s.Moves = append(s.Moves, PlayedMove{By: games.White, Implied: true})
}

// afterMove sees whether the move has ended the game, or play.
func (s *State) afterMove(a Act) error {
	if w := s.board.Winner(); w != games.Empty {
		s.over(a, Result{Winner: w, By: "board"})
		return nil
	}
	g, isGo := s.board.(*table.GoTable)
	if !isGo {
		return nil
	}
	rules := s.Terms.rules()
	switch {
	case g.Game().End() != gorules.NotEnded:
		return s.countByProgram(a, rules)
	case s.passes() >= 2:
		if s.AllStay() {
			return s.count(a, nil) // they agree on nothing: all stones stay
		}
		s.Phase, s.Turn = Stopped, games.Empty
		s.Dead, s.DeadBy = nil, games.Empty
	}
	return nil
}

// passes counts the passes in a row since play last went on.
func (s *State) passes() (n int) {
	for i := len(s.Moves) - 1; i >= s.resumed && s.Moves[i].Written == "" && !s.Moves[i].Implied; i-- {
		n++
	}
	return n
}

// undo is asking to undo the own last move, and the answer.
func (s *State) undo(a Act) error {
	if a.Kind == Undo {
		switch {
		case s.Asked != games.Empty:
			return refuse("That was asked already.")
		case s.Phase != Playing || len(s.Moves) == 0 || s.Turn != a.By.Opponent() || !s.played(a.By):
			return refuse("Your last move can be undone only until the other has moved.")
		case s.kept == len(s.Moves):
			return refuse("The other does not want this move undone.")
		}
		s.Asked = a.By
		return nil
	}
	if s.Asked == games.Empty || a.By != s.Asked.Opponent() {
		return refuse("No one has asked to undo a move.")
	}
	asked := s.Asked
	s.Asked = games.Empty
	if a.Kind == Kept {
		s.kept = len(s.Moves)
		return nil
	}
	moves := s.Moves[:len(s.Moves)-1]
	if err := s.again(moves); err != nil {
		return err
	}
	s.Turn = asked
	s.clock(a.At)
	return nil
}

// played tells whether the last move is one that a player has made; White's pass between handicap stones is no one's.
func (s *State) played(by games.Colour) bool {
	last := s.Moves[len(s.Moves)-1]
	return last.By == by && !last.Implied
}

// again plays the moves from the beginning.
func (s *State) again(moves []PlayedMove) error {
	board, err := s.Terms.begin()
	if err != nil {
		return err
	}
	for _, m := range moves {
		if m.Implied {
			board.(*table.GoTable).Game().PassUnwritten()
			continue
		}
		if why := board.Play(m.By, m.Written); why != nil {
			return why
		}
	}
	s.board, s.Moves = board, moves
	return nil
}

func (t Terms) time() time.Duration { return time.Duration(t.Days) * day }

// clock starts the time for what is next.
func (s *State) clock(at civil.Instant) { s.Deadline = at.Add(s.Terms.time()) }

// vacation adds days to the time of a move.
func (s *State) vacation(a Act) error {
	n, err := strconv.Atoi(a.Text)
	switch {
	case a.By != s.Late():
		return refuse("Vacation days are taken while your own time runs.")
	case err != nil || n < 1 || n > s.Vacation[a.By]:
		return refuse(fmt.Sprintf("Enter 1 to %d days.", s.Vacation[a.By]))
	}
	s.Vacation[a.By] -= n
	s.Deadline = s.Deadline.Add(time.Duration(n) * day)
	return nil
}

// time ends a game whose time has run out.
func (s *State) time(a Act) error {
	late := s.Late()
	switch {
	case !a.At.After(s.Deadline):
		return refuse("The time has not run out.")
	case a.By == games.Empty && !a.At.After(s.Deadline.Add(ClaimDays*day)):
		return refuse("The other player can still claim the game.")
	case a.By == late:
		return refuse("Your own time has run out.")
	}
	if s.Phase == Playing {
		s.over(a, Result{Winner: late.Opponent(), By: "time"})
		return nil
	}
	// Who does not answer agrees; where no one has said anything, all stones stay.
	return s.count(a, s.deadPoints())
}

// Late is whose time is running; Empty where both are to say something.
func (s *State) Late() games.Colour {
	switch {
	case s.Phase == Playing:
		return s.Turn
	case s.Phase == Stopped && s.DeadBy != games.Empty:
		return s.DeadBy.Opponent()
	}
	return games.Empty
}

// At is what is on a point.
func (s *State) At(p games.Point) games.Colour { return s.board.At(p) }

// Decisive are the points that show who has won on the board.
func (s *State) Decisive() []games.Point { return s.board.Decisive() }

func upperFirst(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(r)) + text[size:]
}

func shortened(text string) string {
	const most = 10
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// ButtonIsThere tells whether the button can still be taken, by a text that has one.
func (s *State) ButtonIsThere() bool {
	g, isGo := s.board.(*table.GoTable)
	return isGo && s.Terms.rules().Button != 0 && g.Game().Button() == gorules.Empty
}

// WasDisputed tells whether the count was disputed, also after the ruling.
func (s *State) WasDisputed() bool { return s.disputed }

// PointsOf are the points that a move names; false if none.
func (s *State) PointsOf(written string) ([]games.Point, bool) {
	points, ok := s.board.Points(written)
	return points, ok && len(points) > 0
}
