package meetings

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ChairPage is what the chair of a meeting goes by: the item that is dealt with
// now, its motions, notes and speakers, the quorum, the agenda, and what comes
// next. It works on a phone and without scripts.
type ChairPage struct {
	kit.Page
	Head      Head
	Running   bool // the meeting is open: the item comes first
	Quorum    kit.Trace
	Reached   bool
	Present   string
	Chair     *kit.Trace
	Tellers   string
	Elect     *kit.SmallForm // a chair, for want of an officer
	Findings  []kit.Finding
	Open      *kit.PostButton
	NoQuorum  *kit.PostButton
	Door      *kit.Link  // while the quorum is not there
	Waiting   string     // why it cannot be opened yet
	Instead   []kit.Link // what can be done about it
	Items     []ChairItem
	Now       *ChairItem
	Procedure *kit.SmallForm // a motion on procedure
	Moving    bool           // one was refused
	Adjourn   *kit.Link
	Close     *kit.PostButton
	Closing   []kit.Finding // what stands in the way of closing, or is not decided
	Declare   []kit.Link    // motions whose outcome is to be declared first
	After     *kit.Link     // what comes next once the meeting is closed
	Wall      string
	Prints    []kit.Link
}

// ChairItem is an item of the agenda at the meeting.
type ChairItem struct {
	Letter, Title, Note, URL string
	Now                      bool
	State                    string // "2 motions to decide", "Done at 2:40 pm"
	Tellers                  *kit.SmallForm
	Choosing                 bool   // there are no tellers yet, or the form was refused
	Names                    string // of the tellers, once there are some
	Motions                  []ChairMotion
	Formal                   []*kit.PostButton // formal motions that are moved with one tap
	Links                    []kit.Link
	Minutes                  []kit.Link // to be read

	Take      *kit.PostButton // it is looked at, and another item is dealt with
	Elsewhere string          // which
	Notes     []NoteRow
	AddNote   *kit.SmallForm
	Noting    bool // one was refused
	Speakers  []SpeakerRow
	Next      *kit.PostButton // the next of them
	Speak     *kit.SmallForm
	Asking    bool // one was refused
	Task      *kit.SmallForm
	Back      *kit.PostButton // to the item before
	Forward   *kit.PostButton // to the next item
}

var chairView = kit.NewView[ChairPage](templates, "chair.html")

func (s *Desk) chair(c echo.Context) error {
	v, err := s.meetingOpens(c)
	if err != nil {
		return err
	}
	return s.showChair(c, kit.NewFilling(), kit.QueryID[meetings.ItemID](c, "item"), v, nil)
}

// showChair answers with the chair's page at an item; 0 is whatever comes next.
func (s *Desk) showChair(
	c echo.Context, in *kit.Filling, at meetings.ItemID, v meetings.View, refused error,
) error {
	m := v.Meeting
	page := ChairPage{
		Page:   s.Page(c, "In the chair: "+m.Title(), meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}),
		Head:   meetingHead(v, "chair"),
		Quorum: quorumTrace(v.Quorum), Reached: v.Quorum.Reached,
		Present: kit.Plural(presentCount(v), "person may vote now", "people may vote now"),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if v.Chair.Person != 0 || v.Chair.ToElect {
		chair := kit.RuleTrace(someoneText(v.Chair.Someone, "To be elected: no officer is present"), v.Chair.Trace)
		page.Chair = &chair
	}
	page.Tellers = namesOf(v.Tellers)
	held, err := s.electionsAt(c, m)
	if err != nil {
		return err
	}
	page.Running = m.State == meetings.Open
	page.opening(in, v)
	page.agenda(in, at, v, held)
	page.procedure(in, v)
	if page.Now != nil && page.Elect != nil {
		page.Now.Task = nil // both ask for a person
	}
	page.closing(v)
	page.openElections(held)
	if v.May.Adjourn {
		page.Adjourn = &kit.Link{Label: "Adjourn to another day", URL: kit.MeetingURL(m.ID, "adjourn"), Kind: "secondary"}
		if v.ToAdjourn() {
			page.Adjourn.Kind = ""
		}
		if m.State == meetings.Adjourned {
			page.Adjourn.Label = "Choose another day"
		}
	}
	switch {
	case v.May.SetFurther:
		page.After = &kit.Link{Label: "Set the further date", URL: furtherURL(m)}
	case m.State == meetings.Closed && v.May.WriteMinutes && v.Minutes.Version == 0:
		page.After = &kit.Link{Label: "Write the minutes", URL: kit.MeetingURL(m.ID, "minutes")}
	}
	if m.State == meetings.Open {
		page.Wall = kit.MeetingURL(m.ID, "wall")
		if m.Kind == meetings.AGM {
			page.Prints = []kit.Link{
				{Label: "Ballot papers (PDF)", URL: kit.MeetingURL(m.ID, "ballots.pdf")},
				{Label: "Count slips for the tellers (PDF)", URL: kit.MeetingURL(m.ID, "count.pdf")},
			}
		}
	}
	return chairView.Render(c, status, page)
}

