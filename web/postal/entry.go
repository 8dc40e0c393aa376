package postal

import (
	"bytes"
	"errors"
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

// EntryPage is where a teller types papers in, one after the other: the
// paper, then the same read back, then the next.
type EntryPage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Progress  string
	Action    string
	Serial    kit.Field
	Letters   kit.Field
	Motions   []MotionEntry
	Finish    *kit.Link
	Correct   *kit.Link
	List      *kit.Link // of what was entered
	Back      string

	ReadBack *ReadBack // the paper before it is saved
	Ask      *AskKeys  // before the first paper in a window
}

// MotionEntry is one motion of a paper that is being entered.
type MotionEntry struct {
	Number, Text string
	Mark         kit.Field
}

// ReadBack is a paper to be read back to whoever holds it.
type ReadBack struct {
	Save, Change string // addresses
	Serial       string
	Hidden       []kit.Hidden
	Marks        []MarkRead
}

// MarkRead is what was typed for one motion, as a word.
type MarkRead struct {
	Number int
	Text   string // the motion's
	Mark   kit.Badge
	Even   string // white space: a page is as long whatever was typed
}

var entryView = kit.NewView[EntryPage](templates, "entry.html")

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
func readEntry(in *kit.Filling, motions int) postal.Entry {
	e := postal.Entry{Serial: in.Text("serial")}
	if serial, err := ballot.ParseSerial(e.Serial); err != nil {
		var known *apperr.Error
		errors.As(err, &known)
		in.Problem("serial", "%s", known.Message)
	} else {
		e.Serial = serial.String()
	}
	chosen := make([]postal.Mark, motions)
	some := false
	for i := range chosen {
		letter := []rune(in.Text("mark_" + strconv.Itoa(i+1)))
		some = some || len(letter) > 0
		if len(letter) == 1 {
			chosen[i], _ = markOf(letter[0])
		}
	}
	if letters := in.Text("letters"); letters != "" || !some {
		marks, wrong := readLetters(letters, motions)
		if wrong != "" {
			in.Problem("letters", "%s", wrong)
		}
		for i := range marks {
			if chosen[i] != "" && chosen[i] != marks[i] {
				in.Problem("mark_"+strconv.Itoa(i+1), "This does not match what is typed above.")
			}
		}
		e.Marks = marks
		return e
	}
	for i, m := range chosen {
		if wordOf(m) == "" {
			in.Problem("mark_"+strconv.Itoa(i+1), "Choose the vote on motion %d.", i+1)
		}
	}
	e.Marks = chosen
	return e
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

func (s *Desk) entry(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "entry"); asked || err != nil {
		return err
	}
	return s.showPaperEntry(c, kit.NewFilling(), f, step, nil, nil)
}

// entryRead reads the paper back; it saves nothing.
func (s *Desk) entryRead(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "entry"); asked || err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if in.Ticked("change") {
		return s.showPaperEntry(c, in, f, step, nil, nil)
	}
	e := readEntry(in, len(f.Motions))
	if _, err := s.enteredOnce(c, in, f, e); err != nil {
		return err
	}
	if err := in.Refusal(nil); err != nil {
		return s.showPaperEntry(c, in, f, step, nil, err)
	}
	return s.showPaperEntry(c, in, f, step, &e, nil)
}

