package postal

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/reports"
	"nzgs/web/kit"
)

func (s *Desk) report() kit.Form[turn] {
	const protects = "The report has totals only, and how many papers were rejected for which reason. It names no " +
		"member and no paper."
	return s.step(postal.ActReport, protects, kit.Form[turn]{
		Load: func(c echo.Context) (turn, error) {
			t, err := s.turnOf(postal.ActReport)(c)
			if err != nil {
				return t, err
			}
			t.totals, err = s.postal.AgreedTotals(c.Request().Context(), s.Actor(c), t.ID)
			return t, err
		},
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Say("The tellers submit the totals to the secretary (Rule 5.11).")
			if d, ok := deadlineOf(t.File, constitution.DutyReport); ok {
				trace := kit.RuleTrace(d.By.Long(), d.Trace)
				p.Facts = append(p.Facts, kit.Fact{Label: "Due", Trace: &trace})
			}
			p.Facts = append(
				p.Facts, kit.Fact{Label: "Papers entered", Value: kit.Plural(t.totals.Papers, "paper", "papers")},
				kit.Fact{Label: "Papers that came back", Value: papersText(t.Counts)},
			)
			rejected, _, err := s.rejections(c, t.File)
			if err != nil {
				return err
			}
			for _, r := range rejected {
				p.Facts = append(p.Facts, kit.Fact{
					Label: "Rejected: " + kit.Plural(r.Papers, "paper", "papers"), Value: kit.Capital(r.Reason),
				})
			}
			p.Group("", kit.Field{
				Name: "note", Label: "Remarks", Type: "textarea", Rows: 3, Hint: "Nothing that shows how any member voted.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The report is with the secretary."),
				s.postal.Report(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), in.Text("note"))
		},
	})
}

// ResultPage is the outcome of a vote: about to be declared, or declared.
type ResultPage struct {
	kit.Page
	Head     Head
	Lead     kit.RuleText
	Facts    []kit.Fact
	Outcomes []OutcomeRow
	Note     string
	Links    []kit.Link
	Tell     *kit.Link // where the members are told; nil for who does not

	Obstacles []kit.RuleText
	Declare   string // address of the form; "" of a declared result
	Hidden    []kit.Hidden
	Back      string
	Papers    []kit.RuleText // how many were sent, came back and are void, of a declared result
	History   []string       // what was done about the tellers, of a declared result
	Check     string         // what was checked of the declared result
	CheckBy   string         // the command that does so with both files
	Files     []kit.Link     // with which anybody checks it
}

// OutcomeRow is what became of one motion.
type OutcomeRow struct {
	TotalRow
	Constitution bool
	Outcome      kit.Trace
	Badge        kit.Badge
}

var resultView = kit.NewView[ResultPage](templates, "result.html")

const protectsResult = "The result has totals only. If everyone who voted on a motion voted the same way, the " +
	"totals show how each of them voted: no vote can hide that."

func (s *Desk) declare() kit.Form[turn] {
	return s.step(postal.ActDeclare, protectsResult, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			kit.NoStore(c)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return kit.Done{To: kit.PostalURL(t.ID, "declaration"), Message: "The result is declared."},
				s.postal.Declare(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in))
		},
		Render: s.renderDeclare,
	})
}

func (s *Desk) renderDeclare(c echo.Context, status int, p *kit.FormPage, t turn) error {
	outcomes, err := s.postal.Outcomes(c.Request().Context(), s.Actor(c), t.ID)
	if err != nil {
		return err
	}
	return resultView.Render(c, status, ResultPage{
		Page: p.Page, Head: headOf(t.File, protectsResult), Back: p.Back, Declare: p.Action, Hidden: p.Hidden,
		Obstacles: p.Barred,
		Lead: kit.CiteRules(
			"Carried motions take effect from the declaration (Rule 5.13). Once declared, the result cannot be undone.",
		),
		Facts: []kit.Fact{
			{Label: "Reported", Value: dayOrDash(t.Reported)}, {Label: "Papers that came back", Value: papersText(t.Counts)},
		},
		Outcomes: outcomeRows(outcomes), Note: t.ReportNote,
	})
}

