package meetings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Draft writes the minutes of a meeting in Markdown from everything that was
// recorded, with the blocks of other packages under their agenda items.
func Draft(r Record, blocks []Block) string {
	var d draft
	m := r.Meeting
	d.line("# Minutes of the %s", m.Title())
	d.line(
		"%s. %s on %s, %s, at %s, %s.", r.facts.society, m.Kind.Label(), m.Date.Weekday(), m.Date.Long(), m.Clock(),
		text(m.Place),
	)
	d.notice(r)
	d.attendance(r)
	for i, it := range r.Agenda {
		d.line("## %s %s", r.label(i), text(it.Title))
		if it.Item == constitution.ElectTellers && len(r.Tellers) > 0 {
			d.line("Tellers: %s.", list(r.Tellers))
		}
		for _, b := range blocks {
			if b.Item == it.Item && b.Item != "" {
				d.line("%s", strings.TrimSpace(b.Markdown))
			}
		}
		if it.Item != "" {
			d.motions(r, func(o Motion) bool { return o.Item == it.Item })
		}
	}
	onAgenda := func(item constitution.Item) bool {
		return item != "" && slices.ContainsFunc(r.Agenda, func(i AgendaItem) bool { return i.Item == item })
	}
	if slices.ContainsFunc(r.Motions, func(o Motion) bool { return !onAgenda(o.Item) }) {
		d.line("## Motions")
		d.motions(r, func(o Motion) bool { return !onAgenda(o.Item) })
	}
	for _, b := range blocks {
		if !onAgenda(b.Item) {
			d.line("%s", strings.TrimSpace(b.Markdown))
		}
	}
	d.actions(r)
	d.ending(r)
	return strings.TrimSpace(d.String()) + "\n"
}

// draft is minutes in the making: paragraphs with a blank line between them.
type draft struct{ strings.Builder }

func (d *draft) line(format string, args ...any) { fmt.Fprintf(d, format+"\n\n", args...) }

// quote sets a text off.
func (d *draft) quote(s string) {
	d.line("> %s", strings.ReplaceAll(text(s), "\n", "  \n> ")) // two spaces: the line ends where its writer ended it
}

// items is a list; nothing for no items.
func (d *draft) items(lines []string) {
	for _, l := range lines {
		fmt.Fprintf(d, "- %s\n", l)
	}
	if len(lines) > 0 {
		d.WriteString("\n")
	}
}

func (d *draft) notice(r Record) {
	n, sent := r.notice()
	if !sent {
		return
	}
	switch given := n.Leaving.Given(); {
	case n.Way == Newsletter:
		d.line("Notice was given in the newsletter of %s.", n.Sent.Long())
	case !given.IsZero():
		d.line("Notice was sent by letter to %d members; the last letter left on %s.", n.Mail+n.Post, given.Long())
	default:
		d.line(
			"Notice was written on %s to %d members; %d of the letters have not left.", n.Sent.Long(), n.Mail+n.Post,
			n.Leaving.Still(),
		)
	}
	if r.Meeting.Kind.General() {
		d.line("%s", text(n.Trace.Sentences()))
	}
	if n.LateReason != "" {
		d.line("Given late because: %s", text(n.LateReason))
	}
}

func (d *draft) attendance(r Record) {
	d.line("## Present")
	var beginning, later, guests []Someone
	var left []string
	for _, p := range r.Attendance {
		switch {
		case !p.Entitled:
			guests = append(guests, p.Someone)
		case p.Came == AtBeginning:
			beginning = append(beginning, p.Someone)
		default:
			later = append(later, p.Someone)
		}
		if !p.Here() && !r.stayed(p) {
			left = append(left, fmt.Sprintf("%s left at %s.", text(p.Name), r.clock(p.LeftAt)))
		}
	}
	for _, group := range []struct {
		label string
		who   []Someone
	}{{"At the beginning", beginning}, {"Came later", later}, {"Guests", guests}} {
		if len(group.who) > 0 {
			d.line("%s (%d): %s.", group.label, len(group.who), list(group.who))
		}
	}
	d.items(left)
	if len(r.Quorum.Trace.Steps) > 0 {
		d.line("Quorum: %s", text(r.Quorum.Trace.Sentences()))
	}
	if r.Chair.Person != 0 {
		how := map[ChairHow]string{
			SeniorChair: "as the senior officer present", ElectedChair: "elected by the meeting, as no officer was present",
		}[r.Chair.How]
		d.line("Chair: %s, %s (rule %s).", text(r.Chair.Name), how, r.Chair.Trace.Rule)
	}
	if _, t := r.votersAtBeginning(); r.Meeting.Kind.General() && r.Meeting.State.Held() {
		d.line("Voting at the beginning: %s", text(t.Sentences()))
	}
	if !r.Meeting.OpenedAt.IsZero() {
		d.line("The meeting opened at %s.", r.clock(r.Meeting.OpenedAt))
	}
}

