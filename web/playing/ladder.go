package playing

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/games"
	"nzgs/internal/playing"
	"nzgs/internal/playing/ladder"
	"nzgs/web/kit"
)

// LadderPage is the ladder of one game.
type LadderPage struct {
	kit.Page
	Tabs    kit.Tabs
	Rule    string
	Says    string // what whoever looks can do
	Join    *kit.PostButton
	Pending string // address of their own game for a place
	Places  []LadderPlace
	Steps   []LadderStep
}

// LadderPlace is a row of a ladder.
type LadderPlace struct {
	Place     int
	Name      string
	You       bool
	Challenge string // address of the form, "" where no challenge goes
}

// LadderStep is what has happened.
type LadderStep struct{ Day, Text string }

var ladderView = kit.NewView[LadderPage](templates, "ladder.html")

// ladderURL is the ladder of a game.
func ladderURL(w games.Which) string { return kit.PlayPath + "/ladders/" + string(w) }

func (s *Desk) ladder(c echo.Context) error {
	w := games.Which(c.Param("game"))
	l, err := s.playing.Ladder(c.Request().Context(), s.Actor(c), w)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := LadderPage{Page: s.Page(c, "Ladder of "+w.Name(), kit.Crumb{Label: "Play by turns", URL: kit.PlayPath})}
	page.Tabs.Label = "Ladders"
	for _, one := range []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo} {
		page.Tabs.Items = append(page.Tabs.Items, kit.NavItem{Label: one.Name(), URL: ladderURL(one), Current: one == w})
	}
	page.Rule = fmt.Sprintf("You challenge someone at most %d places above you. If you win, you take their place, and they and "+
		"all in between go one down; otherwise nothing changes. Who finishes no game of the ladder in %d days is taken off.",
		ladder.Reach, ladder.IdleDays)
	page.standing(&l, s.Actor(c).Person)
	for _, st := range l.Steps {
		page.Steps = append(page.Steps, LadderStep{st.At.Date().Long(), stepText(st)})
	}
	return ladderView.Render(c, http.StatusOK, page)
}

// standing fills in the places and what can be done about them.
func (p *LadderPage) standing(l *playing.Ladder, you auth.PersonID) {
	reach := map[auth.PersonID]bool{}
	for _, one := range l.Reach {
		reach[one.ID] = true
	}
	for i, one := range l.Places {
		row := LadderPlace{Place: i + 1, Name: one.Name, You: one.ID == you}
		if l.Pending == 0 && l.May && reach[one.ID] {
			row.Challenge = kit.PlayPath + "/new?ladder=" + string(l.Game) + "&opponent=" + kit.IDText(one.ID)
		}
		p.Places = append(p.Places, row)
	}
	switch {
	case l.On:
		p.Join = p.Button("ladder", ladderURL(l.Game), "Leave the ladder")
		p.Join.Kind = "secondary"
		switch {
		case l.Pending != 0:
			p.Says = "You have a challenge or a game for a place: one at a time."
			p.Pending = kit.PlayPath
		case !l.May:
			p.Says = "Members of the society play here by turns. Your place is kept, and shown again when your membership runs."
		case len(l.Reach) == 0:
			p.Says = "You stand at the top. Others challenge you."
		}
	case l.May:
		p.Says = "You are not on this ladder. You would begin at the foot, and be told of challenges by mail."
		p.Join = p.Button("ladder", ladderURL(l.Game), "Join the ladder", kit.Hidden{Name: "on", Value: "1"})
	default:
		p.Says = "Members of the society play here by turns. A membership that runs today is needed."
	}
}

// stepText is what has happened, in a sentence.
func stepText(st playing.LadderStep) string {
	switch st.Kind {
	case ladder.Joined:
		return fmt.Sprintf("%s joined at place %d.", st.Name, st.To)
	case ladder.Left:
		return fmt.Sprintf("%s left; the place was %d.", st.Name, st.From)
	case ladder.Idle:
		return fmt.Sprintf("%s had finished no game for %d days and was taken off; the place was %d.", st.Name, ladder.IdleDays, st.From)
	case ladder.Tied:
		return fmt.Sprintf("%s and %s tied. The game changes no place.", st.Name, st.OtherName)
	}
	text := fmt.Sprintf("%s won against %s", st.Name, st.OtherName)
	switch {
	case st.From == 0 || st.To == 0:
		return text + ", and stands on the ladder no more."
	case st.From != st.To:
		return text + fmt.Sprintf(", and came from place %d to place %d.", st.From, st.To)
	}
	return text + fmt.Sprintf(", and stays at place %d.", st.To)
}

// climb joins a ladder or leaves it.
func (s *Desk) climb(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	w, on := games.Which(c.Param("game")), in.Has("on", "1")
	if err := s.playing.Climb(c.Request().Context(), s.Actor(c), w, on); err != nil {
		return s.RefusedAt(c, err, ladderURL(w))
	}
	message := "You have left the ladder."
	if on {
		message = "You are on the ladder, at its foot."
	}
	s.Flash(c, kit.KindSuccess, message)
	return kit.SeeOther(c, ladderURL(w))
}
