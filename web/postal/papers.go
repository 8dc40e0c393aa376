package postal

import (
	"io"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/reports"
	"nzgs/web/kit"
)

// PapersPage makes the voting papers and prints them before they go out.
type PapersPage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Make      string // address of the form that makes papers; "" when that is not possible
	MakeForm  kit.FormKey
	Hidden    []kit.Hidden
	Made      string      // when papers were made; "" before
	Void      kit.Field   // to be ticked before they are made again
	Code      string      // print code, shown once
	Print     string      // address of the form that prints
	Fields    []kit.Field // code, and whose paper
	Also      []kit.Link  // what is printed without a code
	Despatch  *kit.Link
	Without   []kit.Fact // members to whom no paper can be posted
	Back      string
}

var papersView = kit.NewView[PapersPage](templates, "papers.html")

const protectsPapers = "A serial is drawn for every member and printed on the member’s paper. Which serial is whose " +
	"is kept only until the despatch, encrypted under the print code; the code is shown once and stored nowhere. After " +
	"the despatch no one can look it up."

func (s *Desk) papersPage(c echo.Context) error {
	f, err := s.papersFile(c)
	if err != nil {
		return err
	}
	return s.showPapers(c, kit.NewFilling(), f, "", nil)
}

// papersFile is the vote while papers can be made or printed.
func (s *Desk) papersFile(c echo.Context) (postal.File, error) {
	f, _, err := s.loadStep(c, postal.ActPapers)
	if err != nil {
		f, _, err = s.loadStep(c, postal.ActPrint)
	}
	return f, err
}

