package meetings

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// DoorPage is the attendance of a meeting, for whoever stands at the door with
// a phone: a row for everybody who may come, with large buttons.
type DoorPage struct {
	kit.Page
	Head    Head
	Filters kit.Filters
	Count   string
	Here    string // how many are there
	Quorum  kit.Trace
	Reached bool
	Rows    []DoorRow
	Pager   *kit.Pager // nil where all stand on one page
	Empty   *kit.Empty
	Prints  []kit.Link
	Why     []kit.Finding // nothing can be recorded now, with the reason
	Instead []kit.Link    // what can be done about it
	TooFew  *kit.Link     // where it is recorded that too few came
}

// DoorRow is somebody at the door.
type DoorRow struct {
	ID      string // of the row, to come back to
	Name    string
	Detail  string // office, number
	State   *kit.Badge
	There   bool // is or was there
	Buttons []*kit.PostButton
}

var doorView = kit.NewView[DoorPage](templates, "door.html")

// doorPerPage is how many people stand on a page of the door: all of a meeting of most societies.
const doorPerPage = 200

// doorActions are what may be recorded of somebody at the door.
const (
	doorHere   = "here"   // present at the beginning
	doorLater  = "later"  // came later
	doorOnline = "online" // present at the beginning, from afar
	doorLeft   = "left"
	doorBack   = "back"   // who was there at the beginning still was (rule 4.2)
	doorStrike = "strike" // was not there after all

	doorApology   = "apology"
	doorNoApology = "no_apology"
)

func (s *Desk) door(c echo.Context) error {
	v, err := s.meetingOpens(c)
	if err != nil {
		return err
	}
	list, err := s.meetings.Door(c.Request().Context(), s.Actor(c), v.Meeting.ID)
	if err != nil {
		return err
	}
	m := v.Meeting
	page := DoorPage{
		Page: s.Page(c, "At the door: "+m.Title(), meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}),
		Head: meetingHead(v, "door"), Quorum: quorumTrace(v.Quorum), Reached: v.Quorum.Reached,
	}
	if !v.May.Attend {
		page.Why, page.Instead = findingLines(v.Attend), insteadOfOpening(v)
	}
	page.TooFew = tooFew(v)
	here := kit.MeetingURL(m.ID, "door")
	query := strings.TrimSpace(c.QueryParam("q"))
	page.Filters = kit.Filters{
		Action: here, Target: "people",
		Fields: []kit.Field{
			{ID: "q", Name: "q", Label: "Find by name or number", Type: "search", Value: query, Autocomplete: "off"},
		},
	}
	if query != "" {
		page.Filters.Clear = here
	}
	words := members.Fold(query)
	there := 0
	var found []meetings.DoorEntry
	for _, e := range list {
		if e.Presence != nil && e.Presence.Here() {
			there++
		}
		if !kit.HasWords(members.Fold(e.Name), words) && kit.IDText(e.Person) != query {
			continue
		}
		found = append(found, e)
	}
	var shown []meetings.DoorEntry
	shown, page.Pager = kit.Paged(c, found, doorPerPage)
	number := 1
	if page.Pager != nil {
		number = kit.PageNumber(c)
	}
	for _, e := range shown {
		page.Rows = append(page.Rows, doorRow(&page.Page, v, e, query, number))
	}
	kit.NamesPeople(c, len(page.Rows))
	page.Count = strconv.Itoa(len(found)) + " of " + kit.Plural(len(list), "person", "people")
	page.Here = kit.Plural(there, "person is here", "people are here")
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{
			Title: "No one found",
			Text: "Only members registered on the day of the meeting are listed. The treasurer can register someone who " +
				"joins at the door.",
		}
	}
	page.Prints = []kit.Link{{Label: "Sheet for signing (PDF)", URL: kit.MeetingURL(m.ID, "attendance.pdf")}}
	return doorView.Render(c, http.StatusOK, page)
}

// tooFew leads to where it is recorded on the day that too few came: none where enough
// did, or nothing of it can be recorded.
func tooFew(v meetings.View) *kit.Link {
	if !v.May.Attend || v.Quorum.Reached {
		return nil
	}
	part := "#no-quorum"
	step, may := stepTo(v, meetings.Inquorate)
	if may = may && v.May.Open && step.Open(); v.Meeting.State == meetings.Adjourned {
		part, may = "#close", v.May.Close
	}
	if !may {
		return nil
	}
	return &kit.Link{Label: "No one else is coming", URL: kit.MeetingURL(v.Meeting.ID, "chair") + part}
}