func outcomeRows(outcomes []postal.Outcome) []OutcomeRow {
	var out []OutcomeRow
	for _, o := range outcomes {
		t := o.MotionTotal
		row := OutcomeRow{
			TotalRow: TotalRow{
				Number: o.Number, Text: o.Text, Yes: t.Yes, No: t.No, Abstain: t.Abstain, Informal: t.Informal,
			},
			Constitution: o.Kind == constitution.Constitutional, Badge: kit.Badge{Kind: kit.KindError, Text: outcomeText(o)},
		}
		if o.Carried {
			row.Badge.Kind = kit.KindSuccess
		}
		row.Outcome = kit.RuleTrace(strings.Join(o.Trace.Lines(), "; "), o.Trace)
		out = append(out, row)
	}
	return out
}

// outcomeText is an outcome in words.
func outcomeText(o postal.Outcome) string { return kit.Capital(o.InWords()) }

// declaration is the declared result, for everybody.
func (s *Desk) declaration(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	d, err := s.postal.Declaration(c.Request().Context(), id)
	if err != nil {
		return err
	}
	badge := stateBadge(postal.StateDeclared)
	if !d.Destroyed.IsZero() {
		badge = stateBadge(postal.StateDestroyed)
	}
	page := ResultPage{
		Page: s.Page(c, "The result", crumb), Outcomes: outcomeRows(d.Outcomes), Note: d.ReportNote,
		Head:  Head{Title: d.Title, State: badge, Protects: kit.CiteRules(protectsResult), More: protection},
		Links: []kit.Link{{Label: "Declaration (PDF)", URL: kit.PostalURL(id, "declaration.pdf")}},
	}
	if s.ManagesPostal(c) && d.Destroyed.IsZero() {
		page.Tell = &kit.Link{Label: "Tell the members the result", URL: kit.PostalURL(id, "announce"), Kind: "secondary"}
	}
	if s.Actor(c).SignedIn() {
		page.Head.URL = kit.PostalURL(id)
		page.Crumbs = append(page.Crumbs, kit.Crumb{Label: d.Title, URL: page.Head.URL})
	}
	effect, kept := kit.RuleTrace(d.On.Long(), d.Effect), kit.RuleTrace(d.KeptUntil.Long(), d.KeptTrace)
	page.Facts = []kit.Fact{
		{Label: "Declared", Value: d.On.Long() + byText(d.Signed())},
		{Label: "Takes effect from", Trace: &effect},
		{Label: "Meeting", Value: dayOrDash(d.EGM)},
		{Label: "Closed", Value: dayOrDash(d.Closing)},
		{Label: "Roll", Value: kit.Plural(d.RollCount, "member", "members")},
		{
			Label: "Papers",
			Value: kit.Plural(d.Papers, "paper", "papers") + " came back, " + kit.Plural(d.Valid, "was", "were") + " valid, " +
				kit.Plural(d.Rejected, "was", "were") + " rejected",
		},
		{Label: "Tellers", Value: strings.Join(d.Tellers, ", ")},
		keysFact(d.Keys),
		{Label: "Papers may be destroyed from", Trace: &kept},
		{Label: "Hash of the roll", Value: groupedHash(d.RollHash)},
		{Label: "Hash of the motions", Value: groupedHash(d.MotionsHash)},
		{Label: "Hash of the sealed entries", Value: groupedHash(d.RootHash)},
		{Label: "Log of the society, entry " + kit.IDText(d.AuditSeq), Value: groupedHash(d.AuditHead)},
		{Label: "Head of the log, as it is typed to compare", Value: d.LogHead()},
	}
	page.Facts = append(page.Facts, typedFacts(d.Held, d.Typed)...)
	if !d.Destroyed.IsZero() {
		page.Facts = append(page.Facts, s.destroyedFacts(d.Destroyed, d.ClearedAt)...)
	}
	page.Papers = citedLines([]string{"When this result was declared, the program did not keep how many papers were sent " +
		"again and why papers were void."})
	if d.Flow != nil {
		page.Papers = citedLines(d.Flow.Lines())
	}
	page.History = d.History.Lines(false)
	s.checkable(&page, id, d)
	return resultView.Render(c, http.StatusOK, page)
}