func (d *draft) motions(r Record, which func(Motion) bool) {
	for _, m := range r.Motions {
		if which(m) {
			d.motion(r, m)
		}
	}
}

func (d *draft) motion(r Record, m Motion) {
	d.line("### Motion %d: %s", m.Number, text(m.Title))
	d.quote(m.Moved)
	d.line("%s", text(m.movedBy()))
	if from, ok := r.Words(m); ok {
		d.line("It words motion %d, “%s”.", from.Number, text(from.Title))
	}
	d.changes(r, m.MovedChange)
	for _, a := range m.Amendments {
		d.line("Amendment %d, moved by %s, seconded by %s:", a.Number, text(a.Mover.String()), text(a.Seconder.String()))
		d.quote(a.Text)
		d.changes(r, a.Change)
		d.ballot(a.Ballot)
		d.line("**%s**%s", fateLabel(a.Fate), because(a.Reason, a.Trace))
	}
	if m.Text != m.Moved {
		d.line("The motion as amended:")
		d.quote(m.Text)
	}
	d.ballot(m.Ballot)
	label := m.State.Label()
	if m.State == Framed {
		label = fmt.Sprintf("Motion %d of the postal vote", m.PaperNumber)
	}
	d.line("**%s**%s", label, because(m.Reason, m.Trace))
}

// changes lists the figures of the constitution that a motion would set.
func (d *draft) changes(r Record, changes []FigureChange) {
	var lines []string
	for _, line := range r.ChangeTexts(changes) {
		lines = append(lines, text(line))
	}
	d.items(lines)
	for _, c := range r.RuleChanges(changes) {
		d.line("%s:", c.Heading())
		d.quote(c.Text())
	}
}

func fateLabel(f constitution.Fate) string {
	return map[constitution.Fate]string{
		constitution.Undecided: "To be decided", constitution.Adopted: "Adopted", constitution.Rejected: "Rejected",
		constitution.Withdrawn: "Withdrawn", constitution.Ruled: "Ruled out",
	}[f]
}

// because is the reason or the arithmetic behind an outcome.
func because(reason string, t constitution.Trace) string {
	switch line := t.Sentences(); {
	case reason != "":
		return ": " + text(reason)
	case line != "":
		return ": " + text(line)
	}
	return "."
}

// ballot lists every count.
func (d *draft) ballot(b Ballot) {
	var lines []string
	for _, c := range b.Counts {
		lines = append(lines, text(c.sentence()))
	}
	for _, u := range b.Undone {
		lines = append(lines, fmt.Sprintf("“%s” was declared by mistake and set aside: %s", u.Outcome, text(u.Reason)))
	}
	if b.ChairVote != constitution.ChairSilent {
		lines = append(lines, fmt.Sprintf("The votes being equal, the chair voted %s (rule 4.8)", b.ChairVote))
	}
	d.items(lines)
}

func (d *draft) actions(r Record) {
	var lines []string
	for _, a := range r.Actions {
		line := text(a.Task)
		if a.Who.Person != 0 {
			line += ": " + text(a.Who.String())
		}
		if !a.Due.IsZero() {
			line += ", by " + a.Due.Long()
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 {
		d.line("## To be done")
		d.items(lines)
	}
}

func (d *draft) ending(r Record) {
	switch m := r.Meeting; {
	case m.State == Inquorate:
		d.line("The meeting could not be held for want of a quorum.")
	case !m.ClosedAt.IsZero():
		d.line("The meeting closed at %s.", r.clock(m.ClosedAt))
	}
}

func list(people []Someone) string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = text(p.String())
	}
	return strings.Join(out, ", ")
}

// text is what somebody typed, with what Markdown would take for its own
// marked as plain: emphasis, code, links, HTML and headings.
func text(s string) string {
	return heading.ReplaceAllString(html.ReplaceAllString(plain.Replace(s), `\<$1`), `$1\#`)
}

var (
	plain   = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `_`, `\_`, "`", "\\`", `](`, `]\(`, `]:`, `]\:`, `][`, `]\[`)
	html    = regexp.MustCompile(`<([A-Za-z/!?])`)
	heading = regexp.MustCompile(`(?m)(^ {0,3})#`)
)

// clock is the time of the day in Auckland, with the date when it is not that
// of the meeting.
func (r Record) clock(i civil.Instant) string {
	if i.Date() != r.Meeting.Date {
		return i.Long()
	}
	return i.Time().In(civil.Auckland).Format("3:04 pm")
}
