package postal

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// PostalEntryPage is where a teller types papers in, one after the other: the
// paper, then the same read back, then the next.
type PostalEntryPage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	Progress  string
	Action    string
	Serial    kit.Field
	Letters   kit.Field
	Motions   []PostalMotionEntry
	Finish    *kit.Link
	Correct   *kit.Link
	Back      string

	ReadBack *PostalReadBack // the paper before it is saved
}

// PostalMotionEntry is one motion of a paper that is being entered.
type PostalMotionEntry struct {
	Number, Text string
	Mark         kit.Field
}

// PostalReadBack is a paper to be read back to whoever holds it.
type PostalReadBack struct {
	Save, Change string // addresses
	Serial       string
	Hidden       []kit.Hidden
	Marks        []PostalMarkRead
}

// PostalMarkRead is what was typed for one motion, as a word.
type PostalMarkRead struct {
	Number int
	Text   string // the motion's
	Mark   kit.Badge
	Even   string // white space: a page is as long whatever was typed
}

var postalEntryView = kit.NewView[PostalEntryPage](templates, "entry.html")

const protectsEntry = "What you type is sealed to the tellers’ keys before it is saved, without the member, the " +
	"time or the order. Neither officers nor anyone with the database or a backup can read it. It does not protect " +
	"from someone who changes the running program, looks over your shoulder, or knows the result of a unanimous vote."

// marks are the ways to mark a motion: the letter that is typed, its mark and
// its word. All letters are as long in a form that is sent, which "!" is not:
// how long a request is stands in logs, and can be seen on the way.
var marks = []struct {
	choice ballot.Choice
	letter rune
	mark   postal.Mark
	word   string
	kind   string
}{
	{ballot.Yes, 'y', postal.MarkYes, "Yes", kit.KindSuccess},
	{ballot.No, 'n', postal.MarkNo, "No", kit.KindError},
	{ballot.Abstain, 'a', postal.MarkAbstain, "Abstain", kit.KindNeutral},
	{ballot.Blank, 'b', postal.MarkBlank, "Blank", kit.KindWarning},
	{ballot.Spoiled, 's', postal.MarkSpoiled, "Spoiled", kit.KindWarning},
}

// markOf is the mark of a letter: one of marks, or what nzgs teller takes.
func markOf(letter rune) (postal.Mark, bool) {
	letter = unicode.ToLower(letter)
	for _, m := range marks {
		if m.letter == letter || rune(m.choice) == letter {
			return m.mark, true
		}
	}
	return "", false
}

// lettersHint says which key stands for what.
const lettersHint = "One key for each motion in order: y Yes, n No, a Abstain, b blank, s spoiled."

// readLetters reads a paper's marks from letters. problem says what to do when
// they are not one for each motion.
func readLetters(letters string, motions int) (out []postal.Mark, problem string) {
	for _, r := range letters {
		if r == ' ' {
			continue
		}
		if r == '–' || r == '—' || r == '−' {
			r = '-' // what phones make of it
		}
		mark, known := markOf(r)
		if !known {
			return nil, "Type y for Yes, n for No, a for Abstain, b for blank or s for spoiled, one for each motion."
		}
		out = append(out, mark)
		if len(out) > motions {
			break
		}
	}
	if len(out) != motions {
		return nil, "Type " + kit.Plural(motions, "key", "keys") + ", one for each motion."
	}
	return out, ""
}

// readEntry reads the paper of the form, by letters or by what is chosen for
// each motion.
func readEntry(c echo.Context, motions int) (postal.Entry, error) {
	var problem apperr.Fields
	e := postal.Entry{Serial: kit.FormText(c, "serial")}
	if serial, err := ballot.ParseSerial(e.Serial); err != nil {
		var known *apperr.Error
		errors.As(err, &known)
		problem.Add("serial", "%s", known.Message)
	} else {
		e.Serial = serial.String()
	}
	chosen := make([]postal.Mark, motions)
	some := false
	for i := range chosen {
		letter := []rune(kit.FormText(c, "mark_"+strconv.Itoa(i+1)))
		some = some || len(letter) > 0
		if len(letter) == 1 {
			chosen[i], _ = markOf(letter[0])
		}
	}
	if letters := kit.FormText(c, "letters"); letters != "" || !some {
		marks, wrong := readLetters(letters, motions)
		if wrong != "" {
			problem.Add("letters", "%s", wrong)
		}
		for i := range marks {
			if chosen[i] != "" && chosen[i] != marks[i] {
				problem.Add("mark_"+strconv.Itoa(i+1), "This does not match what is typed above.")
			}
		}
		e.Marks = marks
		return e, problem.Err()
	}
	for i, m := range chosen {
		if wordOf(m) == "" {
			problem.Add("mark_"+strconv.Itoa(i+1), "Choose the vote on motion %d.", i+1)
		}
	}
	e.Marks = chosen
	return e, problem.Err()
}