func (s *Desk) makeNewPapers(c echo.Context) error {
	f, err := s.papersFile(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if !f.PapersAt.IsZero() && !in.Ticked("void") {
		in.Problem(
			"void", "Papers have already been made, and perhaps printed. Destroy any that were printed, then tick the box.",
		)
	}
	var code postal.PrintCode
	err = in.Refusal(nil)
	if err == nil { // nothing is drawn only to try it
		code, err = s.postal.MakePapers(c.Request().Context(), s.Actor(c), f.ID, shownVersion(in))
	}
	if err != nil {
		return s.showPapers(c, in, f, "", err)
	}
	if f, err = s.papersFile(c); err != nil {
		return err
	}
	in.Tick("void", false)
	return s.showPapers(c, in, f, code, nil)
}

func (s *Desk) showPapers(c echo.Context, in *kit.Filling, f postal.File, code postal.PrintCode, refused error) error {
	kit.NoStore(c)
	page := PapersPage{
		Page: s.votePage(c, f, "Voting papers"), Head: headOf(f, protectsPapers), Back: kit.PostalURL(f.ID),
		Code:   string(code),
		Hidden: []kit.Hidden{kit.VersionField(f.Version)},
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if step, ok := stepOf(f, postal.ActPapers); ok {
		page.Obstacles = inTheWay(step)
		if step.Ready() {
			page.Make, page.MakeForm = kit.PostalURL(f.ID, "papers"), page.Form("make")
		}
	}
	if !f.PapersAt.IsZero() {
		page.Made = f.PapersAt.Long()
		page.Void = in.Field(
			&page.Page, kit.Field{Name: "void", Label: "Papers printed earlier have been destroyed", Type: "checkbox"},
		)
	}
	if _, ok := stepOf(f, postal.ActPrint); ok && page.Made != "" {
		page.Print = kit.PostalURL(f.ID, "papers", "print")
		if page.Code != "" {
			in.Set("code", page.Code)
		}
		page.Fields = printFields(&page.Page, in)
		page.Also = []kit.Link{
			{Label: "Letters and address labels", URL: kit.PostalURL(f.ID, "addresses")},
			{Label: "Register of envelopes, to fill in by hand", URL: kit.PostalURL(f.ID, "register.pdf")},
			{Label: "Tally sheet", URL: kit.PostalURL(f.ID, "tally.pdf")},
		}
		if page.Without, err = s.withoutAddress(c, f); err != nil {
			return err
		}
		page.Despatch = &kit.Link{Label: "Record the despatch", URL: kit.PostalURL(f.ID, "despatch"), Kind: "secondary"}
	}
	return papersView.Render(c, status, page)
}

// printFields ask for the print code, and whose paper is printed.
func printFields(p *kit.Page, in *kit.Filling) []kit.Field {
	if !in.Has("what", "spares") {
		in.Set("what", "papers")
	}
	return []kit.Field{
		in.Field(p, kit.Field{
			Name: "code", Label: "Print code", Required: true, Autocomplete: "off",
			Hint: "It was shown when the papers were made. If you have lost it, make the papers again.",
		}),
		in.Field(p, kit.Field{Name: "what", Label: "What is printed", Type: "radios", Options: []kit.Option{
			{Value: "papers", Label: "The members’ papers"},
			{
				Value: "spares", Label: "Spare papers for the tellers",
				Hint: "With serials that belong to no one, for papers that members wrote by hand (Rule 5.10).",
			},
		}}),
		in.Field(p, kit.Field{
			Name: "find", Label: "Only the paper of", Autocomplete: "off",
			Hint: "A member’s name. Leave it empty for all papers in one file.",
		}),
	}
}

// printPapers answers with the papers of all members, or of one.
func (s *Desk) printPapers(c echo.Context) error {
	f, err := s.papersFile(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	read, words := s.postal.Sheets, in.Text("find")
	if in.Has("what", "spares") {
		read, words = s.postal.Spares, ""
	}
	sheets, err := read(c.Request().Context(), s.Actor(c), f.ID, postal.PrintCode(in.Text("code")))
	if err == nil && words != "" {
		all := sheets
		sheets = slices.DeleteFunc(slices.Clone(all), func(p postal.Sheet) bool { return !nameFits(p.Name, words) })
		if len(sheets) != 1 {
			in.Problem(
				"find", "%s. Enter the name of one member.",
				kit.Capital(kit.Plural(len(sheets), "member matches", "members match")),
			)
		}
	}
	if err := in.Refusal(err); err != nil {
		return s.showPapers(c, in, f, "", err)
	}
	return s.sendPapers(c, f, sheets)
}

// sendPapers answers with voting papers as a PDF.
func (s *Desk) sendPapers(c echo.Context, f postal.File, sheets []postal.Sheet) error {
	papers, named := make([]reports.VotingPaper, len(sheets)), 0
	for i, p := range sheets {
		if p.Name != "" { // no spare
			named++
		}
		papers[i] = reports.VotingPaper{Name: p.Name, Serial: p.Serial, Code: p.QR}
	}
	kit.NamesPeople(c, named)
	kit.NoStore(c)
	return kit.SendWritten(c, kit.FormatPDF, s.voteFile(f.ID, "voting papers"), func(w io.Writer) error {
		return s.Press().VotingPapersPDF(w, printOf(f), papers)
	})
}

// printOf is a vote as its prints name it.
func printOf(f postal.File) reports.PostalVote {
	v := reports.PostalVote{
		Title: f.Title, Address: strings.Split(f.Address, "\n"), Roll: f.RollCount, RollSum: f.RollHash,
	}
	if !f.Closing.IsZero() {
		v.Closing = f.Closing.Long()
	}
	if !f.RollDay.IsZero() {
		v.Rolled = f.RollDay.Long()
	}
	for _, t := range f.Tellers {
		v.Tellers = append(v.Tellers, t.Name)
	}
	for _, m := range f.Motions {
		v.Motions = append(v.Motions, reports.PostalMotion{
			Number: m.Number, Text: m.Text, Constitution: m.Kind == constitution.Constitutional,
		})
	}
	return v
}

// prints are the prints that whoever looks may make of the vote as it
// stands.
func prints(f postal.File) []kit.Link {
	var out []kit.Link
	add := func(label, file string, open bool) {
		if open {
			out = append(out, kit.Link{Label: label, URL: kit.PostalURL(f.ID, file)})
		}
	}
	made, counted := !f.PapersAt.IsZero() && f.State != postal.StateDestroyed, !f.ClosedAt.IsZero()
	add("Letters and address labels", "addresses", made && f.Manages)
	add("Register of envelopes, to fill in by hand", "register.pdf", made)
	add("Tally sheet for counting by hand", "tally.pdf", made)
	add("Tellers’ report", "report.pdf", counted && !f.Reported.IsZero())
	add("Declaration of the result", "declaration.pdf", !f.Declared.IsZero())
	add("Record of destruction", "destruction.pdf", !f.Declared.IsZero() && (f.Tells || f.Manages))
	return out
}

// printedVote is the vote of the address for a print that goes with its papers,
// from their making to their destruction; managers only, or tellers too.
func (s *Desk) printedVote(c echo.Context, who postal.Role) (postal.File, error) {
	f, err := s.loadVote(c)
	switch {
	case err != nil:
		return f, err
	case !f.Manages && !(who == postal.Either && f.Tells):
		return f, apperr.New(apperr.Forbidden, "%s", task{role: who}.refusal())
	case f.PapersAt.IsZero() || f.State == postal.StateDestroyed:
		return f, &kit.Elsewhere{
			To: kit.PostalURL(f.ID), Why: "The papers have not been made yet, so this cannot be printed.",
		}
	}
	return f, nil
}

func (s *Desk) registerSheet(c echo.Context) error {
	f, err := s.printedVote(c, postal.Either)
	if err != nil {
		return err
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(roll))
	names := make([]string, len(roll))
	for i, v := range roll {
		names[i] = v.Name
	}
	kit.NoStore(c)
	return kit.SendPrint(
		c, s.voteFile(f.ID, "register of envelopes"),
		func(w io.Writer, v reports.PostalVote) error { return s.Press().EnvelopeRegisterPDF(w, v, names) }, printOf(f),
	)
}

func (s *Desk) tally(c echo.Context) error {
	f, err := s.printedVote(c, postal.Either)
	if err != nil {
		return err
	}
	papers := f.RollCount
	if f.Counts.Papers() > 0 && !f.ClosedAt.IsZero() {
		papers = f.Counts.Papers()
	}
	return kit.SendPrint(
		c, s.voteFile(f.ID, "tally sheet"), func(w io.Writer, v reports.PostalVote) error { return s.Press().TallySheetPDF(w, v, papers) },
		printOf(f),
	)
}

// replacePaper makes a further paper for a member whose own was lost. The
// answer is the paper itself: it is kept nowhere.
func (s *Desk) replacePaper() kit.Form[turn] {
	return s.step(postal.ActReplace, protectsPapers, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Say(
				"A member whose paper was lost gets another one with a new serial. This form gives you the paper: print it " +
					"straight away, because it is shown only once. If both papers come back, the tellers rule on the second (Rule " +
					"5.10).",
			)
			p.Submit = "Make the paper"
			p.Group("",
				kit.Field{
					Name: "find", Label: "Member", Required: true, Autocomplete: "off", Hint: "Name or member number, as on the roll.",
				},
				kit.Field{
					Name: "reason", Label: "Reason", Required: true,
					Hint: "For example lost in the post, or spoiled. It is kept in the society’s log.",
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			who, err := s.voter(c, in, t.File)
			if err != nil {
				return kit.Done{}, err
			}
			sheet, err := s.postal.ReplacePaper(c.Request().Context(), s.Actor(c), t.ID, who, in.Text("reason"))
			return kit.Done{Answer: func() error { return s.sendPapers(c, t.File, []postal.Sheet{sheet}) }},
				renamed(err, map[string]string{"person": "find"})
		},
	})
}
