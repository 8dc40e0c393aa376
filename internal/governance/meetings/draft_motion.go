package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
)

func ofMotion(m Motion) Entry         { return about("motion", m.ID) }
func ofFate(m Motion) Entry           { return ofMotion(m) + ", what became of it" }
func ofLateness(m Motion) Entry       { return ofMotion(m) + ", taken late" }
func ofAmendment(a Amendment) Entry   { return about("amendment", a.ID) }
func ofFateOf(a Amendment) Entry      { return ofAmendment(a) + ", what became of it" }
func ofCount(of Entry, c Count) Entry { return of + Entry(fmt.Sprintf(", count %d", c.No)) }
func ofChairVote(of Entry) Entry      { return of + ", the chair’s vote" }

func (s *Section) motions(r Record, which func(Motion) bool) {
	for _, m := range r.Motions {
		if which(m) {
			s.motion(r, m)
		}
	}
}

// motion tells a motion as it was moved, its amendments word by word, the votes
// and what became of it.
func (s *Section) motion(r Record, m Motion) {
	its := from(ofMotion(m))
	s.Say(AsHeading, its, "Motion %d: %s", m.Number, m.Title)
	s.Say(AsQuoted, its, "%s", m.Moved)
	s.Say(AsParagraph, its, "%s", m.movedBy())
	if !m.Accepted.IsZero() {
		s.Say(
			AsParagraph, from(ofLateness(m)), "It came late, and the secretary accepted it on %s: %s", m.Accepted.Long(),
			m.LateReason,
		)
	}
	if words, ok := r.Words(m); ok {
		s.Say(
			AsParagraph, from(ofMotion(m), ofMotion(words)), "It words motion %d, “%s”.", words.Number, words.Title,
		)
	}
	s.changes(r, its, m.MovedChange)
	text, source, fates := m.Moved, ofMotion(m), []Entry(nil)
	for _, a := range m.Amendments {
		s.amendment(r, m, a, text, append(slices.Clone(fates), source))
		if fates = append(fates, ofFateOf(a)); a.Fate == constitution.Adopted {
			text, source = a.Text, ofAmendment(a)
		}
	}
	if source != ofMotion(m) {
		by := append(slices.Clone(fates), source)
		s.Say(AsParagraph, by, "Motion %d as amended:", m.Number)
		s.Say(AsQuoted, by, "%s", text)
	}
	s.ballot(ofMotion(m), m.Ballot)
	s.Say(AsParagraph, from(ofFate(m)), "%s", m.fate())
	if m.State != Pending {
		s.Because(fmt.Sprintf("Motion %d", m.Number), m.Trace)
	}
}

// fate is what became of a motion, in a sentence.
func (m Motion) fate() string {
	verdict := map[MotionState]string{
		Pending: "is still to be decided", Carried: "was carried", NotCarried: "was not carried",
		Framed: fmt.Sprintf("goes to the postal vote, as motion %d of its papers", m.PaperNumber),
		Lapsed: "lapsed", Withdrawn: "was withdrawn", RuledOut: "was ruled out", NotReached: "was not reached",
	}[m.State]
	return fmt.Sprintf("Motion %d %s%s", m.Number, verdict, because(m.Reason))
}

// because ends a sentence with the reason that was given, or without one.
func because(reason string) string {
	if reason == "" {
		return "."
	}
	return ": " + reason
}

// amendment tells an amendment by the words that it takes out of the text before
// it and puts in.
func (s *Section) amendment(r Record, m Motion, a Amendment, before string, by []Entry) {
	its := from(ofAmendment(a))
	s.Say(
		AsParagraph, its, "Amendment %d of motion %d, moved by %s, seconded by %s ([out: …] goes, [in: …] comes):", a.Number, m.Number, a.Mover,
		a.Seconder,
	)
	s.Say(AsQuoted, append(its, by...), "%s", constitution.MarkedWords(constitution.CompareWords(before, a.Text)))
	s.changes(r, its, a.Change)
	s.ballot(ofAmendment(a), a.Ballot)
	verdict := map[constitution.Fate]string{
		constitution.Undecided: "is still to be decided", constitution.Adopted: "was adopted",
		constitution.Rejected: "was rejected", constitution.Withdrawn: "was withdrawn", constitution.Ruled: "was ruled out",
	}[a.Fate]
	s.Say(
		AsParagraph, from(ofFateOf(a)), "Amendment %d of motion %d %s%s", a.Number, m.Number, verdict, because(a.Reason),
	)
	if a.Fate != constitution.Undecided {
		s.Because(fmt.Sprintf("Amendment %d of motion %d", a.Number, m.Number), a.Trace)
	}
}

// changes lists the figures of the constitution that a motion would set, and the
// rules that it would word.
func (s *Section) changes(r Record, its []Entry, changes []FigureChange) {
	for _, line := range r.ChangeTexts(changes) {
		s.Say(AsPoint, its, "%s", line)
	}
	for _, c := range r.RuleChanges(changes) {
		s.Say(AsParagraph, its, "%s:", c.Heading())
		s.Say(AsQuoted, its, "%s", c.Text())
	}
}

// ballot lists every count, and the chair's vote.
func (s *Section) ballot(of Entry, b Ballot) {
	for _, c := range b.Counts {
		s.Say(AsPoint, from(ofCount(of, c)), "%s.", strings.TrimSuffix(c.sentence(), "."))
	}
	for i, u := range b.Undone {
		s.Say(
			AsPoint, from(about(string(of)+", set aside", i+1)), "“%s” was declared by mistake and set aside: %s", u.Outcome,
			u.Reason,
		)
	}
	if b.ChairVote != constitution.ChairSilent {
		s.Say(
			AsPoint, from(ofChairVote(of)), "The votes being equal, the chair voted %s (rule 4.8).", b.ChairVote,
		)
	}
}
