package meetings

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ElectionsPage lists the elections of an AGM.
type ElectionsPage struct {
	kit.Page
	Head    Head
	Next    kit.NextStep
	Rows    []ElectionRow
	Empty   *kit.Empty
	Prepare *kit.PostButton // makes the elections
}

// ElectionRow is one election in the list.
type ElectionRow struct {
	Post, URL  string
	Candidates string
	State      kit.Badge
	Outcome    kit.Trace
}

var electionsView = kit.NewView[ElectionsPage](templates, "elections/list.html")

// electionsURL is the page of a meeting's elections, or a part of it.
func electionsURL(id meetings.ID, part ...string) string {
	return kit.MeetingURL(id, append([]string{"elections"}, part...)...)
}

// electionPage begins a page about an election.
func (s *Desk) electionPage(c echo.Context, m meetings.Meeting, title string, crumbs ...kit.Crumb) kit.Page {
	way := []kit.Crumb{
		meetingsCrumb, {Label: m.Title(), URL: kit.MeetingURL(m.ID)}, {Label: "Elections", URL: electionsURL(m.ID)},
	}
	return s.Page(c, title, append(way, crumbs...)...)
}

// electionCrumb leads back to an election.
func electionCrumb(e elections.Election) kit.Crumb {
	return kit.Crumb{Label: e.Post.Title(), URL: kit.ElectionURL(e.ID)}
}

// electionHead is the head of the meeting's pages. Members who do not run the
// meeting see it without the parts that are not theirs.
func (s *Desk) electionHead(c echo.Context, m meetings.Meeting) (Head, error) {
	v, err := s.meetings.View(c.Request().Context(), s.Actor(c), m.ID)
	if apperr.KindOf(err) == apperr.Forbidden || apperr.KindOf(err) == apperr.NotFound {
		return Head{When: whenText(m), Place: m.Place, Online: m.Online, State: meetingBadge(m)}, nil
	}
	if err != nil {
		return Head{}, err
	}
	return meetingHead(v, "elections"), nil
}

func (s *Desk) meetingElections(c echo.Context) error {
	v, err := kit.ByID(s.Site, s.elections.OfMeeting)(c)
	if err != nil {
		return err
	}
	id := v.Meeting.ID
	if v.Meeting.Kind != meetings.AGM {
		return apperr.New(apperr.NotFound, "Only an AGM holds elections.")
	}
	page := ElectionsPage{
		Page: s.Page(c, "Elections", meetingsCrumb, kit.Crumb{Label: v.Meeting.Title(), URL: kit.MeetingURL(id)}),
	}
	if page.Head, err = s.electionHead(c, v.Meeting); err != nil {
		return err
	}
	for _, e := range v.Elections {
		page.Rows = append(page.Rows, electionRow(e))
	}
	if len(v.Elections) == 0 {
		page.Empty = &kit.Empty{
			Title: "No elections yet",
			Text: "The AGM elects the officers and the ordinary members of the committee (rule 4.4 e and f). Prepare the " +
				"elections first, then enter the nominations.",
		}
		if v.May.Nominate {
			page.Prepare = page.Button("prepare", electionsURL(id, "prepare"), "Prepare the elections")
		}
	}
	page.Next = electionsNext(v)
	return electionsView.Render(c, http.StatusOK, page)
}

// electionsNext is the one thing to do with the elections of a meeting.
func electionsNext(v elections.MeetingView) kit.NextStep {
	switch {
	case v.Confirmed():
		by := v.Elections[0].Election.Confirmed
		return kit.NextStep{
			Kind: kit.KindSuccess, Title: "The results are confirmed",
			Text: "On " + by.At.Date().Long() + " by " + by.By + ". Those elected hold office from the day after the meeting.",
		}
	case len(v.Elections) == 0:
		return kit.NextStep{}
	case v.May.Count && !v.Decided():
		return electionToDecide(v)
	case v.May.Count && v.Meeting.State == meetings.Open:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Every election is decided", Text: "The meeting continues with the next item.",
			Link: &kit.Link{Label: "In the chair", URL: kit.MeetingURL(v.Meeting.ID, "chair")},
		}
	case v.May.Nominate && !v.Meeting.State.Held():
		return postToFill(v.Elections)
	case !v.May.Confirm:
		return kit.NextStep{}
	case v.Decided():
		return kit.NextStep{Kind: kit.KindInfo, Title: "Confirm the results", Text: "Those elected are appointed and the " +
			"current terms of office end. This is done once, for all posts together.",
			Link: &kit.Link{Label: "See what changes", URL: electionsURL(v.Meeting.ID, "confirm")}}
	}
	return kit.NextStep{
		Kind: kit.KindWarning, Title: "Not decided yet",
		Text: "The results can be confirmed once every ballot is entered and every tie is broken.",
	}
}

