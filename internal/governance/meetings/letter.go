package meetings

import (
	"fmt"
	"strings"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

// subject is the first line of a notice.
func (r Record) subject() string { return "Notice of the " + r.Meeting.Title() }

// letter writes a notice with its agenda as plain text. It holds the motions
// with the given numbers; where that is too long, only their titles.
func (r Record) letter(in NoticeInput, from string, numbers []int) string {
	if full := r.letterOf(in, from, numbers, inFull); len(full) <= mail.MaxBody {
		return full
	}
	return r.letterOf(in, from, numbers, inBrief)
}

// extent is how much of the motions and notes a letter holds.
type extent string

const (
	inFull  extent = "full"
	inBrief extent = "brief"
)

func (r Record) letterOf(in NoticeInput, from string, numbers []int, much extent) string {
	var b strings.Builder
	m := r.Meeting
	fmt.Fprintf(&b, "%s\n%s\n\n", r.facts.society, m.Kind.Label())
	fmt.Fprintf(&b, "Date: %s, %s\nTime: %s\nPlace: %s\n", m.Date.Weekday(), m.Date.Long(), m.Clock(), m.Place)
	if m.Online != "" {
		fmt.Fprintf(&b, "Online: %s\n", m.Online)
	}
	for _, n := range r.Notices {
		if n.ForDate != m.Date {
			fmt.Fprintf(&b, "\nThis notice takes the place of that of %s for %s.\n", n.Sent.Long(), n.ForDate.Long())
			break
		}
	}
	if in.Words != "" {
		fmt.Fprintf(&b, "\n%s\n", in.Words)
	}
	b.WriteString("\nAgenda\n")
	for i, it := range r.Agenda {
		fmt.Fprintf(&b, "%s %s\n", r.label(i), it.Title)
		if it.Note != "" && much == inFull {
			fmt.Fprintf(&b, "   %s\n", strings.ReplaceAll(it.Note, "\n", "\n   "))
		}
	}
	r.letterMotions(&b, numbers, much)
	if m.Kind == AGM {
		b.WriteString("\nNominations for officers and ordinary members of the committee reach the secretary in writing " +
			"before the meeting, " +
			"signed by the proposer, the seconder and the candidate (rule 4.13).\n")
	}
	if r.Request != nil && r.Request.Document != "" && much == inFull {
		fmt.Fprintf(&b, "\nIn support of the proposals (rule 5.4)\n\n%s\n", r.Request.Document)
	}
	r.letterPapers(&b, in.Site)
	if names := in.attachedNames(); names != "" {
		fmt.Fprintf(&b, "\nAttached: %s\n", names)
	}
	fmt.Fprintf(&b, "\n%s\n", from)
	return b.String()
}

// attachedNames are the files that go with the letters, by name.
func (in NoticeInput) attachedNames() string {
	names := make([]string, len(in.Attachments))
	for i, a := range in.Attachments {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}

// label numbers the agenda: a) to h) for a general meeting, as the rules do.
func (r Record) label(i int) string {
	if r.Meeting.Kind.General() && i < 26 {
		return string(rune('a'+i)) + ")"
	}
	return fmt.Sprintf("%d.", i+1)
}

func (r Record) letterMotions(b *strings.Builder, numbers []int, much extent) {
	if len(numbers) == 0 {
		return
	}
	b.WriteString("\nProposals\n")
	for _, n := range numbers {
		m := r.Motions[n-1]
		if much == inBrief {
			fmt.Fprintf(b, "Motion %d: %s\n", m.Number, m.Title)
			continue
		}
		fmt.Fprintf(b, "\nMotion %d: %s\n%s\n%s\n", m.Number, m.Title, m.Text, m.movedBy())
		if m.Kind == constitution.Constitutional {
			b.WriteString("This motion is about the constitution (rules 7.1, 7.2).\n")
			for _, line := range r.ChangeTexts(m.Change) {
				fmt.Fprintf(b, "  %s\n", line)
			}
			for _, c := range r.RuleChanges(m.Change) {
				fmt.Fprintf(b, "%s:\n%s\n", c.Heading(), c.Text())
			}
		}
	}
	if much == inBrief {
		b.WriteString(
			"The texts are too long for this letter: they are on the meeting’s page, and the secretary sends them on request.\n",
		)
	}
}

// movedBy says who brought a motion, in a sentence.
func (m Motion) movedBy() string {
	switch {
	case m.Mover.Person == 0 && m.Origin == constitution.FromCommittee:
		return "Moved by the committee."
	case m.Mover.Person == 0:
		return "Moved from the chair."
	case m.Seconder.Person == 0:
		return fmt.Sprintf("Moved by %s.", m.Mover)
	}
	return fmt.Sprintf("Moved by %s, seconded by %s.", m.Mover, m.Seconder)
}

// moving is the letter to those whom the notice of a meeting reached, when its
// time or place changes and its day stays.
func (r Record) moving(now Meeting, from string) (subject, body string) {
	var b strings.Builder
	fmt.Fprintf(
		&b, "%s\n\nThe %s has a new time or place.\n\nDate: %s, %s\nTime: %s\nPlace: %s\n", r.facts.society, now.Title(),
		now.Date.Weekday(), now.Date.Long(), now.Clock(), now.Place,
	)
	if now.Online != "" {
		fmt.Fprintf(&b, "Online: %s\n", now.Online)
	}
	fmt.Fprintf(&b, "\nIt was announced for %s, %s.\n\n%s\n", r.Meeting.Clock(), r.Meeting.Place, from)
	return "New time or place: " + now.Title(), b.String()
}

// callingOff is the letter to those whom the notice of a meeting reached, when
// it is called off.
func (r Record) callingOff(reason, from string) (subject, body string) {
	m := r.Meeting
	return "Called off: " + m.Title(), fmt.Sprintf("%s\n\nThe %s, announced for %s at %s, %s, is called off.\n\n%s\n\n%s\n",
		r.facts.society, m.Title(), m.Date.Long(), m.Clock(), m.Place, reason, from)
}
