package meetings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ListPage lists the meetings that somebody may see.
type ListPage struct {
	kit.Page
	MayCall  bool
	Upcoming []ListRow
	Past     []ListRow
	Pager    *kit.Pager // of past ones
	Empty    *kit.Empty
}

// ListRow is a meeting in the list.
type ListRow struct {
	Name, URL   string
	When, Place string
	Chair       string
	Motions     string
	Minutes     string // address of the minutes, or ""
	State       kit.Badge
}

// meetingsPerPage is how many past meetings, or requests for one, a page has.
const meetingsPerPage = 50

var listView = kit.NewView[ListPage](templates, "list.html")

func (s *Desk) meetingList(c echo.Context) error {
	list, err := s.meetings.List(c.Request().Context(), s.Actor(c))
	if apperr.KindOf(err) == apperr.Forbidden {
		page := ListPage{
			Page: s.Page(c, "Meetings"),
			Empty: &kit.Empty{
				Title: "For members",
				Text:  "Members registered today see the notices, agendas, decisions and minutes of the society’s meetings here.",
			},
		}
		return listView.Render(c, http.StatusOK, page)
	}
	if err != nil {
		return err
	}
	past, pager := kit.Paged(c, list.Past, meetingsPerPage)
	page := ListPage{
		Page: s.Page(c, "Meetings"), MayCall: list.MayCall, Upcoming: meetingRows(list.Upcoming),
		Past: meetingRows(past), Pager: pager,
	}
	if len(list.Upcoming)+len(list.Past) == 0 {
		page.Empty = &kit.Empty{
			Title: "No meetings yet",
			Text:  "Notices, agendas, what was decided and the minutes of the society’s meetings will appear here.",
		}
		if list.MayCall {
			page.Empty.Text = "Start with the date of the next AGM: its deadlines are worked out from that date."
			page.Empty.Action = &kit.Link{Label: "Plan a meeting", URL: kit.MeetingsPath + "/new"}
		}
	}
	return listView.Render(c, http.StatusOK, page)
}

func meetingRows(list []meetings.Summary) []ListRow {
	var out []ListRow
	for _, m := range list {
		row := ListRow{
			Name: m.Kind.Label(), URL: kit.MeetingURL(m.ID), When: whenText(m.Meeting), Place: m.Place, Chair: m.ChairName,
			State: meetingBadge(m.Meeting),
		}
		if m.Continues != nil {
			row.When, row.Place = "Continues on "+dayAndTime(*m.Continues), m.Continues.Place
		}
		if m.Motions > 0 {
			row.Motions = kit.Plural(m.Motions, "motion", "motions")
		}
		if m.HasMinutes {
			row.Minutes = kit.MeetingURL(m.ID, "minutes")
		}
		out = append(out, row)
	}
	return out
}
