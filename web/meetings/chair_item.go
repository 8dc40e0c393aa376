package meetings

import (
	"slices"
	"strconv"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ChairMotion is a motion under an item, with the buttons that decide it by voice.
type ChairMotion struct {
	MotionRow
	Voice []*kit.PostButton
	More  *kit.Link // hands, ballots, amendments
	Put   bool      // the meeting decided that it be put to the vote
}

// NoteRow is what was written down under an item.
type NoteRow struct {
	Text, At string
	Remove   *kit.PostButton
}

// SpeakerRow is somebody who wants to speak.
type SpeakerRow struct {
	Name     string
	Speaking bool
	Clear    *kit.PostButton
}

// dealtWith is the place on the agenda of the item that the meeting deals with: as
// the chair has it, or else the first with something to be done; -1 of a meeting
// that is not open, or has no agenda.
func dealtWith(v meetings.View, held []elections.View) int {
	if v.Meeting.State != meetings.Open || len(v.Agenda) == 0 {
		return -1
	}
	if item, _ := v.UnderWay(); item != 0 {
		return slices.IndexFunc(v.Agenda, func(a meetings.AgendaItem) bool { return a.ID == item })
	}
	for i, item := range v.Agenda {
		if _, pending := itemState(v, held, item); pending {
			return i
		}
	}
	return len(v.Agenda) - 1
}

// agenda puts the items on the page, and one of them in full: the one chosen, or the
// one that the meeting deals with.
func (p *ChairPage) agenda(in *kit.Filling, chosen meetings.ItemID, v meetings.View, held []elections.View) {
	m := v.Meeting
	floor := dealtWith(v, held)
	now := floor
	for i, item := range v.Agenda {
		ci := ChairItem{
			Letter: agendaLetter(i), Title: item.Title, Note: item.Note,
			URL: kit.MeetingURL(m.ID, "chair") + "?item=" + kit.IDText(item.ID),
		}
		ci.State, _ = itemState(v, held, item)
		if item.ID == chosen {
			now = i
		}
		p.Items = append(p.Items, ci)
	}
	if now < 0 {
		return
	}
	ci := &p.Items[now]
	ci.Now, p.Now = true, ci
	p.business(in, v, held, v.Agenda[now], ci)
	if m.State != meetings.Open || !v.May.Vote {
		return
	}
	if now != floor {
		ci.Elsewhere = agendaLetter(floor) + ") " + v.Agenda[floor].Title
		ci.Take = p.floor("take", v.Agenda[now].ID, m.ID, "Deal with this item now")
	}
	p.steps(v, held, ci, now)
}

func (p *ChairPage) floor(do string, item meetings.ItemID, id meetings.ID, label string) *kit.PostButton {
	return p.Button(
		do+kit.IDText(item), kit.MeetingURL(id, do), label, kit.Hidden{Name: "item", Value: kit.IDText(item)},
	)
}

// steps are the buttons to the item before and to the next. Where nothing is left
// to decide the next one is taken once this one is done.
func (p *ChairPage) steps(v meetings.View, held []elections.View, ci *ChairItem, now int) {
	item := v.Agenda[now]
	if now > 0 {
		ci.Back = p.floor("take", v.Agenda[now-1].ID, v.Meeting.ID, "← "+v.Agenda[now-1].Title)
		ci.Back.Kind = "secondary"
	}
	_, pending := itemState(v, held, item)
	business := item.Item == constitution.ElectTellers || item.Item == constitution.ElectOfficers ||
		item.Item == constitution.ElectOrdinary || len(undecided(v, item)) > 0
	switch last := now+1 == len(v.Agenda); {
	case pending && business && !last:
		ci.Forward = p.floor("take", v.Agenda[now+1].ID, v.Meeting.ID, "Leave it open: "+v.Agenda[now+1].Title+" →")
		ci.Forward.Kind = "secondary"
	case pending && business || last && !item.DoneAt.IsZero():
	case last:
		ci.Forward = p.floor("done", item.ID, v.Meeting.ID, "Done")
	default:
		ci.Forward = p.floor("done", item.ID, v.Meeting.ID, "Done. Next: "+v.Agenda[now+1].Title+" →")
	}
}

// undecided are the motions of an item that are still to be decided.
func undecided(v meetings.View, item meetings.AgendaItem) []meetings.Motion {
	var out []meetings.Motion
	for _, m := range v.Motions {
		if m.State == meetings.Pending && v.ItemOf(m) == item.ID {
			out = append(out, m)
		}
	}
	return out
}

// itemState is how an item stands, in a few words, and whether something of it is
// still to be done.
func itemState(v meetings.View, held []elections.View, item meetings.AgendaItem) (state string, pending bool) {
	if open := len(undecided(v, item)); open > 0 {
		return kit.Plural(open, "motion to decide", "motions to decide"), true
	}
	switch item.Item {
	case constitution.ElectTellers:
		if len(v.Tellers) == 0 {
			return "To be elected", true
		}
		return "Done", false
	case constitution.ElectOfficers, constitution.ElectOrdinary:
		if state, pending = electionState(held, v.Meeting, item.Item); pending {
			return state, pending
		}
	}
	switch {
	case !item.DoneAt.IsZero():
		return "Done at " + momentText(item.DoneAt), false
	case state != "":
		return state, false
	case slices.ContainsFunc(v.Motions, func(m meetings.Motion) bool { return v.ItemOf(m) == item.ID }):
		return "Decided", false
	}
	return "", item.Item != constitution.Proposals
}

// business is what there is under an item.
func (p *ChairPage) business(
	in *kit.Filling, v meetings.View, held []elections.View, item meetings.AgendaItem, ci *ChairItem,
) {
	m := v.Meeting
	for _, motion := range v.Motions {
		if v.ItemOf(motion) == item.ID || motion.Procedural != "" && motion.State == meetings.Pending {
			ci.Motions = append(ci.Motions, p.chairMotion(v, motion, item.ID))
		}
	}
	slices.SortStableFunc(ci.Motions, func(a, b ChairMotion) int { return rankOf(a) - rankOf(b) })
	switch item.Item {
	case constitution.ElectTellers:
		if v.May.SetTellers {
			ci.Tellers = p.tellersForm(in, v, held, item)
			ci.Choosing = len(v.Tellers) == 0 || p.ErrorOn("tellers") != ""
		}
	case constitution.ElectOfficers, constitution.ElectOrdinary:
		ci.Links = append(ci.Links, kit.Link{
			Label: "Nominations, ballots and results", URL: kit.MeetingURL(m.ID, "elections"), Kind: "secondary",
		})
	case constitution.PastMinutes, constitution.MattersArise, constitution.Reports:
		p.formal(v, item, ci)
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Record another formal motion", "formal"))
	case constitution.OtherBusiness:
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Record a motion the chair allows", ""))
	case constitution.Framing, constitution.Discussion:
		ci.Links = append(ci.Links, p.motionLink(v, item.Item, "Record another motion", ""))
	case "":
		if m.Kind == meetings.Committee {
			ci.Links = append(ci.Links, p.motionLink(v, "", "Record a motion", string(constitution.FromCommittee)))
		}
	}
	ci.Links = slices.DeleteFunc(ci.Links, func(l kit.Link) bool { return l.URL == "" })
	p.spoken(in, v, item, ci)
}

// rankOf puts first what is to be decided now.
func rankOf(m ChairMotion) int {
	if m.State.Text == meetings.Pending.Label() {
		return 0
	}
	return 1
}

// chairMotion is a motion with the buttons that decide it by voice, where voices
// decide.
func (p *ChairPage) chairMotion(v meetings.View, m meetings.Motion, item meetings.ItemID) ChairMotion {
	url := motionURL(v.Meeting.ID, m.ID)
	out := ChairMotion{MotionRow: motionRow(m, url).changing(v, m), Put: v.QuestionPut(m)}
	if !v.May.Vote || m.State != meetings.Pending {
		return out
	}
	out.More = &kit.Link{Label: "Hands, ballots, amendments", URL: url + "#vote", Kind: "secondary"}
	if m.Procedural != "" {
		out.More.Label = "Count hands or ballots"
	}
	if !byVoice(v, m) {
		out.More.Label, out.More.Kind = "Take the vote", ""
		if v.Meeting.Kind == meetings.EGM {
			out.More.Label, out.More.URL = "Word it, or send it to the postal vote", url
		}
		return out
	}
	voice := func(call constitution.Call, label, kind string) {
		b := p.Button(
			"voice"+kit.IDText(m.ID)+string(call), kit.MeetingURL(v.Meeting.ID, "voice"), label,
			kit.Hidden{Name: "motion", Value: kit.IDText(m.ID)}, kit.Hidden{Name: "call", Value: string(call)},
			kit.Hidden{Name: "item", Value: kit.IDText(item)}, kit.VersionField(m.Version),
		)
		b.Kind, b.For = kind, "motion "+strconv.Itoa(m.Number)
		out.Voice = append(out.Voice, b)
	}
	voice(constitution.Ayes, "Carried by voice", "")
	voice(constitution.Noes, "Lost by voice", "secondary")
	return out
}

// byVoice reports whether the voices may decide a motion now: none was counted, its
// amendments are dealt with, and no rule asks for a count.
func byVoice(v meetings.View, m meetings.Motion) bool {
	return m.Kind != constitution.Constitutional && m.Ready && len(m.Counts) == 0 && !m.Stops.Blocked() &&
		(v.Meeting.Kind != meetings.EGM || m.Procedural != "")
}

// formalMotion is one that is moved with a tap.
type formalMotion struct {
	Key, Label, Title, Text string
}

// formalMotions are those that are moved under an item at most meetings.
func formalMotions(item constitution.Item) []formalMotion {
	switch item {
	case constitution.PastMinutes:
		return []formalMotion{
			{"read", "Move: minutes taken as read", "Minutes taken as read", "That the minutes be taken as read."},
			{"true", "Move: minutes a true record", "Minutes accepted", "That the minutes be accepted as a true record."},
		}
	case constitution.Reports:
		return []formalMotion{
			{"reports", "Move: reports accepted", "Reports accepted", "That the reports be accepted."},
		}
	}
	return nil
}

// formal are the buttons of the formal motions that were not moved yet.
func (p *ChairPage) formal(v meetings.View, item meetings.AgendaItem, ci *ChairItem) {
	if !v.May.Vote {
		return
	}
	for _, f := range formalMotions(item.Item) {
		if slices.ContainsFunc(v.Motions, func(m meetings.Motion) bool { return m.Item == item.Item && m.Title == f.Title }) {
			continue
		}
		b := p.Button(
			"formal"+f.Key, kit.MeetingURL(v.Meeting.ID, "formal"), f.Label,
			kit.Hidden{Name: "item", Value: kit.IDText(item.ID)}, kit.Hidden{Name: "formal", Value: f.Key},
		)
		b.Kind = "secondary"
		ci.Formal = append(ci.Formal, b)
	}
}

// spoken is what was said under an item, and who wants to speak on it.
func (p *ChairPage) spoken(in *kit.Filling, v meetings.View, item meetings.AgendaItem, ci *ChairItem) {
	m, id := v.Meeting, kit.IDText(item.ID)
	at := []kit.Hidden{{Name: "item", Value: id}}
	for _, n := range v.NotesOn(item.ID) {
		row := NoteRow{Text: n.Text, At: momentText(n.At) + ", " + n.By}
		if v.May.Note {
			row.Remove = p.Button(
				"note"+kit.IDText(n.ID), kit.MeetingURL(m.ID, "notes", kit.IDText(n.ID), "remove"), "Remove", at...,
			)
			row.Remove.Kind, row.Remove.Small, row.Remove.For = "quiet", "small", "the note"
		}
		ci.Notes = append(ci.Notes, row)
	}
	if v.May.Note {
		ci.AddNote = &kit.SmallForm{
			FormKey: p.Form("note"), Action: kit.MeetingURL(m.ID, "notes"), Hidden: at, Submit: "Save the note", Kind: "secondary",
			Fields: []kit.Field{in.Field(&p.Page, kit.Field{
				Name: "note", Label: "Note for the minutes", Type: "textarea", Rows: 3, MaxLength: 2000,
			})},
		}
		ci.Noting = p.ErrorOn("note") != ""
		ci.Task = taskForm(&p.Page, in, m.ID, at...)
	}
	if m.State != meetings.Open || !v.May.Vote {
		return
	}
	list := v.SpeakersOn(item.ID)
	for _, one := range list {
		row := SpeakerRow{Name: one.Name, Speaking: one.Speaking}
		row.Clear = p.Button(
			"speaker"+kit.IDText(one.ID), kit.MeetingURL(m.ID, "speakers", kit.IDText(one.ID), "clear"), "Remove", at...,
		)
		row.Clear.Kind, row.Clear.Small, row.Clear.For = "quiet", "small", one.Name
		ci.Speakers = append(ci.Speakers, row)
	}
	if len(list) > 0 {
		label := "Next speaker"
		if len(list) == 1 && list[0].Speaking {
			label = "Finished speaking"
		}
		ci.Next = p.Button("next-speaker", kit.MeetingURL(m.ID, "speakers", "next"), label, at...)
		ci.Next.Kind = "secondary"
	}
	ci.Speak = &kit.SmallForm{
		FormKey: p.Form("speak"), Action: kit.MeetingURL(m.ID, "speakers"), Hidden: at, Submit: "Add to the list",
		Kind: "secondary", Fields: []kit.Field{in.Field(&p.Page, presentField(v, "speaker", "Who wants to speak"))},
	}
	ci.Asking = p.ErrorOn("speaker") != ""
}

// procedure is the form of a motion on procedure.
func (p *ChairPage) procedure(in *kit.Filling, v meetings.View) {
	if v.Meeting.State != meetings.Open || !v.May.Vote || p.Now == nil {
		return
	}
	what := kit.Field{Name: "procedure", Label: "What is moved", Type: "select"}
	for _, one := range meetings.Procedures() {
		what.Options = append(what.Options, kit.Option{Value: string(one), Label: one.Label()})
	}
	about := kit.Field{
		Name: "about", Label: "About motion", Type: "select", Options: []kit.Option{{Label: "None"}},
		Hint: "Needed where the question is put, or a motion lies on the table.",
	}
	for _, m := range v.Motions {
		if m.Procedural == "" && (m.State == meetings.Pending || m.State == meetings.NotReached || m.State == meetings.RuledOut) {
			about.Options = append(about.Options, kit.Option{
				Value: kit.IDText(m.ID), Label: strconv.Itoa(m.Number) + ". " + kit.Shortened(m.Title, maxChoice),
			})
		}
	}
	if _, motion := v.UnderWay(); !in.Sends("about") && motion != 0 {
		kit.SetChosen(in, "about", motion)
	}
	item := v.Agenda[slices.IndexFunc(p.Items, func(i ChairItem) bool { return i.Now })]
	p.Procedure = &kit.SmallForm{
		FormKey: p.Form("procedure"), Action: kit.MeetingURL(v.Meeting.ID, "procedure"),
		Hidden: []kit.Hidden{{Name: "item", Value: kit.IDText(item.ID)}}, Submit: "Put it to the meeting", Kind: "secondary",
	}
	words := kit.Field{
		Name: "words", Label: "Its words, or the ruling", Type: "textarea", Rows: 2,
		Hint: "Only of another motion on procedure, or of the ruling that is dissented from.",
	}
	for _, f := range []kit.Field{
		what, about, words, presentField(v, "mover", "Moved by"), presentField(v, "seconder", "Seconded by"),
	} {
		f = in.Field(&p.Page, f)
		p.Procedure.Fields, p.Moving = append(p.Procedure.Fields, f), p.Moving || f.Error != ""
	}
}