func wordOf(m postal.Mark) string {
	for _, one := range marks {
		if one.mark == m {
			return one.word
		}
	}
	return ""
}

// lettersOf writes marks as the letters that mean them.
func lettersOf(list []postal.Mark) string {
	var b strings.Builder
	for _, m := range list {
		for _, one := range marks {
			if one.mark == m {
				b.WriteRune(one.letter)
			}
		}
	}
	return b.String()
}

func (s *Desk) postalEntry(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	return s.showPaperEntry(c, http.StatusOK, f, step, nil, nil)
}

// postalEntryRead reads the paper back; it saves nothing.
func (s *Desk) postalEntryRead(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	if kit.FormText(c, "change") != "" {
		return s.showPaperEntry(c, http.StatusOK, f, step, nil, nil)
	}
	e, err := readEntry(c, len(f.Motions))
	if err != nil {
		return s.showPaperEntry(c, http.StatusUnprocessableEntity, f, step, nil, err)
	}
	return s.showPaperEntry(c, http.StatusOK, f, step, &e, nil)
}

func (s *Desk) postalEntrySave(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	e, err := readEntry(c, len(f.Motions))
	if err == nil {
		err = s.postal.Enter(c.Request().Context(), s.Actor(c), f.ID, []postal.Entry{e})
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showPaperEntry(c, kit.StatusOf[kind], f, step, nil, ofOnePaper(err))
	}
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "The paper was sealed and saved. Enter the next one.")
	return kit.SeeOther(c, kit.PostalURL(f.ID, "entry"))
}

// ofOnePaper says of the fields of a form with one paper what a refusal says of
// the first paper's.
func ofOnePaper(err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Fields = nil
	for _, f := range e.Fields {
		switch {
		case f.Name == "serial_1":
			f.Name = "serial"
		case strings.HasPrefix(f.Name, "mark_1_"):
			f.Name = "mark_" + strings.TrimPrefix(f.Name, "mark_1_")
		}
		out.Fields = append(out.Fields, f)
	}
	return &out
}

func (s *Desk) showPaperEntry(
	c echo.Context, status int, f postal.File, step postal.Step, read *postal.Entry, refused error,
) error {
	kit.NoStore(c)
	page := PostalEntryPage{
		Page: s.postalPage(c, f, "Enter papers"), Head: postalHead(f, protectsEntry), Action: kit.PostalURL(f.ID, "entry"),
		Back:    kit.PostalURL(f.ID),
		Finish:  &kit.Link{Label: "All papers are entered", URL: kit.PostalURL(f.ID, "finish")},
		Correct: &kit.Link{Label: "Correct a saved paper", URL: kit.PostalURL(f.ID, "correct")},
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
	}
	for _, t := range f.Tellers {
		if t.Person == s.Actor(c).Person {
			page.Progress = "You have entered " + strconv.Itoa(t.Entered) + " of " + kit.Plural(
				f.Counts.Valid, "valid paper", "valid papers",
			) + "."
		}
	}
	if read != nil {
		page.Title = "Read it back"
		page.ReadBack = readBack(f, *read)
		return postalEntryView.Render(c, status, page)
	}
	page.Serial = page.Field(kit.Field{
		Name: "serial", Label: "Serial", Value: kit.FormText(c, "serial"), Required: true,
		Hint: "Type it from the paper, or scan its code.",
	})
	page.Letters = page.Field(kit.Field{
		Name: "letters", Label: "Votes", Value: kit.FormText(c, "letters"), Hint: lettersHint, Autocomplete: "off",
		Width: "medium", MaxLength: 2 * len(f.Motions),
	})
	for _, m := range f.Motions {
		name := "mark_" + strconv.Itoa(m.Number)
		field := page.Field(kit.Field{Name: name, Label: "Motion " + strconv.Itoa(m.Number), Type: "radios"})
		for _, one := range marks {
			field.Options = append(field.Options, kit.Option{
				Value: string(one.letter), Label: one.word, Selected: kit.FormText(c, name) == string(one.letter),
			})
		}
		page.Motions = append(page.Motions, PostalMotionEntry{Number: strconv.Itoa(m.Number), Text: m.Text, Mark: field})
	}
	return postalEntryView.Render(c, status, page)
}

