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

// ChairPage is what the chair of a meeting goes by: the quorum, the agenda
// with the item that is dealt with now, its motions, and what comes next. It
// works on a phone and without scripts.
type ChairPage struct {
	kit.Page
	Head      Head
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
	Previous  *kit.Link
	Following *kit.Link
	Close     *kit.PostButton
	Closing   []kit.Finding // what stands in the way of closing, or is not decided
	After     *kit.Link     // what comes next once the meeting is closed
	Wall      string
	Prints    []kit.Link
}

// ChairItem is an item of the agenda at the meeting.
type ChairItem struct {
	Letter, Title, Note, URL string
	Now                      bool
	State                    string // "2 motions to decide", "done"
	Tellers                  *kit.SmallForm
	Choosing                 bool   // there are no tellers yet, or the form was refused
	Names                    string // of the tellers, once there are some
	Motions                  []MotionRow
	Links                    []kit.Link
	Minutes                  []kit.Link // to be read
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
	page.opening(in, v)
	page.agenda(in, at, v, held)
	page.closing(v)
	page.openElections(held)
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
			p.Waiting, p.Open = "", p.Button("open", kit.MeetingURL(m.ID, "open"), "Open the meeting", ver)
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

// agenda puts the items on the page; the one that is dealt with now is the one
// chosen, or the first with something to be done.
func (p *ChairPage) agenda(
	in *kit.Filling, chosen meetings.ItemID, v meetings.View, held []elections.View,
) {
	m := v.Meeting
	here := kit.MeetingURL(m.ID, "chair")
	now := -1
	for i, item := range v.Agenda {
		ci := ChairItem{
			Letter: agendaLetter(i), Title: item.Title, Note: item.Note, URL: here + "?item=" + kit.IDText(item.ID),
		}
		pending := p.business(in, v, held, item, &ci)
		if item.ID == chosen || chosen == 0 && now < 0 && pending {
			now = i
		}
		p.Items = append(p.Items, ci)
	}
	if now < 0 && len(p.Items) > 0 && m.State == meetings.Open {
		now = len(p.Items) - 1
		if !m.Kind.General() && len(v.Motions) == 0 { // the committee begins, and nothing says where it is
			now = 0
		}
	}
	if now < 0 || m.State != meetings.Open && chosen == 0 {
		return
	}
	p.Items[now].Now = true
	p.Now = &p.Items[now]
	if now > 0 {
		p.Previous = &kit.Link{Label: p.Items[now-1].Title, URL: p.Items[now-1].URL}
	}
	if now+1 < len(p.Items) {
		p.Following = &kit.Link{Label: p.Items[now+1].Title, URL: p.Items[now+1].URL}
	}
}

// business is what there is under an item; it reports whether something of it
// is still to be done.
func (p *ChairPage) business(
	in *kit.Filling, v meetings.View, held []elections.View, item meetings.AgendaItem, ci *ChairItem,
) (pending bool) {
	m := v.Meeting
	open := 0
	for _, motion := range v.Motions {
		if !under(v, motion, item) {
			continue
		}
		ci.Motions = append(ci.Motions, motionRow(motion, motionURL(m.ID, motion.ID)))
		if motion.State == meetings.Pending {
			open++
		}
	}
	if open > 0 {
		ci.State, pending = kit.Plural(open, "motion to decide", "motions to decide"), true
	} else if len(ci.Motions) > 0 {
		ci.State = "Decided"
	}
	switch item.Item {
	case constitution.ElectTellers:
		if v.May.SetTellers {
			ci.Tellers = p.tellersForm(in, v, held, item)
			ci.Choosing = len(v.Tellers) == 0 || p.ErrorOn("tellers") != ""
		}
		if len(v.Tellers) > 0 {
			ci.State = "Done"
		} else {
			ci.State, pending = "To be elected", true
		}
	case constitution.ElectOfficers, constitution.ElectOrdinary:
		ci.Links = append(ci.Links, kit.Link{
			Label: "Nominations, ballots and results", URL: kit.MeetingURL(m.ID, "elections"), Kind: "secondary",
		})
		ci.State, pending = electionState(held, m, item.Item)
	case constitution.PastMinutes:
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Take the minutes as read", "formal"))
	case constitution.OtherBusiness:
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Record a motion the chair allows", ""))
	case constitution.Framing, constitution.Discussion:
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Record another motion", ""))
	case "":
		if m.Kind == meetings.Committee && last(v, item) {
			ci.Links = append(ci.Links, p.motionLink(v, "", "Record a motion", string(constitution.FromCommittee)))
		}
	}
	ci.Links = slices.DeleteFunc(ci.Links, func(l kit.Link) bool { return l.URL == "" })
	return pending
}

// under reports whether a motion comes under an item: one without an item, as
// the committee's are, under the last.
func under(v meetings.View, motion meetings.Motion, item meetings.AgendaItem) bool {
	if motion.Item == "" {
		return last(v, item)
	}
	return motion.Item == item.Item
}

func last(v meetings.View, item meetings.AgendaItem) bool {
	return v.Agenda[len(v.Agenda)-1].ID == item.ID
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
	if i := slices.IndexFunc(
		v.Agenda, func(a meetings.AgendaItem) bool { return a.ID == item.ID },
	) + 1; i < len(v.Agenda) {
		hidden = append(hidden, kit.Hidden{Name: "then", Value: kit.IDText(v.Agenda[i].ID)})
	}
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
	if step.Open() {
		p.Close = p.Button(
			"close", kit.MeetingURL(v.Meeting.ID, "close"), "Close the meeting", kit.VersionField(v.Meeting.Version),
		)
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
		return kit.SeeOther(c, chairURL(v.Meeting.ID, kit.Chosen[meetings.ItemID](in, "then")))
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
	tellers := kit.AllChosen[meetings.PersonID](in, "tellers")
	return s.meetings.SetTellers(c.Request().Context(), s.Actor(c), id, in.Version(), tellers)
}
