package postal

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// ComparePage shows in which papers the tellers differ, never what either
// of them entered, and takes corrections.
type ComparePage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Tellers   []Teller
	Key       KeyFields
	Action    string
	Submit    string
	Back      string

	Compared string // what the comparison found; "" before
	Agreed   bool
	Rows     []Difference
	Papers   []Correction // to be typed again
	Then     string       // what comes after the comparison
	Next     *kit.Link    // where; nil where the other teller comes first
	Totals   []TotalRow
	Root     string
}

// Difference is a paper that the tellers entered differently.
type Difference struct{ Serial, Field, Of string }

// Correction is a paper that is typed again.
type Correction struct {
	Serial, Letters, Out kit.Field
}

// TotalRow is the count on one motion (partial "postal-totals").
type TotalRow struct {
	Number                     int
	Text                       string
	Yes, No, Abstain, Informal int
}

var compareView = kit.NewView[ComparePage](templates, "compare.html")

const protectsCompare = "Your key opens the entries in this server’s memory, for this request or for 30 minutes if you ask " +
	"for it, and is stored nowhere. " +
	"Differences name the paper and the motion, never what either teller entered. It does not protect from someone who " +
	"changes the running program: if that worries you, enter the papers on your own machines."

// comparePage begins a page that takes the teller's key.
func (s *Desk) comparePage(c echo.Context, f postal.File, step postal.Step, title string) ComparePage {
	kit.NoStore(c)
	page := ComparePage{
		Page: s.votePage(c, f, title), Head: headOf(f, protectsCompare), Back: kit.PostalURL(f.ID),
		Tellers: tellersOf(f),
	}
	page.Obstacles = inTheWay(step)
	return page
}

// take takes a refusal into the page, as Page.TakeRefusal does.
func (p *ComparePage) take(err error) (status int, rest error) {
	return p.TakeRefusal(renamed(err, map[string]string{"key": "keyfile"}))
}

func (s *Desk) compare(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCompare)
	if err != nil {
		return err
	}
	if err := s.proveFirst(c, f.ID); err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "compare"); asked || err != nil {
		return err
	}
	return s.showPostalCompare(c, f, step, nil)
}

func (s *Desk) showPostalCompare(c echo.Context, f postal.File, step postal.Step, refused error) error {
	page := s.comparePage(c, f, step, "Look for differences")
	status, err := page.take(refused)
	if err != nil {
		return err
	}
	page.Action, page.Submit = kit.PostalURL(f.ID, "compare"), "Compare the entries"
	page.Key = s.keyFields(c, f.ID, &page.Page)
	return compareView.Render(c, status, page)
}

// compareNow opens both tellers' entries and shows in which papers they
// differ, with a form to correct one's own.
func (s *Desk) compareNow(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCompare)
	if err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "compare"); asked || err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	key, err := s.keyed(c, in, f.ID)
	var found postal.Comparison
	if err == nil {
		found, err = s.postal.Compare(c.Request().Context(), s.Actor(c), f.ID, key)
	}
	if err := in.Refusal(err); err != nil {
		return s.showPostalCompare(c, f, step, err)
	}
	if f, err = s.loadVote(c); err != nil { // as the comparison left it
		return err
	}
	page := s.comparePage(c, f, step, "Differences")
	page.Then, page.Next = afterComparing(f, s.Actor(c).Person, found)
	page.Compared = kit.Plural(found.Papers, "paper", "papers") + " compared"
	page.Agreed = found.Agreed()
	if page.Agreed {
		return compareView.Render(c, http.StatusOK, page)
	}
	var serials []string
	for _, d := range found.Differences {
		row := Difference{Serial: d.Serial, Field: "Motion " + strconv.Itoa(d.Motion), Of: d.Of}
		switch d.Field {
		case "missing":
			row.Field = "The paper is missing"
		case "second":
			row.Field = "The paper is entered twice"
		}
		page.Rows = append(page.Rows, row)
		if !slices.Contains(serials, d.Serial) {
			serials = append(serials, d.Serial)
		}
	}
	again := kit.NewFilling()
	for i, serial := range serials {
		again.Set("serial_"+strconv.Itoa(i+1), serial)
		page.Papers = append(page.Papers, correction(&page.Page, again, f, i+1))
	}
	page.Action, page.Submit = kit.PostalURL(f.ID, "correct"), "Correct my entries"
	page.Key = s.keyFields(c, f.ID, &page.Page)
	return compareView.Render(c, http.StatusOK, page)
}