func readBack(f postal.File, e postal.Entry) *PostalReadBack {
	out := &PostalReadBack{
		Save: kit.PostalURL(f.ID, "entry", "save"), Change: kit.PostalURL(f.ID, "entry"), Serial: e.Serial,
		Hidden: []kit.Hidden{{Name: "serial", Value: e.Serial}, {Name: "letters", Value: lettersOf(e.Marks)}},
	}
	for i, m := range e.Marks {
		read := PostalMarkRead{Number: i + 1, Text: f.Motions[i].Text}
		for _, one := range marks {
			if one.mark == m {
				read.Mark, read.Even = kit.Badge{Kind: one.kind, Text: one.word}, even()[m]
			}
		}
		out.Marks = append(out.Marks, read)
	}
	return out
}

// even is white space for each mark that makes all as long on the page. How long
// an answer is stands in the program's log, and in that of whatever stands
// before it, and can be seen on the way there: it must not tell a vote.
var even = sync.OnceValue(func() map[postal.Mark]string {
	page, err := postalEntryView.Template()
	long, longest := map[postal.Mark]int{}, 0
	for _, m := range marks {
		var b bytes.Buffer
		if err == nil {
			err = page.ExecuteTemplate(&b, "badge", kit.Badge{Kind: m.kind, Text: m.word})
		}
		long[m.mark] = b.Len()
		longest = max(longest, b.Len())
	}
	if err != nil {
		panic(err) // the template is part of the program
	}
	out := map[postal.Mark]string{}
	for mark, n := range long {
		out[mark] = strings.Repeat(" ", longest-n)
	}
	return out
})

func (s *Desk) postalFinish() postalForm {
	return postalForm{
		action: postal.ActFinish, protects: protectsEntry,
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			if f.State == postal.StateRecheck {
				p.say(
					"Confirm that you have checked every paper that differed, and corrected what you had misread. When both " +
						"tellers have done this, compare again and see the totals.",
				)
			} else {
				p.say(
					"Confirm that you have entered every valid paper in the register. When both tellers have done this, the " +
						"entries can be compared. You never see what the other teller entered: differences name the paper and the " +
						"motion only.",
				)
			}
			p.Instead = &kit.Link{Label: "Enter papers", URL: kit.PostalURL(f.ID, "entry")}
			for _, t := range f.Tellers {
				if t.Person == s.Actor(c).Person {
					if t.Entered > f.Counts.Valid || f.State == postal.StateRecheck {
						p.Instead = &kit.Link{Label: "Correct a saved paper", URL: kit.PostalURL(f.ID, "correct")}
					}
					p.Facts = []kit.Fact{
						{Label: "You have entered", Value: kit.Plural(t.Entered, "paper", "papers")},
						{Label: "Valid papers in the register", Value: kit.Plural(f.Counts.Valid, "paper", "papers")},
					}
				}
			}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			return s.postal.Finish(c.Request().Context(), s.Actor(c), f.ID)
		},
		done: "Your entry is finished.",
	}
}

func (s *Desk) postalRestart() postalForm {
	return postalForm{
		action: postal.ActRestart, protects: protectsEntry,
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			p.Kind = "danger"
			p.say(
				"This deletes every teller’s entries so that the papers can be entered again, for example because a key is " +
					"lost. The register of envelopes stays.",
			)
			p.Fields = []kit.Field{
				p.Field(kit.Field{Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Required: true}),
				p.PasswordField("We ask again because the entries cannot be restored."),
			}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			proof, err := s.confirmedBeside(c, postal.RestartProblems(kit.FormText(c, "reason")))
			if err != nil {
				return err
			}
			return s.postal.Restart(c.Request().Context(), s.Actor(c), proof, f.ID, shownVersion(c), kit.FormText(c, "reason"))
		},
		done: "The entries were deleted. Start entering the papers again.",
	}
}
