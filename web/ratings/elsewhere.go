package ratings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/elsewhere"
	"nzgs/web/kit"
)

// ElsewherePage is the rating lists of other associations, and the form that imports one.
type ElsewherePage struct {
	kit.FormPage
	Lists []ElsewhereRow
}

// ElsewhereRow is a list as it was imported last.
type ElsewhereRow struct {
	Name, Day, Players, Imported string
	LeftOut                      []string
}

var elsewhereView = kit.NewView[ElsewherePage](templates, "elsewhere.html")

const elsewherePath = kit.RatingsDeskPath + "/elsewhere"

// importList imports the rating list of another association.
func (s *Desk) importList() kit.Form[[]elsewhere.List] {
	return kit.Form[[]elsewhere.List]{
		Site: s.Site,
		Load: func(c echo.Context) ([]elsewhere.List, error) {
			return s.elsewhere.Lists(c.Request().Context(), s.Actor(c))
		},
		Fill: func(_ echo.Context, in *kit.Filling, _ []elsewhere.List) { in.SetDay("day", s.Today()) },
		Show: func(c echo.Context, page *kit.FormPage, _ []elsewhere.List) error {
			page.Page = s.Page(c, "Lists of other associations", officerCrumb)
			page.Action, page.Submit, page.Back = elsewherePath, "Import the list", kit.RatingsDeskPath
			source := kit.Field{Name: "source", Label: "Whose list", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose"}}}
			for _, one := range elsewhere.Sources {
				source.Options = append(source.Options, kit.Option{Value: string(one), Label: one.String()})
			}
			page.Group("", source, kit.DayField("day", "Day of the list", ""), kit.Field{
				Name: "older", Label: "Also when the list here is of a later day", Type: "checkbox",
				Hint: "An older list takes the place of a later one only with this.",
			})
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The list", Accept: ".txt,.html,.xml", Required: true,
				Hint: "allworld_lp.html of the European Go Database, TDListN.txt of the American Go Association, or an OpenGotha file " +
					"with players. At most 10 MB.",
			}}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ []elsewhere.List) (kit.Done, error) {
			file, err := kit.ChosenFile(c, "file")
			if err != nil {
				return kit.Done{}, err
			}
			if file == nil {
				in.Problem("file", "Choose a file first.")
				return kit.Done{}, in.Refusal(nil)
			}
			defer file.Close()
			list, err := s.elsewhere.Import(c.Request().Context(), s.Actor(c), elsewhere.Input{
				Source: elsewhere.Source(in.Text("source")), Day: in.Day("day"), FileName: file.Name, File: file,
				Older: in.Ticked("older"),
			})
			done := kit.Done{To: elsewherePath, Message: kit.Plural(list.Players, "player is", "players are") + " in the list."}
			if len(list.LeftOut) > 0 {
				done.Kind, done.Message = kit.KindWarning, done.Message+" Some lines were left out: see below."
			}
			return done, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, lists []elsewhere.List) error {
			out := ElsewherePage{FormPage: *page}
			for _, l := range lists {
				out.Lists = append(out.Lists, ElsewhereRow{
					Name: l.Source.String(), Day: l.Day.Long(), Players: strconv.Itoa(l.Players),
					Imported: l.Imported.Long() + ", by " + l.By, LeftOut: l.LeftOut,
				})
			}
			return elsewhereView.Render(c, status, out)
		},
	}
}
