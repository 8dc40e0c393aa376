package entering

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EnterPage is the form with which people enter an event.
type EnterPage struct {
	kit.FormPage
	SignIn string // where members sign in first; "" for whoever has
	LookUp string // address of the button that looks a number up
	Said   *kit.Badge
}

var enterView = kit.NewView[EnterPage](templates, "enter.html")

// What only programs do to the form: they fill in the field that no one sees, and are faster than anyone who writes.
const (
	trapField  = "website"
	shownField = "shown"
	writesFor  = 3 * time.Second
)

func enterURL(slug string) string { return kit.EventURL(slug) + "/enter" }

// enter enters whoever is signed in, or a visitor.
func (s *Desk) enter() kit.Form[entering.Public] {
	return kit.Form[entering.Public]{
		Site: s.Site,
		Load: func(c echo.Context) (entering.Public, error) {
			ctx, actor := c.Request().Context(), s.Actor(c)
			e, err := s.tournaments.Event(ctx, actor, c.Param("event"))
			if err != nil {
				return entering.Public{}, err
			}
			return s.entering.Public(ctx, actor, e)
		},
		Fill: func(_ echo.Context, in *kit.Filling, _ entering.Public) { s.stamp(in) },
		Show: func(c echo.Context, page *kit.FormPage, p entering.Public) error {
			kit.NoStore(c)
			page.Page = s.Page(
				c, "Enter "+p.Event.Name, kit.Crumb{Label: "Events", URL: "/events"},
				kit.Crumb{Label: p.Event.Name, URL: kit.EventURL(p.Event.Slug)},
			)
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit, page.Back = enterURL(p.Event.Slug), "Enter", kit.EventURL(p.Event.Slug)
			page.HideTyped(shownField)
			page.Facts = termsFacts(p)
			signedIn := s.Actor(c).Person != 0
			switch {
			case !p.Open:
				page.Barred = append(page.Barred, kit.CiteRules(p.Closed))
			case !signedIn && !s.entering.Mails():
				page.Barred = append(page.Barred, kit.CiteRules("This site sends no letters, so only those who sign in can enter here. Ask the director."))
			}
			enterFields(page, p, signedIn)
			return nil
		},
		Take: s.takeEntry,
		Render: func(c echo.Context, status int, page *kit.FormPage, p entering.Public) error {
			out := EnterPage{FormPage: *page, LookUp: page.Action + "/look-up"}
			if s.Actor(c).Person == 0 && p.Open {
				out.SignIn = "/sign-in?next=" + url.QueryEscape(page.Action)
			}
			if strings.HasSuffix(c.Request().URL.Path, "/look-up") {
				out.Said = &kit.Badge{Kind: page.In().Text(saidField + "-kind"), Text: page.In().Text(saidField)}
			}
			return enterView.Render(c, status, out)
		},
	}
}

// take takes the form; a form that a program filled in is answered like any other, and kept nowhere.
func (s *Desk) take(form kit.Form[entering.Public]) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if in.Text(trapField) != "" {
			s.Flash(c, kit.KindSuccess, letterLeaves)
			return kit.SeeOther(c, "/events")
		}
		return form.Post(c)
	}
}

// lookUp fills the form in from the list that has the PIN or the AGA number, and takes nothing.
func (s *Desk) lookUp(form kit.Form[entering.Public]) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		found, known, err := s.entering.Found(c.Request().Context(), readEntry(in))
		if err != nil {
			return err
		}
		text, kind := "No list here has this number. Fill the form in yourself.", kit.KindWarning
		if known {
			text, kind = "The list’s data are in the form. Check them, and press “Enter”.", kit.KindSuccess
			for name, value := range map[string]string{
				"family_name": found.FamilyName, "given_names": found.GivenNames, "grade": found.Grade, "club": found.Club,
				"country": found.Country,
			} {
				in.Set(name, value)
			}
		}
		in.Set(saidField, text)
		in.Set(saidField+"-kind", kind)
		return form.Typed(c)
	}
}

// saidField carries within one answer what the look-up found.
const saidField = "said"

const letterLeaves = "A letter to your address leaves in a few minutes. Your entry counts once you open its link and press " +
	"“Confirm my entry”. Nothing came? Look among unwanted mail, then ask the director."

func (s *Desk) takeEntry(c echo.Context, in *kit.Filling, p entering.Public) (kit.Done, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	entry := readEntry(in)
	if actor.Person != 0 {
		a, err := s.entering.EnterOwn(ctx, actor, p.Event.ID, entry)
		text := "You have a place. The director still confirms your entry."
		if a.State == entering.Waiting {
			text = "The section is full: you are on the waiting list."
		}
		return kit.Done{To: entering.OwnPath(a.ID), Message: text}, err
	}
	if s.hasty(in) {
		s.stamp(in)
		return kit.Done{}, apperr.New(apperr.Invalid, "This came faster than anyone writes. Please check it, and press “Enter” again.")
	}
	err := s.entering.Enter(ctx, p.Event.ID, entry, kit.Network(c))
	return kit.Done{To: kit.EventURL(p.Event.Slug), Message: letterLeaves}, err
}

// stamp notes in the form when it was shown.
func (s *Desk) stamp(in *kit.Filling) {
	in.Set(shownField, strconv.FormatInt(s.Clock().Time().UnixMilli(), 10))
}

// hasty reports whether the form came back faster than anyone writes, or without saying when it was shown.
func (s *Desk) hasty(in *kit.Filling) bool {
	ms, err := strconv.ParseInt(in.Text(shownField), 10, 64)
	shown := civil.At(time.UnixMilli(ms))
	return err != nil || s.Clock().Before(shown.Add(writesFor))
}

