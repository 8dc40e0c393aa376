package events

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TeamsPage is the teams of a section, for its director.
type TeamsPage struct {
	kit.Page
	Head  DeskHead
	Add   *kit.SmallForm // a team; nil where none can enter any more
	Teams []TeamBox
	Loose []Seat // entered, and in no team
	Empty *kit.Empty
}

// TeamBox is a team with its players (partial "team-box").
type TeamBox struct {
	Name, URL string
	Text      string // "Auckland Go Club · captain Ana · 2.3"
	Players   []TeamMember
	Lineup    kit.Link // the boards of the round to come; without a label none
}

// TeamMember is a player of a team by board.
type TeamMember struct {
	Board  string // "1", or "reserve"
	Player Seat
	Note   string
}

var teamsView = kit.NewView[TeamsPage](templates, "director/teams.html")

func teamURL(id tournaments.TeamID) string { return fmt.Sprintf("/director/teams/%d", id) }

func lineupURL(id tournaments.TeamID, round int) string {
	return fmt.Sprintf("%s/lineups/%d", teamURL(id), round)
}

func (s *Desk) teams(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showTeams(c, w, sentForm{in: kit.Asked(c)})
}

// showTeams answers with the teams; sent is one that was not taken.
func (s *Desk) showTeams(c echo.Context, w *tournaments.Wallchart, sent sentForm) error {
	page := TeamsPage{}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": teams", "Teams")
	status, err := page.TakeRefusal(sent.refused)
	if err != nil {
		return err
	}
	if !w.Section.Teams() {
		page.Empty = &kit.Empty{
			Title: "Players of this section play for themselves", Text: "Set a number of boards in its settings, under System and games, to make it a team event.",
		}
		return teamsView.Render(c, status, page)
	}
	if w.Event.TakesChanges() {
		page.Add = addTeamForm(&page.Page, w, sent)
	}
	for _, t := range w.Teams() {
		box := teamBox(w, t)
		box.URL = teamURL(t.ID)
		for i := range box.Players {
			e, _ := w.Entry(t.Players[i])
			box.Players[i].Player.URL = entryURL(e.ID)
		}
		if round := lineupRound(w); round > 0 && w.Event.TakesChanges() && len(t.Players) > 0 {
			box.Lineup = kit.Link{Label: fmt.Sprintf("Line-up of round %d", round), URL: lineupURL(t.ID, round)}
			if t.Decided(round) {
				box.Lineup.Label += ", changed"
			}
		}
		page.Teams = append(page.Teams, box)
	}
	for _, e := range byName(w.Entries) {
		if e.Team == 0 && !e.Withdrawn {
			seat := playerSeat(place{}, e)
			seat.URL = entryURL(e.ID) + "?back=" + sectionDeskURL(w.Section.ID, "teams")
			page.Loose = append(page.Loose, seat)
		}
	}
	return teamsView.Render(c, status, page)
}

// lineupRound is the round whose boards can be changed: the latest that is drawn while a result is missing, else the next;
// 0 when all are played.
func lineupRound(w *tournaments.Wallchart) int {
	last := len(w.Rounds)
	if last > 0 && !w.Rounds[last-1].Progress().Complete() {
		return w.Rounds[last-1].Number
	}
	if last < w.Section.Rounds {
		return last + 1
	}
	return 0
}

func addTeamForm(page *kit.Page, w *tournaments.Wallchart, sent sentForm) *kit.SmallForm {
	here := sectionDeskURL(w.Section.ID, "teams")
	form := sent.form(page, sent.to == here, nil)
	return &kit.SmallForm{
		FormKey: page.Form("team"), Action: here, Submit: "Add the team", Fields: []kit.Field{
			form.field(kit.Field{Name: "name", Label: "Team", Required: true, MaxLength: 100, Hint: "Such as Auckland A."}),
			form.field(kit.Field{
				Name: "club", Label: "Club", MaxLength: 100, Hint: "Teams of one club are kept apart. Empty for a team put together for the event.",
			}),
			form.field(kit.Field{Name: "captain", Label: "Captain", MaxLength: 100}),
		},
	}
}

// teamBox is a team with its players by board.
func teamBox(w *tournaments.Wallchart, t tournaments.Team) TeamBox {
	box := TeamBox{Name: t.Name}
	var says []string
	if t.Club != "" {
		says = append(says, t.Club)
	}
	if t.Captain != "" {
		says = append(says, "captain "+t.Captain)
	}
	if rating, ok := w.TeamRating(t); ok {
		says = append(says, "rating "+rating.String())
	} else {
		says = append(says, "no players yet")
	}
	if w.TeamWithdrawn(t) {
		says = append(says, "withdrawn")
	}
	box.Text = strings.Join(says, " · ")
	for i, id := range t.Players {
		e, ok := w.Entry(id)
		if !ok {
			continue
		}
		member := TeamMember{Board: boardLabel(w, i), Player: playerSeat(placeOf(w.Event, w.Section), e), Note: entryNote(e)}
		member.Player.Club = e.Club
		box.Players = append(box.Players, member)
	}
	return box
}

// boardLabel is where a player of a team sits by its order.
func boardLabel(w *tournaments.Wallchart, at int) string {
	if at < w.Section.Boards {
		return strconv.Itoa(at + 1)
	}
	return "reserve"
}

// teamCreate adds a team.
func (s *Desk) teamCreate(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	t, err := s.tournaments.AddTeam(c.Request().Context(), s.Actor(c), tournaments.TeamInput{
		Section: w.Section.ID, Name: in.Text("name"), Club: in.Text("club"), Captain: in.Text("captain"),
	})
	if err := in.Refusal(err); err != nil {
		return s.showTeams(c, w, sentTo(c, in, err))
	}
	s.Flash(c, kit.KindSuccess, t.Name+" is added. Put its players in it.")
	return kit.SeeOther(c, teamURL(t.ID))
}

// entryTeam puts a player into a team.
func (s *Desk) entryTeam(c echo.Context) error {
	return s.entryChange(c, "is in the team", func(
		ctx context.Context, actor auth.Actor, in *kit.Filling, id tournaments.EntryID,
	) error {
		return s.tournaments.JoinTeam(ctx, actor, id, kit.Chosen[tournaments.TeamID](in, "team"))
	})
}

// teamOptions are the teams of a section, after a choice of none.
func teamOptions(w *tournaments.Wallchart, none string) []kit.Option {
	out := []kit.Option{{Label: none}}
	for _, t := range w.Teams() {
		out = append(out, kit.Option{Value: kit.IDText(t.ID), Label: t.Name})
	}
	return out
}

// entryTeamForm offers the teams on the page of an entry; nil where there are none, or the player stays in one.
func entryTeamForm(page kit.FormPage, e deskEntry) *kit.SmallForm {
	if !e.chart.Section.Teams() || len(e.chart.Teams()) == 0 || wasDrawn(e.Entry, e.chart) {
		return nil
	}
	team := kit.Field{
		ID: "team", Name: "team", Label: "Team", Type: "select", Options: teamOptions(e.chart, "None"),
		Hint: "After its last player. The page of the team has the order of its boards.",
	}
	mine, _ := e.chart.Entry(e.ID)
	for i := range team.Options {
		team.Options[i].Selected = mine.Team != 0 && team.Options[i].Value == kit.IDText(mine.Team)
	}
	return &kit.SmallForm{
		FormKey: page.Form("team"), Action: entryURL(e.ID) + "/team",
		Hidden: []kit.Hidden{kit.VersionField(e.Version), {Name: "back", Value: page.Back}}, Fields: []kit.Field{team},
		Submit: "Put in this team", Kind: "secondary",
	}
}
