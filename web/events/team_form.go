package events

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TeamPage changes a team, and puts players in it.
type TeamPage struct {
	kit.FormPage
	Join     *kit.SmallForm    // a player of no team
	Entries  string            // where more players are entered
	Lineups  []kit.Link        // of the round to come
	Withdraw *kit.SmallForm    // of the team
	Actions  []*kit.PostButton // undoing that, removing
}

var teamView = kit.NewView[TeamPage](templates, "director/team.html")

// deskTeam is a team with its section.
type deskTeam struct {
	tournaments.Team
	chart *tournaments.Wallchart
	round int // of a line-up
}

// teamOf is the team of the address with its section, for its director.
func (s *Desk) teamOf(c echo.Context) (deskTeam, error) {
	id, err := kit.PathID[tournaments.TeamID](c, "id")
	if err != nil {
		return deskTeam{}, err
	}
	w, err := s.tournaments.WallchartOfTeam(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return deskTeam{}, err
	}
	t, ok := w.Team(id)
	if !ok {
		return deskTeam{}, apperr.New(apperr.NotFound, "Team not found.")
	}
	return deskTeam{t, w, 0}, auth.Require(s.Actor(c), auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.Today())
}

func (s *Desk) teamFormPage(c echo.Context, page *kit.FormPage, t deskTeam, title string) {
	w, list := t.chart, sectionDeskURL(t.Section, "teams")
	page.Page = s.Page(
		c, title, directorCrumb, kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
		kit.Crumb{Label: w.Section.Name + ": teams", URL: list},
	)
	page.Submit, page.Back = "Save", kit.BackTo(c, list)
	page.Hide("back", page.Back)
	sayAway(&page.Page, w.Event)
}

func orderField(id tournaments.EntryID) string { return "order-" + kit.IDText(id) }

// changeTeam changes a team's name and the order of its players.
func (s *Desk) changeTeam() kit.Form[deskTeam] {
	return kit.Form[deskTeam]{
		Site: s.Site, Load: s.teamOf,
		Fill: func(_ echo.Context, in *kit.Filling, t deskTeam) {
			in.Set("name", t.Name)
			in.Set("club", t.Club)
			in.Set("captain", t.Captain)
			in.Set("number", strconv.Itoa(t.Number))
			for i, id := range t.Players {
				in.Set(orderField(id), strconv.Itoa(i+1))
			}
		},
		Version: func(t deskTeam) int64 { return t.Version },
		Show: func(c echo.Context, page *kit.FormPage, t deskTeam) error {
			s.teamFormPage(c, page, t, t.Name)
			page.Action = teamURL(t.ID)
			teamFields(page, t)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t deskTeam) (kit.Done, error) {
			err := s.tournaments.EditTeam(c.Request().Context(), s.Actor(c), t.ID, tournaments.TeamInput{
				Name: in.Text("name"), Club: in.Text("club"), Captain: in.Text("captain"), Number: in.NumberOr("number", 0),
				Order: boardOrder(in, t.Team), Version: in.Version(),
			})
			return kit.Done{To: kit.BackTo(c, sectionDeskURL(t.Section, "teams")), Message: in.Text("name") + ": saved."}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, t deskTeam) error {
			return teamView.Render(c, status, teamPage(*page, t))
		},
	}
}

func teamFields(page *kit.FormPage, t deskTeam) {
	page.Group("The team").Row(
		kit.Field{Name: "name", Label: "Team", Required: true, MaxLength: 100},
		kit.Field{Name: "club", Label: "Club", MaxLength: 100, Hint: "Empty for a team put together for the event."},
	).Row(
		kit.Field{Name: "captain", Label: "Captain", MaxLength: 100},
		kit.Field{Name: "number", Label: "Place in the list of teams", Type: "number", Min: "1", Hint: "The lot goes by it until round 1 is published."},
	)
	if len(t.Players) == 0 {
		return
	}
	var boards []kit.Field
	for i, id := range t.Players {
		e, _ := t.chart.Entry(id)
		boards = append(boards, kit.Field{
			Name: orderField(id), Label: e.Name + ", " + e.Grade(), Type: "number", Min: "1", Width: "short", Hint: boardHint(t.chart, i),
		})
	}
	boards[0].ID = "order" // where the error summary leads
	page.Group("Boards", boards...).Text(
		"The numbers are the boards; those after the last board are reserves. To move a player, type the number where the player " +
			"belongs: the others make room. Rounds that are published keep their boards.",
	)
}

