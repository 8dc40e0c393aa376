package constitution

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

const wordingPath = kit.ConstitutionPath + "/wording"

// WordingForm takes the official wording, as a file or pasted.
type WordingForm struct {
	kit.Page
	Fields []kit.Field // version and text
	Upload kit.Upload
}

// WordingPreview shows what an import would change.
type WordingPreview struct {
	kit.Page
	Version string
	Count   string
	Changes []WordingLine
	Notes   []string
	Hidden  []kit.Hidden
}

// WordingLine is a rule whose wording would change.
type WordingLine struct {
	Number string
	Badge  kit.Badge
	Class  string
	Pieces []constitution.Piece
}

var (
	wordingFormView    = kit.NewView[WordingForm](templates, "governance/wording.html")
	wordingPreviewView = kit.NewView[WordingPreview](templates, "governance/wording_preview.html")
)

func (s *Desk) wordingNew(c echo.Context) error { return s.wordingForm(c, kit.NewFilling(), nil) }

// wordingForm answers with the form, and with what is wrong with it.
func (s *Desk) wordingForm(c echo.Context, in *kit.Filling, refused error) error {
	page := WordingForm{Page: s.Page(c, "Official wording", constitutionCrumb)}
	var lines constitution.WordingErrors
	switch {
	case errors.As(refused, &lines):
		for _, l := range lines {
			page.Errors = append(page.Errors, kit.FieldError{Field: "text", Message: kit.Capital(l.String())})
		}
	case refused != nil && !page.Invalid(refused):
		return refused
	}
	versions, err := s.governance.Versions(c.Request().Context())
	if err != nil {
		return err
	}
	version := kit.Field{Name: "version", Label: "Version", Type: "select", Required: true}
	for _, v := range slices.Backward(versions) {
		version.Options = append(version.Options, kit.Option{Value: versionName(v.From), Label: versionTitle(v.From)})
	}
	text := in.Lines("text")
	if strings.HasPrefix(text, "\n") {
		text = "\n" + text // a browser leaves out the first line end of the field
	}
	page.Upload = kit.Upload{
		ID: "file", Name: "file", Label: "A file",
		Hint: "Plain text or Markdown, up to 1 MB, where every rule begins with its number: “4.16 …”.", Accept: ".txt,.md",
		Error: page.ErrorOn("file"),
	}
	page.Fields = []kit.Field{
		in.Field(&page.Page, version),
		{
			ID: "text", Name: "text", Label: "Or the text itself", Type: "textarea", Value: text,
			Error: firstLine(page.ErrorOn("text"), len(lines)), Rows: 16,
		},
	}
	return wordingFormView.Render(c, page.Status(), page)
}

// firstLine says beside the field that the summary has more.
func firstLine(first string, problems int) string {
	if problems > 1 {
		return first + fmt.Sprintf(
			" (And %s: see the list at the top.)", kit.Plural(problems-1, "more problem", "more problems"),
		)
	}
	return first
}

const firstVersion = "first"

// versionName is a version in a form.
func versionName(from civil.Date) string {
	if from.IsZero() {
		return firstVersion
	}
	return from.String()
}

func versionTitle(from civil.Date) string {
	if from.IsZero() {
		return "The first version"
	}
	return "In force from " + from.Long()
}

// wordingSent is what was sent: the version, by its first day, and its wording.
type wordingSent struct {
	in     *kit.Filling
	from   civil.Date
	parsed constitution.Wording
}

// readWording reads the version from the form, and the wording from the file or
// the text.
func (s *Desk) readWording(c echo.Context) (sent wordingSent, err error) {
	if sent.in, err = kit.Sent(c); err != nil {
		return sent, err
	}
	versions, err := s.governance.Versions(c.Request().Context())
	if err != nil {
		return sent, err
	}
	var f apperr.Fields
	at := slices.IndexFunc(versions, func(v constitution.Constitution) bool {
		return versionName(v.From) == sent.in.Text("version")
	})
	if at < 0 {
		f.Add("version", "Choose one of the versions.")
	} else {
		sent.from = versions[at].From
	}
	_, file, given, err := kit.ChosenContent(c, "file", wordingLimit)
	if err != nil {
		return sent, err
	}
	text := sent.in.Lines("text")
	switch pasted := strings.TrimSpace(text) != ""; {
	case given && pasted:
		f.Add("file", "Choose a file or paste the text, not both.")
	case given:
		if text = ""; utf8.Valid(file) {
			text = string(file) // to be mended in the form
		}
		sent.in.Set("text", text)
	case pasted:
		file = []byte(text)
	default:
		f.Add("file", "Choose the file with the wording, or paste the text.")
	}
	if err := f.Err(); err != nil {
		return sent, err
	}
	sent.parsed, err = constitution.ParseWording(file)
	return sent, err
}

