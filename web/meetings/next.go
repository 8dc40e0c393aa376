package meetings

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// asking is somebody who asks what to do next with a meeting, and what is known of
// it that its record does not say.
type asking struct {
	meetings.View
	Person    auth.PersonID
	Today     civil.Date
	On        civil.Date       // the day, or the latest one to which it was adjourned
	Elections []elections.View // of an AGM, for those who hold meetings
	Vote      bool             // after an EGM there is a postal vote
	Postal    bool             // prepares postal votes
	Remarks   int              // on the minutes, to be answered
	Planned   bool             // a meeting that is to come may approve the minutes
	Later     bool             // a later meeting that may approve the minutes has opened
	Teller    bool
}

// whoActs names those who do what the person who asks cannot.
const (
	holders   = "The secretary or the president"
	anOfficer = "The president, the secretary or the treasurer"
)

// nextStep is the one thing to do now with a meeting, for the person who asks. Where
// it is for another to do it says who acts and when, with no button.
func nextStep(a asking) kit.NextStep {
	switch a.Meeting.State {
	case meetings.Planned:
		return a.whilePlanned()
	case meetings.NoticeSent:
		return a.onceNoticed()
	case meetings.Open:
		return a.whileOpen()
	case meetings.Adjourned:
		return a.whileAdjourned()
	case meetings.Closed:
		return a.onceClosed()
	case meetings.Approved:
		return a.onceApproved()
	case meetings.Inquorate:
		return a.withoutQuorum()
	}
	return kit.NextStep{Kind: kit.KindInfo, Title: "Nothing is to be done", Text: "The meeting was called off."}
}

func (a asking) link(label string, part ...string) *kit.Link {
	return &kit.Link{Label: label, URL: kit.MeetingURL(a.Meeting.ID, part...)}
}

// others says who does what comes next.
func others(title, text string) kit.NextStep {
	return kit.NextStep{Kind: kit.KindInfo, Title: title, Text: text}
}

func (a asking) whilePlanned() kit.NextStep {
	m := a.Meeting
	switch {
	case !m.Kind.General():
		return a.committeePlanned()
	case a.May.Edit && a.Today.After(m.Date):
		step := kit.NextStep{
			Kind: kit.KindWarning, Title: "Choose another day", Text: m.Date.Long() + " is past, and no notice was given.",
			Link: a.link("Change the date", "edit"), Also: []kit.Link{*a.link("Call the meeting off", "cancel")},
		}
		return step
	case a.May.SendNotice:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Give notice",
			Text: "Give notice once the proposals are in. It goes to everyone registered on that day.",
			Link: a.link("See the notice", "notice"),
		}
	case a.Today.After(m.Date):
		return others("The day is past", holders+" chooses another day, or calls the meeting off.")
	}
	return others("Notice comes next", holders+" sends notice and agenda to every member before "+m.Date.Long()+".")
}

func (a asking) committeePlanned() kit.NextStep {
	m := a.Meeting
	switch {
	case a.May.Attend:
		return a.atTheDoor()
	case a.May.SendNotice:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Send the agenda", Text: "The committee meets on " + m.Date.Long() + ".",
			Link: a.link("See the notice", "notice"),
		}
	}
	return a.untilTheDay()
}

func (a asking) onceNoticed() kit.NextStep {
	m := a.Meeting
	switch {
	case a.May.Attend:
		return a.atTheDoor()
	case a.May.Post:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Some letters have not left yet",
			Text: strings.Join(a.Notices[0].Leaving.Lines(), ". ") + ". Notice is given when the last letter has left (rule 4.1).",
			Link: a.link("Roll and labels", "notice"),
		}
	case !a.May.Hold:
		return a.untilTheDay()
	case m.Kind == meetings.AGM && len(a.Elections) == 0:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Prepare the elections",
			Text: "Nominations must reach the secretary before the meeting (rule 4.13).", Link: a.link("Elections", "elections"),
		}
	case postToFill(a.Elections).Title != "":
		step := postToFill(a.Elections)
		step.Also = []kit.Link{*a.link("Prints for the meeting", "prints")}
		return step
	}
	return kit.NextStep{
		Kind: kit.KindInfo, Title: "On the day",
		Text: "On " + m.Date.Long() + ", mark those present at the door and open the meeting. Print the sheet for " +
			"signing beforehand.",
		Link: a.link("Sheet for signing (PDF)", "attendance.pdf"),
	}
}

// atTheDoor is what an officer does on the day: mark who is there, and then open the
// meeting or resume it.
func (a asking) atTheDoor() kit.NextStep {
	open := "open"
	if a.Meeting.State == meetings.Adjourned {
		open = "resume"
	}
	if step, ok := stepTo(a.View, meetings.Open); ok && step.Open() {
		return kit.NextStep{
			Kind: kit.KindInfo, Title: kit.UpperFirst(open) + " the meeting", Text: "There is a quorum.",
			Link: a.link("In the chair", "chair"), Also: []kit.Link{*a.link("At the door", "door")},
		}
	} else if ok && a.Quorum.Reached {
		return a.notToOpen(open, step.Findings)
	}
	return kit.NextStep{
		Kind: kit.KindInfo, Title: "On the day: who is here?",
		Text: "Mark everyone who is present at the beginning, then " + open + " the meeting from the chair’s page.",
		Link: a.link("At the door", "door"), Also: []kit.Link{*a.link("In the chair", "chair")},
	}
}

