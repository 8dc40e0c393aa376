package events

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// SectionFormPage sets a section up, or changes its settings.
type SectionFormPage struct {
	kit.Page
	Head     DeskHead // of a section that exists
	Action   string
	Conflict *kit.Conflict // somebody else saved the settings first
	Groups   []kit.FieldGroup
	Hidden   []kit.Hidden
	Submit   string
	Back     string
	Others   []*kit.PostButton // removing the section
}

var sectionFormView = kit.NewView[SectionFormPage](templates, "director/section_form.html")

func (s *Desk) sectionNew(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := tournaments.Section{Settings: tournaments.DefaultSettings()}.Form()
	in.Seed = ""
	return s.showSectionForm(c, http.StatusOK, s.newSectionPage(c, e), in)
}

func (s *Desk) newSectionPage(c echo.Context, e tournaments.Event) SectionFormPage {
	return SectionFormPage{
		Page: s.Page(c, "New section", kit.Crumb{
			Label: "Director", URL: "/director",
		}, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)}),
		Action: deskPartURL(e.ID, "sections"), Submit: "Add the section", Back: kit.EventDeskURL(e.ID),
	}
}

func (s *Desk) sectionCreate(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := readSectionForm(c)
	if _, err := s.tournaments.AddSection(c.Request().Context(), s.Actor(c), e.ID, in); err != nil {
		page := s.newSectionPage(c, e)
		if page.Invalid(err) {
			return s.showSectionForm(c, http.StatusUnprocessableEntity, page, in)
		}
		return err
	}
	s.Flash(c, kit.KindSuccess, in.Name+" is added.")
	return kit.SeeOther(c, kit.EventDeskURL(e.ID))
}

func (s *Desk) sectionEdit(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showSectionForm(c, http.StatusOK, s.editSectionPage(c, w), w.Section.Form())
}

func (s *Desk) editSectionPage(c echo.Context, w *tournaments.Wallchart) SectionFormPage {
	sec := w.Section
	page := SectionFormPage{Action: sectionDeskURL(sec.ID, "edit"), Submit: "Save", Back: kit.EventDeskURL(w.Event.ID)}
	page.Page, page.Head = s.sectionDesk(c, w, sec.Name+": settings", "Settings")
	page.Head.Next = kit.NextStep{}
	if len(w.Entries) == 0 {
		b := page.Button("remove", sectionDeskURL(sec.ID, "remove"), "Remove this section", kit.VersionField(sec.Version))
		b.Kind = "danger"
		page.Others = append(page.Others, b)
	}
	return page
}

func (s *Desk) sectionSave(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := readSectionForm(c)
	if err := s.tournaments.EditSection(c.Request().Context(), s.Actor(c), w.Section.ID, in); err != nil {
		page := s.editSectionPage(c, w)
		switch message, late := kit.TooLate(err); {
		case page.Invalid(err):
			return s.showSectionForm(c, http.StatusUnprocessableEntity, page, in)
		case !late:
			return err
		default:
			return s.showSectionConflict(c, page, in, message)
		}
	}
	s.Flash(c, kit.KindSuccess, "The settings are saved.")
	return kit.SeeOther(c, sectionDeskURL(w.Section.ID, "edit"))
}

func (s *Desk) sectionRemove(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if err := s.tournaments.RemoveSection(
		c.Request().Context(), s.Actor(c), w.Section.ID, kit.FormVersion(c),
	); err != nil {
		return s.RefusedAt(c, err, sectionDeskURL(w.Section.ID, "edit"))
	}
	s.Flash(c, kit.KindSuccess, w.Section.Name+" is removed.")
	return kit.SeeOther(c, kit.EventDeskURL(w.Event.ID))
}

