package events

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// PlayerPage is a player's page in a section: the table of the round that is played, the rounds so
// far, the place.
type PlayerPage struct {
	kit.Page
	Head      SectionHead
	Facts     []kit.Fact
	Now       *FoundTable
	Times     []Countdown
	Mine      *TableResult    // of the player who is signed in, while the game is open
	Call      *kit.PostButton // calls the referee, for the same
	Called    string
	Here      *kit.PostButton // says that the player who is signed in has come
	Came      string          // that it is known
	Letters   *kit.SmallForm  // letters about the rounds
	Told      string          // how it stands with letters
	Next      string          // what comes, where there is no table
	Rounds    []PlayedRound
	Standings *Standings // this player's line
	PrizeHead string
	Prizes    []PrizeRow // of this player
	Profile   string     // on the rating list; "" for who is not on it
}

// PlayedRound is a round of one player.
type PlayedRound struct {
	Round    string
	Table    string
	Colour   string // "black", "white" or ""
	Opponent Seat
	Terms    kit.GameTerms
	Text     string // "won", "to come", "bye"
	Points   string // after the round
	Notes    []string
}

var playerView = kit.NewView[PlayerPage](templates, "player.html")

func (s *Desk) eventPlayer(c echo.Context) error {
	w, _, err := s.chartAt(c)
	if err != nil {
		return err
	}
	e, err := playerAt(c, w)
	if err != nil {
		return err
	}
	return s.showPlayer(c, w, e, nil, nil)
}

// playerAt is the player of the address.
func playerAt(c echo.Context, w *tournaments.Wallchart) (tournaments.Entry, error) {
	number, err := strconv.Atoi(c.Param("player"))
	at := slices.IndexFunc(w.Entries, func(e tournaments.Entry) bool { return e.Number == number })
	if err != nil || at < 0 {
		return tournaments.Entry{}, apperr.New(apperr.NotFound, "%s has no player with this number.", w.Section.Name)
	}
	return w.Entries[at], nil
}

