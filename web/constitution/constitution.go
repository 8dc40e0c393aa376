package constitution

import (
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

// HomePage is the constitution as it was in force on a day.
type HomePage struct {
	kit.Page
	On       OnDay
	Versions []VersionLine
	Parts    []RulePart
	Worded   string                  // of how many rules the official wording was entered
	Law      []constitution.Reminder // beside the constitution
	MayKeep  bool
}

// OnDay is the choice of the day that a page about the constitution is for.
type OnDay struct {
	Action string
	Field  kit.Field
	Text   string // "1 July 2026"
}

// VersionLine is a version of the constitution.
type VersionLine struct {
	From, URL string
	Adopted   string
	Changes   []string
	Rules     []kit.WordChange // of the official wording
	Note      string           // what is not known of it
	InForce   bool             // on the day
}

// RulePart is a chapter with its rules.
type RulePart struct {
	Number, Title string
	Rules         []RuleLine
}

// RuleLine is a rule in the list.
type RuleLine struct {
	Number, Title, URL string
	Summary            kit.RuleText
	Figures            []string
	Worded             bool
	Questions          int
}

var constitutionCrumb = kit.Crumb{Label: "Constitution", URL: kit.ConstitutionPath}

var constitutionView = kit.NewView[HomePage](templates, "governance/constitution.html")

func (s *Desk) constitution(c echo.Context) error {
	ctx := c.Request().Context()
	page := HomePage{
		Page: s.Page(c, "Constitution"), Law: constitution.Reminders(),
		MayKeep: auth.Can(s.Actor(c), auth.ManageConstitution, auth.Object{}, s.Today()),
	}
	day := s.onDay(c, &page.Page, &page.On)
	versions, err := s.governance.Versions(ctx)
	if err != nil {
		return err
	}
	page.Versions = versionLines(versions, day)
	if err := s.versionWordings(c, page.Versions, versions); err != nil {
		return err
	}
	rules, err := s.governance.Rules(ctx, day)
	if err != nil {
		return err
	}
	page.Parts = s.ruleParts(rules, day)
	page.Worded = wordedText(rules)
	return constitutionView.Render(c, page.Status(), page)
}

// onDay reads the day that a page is asked for: today when there is none, or
// none that can be.
func (s *Desk) onDay(c echo.Context, page *kit.Page, on *OnDay) civil.Date {
	in := kit.Asked(c)
	if in.Text("on") == "" {
		in.SetDay("on", s.Today())
	}
	day := in.Day("on")
	var f apperr.Fields
	constitution.CheckDay(&f, "on", day)
	if page.Invalid(in.Refusal(f.Err())) {
		day = s.Today()
	} else {
		in.SetDay("on", day)
	}
	*on = OnDay{
		Action: c.Request().URL.Path, Text: day.Long(), Field: in.Field(page, kit.DayField("on", "As in force on", "")),
	}
	return day
}

// onQuery is what an address needs to be about the day: nothing for today.
func (s *Desk) onQuery(day civil.Date) string {
	if day == s.Today() {
		return ""
	}
	return "?" + url.Values{"on": {day.String()}}.Encode()
}

// versionLines lists the versions, the latest first, each with what it changed.
func versionLines(versions constitution.Versions, day civil.Date) []VersionLine {
	now := versions.On(day).From
	var out []VersionLine
	for i, v := range versions {
		line := VersionLine{
			From: "As far back as the records go", Adopted: "The version this program came with.", InForce: v.From == now,
			URL: kit.ConstitutionPath,
		}
		if i > 0 {
			line.From, line.Adopted, line.URL = v.From.Long(), v.AdoptedBy, kit.ConstitutionPath+"?on="+v.From.String()
			line.Changes = versions[i-1].Figures.Changes(v.Figures)
		} else if len(versions) > 1 {
			line.URL = kit.ConstitutionPath + "?on=" + versions[1].From.AddDays(-1).String()
		}
		out = append(out, line)
	}
	slices.Reverse(out)
	return out
}

// versionWordings says on the lines, the latest first, what each version changed
// in the official wording.
func (s *Desk) versionWordings(c echo.Context, lines []VersionLine, versions constitution.Versions) error {
	var before []constitution.Paragraph
	for i, v := range versions {
		now, err := s.governance.Wording(c.Request().Context(), v.From)
		if err != nil {
			return err
		}
		line := &lines[len(lines)-1-i]
		switch {
		case i == 0:
		case len(now) > 0 && len(before) > 0:
			for _, ch := range governance.CompareWording(before, now) {
				line.Rules = append(line.Rules, kit.WordChange{
					Heading: kit.CiteRules("Rule " + ch.Number),
					Pieces:  constitution.CompareWords(paragraphText(ch.Before), paragraphText(ch.After)),
				})
			}
		case len(now) > 0 || len(before) > 0:
			line.Note = "We do not know what it changed in the wording, because the official wording before or after it has " +
				"not been entered."
		}
		before = now
	}
	return nil
}

// ruleParts puts the rules under their chapters.
func (s *Desk) ruleParts(rules []governance.Rule, day civil.Date) []RulePart {
	titles := map[string]string{}
	for _, p := range constitution.Parts() {
		titles[p.Number] = p.Title
	}
	var out []RulePart
	for _, r := range rules {
		if n := len(out); n == 0 || out[n-1].Number != r.Part() {
			part := RulePart{Number: r.Part(), Title: titles[r.Part()]}
			if part.Title == "" {
				part.Title = "Added by an amendment"
			}
			out = append(out, part)
		}
		line := RuleLine{
			Number: r.Number, Title: r.Title, URL: kit.RuleURL(r.Number) + s.onQuery(day), Summary: kit.CiteRules(summaryOf(r)),
			Worded: r.Worded(), Questions: len(r.Questions),
		}
		for _, f := range r.Figures {
			line.Figures = append(line.Figures, f.Label+": "+f.Text())
		}
		part := &out[len(out)-1]
		part.Rules = append(part.Rules, line)
	}
	return out
}

// summaryOf is the rule in a line. What an amendment added has none of ours.
func summaryOf(r governance.Rule) string {
	if r.Summary == "" {
		return "Added by an amendment: see its official wording."
	}
	return r.Summary
}

func wordedText(rules []governance.Rule) string {
	n := 0
	for _, r := range rules {
		if r.Worded() {
			n++
		}
	}
	switch n {
	case 0:
		return "The official wording has not been entered for this version."
	case len(rules):
		return "The official wording of every rule is entered."
	}
	return "The official wording of " + kit.Plural(n, "rule", "rules") + " of " + kit.IDText(int64(len(rules))) +
		" is entered."
}