func readSectionForm(c echo.Context) tournaments.SectionForm {
	in := tournaments.SectionForm{
		Name: kit.FormText(c, "name"), System: kit.FormText(c, "system"), Rounds: kit.FormText(c, "rounds"),
		Komi:      kit.FormText(c, "komi"),
		BoardTime: kit.FormText(c, "board_time"), FirstTable: kit.FormText(c, "first_table"),
		Handicap: kit.FormText(c, "handicap"), Ceiling: kit.FormText(c, "ceiling"), Reduction: kit.FormText(c, "reduction"),
		EvenUnderHalf: formTicked(c, "even_under_half"), Seeding: kit.FormText(c, "seeding"), Seed: kit.FormText(c, "seed"),
		Criteria:  tournaments.CriterionNumbers{},
		ApartFirm: kit.FormText(c, "apart_firm"), ApartWeak: kit.FormText(c, "apart_weak"),
		Accelerated: kit.FormText(c, "accelerated"), Lent: kit.FormText(c, "accelerated_points"),
		Bar: kit.FormText(c, "bar"), Floor: kit.FormText(c, "floor"), Bands: kit.FormText(c, "bands"),
		Unplayed:    kit.FormText(c, "unplayed"),
		AbsenceHalf: formTicked(c, "absence_half"), HandicapInSOSM: formTicked(c, "handicap_in_sosm"),
		Rated: formTicked(c, "rated"), Weight: kit.FormText(c, "weight"), Version: kit.FormVersion(c),
	}
	for _, criterion := range pairing.DefaultCriteria() {
		in.Criteria[criterion] = kit.FormText(c, tournaments.CriterionField(criterion))
	}
	in.TieBreaks = c.Request().PostForm["tie_breaks"]
	return in
}

// formTicked reads a checkbox.
func formTicked(c echo.Context, name string) bool { return c.FormValue(name) != "" }

// showSectionConflict answers with the form as somebody filled it in, and with
// what was saved meanwhile. Sent again it is saved over that.
func (s *Desk) showSectionConflict(
	c echo.Context, page SectionFormPage, in tournaments.SectionForm, message string,
) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	page.Conflict = kit.FormConflict(message, sectionFields(&page.Page, in), sectionFields(&page.Page, w.Section.Form()))
	in.Version = w.Section.Version
	return s.showSectionForm(c, http.StatusConflict, page, in)
}

func (s *Desk) showSectionForm(c echo.Context, status int, page SectionFormPage, in tournaments.SectionForm) error {
	page.Hidden = []kit.Hidden{kit.VersionField(in.Version)}
	page.Groups = sectionFields(&page.Page, in)
	return sectionFormView.Render(c, status, page)
}

func sectionFields(p *kit.Page, in tournaments.SectionForm) []kit.FieldGroup {
	return []kit.FieldGroup{
		sectionGameFields(p, in), sectionHandicapFields(p, in), sectionDrawFields(p, in), sectionCriteriaFields(p, in),
		sectionPlaceFields(p, in), sectionRatingFields(p, in),
	}
}

func sectionGameFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	return kit.FieldGroup{Legend: "The section", Fields: []kit.Field{
		p.Field(kit.Field{Name: "name", Label: "Name", Value: in.Name, Required: true, Hint: "Such as Open or Handicap."}),
		p.Field(kit.Field{Name: "system", Label: "System", Type: "radios", Required: true, Options: choices(in.System,
			string(pairing.Swiss), "Swiss", "Everyone starts level; winners meet winners.",
			string(pairing.McMahon), "McMahon", "Stronger players start with more points.",
			string(pairing.RoundRobin), "Round robin", "Everyone plays everyone, by a fixed table.")}),
	}, Rows: [][]kit.Field{
		{
			p.Field(kit.Field{
				Name: "rounds", Label: "Rounds", Type: "number", Min: "1", Max: "99", Value: in.Rounds, Required: true,
			}),
			p.Field(kit.Field{
				Name: "komi", Label: "Komi of even games", Value: in.Komi, InputMode: "decimal", Suffix: "points",
			}),
		},
		{
			p.Field(kit.Field{
				Name: "board_time", Label: "Time for a game", Value: in.BoardTime, Placeholder: "60 minutes and 3 × 30 seconds",
			}),
			p.Field(kit.Field{
				Name: "first_table", Label: "Number of the first table", Type: "number", Min: "1", Value: in.FirstTable,
			}),
		},
	}}
}

func sectionHandicapFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	return kit.FieldGroup{Legend: "Handicap", Fields: []kit.Field{
		p.Field(kit.Field{Name: "handicap", Label: "Games are played", Type: "radios", Options: choices(in.Handicap,
			string(scale.ByNone), "Even", "For championships.",
			string(scale.ByRating), "With handicap by rating", "The difference of the ratings, rounded up; no komi.")}),
	}, Rows: [][]kit.Field{
		{
			p.Field(kit.Field{
				Name: "ceiling", Label: "At most", Type: "number", Min: "1", Max: "25", Value: in.Ceiling, Suffix: "stones",
			}),
			p.Field(kit.Field{
				Name: "reduction", Label: "Reduced by", Type: "number", Min: "0", Max: "25", Value: in.Reduction, Suffix: "stones",
			}),
		},
		{
			p.Field(kit.Field{
				Name: "even_under_half", Label: "Even when less than half a stone apart", Type: "checkbox",
				Checked: in.EvenUnderHalf, Hint: "Otherwise the two players may choose.",
			}),
		},
	}}
}

func sectionDrawFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	return kit.FieldGroup{Legend: "The draw", Fields: []kit.Field{
		p.Field(kit.Field{Name: "seeding", Label: "Within a score group", Type: "select", Options: choices(in.Seeding,
			string(pairing.SeedSlide), "Slide: upper half against lower half", "",
			string(pairing.SeedFold), "Fold: first against last", "",
			string(pairing.SeedClosest), "Closest ratings", "",
			string(pairing.SeedHandicap), "Smallest handicaps", "",
			string(pairing.SeedRandom), "By lot", "")}),
		p.Field(kit.Field{
			Name: "seed", Label: "Lot", Value: in.Seed, InputMode: "numeric", Width: "medium",
			Hint: "The same number always gives the same draw. Empty: a new one.",
		}),
	}, Rows: [][]kit.Field{
		{
			p.Field(kit.Field{
				Name: "bar", Label: "McMahon bar", Value: in.Bar,
				Hint: "A grade or rating. Everyone at or above it starts level. McMahon only.",
			}),
			p.Field(kit.Field{
				Name: "floor", Label: "McMahon floor", Value: in.Floor, Hint: "Everyone at or below it starts level. McMahon only.",
			}),
		},
		{
			p.Field(kit.Field{
				Name: "bands", Label: "McMahon bands", Value: in.Bands,
				Hint: "Instead of bar and floor: 15k, 10k, 5k, 1d. A player starts with a point for each one reached. McMahon only.",
			}),
		},
		{
			p.Field(kit.Field{
				Name: "accelerated", Label: "Accelerated rounds", Type: "number", Min: "0", Value: in.Accelerated,
				Hint: "For a large Swiss: the first rounds, in which the upper half is drawn as if it had some points.",
			}),
			p.Field(kit.Field{
				Name: "accelerated_points", Label: "… points it is given", Value: in.Lent, InputMode: "decimal",
				Hint: "Empty: 1. They never count in the standings.",
			}),
		},
	}}
}

// sectionCriteriaFields lets the director order what a draw goes by: a number
// for each, so that one change puts one anywhere, without scripts.
func sectionCriteriaFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	g := kit.FieldGroup{
		Legend: "What decides the draw",
		Text: "Before anything else, no two players meet twice and there are as many games as possible. Then these count, " +
			"the smallest number first: " +
			"a gain in one is worth more than any loss in those after it. 15 puts one between 10 and 20; one without a " +
			"number does not count. " +
			"All empty: the usual order. Lots decide what is still equal. A round robin follows its table.",
	}
	for _, c := range in.Criteria.InOrder() {
		g.Fields = append(g.Fields, p.Field(kit.Field{
			Name: tournaments.CriterionField(c), Label: c.Name(), Type: "number", Min: "0", Max: "999", Width: "short",
			Value: in.Criteria[c], Hint: kit.Capital(c.Definition()) + ".",
		}))
	}
	g.Rows = [][]kit.Field{{
		p.Field(kit.Field{
			Name: "apart_firm", Label: "Clubs and towns count there up to round", Type: "number", Min: "1", Value: in.ApartFirm,
			Hint: "Empty: in every round.",
		}),
		p.Field(kit.Field{
			Name: "apart_weak", Label: "… then last of all, up to round", Type: "number", Min: "1", Value: in.ApartWeak,
			Hint: "Empty: to the end.",
		}),
	}}
	return g
}