// doorRow is a person with what may be recorded of them now.
func doorRow(p *kit.Page, v meetings.View, e meetings.DoorEntry, query string, number int) DoorRow {
	m := v.Meeting
	row := DoorRow{
		ID: "p" + kit.IDText(e.Person), Name: e.Name,
		Detail: strings.TrimPrefix(e.Office+" · No. "+members.Number(e.Person), " · "),
	}
	if e.Presence != nil {
		row.State, row.There = presenceBadge(*e.Presence), true
	} else if e.Apology {
		row.State = &kit.Badge{Kind: kit.KindNeutral, Text: "Apologies"}
	}
	button := func(do, label, kind string) {
		b := p.Button(
			"door"+kit.IDText(e.Person)+do, kit.MeetingURL(m.ID, "door"), label,
			kit.Hidden{Name: "person", Value: kit.IDText(e.Person)}, kit.Hidden{Name: "do", Value: do},
			kit.Hidden{Name: "q", Value: query},
		)
		if number > 1 {
			b.Hidden = append(b.Hidden, kit.Hidden{Name: "page", Value: strconv.Itoa(number)})
		}
		b.Kind, b.For = kind, e.Name
		row.Buttons = append(row.Buttons, b)
	}
	switch {
	case !v.May.Attend:
	case e.Presence == nil && m.State == meetings.Open:
		button(doorLater, "Came later", "")
		button(doorHere, "Was here at the beginning", "quiet")
	case e.Presence == nil:
		button(doorHere, "Present", "")
		if m.Online != "" {
			button(doorOnline, "Online", "secondary")
		}
	case e.Presence.Here():
		if m.State == meetings.Open {
			button(doorLeft, "Left", "secondary")
		}
		button(doorStrike, "Not here", "quiet")
	default:
		button(doorBack, "Is back", "secondary")
	}
	switch {
	case !v.May.Apologies || e.Presence != nil || !e.Entitled:
	case e.Apology:
		button(doorNoApology, "No apologies after all", "quiet")
	default:
		button(doorApology, "Sent apologies", "quiet")
	}
	return row
}

func presenceBadge(p meetings.Presence) *kit.Badge {
	switch {
	case !p.Here():
		return &kit.Badge{Kind: kit.KindNeutral, Text: "Left at " + momentText(p.LeftAt)}
	case p.Came == meetings.CameLater:
		return &kit.Badge{Kind: kit.KindInfo, Text: "Came at " + momentText(p.CameAt)}
	case p.Where == meetings.Online:
		return &kit.Badge{Kind: kit.KindSuccess, Text: "Online at the beginning"}
	}
	return &kit.Badge{Kind: kit.KindSuccess, Text: "Present at the beginning"}
}

// doorRecord records what somebody at the door tapped.
func (s *Desk) doorRecord(c echo.Context) error {
	v, err := s.meetingOpens(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	id := v.Meeting.ID
	ctx, actor, person := c.Request().Context(), s.Actor(c), kit.Chosen[meetings.PersonID](in, "person")
	switch in.Text("do") {
	case doorHere:
		err = s.meetings.Arrive(ctx, actor, id, meetings.PresenceInput{
			Person: person, Came: meetings.AtBeginning, Where: meetings.InRoom,
		})
	case doorOnline:
		err = s.meetings.Arrive(ctx, actor, id, meetings.PresenceInput{
			Person: person, Came: meetings.AtBeginning, Where: meetings.Online,
		})
	case doorLater:
		err = s.meetings.Arrive(ctx, actor, id, meetings.PresenceInput{
			Person: person, Came: meetings.CameLater, Where: meetings.InRoom,
		})
	case doorBack:
		err = s.meetings.Arrive(ctx, actor, id, meetings.PresenceInput{Person: person})
	case doorLeft:
		err = s.meetings.Leave(ctx, actor, id, person)
	case doorStrike:
		err = s.meetings.Strike(ctx, actor, id, person)
	case doorApology:
		err = s.meetings.Apologise(ctx, actor, id, person)
	case doorNoApology:
		err = s.meetings.ClearApology(ctx, actor, id, person)
	default:
		err = apperr.New(apperr.Invalid, "Use the buttons on the page.")
	}
	to, query := kit.MeetingURL(id, "door"), in.Text("q")
	switch {
	case err != nil && query != "":
		return s.RefusedAt(c, err, to+"?"+url.Values{"q": {query}}.Encode())
	case err != nil:
		return s.RefusedAt(c, err, to)
	case query != "": // somebody was looked for: the next one at the door is
		if err := s.doorDone(c, id, person); err != nil {
			return err
		}
		return kit.SeeOther(c, to+"#q")
	}
	if n, err := strconv.Atoi(in.Text("page")); err == nil && n > 1 {
		to += "?page=" + strconv.Itoa(n)
	}
	return kit.SeeOther(c, to+"#p"+kit.IDText(person))
}

// doorDone says of whom something was recorded, where their row is out of sight.
func (s *Desk) doorDone(c echo.Context, id meetings.ID, person meetings.PersonID) error {
	list, err := s.meetings.Door(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(e meetings.DoorEntry) bool { return e.Person == person })
	if i < 0 {
		return nil
	}
	state := "Not here"
	if list[i].Apology {
		state = "Apologies"
	}
	if list[i].Presence != nil {
		state = presenceBadge(*list[i].Presence).Text
	}
	s.Flash(c, kit.KindSuccess, list[i].Name+": "+kit.LowerFirst(state)+".")
	return nil
}
