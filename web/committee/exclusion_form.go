package committee

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

func (s *Desk) openExclusion() kit.Form[kit.Nothing] {
	const path = kit.ExclusionsPath + "/new"
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Load: func(c echo.Context) (kit.Nothing, error) {
			kit.NoStore(c)
			return kit.Nothing{}, nil
		},
		Fill: func(c echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.Set("of", c.QueryParam("of"))
			in.Set("person", c.QueryParam("person"))
		},
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Open a case of exclusion", committeeCrumb, exclusionsCrumb)
			page.Action, page.Submit, page.Back = path, "Open the case", kit.ExclusionsPath
			page.Say(
				"A breach of the constitution may lead to exclusion at the committee’s discretion (rule 2.5). Only the " +
					"committee sees this. Before it decides, it sends the member or the club the reasons and gives them a chance to be heard.",
			)
			if page.In().Text("of") == string(constitution.AccusedClub) {
				if err := s.accusedClub(c, page); err != nil {
					return err
				}
			} else if chosen, err := s.memberOf(c, page, path); !chosen || err != nil {
				return err
			}
			exclusionFields(page)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.committee.OpenExclusion(c.Request().Context(), s.Actor(c), exclusionInput(in))
			return kit.Done{To: kit.Below(kit.ExclusionsPath, id), Message: "The case was opened."}, err
		},
	}
}