// electionToDecide leads to the first election that is not decided: by seniority, as
// they are held.
func electionToDecide(v elections.MeetingView) kit.NextStep {
	e := v.Elections[slices.IndexFunc(v.Elections, func(e elections.View) bool {
		return e.Outcome.State != elections.Decided
	})]
	step := kit.NextStep{
		Kind: kit.KindInfo, Title: e.Post.Title() + ": enter the ballot", Link: &kit.Link{Label: "Enter it", URL: kit.ElectionURL(e.ID)},
		Text: "More stand than there are posts: the meeting votes by ballot, and the tellers count.",
	}
	if e.Outcome.State == elections.Tied {
		step.Title, step.Link.Label = e.Post.Title()+": break the tie", "See how"
		step.Text = "Candidates have equally many votes: the meeting decides between them."
	}
	if v.Meeting.State == meetings.Closed {
		step.Kind = kit.KindWarning
		step.Text = "The results can be confirmed once every ballot is entered and every tie is broken."
	}
	return step
}

// postToFill leads to the first post for which no one stands; none where someone
// stands for each.
func postToFill(list []elections.View) kit.NextStep {
	i := slices.IndexFunc(list, func(e elections.View) bool { return len(e.Standing()) == 0 })
	if i < 0 {
		return kit.NextStep{}
	}
	return kit.NextStep{
		Kind: kit.KindInfo, Title: "Enter the nominations",
		Text: "No one is standing for " + list[i].Post.Title() + " yet. Nominations must reach the secretary before the meeting " +
			"(rule 4.13).",
		Link: &kit.Link{Label: list[i].Post.Title(), URL: kit.ElectionURL(list[i].ID)},
	}
}

func electionRow(v elections.View) ElectionRow {
	names := v.Names()
	var standing []string
	for _, one := range v.Standing() {
		standing = append(standing, names[one.ID])
	}
	row := ElectionRow{
		Post: v.Post.Title(), URL: kit.ElectionURL(v.ID), Candidates: strings.Join(standing, ", "), State: electionBadge(v),
		Outcome: electionOutcome(v),
	}
	if v.Post == elections.Ordinary {
		row.Post += " (" + kit.Plural(v.Seats, "seat", "seats") + ")"
	}
	if len(standing) == 0 {
		row.Candidates = "No one"
	}
	return row
}

// electionBadge says how far an election has come. Before the meeting more
// candidates may come, so that nothing is decided then.
func electionBadge(v elections.View) kit.Badge {
	switch o := v.Outcome; {
	case v.Election.Confirmed != nil:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Confirmed"}
	case o.State == elections.Tied:
		return kit.Badge{Kind: kit.KindWarning, Text: "Tie"}
	case o.State == elections.AwaitsBallot:
		return kit.Badge{Kind: kit.KindInfo, Text: "Ballot to be held"}
	case !v.Meeting.State.Held():
		return kit.Badge{Kind: kit.KindNeutral, Text: "Nominations"}
	case len(o.Elected) == 0:
		return kit.Badge{Kind: kit.KindWarning, Text: "No one elected"}
	case o.Empty > 0:
		return kit.Badge{Kind: kit.KindWarning, Text: "A seat is empty"}
	}
	return kit.Badge{Kind: kit.KindSuccess, Text: "Decided"}
}

// electionOutcome is what an election has come to, opening to its arithmetic.
// Before the meeting it is who stands, for nominations may still come.
func electionOutcome(v elections.View) kit.Trace {
	out := outcomeTrace(v.Outcome)
	if v.Election.Confirmed == nil && !v.Meeting.State.Held() && v.Outcome.State == elections.Decided {
		out = kit.Trace{Value: "No one is standing so far"}
		if len(v.Outcome.Elected) > 0 {
			out.Value = v.Outcome.Elected[0].Person.Name + " is standing unopposed so far"
		}
	}
	return out
}

// outcomeTrace is an outcome, opening to its arithmetic.
func outcomeTrace(o elections.Outcome) kit.Trace {
	value := kit.Capital(o.Trace.Outcome)
	if o.State == elections.AwaitsBallot {
		value = "Ballot to be held"
	}
	return kit.RuleTrace(value, o.Trace)
}

func (s *Desk) electionsPrepare(c echo.Context) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	if err := s.elections.Prepare(c.Request().Context(), s.Actor(c), id); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "The elections are prepared. Enter the nominations.")
	return kit.SeeOther(c, electionsURL(id))
}

// electionOf reads the election of the address.
func (s *Desk) electionOf(c echo.Context) (elections.View, error) {
	return kit.ByID(s.Site, s.elections.Election)(c)
}

// errNotElections refuses a form about an election to whoever may not send it.
func errNotElections(may bool) error {
	if may {
		return nil
	}
	return apperr.New(
		apperr.Forbidden,
		"Only the secretary, the president and, while the meeting is open, its chair can do this. Confirmed results "+
			"cannot be changed.",
	)
}

// wayTitle is a way to break a tie, as a heading.
func wayTitle(w elections.Way) string {
	switch w {
	case constitution.CastingVote:
		return "The chair’s casting vote"
	case constitution.DrawingLots:
		return "Drawn by lot"
	}
	return "Another ballot"
}
