package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
)

// ElectionsPage lists the elections of an AGM.
type ElectionsPage struct {
	Page
	Head    MeetingHead
	Next    NextStep
	Rows    []ElectionRow
	Empty   *Empty
	Prepare *PostButton // makes the elections
}

// ElectionRow is one election in the list.
type ElectionRow struct {
	Post, URL  string
	Candidates string
	State      Badge
	Outcome    Trace
}

var electionsView = newView[ElectionsPage]("elections/list.html")

// electionsURL is the page of a meeting's elections, or a part of it.
func electionsURL(id meetings.ID, part ...string) string {
	return meetingURL(id, append([]string{"elections"}, part...)...)
}

// electionPage begins a page about an election.
func (s *Server) electionPage(c echo.Context, m meetings.Meeting, title string, crumbs ...Crumb) Page {
	way := []Crumb{meetingsCrumb, {m.Title(), meetingURL(m.ID)}, {"Elections", electionsURL(m.ID)}}
	return s.page(c, title, append(way, crumbs...)...)
}

// electionCrumb leads back to an election.
func electionCrumb(e elections.Election) Crumb { return Crumb{e.Post.Title(), electionURL(e.ID)} }

// electionHead is the head of the meeting's pages. Members who do not run the
// meeting see it without the parts that are not theirs.
func (s *Server) electionHead(c echo.Context, m meetings.Meeting) (MeetingHead, error) {
	v, err := s.meetings.View(c.Request().Context(), s.actor(c), m.ID)
	if apperr.KindOf(err) == apperr.Forbidden || apperr.KindOf(err) == apperr.NotFound {
		return MeetingHead{When: whenText(m), Place: m.Place, Online: m.Online, State: meetingBadge(m)}, nil
	}
	if err != nil {
		return MeetingHead{}, err
	}
	return meetingHead(v, "elections"), nil
}

func (s *Server) meetingElections(c echo.Context) error {
	id, err := pathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.elections.OfMeeting(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	if v.Meeting.Kind != meetings.AGM {
		return apperr.New(apperr.NotFound, "Only an AGM elects.")
	}
	page := ElectionsPage{Page: s.page(c, "Elections", meetingsCrumb, Crumb{v.Meeting.Title(), meetingURL(id)})}
	if page.Head, err = s.electionHead(c, v.Meeting); err != nil {
		return err
	}
	for _, e := range v.Elections {
		page.Rows = append(page.Rows, electionRow(e))
	}
	if len(v.Elections) == 0 {
		page.Empty = &Empty{Title: "No elections yet", Text: "The AGM elects the officers and the ordinary members of the committee (rule 4.4 e and f). Nominations are entered once the elections are prepared."}
		if v.May.Nominate {
			page.Prepare = page.button("prepare", electionsURL(id, "prepare"), "Prepare the elections")
		}
	}
	page.Next = electionsNext(v)
	return electionsView.render(c, http.StatusOK, page)
}

// electionsNext is the one thing to do with the elections of a meeting.
func electionsNext(v elections.MeetingView) NextStep {
	switch {
	case v.Confirmed():
		by := v.Elections[0].Election.Confirmed
		return NextStep{Kind: KindSuccess, Title: "The results are confirmed", Text: "On " + by.At.Date().Long() + " by " + by.By + ". The elected hold office from the day after the meeting."}
	case !v.May.Confirm || len(v.Elections) == 0:
		return NextStep{}
	case v.Decided():
		return NextStep{Kind: KindInfo, Title: "Confirm the results", Text: "The elected are appointed, and the offices before end. This is done once, for all posts together.",
			Link: &Link{Label: "Look at what changes", URL: electionsURL(v.Meeting.ID, "confirm")}}
	}
	return NextStep{Kind: KindWarning, Title: "Not decided yet", Text: "The results can be confirmed once every ballot is entered and every tie is broken."}
}

func electionRow(v elections.View) ElectionRow {
	names := v.Names()
	var standing []string
	for _, one := range v.Standing() {
		standing = append(standing, names[one.ID])
	}
	row := ElectionRow{Post: v.Post.Title(), URL: electionURL(v.ID), Candidates: strings.Join(standing, ", "), State: electionBadge(v), Outcome: electionOutcome(v)}
	if v.Post == elections.Ordinary {
		row.Post += " (" + plural(v.Seats, "seat", "seats") + ")"
	}
	if len(standing) == 0 {
		row.Candidates = "Nobody"
	}
	return row
}

// electionBadge says how far an election has come. Before the meeting more
// candidates may come, so that nothing is decided then.
func electionBadge(v elections.View) Badge {
	switch o := v.Outcome; {
	case v.Election.Confirmed != nil:
		return Badge{KindSuccess, "Confirmed"}
	case o.State == elections.Tied:
		return Badge{KindWarning, "Tie"}
	case o.State == elections.AwaitsBallot:
		return Badge{KindInfo, "Ballot to come"}
	case !v.Meeting.State.Held():
		return Badge{KindNeutral, "Nominations"}
	case len(o.Elected) == 0:
		return Badge{KindWarning, "Nobody elected"}
	case o.Empty > 0:
		return Badge{KindWarning, "A seat is empty"}
	}
	return Badge{KindSuccess, "Decided"}
}

// electionOutcome is what an election has come to, opening to its arithmetic.
// Before the meeting it is who stands, for nominations may still come.
func electionOutcome(v elections.View) Trace {
	out := outcomeTrace(v.Outcome)
	if v.Election.Confirmed == nil && !v.Meeting.State.Held() && v.Outcome.State == elections.Decided {
		out = Trace{Value: "Nobody stands so far"}
		if len(v.Outcome.Elected) > 0 {
			out.Value = v.Outcome.Elected[0].Person.Name + " stands unopposed so far"
		}
	}
	return out
}

// outcomeTrace is an outcome, opening to its arithmetic.
func outcomeTrace(o elections.Outcome) Trace {
	value := capital(o.Trace.Outcome)
	if o.State == elections.AwaitsBallot {
		value = "Ballot to be held"
	}
	return ruleTrace(value, o.Trace)
}

func (s *Server) electionsPrepare(c echo.Context) error {
	id, err := pathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	if err := s.elections.Prepare(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.flash(c, KindSuccess, "The elections are prepared. Enter the nominations.")
	return seeOther(c, electionsURL(id))
}

// electionOf reads the election of the address.
func (s *Server) electionOf(c echo.Context) (elections.View, error) {
	id, err := pathID[elections.ID](c, "id")
	if err != nil {
		return elections.View{}, err
	}
	return s.elections.Election(c.Request().Context(), s.actor(c), id)
}

// errNotElections refuses a form about an election to whoever may not send it.
func errNotElections(may bool) error {
	if may {
		return nil
	}
	return apperr.New(apperr.Forbidden, "This is for the secretary and the president, and for whoever chairs the meeting while it is open. Confirmed results stay as they are.")
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
