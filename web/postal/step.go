package postal

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// StepPage asks for one step of a postal vote: what it does, what stands in its
// way, and a form that takes it.
type StepPage struct {
	kit.FormPage
	Head     Head
	Totals   []TotalRow
	Warnings []kit.RuleText // nothing forbids it: to be looked at first
}

var stepView = kit.NewView[StepPage](templates, "step.html")

// turn is a vote, and the step of it that a form is for.
type turn struct {
	postal.File
	step    postal.Step
	totals  postal.Totals // what is reported
	elected postal.Elected
}

// done leads to the vote's page.
func (t turn) done(message string) kit.Done {
	return kit.Done{To: kit.PostalURL(t.ID), Message: message}
}

// turnOf loads the vote of the address for a step.
func (s *Desk) turnOf(action postal.Action) func(echo.Context) (turn, error) {
	return func(c echo.Context) (turn, error) {
		f, step, err := s.loadStep(c, action)
		return turn{File: f, step: step}, err
	}
}

// step completes the form of a step of a vote: form says what the step asks for,
// and takes it. Its version is only shown, for nothing that is typed is saved
// already: when somebody else was faster, the page says so and how the vote stands.
func (s *Desk) step(action postal.Action, protects string, form kit.Form[turn]) kit.Form[turn] {
	fields := form.Show
	form.Show = func(c echo.Context, p *kit.FormPage, t turn) error {
		s.stepPage(c, p, t, action)
		return fields(c, p, t)
	}
	if form.Load == nil {
		form.Load = s.turnOf(action)
	}
	if form.Render == nil {
		form.Render = stepRender(protects)
	}
	form.Site = s.Site
	return form
}

// stepPage begins the page of a step.
func (s *Desk) stepPage(c echo.Context, p *kit.FormPage, t turn, action postal.Action) {
	work := tasks[action]
	p.Page = s.votePage(c, t.File, work.verb)
	p.Action, p.Submit, p.Back = kit.PostalURL(t.ID, work.below), work.verb, kit.PostalURL(t.ID)
	p.Hide("version", kit.IDText(t.Version))
	p.Barred = inTheWay(t.step)
}

// inTheWay is what stands in the way of a step.
func inTheWay(step postal.Step) []kit.RuleText {
	var out []kit.RuleText
	for _, o := range step.Obstacles {
		out = append(out, kit.Ruled(o.Text, o.Rule))
	}
	return out
}

// found is what the rules say about a vote, though nothing forbids it.
func found(f postal.File) []kit.RuleText {
	var out []kit.RuleText
	for _, one := range f.Findings {
		out = append(out, kit.Ruled(one.Text, one.Rule))
	}
	return out
}

// stepRender answers with the page of a step.
func stepRender(protects string) func(echo.Context, int, *kit.FormPage, turn) error {
	return func(c echo.Context, status int, p *kit.FormPage, t turn) error {
		page := StepPage{FormPage: *p, Head: headOf(t.File, protects), Totals: totalRows(t.Motions, t.totals)}
		if t.step.Action == postal.ActFreeze {
			page.Warnings = found(t.File)
		}
		return stepView.Render(c, status, page)
	}
}

func (s *Desk) freeze() kit.Form[turn] {
	const protects = "The roll says who may vote, and nothing else. Once the papers have gone out, only the tellers see " +
		"what comes back. Officers see how many papers came back, but never whose and never a vote (Rule 5.11)."
	return s.step(postal.ActFreeze, protects, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Say("Freezing fixes who votes – the members registered today – and what they vote on. Both are hashed, and the "+
				"hashes are printed on the declaration. Members who join later do not vote; a name corrected later does not "+
				"change the roll.",
				"Until the papers go out you can still go back to the draft. The roll, the tellers and the papers must then be "+
					"made again.")
			p.Facts = []kit.Fact{
				{Label: "Motions", Value: kit.Plural(len(t.Motions), "motion", "motions")},
				{Label: "Closing day", Value: dayOrDash(t.Closing)},
				{Label: "Papers go to", Value: strings.Join(strings.Split(t.Address, "\n"), ", ")},
			}
			without, err := s.withoutAddress(c, t.File)
			if err != nil {
				return err
			}
			if len(without) > 0 {
				p.Facts = append(p.Facts, without...)
				p.Say(
					"The papers go by post to all members. Add the missing postal addresses to the register before the despatch, " +
						"or say then how the papers reached these members.",
				)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The roll is frozen."),
				s.postal.Freeze(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in))
		},
	})
}