// correction is the row of the form for the nth paper.
func correction(p *kit.Page, in *kit.Filling, f postal.File, n int) Correction {
	number := strconv.Itoa(n)
	return Correction{
		Serial: in.Field(p, kit.Field{Name: "serial_" + number, Label: "Serial", Width: "medium", Autocomplete: "off"}),
		Letters: in.Field(p, kit.Field{
			Name: "letters_" + number, Label: "Votes", Hint: lettersHint, Width: "medium", Autocomplete: "off",
			MaxLength: 2 * len(f.Motions),
		}),
		Out: in.Field(p, kit.Field{Name: "out_" + number, Label: "Remove my entry of this paper", Type: "checkbox"}),
	}
}

// mostCorrections is how many papers are corrected at once.
const mostCorrections = 200

func (s *Desk) correct(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	if err := s.proveFirst(c, f.ID); err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "correct"); asked || err != nil {
		return err
	}
	return s.showCorrect(c, kit.NewFilling(), f, step, nil)
}

func (s *Desk) showCorrect(c echo.Context, in *kit.Filling, f postal.File, step postal.Step, refused error) error {
	page := s.comparePage(c, f, step, "Correct an entry")
	status, err := page.take(refused)
	if err != nil {
		return err
	}
	for n := 1; n <= mostCorrections; n++ {
		if n > 1 && in.Text("serial_"+strconv.Itoa(n)) == "" {
			break
		}
		page.Papers = append(page.Papers, correction(&page.Page, in, f, n))
	}
	page.Action, page.Submit = kit.PostalURL(f.ID, "correct"), "Correct my entries"
	page.Key = s.keyFields(c, f.ID, &page.Page)
	return compareView.Render(c, status, page)
}

// correctSave replaces the actor's own entries of the papers whose votes
// were typed again; one left empty stays as it is.
func (s *Desk) correctSave(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "correct"); asked || err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	list, err := s.enteredHere(c, f)
	if err != nil {
		return err
	}
	papers, numbers := readCorrections(in, len(f.Motions))
	key, err := s.keyed(c, in, f.ID)
	if err == nil {
		err = ofTheForm(s.postal.Correct(
			c.Request().Context(), s.Actor(c), f.ID, s.keysNumber(c, f.ID), key, papers,
		), numbers)
	}
	if err := in.Refusal(err); err != nil {
		return s.showCorrect(c, in, f, step, err)
	}
	s.correctedHere(c, f, list, papers)
	s.Flash(
		c, kit.KindSuccess, kit.Capital(kit.Plural(len(papers), "entry is", "entries are"))+" corrected. Compare again.",
	)
	return kit.SeeOther(c, kit.PostalURL(f.ID, "compare"))
}

// readCorrections reads the papers of the form, with the number of the row each
// came from.
func readCorrections(in *kit.Filling, motions int) (papers []postal.Entry, numbers []int) {
	wrong := false
	for n := 1; n <= mostCorrections; n++ {
		number := strconv.Itoa(n)
		serial, letters := in.Text("serial_"+number), in.Text("letters_"+number)
		if serial == "" && n > 1 {
			break
		}
		e := postal.Entry{Serial: serial}
		switch {
		case in.Ticked("out_" + number):
		case letters == "" && serial != "":
			continue
		default:
			marks, problem := readLetters(letters, motions)
			if problem != "" {
				in.Problem("letters_"+number, "%s", problem)
			}
			e.Marks, wrong = marks, wrong || problem != ""
		}
		if serial == "" {
			in.Problem("serial_"+number, "Type the serial of the paper.")
			wrong = true
		}
		papers, numbers = append(papers, e), append(numbers, n)
	}
	if len(papers) == 0 && !wrong {
		in.Problem("letters_1", "Check the papers again, and type the votes of at least one.")
	}
	return papers, numbers
}