// destroyedFacts say when the papers of a vote were destroyed, and whether what
// was destroyed with them is gone from the files of the database; none before.
func (s *Desk) destroyedFacts(destroyed civil.Date, cleared civil.Instant) []kit.Fact {
	if destroyed.IsZero() {
		return nil
	}
	files := kit.Fact{Label: "Database files"}
	switch {
	case !s.postal.ClearsFiles():
		files.Value = "PostgreSQL keeps logs of its own, which this program cannot clear: ask whoever runs it"
	case cleared.IsZero():
		files.Value = "Not cleared yet: what was destroyed may still be in them. The program tries again by itself"
	default:
		files.Value = "Cleared on " + cleared.Long() + ". Backups from before are not changed"
	}
	return []kit.Fact{{Label: "Papers destroyed", Value: destroyed.Long()}, files}
}

func byText(name string) string {
	if name == "" {
		return ""
	}
	return ", by " + name
}

// printDeclaration is the declaration on paper, for everybody.
func (s *Desk) printDeclaration(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	d, err := s.postal.Declaration(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return kit.SendPrint(c, s.FileName("declaration", "postal vote "+kit.IDText(id), d.On), s.Press().PostalDeclarationPDF, declarationPrint(d))
}

func declarationPrint(d postal.Declaration) reports.PostalDeclaration {
	p := reports.PostalDeclaration{
		Held: d.Held, Typed: d.Typed,
		Vote: reports.PostalVote{
			Title: d.Title, Closing: dayText(d.Closing), Tellers: d.Tellers, Roll: d.RollCount, RollSum: d.RollHash,
		},
		History:  d.History.Lines(false),
		Declared: dayText(d.On), By: d.Signed(), Keep: dayText(d.KeptUntil), Papers: d.Papers, Valid: d.Valid, Rejected: d.Rejected,
		Seals: []reports.PostalSeal{
			{What: "Roll of members, SHA-256", Hash: d.RollHash}, {What: "Motions, SHA-256", Hash: d.MotionsHash},
			{What: "Sealed entries of both tellers, SHA-256", Hash: d.RootHash}, keysSeal(d.Keys),
			{What: "Log of the society, entry " + kit.IDText(d.AuditSeq) + ". Type its head as " + d.LogHead(), Hash: d.AuditHead},
		},
	}
	for _, o := range d.Outcomes {
		t := o.MotionTotal
		p.Vote.Motions = append(p.Vote.Motions, reports.PostalMotion{
			Number: o.Number, Text: o.Text, Constitution: o.Kind == constitution.Constitutional,
		})
		out := reports.PostalOutcome{
			PostalCount: reports.PostalCount{Number: o.Number, Yes: t.Yes, No: t.No, Abstain: t.Abstain, Informal: t.Informal},
			Outcome:     outcomeText(o),
		}
		for _, step := range o.Trace.Steps {
			out.Lines = append(out.Lines, step.String())
		}
		for _, used := range o.Trace.Readings {
			out.Readings = append(out.Readings, kit.ReadingText(used))
		}
		p.Outcomes = append(p.Outcomes, out)
	}
	return p
}

// keysSeal is the number of the keys on paper.
func keysSeal(k postal.Keys) reports.PostalSeal {
	return reports.PostalSeal{What: "Number of the tellers’ keys, " + keysWords(k), Hash: strings.ReplaceAll(k.Number, " ", "")}
}

func dayText(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.Long()
}

// printReport is the tellers' report on paper.
func (s *Desk) printReport(c echo.Context) error {
	f, err := s.loadVote(c)
	if err != nil {
		return err
	}
	totals, err := s.postal.AgreedTotals(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	rejected, papers, err := s.rejections(c, f)
	if err != nil {
		return err
	}
	keys := f.Keys
	if f.State == postal.StateDestroyed { // with the register
		d, err := s.postal.Declaration(c.Request().Context(), f.ID)
		if err != nil {
			return err
		}
		keys = d.Keys
	}
	r := reports.PostalReport{
		Vote: printOf(f), Reported: dayText(f.Reported), Sent: f.RollCount, Received: totals.Papers + papers,
		Valid: totals.Papers, Rejected: rejected,
		Seals: []reports.PostalSeal{
			{What: "Roll of members, SHA-256", Hash: f.RollHash}, {What: "Sealed entries, SHA-256", Hash: totals.RootHash},
			keysSeal(keys),
		},
	}
	history, err := s.postal.TellerHistory(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	r.History = history.Lines(true)
	for _, t := range totals.Motions {
		r.Counts = append(r.Counts, reports.PostalCount{
			Number: t.Number, Yes: t.Yes, No: t.No, Abstain: t.Abstain, Informal: t.Informal,
		})
	}
	kit.NoStore(c)
	return kit.SendPrint(c, s.voteFile(f.ID, "report of the tellers"), s.Press().PostalReportPDF, r)
}

// rejections are how many papers were rejected for which reason, without a name and
// without the tellers' own words.
func (s *Desk) rejections(c echo.Context, f postal.File) (out []reports.PostalRejection, all int, err error) {
	why, err := s.postal.Rejections(c.Request().Context(), s.Actor(c), f.ID)
	for _, one := range why {
		out = append(out, reports.PostalRejection{Reason: one.Reason, Papers: one.Papers})
		all += one.Papers
	}
	return out, all, err
}

func (s *Desk) destroy() kit.Form[turn] {
	const protects = "Keys, sealed entries, serials and the register of envelopes are deleted from this program, the " +
		"keys first. Backups made earlier keep their copy, sealed to the tellers’ keys, until they are deleted, so destroy " +
		"the tellers’ key files too."
	return s.step(postal.ActDestroy, protects, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Kind = "danger"
			p.Say(
				"Destroy the voting papers and the tellers’ key files first, then record it here. The totals, the outcome and " +
					"the declaration stay.",
			)
			if d, ok := deadlineOf(t.File, constitution.DutyDestroy); ok {
				trace := kit.RuleTrace(d.By.Long(), d.Trace)
				p.Facts = append(p.Facts, kit.Fact{Label: "Not before", Trace: &trace})
			}
			p.Group("",
				kit.Field{
					Name: "keys", Label: "The tellers’ key files", Required: true,
					Hint: "How the key files, and anything else the tellers kept on their machines, were deleted.",
				},
				kit.Field{
					Name: "papers", Label: "The voting papers", Required: true,
					Hint: "How and by whom they were destroyed, and who saw it.",
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			how := postal.Destruction{Keys: in.Text("keys"), Papers: in.Text("papers")}
			return t.done("The destruction is recorded."),
				s.postal.Destroy(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), how)
		},
	})
}

// printDestruction is the record of destruction; before it, a form to
// sign.
func (s *Desk) printDestruction(c echo.Context) error {
	f, err := s.loadVote(c)
	if err != nil {
		return err
	}
	if !f.Manages && !f.Tells {
		return apperr.New(apperr.Forbidden, "Only the people running this vote can see this.")
	}
	d, err := s.postal.Declaration(c.Request().Context(), f.ID)
	if err != nil {
		return err
	}
	p := reports.PostalDestruction{
		Vote: printOf(f), Declared: dayText(d.On), Keep: dayText(d.KeptUntil), Destroyed: dayText(f.Destroyed),
		What: []string{
			"The tellers’ keys, first", "The sealed entries, the serials, the roll and the register of envelopes in the program",
			"The voting papers",
		},
		Seals: []reports.PostalSeal{
			{What: "Log of the society at the declaration, entry " + kit.IDText(d.AuditSeq), Hash: d.AuditHead},
		},
	}
	if f.DestroyHow != "" {
		p.What = append(p.What, f.DestroyHow)
	}
	for _, name := range d.Tellers {
		p.By = append(p.By, name+", teller")
	}
	return kit.SendPrint(c, s.voteFile(f.ID, "record of destruction"), s.Press().PostalDestructionPDF, p)
}