// notToOpen is what keeps a meeting with a quorum from being opened, and where that is
// seen to.
func (a asking) notToOpen(open string, why constitution.Findings) kit.NextStep {
	step := kit.NextStep{
		Kind: kit.KindWarning, Title: "The meeting cannot " + open + " yet", Link: a.link("In the chair", "chair"),
		Also: []kit.Link{*a.link("At the door", "door")},
	}
	for _, f := range why {
		if f.Gravity == constitution.Obstacle {
			step.Text = f.String() + "."
			break
		}
	}
	if a.May.Post {
		step.Link = a.link("Roll and labels", "notice")
	}
	return step
}

// untilTheDay is for those who wait for the day: they come, or send apologies.
func (a asking) untilTheDay() kit.NextStep {
	day := a.On.Long()
	if a.Today.After(a.On) {
		return others("The day is past", anOfficer+" records whether the meeting was held.")
	}
	when := "The meeting is on " + day
	if a.Meeting.State == meetings.Adjourned {
		when = "The meeting continues on " + day
	}
	text := anOfficer + " marks who is present on the day."
	switch {
	case a.Own.Sent:
		return others(when, "Your apologies are recorded. "+text)
	case a.Own.May:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: when, Text: "Come, or send your apologies. " + text,
			Link: &kit.Link{Label: "I cannot come", URL: kit.MeetingURL(a.Meeting.ID) + "#apologies", Kind: "secondary"},
		}
	}
	return others(when, text)
}

func (a asking) whileOpen() kit.NextStep {
	runs := a.May.Chair || a.May.Hold
	switch {
	case a.May.ElectChair && a.Meeting.Chair == 0:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Elect a chair",
			Text: "No officer is present: the first business is to elect a chair (rule 4.3).", Link: a.link("In the chair", "chair"),
		}
	case runs && a.ToAdjourn():
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Adjourn the meeting", Text: "The meeting decided to adjourn: choose the day.",
			Link: a.link("Adjourn to another day", "adjourn"), Also: []kit.Link{*a.link("In the chair", "chair")},
		}
	case runs:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "The meeting is open", Link: a.link("In the chair", "chair"),
			Also: []kit.Link{*a.link("At the door", "door")},
		}
	case a.Teller:
		return others("You are a teller", "Count hands and ballot papers when the chair asks for it (rule 4.11), and hand in the "+
			"count: "+a.chairName()+" or the secretary enters it.")
	case a.May.Attend:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "The meeting is open", Text: a.chairName() + " has the chair. Record who comes and goes.",
			Link: a.link("At the door", "door"),
		}
	}
	return others("The meeting is open", a.chairName()+" has the chair. What is decided is shown here.")
}

// chairName is who has the chair, in a sentence.
func (a asking) chairName() string {
	if a.Chair.Person == 0 {
		return "The chair"
	}
	return a.Chair.Name
}

func (a asking) whileAdjourned() kit.NextStep {
	switch {
	case a.May.Attend:
		return a.atTheDoor()
	case a.May.Adjourn:
		step := others("The meeting continues on "+a.On.Long(), "On that day, mark again who is there, and resume the meeting "+
			"from the chair’s page.")
		step.Also = []kit.Link{*a.link("Choose another day", "adjourn")}
		return step
	}
	return a.untilTheDay()
}

func (a asking) onceClosed() kit.NextStep {
	switch {
	case a.May.WriteMinutes && a.Minutes.Version == 0:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Write the minutes", Text: "You can make a draft from everything that was recorded.",
			Link: a.link("Make a draft", "minutes", "edit"),
		}
	case a.Postal && !a.Vote && hasFramed(a.View):
		return voteToDraft(a.View)
	case a.May.Hold:
		if step := a.resultsNext(); step.Title != "" {
			return step
		}
	}
	return a.untilApproved()
}

