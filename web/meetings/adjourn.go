package meetings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// adjournMeeting asks for the day on which the meeting continues.
func (s *Desk) adjournMeeting() kit.Form[meetings.View] {
	return kit.Form[meetings.View]{
		Site: s.Site, Load: s.meetingToAdjourn,
		Version: func(v meetings.View) int64 { return v.Meeting.Version },
		Fill: func(_ echo.Context, in *kit.Filling, v meetings.View) {
			m := v.Meeting
			on := meetings.AdjournInput{Time: m.Time, Place: m.Place, Online: m.Online, Tell: meetings.TellAll}
			if was, adjourned := v.Continues(); adjourned {
				on = was.AdjournInput
				in.SetDay("date", on.Day)
			}
			in.Set("time", on.Time)
			in.Set("place", on.Place)
			in.Set("online", on.Online)
			in.Set("reason", on.Reason)
			in.Set("tell", string(on.Tell))
		},
		Show: func(c echo.Context, page *kit.FormPage, v meetings.View) error {
			page.Page = s.meetingPage(c, v.Meeting, "Adjourn to another day")
			page.Action, page.Submit = kit.MeetingURL(v.Meeting.ID, "adjourn"), "Adjourn the meeting"
			page.Back = kit.MeetingURL(v.Meeting.ID, "chair")
			if v.Meeting.State == meetings.Adjourned {
				page.Title, page.Submit = "Choose another day", "Change the day"
			}
			page.Say("What was decided stands, and who was here is kept. On the other day the same agenda continues without " +
				"new business: mark again who is there, and they vote.")
			if s, adjourned := v.Continues(); adjourned && s.Letters.Queued+len(s.Letters.NoLetter) > 0 {
				page.Say("Whoever was to be told of the earlier day is told of the new one, too.")
			}
			page.Say(quorumAgain(v))
			page.Group(
				"It continues", kit.DayField("date", "On", ""),
				kit.Field{Name: "time", Label: "At", Type: "time", Required: true, Width: "short"},
				kit.Field{Name: "place", Label: "Place", Required: true, MaxLength: 200},
				kit.Field{Name: "online", Label: "To join online", Type: "url", MaxLength: 200},
				kit.Field{Name: "reason", Label: "Why", Type: "textarea", Rows: 2},
			)
			page.Group("", kit.Field{Name: "tell", Label: "A letter about the day goes to", Type: "radios", Options: []kit.Option{
				{Value: string(meetings.TellAll), Label: "Everyone who may come", Hint: "By e-mail. The next page names those without."},
				{Value: string(meetings.TellPresent), Label: "Those who were here"},
				{Value: string(meetings.TellNone), Label: "No one", Hint: "The chair has told the meeting."},
			}})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v meetings.View) (kit.Done, error) {
			err := s.meetings.Adjourn(c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), meetings.AdjournInput{
				Day: in.Day("date"), Time: in.Text("time"), Place: in.Text("place"), Online: in.Text("online"),
				Reason: in.Lines("reason"), Tell: meetings.Told(in.Text("tell")),
			})
			return kit.Done{To: kit.MeetingURL(v.Meeting.ID), Message: "The meeting is adjourned to that day."}, err
		},
	}
}

// quorumAgain says whether a quorum is needed on the other day.
func quorumAgain(v meetings.View) string {
	if v.Meeting.Kind == meetings.Committee {
		return v.QuorumRule()
	}
	if kept, _ := v.Constitution.ResumedQuorum(constitution.Presence{}); kept {
		return "The quorum at the beginning of the first day is enough (rule 4.2)."
	}
	return "As many must be present at the beginning of that day as of this one: " +
		strconv.Itoa(v.Constitution.Figures.Quorum) + " (rule 4.2)."
}

// meetingToAdjourn is meetingRun for a meeting that can be adjourned.
func (s *Desk) meetingToAdjourn(c echo.Context) (meetings.View, error) {
	v, err := s.meetingRun(c)
	if err == nil && !v.May.Adjourn {
		err = apperr.New(apperr.Conflict, "The %s is “%s”: a meeting is adjourned while it is open.", v.Meeting.Title(),
			v.Meeting.State.Label())
	}
	return v, err
}

// sittingFacts tell of the days to which a meeting was adjourned.
func sittingFacts(v meetings.View) []kit.Fact {
	var out []kit.Fact
	for _, one := range v.Sittings {
		value := "On " + one.AdjournedAt.Date().Long() + ", to " + dayAndTime(one.AdjournInput) + ", " + one.Place
		if one.Reason != "" {
			value += ": " + one.Reason
		}
		out = append(out, kit.Fact{Label: "Adjourned", Value: value})
		if told := toldText(one.Letters); told != "" {
			out = append(out, kit.Fact{Label: "Told of that day", Value: told})
		}
		if len(one.Letters.NoLetter) > 0 {
			out = append(out, kit.Fact{
				Label: "To be told otherwise", Value: namesOf(one.Letters.NoLetter) + " (without an e-mail address)",
			})
		}
	}
	return out
}

// toldText says how far the letters about a day went.
func toldText(l meetings.ToldLetters) string {
	switch {
	case l.Queued == 0:
		return ""
	case l.Left == 0:
		return kit.Plural(l.Queued, "letter waits in the outbox", "letters wait in the outbox")
	case l.Left == l.Queued:
		return kit.Plural(l.Left, "letter has left", "letters have left")
	}
	return strconv.Itoa(l.Left) + " of " + strconv.Itoa(l.Queued) + " letters have left"
}

// dayAndTime is "Saturday 28 March 2026, 6:30 pm".
func dayAndTime(a meetings.AdjournInput) string {
	return a.Day.Weekday().String() + " " + a.Day.Long() + ", " + meetings.Meeting{Time: a.Time}.Clock()
}
