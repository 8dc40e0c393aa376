package elections

import (
	"fmt"
	"strings"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// Result is an election with its outcome.
type Result struct {
	Election
	Outcome Outcome
}

// minutesBlocks are the elections of a meeting as its minutes tell them, one
// block for the officers and one for the ordinary members (rule 4.4 e and f).
func minutesBlocks(results []Result) []meetings.Block {
	var officers, ordinary []Result
	for _, r := range results {
		if r.Post == Ordinary {
			ordinary = append(ordinary, r)
		} else {
			officers = append(officers, r)
		}
	}
	var out []meetings.Block
	if len(officers) > 0 {
		out = append(out, meetings.Block{Item: constitution.ElectOfficers, Markdown: minutesBlock(officers)})
	}
	if len(ordinary) > 0 {
		out = append(out, meetings.Block{Item: constitution.ElectOrdinary, Markdown: minutesBlock(ordinary)})
	}
	return out
}

// minutesBlock is the account of elections in Markdown: for each its
// candidates with those who nominated them, every ballot with its figures, how
// a tie was broken, and the outcome with its arithmetic and rule. The same
// results give the same text.
func minutesBlock(results []Result) string {
	var b strings.Builder
	for i, r := range results {
		if i > 0 {
			b.WriteString("\n")
		}
		minutesOf(&b, r)
	}
	return b.String()
}

func minutesOf(b *strings.Builder, r Result) {
	names := r.Names()
	fmt.Fprintf(b, "**%s**", r.Post.Title())
	if r.Post == Ordinary {
		fmt.Fprintf(b, " (%s)", seats(r.Seats))
	}
	b.WriteString("\n\n")
	if r.Decision != "" {
		fmt.Fprintf(b, "The meeting decided on %s: %s\n\n", seats(r.Seats), escaped(r.Decision))
	}
	for _, c := range r.Candidates {
		fmt.Fprintf(b, "- %s, %s\n", escaped(names[c.ID]), escaped(standsBy(c)))
	}
	if len(r.Candidates) > 0 {
		b.WriteString("\n")
	}
	for _, n := range r.Counts {
		minutesOfCount(b, r, n, names)
	}
	fmt.Fprintf(b, "%s (rule %s).\n", escaped(upper(r.Outcome.summary())), r.Post.Rule())
	if read := constitution.ReadingSentences(r.Outcome.Trace.Readings); read != "" {
		fmt.Fprintf(b, "\n%s\n", escaped(read))
	}
}

// standsBy says why somebody stands, and whether they withdrew.
func standsBy(c Candidate) string {
	s := "the sitting officer, without nomination (rule 4.14)"
	if c.Nominated() {
		s = "nominated by " + c.Proposer.Name + " and " + c.Seconder.Name
	}
	if c.Struck {
		return s + "; did not stand any more when the meeting opened"
	}
	switch {
	case c.Withdrawn == nil:
	case c.Withdrawn.After == 0:
		s += "; withdrew before the ballot"
	default:
		s += fmt.Sprintf("; withdrew after count %d", c.Withdrawn.After)
	}
	return s
}

func minutesOfCount(b *strings.Builder, r Result, n Count, names map[CandidateID]string) {
	fmt.Fprintf(b, "%s\n\n", escaped(n.heading(len(r.Counts))))
	for _, v := range Ranked(n.Votes, names) {
		switch {
		case n.Way == Ballot:
			fmt.Fprintf(b, "- %s: %d\n", escaped(names[v.Candidate]), v.Votes)
		case v.Chosen:
			fmt.Fprintf(b, "- %s\n", escaped(names[v.Candidate]))
		}
	}
	b.WriteString("\n")
	if n.Recount != nil {
		fmt.Fprintf(b, "%s\n\n", escaped(n.Recount.Sentence()))
	}
	if n.SetAside != nil {
		fmt.Fprintf(b, "This was set aside: %s\n\n", escaped(n.SetAside.Reason))
		return
	}
	for _, o := range r.Outcome.Counts {
		if o.No == n.No {
			told := o.Trace
			told.Readings = nil // told once, for all counts
			fmt.Fprintf(b, "%s\n\n", escaped(upper(told.Sentences())))
		}
	}
}

// heading says what a count was: "Ballot 2 for 1 seat: 12 valid papers, 1
// invalid."
func (n Count) heading(of int) string {
	number := ""
	if of > 1 {
		number = fmt.Sprintf(" %d", n.No)
	}
	switch n.Way {
	case constitution.CastingVote:
		s := "The chair’s casting vote"
		if n.Chair.Name != "" {
			s = "The casting vote of the chair, " + n.Chair.Name
		}
		return s + ", for " + seats(n.Seats) + ":"
	case constitution.DrawingLots:
		return "Drawn by lot, for " + seats(n.Seats) + ":"
	}
	return fmt.Sprintf("Ballot%s for %s: %s.", number, seats(n.Seats), n.Figures())
}

// Figures are the papers of a ballot: "12 valid papers, 1 spoiled, 0 blank: 13 in
// all".
func (n Count) Figures() string {
	papers := fmt.Sprintf("%d valid papers", n.Papers)
	if n.Papers == 1 {
		papers = "1 valid paper"
	}
	if !n.Apart {
		return fmt.Sprintf("%s, %d not valid", papers, n.Invalid)
	}
	return fmt.Sprintf("%s, %d spoiled, %d blank: %d in all", papers, n.Invalid, n.Blank, n.Papers+n.Invalid+n.Blank)
}

// Sentence says which ballot was counted again, who asked for it, which count
// stands, and why.
func (again Recount) Sentence() string {
	return meetings.Recount{
		Of: again.Of, Asked: meetings.Someone{Person: again.Asked.ID, Name: again.Asked.Name}, Reason: again.Reason,
		Stands: again.Stands,
	}.Sentence()
}

// summary is the outcome in words, also of an election that is not decided.
func (o Outcome) summary() string {
	if o.State == AwaitsBallot {
		return "the ballot is still to be held"
	}
	return o.Trace.Outcome
}

// upper is the text with its first letter, if it is one of ASCII's, as a
// capital.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// escaped is a text in which Markdown and HTML find nothing of theirs, also at
// the beginning of a line.
func escaped(s string) string {
	s = strings.TrimSpace(markdown.Replace(s))
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	switch rest := s[digits:]; {
	case rest == "" || !strings.ContainsRune("-+=.)", rune(rest[0])):
		return s
	case (digits > 0) == (rest[0] == '.' || rest[0] == ')'): // "12." would be a list, and so would "-"
		return s[:digits] + `\` + rest
	}
	return s
}

var markdown = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"#", `\#`, "|", `\|`, "~", `\~`, "!", `\!`, "\r\n", " ", "\n", " ", "\r", " ",
)