func (s *Desk) reopen() kit.Form[turn] {
	const protects = "No votes are lost, because no paper has gone out yet. The list of which serial is on whose paper " +
		"is deleted with the papers that were made."
	return s.step(postal.ActReopen, protects, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Kind = "danger"
			p.Say(
				"The vote becomes a draft again. The roll, the tellers and any papers made are void, and printed papers must be " +
					"destroyed.",
			)
			p.Group("", kit.Field{Name: "reason", Label: "Reason", Required: true, Hint: "It is kept in the society’s log."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The vote is a draft again."),
				s.postal.Reopen(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), in.Text("reason"))
		},
	})
}

func (s *Desk) closeVote() kit.Form[turn] {
	const protects = "Nothing about any vote has been shown so far. After closing, the tellers enter the papers. Totals " +
		"appear only when both agree on every paper."
	return s.step(postal.ActClose, protects, kit.Form[turn]{
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Say(
				"Once the vote is closed, the tellers count. The time for papers to arrive was over with the closing day " +
					"(Rule 5.9): a paper that came or comes after it is recorded as rejected because it is late, and does not count.",
			)
			p.Facts = []kit.Fact{
				{Label: "Closing day", Value: dayOrDash(t.Closing)},
				{Label: "Papers that came back", Value: kit.Plural(t.Counts.Papers(), "paper", "papers")},
			}
			if t.Counts.Waiting > 0 {
				p.Facts = append(p.Facts, kit.Fact{
					Label: "Waiting for a ruling", Value: kit.Plural(t.Counts.Waiting, "paper", "papers"),
				})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The vote is closed. The tellers can enter the papers."),
				s.postal.Close(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in))
		},
	})
}

func (s *Desk) despatch() kit.Form[turn] {
	const protects = "When you record the despatch, the list of which serial went to which member is deleted. From then " +
		"on no one can look up whose paper a serial is on, except on the paper itself, which only the tellers see " +
		"(Rule 5.10)."
	return s.step(postal.ActDespatch, protects, kit.Form[turn]{
		Fill: func(_ echo.Context, in *kit.Filling, _ turn) { in.SetDay("on", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Say(
				"Record the day on which the papers went out to all members. Rule 5.9 asks for notice of the closing day: the " +
					"vote’s page has the last day for it. Print everything first: the papers cannot be printed again.",
			)
			if d, ok := deadlineOf(t.File, "despatch"); ok {
				trace := kit.RuleTrace(d.By.Long(), d.Trace)
				p.Facts = append(p.Facts, kit.Fact{Label: "At the latest", Trace: &trace})
			}
			p.Facts = append(p.Facts, kit.Fact{Label: "Closing day", Value: dayOrDash(t.Closing)}, kit.Fact{
				Label: "What goes out", Value: "Print the papers, letters and labels", URL: kit.PostalURL(t.ID, "papers"),
			})
			on := kit.DayField("on", "Sent on", "")
			on.Required = true
			p.Group("", on,
				kit.Field{Name: "how", Label: "How", Required: true, Hint: "For example: by post from Wellington."},
				kit.Field{Name: "by", Label: "By whom", Required: true, Hint: "Who posted them."},
			)
			without, err := s.withoutAddress(c, t.File)
			if err != nil || len(without) == 0 {
				return err
			}
			p.Facts = append(p.Facts, without...)
			p.Group("Members without a postal address", kit.Field{
				Name: "rest", Label: "How their papers reached them", Required: true,
				Hint: "Those named above. Add their addresses to the register, or say here how they got their papers, without " +
					"names: for example, by hand at the club. All members read it.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			return t.done("The despatch is recorded: the papers are out."),
				s.postal.Despatch(c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), postal.Despatch{
					On: in.Day("on"), How: in.Text("how"), By: in.Text("by"), Rest: in.Text("rest"),
				})
		},
	})
}
