package match

import (
	"fmt"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
)

// countByProgram counts where the text ends the game by itself.
func (s *State) countByProgram(a Act, rules gorules.Rules) error {
	var dead []gorules.Point
	if rules.Dead == gorules.DeadDesignated && s.find != nil {
		var err error
		if dead, s.Found, err = s.find(s.board.(*table.GoTable).Game().Board()); err != nil {
			return err
		}
	}
	return s.count(a, dead)
}

// count ends the game by its count.
func (s *State) count(a Act, dead []gorules.Point) error {
	g := s.board.(*table.GoTable).Game()
	score, err := g.Score(dead...)
	if err != nil {
		return refuse("There is no stone on one of the points.")
	}
	s.Dead = nil
	for _, p := range dead {
		s.Dead = append(s.Dead, games.Point{X: p.X(), Y: p.Y()})
	}
	black, white := s.Terms.rules().Totals(score, s.Terms.KomiFor(), g.Button())
	r := Result{By: "count", Black: black, White: white, Margin: black - white}
	switch {
	case black > white:
		r.Winner = games.Black
	case white > black:
		r.Winner, r.Margin = games.White, white-black
	}
	s.over(a, r)
	return nil
}

// Owners are whose each point is by the count that ended the game, row by row, as sets of colours; nil where nothing was
// counted.
func (s *State) Owners() (all []games.Colour) {
	g, isGo := s.board.(*table.GoTable)
	if !isGo || s.Result.By != "count" && !s.disputed {
		return nil
	}
	territory, err := s.Terms.rules().Territory(g.Game().Board(), s.deadPoints()...)
	if err != nil {
		return nil
	}
	for i := range s.Terms.Size * s.Terms.Size {
		all = append(all, games.Colour(territory.At(gorules.At(i%s.Terms.Size, i/s.Terms.Size))))
	}
	return all
}

// settle is about which stones are dead.
func (s *State) settle(a Act) error {
	if s.Phase != Stopped {
		return refuse("Which stones are dead is settled when both players have passed.")
	}
	switch a.Kind {
	case Dead:
		if s.repeated(a.By) >= mostRepeats {
			return refuse("You have said often which stones are dead. Wait for the other’s answer.")
		}
		points, err := s.points(a.Text)
		if err != nil {
			return err
		}
		s.Dead, s.DeadBy = points, a.By
		s.clock(a.At)
		return nil
	case PlayOn:
		s.Phase, s.Turn, s.unchanged, s.resumed = Playing, s.board.Turn(), true, len(s.Moves)
		s.Dead, s.DeadBy = nil, games.Empty
		s.clock(a.At)
		return nil
	}
	if s.DeadBy != a.By.Opponent() {
		return refuse("The other has not said which stones are dead.")
	}
	return s.count(a, s.deadPoints())
}

// repeated counts how often in a row a player has said which stones are dead: each time gives the other new time.
func (s *State) repeated(by games.Colour) (n int) {
	for i := len(s.Acts) - 1; i >= 0; i-- {
		switch a := s.Acts[i]; {
		case a.Kind == Note:
		case a.Kind == Dead && a.By == by:
			n++
		default:
			return n
		}
	}
	return n
}

func (s *State) deadPoints() (dead []gorules.Point) {
	for _, p := range s.Dead {
		dead = append(dead, gorules.At(p.X, p.Y))
	}
	return dead
}

// points reads names of points with stones.
func (s *State) points(text string) (all []games.Point, err error) {
	for name := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		p, ok := s.Terms.Game.ParsePointName(name, s.Terms.Size)
		if !ok || s.board.At(p) == games.Empty {
			return nil, refuse("There is no stone at “" + shortened(name) + "”.")
		}
		all = append(all, p)
	}
	return all, nil
}

// dispute is a player saying that a count is wrong.
func (s *State) dispute(a Act) error {
	switch {
	case s.Phase != Over || s.Result.By != "count":
		return refuse("Only a game that was counted can be disputed.")
	case s.disputed:
		return refuse("A referee has decided this game.")
	case a.By == games.Empty:
		return refuse("Only the players can do that.")
	case a.At.After(s.ended.Add(DisputeDays * day)):
		return refuse(fmt.Sprintf("A count can be disputed for %d days.", DisputeDays))
	case strings.TrimSpace(a.Text) == "":
		return refuse("Say what is wrong with the count.")
	}
	s.Phase, s.disputed = Disputed, true
	return nil
}

// rule is a referee's decision.
func (s *State) rule(a Act) error {
	winner, why, _ := strings.Cut(a.Text, " ")
	colour := map[string]games.Colour{"B": games.Black, "W": games.White, "0": games.Empty}
	w, known := colour[winner]
	switch {
	case s.Phase != Disputed:
		return refuse("There is nothing to decide in this game.")
	case a.By != games.Empty:
		return refuse("Only a referee can do that.")
	case !known || strings.TrimSpace(why) == "":
		return refuse("Say who has won, and why.")
	}
	s.over(a, Result{Winner: w, By: "ruling", Why: strings.TrimSpace(why)})
	return nil
}
