package kit

import (
	"cmp"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/money"
)

// Form is a form about a T, for example a club: how it is loaded, filled, shown
// and taken. Get and Post are its two handlers. A refusal of input brings the form
// back with what was typed and every problem; a change that came too late brings
// it back beside what is saved now.
type Form[T any] struct {
	Site *Site
	// Load reads what the form is about, and refuses who may not see it. nil: it is
	// about nothing that is there yet.
	Load func(c echo.Context) (T, error)
	// Fill fills the form as it is shown at first. nil: it begins empty.
	Fill func(c echo.Context, in *Filling, about T)
	// Saved fills in what is saved, to be shown beside a change that came too late.
	// nil: Fill does; a form whose Fill proposes a value has both.
	Saved func(c echo.Context, in *Filling, about T)
	// Version is the version that the form is filled from. nil: it has none.
	Version func(about T) int64
	// Show writes the page: title, what to know, fields, button.
	Show func(c echo.Context, page *FormPage, about T) error
	// Take carries the form out by one call of a service.
	Take func(c echo.Context, in *Filling, about T) (Done, error)
	// Render answers with the page; nil: as the form's own page, form.html.
	Render func(c echo.Context, status int, page *FormPage, about T) error
}

// Nothing is what a form is about that begins something new.
type Nothing = struct{}

// Done is where a form leads once it is carried out, and what is said there.
type Done struct {
	To, Message string
	Kind        string       // KindSuccess when it is ""
	Answer      func() error // answers at once, with a print for example, and leads nowhere
}

// FormPage is the page of a form (partial "form"; a desk whose pages have more
// embeds it).
type FormPage struct {
	Page
	Intro    []RuleText
	Facts    []Fact
	Findings []Finding     // what a rule has to say
	Choice   *PersonChoice // the first step of a form about a person, in place of the form
	Again    string        // where somebody else is chosen, once one is
	Conflict *Conflict     // somebody else was faster
	Action   string
	Hidden   []Hidden
	Uploads  []Upload
	Groups   []FieldGroup
	Submit   string
	Kind     string // of the button: "" or "danger"
	Back     string
	Leave    string        // label of the way back; "" is Cancel
	Barred   []RuleText    // what stands in the way: there is no form then
	Instead  *Link         // where what stands in the way is seen to
	Over     string        // that what the form is for was done: there is no form then
	Others   []*PostButton // what else can be done here
	Private  bool          // of a page that no cache keeps: what is typed is not kept in the browser either

	in *Filling
}

// Finding is something that a rule has to say (partial "findings", dot
// []Finding).
type Finding struct {
	Kind string // KindError of an obstacle, else KindWarning
	Text RuleText
}

// SmallForm is a form of a field or two on a page about something else (partial
// "small-form"): below a heading of its own, or alone when Title is "".
type SmallForm struct {
	FormKey
	ID, Title string // the section's, where it has a heading
	Action    string
	Hidden    []Hidden
	Fields    []Field
	Submit    string
	Kind      string // of the button: "", "secondary" or "danger"
}

var formView = NewView[FormPage](templates, "form.html")

// Get answers with the form.
func (f Form[T]) Get(c echo.Context) error {
	about, err := f.load(c)
	if err != nil {
		return err
	}
	return f.show(c, f.filled(c, about), about, nil)
}

// Post takes the form that was sent.
func (f Form[T]) Post(c echo.Context) error {
	about, err := f.load(c)
	if err != nil {
		return err
	}
	in, err := Sent(c)
	if err != nil {
		return err
	}
	done, err := f.Take(c, in, about)
	if err := in.Refusal(err); err != nil {
		return f.again(c, in, about, err)
	}
	if done.Answer != nil {
		return done.Answer()
	}
	if done.Kind == "" {
		done.Kind = KindSuccess
	}
	if done.Message != "" {
		f.Site.Flash(c, done.Kind, done.Message)
	}
	return SeeOther(c, done.To)
}

// Typed answers with the form as it was sent, and takes nothing: for a button that
// looks something up on the way.
func (f Form[T]) Typed(c echo.Context) error {
	about, err := f.load(c)
	if err != nil {
		return err
	}
	in, err := Sent(c)
	if err != nil {
		return err
	}
	return f.show(c, in, about, nil)
}

func (f Form[T]) load(c echo.Context) (about T, err error) {
	if f.Load == nil {
		return about, nil
	}
	return f.Load(c)
}

// filled is the form as it is shown at first.
func (f Form[T]) filled(c echo.Context, about T) *Filling {
	in := NewFilling()
	if f.Fill != nil {
		f.Fill(c, in, about)
	}
	if f.Version != nil {
		in.Set(versionField, IDText(f.Version(about)))
	}
	return in
}

// saved is the form as it is saved.
func (f Form[T]) saved(c echo.Context, about T) *Filling {
	if f.Saved == nil {
		return f.filled(c, about)
	}
	in := NewFilling()
	f.Saved(c, in, about)
	return in
}

// show answers with the form as it stands, and what is wrong with it.
func (f Form[T]) show(c echo.Context, in *Filling, about T, refused error) error {
	page := &FormPage{in: in}
	if err := f.Show(c, page, about); err != nil {
		return err
	}
	return f.answer(c, page, about, refused)
}

// again answers a refusal with the form, or with the refusal where no form can
// help.
func (f Form[T]) again(c echo.Context, in *Filling, about T, refused error) error {
	switch apperr.KindOf(refused) {
	case apperr.Invalid, apperr.TooMany: // nothing that was typed is lost
		return f.show(c, in, about, refused)
	case apperr.Conflict:
		return f.tooLate(c, in, refused)
	}
	return refused
}

