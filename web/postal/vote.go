package postal

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// VotePage is one postal vote: where it stands, what comes next and who
// does it, its dates, motions and documents.
type VotePage struct {
	kit.Page
	State     kit.Badge
	Protects  kit.RuleText
	More      string
	Stages    []kit.Step
	Next      kit.NextStep
	Todo      []Todo
	Facts     []kit.Fact
	Timeline  []Date
	Warnings  []kit.RuleText
	Motions   []Motion
	Documents []kit.Link
	Tellers   []Teller
	Opened    []string   // what may have let somebody else into a teller’s account
	Proposal  []kit.Fact // to replace a teller; none without one
	History   []string   // of the tellers
	Prints    []kit.Link
	Result    *kit.Link
	Own       []kit.RuleText // of the reader's own papers; none before papers are out
	Flow      []kit.RuleText // of all papers; none before they are out, and of a declared vote
}

// Motion is a motion as it is voted on (partial "postal-motions").
type Motion struct {
	Number       int
	Text         string
	Constitution bool
}

var voteView = kit.NewView[VotePage](templates, "vote.html")

func (s *Desk) showVote(c echo.Context) error {
	f, err := s.loadVote(c)
	if err != nil {
		return err
	}
	page := VotePage{
		Page: s.Page(c, f.Title, crumb), State: stateBadge(f.State), More: protection,
		Protects: kit.CiteRules(voteProtects(f)),
		Next:     nextOf(f, s.Actor(c).Person),
		Stages:   stages(f), Timeline: timeline(f), Motions: motionsOf(f.Motions),
		Facts: append(voteFacts(f), s.destroyedFacts(f.Destroyed, f.ClearedAt)...),
	}
	if f.Manages || f.Tells {
		page.Todo = todo(f)
		page.Tellers = tellersOf(f)
		for _, o := range f.Opened {
			page.Opened = append(page.Opened, o.Text())
		}
		page.Prints = prints(f)
		for _, w := range append(f.Findings, f.Calendar.Warnings...) {
			page.Warnings = append(page.Warnings, kit.Ruled(w.Text, w.Rule))
		}
	}
	if f.Proposed != nil {
		page.Proposal = proposalFacts(*f.Proposed)
	}
	if f.Manages || f.Tells {
		history, err := s.postal.TellerHistory(c.Request().Context(), s.Actor(c), f.ID)
		if err != nil {
			return err
		}
		if len(f.Tellers) > 0 {
			page.History = history.Lines(true)
		}
	}
	for _, d := range f.Documents {
		page.Documents = append(page.Documents, kit.Link{
			Label: documentLabel(d), URL: kit.PostalURL(f.ID, "documents", kit.IDText(d.ID)),
		})
	}
	if !f.Declared.IsZero() {
		page.Result = &kit.Link{Label: "The result", URL: kit.PostalURL(f.ID, "declaration")}
	}
	if err := s.papersOf(c, &page, f); err != nil {
		return err
	}
	return voteView.Render(c, http.StatusOK, page)
}

// papersOf adds what became of the reader's own papers, and how many there are.
func (s *Desk) papersOf(c echo.Context, page *VotePage, f postal.File) error {
	if f.Despatched.IsZero() {
		return nil
	}
	own, err := s.postal.Own(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page.Own = citedLines(own.Lines())
	if own.Withheld != "" || !f.Declared.IsZero() {
		return nil
	}
	flow, err := s.postal.Flow(c.Request().Context(), s.Actor(c), f.ID)
	page.Flow = citedLines(flow.Lines())
	return err
}

func citedLines(lines []string) []kit.RuleText {
	out := make([]kit.RuleText, len(lines))
	for i, line := range lines {
		out[i] = kit.CiteRules(line)
	}
	return out
}

// voteProtects says in a sentence or two what is protected while the vote
// stands where it does.
func voteProtects(f postal.File) string {
	if f.Way == postal.Offline {
		return "The tellers see the papers and must not tell anyone how anyone voted (Rule 5.11). They enter them on " +
			"their own machines, and this program gets totals only. A paper is not secret from the tellers: it has the " +
			"member’s name on it."
	}
	return "The tellers see the papers and must not tell anyone how anyone voted (Rule 5.11). Entries are sealed to " +
		"the tellers’ keys: neither officers nor anyone with the database can read them. Someone who changes the running " +
		"program while tellers enter papers could. A paper is not secret from the tellers."
}

func motionsOf(motions []postal.Motion) []Motion {
	var out []Motion
	for _, m := range motions {
		out = append(out, Motion{Number: m.Number, Text: m.Text, Constitution: m.Kind == constitution.Constitutional})
	}
	return out
}

func documentLabel(d postal.Document) string {
	label := d.Name + ", " + kit.BytesText(int64(max(d.Size, 1024)))
	if d.Minutes {
		label = "Minutes: " + label
	}
	return label
}