// closesText says when entries close, also to those whose clocks show another time.
func closesText(t entering.Terms) string { return t.Closes.Long() + ", " + civil.ZoneWords() }

// termsFacts are the terms as everyone reads them.
func termsFacts(p entering.Public) []kit.Fact {
	facts := []kit.Fact{{Label: "When", Value: p.Event.Dates()}}
	if p.Event.Place != "" {
		facts = append(facts, kit.Fact{Label: "Where", Value: p.Event.Place})
	}
	if !p.Taken {
		return facts
	}
	facts = append(facts, kit.Fact{Label: "Entries close", Value: closesText(p.Terms)})
	if !p.Terms.Fees.Free() {
		facts = append(facts, kit.Fact{Label: "Fee", Value: kit.Capital(p.Terms.Fees.String())})
	}
	if p.Terms.Pay != "" {
		facts = append(facts, kit.Fact{Label: "How to pay", Value: p.Terms.Pay})
	}
	if len(p.Sections) == 1 {
		if text := placesText(p.Counts[p.Sections[0].ID]); text != "" {
			facts = append(facts, kit.Fact{Label: "Places", Value: text})
		}
	}
	return facts
}

// placesText says how many places there are; "" without a limit.
func placesText(c entering.Count) string {
	switch {
	case c.Places == 0:
		return ""
	case c.Full():
		text := "full: who enters now goes on the waiting list"
		if c.Waiting > 0 {
			text += ", behind " + kit.Plural(c.Waiting, "player", "players")
		}
		return text
	}
	return strconv.Itoa(c.Places-c.Held) + " of " + strconv.Itoa(c.Places) + " free"
}

func enterFields(page *kit.FormPage, p entering.Public, signedIn bool) {
	if !signedIn {
		page.Group("Who").Row(
			kit.Field{Name: "given_names", Label: "Given names", Autocomplete: "given-name", MaxLength: 100},
			kit.Field{Name: "family_name", Label: "Family name", Required: true, Autocomplete: "family-name", MaxLength: 100},
		).Row(kit.Field{
			Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email",
			Hint: "A letter with a link goes there. Only the director and the society’s officers see it.",
		})
	}
	page.Group("How you play")
	if len(p.Sections) > 1 {
		section := kit.Field{Name: "section", Label: "Section", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose"}}}
		for _, one := range p.Sections {
			if p.Counts[one.ID].Begun {
				continue
			}
			option := kit.Option{Value: kit.IDText(one.ID), Label: one.Name}
			if text := placesText(p.Counts[one.ID]); text != "" {
				option.Label += " (" + text + ")"
			}
			section.Options = append(section.Options, option)
		}
		page.Row(section)
	}
	if slices.ContainsFunc(p.Sections, func(s tournaments.Section) bool { return s.Teams() }) {
		page.Row(teamField())
	}
	playFields(page, p.Terms, !signedIn)
}

// teamField asks which team someone wants to play for.
func teamField() kit.Field {
	return kit.Field{
		Name: "team", Label: "Team, in a team event", MaxLength: 100,
		Hint: "The name of your team. Empty: the director finds you one. The director decides who plays for which team.",
	}
}

// playFields ask how someone plays, of whom the grade must be asked or not.
func playFields(page *kit.FormPage, terms entering.Terms, grade bool) {
	strength := kit.Field{Name: "grade", Label: "Grade", Width: "short", Placeholder: "5k", Required: grade, Hint: "3d or 12k."}
	if !grade {
		strength.Hint = "Only if you are not on the rating list: 3d or 12k."
	}
	page.Row(
		strength,
		kit.Field{Name: "absent", Label: "Rounds you will miss", Width: "short", Placeholder: "2, 4-5", Hint: "Empty: none."},
	)
	if terms.Fees.Student != nil {
		page.Row(kit.Field{
			Name: "student", Label: "I am a student", Type: "checkbox", Hint: "You show it at the door, and pay " + terms.Fees.Student.String() + ".",
		})
	}
	page.Row(kit.Field{
		Name: "note", Label: "A note to the director", Type: "textarea", Rows: 3, Hint: "Only the director reads it. It is deleted 30 days after the event, or after you withdraw.",
	})
	page.Group("Club and country", kit.Field{Name: "club", Label: "Club", MaxLength: 100}).Row(
		kit.Field{Name: "country", Label: "Country", Width: "short", Hint: "Two letters: NZ, AU, JP."},
		kit.Field{Name: "pin", Label: "EGF PIN", InputMode: "numeric", Hint: "In the European Go Database."},
		kit.Field{Name: "aga_id", Label: "AGA number", InputMode: "numeric", Hint: "In the American Go Association."},
	).Text("With a PIN or an AGA number, “Look my number up” fills in what our copies of those lists have.").
		Fold("for visitors from elsewhere")
}

func readEntry(in *kit.Filling) entering.Input {
	return entering.Input{
		Section: kit.Chosen[entering.SectionID](in, "section"), FamilyName: in.Text("family_name"),
		GivenNames: in.Text("given_names"), Email: in.Text("email"), Club: in.Text("club"),
		Elsewhere: tournaments.Elsewhere{Country: in.Text("country"), PIN: in.Text("pin"), AGA: in.Text("aga_id")},
		Grade:     in.Text("grade"), Absent: in.Text("absent"), Note: in.Lines("note"), Student: in.Ticked("student"),
		Team:    in.Text("team"),
		Version: in.Version(),
	}
}
