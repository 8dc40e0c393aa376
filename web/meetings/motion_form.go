package meetings

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// kindIn is what a motion that stands in a form is about.
func kindIn(in *kit.Filling) constitution.Kind {
	if in.Text("kind") == string(constitution.Constitutional) {
		return constitution.Constitutional
	}
	return constitution.Ordinary
}

// recordMotion takes a proposal before the meeting, or a motion at it.
func (s *Desk) recordMotion() kit.Form[meetings.View] {
	return kit.Form[meetings.View]{
		Site: s.Site, Load: s.meetingRun,
		Fill: func(c echo.Context, in *kit.Filling, v meetings.View) {
			d := meetings.MotionInput{
				Item: constitution.Item(c.QueryParam("item")), Origin: constitution.Origin(c.QueryParam("origin")),
				Kind: constitution.Kind(c.QueryParam("kind")),
			}
			if d.Item == constitution.PastMinutes && d.Origin == constitution.Formal {
				d.Title, d.Text = "Minutes taken as read", "That the minutes be taken as read."
			}
			s.fillMotion(in, v, d)
		},
		Show: func(c echo.Context, page *kit.FormPage, v meetings.View) error {
			kind := kindIn(page.In())
			page.Page = s.meetingPage(c, v.Meeting, "Record a proposal")
			page.Action, page.Submit = kit.MeetingURL(v.Meeting.ID, "motions", "new"), "Record the proposal"
			page.Back = kit.MeetingURL(v.Meeting.ID)
			sayOfMotion(page, v, kind)
			text := proposalFields()
			if v.Meeting.Kind == meetings.EGM {
				text = append(text, egmFields(v)...)
				text = append(text, kindField(v.Constitution))
			} else {
				page.Hide("kind", string(kind))
			}
			motionGroups(page, v, text, kind)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v meetings.View) (kit.Done, error) {
			d, err := s.motionIn(c, in, v, kindIn(in))
			if err != nil {
				return kit.Done{}, err
			}
			id, err := s.meetings.Propose(c.Request().Context(), s.Actor(c), v.Meeting.ID, d)
			done := kit.Done{To: motionURL(v.Meeting.ID, id), Message: "The proposal is recorded."}
			switch {
			case v.Meeting.State == meetings.Open:
				done.Message = "The motion is recorded."
			case d.Kind == constitution.Constitutional && v.Meeting.Kind == meetings.AGM:
				done.Message = "The amendment is recorded."
			}
			return done, atItsField(in, err)
		},
	}
}

// sayOfMotion says what a motion that is recorded now is, and what the rules ask
// of it.
func sayOfMotion(page *kit.FormPage, v meetings.View, kind constitution.Kind) {
	switch {
	case v.Meeting.Kind == meetings.EGM && v.Meeting.State != meetings.Planned:
		page.Title, page.Submit = "A motion at the meeting", "Record the motion"
		page.Say("The meeting words motions on the proposals it was called for, and deals with nothing else (rule 5.7).")
	case v.Meeting.Kind == meetings.EGM:
		page.Say(
			"An EGM deals only with what it was called for (rule 5.7). Record what is to be discussed before notice is given.",
		)
	case kind == constitution.Constitutional:
		page.Title, page.Submit = "Record an amendment of the constitution", "Record the amendment"
		asks, _ := v.Constitution.AmendmentAsks()
		page.Say(asks + " It needs " + meetings.AmendmentMajority(v.Constitution))
	case v.Meeting.State == meetings.Open:
		page.Title, page.Submit = "A motion at the meeting", "Record the motion"
	case v.Meeting.Kind == meetings.AGM:
		page.Say(
			"Two members sign a proposal. It must reach the secretary " + kit.Plural(
				v.Constitution.Figures.ProposalMonths, "month", "months",
			) + " before the AGM, or as late as the secretary finds practical (rule 4.17).",
		)
	}
}

// motionHere is a motion with its meeting.
type motionHere struct {
	meetings.Motion
	at meetings.View
}