func (s *Desk) entrySave(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	if asked, err := s.keysAsked(c, f, step, "entry"); asked || err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	e := readEntry(in, len(f.Motions))
	list, err := s.enteredOnce(c, in, f, e)
	if err != nil {
		return err
	}
	err = in.Refusal(nil)
	if err == nil { // a paper that cannot be read is not sealed, not even to try it
		err = ofOnePaper(s.postal.Enter(
			c.Request().Context(), s.Actor(c), f.ID, s.keysNumber(c, f.ID), []postal.Entry{e},
		))
	}
	if err != nil {
		return s.showPaperEntry(c, in, f, step, nil, err)
	}
	s.keepEntered(c, f, list.With(e.Serial))
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
	c echo.Context, in *kit.Filling, f postal.File, step postal.Step, read *postal.Entry, refused error,
) error {
	kit.NoStore(c)
	page := EntryPage{
		Page: s.votePage(c, f, "Enter papers"), Head: headOf(f, protectsEntry), Action: kit.PostalURL(f.ID, "entry"),
		Back:    kit.PostalURL(f.ID),
		Finish:  &kit.Link{Label: "All papers are entered", URL: kit.PostalURL(f.ID, "finish")},
		Correct: &kit.Link{Label: "Correct a saved paper", URL: kit.PostalURL(f.ID, "correct")},
		List:    &kit.Link{Label: "What you have entered, by serial", URL: kit.PostalURL(f.ID, "entered")},
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Obstacles = inTheWay(step)
	page.Progress = s.progress(c, f)
	if read != nil {
		page.Title = "Read it back"
		page.ReadBack = readBack(f, *read)
		return entryView.Render(c, status, page)
	}
	page.Serial = in.Field(&page.Page, kit.Field{
		Name: "serial", Label: "Serial", Required: true, Hint: "Type it from the paper, or scan its code.",
	})
	page.Letters = in.Field(&page.Page, kit.Field{
		Name: "letters", Label: "Votes", Hint: lettersHint, Autocomplete: "off", Width: "medium",
		MaxLength: 2 * len(f.Motions),
	})
	var letters []kit.Option
	for _, one := range marks {
		letters = append(letters, kit.Option{Value: string(one.letter), Label: one.word})
	}
	for _, m := range f.Motions {
		number := strconv.Itoa(m.Number)
		page.Motions = append(page.Motions, MotionEntry{Number: number, Text: m.Text, Mark: in.Field(&page.Page, kit.Field{
			Name: "mark_" + number, Label: "Motion " + number, Type: "radios", Options: letters,
		})})
	}
	return entryView.Render(c, status, page)
}

func readBack(f postal.File, e postal.Entry) *ReadBack {
	out := &ReadBack{
		Save: kit.PostalURL(f.ID, "entry", "save"), Change: kit.PostalURL(f.ID, "entry"), Serial: e.Serial,
		Hidden: []kit.Hidden{{Name: "serial", Value: e.Serial}, {Name: "letters", Value: lettersOf(e.Marks)}},
	}
	for i, m := range e.Marks {
		read := MarkRead{Number: i + 1, Text: f.Motions[i].Text}
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
	page, err := entryView.Template(nil)
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

func (s *Desk) finishEntry() kit.Form[turn] {
	return s.step(postal.ActFinish, protectsEntry, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			if t.State == postal.StateRecheck {
				p.Title, p.Submit = "Papers that differed", "The papers are checked"
				p.Say(
					"Confirm that you have checked every paper that differed, and corrected what you had misread. When both " +
						"tellers have done this, you both see the totals.",
				)
			} else {
				p.Say(
					"Confirm that you have entered every valid paper in the register. When both tellers have done this, the " +
						"entries can be compared. You never see what the other teller entered: differences name the paper and the " +
						"motion only.",
				)
			}
			p.Instead = &kit.Link{Label: "Enter papers", URL: kit.PostalURL(t.ID, "entry")}
			for _, one := range t.Tellers {
				if one.Person == s.Actor(c).Person {
					if one.Entered > t.Counts.Valid || t.State == postal.StateRecheck {
						p.Instead = &kit.Link{Label: "Correct a saved paper", URL: kit.PostalURL(t.ID, "correct")}
					}
					p.Facts = []kit.Fact{
						{Label: "You have entered", Value: kit.Plural(one.Entered, "paper", "papers")},
						{Label: "Valid papers in the register", Value: kit.Plural(t.Counts.Valid, "paper", "papers")},
					}
				}
			}
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, t turn) (kit.Done, error) {
			text := "You have said that all papers are entered."
			if t.State == postal.StateRecheck {
				text = "You have said that the papers that differed are checked."
			}
			return t.done(text), s.postal.Finish(c.Request().Context(), s.Actor(c), t.ID)
		},
	})
}

func (s *Desk) restartEntry() kit.Form[turn] {
	return s.step(postal.ActRestart, protectsEntry, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Kind = "danger"
			p.Say(
				"This deletes the papers that you have entered, so that you can enter all of them again. What the other teller " +
					"entered stays, and so does the register of envelopes. If a key is lost, propose another one instead.",
			)
			p.Group("",
				kit.Field{Name: "reason", Label: "Reason", Required: true},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("Your entries were deleted. Start entering the papers again."),
				s.postal.Restart(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), in.Text("reason"))
		},
	})
}
