package events

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TablePage is one table on a player's phone: the code on the table's card
// leads here.
type TablePage struct {
	kit.Page
	Table  TableResult
	Who    *TableWho       // first: which of the two has the phone
	Other  *kit.Link       // hands the phone to the other player
	Call   *kit.PostButton // calls the referee
	Called string          // when the referee was called, while the call is open
	Attach string          // where a record of the game is handed in
	File   kit.Field
	Public string
}

// TableWho asks who of the two at the table is reporting.
type TableWho struct {
	Action       string
	Black, White Seat
}

var tableView = kit.NewView[TablePage](templates, "results/table.html")

func (s *Desk) tablePage(c echo.Context) error {
	t, err := s.results.TableByCard(c.Request().Context(), s.Actor(c), c.Param("card"))
	if err != nil {
		return err
	}
	return s.showTable(c, t, nil)
}

// showTable answers with the table; refused is why a report was not taken.
func (s *Desk) showTable(c echo.Context, t results.Table, refused error) error {
	here, side := kit.TableCardURL(c.Param("card")), sideOf(c, t)
	page := TablePage{
		Page: s.Page(c, "Table "+strconv.Itoa(t.Game.Table)), Public: sectionURL(t.Event.Slug, t.Section.Slug),
	}
	page.Shape = kit.ShapeNarrow
	follow(&page.Page, t.Event)
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Table = tableResult(page.Page, t, side)
	page.Table.Action = here + "?side=" + string(side)
	if side != "" {
		page.Call, page.Called = callButton(&page.Page, t, here+"/call?side="+string(side))
	}
	if side != "" && t.Event.TakesChanges() {
		page.Attach = here + "/record?side=" + string(side)
		page.File = page.Field(kit.Field{Name: "file", Label: "Record (SGF)", Type: "file", Accept: ".sgf,.gib,.ngf"})
	}
	if t.CanReport && t.Standing != results.Decided {
		switch side {
		case "":
			page.Who = &TableWho{
				Action: here, Black: seatOf(placeOf(t.Event, t.Section), t.Black, pairing.Black, t.Round), White: seatOf(placeOf(t.Event, t.Section), t.White, pairing.White, t.Round),
			}
		case results.BlackSide:
			page.Other = &kit.Link{Label: "I am " + t.White.Entry.Name, URL: here + "?side=white"}
		default:
			page.Other = &kit.Link{Label: "I am " + t.Black.Entry.Name, URL: here + "?side=black"}
		}
		if t.You != "" {
			page.Other = nil
		}
	}
	return tableView.Render(c, status, page)
}

// sideOf is the player who has the phone: who is signed in, else who they said
// they are.
func sideOf(c echo.Context, t results.Table) results.Side {
	if t.You != "" {
		return t.You
	}
	switch side := results.Side(c.QueryParam("side")); side {
	case results.BlackSide, results.WhiteSide:
		return side
	}
	return ""
}

func tableResult(p kit.Page, t results.Table, side results.Side) TableResult {
	out := TableResult{
		Event: t.Event.Name, Round: t.Section.Name + ", round " + strconv.Itoa(t.Round), Table: strconv.Itoa(t.Game.Table),
		Black: seatOf(placeOf(t.Event, t.Section), t.Black, pairing.Black, t.Round), White: seatOf(placeOf(t.Event, t.Section), t.White, pairing.White, t.Round),
		Terms: tableTerms(t, tournaments.Everyone), Key: p.Key,
		Version: strconv.FormatInt(t.Game.Version, 10),
		Game:    strconv.FormatInt(int64(t.Game.ID), 10),
	}
	out.Notes = basisNotes(t.Basis)
	if t.Basis.OneDevice {
		out.Notes = append(out.Notes, "Reported for both players from one device; the director sees that.")
	}
	mine, theirs := reportsOf(t, side)
	out.Badge, out.Text = tableState(t, side, mine, theirs)
	if t.CanReport && t.Standing != results.Decided && side != "" {
		out.Choices = []Choice{
			{Code: string(pairing.BlackWins), Label: t.Black.Entry.Name, Stone: "black"},
			{Code: string(pairing.WhiteWins), Label: t.White.Entry.Name, Stone: "white"},
			{Code: string(pairing.Jigo), Label: "Jigo"},
		}
		for i := range out.Choices {
			out.Choices[i].Chosen = mine != nil && out.Choices[i].Code == string(mine.Result)
		}
	}
	return out
}

// reportsOf is what the side has said, and what the other has.
func reportsOf(t results.Table, side results.Side) (mine, theirs *results.Report) {
	for i := range t.Reports {
		if t.Reports[i].Side == side {
			mine = &t.Reports[i]
		} else {
			theirs = &t.Reports[i]
		}
	}
	return mine, theirs
}

// tableState says where the result stands, and what happens next.
func tableState(t results.Table, side results.Side, mine, theirs *results.Report) (*kit.Badge, string) {
	other := t.White.Entry.Name
	if side == results.WhiteSide {
		other = t.Black.Entry.Name
	}
	switch {
	case t.Standing == results.Decided:
		return &kit.Badge{
			Kind: kit.KindSuccess, Text: results.Text(t.Game),
		}, "This is the result. If it is wrong, tell the tournament director."
	case t.Standing == results.Disputed:
		return &kit.Badge{
			Kind: kit.KindWarning, Text: "Your reports differ",
		}, "Talk to each other, then one of you changes the report. The game is on the referee’s list."
	case !t.CanReport:
		return nil, "Results cannot be reported here now."
	case side == "":
		return nil, "Each of you reports. The result counts when you both say the same."
	case mine != nil:
		return &kit.Badge{
			Kind: kit.KindInfo, Text: "You said: " + results.Label(mine.Result),
		}, waitingFor(other)
	case theirs != nil:
		return &kit.Badge{
			Kind: kit.KindInfo, Text: other + " said: " + results.Label(theirs.Result),
		}, "If that is right, press the same button."
	}
	return nil, "The result counts when you have both said the same."
}

func waitingFor(other string) string {
	return "Waiting for " + other + " to say the same. " + other + " scans the code on the card, or uses this phone; " +
		"the director then sees that both reports came from one device."
}

const (
	deviceCookie = kit.TableCookie
	deviceHours  = 12
)

// device is what tells a phone at a table from another: a random cookie for a day of
// play, which says nothing of whose it is. Of a browser that keeps none nothing is
// known.
func (s *Desk) device(c echo.Context) string {
	name := s.CookieName(deviceCookie)
	value := rand.Text()
	if cookie, err := c.Cookie(name); err == nil && len(cookie.Value) == len(value) {
		value = cookie.Value
	}
	c.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: deviceHours * 3600, HttpOnly: true, Secure: s.Secure(),
		SameSite: http.SameSiteStrictMode,
	})
	return value
}

// tableReport takes what a player says came out.
func (s *Desk) tableReport(c echo.Context) error {
	ctx, actor, card := c.Request().Context(), s.Actor(c), c.Param("card")
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	_, err = s.results.Report(ctx, actor, results.ReportInput{
		Card: card, Game: kit.Chosen[results.GameID](in, "game"), Side: results.Side(c.QueryParam("side")),
		Result: pairing.Result(in.Text("result")), Margin: in.Text("margin"), Device: s.device(c),
	})
	if err != nil {
		t, again := s.results.TableByCard(ctx, actor, card)
		if again != nil {
			return err
		}
		return s.showTable(c, t, err)
	}
	return kit.SeeOther(c, kit.TableCardURL(card)+"?side="+url.QueryEscape(c.QueryParam("side")))
}
