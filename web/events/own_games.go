package events

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/internal/weekly"
	"nzgs/web/kit"
)

// OwnGamesPage lists the games with a last day that someone plays.
type OwnGamesPage struct {
	kit.Page
	Tasks []kit.Task // without a result
	Past  []kit.Link // with one
	Empty *kit.Empty
}

// OwnGamePage is such a game: when it is to be played, its result, its records.
type OwnGamePage struct {
	kit.Page
	Due, Rule string
	Contact   string // whom the players write to
	Badge     kit.Badge
	Table     TableResult
	Records   []OwnRecord
	Attach    string // where a record is handed in; "" when none is taken
	File      kit.Field
	Public    string
}

// OwnRecord is a record of a game with what differs from the table.
type OwnRecord struct {
	URL, Label, Meta string
	Differences      []results.Difference
	Text             string          // what happens next
	Accept           *kit.PostButton // nil where the reader has nothing to accept
}

var (
	ownGamesView = kit.NewView[OwnGamesPage](templates, "own_games.html")
	ownGameView  = kit.NewView[OwnGamePage](templates, "own_game.html")
)

const ownGamesPath = "/games"

var ownGamesCrumb = kit.Crumb{Label: "My online games", URL: ownGamesPath}

// OwnGames are the games that whoever is signed in has to play, for their own page.
func (s *Desk) OwnGames(c echo.Context) ([]kit.Task, error) {
	lines, err := s.weekly.Mine(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	var tasks []kit.Task
	for _, l := range lines {
		if l.Due.Stage != weekly.Decided {
			tasks = append(tasks, ownTask(l, s.Actor(c)))
		}
	}
	return tasks, nil
}

func ownTask(l weekly.Line, actor auth.Actor) kit.Task {
	p := l.Played
	side, other, opponent := results.BlackSide, results.WhiteSide, p.WhiteName
	if actor.Person == p.WhitePerson {
		side, other, opponent = other, side, p.BlackName
	}
	task := kit.Task{
		Title: p.EventName + ", round " + strconv.Itoa(p.Round) + ": " + opponent, Text: l.Due.Text(),
		URL: weekly.GamePath(p.Game.ID), Action: "Report the result", Due: "by " + l.Due.Last.Long(),
	}
	task.Trace = kit.GameTerms{Text: gameTerms(p.Game.Handicap), Lines: p.Game.HandicapLines()}.Trace()
	_, mine := l.Said[side]
	theirs, told := l.Said[other]
	switch {
	case mine && told:
		task.Text += " Your reports differ."
	case told:
		task.Text += " " + opponent + " says: " + results.Label(theirs) + "."
		task.Action = "Confirm it or say otherwise"
	case mine:
		task.Text += " You have reported; " + opponent + " has not confirmed it yet."
		task.Action = "See the game"
	}
	switch l.Due.Stage {
	case weekly.Soon:
		task.State = "soon"
	case weekly.Overdue, weekly.RuleDue:
		task.State = "overdue"
	}
	return task
}

func (s *Desk) ownGames(c echo.Context) error {
	lines, err := s.weekly.Mine(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := OwnGamesPage{Page: s.Page(c, "My online games", kit.Crumb{Label: "My page", URL: "/me"})}
	for _, l := range lines {
		if l.Due.Stage != weekly.Decided {
			page.Tasks = append(page.Tasks, ownTask(l, s.Actor(c)))
			continue
		}
		p := l.Played
		page.Past = append(page.Past, kit.Link{
			URL: weekly.GamePath(p.Game.ID), Label: p.EventName + ", round " + strconv.Itoa(p.Round) + ": " +
				p.BlackName + " – " + p.WhiteName + ", " + results.Text(p.Game),
		})
	}
	if len(lines) == 0 {
		page.Empty = &kit.Empty{
			Title: "You have no games with a deadline", Text: "Games of online events stand here once a round is published.",
			Action: &kit.Link{Label: "Events", URL: "/events"},
		}
	}
	return ownGamesView.Render(c, page.Status(), page)
}

// gameAt is the game of the address, for its players and whoever enters its result.
func (s *Desk) gameAt(c echo.Context) (weekly.Game, error) {
	id, err := kit.PathID[tournaments.GameID](c, "id")
	if err != nil {
		return weekly.Game{}, err
	}
	return s.weekly.Game(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) ownGame(c echo.Context) error {
	g, err := s.gameAt(c)
	if err != nil {
		return err
	}
	return s.showOwnGame(c, g, nil)
}

// showOwnGame answers with the game; refused is why something was not taken.
func (s *Desk) showOwnGame(c echo.Context, g weekly.Game, refused error) error {
	kit.NoStore(c)
	here := weekly.GamePath(g.Game.ID)
	page := OwnGamePage{
		Page: s.Page(c, "Round "+strconv.Itoa(g.Round)+": "+g.Black.Entry.Name+" – "+g.White.Entry.Name, ownGamesCrumb),
		Due:  g.Due.Text(), Rule: g.Plan.Rule(), Badge: dueBadge(g.Due),
		Contact: g.Plan.Contact, Public: roundURL(g.Event.Slug, g.Section.Slug, g.Round),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Table = tableResult(page.Page, g.Table, g.You)
	page.Table.Action, page.Table.Table = here, ""
	if mine, _ := reportsOf(g.Table, g.You); mine != nil && g.Standing == results.Reported {
		page.Table.Text = "It counts when your opponent has said the same."
	}
	if g.You != "" && g.Event.TakesChanges() {
		page.Attach = here + "/record"
		page.File = page.Field(kit.Field{
			ID: "file", Name: "file", Label: "Record (SGF)", Type: "file", Accept: ".sgf,.gib,.ngf",
			Hint: "It is checked, and compared with the table before anyone else sees it.",
		})
	}
	for _, r := range g.Records {
		page.Records = append(page.Records, shownOwnRecord(&page.Page, here, r))
	}
	return ownGameView.Render(c, status, page)
}

func shownOwnRecord(p *kit.Page, here string, r weekly.Record) OwnRecord {
	out := OwnRecord{
		URL: kit.RecordURL(r.ID), Label: r.FileName, Differences: r.Differences,
		Meta: "handed in by " + r.AttachedBy + ", " + r.AttachedAt.Long(),
		Text: "Nothing differs from the table. Everyone sees this record.",
	}
	switch {
	case r.Standing == results.RecordHidden:
		out.Text = "This record is hidden."
	case r.Standing == results.RecordShown && len(r.Differences) > 0:
		out.Text = "Everyone sees this record. If something in it is wrong, tell the director."
	case r.Standing == results.RecordWaiting:
		out.Text = "Only the two players and the event’s officials see this record. Is it right although this differs? " +
			"Everyone sees it once both players, or the director, have accepted it."
		if len(r.Differences) == 0 {
			out.Text = "Nothing differs now. Everyone sees this record once both players, or the director, have accepted it."
		}
	}
	for _, act := range r.May(r.Viewer) {
		if act == results.AcceptRecord {
			id := kit.IDText(r.ID)
			out.Accept = p.Button("accept"+id, here+"/accept", "Accept this record", kit.Hidden{Name: "record", Value: id})
			out.Accept.Kind = "secondary"
		}
	}
	return out
}

// ownReport takes what a player says came out.
func (s *Desk) ownReport(c echo.Context) error {
	g, err := s.gameAt(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	t, err := s.results.Report(c.Request().Context(), s.Actor(c), results.ReportInput{
		Game: g.Game.ID, Result: pairing.Result(in.Text("result")), Margin: in.Text("margin"),
	})
	if err != nil {
		return s.showOwnGame(c, g, err)
	}
	said := "Your report is kept. It counts when your opponent has said the same."
	switch t.Standing {
	case results.Decided:
		said = "You both say the same: the result is in."
	case results.Disputed:
		said = "Your report is kept. The two reports differ, and the game is on the referee’s list."
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, weekly.GamePath(g.Game.ID))
}

// ownRecord keeps a record that a player hands in.
func (s *Desk) ownRecord(c echo.Context) error {
	g, err := s.gameAt(c)
	if err != nil {
		return err
	}
	in := results.AttachForm{Game: g.Game.ID}
	var kept results.Record
	if in.FileName, in.Content, err = readRecordFile(c); err == nil {
		kept, err = s.results.AttachRecord(c.Request().Context(), s.Actor(c), in)
	}
	if err != nil {
		return s.showOwnGame(c, g, err)
	}
	if kept.Standing == results.RecordWaiting {
		s.Flash(c, kit.KindWarning, "The record is kept. Something in it differs from the table, so not everyone sees it "+
			"yet: see below.")
	} else {
		s.Flash(c, kit.KindSuccess, "The record is kept with the game. It agrees with the table.")
	}
	return kit.SeeOther(c, weekly.GamePath(g.Game.ID))
}

// ownAccept accepts a record of the game for the player who is signed in.
func (s *Desk) ownAccept(c echo.Context) error {
	g, err := s.gameAt(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	wanted := kit.Chosen[results.RecordID](in, "record")
	for _, r := range g.Records {
		if r.ID != wanted {
			continue
		}
		err := s.results.Tend(c.Request().Context(), s.Actor(c), r.ID, results.AcceptRecord, "")
		if err != nil {
			return s.showOwnGame(c, g, err)
		}
		s.Flash(c, kit.KindSuccess, "You have accepted the record.")
		return kit.SeeOther(c, weekly.GamePath(g.Game.ID))
	}
	return kit.ErrNoSuchPage
}
