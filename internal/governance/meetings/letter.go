package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

// subject is the first line of a notice.
func (r Record) subject() string { return "Notice of the " + r.Meeting.Title() }

// NoticeText is what a notice says: letters by e-mail and on paper, and the print, are all set from it, so that everyone
// reads the same words in the same order.
type NoticeText struct {
	Replaces string // which notice it takes the place of, in a sentence; "": none
	Opening  string // in paragraphs
	Agenda   []NoticeItem
	Motions  []NoticeMotion
	Support  string   // what came with the request for the meeting (rule 5.4)
	Remarks  []string // what the rules say of nominations and of the quorum
}

// NoticeItem is an item of the agenda.
type NoticeItem struct {
	Label, Title string // "a)", or "1." at a meeting of the committee
	Rule         string // that asks for it; "" of one of the meeting's own
	Note         string
}

// NoticeMotion is a motion in full.
type NoticeMotion struct {
	Heading string // "Motion 1: A library"
	Text    string
	Moved   string   // "Moved by …, seconded by …."
	Needs   string   // what an amendment of the constitution needs; ""
	Changes []string // of the constitution, in paragraphs
}

// NoticeText is what a notice of the meeting says with the motions of those numbers.
func (r Record) NoticeText(in NoticeInput, numbers []int) NoticeText {
	m := r.Meeting
	out := NoticeText{Opening: in.Words}
	if out.Opening == "" {
		out.Opening = "All members are invited to the " + strings.ToLower(m.Kind.Label()) + "."
		if m.Kind == Committee {
			out.Opening = "All members of the committee are invited to the meeting."
		}
	}
	for _, n := range r.Notices {
		if n.ForDate != m.Date {
			out.Replaces = fmt.Sprintf("This notice takes the place of that of %s for %s.", n.Sent.Long(), n.ForDate.Long())
			break
		}
	}
	for i, it := range r.Agenda {
		item := NoticeItem{Label: r.label(i), Title: it.Title, Note: it.Note}
		switch {
		case it.Own():
		case m.Kind == AGM:
			item.Rule = "4.4"
		case m.Kind == EGM:
			item.Rule = "5.5"
		}
		out.Agenda = append(out.Agenda, item)
	}
	for _, m := range r.Motions {
		if slices.Contains(numbers, m.Number) {
			out.Motions = append(out.Motions, r.noticeMotion(m))
		}
	}
	if r.Request != nil {
		out.Support = r.Request.Document
	}
	if m.Kind == AGM {
		out.Remarks = append(out.Remarks, "Nominations for officers and ordinary members of the committee reach the secretary "+
			"in writing before the meeting, signed by the proposer, the seconder and the candidate (rule 4.13).")
	}
	if rule := r.QuorumRule(); rule != "" {
		out.Remarks = append(out.Remarks, rule+" You cannot vote for someone else.")
	}
	return out
}

func (r Record) noticeMotion(m Motion) NoticeMotion {
	out := NoticeMotion{Heading: fmt.Sprintf("Motion %d: %s", m.Number, m.Title), Text: m.Moved, Moved: m.movedBy()}
	if m.Kind != constitution.Constitutional {
		return out
	}
	out.Needs = "Amends the constitution: " + AmendmentMajority(r.Constitution)
	out.Changes = r.ChangeTexts(m.MovedChange)
	for _, c := range r.RuleChanges(m.MovedChange) {
		out.Changes = append(out.Changes, c.Heading()+":", c.Text())
	}
	return out
}

// AmendmentMajority is what an amendment of the constitution needs at a meeting.
func AmendmentMajority(c constitution.Constitution) string {
	f := c.Figures
	return fmt.Sprintf(
		"%s of those voting, and at least %d record a vote (rule 7.2).", f.ConstitutionAtMeeting, f.RecordedAtMeeting,
	)
}

// QuorumRule is how many must be there, in a sentence; "" where no number is known.
func (r Record) QuorumRule() string {
	n, words := r.Constitution.Figures.Quorum, "present at the beginning are a quorum (rule 4.2)."
	if r.Meeting.Kind == Committee {
		n, words = r.Constitution.Figures.CommitteeQuorum, "present are a quorum (rule 6.2)."
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 member " + words
	}
	return fmt.Sprintf("%d members %s", n, words)
}

// letter writes a notice as plain text. Where that is too long, it holds only the titles of the motions.
func (r Record) letter(in NoticeInput, from string, t NoticeText) string {
	if full := r.letterOf(in, from, t, inFull); len(full) <= mail.MaxBody {
		return full
	}
	return r.letterOf(in, from, t, inBrief)
}

// extent is how much of the motions and notes a letter holds.
type extent string

const (
	inFull  extent = "full"
	inBrief extent = "brief"
)

func (r Record) letterOf(in NoticeInput, from string, t NoticeText, much extent) string {
	var b strings.Builder
	m := r.Meeting
	fmt.Fprintf(&b, "%s\n%s\n\n", r.facts.society, m.Kind.Label())
	fmt.Fprintf(&b, "Date: %s, %s\nTime: %s\nPlace: %s\n", m.Date.Weekday(), m.Date.Long(), m.Clock(), m.Place)
	if m.Online != "" {
		fmt.Fprintf(&b, "Online: %s\n", m.Online)
	}
	if t.Replaces != "" {
		fmt.Fprintf(&b, "\n%s\n", t.Replaces)
	}
	fmt.Fprintf(&b, "\n%s\n\nAgenda\n", t.Opening)
	for _, it := range t.Agenda {
		fmt.Fprintf(&b, "%s %s\n", it.Label, it.Title)
		if it.Note != "" && much == inFull {
			fmt.Fprintf(&b, "   %s\n", strings.ReplaceAll(it.Note, "\n", "\n   "))
		}
	}
	t.letterMotions(&b, much)
	if t.Support != "" && much == inFull {
		fmt.Fprintf(&b, "\nIn support of the proposals (rule 5.4)\n\n%s\n", t.Support)
	}
	for _, remark := range t.Remarks {
		fmt.Fprintf(&b, "\n%s\n", remark)
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

func (t NoticeText) letterMotions(b *strings.Builder, much extent) {
	if len(t.Motions) == 0 {
		return
	}
	b.WriteString("\nProposals\n")
	for _, m := range t.Motions {
		if much == inBrief {
			fmt.Fprintf(b, "%s\n", m.Heading)
			continue
		}
		fmt.Fprintf(b, "\n%s\n%s\n", m.Heading, m.Text)
		for _, line := range append(slices.Clone(m.Changes), m.Moved, m.Needs) {
			if line != "" {
				fmt.Fprintf(b, "%s\n", line)
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
