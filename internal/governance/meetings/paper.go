package meetings

import (
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
)

// PaperID names a paper.
type PaperID int64

// Paper is a file that goes with the notice of a meeting: the accounts, a report, or
// what came in support of the request on which it is called (rule 5.4).
type Paper struct {
	ID PaperID
	governance.Document
	Added     civil.Date
	Announced int  // number of the first notice that named it; 0: none did yet
	Requested bool // it came with a request
}

// SizeText is about how large the file is: "120 kB", "1.4 MB".
func (p Paper) SizeText() string {
	if p.Size >= 1_000_000 {
		return fmt.Sprintf("%.1f MB", float64(p.Size)/1e6)
	}
	return fmt.Sprintf("%d kB", max(1, (p.Size+500)/1000))
}

// paperPath is where members read a paper of a meeting.
func paperPath(meeting ID, paper PaperID) string {
	return fmt.Sprintf("/meetings/%d/papers/%d", meeting, paper)
}

// letterPapers names the papers in a letter, each with its address on the site.
func (r Record) letterPapers(b *strings.Builder, site string) {
	if len(r.Papers) == 0 {
		return
	}
	b.WriteString("\nPapers for this meeting\n")
	for _, p := range r.Papers {
		fmt.Fprintf(b, "- %s (%s)\n", p.Name, p.SizeText())
		if site != "" {
			fmt.Fprintf(b, "  %s%s\n", site, paperPath(r.Meeting.ID, p.ID))
		}
	}
	b.WriteString("Sign in to the society’s site to read them, or ask the secretary for a copy.\n")
}

// mayAddPapers reports whether papers can still be added to a meeting.
func (m Meeting) mayAddPapers() bool { return m.State.Upcoming() || m.State == Open }

func paperNames(list []Paper) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.Name
	}
	return out
}
