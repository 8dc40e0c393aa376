package venue

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
	"nzgs/web/kit"
)

// LendPage is where a director takes an event along, and has it back.
type LendPage struct {
	kit.Page
	Text   []string
	Facts  []kit.Fact
	Steps  []string // what to do, in order
	Lend   *kit.PostButton
	Fetch  *kit.PostButton
	Links  []kit.Link
	Asides []AsideRow
}

// AsideRow is a version that was kept aside.
type AsideRow struct{ URL, When, Why, Used string }

var lendView = kit.NewView[LendPage](templates, "lend.html")

var directorCrumb = kit.Crumb{Label: "Director", URL: "/director"}

// eventOf is the event of the address, for its director.
func (s *Desk) eventOf(c echo.Context) (tournaments.Event, error) {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return tournaments.Event{}, err
	}
	if err := auth.Require(s.Actor(c), auth.DirectEvent, auth.Object{Event: id}, s.Today()); err != nil {
		return tournaments.Event{}, err
	}
	return s.tournaments.EventByID(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) page(c echo.Context, e tournaments.Event, title string) kit.Page {
	return s.Page(c, title, directorCrumb, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)})
}

// lending shows whether the event is away, and what to do.
func (s *Desk) lending(c echo.Context) error {
	e, err := s.eventOf(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	loan, err := s.venue.Loan(ctx, actor, e.ID)
	if err != nil {
		return err
	}
	asides, err := s.venue.Asides(ctx, actor, e.ID)
	if err != nil {
		return err
	}
	page := LendPage{Page: s.page(c, e, "Play without internet")}
	at := kit.EventVenueURL(e.ID)
	switch {
	case e.Away != "":
		s.showAway(&page, e, loan)
	case e.Cancelled.Is:
		page.Text = []string{e.Name + " is cancelled, so it cannot be taken along."}
	case !e.TakesChanges():
		page.Text = []string{fmt.Sprintf(
			"%s is %s, so it cannot be taken along. Open it again first if something is still to be played.", e.Name, e.Status,
		)}
	default:
		page.Text = []string{
			"Take the event along to a place without internet: as one file, which a laptop opens as a full desk on the Wi-Fi of " +
				"the venue. Players report there with their phones as always.",
			"While it is away, this site shows the event as it was last known and changes nothing. Whenever the laptop has " +
				"internet, results come here by themselves. At the end you give the event back, on the laptop.",
			"The file has the names and ratings of the players and no addresses. It also has the key with which the laptop " +
				"sends results: whoever has the file can change this event. Keep it as you would keep a key.",
		}
		page.Lend = page.Button("lend", at+"/lend", "Take the event along")
	}
	for _, a := range asides {
		row := AsideRow{URL: kit.EventVersionURL(a.ID), When: a.CameAt.Long(), Why: a.Why}
		if !a.UsedAt.IsZero() {
			row.Used = "Used by " + a.UsedBy + ", " + a.UsedAt.Long() + "."
		}
		page.Asides = append(page.Asides, row)
	}
	return lendView.Render(c, http.StatusOK, page)
}

// showAway shows a loan, and how the file is fetched while no laptop has been heard of.
func (s *Desk) showAway(page *LendPage, e tournaments.Event, loan venue.Loan) {
	at := kit.EventVenueURL(e.ID)
	page.Facts = []kit.Fact{
		{Label: "Lent", Value: fmt.Sprintf("number %d, by %s, %s", loan.Number, loan.LentBy, loan.LentAt.Long())},
		{Label: "Heard of the laptop", Value: heardText(loan)},
	}
	if loan.Place != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "In the Wi-Fi of the venue", Value: loan.Place})
	}
	if off := venue.ClockOff(loan.Told, loan.Heard); off != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Its clock", Value: clockText(off, "this site’s")})
	}
	if loan.MayFetch() {
		name := s.lentFile(e).Saved(lentEnding)
		page.Fetch = page.Button("file", at+"/file", "Download the file")
		page.Steps = []string{
			"Download the file now, while you have internet, and put it on the laptop: " + name + ".",
			"Put the program nzgs on the laptop too, the same version as this site’s.",
			"At the venue connect the laptop to the Wi-Fi and type: nzgs venue " + name,
			"The laptop prints an address and a code to scan. Players’ phones on the same Wi-Fi open it.",
			"Print table cards on the laptop: cards that were printed here lead to this site.",
		}
	}
	page.Links = []kit.Link{{Label: "The laptop is lost or broken", URL: at + "/reclaim"}}
}

func heardText(l venue.Loan) string {
	if l.Heard.IsZero() {
		return "not yet"
	}
	return l.Heard.Long() + ", " + kit.Plural(l.Pushes, "time with something new", "times with something new")
}

// clockText says how far a clock is out.
func clockText(minutes int, of string) string {
	way := "ahead of "
	if minutes < 0 {
		minutes, way = -minutes, "behind "
	}
	text := kit.Plural(minutes, "minute ", "minutes ")
	if hours := minutes / 60; hours > 1 {
		text = kit.Plural(hours, "hour ", "hours ")
	}
	return "about " + strings.TrimSpace(text) + " " + way + of + ". Results are not affected; times of day are."
}

func (s *Desk) lend(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	if _, err := s.venue.Lend(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.EventVenueURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The event is lent. Download its file now.")
	return kit.SeeOther(c, kit.EventVenueURL(id))
}

// file gives the file; each time with a key of its own.
func (s *Desk) file(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	file, e, err := s.venue.File(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.RefusedAt(c, err, kit.EventVenueURL(id))
	}
	return kit.SendAs(c, s.lentFile(e), lentEnding, echo.MIMEApplicationJSON, file)
}

const lentEnding = "venue.json"

// lentFile names the file with which an event is played at its venue.
func (s *Desk) lentFile(e tournaments.Event) kit.FileName { return s.FileName("event", e.Slug, e.From) }

func (s *Desk) reclaimForm(c echo.Context) error {
	e, err := s.eventOf(c)
	if err != nil {
		return err
	}
	if e.Away == "" {
		return kit.SeeOther(c, kit.EventVenueURL(e.ID))
	}
	loan, err := s.venue.Loan(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return err
	}
	at := kit.EventVenueURL(e.ID)
	page := LendPage{Page: s.page(c, e, "Reclaim "+e.Name)}
	page.Crumbs = append(page.Crumbs, kit.Crumb{Label: "Play without internet", URL: at})
	page.Text = []string{
		"Do this when the laptop is lost, broken, or no longer needed and cannot give the event back itself. You then go on " +
			"here, or lend the event again, to another laptop.",
		"This site has what the laptop sent until now (" + heardText(loan) + "). What it has not sent is missing here: enter it " +
			"from the result slips.",
		"If the laptop turns up later, what it sends is not taken. It is kept as a file, and a page compares it with the event " +
			"result by result. The laptop says so and takes no more results.",
	}
	page.Lend = page.Button("reclaim", at+"/reclaim", "Reclaim the event")
	page.Lend.Kind = "danger"
	page.Links = []kit.Link{{Label: "Leave it with the laptop", URL: at}}
	return lendView.Render(c, http.StatusOK, page)
}

func (s *Desk) reclaim(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	if err := s.venue.Reclaim(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.EventVenueURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The event is written here again.")
	return kit.SeeOther(c, kit.EventVenueURL(id))
}
