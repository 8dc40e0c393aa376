package postal

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// PostalStepPage asks for one step of a postal vote: what it does, what stands
// in its way, and a form that takes it.
type PostalStepPage struct {
	kit.Page
	Head      PostalHead
	Intro     []kit.RuleText
	Facts     []kit.Fact
	Totals    []PostalTotalRow
	Warnings  []kit.RuleText // nothing forbids it: to be looked at first
	Obstacles []kit.RuleText
	Action    string
	Hidden    []kit.Hidden
	Uploads   []kit.Upload
	Fields    []kit.Field
	Submit    string
	Kind      string    // "danger": it cannot be undone
	Instead   *kit.Link // where what stands in the way is seen to
	Back      string
}

var postalStepView = kit.NewView[PostalStepPage](templates, "step.html")

// step begins the page of a step.
func (s *Desk) stepPage(c echo.Context, f postal.File, step postal.Step, protects string) PostalStepPage {
	work := postalWork[step.Action]
	page := PostalStepPage{
		Page: s.postalPage(c, f, work.verb), Head: postalHead(f, protects), Action: kit.PostalURL(f.ID, work.below),
		Submit: work.verb, Back: kit.PostalURL(f.ID), Hidden: []kit.Hidden{kit.VersionField(f.Version)},
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
	}
	return page
}

func (p *PostalStepPage) say(texts ...string) {
	for _, text := range texts {
		p.Intro = append(p.Intro, kit.CiteRules(text))
	}
}

// postalForm is one step that is a short form: how its page is filled, and how
// it is taken.
type postalForm struct {
	action   postal.Action
	protects string
	fill     func(c echo.Context, p *PostalStepPage, f postal.File) error
	take     func(c echo.Context, f postal.File) error
	done     string // message afterwards
}

// show answers with the step's page.
func (s *Desk) postalFormPage(form postalForm) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, step, err := s.postalStep(c, form.action)
		if err != nil {
			return err
		}
		return s.showPostalForm(c, http.StatusOK, form, f, step, nil)
	}
}

func (s *Desk) showPostalForm(
	c echo.Context, status int, form postalForm, f postal.File, step postal.Step, refused error,
) error {
	page := s.stepPage(c, f, step, form.protects)
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	if form.fill != nil {
		if err := form.fill(c, &page, f); err != nil {
			return err
		}
	}
	return postalStepView.Render(c, status, page)
}

// postalFormTake takes the step.
func (s *Desk) postalFormTake(form postalForm) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, step, err := s.postalStep(c, form.action)
		if err != nil {
			return err
		}
		if err := form.take(c, f); err != nil {
			if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
				return s.showPostalForm(c, kit.StatusOf[kind], form, f, step, err)
			}
			return err
		}
		s.Flash(c, kit.KindSuccess, form.done)
		return kit.SeeOther(c, kit.PostalURL(f.ID))
	}
}

// confirmedBeside is confirmed for a form that has other problems: they are all
// said at once, and no password is tried meanwhile.
func (s *Desk) confirmedBeside(c echo.Context, problems apperr.Fields) (auth.Confirmed, error) {
	if len(problems) == 0 {
		return s.confirmed(c)
	}
	if c.FormValue("password") == "" {
		problems.Add("password", "Enter your password again.")
	}
	return auth.Confirmed{}, problems.Err()
}

// confirmed asks auth whether the password that came with the form is right.
func (s *Desk) confirmed(c echo.Context) (auth.Confirmed, error) {
	return s.Auth.Confirm(c.Request().Context(), s.Actor(c), c.FormValue("password"), kit.Network(c))
}

func (s *Desk) postalFreeze() postalForm {
	return postalForm{
		action: postal.ActFreeze,
		protects: "The roll says who may vote, and nothing else. Once the papers have gone out, only the tellers see what " +
			"comes back. Officers see how many papers came back, but never whose and never a vote (Rule 5.11).",
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			p.say("Freezing fixes who votes – the members registered today – and what they vote on. Both are hashed, and the "+
				"hashes are printed on the declaration. Members who join later do not vote; a name corrected later does not "+
				"change the roll.",
				"Until the papers go out you can still go back to the draft. The roll, the tellers and the papers must then be "+
					"made again.")
			for _, found := range f.Findings {
				p.Warnings = append(p.Warnings, kit.Ruled(found.Text, found.Rule))
			}
			p.Facts = []kit.Fact{
				{Label: "Motions", Value: kit.Plural(len(f.Motions), "motion", "motions")},
				{Label: "Closing day", Value: dayOrDash(f.Closing)},
				{Label: "Papers go to", Value: strings.Join(strings.Split(f.Address, "\n"), ", ")},
			}
			p.Fields = []kit.Field{p.PasswordField("We ask again because everything after this depends on the roll.")}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			proof, err := s.confirmed(c)
			if err != nil {
				return err
			}
			return s.postal.Freeze(c.Request().Context(), s.Actor(c), proof, f.ID, shownVersion(c))
		},
		done: "The roll is frozen.",
	}
}