// step is the meeting's way to a state, if there is one now.
func stepTo(v meetings.View, to meetings.State) (meetings.Step, bool) {
	i := slices.IndexFunc(v.Next, func(s meetings.Step) bool { return s.To == to })
	if i < 0 {
		return meetings.Step{}, false
	}
	return v.Next[i], true
}

// opening is what is done before the meeting is open: it opens with its
// quorum, or cannot be held.
func (p *ChairPage) opening(in *kit.Filling, v meetings.View) {
	m := v.Meeting
	ver := kit.VersionField(m.Version)
	if v.May.ElectChair {
		p.Elect = &kit.SmallForm{
			FormKey: p.Form("elect"), Action: kit.MeetingURL(m.ID, "elect-chair"), Hidden: []kit.Hidden{ver},
			Fields: []kit.Field{in.Field(&p.Page, presentField(v, "person", "Who was elected to the chair"))},
			Submit: "Record the chair",
		}
	}
	if on, adjourned := v.Continues(); adjourned {
		p.Waiting = "The meeting is adjourned. On " + on.Day.Long() + ", mark who is present at the door, then resume it here."
	}
	if m.State == meetings.Planned || m.State == meetings.NoticeSent {
		p.Waiting = "On the day, mark who is present at the door, then open the meeting here."
	}
	if !v.May.Open {
		if m.State == meetings.Planned && v.Attend.Blocked() {
			p.Findings, p.Instead = findingLines(v.Attend), insteadOfOpening(v)
		}
		return
	}
	if step, ok := stepTo(v, meetings.Open); ok {
		p.Findings = findingLines(step.Findings)
		if step.Open() {
			label := "Open the meeting"
			if m.State == meetings.Adjourned {
				label = "Resume the meeting"
			}
			p.Waiting, p.Open = "", p.Button("open", kit.MeetingURL(m.ID, "open"), label, ver)
		}
	}
	if step, ok := stepTo(v, meetings.Inquorate); ok && step.Open() {
		p.NoQuorum = p.Button("inquorate", kit.MeetingURL(m.ID, "inquorate"), "Record that there is no quorum", ver)
		p.NoQuorum.Kind = "danger"
		p.Waiting, p.Door = "", &kit.Link{Label: "Mark who is present", URL: kit.MeetingURL(m.ID, "door")}
	}
}

// insteadOfOpening is what can be done about a meeting of which no notice was
// given, by whoever may.
func insteadOfOpening(v meetings.View) []kit.Link {
	if v.Meeting.State != meetings.Planned || !v.Meeting.Kind.General() {
		return nil
	}
	var out []kit.Link
	if v.May.SendNotice {
		out = append(out, kit.Link{Label: "Give notice", URL: kit.MeetingURL(v.Meeting.ID, "notice")})
	}
	if v.May.Edit {
		out = append(out, kit.Link{Label: "Choose a later day", URL: kit.MeetingURL(v.Meeting.ID, "edit"), Kind: "secondary"})
	}
	return out
}

// motionLink leads to the form of a motion under an item, for whoever may
// record one.
func (p *ChairPage) motionLink(v meetings.View, item constitution.Item, label, origin string) kit.Link {
	if !v.May.Propose && !v.May.Vote || v.Meeting.State != meetings.Open {
		return kit.Link{}
	}
	url := kit.MeetingURL(v.Meeting.ID, "motions", "new") + "?item=" + string(item)
	if origin != "" {
		url += "&origin=" + origin
	}
	return kit.Link{Label: label, URL: url, Kind: "secondary"}
}

