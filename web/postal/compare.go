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

// PostalKeyFields ask for a teller's key, for one request (partial
// "postal-key").
type PostalKeyFields struct {
	File   kit.Upload
	Fields []kit.Field
}

// PostalComparePage shows in which papers the tellers differ, never what either
// of them entered, and takes corrections.
type PostalComparePage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	Tellers   []PostalTeller
	Key       PostalKeyFields
	Action    string
	Submit    string
	Back      string

	Compared string // what the comparison found; "" before
	Agreed   bool
	Rows     []PostalDifference
	Papers   []PostalCorrection // to be typed again
	Approve  *kit.Link
	Totals   []PostalTotalRow
	Root     string
}

// PostalDifference is a paper that the tellers entered differently.
type PostalDifference struct{ Serial, Field, Of string }

// PostalCorrection is a paper that is typed again.
type PostalCorrection struct {
	Serial, Letters, Out kit.Field
}

// PostalTotalRow is the count on one motion (partial "postal-totals").
type PostalTotalRow struct {
	Number                     int
	Text                       string
	Yes, No, Abstain, Informal int
}

var postalCompareView = kit.NewView[PostalComparePage](templates, "compare.html")

const protectsCompare = "Your key opens the entries in this server’s memory for one request and is not kept. " +
	"Differences name the paper and the motion, never what either teller entered. It does not protect from someone who " +
	"changes the running program: if that worries you, enter the papers on your own machines."

// keyLimit is more than a key file may have.
const keyLimit = 64 << 10

// keyed is what a step with the teller's key needs of the form: the proof of
// the password and the key. All that is missing is said at once.
func (s *Desk) keyed(c echo.Context) (auth.Confirmed, postal.Key, error) {
	var problem apperr.Fields
	_, file, _, err := kit.ChosenContent(c, "keyfile", keyLimit)
	if err != nil {
		return auth.Confirmed{}, postal.Key{}, err
	}
	key := postal.Key{Identity: file, Passphrase: c.FormValue("passphrase")}
	if len(file) == 0 {
		problem.Add("keyfile", "Choose the file with your key.")
	}
	if key.Passphrase == "" {
		problem.Add("passphrase", "Enter the passphrase of your key.")
	}
	if c.FormValue("password") == "" {
		problem.Add("password", "Enter your password again.")
	}
	if err := problem.Err(); err != nil {
		return auth.Confirmed{}, postal.Key{}, err
	}
	proof, err := s.confirmed(c)
	return proof, key, err
}

func keyFields(p *kit.Page) PostalKeyFields {
	return PostalKeyFields{
		File: kit.Upload{
			ID: "keyfile", Name: "keyfile", Label: "Key file", Hint: "The file that nzgs teller key made.",
			Error: p.ErrorOn("keyfile"), Required: true,
		},
		Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "passphrase", Label: "Passphrase of the key", Type: "password", Required: true, Autocomplete: "off",
				Width: "medium",
			}),
			p.PasswordField("Your password for this site."),
		},
	}
}

// comparePage begins a page that takes the teller's key.
func (s *Desk) comparePage(c echo.Context, f postal.File, step postal.Step, title string) PostalComparePage {
	kit.NoStore(c)
	page := PostalComparePage{
		Page: s.postalPage(c, f, title), Head: postalHead(f, protectsCompare), Back: kit.PostalURL(f.ID),
		Tellers: postalTellers(f),
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
	}
	return page
}

// take takes a refusal into the page; it reports whether err was one.
func (p *PostalComparePage) take(err error) bool {
	var e *apperr.Error
	if errors.As(err, &e) && e.Kind == apperr.Invalid {
		err = renamed(err, "key", "keyfile")
	}
	return p.Invalid(err) || p.Conflicting(err)
}

func (s *Desk) postalCompare(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActCompare)
	if err != nil {
		return err
	}
	return s.showPostalCompare(c, http.StatusOK, f, step, nil)
}

