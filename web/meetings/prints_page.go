package meetings

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// PrintsPage is everything there is to print for a meeting, in the order in which it is
// needed.
type PrintsPage struct {
	kit.Page
	Head   Head
	Prints []PrintRow
}

// PrintRow is one print: when it is useful, and what is not known yet.
type PrintRow struct {
	Name    string
	URL     string // "" while there is nothing to print
	When    string
	Unknown []string
	Copies  *CopiesForm // asks how many; nil where that is known
}

// CopiesForm opens a print with so many copies. It changes nothing.
type CopiesForm struct {
	URL   string
	Field kit.Field
}

var printsView = kit.NewView[PrintsPage](templates, "prints.html")

// mostCopies is how many papers are printed at once.
const mostCopies = 500

func (s *Desk) printsPage(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	m := v.Meeting
	page := PrintsPage{Page: s.meetingPage(c, m, m.Title()+": prints"), Head: meetingHead(v, "prints")}
	page.notice(v)
	if opens(v) {
		page.add(PrintRow{
			Name: "Attendance sheet", URL: kit.MeetingURL(m.ID, "attendance.pdf"),
			When:    "Before the meeting, for the door: members sign when they arrive.",
			Unknown: before(m, "Who joins between the print and the meeting is not on it: there are empty lines at the end."),
		})
	}
	if v.May.Hold || v.May.Chair {
		if err := s.ballotRows(c, &page, v); err != nil {
			return err
		}
	}
	if v.Minutes.Version > 0 {
		page.add(PrintRow{
			Name: "Minutes", URL: kit.MeetingURL(m.ID, "minutes.pdf"),
			When: "After the meeting, for the chair to sign and for the file.",
		})
	}
	return printsView.Render(c, http.StatusOK, page)
}

func (p *PrintsPage) add(row PrintRow) { p.Prints = append(p.Prints, row) }

// before says something of a meeting that has not begun.
func before(m meetings.Meeting, text string) []string {
	if !m.State.Upcoming() {
		return nil
	}
	return []string{text}
}

// notice are the prints that go out with the notice.
func (p *PrintsPage) notice(v meetings.View) {
	m := v.Meeting
	row := PrintRow{
		Name: "Notice and agenda", URL: kit.MeetingURL(m.ID, "notice.pdf"),
		When: "With the notice: one for each member who is written to by post. E-mails have it attached.",
	}
	if v.May.SendNotice {
		row.Unknown = []string{"Notice has not been given: this is a draft, and what comes in until then changes it."}
	}
	p.add(row)
	if m.Kind == meetings.AGM && m.State.Upcoming() {
		p.add(PrintRow{
			Name: "Nomination form", URL: kit.MeetingURL(m.ID, "nomination.pdf"),
			When: "With the notice, and at the club: one for each person who is nominated (rule 4.13). E-mails have it attached.",
		})
	}
	if !v.May.SeeAddresses || !v.May.Hold {
		return
	}
	roll := PrintRow{Name: "Roll", When: "For the file: whom the notice is for, and how far each letter has gone."}
	letters := PrintRow{
		Name: "Letters", When: "For those who are written to by post: the words of the e-mails, with each address where a window " +
			"envelope shows it.",
	}
	labels := PrintRow{Name: "Address labels", When: "For the envelopes of those who are written to by post: choose the sheet, and on which label to begin."}
	if len(v.Notices) == 0 {
		roll.Unknown = []string{"The roll is fixed when notice is given: there is none yet."}
		letters.Unknown, labels.Unknown = roll.Unknown, roll.Unknown
	} else {
		n := v.Notices[0]
		roll.URL = kit.MeetingURL(m.ID, "roll.pdf")
		labels.URL = kit.LabelsURL(kit.MeetingURL(m.ID, "labels.pdf"))
		letters.URL = kit.MeetingURL(m.ID, "letters.pdf")
		if n.Post == 0 && n.Leaving.Still() == 0 {
			labels.URL, labels.Unknown = "", []string{"Every letter has gone by e-mail: none is needed."}
		}
		if len(n.Unreached) > 0 {
			labels.Unknown = append(labels.Unknown, "There is none for "+namesOf(n.Unreached)+": no postal address is known.")
		}
		letters.Unknown = labels.Unknown
		if labels.URL == "" {
			letters.URL = ""
		}
	}
	p.add(roll)
	p.add(letters)
	p.add(labels)
}