// wordingLimit is a little more than the wording may have: the reader of the
// wording says so.
const wordingLimit = 1<<20 + 1

// wordingPreview shows what an import would change.
func (s *Desk) wordingPreview(c echo.Context) error {
	sent, err := s.readWording(c)
	if err != nil {
		return s.wordingForm(c, sent.in, err)
	}
	return s.showPreview(c, http.StatusOK, sent, "")
}

func (s *Desk) showPreview(c echo.Context, status int, sent wordingSent, problem string) error {
	before, err := s.governance.Wording(c.Request().Context(), sent.from)
	if err != nil {
		return err
	}
	page := WordingPreview{
		Page: s.Page(
			c, "What the import changes", constitutionCrumb, kit.Crumb{Label: "Official wording", URL: wordingPath},
		),
		Version: versionTitle(sent.from), Notes: wordingNotes(sent.parsed),
		Hidden: []kit.Hidden{
			{Name: "version", Value: sent.in.Text("version")}, {Name: "text", Value: sent.parsed.Markdown()},
			{Name: "seen", Value: governance.Fingerprint(before)},
		},
	}
	if problem != "" {
		page.Errors = []kit.FieldError{{Message: problem}}
	}
	changes := governance.CompareWording(before, sent.parsed.Paragraphs)
	for _, ch := range changes {
		page.Changes = append(page.Changes, wordingLine(ch))
	}
	page.Count = kit.Plural(
		len(sent.parsed.Paragraphs), "rule", "rules",
	) + " read, " + kit.Plural(len(changes), "differs", "differ") + " from what is entered"
	return wordingPreviewView.Render(c, status, page)
}

func wordingLine(ch governance.WordingChange) WordingLine {
	line := WordingLine{
		Number: ch.Number, Pieces: constitution.CompareWords(paragraphText(ch.Before), paragraphText(ch.After)),
	}
	switch ch.Kind {
	case governance.WordingAdded:
		line.Badge = kit.Badge{Kind: kit.RowNew, Text: "New"}
	case governance.WordingRemoved:
		line.Badge, line.Class = kit.Badge{Kind: kit.KindWarning, Text: "Removed"}, "row-warning"
	default:
		line.Badge = kit.Badge{Kind: kit.KindInfo, Text: "Changed"}
	}
	return line
}

// paragraphText is a rule's wording with its heading and points, a line each.
func paragraphText(p constitution.Paragraph) string {
	if p.Heading == "" {
		return p.Words()
	}
	return "[" + p.Heading + "]\n" + p.Words()
}

// wordingNotes names the rules that a person should look at.
func wordingNotes(w constitution.Wording) []string {
	var out []string
	if missing := w.Missing(); len(missing) > 0 {
		out = append(out, "Rules missing from this text, though the program applies them: "+strings.Join(missing, ", ")+".")
	}
	if unknown := w.Unknown(); len(unknown) > 0 {
		out = append(
			out,
			"Rules the program does not know: "+strings.Join(unknown, ", ")+". They are shown, but nothing is worked out "+
				"from them.",
		)
	}
	return out
}

func (s *Desk) wordingSave(c echo.Context) error {
	sent, err := s.readWording(c)
	if err != nil {
		return s.wordingForm(c, sent.in, err)
	}
	ctx := c.Request().Context()
	changed, err := s.governance.ImportWording(ctx, s.Actor(c), governance.WordingImport{
		From: sent.from, Paragraphs: sent.parsed.Paragraphs, Seen: cmp.Or(sent.in.Text("seen"), "nothing was shown"),
	})
	if apperr.KindOf(err) == apperr.Conflict {
		return s.showPreview(c, http.StatusConflict, sent, err.Error()+" Below is what your text changes now.")
	}
	if err != nil {
		return err
	}
	if changed == 0 {
		s.Flash(c, kit.KindSuccess, "This wording has already been entered. Nothing was changed.")
	} else {
		s.Flash(
			c, kit.KindSuccess, "The wording was imported: "+kit.Plural(changed, "rule differs", "rules differ")+" from before.",
		)
	}
	return kit.SeeOther(c, kit.ConstitutionPath)
}