// changeMotion changes a proposal before it is sent out.
func (s *Desk) changeMotion() kit.Form[motionHere] {
	return kit.Form[motionHere]{
		Site: s.Site, Load: func(c echo.Context) (m motionHere, err error) {
			m.at, m.Motion, err = s.motionRun(c)
			return m, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, m motionHere) {
			s.fillMotion(in, m.at, meetings.MotionInput{
				Item: m.Item, Origin: m.Origin, Kind: m.Kind, Title: m.Title, Text: m.Moved, Mover: m.Mover.Person,
				Seconder: m.Seconder.Person, Received: m.Received, Effect: m.Effect, Change: m.MovedChange,
				Proposal: m.CopiedFrom,
			})
			if m.at.Meeting.State != meetings.Open {
				in.Set("mover", kit.Named(m.Mover).String())
				in.Set("seconder", kit.Named(m.Seconder).String())
			}
		},
		Version: func(m motionHere) int64 { return m.Version },
		Show: func(c echo.Context, page *kit.FormPage, m motionHere) error {
			v, url := m.at, motionURL(m.at.Meeting.ID, m.ID)
			page.Page = s.Page(
				c, "Change the proposal", meetingsCrumb, kit.Crumb{Label: v.Meeting.Title(), URL: kit.MeetingURL(v.Meeting.ID)},
				kit.Crumb{Label: m.Title, URL: url},
			)
			page.Action, page.Submit, page.Back = url+"/edit", "Save", url
			page.Hide("kind", string(m.Kind))
			text := proposalFields()
			if v.Meeting.Kind == meetings.EGM {
				text = append(text, egmFields(v)...)
			}
			motionGroups(page, v, text, m.Kind)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m motionHere) (kit.Done, error) {
			d, err := s.motionIn(c, in, m.at, m.Kind)
			if err != nil {
				return kit.Done{}, err
			}
			err = s.meetings.EditMotion(c.Request().Context(), s.Actor(c), m.ID, in.Version(), d)
			return kit.Done{To: motionURL(m.at.Meeting.ID, m.ID), Message: "Saved."}, atItsField(in, err)
		},
	}
}

// fillMotion fills the form of a motion; its people by their ids, as they are
// chosen among those present.
func (s *Desk) fillMotion(in *kit.Filling, v meetings.View, d meetings.MotionInput) {
	in.Set("kind", string(d.Kind))
	in.Set("title", d.Title)
	in.Set("text", d.Text)
	kit.SetChosen(in, "proposal", d.Proposal)
	in.Set("origin", cmp.Or(string(d.Origin), string(constitution.FromMember)))
	kit.SetChosen(in, "mover", d.Mover)
	kit.SetChosen(in, "seconder", d.Seconder)
	in.SetDay("received", dayOr(d.Received, s.Today()))
	for _, it := range v.Agenda {
		usual := it.Item == constitution.Proposals || it.Item == constitution.Discussion
		if d.Item == "" && usual {
			d.Item = it.Item
		}
	}
	in.Set("item", string(d.Item))
	in.Set("effect", cmp.Or(string(d.Effect), string(constitution.NoSubstance)))
	fillChange(in, d.Change)
}

func dayOr(d, otherwise civil.Date) civil.Date {
	if d.IsZero() {
		return otherwise
	}
	return d
}

func proposalFields() []kit.Field {
	return []kit.Field{
		{Name: "title", Label: "In a few words", Required: true, MaxLength: 200},
		{
			Name: "text", Label: "Its full text", Type: "textarea", Rows: 6, Hint: "As it will be voted on: “That …”.",
			Required: true,
		},
	}
}

// motionGroups are the parts of the form of a motion: its text, where it comes
// from, and what it changes or its place on the agenda.
func motionGroups(page *kit.FormPage, v meetings.View, text []kit.Field, kind constitution.Kind) {
	amends := kind == constitution.Constitutional && v.Meeting.Kind != meetings.EGM
	page.Group("The proposal", text...)
	page.Group("Where it comes from", originField(v.Constitution, amends))
	if v.Meeting.State == meetings.Open {
		page.Row(presentField(v, "mover", "Proposed by"), presentField(v, "seconder", "Seconded by"))
	} else {
		page.Row(
			kit.PersonField("mover", "Proposed by", "Name or member number.").Proposing(namesURL(v.Meeting.ID)),
			kit.PersonField("seconder", "Seconded by", "Name or member number.").Proposing(namesURL(v.Meeting.ID)),
		)
		page.Row(kit.DayField("received", "Received by the secretary on", ""))
	}
	if amends {
		startWordings(page.In(), v.Record)
		page.Group("What it changes", changeFields(v.Constitution)...)
		page.Text("The figures this program works with, and the wording of rules.")
	} else if where := itemFields(v); where != nil {
		page.Group("On the agenda", where...)
	}
}