// ballotRows are the papers to vote on and what the tellers count on.
func (s *Desk) ballotRows(c echo.Context, page *PrintsPage, v meetings.View) error {
	m := v.Meeting
	if m.State != meetings.Open && !m.State.Upcoming() {
		return nil
	}
	unknown, err := s.ballotsUnknown(c, v)
	if err != nil {
		return err
	}
	in := kit.NewFilling()
	in.Set("copies", strconv.Itoa(copiesFor(c, v)))
	hint := "One for each who may vote, and some to spare."
	if len(v.Attendance) > 0 {
		hint = "So many may vote now. " + hint
	}
	page.add(PrintRow{
		Name: "Ballot papers", When: "Before the meeting, to be cut and counted: for elections with more candidates than " +
			"posts, for ordinary members, and for motions that are voted on by ballot (rules 4.10, 4.15, 4.16).",
		Unknown: unknown,
		Copies: &CopiesForm{
			URL: kit.MeetingURL(m.ID, "ballots.pdf"),
			Field: in.Field(&page.Page, kit.Field{
				Name: "copies", Label: "How many of each", Type: "number", InputMode: "numeric", Min: "2",
				Max: strconv.Itoa(mostCopies), Width: "short", Hint: hint,
			}),
		},
	})
	page.add(PrintRow{
		Name: "Count slips", URL: kit.MeetingURL(m.ID, "count.pdf"),
		When: "Before the meeting, for the tellers: one for each ballot.", Unknown: tellersUnknown(v),
	})
	page.add(PrintRow{
		Name: "Blank count slip", URL: kit.MeetingURL(m.ID, "count.pdf") + "?blank=yes",
		When: "Before the meeting: for an amendment, or a ballot that no one foresaw.",
	})
	return nil
}

func tellersUnknown(v meetings.View) []string {
	if len(v.Tellers) > 0 || !v.Meeting.Kind.General() {
		return nil
	}
	return []string{"The meeting elects its tellers: the slips have lines for their names."}
}

// ballotsUnknown says what may still change on ballot papers.
func (s *Desk) ballotsUnknown(c echo.Context, v meetings.View) ([]string, error) {
	m := v.Meeting
	var out []string
	if m.Kind == meetings.AGM {
		list, err := s.electionsAt(c, m)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			out = append(out, "The elections are not prepared: papers for them cannot be printed yet.")
		}
		for _, e := range list {
			if len(e.Standing()) == 0 {
				out = append(out, e.Election.Post.Title()+": no one is standing yet.")
			}
		}
		if len(list) > 0 && m.State.Upcoming() && !slices.ContainsFunc(list, func(e elections.View) bool {
			return ballotToCome(e.Result)
		}) {
			out = append(out, "No election needs a ballot as the nominations are now.")
		}
		out = append(out, before(m, "Nominations are taken until the meeting begins: print these last, or take blank ones along.")...)
	}
	if m.State.Upcoming() && len(v.Motions) > 0 {
		out = append(out, "A motion that is amended at the meeting needs a blank paper.")
	}
	return out, nil
}

// copiesFor is how many ballot papers of each are printed: so many as are asked for,
// else as many as may vote now, and before the meeting a guess that the page shows.
func copiesFor(c echo.Context, v meetings.View) int {
	if n, err := strconv.Atoi(c.QueryParam("copies")); err == nil {
		return min(max(n, 2), mostCopies)
	}
	if n := v.BallotPapers(); n > 0 {
		return max(n, 2)
	}
	return copiesBefore
}

// copiesBefore is proposed while no one is there.
const copiesBefore = 40
