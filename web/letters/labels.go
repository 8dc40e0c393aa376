package letters

import (
	"io"
	"net/http"
	"regexp"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/reports"
	"nzgs/web/kit"
)

// LabelsPage asks on which sheet labels are printed.
type LabelsPage struct {
	kit.Page
	Action, Test string // where they are printed, and the test of the sheet
	Fields       []kit.Field
}

var labelsView = kit.NewView[LabelsPage](templates, "labels.html")

// labelsOf are the addresses of labels that the page leads to.
var labelsOf = regexp.MustCompile(`^/(letters/mailings|meetings)/[0-9]{1,12}/labels\.pdf$`)

// labels asks on which sheet the labels of a mailing or a meeting are printed, and on which of its labels they begin.
func (s *Desk) labels(c echo.Context) error {
	of := kit.Asked(c).Text("of")
	if of != "" && !labelsOf.MatchString(of) {
		return apperr.New(apperr.NotFound, "Labels not found.")
	}
	chosen := kit.LabelSheet(c)
	sheet := kit.Field{ID: "sheet", Name: "sheet", Label: "Sheet of labels", Type: "select"}
	for _, l := range reports.LabelSheets {
		sheet.Options = append(sheet.Options, kit.Option{Value: l.Key, Label: l.Name, Selected: l.Key == chosen.Key})
	}
	return labelsView.Render(c, http.StatusOK, LabelsPage{
		Page: s.Page(c, "Print labels"), Action: of, Test: labelTestPath,
		Fields: []kit.Field{sheet, {
			ID: "first", Name: "first", Label: "Begin on label", Type: "number", Value: "1", Width: "short",
			Hint: "Labels are counted along the rows. Of a sheet from which four are gone, begin on label 5.",
		}},
	})
}

func (s *Desk) labelTest(c echo.Context) error {
	sheet := kit.ChosenLabelSheet(c)
	return kit.SendPrint(c, "label-test-"+sheet.Key, func(w io.Writer, _ struct{}) error {
		return s.Press().LabelTestPDF(w, sheet)
	}, struct{}{})
}