// accusedClub asks which club a case is against.
func (s *Desk) accusedClub(c echo.Context, page *kit.FormPage) error {
	all, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	field := kit.Field{
		Name: "club", Label: "Club", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose a club"}},
	}
	for _, one := range all {
		field.Options = append(field.Options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	kit.NamesPeople(c, 0)
	page.HideTyped("of")
	page.Group("The club", field)
	return nil
}

func (s *Desk) continueExclusion() kit.Form[committee.Exclusion] {
	return kit.Form[committee.Exclusion]{
		Site: s.Site, Load: s.exclusionOf,
		Fill: func(_ echo.Context, in *kit.Filling, x committee.Exclusion) {
			in.Set("rules", x.Rules)
			in.Set("reasons", x.Reasons)
			in.SetDay("sent_on", x.SentOn)
			in.Set("sent", x.Sent)
			in.SetDay("hearing_on", x.HearingOn)
			in.Set("heard", x.Heard)
		},
		Version: func(x committee.Exclusion) int64 { return x.Version },
		Show: func(c echo.Context, page *kit.FormPage, x committee.Exclusion) error {
			here := kit.Below(kit.ExclusionsPath, x.ID)
			page.Page = s.Page(
				c, "Continue the case", committeeCrumb, exclusionsCrumb, kit.Crumb{Label: x.Name(), URL: here},
			)
			page.Action, page.Submit, page.Back = here+"/edit", "Save", here
			page.Facts = []kit.Fact{accusedFact(x)}
			exclusionFields(page)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, x committee.Exclusion) (kit.Done, error) {
			return kit.Done{To: kit.Below(kit.ExclusionsPath, x.ID), Message: "Saved."}, s.committee.SaveExclusion(
				c.Request().Context(), s.Actor(c), x.ID, in.Version(), exclusionInput(in),
			)
		},
	}
}

func exclusionFields(page *kit.FormPage) {
	page.Group("The breach",
		kit.Field{
			Name: "rules", Label: "Rules said to be broken", Hint: "By number: 2.1, 3.3", Width: "medium", Required: true,
		},
		kit.Field{Name: "reasons", Label: "What was done", Type: "textarea", Required: true},
	)
	page.Group("The chance to be heard",
		kit.DayField("sent_on", "Sent on", "The reasons, to the member or to the club’s secretary."),
		kit.Field{Name: "sent", Label: "What was sent, and how", Type: "textarea", Rows: 2},
		kit.DayField("hearing_on", "Could be heard on, or until", "After the day of sending."),
		kit.Field{
			Name: "heard", Label: "What was said in answer", Hint: "If nothing came, say so.", Type: "textarea",
		},
	)
}

func exclusionInput(in *kit.Filling) committee.ExclusionInput {
	return committee.ExclusionInput{
		Of: constitution.Accused(in.Text("of")), Person: chosenPerson(in, "person"),
		Club: kit.Chosen[clubs.ClubID](in, "club"), Rules: in.Text("rules"), Reasons: in.Lines("reasons"),
		SentOn: in.Day("sent_on"), Sent: in.Lines("sent"), HearingOn: in.Day("hearing_on"), Heard: in.Lines("heard"),
	}
}

func (s *Desk) decideExclusion() kit.Form[committee.Exclusion] {
	return kit.Form[committee.Exclusion]{
		Site: s.Site, Load: s.exclusionOf,
		Fill: func(_ echo.Context, in *kit.Filling, x committee.Exclusion) {
			in.Set("state", string(x.State))
			kit.SetChosen(in, "resolution", x.Resolution.ID)
			in.Set("decision", x.Decision)
		},
		Version: func(x committee.Exclusion) int64 { return x.Version },
		Show:    s.showDecision,
		Take: func(c echo.Context, in *kit.Filling, x committee.Exclusion) (kit.Done, error) {
			decision := committee.DecisionInput{
				ID: x.ID, Version: in.Version(), State: committee.ExclusionState(in.Text("state")),
				Resolution: chosenResolution(in), Decision: in.Lines("decision"),
			}
			ended, err := s.committee.DecideExclusion(c.Request().Context(), s.Actor(c), decision)
			done := kit.Done{To: kit.Below(kit.ExclusionsPath, x.ID), Message: "The case is closed."}
			if decision.State == committee.Excluded {
				done.Kind, done.Message = excludedText(ended)
			}
			return done, err
		},
	}
}

func (s *Desk) showDecision(c echo.Context, page *kit.FormPage, x committee.Exclusion) error {
	authority, err := s.authorityField(c, "By resolution", "Choose the resolution that excludes")
	if err != nil {
		return err
	}
	ends := "The membership ends on its day."
	if x.Club.ID != 0 {
		ends = "The club is not affiliated from its day."
	}
	authority.Hint = "Of an exclusion. " + ends
	here := kit.Below(kit.ExclusionsPath, x.ID)
	page.Page = s.Page(
		c, "The committee’s decision", committeeCrumb, exclusionsCrumb, kit.Crumb{Label: x.Name(), URL: here},
	)
	page.Action, page.Submit, page.Kind, page.Back = here+"/decide", "Close the case", "danger", here
	page.Facts = []kit.Fact{accusedFact(x)}
	page.Say(
		"A closed case cannot be changed. Excluding a member ends the membership, and cancels what is paid for after it. " +
			"Excluding a club ends its affiliation (rule 2.5).",
	)
	page.Group("The decision",
		kit.Field{Name: "state", Label: "The committee decided", Type: "radios", Required: true, Options: []kit.Option{
			{Value: string(committee.Excluded), Label: "To exclude the " + string(x.Of())},
			{Value: string(committee.Dropped), Label: "Not to exclude the " + string(x.Of())},
		}},
		authority, kit.Field{Name: "decision", Label: "Its reasons", Type: "textarea", Required: true},
	)
	return nil
}

// excludedText says what an exclusion ended, and warns of what is left.
func excludedText(ended committee.Ended) (kind, message string) {
	kind, message = kit.KindSuccess, "The member is excluded, and the membership has ended."
	if ended.Club {
		message = "The club is excluded, and its affiliation has ended."
	}
	if ended.Club && len(ended.Terms) > 0 {
		message += " So have " + kit.Plural(len(ended.Terms), "membership", "memberships") + " that its lists gave."
	}
	if len(ended.Seats) > 0 {
		message += " So has the office of " + endedTitles(ended.Seats) + "."
	}
	if len(ended.Left) > 0 {
		kind, message = kit.KindWarning, message+" Still held: "+endedTitles(ended.Left)+". See below."
	}
	return kind, message
}

func endedTitles(offices []auth.Office) string {
	var out []string
	for _, o := range offices {
		out = append(out, strings.ToLower(o.Title()))
	}
	return strings.Join(out, ", ")
}