func (s *Desk) showPostalCompare(c echo.Context, status int, f postal.File, step postal.Step, refused error) error {
	page := s.comparePage(c, f, step, "Look for differences")
	if refused != nil && !page.take(refused) {
		return refused
	}
	page.Action, page.Submit, page.Key = kit.PostalURL(f.ID, "compare"), "Compare the entries", keyFields(&page.Page)
	return postalCompareView.Render(c, status, page)
}

// postalCompareNow opens both tellers' entries and shows in which papers they
// differ, with a form to correct one's own.
func (s *Desk) postalCompareNow(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActCompare)
	if err != nil {
		return err
	}
	proof, key, err := s.keyed(c)
	var found postal.Comparison
	if err == nil {
		found, err = s.postal.Compare(c.Request().Context(), s.Actor(c), proof, f.ID, key)
	}
	if err != nil {
		return s.showPostalCompare(c, kit.RefusalStatus(err), f, step, err)
	}
	page := s.comparePage(c, f, step, "Differences")
	page.Compared = kit.Plural(found.Papers, "paper", "papers") + " compared"
	page.Agreed = found.Agreed()
	if page.Agreed {
		page.Approve = &kit.Link{Label: "See the totals", URL: kit.PostalURL(f.ID, "approve")}
		return postalCompareView.Render(c, http.StatusOK, page)
	}
	var serials []string
	for _, d := range found.Differences {
		row := PostalDifference{Serial: d.Serial, Field: "Motion " + strconv.Itoa(d.Motion), Of: d.Of}
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
	for i, serial := range serials {
		page.Papers = append(page.Papers, correction(&page.Page, f, i+1, serial, "", ""))
	}
	page.Action, page.Submit, page.Key = kit.PostalURL(f.ID, "correct"), "Correct my entries", keyFields(&page.Page)
	return postalCompareView.Render(c, http.StatusOK, page)
}

// correction is the row of the form for the nth paper.
func correction(p *kit.Page, f postal.File, n int, serial, letters, out string) PostalCorrection {
	number := strconv.Itoa(n)
	return PostalCorrection{
		Serial: p.Field(kit.Field{
			Name: "serial_" + number, Label: "Serial", Value: serial, Width: "medium", Autocomplete: "off",
		}),
		Letters: p.Field(kit.Field{
			Name: "letters_" + number, Label: "Votes", Value: letters, Hint: lettersHint, Width: "medium", Autocomplete: "off",
			MaxLength: 2 * len(f.Motions),
		}),
		Out: kit.Field{
			ID: "out_" + number, Name: "out_" + number, Label: "Remove my entry of this paper", Type: "checkbox",
			Checked: out != "",
		},
	}
}

// mostCorrections is how many papers are corrected at once.
const mostCorrections = 200

func (s *Desk) postalCorrect(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	return s.showCorrect(c, http.StatusOK, f, step, nil)
}

func (s *Desk) showCorrect(c echo.Context, status int, f postal.File, step postal.Step, refused error) error {
	page := s.comparePage(c, f, step, "Correct an entry")
	if refused != nil && !page.take(refused) {
		return refused
	}
	for n := 1; n <= mostCorrections; n++ {
		number := strconv.Itoa(n)
		serial := kit.FormText(c, "serial_"+number)
		if n > 1 && serial == "" {
			break
		}
		page.Papers = append(
			page.Papers,
			correction(&page.Page, f, n, serial, kit.FormText(c, "letters_"+number), kit.FormText(c, "out_"+number)),
		)
	}
	page.Action, page.Submit, page.Key = kit.PostalURL(f.ID, "correct"), "Correct my entries", keyFields(&page.Page)
	return postalCompareView.Render(c, status, page)
}