// tooLate shows what was typed beside what is saved now. Sent once more it is
// saved over that.
func (f Form[T]) tooLate(c echo.Context, in *Filling, refused error) error {
	now, err := f.load(c)
	if err != nil {
		return err
	}
	if f.Version == nil {
		return f.show(c, in, now, refused)
	}
	saved, page := &FormPage{in: f.saved(c, now)}, &FormPage{in: in}
	if err := f.Show(c, saved, now); err != nil {
		return err
	}
	in.Set(versionField, IDText(f.Version(now)))
	if err := f.Show(c, page, now); err != nil {
		return err
	}
	message, _ := TooLate(refused)
	if page.Conflict = FormConflict(message, page.Groups, saved.Groups); page.Conflict != nil {
		return f.render(c, StatusOf[apperr.Conflict], page, now)
	}
	return f.answer(c, page, now, refused)
}

// answer puts a refusal's problems into the page and sends it.
func (f Form[T]) answer(c echo.Context, page *FormPage, about T, refused error) error {
	status := page.Status()
	if refused != nil {
		if !page.Invalid(refused) {
			page.Refused(refused)
		}
		page.markProblems()
		status = RefusalStatus(refused)
	}
	return f.render(c, status, page, about)
}

func (f Form[T]) render(c echo.Context, status int, page *FormPage, about T) error {
	page.Private = c.Response().Header().Get(echo.HeaderCacheControl) == noStore
	if f.Version != nil {
		page.Hide(versionField, page.in.Text(versionField))
	}
	if f.Render != nil {
		return f.Render(c, status, page, about)
	}
	return formView.Render(c, status, *page)
}

// In is what stands in the form.
func (p *FormPage) In() *Filling { return p.in }

// Say writes what to know above the form, with the rules it cites as links.
func (p *FormPage) Say(texts ...string) {
	for _, text := range texts {
		p.Intro = append(p.Intro, CiteRules(text))
	}
}

// Hide sends a value along that is not shown.
func (p *FormPage) Hide(name, value string) {
	p.Hidden = append(p.Hidden, Hidden{Name: name, Value: value})
}

// HideTyped sends along what stands in the form under the names.
func (p *FormPage) HideTyped(names ...string) {
	for _, name := range names {
		for _, value := range p.in.All(name) {
			p.Hide(name, value)
		}
	}
}

// Group adds a part of the form. legend is its heading; "" is none. Fields that
// stand beside each other are added by Row.
func (p *FormPage) Group(legend string, fields ...Field) *FormPage {
	p.Groups = append(p.Groups, FieldGroup{Legend: legend})
	last := &p.Groups[len(p.Groups)-1]
	for _, f := range fields {
		last.Fields = append(last.Fields, p.filled(f))
	}
	return p
}

// Row adds fields that stand beside each other, below those of the last group.
func (p *FormPage) Row(fields ...Field) *FormPage {
	if len(p.Groups) == 0 {
		p.Group("")
	}
	last := &p.Groups[len(p.Groups)-1]
	var row []Field
	for _, f := range fields {
		row = append(row, p.filled(f))
	}
	last.Rows = append(last.Rows, row)
	return p
}

// Text explains the last group, below its heading.
func (p *FormPage) Text(text string) *FormPage {
	p.Groups[len(p.Groups)-1].Text = text
	return p
}

// Fold folds the last group away under its heading and a few words on what stands in it; with a problem in it, it is
// open.
func (p *FormPage) Fold(says string) *FormPage {
	p.Groups[len(p.Groups)-1].Folded = says
	return p
}

// filled is a field with what stands in it.
func (p *FormPage) filled(f Field) Field { return p.in.Field(&p.Page, f) }

// Field is a field with what stands in the form, and the problem with it.
func (in *Filling) Field(p *Page, f Field) Field {
	switch f.Type {
	case "password", "file":
	case "checkbox":
		f.Checked = in.Ticked(f.Name)
	case "select", "radios", "checkboxes":
		options := make([]Option, len(f.Options))
		for i, o := range f.Options {
			o.Selected = in.Has(f.Name, o.Value) || f.Type == "select" && o.Value == "" && !in.Sends(f.Name)
			options[i] = o
		}
		f.Options = options
	case "textarea":
		f.Value = in.Lines(f.Name)
	default:
		f.Value = in.Text(f.Name)
	}
	return p.Field(f)
}

// markProblems puts the page's problems beside their fields, which were written
// before the problems were known, and in the order of the fields.
func (p *FormPage) markProblems() {
	seen := map[string]bool{} // of several fields of one name the first has the problem
	mark := func(list []Field) {
		for i := range list {
			if !seen[list[i].Name] {
				list[i] = p.Field(list[i])
			}
			seen[list[i].Name] = true
		}
	}
	for i := range p.Groups {
		mark(p.Groups[i].Fields)
		for j := range p.Groups[i].Rows {
			mark(p.Groups[i].Rows[j])
		}
	}
	var order []string
	for i := range p.Uploads {
		p.Uploads[i].Error = p.ErrorOn(p.Uploads[i].Name)
		order = append(order, p.Uploads[i].Name)
	}
	for _, f := range FieldsOf(p.Groups) {
		order = append(order, f.Name)
	}
	slices.SortStableFunc(p.Errors, func(a, b FieldError) int {
		return cmp.Compare(slices.Index(order, a.Field), slices.Index(order, b.Field))
	})
}

// DayField asks for a day.
func DayField(name, label, hint string) Field {
	return Field{Name: name, Label: label, Hint: hint, Type: "date", Width: "medium"}
}

// AmountField asks for an amount of money.
func AmountField(name, label, hint string) Field {
	return Field{
		Name: name, Label: label, Hint: hint, Prefix: money.InUse().Sign(),
		InputMode: "decimal", Width: "short", Required: true,
	}
}
