package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// What minutes are told of, beside motions and what has a number of its own.
const (
	ofMeeting Entry = "meeting" // its kind, day, time and place
	ofTellers Entry = "tellers"
	ofChair   Entry = "chair"
	ofQuorum  Entry = "quorum" // as it was kept when the meeting ended
	ofOpening Entry = "opening"
	ofClose   Entry = "close"
	ofState   Entry = "state"
	ofRequest Entry = "request"
)

// about names a record that has a number.
func about(what string, no any) Entry { return Entry(fmt.Sprintf("%s %v", what, no)) }

func ofPerson(p Presence) Entry      { return about("presence", p.Person) }
func ofItem(i AgendaItem) Entry      { return about("item", i.ID) }
func ofNotice(n Notice) Entry        { return about("notice", n.Number) }
func ofAction(a Action) Entry        { return about("action", a.ID) }
func ofMinutes(a ApprovedHere) Entry { return about("minutes", a.Of.ID) }
func ofDay(a Arranged) Entry         { return about("day", a.Day) }
func from(entries ...Entry) []Entry  { return entries }

// draftOf writes the minutes of a meeting from everything that was recorded,
// with what other packages tell under their agenda items. Every sentence names
// the records that it follows from, and follows from no other.
func draftOf(r Record, blocks []Block) Draft {
	d := Draft{Title: "Minutes of the " + r.Meeting.Title()}
	d.beginning(r)
	d.sittings(r)
	if r.sat() {
		d.attendance(r)
	}
	d.apologies(r)
	onAgenda := func(item constitution.Item) bool {
		return item != "" && slices.ContainsFunc(r.Agenda, func(i AgendaItem) bool { return i.Item == item })
	}
	for i, it := range r.Agenda {
		d.item(r, i, func(o Motion) bool { return it.Item != "" && o.Item == it.Item }, blocks)
	}
	if slices.ContainsFunc(r.Motions, func(o Motion) bool { return !onAgenda(o.Item) }) {
		s := d.section("Motions")
		s.motions(r, func(o Motion) bool { return !onAgenda(o.Item) })
	}
	for _, b := range blocks {
		if !onAgenda(b.Item) {
			d.section(b.Title).Sentences = b.Sentences
		}
	}
	if !onAgenda(constitution.PastMinutes) && len(r.Approves) > 0 {
		d.section("Minutes of earlier meetings").approved(r)
	}
	d.actions(r)
	d.ending(r)
	return d
}

// item tells what came of an item of the agenda. Its letter or number follows
// from the items before it.
func (d *Draft) item(r Record, i int, its func(Motion) bool, blocks []Block) {
	it := r.Agenda[i]
	var before []Entry
	for _, other := range r.Agenda[:i+1] {
		before = append(before, ofItem(other))
	}
	s := d.section(r.label(i)+" "+it.Title, before...)
	if it.Item == constitution.ElectTellers {
		s.tellers(r)
	}
	if it.Item == constitution.PastMinutes {
		s.approved(r)
	}
	for _, b := range blocks {
		if b.Item == it.Item && b.Item != "" {
			s.Sentences = append(s.Sentences, b.Sentences...)
		}
	}
	s.notes(r, it.ID)
	s.motions(r, its)
}

func (s *Section) tellers(r Record) {
	if len(r.Tellers) > 0 {
		s.Say(AsParagraph, from(ofTellers), "Tellers: %s.", list(r.Tellers))
	}
}

// approved says which minutes the meeting approved.
func (s *Section) approved(r Record) {
	for _, a := range r.Approves {
		corrections := "."
		if a.Corrections != "" {
			corrections = ", with these corrections: " + a.Corrections
		}
		s.Say(AsParagraph, from(ofMinutes(a)), "The minutes of the %s were approved%s", a.Of.Title(), corrections)
	}
}

// beginning says which meeting it was and how it was called.
func (d *Draft) beginning(r Record) {
	m := r.Meeting
	s := d.section("")
	s.Say(
		AsParagraph, from(ofMeeting), "%s of %s on %s, %s, at %s, %s.", m.Kind.Label(), r.facts.society, m.Date.Weekday(),
		m.Date.Long(), m.Clock(), m.Place,
	)
	before := r.Days.Before()
	for i, a := range before {
		switch {
		case a.Meeting == m.ID:
			s.Say(AsParagraph, from(ofDay(a)), "It had been arranged for %s first.", a.Day.Long())
		case i+1 == len(before) || before[i+1].Meeting != a.Meeting:
			s.Say(
				AsParagraph, from(ofDay(a)), "It is the further date of the %s of %s, which had no quorum.", m.Kind.Short(),
				a.Day.Long(),
			)
		}
	}
	if r.Request != nil {
		s.Say(AsParagraph, from(ofRequest), "Members asked for it in writing; the secretary received their request on %s.",
			r.Request.Received.Long())
	}
	s.notice(r)
}