// tellersForm picks the tellers from those present who do not stand for
// election; the item after theirs is what comes next.
func (p *ChairPage) tellersForm(
	in *kit.Filling, v meetings.View, held []elections.View, item meetings.AgendaItem,
) *kit.SmallForm {
	if !in.Sends("tellers") {
		for _, one := range v.Tellers {
			in.Add("tellers", kit.IDText(one.Person))
		}
	}
	f := kit.Field{
		Name: "tellers", Label: "Tellers", Type: "checkboxes",
		Hint: "At least " + strconv.Itoa(
			v.Constitution.Figures.Tellers,
		) + " who are here and are not standing for election (rule 4.4).",
	}
	chosen, stands := kit.AllChosen[meetings.PersonID](in, "tellers"), standingIn(held)
	for _, one := range v.Attendance {
		if one.Here() && one.Entitled && (!stands[one.Person] || slices.Contains(chosen, one.Person)) {
			f.Options = append(f.Options, kit.Option{Value: kit.IDText(one.Person), Label: one.Name})
		}
	}
	hidden := []kit.Hidden{kit.VersionField(v.Meeting.Version), {Name: "item", Value: kit.IDText(item.ID)}}
	return &kit.SmallForm{
		FormKey: p.Form("tellers"), Action: kit.MeetingURL(v.Meeting.ID, "tellers"), Hidden: hidden,
		Fields: []kit.Field{in.Field(&p.Page, f)}, Submit: "Record the tellers",
	}
}

// openElections says which elections are not decided: they do not keep the
// meeting open, but once it is closed nobody can vote any more.
func (p *ChairPage) openElections(held []elections.View) {
	if p.Close == nil && len(p.Closing) == 0 {
		return
	}
	kind := kit.KindWarning
	if p.Close == nil {
		kind = kit.KindInfo
	}
	for _, e := range held {
		if e.Outcome.State != elections.Decided {
			p.Closing = append(p.Closing, kit.Finding{
				Kind: kind, Text: kit.CiteRules(e.Post.Title() + ": the election is not decided (rule " + e.Post.Rule() + ")"),
			})
		}
	}
}

// closing is the end of the meeting, and what stands in its way.
func (p *ChairPage) closing(v meetings.View) {
	step, ok := stepTo(v, meetings.Closed)
	if !ok || !v.May.Close {
		return
	}
	p.Closing = findingLines(step.Findings)
	for _, m := range v.Motions {
		if undeclared(v, m) {
			p.Declare = append(p.Declare, kit.Link{
				Label: "Declare motion " + strconv.Itoa(m.Number) + ", or withdraw it", URL: motionURL(v.Meeting.ID, m.ID),
				Kind: "secondary",
			})
		}
	}
	if step.Open() {
		label := "Close the meeting"
		if v.Meeting.State == meetings.Adjourned {
			label = "Close it without continuing"
		}
		p.Close = p.Button("close", kit.MeetingURL(v.Meeting.ID, "close"), label, kit.VersionField(v.Meeting.Version))
		p.Close.Kind = "secondary"
		return
	}
	for i := range p.Closing { // what is still to be done is no mistake
		p.Closing[i].Kind = kit.KindInfo
	}
}

// chairURL is the chair's page at an item of the agenda; 0 is whatever comes next.
func chairURL(id meetings.ID, item meetings.ItemID) string {
	url := kit.MeetingURL(id, "chair")
	if item != 0 {
		url += "?item=" + kit.IDText(item)
	}
	return url
}

// chairChange answers a form of the chair's page that changes the meeting. A
// refused one comes back at its own item, a taken one leads to what is then.
func (s *Desk) chairChange(
	change func(c echo.Context, in *kit.Filling, id meetings.ID) error, done string,
) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.meetingView(c)
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if err := in.Refusal(change(c, in, v.Meeting.ID)); err != nil {
			return s.showChair(c, in, kit.Chosen[meetings.ItemID](in, "item"), v, err)
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, chairURL(v.Meeting.ID, 0))
	}
}

func (s *Desk) meetingOpen(c echo.Context, in *kit.Filling, id meetings.ID) error {
	return s.meetings.Open(c.Request().Context(), s.Actor(c), id, in.Version())
}

func (s *Desk) meetingClose(c echo.Context, in *kit.Filling, id meetings.ID) error {
	return s.meetings.Close(c.Request().Context(), s.Actor(c), id, in.Version())
}

func (s *Desk) meetingInquorate(c echo.Context, in *kit.Filling, id meetings.ID) error {
	return s.meetings.DeclareInquorate(c.Request().Context(), s.Actor(c), id, in.Version())
}

func (s *Desk) chairElect(c echo.Context, in *kit.Filling, id meetings.ID) error {
	person := kit.Chosen[meetings.PersonID](in, "person")
	return s.meetings.ElectChair(c.Request().Context(), s.Actor(c), id, in.Version(), person)
}

func (s *Desk) tellersSet(c echo.Context, in *kit.Filling, id meetings.ID) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	tellers := kit.AllChosen[meetings.PersonID](in, "tellers")
	return s.meetings.SetTellers(ctx, actor, id, in.Version(), tellers)
}