// untilApproved is what is done with minutes in draft, until a later meeting approves
// them.
func (a asking) untilApproved() kit.NextStep {
	next := kit.LowerFirst(a.approving().Label())
	later := "The next " + next
	switch {
	case a.May.Approve && a.Later:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Record that the minutes were approved",
			Text: "A later meeting has opened. Once it has approved these minutes, record that.", Link: a.link("Minutes", "minutes"),
		}
	case a.May.ShowMinutes && !a.Later:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Show the draft to members", Text: "They can then say what is wrong or missing before " +
				kit.LowerFirst(later) + " approves it.", Link: a.link("Minutes", "minutes"),
		}
	case a.Remarks > 0:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Answer the remarks on the minutes", Text: kit.Plural(a.Remarks, "remark waits", "remarks wait") +
				" for an answer.", Link: a.link("Minutes", "minutes"),
		}
	case a.Minutes.Version > 0 && a.May.Hold && !a.Planned && !a.Later:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Plan the next " + next, Text: "It approves the minutes of this meeting.",
			Link: &kit.Link{Label: "Plan it", URL: kit.MeetingsPath + "/new?kind=" + string(a.approving())},
		}
	case a.Minutes.Version > 0 && a.May.Hold:
		return others("The minutes wait for approval", later+" approves them. It is recorded on their page then.")
	case !a.Minutes.ShownAt.IsZero():
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Read the draft of the minutes", Text: "Say what is wrong or missing. " + later +
				" approves them.", Link: a.link("Minutes", "minutes"),
		}
	case a.Minutes.Version > 0:
		return others("The minutes wait for approval", later+" approves them.")
	}
	return others("The minutes come next", "The chair or the secretary writes them (rule 4.5). "+later+" approves them.")
}

// approving is the kind of meeting that approves the minutes.
func (a asking) approving() meetings.Kind {
	if a.Meeting.Kind == meetings.Committee {
		return meetings.Committee
	}
	return meetings.AGM
}

// resultsNext is what is left to do with the elections of a meeting that is closed.
func (a asking) resultsNext() kit.NextStep {
	step := electionsNext(elections.MeetingView{Meeting: a.Meeting, Elections: a.Elections, May: mayOf(a.Elections)})
	switch {
	case step.Kind == kit.KindSuccess:
		return kit.NextStep{}
	case step.Title != "" && step.Link == nil:
		step.Link = a.link("Elections", "elections")
	}
	return step
}

func (a asking) onceApproved() kit.NextStep {
	switch {
	case a.Postal && !a.Vote && hasFramed(a.View):
		return voteToDraft(a.View)
	case a.May.Hold:
		if step := a.resultsNext(); step.Title != "" {
			return step
		}
	}
	return kit.NextStep{Kind: kit.KindSuccess, Title: "Nothing is left to do", Text: "The minutes are approved."}
}

func (a asking) withoutQuorum() kit.NextStep {
	switch {
	case a.May.SetFurther && a.Meeting.Kind == meetings.AGM:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Arrange a further date",
			Text: "The meeting had no quorum (rule 4.20). Its proposals and nominations carry over.",
			Link: &kit.Link{Label: "Set the further date", URL: furtherURL(a.Meeting)},
			Also: []kit.Link{{Label: "What rule 4.20 allows", URL: kit.MeetingsPath + "/dissolution"}},
		}
	case a.May.SetFurther:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Arrange a further date",
			Text: "The meeting had no quorum. Its proposals carry over.",
			Link: &kit.Link{Label: "Set the further date", URL: furtherURL(a.Meeting)},
		}
	case a.May.WriteMinutes && a.Minutes.Version == 0:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Write the minutes", Text: "They say who came, and that there was no quorum.",
			Link: a.link("Make a draft", "minutes", "edit"),
		}
	case a.Further != nil:
		return others("The further date is "+a.Further.Date.Long(), "What was to be decided here is decided there.")
	}
	return others("There was no quorum", "The committee arranges a further date (rule 4.20); "+
		strings.ToLower(holders[:1])+holders[1:]+" gives notice of it.")
}

// askNext is what is next with a meeting for whoever asks for the page.
func (s *Desk) askNext(c echo.Context, v meetings.View, on civil.Date, voted bool) (kit.NextStep, error) {
	actor := s.Actor(c)
	a := asking{
		View: v, Person: actor.Person, Today: s.Today(), On: on, Vote: voted, Postal: s.ManagesPostal(c),
		Teller: slices.ContainsFunc(v.Tellers, func(t meetings.Someone) bool { return t.Person == actor.Person }),
	}
	var err error
	if v.May.Hold {
		if a.Elections, err = s.electionsAt(c, v.Meeting); err != nil {
			return kit.NextStep{}, err
		}
	}
	if v.Meeting.State == meetings.Closed && (v.May.Hold || v.May.Chair) {
		err = s.aboutMinutes(c, &a)
	}
	return nextStep(a), err
}

// aboutMinutes adds what is known of the minutes of a meeting that is closed, for
// those who run it.
func (s *Desk) aboutMinutes(c echo.Context, a *asking) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	list, err := s.meetings.List(ctx, actor)
	if err != nil {
		return err
	}
	for _, m := range append(list.Upcoming, list.Past...) {
		if m.Kind != a.approving() || m.ID == a.Meeting.ID {
			continue
		}
		a.Later = a.Later || m.State.Held() && m.OpenedAt.After(a.Meeting.ClosedAt)
		a.Planned = a.Planned || m.State.Upcoming()
	}
	remarks, err := s.meetings.Remarks(ctx, actor, a.Meeting.ID)
	for _, r := range remarks {
		if r.Answer == meetings.Unanswered {
			a.Remarks++
		}
	}
	return err
}