// showPlayer answers with a player's page; in is a form that was not taken, refused why.
func (s *Desk) showPlayer(
	c echo.Context, w *tournaments.Wallchart, e tournaments.Entry, in *kit.Filling, refused error,
) error {
	st, err := w.Standings(0)
	if err != nil {
		return err
	}
	page := PlayerPage{}
	page.Page, page.Head = s.sectionPage(c, w, e.Name, "Players")
	page.Facts = playerFacts(e)
	if e.Listed {
		page.Profile = kit.PlayerURL(e.Person)
	}
	row := slices.IndexFunc(st.Rows, func(r tournaments.StandingsRow) bool { return r.Entry.ID == e.ID })
	if row >= 0 && w.Published() > 0 {
		own := standingsOf(w, st, row, 1)
		page.Standings = &own
	}
	lines := map[int]pairing.Line{}
	if row >= 0 {
		for _, l := range st.Rows[row].Rounds {
			lines[l.Round] = l
		}
	}
	for n := 1; n <= w.Published(); n++ {
		r, _ := w.Round(n)
		bases, err := s.results.BasesOf(c.Request().Context(), r.ID)
		if err != nil {
			return err
		}
		for _, p := range w.Pairings(n) {
			if p.Black.Entry.ID == e.ID || p.White.Entry.ID == e.ID {
				played := playedRound(w, n, p, e, lines[n])
				played.Notes = basisNotes(bases[p.Game.ID])
				page.Rounds = append(page.Rounds, played)
			}
		}
	}
	if w.Event.BeingPlayed() {
		page.Now = tableNow(w, e)
	}
	page.Next = nextOf(w, e)
	if !e.Withdrawn {
		page.Times = s.countdowns(w)
	}
	if page.PrizeHead, page.Prizes, err = s.ownPrizes(c, w, e.ID); err != nil {
		return err
	}
	if err := s.ownHere(c, &page, w, e); err != nil {
		return err
	}
	if err := s.ownPart(c, &page, w, e); err != nil {
		return err
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if err := s.addLetters(c, &page, w, e, in); err != nil {
		return err
	}
	return playerView.Render(c, status, page)
}

func playerFacts(e tournaments.Entry) []kit.Fact {
	facts := []kit.Fact{{Label: "Rating", Value: e.Rating.String() + " (" + e.Grade() + ")"}}
	if e.TeamName != "" {
		facts = append(facts, kit.Fact{Label: "Team", Value: e.TeamName})
	}
	if e.Partner != nil {
		facts = pairFacts(e.Partner, e)
		e.Club = ""
	}
	for _, f := range []kit.Fact{
		{Label: "Club", Value: e.Club}, {Label: "Country", Value: e.Country}, {Label: "Note", Value: kit.Capital(entryNote(e))},
	} {
		if f.Value != "" {
			facts = append(facts, f)
		}
	}
	return facts
}

// tableNow is where the player sits in the latest published round, while it is played; nil when it
// is over for this player.
func tableNow(w *tournaments.Wallchart, e tournaments.Entry) *FoundTable {
	round := w.Published()
	for _, p := range w.Pairings(round) {
		mine, other, colour := p.Black, p.White, "Black"
		if p.White.Entry.ID == e.ID {
			mine, other, colour = p.White, p.Black, "White"
		}
		if mine.Entry.ID == e.ID && (p.Game.ID == 0 || p.Game.Result == pairing.NoResult) && !w.Progress(round).Complete() {
			found := foundTable(w, round, p, mine, other, colour)
			return &found
		}
	}
	return nil
}

// nextOf says what the player waits for.
func nextOf(w *tournaments.Wallchart, e tournaments.Entry) string {
	next := w.Published() + 1
	switch {
	case w.Event.Cancelled.Is:
		return w.Event.Cancelled.Says(w.Event)
	case !w.Event.TakesChanges():
		return ""
	case e.Withdrawn:
		return "Withdrawn from the event."
	case next > w.Section.Rounds:
		return ""
	case e.In(next) && w.Out(e):
		return "Out of the knock-out."
	case !e.In(next):
		return fmt.Sprintf("Enters in round %d.", e.EnteredIn)
	}
	if starts := startsOf(w, next); starts != "" {
		return fmt.Sprintf("Round %d of %d starts %s. It stands here as soon as it is published.", next, w.Section.Rounds, starts)
	}
	return fmt.Sprintf("Round %d of %d stands here as soon as it is published.", next, w.Section.Rounds)
}

// startsOf is when a round begins by the timetable: "at 10:00 am", "on Saturday 2 January, 10:00 am"; "" where it has none.
func startsOf(w *tournaments.Wallchart, round int) string {
	slot, ok := w.Timetable.Slot(round)
	if !ok {
		return ""
	}
	if w.Event.From == w.Event.To {
		return "at " + w.Timetable.StartsText(w.Event, slot)
	}
	return "on " + w.Timetable.StartsText(w.Event, slot)
}

func playedRound(w *tournaments.Wallchart, n int, p tournaments.Pairing, e tournaments.Entry, l pairing.Line) PlayedRound {
	out := PlayedRound{Round: strconv.Itoa(n)}
	if l.Round > 0 && l.Kind != pairing.KindPending {
		out.Points = l.Total.String()
	}
	if p.Game.ID == 0 {
		out.Text = kit.Capital(p.Idle)
		return out
	}
	other, colour := p.White, pairing.Black
	if p.White.Entry.ID == e.ID {
		other, colour = p.Black, pairing.White
	}
	out.Table, out.Colour = strconv.Itoa(p.Game.Table), string(colour)
	out.Opponent = seatOf(placeOf(w.Event, w.Section), other, "", n)
	out.Terms = pairingTerms(w.Section, p, tournaments.Everyone)
	out.Text = wonText(p.Game.Result, colour)
	return out
}

// wonText is a result as the player of a colour tells it.
func wonText(r pairing.Result, colour pairing.Colour) string {
	won := map[pairing.Result]pairing.Colour{
		pairing.WhiteWins: pairing.White, pairing.BlackWins: pairing.Black, pairing.WhiteDefault: pairing.White,
		pairing.BlackDefault: pairing.Black,
	}
	switch r {
	case pairing.NoResult:
		return "To come"
	case pairing.Jigo:
		return "Jigo"
	case pairing.WhiteWins, pairing.BlackWins:
		if won[r] == colour {
			return "Won"
		}
		return "Lost"
	case pairing.WhiteDefault, pairing.BlackDefault:
		if won[r] == colour {
			return "Won by default"
		}
		return "Lost by default"
	case pairing.BothWin, pairing.BothWinDefault, pairing.JigoDefault:
		return results.Label(r)
	}
	return "Lost by both"
}

// OwnEvents are the events that whoever is signed in is entered in and that are not over, for their
// own page: where they sit, or what they wait for.
func (s *Desk) OwnEvents(c echo.Context) ([]kit.Task, error) {
	return s.ownEvents(c, func(tournaments.Event) bool { return true })
}

// ownEvents are those of them that are wanted.
func (s *Desk) ownEvents(c echo.Context, wanted func(tournaments.Event) bool) ([]kit.Task, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	own, err := s.tournaments.EntriesOf(ctx, actor.Person)
	if err != nil {
		return nil, err
	}
	var tasks []kit.Task
	for _, one := range own {
		w, err := s.tournaments.Wallchart(ctx, actor, one.Section)
		if err != nil {
			return nil, err
		}
		e, ok := w.Entry(one.Entry)
		if !ok || !wanted(w.Event) {
			continue
		}
		task := kit.Task{
			Title: w.Event.Name + ", " + w.Section.Name, Text: nextOf(w, e), Action: "My page in this event",
			URL: playerURL(placeOf(w.Event, w.Section), e.Number), Due: w.Event.Dates(),
		}
		if now := tableNow(w, e); now != nil && w.Event.BeingPlayed() {
			task.Text = now.Round + ": " + now.Idle
			if now.Table != "" {
				task.Text = fmt.Sprintf("%s: table %s, %s against %s.", now.Round, now.Table, now.Colour, now.Opponent.Name)
				task.Trace = now.Terms.Trace()
			}
			if now.Starts != "" {
				task.Text += " It starts " + now.Starts + "."
			}
			if next := w.Published() + 1; next <= w.Section.Rounds && startsOf(w, next) != "" {
				task.Text += fmt.Sprintf(" Round %d starts %s.", next, startsOf(w, next))
			}
		}
		may, err := s.mayCheckIn(c, w, e)
		if err != nil {
			return nil, err
		}
		if may {
			came, err := s.tournaments.HereMyself(ctx, actor, e.ID)
			if err != nil {
				return nil, err
			}
			if !came.Came() {
				task.Text, task.Action = strings.TrimSpace("Say there that you have come. "+task.Text), "Check in, and my table"
			}
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}