// tieBreakPlaces is how many tie-breaks can be put in order.
const tieBreakPlaces = 5

func sectionPlaceFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	g := kit.FieldGroup{
		Legend: "Places",
		Text:   "Players who are equal in all of these share a place. The standings page says what each one is.",
	}
	var row []kit.Field
	for i := range max(tieBreakPlaces, len(in.TieBreaks)) {
		chosen := ""
		if i < len(in.TieBreaks) {
			chosen = in.TieBreaks[i]
		}
		f := kit.Field{
			Name: "tie_breaks", ID: "tie_breaks-" + strconv.Itoa(i+1), Label: ordinal(i+1) + " tie-break", Type: "select",
			Options: tieBreakOptions(chosen),
		}
		if i == 0 {
			f.ID = "tie_breaks" // where the error summary leads
			f = p.Field(f)
		}
		row = append(row, f)
	}
	g.Rows = [][]kit.Field{row, {
		p.Field(kit.Field{Name: "unplayed", Label: "A round without an opponent counts in SOS", Type: "select", Hint: "A virtual opponent has the player’s own score before the round, and ½ for each round from then on.", Options: choices(in.Unplayed,
			string(pairing.UnplayedVirtual), "As a virtual opponent", "",
			string(pairing.UnplayedHalf), "½ for each round so far", "",
			string(pairing.UnplayedZero), "Nothing", "")}),
	}, {
		p.Field(kit.Field{
			Name: "absence_half", Label: "An absence scores ½", Type: "checkbox", Checked: in.AbsenceHalf,
			Hint: "Otherwise it scores nothing.",
		}),
		p.Field(kit.Field{
			Name: "handicap_in_sosm", Label: "SOSM counts handicap stones", Type: "checkbox", Checked: in.HandicapInSOSM,
			Hint: "Added to the opponent’s score for White, taken off for Black.",
		}),
	}}
	return g
}

func sectionRatingFields(p *kit.Page, in tournaments.SectionForm) kit.FieldGroup {
	return kit.FieldGroup{Legend: "Rating", Fields: []kit.Field{
		p.Field(kit.Field{Name: "rated", Label: "The games are sent in for rating", Type: "checkbox", Checked: in.Rated}),
		p.Field(kit.Field{Name: "weight", Label: "Weight", Type: "select", Width: "medium", Options: choices(in.Weight,
			"1", "1: in full", "", "0.75", "0.75", "", "0.5", "0.5", "", "0.25", "0.25", "")}),
	}}
}

// choices makes options of triples: value, label, hint.
func choices(chosen string, triples ...string) []kit.Option {
	var out []kit.Option
	for i := 0; i+2 < len(triples); i += 3 {
		out = append(out, kit.Option{
			Value: triples[i], Label: triples[i+1], Hint: triples[i+2], Selected: triples[i] == chosen,
		})
	}
	return out
}

func tieBreakOptions(chosen string) []kit.Option {
	out := []kit.Option{{Value: "", Label: "None", Selected: chosen == ""}}
	for _, b := range pairing.TieBreaks() {
		out = append(out, kit.Option{Value: string(b), Label: breakLabel(b), Selected: string(b) == chosen})
	}
	return out
}

func ordinal(n int) string {
	names := []string{"First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"}
	if n >= 1 && n <= len(names) {
		return names[n-1]
	}
	return strconv.Itoa(n) + "th"
}