// ofTheForm says of the form's rows what a refusal says of the papers that were
// handed on.
func ofTheForm(err error, numbers []int) error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Fields = nil
	for _, f := range e.Fields {
		kind, rest, _ := strings.Cut(f.Name, "_")
		paper, _, _ := strings.Cut(rest, "_")
		if n, bad := strconv.Atoi(paper); bad == nil && n >= 1 && n <= len(numbers) {
			f.Name = map[string]string{"mark": "letters"}[kind]
			if f.Name == "" {
				f.Name = kind
			}
			f.Name += "_" + strconv.Itoa(numbers[n-1])
		}
		out.Fields = append(out.Fields, f)
	}
	return &out
}

// afterComparing is what a teller does after a comparison: so that nobody goes round in
// a circle, it is the step that exists, or the other teller's.
func afterComparing(f postal.File, reader auth.PersonID, found postal.Comparison) (text string, next *kit.Link) {
	var own, other postal.Appointed
	for _, t := range f.Tellers {
		switch {
		case t.Person == reader:
			own = t
		case t.Entered > 0 || !t.Finished.IsZero():
			other = t
		}
	}
	link := func(below, label string) *kit.Link { return &kit.Link{Label: label, URL: kit.PostalURL(f.ID, below)} }
	switch {
	case !found.Agreed() && own.Finished.IsZero():
		next = link("finish", "I have checked these papers")
		next.Kind = "secondary"
		return "If your entries of these papers are right, you have nothing to correct. Say that you have checked them; the other " +
			"teller does the same.", next
	case !found.Agreed():
		return "You have said that you checked these papers. " + other.Name + " checks them now.", nil
	case own.Finished.IsZero() && own.Entered < f.Counts.Valid:
		return "The register has more valid papers than you have entered: a paper is missing with both of you.",
			link("entry", "Enter papers")
	case own.Finished.IsZero():
		return "Say that you have checked the papers that differed. The totals are shown once both tellers have said so.",
			link("finish", "Say that the papers are checked")
	case other.Finished.IsZero():
		return other.Name + " has to say that the papers that differed are checked. Then you both see the totals.", nil
	}
	return "", link("approve", "See the totals")
}

func totalRows(f []postal.Motion, totals postal.Totals) []TotalRow {
	var out []TotalRow
	for _, m := range totals.Motions {
		row := TotalRow{Number: m.Number, Yes: m.Yes, No: m.No, Abstain: m.Abstain, Informal: m.Informal}
		for _, one := range f {
			if one.Number == m.Number {
				row.Text = one.Text
			}
		}
		out = append(out, row)
	}
	return out
}

func (s *Desk) showApproval(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	return s.showApprove(c, f, step, nil, nil)
}

// approveTotals shows the totals that are about to be approved.
func (s *Desk) approveTotals(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	key, err := s.keyed(c, in, f.ID)
	var totals postal.Totals
	if err == nil {
		totals, err = s.postal.Totals(c.Request().Context(), s.Actor(c), f.ID, key)
	}
	if err := in.Refusal(err); err != nil {
		return s.showApprove(c, f, step, nil, err)
	}
	return s.showApprove(c, f, step, &totals, nil)
}

func (s *Desk) approveNow(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	key, err := s.keyed(c, in, f.ID)
	if err == nil {
		_, err = s.postal.Approve(c.Request().Context(), s.Actor(c), f.ID, key)
	}
	if err := in.Refusal(err); err != nil {
		return s.showApprove(c, f, step, nil, err)
	}
	s.keepSitting(c, "")
	s.Flash(c, kit.KindSuccess, "You approved the totals.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

func (s *Desk) showApprove(
	c echo.Context, f postal.File, step postal.Step, totals *postal.Totals, refused error,
) error {
	page := s.comparePage(c, f, step, "Approve the totals")
	status, err := page.take(refused)
	if err != nil {
		return err
	}
	page.Action, page.Submit = kit.PostalURL(f.ID, "approve", "totals"), "Show the totals"
	page.Key = s.keyFields(c, f.ID, &page.Page)
	if refused != nil {
		page.Next = &kit.Link{Label: "Look for differences", URL: kit.PostalURL(f.ID, "compare"), Kind: "secondary"}
	}
	if totals != nil {
		page.Compared = kit.Plural(totals.Papers, "paper", "papers") + ", entered the same by both tellers"
		page.Totals, page.Root = totalRows(f.Motions, *totals), groupedHash(totals.RootHash)
		page.Action, page.Submit = kit.PostalURL(f.ID, "approve"), "Approve these totals"
	}
	return compareView.Render(c, status, page)
}