func boardHint(w *tournaments.Wallchart, at int) string {
	if at < w.Section.Boards {
		return "Board " + strconv.Itoa(at+1) + "."
	}
	return "Reserve."
}

// boardOrder reads the order of a team's players: by the numbers that were typed, and whoever was moved gets the place
// before one who stayed.
func boardOrder(in *kit.Filling, t tournaments.Team) []tournaments.EntryID {
	at := make(map[tournaments.EntryID]int, len(t.Players))
	for i, id := range t.Players {
		was, typed := 3*(i+1), 3*in.NumberOr(orderField(id), i+1)
		switch {
		case typed < was:
			typed--
		case typed > was:
			typed++
		}
		at[id] = typed
	}
	order := slices.Clone(t.Players)
	slices.SortStableFunc(order, func(a, b tournaments.EntryID) int { return at[a] - at[b] })
	return order
}

// teamPage is the page of a team, with what else can be done with it.
func teamPage(form kit.FormPage, t deskTeam) TeamPage {
	w := t.chart
	page := TeamPage{FormPage: form, Entries: sectionDeskURL(t.Section, "entries")}
	if !w.Event.TakesChanges() {
		return page
	}
	player := kit.Field{ID: "player", Name: "player", Label: "Player", Type: "select", Options: []kit.Option{{Label: "Choose"}}}
	for _, e := range byName(w.Entries) {
		if e.Team == 0 && !e.Withdrawn {
			player.Options = append(player.Options, kit.Option{Value: kit.IDText(e.ID), Label: e.Name + ", " + e.Grade()})
		}
	}
	if len(player.Options) > 1 {
		page.Join = &kit.SmallForm{
			FormKey: page.Form("join"), Action: teamURL(t.ID) + "/join", Fields: []kit.Field{player}, Submit: "Put in the team", Kind: "secondary",
		}
	}
	if round := lineupRound(w); round > 0 && len(t.Players) > 0 {
		page.Lineups = append(page.Lineups, kit.Link{
			Label: "Someone is missing: line-up of round " + strconv.Itoa(round), URL: lineupURL(t.ID, round),
		})
	}
	page.Withdraw = leaveTeamForm(form, t)
	if w.Undoable(t.Team) {
		undo := page.Button("readmit", teamURL(t.ID)+"/readmit", "Undo the withdrawal of the team", kit.VersionField(t.Version))
		undo.Kind = "secondary"
		page.Actions = append(page.Actions, undo)
	}
	if w.Published() == 0 {
		remove := page.Button("remove", teamURL(t.ID)+"/remove", "Remove the team", kit.VersionField(t.Version))
		remove.Kind = "danger"
		page.Actions = append(page.Actions, remove)
	}
	return page
}

// teamJoin puts a player who is in no team into this one.
func (s *Desk) teamJoin(c echo.Context) error {
	return s.teamPress(c, func(in *kit.Filling, t deskTeam) (string, string, error) {
		id := kit.Chosen[tournaments.EntryID](in, "player")
		e, ok := t.chart.Entry(id)
		if !ok {
			return teamURL(t.ID), "", apperr.New(apperr.Invalid, "Choose a player of this section.")
		}
		return teamURL(t.ID), e.Name + " is in " + t.Name + ".", s.tournaments.JoinTeam(c.Request().Context(), s.Actor(c), id, t.ID)
	})
}

func (s *Desk) teamRemove(c echo.Context) error {
	return s.teamPress(c, func(in *kit.Filling, t deskTeam) (string, string, error) {
		return sectionDeskURL(t.Section, "teams"), t.Name + " is removed. Its players are still entered.",
			s.tournaments.RemoveTeam(c.Request().Context(), s.Actor(c), t.ID, in.Version())
	})
}

// leaveTeamForm offers the rounds after which the team may leave, the last one published first; nil where none is left to
// stay away from, and for a team that has left.
func leaveTeamForm(page kit.FormPage, t deskTeam) *kit.SmallForm {
	if len(t.Players) == 0 || t.chart.TeamWithdrawn(t.Team) || t.chart.Published() >= t.chart.Section.Rounds {
		return nil
	}
	after := lastPlayedField(t.chart)
	after.Hint = "All players of the team leave after it. That can be undone."
	return &kit.SmallForm{
		FormKey: page.Form("withdraw"), Action: teamURL(t.ID) + "/withdraw", Hidden: []kit.Hidden{kit.VersionField(t.Version)},
		Fields: []kit.Field{after}, Submit: "Withdraw the team", Kind: "secondary",
	}
}