// originField asks from whom a motion comes. Whether the committee's amendment of the
// constitution needs movers is an open question: the hint says how it is read.
func originField(con constitution.Constitution, amends bool) kit.Field {
	member := kit.Option{
		Value: string(constitution.FromMember), Label: "Members", Hint: "A proposer and a seconder (rule 4.17).",
	}
	committee := kit.Option{
		Value: string(constitution.FromCommittee), Label: "The committee", Hint: "Needs neither (rule 4.12).",
	}
	f := kit.Field{Name: "origin", Label: "From", Type: "radios"}
	if amends {
		if needed, t := con.MoverNeeded(constitution.FromCommittee, constitution.Constitutional); needed {
			committee.Hint = "Two members sign it, like any other (rule " + t.Rule + ")."
		}
		f.Options = []kit.Option{member, committee}
		return f
	}
	f.Options = []kit.Option{member, committee, {
		Value: string(constitution.Formal), Label: "A formal motion",
		Hint: "Such as taking the minutes as read; needs neither (rule 4.12).",
	}}
	return f
}

// maxChoice is how much of a title a list to choose from shows, in characters:
// as much as a phone has room for.
const maxChoice = 28

// egmFields say which proposal of an EGM's notice a motion words.
func egmFields(v meetings.View) []kit.Field {
	if v.Meeting.State == meetings.Planned {
		return nil
	}
	f := kit.Field{
		Name: "proposal", Label: "The proposal in the notice that it puts into words", Type: "select",
		Hint:    "An EGM deals with nothing else (rule 5.7). Procedural motions need none.",
		Options: []kit.Option{{Label: "None of its proposals"}},
	}
	for _, m := range v.Motions {
		if m.OnNotice {
			f.Options = append(f.Options, kit.Option{
				Value: kit.IDText(m.ID), Label: strconv.Itoa(m.Number) + ". " + kit.Shortened(m.Title, maxChoice),
			})
		}
	}
	return []kit.Field{f}
}

// kindField asks of a new motion at an EGM what majority it needs in the postal
// vote.
func kindField(con constitution.Constitution) kit.Field {
	return kit.Field{Name: "kind", Label: "What it affects", Type: "select", Options: []kit.Option{
		{Value: string(constitution.Ordinary), Label: "Not the constitution"},
		{
			Value: string(constitution.Constitutional),
			Label: "The constitution: " + con.Figures.ConstitutionByPost.String() + " (rule 5.12)",
		},
	}}
}

// itemFields say under which item of the agenda a motion comes, and of one
// under other business what it would change.
func itemFields(v meetings.View) []kit.Field {
	item := kit.Field{Name: "item", Label: "Item", Type: "select"}
	other := false
	for i, it := range v.Agenda {
		if it.Own() || slices.Contains(
			[]constitution.Item{
				constitution.ElectChair, constitution.ElectTellers, constitution.ElectOfficers, constitution.ElectOrdinary,
			},
			it.Item,
		) {
			continue
		}
		item.Options = append(item.Options, kit.Option{Value: string(it.Item), Label: agendaLetter(i) + ") " + it.Title})
		other = other || it.Item == constitution.OtherBusiness
	}
	if len(item.Options) == 0 {
		return nil
	}
	out := []kit.Field{item}
	if other {
		f := kit.Field{
			Name: "effect", Label: "Under other business: what would it change?", Type: "select",
			Hint: "Other business must not substantially affect the society’s conduct (rule 4.19).",
		}
		for _, e := range []struct {
			effect constitution.Effect
			label  string
		}{
			{constitution.NoSubstance, "Nothing of substance"}, {constitution.ChangesFee, "A fee"},
			{constitution.ChangesOfficer, "An officer"}, {constitution.ChangesRules, "The constitution"},
			{constitution.ChangesOtherwise, "Something else of substance"},
		} {
			f.Options = append(f.Options, kit.Option{Value: string(e.effect), Label: e.label})
		}
		out = append(out, f)
	}
	return out
}

// motionIn reads the form of a motion of a kind.
func (s *Desk) motionIn(
	c echo.Context, in *kit.Filling, v meetings.View, kind constitution.Kind,
) (meetings.MotionInput, error) {
	d := meetings.MotionInput{
		Item: constitution.Item(in.Text("item")), Origin: constitution.Origin(in.Text("origin")), Kind: kind,
		Title: in.Text("title"), Text: in.Lines("text"), Received: in.Day("received"),
		Proposal: kit.Chosen[meetings.MotionID](in, "proposal"),
	}
	if kind == constitution.Constitutional {
		d.Change = readChange(in)
	}
	if d.Item == constitution.OtherBusiness {
		d.Effect = constitution.Effect(in.Text("effect"))
	}
	if v.Meeting.State == meetings.Open {
		d.Mover, d.Seconder = kit.Chosen[meetings.PersonID](in, "mover"), kit.Chosen[meetings.PersonID](in, "seconder")
		return d, nil
	}
	among, err := s.entitledAt(c, v.Meeting.ID)
	if err != nil {
		return d, err
	}
	d.Mover, d.Seconder = in.Person("mover", among), in.Person("seconder", among)
	return d, nil
}