func (s *Desk) postalReopen() postalForm {
	return postalForm{
		action: postal.ActReopen,
		protects: "No votes are lost, because no paper has gone out yet. The list of which serial is on whose paper is " +
			"deleted with the papers that were made.",
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			p.Kind = "danger"
			p.say(
				"The vote becomes a draft again. The roll, the tellers and any papers made are void, and printed papers must be " +
					"destroyed.",
			)
			p.Fields = []kit.Field{
				p.Field(kit.Field{
					Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Required: true,
					Hint: "It is kept in the society’s log.",
				}),
			}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			return s.postal.Reopen(c.Request().Context(), s.Actor(c), f.ID, shownVersion(c), kit.FormText(c, "reason"))
		},
		done: "The vote is a draft again.",
	}
}

func (s *Desk) postalClose() postalForm {
	return postalForm{
		action: postal.ActClose,
		protects: "Nothing about any vote has been shown so far. After closing, the tellers enter the papers. Totals " +
			"appear only when both agree on every paper.",
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			p.say(
				"Once the vote is closed, the time for papers to arrive is over (Rule 5.9). A paper that comes later is " +
					"recorded as late, and the tellers decide whether it is valid (Rule 5.11).",
			)
			p.Facts = []kit.Fact{
				{Label: "Closing day", Value: dayOrDash(f.Closing)},
				{Label: "Papers that came back", Value: kit.Plural(f.Counts.Papers(), "paper", "papers")},
			}
			if f.Counts.Waiting > 0 {
				p.Facts = append(p.Facts, kit.Fact{
					Label: "Waiting for a ruling", Value: kit.Plural(f.Counts.Waiting, "paper", "papers"),
				})
			}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			return s.postal.Close(c.Request().Context(), s.Actor(c), f.ID, shownVersion(c))
		},
		done: "The vote is closed. The tellers can enter the papers.",
	}
}

func (s *Desk) postalDespatch() postalForm {
	return postalForm{
		action: postal.ActDespatch,
		protects: "When you record the despatch, the list of which serial went to which member is deleted. From then on " +
			"no one can look up whose paper a serial is on, except on the paper itself, which only the tellers see (Rule 5.10).",
		fill: func(c echo.Context, p *PostalStepPage, f postal.File) error {
			p.say(
				"Record the day on which the papers went out to all members. Rule 5.9 asks for notice of the closing day: the " +
					"vote’s page has the last day for it. Print everything first: the papers cannot be printed again.",
			)
			on := kit.FormText(c, "on")
			if on == "" && c.Request().Method == http.MethodGet {
				on = s.Today().String()
			}
			if d, ok := deadlineOf(f, "despatch"); ok {
				t := kit.RuleTrace(d.By.Long(), d.Trace)
				p.Facts = append(p.Facts, kit.Fact{Label: "At the latest", Trace: &t})
			}
			p.Facts = append(p.Facts, kit.Fact{Label: "Closing day", Value: dayOrDash(f.Closing)})
			p.Fields = []kit.Field{
				p.Field(kit.Field{Name: "on", Label: "Sent on", Type: "date", Value: on, Required: true, Width: "medium"}),
				p.Field(kit.Field{
					Name: "how", Label: "How", Value: kit.FormText(c, "how"), Required: true,
					Hint: "For example: by post from Wellington.",
				}),
				p.Field(kit.Field{
					Name: "by", Label: "By whom", Value: kit.FormText(c, "by"), Required: true, Hint: "Who posted them.",
				}),
			}
			return nil
		},
		take: func(c echo.Context, f postal.File) error {
			return s.postal.Despatch(c.Request().Context(), s.Actor(c), f.ID, shownVersion(c), postal.Despatch{
				On: formDate(c, "on"), How: kit.FormText(c, "how"), By: kit.FormText(c, "by"),
			})
		},
		done: "The despatch is recorded: the papers are out.",
	}
}