// notice says how members were told, and never of a letter that it left before
// it has.
func (s *Section) notice(r Record) {
	n, sent := r.notice()
	if !sent {
		return
	}
	by := from(ofNotice(n), ofMeeting)
	ways := n.Gone.String()
	switch given := n.Leaving.Given(); {
	case n.Way == Newsletter:
		s.Say(AsParagraph, by, "Notice was given in the newsletter of %s.", n.Sent.Long())
	case !given.IsZero():
		s.Say(
			AsParagraph, by, "Notice was sent %s; the last letter left on %s.", ways, given.Long(),
		)
	case ways == "":
		s.Say(AsParagraph, by, "Notice to %s was written on %s, and none of the letters has left.", toMembers(n.Mail+n.Post),
			n.Sent.Long())
	default:
		s.Say(
			AsParagraph, by, "Notice to %s was written on %s. It was sent %s; %d of the letters have not left.",
			toMembers(n.Mail+n.Post), n.Sent.Long(), ways, n.Leaving.Still(),
		)
	}
	if r.Meeting.Kind.General() {
		s.Because("Notice", n.Trace)
	}
	if n.LateReason != "" {
		s.Say(AsParagraph, from(ofNotice(n)), "Why it was given late: %s", n.LateReason)
	}
}

func toMembers(n int) string {
	if n == 1 {
		return "1 member"
	}
	return fmt.Sprintf("%d members", n)
}

// attendance says who was there, the quorum and who took the chair.
func (d *Draft) attendance(r Record) {
	s := d.section(r.presentHeading())
	s.present(r.Attendance, ofPerson)
	for _, p := range r.Attendance {
		if !p.Here() && !r.stayed(p) {
			s.Say(AsPoint, from(ofPerson(p)), "%s left at %s.", p.Name, r.clock(p.LeftAt))
		}
	}
	s.quorum(r)
	if r.Meeting.Chair != 0 {
		s.Say(
			AsParagraph, from(ofChair), "%s took the chair, %s (rule %s).", r.Chair.Name, tookChair[r.Chair.How], r.Chair.Trace.Rule,
		)
	}
	if !r.Meeting.OpenedAt.IsZero() {
		s.Say(AsParagraph, from(r.ofBeginning()), "%s", r.openedLine())
	}
}

// tookChair says how somebody came to the chair.
var tookChair = map[ChairHow]string{
	SeniorChair: "as the senior officer present", ElectedChair: "elected by the meeting, as no officer was present",
}

// present names who came, at the beginning or later, and the guests.
func (s *Section) present(attendance []Presence, of func(Presence) Entry) {
	groups := []struct {
		label string
		in    func(Presence) bool
	}{
		{"At the beginning", func(p Presence) bool { return p.Entitled && p.Came == AtBeginning }},
		{"Came later", func(p Presence) bool { return p.Entitled && p.Came != AtBeginning }},
		{"Guests", func(p Presence) bool { return !p.Entitled }},
	}
	for _, group := range groups {
		var who []Someone
		var by []Entry
		for _, p := range attendance {
			if group.in(p) {
				who, by = append(who, p.Someone), append(by, of(p))
			}
		}
		if len(who) > 0 {
			s.Say(AsParagraph, by, "%s (%d): %s.", group.label, len(who), list(who))
		}
	}
}

// quorum says whether enough were there, and who could vote at the beginning.
func (s *Section) quorum(r Record) {
	by := from(ofQuorum)
	if _, kept := r.Meeting.keptQuorum(); !kept {
		by = append(r.entriesOf(r.countsForQuorum), r.ofBeginning())
	}
	if q := r.Quorum; len(q.Trace.Steps) > 0 {
		s.Say(AsParagraph, by, "%s: %d present, %d needed.", quorumVerdict(q.Reached), q.Present, q.Needed)
		s.Because("Quorum", q.Trace)
	}
	if r.Meeting.Kind.General() && r.Meeting.State.Held() {
		n, t := r.votersAtBeginning()
		by := append(r.entriesOf(func(p Presence) bool { // who has the chair may have come later
			return p.Entitled
		}), r.ofBeginning())
		if r.Meeting.Chair != 0 {
			by = append(by, ofChair)
		}
		s.Say(AsParagraph, by, "%d of those present at the beginning could vote.", n)
		s.Because("Voting at the beginning", t)
	}
}

// countsForQuorum reports whether a quorum that is still worked out rests on
// someone.
func (r Record) countsForQuorum(p Presence) bool {
	return p.Entitled && (r.Meeting.Kind == Committee || p.Came == AtBeginning)
}

func (r Record) entriesOf(who func(Presence) bool) []Entry {
	var out []Entry
	for _, p := range r.Attendance {
		if who(p) {
			out = append(out, ofPerson(p))
		}
	}
	return out
}

func (d *Draft) actions(r Record) {
	if len(r.Actions) == 0 {
		return
	}
	s := d.section("To be done")
	for _, a := range r.Actions {
		line := a.Task
		if a.Who.Person != 0 {
			line += ": " + a.Who.String()
		}
		if !a.Due.IsZero() {
			line += ", by " + a.Due.Long()
		}
		s.Say(AsPoint, from(ofAction(a)), "%s", line)
	}
}

func (d *Draft) ending(r Record) {
	switch m := r.Meeting; {
	case m.State == Inquorate:
		d.section("Close").Say(AsParagraph, from(ofState), "The meeting could not be held for want of a quorum.")
	case !m.ClosedAt.IsZero():
		d.section("Close").Say(AsParagraph, from(ofClose), "The meeting closed at %s.", r.clock(m.ClosedAt))
	}
}

func list(people []Someone) string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.String()
	}
	return strings.Join(out, ", ")
}

// clock is the time of the day by the society's clocks, with the date when it is not that
// of the meeting.
func (r Record) clock(i civil.Instant) string {
	if i.Date() != r.Meeting.Date {
		return i.Long()
	}
	return i.Time().In(civil.Zone()).Format("3:04 pm")
}

func quorumVerdict(reached bool) string {
	if reached {
		return "There was a quorum"
	}
	return "There was no quorum"
}