// postalCorrectSave replaces the actor's own entries of the papers whose votes
// were typed again; one left empty stays as it is.
func (s *Desk) postalCorrectSave(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	papers, numbers, problem := readCorrections(c, len(f.Motions))
	proof, key, err := s.keyed(c)
	var e *apperr.Error
	if errors.As(err, &e) && e.Kind == apperr.Invalid {
		problem = append(problem, e.Fields...)
		err = nil
	}
	if err == nil {
		err = problem.Err()
	}
	if err == nil {
		err = ofTheForm(s.postal.Correct(c.Request().Context(), s.Actor(c), proof, f.ID, key, papers), numbers)
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict || kind == apperr.TooMany {
		return s.showCorrect(c, kit.StatusOf[kind], f, step, err)
	}
	if err != nil {
		return err
	}
	s.Flash(
		c, kit.KindSuccess, kit.Capital(kit.Plural(len(papers), "entry is", "entries are"))+" corrected. Compare again.",
	)
	return kit.SeeOther(c, kit.PostalURL(f.ID, "compare"))
}

// readCorrections reads the papers of the form, with the number of the row each
// came from.
func readCorrections(c echo.Context, motions int) (papers []postal.Entry, numbers []int, problem apperr.Fields) {
	for n := 1; n <= mostCorrections; n++ {
		number := strconv.Itoa(n)
		serial, letters := kit.FormText(c, "serial_"+number), kit.FormText(c, "letters_"+number)
		if serial == "" && n > 1 {
			break
		}
		e := postal.Entry{Serial: serial}
		switch {
		case kit.FormText(c, "out_"+number) != "":
		case letters == "" && serial != "":
			continue
		default:
			var wrong string
			if e.Marks, wrong = readLetters(letters, motions); wrong != "" {
				problem.Add("letters_"+number, "%s", wrong)
			}
		}
		if serial == "" {
			problem.Add("serial_"+number, "Type the serial of the paper.")
		}
		papers, numbers = append(papers, e), append(numbers, n)
	}
	if len(papers) == 0 && len(problem) == 0 {
		problem.Add("letters_1", "Check the papers again, and type the votes of at least one.")
	}
	return papers, numbers, problem
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

func totalRows(f []postal.Motion, totals postal.Totals) []PostalTotalRow {
	var out []PostalTotalRow
	for _, m := range totals.Motions {
		row := PostalTotalRow{Number: m.Number, Yes: m.Yes, No: m.No, Abstain: m.Abstain, Informal: m.Informal}
		for _, one := range f {
			if one.Number == m.Number {
				row.Text = one.Text
			}
		}
		out = append(out, row)
	}
	return out
}

func (s *Desk) postalApprove(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	return s.showApprove(c, http.StatusOK, f, step, nil, nil)
}

// postalApproveTotals shows the totals that are about to be approved.
func (s *Desk) postalApproveTotals(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	proof, key, err := s.keyed(c)
	var totals postal.Totals
	if err == nil {
		totals, err = s.postal.Totals(c.Request().Context(), s.Actor(c), proof, f.ID, key)
	}
	if err != nil {
		return s.showApprove(c, kit.RefusalStatus(err), f, step, nil, err)
	}
	return s.showApprove(c, http.StatusOK, f, step, &totals, nil)
}

func (s *Desk) postalApproveNow(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActApprove)
	if err != nil {
		return err
	}
	proof, key, err := s.keyed(c)
	if err == nil {
		_, err = s.postal.Approve(c.Request().Context(), s.Actor(c), proof, f.ID, key)
	}
	if err != nil {
		return s.showApprove(c, kit.RefusalStatus(err), f, step, nil, err)
	}
	s.Flash(c, kit.KindSuccess, "You approved the totals.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

func (s *Desk) showApprove(
	c echo.Context, status int, f postal.File, step postal.Step, totals *postal.Totals, refused error,
) error {
	page := s.comparePage(c, f, step, "Approve the totals")
	if refused != nil && !page.take(refused) {
		return refused
	}
	page.Action, page.Submit, page.Key = kit.PostalURL(f.ID, "approve", "totals"), "Show the totals", keyFields(&page.Page)
	if totals != nil {
		page.Compared = kit.Plural(totals.Papers, "paper", "papers") + ", entered the same by both tellers"
		page.Totals, page.Root = totalRows(f.Motions, *totals), groupedHash(totals.RootHash)
		page.Action, page.Submit = kit.PostalURL(f.ID, "approve"), "Approve these totals"
	}
	return postalCompareView.Render(c, status, page)
}