func (s *Desk) teamWithdraw(c echo.Context) error {
	return s.teamPress(c, func(in *kit.Filling, t deskTeam) (string, string, error) {
		return teamURL(t.ID), t.Name + " is withdrawn.",
			s.tournaments.WithdrawTeam(c.Request().Context(), s.Actor(c), t.ID, in.Number("after"), in.Version())
	})
}

func (s *Desk) teamReadmit(c echo.Context) error {
	return s.teamPress(c, func(in *kit.Filling, t deskTeam) (string, string, error) {
		return teamURL(t.ID), t.Name + " plays again. It has missed the rounds that were published in between.",
			s.tournaments.ReadmitTeam(c.Request().Context(), s.Actor(c), t.ID, in.Version())
	})
}

// teamPress answers a small form about a team.
func (s *Desk) teamPress(c echo.Context, change func(in *kit.Filling, t deskTeam) (to, done string, err error)) error {
	t, err := s.teamOf(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	to, done, err := change(in, t)
	if err := in.Refusal(err); err != nil {
		return s.RefusedAt(c, err, teamURL(t.ID))
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, to)
}

// changeLineup says who sits at the boards of a team in a round.
func (s *Desk) changeLineup() kit.Form[deskTeam] {
	return kit.Form[deskTeam]{
		Site: s.Site,
		Load: func(c echo.Context) (deskTeam, error) {
			t, err := s.teamOf(c)
			if err != nil {
				return t, err
			}
			t.round, err = strconv.Atoi(c.Param("round"))
			if err != nil || t.round < 1 || t.round > t.chart.Section.Rounds {
				return t, apperr.New(apperr.NotFound, "The section has no such round.")
			}
			return t, nil
		},
		Fill: func(_ echo.Context, in *kit.Filling, t deskTeam) {
			for k, id := range t.chart.Seats(t.Team, t.round) {
				if id != 0 {
					in.Set("board-"+strconv.Itoa(k+1), kit.IDText(id))
				}
			}
			in.Tick("usual", !t.Decided(t.round))
		},
		Show: func(c echo.Context, page *kit.FormPage, t deskTeam) error {
			s.teamFormPage(c, page, t, t.Name+": line-up of round "+strconv.Itoa(t.round))
			page.Action = lineupURL(t.ID, t.round)
			lineupFields(page, t)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t deskTeam) (kit.Done, error) {
			lineup := tournaments.LineupInput{Team: t.ID, Round: t.round, Usual: in.Ticked("usual")}
			for k := range t.chart.Section.Boards {
				lineup.Boards = append(lineup.Boards, kit.Chosen[tournaments.EntryID](in, "board-"+strconv.Itoa(k+1)))
			}
			seats := t.chart.Seats(t.Team, t.round)
			if lineup.Usual && !t.Decided(t.round) && !slices.Equal(lineup.Boards, seats) {
				lineup.Usual = false // boards were changed and the box left as it was
			}
			err := s.tournaments.SetLineup(c.Request().Context(), s.Actor(c), lineup)
			return kit.Done{
				To: kit.BackTo(c, sectionDeskURL(t.Section, "teams")), Message: t.Name + ": the line-up of round " + strconv.Itoa(t.round) + " is saved.",
			}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, t deskTeam) error {
			return teamView.Render(c, status, TeamPage{FormPage: *page})
		},
	}
}

func lineupFields(page *kit.FormPage, t deskTeam) {
	options := []kit.Option{{Label: "No one: the board is lost by default"}}
	for _, id := range t.Players {
		e, _ := t.chart.Entry(id)
		if !e.In(t.round) {
			continue
		}
		label := e.Name + ", " + e.Grade()
		if !e.Plays(t.round) {
			label += ", absent so far"
		}
		options = append(options, kit.Option{Value: kit.IDText(e.ID), Label: label})
	}
	var boards []kit.Field
	for k := range t.chart.Section.Boards {
		n := strconv.Itoa(k + 1)
		boards = append(boards, kit.Field{Name: "board-" + n, Label: "Board " + n, Type: "select", Options: options})
	}
	text := "For this round only. Whoever was absent and sits at a board plays after all."
	if r, ok := t.chart.Round(t.round); ok && r.State == tournaments.Published {
		text += " The round is published: the boards of this match are made again, and whoever sees the round sees it at once."
	}
	page.Group("Round "+strconv.Itoa(t.round), boards...).Text(text).Row(kit.Field{
		Name: "usual", Label: "By the order of the team", Type: "checkbox",
		Hint: "Where someone is absent, those below move up and a reserve takes the last board.",
	})
}
