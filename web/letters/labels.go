package letters

import (
	"io"
	"net/http"
	"regexp"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
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
var labelsOf = regexp.MustCompile(`^/((letters/mailings|meetings)/[0-9]{1,12}|bookshop/desk|newsletter/desk)/labels\.pdf$`)

// labels asks on which sheet the labels of a mailing or a meeting are printed, and on which of its labels they begin.
func (s *Desk) labels(c echo.Context) error {
	of := kit.Asked(c).Text("of")
	if of != "" && !labelsOf.MatchString(of) {
		return apperr.New(apperr.NotFound, "Labels not found.")
	}
	chosen, fields := s.LabelSheet(c), kit.LabelFields()
	for i, o := range fields[0].Options {
		fields[0].Options[i].Selected = o.Value == chosen.Key
	}
	fields[1].Value = "1"
	return labelsView.Render(c, http.StatusOK, LabelsPage{
		Page: s.Page(c, "Print labels"), Action: of, Test: labelTestPath, Fields: fields,
	})
}

func (s *Desk) labelTest(c echo.Context) error {
	sheet := s.ChosenLabelSheet(c, kit.Asked(c))
	return kit.SendPrint(c, s.TodaysFile("labels test "+sheet.Key, ""), func(w io.Writer, _ struct{}) error {
		return s.Press().LabelTestPDF(w, sheet)
	}, struct{}{})
}
